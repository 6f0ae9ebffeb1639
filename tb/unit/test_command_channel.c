// SPDX-License-Identifier: Apache-2.0
// Who gets the command buses and the data buses, and do the commands go out as they were chosen?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/dram/rh_command_channel.h"

static const struct rh_refresh_command no_refresh = {.cmd = RH_NOP};
static const struct rh_choice column_and_row = {.column = true,
                                                .write = true,
                                                .last = true,
                                                .column_bank = 2,
                                                .column_number = 5,
                                                .tag = 7,
                                                .row = true,
                                                .row_bank = 1,
                                                .row_number = 11};

static struct rh_controller_out drive(unsigned buses, const struct rh_refresh_command *refresh, uint64_t open,
                                      const struct rh_choice *choice) {
    struct rh_controller_out out;
    memset(&out, 0xaa, sizeof out);
    rh_command_channel_drive(buses, refresh, open, choice, &out);
    return out;
}

static void a_column_command_goes_out_as_it_was_chosen(void **state) {
    (void)state;
    struct rh_controller_out out = drive(2, &no_refresh, 0, &column_and_row);
    assert_int_equal(out.col_cmd, RH_WR);
    assert_int_equal(out.col_bank, 2);
    assert_int_equal(out.col_column, 5);
    assert_int_equal(out.col_tag, 7);
    assert_int_equal(out.col_last, 1);
    assert_int_equal(out.col_reason, RH_REASON_HIT);
    const struct rh_choice none = {.write = true, .last = true, .column_bank = 2, .column_number = 5, .tag = 7};
    out = drive(2, &no_refresh, 0, &none);
    assert_int_equal(out.col_cmd, RH_NOP);
    assert_int_equal(out.col_bank + out.col_column + out.col_tag + out.col_last, 0);
    assert_int_equal(out.col_reason, RH_REASON_NONE);
}

static void a_row_command_opens_a_closed_bank_and_closes_an_open_one(void **state) {
    (void)state;
    struct rh_controller_out out = drive(2, &no_refresh, 0, &column_and_row);
    assert_int_equal(out.row_cmd, RH_ACT);
    assert_int_equal(out.row_bank, 1);
    assert_int_equal(out.row_row, 11);
    assert_int_equal(out.row_reason, RH_REASON_OPEN);
    out = drive(2, &no_refresh, 2, &column_and_row);
    assert_int_equal(out.row_cmd, RH_PRE);
    assert_int_equal(out.row_bank, 1);
    assert_int_equal(out.row_row, 0);
    assert_int_equal(out.row_reason, RH_REASON_CONFLICT);
    assert_int_equal(out.row_all, 0);
}

static void on_one_bus_the_column_command_goes_first(void **state) {
    (void)state;
    struct rh_controller_out out = drive(1, &no_refresh, 0, &column_and_row);
    assert_int_equal(out.col_cmd, RH_WR);
    assert_int_equal(out.row_cmd, RH_NOP);
    assert_int_equal(out.row_bank + out.row_row, 0);
    assert_int_equal(out.row_reason, RH_REASON_NONE);
}

static void refresh_goes_before_the_policys_row_command(void **state) {
    (void)state;
    static const struct rh_refresh_command pre = {.cmd = RH_PRE, .bank = 3}, all = {.cmd = RH_REF, .all = true};
    struct rh_controller_out out = drive(2, &pre, 8, &column_and_row);
    assert_int_equal(out.row_cmd, RH_PRE);
    assert_int_equal(out.row_bank, 3);
    assert_int_equal(out.row_row, 0);
    assert_int_equal(out.row_reason, RH_REASON_REFRESH);
    assert_int_equal(out.col_cmd, RH_WR); /* on its own bus */
    out = drive(2, &all, 0, &column_and_row);
    assert_int_equal(out.row_cmd, RH_REF);
    assert_int_equal(out.row_bank, 0);
    assert_int_equal(out.row_all, 1);
    struct rh_command_channel channel = {.act_bus = 0};
    assert_true(rh_command_channel_row_free(&channel, &no_refresh));
    assert_false(rh_command_channel_row_free(&channel, &pre));
    assert_false(rh_command_channel_column_free(&channel, &pre, 1, 0));
    assert_true(rh_command_channel_column_free(&channel, &pre, 2, 0));
}

