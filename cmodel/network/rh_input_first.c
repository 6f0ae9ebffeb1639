// SPDX-License-Identifier: Apache-2.0
#include "cmodel/network/rh_input_first.h"

#include <string.h>

/* One iteration over the requests of the inputs in `left` to outputs that are not in `taken`; adds its grants to
 * `grant` and their outputs to `taken`, and returns the inputs that it granted. */
static inline uint64_t iterate(const struct rh_places *places, const uint64_t *request, uint64_t left, uint64_t *taken,
                               uint64_t *grant) {
    uint64_t kept[RH_MOST_outputs], asked = 0, granted = 0; /* kept: of the outputs that are asked */
    for (; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        uint64_t to = request[i] & ~*taken;
        if (to == 0)
            continue;
        unsigned o = rh_first_from(to, places->input_place[i]);
        kept[o] = (asked >> o & 1 ? kept[o] : 0) | rh_bit(i);
        asked |= rh_bit(o);
    }
    *taken |= asked;
    for (; asked != 0; asked &= asked - 1) {
        unsigned o = (unsigned)__builtin_ctzll(asked), i = rh_first_from(kept[o], places->output_place[o]);
        grant[i] = rh_bit(o);
        granted |= rh_bit(i);
    }
    return granted;
}

static inline uint64_t input_first(const struct rh_allocator_params *params, const struct rh_hold_view *view,
                                   const struct rh_places *places, unsigned pace, uint64_t *first, uint64_t *grant) {
    uint64_t taken = ~view->outputs, left = view->left;
    *first = 0;
    for (unsigned n = 0; n < params->iterations && left != 0; n++) {
        const uint64_t granted = iterate(&places[n * pace], view->request, left, &taken, grant);
        *first |= n == 0 ? granted : 0;
        left &= ~granted;
    }
    return view->left & ~left;
}

uint64_t rh_input_first(const struct rh_allocator_params *params, const struct rh_hold_view *view,
                        const struct rh_places *places, unsigned pace, uint64_t *first, uint64_t *grant) {
    return input_first(params, view, places, pace, first, grant);
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

/* The pointers move on the grants of the inputs in `moves`. */
static void move(struct rh_places *next, const struct rh_allocator_params *params, const struct rh_hold_view *view,
                 uint64_t moves, const uint64_t *grant) {
    for (uint64_t set = moves; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        if (view->away_outputs != 0 && (view->away[i] | (view->away_outputs & grant[i])) != 0)
            continue;
        unsigned o = (unsigned)__builtin_ctzll(grant[i]);
        next->input_place[i] = (uint8_t)rh_next_of(o, params->outputs);
        next->output_place[o] = (uint8_t)rh_next_of(i, params->inputs);
    }
}

void rh_pointers_idle(struct rh_pointers *s, const struct rh_allocator_params *params, uint64_t ready,
                      uint64_t clocks) {
    (void)clocks;
    rh_hold_idle(&s->hold, params, ready);
}

uint64_t rh_pointers_match(struct rh_pointers *s, const struct rh_allocator_params *params,
                           const struct rh_allocator_config *config, uint64_t asks, const struct rh_allocator_in *in,
                           struct rh_allocator_out *out, bool first_only) {
    struct rh_hold_view view;
    uint64_t first;
    rh_hold_filter(&s->hold, params, asks, in, &view);
    const uint64_t granted = input_first(params, &view, &s->next, 0, &first, out->grant);
    out->held = view.held;
    if (params->hold != RH_HOLD_none)
        rh_hold_clock(&s->hold, params, config, in, &view, granted, out);
    move(&s->next, params, &view, first_only ? first : granted, out->grant);
    return granted;
}
