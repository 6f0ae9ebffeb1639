// SPDX-License-Identifier: Apache-2.0
// `pim`: parallel iterative matching. Input-first matching in which each arbiter starts at a random place, drawn from an LFSR of
// its own (rh_lfsr.h): those of the inputs first, then those of the outputs. The LFSRs step every clock, whatever is asked
// for; each iteration takes other bits of them.
//
// A pair to which both its arbiters' places point is granted whatever the others ask for. Chance alone says when that is.
#include "rowhold/rh_input_first.h"
#include "rowhold/rh_lfsr.h"

struct rh_pim_state {
    struct rh_hold hold;
    uint32_t input_random[RH_MOST_inputs];
    uint32_t output_random[RH_MOST_outputs];
};

/* X(name, element, count, width, live), behind those of the hold rule */
#define RH_PIM_FIELDS(X)                                                                                               \
    X(input_random, uint32_t, p->inputs, RH_LFSR_BITS, NULL)                                                           \
    X(output_random, uint32_t, p->outputs, RH_LFSR_BITS, NULL)

static size_t list_fields(const struct rh_allocator_params *p, struct rh_allocator_field *fields) {
    struct rh_allocator_field *f = rh_hold_fields(p, offsetof(struct rh_pim_state, hold), fields);
#define FIELD(m, element, count, width, live) RH_ALLOCATOR_FIELD(struct rh_pim_state, 0, m, element, count, width, live)
    RH_PIM_FIELDS(FIELD)
#undef FIELD
    return (size_t)(f - fields);
}

static void reset(void *state, const struct rh_allocator_params *params) {
    struct rh_pim_state *s = state;
    rh_hold_reset(&s->hold, params);
    for (unsigned i = 0; i < params->inputs; i++)
        s->input_random[i] = rh_lfsr_reset(RH_LFSR_SEED, i);
    for (unsigned o = 0; o < params->outputs; o++)
        s->output_random[o] = rh_lfsr_reset(RH_LFSR_SEED, params->inputs + o);
}

static void step(void *state, const struct rh_allocator_params *params, const struct rh_allocator_config *config,
                 const struct rh_allocator_in *in, struct rh_allocator_out *out) {
    struct rh_pim_state *s = state;
    struct rh_hold_view view;
    struct rh_places places[RH_MOST_iterations];
    uint64_t first[RH_MOST_inputs];
    for (unsigned n = 0; n < params->iterations; n++) {
        for (unsigned i = 0; i < params->inputs; i++)
            places[n].input_place[i] = (uint8_t)rh_lfsr_place(s->input_random[i], params->outputs, n);
        for (unsigned o = 0; o < params->outputs; o++)
            places[n].output_place[o] = (uint8_t)rh_lfsr_place(s->output_random[o], params->inputs, n);
    }
    for (unsigned i = 0; i < params->inputs; i++)
        s->input_random[i] = rh_lfsr_step(s->input_random[i], RH_LFSR_POLYNOMIAL);
    for (unsigned o = 0; o < params->outputs; o++)
        s->output_random[o] = rh_lfsr_step(s->output_random[o], RH_LFSR_POLYNOMIAL);
    rh_hold_filter(&s->hold, params, config, in, &view);
    rh_input_first(params, view.request, places, 1, out->grant, first);
    out->held = view.held;
    rh_hold_clock(&s->hold, params, config, in, &view, out);
}

const struct rh_allocator_ops rh_pim_ops = {
    .name = "pim",
    .state_size = sizeof(struct rh_pim_state),
    .fields = list_fields,
    .reset = reset,
    .step = step,
};
