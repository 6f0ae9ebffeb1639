// SPDX-License-Identifier: Apache-2.0
/** What `rowhold complexity` writes: text, or the tables of its form. */
#ifndef RH_COMPLEXITY_PRINT_H
#define RH_COMPLEXITY_PRINT_H

#include "cmodel/cli/complexity/rh_complexity_lines.h"
#include "cmodel/cli/rh_table.h"

struct rh_complexity_view {
    const struct rh_complexity_system *system;
    const struct rh_complexity_lines *lines;
    const struct rh_area_table *table;
    const char *preset; /**< of --preset, or NULL */
    bool counted;       /**< --count */
};

/** The files that are asked for, and the text unless one of them is standard output. */
bool rh_complexity_write(const struct rh_complexity_view *view, const struct rh_table_options *options,
                         struct rh_error *error);
/** The lines as a table; NULL without memory. */
struct rh_table *rh_complexity_table(const struct rh_complexity_lines *lines);

#endif
