// SPDX-License-Identifier: Apache-2.0
/* Which bank's column command and which bank's ACT goes next, and what a bank waits for. */
#ifndef RH_TIMELINE_CHOICE_H
#define RH_TIMELINE_CHOICE_H

#include "cmodel/analytic/rh_timeline_bus.h"
#include "cmodel/analytic/rh_timeline_queue.h"

RH_TIMELINE_INLINE uint64_t rh_column_of(const struct rh_timeline *t, const struct rh_timeline_bank *bank,
                                         bool grouped) {
    uint64_t at = rh_later(bank->ready, t->bus[bank->write]);
    return grouped ? rh_later(at, t->group_bus[bank->group][bank->write]) : at;
}

/* The oldest first. Behind a column command none goes before the next one of its direction: the first bank that reaches
 * this clock is it. */
RH_TIMELINE_INLINE void rh_find_oldest_column(struct rh_timeline *t, bool grouped) {
    uint64_t best = UINT64_MAX, least = t->bus[t->direction], alone = UINT64_MAX;
    for (struct rh_timeline_bank *bank = t->hits.next; bank != &t->hits; bank = bank->next) {
        uint64_t at = rh_column_of(t, bank, grouped);
        if (at >= best)
            continue;
        alone = best;
        best = at;
        t->column_bank = bank;
        if (at <= least)
            break;
    }
    t->alone = alone;
    t->next_column = best;
}

/* Those of the banks that go before the others as aged ones: their column commands, their ACTs. */
static inline uint64_t rh_aged_columns(const struct rh_timeline *t, const struct rh_traits *policy, uint64_t banks) {
    return policy->in_turn && !t->column_aged ? rh_queue_aged(t, banks, t->last[t->direction]) : 0;
}
static inline uint64_t rh_aged_rows(const struct rh_timeline *t, const struct rh_traits *policy, uint64_t banks) {
    return policy->in_turn && !t->row_aged ? rh_queue_aged(t, banks, UINT64_MAX) : 0;
}

/* The banks in turn. */
RH_TIMELINE_INLINE void rh_find_turns_column(struct rh_timeline *t, const struct rh_traits *policy, bool grouped) {
    uint64_t hits = t->hit_banks, left = hits & t->column_turn, others = hits ^ left;
    if ((hits & (hits - 1)) == 0) { /* one at most */
        t->next_column = t->alone = UINT64_MAX;
        if (hits != 0) {
            t->column_bank = &t->bank[__builtin_ctzll(hits)];
            t->next_column = rh_column_of(t, t->column_bank, grouped);
        }
        return;
    }
    uint64_t aged = rh_aged_columns(t, policy, hits);
    uint64_t best = UINT64_MAX, least = t->bus[t->direction], alone = UINT64_MAX;
    struct rh_timeline_bank *first = t->column_bank;
    while ((left | others) != 0) {
        if (best <= least && (aged == 0 || aged >> first->number & 1)) { /* the others are not looked at */
            alone = 0;
            break;
        }
        if (left == 0) {
            left = others;
            others = 0;
        }
        struct rh_timeline_bank *bank = &t->bank[__builtin_ctzll(left)];
        uint64_t at = rh_column_of(t, bank, grouped);
        left &= left - 1;
        if (at < best || (at == best && (aged >> bank->number & 1) > (aged >> first->number & 1))) {
            alone = best;
            best = at;
            first = bank;
        } else if (at < alone)
            alone = at;
    }
    t->column_bank = first;
    t->alone = alone;
    t->next_column = best;
}

RH_TIMELINE_INLINE void rh_find_column(struct rh_timeline *t, const struct rh_traits *policy, bool grouped) {
    if (rh_by_age(policy))
        rh_find_oldest_column(t, grouped);
    else if (rh_in_turn(policy))
        rh_find_turns_column(t, policy, grouped);
    else
        t->next_column = (t->hit_banks != 0) ? rh_column_of(t, t->column_bank, grouped) : UINT64_MAX;
}

/* Of banks whose column command may go in the same clock. */
RH_TIMELINE_INLINE bool rh_reads_first(const struct rh_timeline *t, const struct rh_traits *policy,
                                       const struct rh_timeline_bank *a, const struct rh_timeline_bank *b) {
    if (rh_by_age(policy))
        return a->age < b->age;
    const uint64_t both = UINT64_C(1) << a->number | UINT64_C(1) << b->number;
    return rh_first_in_turn(both, rh_aged_columns(t, policy, both), t->column_turn) == a->number;
}

/* The bank's next request hits the open row, and may go from `from` on. */
RH_TIMELINE_INLINE void rh_hit(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                               struct rh_timeline_bank *bank, const struct rh_timeline_request *request, uint64_t from,
                               bool youngest) {
    bank->write = request->write;
    bank->ready = rh_later(bank->act + t->column_ready[request->write], from);
    bank->phase = RH_TIMELINE_HIT;
    if (rh_by_age(policy)) {
        bank->age = request->age;
        rh_ring_place(bank, youngest ? &t->hits : t->hits.next);
    } else
        t->hit_banks |= UINT64_C(1) << bank->number;
    uint64_t at = rh_column_of(t, bank, grouped);
    if (at < t->next_column || (at == t->next_column && rh_reads_first(t, policy, bank, t->column_bank))) {
        t->alone = t->next_column;
        t->next_column = at;
        t->column_bank = bank;
    } else if (at < t->alone)
        t->alone = at;
}

