// SPDX-License-Identifier: Apache-2.0
// Do hits go first, oldest first, and does a pending hit keep its row open?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* tRAS has passed at clock 8, yet the PRE waits for the hit of clock 7. */
static void a_hit_overtakes_an_older_conflict(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 46, "");
    assert_string_equal(wave.commands, ".A...R.R.P..A...R.............................");
    assert_string_equal(wave.banks, ".0...0.0.0..0...0.............................");
    assert_string_equal(wave.ledger, "-dddd====pppdddd==----------------------------");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void of_two_hits_the_older_goes_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 2, 4, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 30, "");
    assert_string_equal(wave.commands, ".A.A.R.R.R....................");
    assert_string_equal(wave.banks, ".0.1.0.0.1....................");
    assert_string_equal(wave.ledger, "-dddd======-------------------");
    static const unsigned order[] = {0, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void read_write_read_of_one_column_keep_their_order(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 1, 0, 1, 0, 1}, {0, 0, 0, 1, 0, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 30, "");
    assert_string_equal(wave.commands, ".A...R....W.....R.............");
    assert_string_equal(wave.banks, ".0...0....0.....0.............");
    assert_string_equal(wave.ledger, "-dddd==ttt==tttt==------------");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 2 holds two requests, row 3 three; age decides. */
static void the_oldest_request_opens_the_next_row(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 1, 1},
                                                   {0, 0, 0, 3, 2, 1}, {0, 0, 0, 2, 2, 1}, {0, 0, 0, 3, 3, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 70, "");
    assert_string_equal(wave.commands, ".A...R..P...A...R.R.P..A...R.R.R......................................");
    assert_string_equal(wave.ledger, "-dddd==apppadddd====pppdddd======-------------------------------------");
    static const unsigned order[] = {0, 1, 4, 2, 3, 5};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* It is offered in the clock of the ACT, in the one before and in the one after. */
static void a_request_that_arrives_with_the_act_of_its_row_is_a_hit(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 3, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 20, "");
    assert_string_equal(wave.commands, ".A...R.R.R.R........");
    static const unsigned order[] = {0, 1, 2, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* The write of clock 1 may not follow a read before tRTW: the younger reads of bank 1 go at 7 and 9. At 14 both the
 * write and the last read are ready: the older goes first. */
static void an_older_request_that_is_not_ready_lets_younger_ones_go(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 1, 0, 1, 1, 1}, {2, 0, 1, 2, 0, 1}, {3, 0, 1, 2, 1, 1}, {13, 0, 1, 2, 2, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 28, "");
    assert_string_equal(wave.commands, ".A.A.R.R.R....W.....R.......");
    assert_string_equal(wave.banks, ".0.1.0.1.1....0.....1.......");
    assert_string_equal(wave.ledger, "-dddd======ttt==tttt==------");
    static const unsigned order[] = {0, 2, 3, 1, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Bank 3's request is older than bank 2's. */
static void of_two_banks_that_may_open_the_older_requests_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 3, 1, 0, 1}, {2, 0, 2, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 22, "");
    assert_string_equal(wave.commands, ".A...RA...RA...R......");
    assert_string_equal(wave.banks, ".0...03...32...2......");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* The request of clock 1 waits for tRAS until 8; bank 1 opens meanwhile. */
static void an_older_request_whose_bank_may_not_close_lets_a_younger_one_open(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 1, 1, 0, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 23, "");
    assert_string_equal(wave.commands, ".A.A.R.RP...A...R......");
    assert_string_equal(wave.banks, ".0.1.0.10...0...0......");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 8 and 9 the PRE for the older request is legal, yet a write to the open row waits for tRTW: the policy holds it
 * back (y). */
static void a_hit_that_is_not_ready_keeps_its_row_open(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 1, 0, 1, 1, 1}};
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 32, "");
    assert_string_equal(wave.commands, ".A...R....W.......P..A...R......");
    assert_string_equal(wave.banks, ".0...0....0.......0..0...0......");
    assert_string_equal(wave.ledger, "-dddd==ayy==wwwwwwpppdddd==-----");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Twenty requests wait for tRAS; the one behind them opens bank 1 and reads, however deep in the queue it lies. */
