// SPDX-License-Identifier: Apache-2.0
/* fgdram_channel: its queues and turns stay in the model's registers, so an entry is a bank, whose head it is; which
 * heads hit, and when auto-precharge closes a row, is known here. What a grain shows changes with its heads alone, so a
 * pause is one look. */
#ifndef RH_LEAP_FGDRAM_H
#define RH_LEAP_FGDRAM_H

#include "cmodel/run/rh_leap_beside.h"

RH_LEAP_INLINE struct rh_fgdram_grains *rh_leap_grains(const struct rh_leap *l) {
    return &((struct rh_fgdram_channel_state *)l->state)->grains;
}

/* Is the bank's head a hit, a miss, or is there none? */
static inline void rh_leap_look_grain_head(struct rh_leap *l, unsigned b) {
    const struct rh_fgdram_grains *g = rh_leap_grains(l);
    rh_bank_set bit = rh_bit(b);
    l->hit_banks &= ~bit;
    l->miss_banks &= ~bit;
    if (!(g->some & bit))
        return;
    if (rh_bank_array_stays_open(&l->backend->array, b) && (g->own & bit)) {
        l->hit_banks |= bit;
        rh_leap_wants_column(l, b, g->write[b], 0);
    } else {
        l->miss_banks |= bit;
        rh_leap_wants_row(l, b, 0);
    }
}

/* Auto-precharge: the rows that closed before this clock. */
static inline void rh_leap_shut(struct rh_leap *l) {
    struct rh_bank_array *array = &l->backend->array;
    for (rh_bank_set rest = array->closing; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        if (l->shuts[b] >= l->now)
            continue;
        array->open &= ~rh_bit(b);
        array->closing &= ~rh_bit(b);
        rh_leap_load(l, b, RH_SET_PRE, l->shuts[b]);
        rh_leap_look_grain_head(l, b);
    }
}

/* A bank's row closes as soon as its timers let a PRE go. */
static inline void rh_leap_close_soon(struct rh_leap *l, unsigned b) {
    l->shuts[b] = rh_leap_free(l, b, RH_SET_PRE, RH_OF_ALL, RH_LEAP_ANY_CAUSE);
}

/* The next clock in which a row has closed. */
static inline uint64_t rh_leap_next_shut(const struct rh_leap *l) {
    uint64_t next = RH_LEAP_NEVER;
    for (rh_bank_set rest = l->backend->array.closing; rest; rest &= rest - 1)
        next = rh_sooner(next, l->shuts[rh_first_from(rest, 0)] + 1);
    return next;
}

/* What each grain shows from clock `now` on. */
static inline void rh_leap_look_grains(struct rh_leap *l) {
    const struct rh_fgdram_grains *g = rh_leap_grains(l);
    unsigned banks = rh_fgdram_grain_banks(&l->geometry);
    for (unsigned n = 0; n < 1U << l->geometry.grain_bits; n++) {
        struct rh_leap_grain_look *look = &l->look[n];
        rh_bank_set hit = l->hit_banks & rh_mask(banks) << n * banks;
        rh_bank_set same = hit & (g->writes[n] ? l->writes : ~l->writes), other = hit & ~same;
        look->turns = other != 0 && (same == 0 || g->passed[n] == RH_FGDRAM_TURN);
        look->writes = g->writes[n] != look->turns;
        look->serves = look->turns ? other : same;
        look->passes = (look->turns ? same : other) != 0;
    }
}

/* Clocks from `now` on have passed, as each grain showed: the first turns it, the others change nothing. */
static inline void rh_leap_pass_grains(struct rh_leap *l) {
    struct rh_fgdram_grains *g = rh_leap_grains(l);
    for (unsigned n = 0; n < 1U << l->geometry.grain_bits; n++) {
        struct rh_leap_grain_look *look = &l->look[n];
        g->writes[n] = look->writes;
        if (look->turns || !look->passes)
            g->passed[n] = 0;
        look->turns = false;
    }
}

/* Of heads that are ready in one clock: those that close their row first, round robin over the grains, then in it. */
static inline void rh_leap_pick_grain(const struct rh_leap *l, rh_bank_set ready, struct rh_leap_pick *column) {
    const struct rh_fgdram_channel_state *s = l->state;
    unsigned banks = rh_fgdram_grain_banks(&l->geometry), grains = 0;
    rh_bank_set closes = 0;
    for (rh_bank_set rest = ready; rest; rest &= rest - 1)
        closes |= rh_fgdram_finishes(&s->grains, rh_first_from(rest, 0)) ? rest & (~rest + 1) : 0;
    rh_bank_set set = closes ? closes : ready;
    for (rh_bank_set rest = set; rest; rest &= rest - 1)
        grains |= 1U << rh_first_from(rest, 0) / banks;
    unsigned n = rh_first_from(grains, s->grain_next), base = n * banks;
    set = (set & rh_mask(banks) << base) >> base;
    column->bank = base + rh_first_from(set, s->grains.column_next[n]);
    column->entry = column->bank;
    column->close = closes != 0;
}

/* An ACT that a neighbour's row forbids gives way to its PRE, or to nothing. */
static inline void rh_leap_give_way(const struct rh_leap *l, struct rh_leap_pick *row) {
    row->gives = false;
    if (l->geometry.part_bits == 0 || rh_leap_is_open(l, row->bank))
        return;
    unsigned shut = rh_subarray_shut(&l->backend->array, &l->geometry, row->bank, rh_leap_grains(l)->row[row->entry]);
    if (shut == RH_SUBARRAY_FREE)
        return;
    row->gives = true;
    row->other = rh_leap_shut_at(l, RH_LEAP_FGDRAM, shut) <= row->at ? shut : RH_MAX_BANKS;
}

/* The ledger's first: a head that hits, of the grain that is next in turn; or the next of the row bus. */
static inline unsigned rh_leap_grain_first(const struct rh_leap *l, bool *hit) {
    const struct rh_fgdram_channel_state *s = l->state;
    unsigned banks = rh_fgdram_grain_banks(&l->geometry), grains = 0;
    *hit = l->hit_banks != 0;
    if (!*hit)
        return rh_fgdram_row_next(&l->geometry, l->miss_banks, s->row_next);
    for (unsigned n = 0; n < 1U << l->geometry.grain_bits; n++)
        grains |= l->look[n].serves ? 1U << n : 0;
    unsigned n = rh_first_from(grains, s->grain_next);
    return n * banks + rh_first_from(l->look[n].serves >> n * banks, s->grains.column_next[n]);
}

#endif