RH_TIMELINE_INLINE uint64_t rh_act_of(const struct rh_timeline *t, const struct rh_timeline_bank *bank, bool grouped) {
    uint64_t at = rh_later(bank->ready, t->act);
    return grouped ? rh_later(at, t->group_act[bank->group]) : at;
}

/* Of banks whose ACT may go in the same clock. */
RH_TIMELINE_INLINE bool rh_opens_first(const struct rh_timeline *t, const struct rh_traits *policy,
                                       const struct rh_timeline_bank *a, const struct rh_timeline_bank *b) {
    if (rh_by_age(policy))
        return policy->most_pending ? a->waits > b->waits : a->waits < b->waits;
    const uint64_t both = UINT64_C(1) << a->number | UINT64_C(1) << b->number;
    return rh_first_in_turn(both, rh_aged_rows(t, policy, both), t->row_turn) == a->number;
}

RH_TIMELINE_INLINE void rh_offer_act(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                     struct rh_timeline_bank *bank) {
    uint64_t at = rh_act_of(t, bank, grouped);
    if (at < t->next_act || (at == t->next_act && rh_opens_first(t, policy, bank, t->act_bank))) {
        t->second_act = t->next_act;
        t->next_act = at;
        t->act_bank = bank;
    } else if (at < t->second_act)
        t->second_act = at;
}

/* The PRE gets the first clock of the command bus that is free. Where column commands share the bus, they are what
 * fills it, and those of rows are not looked at. */
RH_TIMELINE_INLINE void rh_take_pre(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    bank->closed = true;
    bank->pre = rh_bus_free(t, bank->pre);
    if (t->setup.geometry.buses > 1)
        rh_bus_take(t, bank->pre, 1);
    bank->ready = rh_later(bank->ready, bank->pre + t->setup.constraints.rp);
}

/* The ACT finds clock `at` taken. */
RH_TIMELINE_INLINE void rh_move_act(struct rh_timeline *t, struct rh_timeline_bank *bank, uint64_t at) {
    if (!bank->closed)
        rh_take_pre(t, bank);
    bank->ready = rh_bus_free(t, rh_later(at, bank->ready));
}

/* A bank's ACT beside the best so far. */
RH_TIMELINE_INLINE void rh_try_act(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                   struct rh_timeline_bank *bank, uint64_t taken) {
    uint64_t at = rh_act_of(t, bank, grouped);
    if (taken != RH_NEVER_TAKEN && at == taken) {
        rh_move_act(t, bank, taken);
        at = rh_act_of(t, bank, grouped);
    }
    if (at < t->next_act || (at == t->next_act && policy->merges && rh_opens_first(t, policy, bank, t->act_bank))) {
        t->second_act = t->next_act;
        t->next_act = at;
        t->act_bank = bank;
    } else if (at < t->second_act)
        t->second_act = at;
}

/* Those that would go in clock `taken` find it taken on the command bus. */
RH_TIMELINE_INLINE void rh_find_act(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                    uint64_t taken) {
    t->next_act = t->second_act = UINT64_MAX;
    if (rh_by_age(policy)) {
        for (struct rh_timeline_bank *bank = t->turns.next; bank != &t->turns; bank = bank->next)
            rh_try_act(t, policy, grouped, bank, taken);
        return;
    }
    uint64_t left = t->turn_banks & t->row_turn, others = t->turn_banks ^ left;
    for (; left != 0; left &= left - 1)
        rh_try_act(t, policy, grouped, &t->bank[__builtin_ctzll(left)], taken);
    for (; others != 0; others &= others - 1)
        rh_try_act(t, policy, grouped, &t->bank[__builtin_ctzll(others)], taken);
}

/* Among the banks whose ACT is next. */
RH_TIMELINE_INLINE void rh_turns_insert(struct rh_timeline *t, const struct rh_traits *policy,
                                        struct rh_timeline_bank *bank) {
    if (rh_by_age(policy))
        rh_ring_insert(bank, &t->turns);
    else
        t->turn_banks |= UINT64_C(1) << bank->number;
}

RH_TIMELINE_INLINE void rh_turns_remove(struct rh_timeline *t, const struct rh_traits *policy,
                                        struct rh_timeline_bank *bank) {
    if (rh_by_age(policy))
        rh_ring_remove(bank);
    else
        t->turn_banks &= ~(UINT64_C(1) << bank->number);
}

/* The bank has requests, of which none hits; they are looked at from `from` on. */
RH_TIMELINE_INLINE void rh_turn(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                struct rh_timeline_bank *bank, uint64_t from) {
    bool open = bank->open != RH_TIMELINE_NO_ROW;
    uint64_t pre = open ? rh_later(bank->may_pre, from) : 0;
    uint64_t closed = open ? pre + t->setup.constraints.rp : from;
    bank->pre = pre;
    bank->closed = !open;
    bank->open_why = bank->pre_why;
    bank->act_why = closed >= bank->may_act ? RH_CAUSE_TRP : bank->may_act_why;
    bank->ready = rh_later(bank->may_act, closed);
    bank->phase = RH_TIMELINE_TURN;
    rh_turns_insert(t, policy, bank);
    if (open && t->setup.geometry.buses > 1)
        rh_take_pre(t, bank);
    rh_offer_act(t, policy, grouped, bank);
}

#endif
