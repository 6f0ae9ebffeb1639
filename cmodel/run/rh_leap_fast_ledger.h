// SPDX-License-Identifier: Apache-2.0
/* What the data bus did in the clocks of the usual case: as rh_leap_ledger.h. */
#ifndef RH_LEAP_FAST_LEDGER_H
#define RH_LEAP_FAST_LEDGER_H

#include "cmodel/run/rh_leap_fast_choice.h"

/* Stalled clocks that are not blamed yet: those of `at` to before `to`. The last is a row command's, or none. */
struct rh_fast_span {
    uint64_t *stalls;
    int64_t at, to;
    bool row;
};

/* True: nothing is left. */
RH_LEAP_INLINE bool rh_fast_blame(struct rh_fast_span *span, enum rh_cause cause, int64_t until) {
    if (until <= span->at)
        return false;
    if (until >= span->to) {
        span->stalls[cause] += (uint64_t)(span->to - span->at);
        return true;
    }
    span->stalls[cause] += (uint64_t)(until - span->at);
    span->at = until;
    return false;
}

/* What nothing holds back is the policy's; in the clock of a row command the bus is taken. */
RH_LEAP_INLINE void rh_fast_blame_rest(struct rh_fast_span *span, enum rh_cause taken) {
    if (!rh_fast_blame(span, RH_CAUSE_POLICY, span->row ? span->to - 1 : span->to))
        rh_fast_blame(span, taken, span->to);
}

/* The request ranked first. */
RH_LEAP_INLINE const struct rh_fast_entry *rh_fast_ranked(const struct rh_fast *f, struct rh_fast_shape shape) {
    if (shape.policy != RH_LEAP_BANKED_FIFO)
        return f->ends.younger;
    unsigned b = f->columns ? rh_first_from(f->columns, f->column_next) : rh_first_from(f->rows, f->row_next);
    return f->bank[b].hits.first;
}

/* Of all columns behind this one's timers: the turn of the bus, tCCD, tRRD. */
RH_LEAP_INLINE int64_t rh_fast_turns(const struct rh_fast *f, struct rh_fast_shape shape, unsigned b, bool write) {
    int64_t turn = f->column[!write] + f->turn_gap[!write];
    if (!shape.split || write)
        return turn;
    return rh_fast_later(turn, f->group[f->group_of[b]].write + f->wtr_l_gap);
}
RH_LEAP_INLINE int64_t rh_fast_ccd(const struct rh_fast *f, struct rh_fast_shape shape, unsigned b) {
    int64_t ccd = f->last + f->ccd_gap;
    return shape.split ? rh_fast_later(ccd, f->group[f->group_of[b]].column + f->ccd_l_gap) : ccd;
}
RH_LEAP_INLINE int64_t rh_fast_rrd(const struct rh_fast *f, struct rh_fast_shape shape, unsigned b) {
    int64_t rrd = rh_fast_later(f->act + f->rrd_gap, f->ref_apart);
    return shape.split ? rh_fast_later(rrd, f->group[f->group_of[b]].act + f->rrd_l_gap) : rrd;
}

RH_LEAP_INLINE void rh_fast_blame_hit(const struct rh_fast *f, struct rh_fast_shape shape,
                                      const struct rh_fast_entry *first, struct rh_fast_span *span) {
    unsigned b = first->bank;
    if (rh_fast_blame(span, RH_CAUSE_RESPONSE, f->response[f->tail].freed) ||
        rh_fast_blame(span, RH_CAUSE_TURNAROUND, rh_fast_turns(f, shape, b, first->write)) ||
        rh_fast_blame(span, RH_CAUSE_TCCD, rh_fast_ccd(f, shape, b)) ||
        rh_fast_blame(span, RH_CAUSE_TRCD, f->bank[b].act + f->rcd[first->write]))
        return;
    if (shape.two)
        rh_fast_blame(span, RH_CAUSE_POLICY, span->to); /* a row command takes nothing from it */
    else if (!rh_fast_blame(span, RH_CAUSE_BUS, f->act + f->bus_gap))
        rh_fast_blame_rest(span, RH_CAUSE_BUS);
}

