// SPDX-License-Identifier: Apache-2.0
// `slot_fifo`: one queue in order of arrival, whose head moves into its bank's slot and holds up those behind it
// while that is full. The banks serve their slots: column commands first, round robin.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

static void live_waiting(const void *part, const void *params, uint64_t *mask) {
    const struct rh_slot_fifo_state *s = part;
    unsigned first = s->head != 0 ? rh_wide_first(s->head) : 0; /* RTL with a bug may have none */
    rh_live_ring(mask, first, s->count, ((const struct rh_geometry *)params)->queue);
}

static void live_served(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_slot_fifo_state *)part)->served;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_paged_backend_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_slot_fifo_state, m, count, width, live)
    ROW(write, p->queue, 1, live_waiting);
    ROW(bank, p->queue, rh_log2_up(p->banks), live_waiting);
    ROW(row, p->queue, p->row_bits, live_waiting);
    ROW(column, p->queue, p->column_bits, live_waiting);
    ROW(len, p->queue, 3, live_waiting);
    ROW(tag, p->queue, p->tag_bits, live_waiting);
    ROW(head, 1, p->queue, NULL);
    ROW(tail, 1, p->queue, NULL);
    ROW(count, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(served, 1, p->banks, NULL);
    ROW(served_write, 1, p->banks, NULL);
    ROW(served_row, p->banks, p->row_bits, live_served);
    ROW(served_column, p->banks, p->column_bits, live_served);
    ROW(served_len, p->banks, 3, live_served);
    ROW(served_tag, p->banks, p->tag_bits, live_served);
    ROW(column_next, 1, rh_log2_up(p->banks), NULL);
    ROW(row_next, 1, rh_log2_up(p->banks), NULL);
#undef ROW
    rh_page_policy_list(layout, base + offsetof(struct rh_slot_fifo_state, page), params);
}

static void reset(struct rh_slot_fifo_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
    s->head = s->tail = 1;
}

/* The places of the queue and of the slots, less one where `occupancy` could not show that all are taken. */
static unsigned entries(const void *params) {
    const struct rh_geometry *p = params;
    unsigned places = (unsigned)p->queue + p->banks, counted = rh_power(rh_log2_up(rh_max(p->queue, p->banks) + 1)) - 1;
    return places < counted ? places : counted;
}

static void query(const struct rh_slot_fifo_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)geometry;
    next_commands->column &= ~banks;
    next_commands->write &= ~banks;
    next_commands->row &= ~banks;
    for (banks &= s->served; banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        if (rh_bank_array_stays_open(array, b) && array->open_row[b] == s->served_row[b]) {
            next_commands->column |= rh_bit(b);
            next_commands->write |= s->served_write & rh_bit(b);
        } else {
            next_commands->row |= rh_bit(b);
        }
    }
}

static void choose(const struct rh_slot_fifo_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)geometry, (void)next_commands;
    if (column_ok) {
        unsigned b = rh_first_from(column_ok, s->column_next);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = s->served_write >> b & 1;
        choice->last = s->served_len[b] == 0;
        choice->column_number = s->served_column[b];
        choice->tag = s->served_tag[b];
    }
    if (row_ok) {
        unsigned b = rh_first_from(row_ok, s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = s->served_row[b];
    }
}

/* Where all slots are empty the head of the queue is ranked first. It enters its slot in this clock whatever its row,
 * so that an open bank counts as its hit: the timers of a PRE are not what it waits for. */
static void rank(const struct rh_slot_fifo_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    unsigned b, h = rh_wide_first(s->head);
    (void)geometry;
    if (next_commands->column)
        b = rh_first_from(next_commands->column, s->column_next);
    else
        b = next_commands->row ? rh_first_from(next_commands->row, s->row_next) : s->bank[h];
    choice->first_bank = (uint8_t)b;
    choice->first_hit = next_commands->column || (!s->served && rh_bank_array_is_open(&s->backend.array, b));
    choice->first_write = s->served ? s->served_write >> b & 1 : s->write[h];
}

static unsigned stored(const struct rh_slot_fifo_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    return s->count + (unsigned)__builtin_popcountll(s->served);
}

