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
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 70,
              "");
    assert_string_equal(wave.commands, ".A...R..P...A...R.R.R.P..A...R.R......................................");
    assert_string_equal(wave.ledger, "-ddda==apppadddd======pppdddd====-------------------------------------");
    static const unsigned order[] = {0, 2, 3, 5, 1, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void of_equal_rows_the_oldest_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 1, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 60,
              "");
    assert_string_equal(wave.commands, ".A...R..P...A...R..P...A...R................................");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void a_hit_overtakes_an_older_conflict(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 46,
              "");
    assert_string_equal(wave.commands, ".A...R.R.P..A...R.............................");
    assert_string_equal(wave.banks, ".0...0.0.0..0...0.............................");
    assert_string_equal(wave.ledger, "-dddd====pppdddd==----------------------------");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 2 and row 3 have two requests each; those of row 3 arrived between those of row 2. */
static void of_rows_that_tie_the_row_of_the_oldest_request_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 3, 0, 1}, {0, 0, 0, 3, 1, 1}, {0, 0, 0, 2, 1, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 37,
              "");
    assert_string_equal(wave.commands, ".A...R..P...A...R.R.P..A...R.R.......");
    static const unsigned order[] = {0, 1, 4, 2, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 1 of bank 0 begins with three requests against row 2's two; two have left when the refresh closes the row. Row 2
 * opens next. */
static void a_request_that_left_no_longer_counts(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {22, 0, 0, 1, 0, 1}, {22, 0, 0, 1, 1, 1}, {22, 0, 0, 1, 2, 1}, {22, 0, 0, 2, 0, 1}, {22, 0, 0, 2, 1, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    constraints.refi = 30;
    ascii_run(&wave, "most_pending", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 66, "");
    assert_string_equal(wave.commands, ".......................A...R.R.P..F........A...R.R.P..A...R..P...F");
    assert_string_equal(wave.ledger, "-----------------------dddd====ffffffffffffdddd====pppdddd==------");
    static const unsigned order[] = {0, 1, 3, 4, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 2 of bank 0 has three requests and waits for tRAS; bank 1 with one request opens meanwhile. */
static void the_row_most_wanted_waits_without_holding_up_another_bank(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 2, 1, 1}, {0, 0, 0, 2, 2, 1}, {0, 0, 1, 1, 0, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 27,
              "");
    assert_string_equal(wave.commands, ".A...RA.P.R.A...R.R.R......");
    assert_string_equal(wave.banks, ".0...01.0.1.0...0.0.0......");
    static const unsigned order[] = {0, 4, 1, 2, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 2 is wanted once in bank 1 and once in bank 3, row 3 of bank 2 twice. */
static void a_row_of_the_same_number_in_another_bank_does_not_count(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 1, 2, 0, 1}, {2, 0, 2, 3, 0, 1}, {3, 0, 2, 3, 1, 1}, {4, 0, 3, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    ascii_run(&wave, "most_pending", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 27, "");
    assert_string_equal(wave.commands, ".A...RA...RAR..RA...R......");
    assert_string_equal(wave.banks, ".0...02...212..13...3......");
    static const unsigned order[] = {0, 2, 3, 1, 4};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* As in fr_fcfs; besides, two requests want the other row. */
static void a_hit_that_is_not_ready_keeps_its_row_open(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 1, 0, 1, 1, 1}, {0, 0, 0, 2, 1, 1}};
    ascii_run(&wave, "most_pending", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 34,
              "");
    assert_string_equal(wave.commands, ".A...R....W.......P..A...R.R......");
    assert_string_equal(wave.banks, ".0...0....0.......0..0...0.0......");
    assert_string_equal(wave.ledger, "-dddd==ayy==wwwwwwpppdddd====-----");
    static const unsigned order[] = {0, 2, 1, 3};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 2 has 15 requests, row 3 one more: no count is too great to be compared. */
static void one_request_more_of_many_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[32] = {{0, 0, 0, 1, 0, 1}};
    for (unsigned k = 1; k < 32; k++)
        script[k] = (struct script_request){0, 0, 0, k < 16 ? 2 : 3, k % 16, 1};
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    geometry.queue = 32;
    constraints.ras = 50;
    ascii_run(&wave, "most_pending", &geometry, &constraints, script, sizeof script / sizeof script[0], 150, "");
    assert_string_equal(wave.commands, ".A...R.............................................P..A..."
                                       "R.R.R.R.R.R.R.R.R.R.R.R.R.R.R.R...............P..A..."
                                       "R.R.R.R.R.R.R.R.R.R.R.R.R.R.R..........");
    static const unsigned order[] = {0,  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
                                     31, 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* Row 2 has 63 requests in entries 0 to 62, row 3 has 63 in entries 64 to 126, which a last one makes 64 in the other
 * test: `last` is its row. 350 clocks are enough for one of the rows. */
static void long_queue(struct ascii_wave *wave, unsigned last) {
    struct script_request script[129] = {{0, 0, 0, 1, 0, 1}};
    for (unsigned k = 1; k < 128; k++)
        script[k] = (struct script_request){0, 0, 0, k < 64 ? 2 : k == 64 ? 5 : 3, k % 16, 1};
    script[128] = (struct script_request){0, 0, 0, last, 0, 1};
    ascii_run_long(wave, "most_pending", script, 129, 350);
}

static void the_most_wanted_row_may_lie_in_the_second_word(void **state) {
    (void)state;
    struct ascii_wave wave;
    long_queue(&wave, 3);
    assert_memory_equal(wave.commands + 200, ".P..A...R.R.R.R.", 16);
    assert_int_equal(wave.ordered, 1 + 64); /* the other row waits for tRAS */
    for (unsigned k = 0; k < 64; k++)
        assert_int_equal(wave.order[1 + k], 65 + k);
}

static void of_rows_that_tie_in_both_words_the_oldest_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    long_queue(&wave, 4);
    assert_memory_equal(wave.commands + 200, ".P..A...R.R.R.R.", 16);
    assert_int_equal(wave.ordered, 1 + 63);
    for (unsigned k = 0; k < 63; k++)
        assert_int_equal(wave.order[1 + k], 1 + k);
}

/* 128 requests to one row of bank 0 against one, the oldest, of bank 1: neither holds up the other, and the count of
 * 128 is no 0. Bank 2's row is wanted once. */
static void a_row_may_be_wanted_128_times(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct script_request script[130] = {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}};
    for (unsigned k = 2; k < 130; k++)
        script[k] = (struct script_request){0, 0, 0, 2, k % 16, 1};
    ascii_run_long(&wave, "most_pending", script, 130, ASCII_CLOCKS);
    assert_memory_equal(wave.commands, ".A.A.R.R........", 16);
    assert_memory_equal(wave.commands + 200, ".P..A...R.R.R.R.", 16);
    unsigned order[130];
    for (unsigned k = 0; k < 130; k++)
        order[k] = k;
    assert_int_equal(wave.accepted_at[129], 129);
    ascii_in_order(&wave, order, 130);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_with_most_requests_opens_first),
        cmocka_unit_test(of_equal_rows_the_oldest_opens_first),
        cmocka_unit_test(a_hit_overtakes_an_older_conflict),
        cmocka_unit_test(of_rows_that_tie_the_row_of_the_oldest_request_opens_first),
        cmocka_unit_test(a_request_that_left_no_longer_counts),
        cmocka_unit_test(the_row_most_wanted_waits_without_holding_up_another_bank),
        cmocka_unit_test(a_row_of_the_same_number_in_another_bank_does_not_count),
        cmocka_unit_test(a_hit_that_is_not_ready_keeps_its_row_open),
        cmocka_unit_test(one_request_more_of_many_opens_first),
        cmocka_unit_test(the_most_wanted_row_may_lie_in_the_second_word),
        cmocka_unit_test(of_rows_that_tie_in_both_words_the_oldest_opens_first),
        cmocka_unit_test(a_row_may_be_wanted_128_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
