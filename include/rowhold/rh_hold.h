// SPDX-License-Identifier: Apache-2.0
/** The hold rules, wrapped around any allocator: a filter before it, a memory of its grants behind it.
 *
 * **Pairs.** One bit for each pair of an input and an output remembers the last grant. The bit of (i, o) is set over
 * the edge when (i, o) is granted, or when it was set, o is not ready and i is granted nothing. So the memory outlives
 * clocks in which the output is blocked by its receiver, and no others: an output that is ready and whose pair does not
 * ask forgets it. At most one bit a row and a column is set: a grant elsewhere takes the input's bit away, a new grant
 * of the output needs it ready.
 *
 * **Filter.** A pair whose bit is set, that asks and whose output is ready is *held*, if the rule's match agrees. All
 * other requests of its row and column are cleared, so every allocator grants it again. A pair that asks for a blocked
 * output does not hold its input: the input's other requests compete, and if one is granted, the pair is forgotten.
 *
 * **Match.** hold_grant: always. row_match_hold_grant: the input's row is the one last granted for its destination and
 * bank, on whatever output (`row`, 0 after reset; a destination or bank beyond the parameters matches nothing and
 * stores nothing). Two grants of one clock to one destination and bank store the OR of their rows; where one output
 * leads to a destination, there are none. hash_match_hold_grant: the hash of the input's row is the one of the packet
 * last granted on that output (`hash`, meaningful once the output was granted). The hash is an XOR fold: bit k is the
 * XOR of row bits k, k + hash_bits, k + 2 hash_bits, ...
 *
 * **Limit.** `waited` counts the clocks in which the rule turned an eligible request away. The last of `hold_limit` (0:
 * never) such clocks starts the count anew, and from the next clock on every output has a *pending release*
 * (`pending_release`). An input that asks for a ready output with a pending release holds nothing in that clock. So no
 * request for such an output is turned away, neither for the pair of the output nor for the pair of an input that asks
 * for it. The release is used up in the first clock in which the output is ready.
 *
 * Promise: a request that keeps asking is turned away in at most hold_limit clocks in a row of those in which its
 * output is ready, whenever these come. (Of hold_limit + 1 of them, at most hold_limit begin before all releases are
 * pending, and only a clock in which its output is ready uses up that output's release.) A clock that turns no request
 * away must not restart the count, because a request whose output is ready only now and then would then never get a
 * release. And of any hold_limit + 1 clocks in a row at least one turns no request away: in the first one after the
 * count, all outputs have a pending release.
 *
 * One counter serves all pairs. A counter for each pair would not bound the wait: with two pairs that yield in
 * different clocks, a request that needs the output of one and the input of the other finds one of the two held in
 * every clock, for ever. There is a bit for each output because not every output is ready when the count ends.
 *
 * Pointers and the first diagonal do not pass over a request that was turned away (see the allocators), so the clocks
 * in which nothing is turned away are those of the bare allocator.
 */
#ifndef RH_HOLD_H
#define RH_HOLD_H

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_bits.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_hold {
    uint64_t pair[RH_MOST_inputs];                      /**< of each input, one bit an output */
    uint32_t row[RH_MOST_destinations * RH_MOST_banks]; /**< at destination x banks + bank */
    uint8_t hash[RH_MOST_outputs];
    uint8_t waited;
    uint64_t pending_release; /**< set: outputs with a pending release */
};

/** Lists the fields; the parameter `hold` decides which of them exist. */
rh_list_fn rh_hold_list;

/** The filter's result for the requests of one clock. */
struct rh_hold_view {
    uint64_t left;           /**< a set: the inputs that the allocator sees requests of; others are not looked at */
    const uint64_t *request; /**< of these, by input: what it sees, */
    uint64_t outputs;        /**< where it is to these outputs, which are ready */
    uint64_t held;           /**< outputs whose pair is held */
    uint64_t away_outputs;   /**< outputs with a request that was turned away */
    uint64_t away[RH_MOST_inputs]; /**< where there are any, by input: requests that were turned away */
    uint64_t kept[RH_MOST_inputs]; /**< what `request` is where a rule turns requests away */
};

void rh_hold_reset(struct rh_hold *hold, const struct rh_allocator_params *params);
/** The same where there is a rule: turns requests of `view` away. */
void rh_hold_turn_away(const struct rh_hold *hold, const struct rh_allocator_params *params,
                       const struct rh_allocator_in *in, struct rh_hold_view *view);
/** Filters the requests of one clock. No input outside the set `asks` may request anything. */
static inline void rh_hold_filter(const struct rh_hold *hold, const struct rh_allocator_params *params, uint64_t asks,
                                  const struct rh_allocator_in *in, struct rh_hold_view *view) {
    view->outputs = in->ready & rh_mask(params->outputs);
    view->held = view->away_outputs = 0;
    view->left = asks;
    view->request = in->request;
    if (params->hold != RH_HOLD_none)
        rh_hold_turn_away(hold, params, in, view);
}
/** Moves the memory of grants over the edge. `out` holds the grants of the inputs in `granted`. */
void rh_hold_clock(struct rh_hold *hold, const struct rh_allocator_params *params,
                   const struct rh_allocator_config *config, const struct rh_allocator_in *in,
                   const struct rh_hold_view *view, uint64_t granted, const struct rh_allocator_out *out);

/** Moves the memory over a clock without requests: the pairs of ready outputs are forgotten and their pending releases
 * used up. */
void rh_hold_idle(struct rh_hold *hold, const struct rh_allocator_params *params, uint64_t ready);

/** XOR fold of a row into `hash_bits` bits. */
uint8_t rh_hold_fold(uint32_t row, unsigned hash_bits);

#ifdef __cplusplus
}
#endif

#endif
