// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_age_queue.h"

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
    ROW(extra, p->queue, 3, rh_age_queue_live);
    ROW(tag, p->queue, p->tag_bits, rh_age_queue_live);
    ROW(count, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(opened, 1, p->banks, NULL);
    ROW(age_left, 1, 16, live_oldest);
    ROW(alone, 1, 1, NULL);
#undef ROW
}

/* What looks at every bank in every clock is compiled twice: a queue of up to 64 entries has empty high halves, and
 * pays for none. */
static inline rh_wide half(rh_wide set, bool wide) {
    return wide ? set : (uint64_t)set;
}

static inline rh_wide ready_hits(const struct rh_age_queue *q, const struct rh_backend *backend,
                                 const struct rh_geometry *geometry, const struct rh_view *view, bool wide) {
    rh_wide ready = 0, able = half(rh_age_queue_able(q, q->hit), wide);
    for (unsigned b = 0; b < geometry->banks; b++) {
        rh_wide hits = half(q->in_bank[b], wide) & able;
        if (!hits)
            continue;
        rh_wide oldest = hits & (~hits + 1);
        if (rh_backend_column_ok(backend, geometry, view, b, half(q->write & oldest, wide) != 0))
            ready |= oldest;
    }
    return ready;
}

int rh_age_queue_choose_column(const struct rh_age_queue *q, const struct rh_backend *backend,
                               const struct rh_geometry *geometry, const struct rh_view *view,
                               struct rh_choice *choice) {
    if (!q->hit || !(view->rd || view->wr))
        return -1;
    rh_wide ready = geometry->queue <= 64 ? ready_hits(q, backend, geometry, view, false)
                                          : ready_hits(q, backend, geometry, view, true);
    if (!ready)
        return -1;
    unsigned e = rh_wide_first(ready);
    choice->column = true;
    choice->write = rh_wide_has(q->write, e);
    choice->last = q->extra[e] == 0;
    choice->column_bank = q->bank[e];
    choice->column_number = (uint16_t)((unsigned)(q->last_column[e] - q->extra[e]) & rh_mask(geometry->column_bits));
    choice->tag = q->tag[e];
    return (int)e;
}

static inline rh_wide row_ready(const struct rh_age_queue *q, const struct rh_backend *backend,
                                const struct rh_geometry *geometry, const struct rh_view *view, bool wide) {
    rh_wide ready = 0, able = half(rh_age_queue_able(q, ~(rh_wide)0), wide);
    for (unsigned b = 0; b < geometry->banks; b++) {
        rh_wide in_bank = half(q->in_bank[b], wide) & able;
        if (in_bank && !(in_bank & q->hit) && rh_backend_row_ok(backend, geometry, view, b))
            ready |= in_bank;
    }
    return ready;
}

rh_wide rh_age_queue_row_ready(const struct rh_age_queue *q, const struct rh_backend *backend,
                               const struct rh_geometry *geometry, const struct rh_view *view) {
    return geometry->queue <= 64 ? row_ready(q, backend, geometry, view, false)
                                 : row_ready(q, backend, geometry, view, true);
}

