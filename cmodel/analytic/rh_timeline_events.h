// SPDX-License-Identifier: Apache-2.0
/* What happens on the time lines: an ACT, column commands, a refresh. */
#ifndef RH_TIMELINE_EVENTS_H
#define RH_TIMELINE_EVENTS_H

#include "cmodel/analytic/rh_timeline_choice.h"
#include "cmodel/analytic/rh_timeline_ledger.h"

/* A PRE that is on its way has gone: what comes now does not hit. */
static inline void rh_close_row(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    bank->open = RH_TIMELINE_NO_ROW;
    bank->may_act = rh_later(bank->may_act, bank->pre + t->setup.constraints.rp);
}

RH_TIMELINE_INLINE struct rh_timeline_bank *rh_bank_of(struct rh_timeline *t, rh_timeline_row row) {
    return &t->bank[row % RH_MAX_BANKS];
}

/* The bank begins with its first request. */
RH_TIMELINE_INLINE void rh_begin(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                 const struct rh_timeline_request *first, uint64_t from) {
    struct rh_timeline_bank *bank = rh_bank_of(t, first->row);
    if (first->row == bank->open)
        rh_hit(t, policy, grouped, bank, first, from, true);
    else
        rh_turn(t, policy, grouped, bank, from);
}

/* The clocks that PRE and ACT find on the command bus, where column commands go first. False: something else may come
 * before the ACT now. */
RH_TIMELINE_INLINE bool rh_on_the_bus(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                      struct rh_timeline_bank *bank) {
    uint64_t at = t->next_act;
    if (!bank->closed) {
        rh_take_pre(t, bank);
        at = rh_later(at, bank->ready);
    }
    at = rh_bus_free(t, at);
    if (at == t->next_act)
        return true;
    bank->ready = at;
    if (at >= t->second_act) {
        rh_find_act(t, policy, grouped, rh_bus_free(t, t->next_act) != t->next_act ? t->next_act : RH_NEVER_TAKEN);
        return false;
    }
    t->next_act = at;
    return at < t->next_column && at < t->refresh;
}

RH_TIMELINE_INLINE void rh_activate(struct rh_timeline *t, const struct rh_traits *policy, bool grouped) {
    const struct rh_constraints *constraints = &t->setup.constraints;
    struct rh_timeline_bank *bank = t->act_bank;
    if (t->next_act >= t->refreshed && t->next_act < t->refreshed + constraints->rrefd) {
        t->act = rh_later(t->act, t->refreshed + constraints->rrefd);
        rh_find_act(t, policy, grouped, RH_NEVER_TAKEN);
        return;
    }
    if (!rh_on_the_bus(t, policy, grouped, bank))
        return;
    uint64_t at = t->next_act;
    if (t->setup.geometry.buses > 1)
        rh_bus_take(t, at, constraints->act_bus);
    t->stats.activates++;
    if (at > bank->ready)
        bank->act_why =
            t->windowed && (!grouped || t->act >= t->group_act[bank->group]) ? RH_CAUSE_WINDOW : RH_CAUSE_TRRD;
    bank->act = at;
    bank->may_act = at + constraints->rc;
    bank->may_act_why = RH_CAUSE_TRAS_TRC;
    bank->may_pre = at + constraints->ras;
    bank->pre_why = RH_CAUSE_TRAS_TRC;
    if (grouped)
        t->group_act[bank->group] = at + constraints->rrd_l;
    t->act = at + constraints->rrd_s;
    if (t->window_binds) {
        unsigned i = t->window_next;
        t->window[i] = at + constraints->faw;
        i = i + 1 < constraints->faw_n ? i + 1 : 0;
        t->window_next = (uint8_t)i;
        t->windowed = t->window[i] >= t->act;
        t->act = rh_later(t->act, t->window[i]);
    }
    if (!rh_by_age(policy)) {
        t->row_aged = rh_aged_rows(t, policy, UINT64_C(1) << bank->number) != 0;
        if (!t->row_aged)
            t->row_turn = rh_turn_behind(bank->number);
    }
    rh_turns_remove(t, policy, bank);
    if (policy->hit_cap) {
        bank->passes = (uint8_t)constraints->hit_cap;
        bank->capped = false;
    }
    if (policy->merges)
        rh_queue_open(t, policy, bank);
    else
        bank->open = (policy->banked ? bank->list.first : t->list.first)->row;
    rh_find_act(t, policy, grouped, RH_NEVER_TAKEN);
    rh_hit(t, policy, grouped, bank, policy->one_at_a_time ? t->list.first : bank->list.first, 0, false);
}

