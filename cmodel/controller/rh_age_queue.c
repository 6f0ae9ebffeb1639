// SPDX-License-Identifier: Apache-2.0
#include "cmodel/controller/rh_age_queue.h"

#include <string.h>

_Static_assert(RH_MAX_QUEUE <= 8 * sizeof(rh_wide), "a set of entries has a bit for each");

void rh_age_queue_live(const void *part, const void *params, uint64_t *mask) {
    rh_wide valid = ((const struct rh_age_queue *)part)->valid;
    unsigned queue = ((const struct rh_geometry *)params)->queue;
    valid &= rh_wide_mask(queue); /* any numbers, as rh_live_ring says */
    mask[0] = (uint64_t)valid;
    if (queue > 64)
        mask[1] = (uint64_t)(valid >> 64);
}

static void live_oldest(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_age_queue *)part)->valid != 0;
}

void rh_age_queue_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_age_queue, m, count, width, live)
    ROW(valid, 1, p->queue, NULL);
    ROW(hit, 1, p->queue, NULL);
    ROW(write, 1, p->queue, NULL);
    ROW(in_bank, p->banks, p->queue, NULL);
    ROW(bank, p->queue, rh_log2_up(p->banks), rh_age_queue_live);
    ROW(row, p->queue, p->row_bits, rh_age_queue_live);
    ROW(last_column, p->queue, p->column_bits, rh_age_queue_live);
    ROW(len, p->queue, 3, rh_age_queue_live);
    ROW(tag, p->queue, p->tag_bits, rh_age_queue_live);
    ROW(count, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(just_activated, 1, p->banks, NULL);
    ROW(age_left, 1, 16, live_oldest);
    ROW(starvation, 1, 1, NULL);
#undef ROW
    rh_write_drain_list(layout, base + offsetof(struct rh_age_queue, drain), params);
}

/* What looks at every bank in every clock is compiled twice: a queue of up to 64 entries has empty high halves, and
 * pays for none. */
static inline rh_wide half(rh_wide set, bool wide) {
    return wide ? set : (uint64_t)set;
}

static const rh_wide every = ~(rh_wide)0; /* no classes */

/* The entries that may pass older ones of their row. Nobody passes the oldest one where it goes alone. */
static inline rh_wide passing(const struct rh_age_queue *q) {
    return q->starvation ? 0 : rh_write_drain_free(&q->drain, q->write);
}

/* Of a bank's hits those of which the oldest is next: such as may pass others, if there are any, else all. */
rh_wide rh_age_queue_next_hits(const struct rh_age_queue *q, unsigned bank) {
    return rh_age_queue_in_class(q->in_bank[bank] & q->hit, passing(q));
}

static inline void query(const struct rh_age_queue *q, rh_wide hit, rh_wide upper, rh_bank_set banks,
                         struct rh_next_commands *next_commands, bool wide) {
    rh_wide able = half(rh_age_queue_able(q, q->valid), wide), write = half(q->write, wide),
            first = half(passing(q), wide);
    hit = q->starvation ? hit & able : hit;
    rh_bank_set column = next_commands->column & ~banks, writes = next_commands->write & ~banks,
                row = next_commands->row & ~banks;
    for (; banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        rh_wide in_bank = half(q->in_bank[b], wide) & able,
                hits = rh_age_queue_in_class(half(q->in_bank[b], wide) & hit, first);
        if (rh_age_queue_in_class(in_bank, half(upper, wide)) & hit) {
            column |= rh_bit(b);
            writes |= (hits & (~hits + 1) & write) ? rh_bit(b) : 0;
        } else if (in_bank) {
            row |= rh_bit(b);
        }
    }
    next_commands->column = column;
    next_commands->write = writes;
    next_commands->row = row;
}

