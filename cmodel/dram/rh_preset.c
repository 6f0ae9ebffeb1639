// SPDX-License-Identifier: Apache-2.0
// Presets: the built-in table, and what follows from a preset's organisation.
#include "rowhold/rh_preset.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/core/rh_near.h"
#include "cmodel/dram/rh_preset_field.h"

/** A preset opens with a row without `field`; the rows of its values name it. */
struct value_row {
    const char *preset, *field;
    double ns; /* < 0: not a time */
    unsigned value;
    const char *rounding, *source;
};

struct preset_row {
    const char *name;
    uint32_t tck_ps;
    const char *like; /* preset whose values it has where it has none of its own; or NULL */
    const char *source;
};

#define RH_PRESET(name, tck_ps, source)
#define RH_PRESET_LIKE(name, base, tck_ps, source)
#define RH_PRESET_MAP(preset, map, source)
#define RH_PRESET_COUNT(preset, field, value, source)   {#preset, #field, -1.0, value, "count", source},
#define RH_PRESET_CLOCKS(preset, field, clocks, source) {#preset, #field, 0.0, clocks, "given in clocks", source},

#define RH_PRESET_NS(preset, field, ns, clocks, rounding, source) {#preset, #field, ns, clocks, #rounding, source},
static const struct value_row value_rows[] = {
#include "tables/presets.def"
#include "tables/presets_grains.def"
#include "tables/presets_modern.def"
};
#undef RH_PRESET
#undef RH_PRESET_LIKE
#undef RH_PRESET_MAP
#undef RH_PRESET_COUNT
#undef RH_PRESET_CLOCKS
#undef RH_PRESET_NS

#define RH_PRESET(name, tck_ps, source)            {#name, tck_ps, NULL, source},
#define RH_PRESET_LIKE(name, base, tck_ps, source) {#name, tck_ps, #base, source},
#define RH_PRESET_MAP(preset, map, source)
#define RH_PRESET_COUNT(preset, field, value, source)
#define RH_PRESET_CLOCKS(preset, field, clocks, source)
#define RH_PRESET_NS(preset, field, ns, clocks, rounding, source)
static const struct preset_row preset_rows[] = {
#include "tables/presets.def"
#include "tables/presets_grains.def"
#include "tables/presets_modern.def"
};
#undef RH_PRESET
#undef RH_PRESET_LIKE
#undef RH_PRESET_MAP
#undef RH_PRESET_COUNT
#undef RH_PRESET_CLOCKS
#undef RH_PRESET_NS

/** Maps of those that are not made for the usual one. */
static const struct {
    const char *preset, *map;
} map_rows[] = {
#define RH_PRESET(name, tck_ps, source)
#define RH_PRESET_LIKE(name, base, tck_ps, source)
#define RH_PRESET_MAP(preset, map, source) {#preset, map},
#define RH_PRESET_COUNT(preset, field, value, source)
#define RH_PRESET_CLOCKS(preset, field, clocks, source)
#define RH_PRESET_NS(preset, field, ns, clocks, rounding, source)
#include "tables/presets.def"
#include "tables/presets_grains.def"
#include "tables/presets_modern.def"
#undef RH_PRESET
#undef RH_PRESET_LIKE
#undef RH_PRESET_MAP
#undef RH_PRESET_COUNT
#undef RH_PRESET_CLOCKS
#undef RH_PRESET_NS
};

enum { VALUES = sizeof value_rows / sizeof value_rows[0], PRESETS = sizeof preset_rows / sizeof preset_rows[0] };

uint32_t rh_preset_command_bytes(const struct rh_preset *preset) {
    return (uint32_t)preset->chips * preset->bus_bytes * preset->burst_length;
}

uint32_t rh_preset_columns(const struct rh_preset *preset) {
    uint32_t bytes = rh_preset_command_bytes(preset);
    return bytes == 0 ? 0 : preset->chips * preset->row_bytes / bytes;
}

double rh_preset_peak_gb_per_s(const struct rh_preset *preset) {
    double picoseconds = (double)preset->timing.tBURST * preset->tck_ps;
    unsigned grains = preset->grains > 1 ? preset->grains : 1;
    return grains * rh_preset_command_bytes(preset) * 1000.0 / picoseconds;
}

/* The logarithm of a power of two; 0 for a value that a preset made by hand leaves out. */
static uint8_t exact_log2(unsigned count) {
    return (uint8_t)(count > 1 ? __builtin_ctz(count) : 0);
}

bool rh_preset_shares(const struct rh_preset *preset) {
    return preset->subarray_group > 1 && !preset->stacked;
}

