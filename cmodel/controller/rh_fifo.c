// SPDX-License-Identifier: Apache-2.0
// `fifo`: one queue; only the oldest request may issue a command.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_fifo_state *s = part;
    unsigned first = s->head != 0 ? rh_wide_first(s->head) : 0; /* RTL with a bug may have none */
    rh_live_ring(mask, first, s->count, ((const struct rh_geometry *)params)->queue);
}

static void live_behind(const void *part, const void *params, uint64_t *mask) {
    const struct rh_fifo_state *s = part;
    unsigned queue = ((const struct rh_geometry *)params)->queue;
    unsigned first = s->head != 0 ? rh_wide_first(s->head) : 0;
    rh_live_ring(mask, rh_ring_add(first, 1, queue), s->count > 1 ? s->count - 1U : 0, queue);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_paged_backend_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_fifo_state, m, count, width, live)
    ROW(write, p->queue, 1, live_entries);
    ROW(bank, p->queue, rh_log2_up(p->banks), live_entries);
    ROW(row, p->queue, p->row_bits, live_entries);
    ROW(column, p->queue, p->column_bits, live_entries);
    ROW(len, p->queue, 3, live_entries);
    ROW(tag, p->queue, p->tag_bits, live_entries);
    ROW(head, 1, p->queue, NULL);
    ROW(tail, 1, p->queue, NULL);
    ROW(count, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(done, 1, 3, NULL);
    ROW(same, p->closes != 0 ? p->queue : 0, 1, live_behind);
#undef ROW
    rh_page_policy_list(layout, base + offsetof(struct rh_fifo_state, page), params);
}

static void reset(struct rh_fifo_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
    s->head = s->tail = 1;
}

static void query(const struct rh_fifo_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    (void)geometry, (void)banks;
    next_commands->column = next_commands->write = next_commands->row = 0;
    if (!s->count)
        return;
    unsigned h = rh_wide_first(s->head), b = s->bank[h];
    if (rh_bank_array_stays_open(&s->backend.array, b) && s->backend.array.open_row[b] == s->row[h])
        next_commands->column = rh_bit(b);
    else
        next_commands->row = rh_bit(b);
    next_commands->write = s->write[h] ? next_commands->column : 0;
}

static void choose(const struct rh_fifo_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    unsigned h = rh_wide_first(s->head);
    choice->column = column_ok != 0;
    choice->row = row_ok != 0;
    choice->write = s->write[h];
    choice->last = s->len[h] == s->done;
    choice->column_bank = choice->row_bank = s->bank[h];
    choice->column_number = (uint16_t)((s->column[h] + s->done) & rh_mask(geometry->column_bits));
    choice->tag = s->tag[h];
    choice->row_number = s->row[h];
}

static void rank(const struct rh_fifo_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    (void)geometry;
    unsigned h = rh_wide_first(s->head);
    choice->first_bank = s->bank[h];
    choice->first_hit = next_commands->column != 0;
    choice->first_write = s->write[h];
}

static unsigned stored(const struct rh_fifo_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    return s->count;
}

static bool has_room(const struct rh_fifo_state *s, const struct rh_geometry *geometry, struct rh_offer *offer,
                     const struct rh_choice *choice) {
    (void)offer;
    return s->count < geometry->queue || (choice->column && choice->last);
}

static void push(struct rh_fifo_state *s, const struct rh_geometry *geometry, const struct rh_controller_in *in) {
    unsigned tail = rh_wide_first(s->tail);
    if (geometry->closes) {
        unsigned before = rh_ring_add(tail, geometry->queue - 1U, geometry->queue);
        s->same[tail] = s->bank[before] == in->req_bank && s->row[before] == in->req_row;
    }
    s->write[tail] = in->req_write;
    s->bank[tail] = in->req_bank;
    s->row[tail] = in->req_row;
    s->column[tail] = in->req_column;
    s->len[tail] = in->req_len;
    s->tag[tail] = in->req_tag;
    s->tail = rh_wide_turn(s->tail, geometry->queue);
}

static rh_bank_set advance(struct rh_fifo_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    (void)constraints, (void)next_commands;
    bool pop = edge->choice->column && edge->choice->last;
    if (edge->choice->column)
        s->done = pop ? 0 : (uint8_t)((s->done + 1U) & 7U);
    if (edge->arrives)
        push(s, geometry, edge->in);
    if (pop)
        s->head = rh_wide_turn(s->head, geometry->queue);
    s->count = (uint8_t)(s->count + edge->arrives - pop);
    return UINT64_MAX;
}

/* Of the queue its head is seen alone, and that has a command. */
static rh_bank_set unwanted(const void *state, const struct rh_geometry *geometry, rh_bank_set banks) {
    (void)state, (void)geometry;
    return banks;
}

static bool has_more(const struct rh_fifo_state *s, const struct rh_geometry *geometry,
                     const struct rh_choice *choice) {
    (void)choice;
    return s->count > 1 && s->same[rh_ring_add(rh_wide_first(s->head), 1, geometry->queue)];
}

RH_PAGED_POLICY_OPS(fifo, struct rh_fifo_state, list, rh_geometry_queue, reset, rank, NULL, NULL, NULL, NULL, unwanted,
                    has_more);
