// SPDX-License-Identifier: Apache-2.0
/* From event to event. Each shape gets a loop of its own: it is known where this is compiled. */
#ifndef RH_LEAP_LOOP_H
#define RH_LEAP_LOOP_H

#include "cmodel/run/rh_leap_fast.h"
#include "cmodel/run/rh_leap_issue.h"
#include "cmodel/run/rh_leap_responses.h"
#include "cmodel/run/rh_leap_serve.h"

/* What may happen next. */
struct events {
    struct rh_leap_pick column, row;
    struct rh_refresh_command refresh;
    uint64_t refresh_at, offer, at;
};

RH_LEAP_INLINE void find_events(struct rh_leap *l, const struct rh_leap_job *job, struct rh_leap_shape shape,
                                struct events *next) {
    if (shape.rare && l->delay != 0 && l->now >= l->turn)
        rh_leap_mark_clock(l, shape.policy, l->now - 1);
    if (l->now >= l->turn) /* so far it was otherwise */
        rh_leap_settle(l, shape.policy, l->now);
    if (shape.policy == RH_LEAP_FGDRAM)
        rh_leap_shut(l);
    next->refresh_at = l->turn = RH_LEAP_NEVER;
    if (l->refreshes) {
        rh_leap_look_refresh(l);
        next->refresh_at = rh_leap_next_refresh(l, &next->refresh);
        l->turn = l->busy > l->now ? rh_sooner(l->due_at, l->busy) : l->due_at;
    }
    rh_leap_choose(l, shape, &next->column, &next->row);
    next->offer = rh_leap_offered(l, job);
    next->at = rh_sooner(rh_sooner(next->column.at, next->row.at), next->refresh_at);
    if (next->offer < next->at && rh_leap_has_room(l, job, shape.policy))
        next->at = next->offer;
    if (rh_leap_is_aged(shape.policy) && l->alone > l->now && l->count != 0)
        l->turn = rh_sooner(l->turn, l->alone);
    if (shape.policy == RH_LEAP_FGDRAM)
        l->turn = rh_sooner(l->turn, rh_leap_next_shut(l));
}

/* A request comes in: those that were ranked first may no longer be. */
RH_LEAP_INLINE void let_in(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape, uint64_t at) {
    const enum rh_leap_policy policy = shape.policy;
    unsigned tag = job->tags.ring[job->tags.head];
    if (l->count == 0 || policy == RH_LEAP_BANKED_FIFO || policy == RH_LEAP_MOST_PENDING || policy == RH_LEAP_FGDRAM)
        rh_leap_settle(l, policy, at + 1);
    rh_leap_accept(l, job, policy, at);
    if (shape.rare && l->setup.taken != NULL)
        l->setup.taken(l->setup.answer_user, (uint16_t)tag);
}

/* What the outside has seen before this clock. */
static inline void begin_clock(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy, uint64_t at) {
    if (l->delay != 0) {
        rh_leap_flush(l, job, at + 1);
        rh_leap_mark_clock(l, policy, at);
        l->late.at = at;
    }
    rh_leap_hand_out(l, at);
}

/* fgdram_channel: an ACT or PRE for a head, or in its place a neighbour's PRE, or nothing. */
static inline void take_grain_row(struct rh_leap *l, struct rh_leap_shape shape, uint64_t at,
                                  const struct rh_leap_pick *row) {
    unsigned b = row->gives ? row->other : row->bank;
    if (b == RH_MAX_BANKS) {
        rh_leap_settle(l, shape.policy, at + 1);
        return;
    }
    rh_leap_settle_row(l, shape.policy, at, b, false);
    rh_leap_issue_row(l, shape, at, b, row->entry, rh_leap_is_open(l, b) ? RH_REASON_CONFLICT : RH_REASON_OPEN);
}

