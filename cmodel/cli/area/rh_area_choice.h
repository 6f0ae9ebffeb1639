// SPDX-License-Identifier: Apache-2.0
/** What `rowhold area` and `rowhold complexity` are asked for: a design by the name of its variant and its settings,
 * controllers before the DRAM of a preset; and the tables of areas that are there. */
#ifndef RH_AREA_CHOICE_H
#define RH_AREA_CHOICE_H

#include "cmodel/cost/rh_area.h"
#include "rowhold/rh_block.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_variant.h"

struct rh_area_choice {
    const char *design, *settings; /**< settings NULL: every size */
    const struct rh_variant *variant;
    void *params; /**< of these settings; of the usual ones where there are none */
};

/** An error names `option`. To be closed when it was opened. */
bool rh_area_choice_open(struct rh_area_choice *choice, const char *option, const char *design, const char *settings,
                         struct rh_error *error);
void rh_area_choice_close(struct rh_area_choice *choice);

/** Is a row of this design and these settings asked for, however the settings are written? */
bool rh_area_choice_has(const struct rh_area_choice *choice, const char *design, const char *settings);

/** The error that no row is asked for; always false. */
bool rh_area_choice_missed(const struct rh_area_choice *choice, struct rh_error *error);

/** Controllers before the DRAM of a preset. */
struct rh_area_preset {
    struct rh_preset preset;
    struct rh_geometry geometry;
    char dram[128];                  /**< what the preset says, in the words of settings: "banks=16 groups=4 ..." */
    char settings[RH_AREA_SETTINGS]; /**< the queue and that: "queue=32 banks=16 ..." */
};
/** A name or a file. `settings`: the queue, or anything else that is not the preset's to say; NULL: nothing. */
bool rh_area_preset_open(struct rh_area_preset *of, const char *name, const char *settings, struct rh_error *error);
/** Is a row that of a controller before this DRAM, whatever the preset does not say? */
bool rh_area_preset_has(const struct rh_area_preset *of, const struct rh_area_row *row);

/** What a row says beside the formulas of rh_complexity.h. */
struct rh_area_derived {
    int64_t policy, formula_bits, stored, stored_bits; /**< -1: none */
    const char *formula, *stored_formula;              /**< NULL: none */
    const char *rule;                                  /**< of an allocator, else "" */
    double sequential;                                 /**< share of the area */
};
struct rh_area_derived rh_area_derive(const struct rh_area_table *table, const struct rh_area_row *row);

/** docs/tables/area.csv of the source folder with the rows of docs/tables/area_presets.csv behind it; of these what is
 * there. Free with rh_area_close, also after a failure. */
bool rh_area_load_own(struct rh_area_table *table, struct rh_error *error);

#endif
