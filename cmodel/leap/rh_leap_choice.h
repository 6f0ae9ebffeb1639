// SPDX-License-Identifier: Apache-2.0
/* What each policy does next, and when, if nothing else happens before. */
#ifndef RH_LEAP_CHOICE_H
#define RH_LEAP_CHOICE_H

#include "cmodel/leap/rh_leap_queue.h"

/* A command: its clock, its bank, its entry; NEVER: none. */
struct rh_leap_pick {
    uint64_t at;
    unsigned bank, entry;
};

static inline bool rh_leap_is_aged(enum rh_leap_policy policy) {
    return policy == RH_LEAP_FR_FCFS || policy == RH_LEAP_MOST_PENDING;
}

static inline bool rh_leap_goes_alone(const struct rh_leap *l) {
    return l->alone <= l->now && l->count != 0;
}

/* The first clock in which the bank takes a column command; `shared`: what all banks wait for, by direction. */
static inline uint64_t rh_leap_column_at(const struct rh_leap *l, unsigned b, bool write, const uint64_t shared[2]) {
    uint64_t at = rh_later(shared[write], write ? rh_leap_free(l, b, RH_SET_WR, RH_OF_ALL, RH_LEAP_ANY_CAUSE)
                                                : rh_leap_free(l, b, RH_SET_RD, RH_OF_ALL, RH_LEAP_ANY_CAUSE));
    return l->geometry.rank_bits == 0 ? at : rh_later(at, rh_leap_turn(l, b, write));
}

static inline void rh_leap_shared(const struct rh_leap *l, uint64_t shared[2]) {
    uint64_t at = rh_later(rh_later(l->now, l->freed[l->tail]), l->burst);
    if (l->geometry.buses == 1)
        at = rh_later(at, l->act_bus);
    shared[0] = shared[1] = at;
}

/* The first clock in which the bank takes the row command that it needs. */
static inline uint64_t rh_leap_row_at(const struct rh_leap *l, unsigned b) {
    uint64_t at = rh_later(l->now, l->act_bus);
    if (rh_leap_is_open(l, b))
        return rh_later(at, rh_leap_free(l, b, RH_SET_PRE, RH_OF_ALL, RH_LEAP_ANY_CAUSE));
    if (l->holds >> b & 1)
        return RH_LEAP_NEVER;
    at = rh_later(at, rh_leap_window(l, b));
    return rh_later(at, rh_leap_free(l, b, RH_SET_ACT, RH_OF_ALL, RH_LEAP_ANY_CAUSE));
}

/* fifo: the head, column or row. */
static inline void rh_leap_choose_fifo(const struct rh_leap *l, struct rh_leap_pick *column,
                                       struct rh_leap_pick *row) {
    const struct rh_fifo_state *s = l->state;
    if (!s->count)
        return;
    unsigned h = rh_wide_first(s->head), b = s->bank[h];
    if (l->blocked >> b & 1)
        return;
    if (rh_leap_is_open(l, b) && l->bank[b].row == s->row[h]) {
        uint64_t shared[2];
        rh_leap_shared(l, shared);
        *column = (struct rh_leap_pick){rh_leap_column_at(l, b, s->write[h], shared), b, h};
    } else {
        *row = (struct rh_leap_pick){rh_leap_row_at(l, b), b, h};
    }
}

static inline unsigned rh_leap_head(const struct rh_leap *l, unsigned b) {
    const struct rh_banked_fifo_state *s = l->state;
    return b * rh_geometry_bank_depth(&l->geometry) + rh_first_from(s->head[b], 0);
}

