// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_stats.h"

#include <string.h>

#define SUM(into, from)     (into) + (from)
#define LONGEST(into, from) (into) > (from) ? (into) : (from)

void rh_stats_merge_counters(uint64_t into[RH_STATS_COUNTERS], const uint64_t from[RH_STATS_COUNTERS]) {
#define RH_STAT(name, merge, unit, meaning) into[RH_STAT_##name] = merge(into[RH_STAT_##name], from[RH_STAT_##name]);
#include "tables/stats.def"
    for (unsigned i = RH_STATS; i < RH_STATS_COUNTERS; i++)
        into[i] += from[i]; /* stall_cycles */
}

void rh_stats_merge(struct rh_stats *into, const struct rh_stats *from) {
    uint64_t merged[RH_STATS_COUNTERS], added[RH_STATS_COUNTERS];
    rh_stats_counters(into, merged);
    rh_stats_counters(from, added);
    rh_stats_merge_counters(merged, added);
    memcpy(into, merged, sizeof merged);
#define RH_LATENCY(name, meaning) rh_latency_merge(&into->name, &from->name);
#include "tables/stats.def"
}

void rh_stats_finish(struct rh_stats *stats, uint64_t cycles) {
    stats->cycles = cycles;
    stats->idle_cycles = cycles - stats->active_cycles;
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

/* A trace may begin at any 63-bit cycle, and products of counts would not fit: they are doubles. */
static double over(double part, double whole) {
    return whole > 0 ? part / whole : 0.0;
}

const char *rh_stats_figure_name(unsigned figure) {
    static const char *const names[] = {
#define RH_FIGURE(name, unit, meaning, value) #name,
#include "tables/stats.def"
    };
    return names[figure];
}

double rh_stats_figure(unsigned figure, const struct rh_stats *s, const struct rh_stats_scale *c) {
    switch (figure) {
#define RH_FIGURE(name, unit, meaning, value)                                                                          \
    case RH_FIGURE_##name:                                                                                             \
        return value;
#include "tables/stats.def"
    default:
        return 0.0;
    }
}

const char *rh_stats_latency_name(unsigned latency) {
    static const char *const names[] = {
#define RH_LATENCY(name, meaning) #name,
#include "tables/stats.def"
    };
    return names[latency];
}

const char *rh_stats_name(unsigned count) {
    static const char *const names[] = {
#define RH_STAT(name, merge, unit, meaning) #name,
#include "tables/stats.def"
    };
    return names[count];
}

uint64_t rh_stats_count(const struct rh_stats *stats, unsigned count) {
    uint64_t value;
    memcpy(&value, (const char *)stats + count * sizeof value, sizeof value);
    return value;
}
