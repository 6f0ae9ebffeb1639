// SPDX-License-Identifier: Apache-2.0
// `fifo`: one queue; only the oldest request may issue a command.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_fifo_state *s = part;
    unsigned first = s->head != 0 ? rh_wide_first(s->head) : 0; /* RTL with a bug may have none */
    rh_live_ring(mask, first, s->count, ((const struct rh_geometry *)params)->queue);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_fifo_state, backend), params);
#define ROW(m, count, width, live) RH_ROW(struct rh_fifo_state, m, count, width, live)
    ROW(write, p->queue, 1, live_entries);
    ROW(bank, p->queue, rh_log2_up(p->banks), live_entries);
    ROW(row, p->queue, p->row_bits, live_entries);
    ROW(column, p->queue, p->column_bits, live_entries);
    ROW(extra, p->queue, 3, live_entries);
    ROW(tag, p->queue, p->tag_bits, live_entries);
    ROW(head, 1, p->queue, NULL);
    ROW(tail, 1, p->queue, NULL);
    ROW(count, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(done, 1, 3, NULL);
#undef ROW
}

static void reset(struct rh_fifo_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
    s->head = s->tail = 1;
}

static void choose(const struct rh_fifo_state *s, const struct rh_geometry *geometry, const struct rh_view *view,
                   struct rh_choice *choice) {
    unsigned h = rh_wide_first(s->head), b = s->bank[h];
    bool write = s->write[h];
    bool hit = rh_bank_array_is_open(&s->backend.array, b) && s->backend.array.open_row[b] == s->row[h];
    choice->column = hit && rh_backend_column_ok(&s->backend, geometry, view, b, write);
    choice->row = !hit && rh_backend_row_ok(&s->backend, geometry, view, b);
    choice->write = write;
    choice->last = s->extra[h] == s->done;
    choice->column_bank = choice->row_bank = choice->first_bank = (uint8_t)b;
    choice->column_number = (uint16_t)((s->column[h] + s->done) & rh_mask(geometry->column_bits));
    choice->tag = s->tag[h];
    choice->row_number = s->row[h];
    choice->first_hit = hit;
    choice->first_write = write;
    choice->occupancy = s->count;
}

static void step(struct rh_fifo_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct rh_choice choice = {0};
    rh_backend_look(&s->backend, geometry, gaps, &view);
    if (s->count)
        choose(s, geometry, &view, &choice);
    out->req_ready = s->count < geometry->queue || (choice.column && choice.last);
    (void)rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);

    bool push = in->req_valid && out->req_ready, pop = choice.column && choice.last;
    if (choice.column)
        s->done = pop ? 0 : (uint8_t)((s->done + 1U) & 7U);
    if (push) {
        unsigned tail = rh_wide_first(s->tail);
        s->write[tail] = in->req_write;
        s->bank[tail] = in->req_bank;
        s->row[tail] = in->req_row;
        s->column[tail] = in->req_column;
        s->extra[tail] = in->req_extra;
        s->tag[tail] = in->req_tag;
        s->tail = rh_wide_turn(s->tail, geometry->queue);
    }
    if (pop)
        s->head = rh_wide_turn(s->head, geometry->queue);
    s->count = (uint8_t)(s->count + push - pop);
}

RH_LEAPING_OPS(fifo, struct rh_fifo_state, list, rh_geometry_queue, reset, step, RH_LEAP_FIFO);
