// SPDX-License-Identifier: Apache-2.0
/** Steps the C model and the RTL of one block with the same inputs and compares them.
 *
 * Every clock: all output ports (those that hold meaning only while others say so, only then). Every `compare_state`
 * clocks: every register that holds meaning, by layout and live mask, as it is before the edge. The first difference
 * ends the run; rh_mismatch.h shows it. What drives and watches a block is rh_bench.h.
 */
#ifndef RH_LOCKSTEP_H
#define RH_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/wave/rh_wave.h"
#include "rowhold/rh_block.h"
#include "rowhold/rh_unit.h"
#include "tb/lockstep/rh_recent.h"
#include "tb/lockstep/rh_rtl.h"

enum { RH_LOCKSTEP_HISTORY = 16 /**< clocks of inputs that a mismatch report looks back, a power of two */ };

/** What cosim draws from one seed beside the stream and the timings; rh_random_start keeps them apart. */
enum rh_draws { RH_DRAWS_RESET = 1, RH_DRAWS_BURSTS, RH_DRAWS_RESPONSES, RH_DRAWS_REQUESTS };

/** Everything about the clock that is being compared; after a mismatch, the one that differed. Of a netlist of gates
 * (rh_rtl_is_gates) outputs alone are compared: registers and the outputs for observation are the model's on both
 * sides. */
struct rh_lockstep_clock {
    uint64_t cycle;
    const void *in, *model_out, *rtl_out; /**< structs of the block's kind */
    const void *model_state, *rtl_state;  /**< before the edge, where they were compared, waved or differ */
    bool reset;                           /**< the registers were reset before this clock */
    bool alone;                           /**< the RTL does not run yet: its outputs are the model's */
};

struct rh_lockstep_setup {
    const struct rh_block *block; /**< must live as long as the lockstep */
    const void *config;           /**< of the block's kind; must live, too */
    const struct rh_rtl_api *rtl;
    uint64_t seed;          /**< of the RTL's initial register values and of the inputs during reset */
    uint32_t compare_state; /**< compare registers every so many clocks; at least 1 */
    struct rh_wave *wave;   /**< of both sides, or NULL; its window begins at `from` or later */
    /** The model runs alone before this clock; then its registers are loaded into the RTL. 0: both begin at the reset.
     * Whoever has the model's state of a clock up to there gives it to rh_lockstep_enter. */
    uint64_t from;
    /** Every so many clocks, but not in the first behind a reset, a new instance of the RTL, its registers at random,
     * takes the model's and goes on; 0: not. */
    uint64_t load_every;
    /** The model's state before a clock; may be NULL. */
    void (*sample)(void *user, const void *model_state);
    /** Counts the events of a clock. */
    void (*count)(void *user, const struct rh_lockstep_clock *clock);
    bool keeps_state; /**< `count` looks at model_state */
    void *user;
};

/** What a run compared. */
struct rh_lockstep_tally {
    uint64_t clocks;       /**< every output, each */
    uint64_t output_bits;  /**< output bits that held meaning */
    uint64_t state_clocks; /**< clocks in which registers were compared */
    uint64_t state_bits;   /**< register bits that held meaning then */
    uint64_t resets;       /**< the first included */
    uint64_t loads;        /**< of the model's registers into the RTL */
    uint64_t windows;      /**< so many of them at `from` */
};

struct rh_lockstep;

/** Both sides after one clock of reset; NULL with an error. */
struct rh_lockstep *rh_lockstep_open(const struct rh_lockstep_setup *setup, struct rh_error *error);
void rh_lockstep_close(struct rh_lockstep *lockstep);

/** One clock on both sides; the outputs are in rh_lockstep_clock_of. False at the first difference. */
bool rh_lockstep_cycle(struct rh_lockstep *lockstep, const void *in);
/** Reset both sides, in whatever state they are, with the configuration as it is by then; the cycle count goes on.
 * Inputs at random, for reset must win. */
void rh_lockstep_reset(struct rh_lockstep *lockstep);

/** The model stands in this state before clock `cycle`, which is to be at most `from` of the setup. */
void rh_lockstep_enter(struct rh_lockstep *lockstep, const void *state, uint64_t cycle);
/** False of a netlist of gates, and of a block without registers. */
bool rh_lockstep_can_load(const struct rh_rtl_api *rtl);
/** --load-every N (0: it was not given). False with an error: this RTL can't be loaded. */
bool rh_lockstep_check_load(uint64_t every, const struct rh_rtl_api *rtl, const struct rh_block *block,
                            struct rh_error *error);
/** Behind the run: false with an error when no clock of it was one of those. */
bool rh_lockstep_check_loads(uint64_t every, const struct rh_lockstep_tally *tally, struct rh_error *error);

/** End of a run: compares the registers as the last clock left them, whatever `compare_state` (one more clock, with
 * inputs of 0). False at a difference, or after an earlier one. */
bool rh_lockstep_finish(struct rh_lockstep *lockstep);

/** Both sides as one unit, which shows the RTL's outputs. Its step returns false at the first difference. It never
 * skips, for every clock is compared; what it shows ahead (peek) is the model's side, which the step then holds the RTL
 * to. */
struct rh_unit rh_lockstep_unit(struct rh_lockstep *lockstep);

/** Outputs alone are compared. */
bool rh_lockstep_is_gates(const struct rh_lockstep *lockstep);
/** The last clock ended the run: something differs or, although nothing does, a contract was broken. */
bool rh_lockstep_differs(const struct rh_lockstep *lockstep);
/** Which contract of a port (rh_rtl.h), or NULL. */
const char *rh_lockstep_broken(const struct rh_lockstep *lockstep);
const struct rh_lockstep_setup *rh_lockstep_setup_of(const struct rh_lockstep *lockstep);
const struct rh_lockstep_tally *rh_lockstep_tally_of(const struct rh_lockstep *lockstep);
const struct rh_lockstep_clock *rh_lockstep_clock_of(const struct rh_lockstep *lockstep);
/** The clocks that can be gone through again. */
const struct rh_recent *rh_lockstep_recent_of(const struct rh_lockstep *lockstep);
/** The clock `back` before the newest (0: the newest), without the model's side and registers; false when there is
 * none. */
bool rh_lockstep_past_of(const struct rh_lockstep *lockstep, unsigned back, struct rh_lockstep_clock *past);

#endif
