// SPDX-License-Identifier: Apache-2.0
// Do registered commands come one clock later, with all that belongs to them, and nothing else?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/dram/rh_command_register.h"
#include "rowhold/rh_model.h"

static struct rh_geometry registered(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.registered = 1;
    return geometry;
}

/* As in test_backend.c, where they are not registered: refreshes due at 14, 28 and 42. */
static void commands_and_ledger_come_one_clock_later(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {8, 0, 0, 1, 1, 1}, {12, 0, 0, 1, 2, 1}, {20, 0, 1, 2, 0, 1}};
    struct rh_geometry geometry = registered();
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    constraints.refi = 14;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, sizeof script / sizeof script[0], 50, "");
    assert_string_equal(wave.commands, "..A...R...R...R.P..F........A......P...F........F.");
    assert_string_equal(wave.banks, "..0...0...0...0.0..0........1......1...0........0.");
    assert_string_equal(wave.ledger, "--dddd==--==--==------ffffffdfffffffffffffffffffff");
    assert_int_equal(wave.accepted_at[0], 0); /* the request port is as it was */
}

/* Steps alone, clock by clock: occupancy and timers as digits and stars, the response as R. */
struct lone {
    char occupancy[24], timers[24], response[24];
};

static struct lone lone_read(const struct rh_geometry *geometry) {
    const struct rh_block_ops *ops = rh_controller_find("fr_fcfs");
    struct rh_model model;
    struct lone lone = {{0}, {0}, {0}};
    assert_true(rh_model_open(&model, &rh_controller_kind, ops, geometry, &ascii_constraints));
    struct rh_unit unit = rh_model_unit(&model);
    for (unsigned t = 0; t < 20; t++) {
        struct rh_controller_in in = {.rsp_ready = 1, .req_valid = t == 0, .req_bank = 1, .req_row = 3, .req_tag = 9};
        struct rh_controller_out out;
        unit.cycle(unit.self, &in, &out);
        lone.occupancy[t] = (char)('0' + out.occupancy);
        lone.timers[t] = out.timers ? '*' : '.';
        lone.response[t] = out.rsp_valid ? 'R' : '.';
    }
    rh_model_close(&model);
    return lone;
}

/* ACT in clock 1, RD in 5, tRC of 11 until 12; rd_done is 5. */
static void the_response_waits_for_the_command(void **state) {
    (void)state;
    struct rh_geometry geometry = registered();
    struct lone at_once = lone_read(&ascii_geometry), late = lone_read(&geometry);
    assert_string_equal(at_once.occupancy, "01111100000000000000");
    assert_string_equal(late.occupancy, "00111110000000000000");
    assert_string_equal(at_once.timers, "..**********........");
    assert_string_equal(late.timers, "...**********.......");
    assert_string_equal(at_once.response, "..........R.........");
    assert_string_equal(late.response, "...........R........");
}

/* The longest distance that a counter of 6 bits takes, and one clock more: the command shows in 6, its response 63
 * later. */
static void the_longest_gap_needs_no_wider_counter(void **state) {
    (void)state;
    const struct rh_block_ops *ops = rh_controller_find("fifo");
    struct rh_geometry geometry = registered();
    struct rh_constraints constraints = ascii_constraints;
    constraints.rd_done = 63;
    struct rh_model model;
    assert_true(rh_model_open(&model, &rh_controller_kind, ops, &geometry, &constraints));
    struct rh_unit unit = rh_model_unit(&model);
    for (unsigned t = 0; t < 80; t++) {
        struct rh_controller_in in = {.rsp_ready = 1, .req_valid = t == 0};
        struct rh_controller_out out;
        unit.cycle(unit.self, &in, &out);
        assert_int_equal(out.col_cmd == RH_RD, t == 6);
        assert_int_equal(out.rsp_valid, t == 69);
    }
    rh_model_close(&model);
}

static void same_ports(const struct rh_controller_out *found, const struct rh_controller_out *expected) {
#define RH_OUT(name, type, count, width, enumeration, meaning) assert_int_equal(found->name, expected->name);
#include "tables/controller_ports.def"
}

