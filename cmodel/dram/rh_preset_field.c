// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_preset_field.h"

#include <string.h>

#define PLACE(name) offsetof(struct rh_preset, name), sizeof(((struct rh_preset *)0)->name)

const struct rh_preset_field rh_preset_fields[] = {
    {"channels", PLACE(channels), 1, 4096, false, false, false, "memory channels"},
    {"banks", PLACE(banks), RH_LEAST_BANKS, RH_MAX_BANKS, true, false, false, "banks of a channel"},
    {"groups", PLACE(groups), RH_LEAST_GROUPS, RH_MAX_GROUPS, true, false, false, "bank groups of a channel"},
    {"buses", PLACE(buses), 1, 2, false, false, false, "command buses: 1, or 2 for row and column"},
    {"ranks", PLACE(ranks), 1, RH_MAX_RANKS, true, false, true, "ranks of a channel, which share its data bus"},
    {"grains", PLACE(grains), 1, RH_MAX_GRAINS, true, false, true, "grains of a channel; 1: none"},
    {"subarray_group", PLACE(subarray_group), 1, 1 << RH_MAX_SUBARRAY_GROUP_BITS, true, false, true,
     "banks that share subarrays; 1: none do"},
    {"subarrays", PLACE(subarrays), 1, 1 << RH_MAX_SUBARRAY_BITS, true, false, true, "subarrays of such a bank"},
    {"stacked", PLACE(stacked), 0, 1, false, false, true, "such banks lie one on the other"},
    {"rows", PLACE(rows), 2, 1U << 20, false, false, false, "rows of a bank"},
    {"row_bytes", PLACE(row_bytes), 8, 1U << 20, true, false, false, "bytes of a row in one chip"},
    {"bus_bytes", PLACE(bus_bytes), 1, 128, true, false, false, "bytes of one chip's data bus"},
    {"burst_length", PLACE(burst_length), 1, 64, true, false, false, "beats of one column command"},
    {"chips", PLACE(chips), 1, 64, true, false, false, "chips ganged on a channel"},
    {"data_rate", PLACE(data_rate), 1, 16, true, false, false, "beats of one command clock"},
    {"auto_precharge", PLACE(auto_precharge), 0, 1, false, false, false, "RDA and WRA exist"},
    {"refresh", PLACE(refresh), 0, RH_REFRESHES - 1, false, false, false,
     "0 off, 1 all banks, 2 one bank after the other, 3 one of every bank group"},
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    {#name, PLACE(timing.name), least, greatest, false, true, false, meaning},
#define RH_TIMING_RULE(name, least, greatest, meaning)                                                                 \
    {#name, PLACE(timing.name), least, greatest, false, true, true, meaning},
#define RH_TIMING_DEVICE RH_TIMING_RULE
#include "tables/timing.def"
#undef RH_TIMING
};
const size_t rh_preset_field_count = sizeof rh_preset_fields / sizeof rh_preset_fields[0];

_Static_assert(sizeof rh_preset_fields / sizeof rh_preset_fields[0] <= RH_PRESET_VALUES, "room for every history");

bool rh_preset_field_is_time(const struct rh_preset_field *field) {
    static const char *const counts[] = {"activates", "RAAIMT",    "RAAMMT",       "RAADEC",
                                         "postponed", "pulled_in", "refresh_burst"};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (strcmp(field->name, counts[i]) == 0)
            return false;
    return field->timing;
}

bool rh_preset_field_is_flag(const struct rh_preset_field *field) {
    return strcmp(field->name, "auto_precharge") == 0 || strcmp(field->name, "stacked") == 0;
}

const struct rh_preset_field *rh_preset_field_find(const char *name) {
    for (size_t i = 0; i < rh_preset_field_count; i++)
        if (strcmp(rh_preset_fields[i].name, name) == 0)
            return &rh_preset_fields[i];
    return NULL;
}

static bool is_refresh(const struct rh_preset_field *field) {
    return field->offset == offsetof(struct rh_preset, refresh);
}

unsigned rh_preset_field_get(const struct rh_preset *preset, const struct rh_preset_field *field) {
    const char *place = (const char *)preset + field->offset;
    if (is_refresh(field))
        return (unsigned)preset->refresh;
    if (field->size == 1)
        return *(const uint8_t *)place;
    if (field->size == 2)
        return *(const uint16_t *)(const void *)place;
    return *(const uint32_t *)(const void *)place;
}

void rh_preset_field_set(struct rh_preset *preset, const struct rh_preset_field *field, unsigned value) {
    char *place = (char *)preset + field->offset;
    if (is_refresh(field))
        preset->refresh = (enum rh_refresh)value;
    else if (field->size == 1)
        *(uint8_t *)place = (uint8_t)value;
    else if (field->size == 2)
        *(uint16_t *)(void *)place = (uint16_t)value;
    else
        *(uint32_t *)(void *)place = value;
}

struct rh_preset_value rh_preset_left_out(const struct rh_preset *preset, const struct rh_preset_field *field) {
    unsigned value = rh_preset_field_get(preset, field);
    return (struct rh_preset_value){.name = field->name,
                                    .ns = rh_preset_field_is_time(field) ? value * (preset->tck_ps / 1000.0) : -1.0,
                                    .cycles = value,
                                    .rounding = "left out",
                                    .source = "no such rule"};
}
