// SPDX-License-Identifier: Apache-2.0
/** Arrival times for a request stream: at random, evenly, or its own ones stretched. What is requested stays as it is,
 * in its order.
 *
 * RH_ARRIVALS_RANDOM draws the times between requests from the exponential distribution (von Neumann 1951, by
 * comparisons of integers alone), and only then rounds the sum to clocks, so that one seed gives the same times
 * everywhere. */
#ifndef RH_ARRIVALS_H
#define RH_ARRIVALS_H

#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_arrivals_how { RH_ARRIVALS_RANDOM, RH_ARRIVALS_EVEN, RH_ARRIVALS_STRETCHED };

struct rh_arrivals_setup {
    enum rh_arrivals_how how;
    double clocks; /**< mean time between two requests of the stream; STRETCHED: factor of its own cycles. Above 0 */
    uint64_t seed; /**< RANDOM */
};

/** The stream with these times; it is closed with it, and here without memory (NULL). An arrival above the stream's
 * `latest` is refused. */
struct rh_stream *rh_arrivals_open(struct rh_stream *from, const struct rh_arrivals_setup *setup,
                                   struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
