// SPDX-License-Identifier: Apache-2.0
// Does the head of the queue move into its bank's slot, one a clock and in order; does a full slot hold up those
// behind; do the banks serve their slots in turn?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* Runs the script with a queue of so many entries and so many banks. */
#define DRAW(entries, bank_count, constraints, clocks)                                                                 \
    struct ascii_wave wave;                                                                                            \
    struct rh_geometry geometry = ascii_geometry;                                                                      \
    geometry.queue = (entries);                                                                                        \
    geometry.banks = (bank_count);                                                                                     \
    ascii_run(&wave, "slot_fifo", &geometry, &(constraints), script, sizeof script / sizeof script[0], clocks, "")
#define EXPECT_ORDER(...)                                                                                              \
    do {                                                                                                               \
        static const unsigned order[] = {__VA_ARGS__};                                                                 \
        ascii_in_order(&wave, order, sizeof order / sizeof order[0]);                                                  \
    } while (0)

/* It came at 0 and is in the slot of its bank at 2; at 1 nothing but the policy (y) holds it back. */
static void a_request_is_in_its_slot_one_clock_after_it_came(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}};
    DRAW(2, 4, ascii_constraints, 12);
    assert_string_equal(wave.commands, "..A...R.....");
    assert_string_equal(wave.banks, "..0...0.....");
    assert_string_equal(wave.ledger, "-ydddd==----");
}

/* Bank 1 issues between the two commands of bank 0: the round robin moves on after each. */
static void two_banks_overlap_and_take_turns(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 2, 4, 1}};
    DRAW(2, 4, ascii_constraints, 20);
    assert_string_equal(wave.commands, "..A.A.R.R.R.........");
    assert_string_equal(wave.banks, "..0.1.0.1.0.........");
    assert_string_equal(wave.ledger, "-ydddd======--------");
    EXPECT_ORDER(1, 0);
}

/* Bank 0 serves row 1 until 6. The request for its row 2 waits for the slot at the head of the queue, and that for bank
 * 1, which could open at 4, waits behind it. */
static void a_full_slot_holds_up_those_behind(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 1, 1, 0, 1}};
    DRAW(2, 4, ascii_constraints, 30);
    assert_string_equal(wave.commands, "..A...R.AP..RA...R............");
    assert_string_equal(wave.banks, "..0...0.10..10...0............");
    assert_string_equal(wave.ledger, "-ydddd==dddd==ddd==-----------");
    EXPECT_ORDER(0, 2, 1);
}

/* The third request wants the row that is open; the second, which wants another, is before it. */
static void a_younger_hit_of_the_open_row_waits_its_turn(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    DRAW(2, 4, ascii_constraints, 36);
    assert_string_equal(wave.commands, "..A...R..P...A...R..P...A...R.......");
    assert_string_equal(wave.banks, "..0...0..0...0...0..0...0...0.......");
    assert_string_equal(wave.ledger, "-ydddd==apppadddd==apppadddd==------");
    EXPECT_ORDER(0, 1, 2);
}

/* The slot and the two entries are taken at 3. The fourth request comes in with the RD at 6: the slot is emptied, the
 * head moves into it. */
static void a_full_queue_takes_one_as_its_head_moves(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 1, 1, 0, 1}};
    DRAW(2, 4, ascii_constraints, 22);
    assert_string_equal(wave.commands, "..A...R.R.RA...R......");
    assert_string_equal(wave.banks, "..0...0.0.01...1......");
    assert_string_equal(wave.ledger, "-ydddd======ddd==-----");
    assert_int_equal(wave.accepted_at[2], 2);
    assert_int_equal(wave.accepted_at[3], 6);
    EXPECT_ORDER(0, 1, 2, 3);
}

/* A queue of four before four slots: `occupancy` counts to seven, and so many are stored; the eighth comes in as the
 * first leaves, at 22. */
static void occupancy_counts_all_that_is_stored(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}, {0, 0, 2, 1, 0, 1},
                                                   {0, 0, 3, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1},
                                                   {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rcd_rd = 20;
    DRAW(4, 4, constraints, 60);
    assert_int_equal(wave.accepted_at[6], 6);
    assert_int_equal(wave.accepted_at[7], 22);
}

/* The write comes at 7 and is in the queue at 8, where tRTW (t) would hold it back. */
static void the_head_is_ranked_first_while_no_slot_is_full(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {7, 1, 1, 1, 1, 1}};
    DRAW(2, 4, ascii_constraints, 16);
    assert_string_equal(wave.commands, "..A...R....W....");
    assert_string_equal(wave.banks, "..1...1....1....");
    assert_string_equal(wave.ledger, "-ydddd==ttt==---");
}

/* Round robin over columns stands at bank 0, over rows at bank 1. Both have a hit: the read of bank 0 waits for tWTR
 * (t), the write of bank 1 for tCCD (c); the column commands' turn says that bank 0 is ranked first. */
static void the_turn_of_the_columns_ranks_the_hits(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 1, 3, 1, 0, 1}, {1, 1, 1, 1, 0, 1}, {3, 0, 0, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = 6;
    constraints.wtr_s = constraints.wtr_l = 9;
    DRAW(2, 4, constraints, 26);
    assert_string_equal(wave.commands, "..A.AWA....W........R.....");
    assert_string_equal(wave.banks, "..3.130....1........0.....");
    assert_string_equal(wave.ledger, "-yddd==tttt==ttttttt==----");
}

/* Both turns stand behind bank 0. The read of bank 1 waits for tWTR (t), the write of bank 0 for tCCD (c): bank 1 is
 * ranked first. */
