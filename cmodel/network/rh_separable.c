// SPDX-License-Identifier: Apache-2.0
// `separable`: input-first matching from round-robin pointers, which move on every grant, of whatever iteration.
//
// The fair baseline: an output that was granted to one input looks at all others first in the next clock, so streams
// interleave. With one iteration it is islip, bounds included. With more, an input that loses its choice may win
// another one, its pointer moves behind that, and the lost request can be passed over for ever: the difference that
// iSLIP's rule makes.
#include "cmodel/network/rh_input_first.h"

static uint64_t match(struct rh_pointers *s, const struct rh_allocator_params *params,
                      const struct rh_allocator_config *config, uint64_t asks, const struct rh_allocator_in *in,
                      struct rh_allocator_out *out) {
    return rh_pointers_match(s, params, config, asks, in, out, false);
}

RH_ALLOCATOR_OPS(separable, struct rh_pointers, rh_pointers_list, rh_pointers_reset, match, rh_pointers_idle, false);
