// SPDX-License-Identifier: Apache-2.0
/** Inside of the reader of presets: what it remembers, its faults, and texts of values. */
#ifndef RH_PRESET_READER_H
#define RH_PRESET_READER_H

#include <yaml.h>

#include "cmodel/dram/rh_preset_field.h"
#include "rowhold/rh_near.h"

enum { RH_PRESET_FAULTS = 64 };

struct rh_preset_fault {
    yaml_mark_t place;
    char text[RH_NEAR_TEXT + 128];
};

struct rh_preset_reader {
    const char *file;
    yaml_document_t *document;
    struct rh_preset *preset;
    struct rh_error *error;
    bool based; /* `base` fills what is left out */
    uint32_t base_tck_ps;
    yaml_mark_t place[RH_PRESET_VALUES]; /* of each field's value in the file */
    bool given[RH_PRESET_VALUES];
    struct rh_preset_value *values; /* of each field: its history */
    unsigned faults;                /* more than RH_PRESET_FAULTS are only counted */
    struct rh_preset_fault fault[RH_PRESET_FAULTS];
};

/** Note a fault and go on; always false. */
bool rh_preset_fail(struct rh_preset_reader *reader, yaml_mark_t mark, const char *text);
/** "NAME: found the node's value, expected EXPECTED" */
bool rh_preset_fail_found(struct rh_preset_reader *reader, const yaml_node_t *node, const char *name,
                          const char *expected);
/** A line for each fault, in the order of the file: "FILE:LINE:COLUMN: " and its text. True when there is none. */
bool rh_preset_report(struct rh_preset_reader *reader);

/** Digits only, below 2^32. */
bool rh_preset_whole(const char *text, unsigned long *value);
/** A field's value from its text, and its history. */
bool rh_preset_parse(const struct rh_preset_field *field, const char *text, uint32_t tck_ps, unsigned long *value,
                     struct rh_preset_value *history);
/** Clocks of a time: no fewer than it takes, or `down`, no more. */
unsigned long rh_preset_clocks(unsigned long picoseconds, uint32_t tck_ps, bool down);
/** What a field's text may be. */
void rh_preset_expectation(const struct rh_preset_field *field, char *text, size_t size);

/** tRFCpb where no refresh is of one bank: a file may leave it out, and it is as tRFC then. */
bool rh_preset_is_spared(const struct rh_preset_reader *reader, const struct rh_preset_field *field);
/** Of a base with another clock period: times that it gives in ns stay so. Sums that hold in ns hold in clocks; the
 * histories are complete. A time that is too many clocks of that period is a fault at `tck`. */
void rh_preset_settle(struct rh_preset_reader *reader, yaml_mark_t tck);

#endif
