// SPDX-License-Identifier: Apache-2.0
/** Any block in lockstep under what its kind brings along: a driver makes the inputs, a watcher holds the RTL's outputs
 * to the port contract, what happened is counted. After the traffic nothing new is asked for until nothing waits.
 *
 * The column `bench` of tables/kinds.def says what a kind brings: rh_<bench>_bench. `random` suits a kind that takes
 * any inputs. A controller has no driver: a channel steps the pair as a controller that shows the RTL's outputs, its
 * requests come from streams and its commands go before a judge (rh_cosim.h).
 */
#ifndef RH_BENCH_H
#define RH_BENCH_H

#include <stdio.h>

#include "rowhold/rh_random.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_events.h"
#include "tb/lockstep/rh_lockstep.h"

/** What a kind brings to the bench. `state` is its own, zeroed before `start`. */
struct rh_bench_kind {
    size_t state_size;
    /** False without memory. Block and configuration live as long as the state. */
    bool (*start)(void *state, const struct rh_block *block, const void *config, uint64_t seed);
    void (*stop)(void *state); /**< NULL: nothing to free */
    /** The inputs of the next clock: legal ones. NULL: they come from who steps rh_bench_unit. */
    const void *(*inputs)(void *state);
    /** The model's registers before a clock; NULL: nobody looks. */
    void (*sample)(void *state, const void *model_state);
    /** A clock of both sides, before `watch`; NULL: nothing is counted. */
    void (*count)(void *state, const struct rh_lockstep_clock *clock);
    /** A clock in which nothing differed, or before the RTL runs; false with "found ..., expected ..." when it breaks
     * the contract. */
    bool (*watch)(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken);
    void (*reset)(void *state); /**< both sides were reset */
    /** What waits, each piece of which takes a clock at most once `drain` was called; NULL: nothing ever does. */
    unsigned (*waiting)(const void *state);
    void (*drain)(void *state);
    /** Offset in the state of the uint64_t that is 0 where a run has shown nothing, and what it counts; NULL: any run
     * shows something. */
    size_t shown;
    const char *shown_words;
    /** What happened, in a few lines behind what a good run compared; NULL: nothing is said. */
    void (*said)(const void *state, FILE *to);
    /** The last clocks, for the mismatch report; see rh_mismatch.h. */
    void (*past)(const struct rh_lockstep *lockstep, FILE *to);
};

/** Random traffic, first in the state of the kinds that have it: it stays of a sort, a spell, for some clocks. Behind
 * rh_bench_drain, nothing new comes and all is taken. */
struct rh_bench_traffic {
    uint64_t random;
    uint32_t left; /**< clocks of the spell */
    bool draining;
};
static inline uint32_t rh_bench_below(struct rh_bench_traffic *traffic, uint32_t n) {
    return rh_random_below(&traffic->random, n);
}
/** In so many of 64 clocks. */
static inline bool rh_bench_now(struct rh_bench_traffic *traffic, uint8_t share) {
    return traffic->draining || rh_random_below(&traffic->random, 64) < share;
}
void rh_bench_drain(void *state);
/** What such a kind brings, by the names that its functions have. */
#define RH_BENCH_TRAFFIC(name, counter, words, ...)                                                                    \
    const struct rh_bench_kind rh_##name##_bench = {.state_size = sizeof(struct rh_##name##_bench_state),              \
                                                    .start = start,                                                    \
                                                    .inputs = inputs,                                                  \
                                                    .watch = watch,                                                    \
                                                    .reset = reset,                                                    \
                                                    .waiting = waiting,                                                \
                                                    .drain = rh_bench_drain,                                           \
                                                    .shown = offsetof(struct rh_##name##_bench_state, counts.counter), \
                                                    .shown_words = (words),                                            \
                                                    .said = said,                                                      \
                                                    .past = rh_bench_past_inputs,                                      \
                                                    __VA_ARGS__}

/** By the rows of tables/kinds.def. */
const struct rh_bench_kind *rh_bench_kind_of(enum rh_kind_code kind);
extern const struct rh_bench_kind rh_random_bench, rh_allocator_bench, rh_controller_bench, rh_ejector_bench,
    rh_injector_bench, rh_link_bench, rh_router_bench;
/** False with an error where a run has shown nothing. */
bool rh_bench_shown(const struct rh_bench_kind *kind, const void *state, struct rh_error *error);
/** For `past`: every input of the last clocks, by name. */
void rh_bench_past_inputs(const struct rh_lockstep *lockstep, FILE *to);

struct rh_bench_setup {
    const struct rh_bench_kind *kind;
    const struct rh_block *block;
    const void *config;
    const struct rh_rtl_api *rtl;
    uint64_t seed;
    uint64_t cycles;   /**< of traffic */
    uint64_t reset_at; /**< reset before this clock, whatever is going on; 0: not */
    uint32_t compare_state;
    struct rh_wave *wave;
    uint64_t from, load_every; /**< these as in rh_lockstep_setup */
    bool count_registers;      /**< for rh_bench_registers; the run is slower */
    /** Called now and then with the clocks compared so far; may be NULL. */
    void (*progress)(void *user, uint64_t clocks);
    void *progress_user;
};

enum rh_bench_end {
    RH_BENCH_MATCHED,  /**< ran to its end, everything was equal, nothing was broken, something was compared */
    RH_BENCH_MISMATCH, /**< RTL and model differ */
    RH_BENCH_FAILED    /**< another check failed: the error says which */
};

struct rh_bench;

/** Both sides after one clock of reset; NULL with an error. Block, configuration and RTL live as long as the bench. */
struct rh_bench *rh_bench_open(const struct rh_bench_setup *setup, struct rh_error *error);
void rh_bench_close(struct rh_bench *bench); /**< NULL is harmless */
/** The whole run, once; of a kind with a driver. */
enum rh_bench_end rh_bench_run(struct rh_bench *bench, struct rh_error *error);

/** Both sides, for who steps them himself: rh_lockstep_unit of rh_bench_lockstep. */
struct rh_unit rh_bench_unit(const struct rh_bench *bench);
struct rh_lockstep *rh_bench_lockstep(const struct rh_bench *bench);
const void *rh_bench_state(const struct rh_bench *bench); /**< the kind's */
const struct rh_register_events *rh_bench_registers(const struct rh_bench *bench);
uint64_t rh_bench_drained(const struct rh_bench *bench); /**< clocks after the traffic until nothing waited */

#endif
