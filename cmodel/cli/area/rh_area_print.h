// SPDX-License-Identifier: Apache-2.0
/** The table of scripts/area beside the formulas of rh_complexity.h. */
#ifndef RH_AREA_PRINT_H
#define RH_AREA_PRINT_H

#include <stdio.h>

#include "cmodel/cli/rh_table.h"
#include "cmodel/cost/rh_area.h"

/** The rows of one design, or of all where `design` is NULL. */
struct rh_area_view {
    const struct rh_area_table *table;
    const char *preset; /**< of --preset, or NULL */
    const char *design;
    const char *settings; /**< that the rows were chosen by, or NULL */
};

/** As text for a terminal. */
void rh_area_print(FILE *to, const struct rh_area_view *view);
/** As docs/tables/area.md. */
void rh_area_print_markdown(FILE *to, const struct rh_area_view *view);
/** Fill a result of rh_form_area. False without memory. */
bool rh_area_result(struct rh_table_result *result, const struct rh_area_view *view);

/** The table of `scripts/area --ice40`, printed and written. */
/** Write the rows of the table `file`, or those that a design and settings (NULL: none) name: files, and text unless
 * one of them is standard output. An error where there is none. */
bool rh_area_ice40_write(const char *file, const char *design, const char *settings,
                         const struct rh_table_options *options, struct rh_error *error);

#endif
