// SPDX-License-Identifier: Apache-2.0
/** What the kind `injector` brings to the bench: rh_injector_bench, with this state.
 *
 * The driver offers messages in bursts, of few flits or of many, to many destinations or to few, says `done` and gives
 * credits back in bursts, and leaves out clocks. The watcher keeps what was taken and works out from the ports alone
 * what the link must show in the next clock: a flit or none, of which message, in which channel, the tail or not; and
 * whether a message can be taken. When nothing more is offered and all credits come back, what is left must come
 * out. */
#ifndef RH_INJECTOR_BENCH_H
#define RH_INJECTOR_BENCH_H

#include "rowhold/rh_injector.h"
#include "tb/lockstep/rh_bench.h"

/** A spell of traffic: of 64 clocks so many. */
struct rh_injector_spell {
    uint8_t offer, done, credit, enable;
    uint8_t places; /**< destinations that messages go to, from `place` on */
    uint8_t place, longest;
};

struct rh_injector_message {
    uint8_t destination, bank, flits;
    uint32_t row, payload;
};

/** What the link must show. */
struct rh_injector_due {
    bool valid, tail;
    uint8_t vc;
    struct rh_injector_message message;
};

struct rh_injector_counts {
    uint64_t sent, delivered, forgotten, flits;
    uint64_t still;         /**< clocks without enable */
    uint64_t full, limited; /**< clocks without a place, at the limit */
    uint64_t starved;       /**< with a message and without a credit */
    uint64_t streamed;      /**< first flits right behind a tail */
};

struct rh_injector_bench_state {
    struct rh_bench_traffic traffic;
    const struct rh_injector_params *params;
    const struct rh_injector_config *config;
    struct rh_injector_spell spell;
    struct rh_injector_in in;
    struct rh_injector_message queue[RH_INJECTOR_MOST_queue];
    unsigned head, count;
    unsigned gone;                         /**< flits of the message at the head that have left */
    unsigned outstanding;                  /**< messages taken and not done, where they are limited */
    unsigned flits;                        /**< of the messages in the queue, still to leave */
    uint8_t worker;                        /**< of the packet under way */
    uint8_t credits[RH_INJECTOR_MOST_vcs]; /**< left to send with */
    uint8_t behind[RH_INJECTOR_MOST_vcs];  /**< flits behind the link, whose places are to be freed */
    struct rh_injector_due due;
    unsigned inside;
    struct rh_injector_counts counts;
};

#endif
