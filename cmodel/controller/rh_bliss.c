// SPDX-License-Identifier: Apache-2.0
// `bliss`: a source of which several requests were served one behind the other is blacklisted for a while; requests of
// others go first, then hits, then age (Subramanian et al., ICCD 2014 and TPDS 2016: the Blacklisting memory
// scheduler).
#include "cmodel/controller/rh_age_policy.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    rh_age_queue_live(&((const struct rh_bliss_state *)part)->queue, params, mask);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_bliss_state, m, count, width, live)
    ROW(source, p->queue, rh_max(1, p->source_bits), live_entries);
    ROW(listed, 1, p->queue, NULL);
    ROW(blacklist, rh_power(p->source_bits), 1, NULL);
    ROW(served, 1, 1, NULL);
    ROW(served_source, 1, rh_max(1, p->source_bits), NULL);
    ROW(last, 1, rh_max(1, p->source_bits), NULL);
    ROW(in_a_row, 1, 8, NULL);
    ROW(clear_left, 1, 16, NULL);
#undef ROW
}

static void query(const struct rh_bliss_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query_upper(&s->queue, geometry, hit, ~s->listed, banks, next_commands);
}

static void choose(const struct rh_bliss_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_age_queue_choose_column_upper(&s->queue, geometry, ~s->listed, column_ok, choice);
    if (row_ok)
        rh_age_queue_choose_row(&s->queue, rh_wide_first(rh_age_queue_of_upper(&s->queue, ~s->listed, row_ok)), choice);
}

/* No column command is ready where the ledger asks: the oldest of a source that is not listed, else the oldest. */
static void rank(const struct rh_bliss_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    rh_wide able = rh_age_queue_able(&s->queue, s->queue.valid), upper = able & ~s->listed;
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(&s->queue, rh_wide_first(upper ? upper : able), choice);
}

/* The request that left in the last clock is counted. Returns the banks in which it lists entries. */
static rh_bank_set count_served(struct rh_bliss_state *s, const struct rh_constraints *constraints) {
    rh_bank_set banks = 0;
    if (!s->served)
        return 0;
    s->served = 0;
    s->in_a_row = (uint8_t)(s->last == s->served_source ? s->in_a_row + 1 : 1);
    s->last = s->served_source;
    s->served_source = 0;
    if (constraints->blacklist_threshold == 0 || s->in_a_row < constraints->blacklist_threshold)
        return 0;
    s->in_a_row = 0;
    s->blacklist[s->last] = 1;
    for (rh_wide rest = s->queue.valid; rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest);
        if (s->source[e] != s->last)
            continue;
        s->listed |= rh_wide_bit(e);
        banks |= rh_bit(s->queue.bank[e]);
    }
    return banks;
}

/* So many clocks pass. Returns the banks in which entries were listed and are no more. */
static rh_bank_set clear_in_time(struct rh_bliss_state *s, const struct rh_constraints *constraints, uint64_t clocks) {
    uint64_t interval = constraints->clearing_interval;
    if (clocks < s->clear_left) {
        s->clear_left = (uint16_t)(s->clear_left - clocks);
        return 0;
    }
    bool begun = s->clear_left != 0; /* the first interval begins with the clock behind a reset */
    clocks -= begun ? s->clear_left : 1;
    s->clear_left = (uint16_t)(interval != 0 ? interval - clocks % interval : 0);
    if (!begun && (interval == 0 || clocks < interval))
        return 0;
    rh_bank_set banks = s->listed ? UINT64_MAX : 0;
    memset(s->blacklist, 0, sizeof s->blacklist);
    s->listed = 0;
    return banks;
}

static void sink(struct rh_bliss_state *s, const struct rh_age_queue_move *move) {
    RH_AGE_QUEUE_SINK(s->source, move);
    rh_age_queue_sink_set(&s->listed, move);
}

static rh_bank_set advance(struct rh_bliss_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    rh_bank_set banks = count_served(s, constraints);
    struct rh_age_queue_move move =
        rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array));
    if (move.left) {
        s->served = 1;
        s->served_source = s->source[edge->choice->column_entry];
        s->listed &= ~rh_wide_bit(edge->choice->column_entry);
    }
    if (move.sank)
        sink(s, &move);
    banks |= clear_in_time(s, constraints, 1);
    if (move.arrived) {
        unsigned e = geometry->queue - 1U;
        s->source[e] = edge->in->req_source;
        s->listed |= s->blacklist[s->source[e]] ? rh_wide_bit(e) : 0;
    }
    return banks | move.banks;
}

/* Up to the clock behind the one in which a request left, and to the clearing of a list that has entries in it. */
static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_bliss_state *s = state;
    uint64_t clocks = rh_age_policy_still(state, geometry);
    if (s->served)
        return 1;
    return s->listed && s->clear_left != 0 && s->clear_left < clocks ? s->clear_left : clocks;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_bliss_state *s = state;
    struct rh_age_queue_move move;
    rh_bank_set banks = count_served(s, constraints);
    banks |= rh_age_queue_pass(&s->queue, constraints, rh_age_queue_found(&s->queue, &s->backend.array), clocks);
    banks |= clear_in_time(s, constraints, clocks);
    while (clocks-- != 0 && rh_age_queue_sink(&s->queue, geometry, &move))
        sink(s, &move);
    return banks;
}

static void tick(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                 uint64_t clocks) {
    (void)geometry;
    (void)clear_in_time(state, constraints, clocks);
}

static void level(void *state) {
    ((struct rh_bliss_state *)state)->clear_left = 0;
}

RH_TICKING_AGE_POLICY_OPS(bliss, list, rank, still, pass, tick, level);
