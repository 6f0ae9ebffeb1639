// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_latency.h"

void rh_latency_bucket(unsigned bucket, uint64_t *least, uint64_t *greatest) {
    if (bucket < RH_LATENCY_EXACT) {
        *least = *greatest = bucket;
        return;
    }
    unsigned behind = bucket - RH_LATENCY_EXACT, width = behind / RH_LATENCY_PARTS + 4U; /* 2^width clocks */
    *least = (uint64_t)(RH_LATENCY_PARTS + behind % RH_LATENCY_PARTS) << width;
    *greatest = *least + ((UINT64_C(1) << width) - 1);
}

void rh_latency_merge(struct rh_latency *into, const struct rh_latency *from) {
    into->count += from->count;
    into->sum += from->sum;
    if (from->greatest > into->greatest)
        into->greatest = from->greatest;
    for (unsigned i = 0, end = rh_latency_end(from); i < end; i++)
        into->bucket[i] += from->bucket[i];
}

uint64_t rh_latency_percentile(const struct rh_latency *latency, double share) {
    double wanted = share * (double)latency->count;
    uint64_t seen = 0, least, greatest;
    for (unsigned i = 0; i < RH_LATENCY_BUCKETS; i++) {
        seen += latency->bucket[i];
        if (latency->bucket[i] == 0 || (double)seen < wanted)
            continue;
        rh_latency_bucket(i, &least, &greatest);
        return greatest < latency->greatest ? greatest : latency->greatest;
    }
    return latency->greatest;
}

double rh_latency_mean(const struct rh_latency *latency) {
    return latency->count == 0 ? 0.0 : (double)latency->sum / (double)latency->count;
}

const char *rh_percentile_name(unsigned percentile) {
    static const char *const names[] = {
#define RH_PERCENTILE(name, share, meaning) #name,
#include "tables/stats.def"
    };
    return names[percentile];
}

uint64_t rh_percentile(unsigned percentile, const struct rh_latency *latency) {
    static const double shares[] = {
#define RH_PERCENTILE(name, share, meaning) share,
#include "tables/stats.def"
    };
    return rh_latency_percentile(latency, shares[percentile]);
}
