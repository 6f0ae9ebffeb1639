// SPDX-License-Identifier: Apache-2.0
// Does only the oldest request issue, in order of arrival over all banks?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

static void the_second_bank_waits_until_the_oldest_request_has_left(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 2, 4, 1}};
    ascii_run(&wave, "fifo", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 30, "");
    assert_string_equal(wave.commands, ".A...R.RA...R.................");
    assert_string_equal(wave.banks, ".0...0.01...1.................");
    assert_string_equal(wave.ledger, "-dddd====ddd==----------------");
    static const unsigned order[] = {0, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void a_hit_behind_a_conflict_pays_for_two_more_rows(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "fifo", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 46, "");
    assert_string_equal(wave.commands, ".A...R..P...A...R..P...A...R..................");
    assert_string_equal(wave.banks, ".0...0..0...0...0..0...0...0..................");
    assert_string_equal(wave.ledger, "-dddd==apppadddd==apppadddd==-----------------");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void read_write_read_of_one_column_keep_their_order(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 1, 0, 1, 0, 1}, {0, 0, 0, 1, 0, 1}};
    ascii_run(&wave, "fifo", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 30, "");
    assert_string_equal(wave.commands, ".A...R....W.....R.............");
    assert_string_equal(wave.banks, ".0...0....0.....0.............");
    assert_string_equal(wave.ledger, "-dddd==ttt==tttt==------------");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_bank_waits_until_the_oldest_request_has_left),
        cmocka_unit_test(a_hit_behind_a_conflict_pays_for_two_more_rows),
        cmocka_unit_test(read_write_read_of_one_column_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