static void the_youngest_of_a_long_queue_is_seen(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[22] = {{0, 0, 0, 1, 0, 1}};
    for (unsigned k = 1; k < 21; k++)
        script[k] = (struct script_request){0, 0, 0, 2, k % 16, 1};
    script[21] = (struct script_request){0, 0, 1, 1, 0, 1};
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    geometry.queue = 32;
    constraints.ras = 40;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, sizeof script / sizeof script[0], 95, "");
    assert_string_equal(wave.commands, ".A...R................A...R..............P..A..."
                                       "R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R........");
    assert_string_equal(wave.banks, ".0...0................1...1..............0..0..."
                                    "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0........");
    static const unsigned order[] = {0, 21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Bank 0 may not close before clock 201, and 125 requests wait for that. Request 65 comes to entry 64, request 127 to
 * entry 125, request 128 to entry 126 when 127 has not left yet; they open banks 3, 1 and 2, read and leave. Then those
 * that waited go in order of age, those that came to entries behind 63 too. */
static void a_queue_of_128_sees_both_words_of_its_sets(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[131] = {{0, 0, 0, 1, 0, 1}};
    unsigned order[131] = {0, 65, 66, 127, 128}, ordered = 5;
    for (unsigned k = 1; k < 131; k++) {
        script[k] = (struct script_request){0, 0, 0, 2, k % 16, 1};
        if (k != 65 && k != 66 && k != 127 && k != 128)
            order[ordered++] = k;
    }
    script[65].bank = script[66].bank = 3;
    script[127].bank = 1;
    script[128].bank = 2;
    ascii_run_long(&wave, "fr_fcfs", script, 131, 480);
    assert_memory_equal(wave.commands + 64, "..A...R.R...", 12);
    assert_memory_equal(wave.banks + 64, "..3...3.3...", 12);
    assert_memory_equal(wave.commands + 126, "..A.A.R.R...", 12);
    assert_memory_equal(wave.banks + 126, "..1.2.1.2...", 12);
    assert_memory_equal(wave.commands + 200, ".P..A...R.R.R.R.", 16);
    ascii_in_order(&wave, order, 131);
}

/* 131 requests for one closed row: 128 are taken, the next ones as those in front leave. The last one of them takes
 * entry 127 each time. */
static void entry_127_is_filled_again_and_again(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[132] = {{0, 0, 0, 1, 0, 1}};
    unsigned order[132];
    for (unsigned k = 0; k < 132; k++)
        order[k] = k;
    for (unsigned k = 1; k < 132; k++)
        script[k] = (struct script_request){0, 0, 0, 2, k % 16, 1};
    ascii_run_long(&wave, "fr_fcfs", script, 132, 480);
    assert_memory_equal(wave.commands + 200, ".P..A...R.R.R.R.", 16);
    assert_int_equal(wave.accepted_at[128], 128);
    assert_int_equal(wave.accepted_at[129], 208);
    assert_int_equal(wave.accepted_at[130], 210);
    assert_int_equal(wave.accepted_at[131], 212);
    ascii_in_order(&wave, order, 132);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_overtakes_an_older_conflict),
        cmocka_unit_test(of_two_hits_the_older_goes_first),
        cmocka_unit_test(read_write_read_of_one_column_keep_their_order),
        cmocka_unit_test(the_oldest_request_opens_the_next_row),
        cmocka_unit_test(a_request_that_arrives_with_the_act_of_its_row_is_a_hit),
        cmocka_unit_test(an_older_request_that_is_not_ready_lets_younger_ones_go),
        cmocka_unit_test(of_two_banks_that_may_open_the_older_requests_opens_first),
        cmocka_unit_test(an_older_request_whose_bank_may_not_close_lets_a_younger_one_open),
        cmocka_unit_test(a_hit_that_is_not_ready_keeps_its_row_open),
        cmocka_unit_test(the_youngest_of_a_long_queue_is_seen),
        cmocka_unit_test(a_queue_of_128_sees_both_words_of_its_sets),
        cmocka_unit_test(entry_127_is_filled_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
