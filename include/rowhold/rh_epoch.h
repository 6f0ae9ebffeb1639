// SPDX-License-Identifier: Apache-2.0
/** Statistics over time: what each epoch, so many clocks in a row, added to the counts of a channel.
 *
 * A channel (rh_channel.h) hands its epochs out one after the other; they add up to its statistics. Of a histogram an
 * epoch holds count and sum. What counts when: a clock and its commands where they are, a request with its acceptance,
 * its latency with its last column command.
 */
#ifndef RH_EPOCH_H
#define RH_EPOCH_H

#include <stdint.h>

#include "rowhold/rh_stats.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_epoch_latency {
    uint64_t count, sum;
};

struct rh_epoch {
    uint64_t number; /**< from 0; the first one begins behind the warm-up */
    uint64_t counters[RH_STATS_COUNTERS];
    struct rh_epoch_latency latency[RH_LATENCIES];
    uint16_t channel;
};

/** `added`: what `stats` count more than at the last cut; `mark`, zeroed before the first one, keeps how they stand. */
void rh_epoch_cut(struct rh_epoch *mark, const struct rh_stats *stats, struct rh_epoch *added);
/** Add the same epoch of another channel, by the merge of the rows. */
void rh_epoch_merge(struct rh_epoch *into, const struct rh_epoch *from);
/** As statistics that have the counts and means of the epoch, for rh_stats_figure and rh_stats_count; their
 * histograms' buckets are left as they are. */
void rh_epoch_stats(const struct rh_epoch *epoch, struct rh_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
