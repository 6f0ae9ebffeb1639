// SPDX-License-Identifier: Apache-2.0
/** What a machine's memory is like to the model of warp parallelism, found as Hong and Kim (2009, section 4.2) find it:
 * of microbenchmarks whose instructions are known the CPI is measured, and latency and departure delays are varied
 * until those of the model come nearest.
 *
 * Nearest: the mean square of log(CPI of the model / CPI measured) is least. The model has cases in which a value does
 * not count, and jumps between them, so all of a grid is looked at first: each value the start's times powers of the
 * root of 2, from a 256th to 64 times. Then a pattern search (R. Hooke, T. A. Jeeves, "Direct search solution of
 * numerical and statistical problems", JACM 8, 1961) on the logarithms: each value in turn is multiplied and divided by
 * a factor, which is 1.5 at first; where nothing comes nearer, its square root is next, down to 1.0005. A value that no
 * point is sensitive to stays where it began; the range within which it may lie says so.
 */
#ifndef RH_WARP_FIT_H
#define RH_WARP_FIT_H

#include <stddef.h>

#include "rowhold/rh_coupled.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_warp_point {
    struct rh_warp_kernel kernel;
    double cpi;   /**< measured */
    double model; /**< the result: that of the model */
};

struct rh_warp_fit {
    struct rh_coupled_memory memory;
    /** Down to and up to which each alone may go before the mean of |log| grows by 0.001. */
    struct rh_coupled_memory least, most;
    double error;     /**< mean of |model / measured - 1| */
    double geometric; /**< its geometric mean, in which an error below 0.1 % counts as that */
};

/** `start`: where the search begins. False with an error of the warp model, or without a point. */
bool rh_warp_fit(const struct rh_warp_machine *machine, struct rh_warp_point *points, size_t count,
                 const struct rh_coupled_memory *start, struct rh_warp_fit *fit, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
