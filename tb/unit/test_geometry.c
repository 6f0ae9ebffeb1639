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
        {AT(groups), 0, "geometry: found groups 0, expected a power of two from 1 to 8"},
        {AT(groups), 3, "geometry: found groups 3, expected a power of two from 1 to 8"},
        {AT(groups), 4, "geometry: found groups 4 with banks 4, expected at most banks / 2 = 2"},
        {AT(buses), 0, "geometry: found buses 0, expected a power of two from 1 to 2"},
        {AT(buses), 3, "geometry: found buses 3, expected a power of two from 1 to 2"},
        {AT(row_bits), 0, "geometry: found row_bits 0, expected 1 to 20"},
        {AT(row_bits), 21, "geometry: found row_bits 21, expected 1 to 20"},
        {AT(column_bits), 2, "geometry: found column_bits 2, expected 3 to 12"},
        {AT(column_bits), 13, "geometry: found column_bits 13, expected 3 to 12"},
        {AT(tag_bits), 3, "geometry: found tag_bits 3, expected 4 to 12"},
        {AT(tag_bits), 13, "geometry: found tag_bits 13, expected 4 to 12"},
        {AT(responses), 2, "geometry: found responses 2, expected 4 to 64"},
        {AT(responses), 65, "geometry: found responses 65, expected 4 to 64"},
        {AT(timer_bits), 3, "geometry: found timer_bits 3, expected 4 to 8"},
        {AT(timer_bits), 9, "geometry: found timer_bits 9, expected 4 to 8"},
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

static void ends_of_each_range_are_accepted(void **state) {
    (void)state;
    struct rh_geometry least = {2, 4, 1, 1, 1, 3, 4, 4, 4, 0};
    struct rh_geometry most = {128, 64, 8, 2, 20, 12, 12, 64, 8, 1};
    struct rh_geometry odd = {101, 32, 2, 1, 12, 8, 8, 7, 8, 0};
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
        cmocka_unit_test(thesis_geometry_is_accepted),        cmocka_unit_test(each_field_out_of_range_is_named),
        cmocka_unit_test(ends_of_each_range_are_accepted),    cmocka_unit_test(a_bank_queue_holds_its_share_or_one),
        cmocka_unit_test(log2_rounds_up_and_is_at_least_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