RH_LEAP_INLINE void rh_fast_blame_miss(const struct rh_fast *f, struct rh_fast_shape shape,
                                       const struct rh_fast_entry *first, unsigned issued, struct rh_fast_span *span) {
    const struct rh_fast_bank *bank = &f->bank[first->bank];
    bool open = bank->row >= 0;
    if (shape.due && !open && (f->holds >> first->bank & 1)) {
        rh_fast_blame(span, RH_CAUSE_REFRESH, span->to);
        return;
    }
    if (open) {
        if (rh_fast_blame(span, RH_CAUSE_TRAS_TRC, bank->act + f->ras_gap) ||
            rh_fast_blame(span, RH_CAUSE_TWR_TRTP, rh_fast_recovers(f, bank)))
            return;
    } else if (rh_fast_blame(span, RH_CAUSE_TRP, bank->pre + f->rp_gap) ||
               rh_fast_blame(span, RH_CAUSE_TRAS_TRC, bank->act + f->rc_gap) ||
               rh_fast_blame(span, RH_CAUSE_WINDOW, rh_fast_window(f)) ||
               rh_fast_blame(span, RH_CAUSE_TRRD, rh_fast_rrd(f, shape, first->bank))) {
        return;
    }
    if (rh_fast_blame(span, RH_CAUSE_BUS, f->act + f->bus_gap))
        return;
    enum rh_cause own = open ? RH_CAUSE_TRP : RH_CAUSE_TRCD; /* its own command begins the next wait */
    rh_fast_blame_rest(span, issued == first->bank ? own : RH_CAUSE_BUS);
}

/* Requests wait, and the last clock is that of a row command to bank `issued`, or of another, or of none. The clock
 * behind an ACT needs no word here (rh_leap_ledger.h): the oldest of its bank is the one whose row it opened. */
enum { RH_FAST_OTHER = RH_MAX_BANKS, RH_FAST_NONE };
RH_LEAP_INLINE void rh_fast_stall_here(struct rh_fast *f, struct rh_fast_shape shape, int64_t from, int64_t to,
                                       unsigned issued) {
    const struct rh_fast_entry *first = rh_fast_ranked(f, shape);
    struct rh_fast_span span = {f->l->counts.stalls, from, to, issued != RH_FAST_NONE};
    bool hit = f->bank[first->bank].row == (int64_t)first->row;
    if (f->blocked >> first->bank & 1) {
        rh_fast_blame(&span, RH_CAUSE_REFRESH, to);
        return;
    }
    if (hit)
        rh_fast_blame_hit(f, shape, first, &span);
    else
        rh_fast_blame_miss(f, shape, first, issued, &span);
}

/* One copy serves all loops of what is seldom. */
static __attribute__((noinline)) void rh_fast_stall_seldom(struct rh_fast *f, struct rh_fast_shape shape, int64_t from,
                                                           int64_t to, unsigned issued) {
    rh_fast_stall_here(f, shape, from, to, issued);
}
RH_LEAP_INLINE void rh_fast_stall(struct rh_fast *f, struct rh_fast_shape shape, int64_t from, int64_t to,
                                  unsigned issued) {
    if (shape.due)
        rh_fast_stall_seldom(f, shape, from, to, issued);
    else
        rh_fast_stall_here(f, shape, from, to, issued);
}

/* Count the clocks up to `at`, that of a column command. */
RH_LEAP_INLINE void rh_fast_settle(struct rh_fast *f, struct rh_fast_shape shape, int64_t at) {
    int64_t booked = f->last + f->burst_gap; /* these clocks stall nobody */
    if (booked < at && f->settled < at)
        rh_fast_stall(f, shape, rh_fast_later(f->settled, booked), at, RH_FAST_NONE);
    f->settled = at;
}

/* The same where nobody may wait. */
static inline void rh_fast_settle_idle(struct rh_fast *f, struct rh_fast_shape shape, int64_t at) {
    int64_t from = rh_fast_later(f->settled, f->last + f->burst_gap);
    if (f->count != 0) {
        rh_fast_settle(f, shape, at);
        return;
    }
    f->settled = at;
    if (from >= at)
        return;
    int64_t shown = rh_fast_shown(f);
    f->l->counts.idle += (uint64_t)(at - from);
    if (shown > from)
        f->l->counts.idle_timers += (uint64_t)((shown < at ? shown : at) - from);
}

/* Count up to clock `at` and that one, in which a row command goes out. */
RH_LEAP_INLINE void rh_fast_settle_row(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned bank) {
    int64_t from = rh_fast_later(f->settled, f->last + f->burst_gap);
    if (shape.due && f->count == 0) {
        rh_fast_settle_idle(f, shape, at + 1);
        return;
    }
    f->settled = at + 1;
    if (from <= at)
        rh_fast_stall(f, shape, from, at + 1, bank);
}

#endif