/* Requests have gone, `next` is the first that is left: what their bank does next. */
RH_TIMELINE_INLINE void rh_go_on(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                 struct rh_timeline_bank *bank, struct rh_timeline_request *next, uint64_t from) {
    bool hits = next != NULL && (policy->merges || (policy->banked && next->row == bank->open));
    if (hits) {
        bank->write = next->write;
        bank->ready = bank->act + t->column_ready[next->write];
        if (rh_by_age(policy)) {
            bank->age = next->age;
            if (bank->next->age < next->age) {
                rh_ring_remove(bank);
                rh_ring_place(bank, bank->next->next);
            }
        }
    } else {
        if (rh_by_age(policy)) {
            bank->age = UINT64_MAX;
            rh_ring_remove(bank);
        } else
            t->hit_banks &= ~(UINT64_C(1) << bank->number);
    }
    rh_find_column(t, policy, grouped);
    if (hits)
        return;
    if (policy->banked ? next != NULL : policy->merges && bank->oldest != NULL) {
        rh_turn(t, policy, grouped, bank, from);
        return;
    }
    bank->phase = RH_TIMELINE_REST;
    if (policy->one_at_a_time && next != NULL)
        rh_begin(t, policy, grouped, next, from);
}

/* Requests of the bank that go one behind the other, until another one may be before them. Returns the clock of the
 * last column command. */
RH_TIMELINE_INLINE uint64_t rh_serve(struct rh_timeline *t, const struct rh_traits *policy,
                                     struct rh_timeline_bank *bank, struct rh_timeline_list *list, uint64_t until) {
    struct rh_timeline_request *next = list->first;
    uint64_t gap = t->row_gap, last = t->next_column - gap, left = 0, age = UINT64_MAX;
    unsigned write = bank->write, count = bank->count;
    until = t->refresh < until ? t->refresh : until;
    if (policy->merges) {
        if (t->next_act < until && t->next_act + t->least_ready < until)
            until = t->next_act + t->least_ready;
        until = t->alone < until ? t->alone : until;
        age = policy->in_turn ? UINT64_MAX : bank->next->age;
    }
    do {
        last += next->left * gap;
        left += last;
        next = rh_queue_remove(t, policy, next, last);
        count--;
    } while (next != NULL && next->write == write && last + gap < until &&
             (policy->merges ? next->age < age : next->row == bank->open));
    if (policy->most_pending)
        bank->count = (uint8_t)count;
    t->left[write] += left;
    list->first = next;
    return last;
}

/* The same with banks in turn, the first request until clock `last`; their column commands all go before clock `until`.
 * Where the request that is let in waits for an entry of this bank, others behind it may come too: they change nothing
 * as long as each bank has requests, and this one keeps some. */
RH_TIMELINE_INLINE uint64_t rh_serve_in_turn(struct rh_timeline *t, const struct rh_traits *policy,
                                             struct rh_timeline_bank *bank, uint64_t last, uint64_t until, bool full) {
    struct rh_timeline_request *next = rh_queue_remove(t, policy, bank->list.first, last);
    uint64_t left = last;
    unsigned write = bank->write, count = bank->count - 1U, keeps = full;
    if (full && (t->hit_banks | t->turn_banks) != t->all_banks)
        until = 0;
    while (count > keeps && next->row == bank->open && next->write == write) {
        uint64_t end = last + next->left * t->row_gap;
        if (end >= until)
            break;
        last = end;
        left += last;
        count--;
        next = rh_queue_remove(t, policy, next, last);
    }
    bank->count = (uint8_t)count;
    t->left[write] += left;
    bank->list.first = next;
    return last;
}

