// SPDX-License-Identifier: Apache-2.0
// The loops of what is usual, and what else needs to know the policies.
#include "cmodel/run/rh_leap_loop.h"
#include "cmodel/run/rh_leap_serve.h"

RH_LEAP_LOOP(run_fifo, RH_LEAP_FIFO, false)
RH_LEAP_LOOP(run_banked_fifo, RH_LEAP_BANKED_FIFO, false)
RH_LEAP_LOOP(run_fr_fcfs, RH_LEAP_FR_FCFS, false)
RH_LEAP_LOOP(run_fr_fcfs_serial, RH_LEAP_FR_FCFS_SERIAL, false)
RH_LEAP_LOOP(run_most_pending, RH_LEAP_MOST_PENDING, false)

enum rh_leap_end rh_leap_serve(struct rh_leap *l, struct rh_leap_job *job) {
    static rh_leap_loop *const loops[] = {
        [RH_LEAP_FIFO] = run_fifo,
        [RH_LEAP_BANKED_FIFO] = run_banked_fifo,
        [RH_LEAP_FR_FCFS] = run_fr_fcfs,
        [RH_LEAP_FR_FCFS_SERIAL] = run_fr_fcfs_serial,
        [RH_LEAP_MOST_PENDING] = run_most_pending,
    };
    return loops[l->policy](l, job);
}

void rh_leap_banked_load(struct rh_leap *l) {
    const struct rh_banked_fifo_state *s = l->state;
    l->count = 0;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        l->count += s->count[b];
        rh_leap_look_head(l, b);
    }
}

void rh_leap_grains_load(struct rh_leap *l) {
    l->count = rh_fgdram_stored(rh_leap_grains(l));
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        rh_leap_close_soon(l, b);
        rh_leap_look_grain_head(l, b);
    }
}

void rh_leap_settle_all(struct rh_leap *l) {
    rh_leap_settle(l, l->policy, l->now);
}
