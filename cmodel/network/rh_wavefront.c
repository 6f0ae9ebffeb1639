// SPDX-License-Identifier: Apache-2.0
// `wavefront`: the matrix is padded to a square of P = max(inputs, outputs) and taken diagonal by diagonal. Diagonal d
// holds the pairs with (input + output) modulo P = d; no two share a row or a column, so each is granted if its row and
// column are free yet. One pass over all diagonals leaves no request whose input and output are both free.
//
// The first diagonal moves on by one in a clock that leaves an eligible request without a grant, and in no other: where
// outputs are ready now and then, it must not go round in step with them. It stays, too, while the hold rule turned one
// of its requests away. So a request whose output stays ready is granted in clock P of its wait at the latest, with
// hold_limit N > 0 in clock P x (N + 1). Without a hold rule it is enough that the output is ready P times, if only
// requests to it are left meanwhile. One diagonal is too little for more: two outputs that are ready in turn, and leave
// a request each, can keep it in step with themselves (tb/unit/starving/wavefront_starves.csv).
#include <string.h>

#include "rowhold/rh_hold.h"

struct rh_wavefront_state {
    struct rh_hold hold;
    uint8_t diagonal; /* the first */
};

static unsigned square(const struct rh_allocator_params *p) {
    return p->inputs > p->outputs ? p->inputs : p->outputs;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_allocator_params *p = params;
    rh_hold_list(layout, base + offsetof(struct rh_wavefront_state, hold), params);
    RH_ROW(struct rh_wavefront_state, diagonal, 1, rh_log2_up(rh_max(p->inputs, p->outputs)), NULL);
}

static void reset(struct rh_wavefront_state *s, const struct rh_allocator_params *params) {
    rh_hold_reset(&s->hold, params);
    s->diagonal = 0;
}

/* The output of input `i` on a diagonal of the square; outputs beyond the parameters have no requests. */
static unsigned on_diagonal(unsigned diagonal, unsigned i, unsigned p) {
    return (diagonal + p - i) % p;
}

static uint64_t match(struct rh_wavefront_state *s, const struct rh_allocator_params *params,
                      const struct rh_allocator_config *config, uint64_t asks, const struct rh_allocator_in *in,
                      struct rh_allocator_out *out) {
    struct rh_hold_view view;
    unsigned p = square(params);
    bool away = false, left = false;
    rh_hold_filter(&s->hold, params, asks, in, &view);
    uint64_t taken = ~view.outputs, free = view.left; /* outputs; inputs */
    for (unsigned n = 0, d = s->diagonal; n < p && free != 0; n++, d = rh_next_of(d, p))
        for (uint64_t set = free; set != 0; set &= set - 1) {
            unsigned i = (unsigned)__builtin_ctzll(set);
            uint64_t bit = UINT64_C(1) << on_diagonal(d, i, p);
            if ((view.request[i] & ~taken & bit) != 0) {
                out->grant[i] = bit;
                taken |= bit;
                free &= ~rh_bit(i);
            }
        }
    const uint64_t granted = view.left & ~free;
    out->held = view.held;
    rh_hold_clock(&s->hold, params, config, in, &view, granted, out);
    for (uint64_t set = asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        uint64_t turned = view.away_outputs != 0 ? view.away[i] : 0;
        uint64_t grant = granted >> i & 1 ? out->grant[i] : 0;
        away = away || (turned >> on_diagonal(s->diagonal, i, p) & 1) != 0;
        left = left || (((view.request[i] & view.outputs) | turned) & ~grant) != 0;
    }
    if (left && !away)
        s->diagonal = (uint8_t)rh_next_of(s->diagonal, p);
    return granted;
}

static void rest(struct rh_wavefront_state *s, const struct rh_allocator_params *params, uint64_t ready,
                 uint64_t clocks) {
    (void)clocks;
    rh_hold_idle(&s->hold, params, ready);
}

RH_ALLOCATOR_OPS(wavefront, struct rh_wavefront_state, list, reset, match, rest, false);
