// SPDX-License-Identifier: Apache-2.0
// `atlas`: adaptive per-thread least-attained-service scheduling (Kim et al., HPCA 2010, sections 3 and 4). The source
// that was served least goes first, then hits, then age; a request that has waited for too long goes before all of it.
// Service is counted as commands go out, in clocks of banks. At the end of each quantum the sources are ranked by what
// they have, and then each keeps a part of it, so that the past counts less and less. The counters are a memory of one
// port: a clock either charges a command or compares two sources. Ranks are kept by the entries, and the least of them
// by their banks, which go in its order. It is known beside the choice, as is who is behind another one of his bank: in
// each clock one bank in which a request left, or ranks changed, is looked at anew. Where reads and writes are served
// in turn it is the least rank of the kind that is served, and when that changes all banks are looked at.
#include "cmodel/controller/rh_age_policy.h"

enum { SERVICE_BITS = 28 }; /* of a quantum of 2^24 clocks eight times, with two banks at work all the time */

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    rh_age_queue_live(&((const struct rh_atlas_state *)part)->queue, params, mask);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_atlas_state, m, count, width, live)
    ROW(source, p->queue, rh_max(1, p->source_bits), live_entries);
    ROW(entry_rank, p->queue, (1 + rh_max(1, p->source_bits)), live_entries);
    ROW(aged, 1, p->queue, NULL);
    ROW(behind, 1, p->queue, NULL);
    ROW(unsettled, 1, p->banks, NULL);
    ROW(bank_rank, p->banks, (1 + rh_max(1, p->source_bits)), NULL);
    ROW(settle_next, 1, rh_log2_up(p->banks), NULL);
    ROW(period_left, 1, 24, NULL);
    ROW(quantum_left, 1, 24, NULL);
    ROW(ranking, 1, 1, NULL);
    ROW(turn, 1, (1 + 2 * p->source_bits), NULL);
    ROW(held, 1, 28, NULL);
    ROW(lesser, 1, rh_max(1, p->source_bits), NULL);
    ROW(source_rank, rh_power(p->source_bits), rh_max(1, p->source_bits), NULL);
    ROW(service, rh_power(p->source_bits), 28, NULL);
    ROW(opened, 1, p->banks, NULL);
    ROW(charge, 1, (2 + p->timer_bits), NULL);
    ROW(charge_source, 1, rh_max(1, p->source_bits), NULL);
#undef ROW
}

static unsigned in_time(const struct rh_geometry *geometry) {
    return 1U << rh_max(1, geometry->source_bits); /* the upper bit of the rank of an entry that is not late */
}

static void query(const struct rh_atlas_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query_upper(&s->queue, geometry, hit, ~s->behind, banks, next_commands);
}

/* Of these banks those with the least rank. */
static rh_bank_set least_banks(const struct rh_atlas_state *s, rh_bank_set banks) {
    unsigned least = ~0U;
    rh_bank_set set = 0;
    for (; banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        set = s->bank_rank[b] < least ? 0 : set;
        least = s->bank_rank[b] < least ? s->bank_rank[b] : least;
        set |= s->bank_rank[b] == least ? rh_bit(b) : 0;
    }
    return set;
}

/* Of each bank the oldest that is behind nobody, or, where all are, the oldest. */
static void choose_row(const struct rh_atlas_state *s, rh_bank_set banks, struct rh_choice *choice) {
    rh_wide ready = 0;
    for (; banks; banks &= banks - 1)
        ready |= rh_age_queue_of_upper(&s->queue, ~s->behind, banks & (~banks + 1));
    if (ready)
        rh_age_queue_choose_row(&s->queue, rh_wide_first(ready), choice);
}

static void choose(const struct rh_atlas_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_age_queue_choose_column(&s->queue, geometry, least_banks(s, column_ok), choice);
    choose_row(s, least_banks(s, row_ok), choice);
}

/* No column command is ready where the ledger asks: the oldest of those that are behind nobody in their bank. */
static void rank_first(const struct rh_atlas_state *s, const struct rh_geometry *geometry,
                       const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    rh_wide able = rh_age_queue_able(&s->queue, s->queue.valid);
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(&s->queue, rh_wide_first(rh_age_queue_in_class(able, ~s->behind)), choice);
}