static void a_hit_that_had_its_turn_is_ranked_last(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 1, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 1, 0, 1, 1, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = 6;
    constraints.wtr_s = constraints.wtr_l = 9;
    DRAW(2, 4, constraints, 28);
    assert_string_equal(wave.commands, "..A.AW.....W........R.......");
    assert_string_equal(wave.banks, "..0.10.....0........1.......");
    assert_string_equal(wave.ledger, "-yddd==tttt==ttttttt==------");
}

/* Without a hit the row commands' turn counts: it stands at bank 2, whose last read holds its PRE back until 22 (w);
 * bank 1, at which the columns' turn arrives first, closes at 20. */
static void the_turn_of_the_rows_ranks_the_misses(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 2, 1, 0, 2}, {1, 0, 1, 1, 0, 1}, {2, 0, 1, 2, 0, 1}, {3, 0, 2, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rtp = 12;
    DRAW(2, 4, constraints, 34);
    assert_string_equal(wave.commands, "..A.A.R.R.R.........P.PA.A.R.R....");
    assert_string_equal(wave.banks, "..2.1.2.1.2.........1.21.2.1.2....");
    assert_string_equal(wave.ledger, "-ydddd======wwwwwwwwwwpdddd====---");
}

/* At 6 and at 11 the one command bus carries a read, though an ACT is legal: the bank whose turn it was opens in the
 * clock after. */
static void a_row_command_that_loses_the_bus_keeps_its_turn(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 0, 2, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    DRAW(2, 4, constraints, 24);
    assert_string_equal(wave.commands, "..A...RA...RA...R.......");
    assert_string_equal(wave.banks, "..0...01...12...2.......");
    assert_string_equal(wave.ledger, "-ydddd==ddd==ddd==------");
    EXPECT_ORDER(0, 1, 2);
}

/* Bank 1 opens first, so of banks 0 and 3 it is 3's turn; then the turn wraps around. */
static void the_turn_of_the_rows_goes_on_behind_the_bank_that_opened(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {1, 0, 0, 1, 0, 1}, {2, 0, 3, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    DRAW(2, 4, constraints, 24);
    assert_string_equal(wave.commands, "..A...RA...RA...R.......");
    assert_string_equal(wave.banks, "..1...13...30...0.......");
    EXPECT_ORDER(0, 2, 1);
}

/* At 9 bank 1 could close and bank 2 open: bank 1 had its turn last. */
static void a_bank_that_had_its_turn_goes_behind_the_others(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {0, 0, 1, 2, 0, 1}, {7, 0, 2, 1, 0, 1}};
    DRAW(2, 4, ascii_constraints, 28);
    assert_string_equal(wave.commands, "..A...R..AP..RA...R.........");
    assert_string_equal(wave.banks, "..1...1..21..21...1.........");
    EXPECT_ORDER(0, 2, 1);
}

/* At 6 bank 2 could open, but a column command goes first. At 10 it is bank 2's turn, which may not read before 11: the
 * next in turn reads. */
static void the_turn_of_the_columns_goes_on_with_every_command(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {1, 0, 1, 1, 0, 3}, {2, 0, 2, 1, 0, 3}};
    DRAW(2, 4, ascii_constraints, 30);
    assert_string_equal(wave.commands, "..A.A.RAR.R.R.R.R.R.R.R.......");
    assert_string_equal(wave.banks, "..0.1.021.0.1.2.0.1.2.2.......");
    assert_string_equal(wave.ledger, "-ydddd==================------");
    EXPECT_ORDER(0, 1, 2);
}

static void of_sixteen_banks_low_and_high_ones_read_in_turn(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 3, 1, 0, 3}, {0, 0, 12, 1, 0, 3}};
    DRAW(2, 16, ascii_constraints, 22);
    assert_string_equal(wave.commands, "..A.A.R.R.R.R.R.R.....");
    assert_string_equal(wave.banks, "..3.c.3.c.3.c.3.c.....");
    EXPECT_ORDER(0, 1);
}

/* At 7, when tRRD is over, banks 12 and 3 wait: the turn has come past bank 2. */
static void of_sixteen_banks_the_next_in_turn_opens_first(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {0, 0, 12, 1, 0, 1}, {0, 0, 3, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 5;
    DRAW(2, 16, constraints, 24);
    assert_string_equal(wave.commands, "..A...RA...RA...R.......");
    assert_string_equal(wave.banks, "..2...23...3c...c.......");
    EXPECT_ORDER(0, 2, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_in_its_slot_one_clock_after_it_came),
        cmocka_unit_test(two_banks_overlap_and_take_turns),
        cmocka_unit_test(a_full_slot_holds_up_those_behind),
        cmocka_unit_test(a_younger_hit_of_the_open_row_waits_its_turn),
        cmocka_unit_test(a_full_queue_takes_one_as_its_head_moves),
        cmocka_unit_test(occupancy_counts_all_that_is_stored),
        cmocka_unit_test(the_head_is_ranked_first_while_no_slot_is_full),
        cmocka_unit_test(the_turn_of_the_columns_ranks_the_hits),
        cmocka_unit_test(a_hit_that_had_its_turn_is_ranked_last),
        cmocka_unit_test(the_turn_of_the_rows_ranks_the_misses),
        cmocka_unit_test(a_row_command_that_loses_the_bus_keeps_its_turn),
        cmocka_unit_test(the_turn_of_the_rows_goes_on_behind_the_bank_that_opened),
        cmocka_unit_test(a_bank_that_had_its_turn_goes_behind_the_others),
        cmocka_unit_test(the_turn_of_the_columns_goes_on_with_every_command),
        cmocka_unit_test(of_sixteen_banks_low_and_high_ones_read_in_turn),
        cmocka_unit_test(of_sixteen_banks_the_next_in_turn_opens_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