/* Clock by clock behind an ACT in clock 0: r the row bus, c the column command of one bus, d of two. */
static void an_act_of_two_clocks_holds_the_row_bus(void **state) {
    (void)state;
    static const char *const expected[] = {"", "rcd", "d  rcd"}; /* by act_clocks; clocks 1 and 2 */
    for (unsigned clocks = 1; clocks <= 2; clocks++) {
        struct rh_constraints constraints = {.act_bus = (uint16_t)clocks, .burst = 1};
        struct rh_command_channel channel = {.act_bus = 0};
        char found[8] = "";
        for (unsigned clock = 0; clock <= clocks; clock++) {
            struct rh_controller_out out = {.row_cmd = clock == 0 ? RH_ACT : RH_NOP};
            if (clock > 0) {
                strcat(found, clock > 1 ? "  " : "");
                strcat(found, rh_command_channel_row_free(&channel, &no_refresh) ? "r" : "");
                strcat(found, rh_command_channel_column_free(&channel, &no_refresh, 1, 0) ? "c" : "");
                strcat(found, rh_command_channel_column_free(&channel, &no_refresh, 2, 0) ? "d" : "");
            }
            rh_command_channel_clock(&channel, &constraints, 1, 0, 1, 0, &out);
        }
        assert_string_equal(found, expected[clocks]);
    }
}

/* A burst of four clocks on data bus 0: of two data buses the other one stays free. */
static void a_burst_holds_its_own_data_bus_alone(void **state) {
    (void)state;
    const struct rh_constraints constraints = {.act_bus = 1, .burst = 4};
    const struct rh_choice read = {.column = true};
    struct rh_command_channel channel = {.act_bus = 0};
    struct rh_controller_out out = drive(1, &no_refresh, 0, &read);
    rh_command_channel_clock(&channel, &constraints, 2, 0, 1, 0, &out);
    out.col_cmd = RH_NOP;
    for (unsigned clock = 1; clock <= 4; clock++) {
        assert_int_equal(rh_command_channel_column_free(&channel, &no_refresh, 1, 0), clock == 4);
        assert_true(rh_command_channel_column_free(&channel, &no_refresh, 1, 1));
        rh_command_channel_clock(&channel, &constraints, 2, 0, 1, 0, &out);
    }
}

/* Clocks 0 to 5 of a burst of four that begins in clock 0: one data bus is booked for its length, of several each
 * clock needs a column command of its own. */
static void several_data_buses_are_booked_by_a_command_a_clock(void **state) {
    (void)state;
    static const char *const expected[] = {[1] = "1111..", [2] = "1.....", [8] = "1....."};
    static const unsigned data_buses[] = {1, 2, 8};
    for (unsigned i = 0; i < 3; i++) {
        const struct rh_constraints constraints = {.act_bus = 1, .burst = 4};
        struct rh_command_channel channel = {.act_bus = 0};
        char found[7] = "";
        for (unsigned clock = 0; clock < 6; clock++) {
            const struct rh_choice choice = {.column = clock == 0};
            struct rh_controller_out out = drive(2, &no_refresh, 0, &choice);
            found[clock] = rh_command_channel_booked(&channel, data_buses[i], &choice) ? '1' : '.';
            rh_command_channel_clock(&channel, &constraints, data_buses[i], 0, 1, 0, &out);
        }
        assert_string_equal(found, expected[data_buses[i]]);
    }
}

/* Clocks 1 to 13 behind a column command of rank 0 in clock 0, of CL 16, WL 12, bursts of 4, 2 clocks apart: which of
 * RD and WR the data bus allows. The timing constraints within a rank are those of its timers. */
static const struct behind {
    uint8_t first;
    bool write;
    unsigned rank;
    const char *free;
} behind[] = {
    {RH_RD, false, 0, "...4444444444"},  {RH_RD, true, 0, "...4444444444"},
    {RH_RD, false, 1, ".....66666666"},  {RH_RD, true, 1, ".........aaaa"}, /* 16 - 12 + 6 */
    {RH_WR, false, 0, "...4444444444"},  {RH_WR, true, 0, "...4444444444"},
    {RH_WR, false, 1, "...4444444444"},  {RH_WR, true, 1, ".....66666666"}, /* 12 - 16 + 6 = 2: the bus is booked */
    {RH_RDA, false, 1, ".....66666666"}, {RH_RDA, true, 1, ".........aaaa"},
    {RH_WRA, false, 1, "...4444444444"}, {RH_WRA, true, 1, ".....66666666"},
};

