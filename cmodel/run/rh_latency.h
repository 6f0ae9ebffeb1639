// SPDX-License-Identifier: Apache-2.0
/* rh_latency_add, for those who add often. */
#ifndef RH_LATENCY_H
#define RH_LATENCY_H

#include "rowhold/rh_stats.h"

enum { RH_LATENCY_EXACT = RH_LATENCY_BUCKETS / 2, RH_LATENCY_COARSE = 64 };

static inline unsigned rh_latency_place(uint64_t cycles) {
    if (cycles < RH_LATENCY_EXACT)
        return (unsigned)cycles;
    uint64_t bucket = RH_LATENCY_EXACT + (cycles - RH_LATENCY_EXACT) / RH_LATENCY_COARSE;
    return bucket < RH_LATENCY_BUCKETS ? (unsigned)bucket : RH_LATENCY_BUCKETS - 1;
}

static inline void rh_latency_note(struct rh_latency *latency, uint64_t cycles) {
    latency->count++;
    latency->sum += cycles;
    if (cycles > latency->greatest)
        latency->greatest = cycles;
    latency->bucket[rh_latency_place(cycles)]++;
}

#endif
