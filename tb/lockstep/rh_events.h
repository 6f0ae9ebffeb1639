// SPDX-License-Identifier: Apache-2.0
/** What happened in a run, counted: of a controller stall causes, levels of the queue and of the response FIFO, pairs
 * of commands; of any block what its registers did.
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
#include "tb/lockstep/rh_lockstep.h"

/** An event that a run may have had. */
struct rh_event {
    const char *event, *first, *second, *relation;
    uint64_t count;
};
typedef void rh_event_fn(void *user, const struct rh_event *event);
/** One a level, from 0 to `most`. */
void rh_event_levels(const char *event, const uint64_t *count, unsigned most, rh_event_fn *visit, void *user);
/** For rh_event_tally, a visitor: events that there are, and those of them that happened. */
struct rh_event_tally {
    unsigned known, seen;
};
void rh_event_tally(void *user, const struct rh_event *event);

/* --- registers --- */

/** What the registers of any block did in a run, counted: how they changed, which values numbers took.
 *
 * A register that always holds meaning has three events: it stays, grows and falls from one clock to the next (a
 * pointer or a counter that falls went around or began anew). A number of at most RH_REGISTER_EVENTS_BITS bits has an
 * event a value, a greater one those of 0 and of all ones: so a test can ask that a limit was reached, that a ring went
 * around, that a counter was full. A number is what its list gives bits as one, "rh_log2_up(...)" or up to 16; sets and
 * what comes with requests are none. The elements of a register count together. Looked at is the model's side, since
 * wrong RTL may hold anything.
 */
enum {
    RH_REGISTER_EVENTS_BITS = 5,
    RH_REGISTER_EVENTS_VALUES = 1 << RH_REGISTER_EVENTS_BITS,
    RH_REGISTER_EVENTS_CHANGES = 3
};

/** Counters and nothing else: by field of the block's layout. */
struct rh_register_events {
    uint64_t changes[RH_LAYOUT_FIELDS][RH_REGISTER_EVENTS_CHANGES]; /**< stays, grows, falls */
    uint64_t values[RH_LAYOUT_FIELDS][RH_REGISTER_EVENTS_VALUES];
};

/** The registers of the clock before. */
struct rh_register_past {
    unsigned char *state;
    uint64_t *live; /**< masks of the clock */
    bool *number;   /**< of each field: its values are counted, too */
    bool known;
};

/** False without memory. */
bool rh_register_past_open(struct rh_register_past *past, const struct rh_block *block);
void rh_register_past_close(struct rh_register_past *past);

/** One clock of a lockstep that keeps the state (rh_lockstep_setup). */
void rh_register_events_clock(struct rh_register_events *events, struct rh_register_past *past,
                              const struct rh_block *block, const struct rh_lockstep_clock *clock);

/** Each event that the block knows: "register" with its name and a change, or "value" with its name and a number. */
void rh_register_events_each(const struct rh_register_events *events, const struct rh_layout *layout,
                             rh_event_fn *visit, void *user);

/* --- controllers --- */

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
    uint64_t occupancy[RH_MAX_QUEUE + RH_MAX_BANKS + 1];  /**< clocks that began with so many requests queued */
    uint64_t responses[RH_MAX_RESPONSES + 1];             /**< clocks that began with so many response slots taken */
    uint64_t pair[RH_EVENT_KINDS][RH_EVENT_KINDS][2];     /**< [first][second][another bank] */
    uint64_t together[RH_EVENT_KINDS][RH_EVENT_KINDS][2]; /**< [row][column][another bank] */
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
void rh_events_clock(struct rh_events *events, struct rh_events_past *past, const struct rh_constraints *constraints,
                     const struct rh_controller_out *out, unsigned responses);

/** Events that a run on this geometry knows, and those of them that happened. */
void rh_events_seen(const struct rh_events *events, const struct rh_geometry *geometry, unsigned *known,
                    unsigned *seen);
/** As CSV: controller, command buses, event, first, second, relation, count. The block is a controller. */
void rh_events_csv(const struct rh_events *events, const struct rh_register_events *registers,
                   const struct rh_block *block, FILE *to);

#endif
