// SPDX-License-Identifier: Apache-2.0
/* The stall ledger: which cause the idle clocks before a column command belong to. */
#ifndef RH_TIMELINE_LEDGER_H
#define RH_TIMELINE_LEDGER_H

#include "cmodel/analytic/rh_timeline_queue.h"

/* The fullest row of a bank: how many requests, and the age of the oldest one. */
struct rh_ledger_row {
    unsigned count;
    uint64_t age;
    bool hits; /* it is the open one */
};

RH_TIMELINE_INLINE struct rh_ledger_row rh_ledger_row(const struct rh_timeline_bank *bank) {
    struct rh_ledger_row hits = {bank->count, bank->age, true}, waits = {0, UINT64_MAX, false};
    if (bank->fullest != NULL)
        waits = (struct rh_ledger_row){bank->fullest->count, rh_queue_age(bank->fullest), false};
    return waits.count > hits.count || (waits.count == hits.count && waits.age < hits.age) ? waits : hits;
}

RH_TIMELINE_INLINE uint64_t rh_ledger_age(const struct rh_timeline_bank *bank) {
    return bank->age < bank->waits ? bank->age : bank->waits;
}

RH_TIMELINE_INLINE void rh_ledger_oldest(struct rh_timeline *t, const struct rh_timeline_bank *end) {
    for (const struct rh_timeline_bank *bank = end->next; bank != end; bank = bank->next)
        if (rh_ledger_age(bank) < t->oldest_age) {
            t->oldest_age = rh_ledger_age(bank);
            t->oldest = bank;
        }
}

RH_TIMELINE_INLINE void rh_ledger_fullest(const struct rh_timeline_bank *end, const struct rh_timeline_bank **best,
                                          struct rh_ledger_row *most) {
    for (const struct rh_timeline_bank *bank = end->next; bank != end; bank = bank->next) {
        struct rh_ledger_row row = rh_ledger_row(bank);
        if (row.count < most->count || (row.count == most->count && row.age >= most->age))
            continue;
        *most = row;
        *best = bank;
    }
}

/* The bank of the request that the policy ranks first. */
RH_TIMELINE_INLINE const struct rh_timeline_bank *rh_ledger_first(struct rh_timeline *t,
                                                                  const struct rh_timeline_policy *policy) {
    const struct rh_timeline_bank *best = t->column_bank; /* it has a request */
    if (policy->merges && !policy->most_pending) {
        if (rh_ledger_age(t->oldest) == t->oldest_age) /* it is still there */
            return t->oldest;
        t->oldest_age = UINT64_MAX;
        rh_ledger_oldest(t, &t->hits);
        rh_ledger_oldest(t, &t->turns);
        return t->oldest;
    } else if (policy->most_pending) {
        struct rh_ledger_row most = {0, UINT64_MAX, true};
        rh_ledger_fullest(&t->hits, &best, &most);
        rh_ledger_fullest(&t->turns, &best, &most);
    } else if (policy->banked) {
        uint64_t behind = t->hit_banks & t->column_turn;
        best = &t->bank[__builtin_ctzll(behind != 0 ? behind : t->hit_banks)];
    }
    return best;
}

/* The clocks from `part` to the end are for `cause`; the end moves there. */
RH_TIMELINE_INLINE void rh_ledger_book(struct rh_timeline *t, uint64_t part, uint64_t *to, unsigned cause) {
    part = rh_later(part, t->busy);
    if (*to <= part)
        return;
    t->stats.stall_cycles[cause] += *to - part;
    *to = part;
}

/* The data bus idles from clock `busy` to `to`. */
RH_TIMELINE_INLINE void rh_ledger_blame(struct rh_timeline *t, const struct rh_timeline_policy *policy, bool grouped,
                                        uint64_t to) {
    const struct rh_timeline_bank *bank = rh_ledger_first(t, policy);
    const struct rh_gaps *gaps = &t->setup.gaps;
    if (bank->phase == RH_TIMELINE_HIT) {
        if (policy->most_pending ? !rh_ledger_row(bank).hits : policy->merges && bank->waits < bank->age) {
            /* others hit the row that is to close */
            rh_ledger_book(t, bank->may_pre, &to, RH_CAUSE_POLICY);
            rh_ledger_book(t, 0, &to, bank->pre_why);
            return;
        }
        unsigned write = bank->write;
        uint64_t row = bank->act + t->column_ready[write], turned = t->direction != write ? t->bus[write] : 0;
        if (grouped && !write)
            turned = rh_later(turned, t->group_turned[bank->group]);
        rh_ledger_book(t, rh_later(row, turned), &to, RH_CAUSE_TCCD);
        rh_ledger_book(t, rh_later(bank->act, turned), &to, RH_CAUSE_TRCD);
        rh_ledger_book(t, bank->act, &to, RH_CAUSE_TURNAROUND);
    } else
        rh_ledger_book(t, bank->ready, &to, RH_CAUSE_TRRD);
    rh_ledger_book(t, bank->pre + gaps->rp, &to, bank->act_why);
    rh_ledger_book(t, bank->pre, &to, RH_CAUSE_TRP);
    rh_ledger_book(t, 0, &to, bank->open_why);
}

#endif
