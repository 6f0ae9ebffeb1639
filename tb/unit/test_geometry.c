// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_geometry.h"

static const struct rh_geometry good = {
    .queue = 32,
    .banks = 4,
    .groups = 1,
    .buses = 1,
    .row_bits = 12,
    .column_bits = 8,
    .tag_bits = 8,
    .responses = 16,
    .timer_bits = 8,
};

static void thesis_geometry_is_accepted(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_true(rh_geometry_check(&good, &error));
    assert_string_equal(error.text, "");
}

/* One field out of range, and the line that must name it. */
struct fault {
    size_t offset;
    uint8_t value;
    const char *text;
};

#define PARTS ", expected 1 to row_bits subarray_bits with parts, and 0 of all three without"

static void each_field_out_of_range_is_named(void **state) {
    (void)state;
#define AT(m) offsetof(struct rh_geometry, m)
    static const struct fault faults[] = {
        {AT(queue), 1, "geometry: found queue 1, expected 2 to 128"},
        {AT(queue), 129, "geometry: found queue 129, expected 2 to 128"},
        {AT(queue), 0, "geometry: found queue 0, expected 2 to 128"},
        {AT(banks), 2, "geometry: found banks 2, expected a power of two from 4 to 64"},
        {AT(banks), 128, "geometry: found banks 128, expected a power of two from 4 to 64"},
        {AT(banks), 12, "geometry: found banks 12, expected a power of two from 4 to 64"},
        {AT(groups), 0, "geometry: found groups 0, expected a power of two from 1 to 16"},
        {AT(groups), 3, "geometry: found groups 3, expected a power of two from 1 to 16"},
        {AT(groups), 4, "geometry: found groups 4 with banks 4, expected at most banks / 2 = 2"},
        {AT(buses), 0, "geometry: found buses 0, expected a power of two from 1 to 2"},
        {AT(buses), 3, "geometry: found buses 3, expected a power of two from 1 to 2"},
        {AT(row_bits), 0, "geometry: found row_bits 0, expected 1 to 20"},
        {AT(row_bits), 21, "geometry: found row_bits 21, expected 1 to 20"},
        {AT(column_bits), 2, "geometry: found column_bits 2, expected 3 to 12"},
        {AT(column_bits), 13, "geometry: found column_bits 13, expected 3 to 12"},
        {AT(tag_bits), 3, "geometry: found tag_bits 3, expected 4 to 16"},
        {AT(tag_bits), 17, "geometry: found tag_bits 17, expected 4 to 16"},
        {AT(responses), 2, "geometry: found responses 2, expected 4 to 64"},
        {AT(responses), 65, "geometry: found responses 65, expected 4 to 64"},
        {AT(timer_bits), 3, "geometry: found timer_bits 3, expected 4 to 8"},
        {AT(timer_bits), 9, "geometry: found timer_bits 9, expected 4 to 8"},
        {AT(grain_bits), 4, "geometry: found grain_bits 4, expected 0 to 3"},
        {AT(grain_bits), 1, "geometry: found grain_bits 1 with groups 1, expected at most log2 of groups"},
        {AT(subarray_group_bits), 5, "geometry: found subarray_group_bits 5, expected 0 to 4"},
        {AT(subarray_bits), 7, "geometry: found subarray_bits 7, expected 0 to 6"},
        {AT(stacked), 2, "geometry: found stacked 2, expected 0 to 1"},
        {AT(closes), 2, "geometry: found closes 2, expected 0 to 1"},
        {AT(subarray_group_bits), 1, "geometry: found subarray_bits 0, subarray_group_bits 1, stacked 0" PARTS},
        {AT(subarray_bits), 1, "geometry: found subarray_bits 1, subarray_group_bits 0, stacked 0" PARTS},
        {AT(stacked), 1, "geometry: found subarray_bits 0, subarray_group_bits 0, stacked 1" PARTS},
    };
#undef AT
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct rh_geometry geometry = good;
        ((uint8_t *)&geometry)[faults[i].offset] = faults[i].value;
        struct rh_error error = {""};
        assert_false(rh_geometry_check(&geometry, &error));
        assert_string_equal(error.text, faults[i].text);
    }
}