/* One bank is looked at anew: whoever has not the least rank of it is behind. Returns it, as a set. */
static rh_bank_set settle(struct rh_atlas_state *s, const struct rh_geometry *geometry) {
    if (!s->unsettled)
        return 0;
    unsigned bank = rh_first_from(s->unsettled, s->settle_next);
    rh_wide in_bank = rh_age_queue_served(&s->queue, s->queue.in_bank[bank]);
    unsigned least = in_bank ? s->entry_rank[rh_age_queue_least(s->entry_rank, in_bank)] : 0;
    s->bank_rank[bank] = in_bank ? (uint16_t)least : s->bank_rank[bank];
    s->behind &= ~in_bank;
    for (rh_wide rest = in_bank; rest; rest &= rest - 1)
        if (s->entry_rank[rh_wide_first(rest)] != least)
            s->behind |= rest & (~rest + 1);
    s->unsettled &= ~rh_bit(bank);
    s->settle_next = (uint8_t)(bank + 1 == geometry->banks ? 0 : bank + 1);
    return rh_bit(bank);
}

static void mark_entry(struct rh_atlas_state *s, unsigned e, unsigned rank) {
    s->entry_rank[e] = (uint16_t)rank;
    s->unsettled |= rh_bit(s->queue.bank[e]);
}

static void give_rank(struct rh_atlas_state *s, const struct rh_geometry *geometry, unsigned source, unsigned rank) {
    s->source_rank[source] = (uint8_t)rank;
    for (rh_wide rest = s->queue.valid; rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest);
        if (s->source[e] == source)
            mark_entry(s, e, (s->entry_rank[e] & in_time(geometry)) | rank);
    }
}

/* The source that is given its rank in this clock; -1: none is. */
static int ranked_now(const struct rh_atlas_state *s, const struct rh_geometry *geometry) {
    unsigned last = (1U << geometry->source_bits) - 1;
    bool ends = s->ranking && s->charge == 0 && s->turn >> 2 * geometry->source_bits == 0 && (s->turn & last) == last;
    return ends ? (int)(s->turn >> geometry->source_bits) : -1;
}

/* One look at the services, in a clock in which nobody is charged. Source by source: its own is held, then those of the
 * others are compared with it, from the next one on around; the number of lesser ones is its rank. Behind the last each
 * source in turn keeps a part of its service. */
static void take_turn(struct rh_atlas_state *s, const struct rh_geometry *geometry,
                      const struct rh_constraints *constraints) {
    unsigned bits = geometry->source_bits, sources = 1U << bits, step = s->turn & (sources - 1);
    if (s->turn >> 2 * bits == 0) {
        unsigned source = s->turn >> bits, other = (source + step) & (sources - 1);
        s->lesser = (uint8_t)(step != 0 ? s->lesser + (s->service[other] < s->held) : 0);
        s->held = step != 0 ? s->held : s->service[source];
        if (step == sources - 1)
            give_rank(s, geometry, source, s->lesser);
    } else {
        s->service[step] -= s->service[step] >> constraints->service_history;
    }
    s->turn = s->turn == sources * sources + sources - 1 ? 0 : s->turn + 1;
    s->ranking = s->turn != 0;
    if (!s->ranking)
        s->quantum_left = constraints->quantum;
}

/* The quantum's clocks, `clocks` of them: one where sources have their turns. */
static void count_quantum(struct rh_atlas_state *s, const struct rh_geometry *geometry,
                          const struct rh_constraints *constraints, uint64_t clocks) {
    if (s->ranking) {
        if (s->charge == 0)
            take_turn(s, geometry, constraints);
    } else if (s->quantum_left != 0) {
        s->quantum_left -= (uint32_t)clocks;
        s->ranking = s->quantum_left == 0;
    } else {
        s->quantum_left = constraints->quantum; /* behind a reset */
    }
}

