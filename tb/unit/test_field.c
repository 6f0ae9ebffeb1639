// SPDX-License-Identifier: Apache-2.0
// A toy register file with one field of every element size, in two geometries.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_field.h"
#include "rowhold/rh_random.h"

struct toy {
    uint8_t flag[64];
    uint8_t bank;
    uint16_t column[64];
    uint32_t row[64];
    uint64_t wide;
};

/** Rows live where the flag of the same entry is set. */
static void flagged(const void *part, const void *params, uint64_t *mask) {
    const struct toy *toy = part;
    for (unsigned i = 0; i < ((const struct rh_geometry *)params)->queue; i++)
        mask[i / 64] |= (uint64_t)toy->flag[i] << i % 64;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    RH_ROW(struct toy, flag, p->queue, 1, NULL);
    RH_ROW(struct toy, bank, 1, rh_log2_up(p->banks), NULL);
    RH_ROW(struct toy, column, p->queue, p->column_bits, NULL);
    RH_ROW(struct toy, row, p->queue, p->row_bits, flagged);
    RH_ROW(struct toy, wide, 1, 61, NULL);
}

static const struct rh_geometry small = {8, 4, 2, 2, 12, 5, 8, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const struct rh_geometry large = {64, 16, 4, 1, 20, 12, 12, 64, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static struct rh_layout in_small, in_large;

static int make_layouts(void **state) {
    (void)state;
    rh_layout_make(&in_small, list, &small);
    rh_layout_make(&in_large, list, &large);
    return 0;
}

/* Count and width of a register, as "count x width". */
static void expect_register(const char *controller, const struct rh_geometry *geometry, const char *name,
                            unsigned count, unsigned width) {
    struct rh_layout layout;
    rh_layout_make(&layout, rh_controller_find(controller)->list, geometry);
    for (unsigned i = 0; i < layout.count; i++)
        if (strcmp(layout.fields[i].name, name) == 0) {
            assert_int_equal(layout.fields[i].count, count);
            assert_int_equal(layout.fields[i].width, width);
            return;
        }
    fail_msg("no register %s", name);
}

static void registers_follow_the_geometry(void **state) {
    (void)state;
    static const struct {
        const char *controller, *name;
        unsigned small_count, small_width, large_count, large_width;
    } expected[] = {
        {"fifo", "row", 8, 12, 64, 20},         {"fifo", "column", 8, 5, 64, 12},
        {"fifo", "tag", 8, 8, 64, 12},          {"fifo", "bank", 8, 2, 64, 4},
        {"fifo", "head", 1, 8, 1, 64},          {"fifo", "count", 1, 4, 1, 7},
        {"fifo", "rrd_l", 2, 8, 4, 8},          {"fifo", "response_head", 1, 2, 1, 6},
        {"fifo", "response_count", 1, 3, 1, 7}, {"banked_fifo", "row", 8, 12, 64, 20},
        {"banked_fifo", "head", 4, 2, 16, 4},   {"banked_fifo", "count", 4, 2, 16, 3},
        {"fr_fcfs", "in_bank", 4, 8, 16, 64},   {"most_pending", "pending", 8, 4, 64, 7},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        expect_register(expected[i].controller, &small, expected[i].name, expected[i].small_count,
                        expected[i].small_width);
        expect_register(expected[i].controller, &large, expected[i].name, expected[i].large_count,
                        expected[i].large_width);
    }
}

static void sizes_beside_the_powers_of_two_round_up(void **state) {
    (void)state;
    static const struct rh_geometry odd = {101, 16, 8, 1, 20, 12, 12, 6, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                    most = {128, 64, 8, 1, 20, 12, 12, 64, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    expect_register("fifo", &odd, "row", 101, 20);
    expect_register("fifo", &odd, "head", 1, 101);
    expect_register("fifo", &most, "tail", 1, 128);
    expect_register("fifo", &odd, "count", 1, 7);
    expect_register("fifo", &most, "count", 1, 8);
    expect_register("fifo", &odd, "response_head", 1, 3);
    expect_register("fifo", &odd, "response_count", 1, 3);
    expect_register("banked_fifo", &odd, "row", 96, 20);
    expect_register("banked_fifo", &odd, "tail", 16, 6);
    expect_register("fr_fcfs", &odd, "hit", 1, 101);
    expect_register("fr_fcfs", &most, "in_bank", 64, 128);
    expect_register("fr_fcfs", &most, "just_activated", 1, 64);
    expect_register("most_pending", &most, "pending", 128, 8);
}

static void one_bank_deep_queues_hold_more_than_the_queue(void **state) {
    (void)state;
    struct rh_geometry geometry = {8, 16, 4, 1, 12, 5, 8, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    expect_register("banked_fifo", &geometry, "row", 16, 12);
    expect_register("banked_fifo", &geometry, "count", 16, 1);
    expect_register("fr_fcfs", &geometry, "count", 1, 4);
}

/* A part inside a struct: its fields move, and its live function looks at the part. */
struct nest {
    uint8_t before;
    struct toy inner[2];
};

static void list_nest(struct rh_layout *layout, size_t base, const void *params) {
    RH_ROW(struct nest, before, 1, 8, NULL);
    list(layout, base + offsetof(struct nest, inner[0]), params);
    list(layout, base + offsetof(struct nest, inner[1]), params);
}

static void parts_have_fields_and_masks_of_their_own(void **state) {
    (void)state;
    struct rh_layout layout;
    uint64_t live[4];
    static struct nest nest = {.inner = {{.flag = {1}}, {.flag = {0, 1}, .row = {7, 8}}}};
    rh_layout_make(&layout, list_nest, &small);
    assert_int_equal(layout.count, 11);
    assert_int_equal(layout.bits, 8 + 2 * in_small.bits);
    assert_int_equal(layout.mask_words, 2);
    rh_layout_live(&layout, &nest, live);
    assert_true(rh_field_is_live(&layout.fields[4], live, 0));
    assert_false(rh_field_is_live(&layout.fields[9], live, 0));
    assert_true(rh_field_is_live(&layout.fields[9], live, 1));
    assert_int_equal(rh_field_get(&layout.fields[9], &nest, 1), 8);
}

static void rings_wrap_and_masks_have_any_length(void **state) {
    (void)state;
    uint64_t mask[3] = {0};
    rh_live_ring(mask, 120, 20, 130);
    assert_true(mask[0] == 0x3ff && mask[1] == UINT64_C(0xff00000000000000) && mask[2] == 0x3);
    uint64_t full[3] = {0};
    rh_live_ring(full, 5, 130, 130);
    assert_true(full[0] == UINT64_MAX && full[1] == UINT64_MAX && full[2] == 0x3);
    uint64_t none[1] = {0};
    rh_live_ring(none, 5, 0, 8);
    assert_true(none[0] == 0);
}

static void widths_add_up(void **state) {
    (void)state;
    assert_int_equal(in_small.fields[0].count * in_small.fields[0].width, 8);
    assert_int_equal(in_small.fields[3].count * in_small.fields[3].width, 96);
    assert_int_equal(in_small.bits, 8 + 2 + 40 + 96 + 61);
    assert_int_equal(in_large.bits, 64 + 4 + 768 + 1280 + 61);
}

static void first_field_lies_in_the_lowest_bits(void **state) {
    (void)state;
    struct toy toy = {.flag = {1, 0, 1, 1, 0, 0, 0, 1}, .bank = 2, .column = {0x15, 0x03}};
    uint32_t words[7];
    rh_layout_pack(&in_small, &toy, words);
    /* flags 10001101b, bank 10b above them, then columns of 5 bits each: 10101b, 00011b */
    assert_int_equal(words[0], 0x8d | 2U << 8 | 0x15U << 10 | 0x03U << 15);
    assert_int_equal(words[1], 0);
}

static void elements_cross_word_borders(void **state) {
    (void)state;
    const uint32_t words[7] = {0, 0xab << 18, 0xfffffffc, 0, 0, 0, 0};
    struct toy toy = {0};
    rh_layout_unpack(&in_small, words, &toy);
    /* rows begin at bit 50: row 0 is bits 50..61, row 1 bits 62..73, and so on */
    assert_int_equal(toy.row[0], 0xab);
    assert_int_equal(toy.row[1], 0xff0);
    assert_int_equal(toy.row[2], 0xfff);
    assert_int_equal(toy.row[3], 0x3ff);
    assert_int_equal(toy.row[4], 0);
}

static void unpack_then_pack_gives_the_same_words(void **state) {
    (void)state;
    const struct rh_layout *layouts[] = {&in_small, &in_large};
    uint64_t seed = 1;
    for (unsigned g = 0; g < 2; g++)
        for (unsigned round = 0; round < 200; round++) {
            unsigned bits = layouts[g]->bits, count = (bits + 31) / 32;
            uint32_t words[80], back[80];
            assert_true(count < 80);
            for (unsigned i = 0; i < count; i++)
                words[i] = (uint32_t)rh_random_draw(&seed);
            if (bits % 32 != 0)
                words[count - 1] &= (1U << bits % 32) - 1;
            memset(back, 0xff, sizeof back);
            struct toy toy;
            memset(&toy, 0xff, sizeof toy);
            rh_layout_unpack(layouts[g], words, &toy);
            rh_layout_pack(layouts[g], &toy, back);
            assert_memory_equal(words, back, count * sizeof words[0]);
            assert_int_equal(back[count], 0xffffffff);
        }
}

static void pack_cuts_a_value_to_its_width(void **state) {
    (void)state;
    struct toy toy = {.bank = 0xfe};
    uint32_t words[7];
    rh_layout_pack(&in_small, &toy, words);
    assert_int_equal(words[0], 2U << 8);
}

static void elements_are_read_and_set_by_index(void **state) {
    (void)state;
    struct toy toy = {0};
    rh_field_set(&in_large.fields[0], &toy, 7, 1);
    rh_field_set(&in_large.fields[2], &toy, 63, 0xabc);
    rh_field_set(&in_large.fields[3], &toy, 5, 0xfedcb);
    rh_field_set(&in_large.fields[4], &toy, 0, UINT64_C(0x1234567890abcdef));
    assert_int_equal(toy.flag[7], 1);
    assert_int_equal(toy.column[63], 0xabc);
    assert_int_equal(toy.row[5], 0xfedcb);
    assert_true(toy.wide == UINT64_C(0x1234567890abcdef));
    assert_int_equal(rh_field_get(&in_large.fields[0], &toy, 7), 1);
    assert_int_equal(rh_field_get(&in_large.fields[2], &toy, 63), 0xabc);
    assert_int_equal(rh_field_get(&in_large.fields[3], &toy, 5), 0xfedcb);
    assert_true(rh_field_get(&in_large.fields[4], &toy, 0) == UINT64_C(0x1234567890abcdef));
}

static bool differ(const struct rh_layout *layout, const struct toy *a, const struct toy *b, unsigned *field,
                   unsigned *index) {
    uint64_t live[2];
    rh_layout_live(layout, a, live);
    return rh_layout_differs(layout, live, a, b, field, index);
}

static void equal_structs_do_not_differ(void **state) {
    (void)state;
    struct toy a = {.bank = 1}, b = {.bank = 1};
    unsigned field = 99, index = 99;
    assert_false(differ(&in_small, &a, &b, &field, &index));
    assert_int_equal(field, 99);
}

static void the_first_difference_is_found(void **state) {
    (void)state;
    struct toy a = {.column = {0, 0, 0, 7}}, b = {.column = {0, 0, 0, 7}};
    unsigned field = 99, index = 99;
    b.wide = 1;
    assert_true(differ(&in_small, &a, &b, &field, &index));
    assert_int_equal(field, 4);
    assert_int_equal(index, 0);
    b.column[6] = 1;
    b.column[3] = 8;
    assert_true(differ(&in_small, &a, &b, &field, &index));
    assert_int_equal(field, 2);
    assert_int_equal(index, 3);
}

static void dead_elements_are_not_compared(void **state) {
    (void)state;
    struct toy a = {.flag = {0, 1}, .row = {1, 2, 3}}, b = {.flag = {0, 1}, .row = {9, 2, 9}};
    unsigned field = 99, index = 99;
    assert_false(differ(&in_small, &a, &b, &field, &index));
    b.row[1] = 9;
    assert_true(differ(&in_small, &a, &b, &field, &index));
    assert_int_equal(field, 3);
    assert_int_equal(index, 1);
}

static void elements_beyond_the_geometry_are_not_compared(void **state) {
    (void)state;
    struct toy a = {.column = {[8] = 1}}, b = {.column = {[8] = 2}};
    unsigned field, index;
    assert_false(differ(&in_small, &a, &b, &field, &index));
    assert_true(differ(&in_large, &a, &b, &field, &index));
}

/* Sets of queue entries: 101 bits in 16 bytes, behind a field of 3 bits. */
struct sets {
    uint8_t before;
    rh_wide set[2];
};

static void list_sets(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct sets, before, 1, 3, NULL);
    RH_ROW(struct sets, set, 2, 101, NULL);
}

static void elements_may_have_more_than_64_bits(void **state) {
    (void)state;
    struct rh_layout layout;
    rh_layout_make(&layout, list_sets, NULL);
    assert_int_equal(layout.bits, 205);
    assert_int_equal(layout.fields[1].size, 16);
    assert_true(layout.fields[1].array);
    struct sets sets = {.before = 5, .set = {rh_wide_bit(64) | rh_wide_bit(100) | 1, rh_wide_bit(63)}}, back = {0};
    uint32_t words[8];
    memset(words, 0xff, sizeof words);
    rh_layout_pack(&layout, &sets, words);
    /* set 0 begins at bit 3: members 0, 64, 100 are bits 3, 67, 103; set 1 begins at 104: member 63 is bit 167 */
    static const uint32_t expected[8] = {0x0000000d, 0, 0x00000008, 0x00000080, 0, 0x00000080, 0, 0xffffffff};
    assert_memory_equal(words, expected, sizeof words);
    rh_layout_unpack(&layout, words, &back);
    assert_int_equal(back.before, 5);
    assert_true(back.set[0] == sets.set[0] && back.set[1] == sets.set[1]);
    assert_true(rh_field_get(&layout.fields[1], &back, 0) == 1);
    assert_true(rh_field_get_wide(&layout.fields[1], &back, 0) >> 64 == UINT64_C(0x1000000001));
    assert_true(rh_field_get_wide(&layout.fields[0], &back, 0) == 5);
    unsigned field = 99, index = 99;
    back.set[1] |= rh_wide_bit(100);
    assert_true(rh_layout_differs(&layout, NULL, &sets, &back, &field, &index));
    assert_int_equal(field, 1);
    assert_int_equal(index, 1);
    rh_field_set(&layout.fields[1], &back, 1, UINT64_C(1) << 63);
    assert_false(rh_layout_differs(&layout, NULL, &sets, &back, &field, &index));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_follow_the_geometry),
        cmocka_unit_test(sizes_beside_the_powers_of_two_round_up),
        cmocka_unit_test(one_bank_deep_queues_hold_more_than_the_queue),
        cmocka_unit_test(parts_have_fields_and_masks_of_their_own),
        cmocka_unit_test(rings_wrap_and_masks_have_any_length),
        cmocka_unit_test(widths_add_up),
        cmocka_unit_test(first_field_lies_in_the_lowest_bits),
        cmocka_unit_test(elements_cross_word_borders),
        cmocka_unit_test(unpack_then_pack_gives_the_same_words),
        cmocka_unit_test(pack_cuts_a_value_to_its_width),
        cmocka_unit_test(elements_are_read_and_set_by_index),
        cmocka_unit_test(equal_structs_do_not_differ),
        cmocka_unit_test(the_first_difference_is_found),
        cmocka_unit_test(dead_elements_are_not_compared),
        cmocka_unit_test(elements_beyond_the_geometry_are_not_compared),
        cmocka_unit_test(elements_may_have_more_than_64_bits),
    };
    return cmocka_run_group_tests(tests, make_layouts, NULL);
}
