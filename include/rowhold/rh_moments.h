// SPDX-License-Identifier: Apache-2.0
/** Mean and spread of numbers that come one after the other (Welford 1962): no sum of squares grows, so none cancels.
 * All zero: none came yet. */
#ifndef RH_MOMENTS_H
#define RH_MOMENTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rh_moments {
    uint64_t count;
    double mean;
    double squares; /**< sum of the squares of the differences from the mean */
};

static inline void rh_moments_add(struct rh_moments *moments, double value) {
    double off = value - moments->mean;
    moments->mean += off / (double)++moments->count;
    moments->squares += off * (value - moments->mean);
}

/** Square of standard deviation / mean, over all numbers; 0 where there is no mean to divide by. */
static inline double rh_moments_variation_squared(const struct rh_moments *moments) {
    double square = moments->mean * moments->mean;
    return moments->count == 0 || square <= 0 ? 0 : moments->squares / (double)moments->count / square;
}

#ifdef __cplusplus
}
#endif

#endif
