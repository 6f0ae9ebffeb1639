// SPDX-License-Identifier: Apache-2.0
// The loops that ask for all that is rare.
#include "cmodel/run/rh_leap_loop.h"
#include "cmodel/run/rh_leap_serve.h"

RH_LEAP_LOOP(run_fifo, RH_LEAP_FIFO, true)
RH_LEAP_LOOP(run_banked_fifo, RH_LEAP_BANKED_FIFO, true)
RH_LEAP_LOOP(run_fr_fcfs, RH_LEAP_FR_FCFS, true)
RH_LEAP_LOOP(run_fr_fcfs_serial, RH_LEAP_FR_FCFS_SERIAL, true)
RH_LEAP_LOOP(run_most_pending, RH_LEAP_MOST_PENDING, true)
RH_LEAP_LOOP(run_fgdram, RH_LEAP_FGDRAM, true)

enum rh_leap_end rh_leap_serve_rare(struct rh_leap *l, struct rh_leap_job *job) {
    static rh_leap_loop *const loops[] = {
        [RH_LEAP_FIFO] = run_fifo,
        [RH_LEAP_BANKED_FIFO] = run_banked_fifo,
        [RH_LEAP_FR_FCFS] = run_fr_fcfs,
        [RH_LEAP_FR_FCFS_SERIAL] = run_fr_fcfs_serial,
        [RH_LEAP_MOST_PENDING] = run_most_pending,
        [RH_LEAP_FGDRAM] = run_fgdram,
    };
    return loops[l->policy](l, job);
}