struct rh_geometry rh_preset_geometry(const struct rh_preset *preset, unsigned queue) {
    unsigned column_bits = rh_log2_up(rh_preset_columns(preset));
    return (struct rh_geometry){
        .queue = (uint8_t)queue,
        .banks = (uint8_t)preset->banks,
        .groups = (uint8_t)preset->groups,
        .buses = preset->buses,
        .row_bits = (uint8_t)rh_log2_up(preset->rows),
        .column_bits = (uint8_t)(column_bits < 3 ? 3 : column_bits),
        .tag_bits = 8,
        .responses = 16,
        .timer_bits = 8,
        .grain_bits = exact_log2(preset->grains),
        .rank_bits = exact_log2(preset->ranks),
        .subarray_group_bits = exact_log2(preset->subarray_group),
        .subarray_bits = exact_log2(preset->subarrays),
        .source_bits = RH_DEFAULT_SOURCE_BITS,
        .stacked = preset->stacked,
    };
}

struct rh_constraints rh_preset_constraints(const struct rh_preset *preset) {
    const struct rh_geometry geometry = rh_preset_geometry(preset, RH_LEAST_QUEUE);
    return rh_constraints_from_timing(&preset->timing, preset->refresh, &geometry);
}

unsigned rh_preset_count(void) {
    return PRESETS;
}

const char *rh_preset_name(unsigned index) {
    return index < PRESETS ? preset_rows[index].name : NULL;
}

static const struct preset_row *preset_row_find(const char *name) {
    for (unsigned i = 0; i < PRESETS; i++)
        if (strcmp(preset_rows[i].name, name) == 0)
            return &preset_rows[i];
    return NULL;
}

static const struct value_row *value_find(const char *preset, const char *field) {
    for (unsigned i = 0; i < VALUES; i++)
        if (strcmp(value_rows[i].preset, preset) == 0 && strcmp(value_rows[i].field, field) == 0)
            return &value_rows[i];
    return NULL;
}

/* Value `index` of a preset: those of the one that it is like, or its own in their place, then those that are only its
 * own; NULL past the last. */
static const struct value_row *value_at(const struct preset_row *preset, unsigned index) {
    const char *base = preset->like != NULL ? preset->like : preset->name;
    for (unsigned i = 0; i < VALUES; i++) {
        const struct value_row *row = &value_rows[i], *own = NULL;
        bool of_base = strcmp(row->preset, base) == 0;
        if (!of_base && (strcmp(row->preset, preset->name) != 0 || value_find(base, row->field) != NULL))
            continue;
        if (index-- > 0)
            continue;
        if (of_base && preset->like != NULL)
            own = value_find(preset->name, row->field);
        return own != NULL ? own : row;
    }
    return NULL;
}

/* In the words of a preset, before rh_geometry_check() says it in bits. */
static bool check_subarray_group(const struct rh_preset *p, struct rh_error *error) {
    unsigned in_group = (unsigned)p->banks / p->groups;
    if (p->grains > p->groups)
        return rh_error_set(error, "grains: found %u with groups %u, expected at most as many", p->grains, p->groups);
    if (p->ranks > p->groups)
        return rh_error_set(error, "ranks: found %u with groups %u, expected at most as many", p->ranks, p->groups);
    if (p->ranks > 1 && p->grains > 1)
        return rh_error_set(error, "ranks: found %u with grains %u, expected 1 with grains", p->ranks, p->grains);
    if (p->subarray_group > in_group)
        return rh_error_set(error, "subarray_group: found %u with %u banks in a bank group, expected at most as many",
                            p->subarray_group, in_group);
    if (p->subarray_group > 2 && !p->stacked)
        return rh_error_set(error, "subarray_group: found %u side by side, expected 1 or 2, or stacked",
                            p->subarray_group);
    if (p->subarray_group == 1 && p->stacked)
        return rh_error_set(error, "stacked: found true with a subarray_group of 1, expected one of 2 or more");
    if (p->subarray_group == 1 && p->subarrays > 1)
        return rh_error_set(error, "subarrays: found %u with a subarray_group of 1, expected one of 2 or more",
                            p->subarrays);
    if (p->subarray_group > 1 && (p->subarrays == 1 || p->subarrays > p->rows))
        return rh_error_set(
            error, "subarrays: found %u with a subarray_group of %u and %u rows, expected 2 to as many as rows",
            p->subarrays, p->subarray_group, (unsigned)p->rows);
    if (p->subarray_group > 1 && (p->rows & (p->rows - 1)) != 0) /* a subarray is the upper bits of a row */
        return rh_error_set(
            error, "rows: found %u with a subarray_group of %u, expected a power of two where banks share subarrays",
            (unsigned)p->rows, p->subarray_group);
    return true;
}