void rh_age_queue_query(const struct rh_age_queue *q, const struct rh_geometry *geometry, rh_wide hit,
                        rh_bank_set banks, struct rh_next_commands *next_commands) {
    if (geometry->queue <= 64)
        query(q, (uint64_t)hit, every, banks, next_commands, false);
    else
        query(q, hit, every, banks, next_commands, true);
}

void rh_age_queue_query_upper(const struct rh_age_queue *q, const struct rh_geometry *geometry, rh_wide hit,
                              rh_wide upper, rh_bank_set banks, struct rh_next_commands *next_commands) {
    query(q, hit, upper, banks, next_commands, geometry->queue > 64);
}

/* Of each of these banks the hit that is next. Where the oldest entry goes alone it is that of its bank. */
static inline rh_wide oldest_hits(const struct rh_age_queue *q, rh_bank_set banks, bool wide) {
    rh_wide hit = half(q->hit, wide), first = half(passing(q), wide), oldest = 0;
    for (; banks; banks &= banks - 1) {
        rh_wide hits = rh_age_queue_in_class(half(q->in_bank[rh_first_from(banks, 0)], wide) & hit, first);
        oldest |= hits & (~hits + 1);
    }
    return half(oldest, wide);
}

static void choose_column(const struct rh_age_queue *q, const struct rh_geometry *geometry, unsigned e,
                          struct rh_choice *choice) {
    choice->column = true;
    choice->write = rh_wide_has(q->write, e);
    choice->last = q->len[e] == 0;
    choice->column_bank = q->bank[e];
    choice->column_entry = (uint8_t)e;
    choice->column_number = (uint16_t)((unsigned)(q->last_column[e] - q->len[e]) & rh_mask(geometry->column_bits));
    choice->tag = q->tag[e];
}

void rh_age_queue_choose_column(const struct rh_age_queue *q, const struct rh_geometry *geometry, rh_bank_set banks,
                                struct rh_choice *choice) {
    rh_wide ready = geometry->queue <= 64 ? oldest_hits(q, banks, false) : oldest_hits(q, banks, true);
    if (!ready)
        return;
    choose_column(q, geometry, rh_wide_first(ready), choice);
}

/* Of these banks those with an upper hit, or, without any, all. */
static rh_bank_set banks_in_class(const struct rh_age_queue *q, rh_wide upper, rh_bank_set banks) {
    rh_wide hits = rh_age_queue_able(q, q->hit) & upper;
    rh_bank_set first = 0;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        first |= q->in_bank[b] & hits ? rh_bit(b) : 0;
    }
    return first ? first : banks;
}

void rh_age_queue_choose_column_upper(const struct rh_age_queue *q, const struct rh_geometry *geometry, rh_wide upper,
                                      rh_bank_set banks, struct rh_choice *choice) {
    rh_age_queue_choose_column(q, geometry, banks_in_class(q, upper, banks), choice);
}

void rh_age_queue_choose_column_ranked(const struct rh_age_queue *q, const struct rh_geometry *geometry, rh_wide upper,
                                       const uint16_t *ranks, rh_bank_set banks, struct rh_choice *choice) {
    rh_wide ready = oldest_hits(q, banks_in_class(q, upper, banks), true);
    if (ready)
        choose_column(q, geometry, rh_age_queue_least(ranks, ready), choice);
}

unsigned rh_age_queue_least(const uint16_t *ranks, rh_wide set) {
    unsigned least = rh_wide_first(set);
    for (rh_wide rest = set & (set - 1); rest; rest &= rest - 1) {
        unsigned e = rh_wide_first(rest);
        if (ranks[e] < ranks[least])
            least = e;
    }
    return least;
}

rh_wide rh_age_queue_of(const struct rh_age_queue *q, rh_bank_set banks) {
    rh_wide set = 0;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1)
        set |= q->in_bank[rh_first_from(rest, 0)];
    return rh_age_queue_able(q, set);
}

