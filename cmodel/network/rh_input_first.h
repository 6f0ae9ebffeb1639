// SPDX-License-Identifier: Apache-2.0
/** Input-first separable matching, which pim, islip and separable share; RTL: rtl/network/rh_input_first.sv.
 *
 * One iteration: every free input keeps the first of its requests to a free output, at or after its place, wrapping;
 * then every output grants the first of the inputs that kept it, at or after its place, wrapping. Each further
 * iteration does the same with what is left. An iteration grants at least one request as long as one is left.
 */
#ifndef RH_INPUT_FIRST_H
#define RH_INPUT_FIRST_H

#include "rowhold/rh_hold.h"

/** The place at which each arbiter starts. */
struct rh_places {
    uint8_t input_place[RH_MOST_inputs];   /**< an output each */
    uint8_t output_place[RH_MOST_outputs]; /**< an input each */
};

/** Returns the set of inputs that are granted, and writes the grants of these; `first`: those of the first iteration.
 * Iteration n, from 0, starts at places[n * pace]: `pace` is 0 where all iterations start at the same places, else
 * 1. */
uint64_t rh_input_first(const struct rh_allocator_params *params, const struct rh_hold_view *view,
                        const struct rh_places *places, unsigned pace, uint64_t *first, uint64_t *grant);

/** The state of the allocators with round-robin pointers, islip and separable; they differ in which grants move
 * them. */
struct rh_pointers {
    struct rh_hold hold;
    struct rh_places next;
};
rh_list_fn rh_pointers_list;
void rh_pointers_reset(struct rh_pointers *state, const struct rh_allocator_params *params);
/** Moves the state over a clock without requests. */
void rh_pointers_idle(struct rh_pointers *state, const struct rh_allocator_params *params, uint64_t ready,
                      uint64_t clocks);
/** One clock; returns the inputs that are granted. On a grant (`first_only`: of the first iteration) the input's
 * pointer moves behind the output and the output's behind the input, unless the hold rule turned a request of that
 * input or output away. Both move or neither: an output whose pointer alone moved would let an input lose its turn
 * although it is still at that turn. */
uint64_t rh_pointers_match(struct rh_pointers *state, const struct rh_allocator_params *params,
                           const struct rh_allocator_config *config, uint64_t asks, const struct rh_allocator_in *in,
                           struct rh_allocator_out *out, bool first_only);

#endif
