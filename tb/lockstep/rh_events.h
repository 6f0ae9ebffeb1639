// SPDX-License-Identifier: Apache-2.0
/** What happened in a run, counted: stall causes, levels of the queue and of the response FIFO, pairs of commands,
 * registers.
 *
 * A pair is a command of one clock and a command of the next clock that has any; `together` is a row and a column
 * command of one clock. Both are counted by bank: the same, or another (an all-bank REF is at every bank). Every
 * event that a geometry knows has a line in the file, those that did not happen with a 0: so a test can ask for all of
 * them.
 */
#ifndef RH_EVENTS_H
#define RH_EVENTS_H

#include <stdint.h>
#include <stdio.h>

#include "rowhold/rh_controller.h"
#include "tb/lockstep/rh_register_events.h"

/** Commands as pairs tell them apart: PRE and REF of a refresh of all banks, and of one bank, have names of their
 * own. */
#define RH_EVENT_COMMANDS(X) X(ACT) X(PRE) X(PRE_ALL) X(REF_ALL) X(PRE_ONE) X(REF_ONE) X(RD) X(WR) X(RDA) X(WRA)
enum rh_event_command {
#define NAME(name) RH_EVENT_##name,
    RH_EVENT_COMMANDS(NAME)
#undef NAME
        RH_EVENT_KINDS,
    RH_EVENT_FIRST_COLUMN = RH_EVENT_RD /**< row commands come first */
};

/** Counters and nothing else. */
struct rh_events {
    uint64_t cause[RH_CAUSES];                            /**< clocks with this stall cause */
    uint64_t occupancy[RH_MAX_QUEUE + 1];                 /**< clocks that began with so many requests queued */
    uint64_t responses[RH_MAX_RESPONSES + 1];             /**< clocks that began with so many response slots taken */
    uint64_t pair[RH_EVENT_KINDS][RH_EVENT_KINDS][2];     /**< [first][second][another bank] */
    uint64_t together[RH_EVENT_KINDS][RH_EVENT_KINDS][2]; /**< [row][column][another bank] */
    struct rh_register_events registers;                  /**< where they are counted; else 0 */
};

/** The commands of the last clock that had any; none after a reset. */
struct rh_events_past {
    unsigned commands;
    struct rh_event_at {
        uint8_t kind, bank;
        uint8_t all; /**< REF of all banks */
    } command[2];
};

/** One clock: its outputs, and the response slots taken at its start. */
void rh_events_clock(struct rh_events *events, struct rh_events_past *past, const struct rh_gaps *gaps,
                     const struct rh_controller_out *out, unsigned responses);

/** Events that a run on this geometry knows, and those of them that happened. */
void rh_events_seen(const struct rh_events *events, const struct rh_geometry *geometry, unsigned *known,
                    unsigned *seen);
/** As CSV: controller, command buses, event, first, second, relation, count; with the registers of `layout`. */
void rh_events_csv(const struct rh_events *events, const char *controller, const struct rh_geometry *geometry,
                   const struct rh_layout *layout, FILE *to);

#endif
