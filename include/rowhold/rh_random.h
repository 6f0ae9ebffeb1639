// SPDX-License-Identifier: Apache-2.0
/** The one generator of random numbers outside the designs: splitmix64. Integers only, so one seed gives the same
 * numbers everywhere; the caller keeps the state, any value of which is a seed. Random bits of a design are a register
 * (rh_lfsr.h).
 */
#ifndef RH_RANDOM_H
#define RH_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a draw adds to the state. */
#define RH_RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

/** Next of 2^64 values. */
static inline uint64_t rh_random_draw(uint64_t *state) {
    uint64_t z = (*state += RH_RANDOM_STEP);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/** As many draws whose values nobody needs. */
static inline void rh_random_skip(uint64_t *state, unsigned draws) {
    *state += draws * RH_RANDOM_STEP;
}

/** Uniform in 0 .. n-1; the bias of 2^-32 is below anything counted here. */
static inline uint32_t rh_random_below(uint64_t *state, uint32_t n) {
    return (uint32_t)((rh_random_draw(state) >> 32) * n >> 32);
}

/** The state of the generator number `which` of a seed, for a program that draws from one seed in several places. */
static inline uint64_t rh_random_start(uint64_t seed, uint64_t which) {
    uint64_t state = which;
    state = seed ^ rh_random_draw(&state);
    return rh_random_draw(&state);
}

#ifdef __cplusplus
}
#endif

#endif
