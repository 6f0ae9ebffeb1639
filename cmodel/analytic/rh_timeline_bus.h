// SPDX-License-Identifier: Apache-2.0
/* The command bus of the last 64 clocks, as a set: bit i is clock `bus_end` - 1 - i. */
#ifndef RH_TIMELINE_BUS_H
#define RH_TIMELINE_BUS_H

#include "cmodel/analytic/rh_timeline_inside.h"

/* The first clock from `at` on that is free. */
RH_TIMELINE_INLINE uint64_t rh_bus_free(const struct rh_timeline *t, uint64_t at) {
    uint64_t before = t->bus_end - 1 - at; /* huge: later than all that is known */
    if (before >= 64 || (t->bus_taken >> before & 1) == 0)
        return at;
    uint64_t free = ~(t->bus_taken << (63 - before));
    return at + (free != 0 ? (unsigned)__builtin_clzll(free) : 64);
}

RH_TIMELINE_INLINE void rh_bus_take(struct rh_timeline *t, uint64_t at, unsigned clocks) {
    uint64_t end = at + clocks;
    if (end > t->bus_end) {
        uint64_t further = end - t->bus_end;
        t->bus_taken = further < 64 ? t->bus_taken << further : 0;
        t->bus_end = end;
    }
    uint64_t before = t->bus_end - end;
    if (before < 64)
        t->bus_taken |= ((UINT64_C(1) << clocks) - 1) << before;
}

/* A column command in clock `at`, later than those before. */
RH_TIMELINE_INLINE void rh_bus_take_column(struct rh_timeline *t, uint64_t at) {
    uint64_t further = at + 1 - t->bus_end;
    t->bus_taken = (further < 64 ? t->bus_taken << further : 0) | t->pattern >> 63;
    t->bus_end = at + 1;
}

/* Column commands without a gap, the first in clock `first`, the last in `last`; all are later than those before. */
RH_TIMELINE_INLINE void rh_bus_take_columns(struct rh_timeline *t, uint64_t first, uint64_t last) {
    uint64_t further = last + 1 - t->bus_end, span = last - first;
    t->bus_taken = further < 64 ? t->bus_taken << further : 0;
    t->bus_end = last + 1;
    t->bus_taken |= t->pattern >> (63 - (span < t->longest ? span : t->longest));
}

#endif
