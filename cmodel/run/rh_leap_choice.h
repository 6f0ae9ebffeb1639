// SPDX-License-Identifier: Apache-2.0
/* What each policy does next, and when, if nothing else happens before. */
#ifndef RH_LEAP_CHOICE_H
#define RH_LEAP_CHOICE_H

#include "cmodel/run/rh_leap_fgdram.h"

RH_LEAP_INLINE bool rh_leap_goes_alone(const struct rh_leap *l, uint64_t at) {
    return l->alone <= at && l->count != 0;
}

/* What all banks wait for; with several groups or ranks each bank is asked for its own. */
struct rh_leap_shared {
    uint64_t column[2]; /* RD, WR */
    uint64_t pre, act;
};

RH_LEAP_INLINE void rh_leap_share_columns(const struct rh_leap *l, struct rh_leap_shape shape,
                                          struct rh_leap_shared *shared) {
    uint64_t at = rh_later(rh_later(l->now, l->freed[l->tail]), l->burst);
    if (!shape.two)
        at = rh_later(at, l->act_bus);
    shared->column[0] = shared->column[1] = at;
    if (!shape.flat)
        return;
    shared->column[0] = rh_later(at, rh_leap_free(l, 0, RH_SET_RD, RH_LEAP_BEYOND, RH_LEAP_ANY_CAUSE));
    shared->column[1] = rh_later(at, rh_leap_free(l, 0, RH_SET_WR, RH_LEAP_BEYOND, RH_LEAP_ANY_CAUSE));
}

RH_LEAP_INLINE void rh_leap_share_rows(const struct rh_leap *l, struct rh_leap_shape shape,
                                       struct rh_leap_shared *shared) {
    shared->pre = shared->act = rh_later(l->now, l->act_bus);
    if (!shape.flat)
        return;
    shared->act = rh_later(shared->act, rh_leap_window(l, 0));
    shared->act = rh_later(shared->act, rh_leap_free(l, 0, RH_SET_ACT, RH_LEAP_BEYOND, RH_LEAP_ANY_CAUSE));
}

/* The first clock in which the bank takes the column command that it needs. */
RH_LEAP_INLINE uint64_t rh_leap_column_at(const struct rh_leap *l, struct rh_leap_shape shape,
                                          const struct rh_leap_shared *shared, unsigned b) {
    bool write = l->writes >> b & 1;
    uint64_t at = rh_later(l->column_ready[b], shared->column[write]);
    if (shape.flat)
        return at;
    at = rh_later(at, write ? rh_leap_free(l, b, RH_SET_WR, RH_LEAP_BEYOND, RH_LEAP_ANY_CAUSE)
                            : rh_leap_free(l, b, RH_SET_RD, RH_LEAP_BEYOND, RH_LEAP_ANY_CAUSE));
    if (shape.rare && l->grains)
        at = rh_later(at, l->bus[l->bus_of[b]]);
    return rh_later(at, rh_leap_turn(l, b, write));
}

/* The first clock in which the bank takes the row command that it needs. No timer beyond it forbids a PRE. */
RH_LEAP_INLINE uint64_t rh_leap_row_at(const struct rh_leap *l, struct rh_leap_shape shape,
                                       const struct rh_leap_shared *shared, unsigned b) {
    if (rh_leap_is_open(l, b))
        return rh_later(shared->pre, l->row_ready[b]);
    if (l->holds >> b & 1)
        return RH_LEAP_NEVER;
    uint64_t at = rh_later(shared->act, l->row_ready[b]);
    if (shape.flat)
        return at;
    at = rh_later(at, rh_leap_free(l, b, RH_SET_ACT, RH_LEAP_BEYOND, RH_LEAP_ANY_CAUSE));
    return rh_later(at, rh_leap_window(l, b));
}

