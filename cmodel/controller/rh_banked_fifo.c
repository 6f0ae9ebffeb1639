// SPDX-License-Identifier: Apache-2.0
// `banked_fifo`: one queue a bank; each bank's head may issue, column commands first, round robin over the banks.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

/* The place in its ring that a set of one says. */
static unsigned place(uint64_t one) {
    return rh_first_from(one, 0);
}

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_banked_fifo_state *s = part;
    const struct rh_geometry *geometry = params;
    unsigned depth = rh_geometry_bank_depth(geometry);
    for (unsigned b = 0; b < geometry->banks; b++)
        for (unsigned i = 0; i < s->count[b] && i < depth; i++) { /* any numbers, as rh_live_ring says */
            unsigned e = b * depth + rh_ring_add(s->head[b] != 0 ? place(s->head[b]) : 0, i, depth);
            mask[e / 64] |= UINT64_C(1) << e % 64;
        }
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_banked_fifo_state, backend), params);
#define ROW(m, count, width, live) RH_ROW(struct rh_banked_fifo_state, m, count, width, live)
    ROW(write, rh_max(1, p->queue / p->banks) * p->banks, 1, live_entries);
    ROW(row, rh_max(1, p->queue / p->banks) * p->banks, p->row_bits, live_entries);
    ROW(column, rh_max(1, p->queue / p->banks) * p->banks, p->column_bits, live_entries);
    ROW(extra, rh_max(1, p->queue / p->banks) * p->banks, 3, live_entries);
    ROW(tag, rh_max(1, p->queue / p->banks) * p->banks, p->tag_bits, live_entries);
    ROW(head, p->banks, rh_max(1, p->queue / p->banks), NULL);
    ROW(tail, p->banks, rh_max(1, p->queue / p->banks), NULL);
    ROW(count, p->banks, rh_log2_up(rh_max(1, p->queue / p->banks) + 1), NULL);
    ROW(done, p->banks, 3, NULL);
    ROW(column_next, 1, rh_log2_up(p->banks), NULL);
    ROW(row_next, 1, rh_log2_up(p->banks), NULL);
#undef ROW
}

static void reset(struct rh_banked_fifo_state *s, const struct rh_geometry *geometry) {
    memset(s, 0, sizeof *s);
    for (unsigned b = 0; b < geometry->banks; b++)
        s->head[b] = s->tail[b] = 1;
}

/* The banks with a request, split by what their head needs next, and by what is legal now. */
struct heads {
    rh_bank_set hit, miss, column_ok, row_ok;
    unsigned occupancy;
};

static struct heads look_heads(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                               const struct rh_view *view, unsigned depth) {
    struct heads h = {0};
    for (unsigned b = 0; b < geometry->banks; b++) {
        if (!s->count[b])
            continue;
        unsigned e = b * depth + place(s->head[b]);
        rh_bank_set bit = rh_bit(b);
        h.occupancy += s->count[b];
        if ((s->backend.array.open & bit) && s->backend.array.open_row[b] == s->row[e]) {
            h.hit |= bit;
            h.column_ok |= rh_backend_column_ok(&s->backend, geometry, view, b, s->write[e]) ? bit : 0;
        } else {
            h.miss |= bit;
            h.row_ok |= rh_backend_row_ok(&s->backend, geometry, view, b) ? bit : 0;
        }
    }
    return h;
}

static void choose(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, const struct rh_view *view,
                   unsigned depth, struct rh_choice *choice) {
    struct heads h = look_heads(s, geometry, view, depth);
    choice->occupancy = (uint8_t)h.occupancy;
    if (!h.occupancy)
        return;
    if (h.column_ok) {
        unsigned b = rh_first_from(h.column_ok, s->column_next), e = b * depth + place(s->head[b]);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = s->write[e];
        choice->last = s->extra[e] == s->done[b];
        choice->column_number = (uint16_t)((s->column[e] + s->done[b]) & rh_mask(geometry->column_bits));
        choice->tag = s->tag[e];
    }
    if (h.row_ok) {
        unsigned b = rh_first_from(h.row_ok, s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = s->row[b * depth + place(s->head[b])];
    }
    choice->kept = h.hit;
    choice->first_hit = h.hit != 0;
    unsigned first = h.hit ? rh_first_from(h.hit, s->column_next) : rh_first_from(h.miss, s->row_next);
    choice->first_bank = (uint8_t)first;
    choice->first_write = s->write[first * depth + place(s->head[first])];
}

static void push(struct rh_banked_fifo_state *s, const struct rh_controller_in *in, unsigned depth) {
    unsigned b = in->req_bank, e = b * depth + place(s->tail[b]);
    s->write[e] = in->req_write;
    s->row[e] = in->req_row;
    s->column[e] = in->req_column;
    s->extra[e] = in->req_extra;
    s->tag[e] = in->req_tag;
    s->tail[b] = (uint64_t)rh_wide_turn(s->tail[b], depth);
    s->count[b]++;
}

static void step(struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct rh_choice choice = {0};
    unsigned depth = rh_geometry_bank_depth(geometry), bank_mask = geometry->banks - 1U;
    rh_backend_look(&s->backend, geometry, gaps, &view);
    choose(s, geometry, &view, depth, &choice);
    bool leaves = choice.column && choice.last;
    out->req_ready = s->count[in->req_bank] < depth || (leaves && choice.column_bank == in->req_bank);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);

    if (choice.column) {
        unsigned b = choice.column_bank;
        s->done[b] = leaves ? 0 : (uint8_t)((s->done[b] + 1U) & 7U);
        s->column_next = (uint8_t)((b + 1U) & bank_mask);
        if (leaves) {
            s->head[b] = (uint64_t)rh_wide_turn(s->head[b], depth);
            s->count[b]--;
        }
    }
    if (in->req_valid && out->req_ready)
        push(s, in, depth);
    if (row.taken)
        s->row_next = (uint8_t)((choice.row_bank + 1U) & bank_mask);
}

RH_LEAPING_OPS(banked_fifo, struct rh_banked_fifo_state, list, rh_geometry_banked, reset, step, RH_LEAP_BANKED_FIFO);
