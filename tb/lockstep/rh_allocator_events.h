// SPDX-License-Identifier: Apache-2.0
/** What happened in a run of an allocator, counted: shapes of the matrix, grants, what became of remembered pairs,
 * registers.
 *
 * Every event that a size knows has a line in the file, those that did not happen with a 0, so that a test can ask for
 * all of them. What cannot happen stands in impossible_allocator_events.txt with its reason.
 */
#ifndef RH_ALLOCATOR_EVENTS_H
#define RH_ALLOCATOR_EVENTS_H

#include <stdio.h>

#include "tb/lockstep/rh_allocator_watcher.h"
#include "tb/lockstep/rh_register_events.h"

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
    struct rh_register_events registers;
};

/** One clock: `before` is the watcher as it was before it, `blocked` the outputs that were not ready in the last
 * clock. */
void rh_allocator_events_clock(struct rh_allocator_events *events, const struct rh_allocator_watcher *before,
                               uint64_t blocked, const struct rh_allocator_in *in, const struct rh_allocator_out *out);
/** Events that a run of this block knows, and those of them that happened. */
void rh_allocator_events_seen(const struct rh_allocator_events *events, const struct rh_block *block, unsigned *known,
                              unsigned *seen);
/** As CSV: allocator, hold, event, first, second, count. */
void rh_allocator_events_csv(const struct rh_allocator_events *events, const struct rh_block *block, FILE *to);

#endif
