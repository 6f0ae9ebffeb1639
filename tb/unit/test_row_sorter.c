// SPDX-License-Identifier: Apache-2.0
// Is a request sorted by its row, once, into the lists of its bank; are the lists served in the order in which they
// began; is nobody passed for ever?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* It came at 0 and is in its list at 2, when its row may open; at 1 the policy (y) alone holds it back. */
static void a_request_is_sorted_one_clock_after_it_came(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 12, "");
    assert_string_equal(wave.commands, "..A...R.....");
    assert_string_equal(wave.banks, "..0...0.....");
    assert_string_equal(wave.ledger, "-ydddd==----");
}

/* Rows 1, 2, 1 of one bank: the third request joins the first. */
static void a_row_in_between_waits_for_the_list_before_it(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, "..A...R.R.P..A...R......");
    assert_string_equal(wave.banks, "..0...0.0.0..0...0......");
    assert_string_equal(wave.ledger, "-ydddd====pppdddd==-----");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* The second request finds row 1 open, the third takes the place of its list: the row is not open any more for the
 * fourth, which waits behind it. */
static void an_empty_list_keeps_its_row_open(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {12, 0, 0, 1, 1, 1}, {20, 0, 0, 2, 0, 1}, {21, 0, 0, 1, 2, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 46, "");
    assert_string_equal(wave.commands, "..A...R.......R.......P..A...R..P...A...R.....");
    assert_string_equal(wave.banks, "..0...0.......0.......0..0...0..0...0...0.....");
    static const unsigned order[] = {0, 1, 2, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Four lists begin. The fifth row came at 4 and waits until the first list ends at 6; only then is the port open again,
 * for whatever bank. */
static void a_fifth_row_waits_and_holds_the_port(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 0, 1},
                                                   {0, 0, 0, 4, 0, 1}, {0, 0, 0, 5, 0, 1}, {0, 0, 1, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 80, "");
    assert_int_equal(wave.accepted_at[4], 4);
    assert_int_equal(wave.accepted_at[5], 7);
    static const unsigned order[] = {0, 5, 1, 2, 3, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void a_row_that_has_a_list_joins_when_all_are_in_use(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 0, 1},
                                                   {0, 0, 0, 4, 0, 1}, {0, 0, 0, 4, 1, 1}, {0, 0, 0, 1, 1, 1},
                                                   {0, 0, 1, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 80, "");
    assert_int_equal(wave.accepted_at[4], 4);
    assert_int_equal(wave.accepted_at[5], 5);
    assert_int_equal(wave.accepted_at[6], 6);
    static const unsigned order[] = {0, 5, 6, 1, 2, 3, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 1 is read at 6. The third request came at 5, is sorted at 6 and goes before the list that waits. */
static void who_is_sorted_as_the_last_one_leaves_joins_it(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {5, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, "..A...R.R.P..A...R......");
    assert_string_equal(wave.banks, "..0...0.0.0..0...0......");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void who_is_sorted_a_clock_later_begins_anew(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {6, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 36, "");
    assert_string_equal(wave.commands, "..A...R..P...A...R..P...A...R.......");
    assert_string_equal(wave.banks, "..0...0..0...0...0..0...0...0.......");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Sorted at 6, in the clock in which the only request of row 1 leaves: the row closes as soon as tRAS lets it. */
static void a_list_begins_as_the_one_before_it_ends(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {5, 0, 0, 2, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, "..A...R..P...A...R......");
    assert_string_equal(wave.banks, "..0...0..0...0...0......");
    static const unsigned order[] = {0, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void a_full_queue_takes_one_as_one_leaves(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 1, 3, 1}};
    struct rh_geometry geometry = ascii_geometry;
    geometry.queue = 2;
    ascii_run(&wave, "row_sorter", &geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 20, "");
    static const unsigned at[] = {0, 1, 6, 8};
    assert_memory_equal(wave.accepted_at, at, sizeof at);
    static const unsigned order[] = {0, 1, 2, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Bank 2 is read at 6 and may close at 18 (w). At 9 the only request is one that is not sorted yet. */
static void the_request_alone_in_no_list_is_ranked_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {8, 0, 2, 2, 0, 1}};
    struct rh_gaps gaps = ascii_gaps;
    gaps.rtp = 12;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &gaps, script, sizeof script / sizeof script[0], 32, "");
    assert_string_equal(wave.commands, "..A...R...........P..A...R......");
    assert_string_equal(wave.banks, "..2...2...........2..2...2......");
    assert_string_equal(wave.ledger, "-ydddd==-wwwwwwwwwpppdddd==-----");
}

/* Sends `before` requests to row 1, one to row 2, `after` to row 1, a clock each. Those to row 1 that leave before the
 * one to row 2: */
static unsigned before_the_other_row(unsigned before, unsigned after) {
    struct rh_geometry geometry = ascii_geometry;
    struct ascii_wave wave;
    struct script_request script[64];
    unsigned n = before + 1 + after, passed = 0;
    geometry.queue = 64;
    for (unsigned i = 0; i < n; i++)
        script[i] = (struct script_request){0, false, 0, i == before ? 2 : 1, 0, 1};
    ascii_run(&wave, "row_sorter", &geometry, &ascii_gaps, script, n, 200, "");
    assert_int_equal(wave.ordered, n);
    while (wave.order[passed] != before)
        passed++;
    return passed;
}

/* Sixteen join the list that is served while another waits, those that came before that not counted. */
static void sixteen_pass_a_list_that_waits(void **state) {
    (void)state;
    assert_int_equal(before_the_other_row(1, 15), 16);
    assert_int_equal(before_the_other_row(1, 16), 17);
    assert_int_equal(before_the_other_row(1, 17), 17);
    assert_int_equal(before_the_other_row(1, 30), 17);
    assert_int_equal(before_the_other_row(20, 30), 36);
}

/* Sixteen are counted anew for each list, from when it is served. Row 1 is read 17 times, last at 38; up to then row 2
 * has taken the requests 20 to 37, and then it takes 16 more. */
static void each_list_that_is_served_takes_sixteen(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    struct ascii_wave wave;
    struct script_request script[58];
    geometry.queue = 64;
    for (unsigned i = 0; i < 58; i++) /* rows 1, 2, then 18 times row 1, then 38 times row 2 */
        script[i] = (struct script_request){0, false, 0, i == 0 || (i > 1 && i < 20) ? 1 : 2, 0, 1};
    ascii_run(&wave, "row_sorter", &geometry, &ascii_gaps, script, 58, 260, "");
    assert_int_equal(wave.ordered, 58);
    assert_int_equal(wave.order[16], 17); /* 0, 2 .. 17 of row 1 */
    assert_int_equal(wave.order[17], 1);
    assert_int_equal(wave.order[18], 20);
    assert_int_equal(wave.order[51], 53);
    assert_int_equal(wave.order[52], 18);
    assert_int_equal(wave.order[53], 19);
    assert_int_equal(wave.order[54], 54);
}

/* Bank 1 issues between the two commands of bank 0: the round robin moves on after each. */
static void two_banks_overlap_and_take_turns(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 2, 4, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 31, "");
    assert_string_equal(wave.commands, "..A.A.R.R.R....................");
    assert_string_equal(wave.banks, "..0.1.0.1.0....................");
    assert_string_equal(wave.ledger, "-ydddd======-------------------");
    static const unsigned order[] = {1, 0};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Round robin over columns stands at bank 0, over rows at bank 1. Both have a hit: the read of bank 0 waits for tWTR
 * (t), the write of bank 1 for tCCD (c); the column commands' turn says that bank 0 is ranked first. */
static void the_turn_of_the_columns_ranks_the_hits(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 1, 3, 1, 0, 1}, {1, 1, 1, 1, 0, 1}, {3, 0, 0, 1, 0, 1}};
    struct rh_gaps gaps = ascii_gaps;
    gaps.ccd_s = gaps.ccd_l = 6;
    gaps.wtr_s = gaps.wtr_l = 9;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &gaps, script, sizeof script / sizeof script[0], 25, "");
    assert_string_equal(wave.commands, "..A.AWA....W........R....");
    assert_string_equal(wave.banks, "..3.130....1........0....");
    assert_string_equal(wave.ledger, "-yddd==tttt==ttttttt==---");
}

/* Both turns stand behind bank 0. The read of bank 1 waits for tWTR (t), the write of bank 0 for tCCD (c): bank 1 is
 * ranked first. */
static void a_hit_that_had_its_turn_is_ranked_last(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 1, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 1, 0, 1, 1, 1}};
    struct rh_gaps gaps = ascii_gaps;
    gaps.ccd_s = gaps.ccd_l = 6;
    gaps.wtr_s = gaps.wtr_l = 9;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &gaps, script, sizeof script / sizeof script[0], 27, "");
    assert_string_equal(wave.commands, "..A.AW.....W........R......");
    assert_string_equal(wave.banks, "..0.10.....0........1......");
    assert_string_equal(wave.ledger, "-yddd==tttt==ttttttt==-----");
}

