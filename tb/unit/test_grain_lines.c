// SPDX-License-Identifier: Apache-2.0
// Time lines of grains, by hand. fgdram: tRCD 8, tRAS 15, tRC 23, tRP 8, tCCD 8, tRTP 2, WL + tBURST + tWR 18, tRTW 15,
// WL + tBURST + tWTR_L 14, an ACT takes two clocks of the row bus; data end 16 clocks behind a RD, 10 behind a WR.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_grain_lines.h"
#include "rowhold/rh_preset.h"

static struct rh_grain_lines lines;

static struct rh_grain_lines_setup setup_of(const char *name, const char *controller) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find(name, &preset, &error));
    return (struct rh_grain_lines_setup){.controller = controller,
                                         .geometry = rh_preset_geometry(&preset, 64),
                                         .constraints = rh_preset_constraints(&preset)};
}

static void start(const char *name, const char *controller) {
    const struct rh_grain_lines_setup setup = setup_of(name, controller);
    rh_grain_lines_start(&lines, &setup);
}

static void request(unsigned bank, unsigned row, bool write, unsigned commands) {
    const struct rh_request one = {
        .bank = (uint8_t)bank, .row = row, .commands = (uint8_t)commands, .write = write, .core = 0xffff};
    rh_grain_lines_request(&lines, &one);
}

/* Requests are accepted in clocks 0, 1, ...; the last column command goes in clock `last`. */
static void expect_last(uint64_t last) {
    rh_grain_lines_end(&lines);
    assert_int_equal(lines.stats.active_cycles, last); /* from clock 1 on */
}

static const char *const controllers[] = {"banked_fifo", "fr_fcfs", "fgdram_channel"};

/* ACT in 1, RD in 9, data to 25. A response waits for the longer of a read and a write. */
static void one_request(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        expect_last(9);
        assert_int_equal(lines.stats.read.sum, 25);
        assert_int_equal(lines.stats.cycles, 26);
        assert_int_equal(lines.stats.stall_cycles[RH_CAUSE_TRCD], 8);
        start("fgdram", controllers[c]);
        request(0, 5, true, 2);
        expect_last(17);
        assert_int_equal(lines.stats.write.sum, 27);
        assert_int_equal(lines.stats.cycles, 34);
        assert_int_equal(lines.stats.column_commands, 2);
    }
}

/* RDA in 9, closed in 16 by tRAS, ACT in 24 by tRP and tRC, RD in 32. By a PRE it is the same. With a tRC of 40 ACT in
 * 41, RD in 49. */
static void a_row_cycle(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(0, 6, false, 1);
        expect_last(32);
        assert_int_equal(lines.stats.activates, 2);
        assert_int_equal(lines.stats.precharges, 1);
        struct rh_grain_lines_setup setup = setup_of("fgdram", controllers[c]);
        setup.constraints.rc = 40;
        rh_grain_lines_start(&lines, &setup);
        request(0, 5, false, 1);
        request(0, 6, false, 1);
        expect_last(49);
    }
}

/* Two activates in 60 clocks: in 1, 3 and 61, the RD in 69. */
static void an_activate_window(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        struct rh_grain_lines_setup setup = setup_of("fgdram", controllers[c]);
        setup.constraints.faw = 60;
        setup.constraints.faw_n = 2;
        rh_grain_lines_start(&lines, &setup);
        for (unsigned grain = 0; grain < 3; grain++)
            request(2 * grain, 5, false, 1);
        expect_last(69);
    }
}

/* WR in 9 and 17, PRE in 35, ACT in 43, RD in 51: 42 clocks from ACT to ACT. */
static void write_recovery(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, true, 2);
        request(0, 6, false, 1);
        expect_last(51);
    }
}

/* Eight grains: ACTs in 1, 3, ... 15, RDs in 9 to 23; the other banks of the grains, in another subarray,
 * 2 x 8 clocks later. */
static void the_row_bus_takes_two_clocks(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        for (unsigned grain = 0; grain < 8; grain++)
            request(2 * grain, 5, false, 1);
        expect_last(23);
        assert_int_equal(lines.stats.data_bus_busy_cycles, 8);
        start("fgdram", controllers[c]);
        for (unsigned bank = 0; bank < 16; bank++)
            request(bank % 8 * 2 + bank / 8, bank / 8 * 512, false, 1);
        expect_last(39);
    }
}

/* Two rows in each of eight grains: an RDA needs no PRE. ACTs in 1 to 15, RDs in 9 to 23, ACTs in 24 to 38 by tRC, RDs
 * in 32 to 46. PREs go by tRAS in 17, 18, 20, 22 and 24, between the ACTs, those ACT again in 25 to 33, and three PREs
 * have to wait for that: 35, 36, 37. ACTs in 43, 45 and 47, the last RD in 55. */
