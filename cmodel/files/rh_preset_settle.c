// SPDX-License-Identifier: Apache-2.0
// What is done when all values of a preset's file are read.
#include <stdio.h>
#include <string.h>

#include "cmodel/files/rh_preset_reader.h"

static bool is_in_ns(const struct rh_preset_value *value) {
    return strncmp(value->rounding, "ceil", 4) == 0 || strcmp(value->rounding, "floor") == 0;
}

/* Picoseconds of a field: as they were given, else its clocks. */
static int64_t picoseconds(const struct rh_preset_reader *r, const struct rh_preset_field *field) {
    const struct rh_preset_value *value = &r->values[field - rh_preset_fields];
    if (is_in_ns(value))
        return (int64_t)(value->ns * 1000 + 0.5);
    return (int64_t)rh_preset_field_get(r->preset, field) * r->preset->tck_ps;
}

/* What the base gives in ns is as many ns at another clock period; what it gives in clocks, as many clocks. */
static void rescale(struct rh_preset_reader *r, yaml_mark_t place) {
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        struct rh_preset_value *value = &r->values[i];
        if (r->given[i] || !is_in_ns(value))
            continue;
        unsigned long clocks = rh_preset_clocks((unsigned long)(value->ns * 1000 + 0.5), r->preset->tck_ps,
                                                strcmp(value->rounding, "floor") == 0);
        char text[128];
        (void)snprintf(text, sizeof text, "tck_ps: found %s of %lu clocks for the base's %g ns, expected at most %u",
                       rh_preset_fields[i].name, clocks, value->ns, rh_preset_fields[i].greatest);
        if (clocks > rh_preset_fields[i].greatest)
            (void)rh_preset_fail(r, place, text);
        else
            rh_preset_field_set(r->preset, &rh_preset_fields[i], (unsigned)clocks);
    }
}

static bool has_other_clock(const struct rh_preset_reader *r) {
    return r->based && r->base_tck_ps != r->preset->tck_ps && r->preset->tck_ps != 0;
}

/* A field that reaches a sum in ns must not miss it in clocks because each part was rounded up by itself: it is raised
 * to the sum of the clocks. So are a base's clocks, where its times take more of a shorter clock. The lint refuses what
 * does not reach it in ns either. */
static void raise(struct rh_preset_reader *r, const char *name, const char *const *plus, const char *minus,
                  const char *rounding) {
    const struct rh_preset_field *field = rh_preset_field_find(name);
    int64_t clocks = 0, ps = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct rh_preset_field *part = rh_preset_field_find(plus[i]);
        clocks += rh_preset_field_get(r->preset, part);
        ps += picoseconds(r, part);
    }
    if (minus != NULL) {
        clocks -= rh_preset_field_get(r->preset, rh_preset_field_find(minus));
        ps -= picoseconds(r, rh_preset_field_find(minus));
    }
    bool reaches = picoseconds(r, field) >= ps || (has_other_clock(r) && !r->given[field - rh_preset_fields]);
    if (rh_preset_field_get(r->preset, field) >= clocks || !reaches || clocks > field->greatest)
        return;
    rh_preset_field_set(r->preset, field, (unsigned)clocks);
    struct rh_preset_value *value = &r->values[field - rh_preset_fields];
    value->rounding = is_in_ns(value) ? rounding : rounding + strlen("ceil, ");
}

bool rh_preset_is_spared(const struct rh_preset_reader *r, const struct rh_preset_field *field) {
    bool whole = r->preset->refresh == RH_REFRESH_OFF || r->preset->refresh == RH_REFRESH_ALL_BANK;
    return whole && !r->based && strcmp(field->name, "tRFCpb") == 0 && !r->given[field - rh_preset_fields];
}

static void spare(struct rh_preset_reader *r) {
    const struct rh_preset_field *one = rh_preset_field_find("tRFCpb"), *all = rh_preset_field_find("tRFC");
    if (!rh_preset_is_spared(r, one))
        return;
    rh_preset_field_set(r->preset, one, rh_preset_field_get(r->preset, all));
    r->values[one - rh_preset_fields] = rh_preset_left_out(r->preset, one);
    r->values[one - rh_preset_fields].source = "no one-bank refresh: as tRFC";
}

/* What is left to say of the histories: their clocks, and clocks of a base that came to another clock period. */
void rh_preset_settle(struct rh_preset_reader *r, yaml_mark_t tck) {
    if (has_other_clock(r))
        rescale(r, tck);
    spare(r);
    raise(r, "tRC", (const char *const[]){"tRAS", "tRP"}, NULL, "ceil, raised to tRAS + tRP");
    raise(r, "tRTW", (const char *const[]){"CL", "tBURST"}, "WL", "ceil, raised to CL - WL + tBURST");
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        struct rh_preset_value *value = &r->values[i];
        value->cycles = rh_preset_field_get(r->preset, &rh_preset_fields[i]);
        if (!r->given[i] && has_other_clock(r) && value->ns >= 0 && !is_in_ns(value))
            value->ns = value->cycles * (r->preset->tck_ps / 1000.0);
    }
}