/* Without a hit the row commands' turn counts: it stands at bank 2, whose last read holds its PRE back until 22 (w);
 * bank 1, at which the columns' turn arrives first, closes at 20. */
static void the_turn_of_the_rows_ranks_the_misses(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 2, 1, 0, 2}, {1, 0, 1, 1, 0, 1}, {2, 0, 2, 2, 0, 1}, {3, 0, 1, 2, 0, 1}};
    struct rh_gaps gaps = ascii_gaps;
    gaps.rtp = 12;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &gaps, script, sizeof script / sizeof script[0], 33, "");
    assert_string_equal(wave.commands, "..A.A.R.R.R.........P.PA.A.R.R...");
    assert_string_equal(wave.banks, "..2.1.2.1.2.........1.21.2.1.2...");
    assert_string_equal(wave.ledger, "-ydddd======wwwwwwwwwwpdddd====--");
}

/* At 6 and at 11 the one command bus carries a read, though an ACT is legal: the bank whose turn it was opens in the
 * clock after. */
static void a_row_command_that_loses_the_bus_keeps_its_turn(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 0, 2, 1, 0, 1}};
    struct rh_gaps gaps = ascii_gaps;
    gaps.rrd_s = gaps.rrd_l = 4;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &gaps, script, sizeof script / sizeof script[0], 23, "");
    assert_string_equal(wave.commands, "..A...RA...RA...R......");
    assert_string_equal(wave.banks, "..0...01...12...2......");
    assert_string_equal(wave.ledger, "-ydddd==ddd==ddd==-----");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Bank 1 opens first, so of banks 0 and 3 it is 3's turn; then the turn wraps around. */
