// SPDX-License-Identifier: Apache-2.0
// Does each bank serve one request at a time, those of its row before the others, and among both the oldest; are all
// that want a row found; is nobody passed for ever?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* It came at 0 and is at its bank at 2, when its row may open; at 1 the policy (y) alone holds it back. */
static void a_request_goes_to_its_bank_one_clock_after_it_came(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 12,
              "");
    assert_string_equal(wave.commands, "..A...R.....");
    assert_string_equal(wave.banks, "..0...0.....");
    assert_string_equal(wave.ledger, "-ydddd==----");
}

/* Rows 1, 2, 1 of one bank: the third goes before the second. The bank begins with row 1 at 1 and compares until 8, so
 * that it takes the third at 9. */
static void a_row_in_between_waits_for_the_one_that_is_served(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 26,
              "");
    assert_string_equal(wave.commands, "..A...R...R.P..A...R......");
    assert_string_equal(wave.banks, "..0...0...0.0..0...0......");
    assert_string_equal(wave.ledger, "-ydddd==yy==pppdddd==-----");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Behind the row that closes the bank begins with its oldest request, and goes on with those of that row, which were
 * there before. */
static void the_oldest_request_says_the_next_row(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 0, 1},
                                                   {0, 0, 0, 2, 1, 1}, {0, 0, 0, 3, 1, 1}, {0, 0, 0, 3, 2, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 60,
              "");
    static const unsigned order[] = {0, 1, 3, 2, 4, 5};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* The second request finds row 1 open. The third wants another, and the row closes at once, at 21; the fourth, which
 * came for row 1 in that clock, waits behind it. */
static void a_row_stays_open_until_another_is_wanted(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {12, 0, 0, 1, 1, 1}, {20, 0, 0, 2, 0, 1}, {21, 0, 0, 1, 2, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 46,
              "");
    assert_string_equal(wave.commands, "..A...R.......R......P..A...R..P...A...R......");
    assert_string_equal(wave.banks, "..0...0.......0......0..0...0..0...0...0......");
    static const unsigned order[] = {0, 1, 2, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 1 is read at 6 and may not close before 18: one that comes for it at 12 is served first. */
static void who_comes_before_the_PRE_joins(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {12, 0, 0, 1, 1, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rtp = 12;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 40, "");
    assert_string_equal(wave.commands, "..A...R.......R...........P..A...R......");
    assert_string_equal(wave.banks, "..0...0.......0...........0..0...0......");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* The row could close at 5, but rows are compared with it from 2 to 8. */
static void a_row_stays_open_while_rows_are_compared_with_it(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rcd_rd = constraints.ras = constraints.rtp = 2;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, "..A.R....P...A.R........");
    assert_string_equal(wave.banks, "..0.0....0...0.0........");
}

/* Of a queue of 64 the 56 places are compared eight a clock. Row 1 begins at 1 with the first request; the second came
 * in that clock, so that only the search finds it, from the highest place downwards. */
static void who_came_as_a_row_began_is_found(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 2, 0, 1}};
    geometry.queue = 64;
    ascii_run(&wave, "row_sorter", &geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, "..A...R...R.P..A...R....");
    assert_string_equal(wave.banks, "..0...0...0.0..0...0....");
}

/* A part is one place here, and begins with the one below. Bank 1 is busy, and its other request stays in the lowest
 * place. Bank 2 begins at 13, bank 0 at 14, in the clock in which the last request came. It sinks by a place a clock
 * while the part that is compared rises by one: they meet between two places. Row 1 of bank 0 opens once. */
static void who_sinks_from_part_to_part_is_found(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 8},  {0, 0, 1, 2, 0, 1},  {12, 0, 2, 1, 0, 1},
                                                   {13, 0, 0, 1, 0, 1}, {14, 0, 0, 1, 1, 1}, {15, 0, 0, 2, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 48,
              "");
    assert_string_equal(wave.commands, "..A...R.R.R.R.RARAR.R.RPR.RAP..RA...R...........");
    assert_string_equal(wave.banks, "..1...1.1.1.1.12101.1.210.010..10...0...........");
}

