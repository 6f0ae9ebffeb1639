// SPDX-License-Identifier: Apache-2.0
/** What happened in a lockstep of the request system: a run that matched proves nothing of what it did not meet. */
#ifndef RH_SYSTEM_EVENTS_H
#define RH_SYSTEM_EVENTS_H

#include "cmodel/run/rh_loop_state.h"

struct rh_system_events {
    uint64_t commands[RH_COMMANDS];         /**< by kind */
    uint64_t granted, held, flits, credits; /**< of both networks */
    uint64_t issued, turned_away, replies;  /**< requests of the cores */
    uint64_t waited, blocked;               /**< clocks of requests at controllers, of responses there */
};

/** Behind a clock of the loop, in which the networks ticked or not. */
void rh_system_events_clock(struct rh_system_events *events, const struct rh_loop *loop);
/** Before the loop is closed: what its networks have counted. */
void rh_system_events_end(struct rh_system_events *events, const struct rh_loop *loop);
/** One line. */
void rh_system_events_print(const struct rh_system_events *events);

#endif
