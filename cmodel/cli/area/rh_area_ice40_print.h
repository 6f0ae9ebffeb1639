// SPDX-License-Identifier: Apache-2.0
/** The table of `scripts/area --ice40`, printed and written. */
#ifndef RH_AREA_ICE40_PRINT_H
#define RH_AREA_ICE40_PRINT_H

#include "cmodel/cli/rh_table.h"

/** Write the rows of the table `file`, or those that a design and settings (NULL: none) name: files, and text unless
 * one of them is standard output. An error where there is none. */
bool rh_area_ice40_write(const char *file, const char *design, const char *settings,
                         const struct rh_table_options *options, struct rh_error *error);

#endif
