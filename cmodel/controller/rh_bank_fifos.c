// SPDX-License-Identifier: Apache-2.0
#include "cmodel/controller/rh_bank_fifos.h"

void rh_bank_fifos_live(const struct rh_bank_fifos *fifos, unsigned banks, unsigned depth, unsigned from,
                        uint64_t *mask) {
    for (unsigned b = 0; b < banks; b++)
        for (unsigned i = from; i < fifos->count[b] && i < depth; i++) { /* any numbers, as rh_live_ring says */
            unsigned e =
                b * depth + rh_ring_add(fifos->head[b] != 0 ? rh_bank_fifos_place(fifos->head[b]) : 0, i, depth);
            mask[e / 64] |= UINT64_C(1) << e % 64;
        }
}

void rh_bank_fifos_reset(struct rh_bank_fifos *fifos, unsigned banks) {
    for (unsigned b = 0; b < banks; b++)
        fifos->head[b] = fifos->tail[b] = 1;
}

void rh_bank_fifos_query(const struct rh_bank_fifos *fifos, const struct rh_bank_array *array,
                         const struct rh_geometry *geometry, unsigned depth, rh_bank_set banks,
                         struct rh_next_commands *next_commands) {
    next_commands->column &= ~banks;
    next_commands->write &= ~banks;
    next_commands->row &= ~banks;
    for (banks &= rh_mask(geometry->banks); banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        if (!fifos->count[b])
            continue;
        unsigned e = rh_bank_fifos_head(fifos, depth, b);
        if (rh_bank_array_stays_open(array, b) && array->open_row[b] == fifos->row[e]) {
            next_commands->column |= rh_bit(b);
            next_commands->write |= fifos->write[e] ? rh_bit(b) : 0;
        } else {
            next_commands->row |= rh_bit(b);
        }
    }
}

void rh_bank_fifos_choose(const struct rh_bank_fifos *fifos, const struct rh_geometry *geometry, unsigned depth,
                          rh_bank_set column_ok, rh_bank_set row_ok, struct rh_choice *choice) {
    if (column_ok) {
        unsigned b = rh_first_from(column_ok, fifos->column_next), e = rh_bank_fifos_head(fifos, depth, b);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = fifos->write[e];
        choice->last = fifos->len[e] == fifos->done[b];
        choice->column_number = (uint16_t)((fifos->column[e] + fifos->done[b]) & rh_mask(geometry->column_bits));
        choice->tag = fifos->tag[e];
    }
    if (row_ok) {
        unsigned b = rh_first_from(row_ok, fifos->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = fifos->row[rh_bank_fifos_head(fifos, depth, b)];
    }
}

void rh_bank_fifos_rank(const struct rh_bank_fifos *fifos, unsigned depth, const struct rh_next_commands *next_commands,
                        struct rh_choice *choice) {
    unsigned first = next_commands->column ? rh_first_from(next_commands->column, fifos->column_next)
                                           : rh_first_from(next_commands->row, fifos->row_next);
    choice->first_hit = next_commands->column != 0;
    choice->first_bank = (uint8_t)first;
    choice->first_write = fifos->write[rh_bank_fifos_head(fifos, depth, first)];
}

unsigned rh_bank_fifos_stored(const struct rh_bank_fifos *fifos, unsigned banks) {
    unsigned count = 0;
    for (unsigned b = 0; b < banks; b++)
        count += fifos->count[b];
    return count;
}

void rh_bank_fifos_push(struct rh_bank_fifos *fifos, const struct rh_geometry *geometry, unsigned depth,
                        const struct rh_controller_in *in) {
    unsigned b = in->req_bank, e = rh_bank_fifos_tail(fifos, depth, b);
    if (geometry->closes)
        fifos->same[e] = fifos->row[b * depth + rh_ring_add(e - b * depth, depth - 1, depth)] == in->req_row;
    fifos->write[e] = in->req_write;
    fifos->row[e] = in->req_row;
    fifos->column[e] = in->req_column;
    fifos->len[e] = in->req_len;
    fifos->tag[e] = in->req_tag;
    fifos->tail[b] = (uint64_t)rh_wide_turn(fifos->tail[b], depth);
    fifos->count[b]++;
}

rh_bank_set rh_bank_fifos_advance(struct rh_bank_fifos *fifos, const struct rh_geometry *geometry, unsigned depth,
                                  const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    unsigned bank_mask = geometry->banks - 1U, b = choice->column_bank;
    rh_bank_set banks = edge->row.cmd != RH_NOP ? rh_bit(edge->row.bank) : 0;
    if (choice->column) {
        fifos->done[b] = choice->last ? 0 : (uint8_t)((fifos->done[b] + 1U) & 7U);
        fifos->column_next = (uint8_t)((b + 1U) & bank_mask);
        banks |= rh_bit(b);
    }
    if (choice->column && choice->last) {
        fifos->head[b] = (uint64_t)rh_wide_turn(fifos->head[b], depth);
        fifos->count[b]--;
    }
    if (edge->row.taken)
        fifos->row_next = (uint8_t)((choice->row_bank + 1U) & bank_mask);
    return banks;
}