rh_wide rh_age_queue_of_upper(const struct rh_age_queue *q, rh_wide upper, rh_bank_set banks) {
    rh_wide set = 0;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1)
        set |= q->in_bank[rh_first_from(rest, 0)];
    return rh_age_queue_in_class(rh_age_queue_able(q, set), upper);
}

void rh_age_queue_choose_row(const struct rh_age_queue *q, unsigned e, struct rh_choice *choice) {
    choice->row = true;
    choice->row_bank = q->bank[e];
    choice->row_number = q->row[e];
}

void rh_age_queue_rank_first(const struct rh_age_queue *q, unsigned e, struct rh_choice *choice) {
    unsigned b = q->bank[e];
    choice->first_bank = (uint8_t)b;
    choice->first_write = rh_wide_has(q->write, e);
    choice->first_hit = rh_wide_has(q->hit, e) || (q->just_activated >> b & 1);
}

/* Of the members of `rest`, whose member 0 is entry `from`: those with this row. */
static inline uint64_t same_row(const struct rh_age_queue *q, uint64_t rest, unsigned from, uint32_t row) {
    uint64_t same = 0;
    for (; rest; rest &= rest - 1)
        if (q->row[from + (unsigned)__builtin_ctzll(rest)] == row)
            same |= rest & (~rest + 1);
    return same;
}

rh_wide rh_age_queue_in_row(const struct rh_age_queue *q, unsigned bank, uint32_t row) {
    rh_wide in_bank = q->in_bank[bank];
    return (rh_wide)same_row(q, (uint64_t)(in_bank >> 64), 64, row) << 64 | same_row(q, (uint64_t)in_bank, 0, row);
}

rh_wide rh_age_queue_found(const struct rh_age_queue *q, const struct rh_bank_array *array) {
    if (!q->just_activated)
        return 0;
    unsigned b = rh_first_from(q->just_activated, 0);
    return rh_age_queue_in_row(q, b, array->open_row[b]);
}

static inline rh_wide bit_of(unsigned e, bool wide) {
    return wide ? rh_wide_bit(e) : rh_bit(e);
}

static inline void take_out(rh_wide *set, unsigned e, bool wide) {
    *set = wide ? *set & ~rh_wide_bit(e) : (uint64_t)*set & ~rh_bit(e);
}

static inline void leave(struct rh_age_queue *q, unsigned e, bool wide) {
    take_out(&q->valid, e, wide);
    take_out(&q->hit, e, wide);
    take_out(&q->write, e, wide);
    take_out(&q->drain.hazard, e, wide);
    take_out(&q->in_bank[q->bank[e]], e, wide);
    q->count--;
}

static inline void close_hole(rh_wide *set, rh_wide below, bool wide) {
    uint64_t low = (uint64_t)*set, stays = (uint64_t)below;
    *set = wide ? (*set & below) | ((*set >> 1) & ~below) : (low & stays) | ((low >> 1) & ~stays);
}

/* Those above place `hole`, the lowest free one, move down by one; `below` are the places below it. */
static inline void close(struct rh_age_queue *q, const struct rh_geometry *geometry, rh_wide below,
                         struct rh_age_queue_move *move, bool wide) {
    close_hole(&q->valid, below, wide);
    close_hole(&q->hit, below, wide);
    close_hole(&q->write, below, wide);
    close_hole(&q->drain.hazard, below, wide);
    for (unsigned b = 0; b < geometry->banks; b++)
        close_hole(&q->in_bank[b], below, wide);
    RH_AGE_QUEUE_SINK(q->bank, move);
    RH_AGE_QUEUE_SINK(q->row, move);
    RH_AGE_QUEUE_SINK(q->last_column, move);
    RH_AGE_QUEUE_SINK(q->len, move);
    RH_AGE_QUEUE_SINK(q->tag, move);
}

static __attribute__((noinline)) void close_narrow(struct rh_age_queue *q, const struct rh_geometry *geometry,
                                                   rh_wide below, struct rh_age_queue_move *move) {
    close(q, geometry, below, move, false);
}

