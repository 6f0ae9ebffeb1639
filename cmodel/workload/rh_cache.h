// SPDX-License-Identifier: Apache-2.0
/* A set-associative cache of lines with miss registers (D. Kroft, ISCA 1981), of which there are the tags alone: what
 * it has, what it has asked for, and who waits for that. The least recently used line of a set makes room (rh_lru.h).
 *
 * A line is filled block by block: one block, or sectors. A miss takes a register until its block is there; a miss to a
 * block that is under way joins its register. A line gets its place when it misses, and keeps it while a block of it is
 * under way; or, where `on_fill` says so, when its first block comes. */
#ifndef RH_CACHE_H
#define RH_CACHE_H

#include "rowhold/rh_lru.h"

enum { RH_CACHE_BLOCKS = 8, RH_CACHE_MERGES = 64, RH_CACHE_REGISTERS = 1024 };

struct rh_cache_setup {
    unsigned lines, ways;
    unsigned blocks;            /* of a line, up to RH_CACHE_BLOCKS */
    unsigned registers, merges; /* misses on their way; requests that wait for one of them, its own among them */
    bool on_fill;
};
struct rh_cache_counts {
    uint64_t hits, misses, merges;  /* of blocks read; a miss that joins another one is a merge */
    uint64_t writes;                /* blocks written */
    uint64_t evictions, writebacks; /* lines that made room; of their blocks those that had been written */
};
struct rh_cache_miss {
    uint64_t block;
    unsigned waiting; /* requests */
    unsigned parts;   /* replies that it still takes */
};
/* A line that made room. */
struct rh_cache_victim {
    uint64_t line;
    uint8_t dirty; /* its written blocks; 0: nothing is to be done */
};
struct rh_cache {
    struct rh_cache_setup setup;
    struct rh_cache_counts count;
    struct rh_lru lru;
    uint8_t valid[RH_LRU_LINES], dirty[RH_LRU_LINES], due[RH_LRU_LINES]; /* blocks, by a line's place */
    struct rh_cache_miss *miss;
    uint32_t *waiting; /* of each register `merges` */
    unsigned misses;
};
enum rh_cache_answer {
    RH_CACHE_HIT,
    RH_CACHE_MISS,   /* it is to be asked for, and who asked waits */
    RH_CACHE_MERGED, /* who asked waits for one that is under way */
    RH_CACHE_FULL    /* no register, or no place: nothing has changed */
};

static inline void rh_cache_counts_add(struct rh_cache_counts *sum, const struct rh_cache_counts *add) {
    sum->hits += add->hits;
    sum->misses += add->misses;
    sum->merges += add->merges;
    sum->writes += add->writes;
    sum->evictions += add->evictions;
    sum->writebacks += add->writebacks;
}

/* False without memory; closing is due all the same. */
bool rh_cache_open(struct rh_cache *cache, const struct rh_cache_setup *setup);
void rh_cache_close(struct rh_cache *cache);
/* Empties it. What is under way stays so. */
void rh_cache_clear(struct rh_cache *cache);
/* Looks a block up; block = line x blocks + its place in the line. `victim`: what makes room on a miss. */
enum rh_cache_answer rh_cache_read(struct rh_cache *cache, uint64_t block, uint32_t who,
                                   struct rh_cache_victim *victim);
/* A block that is under way takes so many replies; else 1. */
void rh_cache_split(struct rh_cache *cache, uint64_t block, unsigned parts);
/* A reply for a block has come. Gets who waited for it; 0: more replies are due. `victim`: what makes room, on_fill. */
unsigned rh_cache_fill(struct rh_cache *cache, uint64_t block, uint32_t who[RH_CACHE_MERGES],
                       struct rh_cache_victim *victim);
/* A block that was read, or is under way, is written besides. */
void rh_cache_mark(struct rh_cache *cache, uint64_t block);
/* Writes a whole block into the cache, whether or not it was there. False: there is no place. */
bool rh_cache_write(struct rh_cache *cache, uint64_t block, struct rh_cache_victim *victim);

#endif
