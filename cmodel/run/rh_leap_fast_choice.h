// SPDX-License-Identifier: Apache-2.0
/* What each bank wants, and what goes next. */
#ifndef RH_LEAP_FAST_CHOICE_H
#define RH_LEAP_FAST_CHOICE_H

#include "cmodel/run/rh_leap_fast.h"

/* From when on its own timers let a bank's row be closed, or another be opened. */
RH_LEAP_INLINE int64_t rh_fast_recovers(const struct rh_fast *f, const struct rh_fast_bank *bank) {
    return rh_fast_later(bank->column[0] + f->to_pre[0], bank->column[1] + f->to_pre[1]);
}

RH_LEAP_INLINE void rh_fast_want_column(struct rh_fast *f, struct rh_fast_shape shape, unsigned b,
                                        const struct rh_fast_entry *e) {
    const struct rh_fast_group *group = &f->group[shape.split ? f->group_of[b] : 0];
    int64_t own = f->bank[b].act + f->rcd[e->write];
    if (shape.split)
        own = rh_fast_later(own, group->column + f->ccd_l_gap);
    if (shape.split && !e->write)
        own = rh_fast_later(own, group->write + f->wtr_l_gap);
    f->want[b] = e->write;
    f->own[b] = own;
    f->rank[b] = e->rank;
}

RH_LEAP_INLINE void rh_fast_want_row(struct rh_fast *f, struct rh_fast_shape shape, unsigned b,
                                     const struct rh_fast_entry *e) {
    const struct rh_fast_bank *bank = &f->bank[b];
    const struct rh_fast_group *group = &f->group[shape.split ? f->group_of[b] : 0];
    f->rank[b] = e->rank;
    if (bank->row >= 0) {
        f->want[b] = RH_FAST_PRE;
        f->own[b] = rh_fast_later(rh_fast_recovers(f, bank), bank->act + f->ras_gap);
        return;
    }
    f->want[b] = RH_FAST_ACT;
    f->own[b] = rh_fast_later(bank->pre + f->rp_gap, bank->act + f->rc_gap);
    if (shape.split)
        f->own[b] = rh_fast_later(f->own[b], group->act + f->rrd_l_gap);
}

RH_LEAP_INLINE uint64_t rh_fast_key(const struct rh_fast *f, struct rh_fast_shape shape, unsigned b, unsigned next) {
    int64_t at = rh_fast_later(rh_fast_later(f->own[b], f->shared[f->want[b]]), f->now);
    uint64_t rank = shape.policy != RH_LEAP_BANKED_FIFO ? f->rank[b] : ((b - next) & f->bank_mask) << RH_FAST_AGE | b;
    if (shape.due && f->want[b] == RH_FAST_ACT && (f->holds >> b & 1))
        return UINT64_MAX;
    return (uint64_t)at << RH_FAST_CLOCK | rank;
}

RH_LEAP_INLINE uint64_t rh_fast_first(const struct rh_fast *f, struct rh_fast_shape shape, rh_bank_set banks,
                                      unsigned next) {
    uint64_t best = UINT64_MAX;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        uint64_t key = rh_fast_key(f, shape, (unsigned)__builtin_ctzll(rest), next);
        best = key < best ? key : best;
    }
    return best;
}

/* All anew: of the column commands, of the row commands. */
RH_LEAP_INLINE void rh_fast_choose_column(struct rh_fast *f, struct rh_fast_shape shape) {
    f->column_key = rh_fast_first(f, shape, f->columns & ~f->blocked, f->column_next);
}
RH_LEAP_INLINE void rh_fast_choose_row(struct rh_fast *f, struct rh_fast_shape shape) {
    f->row_key = rh_fast_first(f, shape, f->rows & ~f->blocked, f->row_next);
}

/* A bank has come to want something; the others want what they did. */
RH_LEAP_INLINE void rh_fast_adds_column(struct rh_fast *f, struct rh_fast_shape shape, unsigned b) {
    uint64_t key = rh_fast_key(f, shape, b, f->column_next);
    f->columns |= rh_bit(b);
    if (!(f->blocked >> b & 1))
        f->column_key = key < f->column_key ? key : f->column_key;
}
RH_LEAP_INLINE void rh_fast_adds_row(struct rh_fast *f, struct rh_fast_shape shape, unsigned b) {
    uint64_t key = rh_fast_key(f, shape, b, f->row_next);
    f->rows |= rh_bit(b);
    if (!(f->blocked >> b & 1))
        f->row_key = key < f->row_key ? key : f->row_key;
}

RH_LEAP_INLINE int64_t rh_fast_clock(const struct rh_fast *f, uint64_t key) {
    return f->base + (int64_t)(key >> RH_FAST_CLOCK);
}
RH_LEAP_INLINE unsigned rh_fast_bank_of(uint64_t key) {
    return (unsigned)key & (RH_MAX_BANKS - 1U);
}

/* A column command of [write] holds back those of its group, an ACT its group's. */
RH_LEAP_INLINE void rh_fast_hold_columns(struct rh_fast *f, unsigned g, int64_t at, bool write) {
    for (rh_bank_set rest = f->columns & f->group[g].banks; rest; rest &= rest - 1) {
        unsigned b = (unsigned)__builtin_ctzll(rest);
        f->own[b] = rh_fast_later(f->own[b], at + f->group_apart[write][f->want[b]]);
    }
}
RH_LEAP_INLINE void rh_fast_hold_acts(struct rh_fast *f, unsigned g, int64_t at) {
    for (rh_bank_set rest = f->rows & f->group[g].banks; rest; rest &= rest - 1) {
        unsigned b = (unsigned)__builtin_ctzll(rest);
        if (f->want[b] == RH_FAST_ACT)
            f->own[b] = rh_fast_later(f->own[b], at + f->rrd_l_gap);
    }
}

#endif