/* One column command of a request. False: there are more. */
RH_TIMELINE_INLINE bool rh_serve_one(struct rh_timeline *t, const struct rh_traits *policy,
                                     struct rh_timeline_bank *bank, struct rh_timeline_list *list, uint64_t at) {
    struct rh_timeline_request *request = list->first;
    if (--request->left != 0)
        return false;
    list->first = rh_queue_remove(t, policy, request, at);
    t->left[bank->write] += at;
    if (policy->banked || policy->most_pending)
        bank->count--;
    return true;
}

/* One column command of a request that may pass an older one of the bank. Behind the last that may, those that are left
 * of the row wait for its next turn. False: the request has more. */
RH_TIMELINE_INLINE bool rh_serve_capped(struct rh_timeline *t, const struct rh_traits *policy,
                                        struct rh_timeline_bank *bank, uint64_t at) {
    bool passes = bank->waits < bank->list.first->age;
    bool served = rh_serve_one(t, policy, bank, &bank->list, at);
    bank->capped = passes && bank->passes == 1;
    bank->passes = (uint8_t)(bank->passes - (passes && bank->passes != 0));
    if (bank->capped && bank->list.first != NULL)
        rh_queue_close(t, policy, bank);
    return served || bank->capped;
}

/* With banks in turn: until which clock none of another bank goes, no refresh, and nothing of a row that opens. 0: not
 * known, or other requests see the idle clocks between the bank's column commands. */
RH_TIMELINE_INLINE uint64_t rh_alone_until(const struct rh_timeline *t, bool grouped, uint64_t until) {
    if (grouped || !t->dense)
        return 0;
    if (until >= t->refresh)
        until = t->refresh - 1;
    if (t->next_act < until && t->next_act + t->least_ready <= until)
        until = t->next_act + t->least_ready - 1;
    return t->alone <= until ? t->alone : until + 1;
}

/* May another bank's column command, or a refresh, go between those of the request, the last before clock `end`? */
RH_TIMELINE_INLINE bool rh_others_cut_in(const struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                         uint64_t end) {
    if (rh_by_age(policy))
        return grouped;
    if (policy->one_at_a_time)
        return t->refresh < end;
    return (t->hit_banks & (t->hit_banks - 1)) != 0 || (t->next_act < end && t->next_act + t->least_ready < end);
}

/* What column commands of the bank in clocks `at` to `last` hold back. */
RH_TIMELINE_INLINE void rh_hold_back(struct rh_timeline *t, bool grouped, struct rh_timeline_bank *bank,
                                     uint64_t last) {
    unsigned write = bank->write;
    t->direction = write;
    t->last[write] = last;
    t->bus[0] = last + t->gap[write][0];
    t->bus[1] = last + t->gap[write][1];
    if (grouped) {
        uint64_t *bus = t->group_bus[bank->group];
        bus[write] = last + t->row_gap;
        if (write) {
            bus[0] = rh_later(bus[0], last + t->setup.constraints.wtr_l);
            t->group_turned[bank->group] = last + t->setup.constraints.wtr_l;
        } else if (t->turns_in_group) /* else the turn of the whole bus is later */
            bus[1] = rh_later(bus[1], last + t->row_gap);
    }
    uint64_t may_pre = (last + t->pre_gap[write]) & t->hold;
    if (may_pre >= bank->may_pre) {
        bank->may_pre = may_pre;
        bank->pre_why = RH_CAUSE_TWR_TRTP;
    }
    t->busy = last + t->burst;
}

/* So many column commands of a bank, every second of which goes because the bank is aged. Do they all? */
RH_TIMELINE_INLINE bool rh_aged_goes(struct rh_timeline *t, bool aged, uint64_t commands) {
    bool first = aged && !t->column_aged;
    t->column_aged = aged && first == (commands & 1);
    return first && commands == 1;
}

/* Column commands of the request that is next, and of those behind it that nothing comes between. The request that is
 * let in waits for an entry of bank `full`, where banks have entries of their own. */
