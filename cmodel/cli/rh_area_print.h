// SPDX-License-Identifier: Apache-2.0
/** The table of scripts/area beside the formulas of rh_complexity.h. */
#ifndef RH_AREA_PRINT_H
#define RH_AREA_PRINT_H

#include <stdio.h>

#include "rowhold/rh_area.h"

/** As text for a terminal; `design`: its rows alone, or NULL. */
void rh_area_print(FILE *to, const struct rh_area_table *table, const char *design);
/** As docs/tables/area.md. */
void rh_area_print_markdown(FILE *to, const struct rh_area_table *table);

#endif
