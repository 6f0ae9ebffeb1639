// SPDX-License-Identifier: Apache-2.0
/** Steps the C model and the RTL of one channel with the same inputs and compares them.
 *
 * Every clock: all output ports (a response's members only while there is a response). Every `compare_state` clocks: every
 * register that holds meaning, by field table and live mask, as it is before the edge. The first difference ends the run;
 * rh_mismatch.h tells it. To the channel above it the pair is one unit that shows the RTL's outputs.
 */
#ifndef RH_LOCKSTEP_H
#define RH_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_channel.h"
#include "rowhold/rh_wave.h"
#include "tb/lockstep/rh_events.h"
#include "tb/lockstep/rh_rtl.h"

enum { RH_LOCKSTEP_HISTORY = 16 /**< clocks of inputs that a mismatch report looks back, a power of two */ };

struct rh_lockstep_setup {
    const struct rh_controller_ops *ops;
    const struct rh_rtl_api *rtl;
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    uint64_t seed;                   /**< of the RTL's initial register values and of the inputs during reset */
    uint32_t compare_state;          /**< compare registers every so many clocks; at least 1 */
    struct rh_wave *wave;            /**< NULL, or where both sides are written ... */
    uint64_t wave_from, wave_clocks; /**< ... from this clock on, so many clocks (0: all) */
};

/** What a run compared. */
struct rh_lockstep_tally {
    uint64_t clocks;         /**< every output, each */
    uint64_t output_bits;    /**< output bits that held meaning */
    uint64_t state_clocks;   /**< clocks in which registers were compared */
    uint64_t state_bits;     /**< register bits that held meaning then */
    uint64_t commands;       /**< row and column commands seen */
    uint64_t resets;         /**< the first included */
    uint64_t requests_held;  /**< clocks in which an offered request was not accepted */
    uint64_t responses_held; /**< clocks in which a response was not taken */
    uint64_t fills;          /**< times a request was held in this clock and not in the one before */
    uint64_t drains;         /**< times the queue became empty */
    struct rh_events events;
};

/** Everything about the clock that is being compared; after a mismatch, the one that differed. */
struct rh_lockstep_clock {
    uint64_t cycle;
    struct rh_controller_in in;
    struct rh_controller_out model_out, rtl_out;
    const void *model_state, *rtl_state; /**< before the edge */
};

/** One past clock, for the report. */
struct rh_lockstep_past {
    uint64_t cycle;
    struct rh_controller_in in;
    struct rh_controller_out out; /**< the RTL's */
    bool reset;                   /**< the registers were reset before this clock */
};

struct rh_lockstep;

/** Both sides after one clock of reset; NULL with an error. */
struct rh_lockstep *rh_lockstep_open(const struct rh_lockstep_setup *setup, struct rh_error *error);
void rh_lockstep_close(struct rh_lockstep *lockstep);

/** Its step returns false at the first difference. */
struct rh_unit rh_lockstep_unit(struct rh_lockstep *lockstep);
/** Reset both sides, in whatever state they are; the cycle count goes on. Inputs at random, for reset must win. */
void rh_lockstep_reset(struct rh_lockstep *lockstep);

/** End of a run: compares the registers as the last clock left them, whatever `compare_state` (one more clock, without
 * a request). False at a difference, or after an earlier one. */
bool rh_lockstep_finish(struct rh_lockstep *lockstep);

bool rh_lockstep_differs(const struct rh_lockstep *lockstep);
const struct rh_lockstep_setup *rh_lockstep_setup_of(const struct rh_lockstep *lockstep);
const struct rh_lockstep_tally *rh_lockstep_tally_of(const struct rh_lockstep *lockstep);
const struct rh_lockstep_clock *rh_lockstep_clock_of(const struct rh_lockstep *lockstep);
/** The clock `back` before the newest (0: the newest); NULL when there is none. */
const struct rh_lockstep_past *rh_lockstep_past_of(const struct rh_lockstep *lockstep, unsigned back);

#endif
