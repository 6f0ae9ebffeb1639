// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_geometry.h"

_Static_assert(RH_MAX_BANKS <= 8 * sizeof(rh_bank_set), "a set of banks has a bit for each");

unsigned rh_geometry_bank_depth(const struct rh_geometry *g) {
    return rh_max(1, (unsigned)g->queue / g->banks);
}

unsigned rh_geometry_pool(const struct rh_geometry *g) {
    return rh_max(g->queue, g->banks + 1U) - g->banks;
}

unsigned rh_geometry_staged_depth(const struct rh_geometry *g) {
    return rh_max(1, g->queue / 2U / g->banks);
}

unsigned rh_geometry_queue(const void *geometry) {
    return ((const struct rh_geometry *)geometry)->queue;
}

unsigned rh_geometry_banked(const void *geometry) {
    const struct rh_geometry *g = geometry;
    return rh_geometry_bank_depth(g) * g->banks;
}

unsigned rh_geometry_pooled(const void *geometry) {
    const struct rh_geometry *g = geometry;
    return g->banks + rh_geometry_pool(g);
}

unsigned rh_geometry_staged(const void *geometry) {
    const struct rh_geometry *g = geometry;
    return rh_source_fifos(g->queue, g->source_bits) * rh_source_depth(g->queue, g->source_bits) +
           rh_geometry_staged_depth(g) * g->banks;
}
