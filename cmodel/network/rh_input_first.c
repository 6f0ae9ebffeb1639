// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_input_first.h"

#include <string.h>

/* One iteration over `left`; adds its grants to `grant` and takes their rows and columns out of `left`. */
static void iterate(const struct rh_allocator_params *params, const struct rh_places *places, uint64_t *left,
                    uint64_t *grant) {
    const unsigned inputs = params->inputs;
    uint64_t kept[RH_MOST_outputs], taken = 0; /* kept: of the outputs that are taken */
    for (unsigned i = 0; i < inputs; i++) {
        if (left[i] == 0)
            continue;
        unsigned o = rh_first_from(left[i], places->input_place[i]);
        kept[o] = (taken >> o & 1 ? kept[o] : 0) | rh_bit(i);
        taken |= rh_bit(o);
    }
    for (uint64_t set = taken; set != 0; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set), i = rh_first_from(kept[o], places->output_place[o]);
        grant[i] = rh_bit(o);
        left[i] = 0;
    }
    if (params->iterations == 1)
        return; /* nobody looks at what is left */
    for (unsigned i = 0; i < inputs; i++)
        left[i] &= ~taken;
}

void rh_input_first(const struct rh_allocator_params *params, const uint64_t *request, const struct rh_places *places,
                    unsigned pace, uint64_t *grant, uint64_t *first) {
    uint64_t left[RH_MOST_inputs];
    memcpy(left, request, params->inputs * sizeof left[0]);
    memset(grant, 0, params->inputs * sizeof grant[0]);
    iterate(params, places, left, grant);
    memcpy(first, grant, params->inputs * sizeof first[0]);
    for (unsigned n = 1; n < params->iterations; n++)
        iterate(params, &places[n * pace], left, grant);
}

void rh_pointers_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_allocator_params *p = params;
    rh_hold_list(layout, base + offsetof(struct rh_pointers, hold), params);
    base += offsetof(struct rh_pointers, next);
    RH_ROW(struct rh_places, input_place, p->inputs, rh_log2_up(p->outputs), NULL);
    RH_ROW(struct rh_places, output_place, p->outputs, rh_log2_up(p->inputs), NULL);
}

void rh_pointers_reset(struct rh_pointers *s, const struct rh_allocator_params *params) {
    rh_hold_reset(&s->hold, params);
    memset(&s->next, 0, sizeof s->next);
}

static void move(struct rh_places *next, const struct rh_allocator_params *params, const struct rh_hold_view *view,
                 const uint64_t *granted) {
    for (unsigned i = 0; i < params->inputs; i++) {
        if (granted[i] == 0 || view->away[i] != 0 || (view->away_outputs & granted[i]) != 0)
            continue;
        unsigned o = (unsigned)__builtin_ctzll(granted[i]);
        next->input_place[i] = (uint8_t)rh_next_of(o, params->outputs);
        next->output_place[o] = (uint8_t)rh_next_of(i, params->inputs);
    }
}

void rh_pointers_rest(struct rh_pointers *s, const struct rh_allocator_params *params, uint64_t ready) {
    rh_hold_rest(&s->hold, params, ready);
}

void rh_pointers_step(struct rh_pointers *s, const struct rh_allocator_params *params,
                      const struct rh_allocator_config *config, const struct rh_allocator_in *in,
                      struct rh_allocator_out *out, bool first_only) {
    struct rh_hold_view view;
    uint64_t first[RH_MOST_inputs];
    rh_hold_filter(&s->hold, params, in, &view);
    rh_input_first(params, view.request, &s->next, 0, out->grant, first);
    out->held = view.held;
    rh_hold_clock(&s->hold, params, config, in, &view, out);
    move(&s->next, params, &view, first_only ? first : out->grant);
}
