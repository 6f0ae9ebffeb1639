// SPDX-License-Identifier: Apache-2.0
/** Tables of a run as CSV. Write errors stay with the file (ferror); false with an error without memory. */
#ifndef RH_RUN_CSV_H
#define RH_RUN_CSV_H

#include "cmodel/cli/rh_table.h"
#include "cmodel/run/rh_run_report.h"

/** How many requests had which latency. Lines of none are left out. */
extern const struct rh_form_part rh_histogram_columns;
bool rh_histogram_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error);
/** core, then its rows of tables/stats.def: a line for each core, in order. What the run has no meaning for is
 * empty: times, what needs runs alone. With a network first issues, last replies and round trips stand in the place of
 * arrivals, data and latencies, and `awaited` (tables/loop.def) comes last. */
bool rh_cores_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error);

#endif