static void the_turn_of_the_rows_goes_on_behind_the_bank_that_opened(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {1, 0, 0, 1, 0, 1}, {2, 0, 3, 1, 0, 1}};
    struct rh_gaps gaps = ascii_gaps;
    gaps.rrd_s = gaps.rrd_l = 4;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &gaps, script, sizeof script / sizeof script[0], 23, "");
    assert_string_equal(wave.commands, "..A...RA...RA...R......");
    assert_string_equal(wave.banks, "..1...13...30...0......");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 9 bank 1 could close and bank 2 open: bank 1 had its turn last. */
static void a_bank_that_had_its_turn_goes_behind_the_others(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {0, 0, 1, 2, 0, 1}, {7, 0, 2, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 27, "");
    assert_string_equal(wave.commands, "..A...R..AP..RA...R........");
    assert_string_equal(wave.banks, "..1...1..21..21...1........");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 6 bank 2 could open, but a column command goes first. At 10 it is bank 2's turn, which may not read before 11: the
 * next in turn reads. */
static void the_turn_of_the_columns_goes_on_with_every_command(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {1, 0, 1, 1, 0, 3}, {2, 0, 2, 1, 0, 3}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_gaps, script, sizeof script / sizeof script[0], 29, "");
    assert_string_equal(wave.commands, "..A.A.RAR.R.R.R.R.R.R.R......");
    assert_string_equal(wave.banks, "..0.1.021.0.1.2.0.1.2.2......");
    assert_string_equal(wave.ledger, "-ydddd==================-----");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_sorted_one_clock_after_it_came),
        cmocka_unit_test(a_row_in_between_waits_for_the_list_before_it),
        cmocka_unit_test(an_empty_list_keeps_its_row_open),
        cmocka_unit_test(a_fifth_row_waits_and_holds_the_port),
        cmocka_unit_test(a_row_that_has_a_list_joins_when_all_are_in_use),
        cmocka_unit_test(who_is_sorted_as_the_last_one_leaves_joins_it),
        cmocka_unit_test(who_is_sorted_a_clock_later_begins_anew),
        cmocka_unit_test(a_list_begins_as_the_one_before_it_ends),
        cmocka_unit_test(a_full_queue_takes_one_as_one_leaves),
        cmocka_unit_test(the_request_alone_in_no_list_is_ranked_first),
        cmocka_unit_test(sixteen_pass_a_list_that_waits),
        cmocka_unit_test(each_list_that_is_served_takes_sixteen),
        cmocka_unit_test(two_banks_overlap_and_take_turns),
        cmocka_unit_test(the_turn_of_the_columns_ranks_the_hits),
        cmocka_unit_test(a_hit_that_had_its_turn_is_ranked_last),
        cmocka_unit_test(the_turn_of_the_rows_ranks_the_misses),
        cmocka_unit_test(a_row_command_that_loses_the_bus_keeps_its_turn),
        cmocka_unit_test(the_turn_of_the_rows_goes_on_behind_the_bank_that_opened),
        cmocka_unit_test(a_bank_that_had_its_turn_goes_behind_the_others),
        cmocka_unit_test(the_turn_of_the_columns_goes_on_with_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
