// SPDX-License-Identifier: Apache-2.0
// `pim`: parallel iterative matching. Input-first matching in which each arbiter starts at a random place, drawn from
// an LFSR of its own (rh_lfsr.h): those of the inputs first, then those of the outputs. The LFSRs step every clock,
// whatever the requests are; each iteration takes other bits of them.
//
// A pair to which both its arbiters' places point is granted whatever the others ask for. Chance alone says when that
// is.
#include "cmodel/network/rh_input_first.h"
#include "cmodel/network/rh_lfsr.h"

struct rh_pim_state {
    struct rh_hold hold;
    uint32_t input_random[RH_MOST_inputs];
    uint32_t output_random[RH_MOST_outputs];
};

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_allocator_params *p = params;
    rh_hold_list(layout, base + offsetof(struct rh_pim_state, hold), params);
    RH_ROW(struct rh_pim_state, input_random, p->inputs, RH_LFSR_BITS, NULL);
    RH_ROW(struct rh_pim_state, output_random, p->outputs, RH_LFSR_BITS, NULL);
}

static void reset(struct rh_pim_state *s, const struct rh_allocator_params *params) {
    rh_hold_reset(&s->hold, params);
    for (unsigned i = 0; i < params->inputs; i++)
        s->input_random[i] = rh_lfsr_reset(RH_LFSR_SEED, i);
    for (unsigned o = 0; o < params->outputs; o++)
        s->output_random[o] = rh_lfsr_reset(RH_LFSR_SEED, params->inputs + o);
}

/* Those of ports that are not there are 0 and stay so. */
static void draw(struct rh_pim_state *s) {
    for (unsigned i = 0; i < RH_MOST_inputs; i++)
        s->input_random[i] = rh_lfsr_step(s->input_random[i], RH_LFSR_POLYNOMIAL);
    for (unsigned o = 0; o < RH_MOST_outputs; o++)
        s->output_random[o] = rh_lfsr_step(s->output_random[o], RH_LFSR_POLYNOMIAL);
}

/* Draws the places at which the arbiters start in each iteration, for inputs and outputs with requests. */
static void place(const struct rh_pim_state *s, const struct rh_allocator_params *params,
                  const struct rh_hold_view *view, struct rh_places *places) {
    uint64_t asked = 0;
    for (uint64_t set = view->left; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        asked |= view->request[i] & view->outputs;
        for (unsigned n = 0; n < params->iterations; n++)
            places[n].input_place[i] = (uint8_t)rh_lfsr_place(s->input_random[i], params->outputs, n);
    }
    for (; asked != 0; asked &= asked - 1) {
        unsigned o = (unsigned)__builtin_ctzll(asked);
        for (unsigned n = 0; n < params->iterations; n++)
            places[n].output_place[o] = (uint8_t)rh_lfsr_place(s->output_random[o], params->inputs, n);
    }
}

static uint64_t match(struct rh_pim_state *s, const struct rh_allocator_params *params,
                      const struct rh_allocator_config *config, uint64_t asks, const struct rh_allocator_in *in,
                      struct rh_allocator_out *out) {
    struct rh_hold_view view;
    struct rh_places places[RH_MOST_iterations];
    uint64_t first;
    rh_hold_filter(&s->hold, params, asks, in, &view);
    place(s, params, &view, places);
    draw(s);
    const uint64_t granted = rh_input_first(params, &view, places, 1, &first, out->grant);
    out->held = view.held;
    rh_hold_clock(&s->hold, params, config, in, &view, granted, out);
    return granted;
}

static void rest(struct rh_pim_state *s, const struct rh_allocator_params *params, uint64_t ready, uint64_t clocks) {
    while (clocks-- != 0)
        draw(s);
    rh_hold_idle(&s->hold, params, ready);
}

RH_ALLOCATOR_OPS(pim, struct rh_pim_state, list, reset, match, rest, true);
