// SPDX-License-Identifier: Apache-2.0
/** The port contract of an allocator (rh_allocator.h, rh_hold.h), watched clock by clock from the ports alone.
 *
 * It keeps who had which output and which rows were granted, in its own words, and knows no register. So it can
 * contradict a model and an RTL that are wrong in the same way. Beyond the contract of the kind it holds the allocators
 * of the registry to what their C files promise: a maximal matching, progress in every iteration, the longest wait.
 */
#ifndef RH_ALLOCATOR_WATCHER_H
#define RH_ALLOCATOR_WATCHER_H

#include "rowhold/rh_allocator.h"

enum { RH_ALLOCATOR_NOBODY = UINT8_MAX };

struct rh_allocator_watcher {
    const char *name; /**< of the allocator */
    const struct rh_allocator_params *params;
    const struct rh_allocator_config *config;
    uint8_t owner[RH_MOST_outputs];                            /**< the input that had the output, or nobody */
    uint32_t granted_row[RH_MOST_destinations][RH_MOST_banks]; /**< last one granted for them, 0 after reset */
    uint32_t packet_row[RH_MOST_outputs];                      /**< of the packet last granted on the output */
    uint32_t away;                                             /**< clocks that turned a request away, since the */
    uint64_t owed;                                             /**< outputs last were owed a free clock each */
    bool turned_away;                                          /**< the last clock was one */
    uint32_t wait[RH_MOST_inputs][RH_MOST_outputs];            /**< clocks in a row in which the request was left */
    uint64_t eligible[RH_MOST_inputs];                         /**< in the last clock */
};

/** The last three must live as long as the watcher. */
void rh_allocator_watcher_start(struct rh_allocator_watcher *watcher, const char *name,
                                const struct rh_allocator_params *params, const struct rh_allocator_config *config);
/** After a reset of the allocator. */
void rh_allocator_watcher_reset(struct rh_allocator_watcher *watcher);
/** One clock; false with one line, "found ..., expected ...", when it breaks the contract. */
bool rh_allocator_watcher_clock(struct rh_allocator_watcher *watcher, const struct rh_allocator_in *in,
                                const struct rh_allocator_out *out, struct rh_error *error);
/** Outputs whose last grant is remembered. */
unsigned rh_allocator_watcher_remembered(const struct rh_allocator_watcher *watcher);

#endif