/* Who was there when the period before began has waited for too long. */
static void count_period(struct rh_atlas_state *s, const struct rh_geometry *geometry,
                         const struct rh_constraints *constraints, uint64_t clocks) {
    bool ends = s->period_left != 0 && s->period_left <= clocks;
    s->period_left = ends || s->period_left == 0 ? constraints->waiting_threshold : (uint32_t)(s->period_left - clocks);
    if (!ends)
        return;
    for (rh_wide rest = s->aged; rest; rest &= rest - 1)
        mark_entry(s, rh_wide_first(rest), s->entry_rank[rh_wide_first(rest)] & (in_time(geometry) - 1));
    s->aged = s->queue.valid;
}

/* The command of the last clock counts. */
static void charge(struct rh_atlas_state *s) {
    uint32_t *service = &s->service[s->charge_source], most = (1U << SERVICE_BITS) - 1;
    *service = most - *service < s->charge ? most : *service + s->charge;
    s->charge = s->charge_source = 0;
}

/* What moves by itself in so many clocks, more than one where nothing but counters does. Returns the bank that is
 * settled. */
static rh_bank_set work(struct rh_atlas_state *s, const struct rh_geometry *geometry,
                        const struct rh_constraints *constraints, uint64_t clocks) {
    rh_bank_set settled = settle(s, geometry);
    count_quantum(s, geometry, constraints, clocks);
    count_period(s, geometry, constraints, clocks);
    charge(s);
    return settled;
}

static void sink(struct rh_atlas_state *s, const struct rh_age_queue_move *move) {
    RH_AGE_QUEUE_SINK(s->source, move);
    RH_AGE_QUEUE_SINK(s->entry_rank, move);
    rh_age_queue_sink_set(&s->aged, move);
    rh_age_queue_sink_set(&s->behind, move);
}

static void leave(struct rh_atlas_state *s, unsigned e) {
    s->unsettled |= rh_bit(s->queue.bank[e]);
    s->aged &= ~rh_wide_bit(e);
    s->behind &= ~rh_wide_bit(e);
}

/* A column command goes: it costs its data's clocks, and the first one behind an ACT those of PRE and ACT, too. */
static void issue(struct rh_atlas_state *s, const struct rh_constraints *constraints, const struct rh_choice *choice) {
    bool opened = s->opened >> choice->column_bank & 1;
    s->charge = (uint16_t)(constraints->burst + (opened ? constraints->rp + constraints->rcd_rd : 0));
    s->charge_source = s->source[choice->column_entry];
    s->opened &= ~rh_bit(choice->column_bank);
    if (choice->last)
        leave(s, choice->column_entry);
}

/* A request arrives: it is behind where its bank has a lesser rank, and where its kind is held. Where it has a lesser
 * one itself, where its source gets a rank in this very clock, and where its bank is settled in it, the bank is looked
 * at again. */
struct newcomer {
    bool behind, unsettles;
};
static struct newcomer look(const struct rh_atlas_state *s, const struct rh_geometry *geometry,
                            const struct rh_controller_in *in) {
    unsigned rank = in_time(geometry) | s->source_rank[in->req_source], least = s->bank_rank[in->req_bank];
    bool alone = rh_age_queue_served(&s->queue, s->queue.in_bank[in->req_bank]) == 0;
    bool held = s->queue.drain.kind_held[in->req_write & 1];
    return (struct newcomer){held || (!alone && rank > least),
                             (!held && !alone && rank < least) || ranked_now(s, geometry) == in->req_source};
}

static void arrive(struct rh_atlas_state *s, const struct rh_geometry *geometry, const struct rh_controller_in *in,
                   struct newcomer newcomer) {
    unsigned e = geometry->queue - 1U;
    s->source[e] = in->req_source;
    s->entry_rank[e] = (uint16_t)(in_time(geometry) | s->source_rank[in->req_source]);
    if (newcomer.behind)
        s->behind |= rh_wide_bit(e);
    else
        s->bank_rank[in->req_bank] = s->entry_rank[e];
    if (newcomer.unsettles)
        s->unsettled |= rh_bit(in->req_bank);
}