static bool leaves(const struct rh_choice *choice) {
    return choice->column && choice->last;
}

/* The head of the queue moves: its bank's slot is empty, or is emptied in this clock. */
static bool head_moves(const struct rh_slot_fifo_state *s, const struct rh_choice *choice) {
    unsigned b = s->bank[rh_wide_first(s->head)];
    return s->count != 0 && (!(s->served >> b & 1) || (leaves(choice) && choice->column_bank == b));
}

static bool has_room(const struct rh_slot_fifo_state *s, const struct rh_geometry *geometry, struct rh_offer *offer,
                     const struct rh_choice *choice) {
    (void)offer;
    return (s->count < geometry->queue || head_moves(s, choice)) &&
           (stored(s, geometry) < entries(geometry) || leaves(choice));
}

/* Returns the bank, as a set. */
static rh_bank_set move_head(struct rh_slot_fifo_state *s, const struct rh_geometry *geometry) {
    unsigned h = rh_wide_first(s->head), b = s->bank[h];
    s->served |= rh_bit(b);
    s->served_write |= s->write[h] ? rh_bit(b) : 0;
    s->served_row[b] = s->row[h];
    s->served_column[b] = s->column[h];
    s->served_len[b] = s->len[h];
    s->served_tag[b] = s->tag[h];
    s->head = rh_wide_turn(s->head, geometry->queue);
    s->count--;
    return rh_bit(b);
}

static void push(struct rh_slot_fifo_state *s, const struct rh_geometry *geometry, const struct rh_controller_in *in) {
    unsigned tail = rh_wide_first(s->tail);
    s->write[tail] = in->req_write;
    s->bank[tail] = in->req_bank;
    s->row[tail] = in->req_row;
    s->column[tail] = in->req_column;
    s->len[tail] = in->req_len;
    s->tag[tail] = in->req_tag;
    s->tail = rh_wide_turn(s->tail, geometry->queue);
    s->count++;
}

static rh_bank_set advance(struct rh_slot_fifo_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    unsigned bank_mask = geometry->banks - 1U, b = choice->column_bank;
    rh_bank_set banks = edge->row.cmd != RH_NOP ? rh_bit(edge->row.bank) : 0;
    bool moves = head_moves(s, choice);
    (void)constraints, (void)next_commands;
    if (choice->column) {
        s->served_column[b] = (uint16_t)((s->served_column[b] + 1U) & rh_mask(geometry->column_bits));
        s->served_len[b] = (uint8_t)((s->served_len[b] - 1U) & 7U);
        s->column_next = (uint8_t)((b + 1U) & bank_mask);
        banks |= rh_bit(b);
    }
    if (leaves(choice)) {
        s->served &= ~rh_bit(b);
        s->served_write &= ~rh_bit(b);
    }
    if (moves)
        banks |= move_head(s, geometry);
    if (edge->arrives)
        push(s, geometry, edge->in);
    if (edge->row.taken)
        s->row_next = (uint8_t)((choice->row_bank + 1U) & bank_mask);
    return banks;
}

static const struct rh_choice nothing = {0};

static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    return head_moves(state, &nothing) ? 1 : UINT64_MAX;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    (void)constraints, (void)clocks; /* one, if the head moves */
    return head_moves(state, &nothing) ? move_head(state, geometry) : 0;
}

/* The page policy sees the slots and the head of the queue, which waits for that of its bank. */
static rh_bank_set unwanted(const void *state, const struct rh_geometry *geometry, rh_bank_set banks) {
    (void)state, (void)geometry;
    return banks;
}

static bool has_more(const struct rh_slot_fifo_state *s, const struct rh_geometry *geometry,
                     const struct rh_choice *choice) {
    unsigned h = rh_wide_first(s->head), b = choice->column_bank;
    (void)geometry;
    return s->count != 0 && s->bank[h] == b && s->row[h] == s->served_row[b];
}

RH_PAGED_POLICY_OPS(slot_fifo, struct rh_slot_fifo_state, list, entries, reset, rank, still, pass, NULL, NULL, unwanted,
                    has_more);
