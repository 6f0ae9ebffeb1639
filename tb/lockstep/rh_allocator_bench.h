// SPDX-License-Identifier: Apache-2.0
/** What the kind `allocator` brings to the bench: rh_allocator_bench, with this state. */
#ifndef RH_ALLOCATOR_BENCH_H
#define RH_ALLOCATOR_BENCH_H

#include "tb/lockstep/rh_allocator_driver.h"
#include "tb/lockstep/rh_allocator_events.h"
#include "tb/lockstep/rh_bench.h"

/** Counters and nothing else. */
struct rh_allocator_counts {
    uint64_t packets, streamed; /**< taken by inputs; of them, those of a stream that goes on */
    uint64_t grants, held;      /**< pairs granted; of them, held */
    uint64_t away;              /**< clocks in which a request was turned away */
    uint64_t longest_wait;      /**< clocks in a row in which an eligible request was left */
    uint64_t longest_block;     /**< clocks in a row in which an output was not ready */
    uint64_t forgotten;         /**< pairs remembered when the reset came */
    uint64_t interrupted;       /**< requests that waited then */
    struct rh_allocator_events events;
};

struct rh_allocator_bench_state {
    const struct rh_block *block;
    struct rh_allocator_driver driver;
    struct rh_allocator_watcher watcher;
    struct rh_allocator_counts counts;
    struct rh_register_past past;
    uint64_t blocked; /**< outputs that were not ready in the last clock */
};

#endif
