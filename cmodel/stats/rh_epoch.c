// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_epoch.h"

#include <string.h>

void rh_epoch_cut(struct rh_epoch *mark, const struct rh_stats *stats, struct rh_epoch *added) {
    struct rh_epoch now = {.number = mark->number + 1, .channel = mark->channel};
    rh_stats_counters(stats, now.counters);
#define RH_LATENCY(name, meaning)                                                                                      \
    now.latency[RH_LATENCY_##name] = (struct rh_epoch_latency){stats->name.count, stats->name.sum};
#include "tables/stats.def"
    *added = (struct rh_epoch){.number = mark->number, .channel = mark->channel};
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++)
        added->counters[i] = now.counters[i] - mark->counters[i];
    for (unsigned i = 0; i < RH_LATENCIES; i++) {
        added->latency[i].count = now.latency[i].count - mark->latency[i].count;
        added->latency[i].sum = now.latency[i].sum - mark->latency[i].sum;
    }
    *mark = now;
}

void rh_epoch_merge(struct rh_epoch *into, const struct rh_epoch *from) {
    rh_stats_merge_counters(into->counters, from->counters);
    for (unsigned i = 0; i < RH_LATENCIES; i++) {
        into->latency[i].count += from->latency[i].count;
        into->latency[i].sum += from->latency[i].sum;
    }
}

void rh_epoch_stats(const struct rh_epoch *epoch, struct rh_stats *stats) {
    memcpy(stats, epoch->counters, sizeof epoch->counters);
#define RH_LATENCY(name, meaning)                                                                                      \
    stats->name.count = epoch->latency[RH_LATENCY_##name].count;                                                       \
    stats->name.sum = epoch->latency[RH_LATENCY_##name].sum;
#include "tables/stats.def"
}
