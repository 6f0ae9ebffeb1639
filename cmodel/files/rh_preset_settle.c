// SPDX-License-Identifier: Apache-2.0
// What is done when all values of a preset's file are read.
#include <string.h>

#include "cmodel/files/rh_preset_reader.h"

/* Picoseconds of a field: as they were given, else its clocks. */
static int64_t picoseconds(const struct rh_preset_reader *r, const struct rh_preset_field *field) {
    const struct rh_preset_value *value = &r->values[field - rh_preset_fields];
    bool in_ns = strcmp(value->rounding, "ceil") == 0 || strcmp(value->rounding, "floor") == 0;
    if (in_ns && (r->given[field - rh_preset_fields] || r->base_tck_ps == r->preset->tck_ps))
        return (int64_t)(value->ns * 1000 + 0.5);
    return (int64_t)rh_preset_field_get(r->preset, field) * r->preset->tck_ps;
}

/* A field that reaches a sum in ns must not miss it in clocks because each part was rounded up by itself: it is raised
 * to the sum of the clocks. The lint refuses what does not reach it in ns either. */
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
    if (rh_preset_field_get(r->preset, field) >= clocks || picoseconds(r, field) < ps || clocks > field->greatest)
        return;
    rh_preset_field_set(r->preset, field, (unsigned)clocks);
    r->values[field - rh_preset_fields].rounding = rounding;
}

/* What is left to say of the histories: their clocks, and clocks of a base that came to another clock period. */
void rh_preset_settle(struct rh_preset_reader *r) {
    raise(r, "tRC", (const char *const[]){"tRAS", "tRP"}, NULL, "ceil, raised to tRAS + tRP");
    raise(r, "tRTW", (const char *const[]){"CL", "tBURST"}, "WL", "ceil, raised to CL - WL + tBURST");
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        struct rh_preset_value *value = &r->values[i];
        value->cycles = rh_preset_field_get(r->preset, &rh_preset_fields[i]);
        if (r->given[i] || !r->based || r->base_tck_ps == r->preset->tck_ps || value->ns < 0)
            continue;
        value->ns = value->cycles * (r->preset->tck_ps / 1000.0);
        value->rounding = "given in clocks";
    }
}