/* One bank alone, for its entry `e`. */
RH_LEAP_INLINE void rh_leap_choose_one(const struct rh_leap *l, struct rh_leap_shape shape,
                                       const struct rh_leap_shared *shared, unsigned b, unsigned e,
                                       struct rh_leap_pick *row) {
    *row = (struct rh_leap_pick){.at = rh_leap_row_at(l, shape, shared, b), .bank = b, .entry = e};
    if (!shape.rare || l->geometry.part_bits == 0)
        return;
    struct rh_leap_rows rows;
    rows.n = 0;
    rh_leap_add_row(&rows, row->at, b, e);
    rh_leap_choose_beside(l, shape.policy, &rows, row);
}

/* fifo: the head, column or row. */
RH_LEAP_INLINE void rh_leap_choose_fifo(struct rh_leap *l, struct rh_leap_shape shape, struct rh_leap_pick *column,
                                        struct rh_leap_pick *row) {
    const struct rh_fifo_state *s = l->state;
    struct rh_leap_shared shared;
    if (!s->count)
        return;
    unsigned h = rh_wide_first(s->head), b = s->bank[h];
    if (l->blocked >> b & 1)
        return;
    if (rh_leap_is_open(l, b) && l->bank[b].row == s->row[h]) {
        rh_leap_wants_column(l, b, s->write[h], 0);
        rh_leap_share_columns(l, shape, &shared);
        *column = (struct rh_leap_pick){.at = rh_leap_column_at(l, shape, &shared, b), .bank = b, .entry = h};
    } else {
        rh_leap_wants_row(l, b, 0);
        rh_leap_share_rows(l, shape, &shared);
        rh_leap_choose_one(l, shape, &shared, b, h, row);
    }
}

RH_LEAP_INLINE unsigned rh_leap_head(const struct rh_leap *l, unsigned b) {
    const struct rh_banked_fifo_state *s = l->state;
    return b * rh_geometry_bank_depth(&l->geometry) + rh_first_from(s->head[b], 0);
}

static inline void rh_leap_banked_beside(const struct rh_leap *l, struct rh_leap_shape shape,
                                         const struct rh_leap_shared *shared, struct rh_leap_pick *row) {
    struct rh_leap_rows rows;
    rows.n = 0;
    for (rh_bank_set rest = l->miss_banks & ~l->blocked; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        rh_leap_add_row(&rows, rh_leap_row_at(l, shape, shared, b), b, rh_leap_head(l, b));
    }
    rh_leap_choose_beside(l, shape.policy, &rows, row);
}

/* banked_fifo: of the heads that are ready first, the next in turn. */
RH_LEAP_INLINE void rh_leap_choose_banked(const struct rh_leap *l, struct rh_leap_shape shape,
                                          struct rh_leap_pick *column, struct rh_leap_pick *row) {
    const struct rh_banked_fifo_state *s = l->state;
    struct rh_leap_shared shared;
    rh_bank_set ready = 0;
    rh_leap_share_columns(l, shape, &shared);
    rh_leap_share_rows(l, shape, &shared);
    for (rh_bank_set rest = l->hit_banks & ~l->blocked; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_column_at(l, shape, &shared, b);
        if (at < column->at)
            ready = 0;
        if (at <= column->at) {
            column->at = at;
            ready |= rh_bit(b);
        }
    }
    if (ready) {
        column->bank = rh_first_from(ready, s->column_next);
        column->entry = rh_leap_head(l, column->bank);
    }
    if (shape.rare && l->geometry.part_bits != 0) {
        rh_leap_banked_beside(l, shape, &shared, row);
        return;
    }
    ready = 0;
    for (rh_bank_set rest = l->miss_banks & ~l->blocked; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_row_at(l, shape, &shared, b);
        if (at < row->at)
            ready = 0;
        if (at <= row->at) {
            row->at = at;
            ready |= rh_bit(b);
        }
    }
    if (ready) {
        row->bank = rh_first_from(ready, s->row_next);
        row->entry = rh_leap_head(l, row->bank);
    }
}

