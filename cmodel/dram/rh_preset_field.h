// SPDX-License-Identifier: Apache-2.0
/** The fields of a preset by name: what presets.def and YAML files assign, with ranges. */
#ifndef RH_PRESET_FIELD_H
#define RH_PRESET_FIELD_H

#include <stddef.h>

#include "rowhold/rh_preset.h"

struct rh_preset_field {
    const char *name;
    size_t offset, size; /* in struct rh_preset */
    unsigned least, greatest;
    bool power;  /* a power of two */
    bool timing; /* of tables/timing.def; else organisation */
    bool rule;   /* a file may leave it out: `least` then */
    const char *meaning;
};

extern const struct rh_preset_field rh_preset_fields[];
extern const size_t rh_preset_field_count;

/** Does it count command clocks, so that a file may give it in ns? */
bool rh_preset_field_is_time(const struct rh_preset_field *field);
/** Is it true or false in a file? */
bool rh_preset_field_is_flag(const struct rh_preset_field *field);
/** NULL when unknown. */
const struct rh_preset_field *rh_preset_field_find(const char *name);
unsigned rh_preset_field_get(const struct rh_preset *preset, const struct rh_preset_field *field);
void rh_preset_field_set(struct rh_preset *preset, const struct rh_preset_field *field, unsigned value);
/** What is known of a value that a preset leaves out: the field as it is in `preset`, which has its clock. */
struct rh_preset_value rh_preset_left_out(const struct rh_preset *preset, const struct rh_preset_field *field);

#endif
