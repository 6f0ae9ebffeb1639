// SPDX-License-Identifier: Apache-2.0
// `islip`: input-first matching from round-robin pointers, which move on first-iteration grants alone.
//
// A grant of a later iteration moves nothing: else it would carry the input's pointer past a request that lost in the
// first iteration, which could so be passed over for ever. The pointers of a pair stay, too, where the
// hold rule turned a request of its row or column away. So a request of an input whose eligible requests stay as they
// are, R of them, is granted in clock R x inputs of its wait at the latest; with hold_limit N > 0 in clock R x inputs x
// (N + 1).
#include "cmodel/network/rh_input_first.h"

static uint64_t match(struct rh_pointers *s, const struct rh_allocator_params *params,
                      const struct rh_allocator_config *config, uint64_t asks, const struct rh_allocator_in *in,
                      struct rh_allocator_out *out) {
    return rh_pointers_match(s, params, config, asks, in, out, true);
}

RH_ALLOCATOR_OPS(islip, struct rh_pointers, rh_pointers_list, rh_pointers_reset, match, rh_pointers_idle, false);
