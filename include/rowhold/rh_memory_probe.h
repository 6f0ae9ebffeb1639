// SPDX-License-Identifier: Apache-2.0
/** Latencies of two reads in the cycle model: the probes that rh_map_detect.h asks for. Each call runs a memory of its
 * own, so all banks are closed before the first read, and the judge checks its commands.
 *
 * Where the memory is refreshed, a probe starts at another clock of the refresh interval each time: what falls into a
 * refresh takes longer, and repeating shows it.
 */
#ifndef RH_MEMORY_PROBE_H
#define RH_MEMORY_PROBE_H

#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_memory_probe {
    struct rh_memory_setup setup;
    unsigned bits;         /**< of an address */
    uint32_t interval;     /**< clocks from which a start is drawn; 0: always clock 0 */
    uint64_t state;        /**< of that draw */
    struct rh_error error; /**< why a memory failed; empty while all is well */
};

/** `setup`: of the memory; what it says of requests and callbacks does not count. False with an error. */
bool rh_memory_probe_start(struct rh_memory_probe *probe, const struct rh_memory_setup *setup, struct rh_error *error);
/** rh_map_probe with a struct rh_memory_probe: the second read is sent when the first is done. Clocks; UINT64_MAX where
 * one lies outside the memory, and when the memory failed. */
uint64_t rh_memory_probe_alone(void *user, uint64_t first, uint64_t second);
/** Both are sent in one clock, or the second as soon as the place before its channel is free again: clocks until both
 * are done. */
uint64_t rh_memory_probe_together(void *user, uint64_t first, uint64_t second);

#ifdef __cplusplus
}
#endif

#endif
