// SPDX-License-Identifier: Apache-2.0
/* The stall ledger: which cause the idle clocks before a column command belong to. */
#ifndef RH_TIMELINE_LEDGER_H
#define RH_TIMELINE_LEDGER_H

#include "cmodel/analytic/rh_timeline_choice.h"

/* The rank of those that hit. */
RH_TIMELINE_INLINE uint64_t rh_ledger_hits(const struct rh_timeline_bank *bank) {
    return rh_queue_rank(bank->count, bank->age);
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

/* The bank with the row that is ranked first. */
RH_TIMELINE_INLINE const struct rh_timeline_bank *rh_ledger_fullest(const struct rh_timeline *t) {
    const struct rh_timeline_bank *best = t->column_bank; /* it hits */
    uint64_t most = 0;
    for (const struct rh_timeline_bank *bank = t->hits.next; bank != &t->hits; bank = bank->next) {
        uint64_t rank = rh_later(rh_ledger_hits(bank), bank->waits);
        best = rank > most ? bank : best;
        most = rh_later(rank, most);
    }
    for (const struct rh_timeline_bank *bank = t->turns.next; bank != &t->turns; bank = bank->next) {
        best = bank->waits > most ? bank : best;
        most = rh_later(bank->waits, most);
    }
    return best;
}

/* The bank of the request that the policy ranks first. */
RH_TIMELINE_INLINE const struct rh_timeline_bank *rh_ledger_first(struct rh_timeline *t,
                                                                  const struct rh_traits *policy) {
    const struct rh_timeline_bank *best = t->column_bank; /* it has a request */
    if (rh_by_age(policy) && !policy->most_pending) {
        if (rh_ledger_age(t->oldest) == t->oldest_age) /* it is still there */
            return t->oldest;
        t->oldest_age = UINT64_MAX;
        rh_ledger_oldest(t, &t->hits);
        rh_ledger_oldest(t, &t->turns);
        return t->oldest;
    } else if (policy->most_pending) {
        return rh_ledger_fullest(t);
    } else if (rh_in_turn(policy)) {
        best = &t->bank[rh_first_in_turn(t->hit_banks, rh_aged_columns(t, policy, t->hit_banks), t->column_turn)];
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
RH_TIMELINE_INLINE void rh_ledger_attribute(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                            uint64_t to) {
    const struct rh_timeline_bank *bank = rh_ledger_first(t, policy);
    const struct rh_constraints *constraints = &t->setup.constraints;
    if (bank->phase == RH_TIMELINE_HIT) {
        if (policy->most_pending ? bank->waits > rh_ledger_hits(bank) : rh_by_age(policy) && bank->waits < bank->age) {
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
    rh_ledger_book(t, bank->pre + constraints->rp, &to, bank->act_why);
    rh_ledger_book(t, bank->pre, &to, RH_CAUSE_TRP);
    rh_ledger_book(t, 0, &to, bank->open_why);
}

#endif
