// SPDX-License-Identifier: Apache-2.0
/* The statistics of spans in which nothing happens: what the data bus did, and what the ledger blames. */
#ifndef RH_LEAP_LEDGER_H
#define RH_LEAP_LEDGER_H

#include "cmodel/run/rh_leap_choice.h"

/* Stalled clocks that are not blamed yet: those before `to`. */
struct rh_leap_span {
    uint64_t *stalls, at, to;
};

/* Causes come in the order of tables/causes.def: the first that holds in a clock is blamed, so each gets the clocks
 * that those before it leave, up to where it ends. */
static inline void rh_leap_blame(struct rh_leap_span *span, enum rh_cause cause, uint64_t until) {
    uint64_t end = rh_sooner(until, span->to);
    if (end <= span->at)
        return;
    span->stalls[cause] += end - span->at;
    span->at = end;
}

/* A row command of this clock, where there is one; `bank`: its own, or none; `refresh`: of a refresh. */
struct rh_leap_issue {
    bool row;
    unsigned bank;
    bool refresh;
};

static inline uint64_t rh_leap_held(const struct rh_leap *l, unsigned b, unsigned set, enum rh_cause cause) {
    return rh_leap_free(l, b, set, RH_OF_ALL, cause);
}

static inline void rh_leap_blame_hit(const struct rh_leap *l, const struct rh_leap_rank *first,
                                     struct rh_leap_span *span) {
    unsigned b = first->bank;
    rh_leap_blame(span, RH_CAUSE_RESPONSE, l->freed[l->tail]);
    rh_leap_blame(span, RH_CAUSE_TURNAROUND,
                  rh_later(rh_leap_turn(l, b, first->write), first->write
                                                                 ? rh_leap_held(l, b, RH_SET_WR, RH_CAUSE_TURNAROUND)
                                                                 : rh_leap_held(l, b, RH_SET_RD, RH_CAUSE_TURNAROUND)));
    rh_leap_blame(span, RH_CAUSE_TCCD, rh_leap_held(l, b, RH_SET_RD, RH_CAUSE_TCCD)); /* either direction's */
    rh_leap_blame(span, RH_CAUSE_TRCD,
                  first->write ? rh_leap_held(l, b, RH_SET_WR, RH_CAUSE_TRCD)
                               : rh_leap_held(l, b, RH_SET_RD, RH_CAUSE_TRCD));
    if (l->geometry.buses == 1)
        rh_leap_blame(span, RH_CAUSE_BUS, l->act_bus);
}

static inline void rh_leap_blame_miss(const struct rh_leap *l, unsigned b, struct rh_leap_span *span) {
    if (rh_leap_is_open(l, b)) {
        rh_leap_blame(span, RH_CAUSE_TRAS_TRC, rh_leap_held(l, b, RH_SET_PRE, RH_CAUSE_TRAS_TRC));
        rh_leap_blame(span, RH_CAUSE_TWR_TRTP, rh_leap_held(l, b, RH_SET_PRE, RH_CAUSE_TWR_TRTP));
        if (l->backend->array.closing >> b & 1)
            rh_leap_blame(span, RH_CAUSE_TRP, l->shuts[b] + 1);
    } else {
        rh_leap_blame(span, RH_CAUSE_REFRESH, l->holds >> b & 1 ? span->to : 0);
        rh_leap_blame(span, RH_CAUSE_TRP, rh_leap_held(l, b, RH_SET_ACT, RH_CAUSE_TRP));
        rh_leap_blame(span, RH_CAUSE_TRAS_TRC, rh_leap_held(l, b, RH_SET_ACT, RH_CAUSE_TRAS_TRC));
        rh_leap_blame(span, RH_CAUSE_WINDOW, rh_leap_window(l, b));
        rh_leap_blame(span, RH_CAUSE_TRRD, rh_leap_held(l, b, RH_SET_ACT, RH_CAUSE_TRRD));
    }
    rh_leap_blame(span, RH_CAUSE_BUS, l->act_bus);
}

/* What nothing holds back is the policy's; in the clock of a row command, the last, the bus is taken. */
static inline void rh_leap_blame_rest(const struct rh_leap_issue *issue, enum rh_cause taken,
                                      struct rh_leap_span *span) {
    rh_leap_blame(span, RH_CAUSE_POLICY, issue->row ? span->to - 1 : span->to);
    rh_leap_blame(span, taken, span->to);
}

/* The ACT that a neighbour's row forbids is chosen from the clock on in which nothing else holds it back, unless it is
 * a refresh's. */
