// SPDX-License-Identifier: Apache-2.0
/** What the kind `allocator` brings to the bench: rh_allocator_bench, with its state: a driver, a watcher, counters. */
#ifndef RH_ALLOCATOR_BENCH_H
#define RH_ALLOCATOR_BENCH_H

#include <stdio.h>

#include "rowhold/rh_allocator.h"
#include "tb/lockstep/rh_bench.h"
#include "tb/lockstep/rh_events.h"

/* --- the driver --- */

/** Stimulus of an allocator: inputs with packets at their heads, outputs that are ready in bursts.
 *
 * A request stays until it is granted. Then its stream goes on (the same output and bank, mostly the same row), or the
 * input takes another packet, at once or after a pause. Traffic changes every few dozen clocks: how many outputs an
 * input asks for, how long streams, pauses and bursts of readiness are, which rows differ (in one bit, in bits that the
 * hash folds away, all), whether one output is wanted by all. Some spells are long and endless, so that a hold limit of
 * 255 is reached; in some all requests are drawn anew every clock, for nothing forbids it.
 */

/** A spell of traffic. */
struct rh_allocator_spell {
    uint32_t left;        /**< clocks */
    bool redrawn;         /**< every request anew in every clock */
    bool mapped;          /**< a destination is behind one output */
    uint8_t density;      /**< outputs that a packet asks for, of 64; 0: one */
    uint8_t rows;         /**< how rows differ */
    uint8_t hot;          /**< the output that all want; beyond the outputs: none */
    uint16_t stream;      /**< packets of a stream, at most */
    uint16_t pause;       /**< clocks between packets of an input, at most */
    uint16_t open, shut;  /**< bursts of readiness and of none, at most so many clocks; shut 0: always ready */
    uint32_t row, output; /**< that they are drawn around */
};

struct rh_allocator_driver {
    const struct rh_allocator_params *params;
    uint64_t random;
    bool draining; /**< nothing new is asked for */
    struct rh_allocator_spell spell;
    struct rh_allocator_in in;
    uint16_t pause[RH_MOST_inputs];                   /**< clocks until the input takes another packet */
    uint16_t stream[RH_MOST_inputs];                  /**< packets of its stream that are left */
    uint16_t turn[RH_MOST_outputs];                   /**< clocks until readiness changes */
    uint64_t packets, streamed;                       /**< taken by inputs; of them, packets of a going stream */
    uint32_t longest_block, blocked[RH_MOST_outputs]; /**< clocks in a row without ready */
};

/** `params` must live as long as the driver. */
void rh_allocator_driver_start(struct rh_allocator_driver *driver, const struct rh_allocator_params *params,
                               uint64_t seed);
/** The inputs of the next clock. */
const struct rh_allocator_in *rh_allocator_driver_clock(struct rh_allocator_driver *driver);
/** What was granted in that clock. */
void rh_allocator_driver_granted(struct rh_allocator_driver *driver, const struct rh_allocator_out *out);
/** From now on nothing new is asked for and every output is ready: what is left can be granted. */
void rh_allocator_driver_drain(struct rh_allocator_driver *driver);
/** Requests that wait. */
unsigned rh_allocator_driver_waiting(const struct rh_allocator_driver *driver);

/* --- the watcher --- */

/** The port contract of an allocator (rh_allocator.h, rh_hold.h), watched clock by clock from the ports alone.
 *
 * It keeps who had which output and which rows were granted, in its own words, and knows no register. So it can
 * contradict a model and an RTL that are wrong in the same way. Beyond the contract of the kind it holds the allocators
 * of the registry to what their C files promise: a maximal matching, progress in every iteration, the longest wait.
 */

enum { RH_ALLOCATOR_NOBODY = UINT8_MAX };

struct rh_allocator_watcher {
    const char *name; /**< of the allocator */
    const struct rh_allocator_params *params;
    const struct rh_allocator_config *config;
    uint8_t owner[RH_MOST_outputs];                            /**< the input that had the output, or nobody */
    uint32_t granted_row[RH_MOST_destinations][RH_MOST_banks]; /**< last one granted for them, 0 after reset */
    uint32_t packet_row[RH_MOST_outputs];                      /**< of the packet last granted on the output */
    uint32_t away;                                             /**< clocks that turned a request away, since the */
    uint64_t pending_release;                                  /**< outputs last were owed a free clock each */
    bool turned_away;                                          /**< the last clock was one */
    uint32_t wait[RH_MOST_inputs][RH_MOST_outputs];            /**< clocks in a row in which the request was left */
    uint64_t eligible[RH_MOST_inputs];                         /**< in the last clock */
};

/** The last three must live as long as the watcher. */
void rh_allocator_watcher_start(struct rh_allocator_watcher *watcher, const char *name,
                                const struct rh_allocator_params *params, const struct rh_allocator_config *config);