/* The clock of the next event. */
RH_LEAP_INLINE void take_events(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape,
                                const struct events *next) {
    const enum rh_leap_policy policy = shape.policy;
    uint64_t at = next->at;
    bool refresh = l->refreshes && next->refresh_at == at;
    bool column = next->column.at == at && (shape.two || !refresh);
    bool row = next->row.at == at && !refresh && (shape.two || !column), leaves = false;
    bool room = next->offer <= at && rh_leap_has_room(l, job, policy); /* without one that leaves */
    if (shape.rare)
        begin_clock(l, job, policy, at);
    if (policy == RH_LEAP_FGDRAM) {
        rh_leap_pass_grains(l);
        l->open_before = l->backend->array.open;
        l->free_before = rh_fgdram_free(rh_leap_grains(l), &l->geometry);
    }
    if (column) {
        rh_leap_settle(l, policy, at);
        leaves = rh_leap_issue_column(l, job, shape, &next->column);
    }
    if (refresh) {
        rh_leap_settle_row(l, policy, at, next->refresh.cmd == RH_REF ? RH_MAX_BANKS : next->refresh.bank, true);
        rh_leap_issue_refresh(l, shape, at, &next->refresh);
    } else if (row && policy == RH_LEAP_FGDRAM) {
        take_grain_row(l, shape, at, &next->row);
    } else if (row) {
        rh_leap_settle_row(l, policy, at, next->row.bank, false);
        rh_leap_issue_row(l, shape, at, next->row.bank, next->row.entry,
                          rh_leap_is_open(l, next->row.bank) ? RH_REASON_CONFLICT : RH_REASON_OPEN);
        if (policy == RH_LEAP_BANKED_FIFO && !next->row.gives)
            ((struct rh_banked_fifo_state *)l->state)->row_next =
                (uint8_t)((next->row.bank + 1U) & (l->geometry.banks - 1U));
    }
    if (policy == RH_LEAP_FGDRAM && next->row.at == at && (shape.two || !column)) /* had its turn, come what may */
        ((struct rh_fgdram_channel_state *)l->state)->row_next =
            (uint8_t)((rh_fgdram_row_turn(&l->geometry, next->row.bank) + 1U) & (l->geometry.banks - 1U));
    if (leaves && !room && next->offer <= at && policy != RH_LEAP_FGDRAM) /* whose pool is refilled a clock later */
        room = rh_leap_has_room(l, job, policy);
    if (room)
        let_in(l, job, shape, at);
    l->now = at + 1;
}

RH_LEAP_INLINE enum rh_leap_end stop(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape,
                                     enum rh_leap_end end) {
    if (shape.rare && l->delay != 0)
        rh_leap_flush(l, job, l->now);
    if (shape.rare)
        rh_leap_hand_out(l, l->now);
    if (shape.rare && l->delay != 0)
        return end;
    if (!shape.rare || !l->setup.closed_loop)
        rh_leap_settle(l, shape.policy, l->now);
    return end;
}

/* The usual case has a loop of its own. */
static inline void go_fast(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy) {
    if (l->now >= l->turn) /* as in find_events */
        rh_leap_settle(l, policy, l->now);
    rh_fast_enter(l->fast, job);
    rh_fast_run(l->fast);
    rh_fast_exit(l->fast);
}

RH_LEAP_INLINE enum rh_leap_end run(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape) {
    const enum rh_leap_policy policy = shape.policy;
    for (;;) {
        struct events next;
        if (policy != RH_LEAP_MOST_PENDING && !shape.rare && rh_fast_may(l, job))
            go_fast(l, job, policy);
        if (job->taken == job->n && !job->last)
            return stop(l, job, shape, RH_LEAP_HUNGRY);
        find_events(l, job, shape, &next);
        uint64_t end = job->until;
        bool drains = job->taken == job->n && l->count == 0;
        if (drains)
            end = rh_sooner(end, rh_later(l->answered, l->now));
        if (next.at >= end && l->turn >= end) {
            if (policy == RH_LEAP_FGDRAM && end > l->now)
                rh_leap_pass_grains(l);
            l->now = end;
            l->wake = rh_sooner(next.at, l->turn);
            return stop(l, job, shape, drains && l->answered <= end ? RH_LEAP_DRAINED : RH_LEAP_UNTIL);
        }
        if (l->count == 0 && l->answered <= l->now && next.offer - l->now >= job->pause)
            return stop(l, job, shape, RH_LEAP_PAUSED);
        if (l->turn <= next.at) {
            if (shape.rare && l->delay != 0)
                rh_leap_mark_clock(l, policy, l->turn - 1);
            rh_leap_settle(l, policy, l->turn);
            if (policy == RH_LEAP_FGDRAM)
                rh_leap_pass_grains(l);
            l->now = l->turn;
            continue;
        }
        if (next.at > rh_later(job->progress, l->answered) + l->setup.watchdog &&
            (l->count != 0 || l->answered > l->now))
            return stop(l, job, shape, RH_LEAP_STUCK);
        take_events(l, job, shape, &next);
    }
}

/* One loop for each policy; `others` is whether they are the rare ones, for which there is no flat loop. */
#define RH_LEAP_LOOP(name, policy, others)                                                                             \
    static enum rh_leap_end name(struct rh_leap *l, struct rh_leap_job *job) {                                         \
        bool flat = l->geometry.groups == 1 && l->geometry.rank_bits == 0;                                             \
        if (!others && flat && l->geometry.buses == 1)                                                                 \
            return run(l, job, (struct rh_leap_shape){policy, true, false, others});                                   \
        return l->geometry.buses == 1 ? run(l, job, (struct rh_leap_shape){policy, false, false, others})              \
                                      : run(l, job, (struct rh_leap_shape){policy, false, true, others});              \
    }
typedef enum rh_leap_end rh_leap_loop(struct rh_leap *l, struct rh_leap_job *job);

#endif