static void a_clock_passes_on_what_it_was_given_and_no_other_port(void **state) {
    (void)state;
    struct rh_command_register r = {0};
    const struct rh_controller_out chosen = {.req_ready = 1,
                                             .rsp_valid = 1,
                                             .rsp_tag = 33,
                                             .rsp_write = 1,
                                             .col_cmd = RH_WR,
                                             .col_bank = 3,
                                             .col_column = 300,
                                             .col_tag = 700,
                                             .col_last = 1,
                                             .col_reason = RH_REASON_HIT,
                                             .row_cmd = RH_REF,
                                             .row_bank = 5,
                                             .row_row = 70000,
                                             .row_all = 1,
                                             .row_reason = RH_REASON_REFRESH,
                                             .active = 1,
                                             .booked = 1,
                                             .cause = 7,
                                             .timers = 1,
                                             .occupancy = 64};
    struct rh_controller_out out = chosen;
    rh_command_register_clock(&r, &out);
    const struct rh_controller_out first = {.req_ready = 1, .rsp_valid = 1, .rsp_tag = 33, .rsp_write = 1};
    same_ports(&out, &first);
    struct rh_controller_out then = {0};
    rh_command_register_clock(&r, &then);
    struct rh_controller_out expected = chosen;
    expected.req_ready = expected.rsp_valid = expected.rsp_write = 0;
    expected.rsp_tag = 0;
    same_ports(&then, &expected);
    rh_command_register_clock(&r, &then);
    const struct rh_controller_out nothing = {0};
    same_ports(&then, &nothing);
}

/* Without the parameter there is no such register, and behind reset it holds NOP. */
static void the_register_is_there_where_it_is_asked_for(void **state) {
    (void)state;
    struct rh_geometry geometry = registered();
    for (size_t c = 0; c < rh_controller_count(); c++) {
        struct rh_layout without, with;
        rh_layout_make(&without, rh_controller_at(c)->list, &ascii_geometry);
        rh_layout_make(&with, rh_controller_at(c)->list, &geometry);
        /* 3 + 2 + 4 + 6 + 1 + 3, 3 + 2 + 4 + 1 + 3, and 1 + 1 + 4 + 1 + 4 of the ledger */
        assert_int_equal(with.bits - without.bits, 43);
    }
}

/* A command in the register is no idle clock: the one in which it shows must not be skipped. */
static void a_clock_that_shows_a_command_is_not_idle(void **state) {
    (void)state;
    struct rh_geometry geometry = registered();
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    constraints.refi = 30;
    struct rh_model model;
    assert_true(rh_model_open(&model, &rh_controller_kind, rh_controller_find("fifo"), &geometry, &constraints));
    struct rh_unit unit = rh_model_unit(&model);
    const struct rh_controller_in in = {.rsp_ready = 1};
    char skipped[101] = {0}, shown[101] = {0};
    for (unsigned t = 0; t < 100; t++) {
        struct rh_controller_out out;
        skipped[t] = unit.idle(unit.self, &in, &out) != 0 ? '-' : '+';
        unit.cycle(unit.self, &in, &out);
        shown[t] = ".APRWF"[out.row_cmd];
    }
    rh_model_close(&model);
    assert_string_equal(
        shown, "...............................F.............................F.............................F........");
    for (unsigned t = 0; t < 100; t++)
        assert_true(shown[t] == '.' || skipped[t] == '+');
    assert_int_equal(skipped[28], '-');
    assert_int_equal(skipped[32], '-');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_and_ledger_come_one_clock_later),
        cmocka_unit_test(the_response_waits_for_the_command),
        cmocka_unit_test(the_longest_gap_needs_no_wider_counter),
        cmocka_unit_test(a_clock_passes_on_what_it_was_given_and_no_other_port),
        cmocka_unit_test(the_register_is_there_where_it_is_asked_for),
        cmocka_unit_test(a_clock_that_shows_a_command_is_not_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
