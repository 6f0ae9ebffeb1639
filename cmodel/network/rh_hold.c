// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_hold.h"

#include <string.h>

#include "rowhold/rh_bits.h"

uint8_t rh_hold_fold(uint32_t row, unsigned hash_bits) {
    uint32_t hash = 0;
    for (; row != 0; row >>= hash_bits)
        hash ^= row;
    return (uint8_t)(hash & ((1U << hash_bits) - 1));
}

void rh_hold_reset(struct rh_hold *hold, const struct rh_allocator_params *params) {
    (void)params;
    memset(hold, 0, sizeof *hold);
}

/* A hash is written before its output's pair is remembered, and nobody asks for it while there is none. */
static void live_hash(const void *part, const void *params, uint64_t *mask) {
    const struct rh_hold *hold = part;
    const struct rh_allocator_params *p = params;
    for (unsigned i = 0; i < p->inputs; i++)
        mask[0] |= hold->pair[i];
}

void rh_hold_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_allocator_params *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_hold, m, count, width, live)
    ROW(pair, p->hold != 0 ? p->inputs : 0, p->outputs, NULL);
    ROW(row, p->hold == 2 ? p->destinations * p->banks : 0, p->row_bits, NULL);
    ROW(hash, p->hold == 3 ? p->outputs : 0, p->hash_bits, live_hash);
    ROW(waited, p->hold != 0 ? 1 : 0, 8, NULL);
    ROW(pending_release, p->hold != 0 ? 1 : 0, p->outputs, NULL);
#undef ROW
}
_Static_assert(RH_HOLD_none == 0 && RH_HOLD_row_match_hold_grant == 2 && RH_HOLD_hash_match_hold_grant == 3,
               "numbers, since SystemVerilog is generated from the list");

/* The place in the row memory of input `i`'s destination and bank; -1: there is none. */
static int row_place(const struct rh_allocator_params *params, const struct rh_allocator_in *in, unsigned i) {
    if (in->destination[i] >= params->destinations || in->bank[i] >= params->banks)
        return -1;
    return in->destination[i] * params->banks + in->bank[i];
}

/* True when the rule's comparison allows the pair (i, o) to be held. */
static bool matches(const struct rh_hold *hold, const struct rh_allocator_params *params,
                    const struct rh_allocator_in *in, unsigned i, unsigned o) {
    switch ((enum rh_hold_rule)params->hold) {
    case RH_HOLD_hold_grant:
        return true;
    case RH_HOLD_row_match_hold_grant: {
        int place = row_place(params, in, i);
        return place >= 0 && hold->row[place] == in->row[i];
    }
    case RH_HOLD_hash_match_hold_grant:
        return hold->hash[o] == rh_hold_fold(in->row[i], params->hash_bits);
    case RH_HOLD_none:
    case RH_HOLD_RULES:
    default:
        return false;
    }
}

void rh_hold_turn_away(const struct rh_hold *hold, const struct rh_allocator_params *params,
                       const struct rh_allocator_in *in, struct rh_hold_view *view) {
    const uint64_t outputs = view->outputs, asks = view->left;
    uint64_t keeps[RH_MOST_inputs];
    view->request = view->kept;
    for (uint64_t set = asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        keeps[i] =
            (in->request[i] & outputs & hold->pending_release) != 0 ? 0 : hold->pair[i] & in->request[i] & outputs;
        if (keeps[i] != 0 && !matches(hold, params, in, i, (unsigned)__builtin_ctzll(keeps[i])))
            keeps[i] = 0;
        view->held |= keeps[i];
    }
    for (uint64_t set = asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        uint64_t eligible = in->request[i] & outputs;
        view->kept[i] = keeps[i] != 0 ? keeps[i] : eligible & ~view->held;
        view->away[i] = eligible & ~view->kept[i];
        view->away_outputs |= view->away[i];
        view->left &= ~((uint64_t)(view->kept[i] == 0) << i);
    }
}

/* Stores the row, or its hash, of each grant. */
static void remember_rows(struct rh_hold *hold, const struct rh_allocator_params *params, uint64_t granted,
                          const struct rh_allocator_in *in, const struct rh_allocator_out *out) {
    if (params->hold == RH_HOLD_row_match_hold_grant) {
        uint64_t first = 0; /* those whose place nobody before them wrote */
        for (uint64_t set = granted; set != 0; set &= set - 1) {
            unsigned i = (unsigned)__builtin_ctzll(set);
            int place = row_place(params, in, i);
            if (place < 0)
                continue;
            bool written = false;
            for (uint64_t before = first; before != 0; before &= before - 1)
                written = written || row_place(params, in, (unsigned)__builtin_ctzll(before)) == place;
            hold->row[place] = (written ? hold->row[place] : 0) | in->row[i];
            first |= (uint64_t)!written << i;
        }
    }
    if (params->hold == RH_HOLD_hash_match_hold_grant)
        for (uint64_t set = granted; set != 0; set &= set - 1) {
            unsigned i = (unsigned)__builtin_ctzll(set);
            hold->hash[__builtin_ctzll(out->grant[i])] = rh_hold_fold(in->row[i], params->hash_bits);
        }
}

void rh_hold_idle(struct rh_hold *hold, const struct rh_allocator_params *params, uint64_t ready) {
    if (params->hold == RH_HOLD_none || ready == 0)
        return;
    for (unsigned i = 0; i < params->inputs; i++)
        hold->pair[i] &= ~ready;
    hold->pending_release &= ~ready;
}

void rh_hold_clock(struct rh_hold *hold, const struct rh_allocator_params *params,
                   const struct rh_allocator_config *config, const struct rh_allocator_in *in,
                   const struct rh_hold_view *view, uint64_t granted, const struct rh_allocator_out *out) {
    if (params->hold == RH_HOLD_none)
        return;
    for (unsigned i = 0; i < params->inputs; i++)
        hold->pair[i] &= ~in->ready;
    for (uint64_t set = granted; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        hold->pair[i] = out->grant[i];
    }
    remember_rows(hold, params, granted, in, out);
    hold->pending_release &= ~in->ready;
    if (config->hold_limit == 0 || view->away_outputs == 0)
        return;
    hold->waited++;
    if (hold->waited == config->hold_limit) {
        hold->waited = 0;
        hold->pending_release = rh_mask(params->outputs);
    }
}