static bool check_organisation(const struct rh_preset *preset, struct rh_error *error) {
    if (preset->tck_ps < 100 || preset->tck_ps > 100000)
        return rh_error_set(error, "tck_ps: found %u, expected 100 to 100000", (unsigned)preset->tck_ps);
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        const struct rh_preset_field *field = &rh_preset_fields[i];
        unsigned value = rh_preset_field_get(preset, field);
        if (value < field->least || value > field->greatest || (field->power && (value & (value - 1)) != 0))
            return rh_error_set(error, "%s: found %u, expected %s%u to %u", field->name, value,
                                field->power ? "a power of two from " : "", field->least, field->greatest);
    }
    if (preset->groups * 2 > preset->banks)
        return rh_error_set(error, "groups: found %u with %u banks, expected at most banks / 2 = %u",
                            (unsigned)preset->groups, (unsigned)preset->banks, preset->banks / 2U);
    uint32_t columns = preset->row_bytes / ((uint32_t)preset->bus_bytes * preset->burst_length);
    if (columns < 8 || columns > 4096)
        return rh_error_set(error,
                            "row_bytes: found %u column commands a row (row_bytes / bus_bytes / burst_length), "
                            "expected 8 to 4096",
                            (unsigned)columns);
    return check_subarray_group(preset, error);
}

/** The data bus carries data_rate beats a command clock, so a burst takes burst_length / data_rate of them. */
static bool check_burst(const struct rh_preset *preset, struct rh_error *error) {
    unsigned burst = preset->timing.tBURST, length = preset->burst_length, rate = preset->data_rate;
    if (length < rate)
        return rh_error_set(error,
                            "burst_length: found %u with data_rate %u, expected at least one command clock of data",
                            length, rate);
    if (burst * rate == length)
        return true;
    return rh_error_set(
        error, "tBURST: found %u with burst_length %u and data_rate %u, expected burst_length / data_rate = %u", burst,
        length, rate, length / rate);
}

bool rh_preset_check(const struct rh_preset *preset, struct rh_error *error) {
    if (!check_organisation(preset, error))
        return false;
    struct rh_geometry geometry = rh_preset_geometry(preset, 32);
    return rh_geometry_check(&geometry, error) &&
           rh_timing_lint(&preset->timing, preset->refresh, &geometry, NULL, 0, error) && check_burst(preset, error);
}

void rh_preset_names(char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < PRESETS && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", preset_rows[i].name);
}

static bool load_builtin(const struct preset_row *row, struct rh_preset *preset, struct rh_error *error) {
    memset(preset, 0, sizeof *preset);
    (void)snprintf(preset->name, sizeof preset->name, "%s", row->name);
    (void)snprintf(preset->source, sizeof preset->source, "%s", row->source);
    (void)snprintf(preset->device, sizeof preset->device, "%s", row->like != NULL ? row->like : row->name);
    preset->tck_ps = row->tck_ps;
    for (size_t i = 0; i < sizeof map_rows / sizeof map_rows[0]; i++)
        if (strcmp(map_rows[i].preset, row->name) == 0)
            (void)snprintf(preset->map, sizeof preset->map, "%s", map_rows[i].map);
    for (size_t i = 0; i < rh_preset_field_count; i++)
        if (rh_preset_fields[i].rule)
            rh_preset_field_set(preset, &rh_preset_fields[i], rh_preset_fields[i].least);
    const struct value_row *value;
    for (unsigned i = 0; (value = value_at(row, i)) != NULL; i++) {
        const struct rh_preset_field *field = rh_preset_field_find(value->field);
        if (field == NULL)
            return rh_error_set(error, "preset %s: found value %s, expected a field of a preset", row->name,
                                value->field);
        rh_preset_field_set(preset, field, value->value);
    }
    struct rh_error inner = {""};
    if (!rh_preset_check(preset, &inner))
        return rh_error_set(error, "preset %s: %s", row->name, inner.text);
    return true;
}

bool rh_preset_is_built_in(const char *name) {
    return preset_row_find(name) != NULL;
}

bool rh_preset_find(const char *name, struct rh_preset *preset, struct rh_error *error) {
    const struct preset_row *row = preset_row_find(name != NULL ? name : RH_DEFAULT_PRESET);
    if (row != NULL)
        return load_builtin(row, preset, error);
    char names[256], text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name};
    for (unsigned i = 0; i < PRESETS; i++)
        rh_near_offer(&near, preset_rows[i].name);
    rh_preset_names(names, sizeof names);
    return rh_error_field(error, "preset", "found '%.100s', expected one of %s%s", name, names,
                          rh_near_text(&near, text));
}

bool rh_preset_value(const char *preset_name, unsigned index, struct rh_preset_value *value) {
    const struct preset_row *preset = preset_row_find(preset_name);
    const struct value_row *row = preset != NULL ? value_at(preset, index) : NULL;
    if (row == NULL)
        return false;
    *value = (struct rh_preset_value){
        .name = row->field, .ns = row->ns, .cycles = row->value, .rounding = row->rounding, .source = row->source};
    if (row->ns == 0.0) /* given in clocks */
        value->ns = row->value * (preset->tck_ps / 1000.0);
    return true;
}
