// SPDX-License-Identifier: Apache-2.0
// A toy register file with one field of every element size, in two geometries.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_field.h"

struct toy {
    uint8_t flag[64];
    uint8_t bank;
    uint16_t column[64];
    uint32_t row[64];
    uint64_t wide;
};

/** Rows live where the flag of the same entry is set. */
static uint64_t flagged(const void *state, const struct rh_geometry *geometry) {
    const struct toy *toy = state;
    uint64_t live = 0;
    for (unsigned i = 0; i < geometry->queue; i++)
        live |= (uint64_t)toy->flag[i] << i;
    return live;
}

static const struct rh_field fields[] = {
    RH_FIELD(toy, flag, uint8_t, RH_D_QUEUE, 1, NULL),
    RH_FIELD(toy, bank, uint8_t, 1, RH_D_BANK, NULL),
    RH_FIELD(toy, column, uint16_t, RH_D_QUEUE, RH_D_COLUMN, NULL),
    RH_FIELD(toy, row, uint32_t, RH_D_QUEUE, RH_D_ROW, flagged),
    RH_FIELD(toy, wide, uint64_t, 1, 61, NULL),
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static const struct rh_geometry small = {8, 4, 2, 2, 12, 5, 8, 4, 8};
static const struct rh_geometry large = {64, 16, 4, 1, 20, 12, 12, 64, 8};

static void dimensions_follow_the_geometry(void **state) {
    (void)state;
    static const struct {
        unsigned dim, in_small, in_large;
    } expected[] = {
        {17, 17, 17},
        {RH_D_QUEUE, 8, 64},
        {RH_D_BANKS, 4, 16},
        {RH_D_GROUPS, 2, 4},
        {RH_D_RESPONSES, 4, 64},
        {RH_D_BANK_DEPTH, 2, 4},
        {RH_D_BANKED, 8, 64},
        {RH_D_ROW, 12, 20},
        {RH_D_COLUMN, 5, 12},
        {RH_D_TAG, 8, 12},
        {RH_D_TIMER, 8, 8},
        {RH_D_BANK, 2, 4},
        {RH_D_INDEX, 3, 6},
        {RH_D_OCCUPANCY, 4, 7},
        {RH_D_DEPTH_INDEX, 1, 2},
        {RH_D_DEPTH_COUNT, 2, 3},
        {RH_D_RESPONSE_INDEX, 2, 6},
        {RH_D_RESPONSE_COUNT, 3, 7},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(rh_dim(&small, expected[i].dim), expected[i].in_small);
        assert_int_equal(rh_dim(&large, expected[i].dim), expected[i].in_large);
    }
}

static void one_bank_deep_queues_hold_more_than_the_queue(void **state) {
    (void)state;
    struct rh_geometry geometry = {8, 16, 4, 1, 12, 5, 8, 4, 8};
    assert_int_equal(rh_dim(&geometry, RH_D_BANK_DEPTH), 1);
    assert_int_equal(rh_dim(&geometry, RH_D_BANKED), 16);
    assert_int_equal(rh_dim(&geometry, RH_D_OCCUPANCY), 5);
}

static void widths_add_up(void **state) {
    (void)state;
    assert_int_equal(rh_field_bits(&fields[0], &small), 8);
    assert_int_equal(rh_field_bits(&fields[3], &small), 96);
    assert_int_equal(rh_fields_bits(fields, FIELDS, &small), 8 + 2 + 40 + 96 + 61);
    assert_int_equal(rh_fields_bits(fields, FIELDS, &large), 64 + 4 + 768 + 1280 + 61);
}

static void first_field_lies_in_the_lowest_bits(void **state) {
    (void)state;
    struct toy toy = {.flag = {1, 0, 1, 1, 0, 0, 0, 1}, .bank = 2, .column = {0x15, 0x03}};
    uint32_t words[7];
    rh_fields_pack(fields, FIELDS, &small, &toy, words);
    /* flags 10001101b, bank 10b above them, then columns of 5 bits each: 10101b, 00011b */
    assert_int_equal(words[0], 0x8d | 2U << 8 | 0x15U << 10 | 0x03U << 15);
    assert_int_equal(words[1], 0);
}

static void elements_cross_word_borders(void **state) {
    (void)state;
    const uint32_t words[7] = {0, 0xab << 18, 0xfffffffc, 0, 0, 0, 0};
    struct toy toy = {0};
    rh_fields_unpack(fields, FIELDS, &small, words, &toy);
    /* rows begin at bit 50: row 0 is bits 50..61, row 1 bits 62..73, and so on */
    assert_int_equal(toy.row[0], 0xab);
    assert_int_equal(toy.row[1], 0xff0);
    assert_int_equal(toy.row[2], 0xfff);
    assert_int_equal(toy.row[3], 0x3ff);
    assert_int_equal(toy.row[4], 0);
}

static uint32_t noise(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void unpack_then_pack_gives_the_same_words(void **state) {
    (void)state;
    const struct rh_geometry *geometries[] = {&small, &large};
    uint32_t seed = 1;
    for (unsigned g = 0; g < 2; g++)
        for (unsigned round = 0; round < 200; round++) {
            unsigned bits = rh_fields_bits(fields, FIELDS, geometries[g]), count = (bits + 31) / 32;
            uint32_t words[80], back[80];
            assert_true(count < 80);
            for (unsigned i = 0; i < count; i++)
                words[i] = noise(&seed);
            if (bits % 32 != 0)
                words[count - 1] &= (1U << bits % 32) - 1;
            memset(back, 0xff, sizeof back);
            struct toy toy;
            memset(&toy, 0xff, sizeof toy);
            rh_fields_unpack(fields, FIELDS, geometries[g], words, &toy);
            rh_fields_pack(fields, FIELDS, geometries[g], &toy, back);
            assert_memory_equal(words, back, count * sizeof words[0]);
            assert_int_equal(back[count], 0xffffffff);
        }
}

static void pack_cuts_a_value_to_its_width(void **state) {
    (void)state;
    struct toy toy = {.bank = 0xfe};
    uint32_t words[7];
    rh_fields_pack(fields, FIELDS, &small, &toy, words);
    assert_int_equal(words[0], 2U << 8);
}

static void elements_are_read_and_set_by_index(void **state) {
    (void)state;
    struct toy toy = {0};
    rh_field_set(&fields[0], &toy, 7, 1);
    rh_field_set(&fields[2], &toy, 63, 0xabc);
    rh_field_set(&fields[3], &toy, 5, 0xfedcb);
    rh_field_set(&fields[4], &toy, 0, UINT64_C(0x1234567890abcdef));
    assert_int_equal(toy.flag[7], 1);
    assert_int_equal(toy.column[63], 0xabc);
    assert_int_equal(toy.row[5], 0xfedcb);
    assert_true(toy.wide == UINT64_C(0x1234567890abcdef));
    assert_int_equal(rh_field_get(&fields[0], &toy, 7), 1);
    assert_int_equal(rh_field_get(&fields[2], &toy, 63), 0xabc);
    assert_int_equal(rh_field_get(&fields[3], &toy, 5), 0xfedcb);
    assert_true(rh_field_get(&fields[4], &toy, 0) == UINT64_C(0x1234567890abcdef));
}

static void equal_structs_do_not_differ(void **state) {
    (void)state;
    struct toy a = {.bank = 1}, b = {.bank = 1};
    size_t field = 99;
    unsigned index = 99;
    assert_false(rh_fields_differ(fields, FIELDS, &small, &a, &b, &field, &index));
    assert_int_equal(field, 99);
}

static void the_first_difference_is_told(void **state) {
    (void)state;
    struct toy a = {.column = {0, 0, 0, 7}}, b = {.column = {0, 0, 0, 7}};
    size_t field = 99;
    unsigned index = 99;
    b.wide = 1;
    assert_true(rh_fields_differ(fields, FIELDS, &small, &a, &b, &field, &index));
    assert_int_equal(field, 4);
    assert_int_equal(index, 0);
    b.column[6] = 1;
    b.column[3] = 8;
    assert_true(rh_fields_differ(fields, FIELDS, &small, &a, &b, &field, &index));
    assert_int_equal(field, 2);
    assert_int_equal(index, 3);
}

static void dead_elements_are_not_compared(void **state) {
    (void)state;
    struct toy a = {.flag = {0, 1}, .row = {1, 2, 3}}, b = {.flag = {0, 1}, .row = {9, 2, 9}};
    size_t field = 99;
    unsigned index = 99;
    assert_false(rh_fields_differ(fields, FIELDS, &small, &a, &b, &field, &index));
    b.row[1] = 9;
    assert_true(rh_fields_differ(fields, FIELDS, &small, &a, &b, &field, &index));
    assert_int_equal(field, 3);
    assert_int_equal(index, 1);
}

static void elements_beyond_the_geometry_are_not_compared(void **state) {
    (void)state;
    struct toy a = {.column = {[8] = 1}}, b = {.column = {[8] = 2}};
    size_t field;
    unsigned index;
    assert_false(rh_fields_differ(fields, FIELDS, &small, &a, &b, &field, &index));
    assert_true(rh_fields_differ(fields, FIELDS, &large, &a, &b, &field, &index));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions_follow_the_geometry),
        cmocka_unit_test(one_bank_deep_queues_hold_more_than_the_queue),
        cmocka_unit_test(widths_add_up),
        cmocka_unit_test(first_field_lies_in_the_lowest_bits),
        cmocka_unit_test(elements_cross_word_borders),
        cmocka_unit_test(unpack_then_pack_gives_the_same_words),
        cmocka_unit_test(pack_cuts_a_value_to_its_width),
        cmocka_unit_test(elements_are_read_and_set_by_index),
        cmocka_unit_test(equal_structs_do_not_differ),
        cmocka_unit_test(the_first_difference_is_told),
        cmocka_unit_test(dead_elements_are_not_compared),
        cmocka_unit_test(elements_beyond_the_geometry_are_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
