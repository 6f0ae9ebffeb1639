// SPDX-License-Identifier: Apache-2.0
/** What the kind `link` brings to the bench: rh_link_bench, with this state.
 *
 * The driver offers transfers in bursts, takes them in bursts, and hits the pins with errors of a class, which changes
 * from spell to spell. The watcher keeps what was sent and holds the receiver to it from the ports alone: in order,
 * each transfer once, none lost; right behind errors that the variant corrects or sends again, right or flagged behind
 * those that it only detects; nothing flagged without an error. Only behind errors of any kind may data be wrong, and
 * then a transfer still stands for the one that was sent. When nothing more is sent and no error hits, what is left
 * must come out in as many clocks as there are transfers, and a few.
 */
#ifndef RH_LINK_BENCH_H
#define RH_LINK_BENCH_H

#include "rowhold/rh_link.h"
#include "tb/lockstep/rh_bench.h"

/** Classes of errors, the worse the greater: a bit in a transfer; what the variant still detects; any. */
enum rh_link_errors { RH_LINK_NONE, RH_LINK_ONE, RH_LINK_DETECTED, RH_LINK_ANY, RH_LINK_ERRORS };

/** A spell of traffic. */
struct rh_link_spell {
    enum rh_link_errors errors;
    uint8_t hit, offer, ready; /**< of 64 clocks: errors hit, a transfer is offered, one is taken */
};

struct rh_link_counts {
    uint64_t sent, delivered;
    uint64_t hits[RH_LINK_ERRORS]; /**< clocks in which errors of the class hit the pins */
    uint64_t corrected, failed;    /**< words delivered so */
    uint64_t wrong;                /**< transfers delivered wrong without a flag */
    uint64_t retries;
    uint64_t forgotten; /**< transfers on their way when the reset came */
    uint64_t refused;   /**< clocks in which a transfer was offered and not taken */
};

enum { RH_LINK_QUEUE = 64 /**< more than any link holds */ };

struct rh_link_bench_state {
    struct rh_bench_traffic traffic;
    const struct rh_block *block;
    const struct rh_link_params *params;
    bool corrects, bypass;
    struct rh_link_spell spell;
    struct rh_link_in in;
    enum rh_link_errors hit;                      /**< class of this clock's errors */
    uint64_t queue[RH_LINK_QUEUE][RH_MOST_words]; /**< sent and not delivered, in order from `head` on */
    unsigned head, waiting;
    unsigned lately[RH_LINK_ERRORS]; /**< transfers at the head that errors of this class, or worse, may have hit */
    uint16_t retries;                /**< as the output says */
    struct rh_link_counts counts;
};

#endif
