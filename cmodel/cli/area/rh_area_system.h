// SPDX-License-Identifier: Apache-2.0
/** A whole memory system from the table of scripts/area: controllers that keep rows together by themselves, beside
 * simple ones behind a network whose allocators hold grants. */
#ifndef RH_AREA_SYSTEM_H
#define RH_AREA_SYSTEM_H

#include "cmodel/cli/rh_table.h"
#include "cmodel/cost/rh_area.h"

/** Write the systems that the table has rows for, with controllers of these settings (NULL: the usual ones): files, and
 * text unless one of them is standard output. An error where there is none. */
bool rh_area_system_write(const struct rh_area_table *table, const char *settings,
                          const struct rh_table_options *options, struct rh_error *error);

/** The same as a table of the form's rows; NULL with an error, also where there is none. */
struct rh_table *rh_area_system_table(const struct rh_area_table *table, const char *settings, struct rh_error *error);

#endif
