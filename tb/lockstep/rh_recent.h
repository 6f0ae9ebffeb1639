// SPDX-License-Identifier: Apache-2.0
/** The last clocks of a lockstep: what went in, what the RTL showed, and states of the model to go through them again
 * from. So no state has to be copied in every clock, and a mismatch can be seen from some clocks before it on. */
#ifndef RH_RECENT_H
#define RH_RECENT_H

#include "rowhold/rh_block.h"

enum {
    RH_RECENT_CLOCKS = 128 /**< that can be gone through again, a power of two. Half of them at least, or all since the
                              run, or a window, began or was reset. Before them the clocks are kept that their derived
                              signals follow from (rh_block.h) */
};

struct rh_recent;

/** NULL without memory. */
struct rh_recent *rh_recent_open(const struct rh_block *block);
void rh_recent_close(struct rh_recent *recent); /**< NULL is harmless */

/** The model stands in this state before clock `cycle`, however it came there: what was before is not gone through
 * again. */
void rh_recent_begin(struct rh_recent *recent, uint64_t cycle, const void *state);
/** Clock `cycle` comes, the one behind the last: the model's state before it. */
static inline bool rh_recent_is_due(uint64_t cycle) {
    return cycle % (RH_RECENT_CLOCKS / 2) == 0;
}
void rh_recent_state(struct rh_recent *recent, uint64_t cycle, const void *state);
/** The inputs as they are kept. */
const void *rh_recent_clock(struct rh_recent *recent, uint64_t cycle, bool reset, const void *in, const void *out);

/** One clock that was. */
struct rh_recent_clock {
    uint64_t cycle;
    bool reset; /**< the registers were reset before it */
    const void *in, *out;
};
/** The clock `back` before the newest (0: the newest); false: there is none. */
bool rh_recent_past(const struct rh_recent *recent, unsigned back, struct rh_recent_clock *past);
/** The first clock that can be gone through again, and the model's state before it. */
const void *rh_recent_first(const struct rh_recent *recent, uint64_t *cycle);
/** Inputs of a clock from rh_recent_first on. */
const void *rh_recent_inputs(const struct rh_recent *recent, uint64_t cycle);

#endif
