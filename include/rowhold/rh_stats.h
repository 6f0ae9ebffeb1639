// SPDX-License-Identifier: Apache-2.0
/** Statistics of a channel. They are defined by the outputs of a controller alone, so model and RTL are counted by the
 * same code; an event-driven run (rh_event_run.h) counts the clocks that it passes over by itself. Every count,
 * histogram and figure is a row of tables/stats.def, which gives its unit and meaning. */
#ifndef RH_STATS_H
#define RH_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_latency.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_stats {
#define RH_STAT(name, merge, unit, meaning) uint64_t name;
#include "tables/stats.def"
    uint64_t stall_cycles[RH_CAUSES]; /**< active and not booked, by cause */
#define RH_LATENCY(name, meaning) struct rh_latency name;
#include "tables/stats.def"
};

/** The histograms, by row. */
enum {
#define RH_LATENCY(name, meaning) RH_LATENCY_##name,
#include "tables/stats.def"
    RH_LATENCIES
};
/** A histogram's name. */
const char *rh_stats_latency_name(unsigned latency);

/** The quantities that figures are related to. */
struct rh_stats_scale {
    unsigned channels;      /**< whose counts were merged */
    unsigned entries;       /**< that one channel's controller stores */
    unsigned command_bytes; /**< a column command moves */
    unsigned burst;         /**< clocks of the data bus that it takes */
    unsigned data_buses;    /**< of a channel; 0 for 1 */
    unsigned tck_ps;        /**< a clock in picoseconds */
};

enum {
#define RH_FIGURE(name, unit, meaning, value) RH_FIGURE_##name,
#include "tables/stats.def"
    RH_FIGURES
};
/** A figure's name, and its value. */
const char *rh_stats_figure_name(unsigned figure);
double rh_stats_figure(unsigned figure, const struct rh_stats *stats, const struct rh_stats_scale *scale);

enum {
#define RH_STAT(name, merge, unit, meaning) RH_STAT_##name,
#include "tables/stats.def"
    RH_STATS
};
/** A count's name; its value is at the same index of the struct, which begins with the counts in order. */
const char *rh_stats_name(unsigned count);
uint64_t rh_stats_count(const struct rh_stats *stats, unsigned count);

/** Adds the counts of a channel to a total, by the `merge` of each row. */
void rh_stats_merge(struct rh_stats *into, const struct rh_stats *from);
/** Extends the statistics to a run of `cycles` clocks: a channel that drained earlier idled on. */
void rh_stats_finish(struct rh_stats *stats, uint64_t cycles);

/** All members before the latencies, as an array. rh_stats_counters copies them; rh_stats_repeat lets them grow `times`
 * more by what they grew since `before`. */
enum { RH_STATS_COUNTERS = offsetof(struct rh_stats, read) / sizeof(uint64_t) };
void rh_stats_counters(const struct rh_stats *stats, uint64_t counters[RH_STATS_COUNTERS]);
/** Adds the counters of a channel to a total, by the `merge` of each row. */
void rh_stats_merge_counters(uint64_t into[RH_STATS_COUNTERS], const uint64_t from[RH_STATS_COUNTERS]);
void rh_stats_repeat(struct rh_stats *stats, const uint64_t before[RH_STATS_COUNTERS], uint64_t times);
/** Counts a command, by the rows RH_STAT_COMMAND. */
static inline void rh_stats_command(struct rh_stats *stats, unsigned command) {
#define RH_STAT_COMMAND(name, counts, meaning) stats->name += (counts);
#include "tables/stats.def"
}

/** Counts one clock. rh_observer.h counts requests, row hits and latencies, which need the tags. The function is inline
 * because it runs in every clock. Exactly one of booked and stall_cycles[cause] grows with each active clock, so they
 * add up to active_cycles. */
static inline void rh_stats_clock(struct rh_stats *stats, const struct rh_controller_out *out) {
    stats->cycles++;
    stats->active_or_timers_cycles += (uint64_t)(out->active | out->timers);
    if (out->active) {
        stats->active_cycles++;
        stats->occupancy_sum += out->occupancy;
        if (out->booked)
            stats->data_bus_busy_cycles++;
        else
            stats->stall_cycles[out->cause]++;
    }
    if (out->col_cmd != RH_NOP)
        rh_stats_command(stats, out->col_cmd);
    if (out->row_cmd != RH_NOP)
        rh_stats_command(stats, out->row_cmd);
}

#ifdef __cplusplus
}
#endif

#endif
