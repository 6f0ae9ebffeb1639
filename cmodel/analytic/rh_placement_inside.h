// SPDX-License-Identifier: Apache-2.0
/* What counting leaves for working out the time. */
#ifndef RH_PLACEMENT_INSIDE_H
#define RH_PLACEMENT_INSIDE_H

#include "rowhold/rh_lru.h"
#include "rowhold/rh_placement.h"

struct rh_placement {
    struct rh_placement_setup setup;
    struct rh_placement_events events;
    unsigned active; /* blocks on an SM at once */
    uint64_t issued; /* instructions of the SM, replays included */
    double bytes;    /* that the memory moves a clock at most */
    struct rh_caches caches;
    unsigned channels;
    struct rh_queueing channel[];
};

#endif
