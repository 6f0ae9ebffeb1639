// SPDX-License-Identifier: Apache-2.0
/** What a finished run tells people. */
#ifndef RH_RUN_SUMMARY_H
#define RH_RUN_SUMMARY_H

#include "cmodel/cli/rh_table.h"
#include "cmodel/embedding/rh_run_report.h"

/** What a newcomer needs to understand the run. */
void rh_run_summary(FILE *file, const struct rh_run_report *report);
/** A part of it: the percentiles that were asked for. Of the report it needs those, `timed`, the total's statistics and
 * the network. */
void rh_run_summary_percentiles(FILE *file, const struct rh_run_report *report);
/** A part of it: what was run, in one line. */
void rh_run_summary_title(FILE *file, const struct rh_setup *setup, unsigned channels, const char *stream);
/** A part of it: the three clocks of a closed loop, the rest of a line. */
void rh_run_summary_clocks(FILE *file, const struct rh_loop_stats *stats);
/** Print and close a table. One that lacks memory (not `good`) says so in its place: the run's files are written. */
void rh_run_summary_table(FILE *file, struct rh_table *table, bool good);

/** Tables of a run as CSV. Write errors stay with the file (ferror); false with an error without memory. */
/** How many requests had which latency. Lines of none are left out. */
extern const struct rh_form_part rh_histogram_columns;
bool rh_histogram_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error);
/** core, then its rows of tables/stats.def: a line for each core, in order. What the run has no meaning for is
 * empty: times, what needs runs alone. With a network first issues, last replies and round trips stand in the place of
 * arrivals, data and latencies, and `awaited` (tables/loop.def) comes last. */
bool rh_cores_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error);

#endif
