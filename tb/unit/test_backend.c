// SPDX-License-Identifier: Apache-2.0
// Are refresh, response slots and the acceptance of requests as promised, under any policy?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/dram/rh_backend.h"

/* Four slots; responses are taken from clock 22 on: the fifth read goes one clock later. */
static void without_a_response_slot_no_column_command_issues(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1},
                                                   {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1}, {0, 0, 0, 1, 5, 1}};
    struct rh_geometry geometry = ascii_geometry;
    geometry.responses = 4;
    ascii_run(&wave, "fifo", &geometry, &ascii_constraints, script, sizeof script / sizeof script[0], 40,
              "......................");
    assert_string_equal(wave.commands, ".A...R.R.R.R...........R.R..............");
    assert_string_equal(wave.ledger, "-dddd========ssssssssss====-------------");
    static const unsigned order[] = {0, 1, 2, 3, 4, 5};
    assert_int_equal(wave.ordered, 6);
    assert_memory_equal(wave.order, order, sizeof order);
    assert_int_equal(wave.responded, 6);
    assert_memory_equal(wave.responses, order, sizeof order);
}

/* Due at 14, 28 and 42: PRE once legal, REF after tRP and tRC, the next ACT after tRFC. */
static void an_all_bank_refresh_closes_and_holds_every_bank(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {8, 0, 0, 1, 1, 1}, {12, 0, 0, 1, 2, 1}, {20, 0, 1, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    constraints.refi = 14;
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 50, "");
    assert_string_equal(wave.commands, ".A...R...R...R.P..F........A......P...F........F..");
    assert_string_equal(wave.banks, ".0...0...0...0.0..0........1......1...0........0..");
    assert_string_equal(wave.ledger, "-dddd==--==--==------ffffffdffffffffffffffffffffff");
}

/* Bank 0 is refreshed while bank 1 is served, then bank 1, then bank 2. */
static void a_one_bank_refresh_leaves_the_others_at_work(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {8, 0, 0, 1, 1, 1}, {12, 0, 0, 1, 2, 1}, {20, 0, 1, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_PER_BANK;
    constraints.refi = 14;
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 50, "");
    assert_string_equal(wave.commands, ".A...R...R...R.P..F..A...R..P...F.........F.......");
    assert_string_equal(wave.banks, ".0...0...0...0.0..0..1...1..1...1.........2.......");
    assert_string_equal(wave.ledger, "-dddd==--==--==------dddd==-----------------------");
    static const unsigned order[] = {0, 1, 2, 3};
    assert_int_equal(wave.ordered, 4);
    assert_memory_equal(wave.order, order, sizeof order);
    assert_int_equal(wave.responded, 4);
    assert_memory_equal(wave.responses, order, sizeof order);
}

/* Two groups: banks 0 and 2 are the first of theirs. Due at 14, both close, one PRE a clock; one REF, tRP after the
 * second, is for both, and no ACT comes before it; bank 2 opens tRFC 9 later. Bank 1 is
 * served then; it and bank 3 have their turn at 28, 0 and 2 theirs at 42. */
static void a_same_bank_refresh_takes_one_bank_of_every_group(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 0, 1}, {14, 0, 1, 2, 0, 1}, {15, 0, 2, 1, 1, 1}};
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    geometry.groups = 2;
    constraints.refresh = RH_REFRESH_SAME_BANK;
    constraints.refi = 14;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, sizeof script / sizeof script[0], 50, "");
    assert_string_equal(wave.commands, ".A.A.R.R......PP..FA...R...AP..FR.........P..F....");
    assert_string_equal(wave.banks, ".0.2.0.2......02..01...1...21..12.........2..0....");
    assert_string_equal(wave.ledger, "-dddd====------bfffdddd==ffddddb==----------------");
}

/* ACT of two clocks, tRRD 2 from ACT to REF, tRREFD 4 from REF to ACT. Bank 0 is opened at 29, due at 30, and could be
 * closed at 29 + 7; the ACT at 35 holds the bus then. Its REF could go at 37 + 3; the ACT at 39 holds it back to 41, as
 * late as the judge allows: 30 + max(7 + 1 + 3, 11) - 1 + 1. The next ACT comes four clocks after it. */
static void activates_of_other_banks_hold_an_hbm_refresh_that_long(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {28, 0, 0, 1, 0, 1}, {34, 0, 1, 1, 0, 1}, {38, 0, 2, 1, 0, 1}, {40, 0, 3, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_PER_BANK;
    constraints.refi = 30;
    constraints.rcd_rd = 20;
    constraints.act_bus = 2;
    constraints.rrefd = 4;
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 48, "");
    assert_string_equal(wave.commands, ".............................A.....A.P.A.F...A..");
    assert_string_equal(wave.banks, ".............................0.....1.0.2.0...3..");
}

