// SPDX-License-Identifier: Apache-2.0
/** What a finished run tells people. */
#ifndef RH_RUN_SUMMARY_H
#define RH_RUN_SUMMARY_H

#include "cmodel/cli/rh_table.h"
#include "cmodel/run/rh_run_report.h"

/** What a newcomer needs to understand the run. */
void rh_run_summary(FILE *file, const struct rh_run_report *report);
/** A part of it: the percentiles that were asked for. Of the report it needs those, `timed`, the total's statistics and
 * the network. */
void rh_run_summary_percentiles(FILE *file, const struct rh_run_report *report);
/** A part of it: what was run, in one line. */
void rh_run_summary_title(FILE *file, const struct rh_setup *setup, unsigned channels, const char *stream);
/** A part of it: the cores, and how fair the memory was to them. */
void rh_run_summary_cores(FILE *file, const struct rh_run_report *report);
/** Print and close a table. One that lacks memory (not `good`) says so in its place: the run's files are written. */
void rh_run_summary_table(FILE *file, struct rh_table *table, bool good);

#endif