rh_bank_set rh_age_queue_kept(const struct rh_age_queue *q, const struct rh_geometry *geometry) {
    if (geometry->part_bits == 0)
        return 0;
    rh_bank_set kept = 0;
    rh_wide able = rh_age_queue_able(q, q->hit);
    for (unsigned b = 0; b < geometry->banks; b++)
        kept |= (q->in_bank[b] & able) ? rh_bit(b) : 0;
    return kept;
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
    choice->first_hit = rh_wide_has(q->hit, e) || (q->opened >> b & 1);
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

rh_wide rh_age_queue_found(const struct rh_age_queue *q, const struct rh_backend *backend) {
    if (!q->opened)
        return 0;
    unsigned b = (unsigned)__builtin_ctzll(q->opened);
    return rh_age_queue_in_row(q, b, backend->array.open_row[b]);
}

static void leave(struct rh_age_queue *q, unsigned e) {
    rh_wide others = ~rh_wide_bit(e);
    q->valid &= others;
    q->hit &= others;
    q->write &= others;
    q->in_bank[q->bank[e]] &= others;
    q->count--;
}

/* Those above the lowest free place move down by one. */
static void sink(struct rh_age_queue *q, const struct rh_geometry *geometry, struct rh_age_queue_move *move) {
    rh_wide free = ~q->valid; /* 0 with all 128 places in use */
    if (!free || !(q->valid & ~(free ^ (free - 1))))
        return;
    unsigned hole = rh_wide_first(free);
    move->from = (uint8_t)(hole + 1);
    move->sank = (uint8_t)(rh_wide_last(q->valid) - hole);
    q->valid = rh_wide_without(q->valid, hole);
    q->hit = rh_wide_without(q->hit, hole);
    q->write = rh_wide_without(q->write, hole);
    for (unsigned b = 0; b < geometry->banks; b++)
        q->in_bank[b] = rh_wide_without(q->in_bank[b], hole);
    RH_AGE_QUEUE_SINK(q->bank, move);
    RH_AGE_QUEUE_SINK(q->row, move);
    RH_AGE_QUEUE_SINK(q->last_column, move);
    RH_AGE_QUEUE_SINK(q->extra, move);
    RH_AGE_QUEUE_SINK(q->tag, move);
}

static void arrive(struct rh_age_queue *q, const struct rh_backend *backend, const struct rh_geometry *geometry,
                   const struct rh_controller_in *in, const struct rh_row_issued *row) {
    unsigned e = geometry->queue - 1U, b = in->req_bank;
    /* a row that opens in this very clock is compared in the next, with all others */
    bool opening = row->cmd == RH_ACT && row->bank == b;
    bool hit = rh_bank_array_is_open(&backend->array, b) && !opening && backend->array.open_row[b] == in->req_row;
    rh_wide place = rh_wide_bit(e);
    q->count++;
    q->valid |= place;
    if (hit)
        q->hit |= place;
    if (in->req_write & 1)
        q->write |= place;
    q->in_bank[b] |= place;
    q->bank[e] = in->req_bank;
    q->row[e] = in->req_row;
    q->last_column[e] = (uint16_t)((unsigned)(in->req_column + in->req_extra) & rh_mask(geometry->column_bits));
    q->extra[e] = in->req_extra;
    q->tag[e] = in->req_tag;
}

/* A new oldest entry begins with the whole cap; while the queue is empty it waits there for one. */
static void grow_old(struct rh_age_queue *q, const struct rh_gaps *gaps, bool stays) {
    q->alone = stays && (q->alone || q->age_left == 1);
    q->age_left = stays ? (uint16_t)(q->age_left - (q->age_left != 0)) : gaps->age_cap;
}

struct rh_age_queue_move rh_age_queue_clock(struct rh_age_queue *q, const struct rh_backend *backend,
                                            const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                                            const struct rh_controller_in *in, const struct rh_choice *choice,
                                            const struct rh_row_issued *row, const struct rh_controller_out *out,
                                            int column_entry, rh_wide found) {
    struct rh_age_queue_move move = {.left = choice->column && choice->last};
    rh_wide oldest = q->valid & (~q->valid + 1);
    grow_old(q, gaps, q->count != 0 && !(move.left && rh_wide_has(oldest, (unsigned)column_entry)));
    q->hit |= found;
    if (row->cmd == RH_PRE)
        q->hit &= ~q->in_bank[row->bank];
    if (move.left)
        leave(q, (unsigned)column_entry);
    else if (choice->column)
        q->extra[column_entry] = (uint8_t)((q->extra[column_entry] - 1U) & 7U);
    sink(q, geometry, &move);
    if (in->req_valid && out->req_ready) {
        move.arrived = true;
        arrive(q, backend, geometry, in, row);
    }
    q->opened = row->cmd == RH_ACT ? rh_bit(row->bank) : 0;
    return move;
}
