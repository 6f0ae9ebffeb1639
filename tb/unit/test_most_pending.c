// SPDX-License-Identifier: Apache-2.0
// Does a row command go to the row that most queued requests want?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* Row 3 has three requests and goes before the older row 2 with two; then the ledger blames as it ranks. */
static void the_row_with_most_requests_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 1, 1},
                                                   {0, 0, 0, 3, 2, 1}, {0, 0, 0, 2, 2, 1}, {0, 0, 0, 3, 3, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 70, "");
    assert_string_equal(wave.commands, ".A...R..P...A...R.R.R.P..A...R.R......................................");
    assert_string_equal(wave.ledger, "-ddda==apppadddd======pppdddd====-------------------------------------");
    static const unsigned order[] = {0, 2, 3, 5, 1, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void of_equal_rows_the_oldest_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 1, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 60, "");
    assert_string_equal(wave.commands, ".A...R..P...A...R..P...A...R................................");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void a_hit_overtakes_an_older_conflict(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 46, "");
    assert_string_equal(wave.commands, ".A...R.R.P..A...R.............................");
    assert_string_equal(wave.banks, ".0...0.0.0..0...0.............................");
    assert_string_equal(wave.ledger, "-dddd====pppdddd==----------------------------");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_with_most_requests_opens_first),
        cmocka_unit_test(of_equal_rows_the_oldest_opens_first),
        cmocka_unit_test(a_hit_overtakes_an_older_conflict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
