// SPDX-License-Identifier: Apache-2.0
// `par_bs`: parallelism-aware batch scheduling (Mutlu and Moscibroda, ISCA 2008, sections 4.1 to 4.3). The oldest
// requests of each source and bank are marked as a batch; marked requests go first, then hits, then those of the source
// with the least rank, then the oldest. When none of the batch is left the next one is marked, and the sources that
// have requests in it are ranked anew, one every two clocks: shortest job first. Where reads and writes are served in
// turn a batch is of the kind that is served; what is left of it goes on when that kind has its turn again.
#include "cmodel/controller/rh_age_policy.h"

enum { MOST_BITS = 4 }; /* of the greatest marking cap: without one, 15 requests of a bank and more are alike */

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    rh_age_queue_live(&((const struct rh_par_bs_state *)part)->queue, params, mask);
}

static void live_ranks(const void *part, const void *params, uint64_t *mask) {
    rh_wide taken = ((const struct rh_par_bs_state *)part)->taken;
    mask[0] = (uint64_t)taken;
    if (((const struct rh_geometry *)params)->queue > 64)
        mask[1] = (uint64_t)(taken >> 64);
}

static unsigned count_bits(const struct rh_geometry *geometry) {
    return rh_log2_up(geometry->queue + 1U);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_par_bs_state, m, count, width, live)
    ROW(source, p->queue, rh_max(1, p->source_bits), live_entries);
    ROW(ahead, p->queue, rh_log2_up(p->queue + 1), live_entries);
    ROW(source_rank, p->queue, rh_log2_up(rh_min(p->queue, rh_power(p->source_bits))), live_entries);
    ROW(marked, 1, p->queue, NULL);
    ROW(ranked, 1, p->queue, NULL);
    ROW(left_source, 1, rh_max(1, p->source_bits), NULL);
    ROW(left_ahead, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(left_bank, 1, p->banks, NULL);
    ROW(counts, 1, 1, NULL);
    ROW(places, 1, 1, NULL);
    ROW(turn, 1, rh_max(1, p->source_bits), NULL);
    ROW(load, 1, (4 + rh_log2_up(p->queue + 1)), NULL);
    ROW(taken, 1, rh_min(p->queue, rh_power(p->source_bits)), NULL);
    ROW(loads, rh_min(p->queue, rh_power(p->source_bits)), (4 + rh_log2_up(p->queue + 1)), live_ranks);
    ROW(left_write, p->write_drain != 0 ? 1 : 0, 1, NULL);
#undef ROW
}

static void query(const struct rh_par_bs_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query_upper(&s->queue, geometry, hit, s->marked, banks, next_commands);
}

static void choose(const struct rh_par_bs_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_age_queue_choose_column_ranked(&s->queue, geometry, s->marked, s->source_rank, column_ok, choice);
    if (row_ok)
        rh_age_queue_choose_row(
            &s->queue, rh_age_queue_least(s->source_rank, rh_age_queue_of_upper(&s->queue, s->marked, row_ok)), choice);
}

/* No column command is ready where the ledger asks: the oldest of the batch, else the oldest. */
static void rank(const struct rh_par_bs_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    rh_wide able = rh_age_queue_able(&s->queue, s->queue.valid);
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(&s->queue, rh_wide_first(rh_age_queue_in_class(able, s->marked)), choice);
}

static rh_wide of_source(const struct rh_par_bs_state *s, unsigned source) {
    rh_wide set = 0;
    for (rh_wide rest = s->queue.valid; rest; rest &= rest - 1)
        if (s->source[rh_wide_first(rest)] == source)
            set |= rest & (~rest + 1);
    return set;
}

/* Are reads and writes counted apart, since only one kind is served? */
static bool tells_kinds(const struct rh_geometry *geometry, const struct rh_constraints *constraints) {
    return geometry->write_drain != 0 && constraints->write_high != 0;
}

/* The batch is done: the next one is marked, and nobody has a rank. Returns the banks that have requests. */
static rh_bank_set begin_batch(struct rh_par_bs_state *s, const struct rh_constraints *constraints) {
    rh_bank_set banks = 0;
    rh_wide served = rh_age_queue_served(&s->queue, s->queue.valid);
    unsigned cap = constraints->marking_cap;
    for (rh_wide rest = s->queue.valid; rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest);
        s->source_rank[e] = 0;
        s->marked |= (cap == 0 || s->ahead[e] < cap) && rh_wide_has(served, e) ? rh_wide_bit(e) : 0;
        banks |= rh_bit(s->queue.bank[e]);
    }
    s->ranked = s->taken = 0;
    s->counts = s->places = 0;
    return banks;
}

static void count_load(struct rh_par_bs_state *s, const struct rh_geometry *geometry) {
    unsigned most = 0, all = 0;
    for (rh_wide rest = of_source(s, s->turn) & s->marked; rest; rest &= rest - 1, all++)
        most = rh_max(most, s->ahead[rh_wide_first(rest)]);
    most = most < (1U << MOST_BITS) ? most : (1U << MOST_BITS) - 1;
    s->load = (uint16_t)(most << count_bits(geometry) | all);
}

