// SPDX-License-Identifier: Apache-2.0
/** A set-associative cache of lines in which the least recently used line of a set makes room. It has neither data nor
 * time. */
#ifndef RH_LRU_H
#define RH_LRU_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_LRU_LINES = 8192 };

struct rh_lru {
    unsigned sets, ways;
    uint64_t now;
    uint64_t line[RH_LRU_LINES], used[RH_LRU_LINES]; /**< a set's ways are neighbours; used 0: empty */
};

/** Empty: lines / ways sets, at least one; `lines` up to RH_LRU_LINES. A line's set is its number modulo the sets. */
void rh_lru_start(struct rh_lru *lru, unsigned lines, unsigned ways);
/** Looks a line up: true when it was in the cache. Afterwards it is. */
bool rh_lru_touch(struct rh_lru *lru, uint64_t line);

/** The parts of a touch. The place of a line; RH_LRU_LINES: it is not there. */
unsigned rh_lru_find(const struct rh_lru *lru, uint64_t line);
/** The place in a line's set that was used longest ago, of those that `held` has 0 for, or of all where it is NULL;
 * RH_LRU_LINES: none. */
unsigned rh_lru_oldest(const struct rh_lru *lru, uint64_t line, const uint8_t *held);
/** A line lies in a place now, and was used last. */
void rh_lru_use(struct rh_lru *lru, unsigned place, uint64_t line);

/** The caches in front of an SM's memory: L2, and in front of it one cache for textures and one for constants. */
struct rh_caches {
    struct rh_lru l2, texture, constant;
};

void rh_caches_start(struct rh_caches *caches, const struct rh_sm *sm);
enum { RH_CACHES_MISS = 1 /**< the cache in front of L2 has not got it */, RH_CACHES_DRAM = 2 /**< nor has L2 */ };
/** Loads a line and returns which caches miss. Stores go past the caches. */
unsigned rh_caches_load(struct rh_caches *caches, enum rh_space space, uint64_t line);

#ifdef __cplusplus
}
#endif

#endif
