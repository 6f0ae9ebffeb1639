// SPDX-License-Identifier: Apache-2.0
/** Clock enables: in which clocks of the fastest clock a slower one ticks, too.
 *
 * An accumulator (phase accumulator, as in direct digital synthesis) adds the slow clock's rate in each clock; when it
 * reaches the fastest clock's rate, that is taken off and the slow clock ticks. So of any `fastest` clocks in a row
 * exactly `rate` are ticks, and of any number the ticks are the exact share, rounded down or up. With 325 and 650 of
 * 800 MHz cores tick in 13 of 32 clocks, the network in 26 of 32.
 */
#ifndef RH_CLOCK_ENABLE_H
#define RH_CLOCK_ENABLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The register: below `fastest`. */
struct rh_clock_enable {
    uint32_t sum;
};

static inline void rh_clock_enable_reset(struct rh_clock_enable *enable) {
    enable->sum = 0;
}

/** One clock of the fastest: does the slow one tick in it? 0 < rate <= fastest < 2^31, in any unit. */
static inline bool rh_clock_enable_cycle(struct rh_clock_enable *enable, uint32_t rate, uint32_t fastest) {
    uint32_t sum = enable->sum + rate;
    bool ticks = sum >= fastest;
    enable->sum = ticks ? sum - fastest : sum;
    return ticks;
}

/** So many clocks at once: the ticks among them. */
static inline uint64_t rh_clock_enable_skip(struct rh_clock_enable *enable, uint32_t rate, uint32_t fastest,
                                            uint64_t clocks) {
    uint64_t sum = enable->sum + clocks * rate;
    enable->sum = (uint32_t)(sum % fastest);
    return sum / fastest;
}

/** The clocks up to, and with, the last of so many ticks. */
static inline uint64_t rh_clock_enable_clocks(const struct rh_clock_enable *enable, uint32_t rate, uint32_t fastest,
                                              uint64_t ticks) {
    return (ticks * fastest - enable->sum + rate - 1) / rate;
}

#ifdef __cplusplus
}
#endif

#endif
