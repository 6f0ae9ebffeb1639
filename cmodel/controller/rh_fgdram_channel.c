// SPDX-License-Identifier: Apache-2.0
// `fgdram_channel`: grains behind one command channel. Each grain offers a column command of its banks' heads; on the
// column bus those that close their row go first, round robin over the grains; on the row bus the heads whose row is
// not open, round robin over the banks.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_fgdram_channel_state, backend), params);
    rh_fgdram_grains_list(layout, base + offsetof(struct rh_fgdram_channel_state, grains), params);
    RH_ROW(struct rh_fgdram_channel_state, grain_next, 1, rh_log2_up(rh_power(p->grain_bits)), NULL);
    RH_ROW(struct rh_fgdram_channel_state, row_next, 1, rh_log2_up(p->banks), NULL);
}

static void reset(struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

/* The banks that lie in the grains of these. */
static rh_bank_set whole_grains(const struct rh_geometry *geometry, rh_bank_set banks) {
    unsigned n = rh_fgdram_grain_banks(geometry);
    rh_bank_set all = 0, one = rh_mask(n);
    for (rh_bank_set rest = banks & rh_mask(geometry->banks); rest; rest &= ~(one << rh_first_from(rest, 0) / n * n))
        all |= one << rh_first_from(rest, 0) / n * n;
    return all;
}

/* `other` are all banks whose head hits. */
static void query(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    const struct rh_fgdram_grains *g = &s->grains;
    unsigned n = rh_fgdram_grain_banks(geometry);
    rh_bank_set all = whole_grains(geometry, banks),
                hit = g->some & g->own & s->backend.array.open & ~s->backend.array.closing;
    next_commands->other = hit;
    next_commands->row = g->some & ~hit;
    next_commands->column &= ~all;
    next_commands->write &= ~all;
    for (rh_bank_set rest = all & hit; rest; rest &= ~(rh_mask(n) << rh_first_from(rest, 0) / n * n)) {
        const struct rh_fgdram_turn turn = rh_fgdram_grain_turn(g, geometry, rh_first_from(rest, 0) / n, hit);
        next_commands->column |= turn.serves;
        next_commands->write |= turn.writes ? turn.serves : 0;
    }
}

/* The bank of `set` that is next in turn: round robin over the grains, then in it. */
static unsigned next_column(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                            rh_bank_set set) {
    unsigned banks = rh_fgdram_grain_banks(geometry);
    rh_bank_set grains = 0;
    for (rh_bank_set rest = set; rest; rest &= rest - 1)
        grains |= rh_bit(rh_first_from(rest, 0) / banks);
    unsigned n = rh_first_from(grains, s->grain_next), base = n * banks;
    return base + rh_first_from((set & rh_mask(banks) << base) >> base, s->grains.column_next[n]);
}

static void choose(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    const struct rh_fgdram_grains *g = &s->grains;
    rh_bank_set closes = 0;
    for (rh_bank_set rest = column_ok; rest; rest &= rest - 1)
        closes |= rh_fgdram_finishes(g, rh_first_from(rest, 0)) ? rest & (~rest + 1) : 0;
    choice->pinned = next_commands->other;
    if (column_ok) {
        unsigned b = next_column(s, geometry, closes ? closes : column_ok);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = g->write[b];
        choice->last = rh_fgdram_is_last(g, b);
        choice->close = closes != 0;
        choice->column_number = (uint16_t)((g->column[b] + g->done[b]) & rh_mask(geometry->column_bits));
        choice->tag = g->tag[b];
    }
    if (row_ok) {
        unsigned b = rh_fgdram_row_next(geometry, row_ok, s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = g->row[b];
    }
}

static void rank(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    choice->first_hit = next_commands->column != 0;
    choice->first_bank =
        (uint8_t)(next_commands->column ? next_column(s, geometry, next_commands->column)
                                        : rh_fgdram_row_next(geometry, next_commands->row, s->row_next));
    choice->first_write = s->grains.write[choice->first_bank];
}

static unsigned stored(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    return rh_fgdram_stored(&s->grains);
}

static bool has_room(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                     struct rh_offer *offer, const struct rh_choice *choice) {
    (void)choice; /* the pool is refilled a clock later */
    return rh_fgdram_has_room(&s->grains, geometry, offer->bank);
}

/* The turns of the grains, of which `issued` gives a column command. */
static void turn_grains(struct rh_fgdram_grains *g, const struct rh_geometry *geometry, rh_bank_set hit,
                        unsigned issued) {
    for (unsigned n = 0; n < 1U << geometry->grain_bits; n++) {
        const struct rh_fgdram_turn turn = rh_fgdram_grain_turn(g, geometry, n, hit);
        rh_fgdram_grain_clock(g, n, &turn, n == issued);
    }
}

static rh_bank_set advance(struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    struct rh_fgdram_grains *g = &s->grains;
    unsigned grains = 1U << geometry->grain_bits, banks = rh_fgdram_grain_banks(geometry), b = choice->column_bank;
    rh_wide free = rh_fgdram_free(g, geometry);
    (void)constraints;
    turn_grains(g, geometry, next_commands->other, choice->column ? b / banks : grains);
    if (choice->column) {
        g->column_next[b / banks] = (uint8_t)((b + 1U) & (banks - 1U));
        s->grain_next = (uint8_t)((b / banks + 1U) & (grains - 1U));
        rh_fgdram_serve(g, b, choice->last);
    }
    if (edge->row.taken && edge->row.cmd == RH_ACT)
        rh_fgdram_grain_opened(g, edge->row.bank);
    /* An ACT that gives way has had its turn, too: a row that stays open must not hold the other grains back. A turn
     * moves by what was offered, and not by what went out: in RTL the offer is made before it is known what refresh
     * does. */
    if (choice->row && (geometry->buses == 2 || !choice->column))
        s->row_next = (uint8_t)((rh_fgdram_row_turn(geometry, choice->row_bank) + 1U) & (geometry->banks - 1U));
    if (edge->arrives)
        rh_fgdram_grain_push(g, edge->in, edge->open, free);
    return (choice->column ? rh_bit(b) : 0) | (edge->arrives ? rh_bit(edge->in->req_bank) : 0) |
           (edge->row.cmd != RH_NOP ? rh_bit(edge->row.bank) : 0);
}

/* Only the first of these clocks turns a grain. */
static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_fgdram_channel_state *s = state;
    struct rh_next_commands next_commands = {0};
    (void)constraints, (void)clocks;
    query(s, geometry, 0, &next_commands);
    turn_grains(&s->grains, geometry, next_commands.other, 1U << geometry->grain_bits);
    return 0;
}

RH_POLICY_OPS(fgdram_channel, struct rh_fgdram_channel_state, list, rh_geometry_pooled, reset, rank, NULL, pass);
