// SPDX-License-Identifier: Apache-2.0
/** What the kind `controller` brings to the bench: rh_controller_bench, with this state. Who drives it is a channel, to
 * which the pair is a controller that shows the RTL's outputs; the contract and the judge watch it there. */
#ifndef RH_CONTROLLER_BENCH_H
#define RH_CONTROLLER_BENCH_H

#include "tb/lockstep/rh_bench.h"

/** How hard the run pressed the ports, seen from outside. Counters and nothing else. */
struct rh_controller_counts {
    uint64_t commands;       /**< row and column commands seen */
    uint64_t requests_held;  /**< clocks in which an offered request was not accepted */
    uint64_t responses_held; /**< clocks in which a response was not taken */
    uint64_t fills;          /**< times a request was held in this clock and not in the one before */
    uint64_t drains;         /**< times the queue became empty */
    struct rh_events events;
};

struct rh_controller_bench_state {
    struct rh_controller_counts counts;
    const struct rh_constraints *constraints;
    bool was_held, was_occupied;
    struct rh_events_past past;
    unsigned responses; /**< slots taken before the clock, on the model's side */
};

static inline const struct rh_controller_counts *rh_controller_counts_of(const struct rh_bench *bench) {
    return &((const struct rh_controller_bench_state *)rh_bench_state(bench))->counts;
}

#endif
