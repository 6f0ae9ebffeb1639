// SPDX-License-Identifier: Apache-2.0
/** A controller in lockstep, as one unit of a channel: to the channel above it the pair is a controller that shows the
 * RTL's outputs. The channel drives it, the contract and the judge watch it; what happened is counted here.
 */
#ifndef RH_CONTROLLER_BENCH_H
#define RH_CONTROLLER_BENCH_H

#include "rowhold/rh_channel.h"
#include "tb/lockstep/rh_events.h"
#include "tb/lockstep/rh_lockstep.h"

struct rh_controller_bench_setup {
    const struct rh_block_ops *ops;
    const struct rh_rtl_api *rtl;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    uint64_t seed;
    uint32_t compare_state;
    struct rh_wave *wave;
    uint64_t from, load_every; /**< these as in rh_lockstep_setup */
    bool count_registers;      /**< beside the other events; the run is slower */
};

/** How hard the run pressed the ports, seen from outside. Counters and nothing else. */
struct rh_controller_counts {
    uint64_t commands;       /**< row and column commands seen */
    uint64_t requests_held;  /**< clocks in which an offered request was not accepted */
    uint64_t responses_held; /**< clocks in which a response was not taken */
    uint64_t fills;          /**< times a request was held in this clock and not in the one before */
    uint64_t drains;         /**< times the queue became empty */
    struct rh_events events;
};

struct rh_controller_bench;

/** Both sides after one clock of reset; NULL with an error. */
struct rh_controller_bench *rh_controller_bench_open(const struct rh_controller_bench_setup *setup,
                                                     struct rh_error *error);
void rh_controller_bench_close(struct rh_controller_bench *bench);
/** Its step returns false at the first difference. */
struct rh_unit rh_controller_bench_unit(struct rh_controller_bench *bench);
struct rh_lockstep *rh_controller_bench_lockstep(struct rh_controller_bench *bench);
const struct rh_controller_counts *rh_controller_bench_counts(const struct rh_controller_bench *bench);
/** The last clocks' inputs and the RTL's commands, for the mismatch report. */
void rh_controller_bench_past(const struct rh_lockstep *lockstep, FILE *to);

#endif
