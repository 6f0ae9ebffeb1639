// SPDX-License-Identifier: Apache-2.0
/* Latencies of pairs of addresses, each pair measured once: what rh_map_detect asks. */
#ifndef RH_MAP_PAIRS_H
#define RH_MAP_PAIRS_H

#include "rowhold/rh_map_detect.h"

enum rh_map_way { RH_MAP_ALONE, RH_MAP_TOGETHER, RH_MAP_WAYS };

/* A set of flips and its latency; `known` false: an empty place. */
struct rh_map_pair {
    uint64_t flips, latency;
    bool known;
};

struct rh_map_pairs {
    const struct rh_map_detect_setup *setup;
    struct rh_map_detect *found; /* its pairs, probes and spread are counted */
    uint64_t most;
    struct rh_map_pair *pair[RH_MAP_WAYS]; /* hashed by flips */
    uint64_t places;                       /* of each, a power of two */
    struct rh_error *error;
    bool failed; /* `error` says why; every latency from then on is 0 */
};

/* False with an error; close in any case. */
bool rh_map_pairs_open(struct rh_map_pairs *pairs, const struct rh_map_detect_setup *setup, struct rh_map_detect *found,
                       struct rh_error *error);
void rh_map_pairs_close(struct rh_map_pairs *pairs);

/* The latency of two addresses that differ in these bits. A single bit is measured in both directions, and their
 * difference is noise. */
uint64_t rh_map_pairs_latency(struct rh_map_pairs *pairs, enum rh_map_way way, uint64_t flips);
/* How many more may be measured. */
uint64_t rh_map_pairs_left(const struct rh_map_pairs *pairs);
/* All latencies so far. How many; `values` has room for `places`. */
size_t rh_map_pairs_all(const struct rh_map_pairs *pairs, enum rh_map_way way, uint64_t *values);

#endif
