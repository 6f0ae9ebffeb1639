// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_cluster.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

unsigned rh_cluster_find(uint64_t *values, size_t count, uint64_t spread, struct rh_cluster *clusters, unsigned room) {
    unsigned found = 0;
    if (count != 0)
        qsort(values, count, sizeof *values, ascending);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || values[i] - values[i - 1] > spread)
            found++;
        if (found > room)
            continue;
        struct rh_cluster *cluster = &clusters[found - 1];
        if (i == 0 || values[i] - values[i - 1] > spread)
            *cluster = (struct rh_cluster){.least = values[i]};
        cluster->greatest = values[i];
        cluster->count++;
    }
    return found;
}

static uint64_t distance(const struct rh_cluster *cluster, uint64_t value) {
    return value < cluster->least ? cluster->least - value : value > cluster->greatest ? value - cluster->greatest : 0;
}

unsigned rh_cluster_of(const struct rh_cluster *clusters, unsigned count, uint64_t spread, uint64_t value) {
    unsigned at = 0;
    while (at < count && distance(&clusters[at], value) > spread)
        at++;
    return at;
}
