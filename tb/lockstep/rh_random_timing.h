// SPDX-License-Identifier: Apache-2.0
/** Timing values at random, but inside the lint: lockstep runs then meet orders of events that no preset has. */
#ifndef RH_RANDOM_TIMING_H
#define RH_RANDOM_TIMING_H

#include <stddef.h>
#include <string.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_timing.h"

/** Values whose ranges somebody chooses are drawn by hand between the first and the second of these; each other row of
 * tables/timing.def, so every new one, is then drawn between its least value and `most`. The lint says what fits. */
#define RH_UNDRAWN UINT16_MAX
static inline void rh_random_timing_begin(struct rh_timing *t) {
    memset(t, 0xff, sizeof *t);
}
static inline void rh_random_timing_rest(uint64_t *random, unsigned most, struct rh_timing *t) {
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    if (t->name == RH_UNDRAWN)                                                                                         \
        t->name =                                                                                                      \
            (uint16_t)((least) + rh_random_draw(random) % ((most < (greatest) ? most : (greatest)) - (least) + 1U));
#define RH_TIMING_DEVICE(name, least, greatest, meaning) t->name = (least);
#include "tables/timing.def"
#undef RH_TIMING
}

/** Draw `timing` for a geometry from `seed`, tight and loose values alike; the same seed gives the same values.
 * `refresh`: kept, or drawn too when `draw_refresh`. The result has passed rh_timing_lint; an error (the geometry's
 * timers are too narrow for anything) names its last refusal. */
bool rh_random_timing(uint64_t seed, const struct rh_geometry *geometry, bool draw_refresh, struct rh_timing *timing,
                      enum rh_refresh *refresh, struct rh_error *error);

/** Draws the settings of write_drain from `seed`, such as fit each other and the queue. */
void rh_random_drain(uint64_t seed, const struct rh_geometry *geometry, struct rh_constraints *constraints);
/** Draws the settings of policies from `seed`, those of write_drain aside: each is 0, one that binds at once, one that
 * binds at times, or the greatest. */
void rh_random_policy(uint64_t seed, struct rh_constraints *constraints);
/** " age_cap=9 ...": those that the controller reads; returns the length. */
size_t rh_random_policy_text(const struct rh_block_ops *ops, const struct rh_constraints *constraints, char *text,
                             size_t size);

/** "tBURST=2 CL=9 ... refresh=all_bank" in one line; returns the length. */
size_t rh_random_timing_text(const struct rh_timing *timing, enum rh_refresh refresh, char *text, size_t size);

#endif
