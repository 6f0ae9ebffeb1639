// SPDX-License-Identifier: Apache-2.0
/** An input-queued switch around one allocator: what the switching literature measures allocators with.
 *
 * Every clock a packet of one cell arrives at each input with probability `load`, for an output and a row drawn
 * uniformly. With virtual output queues an input asks for every output that it holds a packet for; with one FIFO an
 * input it asks for the output of the oldest alone. Outputs are always ready. A packet that arrives in clock t can be
 * granted in t + 1 or later. A full queue refuses its arrival. The first quarter of the clocks is not measured. One
 * seed gives the same bytes everywhere.
 */
#ifndef RH_SWITCH_H
#define RH_SWITCH_H

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_latency.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_SWITCH_DEPTH = 1024 /**< packets a queue */ };

/** All zero: RH_DEFAULT_ALLOCATOR with the usual parameters, and no load. */
struct rh_switch_setup {
    const struct rh_block_ops *ops;    /**< NULL: RH_DEFAULT_ALLOCATOR */
    struct rh_allocator_params params; /**< destinations = outputs, also where it is 0; others that are 0: the usual */
    struct rh_allocator_config config;
    bool fifo;   /**< one FIFO an input, else virtual output queues */
    double load; /**< 0 to 1 */
    uint64_t seed;
    uint64_t clocks;          /**< 0: 100000 */
    bool (*stop)(void *user); /**< NULL, or asked now and then: true ends the run with an error */
    void *stop_user;
};

struct rh_switch_result {
    uint64_t clocks;                     /**< measured */
    uint64_t arrived;                    /**< in those, refused ones too */
    uint64_t refused;                    /**< found a full queue */
    uint64_t delivered;                  /**< granted */
    uint64_t held;                       /**< of these, kept by the hold rule */
    double throughput;                   /**< delivered a clock, as a share of min(inputs, outputs) */
    double mean;                         /**< latency of what was delivered, in clocks */
    uint64_t percentile[RH_PERCENTILES]; /**< of it (rh_latency.h) */
};

/** Run it. Fails when the parameters are out of range, when a rule that looks at rows meets virtual output queues (an
 * input has one row at a time), or without memory. */
bool rh_switch_run(const struct rh_switch_setup *setup, struct rh_switch_result *result, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
