// SPDX-License-Identifier: Apache-2.0
// `warp_group`: requests of one warp instruction finish together (Chatterjee et al., SC 2014). The requests of a warp
// are a group. One group at a time goes first, then hits, then age; when nothing of it is left the next one is that
// with the fewest requests queued: shortest job first. A group of which more are on their way waits for the whole ones;
// of equals one of which a request hits is next, and then the oldest. What comes later waits for its group's next turn.
// An entry carries the count of its group, which a request that arrives or leaves changes by one in all of them, one
// clock later, so that nothing is summed up. A row that has opened is used before its bank closes for a group. Where
// reads and writes are served in turn a group is of the kind that is served; what is left of it goes on when that kind
// has its turn again.
#include "cmodel/controller/rh_age_policy.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    rh_age_queue_live(&((const struct rh_warp_group_state *)part)->queue, params, mask);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_warp_group_state, m, count, width, live)
    ROW(source, p->queue, rh_max(1, p->source_bits), live_entries);
    ROW(remaining, p->queue, rh_log2_up(p->queue + 2), live_entries);
    ROW(marked, 1, p->queue, NULL);
    ROW(came, 1, 1, NULL);
    ROW(gone, 1, 1, NULL);
    ROW(gone_warp, 1, (rh_max(2, p->source_bits) - 1), NULL);
    ROW(opened, 1, p->banks, NULL);
#undef ROW
}

/* The bits of a source that say whose it is; the one above them, where there is one: more of its group follow. */
static unsigned warp_mask(const struct rh_geometry *geometry) {
    return (1U << (rh_max(2, geometry->source_bits) - 1)) - 1;
}

/* What goes first: the group, and the requests of banks that have opened for one and have not served it. */
static rh_wide upper_of(const struct rh_warp_group_state *s) {
    rh_wide upper = s->marked;
    for (rh_bank_set rest = s->opened & s->backend.array.open; rest; rest &= rest - 1)
        upper |= s->queue.in_bank[rh_first_from(rest, 0)];
    return upper;
}

static void query(const struct rh_warp_group_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query_upper(&s->queue, geometry, hit, upper_of(s), banks, next_commands);
}

static void choose(const struct rh_warp_group_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    rh_wide upper = upper_of(s);
    (void)next_commands;
    rh_age_queue_choose_column_upper(&s->queue, geometry, upper, column_ok, choice);
    if (row_ok)
        rh_age_queue_choose_row(&s->queue, rh_wide_first(rh_age_queue_of_upper(&s->queue, upper, row_ok)), choice);
}

/* No column command is ready where the ledger asks: the oldest of what goes first, else the oldest. */
static void rank(const struct rh_warp_group_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    rh_wide able = rh_age_queue_able(&s->queue, s->queue.valid);
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(&s->queue, rh_wide_first(rh_age_queue_in_class(able, upper_of(s))), choice);
}

static rh_wide of_warp(const struct rh_warp_group_state *s, const struct rh_geometry *geometry, unsigned source) {
    rh_wide set = 0;
    for (rh_wide rest = s->queue.valid; rest; rest &= rest - 1)
        if (((s->source[rh_wide_first(rest)] ^ source) & warp_mask(geometry)) == 0)
            set |= rest & (~rest + 1);
    return set;
}

/* Nothing of the group is served, and others are. */
static bool group_done(const struct rh_warp_group_state *s) {
    return !rh_age_queue_served(&s->queue, s->marked) && rh_age_queue_served(&s->queue, s->queue.valid);
}

/* The entry whose group is next: of those that are served. */
static unsigned next_first(const struct rh_warp_group_state *s, const struct rh_geometry *geometry) {
    unsigned best = 0, least = ~0U;
    for (rh_wide rest = rh_age_queue_served(&s->queue, s->queue.valid); rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest), more = s->source[e] & ~warp_mask(geometry);
        unsigned work = more << 8 | 2U * s->remaining[e] | !rh_wide_has(s->queue.hit, e);
        best = work < least ? e : best;
        least = work < least ? work : least;
    }
    return best;
}

/* The requests that came and left in the last clock are counted, by the others of their warps: the one that came, in
 * the highest place, also says whether more follow. */
static void count(struct rh_warp_group_state *s, const struct rh_geometry *geometry) {
    unsigned newest = geometry->queue - 1U;
    if (s->came)
        for (rh_wide rest = of_warp(s, geometry, s->source[newest]) & ~rh_wide_bit(newest); rest; rest &= rest - 1) {
            s->source[rh_wide_first(rest)] = s->source[newest];
            s->remaining[rh_wide_first(rest)]++;
        }
    if (s->gone)
        for (rh_wide rest = of_warp(s, geometry, s->gone_warp); rest; rest &= rest - 1)
            s->remaining[rh_wide_first(rest)]--;
    s->came = s->gone = s->gone_warp = 0;
}

/* What moves by itself in a clock, but the queue. Returns the banks that may want something else. */
static rh_bank_set work(struct rh_warp_group_state *s, const struct rh_geometry *geometry) {
    bool begins = group_done(s);
    if (begins)
        s->marked |= rh_age_queue_served(&s->queue, of_warp(s, geometry, s->source[next_first(s, geometry)]));
    count(s, geometry);
    return begins ? UINT64_MAX : 0;
}

static void sink(struct rh_warp_group_state *s, const struct rh_age_queue_move *move) {
    RH_AGE_QUEUE_SINK(s->source, move);
    RH_AGE_QUEUE_SINK(s->remaining, move);
    rh_age_queue_sink_set(&s->marked, move);
}

static rh_bank_set advance(struct rh_warp_group_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    rh_bank_set banks = work(s, geometry);
    rh_wide own = edge->arrives ? of_warp(s, geometry, edge->in->req_source) : 0;
    uint8_t remaining = (uint8_t)(1 + (own ? s->remaining[rh_wide_first(own)] : 0));
    struct rh_age_queue_move move =
        rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array));
    s->opened &= edge->open & ~(edge->choice->column ? rh_bit(edge->choice->column_bank) : 0);
    if (edge->row.cmd == RH_ACT)
        s->opened |= rh_bit(edge->row.bank);
    if (move.left) {
        s->gone = 1;
        s->gone_warp = (uint8_t)(s->source[edge->choice->column_entry] & warp_mask(geometry));
        s->marked &= ~rh_wide_bit(edge->choice->column_entry);
    }
    if (move.sank)
        sink(s, &move);
    if (move.arrived) {
        s->source[geometry->queue - 1U] = edge->in->req_source;
        s->remaining[geometry->queue - 1U] = remaining;
        s->came = 1;
    }
    return banks | move.banks;
}

static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_warp_group_state *s = state;
    return s->came || s->gone || group_done(s) ? 1 : rh_age_policy_still(state, geometry);
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_warp_group_state *s = state;
    struct rh_age_queue_move move;
    rh_bank_set banks = work(s, geometry); /* nothing, of several clocks */
    s->opened &= s->backend.array.open;
    banks |= rh_age_queue_pass(&s->queue, constraints, rh_age_queue_found(&s->queue, &s->backend.array), clocks);
    while (clocks-- != 0 && rh_age_queue_sink(&s->queue, geometry, &move))
        sink(s, &move);
    return banks;
}

RH_AGE_POLICY_OPS(warp_group, list, rank, still, pass);