/* Banks 0 and 1 begin one after the other, and each compares all rows from where the search stands. */
static void two_banks_search_together(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 1, 2, 0, 1}, {0, 0, 1, 2, 1, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 1, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 36,
              "");
    assert_string_equal(wave.commands, "..A.A.R.RP.R.AP..RA...R.............");
    assert_string_equal(wave.banks, "..0.1.0.10.1.01..01...1.............");
    static const unsigned order[] = {0, 1, 2, 3, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Eight are stored, two of them at their banks, which are read eight times each. The others wait for bank 0, which is
 * read three times of four, last at 24, and for the next of them at 28. */
static void a_full_queue_takes_one_as_one_leaves(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 8}, {0, 0, 1, 1, 0, 8}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1},
        {0, 0, 0, 1, 5, 1}, {0, 0, 0, 1, 6, 1}, {0, 0, 0, 1, 7, 1}, {0, 0, 0, 1, 8, 1}, {0, 0, 0, 1, 9, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 80,
              "");
    static const unsigned at[] = {0, 1, 2, 3, 4, 5, 6, 7, 24, 28};
    assert_memory_equal(wave.accepted_at, at, sizeof at);
    static const unsigned order[] = {0, 2, 3, 4, 5, 6, 7, 8, 9, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Of 16 entries two have no place in the pool, and of those that one bank holds up one alone is at its bank: the
 * sixteenth request waits until the next moves there, at 21. */
static void an_eighth_of_the_entries_is_for_the_banks(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    struct ascii_wave wave;
    struct script_request script[16];
    geometry.queue = 16;
    for (unsigned i = 0; i < 16; i++)
        script[i] = (struct script_request){0, false, 0, 1, i & 7, i == 0 ? 8 : 1};
    ascii_run(&wave, "row_sorter", &geometry, &ascii_constraints, script, 16, 80, "");
    assert_int_equal(wave.accepted_at[14], 14);
    assert_int_equal(wave.accepted_at[15], 21);
}

/* At 7 and 8 no bank has a request, and none is to close: the oldest that waits is ranked first, of bank 2, which is
 * open. tCCD (c) holds it back, then the policy (y). From 9 on the bank is to close, and may at 18 (w). */
static void the_oldest_that_waits_is_ranked_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {0, 0, 2, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rtp = 12;
    constraints.burst = 1;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 32, "");
    assert_string_equal(wave.commands, "..A...R...........P..A...R......");
    assert_string_equal(wave.banks, "..2...2...........2..2...2......");
    assert_string_equal(wave.ledger, "-ydddd=cywwwwwwwwwpppdddd=------");
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
    ascii_run(&wave, "row_sorter", &geometry, &ascii_constraints, script, n, 200, "");
    assert_int_equal(wave.ordered, n);
    while (wave.order[passed] != before)
        passed++;
    return passed;
}

/* Sixteen of those that come while another row waits go before it; those that came before are not counted. But who came
 * as the row began counts as one of another row until it is found: the second of twenty at 8, and seven come
 * meanwhile. */
static void sixteen_pass_another_row(void **state) {
    (void)state;
    assert_int_equal(before_the_other_row(1, 15), 16);
    assert_int_equal(before_the_other_row(1, 16), 17);
    assert_int_equal(before_the_other_row(1, 17), 17);
    assert_int_equal(before_the_other_row(1, 30), 17);
    assert_int_equal(before_the_other_row(20, 30), 29);
}

/* Sixteen are counted anew for each row. Of row 1 17 are read, and two wait. Row 2 begins at 43; those that came before
 * go with it, and 16 of those that come later. */
static void each_row_takes_sixteen(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    struct ascii_wave wave;
    struct script_request script[80];
    geometry.queue = 64;
    for (unsigned i = 0; i < 80; i++) /* rows 1, 2, then 18 times row 1, then row 2 */
        script[i] = (struct script_request){0, false, 0, i == 0 || (i > 1 && i < 20) ? 1 : 2, 0, 1};
    ascii_run(&wave, "row_sorter", &geometry, &ascii_constraints, script, 80, 400, "");
    assert_int_equal(wave.ordered, 80);
    assert_int_equal(wave.order[16], 17); /* 0, 2 .. 17 of row 1 */
    assert_int_equal(wave.order[17], 1);
    assert_int_equal(wave.order[18], 20);
    assert_int_equal(wave.order[57], 59);
    assert_int_equal(wave.order[58], 18);
    assert_int_equal(wave.order[59], 19);
    assert_int_equal(wave.order[60], 60);
}

/* Bank 1 issues between the two commands of bank 0: the round robin moves on after each. */
static void two_banks_overlap_and_take_turns(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 2, 4, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 31,
              "");
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
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = 6;
    constraints.wtr_s = constraints.wtr_l = 9;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 25, "");
    assert_string_equal(wave.commands, "..A.AWA....W........R....");
    assert_string_equal(wave.banks, "..3.130....1........0....");
    assert_string_equal(wave.ledger, "-yddd==tttt==ttttttt==---");
}

