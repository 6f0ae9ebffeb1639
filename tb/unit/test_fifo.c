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
    ascii_run(&wave, "fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 30, "");
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
    ascii_run(&wave, "fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 46, "");
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
    ascii_run(&wave, "fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 30, "");
    assert_string_equal(wave.commands, ".A...R....W.....R.............");
    assert_string_equal(wave.banks, ".0...0....0.....0.............");
    assert_string_equal(wave.ledger, "-dddd==ttt==tttt==------------");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 21 the queue is full, and its oldest request closes the row all the same; the tenth request comes in when one
 * leaves. */
static void a_full_queue_goes_on(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[10] = {{0, 0, 0, 1, 0, 1}};
    for (unsigned k = 1; k < 10; k++)
        script[k] = (struct script_request){0, 0, 0, 2, k, 1};
    struct rh_constraints constraints = ascii_constraints;
    constraints.ras = 20;
    ascii_run(&wave, "fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 52, "");
    assert_string_equal(wave.commands, ".A...R...............P..A...R.R.R.R.R.R.R.R.R.......");
    assert_int_equal(wave.accepted_at[8], 8);
    assert_int_equal(wave.accepted_at[9], 28);
    static const unsigned order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Eleven places: the twelfth request comes in when the first of ten leaves, and the ring goes around twice. */
static void a_ring_of_eleven_wraps(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[26] = {{0, 0, 0, 1, 0, 1}};
    unsigned order[26];
    for (unsigned k = 0; k < 26; k++)
        order[k] = k;
    for (unsigned k = 1; k < 26; k++)
        script[k] = (struct script_request){0, 0, 0, 2, k % 16, 1};
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    geometry.queue = 11;
    constraints.ras = 20;
    ascii_run(&wave, "fifo", &geometry, &constraints, script, 26, 90, "");
    assert_memory_equal(wave.commands, ".A...R...............P..A...R.R.R.R.", 36);
    assert_int_equal(wave.accepted_at[11], 11);
    assert_int_equal(wave.accepted_at[12], 28);
    assert_int_equal(wave.accepted_at[13], 30);
    ascii_in_order(&wave, order, 26);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_bank_waits_until_the_oldest_request_has_left),
        cmocka_unit_test(a_hit_behind_a_conflict_pays_for_two_more_rows),
        cmocka_unit_test(read_write_read_of_one_column_keep_their_order),
        cmocka_unit_test(a_full_queue_goes_on),
        cmocka_unit_test(a_ring_of_eleven_wraps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
