// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_lru.h"

#include <string.h>

void rh_lru_start(struct rh_lru *lru, unsigned lines, unsigned ways) {
    lru->ways = ways < lines ? ways : lines;
    lru->sets = lines / lru->ways;
    lru->now = 0;
    memset(lru->used, 0, sizeof lru->used);
}

bool rh_lru_touch(struct rh_lru *lru, uint64_t line) {
    unsigned first = (unsigned)(line % lru->sets) * lru->ways, oldest = first, i = first;
    while (i < first + lru->ways && (lru->used[i] == 0 || lru->line[i] != line)) {
        oldest = lru->used[i] < lru->used[oldest] ? i : oldest;
        i++;
    }
    bool hit = i < first + lru->ways;
    i = hit ? i : oldest;
    lru->line[i] = line;
    lru->used[i] = ++lru->now;
    return hit;
}

bool rh_lru_has(const struct rh_lru *lru, uint64_t line) {
    unsigned first = (unsigned)(line % lru->sets) * lru->ways;
    for (unsigned i = first; i < first + lru->ways; i++)
        if (lru->used[i] != 0 && lru->line[i] == line)
            return true;
    return false;
}

void rh_caches_start(struct rh_caches *caches, const struct rh_sm *sm) {
    rh_lru_start(&caches->l2, (unsigned)sm->l2_lines, (unsigned)sm->l2_ways);
    rh_lru_start(&caches->texture, (unsigned)sm->texture_lines, (unsigned)sm->texture_ways);
    rh_lru_start(&caches->constant, (unsigned)sm->constant_lines, (unsigned)sm->constant_ways);
}

unsigned rh_caches_load(struct rh_caches *caches, enum rh_space space, uint64_t line) {
    bool behind = space == RH_SPACE_TEXTURE || space == RH_SPACE_CONSTANT;
    if (behind && rh_lru_touch(space == RH_SPACE_TEXTURE ? &caches->texture : &caches->constant, line))
        return 0;
    return (behind ? RH_CACHES_MISS : 0U) | (rh_lru_touch(&caches->l2, line) ? 0U : RH_CACHES_DRAM);
}