/* 16 banks in 4 groups. */
static void parts_fit_their_group_and_their_rows(void **state) {
    (void)state;
    static const struct {
        uint8_t grain_bits, subarray_group_bits, subarray_bits, stacked;
        const char *text; /* "": accepted */
    } cases[] = {
        {2, 1, 1, 0, ""},
        {0, 1, 6, 0, ""},
        {0, 2, 1, 1, ""},
        {2, 2, 6, 1, ""},
        {3, 0, 0, 0, "geometry: found grain_bits 3 with groups 4, expected at most log2 of groups"},
        {0, 2, 1, 0, "geometry: found subarray_group_bits 2, expected at most 1 where parts are not stacked"},
        {0, 3, 1, 1, "geometry: found subarray_group_bits 3, expected at most log2 of the banks of a group"},
        {0, 2, 0, 1, "geometry: found subarray_bits 0, subarray_group_bits 2, stacked 1" PARTS},
        {0, 0, 1, 1, "geometry: found subarray_bits 1, subarray_group_bits 0, stacked 1" PARTS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_geometry geometry = good;
        struct rh_error error = {""};
        geometry.banks = 16;
        geometry.groups = 4;
        geometry.grain_bits = cases[i].grain_bits;
        geometry.subarray_group_bits = cases[i].subarray_group_bits;
        geometry.subarray_bits = cases[i].subarray_bits;
        geometry.stacked = cases[i].stacked;
        assert_int_equal(rh_geometry_check(&geometry, &error), cases[i].text[0] == '\0');
        assert_string_equal(error.text, cases[i].text);
    }
    struct rh_geometry low = good;
    struct rh_error error = {""};
    low.row_bits = 3;
    low.subarray_group_bits = 1;
    low.subarray_bits = 3;
    assert_true(rh_geometry_check(&low, &error));
    low.subarray_bits = 4;
    assert_false(rh_geometry_check(&low, &error));
    assert_string_equal(error.text, "geometry: found subarray_bits 4, subarray_group_bits 1, stacked 0" PARTS);
}

static void ends_of_each_range_are_accepted(void **state) {
    (void)state;
    struct rh_geometry least = {2, 4, 1, 1, 1, 3, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_geometry most = {128, 64, 8, 2, 20, 12, 12, 64, 8, 1, 3, 0, 3, 6, 8, 1, 1, 1};
    struct rh_geometry odd = {101, 32, 2, 1, 12, 8, 8, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_error error = {""};
    assert_true(rh_geometry_check(&least, &error));
    assert_true(rh_geometry_check(&most, &error));
    assert_true(rh_geometry_check(&odd, &error));
}

static void a_bank_queue_holds_its_share_or_one(void **state) {
    (void)state;
    struct rh_geometry geometry = good;
    assert_int_equal(rh_geometry_bank_depth(&geometry), 8);
    geometry.banks = 16;
    assert_int_equal(rh_geometry_bank_depth(&geometry), 2);
    geometry.queue = 8;
    assert_int_equal(rh_geometry_bank_depth(&geometry), 1);
    assert_int_equal(rh_geometry_banked(&geometry), 16);
    /* what does not divide evenly is left over */
    geometry.queue = 100;
    assert_int_equal(rh_geometry_bank_depth(&geometry), 6);
    assert_int_equal(rh_geometry_banked(&geometry), 96);
    assert_int_equal(rh_geometry_queue(&geometry), 100);
}

static void expect_stages(unsigned queue, unsigned banks, unsigned source_bits, unsigned fifos, unsigned depth,
                          unsigned bank_depth) {
    struct rh_geometry geometry = good;
    geometry.queue = (uint8_t)queue;
    geometry.banks = (uint8_t)banks;
    geometry.source_bits = (uint8_t)source_bits;
    assert_int_equal(rh_source_fifos(queue, source_bits), fifos);
    assert_int_equal(rh_source_depth(queue, source_bits), depth);
    assert_int_equal(rh_geometry_staged_depth(&geometry), bank_depth);
    assert_int_equal(rh_geometry_staged(&geometry), fifos * depth + banks * bank_depth);
}

/* A FIFO a source, or as many as give each two entries; each at least one. */
static void sources_and_banks_share_the_queue(void **state) {
    (void)state;
    expect_stages(32, 4, 5, 8, 2, 4);
    expect_stages(32, 4, 2, 4, 4, 4);
    expect_stages(32, 4, 0, 1, 16, 4);
    expect_stages(128, 16, 8, 32, 2, 4);
    expect_stages(24, 4, 5, 4, 3, 3);
    expect_stages(7, 4, 5, 1, 3, 1);
    expect_stages(2, 4, 5, 1, 1, 1);
}

static void a_pool_is_what_the_heads_leave_and_one_at_least(void **state) {
    (void)state;
    struct rh_geometry geometry = good;
    geometry.queue = 64;
    geometry.banks = 16;
    assert_int_equal(rh_geometry_pool(&geometry), 48);
    assert_int_equal(rh_geometry_pooled(&geometry), 64);
    geometry.queue = 17;
    assert_int_equal(rh_geometry_pool(&geometry), 1);
    geometry.queue = 16;
    assert_int_equal(rh_geometry_pool(&geometry), 1);
    assert_int_equal(rh_geometry_pooled(&geometry), 17);
    geometry.queue = 2;
    assert_int_equal(rh_geometry_pooled(&geometry), 17);
}

static void log2_rounds_up_and_is_at_least_one(void **state) {
    (void)state;
    static const unsigned bits[][2] = {
        {0, 1},           {1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {16, 4}, {17, 5}, {64, 6}, {65, 7}, {0x80000000U, 31},
        {0xffffffffU, 32}};
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
        assert_int_equal(rh_log2_up(bits[i][0]), bits[i][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thesis_geometry_is_accepted),
        cmocka_unit_test(each_field_out_of_range_is_named),
        cmocka_unit_test(parts_fit_their_group_and_their_rows),
        cmocka_unit_test(ends_of_each_range_are_accepted),
        cmocka_unit_test(a_bank_queue_holds_its_share_or_one),
        cmocka_unit_test(sources_and_banks_share_the_queue),
        cmocka_unit_test(a_pool_is_what_the_heads_leave_and_one_at_least),
        cmocka_unit_test(log2_rounds_up_and_is_at_least_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
