// SPDX-License-Identifier: Apache-2.0
// Sets, masks and rings at their ends, with literals.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_bits.h"

/* A set by its high and low word. */
static rh_wide wide(uint64_t high, uint64_t low) {
    return (rh_wide)high << 64 | low;
}

static void masks_and_members_reach_their_ends(void **state) {
    (void)state;
    assert_true(rh_mask(0) == 0);
    assert_true(rh_mask(63) == UINT64_C(0x7fffffffffffffff));
    assert_true(rh_mask(64) == UINT64_C(0xffffffffffffffff));
    assert_true(rh_bit(63) == UINT64_C(0x8000000000000000));
    assert_true(rh_wide_mask(0) == 0);
    assert_true(rh_wide_mask(64) == wide(0, UINT64_C(0xffffffffffffffff)));
    assert_true(rh_wide_mask(65) == wide(1, UINT64_C(0xffffffffffffffff)));
    assert_true(rh_wide_mask(128) == wide(UINT64_C(0xffffffffffffffff), UINT64_C(0xffffffffffffffff)));
    assert_true(rh_wide_bit(64) == wide(1, 0));
    assert_true(rh_wide_bit(127) == wide(UINT64_C(0x8000000000000000), 0));
}

static void the_lowest_member_is_found_in_either_word(void **state) {
    (void)state;
    assert_int_equal(rh_wide_first(wide(0, 1)), 0);
    assert_int_equal(rh_wide_first(wide(1, UINT64_C(0x8000000000000000))), 63);
    assert_int_equal(rh_wide_first(wide(5, 0)), 64);
    assert_int_equal(rh_wide_first(wide(UINT64_C(0x8000000000000000), 0)), 127);
    assert_int_equal(rh_wide_last(wide(0, 1)), 0);
    assert_int_equal(rh_wide_last(wide(0, UINT64_C(0x8000000000000001))), 63);
    assert_int_equal(rh_wide_last(wide(1, 5)), 64);
    assert_int_equal(rh_wide_last(wide(UINT64_C(0x8000000000000001), 7)), 127);
    assert_int_equal(rh_wide_has(wide(1, 0), 64), 1);
    assert_int_equal(rh_wide_has(wide(1, 0), 0), 0);
    assert_int_equal(rh_wide_has(wide(0, 1), 64), 0);
    assert_int_equal(rh_wide_has(wide(UINT64_C(0x8000000000000000), 0), 127), 1);
}

static void those_above_a_member_that_leaves_move_down(void **state) {
    (void)state;
    /* member 64 becomes 63 */
    assert_true(rh_wide_without(wide(1, 0), 0) == wide(0, UINT64_C(0x8000000000000000)));
    assert_true(rh_wide_without(wide(1, 0), 63) == wide(0, UINT64_C(0x8000000000000000)));
    assert_true(rh_wide_without(wide(3, 1), 64) == wide(1, 1));
    assert_true(rh_wide_without(wide(UINT64_C(0xc000000000000000), 2), 127) == wide(UINT64_C(0x4000000000000000), 2));
    assert_true(rh_wide_without(wide(0, 0xd), 1) == wide(0, 0x7));
    assert_true(rh_wide_without(wide(0, 0xf), 3) == wide(0, 0x7));
}

static void the_first_from_a_place_wraps(void **state) {
    (void)state;
    assert_int_equal(rh_first_from(UINT64_C(0x8000000000000001), 63), 63);
    assert_int_equal(rh_first_from(UINT64_C(0x8000000000000001), 1), 63);
    assert_int_equal(rh_first_from(UINT64_C(0x4000000000000001), 63), 0);
    assert_int_equal(rh_first_from(UINT64_C(0x0000000100000000), 0), 32);
}

static void rings_of_any_size_wrap(void **state) {
    (void)state;
    assert_int_equal(rh_ring_add(4, 1, 5), 0);
    assert_int_equal(rh_ring_add(4, 5, 5), 4);
    assert_int_equal(rh_ring_add(3, 1, 5), 4);
    assert_int_equal(rh_ring_add(126, 127, 127), 126);
    assert_int_equal(rh_ring_add(127, 1, 128), 0);
    assert_int_equal(rh_ring_add(0, 1, 1), 0);
    assert_int_equal(rh_next_of(4, 5), 0);
}

static void a_set_of_one_turns_in_a_ring_of_any_size(void **state) {
    (void)state;
    assert_true(rh_wide_turn(wide(0, 0x08), 5) == wide(0, 0x10));
    assert_true(rh_wide_turn(wide(0, 0x10), 5) == wide(0, 0x01));
    assert_true(rh_wide_turn(wide(0, 0x01), 1) == wide(0, 0x01));
    assert_true(rh_wide_turn(wide(0, UINT64_C(1) << 63), 65) == wide(1, 0));
    assert_true(rh_wide_turn(wide(1, 0), 65) == wide(0, 1));
    assert_true(rh_wide_turn(wide(UINT64_C(1) << 63, 0), 128) == wide(0, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_and_members_reach_their_ends),
        cmocka_unit_test(the_lowest_member_is_found_in_either_word),
        cmocka_unit_test(those_above_a_member_that_leaves_move_down),
        cmocka_unit_test(the_first_from_a_place_wraps),
        cmocka_unit_test(rings_of_any_size_wrap),
        cmocka_unit_test(a_set_of_one_turns_in_a_ring_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
