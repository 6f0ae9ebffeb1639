// SPDX-License-Identifier: Apache-2.0
/** The table of scripts/area beside the formulas of rh_complexity.h. */
#ifndef RH_AREA_PRINT_H
#define RH_AREA_PRINT_H

#include <stdio.h>

#include "cmodel/cli/rh_table.h"
#include "rowhold/rh_area.h"

/** The rows of one design, or of all where `design` is NULL. */
struct rh_area_view {
    const struct rh_area_table *table;
    const char *preset; /**< of --preset, or NULL */
    const char *design;
    const char *settings; /**< that the rows were chosen by, or NULL */
};

/** As text for a terminal. */
void rh_area_print(FILE *to, const struct rh_area_view *view);
/** A table's notes as a Markdown list. */
void rh_area_print_notes(FILE *to, const char *notes);
/** As docs/tables/area.md. */
void rh_area_print_markdown(FILE *to, const struct rh_area_view *view);
/** Fill a result of rh_form_area. False without memory. */
bool rh_area_result(struct rh_table_result *result, const struct rh_area_view *view);

#endif
