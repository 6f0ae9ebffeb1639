// SPDX-License-Identifier: Apache-2.0
#ifndef RH_EVENT_LOOP_H
#define RH_EVENT_LOOP_H

#include "cmodel/channel/rh_event_state.h"

/* The loop over the events; the registers are those of the job. */
enum rh_event_end rh_event_loop(struct rh_event_run *l, struct rh_event_job *job);
/* The clock `now` of a run that is surrounded; its commands are in `late`. */
void rh_event_loop_clock(struct rh_event_run *l, struct rh_event_job *job);
/* Gets `next` for it. */
void rh_event_loop_find(struct rh_event_run *l);
/* The first clock from `now` on in which this request is taken, if nothing happens before; RH_EVENT_NEVER: in none. */
uint64_t rh_event_loop_taken_at(const struct rh_event_run *l, const struct rh_request *next);
/* Count from here on: the timers, the queue and the buses are known. */
void rh_event_begin_counts(struct rh_event_run *l);
/* Behind rh_event_count. */
void rh_event_store_register(struct rh_event_run *l);

#endif