static void another_rank_waits_for_the_data_bus_to_turn(void **state) {
    (void)state;
    const struct rh_constraints constraints = {
        .act_bus = 1, .burst = 4, .rank_rd = 6, .rank_wr = 6, .rank_rtw = 10, .rank_wtr = 2};
    for (unsigned i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        const struct behind *b = &behind[i];
        struct rh_command_channel channel = {.act_bus = 0};
        struct rh_controller_out out = {.col_cmd = b->first};
        rh_command_channel_clock(&channel, &constraints, 1, 0, 2, 0, &out);
        out.col_cmd = RH_NOP;
        char found[14] = "", first = 0;
        for (unsigned clock = 1; clock <= 13; clock++) {
            bool may = rh_command_channel_column_free(&channel, &no_refresh, 1, 0) &&
                       !rh_command_channel_turns(&channel, b->rank, b->write);
            if (may && first == 0)
                first = "0123456789abcd"[clock];
            found[clock - 1] = '.';
            if (may)
                found[clock - 1] = first;
            rh_command_channel_clock(&channel, &constraints, 1, 0, 2, 0, &out);
        }
        assert_string_equal(found, b->free);
    }
}

/* RD of rank 0 in clock 0, WR of rank 1 in clock 10: from then on the distances are those behind rank 1's WR. One rank
 * knows no turns. */
static void the_last_column_command_has_the_data_bus(void **state) {
    (void)state;
    const struct rh_constraints constraints = {
        .act_bus = 1, .burst = 4, .rank_rd = 6, .rank_wr = 6, .rank_rtw = 10, .rank_wtr = 2};
    struct rh_command_channel channel = {.act_bus = 0}, alone = {.act_bus = 0};
    char found[3][19] = {"", "", ""};
    for (unsigned clock = 0; clock < 18; clock++) {
        struct rh_controller_out out = {.col_cmd = clock == 0 ? RH_RD : clock == 10 ? RH_WR : RH_NOP};
        found[0][clock] = rh_command_channel_turns(&channel, 0, false) ? 'r' : '.';
        found[1][clock] = rh_command_channel_turns(&channel, 0, true) ? 'w' : '.';
        found[2][clock] = rh_command_channel_turns(&channel, 1, true) ? 'w' : '.';
        rh_command_channel_clock(&channel, &constraints, 1, 0, 2, clock == 10, &out);
        rh_command_channel_clock(&alone, &constraints, 1, 0, 1, 0, &out);
        assert_false(rh_command_channel_turns(&alone, 1, false) || rh_command_channel_turns(&alone, 1, true));
    }
    assert_string_equal(found[0], "...........r......");
    assert_string_equal(found[1], "...........wwwww..");
    assert_string_equal(found[2], ".wwwwwwwww........");
}

static void auto_precharge_turns_rd_and_wr_into_rda_and_wra(void **state) {
    (void)state;
    for (unsigned write = 0; write < 2; write++) {
        const struct rh_choice choice = {.column = true, .write = write != 0, .close = true, .column_bank = 3};
        struct rh_controller_out out = drive(2, &no_refresh, 8, &choice);
        assert_int_equal(out.col_cmd, write ? RH_WRA : RH_RDA);
        assert_int_equal(out.col_bank, 3);
        assert_int_equal(out.col_reason, RH_REASON_HIT);
    }
    const struct rh_choice none = {.close = true};
    assert_int_equal(drive(2, &no_refresh, 8, &none).col_cmd, RH_NOP);
}

static void each_data_bus_is_a_field_of_its_own(void **state) {
    (void)state;
    const struct rh_geometry geometry = {.banks = 4, .timer_bits = 6, .grain_bits = 1};
    struct rh_layout layout = {.params = &geometry};
    rh_command_channel_list_data(&layout, 0, &geometry);
    rh_command_channel_list_row(&layout, 0, &geometry);
    static const char *const names[] = {"burst", "rank", "rank_rd", "rank_wr", "act_bus"};
    assert_int_equal(layout.count, 5);
    assert_int_equal(layout.bits, 2 * 6 + 1 + 2 * 6 + 1);
    assert_true(layout.fields[0].array);
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(layout.fields[i].name, names[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_command_goes_out_as_it_was_chosen),
        cmocka_unit_test(a_row_command_opens_a_closed_bank_and_closes_an_open_one),
        cmocka_unit_test(on_one_bus_the_column_command_goes_first),
        cmocka_unit_test(refresh_goes_before_the_policys_row_command),
        cmocka_unit_test(an_act_of_two_clocks_holds_the_row_bus),
        cmocka_unit_test(a_burst_holds_its_own_data_bus_alone),
        cmocka_unit_test(several_data_buses_are_booked_by_a_command_a_clock),
        cmocka_unit_test(another_rank_waits_for_the_data_bus_to_turn),
        cmocka_unit_test(the_last_column_command_has_the_data_bus),
        cmocka_unit_test(auto_precharge_turns_rd_and_wr_into_rda_and_wra),
        cmocka_unit_test(each_data_bus_is_a_field_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