static void auto_precharge_leaves_the_row_bus_alone(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        for (unsigned i = 0; i < 16; i++)
            request(i % 8 * 2, 5 + i / 8, false, 1);
        expect_last(c == 2 ? 46 : 55);
    }
}

/* 16 heads and a pool of one entry. */
static void start_full(void) {
    struct rh_grain_lines_setup setup = setup_of("fgdram", "fgdram_channel");
    setup.geometry.queue = 17;
    rh_grain_lines_start(&lines, &setup);
    request(0, 5, false, 1);
    request(0, 5, false, 1);
}

/* RDs of bank 0 in 9 and 17; bank 2 comes in 2, though the pool is full, and reads in 11. */
static void a_bank_without_a_request_is_never_full(void **state) {
    (void)state;
    start_full();
    request(2, 5, false, 1);
    expect_last(17);
    assert_int_equal(lines.stats.read.sum, 25 + 32 + 25);
}

/* The third of bank 0 comes in 10, behind the RD in 9, and reads in 25. */
static void an_entry_is_free_a_clock_later(void **state) {
    (void)state;
    start_full();
    request(0, 5, false, 1);
    expect_last(25);
    assert_int_equal(lines.stats.read.sum, 25 + 32 + 31);
}

/* Both pseudobanks of a grain: ACTs in 1 and 3, RDs in 9 and 17. In two grains: 9 and 11. */
static void a_grain_has_one_data_bus(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(1, 512, false, 1);
        expect_last(17);
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(2, 512, false, 1);
        expect_last(11);
    }
}

/* A RD in 9 keeps a WR of the grain to 24, a WR in 9 a RD to 23; another grain's goes in 11. */
static void a_grain_turns_alone(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++)
        for (unsigned write = 0; write < 2; write++) {
            start("fgdram", controllers[c]);
            request(0, 5, write, 1);
            request(1, 512, !write, 1);
            expect_last(write ? 23 : 24);
            start("fgdram", controllers[c]);
            request(0, 5, write, 1);
            request(2, 512, !write, 1);
            expect_last(11);
        }
}

/* Rows 5 and 6 lie in one subarray: the ACT in 3 is forbidden, its row is read in 9, and closes for it in 16, by tRAS;
 * the ACT goes in 17, the RD in 25. The same row in both is no conflict: RD in 17. */
static void pseudobanks_share_subarrays(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(1, 6, false, 1);
        expect_last(25);
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(1, 5, false, 1);
        expect_last(17);
    }
}

/* While the ACT is forbidden, banked_fifo and fr_fcfs choose it again; fgdram_channel lets grain 1 have ACT in 4. The
 * others open that bank behind the PRE in 16 and the ACT in 17: in 19, RD in 27. */
static void a_forbidden_act_has_had_its_turn(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(1, 6, false, 1);
        request(2, 5, false, 1);
        expect_last(c == 2 ? 25 : 27);
    }
}

/* Parts lie one on the other: row 2048 of bank 0 is in its upper subarray, row 0 of bank 1 in its lower, beside it. ACT
 * in 1, RD in 17, PRE in 30 by tRAS, ACT in 31, RD in 47. Rows apart: ACT in 3, RD in 21, for tCCD_L is 4. */
static void parts_are_stacked(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("qb_hbm_salp_sc", controllers[c]);
        request(0, 2048, false, 1);
        request(1, 0, false, 1);
        rh_grain_lines_end(&lines);
        assert_int_equal(lines.stats.active_cycles, 48); /* two clocks of data each */
        start("qb_hbm_salp_sc", controllers[c]);
        request(0, 2048, false, 1);
        request(1, 2048, false, 1);
        rh_grain_lines_end(&lines);
        assert_int_equal(lines.stats.active_cycles, 22);
    }
}

/* Of a row's requests fr_fcfs serves all, the others close it in between: two rows opened, or three. */
static void only_fr_fcfs_merges(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        start("fgdram", controllers[c]);
        request(0, 5, false, 1);
        request(0, 6, false, 1);
        request(0, 5, false, 1);
        rh_grain_lines_end(&lines);
        assert_int_equal(lines.stats.activates, c == 1 ? 2 : 3);
    }
}

/* Nine writes that hit in one bank, a read in the other: eight pass it. fr_fcfs takes it as soon as it is the oldest
 * that may go. */
