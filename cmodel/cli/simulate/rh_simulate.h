// SPDX-License-Identifier: Apache-2.0
/** A run of `rowhold simulate`, for this and other commands. */
#ifndef RH_SIMULATE_H
#define RH_SIMULATE_H

#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_epochs.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"
#include "rowhold/rh_closed_loop.h"

/** Options of simulate, and of cosim with --network. */
struct rh_simulate_own {
    const char *core_table;               /**< --core-table FILE, or NULL */
    const char *histogram, *requests_log; /**< --histogram --requests-log FILE, or NULL */
    const char *percentiles;              /**< --percentiles LIST, or NULL */
    struct rh_epochs_options epochs;      /**< --epochs --epoch --plot */
    struct rh_run_kernel_options kernel;  /**< --kernel and what belongs to it */
    bool interruptible;                   /**< SIGINT ends the stream: a summary of what there is, and no file */
};
enum { RH_SIMULATE_ROWS = 7 };
extern const struct rh_option rh_simulate_rows[RH_SIMULATE_ROWS];

/** What goes along with a run, or drives it: RTL. The wave is its own. */
struct rh_simulate_hook {
    struct rh_file_use file[3];       /**< its files, which must be no others of the run */
    uint64_t cycles;                  /**< a closed loop stops there; 0: at its end */
    const struct rh_run_bench *bench; /**< for the report; NULL: none */
    /** Once the options are resolved: changes of the setup. NULL: none. */
    bool (*resolve)(void *user, struct rh_options *options, struct rh_setup *setup, struct rh_error *error);
    /** Before the first clock, with the options as they were settled. Of a closed loop `loop`; else NULL, and the
     * workers of `system`, which is not open yet, may be others. */
    bool (*open)(void *user, const struct rh_options *options, const struct rh_setup *setup,
                 struct rh_system_setup *system, const struct rh_loop *loop, struct rh_error *error);
    /** As in struct rh_loop_setup; behind the run, however it ended: an exit code unless it is 0, and no file is
     * written; the summary, in place of that of simulate. `system`: NULL of a closed loop. */
    bool (*watch)(void *user, bool behind);
    void (*edge)(void *user);
    int (*end)(void *user, const struct rh_system *system, enum rh_system_end end, struct rh_error *error);
    void (*say)(void *user, FILE *to, const struct rh_run_report *report);
    void *user;
};

/** Run what the options say; their files are written. The exit code of `simulate`, with an error unless it is 0. */
int rh_simulate(const struct rh_options *options, struct rh_error *error);
/** The same with files of its own; `hook` may be NULL. */
int rh_simulate_run(const struct rh_options *options, const struct rh_simulate_own *own,
                    const struct rh_simulate_hook *hook, struct rh_error *error);

#endif
