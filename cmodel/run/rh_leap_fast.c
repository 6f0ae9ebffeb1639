// SPDX-License-Identifier: Apache-2.0
// The loop of the usual case, one for each shape.
#include "cmodel/run/rh_leap_fast_issue.h"

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
    bool column = rh_fast_clock(f, f->column_key) == at;
    if (column) {
        unsigned b = rh_fast_bank_of(f->column_key);
        if (f->want[b] == RH_FAST_RD)
            rh_fast_take_column(f, shape, at, b, false);
        else
            rh_fast_take_column(f, shape, at, b, true);
    }
    if (rh_fast_clock(f, f->row_key) != at)
        return;
    if (shape.two || !column)
        rh_fast_take_row(f, shape, at, rh_fast_bank_of(f->row_key));
    else
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
}

RH_LEAP_INLINE void run(struct rh_fast *f, struct rh_fast_shape shape) {
    begin(f, shape);
    for (;;) {
        uint64_t key = f->column_key < f->row_key ? f->column_key : f->row_key;
        int64_t at = rh_fast_clock(f, key);
        if (f->offer < at && f->now < at && has_room(f, shape)) { /* a request, and no command */
            at = rh_fast_later(f->offer, f->now);
            if (at >= f->until)
                return;
            f->now = at + 1;
            if (!let_in(f, shape, at))
                return;
            continue;
        }
        if (at >= f->until)
            return;
        f->now = at + 1;
        take(f, shape, at);
        if (f->offer <= at && has_room(f, shape)) {
            if (!let_in(f, shape, at))
                return;
        } else if (f->count == 0) {
            return;
        }
    }
}

#define SHAPES(policy)                                                                                                 \
    static void run_##policy(struct rh_fast *f) {                                                                      \
        if (f->l->geometry.groups == 1 && f->l->geometry.buses == 1)                                                   \
            run(f, (struct rh_fast_shape){RH_LEAP_##policy, false, false});                                            \
        else if (f->l->geometry.buses == 1)                                                                            \
            run(f, (struct rh_fast_shape){RH_LEAP_##policy, true, false});                                             \
        else                                                                                                           \
            run(f, (struct rh_fast_shape){RH_LEAP_##policy, true, true});                                              \
    }
SHAPES(FIFO)
SHAPES(BANKED_FIFO)
SHAPES(FR_FCFS)

void rh_fast_run(struct rh_fast *f) {
    if (f->l->policy == RH_LEAP_FIFO)
        run_FIFO(f);
    else if (f->l->policy == RH_LEAP_BANKED_FIFO)
        run_BANKED_FIFO(f);
    else
        run_FR_FCFS(f);
}

bool rh_fast_may(const struct rh_leap *l, const struct rh_leap_job *job) {
    return l->fast != NULL && l->count != 0 && job->n - job->taken > 1 && job->tags.free != 0 && !l->due &&
           l->busy <= l->now && rh_sooner(l->due_at, job->until) > l->now;
}