/* Eight fit in clocks 0 to 7; the ninth enters with the first RD, in clock 1 + 12, the tenth with the second. */
static void a_full_queue_accepts_in_the_clock_in_which_an_entry_leaves(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1},
        {0, 0, 0, 1, 5, 1}, {0, 0, 0, 1, 6, 1}, {0, 0, 0, 1, 7, 1}, {0, 0, 0, 1, 8, 1}, {0, 0, 0, 1, 9, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.rcd_rd = 12;
    ascii_run(&wave, "fifo", &ascii_geometry, &constraints, script, sizeof script / sizeof script[0], 40, "");
    assert_int_equal(wave.accepted_at[7], 7);
    assert_int_equal(wave.accepted_at[8], 13);
    assert_int_equal(wave.accepted_at[9], 15);
    assert_string_equal(wave.commands, ".A...........R.R.R.R.R.R.R.R.R.R........");
}

/* A policy of one column command: opens row 1 of bank 0 at 1, reads it with auto-precharge at 5, and wants row 2 of
 * `bank` from 6 on; the ledger speaks of that one. */
static void read_and_close(unsigned bank, uint16_t refi, unsigned clocks, char *commands, char *ledger) {
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    struct rh_backend backend;
    memset(&backend, 0, sizeof backend);
    geometry.subarray_group_bits = 1;
    geometry.subarray_bits = 2;
    constraints.refresh = refi == 0 ? RH_REFRESH_OFF : RH_REFRESH_ALL_BANK;
    constraints.refi = refi == 0 ? 60 : refi;
    for (unsigned t = 0; t < clocks; t++) {
        const struct rh_controller_in in = {.rsp_ready = 1};
        struct rh_controller_out out;
        struct rh_view view;
        rh_backend_query(&backend, &geometry, &constraints, &view);
        struct rh_choice choice = {.column = t == 5, .last = true, .close = true, .occupancy = 1};
        choice.first_bank = choice.row_bank = (uint8_t)(t < 6 ? 0 : bank);
        choice.row_number = t < 6 ? 1 : 2;
        choice.first_hit = t > 1 && t < 6;
        choice.row = t == 1 || (t >= 6 && rh_backend_row_ok(&backend, &geometry, &view, bank));
        if (t >= 6)
            assert_false(rh_backend_column_ok(&backend, &geometry, &view, 0, false));
        (void)rh_backend_clock(&backend, &geometry, &constraints, &view, &in, &choice, &out);
        commands[t] = ".APRWFrw"[out.col_cmd != RH_NOP ? out.col_cmd : out.row_cmd];
        ledger[t] = out.booked ? '=' : ascii_causes[out.cause];
    }
    commands[clocks] = ledger[clocks] = '\0';
}

/* tRAS lets the row close at 8, without a PRE; then tRP until 11, tRC until 12. */
static void auto_precharge_closes_without_a_command(void **state) {
    (void)state;
    char commands[20], ledger[20];
    read_and_close(0, 0, 13, commands, ledger);
    assert_string_equal(commands, ".A...r......A");
    assert_string_equal(ledger + 6, "=apppad");
}

/* The neighbour's row is closing: no PRE goes out for the ACT of bank 1, which may come behind the clock of closing. */
static void a_closing_neighbour_gets_no_pre(void **state) {
    (void)state;
    char commands[20], ledger[20];
    read_and_close(1, 0, 10, commands, ledger);
    assert_string_equal(commands, ".A...r...A");
    assert_string_equal(ledger + 6, "=uud");
}

/* Due from 7 on: the refresh sends no PRE either, and its REF keeps tRC from the ACT. */
static void a_refresh_waits_for_auto_precharge(void **state) {
    (void)state;
    char commands[20], ledger[20];
    read_and_close(0, 7, 15, commands, ledger);
    assert_string_equal(commands, ".A...r......F..");
    assert_string_equal(ledger + 6, "=ffffffff");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_response_slot_no_column_command_issues),
        cmocka_unit_test(an_all_bank_refresh_closes_and_holds_every_bank),
        cmocka_unit_test(a_one_bank_refresh_leaves_the_others_at_work),
        cmocka_unit_test(a_same_bank_refresh_takes_one_bank_of_every_group),
        cmocka_unit_test(activates_of_other_banks_hold_an_hbm_refresh_that_long),
        cmocka_unit_test(auto_precharge_closes_without_a_command),
        cmocka_unit_test(a_closing_neighbour_gets_no_pre),
        cmocka_unit_test(a_refresh_waits_for_auto_precharge),
        cmocka_unit_test(a_full_queue_accepts_in_the_clock_in_which_an_entry_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
