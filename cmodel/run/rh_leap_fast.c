// SPDX-License-Identifier: Apache-2.0
// The loop of the usual case, one for each shape.
#include "cmodel/run/rh_leap_fast_refresh.h"

RH_LEAP_INLINE bool has_room(const struct rh_fast *f, struct rh_fast_shape shape) {
    return shape.policy == RH_LEAP_BANKED_FIFO ? f->bank[f->next->bank].count < f->depth : f->count < f->queue;
}

/* A request comes in. False: the others may have to wait for the stream or for a tag. */
RH_LEAP_INLINE bool let_in(struct rh_fast *f, struct rh_fast_shape shape, int64_t at) {
    rh_fast_accept(f, shape, at);
    return f->next != f->end && f->tag_head != f->tag_tail;
}

/* The commands of clock `at`, in which there is one. */
RH_LEAP_INLINE void take(struct rh_fast *f, struct rh_fast_shape shape, int64_t at) {
    bool refresh = shape.due && f->refresh_at == at;
    bool column = rh_fast_clock(f, f->column_key) == at && (shape.two || !refresh);
    bool row = rh_fast_clock(f, f->row_key) == at;
    if (column) {
        unsigned b = rh_fast_bank_of(f->column_key);
        if (f->want[b] == RH_FAST_RD)
            rh_fast_take_column(f, shape, at, b, false);
        else
            rh_fast_take_column(f, shape, at, b, true);
    }
    if (refresh)
        rh_fast_take_refresh(f, shape, at);
    else if (row && (shape.two || !column))
        rh_fast_take_row(f, shape, at, rh_fast_bank_of(f->row_key));
    else if (row)
        rh_fast_choose_row(f, shape); /* the bus was taken: who is first in the next clock? */
}

/* What everybody wants at first. */
RH_LEAP_INLINE void begin(struct rh_fast *f, struct rh_fast_shape shape) {
    rh_fast_look_ahead(f);
    rh_fast_look_oldest(f, shape);
    for (unsigned b = 0; shape.policy != RH_LEAP_FIFO && b <= f->bank_mask; b++) {
        const struct rh_fast_bank *bank = &f->bank[b];
        const struct rh_fast_entry *e = bank->hits.first != NULL ? bank->hits.first : bank->misses.first;
        if (e != NULL)
            rh_fast_look_head(f, shape, e);
    }
    if (f->refreshes)
        rh_fast_look_refresh(f, shape);
}

/* Only refreshes, for longer than any timing explains. */
static inline bool is_stuck(const struct rh_fast *f) {
    int64_t moved = f->count != 0 ? rh_fast_later(f->last, f->ends.older->accepted) : f->until;
    return f->until - rh_fast_later(moved, f->answered) > (int64_t)f->l->setup.watchdog;
}

/* The clock `until`: the end, or a refresh falls due or is over. */
static inline bool turns(struct rh_fast *f, struct rh_fast_shape shape) {
    if (!f->refreshes || f->until == f->stop || is_stuck(f))
        return false;
    rh_fast_settle_idle(f, shape, f->until);
    f->now = f->until;
    rh_fast_look_refresh(f, shape);
    return true;
}

/* True: a refresh has come to wait, or waits no more, and the run goes on. */
RH_LEAP_INLINE bool run(struct rh_fast *f, struct rh_fast_shape shape) {
    for (;;) {
        uint64_t key = f->column_key < f->row_key ? f->column_key : f->row_key;
        int64_t at = rh_fast_clock(f, key);
        if (shape.due) {
            rh_fast_next_refresh(f, shape);
            at = f->refresh_at < at ? f->refresh_at : at;
        }
        bool comes = has_room(f, shape) && f->offer < at && f->now < at; /* a request, and no command */
        if (comes)
            at = rh_fast_later(f->offer, f->now);
        if (at >= f->until) {
            if (!turns(f, shape))
                return false;
            if (f->due != shape.due)
                return true;
            continue;
        }
        if (comes) {
            if (f->count == 0 && at - f->now >= f->pause)
                return false;
            f->now = at + 1;
            if (!let_in(f, shape, at))
                return false;
            continue;
        }
        f->now = at + 1;
        take(f, shape, at);
        if (has_room(f, shape) && f->offer <= at && !let_in(f, shape, at))
            return false;
        if (shape.due && !f->due)
            return true;
    }
}

RH_LEAP_INLINE void run_all(struct rh_fast *f, struct rh_fast_shape shape) {
    struct rh_fast_shape due = shape;
    begin(f, shape);
    due.due = true;
    while (f->due ? run(f, due) : run(f, shape))
        ;
}

#define SHAPES(which)                                                                                                  \
    static void fast_##which(struct rh_fast *f) {                                                                      \
        if (f->l->geometry.groups == 1 && f->l->geometry.buses == 1)                                                   \
            run_all(f, (struct rh_fast_shape){.policy = RH_LEAP_##which});                                             \
        else if (f->l->geometry.buses == 1)                                                                            \
            run_all(f, (struct rh_fast_shape){.policy = RH_LEAP_##which, .split = true});                              \
        else                                                                                                           \
            run_all(f, (struct rh_fast_shape){.policy = RH_LEAP_##which, .split = true, .two = true});                 \
    }
SHAPES(FIFO)
SHAPES(BANKED_FIFO)
SHAPES(FR_FCFS)

void rh_fast_run(struct rh_fast *f) {
    if (f->l->policy == RH_LEAP_FIFO)
        fast_FIFO(f);
    else if (f->l->policy == RH_LEAP_BANKED_FIFO)
        fast_BANKED_FIFO(f);
    else
        fast_FR_FCFS(f);
}

bool rh_fast_may(const struct rh_leap *l, const struct rh_leap_job *job) {
    return l->fast != NULL && job->n - job->taken > 1 && job->tags.free >= RH_FAST_TAGS && job->until > l->now &&
           (int64_t)l->now % RH_FAST_ROUND < RH_FAST_END;
}
