// SPDX-License-Identifier: Apache-2.0
#ifndef RH_LEAP_SERVE_H
#define RH_LEAP_SERVE_H

#include "cmodel/run/rh_leap_state.h"

/* The loop over the events; the state is the leap's. */
enum rh_leap_end rh_leap_serve(struct rh_leap *l, struct rh_leap_job *job);
enum rh_leap_end rh_leap_serve_rare(struct rh_leap *l, struct rh_leap_job *job);
/* Blame the clocks up to now. */
void rh_leap_settle_all(struct rh_leap *l);
/* Count from here on: the timers, the queue and the buses are known. */
void rh_leap_begin_counts(struct rh_leap *l);
/* Behind rh_leap_count. */
void rh_leap_store_register(struct rh_leap *l);
/* banked_fifo, fgdram_channel: what their heads want. */
void rh_leap_banked_load(struct rh_leap *l);
void rh_leap_grains_load(struct rh_leap *l);

#endif
