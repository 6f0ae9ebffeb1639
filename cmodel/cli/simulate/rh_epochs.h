// SPDX-License-Identifier: Apache-2.0
/** A run over time: `simulate --epoch N --epochs FILE --plot FILE.svg`.
 *
 * epoch,cycle,channel,COUNTS,FIGURES,latency_mean,latency_NAME_mean...,stall_CAUSE...
 *
 * A line for each channel and one for all of them (`all`), every N clocks; `cycle` is the first of them. All else is
 * named as in --stats and in the tables of `sweep`. A mean is empty where no request of its kind was done.
 *
 * With a network these follow, in the lines of all channels alone (tables/loop.def):
 * network_COUNTS,network_throughput,network_latency_mean,network_latency_PART_mean...,wait_NAME...
 *
 * With a GPU program also its CTAs, the resident ones as the mean of all cores together over the epoch's core clocks:
 * kernel_ctas_launched,kernel_ctas_finished,kernel_ctas_resident
 */
#ifndef RH_EPOCHS_H
#define RH_EPOCHS_H

#include "cmodel/cli/rh_plot.h"
#include "cmodel/embedding/rh_run_report.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/trace/rh_spool.h"
#include "rowhold/rh_epoch.h"

struct rh_epochs_options {
    uint64_t epoch; /**< --epoch; 0: not given */
    const char *csv, *plot;
};

/** Most lines, some gigabytes: no later arrival is taken. */
enum { RH_EPOCHS_MOST = 10000000 };

/** A picture: the shares of the ledger and the efficiency of all channels over time. */
struct rh_epochs_picture {
    struct rh_plot plot;
    uint64_t epochs;     /**< that a step of the picture sums up */
    uint64_t begin, end; /**< clocks of the step so far */
    struct rh_epoch step;
    struct rh_stats *stats; /**< room for those of a step */
};

struct rh_epochs {
    struct rh_epochs_options options;
    unsigned channels;
    struct rh_gpu *gpu;      /**< whose CTAs are shown; NULL: there is none */
    struct rh_gpu_ctas ctas; /**< up to the epoch before */
    struct rh_spool *spool;  /**< NULL: nothing is wanted */
    struct rh_output csv;
    struct rh_epochs_picture picture;
};

/** The length that is used where files are wanted and none is given; false where it is given in vain. */
bool rh_epochs_check(struct rh_epochs_options *options, struct rh_error *error);
/** Nothing where nothing is wanted. `looped`: there are epochs of a network, too. */
bool rh_epochs_open(struct rh_epochs *epochs, const struct rh_epochs_options *options, unsigned channels, bool looped,
                    struct rh_error *error);
/** For struct rh_system_setup and rh_loop_setup; `user` is a struct rh_epochs. */
void rh_epochs_keep(void *user, const struct rh_epoch *epoch);
void rh_epochs_keep_loop(void *user, const struct rh_loop_epoch *epoch);
/** After the run: both files, whole or absent. */
bool rh_epochs_write(struct rh_epochs *epochs, const struct rh_run_report *report, struct rh_error *error);
void rh_epochs_drop(struct rh_epochs *epochs); /**< harmless when nothing is open */

#endif