static rh_bank_set advance(struct rh_atlas_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    struct newcomer newcomer = {0};
    if (edge->arrives)
        newcomer = look(s, geometry, edge->in);
    rh_bank_set banks = work(s, geometry, constraints, 1);
    newcomer.unsettles = newcomer.unsettles || (banks >> edge->in->req_bank & 1);
    if (edge->choice->column)
        issue(s, constraints, edge->choice);
    if (edge->row.cmd == RH_ACT)
        s->opened |= rh_bit(edge->row.bank);
    struct rh_age_queue_move move =
        rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array));
    if (move.sank)
        sink(s, &move);
    if (move.turned)
        s->unsettled = rh_mask(geometry->banks);
    if (move.arrived)
        arrive(s, geometry, edge->in, newcomer);
    return banks | move.banks;
}

static bool works(const struct rh_atlas_state *s) {
    return s->unsettled || s->ranking || s->charge;
}

/* Up to the ends of the quantum and of the period. */
static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_atlas_state *s = state;
    uint64_t clocks = rh_age_policy_still(state, geometry);
    if (works(s) || s->quantum_left == 0 || s->period_left == 0)
        return 1;
    clocks = s->quantum_left < clocks ? s->quantum_left : clocks;
    return s->period_left < clocks ? s->period_left : clocks;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_atlas_state *s = state;
    struct rh_age_queue_move move;
    rh_bank_set banks = work(s, geometry, constraints, clocks);
    banks |= rh_age_queue_pass(&s->queue, constraints, rh_age_queue_found(&s->queue, &s->backend.array), clocks);
    while (clocks-- != 0 && rh_age_queue_sink(&s->queue, geometry, &move))
        sink(s, &move);
    return banks;
}

/* Does a ranking leave everything as it is? As a quantum begins, of a controller that has nothing to do. */
static bool rests(const struct rh_atlas_state *s, const struct rh_geometry *geometry,
                  const struct rh_constraints *constraints) {
    unsigned sources = 1U << geometry->source_bits;
    for (unsigned source = 0; source < sources; source++) {
        unsigned lesser = 0;
        for (unsigned other = 0; other < sources; other++)
            lesser += s->service[other] < s->service[source];
        if (s->service[source] >> constraints->service_history != 0 || s->source_rank[source] != lesser)
            return false;
    }
    return s->held == s->service[sources - 1] && s->lesser == s->source_rank[sources - 1];
}

/* Passes over as many quanta as there are whole ones in `clocks`. Returns their clocks. */
static uint64_t pass_quanta(struct rh_atlas_state *s, const struct rh_geometry *geometry,
                            const struct rh_constraints *constraints, uint64_t clocks) {
    uint64_t sources = UINT64_C(1) << geometry->source_bits, quantum = constraints->quantum + sources * (sources + 1);
    uint64_t passed = clocks / quantum * quantum, period = constraints->waiting_threshold;
    if (passed != 0 && period != 0)
        s->period_left = (uint32_t)((s->period_left + period - 1 - passed % period) % period + 1);
    return passed;
}

static void tick(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                 uint64_t clocks) {
    struct rh_atlas_state *s = state;
    for (uint64_t now; clocks != 0; clocks -= now) {
        bool whole = !works(s) && s->quantum_left == constraints->quantum && constraints->quantum != 0;
        if (whole && (s->period_left != 0 || constraints->waiting_threshold == 0) && rests(s, geometry, constraints))
            clocks -= pass_quanta(s, geometry, constraints, clocks);
        if (clocks == 0)
            return;
        bool begins = (s->quantum_left == 0 && constraints->quantum != 0) ||
                      (s->period_left == 0 && constraints->waiting_threshold != 0);
        now = works(s) || begins ? 1 : clocks;
        now = s->quantum_left != 0 && s->quantum_left < now ? s->quantum_left : now;
        now = s->period_left != 0 && s->period_left < now ? s->period_left : now;
        (void)work(s, geometry, constraints, now);
    }
}

static void level(void *state) {
    struct rh_atlas_state *s = state;
    s->quantum_left = s->period_left = 0;
    s->ranking = 0;
    s->turn = s->held = s->lesser = 0;
    memset(s->source_rank, 0, sizeof s->source_rank);
    memset(s->service, 0, sizeof s->service);
}

RH_TICKING_AGE_POLICY_OPS(atlas, list, rank_first, still, pass, tick, level);