static __attribute__((noinline)) void close_wide(struct rh_age_queue *q, const struct rh_geometry *geometry,
                                                 rh_wide below, struct rh_age_queue_move *move) {
    close(q, geometry, below, move, true);
}

static inline bool sink(struct rh_age_queue *q, const struct rh_geometry *geometry, struct rh_age_queue_move *move,
                        bool wide) {
    rh_wide valid = half(q->valid, wide), below = half(valid & ~(valid + 1), wide); /* all are taken up to it */
    if (!(valid & ~below))
        return false;
    unsigned hole = rh_wide_first(~valid);
    move->from = (uint8_t)(hole + 1);
    move->sank = (uint8_t)(rh_wide_last(valid) - hole);
    if (wide)
        close_wide(q, geometry, below, move);
    else
        close_narrow(q, geometry, below, move);
    return true;
}

bool rh_age_queue_sink(struct rh_age_queue *q, const struct rh_geometry *geometry, struct rh_age_queue_move *move) {
    return geometry->queue <= 64 ? sink(q, geometry, move, false) : sink(q, geometry, move, true);
}

/* The bits of a column in which the requests of an entry and one with these last commands may differ, and have one
 * address all the same; ~0U: one of them has its whole row. */
static unsigned blocks_of(const struct rh_age_queue *q, unsigned e, unsigned last, unsigned len) {
    return rh_write_drain_block(last, len) | rh_write_drain_block(q->last_column[e], q->len[e]);
}

static bool same_address(const struct rh_age_queue *q, unsigned e, unsigned last, unsigned len) {
    return ((last ^ q->last_column[e]) & ~blocks_of(q, e, last, len)) == 0;
}

/* Does the request that is offered have a hazard (rh_write_drain.h)? Who leaves in this very clock counts. */
static bool has_hazard(const struct rh_age_queue *q, const struct rh_geometry *geometry,
                       const struct rh_controller_in *in) {
    unsigned last = (unsigned)(in->req_column + in->req_len) & (unsigned)rh_mask(geometry->column_bits);
    rh_wide rest = rh_age_queue_in_row(q, in->req_bank, in->req_row);
    for (rest &= q->drain.hazard | (in->req_write & 1 ? ~q->write : q->write); rest; rest &= rest - 1)
        if (same_address(q, rh_wide_first(rest), last, in->req_len))
            return true;
    return false;
}

bool rh_age_queue_forwards(const struct rh_age_queue *q, const struct rh_geometry *geometry, struct rh_offer *offer) {
    unsigned last = (unsigned)(offer->column + offer->len) & (unsigned)rh_mask(geometry->column_bits);
    rh_wide rest = offer->write ? 0 : rh_age_queue_in_row(q, offer->bank, offer->row) & q->write;
    while (rest) { /* the youngest first */
        unsigned e = rh_wide_last(rest);
        if (same_address(q, e, last, offer->len)) {
            offer->forwards = blocks_of(q, e, last, offer->len) != ~0U && q->len[e] == offer->len;
            offer->forward_tag = offer->forwards ? q->tag[e] : 0;
            return offer->forwards;
        }
        rest &= ~rh_wide_bit(e);
    }
    return false;
}

static inline void arrive(struct rh_age_queue *q, const struct rh_bank_array *array, const struct rh_geometry *geometry,
                          const struct rh_edge *edge, bool hazard, bool wide) {
    const struct rh_controller_in *in = edge->in;
    unsigned e = geometry->queue - 1U, b = in->req_bank;
    /* a row that opens in this very clock is compared in the next, with all others */
    bool opening = edge->row.cmd == RH_ACT && edge->row.bank == b;
    bool hit = rh_bank_array_stays_open(array, b) && !opening && array->open_row[b] == in->req_row;
    rh_wide place = bit_of(e, wide);
    q->count++;
    q->valid |= place;
    if (hit)
        q->hit |= place;
    if (in->req_write & 1)
        q->write |= place;
    if (hazard)
        q->drain.hazard |= place;
    q->in_bank[b] |= place;
    q->bank[e] = in->req_bank;
    q->row[e] = in->req_row;
    q->last_column[e] = (uint16_t)((unsigned)(in->req_column + in->req_len) & rh_mask(geometry->column_bits));
    q->len[e] = in->req_len;
    q->tag[e] = in->req_tag;
}

