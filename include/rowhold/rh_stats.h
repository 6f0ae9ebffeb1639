// SPDX-License-Identifier: Apache-2.0
/** Statistics of one channel, counted from the outputs of a controller alone: model and RTL are counted by the same code. */
#ifndef RH_STATS_H
#define RH_STATS_H

#include <stdint.h>

#include "rowhold/rh_controller.h"

enum { RH_LATENCY_BUCKETS = 4096 };

/** Exact below RH_LATENCY_BUCKETS / 2, then one bucket for 64 clocks; the last collects the rest. */
struct rh_latency {
    uint64_t count, sum, greatest;
    uint32_t bucket[RH_LATENCY_BUCKETS];
};

struct rh_stats {
    uint64_t cycles;
    uint64_t requests, reads, writes; /**< accepted */
    uint64_t column_commands, activates, precharges, refreshes;
    uint64_t row_hits; /**< requests that caused no activate */
    uint64_t data_bus_busy_cycles, active_cycles, timer_cycles; /**< timer_cycles: active, or a bank or bus timer runs */
    uint64_t occupancy_sum; /**< requests queued, summed over the active cycles */
    uint64_t stall_cycles[RH_CAUSES];
    struct rh_latency read, write, from_arrival; /**< acceptance (or arrival) to the end of the last data beat */
};

void rh_latency_add(struct rh_latency *latency, uint64_t cycles);
void rh_latency_merge(struct rh_latency *into, const struct rh_latency *from);
/** Smallest latency that at least `share` (0..1) of the requests do not exceed; 0 when there are none. */
uint64_t rh_latency_percentile(const struct rh_latency *latency, double share);
void rh_stats_merge(struct rh_stats *into, const struct rh_stats *from); /**< cycles: the greater */

/** Count one clock. The caller counts requests and latencies, which need the tags. */
void rh_stats_clock(struct rh_stats *stats, const struct rh_controller_out *out);

/** Booked / active; 0 when never active. spec: DRAM efficiency. */
double rh_stats_efficiency(const struct rh_stats *stats);

#endif