/* banked_fifo: of the heads that are ready first, the next in turn. */
static inline void rh_leap_choose_banked(const struct rh_leap *l, struct rh_leap_pick *column,
                                         struct rh_leap_pick *row) {
    const struct rh_banked_fifo_state *s = l->state;
    uint64_t shared[2];
    rh_bank_set ready = 0;
    rh_leap_shared(l, shared);
    for (rh_bank_set rest = l->hit_banks & ~l->blocked; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_column_at(l, b, s->write[rh_leap_head(l, b)], shared);
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
    ready = 0;
    for (rh_bank_set rest = l->miss_banks & ~l->blocked; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        uint64_t at = rh_leap_row_at(l, b);
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

/* Is entry `e`, of those ready in one clock, before `other` in the choice of a row command? */
static inline bool rh_leap_is_before(const struct rh_leap *l, unsigned e, unsigned other, bool ranked) {
    const struct rh_leap_entry *mine = &l->entry[e], *theirs = &l->entry[other];
    if (ranked && mine->pending != theirs->pending)
        return mine->pending > theirs->pending;
    return mine->number < theirs->number;
}

static inline void rh_leap_aged_columns(const struct rh_leap *l, rh_bank_set banks, struct rh_leap_pick *column) {
    uint64_t shared[2];
    rh_leap_shared(l, shared);
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0), e = l->bank[b].hits;
        uint64_t at = rh_leap_column_at(l, b, l->entry[e].write, shared);
        if (at < column->at || (at == column->at && l->entry[e].number < l->entry[column->entry].number))
            *column = (struct rh_leap_pick){at, b, e};
    }
}

/* fr_fcfs, most_pending: the hits of each bank, the oldest first; rows of banks without one. */
static inline void rh_leap_choose_aged(struct rh_leap *l, bool ranked, struct rh_leap_pick *column,
                                       struct rh_leap_pick *row) {
    rh_bank_set hits = l->hit_banks & ~l->blocked, misses = l->miss_banks & ~l->hit_banks & ~l->blocked;
    bool alone = rh_leap_goes_alone(l);
    if (alone) {
        const struct rh_leap_entry *oldest = &l->entry[l->oldest];
        rh_bank_set only = rh_bit(oldest->bank) & ~l->blocked;
        hits = oldest->hit ? only : 0;
        misses = oldest->hit ? 0 : only;
    }
    if (hits)
        rh_leap_aged_columns(l, hits, column);
    for (rh_bank_set rest = misses; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        unsigned e = alone ? l->oldest : ranked ? rh_leap_bank_best(l, b) : l->bank[b].misses;
        uint64_t at = rh_leap_row_at(l, b);
        if (at < row->at || (at == row->at && at != RH_LEAP_NEVER && rh_leap_is_before(l, e, row->entry, ranked)))
            *row = (struct rh_leap_pick){at, b, e};
    }
}

static inline void rh_leap_choose(struct rh_leap *l, enum rh_leap_policy policy, struct rh_leap_pick *column,
                                  struct rh_leap_pick *row) {
    column->at = row->at = RH_LEAP_NEVER;
    column->entry = row->entry = column->bank = row->bank = 0;
    if (policy == RH_LEAP_FIFO)
        rh_leap_choose_fifo(l, column, row);
    else if (policy == RH_LEAP_BANKED_FIFO)
        rh_leap_choose_banked(l, column, row);
    else
        rh_leap_choose_aged(l, policy == RH_LEAP_MOST_PENDING, column, row);
}

/* The request ranked first, as the ledger asks. */
struct rh_leap_rank {
    unsigned bank;
    bool write, hit;
};
static inline struct rh_leap_rank rh_leap_first(struct rh_leap *l, enum rh_leap_policy policy) {
    if (policy == RH_LEAP_FIFO) {
        const struct rh_fifo_state *s = l->state;
        unsigned h = rh_wide_first(s->head), b = s->bank[h];
        return (struct rh_leap_rank){b, s->write[h], rh_leap_is_open(l, b) && l->bank[b].row == s->row[h]};
    }
    if (policy == RH_LEAP_BANKED_FIFO) {
        const struct rh_banked_fifo_state *s = l->state;
        bool hit = l->hit_banks != 0;
        unsigned b = hit ? rh_first_from(l->hit_banks, s->column_next) : rh_first_from(l->miss_banks, s->row_next);
        return (struct rh_leap_rank){b, s->write[rh_leap_head(l, b)], hit};
    }
    bool ranked = policy == RH_LEAP_MOST_PENDING && !rh_leap_goes_alone(l);
    const struct rh_leap_entry *e = &l->entry[ranked ? rh_leap_most_wanted(l) : l->oldest];
    return (struct rh_leap_rank){e->bank, e->write, e->hit};
}

#endif
