// SPDX-License-Identifier: Apache-2.0
/** What the registers of any block did in a run, counted: how they changed, which values numbers took.
 *
 * A register that always holds meaning has three events: it stays, grows and falls from one clock to the next (a
 * pointer or a counter that falls went around or began anew). A number of at most RH_REGISTER_EVENTS_BITS bits has an
 * event a value, a greater one those of 0 and of all ones: so a test can ask that a limit was reached, that a ring went
 * around, that a counter was full. A number is what its list gives bits as one, "rh_log2_up(...)" or up to 16; sets and
 * what comes with requests are none. The elements of a register count together. Looked at is the model's side, since
 * wrong RTL may hold anything.
 */
#ifndef RH_REGISTER_EVENTS_H
#define RH_REGISTER_EVENTS_H

#include "rowhold/rh_block.h"
#include "tb/lockstep/rh_lockstep.h"

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
    bool known;
};

/** False without memory. */
bool rh_register_past_open(struct rh_register_past *past, const struct rh_block *block);
void rh_register_past_close(struct rh_register_past *past);

/** One clock of a lockstep that keeps the state (rh_lockstep_setup). */
void rh_register_events_clock(struct rh_register_events *events, struct rh_register_past *past,
                              const struct rh_block *block, const struct rh_lockstep_clock *clock);

/** Each event that the block knows: `event` is "register" with a change or "value" with a number. */
typedef void rh_register_event_fn(void *user, const char *event, const char *name, const char *what, uint64_t count);
void rh_register_events_each(const struct rh_register_events *events, const struct rh_layout *layout,
                             rh_register_event_fn *visit, void *user);

#endif
