// SPDX-License-Identifier: Apache-2.0
// Does each bank serve its own queue in order, column commands first, round robin over the banks?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* Bank 1 issues between the two commands of bank 0: the round robin moves on after each. */
static void two_banks_overlap_and_take_turns(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 2, 4, 1}};
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 30,
              "");
    assert_string_equal(wave.commands, ".A.A.R.R.R....................");
    assert_string_equal(wave.banks, ".0.1.0.1.0....................");
    assert_string_equal(wave.ledger, "-dddd======-------------------");
    static const unsigned order[] = {1, 0};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static void a_hit_behind_a_conflict_of_its_bank_waits(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 46,
              "");
    assert_string_equal(wave.commands, ".A...R..P...A...R..P...A...R..................");
    assert_string_equal(wave.banks, ".0...0..0...0...0..0...0...0..................");
    assert_string_equal(wave.ledger, "-dddd==apppadddd==apppadddd==-----------------");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* A bank holds two of the queue of eight: the third request to bank 0 waits until one leaves, in that very clock. */
static void ready_looks_at_the_offered_bank_only(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}};
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 30,
              "");
    assert_int_equal(wave.accepted_at[0], 0);
    assert_int_equal(wave.accepted_at[1], 1);
    assert_int_equal(wave.accepted_at[2], 5);
    assert_int_equal(wave.commands[5], 'R');
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
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, ".A.AWA....W........R....");
    assert_string_equal(wave.banks, ".3.130....1........0....");
    assert_string_equal(wave.ledger, "-ddd==tttt==ttttttt==---");
}

/* Both turns stand behind bank 0. The read of bank 1 waits for tWTR (t), the write of bank 0 for tCCD (c): bank 1 is
 * ranked first. */
static void a_hit_that_had_its_turn_is_ranked_last(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 1, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 1, 0, 1, 1, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = 6;
    constraints.wtr_s = constraints.wtr_l = 9;
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 26, "");
    assert_string_equal(wave.commands, ".A.AW.....W........R......");
    assert_string_equal(wave.banks, ".0.10.....0........1......");
    assert_string_equal(wave.ledger, "-ddd==tttt==ttttttt==-----");
}

/* Without a hit the row commands' turn counts: it stands at bank 2, whose last read holds its PRE back until 21 (w);
 * bank 1, at which the columns' turn arrives first, closes at 19. */
static void the_turn_of_the_rows_ranks_the_misses(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 2, 1, 0, 2}, {1, 0, 1, 1, 0, 1}, {2, 0, 2, 2, 0, 1}, {3, 0, 1, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rtp = 12;
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 32, "");
    assert_string_equal(wave.commands, ".A.A.R.R.R.........P.PA.A.R.R...");
    assert_string_equal(wave.banks, ".2.1.2.1.2.........1.21.2.1.2...");
    assert_string_equal(wave.ledger, "-dddd======wwwwwwwwwwpdddd====--");
}

/* At 5 and at 10 the one command bus carries a read, though an ACT is legal: the bank whose turn it was opens in the
 * clock after. */
static void a_row_command_that_loses_the_bus_keeps_its_turn(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 0, 2, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 22, "");
    assert_string_equal(wave.commands, ".A...RA...RA...R......");
    assert_string_equal(wave.banks, ".0...01...12...2......");
    assert_string_equal(wave.ledger, "-dddd==ddd==ddd==-----");
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
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 22, "");
    assert_string_equal(wave.commands, ".A...RA...RA...R......");
    assert_string_equal(wave.banks, ".1...13...30...0......");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 8 bank 1 could close and bank 2 open: bank 1 had its turn last. */
static void a_bank_that_had_its_turn_goes_behind_the_others(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 1, 1, 0, 1}, {0, 0, 1, 2, 0, 1}, {7, 0, 2, 1, 0, 1}};
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 26,
              "");
    assert_string_equal(wave.commands, ".A...R..AP..RA...R........");
    assert_string_equal(wave.banks, ".1...1..21..21...1........");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 5 bank 2 could open, but a column command goes first. At 9 it is bank 2's turn, which may not read before 10: the
 * next in turn reads. */
static void the_turn_of_the_columns_goes_on_with_every_command(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {1, 0, 1, 1, 0, 3}, {2, 0, 2, 1, 0, 3}};
    ascii_run(&wave, "banked_fifo", &ascii_geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 28,
              "");
    assert_string_equal(wave.commands, ".A.A.RAR.R.R.R.R.R.R.R......");
    assert_string_equal(wave.banks, ".0.1.021.0.1.2.0.1.2.2......");
    assert_string_equal(wave.ledger, "-dddd==================-----");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

static const struct rh_geometry sixteen_banks = {.queue = 32,
                                                 .banks = 16,
                                                 .groups = 1,
                                                 .buses = 1,
                                                 .row_bits = 4,
                                                 .column_bits = 4,
                                                 .tag_bits = 6,
                                                 .responses = 8,
                                                 .timer_bits = 6};

static void of_sixteen_banks_low_and_high_ones_read_in_turn(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 3, 1, 0, 3}, {0, 0, 12, 1, 0, 3}};
    ascii_run(&wave, "banked_fifo", &sixteen_banks, &ascii_constraints, script, sizeof script / sizeof script[0], 22,
              "");
    assert_string_equal(wave.commands, ".A.A.R.R.R.R.R.R......");
    assert_string_equal(wave.banks, ".3.c.3.c.3.c.3.c......");
    static const unsigned order[] = {0, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

/* At 6, when tRRD is over, banks 12 and 3 wait: the turn has come past bank 2. */
static void of_sixteen_banks_the_next_in_turn_opens_first(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {0, 0, 12, 1, 0, 1}, {0, 0, 3, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 5;
    ascii_run(&wave, "banked_fifo", &sixteen_banks, &constraints, script, sizeof script / sizeof script[0], 24, "");
    assert_string_equal(wave.commands, ".A...RA...RA...R........");
    assert_string_equal(wave.banks, ".2...23...3c...c........");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, sizeof order / sizeof order[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_banks_overlap_and_take_turns),
        cmocka_unit_test(a_hit_behind_a_conflict_of_its_bank_waits),
        cmocka_unit_test(ready_looks_at_the_offered_bank_only),
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
