// SPDX-License-Identifier: Apache-2.0
/** The parts of a sweep that ran on several machines, made one again from their JSON files. */
#ifndef RH_SWEEP_MERGE_H
#define RH_SWEEP_MERGE_H

#include "cmodel/cli/rh_cli.h"
#include "cmodel/cli/rh_figures.h"
#include "cmodel/cli/sweep/rh_sweep.h"

struct rh_sweep_merge;

/** Read the files that `pattern` matches. They are the parts of one sweep by this program, each once and whole; else
 * NULL with an error. `axes` becomes the space; `cli` knows its options. */
struct rh_sweep_merge *rh_sweep_merge_open(const char *pattern, const struct rh_cli *cli, struct rh_axes *axes,
                                           struct rh_error *error);
void rh_sweep_merge_close(struct rh_sweep_merge *merge); /**< NULL is harmless */
/** Name of a file that was read; NULL past the last. */
const char *rh_sweep_merge_file(const struct rh_sweep_merge *merge, unsigned index);
/** Figures and configuration_hash of a point, into row `point`. Where the part has no result for it, `hash` is
 * empty. */
bool rh_sweep_merge_read(const struct rh_sweep_merge *merge, uint64_t point, struct rh_figures *figures, char hash[32],
                         struct rh_error *error);

#endif
