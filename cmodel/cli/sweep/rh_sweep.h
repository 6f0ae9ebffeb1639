// SPDX-License-Identifier: Apache-2.0
/** The points of a design space: which there are, where their results are kept. */
#ifndef RH_SWEEP_H
#define RH_SWEEP_H

#include "cmodel/cli/rh_axis.h"
#include "cmodel/cli/rh_cli.h"
#include "cmodel/cli/rh_figures.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"

struct rh_sweep_merge;

struct rh_sweep {
    struct rh_axes axes;
    const char *cache;    /**< folder of the results; NULL: rowhold/sweep in $XDG_CACHE_HOME or ~/.cache */
    unsigned part, parts; /**< every parts-th point, from the part-th on (1 to parts) */
    uint64_t count;       /**< points of this part */
    char **files;         /**< of each, its result; NULL: `merge` has them */
    struct rh_sweep_merge *merge;
    uint64_t program; /**< hash of the program */
    /** Files that were hashed: a point often has the file of the one before. */
    struct rh_sweep_file {
        char path[512];
        uint64_t hash;
    } known[64];
    unsigned known_count;
};

/** A run of `simulate`. */
struct rh_sweep_point {
    struct rh_options options;
    struct rh_run_kernel_options kernel;
};

/** Check every point and name its result: a hash of the program, the resolved options and the input files. False with
 * the point and its fault. */
bool rh_sweep_open(struct rh_sweep *sweep, struct rh_error *error);
void rh_sweep_close(struct rh_sweep *sweep);
/** Number of a point in the whole space. */
uint64_t rh_sweep_point(const struct rh_sweep *sweep, uint64_t index);
/** "controller=fifo queue=8" */
void rh_sweep_text(const struct rh_sweep *sweep, uint64_t index, char *text, size_t size);
/** The options of a point, its result as --stats. */
bool rh_sweep_options(const struct rh_sweep *sweep, uint64_t index, struct rh_sweep_point *point,
                      struct rh_error *error);
/** Runs a point: the exit code of `simulate`, with an error unless it is 0. */
int rh_sweep_run(const struct rh_sweep *sweep, uint64_t index, struct rh_error *error);

/** The parts of a sweep that ran on several machines, made one again from their JSON files. */
struct rh_sweep_merge;

/** Read the files that `pattern` matches. They are the parts of one sweep by this program, each once and whole; else
 * NULL with an error. `axes` becomes the space; `cli` knows its options. */
struct rh_sweep_merge *rh_sweep_merge_open(const char *pattern, const struct rh_cli *cli, struct rh_axes *axes,
                                           struct rh_error *error);
/** Name of a file that was read; NULL past the last. */
const char *rh_sweep_merge_file(const struct rh_sweep_merge *merge, unsigned index);
/** Figures and configuration_hash of a point, into row `point`. Where the part has no result for it, `hash` is
 * empty. */
bool rh_sweep_merge_read(const struct rh_sweep_merge *merge, uint64_t point, struct rh_figures *figures, char hash[32],
                         struct rh_error *error);

#endif
