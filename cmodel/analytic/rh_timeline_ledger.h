// SPDX-License-Identifier: Apache-2.0
/* The stall ledger of a rh_timeline. */
#ifndef RH_TIMELINE_LEDGER_H
#define RH_TIMELINE_LEDGER_H

#include "rowhold/rh_timeline.h"

/* Book the idle clocks up to `to`, in which a column command goes: the request that the policy ranks first was in the
 * queue in all of them, for nobody left. */
void rh_timeline_blame(struct rh_timeline *timeline, uint64_t to);

#endif
