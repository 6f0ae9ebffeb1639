// SPDX-License-Identifier: Apache-2.0
/** What a controller chooses, apart from when it may.
 *
 * A policy says which banks want a column or a row command (`query`). Who calls it works out which of these may have
 * theirs in a clock, and the policy picks among them (`choose`). So the choice is written once: `cycle`, which goes
 * clock by clock (cmodel/controller/rh_policy_cycle.h), and the event-driven run (rh_event_run.h), which passes over
 * the clocks in which nothing happens, both call it, with the controller's own registers.
 *
 * All functions get the state whole, with the backend in front. They read of the backend the open rows alone
 * (rh_bank_array.h: `open`, `closing`, `open_row`), for the event-driven run keeps the timers elsewhere.
 */
#ifndef RH_POLICY_H
#define RH_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/dram/rh_backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the banks want at the start of a clock. */
struct rh_next_commands {
    rh_bank_set column; /**< their next command is a column command to their open row */
    rh_bank_set write;  /**< of these: a WR */
    rh_bank_set row;    /**< their next command is a row command: a PRE of an open bank, an ACT of a closed one */
    rh_bank_set idle;   /**< of these: not for a request; the page policy closes a row that nobody wants */
    rh_bank_set other;  /**< the policy's own, from its `query` to its other functions */
};

/** What happens at the edge of a clock. */
struct rh_edge {
    const struct rh_choice *choice;
    const struct rh_controller_in *in;
    bool arrives;             /**< the request of `in` is taken, and stored */
    struct rh_row_issued row; /**< as rh_backend_clock() returns it */
    rh_bank_set open;         /**< banks that were open at the start of the clock */
};

/** As much of a request that is offered as its room depends on, and what becomes of it. */
struct rh_offer {
    uint8_t bank, source, write, len;
    uint16_t column;
    uint32_t row;
    bool slot;            /**< a response slot is free; of a controller that forwards, as column and row */
    bool forwards;        /**< `has_room` says: it is a read that is answered from the queue and not stored */
    uint16_t forward_tag; /**< then: of the write whose data it gets */
};

struct rh_policy {
    /** Brings what the banks of a set want up to date. The others have not changed since the last call. */
    void (*query)(const void *state, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands);
    /** Chooses among the banks whose column command, and those whose row command, is legal: two sets that may be empty.
     * Fills the column and the row part of `choice`. Its `pinned` is set to `next_commands->column` before, and its
     * `page` to the setting. */
    void (*choose)(const void *state, const struct rh_geometry *geometry, const struct rh_next_commands *next_commands,
                   rh_bank_set column_ok, rh_bank_set row_ok, struct rh_choice *choice);
    /** For the ledger: fills in the request ranked first. At least one is stored. */
    void (*rank)(const void *state, const struct rh_geometry *geometry, const struct rh_next_commands *next_commands,
                 struct rh_choice *choice);
    /** The number of requests that are queued. */
    unsigned (*stored)(const void *state, const struct rh_geometry *geometry);
    /** True when the request offered is taken in the clock of this choice. */
    bool (*has_room)(const void *state, const struct rh_geometry *geometry, struct rh_offer *offer,
                     const struct rh_choice *choice);
    /** Moves the policy's registers over the edge of a clock; the backend's have moved. Returns the banks that may want
     * something else now. */
    rh_bank_set (*advance)(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                           const struct rh_next_commands *next_commands, const struct rh_edge *edge);
    /** The number of clocks from this one on, at least one, for which what the banks want, the request ranked first and
     * the room stay as they are while nothing goes out and nobody arrives. In the clock after an ACT a request may
     * become a hit in addition. NULL: for ever. */
    uint64_t (*still)(const void *state, const struct rh_geometry *geometry);
    /** Moves the policy's registers over the edges of so many clocks in which nothing goes out and nobody arrives, at
     * most `still`. Returns the banks that may want something else now. NULL: nothing moves. */
    rh_bank_set (*pass)(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks);
    /** Moves what moves in every clock, whatever happens, over so many clocks of an idle controller. NULL: nothing
     * does. */
    void (*tick)(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                 uint64_t clocks);
    /** Sets the counters that `tick` moves to 0, in a copy that is compared. NULL where `tick` is. */
    void (*level)(void *state);
    /** The policy in its place where the geometry says `closes`; NULL: this one. */
    const struct rh_policy *closing;
    /** The `cycle` that is made of these. */
    void (*cycle)(void *state, const void *params, const void *config, const void *in, void *out);
};

#ifdef __cplusplus
}
#endif

#endif
