// SPDX-License-Identifier: Apache-2.0
#include "cmodel/workload/rh_cache.h"

#include <stdlib.h>
#include <string.h>

bool rh_cache_open(struct rh_cache *cache, const struct rh_cache_setup *setup) {
    cache->setup = *setup;
    cache->miss = calloc(setup->registers, sizeof *cache->miss);
    cache->waiting = calloc((size_t)setup->registers * setup->merges, sizeof *cache->waiting);
    rh_cache_clear(cache);
    return cache->miss != NULL && cache->waiting != NULL;
}

void rh_cache_close(struct rh_cache *cache) {
    free(cache->miss);
    free(cache->waiting);
}

void rh_cache_clear(struct rh_cache *cache) {
    rh_lru_start(&cache->lru, cache->setup.lines, cache->setup.ways);
    memset(cache->valid, 0, sizeof cache->valid);
    memset(cache->dirty, 0, sizeof cache->dirty);
    memset(cache->due, 0, sizeof cache->due);
}

static uint8_t bit_of(const struct rh_cache *cache, uint64_t block) {
    return (uint8_t)(1U << block % cache->setup.blocks);
}

/* The place of a line that has one, or gets one now; RH_LRU_LINES: there is none. */
static unsigned place(struct rh_cache *cache, uint64_t line, struct rh_cache_victim *victim) {
    unsigned at = rh_lru_find(&cache->lru, line);
    if (at == RH_LRU_LINES) {
        at = rh_lru_oldest(&cache->lru, line, cache->due);
        if (at == RH_LRU_LINES)
            return at;
        *victim = (struct rh_cache_victim){cache->lru.line[at], cache->dirty[at]};
        cache->count.evictions += cache->valid[at] != 0;
        cache->count.writebacks += (unsigned)__builtin_popcount(cache->dirty[at]);
        cache->valid[at] = cache->dirty[at] = 0;
    }
    rh_lru_use(&cache->lru, at, line);
    return at;
}

static unsigned register_of(const struct rh_cache *cache, uint64_t block) {
    unsigned k = 0;
    while (k < cache->misses && cache->miss[k].block != block)
        k++;
    return k;
}

static enum rh_cache_answer join(struct rh_cache *cache, unsigned k, uint32_t who) {
    struct rh_cache_miss *miss = &cache->miss[k];
    if (miss->waiting == cache->setup.merges)
        return RH_CACHE_FULL;
    cache->waiting[k * cache->setup.merges + miss->waiting++] = who;
    return RH_CACHE_MERGED;
}

enum rh_cache_answer rh_cache_read(struct rh_cache *cache, uint64_t block, uint32_t who,
                                   struct rh_cache_victim *victim) {
    uint64_t line = block / cache->setup.blocks;
    unsigned at = rh_lru_find(&cache->lru, line), k = register_of(cache, block);
    victim->dirty = 0;
    if (at != RH_LRU_LINES && cache->valid[at] & bit_of(cache, block)) {
        rh_lru_use(&cache->lru, at, line);
        cache->count.hits++;
        return RH_CACHE_HIT;
    }
    if (k < cache->misses) {
        enum rh_cache_answer answer = join(cache, k, who);
        cache->count.merges += answer == RH_CACHE_MERGED;
        return answer;
    }
    if (cache->misses == cache->setup.registers)
        return RH_CACHE_FULL;
    if (!cache->setup.on_fill) {
        at = place(cache, line, victim);
        if (at == RH_LRU_LINES)
            return RH_CACHE_FULL;
        cache->due[at] |= bit_of(cache, block);
    }
    cache->miss[cache->misses] = (struct rh_cache_miss){.block = block, .parts = 1};
    (void)join(cache, cache->misses++, who);
    cache->count.misses++;
    return RH_CACHE_MISS;
}

void rh_cache_split(struct rh_cache *cache, uint64_t block, unsigned parts) {
    cache->miss[register_of(cache, block)].parts = parts;
}

unsigned rh_cache_fill(struct rh_cache *cache, uint64_t block, uint32_t who[RH_CACHE_MERGES],
                       struct rh_cache_victim *victim) {
    unsigned k = register_of(cache, block), merges = cache->setup.merges, waiting = cache->miss[k].waiting;
    uint64_t line = block / cache->setup.blocks;
    victim->dirty = 0;
    if (--cache->miss[k].parts != 0)
        return 0;
    memcpy(who, &cache->waiting[k * merges], waiting * sizeof *who);
    cache->miss[k] = cache->miss[--cache->misses];
    memmove(&cache->waiting[k * merges], &cache->waiting[cache->misses * merges], merges * sizeof *who);
    unsigned at = cache->setup.on_fill ? place(cache, line, victim) : rh_lru_find(&cache->lru, line);
    if (at != RH_LRU_LINES) { /* else the cache was emptied meanwhile */
        cache->valid[at] |= bit_of(cache, block);
        cache->due[at] &= (uint8_t)~bit_of(cache, block);
    }
    return waiting;
}

void rh_cache_mark(struct rh_cache *cache, uint64_t block) {
    unsigned at = rh_lru_find(&cache->lru, block / cache->setup.blocks);
    cache->dirty[at] |= bit_of(cache, block);
    cache->count.writes++;
}

bool rh_cache_write(struct rh_cache *cache, uint64_t block, struct rh_cache_victim *victim) {
    victim->dirty = 0;
    unsigned at = place(cache, block / cache->setup.blocks, victim);
    if (at == RH_LRU_LINES)
        return false;
    cache->valid[at] |= bit_of(cache, block);
    cache->dirty[at] |= bit_of(cache, block);
    cache->count.writes++;
    return true;
}
