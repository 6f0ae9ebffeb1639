// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_stats.h"

#include <string.h>

enum { EXACT = RH_LATENCY_BUCKETS / 2, COARSE = 64 };

static unsigned bucket_of(uint64_t cycles) {
    if (cycles < EXACT)
        return (unsigned)cycles;
    uint64_t bucket = EXACT + (cycles - EXACT) / COARSE;
    return bucket < RH_LATENCY_BUCKETS ? (unsigned)bucket : RH_LATENCY_BUCKETS - 1;
}

void rh_latency_add(struct rh_latency *latency, uint64_t cycles) {
    latency->count++;
    latency->sum += cycles;
    if (cycles > latency->greatest)
        latency->greatest = cycles;
    latency->bucket[bucket_of(cycles)]++;
}

void rh_latency_merge(struct rh_latency *into, const struct rh_latency *from) {
    into->count += from->count;
    into->sum += from->sum;
    if (from->greatest > into->greatest)
        into->greatest = from->greatest;
    for (unsigned i = 0; i < RH_LATENCY_BUCKETS; i++)
        into->bucket[i] += from->bucket[i];
}

/* Greatest latency that the bucket can hold; never more than was seen. */
static uint64_t bucket_top(const struct rh_latency *latency, unsigned bucket) {
    uint64_t top = bucket;
    if (bucket >= EXACT)
        top = EXACT + (uint64_t)(bucket - EXACT + 1) * COARSE - 1;
    if (bucket == RH_LATENCY_BUCKETS - 1 || top > latency->greatest)
        top = latency->greatest;
    return top;
}

uint64_t rh_latency_percentile(const struct rh_latency *latency, double share) {
    double wanted = share * (double)latency->count;
    uint64_t seen = 0;
    for (unsigned i = 0; i < RH_LATENCY_BUCKETS; i++) {
        seen += latency->bucket[i];
        if (latency->bucket[i] != 0 && (double)seen >= wanted)
            return bucket_top(latency, i);
    }
    return latency->greatest;
}

void rh_stats_merge(struct rh_stats *into, const struct rh_stats *from) {
    if (from->cycles > into->cycles)
        into->cycles = from->cycles;
    into->requests += from->requests;
    into->reads += from->reads;
    into->writes += from->writes;
    into->column_commands += from->column_commands;
    into->activates += from->activates;
    into->precharges += from->precharges;
    into->refreshes += from->refreshes;
    into->row_hits += from->row_hits;
    into->data_bus_busy_cycles += from->data_bus_busy_cycles;
    into->active_cycles += from->active_cycles;
    into->timer_cycles += from->timer_cycles;
    into->occupancy_sum += from->occupancy_sum;
    for (unsigned i = 0; i < RH_CAUSES; i++)
        into->stall_cycles[i] += from->stall_cycles[i];
    rh_latency_merge(&into->read, &from->read);
    rh_latency_merge(&into->write, &from->write);
    rh_latency_merge(&into->from_arrival, &from->from_arrival);
}

void rh_stats_counters(const struct rh_stats *stats, uint64_t counters[RH_STATS_COUNTERS]) {
    memcpy(counters, stats, RH_STATS_COUNTERS * sizeof counters[0]);
}

void rh_stats_repeat(struct rh_stats *stats, const uint64_t before[RH_STATS_COUNTERS], uint64_t times) {
    uint64_t now[RH_STATS_COUNTERS];
    rh_stats_counters(stats, now);
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++)
        now[i] += times * (now[i] - before[i]);
    memcpy(stats, now, sizeof now);
}

static double ratio(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : (double)part / (double)whole;
}

double rh_stats_efficiency(const struct rh_stats *stats) {
    return ratio(stats->data_bus_busy_cycles, stats->active_cycles);
}

double rh_stats_efficiency_timers(const struct rh_stats *stats) {
    return ratio(stats->data_bus_busy_cycles, stats->timer_cycles);
}

double rh_stats_utilization(const struct rh_stats *stats, unsigned channels) {
    /* a trace may begin at any 63-bit cycle: the product would not fit */
    double all = (double)stats->cycles * channels;
    return all > 0 ? (double)stats->data_bus_busy_cycles / all : 0.0;
}

double rh_stats_locality(const struct rh_stats *stats) {
    return ratio(stats->requests, stats->activates);
}

double rh_stats_occupancy(const struct rh_stats *stats, unsigned capacity) {
    return ratio(stats->occupancy_sum, stats->active_cycles * capacity);
}

double rh_latency_mean(const struct rh_latency *latency) {
    return ratio(latency->sum, latency->count);
}
