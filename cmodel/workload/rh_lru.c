// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_lru.h"

#include <string.h>

void rh_lru_start(struct rh_lru *lru, unsigned lines, unsigned ways) {
    lru->ways = ways < lines ? ways : lines;
    lru->sets = lines / lru->ways;
    lru->now = 0;
    memset(lru->used, 0, sizeof lru->used);
}

unsigned rh_lru_find(const struct rh_lru *lru, uint64_t line) {
    unsigned first = (unsigned)(line % lru->sets) * lru->ways;
    for (unsigned i = first; i < first + lru->ways; i++)
        if (lru->used[i] != 0 && lru->line[i] == line)
            return i;
    return RH_LRU_LINES;
}

unsigned rh_lru_oldest(const struct rh_lru *lru, uint64_t line, const uint8_t *held) {
    unsigned first = (unsigned)(line % lru->sets) * lru->ways, oldest = RH_LRU_LINES;
    for (unsigned i = first; i < first + lru->ways; i++)
        if ((held == NULL || held[i] == 0) && (oldest == RH_LRU_LINES || lru->used[i] < lru->used[oldest]))
            oldest = i;
    return oldest;
}

void rh_lru_use(struct rh_lru *lru, unsigned place, uint64_t line) {
    lru->line[place] = line;
    lru->used[place] = ++lru->now;
}

bool rh_lru_touch(struct rh_lru *lru, uint64_t line) {
    unsigned place = rh_lru_find(lru, line);
    bool hit = place != RH_LRU_LINES;
    rh_lru_use(lru, hit ? place : rh_lru_oldest(lru, line, NULL), line);
    return hit;
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