RH_LEAP_INLINE void rh_leap_aged_columns(const struct rh_leap *l, struct rh_leap_shape shape, rh_bank_set banks,
                                         struct rh_leap_pick *column) {
    struct rh_leap_shared shared;
    uint64_t age = 0;
    rh_leap_share_columns(l, shape, &shared);
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_column_at(l, shape, &shared, b);
        if (at > column->at || (at == column->at && l->column_age[b] > age))
            continue;
        column->at = at;
        column->bank = b;
        age = l->column_age[b];
    }
    column->entry = l->bank[column->bank].hits;
}

static inline void rh_leap_aged_beside(struct rh_leap *l, struct rh_leap_shape shape, rh_bank_set banks,
                                       const struct rh_leap_shared *shared, struct rh_leap_pick *row) {
    struct rh_leap_rows rows;
    rows.n = 0;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        unsigned e = shape.policy == RH_LEAP_MOST_PENDING ? rh_leap_bank_best(l, b) : l->bank[b].misses;
        rh_leap_add_row(&rows, rh_leap_row_at(l, shape, shared, b), b, e);
    }
    rh_leap_choose_beside(l, shape.policy, &rows, row);
}

RH_LEAP_INLINE void rh_leap_aged_rows(struct rh_leap *l, struct rh_leap_shape shape, rh_bank_set banks,
                                      struct rh_leap_pick *row) {
    bool ranked = shape.policy == RH_LEAP_MOST_PENDING;
    struct rh_leap_shared shared;
    uint64_t age = 0;
    rh_leap_share_rows(l, shape, &shared);
    if (shape.rare && l->geometry.part_bits != 0) {
        rh_leap_aged_beside(l, shape, banks, &shared, row);
        return;
    }
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_row_at(l, shape, &shared, b);
        if (at > row->at || at == RH_LEAP_NEVER)
            continue;
        unsigned e = ranked ? rh_leap_bank_best(l, b) : l->bank[b].misses;
        if (at == row->at && (ranked ? !rh_leap_is_before(l, e, row->entry, true) : l->row_age[b] > age))
            continue;
        *row = (struct rh_leap_pick){.at = at, .bank = b, .entry = e};
        age = l->row_age[b];
    }
}

/* The oldest alone: its own column or row command, even against younger hits of its bank. */
static inline void rh_leap_choose_alone(struct rh_leap *l, struct rh_leap_shape shape, struct rh_leap_pick *column,
                                        struct rh_leap_pick *row) {
    const struct rh_leap_entry *oldest = &l->entry[l->oldest];
    struct rh_leap_shared shared;
    unsigned b = oldest->bank;
    if (l->blocked >> b & 1)
        return;
    if (oldest->hit) {
        rh_leap_share_columns(l, shape, &shared);
        *column = (struct rh_leap_pick){.at = rh_leap_column_at(l, shape, &shared, b), .bank = b, .entry = l->oldest};
    } else {
        rh_leap_wants_row(l, b, oldest->number);
        if (shape.policy == RH_LEAP_FR_FCFS_SERIAL)
            rh_leap_wait_search(l, b);
        rh_leap_share_rows(l, shape, &shared);
        rh_leap_choose_one(l, shape, &shared, b, l->oldest, row);
    }
}

/* fr_fcfs, most_pending: the hits of each bank, the oldest first; rows of banks without one. */
RH_LEAP_INLINE void rh_leap_choose_aged(struct rh_leap *l, struct rh_leap_shape shape, struct rh_leap_pick *column,
                                        struct rh_leap_pick *row) {
    rh_bank_set hits = l->hit_banks & ~l->blocked, misses = l->miss_banks & ~l->hit_banks & ~l->blocked;
    if (rh_leap_goes_alone(l, l->now)) {
        rh_leap_choose_alone(l, shape, column, row);
        return;
    }
    if (hits)
        rh_leap_aged_columns(l, shape, hits, column);
    if (misses)
        rh_leap_aged_rows(l, shape, misses, row);
}