static void a_direction_lasts_for_eight(void **state) {
    (void)state;
    struct rh_grain_lines_setup setup = setup_of("fgdram", "fgdram_channel");
    setup.geometry.queue = 128;
    rh_grain_lines_start(&lines, &setup);
    request(0, 5, true, 8);
    request(1, 512, false, 1);
    request(0, 5, true, 2);
    rh_grain_lines_end(&lines);
    /* ACT in 1, WR in 9, 17, ... 65: seven of them, from 17 on, pass the RD that hits from 3 on, and the first. RD in
     * 65 + 14 = 79, WR in 79 + 15 = 94 and 102. */
    assert_int_equal(lines.stats.read.sum, 79 + 16 - 1);
    assert_int_equal(lines.stats.active_cycles, 102);
}

/* All banks, due in clock 1950: two open rows close in 1950 and 1951, REF in 1959, ACT behind tRFC 130 in 2089. */
static void a_refresh(void **state) {
    (void)state;
    static const struct rh_request requests[] = {{.bank = 0, .row = 5, .commands = 1, .cycle = 100},
                                                 {.bank = 2, .row = 5, .commands = 1, .cycle = 101},
                                                 {.bank = 0, .row = 5, .commands = 1, .cycle = 1950}};
    for (unsigned c = 0; c < 3; c++) {
        struct rh_grain_lines_setup setup = setup_of("fgdram", controllers[c]);
        setup.constraints.refresh = RH_REFRESH_ALL_BANK;
        setup.timed = true;
        rh_grain_lines_start(&lines, &setup);
        for (unsigned i = 0; i < 3; i++)
            rh_grain_lines_request(&lines, &requests[i]);
        rh_grain_lines_end(&lines);
        assert_int_equal(lines.stats.refreshes, 1);
        assert_int_equal(lines.stats.activates, 3);
        assert_int_equal(lines.stats.read.sum, 25 + 26 + (2089 + 8 + 16 - 1950));
        assert_int_equal(lines.stats.idle_cycles + lines.stats.active_cycles, lines.stats.cycles);
    }
}

/* Four responses: RDs in 9, 11, 13 and 15; the first is given out in 25, so its slot is free in 26. */
static void responses_wait_for_a_slot(void **state) {
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        struct rh_grain_lines_setup setup = setup_of("fgdram", controllers[c]);
        setup.geometry.responses = 4;
        rh_grain_lines_start(&lines, &setup);
        for (unsigned grain = 0; grain < 5; grain++)
            request(2 * grain, 5, false, 1);
        expect_last(26);
    }
}

static void what_is_covered(void **state) {
    (void)state;
    static const struct {
        const char *preset, *controller;
        uint16_t age_cap;
        bool covered;
    } cases[] = {{"fgdram", "fgdram_channel", 0, true}, {"gddr3", "fgdram_channel", 0, true},
                 {"fgdram", "fr_fcfs", 0, true},        {"fgdram", "fr_fcfs", 64, false},
                 {"fgdram", "banked_fifo", 64, true},   {"qb_hbm_salp_sc", "fr_fcfs", 0, true},
                 {"qb_hbm", "fr_fcfs", 0, false},       {"qb_hbm", "banked_fifo", 0, false},
                 {"fgdram", "fifo", 0, false},          {"fgdram", "most_pending", 0, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_grain_lines_setup setup = setup_of(cases[i].preset, cases[i].controller);
        setup.constraints.age_cap = cases[i].age_cap;
        assert_int_equal(rh_grain_lines_covers(cases[i].controller, &setup.geometry, &setup.constraints),
                         cases[i].covered);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_request),
        cmocka_unit_test(a_row_cycle),
        cmocka_unit_test(an_activate_window),
        cmocka_unit_test(write_recovery),
        cmocka_unit_test(the_row_bus_takes_two_clocks),
        cmocka_unit_test(auto_precharge_leaves_the_row_bus_alone),
        cmocka_unit_test(a_grain_has_one_data_bus),
        cmocka_unit_test(a_grain_turns_alone),
        cmocka_unit_test(pseudobanks_share_subarrays),
        cmocka_unit_test(a_bank_without_a_request_is_never_full),
        cmocka_unit_test(an_entry_is_free_a_clock_later),
        cmocka_unit_test(a_forbidden_act_has_had_its_turn),
        cmocka_unit_test(parts_are_stacked),
        cmocka_unit_test(only_fr_fcfs_merges),
        cmocka_unit_test(a_direction_lasts_for_eight),
        cmocka_unit_test(a_refresh),
        cmocka_unit_test(responses_wait_for_a_slot),
        cmocka_unit_test(what_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
