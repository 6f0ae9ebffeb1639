// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_map_spaces.h"

#include "rowhold/rh_bits.h"

const char *rh_map_level_name(enum rh_map_level level) {
    static const char *const names[] = {"channel", "group", "bank", "row", "column"};
    return names[level];
}

void rh_map_spaces_add(struct rh_map_spaces *spaces, enum rh_map_level level, uint64_t function) {
    for (unsigned before = 0; before < level; before++)
        function = rh_gf2_reduce(&spaces->level[before], function);
    (void)rh_gf2_add(&spaces->level[level], function);
}

enum rh_map_level rh_map_spaces_level(const struct rh_map_spaces *spaces, uint64_t flips) {
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        for (unsigned i = 0; i < spaces->level[level].rank; i++)
            if (rh_gf2_dot(spaces->level[level].row[i], flips) != 0)
                return (enum rh_map_level)level;
    return RH_MAP_LEVEL_COLUMN;
}

/* Bit `bit` of each level's number, at an address. */
static unsigned value_bit(const struct rh_map *map, uint64_t address, enum rh_map_level level, unsigned bit) {
    struct rh_map_place place;
    const uint32_t banks = map->shape.banks / map->shape.groups;
    (void)rh_map_place(map, address, &place); /* where rows are no power of two a bit alone may lie beyond the last */
    const uint32_t values[RH_MAP_LEVELS] = {place.channel, place.bank / banks, place.bank % banks, place.row};
    return values[level] >> bit & 1;
}

/* A map is linear, so it is known from the addresses of one bit. */
void rh_map_spaces_of(struct rh_map_spaces *spaces, const struct rh_map *map, bool channels_known, bool groups_known) {
    const bool known[RH_MAP_LEVELS] = {channels_known, channels_known && groups_known, true, true};
    struct rh_map unwrapped = *map;
    unwrapped.wrap = false;
    *spaces = (struct rh_map_spaces){.level[0].rank = 0};
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        for (unsigned bit = 0; bit < 32; bit++) {
            uint64_t function = 0;
            for (unsigned i = 0; i < map->bits; i++)
                if (value_bit(&unwrapped, rh_bit(i), (enum rh_map_level)level, bit) != 0)
                    function |= rh_bit(i);
            rh_map_spaces_add(spaces, known[level] ? (enum rh_map_level)level : RH_MAP_LEVEL_BANK, function);
        }
}
