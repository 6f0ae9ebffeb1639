// SPDX-License-Identifier: Apache-2.0
/** Clusters of numbers on a line: what lies no further from its neighbour than the noise belongs together. */
#ifndef RH_CLUSTER_H
#define RH_CLUSTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers from `least` to `greatest`. */
struct rh_cluster {
    uint64_t least, greatest;
    uint64_t count;
};

/** Sort the values and cut them where a gap is greater than `spread`. How many clusters there are; those for which
 * there is room are stored, the least first. */
unsigned rh_cluster_find(uint64_t *values, size_t count, uint64_t spread, struct rh_cluster *clusters, unsigned room);
/** The first cluster that a value fits, `spread` around it; `count` when it fits none. */
unsigned rh_cluster_of(const struct rh_cluster *clusters, unsigned count, uint64_t spread, uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
