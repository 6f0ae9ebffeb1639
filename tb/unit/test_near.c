// SPDX-License-Identifier: Apache-2.0
// Are near names the ones that were meant, nearest first?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/core/rh_near.h"

static void distances_count_single_letters(void **state) {
    (void)state;
    assert_int_equal(rh_near_distance("", ""), 0);
    assert_int_equal(rh_near_distance("", "abc"), 3);
    assert_int_equal(rh_near_distance("kitten", "sitting"), 3);
    assert_int_equal(rh_near_distance("sitting", "kitten"), 3);
    assert_int_equal(rh_near_distance("TRP", "tRP"), 0);
    assert_int_equal(rh_near_distance("flaw", "lawn"), 2);
}

static void assert_near(const char *word, const char *expected) {
    static const char *const names[] = {"tRCDRD", "tRCDWR", "tRP", "tRAS", "tRC", "tRTP", "banks", "channels"};
    struct rh_near near = {.word = word};
    char text[RH_NEAR_TEXT];
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        rh_near_offer(&near, names[i]);
    assert_string_equal(rh_near_text(&near, text), expected);
}

static void the_three_nearest_are_named_in_order(void **state) {
    (void)state;
    assert_near("tRCDR", " (near: tRCDRD, tRCDWR, tRC)");
    assert_near("bank", " (near: banks)");
    assert_near("chanels", " (near: channels)");
    assert_near("tRR", " (near: tRP, tRC, tRAS)"); // tRTP is as near as tRAS, but stands later in the list
    assert_near("colour", "");
    assert_near("", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_count_single_letters),
        cmocka_unit_test(the_three_nearest_are_named_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
