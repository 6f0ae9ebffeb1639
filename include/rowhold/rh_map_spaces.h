// SPDX-License-Identifier: Apache-2.0
/** An address map as what its latencies can show: which flips of address bits leave the channel, the bank group, the
 * bank, the row as they were.
 *
 * Channel, group, bank and row are XORs of address bits ("functions", a word each). What two requests wait for depends
 * on whether their channels are the same, then whether their groups are, then their banks, then their rows, not on the
 * numbers of these. So a map is known up to a change of basis: of the channel functions only the space that they span
 * counts, of the group functions that space with the channel's, and so on. Each level holds the one reduced basis
 * (rh_gf2.h) of its functions without the pivots of the levels before: two maps that latencies can't tell apart have
 * the same spaces, bit for bit.
 */
#ifndef RH_MAP_SPACES_H
#define RH_MAP_SPACES_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_gf2.h"
#include "rowhold/rh_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** From what two requests share last to what they share first. What changes none of these is the place in a row: the
 * column, or the byte in a column command. */
enum rh_map_level {
    RH_MAP_LEVEL_CHANNEL,
    RH_MAP_LEVEL_GROUP,
    RH_MAP_LEVEL_BANK,
    RH_MAP_LEVEL_ROW,
    RH_MAP_LEVELS,
    RH_MAP_LEVEL_COLUMN = RH_MAP_LEVELS
};

/** "channel", "group", "bank", "row", "column". */
const char *rh_map_level_name(enum rh_map_level level);

struct rh_map_spaces {
    struct rh_gf2_space level[RH_MAP_LEVELS];
};

/** One more function of a level. All of the levels before must be there. */
void rh_map_spaces_add(struct rh_map_spaces *spaces, enum rh_map_level level, uint64_t function);
/** The first level that a set of flipped address bits changes; RH_MAP_LEVEL_COLUMN: none. */
enum rh_map_level rh_map_spaces_level(const struct rh_map_spaces *spaces, uint64_t flips);
/** Those of a map. Channels that are not known as such count as banks, and their bank groups too; so do bank groups
 * that are not. */
void rh_map_spaces_of(struct rh_map_spaces *spaces, const struct rh_map *map, bool channels_known, bool groups_known);

#ifdef __cplusplus
}
#endif

#endif
