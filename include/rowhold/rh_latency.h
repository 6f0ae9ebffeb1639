// SPDX-License-Identifier: Apache-2.0
/** A histogram of latencies in clocks, from which percentiles of any magnitude are read with a relative error of at
 * most 1 / 128. */
#ifndef RH_LATENCY_H
#define RH_LATENCY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RH_LATENCY_EXACT = 2048, /**< latencies below have a bucket each */
    RH_LATENCY_PARTS = 128,  /**< above that, each range between two powers of two has so many buckets of one width */
    RH_LATENCY_BUCKETS = RH_LATENCY_EXACT + (64 - 11) * RH_LATENCY_PARTS
};

struct rh_latency {
    uint64_t count, sum, greatest;
    uint64_t bucket[RH_LATENCY_BUCKETS];
};

/** The bucket that a latency lies in. */
static inline unsigned rh_latency_place(uint64_t cycles) {
    if (cycles < RH_LATENCY_EXACT)
        return (unsigned)cycles;
    unsigned power = 63U - (unsigned)__builtin_clzll(cycles); /* 11 for the first that is not exact */
    return RH_LATENCY_EXACT + (power - 11U) * RH_LATENCY_PARTS + (unsigned)(cycles >> (power - 7U)) % RH_LATENCY_PARTS;
}

/** The first bucket behind all that were counted into: most of a histogram is never touched. */
static inline unsigned rh_latency_end(const struct rh_latency *latency) {
    return latency->count == 0 ? 0 : rh_latency_place(latency->greatest) + 1U;
}

/** Counts one latency. The function is inline because it runs for every request. */
static inline void rh_latency_add(struct rh_latency *latency, uint64_t cycles) {
    latency->count++;
    latency->sum += cycles;
    if (cycles > latency->greatest)
        latency->greatest = cycles;
    latency->bucket[rh_latency_place(cycles)]++;
}

void rh_latency_merge(struct rh_latency *into, const struct rh_latency *from);
/** The latencies that a bucket holds, least to greatest. */
void rh_latency_bucket(unsigned bucket, uint64_t *least, uint64_t *greatest);
/** The smallest latency that at least `share` (0..1) of the counted ones do not exceed. It is the upper end of its
 * bucket, so at most 1 / 128 too large, and never larger than the largest latency seen. 0 when none was counted. */
uint64_t rh_latency_percentile(const struct rh_latency *latency, double share);
/** The mean in clocks; 0 when none was counted. */
double rh_latency_mean(const struct rh_latency *latency);

/** The percentiles that every result has: the rows RH_PERCENTILE of tables/stats.def. */
enum {
#define RH_PERCENTILE(name, share, meaning) RH_PERCENTILE_##name,
#include "tables/stats.def"
    RH_PERCENTILES
};
/** A percentile's name (`p99`), and its value. */
const char *rh_percentile_name(unsigned percentile);
uint64_t rh_percentile(unsigned percentile, const struct rh_latency *latency);

#ifdef __cplusplus
}
#endif

#endif