/* The source in turn goes before those with a greater load. */
static void place(struct rh_par_bs_state *s, rh_wide mine) {
    unsigned place = 0, taken = rh_wide_first(~s->taken);
    while (place < taken && s->loads[place] <= s->load)
        place++;
    memmove(s->loads + place + 1, s->loads + place, (taken - place) * sizeof s->loads[0]);
    s->loads[place] = s->load;
    s->taken |= rh_wide_bit(taken);
    for (rh_wide rest = s->ranked & ~mine; rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest);
        s->source_rank[e] = (uint16_t)(s->source_rank[e] + (s->source_rank[e] >= place));
    }
    for (rh_wide rest = mine; rest; rest &= rest - 1)
        s->source_rank[rh_wide_first(rest)] = (uint16_t)place;
    s->ranked |= mine;
}

/* The sources of the batch get their ranks: that of the oldest marked request without one is next. */
static void rank_sources(struct rh_par_bs_state *s, const struct rh_geometry *geometry) {
    rh_wide mine = s->places ? of_source(s, s->turn) : 0, without = s->marked & ~s->ranked & ~mine;
    if (s->counts) {
        count_load(s, geometry);
    } else {
        if (s->places)
            place(s, mine);
        s->load = 0;
        s->turn = without ? s->source[rh_wide_first(without)] : 0;
    }
    s->places = s->counts;
    s->counts = !s->places && without;
}

static void count_left(struct rh_par_bs_state *s, bool kinds) {
    if (!s->left_bank)
        return;
    rh_wide rest = s->queue.in_bank[rh_first_from(s->left_bank, 0)];
    for (rest &= !kinds ? rest : s->left_write ? s->queue.write : ~s->queue.write; rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest);
        s->ahead[e] = (uint8_t)(s->ahead[e] - (s->source[e] == s->left_source && s->ahead[e] > s->left_ahead));
    }
    s->left_source = s->left_ahead = s->left_write = 0;
    s->left_bank = 0;
}

/* No request of the batch is served, and others are. */
static bool batch_done(const struct rh_par_bs_state *s) {
    return !rh_age_queue_served(&s->queue, s->marked) && rh_age_queue_served(&s->queue, s->queue.valid);
}

/* What moves by itself in a clock, but the queue. Returns the banks that may want something else. */
static rh_bank_set work(struct rh_par_bs_state *s, const struct rh_geometry *geometry,
                        const struct rh_constraints *constraints) {
    bool begins = batch_done(s);
    rank_sources(s, geometry);
    count_left(s, tells_kinds(geometry, constraints));
    return begins ? begin_batch(s, constraints) : 0;
}

static void sink(struct rh_par_bs_state *s, const struct rh_age_queue_move *move) {
    RH_AGE_QUEUE_SINK(s->source, move);
    RH_AGE_QUEUE_SINK(s->ahead, move);
    RH_AGE_QUEUE_SINK(s->source_rank, move);
    rh_age_queue_sink_set(&s->marked, move);
    rh_age_queue_sink_set(&s->ranked, move);
}

static void leave(struct rh_par_bs_state *s, const struct rh_geometry *geometry, unsigned e) {
    s->left_write = geometry->write_drain != 0 && rh_wide_has(s->queue.write, e);
    s->left_source = s->source[e];
    s->left_ahead = s->ahead[e];
    s->left_bank = rh_bit(s->queue.bank[e]);
    s->marked &= ~rh_wide_bit(e);
    s->ranked &= ~rh_wide_bit(e);
}

/* A request arrives: with the rank that its source has in the queue, 0 if it has none. */
struct newcomer {
    uint8_t ahead;
    uint16_t rank;
    bool ranked;
};
static struct newcomer look(const struct rh_par_bs_state *s, const struct rh_controller_in *in, bool kinds) {
    rh_wide own = of_source(s, in->req_source);
    unsigned e = own ? rh_wide_first(own) : 0;
    struct newcomer newcomer = {0, own ? s->source_rank[e] : (uint16_t)0, own && rh_wide_has(s->ranked, e)};
    own &= !kinds ? own : in->req_write & 1 ? s->queue.write : ~s->queue.write;
    for (own &= s->queue.in_bank[in->req_bank]; own; own &= own - 1)
        newcomer.ahead++;
    return newcomer;
}

static rh_bank_set advance(struct rh_par_bs_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    rh_bank_set banks = work(s, geometry, constraints);
    struct newcomer newcomer = {0};
    if (edge->arrives)
        newcomer = look(s, edge->in, tells_kinds(geometry, constraints));
    if (edge->choice->column && edge->choice->last)
        leave(s, geometry, edge->choice->column_entry);
    struct rh_age_queue_move move =
        rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array));
    if (move.sank)
        sink(s, &move);
    if (move.arrived) {
        unsigned e = geometry->queue - 1U;
        s->source[e] = edge->in->req_source;
        s->ahead[e] = newcomer.ahead;
        s->source_rank[e] = newcomer.rank;
        s->ranked |= newcomer.ranked ? rh_wide_bit(e) : 0;
    }
    return banks | move.banks;
}

static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_par_bs_state *s = state;
    bool works = s->left_bank || s->counts || s->places || (s->marked & ~s->ranked) || batch_done(s);
    return works ? 1 : rh_age_policy_still(state, geometry);
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_par_bs_state *s = state;
    struct rh_age_queue_move move;
    rh_bank_set banks = work(s, geometry, constraints); /* nothing, of several clocks */
    banks |= rh_age_queue_pass(&s->queue, constraints, rh_age_queue_found(&s->queue, &s->backend.array), clocks);
    while (clocks-- != 0 && rh_age_queue_sink(&s->queue, geometry, &move))
        sink(s, &move);
    return banks;
}

RH_AGE_POLICY_OPS(par_bs, list, rank, still, pass);
