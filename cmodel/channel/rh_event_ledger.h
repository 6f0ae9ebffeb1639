// SPDX-License-Identifier: Apache-2.0
/* The statistics of spans in which nothing happens: what the data bus did, and what the ledger blames. */
#ifndef RH_EVENT_LEDGER_H
#define RH_EVENT_LEDGER_H

#include "cmodel/channel/rh_event_policy.h"

/* Stalled clocks that are not blamed yet: those before `to`. */
struct rh_event_span {
    uint64_t *stalls, at, to;
};

/* Causes come in the order of tables/causes.def: the first that holds in a clock is blamed, so each gets the clocks
 * that those before it leave, up to where it ends. */
static inline void rh_event_attribute(struct rh_event_span *span, enum rh_cause cause, uint64_t until) {
    uint64_t end = rh_sooner(until, span->to);
    if (end <= span->at)
        return;
    span->stalls[cause] += end - span->at;
    span->at = end;
}

/* What happens in the last clock of a span: a row command of a bank, a refresh's or the policy's; or an ACT of it that
 * was chosen and gives way to a neighbour's row, whose PRE may go out in its place. */
struct rh_event_last {
    bool command;     /* one goes out */
    unsigned bank;    /* its own bank; RH_MAX_BANKS: none, or of no one bank */
    unsigned waiting; /* the bank whose ACT gives way; RH_MAX_BANKS: none */
};

static inline uint64_t rh_event_held(const struct rh_event_run *l, unsigned b, unsigned set, enum rh_cause cause) {
    return rh_event_free(l, b, set, RH_OF_ALL, cause);
}

/* What holds back a command of `set` at a bank, cause by cause: its timers, and `also`, which is no timer. */
RH_EVENT_INLINE void rh_event_attribute_set(const struct rh_event_run *l, unsigned b, unsigned set,
                                            const uint64_t also[RH_CAUSES], struct rh_event_span *span) {
#define RH_CAUSE(name, code, key, meaning)                                                                             \
    rh_event_attribute(span, RH_CAUSE_##name,                                                                          \
                       rh_later(also[RH_CAUSE_##name], rh_event_held(l, b, set, RH_CAUSE_##name)));
#include "tables/causes.def"
#undef RH_CAUSE
}

static inline void rh_event_attribute_hit(const struct rh_event_run *l, const struct rh_choice *first,
                                          struct rh_event_span *span) {
    unsigned b = first->first_bank;
    bool write = first->first_write;
    const uint64_t also[RH_CAUSES] = {
        [RH_CAUSE_RESPONSE] = l->freed[l->tail],
        [RH_CAUSE_TURNAROUND] = rh_event_turn(l, b, write),
        [RH_CAUSE_BUS] = l->geometry.buses == 1 ? l->act_bus : 0,
    };
    if (write)
        rh_event_attribute_set(l, b, RH_SET_WR, also, span);
    else
        rh_event_attribute_set(l, b, RH_SET_RD, also, span);
}

static inline void rh_event_attribute_miss(const struct rh_event_run *l, unsigned b, struct rh_event_span *span) {
    if (rh_event_is_open(l, b)) {
        const uint64_t none[RH_CAUSES] = {0};
        rh_event_attribute_set(l, b, RH_SET_PRE, none, span);
        if (l->backend->array.closing >> b & 1)
            rh_event_attribute(span, RH_CAUSE_TRP, l->auto_precharge_at[b] + 1);
    } else {
        const uint64_t also[RH_CAUSES] = {
            [RH_CAUSE_REFRESH] = l->holds >> b & 1 ? span->to : 0,
            [RH_CAUSE_WINDOW] = rh_event_window(l, b),
        };
        rh_event_attribute_set(l, b, RH_SET_ACT, also, span);
    }
    rh_event_attribute(span, RH_CAUSE_BUS, l->act_bus);
}

/* What the last clock is attributed to unless something else holds it back. Its own command begins the next wait. With
 * two buses a row command takes nothing from a column command. */
static inline enum rh_cause rh_event_attribute_last(const struct rh_event_run *l, const struct rh_choice *first,
                                                    const struct rh_event_last *last) {
    unsigned b = first->first_bank;
    if (first->first_hit)
        return last->command && l->geometry.buses == 1 ? RH_CAUSE_BUS : RH_CAUSE_POLICY;
    if (last->bank == b)
        return rh_event_is_open(l, b) ? RH_CAUSE_TRP : RH_CAUSE_TRCD;
    if (last->waiting == b)
        return RH_CAUSE_SUBARRAY;
    return last->command ? RH_CAUSE_BUS : RH_CAUSE_POLICY;
}

/* Blame the stalled clocks of a span in which requests wait and the ranks stand. */
static inline void rh_event_stall(struct rh_event_run *l, const struct rh_event_last *last, uint64_t from,
                                  uint64_t to) {
    struct rh_event_span span = {l->counts.stalls, from, to};
    struct rh_choice first = {0};
    l->policy->rank(l->state, &l->geometry, &l->next_commands, &first);
    if (l->blocked >> first.first_bank & 1)
        rh_event_attribute(&span, RH_CAUSE_REFRESH, to);
    else if (first.first_hit)
        rh_event_attribute_hit(l, &first, &span);
    else
        rh_event_attribute_miss(l, first.first_bank, &span);
    rh_event_attribute(&span, RH_CAUSE_POLICY, to - 1);
    rh_event_attribute(&span, rh_event_attribute_last(l, &first, last), to);
}

/* Count the clocks up to `to`, in which nothing changed but what `last` says of the last of them. */
RH_EVENT_INLINE void rh_event_account_last(struct rh_event_run *l, uint64_t to, const struct rh_event_last *last) {
    uint64_t from = rh_later(l->accounted, l->burst); /* booked clocks stall nobody */
    l->accounted = to;
    if (from >= to)
        return;
    if (l->count != 0) {
        rh_event_stall(l, last, from, to);
        return;
    }
    l->counts.idle += to - from;
    if (l->shown > from)
        l->counts.idle_timers += rh_sooner(l->shown, to) - from;
}

static const struct rh_event_last rh_event_nothing = {.bank = RH_MAX_BANKS, .waiting = RH_MAX_BANKS};

/* The policy's registers move up to the start of clock `to`. In the clock after an ACT the requests of its row count as
 * hits, known or not, so that clock is blamed before. */
RH_EVENT_INLINE void rh_event_move(struct rh_event_run *l, uint64_t to) {
    if (l->moved >= to)
        return;
    if (l->opened == l->moved && l->accounted <= l->opened)
        rh_event_account_last(l, l->opened + 1, &rh_event_nothing);
    if (l->policy->pass != NULL)
        l->changed |= l->policy->pass(l->state, &l->geometry, &l->constraints, to - l->moved);
    l->moved = to;
}

/* Count the clocks up to `to`, in which nothing happened, and move there. What is ranked first may change with that
 * move, but with no move before it. */
RH_EVENT_INLINE void rh_event_account(struct rh_event_run *l, uint64_t to) {
    if (to != 0)
        rh_event_move(l, to - 1);
    rh_event_account_last(l, to, &rh_event_nothing);
    rh_event_move(l, to);
}

#endif