/* fgdram_channel: heads of each grain's direction; the other heads, from the first clock in which one could go. */
static inline void rh_leap_choose_grains(struct rh_leap *l, struct rh_leap_shape shape, struct rh_leap_pick *column,
                                         struct rh_leap_pick *row) {
    rh_bank_set ready = 0, serves = 0, never = l->blocked | l->backend->array.closing;
    struct rh_leap_shared shared;
    rh_leap_look_grains(l);
    for (unsigned n = 0; n < 1U << l->geometry.grain_bits; n++)
        serves |= l->look[n].serves;
    rh_leap_share_columns(l, shape, &shared);
    rh_leap_share_rows(l, shape, &shared);
    for (rh_bank_set rest = serves & ~l->blocked; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_column_at(l, shape, &shared, b);
        ready = at < column->at ? rh_bit(b) : at == column->at ? ready | rh_bit(b) : ready;
        column->at = rh_sooner(column->at, at);
    }
    if (ready)
        rh_leap_pick_grain(l, ready, column);
    ready = 0;
    for (rh_bank_set rest = l->miss_banks & ~never; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_row_at(l, shape, &shared, b);
        ready = at < row->at ? rh_bit(b) : at == row->at && at != RH_LEAP_NEVER ? ready | rh_bit(b) : ready;
        row->at = rh_sooner(row->at, at);
    }
    if (!ready)
        return;
    row->bank = rh_fgdram_row_next(&l->geometry, ready, ((const struct rh_fgdram_channel_state *)l->state)->row_next);
    row->entry = row->bank;
    rh_leap_give_way(l, row);
}

RH_LEAP_INLINE void rh_leap_choose(struct rh_leap *l, struct rh_leap_shape shape, struct rh_leap_pick *column,
                                   struct rh_leap_pick *row) {
    column->at = row->at = RH_LEAP_NEVER;
    column->entry = row->entry = column->bank = row->bank = 0;
    column->close = row->gives = false;
    if (shape.policy == RH_LEAP_FIFO)
        rh_leap_choose_fifo(l, shape, column, row);
    else if (shape.policy == RH_LEAP_BANKED_FIFO)
        rh_leap_choose_banked(l, shape, column, row);
    else if (shape.policy == RH_LEAP_FGDRAM)
        rh_leap_choose_grains(l, shape, column, row);
    else
        rh_leap_choose_aged(l, shape, column, row);
}

/* The request ranked first in clock `at`, as the ledger asks. */
struct rh_leap_rank {
    unsigned bank, entry;
    bool write, hit;
};
RH_LEAP_INLINE struct rh_leap_rank rh_leap_first(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at) {
    if (policy == RH_LEAP_FIFO) {
        const struct rh_fifo_state *s = l->state;
        unsigned h = rh_wide_first(s->head), b = s->bank[h];
        return (struct rh_leap_rank){b, h, s->write[h], rh_leap_is_open(l, b) && l->bank[b].row == s->row[h]};
    }
    if (policy == RH_LEAP_BANKED_FIFO) {
        const struct rh_banked_fifo_state *s = l->state;
        bool hit = l->hit_banks != 0;
        unsigned b = hit ? rh_first_from(l->hit_banks, s->column_next) : rh_first_from(l->miss_banks, s->row_next);
        unsigned e = rh_leap_head(l, b);
        return (struct rh_leap_rank){b, e, s->write[e], hit};
    }
    if (policy == RH_LEAP_FGDRAM) {
        bool hit;
        unsigned b = rh_leap_grain_first(l, &hit);
        return (struct rh_leap_rank){b, b, rh_leap_grains(l)->write[b], hit};
    }
    bool ranked = policy == RH_LEAP_MOST_PENDING && !rh_leap_goes_alone(l, at);
    unsigned first = ranked ? rh_leap_most_wanted(l) : l->oldest;
    const struct rh_leap_entry *e = &l->entry[first];
    return (struct rh_leap_rank){e->bank, first, e->write, e->hit};
}

#endif
