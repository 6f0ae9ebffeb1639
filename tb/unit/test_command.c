// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_field.h"

static void names_come_from_the_tables(void **state) {
    (void)state;
    assert_string_equal(rh_command_name(0), "NOP");
    assert_string_equal(rh_command_name(5), "REF");
    assert_string_equal(rh_command_name(7), "WRA");
    assert_string_equal(rh_reason_name(0), "none");
    assert_string_equal(rh_reason_name(4), "refresh");
    assert_string_equal(rh_reason_name(5), "idle");
    assert_string_equal(rh_cause_key(2), "bus_turnaround");
    assert_string_equal(rh_cause_key(10), "subarray");
    assert_string_equal(rh_cause_key(12), "policy");
}

static void unknown_codes_are_question_marks(void **state) {
    (void)state;
    assert_string_equal(rh_command_name(8), "?");
    assert_string_equal(rh_reason_name(6), "?");
    assert_string_equal(rh_cause_key(13), "?");
    assert_string_equal(rh_cause_key(UINT32_MAX), "?");
}

static void every_row_has_a_name(void **state) {
    (void)state;
    for (unsigned i = 0; i < RH_COMMANDS; i++)
        assert_string_not_equal(rh_command_name(i), "?");
    for (unsigned i = 0; i < RH_REASONS; i++)
        assert_string_not_equal(rh_reason_name(i), "?");
    for (unsigned i = 0; i < RH_CAUSES; i++)
        assert_string_not_equal(rh_cause_key(i), "?");
}

static void enumerations_are_found_by_name(void **state) {
    (void)state;
    assert_string_equal(rh_enum_name("rh_command", 1), "ACT");
    assert_string_equal(rh_enum_name("rh_reason", 3), "conflict");
    assert_string_equal(rh_enum_name("rh_cause", 9), "tRRD");
    assert_null(rh_enum_name("rh_cause", 13));
    assert_null(rh_enum_name("rh_cause", UINT64_C(1) << 32));
    assert_null(rh_enum_name("rh_colour", 0));
    assert_null(rh_enum_name(NULL, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_from_the_tables),
        cmocka_unit_test(unknown_codes_are_question_marks),
        cmocka_unit_test(every_row_has_a_name),
        cmocka_unit_test(enumerations_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
