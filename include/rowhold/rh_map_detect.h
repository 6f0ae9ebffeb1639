// SPDX-License-Identifier: Apache-2.0
/** Detects an address map from latencies alone: what a request waits for depends on what it shares with the one before.
 *
 *     struct rh_map_detect_setup setup = {.bits = 31, .alone = alone, .together = together, .user = me};
 *     struct rh_map_detect found;
 *     if (!rh_map_detect(&setup, &found, &error)) puts(error.text);   not decided, and why
 *
 * Two requests whose addresses differ in bit x, the second when the first is done: it is fast where both lie in one row
 * (x is a column bit), slow where they lie in two rows of one bank (a row bit), between where their banks differ. That
 * is Algorithm 1 of Huang and Li 2017. It says of each bit what the first thing is that it changes, so a row bit that
 * is hashed into the bank looks like a bank bit. What follows finds hashes: flips of several bits at once, for a set of
 * bits that each change the bank, but together do not, is a relation that every bank function must keep. All relations
 * of a level span a space over GF(2), and the functions are its dual. The levels come one after the other: channel,
 * bank group, bank, row, each looked for only in the flips that leave the levels before as they were.
 *
 * Channels and groups need a second probe, which sends both requests in one clock and waits for both: other channels
 * don't hold each other up at all, and other groups less (tCCD_S, tRRD_S) than banks of one group.
 *
 * How many. A pair of addresses is measured `repeats` times, and the least counts: what disturbs a latency, refresh,
 * makes it longer. Pairs: at most `pairs`. First each single bit, in both directions, then the sets of 2 flips of
 * each level, of 3, of 4 ...: those of a size only where the pairs that are left suffice for all of them. `tried` says
 * how far that went. A relation of more bits than that stays unknown; then the level has a function too many, never one
 * too few.
 *
 * Not decided. Fewer than three latencies: say, one bank and one channel, where nothing tells a row from a bank. A
 * latency that fits none of those known: noise that repeating does not remove. Latencies that no linear map has: at the
 * end sets drawn at random are compared with what was found. Pairs used up. All these end with an error; what is known
 * by then, the bits one by one, is in the result.
 *
 * What latencies can't tell at all is left out: numbers of banks (rh_map_spaces.h), and a column from a byte in it.
 */
#ifndef RH_MAP_DETECT_H
#define RH_MAP_DETECT_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_cluster.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_map_spaces.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RH_MAP_NO_LATENCY UINT64_MAX /**< one of the addresses does not exist */

/** Of two reads, with all banks closed before the first. */
typedef uint64_t rh_map_probe(void *user, uint64_t first, uint64_t second);

struct rh_map_detect_setup {
    unsigned bits;          /**< of an address, 1 to 63 */
    rh_map_probe *alone;    /**< the second starts when the first is done: latency of the second */
    rh_map_probe *together; /**< both start in one clock: time until both are done. NULL: channels and groups count as
                                 banks */
    void *user;
    unsigned repeats; /**< of a pair; 0: 1 */
    uint64_t pairs;   /**< measured at most; 0: bits squared plus 8 bits */
};

/** Classes of latencies, from the least: one row, two banks, two rows of a bank. */
enum { RH_MAP_HIT, RH_MAP_MISS, RH_MAP_CONFLICT, RH_MAP_LATENCIES };
/** Of requests sent together to other banks of a channel: other groups, one group. */
enum { RH_MAP_APART, RH_MAP_NEAR, RH_MAP_WAITS };

struct rh_map_detect {
    struct rh_map_spaces spaces;
    uint8_t level[RH_GF2_BITS]; /**< what a bit changes first (enum rh_map_level), by itself */
    bool levels_known;          /**< of the bits by themselves; true of every result that is decided */
    bool channels_known, groups_known;
    unsigned tried[RH_MAP_LEVELS]; /**< sets of so many flips at most were tried; 0: the level was not reached */
    bool whole[RH_MAP_LEVELS];     /**< all sets were: no relation is missing */
    struct rh_cluster alone[RH_MAP_LATENCIES], together[RH_MAP_WAITS];
    unsigned alone_count, together_count; /**< clusters that were found; those that there is room for are stored */
    uint64_t spread;                      /**< greatest difference between a pair and its reverse */
    uint64_t pairs, probes;               /**< measured, and calls of both probes that gave a latency */
};

/** False: not decided, with an error that says why. */
bool rh_map_detect(const struct rh_map_detect_setup *setup, struct rh_map_detect *found, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
