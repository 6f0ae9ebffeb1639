// SPDX-License-Identifier: Apache-2.0
/** Statistics of one channel, counted from the outputs of a controller alone: model and RTL are counted by the same
 * code. */
#ifndef RH_STATS_H
#define RH_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"

enum { RH_LATENCY_BUCKETS = 4096 };

/** Exact below RH_LATENCY_BUCKETS / 2, then one bucket for 64 clocks; the last collects the rest. */
struct rh_latency {
    uint64_t count, sum, greatest;
    uint64_t bucket[RH_LATENCY_BUCKETS];
};

struct rh_stats {
    uint64_t cycles;
    uint64_t requests, reads, writes; /**< accepted */
    uint64_t column_commands, activates, precharges, refreshes;
    uint64_t row_hits; /**< requests that caused no activate */
    uint64_t data_bus_busy_cycles, active_cycles,
        timer_cycles;       /**< timer_cycles: active, or a bank or bus timer runs */
    uint64_t occupancy_sum; /**< requests queued, summed over the active cycles */
    uint64_t stall_cycles[RH_CAUSES];
    struct rh_latency read, write, from_arrival; /**< acceptance (or arrival) to the end of the last data beat */
};

void rh_latency_add(struct rh_latency *latency, uint64_t cycles);
void rh_latency_merge(struct rh_latency *into, const struct rh_latency *from);
/** Smallest latency that at least `share` (0..1) of the requests do not exceed; 0 when there are none. */
uint64_t rh_latency_percentile(const struct rh_latency *latency, double share);
/** Add a channel to a total: counts are summed; cycles is the greater of the two, since channels run side by side. */
void rh_stats_merge(struct rh_stats *into, const struct rh_stats *from);

/** All members before the latencies, as an array: how they stand, and let them grow `times` more as they did since
 * `before`. */
enum { RH_STATS_COUNTERS = offsetof(struct rh_stats, read) / sizeof(uint64_t) };
void rh_stats_counters(const struct rh_stats *stats, uint64_t counters[RH_STATS_COUNTERS]);
void rh_stats_repeat(struct rh_stats *stats, const uint64_t before[RH_STATS_COUNTERS], uint64_t times);
/** Count one clock. The caller counts requests, row hits and latencies, which need the tags. Inline: it runs every
 * clock. Exactly one of booked and stall_cycles[cause] grows with each active clock, so they add up to
 * active_cycles. */
static inline void rh_stats_clock(struct rh_stats *stats, const struct rh_controller_out *out) {
    stats->cycles++;
    stats->timer_cycles += (uint64_t)(out->active | out->timers);
    if (out->active) {
        stats->active_cycles++;
        stats->occupancy_sum += out->occupancy;
        if (out->booked)
            stats->data_bus_busy_cycles++;
        else
            stats->stall_cycles[out->cause]++;
    }
    stats->column_commands += out->col_cmd != RH_NOP;
    if (out->row_cmd != RH_NOP) {
        stats->activates += out->row_cmd == RH_ACT;
        stats->precharges += out->row_cmd == RH_PRE;
        stats->refreshes += out->row_cmd == RH_REF;
    }
}

/** DRAM efficiency: booked / active; 0 when never active. */
double rh_stats_efficiency(const struct rh_stats *stats);
/** Booked / timer_cycles: counted as GPGPU-Sim does, for comparison with its figures; 0 when there are none. */
double rh_stats_efficiency_timers(const struct rh_stats *stats);
/** DRAM utilization: booked / (cycles x channels); 0 without cycles. */
double rh_stats_utilization(const struct rh_stats *stats, unsigned channels);
/** Row access locality: requests an activate; 0 without activates. */
double rh_stats_locality(const struct rh_stats *stats);
/** Mean entries / capacity over the active cycles; 0 when never active. `capacity`: entries of one channel. */
double rh_stats_occupancy(const struct rh_stats *stats, unsigned capacity);
/** Mean; 0 when there are none. */
double rh_latency_mean(const struct rh_latency *latency);

#endif
