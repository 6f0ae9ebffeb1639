// SPDX-License-Identifier: Apache-2.0
// `wavefront`: the matrix is padded to a square of P = max(inputs, outputs) and taken diagonal by diagonal. Diagonal d holds
// the pairs with (input + output) modulo P = d; no two share a row or a column, so each is granted if its row and column
// are free yet. One pass over all diagonals leaves no request whose input and output are both free.
//
// The first diagonal moves on by one every clock, asked for or not, except while the hold rule turned one of its requests away. So
// a request whose output stays ready is granted in clock P of its wait at the latest, with hold_limit N > 0 in clock P x (N + 1).
#include "rowhold/rh_hold.h"

#include <string.h>

struct rh_wavefront_state {
    struct rh_hold hold;
    uint8_t diagonal; /* the first */
};

/* X(name, element, count, width, live), behind those of the hold rule */
#define RH_WAVEFRONT_FIELDS(X) X(diagonal, uint8_t, 1, rh_log2_up(square(p)), NULL)

static unsigned square(const struct rh_allocator_params *p) {
    return p->inputs > p->outputs ? p->inputs : p->outputs;
}

static size_t list_fields(const struct rh_allocator_params *p, struct rh_allocator_field *fields) {
    struct rh_allocator_field *f = rh_hold_fields(p, offsetof(struct rh_wavefront_state, hold), fields);
#define FIELD(m, element, count, width, live)                                                                          \
    RH_ALLOCATOR_FIELD(struct rh_wavefront_state, 0, m, element, count, width, live)
    RH_WAVEFRONT_FIELDS(FIELD)
#undef FIELD
    return (size_t)(f - fields);
}

static void reset(void *state, const struct rh_allocator_params *params) {
    struct rh_wavefront_state *s = state;
    rh_hold_reset(&s->hold, params);
    s->diagonal = 0;
}

/* The output of input `i` on a diagonal of the square; outputs beyond the parameters have no requests. */
static unsigned on_diagonal(unsigned diagonal, unsigned i, unsigned p) {
    return (diagonal + p - i) % p;
}

static void step(void *state, const struct rh_allocator_params *params, const struct rh_allocator_config *config,
                 const struct rh_allocator_in *in, struct rh_allocator_out *out) {
    struct rh_wavefront_state *s = state;
    struct rh_hold_view view;
    unsigned p = square(params);
    uint64_t taken = 0;
    bool away = false;
    rh_hold_filter(&s->hold, params, config, in, &view);
    memset(out->grant, 0, params->inputs * sizeof out->grant[0]);
    for (unsigned n = 0, d = s->diagonal; n < p; n++, d = rh_next_of(d, p))
        for (unsigned i = 0; i < params->inputs; i++) {
            uint64_t bit = UINT64_C(1) << on_diagonal(d, i, p);
            if ((view.request[i] & ~taken & bit) != 0 && out->grant[i] == 0) {
                out->grant[i] = bit;
                taken |= bit;
            }
        }
    out->held = view.held;
    rh_hold_clock(&s->hold, params, config, in, &view, out);
    for (unsigned i = 0; i < params->inputs; i++)
        away = away || (view.away[i] >> on_diagonal(s->diagonal, i, p) & 1) != 0;
    if (!away)
        s->diagonal = (uint8_t)rh_next_of(s->diagonal, p);
}

const struct rh_allocator_ops rh_wavefront_ops = {
    .name = "wavefront",
    .state_size = sizeof(struct rh_wavefront_state),
    .fields = list_fields,
    .reset = reset,
    .step = step,
};
