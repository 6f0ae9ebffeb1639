// SPDX-License-Identifier: Apache-2.0
/* What waits in a rh_timeline: requests in order of arrival, and runs of them that are served together. */
#ifndef RH_TIMELINE_QUEUE_H
#define RH_TIMELINE_QUEUE_H

#include "rowhold/rh_timeline.h"

void rh_timeline_queue_start(struct rh_timeline *timeline);
/* Take a request in. A run that it begins in the open row is the bank's `hits`. */
void rh_timeline_queue_add(struct rh_timeline *timeline, const struct rh_request *request, uint64_t enter);
/* The oldest request of the `hits` of bank `number` has gone. */
void rh_timeline_queue_remove(struct rh_timeline *timeline, unsigned number);
/* The bank's row changes: the run of `row`, which becomes `hits`. */
void rh_timeline_queue_open(struct rh_timeline *timeline, unsigned bank, uint16_t run);
/* The run whose row the policy opens next; the bank has some. */
uint16_t rh_timeline_queue_pick(const struct rh_timeline *timeline, unsigned bank);

#endif
