// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_error.h"

static void text_is_formatted_and_false_returned(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_false(rh_error_set(&error, "%s:%d: found '%s'", "a.csv", 7, "x"));
    assert_string_equal(error.text, "a.csv:7: found 'x'");
}

static void line_breaks_become_spaces(void **state) {
    (void)state;
    struct rh_error error = {""};
    rh_error_set(&error, "found '%s'", "a\nb\r\nc");
    assert_string_equal(error.text, "found 'a b  c'");
}

static void long_text_is_cut_not_overrun(void **state) {
    (void)state;
    struct {
        struct rh_error error;
        char guard[4];
    } box = {{""}, "abc"};
    char text[3000];
    memset(text, 'x', sizeof text);
    text[2999] = '\0';
    rh_error_set(&box.error, "%s", text);
    assert_int_equal(strlen(box.error.text), 2046);
    assert_string_equal(box.guard, "abc");
}

static void what_was_expected_stands_behind_a_long_value(void **state) {
    (void)state;
    struct rh_error error;
    char text[70000];
    memset(text, '1', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    rh_error_set(&error, "--queue: found '%s', expected a whole number", text);
    assert_int_equal(strlen(error.text), 2046);
    assert_memory_equal(error.text, "--queue: found '111", 19);
    assert_non_null(strstr(error.text, "111...111"));
    assert_string_equal(strchr(error.text, ',') - 4, "111', expected a whole number");
}

static void a_member_is_named_and_known(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_false(rh_error_field(&error, "channels", "found %u, expected 1\n", 0U));
    assert_string_equal(error.text, "channels: found 0, expected 1 ");
    assert_int_equal(rh_error_member(&error), 8);
    rh_error_set(&error, "file:1: found '%s'", "x");
    assert_int_equal(rh_error_member(&error), 0);
    char text[4000];
    memset(text, 'x', sizeof text);
    text[3999] = '\0';
    rh_error_field(&error, "map", "%s", text);
    assert_int_equal(strlen(error.text), 2046);
    assert_int_equal(rh_error_member(&error), 3);
}

static void lines_are_added_while_there_is_room(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_false(rh_error_add(&error, "a.yaml:1: found '%s'", "x\ny"));
    assert_string_equal(error.text, "a.yaml:1: found 'x y'");
    rh_error_add(&error, "a.yaml:2: found nothing");
    assert_string_equal(error.text, "a.yaml:1: found 'x y'\na.yaml:2: found nothing");
    for (unsigned i = 0; i < 200; i++)
        rh_error_add(&error, "a.yaml:%03u: found nothing", i);
    const char *last = strrchr(error.text, '\n');
    assert_string_equal(last, "\n... and more, found when these are mended");
    assert_string_equal(last - strlen("a.yaml:074: found nothing"), // the last whole one
                        "a.yaml:074: found nothing\n... and more, found when these are mended");
}

static void no_error_wanted_is_allowed(void **state) {
    (void)state;
    assert_false(rh_error_set(NULL, "found '%s'", "x"));
    assert_false(rh_error_field(NULL, "x", "found '%s'", "x"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_formatted_and_false_returned),
        cmocka_unit_test(line_breaks_become_spaces),
        cmocka_unit_test(long_text_is_cut_not_overrun),
        cmocka_unit_test(a_member_is_named_and_known),
        cmocka_unit_test(what_was_expected_stands_behind_a_long_value),
        cmocka_unit_test(lines_are_added_while_there_is_room),
        cmocka_unit_test(no_error_wanted_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
