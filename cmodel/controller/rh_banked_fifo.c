// SPDX-License-Identifier: Apache-2.0
// `banked_fifo`: one queue a bank; each bank's head may issue, column commands first, round robin over the banks.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

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
    ROW(len, rh_max(1, p->queue / p->banks) * p->banks, 3, live_entries);
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

/* The entry of a bank's head. */
static unsigned head_of(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, unsigned bank) {
    return bank * rh_geometry_bank_depth(geometry) + place(s->head[bank]);
}

static void query(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    const struct rh_bank_array *array = &s->backend.array;
    next_commands->column &= ~banks;
    next_commands->write &= ~banks;
    next_commands->row &= ~banks;
    for (banks &= rh_mask(geometry->banks); banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        if (!s->count[b])
            continue;
        unsigned e = head_of(s, geometry, b);
        if (rh_bank_array_is_open(array, b) && array->open_row[b] == s->row[e]) {
            next_commands->column |= rh_bit(b);
            next_commands->write |= s->write[e] ? rh_bit(b) : 0;
        } else {
            next_commands->row |= rh_bit(b);
        }
    }
}

static void choose(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    if (column_ok) {
        unsigned b = rh_first_from(column_ok, s->column_next), e = head_of(s, geometry, b);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = s->write[e];
        choice->last = s->len[e] == s->done[b];
        choice->column_number = (uint16_t)((s->column[e] + s->done[b]) & rh_mask(geometry->column_bits));
        choice->tag = s->tag[e];
    }
    if (row_ok) {
        unsigned b = rh_first_from(row_ok, s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = s->row[head_of(s, geometry, b)];
    }
}

static void rank(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    unsigned first = next_commands->column ? rh_first_from(next_commands->column, s->column_next)
                                           : rh_first_from(next_commands->row, s->row_next);
    choice->first_hit = next_commands->column != 0;
    choice->first_bank = (uint8_t)first;
    choice->first_write = s->write[head_of(s, geometry, first)];
}

static unsigned stored(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry) {
    unsigned count = 0;
    for (unsigned b = 0; b < geometry->banks; b++)
        count += s->count[b];
    return count;
}

static bool has_room(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, unsigned bank,
                     const struct rh_choice *choice) {
    return s->count[bank] < rh_geometry_bank_depth(geometry) ||
           (choice->column && choice->last && choice->column_bank == bank);
}

static void push(struct rh_banked_fifo_state *s, const struct rh_controller_in *in, unsigned depth) {
    unsigned b = in->req_bank, e = b * depth + place(s->tail[b]);
    s->write[e] = in->req_write;
    s->row[e] = in->req_row;
    s->column[e] = in->req_column;
    s->len[e] = in->req_len;
    s->tag[e] = in->req_tag;
    s->tail[b] = (uint64_t)rh_wide_turn(s->tail[b], depth);
    s->count[b]++;
}

static rh_bank_set advance(struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    unsigned depth = rh_geometry_bank_depth(geometry), bank_mask = geometry->banks - 1U, b = choice->column_bank;
    rh_bank_set banks = edge->row.cmd != RH_NOP ? rh_bit(edge->row.bank) : 0;
    (void)constraints, (void)next_commands;
    if (choice->column) {
        s->done[b] = choice->last ? 0 : (uint8_t)((s->done[b] + 1U) & 7U);
        s->column_next = (uint8_t)((b + 1U) & bank_mask);
        banks |= rh_bit(b);
    }
    if (choice->column && choice->last) {
        s->head[b] = (uint64_t)rh_wide_turn(s->head[b], depth);
        s->count[b]--;
    }
    if (edge->arrives) {
        push(s, edge->in, depth);
        banks |= rh_bit(edge->in->req_bank);
    }
    if (edge->row.taken)
        s->row_next = (uint8_t)((choice->row_bank + 1U) & bank_mask);
    return banks;
}

RH_POLICY_OPS(banked_fifo, struct rh_banked_fifo_state, list, rh_geometry_banked, reset, rank, NULL, NULL);