static inline void rh_leap_blame_beside(struct rh_leap *l, enum rh_leap_policy policy, const struct rh_leap_rank *first,
                                        const struct rh_leap_issue *issue, struct rh_leap_span *span) {
    unsigned b = first->bank;
    if (rh_leap_is_open(l, b) || span->at >= span->to ||
        rh_subarray_shut(&l->backend->array, &l->geometry, b, rh_leap_row_of(l, policy, first->entry)) ==
            RH_SUBARRAY_FREE)
        return;
    uint64_t to = issue->refresh ? span->to - 1 : span->to;
    if (policy == RH_LEAP_FR_FCFS_SERIAL && l->search.over[b] > span->at) {
        if (l->search.over[b] >= span->to)
            return;
        rh_leap_blame(span, RH_CAUSE_POLICY, l->search.over[b]);
    }
    rh_leap_blame(span, RH_CAUSE_SUBARRAY, to);
}

/* With two buses a row command takes nothing from a column command. */
static inline enum rh_cause rh_leap_taken(const struct rh_leap *l) {
    return l->geometry.buses == 1 ? RH_CAUSE_BUS : RH_CAUSE_POLICY;
}

/* All of a span of clocks in which the ranks stand. */
static inline void rh_leap_blame_all(struct rh_leap *l, enum rh_leap_policy policy, const struct rh_leap_issue *issue,
                                     struct rh_leap_span *span) {
    struct rh_leap_rank first = rh_leap_first(l, policy, span->at);
    if (l->blocked >> first.bank & 1) {
        rh_leap_blame(span, RH_CAUSE_REFRESH, span->to);
        return;
    }
    enum rh_cause taken = RH_CAUSE_BUS;
    if (first.hit) {
        rh_leap_blame_hit(l, &first, span);
        taken = rh_leap_taken(l);
    } else {
        rh_leap_blame_miss(l, first.bank, span);
        if (l->geometry.part_bits != 0)
            rh_leap_blame_beside(l, policy, &first, issue, span);
        if (issue->bank == first.bank) /* its own command begins the next wait */
            taken = rh_leap_is_open(l, first.bank) ? RH_CAUSE_TRP : RH_CAUSE_TRCD;
    }
    rh_leap_blame_rest(issue, taken, span);
}

/* In the clock behind an ACT all of its bank count as hits (rh_age_queue.h): an age queue has not compared them yet. */
static inline void rh_leap_blame_opened(struct rh_leap *l, enum rh_leap_policy policy,
                                        const struct rh_leap_issue *issue, struct rh_leap_span *span) {
    struct rh_leap_rank first = rh_leap_first(l, policy, span->at);
    if (first.hit || first.bank != l->opened_bank || (l->blocked >> first.bank & 1))
        return;
    struct rh_leap_span one = {span->stalls, span->at, span->at + 1};
    const struct rh_leap_issue now = {.row = issue->row && one.to == span->to};
    rh_leap_blame_hit(l, &first, &one);
    rh_leap_blame_rest(&now, rh_leap_taken(l), &one);
    span->at++;
}

/* Blame the stalled clocks of a span in which requests wait; `issue`: the row command of its last clock. */
static inline void rh_leap_stall(struct rh_leap *l, enum rh_leap_policy policy, const struct rh_leap_issue *issue,
                                 uint64_t from, uint64_t to) {
    struct rh_leap_span span = {l->counts.stalls, from, to};
    if (rh_leap_is_aged(policy) && from == l->opened)
        rh_leap_blame_opened(l, policy, issue, &span);
    if (span.at < to)
        rh_leap_blame_all(l, policy, issue, &span);
}

/* Count the clocks up to `to`, in which nothing changed. */
RH_LEAP_INLINE void rh_leap_settle(struct rh_leap *l, enum rh_leap_policy policy, uint64_t to) {
    const struct rh_leap_issue none = {.row = false, .bank = RH_MAX_BANKS};
    uint64_t from = rh_later(l->settled, l->burst); /* booked clocks stall nobody */
    l->settled = to;
    if (from >= to)
        return;
    if (l->count != 0) {
        rh_leap_stall(l, policy, &none, from, to);
        return;
    }
    l->counts.idle += to - from;
    if (l->shown > from)
        l->counts.idle_timers += rh_sooner(l->shown, to) - from;
}

/* Count up to clock `at` and that one, in which a row command goes out. */
static inline void rh_leap_settle_row(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at, unsigned bank,
                                      bool refresh) {
    if (l->count == 0 || l->burst > at) {
        rh_leap_settle(l, policy, at + 1);
        return;
    }
    const struct rh_leap_issue issue = {.row = true, .bank = bank, .refresh = refresh};
    rh_leap_stall(l, policy, &issue, rh_later(l->settled, l->burst), at + 1);
    l->settled = at + 1;
}

#endif
