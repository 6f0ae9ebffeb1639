// SPDX-License-Identifier: Apache-2.0
/* Refresh, as rh_leap_refresh.h has it. */
#ifndef RH_LEAP_FAST_REFRESH_H
#define RH_LEAP_FAST_REFRESH_H

#include "cmodel/run/rh_leap_fast_issue.h"

static inline rh_bank_set rh_fast_targets(const struct rh_fast *f) {
    const struct rh_leap *l = f->l;
    return f->due ? rh_refresh_banks(l->refresh_mask, l->geometry.banks, l->backend->refresh_bank) : 0;
}

static inline rh_bank_set rh_fast_open_banks(const struct rh_fast *f, rh_bank_set banks) {
    rh_bank_set open = 0;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1) {
        unsigned b = (unsigned)__builtin_ctzll(rest);
        open |= f->bank[b].row >= 0 ? rh_bit(b) : 0;
    }
    return open;
}

/* The refresh's next command and the clock of it. */
static inline void rh_fast_next_refresh(struct rh_fast *f, struct rh_fast_shape shape) {
    rh_bank_set targets = rh_fast_targets(f), open = rh_fast_open_banks(f, targets);
    int64_t start = rh_fast_later(f->now, f->act + f->bus_gap);
    f->refresh_at = INT64_MAX;
    for (rh_bank_set rest = open; rest; rest &= rest - 1) {
        unsigned b = (unsigned)__builtin_ctzll(rest);
        const struct rh_fast_bank *bank = &f->bank[b];
        int64_t free = rh_fast_later(start, rh_fast_later(rh_fast_recovers(f, bank), bank->act + f->ras_gap));
        if (free < f->refresh_at) { /* of several the lowest */
            f->refresh_at = free;
            f->refresh = (struct rh_refresh_command){.cmd = RH_PRE, .bank = (uint8_t)b};
        }
    }
    if (open)
        return;
    int64_t at = rh_fast_later(start, f->busy);
    for (rh_bank_set rest = targets; rest; rest &= rest - 1) {
        unsigned b = (unsigned)__builtin_ctzll(rest);
        const struct rh_fast_bank *bank = &f->bank[b];
        at = rh_fast_later(at, rh_fast_later(bank->pre + f->rp_gap, bank->act + f->rc_gap));
        if (f->spaced)
            at = rh_fast_later(at, rh_fast_rrd(f, shape, b));
    }
    f->refresh_at = at;
    f->refresh = (struct rh_refresh_command){
        .cmd = RH_REF, .bank = f->l->backend->refresh_bank, .all = f->l->gaps.refresh == RH_REFRESH_ALL_BANK};
}

/* How it stands at the start of clock `now`. */
static inline void rh_fast_look_refresh(struct rh_fast *f, struct rh_fast_shape shape) {
    const struct rh_leap *l = f->l;
    if (f->now >= f->due_at) {
        f->due = true;
        f->due_at += l->gaps.refi;
    }
    rh_bank_set targets = rh_fast_targets(f);
    f->blocked = targets;
    if (f->busy > f->now)
        f->blocked |= rh_refresh_banks(l->refresh_mask, l->geometry.banks, l->backend->refresh_bank - 1U);
    f->holds = 0;
    if (l->gaps.refresh == RH_REFRESH_SAME_BANK && targets != 0 && rh_fast_open_banks(f, targets) == 0)
        f->holds = rh_refresh_banks(rh_refresh_mask(RH_REFRESH_ALL_BANK, &l->geometry), l->geometry.banks,
                                    l->backend->refresh_bank);
    f->until = f->due_at < f->stop ? f->due_at : f->stop;
    if (f->busy > f->now && f->busy < f->until)
        f->until = f->busy;
    shape.due = true;
    rh_fast_choose_column(f, shape);
    rh_fast_choose_row(f, shape);
}

/* fr_fcfs: its hits are misses again, in order of age. */
static inline void rh_fast_lose_hits(struct rh_fast_bank *bank) {
    struct rh_fast_entry *hit = bank->hits.first, *miss = bank->misses.first;
    bank->hits.first = bank->misses.first = NULL;
    bank->hits.end = &bank->hits.first;
    bank->misses.end = &bank->misses.first;
    while (hit != NULL || miss != NULL) {
        struct rh_fast_entry **older = miss == NULL || (hit != NULL && hit->rank < miss->rank) ? &hit : &miss;
        struct rh_fast_entry *e = *older;
        *older = e->next;
        rh_fast_append(&bank->misses, e);
    }
}

static inline void rh_fast_refresh_pre(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b) {
    struct rh_fast_bank *bank = &f->bank[b];
    const struct rh_fast_entry *e = bank->hits.first;
    int64_t row = bank->row;
    f->precharges++;
    f->pre = bank->pre = at;
    bank->row = -1;
    f->observer->bank[b].fresh = 0;
    if (shape.policy == RH_LEAP_FR_FCFS) {
        rh_fast_lose_hits(bank);
        e = bank->misses.first;
    }
    f->columns &= ~rh_bit(b);
    if (shape.policy != RH_LEAP_FIFO && e != NULL) {
        rh_fast_want_row(f, shape, b, e);
        rh_fast_adds_row(f, shape, b);
    }
    if (f->sends)
        rh_leap_send(f->l, (uint64_t)at, RH_PRE, b, 0, (uint32_t)row, false);
}

/* The banks are closed: the observer knows by their PRE. */
static inline void rh_fast_refresh_banks(struct rh_fast *f, int64_t at) {
    struct rh_leap *l = f->l;
    f->refreshed++;
    if (f->sends)
        rh_leap_send(l, (uint64_t)at, RH_REF, f->refresh.bank, 0, 0, f->refresh.all);
    if (f->spaced) {
        f->ref_apart = at + l->gaps.rrefd;
        f->shared[RH_FAST_ACT] = rh_fast_later(f->shared[RH_FAST_ACT], f->ref_apart);
    }
    f->busy = at + l->gaps.rfc;
    f->due = false;
    l->backend->refresh_bank = rh_refresh_next(l->refresh_mask, l->backend->refresh_bank);
}

/* Its command goes out in clock `at`. */
static inline void rh_fast_take_refresh(struct rh_fast *f, struct rh_fast_shape shape, int64_t at) {
    bool pre = f->refresh.cmd == RH_PRE;
    rh_fast_settle_row(f, shape, at, pre ? f->refresh.bank : RH_FAST_OTHER);
    if (pre)
        rh_fast_refresh_pre(f, shape, at, f->refresh.bank);
    else
        rh_fast_refresh_banks(f, at);
    if (shape.policy == RH_LEAP_FIFO)
        rh_fast_look_oldest(f, shape);
    rh_fast_look_refresh(f, shape);
}

#endif