/* A new oldest entry begins with the whole cap; while the queue is empty it waits there for one. */
static void grow_old(struct rh_age_queue *q, const struct rh_constraints *constraints, bool stays, uint64_t clocks) {
    q->starvation = stays && (q->starvation || (q->age_left != 0 && q->age_left <= clocks));
    if (stays)
        q->age_left = (uint16_t)(q->age_left > clocks ? q->age_left - clocks : 0);
    else
        q->age_left = (uint16_t)constraints->age_cap;
}

static inline struct rh_age_queue_move advance(struct rh_age_queue *q, const struct rh_bank_array *array,
                                               const struct rh_geometry *geometry,
                                               const struct rh_constraints *constraints, const struct rh_edge *edge,
                                               rh_wide found, bool wide) {
    const struct rh_choice *choice = edge->choice;
    struct rh_age_queue_move move = {.left = choice->column && choice->last, .arrived = edge->arrives};
    bool hazard = geometry->write_drain != 0 && move.arrived && has_hazard(q, geometry, edge->in),
         alone = q->starvation,
         oldest_left = move.left && !(half(q->valid, wide) & (bit_of(choice->column_entry, wide) - 1));
    grow_old(q, constraints, q->count != 0 && !oldest_left, 1);
    q->hit |= found;
    if (edge->row.cmd == RH_PRE)
        q->hit &= ~q->in_bank[edge->row.bank];
    if (move.left)
        leave(q, choice->column_entry, wide);
    else if (choice->column)
        q->len[choice->column_entry] = (uint8_t)((q->len[choice->column_entry] - 1U) & 7U);
    (void)sink(q, geometry, &move, wide);
    if (move.arrived)
        arrive(q, array, geometry, edge, hazard, wide);
    q->just_activated = edge->row.cmd == RH_ACT ? rh_bit(edge->row.bank) : 0;
    move.turned = geometry->write_drain != 0 && rh_write_drain_advance(&q->drain, geometry, constraints, edge);
    move.banks = move.turned || alone || q->starvation ? UINT64_MAX : 0;
    return move;
}

struct rh_age_queue_move rh_age_queue_advance(struct rh_age_queue *q, const struct rh_bank_array *array,
                                              const struct rh_geometry *geometry,
                                              const struct rh_constraints *constraints, const struct rh_edge *edge,
                                              rh_wide found) {
    return geometry->queue <= 64 ? advance(q, array, geometry, constraints, edge, found, false)
                                 : advance(q, array, geometry, constraints, edge, found, true);
}

uint64_t rh_age_queue_still(const struct rh_age_queue *q) {
    return q->count && q->age_left ? q->age_left : UINT64_MAX;
}

rh_bank_set rh_age_queue_pass(struct rh_age_queue *q, const struct rh_constraints *constraints, rh_wide found,
                              uint64_t clocks) {
    bool alone = q->starvation;
    grow_old(q, constraints, q->count != 0, clocks);
    q->hit |= found;
    q->just_activated = 0;
    return alone != q->starvation ? UINT64_MAX : 0;
}

rh_bank_set rh_age_queue_pass_all(struct rh_age_queue *q, const struct rh_bank_array *array,
                                  const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                                  uint64_t clocks) {
    struct rh_age_queue_move move;
    rh_bank_set banks = rh_age_queue_pass(q, constraints, rh_age_queue_found(q, array), clocks);
    while (clocks-- != 0 && rh_age_queue_sink(q, geometry, &move)) {
    }
    return banks;
}
