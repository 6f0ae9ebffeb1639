// SPDX-License-Identifier: Apache-2.0
/* What the data bus did in the clocks of the usual case: as rh_leap_ledger.h, the oldest request ranked first. */
#ifndef RH_LEAP_FLAT_LEDGER_H
#define RH_LEAP_FLAT_LEDGER_H

#include "cmodel/run/rh_leap_flat.h"

/* Stalled clocks that are not blamed yet: those of `at` to before `to`. The last is a row command's, or none. */
struct rh_flat_span {
    uint64_t *stalls;
    int64_t at, to;
    bool row;
};

/* True: nothing is left. */
RH_LEAP_INLINE bool rh_flat_blame(struct rh_flat_span *span, enum rh_cause cause, int64_t until) {
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
RH_LEAP_INLINE void rh_flat_blame_rest(struct rh_flat_span *span, enum rh_cause taken) {
    if (!rh_flat_blame(span, RH_CAUSE_POLICY, span->row ? span->to - 1 : span->to))
        rh_flat_blame(span, taken, span->to);
}

RH_LEAP_INLINE void rh_flat_blame_hit(const struct rh_flat *f, const struct rh_flat_entry *first,
                                      struct rh_flat_span *span) {
    if (!rh_flat_blame(span, RH_CAUSE_RESPONSE, f->response[f->tail].freed) &&
        !rh_flat_blame(span, RH_CAUSE_TURNAROUND, f->column[!first->write] + f->turn_gap[!first->write]) &&
        !rh_flat_blame(span, RH_CAUSE_TCCD, f->last + f->ccd_gap) &&
        !rh_flat_blame(span, RH_CAUSE_TRCD, f->bank[first->bank].act + f->rcd[first->write]) &&
        !rh_flat_blame(span, RH_CAUSE_BUS, f->act + f->bus_gap))
        rh_flat_blame_rest(span, RH_CAUSE_BUS);
}

RH_LEAP_INLINE void rh_flat_blame_miss(const struct rh_flat *f, const struct rh_flat_entry *first, unsigned issued,
                                       struct rh_flat_span *span) {
    const struct rh_flat_bank *bank = &f->bank[first->bank];
    bool open = bank->row >= 0;
    if (open) {
        if (rh_flat_blame(span, RH_CAUSE_TRAS_TRC, bank->act + f->ras_gap) ||
            rh_flat_blame(span, RH_CAUSE_TWR_TRTP, rh_flat_recovers(f, bank)))
            return;
    } else if (rh_flat_blame(span, RH_CAUSE_TRP, bank->pre + f->rp_gap) ||
               rh_flat_blame(span, RH_CAUSE_TRAS_TRC, bank->act + f->rc_gap) ||
               rh_flat_blame(span, RH_CAUSE_WINDOW, rh_flat_window(f)) ||
               rh_flat_blame(span, RH_CAUSE_TRRD, rh_flat_later(f->act + f->rrd_gap, f->ref_apart))) {
        return;
    }
    if (rh_flat_blame(span, RH_CAUSE_BUS, f->act + f->bus_gap))
        return;
    enum rh_cause own = open ? RH_CAUSE_TRP : RH_CAUSE_TRCD; /* its own command begins the next wait */
    rh_flat_blame_rest(span, issued == first->bank ? own : RH_CAUSE_BUS);
}

/* Requests wait, and the last clock is that of a row command to bank `issued`; RH_MAX_BANKS: of none. */
static inline void rh_flat_stall(struct rh_flat *f, int64_t from, int64_t to, unsigned issued) {
    const struct rh_flat_entry *first = f->ends.younger;
    struct rh_flat_span span = {f->l->counts.stalls, from, to, issued != RH_MAX_BANKS};
    bool hit = f->bank[first->bank].row == (int64_t)first->row;
    if (from == f->opened && !hit && first->bank == f->opened_bank) { /* not compared yet: it counts as a hit */
        struct rh_flat_span one = {span.stalls, from, from + 1, span.row && from + 1 == to};
        rh_flat_blame_hit(f, first, &one);
        if (++span.at == to)
            return;
    }
    if (hit)
        rh_flat_blame_hit(f, first, &span);
    else
        rh_flat_blame_miss(f, first, issued, &span);
}

/* Count the clocks up to `at`, that of a column command. */
RH_LEAP_INLINE void rh_flat_settle(struct rh_flat *f, int64_t at) {
    int64_t booked = f->last + f->burst_gap; /* these clocks stall nobody */
    if (booked < at && f->settled < at)
        rh_flat_stall(f, rh_flat_later(f->settled, booked), at, RH_MAX_BANKS);
    f->settled = at;
}

/* Count up to clock `at` and that one, in which a row command goes out. */
RH_LEAP_INLINE void rh_flat_settle_row(struct rh_flat *f, int64_t at, unsigned bank) {
    int64_t from = rh_flat_later(f->settled, f->last + f->burst_gap);
    f->settled = at + 1;
    if (from <= at)
        rh_flat_stall(f, from, at + 1, bank);
}

#endif