/* Both turns stand behind bank 0. The read of bank 1 waits for tWTR (t), the write of bank 0 for tCCD (c): bank 1 is
 * ranked first. */
static void a_hit_that_had_its_turn_is_ranked_last(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 1, 0, 1, 0, 2}, {1, 0, 1, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = 6;
    constraints.wtr_s = constraints.wtr_l = 9;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 27, "");
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
        {0, 0, 2, 1, 0, 2}, {1, 0, 1, 1, 0, 1}, {8, 0, 2, 2, 0, 1}, {9, 0, 1, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rtp = 12;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 33, "");
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
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 23, "");
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
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 23, "");
    assert_string_equal(wave.commands, "..A...RA...RA...R......");
    assert_string_equal(wave.banks, "..1...13...30...0......");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 9 bank 1 could close and bank 2 open: bank 1 had its turn last, and what waits for it lies in place 3 of 7. */
static void a_bank_that_had_its_turn_goes_behind_the_others(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {5, 0, 1, 2, 0, 1}, {7, 0, 2, 1, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 27,
              "");
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
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 29,
              "");
    assert_string_equal(wave.commands, "..A.A.RAR.R.R.R.R.R.R.R......");
    assert_string_equal(wave.banks, "..0.1.021.0.1.2.0.1.2.2......");
    assert_string_equal(wave.ledger, "-ydddd==================-----");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* A request to another row of bank 2 waits in the lowest place. Of the reads from 12 on every second one is of bank 2,
 * until its request has all four; in between it is the turn of bank 1, of bank 2 itself at 18, of bank 0. */
static void the_bank_of_the_oldest_reads_in_every_second_command(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 4}, {0, 0, 1, 1, 0, 4}, {0, 0, 2, 1, 0, 4}, {0, 0, 2, 2, 0, 1}};
    ascii_run(&wave, "row_sorter", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 40,
              "");
    assert_string_equal(wave.commands, "..A.A.RAR.R.R.R.R.R.R.RPR.RAR..R........");
    assert_string_equal(wave.banks, "..0.1.021.0.2.1.2.2.2.021.021..2........");
    static const unsigned order[] = {2, 0, 1, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Bank 1 opens in its turn. At 11 it is bank 2's, but a request to another row of bank 3 waits in the lowest place. The
 * PRE of bank 3, at 18, goes in its turn again, which stands at bank 0 then. Where bank 3 reads for longer there is no
 * such PRE, and it still is bank 2's turn at 20. */
static void the_bank_of_the_oldest_opens_in_every_second_command(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[] = {
        {0, 0, 1, 1, 0, 1}, {0, 0, 2, 1, 0, 1}, {0, 0, 3, 1, 0, 1}, {0, 0, 3, 2, 0, 1}, {0, 0, 0, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 9;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 48, "");
    assert_string_equal(wave.commands, "..A...R....A...R..P.A...R....A...R....A...R.....");
    assert_string_equal(wave.banks, "..1...1....3...3..3.0...0....2...2....3...3.....");
    script[2].commands = 8;
    ascii_run(&wave, "row_sorter", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 64, "");
    assert_string_equal(wave.commands, "..A...R....A...R.R.RAR.R.R.R.RAR.PR....A...R....................");
    assert_string_equal(wave.banks, "..1...1....3...3.3.323.3.2.3.303.30....3...3....................");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_goes_to_its_bank_one_clock_after_it_came),
        cmocka_unit_test(a_row_in_between_waits_for_the_one_that_is_served),
        cmocka_unit_test(the_oldest_request_says_the_next_row),
        cmocka_unit_test(a_row_stays_open_until_another_is_wanted),
        cmocka_unit_test(who_comes_before_the_PRE_joins),
        cmocka_unit_test(a_row_stays_open_while_rows_are_compared_with_it),
        cmocka_unit_test(who_came_as_a_row_began_is_found),
        cmocka_unit_test(who_sinks_from_part_to_part_is_found),
        cmocka_unit_test(two_banks_search_together),
        cmocka_unit_test(a_full_queue_takes_one_as_one_leaves),
        cmocka_unit_test(an_eighth_of_the_entries_is_for_the_banks),
        cmocka_unit_test(the_oldest_that_waits_is_ranked_first),
        cmocka_unit_test(sixteen_pass_another_row),
        cmocka_unit_test(each_row_takes_sixteen),
        cmocka_unit_test(the_bank_of_the_oldest_reads_in_every_second_command),
        cmocka_unit_test(the_bank_of_the_oldest_opens_in_every_second_command),
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
