// SPDX-License-Identifier: Apache-2.0
/** What scripts ask of `rowhold area`, each alone: the netlist counter, and the tables that say what is measured. */
#ifndef RH_AREA_JOBS_H
#define RH_AREA_JOBS_H

#include "cmodel/cli/rh_option.h"

struct rh_area_jobs {
    const char *netlist, *parameters;
    bool designs, elsewhere, whole, presets, parts, roles, libraries;
};
enum { RH_AREA_JOBS_ROWS = 9 };
extern const struct rh_option rh_area_jobs_rows[RH_AREA_JOBS_ROWS];

/** Is one of them asked for, and none that goes without another one? `others`: is anything else? */
bool rh_area_jobs_check(const struct rh_area_jobs *jobs, bool others, struct rh_error *error);

/** Do the one that is asked for, into *code the program's exit status; false: none is. `settings`: of --parameters. */
bool rh_area_jobs_run(const struct rh_area_jobs *jobs, const char *settings, int *code, struct rh_error *error);

#endif