RH_TIMELINE_INLINE void rh_columns(struct rh_timeline *t, const struct rh_traits *policy, bool grouped, uint64_t until,
                                   const struct rh_timeline_bank *full) {
    struct rh_timeline_bank *bank = t->column_bank;
    struct rh_timeline_list *list = policy->one_at_a_time ? &t->list : &bank->list;
    uint64_t at = t->next_column, last = at;
    if (at > t->busy)
        rh_ledger_attribute(t, policy, grouped, at);
    bool served = true;
    bool aged = policy->in_turn && rh_queue_aged(t, UINT64_C(1) << bank->number, at) != 0;
    uint64_t end = at + list->first->left * t->row_gap;
    uint64_t alone = policy->banked ? rh_alone_until(t, grouped, until) : 0;
    bool serves = policy->banked && end - t->row_gap < alone;
    if (policy->hit_cap)
        served = rh_serve_capped(t, policy, bank, at);
    else if (!serves && rh_others_cut_in(t, policy, grouped, end))
        served = rh_serve_one(t, policy, bank, list, at);
    else if (policy->banked)
        last = rh_serve_in_turn(t, policy, bank, end - t->row_gap, alone, bank == full);
    else
        last = rh_serve(t, policy, bank, list, until);
    if (t->setup.geometry.buses == 1)
        rh_bus_take_columns(t, at, last);
    rh_hold_back(t, grouped, bank, last);
    if (rh_in_turn(policy) && !(policy->in_turn && rh_aged_goes(t, aged, 1 + (last - at) / t->row_gap)))
        t->column_turn = rh_turn_behind(bank->number);
    if (!served) {
        rh_find_column(t, policy, grouped);
        return;
    }
    if (!policy->banked && list->first == NULL)
        list->end = &list->first;
    rh_go_on(t, policy, grouped, bank, policy->banked && bank->count == 0 ? NULL : list->first, (last + 1) & t->hold);
}

/* The refresh that is due. */
static __attribute__((noinline)) void rh_refresh(struct rh_timeline *t) {
    const struct rh_constraints *constraints = &t->setup.constraints;
    const struct rh_traits *policy = t->setup.policy;
    uint64_t due = t->refresh, at = due;
    const struct rh_geometry *geometry = &t->setup.geometry;
    unsigned turns = rh_refresh_turns((enum rh_refresh)constraints->refresh, geometry);
    unsigned first = t->refresh_bank;
    t->refresh_bank = (first + 1) % turns;
    for (unsigned b = first; b < geometry->banks; b += turns) {
        struct rh_timeline_bank *bank = &t->bank[b];
        if (bank->open != RH_TIMELINE_NO_ROW) {
            if (bank->phase != RH_TIMELINE_TURN)
                bank->pre = rh_later(bank->may_pre, due);
            if (policy->merges && bank->list.first != NULL)
                rh_queue_close(t, policy, bank);
            rh_close_row(t, bank);
        }
        at = rh_later(at, bank->may_act);
    }
    t->refreshed = constraints->refresh == RH_REFRESH_ALL_BANK ? UINT64_MAX : at;
    for (unsigned b = first; b < geometry->banks; b += turns) {
        struct rh_timeline_bank *bank = &t->bank[b];
        bank->may_act = at + constraints->rfc;
        bank->may_act_why = RH_CAUSE_REFRESH;
        if (bank->phase == RH_TIMELINE_REST)
            continue;
        if (rh_by_age(policy))
            rh_ring_remove(bank);
        t->hit_banks &= ~(UINT64_C(1) << b);
        bank->age = UINT64_MAX;
        rh_turn(t, policy, t->grouped, bank, due);
    }
    rh_find_column(t, policy, t->grouped);
    rh_find_act(t, policy, t->grouped, RH_NEVER_TAKEN);
    t->stats.refreshes++;
    t->refresh += constraints->refi;
}

/* Let the next thing happen, if it does until clock `until`; `full` as in rh_columns. */
RH_TIMELINE_INLINE bool rh_step(struct rh_timeline *t, const struct rh_traits *policy, bool grouped, uint64_t until,
                                const struct rh_timeline_bank *full) {
    uint64_t column = t->next_column, act = t->next_act, refresh = t->refresh;
    if (column <= act && column < refresh) {
        if (column > until)
            return false;
        rh_columns(t, policy, grouped, until, full);
    } else if (act < refresh) {
        if (act > until)
            return false;
        rh_activate(t, policy, grouped);
    } else {
        if (refresh > until)
            return false;
        rh_refresh(t);
    }
    return true;
}

#endif
