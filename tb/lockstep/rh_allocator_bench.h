// SPDX-License-Identifier: Apache-2.0
/** An allocator in lockstep: a driver makes its inputs, a watcher holds the RTL's grants to the port contract, what
 * happened is counted. After the traffic nothing new is asked for until every request is granted.
 */
#ifndef RH_ALLOCATOR_BENCH_H
#define RH_ALLOCATOR_BENCH_H

#include "tb/lockstep/rh_allocator_events.h"
#include "tb/lockstep/rh_lockstep.h"

struct rh_allocator_bench_setup {
    const struct rh_block_ops *ops;
    const struct rh_rtl_api *rtl;
    struct rh_allocator_params params;
    struct rh_allocator_config config;
    uint64_t seed;
    uint64_t cycles;   /**< of traffic */
    uint64_t reset_at; /**< reset before this clock, whatever is going on; 0: not */
    uint32_t compare_state;
    struct rh_wave *wave;
    uint64_t wave_from, wave_clocks; /**< these as in rh_lockstep_setup */
    /** Called now and then with the clocks compared so far; may be NULL. */
    void (*progress)(void *user, uint64_t clocks);
    void *progress_user;
};

enum rh_allocator_bench_end {
    RH_ALLOCATOR_BENCH_MATCHED, /**< ran to its end, everything was equal, nothing was broken, something was compared */
    RH_ALLOCATOR_BENCH_MISMATCH, /**< RTL and model differ */
    RH_ALLOCATOR_BENCH_FAILED    /**< another check failed: the error says which */
};

/** Counters and nothing else. */
struct rh_allocator_counts {
    uint64_t packets, streamed; /**< taken by inputs; of them, those of a stream that goes on */
    uint64_t grants, held;      /**< pairs granted; of them, held */
    uint64_t away;              /**< clocks in which a request was turned away */
    uint64_t longest_wait;      /**< clocks in a row in which an eligible request was left */
    uint64_t longest_block;     /**< clocks in a row in which an output was not ready */
    uint64_t drain;             /**< clocks after the traffic until every request was granted */
    uint64_t forgotten;         /**< pairs remembered when the reset came */
    uint64_t interrupted;       /**< requests that waited then */
    struct rh_allocator_events events;
};

struct rh_allocator_bench;

/** Both sides after one clock of reset; NULL with an error. */
struct rh_allocator_bench *rh_allocator_bench_open(const struct rh_allocator_bench_setup *setup,
                                                   struct rh_error *error);
void rh_allocator_bench_close(struct rh_allocator_bench *bench); /**< NULL is harmless */
/** The whole run, once. */
enum rh_allocator_bench_end rh_allocator_bench_run(struct rh_allocator_bench *bench, struct rh_error *error);

const struct rh_lockstep *rh_allocator_bench_lockstep(const struct rh_allocator_bench *bench);
const struct rh_allocator_counts *rh_allocator_bench_counts(const struct rh_allocator_bench *bench);
/** The last clocks' inputs and the RTL's grants, for the mismatch report. */
void rh_allocator_bench_past(const struct rh_lockstep *lockstep, FILE *to);

#endif
