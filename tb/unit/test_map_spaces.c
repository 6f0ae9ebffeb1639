// SPDX-License-Identifier: Apache-2.0
// Which XORs of address bits are a map's channel, group, bank and row, and which maps are one to a latency?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_map_spaces.h"

/* 2 channels, 4 banks in 2 groups, 8 rows of 4 columns of 2 bytes: 9 bits. */
static const struct rh_map_shape shape = {2, 4, 2, 8, 4, 2, 1};

static struct rh_map_spaces spaces_of(const char *text, bool channels_known, bool groups_known) {
    struct rh_map map;
    struct rh_map_spaces spaces;
    struct rh_error error = {""};
    assert_true(rh_map_parse(&map, text, &shape, &error));
    assert_int_equal(map.bits, 9);
    rh_map_spaces_of(&spaces, &map, channels_known, groups_known);
    return spaces;
}

static void same(const struct rh_map_spaces *a, const struct rh_map_spaces *b, bool expected) {
    bool equal = true;
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        equal &= rh_gf2_equal(&a->level[level], &b->level[level]);
    assert_int_equal(equal, expected);
}

/* row 8..6, group 5, bank 4, column 3..2, channel 1, byte 0 */
static void a_plain_map_has_one_bit_a_function(void **state) {
    (void)state;
    struct rh_map_spaces s = spaces_of("row:bank_group:bank:column:channel", true, true);
    static const unsigned ranks[] = {1, 1, 1, 3};
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        assert_int_equal(s.level[level].rank, ranks[level]);
    assert_int_equal(s.level[RH_MAP_LEVEL_CHANNEL].row[0], 0x002);
    assert_int_equal(s.level[RH_MAP_LEVEL_GROUP].row[0], 0x020);
    assert_int_equal(s.level[RH_MAP_LEVEL_BANK].row[0], 0x010);
    assert_int_equal(s.level[RH_MAP_LEVEL_ROW].row[2], 0x100);
    assert_int_equal(rh_map_spaces_level(&s, 0x002), RH_MAP_LEVEL_CHANNEL);
    assert_int_equal(rh_map_spaces_level(&s, 0x130), RH_MAP_LEVEL_GROUP);
    assert_int_equal(rh_map_spaces_level(&s, 0x110), RH_MAP_LEVEL_BANK);
    assert_int_equal(rh_map_spaces_level(&s, 0x101), RH_MAP_LEVEL_ROW);
    assert_int_equal(rh_map_spaces_level(&s, 0x00d), RH_MAP_LEVEL_COLUMN);
}

static void the_high_bit_of_a_flat_bank_is_the_group(void **state) {
    (void)state;
    struct rh_map_spaces a = spaces_of("row:bank_group:bank:column:channel", true, true);
    struct rh_map_spaces b = spaces_of("row:bank:column:channel", true, true);
    same(&a, &b, true);
}

/* bank = a4 ^ a6 ^ a8, channel = a1 ^ a7: a flip of a8 alone leaves the bank, with a4 it changes the row. */
static void a_hash_is_a_function_of_several_bits(void **state) {
    (void)state;
    struct rh_map_spaces s =
        spaces_of("row:bank_group:bank:column:channel,bank^=row[0],bank^=row[2],channel^=row[1]", true, true);
    assert_int_equal(s.level[RH_MAP_LEVEL_CHANNEL].row[0], 0x082);
    assert_int_equal(s.level[RH_MAP_LEVEL_BANK].row[0], 0x150);
    assert_int_equal(s.level[RH_MAP_LEVEL_ROW].rank, 3);
    assert_int_equal(rh_map_spaces_level(&s, 0x100), RH_MAP_LEVEL_BANK);
    assert_int_equal(rh_map_spaces_level(&s, 0x110), RH_MAP_LEVEL_ROW);
    assert_int_equal(rh_map_spaces_level(&s, 0x140), RH_MAP_LEVEL_ROW);
    assert_int_equal(rh_map_spaces_level(&s, 0x080), RH_MAP_LEVEL_CHANNEL);
}

/* With the group known a bank may be hashed by it or not, and a row by its own bank: no latency shows it. */
static void what_latencies_cannot_tell_is_the_same(void **state) {
    (void)state;
    struct rh_map_spaces plain = spaces_of("row:bank_group:bank:column:channel", true, true);
    struct rh_map_spaces other = spaces_of("row:bank_group:bank:column:channel,bank^=bank_group", true, true);
    same(&plain, &other, true);
    other = spaces_of("row:bank_group:bank:column:channel,row[1]^=bank,row[0]^=channel", true, true);
    same(&plain, &other, true);
    other = spaces_of("row:bank_group:bank:column:channel,bank_group^=bank", true, true);
    same(&plain, &other, false);
    struct rh_map_spaces flat = spaces_of("row:bank_group:bank:column:channel,bank_group^=bank", true, false);
    plain = spaces_of("row:bank_group:bank:column:channel", true, false);
    same(&plain, &flat, true); /* without groups all four are banks of one kind */
    other = spaces_of("row:bank_group:bank:column:channel,bank^=column[0]", true, false);
    same(&plain, &other, false);
}

static void what_is_not_known_counts_as_a_bank(void **state) {
    (void)state;
    struct rh_map_spaces s = spaces_of("row:bank_group:bank:column:channel", false, true);
    assert_int_equal(s.level[RH_MAP_LEVEL_CHANNEL].rank + s.level[RH_MAP_LEVEL_GROUP].rank, 0);
    assert_int_equal(s.level[RH_MAP_LEVEL_BANK].rank, 3);
    s = spaces_of("row:bank_group:bank:column:channel", true, false);
    assert_int_equal(s.level[RH_MAP_LEVEL_CHANNEL].rank, 1);
    assert_int_equal(s.level[RH_MAP_LEVEL_BANK].rank, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_map_has_one_bit_a_function),
        cmocka_unit_test(the_high_bit_of_a_flat_bank_is_the_group),
        cmocka_unit_test(a_hash_is_a_function_of_several_bits),
        cmocka_unit_test(what_latencies_cannot_tell_is_the_same),
        cmocka_unit_test(what_is_not_known_counts_as_a_bank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