/** After a reset of the allocator. */
void rh_allocator_watcher_reset(struct rh_allocator_watcher *watcher);
/** One clock; false with one line, "found ..., expected ...", when it breaks the contract. */
bool rh_allocator_watcher_clock(struct rh_allocator_watcher *watcher, const struct rh_allocator_in *in,
                                const struct rh_allocator_out *out, struct rh_error *error);
/** Outputs whose last grant is remembered. */
unsigned rh_allocator_watcher_remembered(const struct rh_allocator_watcher *watcher);

/* --- what happened --- */

/** What happened in a run of an allocator, counted: shapes of the matrix, grants, what became of remembered pairs,
 * registers.
 *
 * Every event that a size knows has a line in the file, those that did not happen with a 0, so that a test can ask for
 * all of them. What cannot happen stands in impossible_allocator_events.txt with its reason.
 */

/** Events with a name alone: RH_EVENT(group, name, meaning). */
#define RH_ALLOCATOR_EVENTS(X)                                                                                         \
    X(matrix, empty, "nothing is asked for")                                                                           \
    X(matrix, blocked, "requests, none of them to a ready output")                                                     \
    X(matrix, full, "every pair asks and every output is ready")                                                       \
    X(matrix, one_output, "every input asks for one output, all for the same")                                         \
    X(ready, none, "no output is ready")                                                                               \
    X(ready, some, "some are")                                                                                         \
    X(ready, all, "all are")                                                                                           \
    X(match, maximal, "no request is left whose input and output are both free")                                       \
    X(match, left, "one is left")                                                                                      \
    X(pair, kept, "an output is not ready, its pair is remembered")                                                    \
    X(pair, moved, "an output is not ready, its pair is forgotten: the input is granted another")                      \
    X(pair, silent, "an output is ready and its pair does not ask")                                                    \
    X(pair, held, "a pair asks again and is held")                                                                     \
    X(pair, held_after_block, "the same, when the output was not ready in the clock before")                           \
    X(pair, lost, "a pair asks again, is not held and not granted")                                                    \
    X(pair, won, "a pair asks again, is not held and yet granted")                                                     \
    X(away, of_output, "a request is turned away for the sake of its output's pair")                                   \
    X(away, of_input, "for the sake of its input's pair alone")                                                        \
    X(limit, reached, "the limit is reached: every output is owed a free clock")                                       \
    X(limit, yields, "a pair that asks is not held for a debt and loses its output")                                   \
    X(limit, of_input, "a pair whose output is owed nothing is not held, since its input asks for one that is")        \
    X(limit, kept, "an output that is owed a free clock is not ready")                                                 \
    X(row, beyond, "a grant for a destination or bank that does not exist")                                            \
    X(row, nowhere, "a pair asks again for such a place, with row 0, and without a debt")                              \
    X(row, together, "two grants for one destination and bank")                                                        \
    X(row, differs, "a pair asks again with another row")                                                              \
    X(row, aliases, "a pair is held with another row than the one granted last on the output")

enum rh_allocator_event {
#define RH_EVENT(group, name, meaning) RH_ALLOCATOR_EVENT_##group##_##name,
    RH_ALLOCATOR_EVENTS(RH_EVENT)
#undef RH_EVENT
        RH_ALLOCATOR_EVENT_COUNT
};

/** Counters and nothing else. */
struct rh_allocator_events {
    uint64_t named[RH_ALLOCATOR_EVENT_COUNT];
    uint64_t granted[RH_MOST_outputs + 1], held[RH_MOST_outputs + 1]; /**< clocks with so many grants, held outputs */
    uint64_t pair_granted[RH_MOST_inputs][RH_MOST_outputs];
    uint64_t pair_held[RH_MOST_inputs][RH_MOST_outputs];
};

/** One clock: `before` is the watcher as it was before it, `blocked` the outputs that were not ready in the last
 * clock. */
void rh_allocator_events_clock(struct rh_allocator_events *events, const struct rh_allocator_watcher *before,
                               uint64_t blocked, const struct rh_allocator_in *in, const struct rh_allocator_out *out);
/** Events that a run of this block knows, with those of its registers, and those of them that happened. */
void rh_allocator_events_seen(const struct rh_allocator_events *events, const struct rh_register_events *registers,
                              const struct rh_block *block, unsigned *known, unsigned *seen);
/** As CSV: allocator, hold, event, first, second, count. */
void rh_allocator_events_csv(const struct rh_allocator_events *events, const struct rh_register_events *registers,
                             const struct rh_block *block, FILE *to);

/* --- the bench --- */

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
    uint64_t blocked; /**< outputs that were not ready in the last clock */
};

#endif
