// SPDX-License-Identifier: Apache-2.0
// Does each command hold back exactly what the timing constraints say: in its bank, in its group, in the others?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/dram/rh_bank_array.h"
#include "no_constraints.h"

/* Two groups of two banks: bank 1 is of bank 0's group, bank 2 is not. */
static const struct rh_geometry geometry = {.banks = 4, .groups = 2, .row_bits = 4, .timer_bits = 6};

/* All different. */
static const struct rh_constraints constraints = {
#define RH_CONSTRAINT RH_NO_CONSTRAINT
#include "tables/controller_config.def"
    .rcd_rd = 10,
    .rcd_wr = 12,
    .ras = 14,
    .rc = 20,
    .rp = 6,
    .rtp = 5,
    .wtp = 16,
    .rrd_s = 3,
    .rrd_l = 7,
    .faw = 30,
    .faw_n = 2,
    .ccd_s = 2,
    .ccd_l = 4,
    .rtw = 9,
    .wtr_s = 11,
    .wtr_l = 13,
    .rrefd = 8};

enum { ACT, PRE, RD, WR, REF, APART, SETS };
static const unsigned sets[SETS] = {RH_SET_ACT, RH_SET_PRE, RH_SET_RD, RH_SET_WR, RH_SET_REF, RH_SET_REF_APART};

/* The command goes out to bank 0 in clock 0. */
static void issue(struct rh_bank_array *array, unsigned command) {
    struct rh_place at = rh_place_of(&geometry, 0);
    rh_bank_array_count(array, &geometry);
    if (command == ACT)
        rh_bank_array_activate(array, &constraints, at, 0, 9);
    else if (command == PRE)
        rh_bank_array_precharge(array, &constraints, at);
    else if (command == APART)
        rh_bank_array_refresh_apart(array, &constraints, at);
    else
        rh_bank_array_column(array, &constraints, at, command == WR, false);
}

/* The first clock in which no timer holds back each command to a bank. */
static void first_clocks(unsigned command, unsigned bank, unsigned found[SETS]) {
    for (unsigned set = 0; set < SETS; set++) {
        struct rh_bank_array array;
        memset(&array, 0, sizeof array);
        issue(&array, command);
        for (found[set] = 1; rh_bank_array_waits(&array, rh_place_of(&geometry, bank), sets[set], RH_OF_ALL);)
            rh_bank_array_count(&array, &geometry), found[set]++;
    }
}

static const struct after {
    unsigned command, bank, first[SETS]; /* of ACT, PRE, RD, WR, REF, a REF that keeps its distance */
} expected[] = {
    {ACT, 0, {20, 14, 10, 12, 20, 7}}, {ACT, 1, {7, 1, 1, 1, 1, 7}},   {ACT, 2, {3, 1, 1, 1, 1, 3}},
    {PRE, 0, {6, 1, 1, 1, 6, 1}},      {PRE, 1, {1, 1, 1, 1, 1, 1}},   {PRE, 2, {1, 1, 1, 1, 1, 1}},
    {RD, 0, {1, 5, 4, 9, 1, 1}},       {RD, 1, {1, 1, 4, 9, 1, 1}},    {RD, 2, {1, 1, 2, 9, 1, 1}},
    {WR, 0, {1, 16, 13, 4, 1, 1}},     {WR, 1, {1, 1, 13, 4, 1, 1}},   {WR, 2, {1, 1, 11, 2, 1, 1}},
    {APART, 0, {8, 1, 1, 1, 1, 8}},    {APART, 1, {8, 1, 1, 1, 1, 8}}, {APART, 2, {8, 1, 1, 1, 1, 8}},
};

static void each_command_holds_back_what_its_constraints_say(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        unsigned found[SETS];
        first_clocks(expected[i].command, expected[i].bank, found);
        for (unsigned set = 0; set < SETS; set++)
            if (found[set] != expected[i].first[set])
                print_error("after %u: bank %u, set %u: found %u\n", expected[i].command, expected[i].bank, set,
                            found[set]);
        assert_memory_equal(found, expected[i].first, sizeof found);
    }
}

/* The scopes share the work: a grain's timers hold back each of its banks alike. */
static void a_scope_that_is_not_asked_for_does_not_wait(void **state) {
    (void)state;
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    issue(&array, WR);
    assert_true(rh_bank_array_waits(&array, rh_place_of(&geometry, 2), RH_SET_RD, RH_OF_GRAIN));
    assert_false(rh_bank_array_waits(&array, rh_place_of(&geometry, 2), RH_SET_RD, RH_OF_BANK));
    assert_true(rh_bank_array_waits(&array, rh_place_of(&geometry, 1), RH_SET_RD, RH_OF_BANK));
}

static void rows_open_with_an_act_and_close_with_a_pre(void **state) {
    (void)state;
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    issue(&array, ACT);
    assert_int_equal(array.open, 1);
    assert_int_equal(array.open_row[0], 9);
    assert_true(rh_bank_array_is_open(&array, 0));
    assert_false(rh_bank_array_is_open(&array, 1));
    issue(&array, PRE);
    assert_int_equal(array.open, 0);
}

/* Bank 0 opens in clock 0 and takes a column command in clock `at`; the first clock in which a PRE would be legal. */
static void auto_precharge_closes_when_a_pre_could(void **state) {
    (void)state;
    static const struct {
        unsigned at;
        bool write;
        unsigned auto_precharged;
    } closings[] = {
        {10, false, 15}, /* tRTP 5 */
        {4, false, 14},  /* tRAS */
        {9, false, 14},  /* both */
        {12, true, 28},  /* write data and recovery 16 */
    };
    for (size_t i = 0; i < sizeof closings / sizeof closings[0]; i++) {
        struct rh_bank_array array;
        memset(&array, 0, sizeof array);
        issue(&array, ACT);
        for (unsigned clock = 1; clock < closings[i].at; clock++)
            rh_bank_array_count(&array, &geometry);
        rh_bank_array_count(&array, &geometry);
        rh_bank_array_column(&array, &constraints, rh_place_of(&geometry, 0), closings[i].write, true);
        for (unsigned clock = closings[i].at + 1; clock < closings[i].auto_precharged; clock++) {
            assert_true(rh_bank_array_auto_precharged(&array, &geometry) == 0);
            assert_true(rh_bank_array_is_open(&array, 0));
            assert_false(rh_bank_array_stays_open(&array, 0));
            rh_bank_array_count(&array, &geometry);
        }
        assert_true(rh_bank_array_auto_precharged(&array, &geometry) == 1);
        rh_bank_array_count(&array, &geometry);
        rh_bank_array_auto_precharge(&array, &constraints, rh_place_of(&geometry, 0));
        assert_true(array.open == 0 && array.closing == 0);
        unsigned wait = 1; /* tRP 6: tRC 20 is over by then */
        for (; rh_bank_array_waits(&array, rh_place_of(&geometry, 0), RH_SET_ACT, RH_OF_ALL); wait++)
            rh_bank_array_count(&array, &geometry);
        assert_int_equal(wait, 6);
    }
}

/* A column command without auto-precharge leaves the row open for good. */
static void two_banks_may_close_in_one_clock(void **state) {
    (void)state;
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    for (unsigned bank = 0; bank < 3; bank++)
        rh_bank_array_activate(&array, &constraints, rh_place_of(&geometry, bank), 0, 9);
    for (unsigned bank = 0; bank < 3; bank++)
        rh_bank_array_column(&array, &constraints, rh_place_of(&geometry, bank), false, bank != 1);
    assert_true(array.open == 7 && array.closing == 5);
    assert_true(rh_bank_array_stays_open(&array, 1));
    for (unsigned clock = 1; clock < 14; clock++) {
        assert_true(rh_bank_array_auto_precharged(&array, &geometry) == 0);
        rh_bank_array_count(&array, &geometry);
    }
    assert_true(rh_bank_array_auto_precharged(&array, &geometry) == 5);
}

/* So that idle clocks are not skipped while a row is still to close. */
static void a_bank_that_closes_keeps_the_array_running(void **state) {
    (void)state;
    static const struct rh_constraints none = {
#define RH_CONSTRAINT RH_NO_CONSTRAINT
#include "tables/controller_config.def"
    };
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    array.open = 2;
    assert_false(rh_bank_array_runs(&array, &geometry));
    array.closing = 2;
    assert_true(rh_bank_array_runs(&array, &geometry));
    assert_true(rh_bank_array_auto_precharged(&array, &geometry) == 2);
    rh_bank_array_auto_precharge(&array, &none, rh_place_of(&geometry, 1));
    assert_false(rh_bank_array_runs(&array, &geometry));
}

/* Two grains of a group each: bank 2 is of the other grain, so that no timer of bank 0 reaches it. */
static void a_grain_has_timers_of_its_own(void **state) {
    (void)state;
    static const struct rh_geometry two = {.banks = 4, .groups = 2, .row_bits = 4, .timer_bits = 6, .grain_bits = 1};
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    rh_bank_array_activate(&array, &constraints, rh_place_of(&two, 0), 0, 9);
    rh_bank_array_column(&array, &constraints, rh_place_of(&two, 0), true, false);
    for (unsigned set = 0; set < SETS; set++)
        assert_false(rh_bank_array_waits(&array, rh_place_of(&two, 2), sets[set], RH_OF_ALL));
    assert_true(rh_bank_array_waits(&array, rh_place_of(&two, 1), RH_SET_ACT, RH_OF_GRAIN));
    assert_true(rh_bank_array_waits(&array, rh_place_of(&two, 1), RH_SET_RD, RH_OF_GRAIN));
    assert_false(rh_bank_array_window_full(&array, 0)); /* two in 30 clocks; all grains share it */
    rh_bank_array_activate(&array, &constraints, rh_place_of(&two, 2), 0, 9);
    assert_true(rh_bank_array_window_full(&array, 0));
}

/* Two ranks of a group each: no timer of bank 0 reaches bank 2, and each rank has two activates in 30 clocks. */
static void a_rank_has_timers_and_a_window_of_its_own(void **state) {
    (void)state;
    static const struct rh_geometry two = {.banks = 4, .groups = 2, .row_bits = 4, .timer_bits = 6, .rank_bits = 1};
    /* ACTs in these clocks to these banks; behind each, whether the windows of rank 0 and of rank 1 are full */
    static const struct {
        unsigned at, bank;
        const char *full;
    } acts[] = {{0, 0, "--"}, {5, 2, "--"}, {7, 1, "0-"}, {12, 3, "01"}, {30, 0, "01"}, {36, 2, "-1"}, {37, 1, "01"}};
    struct rh_bank_array array;
    unsigned clock = 0;
    memset(&array, 0, sizeof array);
    for (unsigned i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        struct rh_place at = rh_place_of(&two, acts[i].bank);
        for (; clock < acts[i].at; clock++)
            rh_bank_array_count(&array, &two);
        assert_false(rh_bank_array_window_full(&array, at.grain));
        assert_false(rh_bank_array_waits(&array, at, RH_SET_ACT, RH_OF_GRAIN));
        rh_bank_array_count(&array, &two);
        rh_bank_array_activate(&array, &constraints, at, at.grain, 9);
        clock++;
        const char full[] = {rh_bank_array_window_full(&array, 0) ? '0' : '-',
                             rh_bank_array_window_full(&array, 1) ? '1' : '-', '\0'};
        assert_string_equal(full, acts[i].full);
    }
    memset(&array, 0, sizeof array);
    rh_bank_array_activate(&array, &constraints, rh_place_of(&two, 0), 0, 9);
    rh_bank_array_column(&array, &constraints, rh_place_of(&two, 0), true, false);
    for (unsigned set = 0; set < SETS; set++)
        assert_false(rh_bank_array_waits(&array, rh_place_of(&two, 2), sets[set], RH_OF_ALL));
    assert_true(rh_bank_array_waits(&array, rh_place_of(&two, 1), RH_SET_RD, RH_OF_GRAIN));
}

/* Two activates in 30 clocks, in clocks 0 and 4: the third may come at 30, the fourth at 34. */
static void the_window_counts_from_the_activate_before_the_last(void **state) {
    (void)state;
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    unsigned clock = 0;
    for (unsigned acts = 0; acts < 4; acts++) {
        static const unsigned at[] = {0, 4, 30, 34};
        for (; clock < at[acts]; clock++)
            rh_bank_array_count(&array, &geometry);
        assert_false(rh_bank_array_window_full(&array, 0));
        issue(&array, ACT);
        clock++;
        assert_int_equal(rh_bank_array_window_full(&array, 0), acts > 0);
    }
}

/* A write to bank 0: then to read it, to write it, to close it; to read another group, to open another row. */
static void what_holds_a_command_back_is_named(void **state) {
    (void)state;
    struct rh_bank_array array;
    memset(&array, 0, sizeof array);
    issue(&array, ACT);
    issue(&array, WR);
    struct rh_place own = rh_place_of(&geometry, 0), other = rh_place_of(&geometry, 2);
    unsigned turn = 1U << RH_CAUSE_TURNAROUND, tccd = 1U << RH_CAUSE_TCCD, trcd = 1U << RH_CAUSE_TRCD;
    assert_int_equal(rh_bank_array_attribution(&array, own, RH_SET_RD), turn | tccd | trcd);
    assert_int_equal(rh_bank_array_attribution(&array, own, RH_SET_WR), tccd | trcd);
    assert_int_equal(rh_bank_array_attribution(&array, other, RH_SET_RD), turn | tccd);
    assert_int_equal(rh_bank_array_attribution(&array, own, RH_SET_PRE),
                     1U << RH_CAUSE_TRAS_TRC | 1U << RH_CAUSE_TWR_TRTP);
    assert_int_equal(rh_bank_array_attribution(&array, own, RH_SET_ACT), 1U << RH_CAUSE_TRAS_TRC | 1U << RH_CAUSE_TRRD);
    assert_int_equal(rh_bank_array_attribution(&array, other, RH_SET_ACT), 1U << RH_CAUSE_TRRD);
    assert_int_equal(rh_bank_array_attribution(&array, other, RH_SET_PRE), 0);
}

/* A read keeps its turnaround of 9 in sight; a write's way to PRE, the longest of all, is no part of it. */
static void what_leads_to_a_pre_is_not_shown(void **state) {
    (void)state;
    static const unsigned shown[] = {[ACT] = 19, [PRE] = 5, [RD] = 8, [WR] = 12, [APART] = 7};
    for (unsigned command = ACT; command <= APART; command++) {
        struct rh_bank_array array;
        unsigned clocks = 0;
        memset(&array, 0, sizeof array);
        if (command == REF)
            continue;
        for (issue(&array, command); rh_bank_array_shows(&array, &geometry); clocks++)
            rh_bank_array_count(&array, &geometry);
        assert_int_equal(clocks, shown[command]);
    }
}

/* As bank 0 above: its row, RD after 10 clocks, the last timer that is shown after 19. */
static void the_last_of_64_banks_has_its_row_and_its_timers(void **state) {
    (void)state;
    static const struct rh_geometry wide = {.banks = 64, .groups = 8, .row_bits = 4, .timer_bits = 6};
    static const struct rh_constraints alone = {
#define RH_CONSTRAINT RH_NO_CONSTRAINT
#include "tables/controller_config.def"
        .rcd_rd = 10, .rcd_wr = 12, .ras = 14, .rc = 20, .rrd_s = 3, .rrd_l = 7, .faw = 20, .faw_n = 4};
    struct rh_place last = rh_place_of(&wide, 63), own = rh_place_of(&wide, 56), other = rh_place_of(&wide, 55);
    struct rh_bank_array array;
    unsigned clocks = 0, read = 0;
    memset(&array, 0, sizeof array);
    rh_bank_array_activate(&array, &alone, last, 0, 9);
    assert_true(array.open == UINT64_C(0x8000000000000000));
    assert_int_equal(array.open_row[63], 9);
    assert_true(rh_bank_array_is_open(&array, 63));
    assert_false(rh_bank_array_is_open(&array, 31));
    for (; rh_bank_array_shows(&array, &wide); clocks++) {
        assert_true(rh_bank_array_runs(&array, &wide));
        read += rh_bank_array_waits(&array, last, RH_SET_RD, RH_OF_ALL);
        assert_int_equal(rh_bank_array_waits(&array, own, RH_SET_ACT, RH_OF_ALL), clocks < 6);
        assert_int_equal(rh_bank_array_waits(&array, other, RH_SET_ACT, RH_OF_ALL), clocks < 2);
        rh_bank_array_count(&array, &wide);
    }
    assert_int_equal(clocks, 19);
    assert_int_equal(read, 9);
    assert_false(rh_bank_array_runs(&array, &wide));
    rh_bank_array_precharge(&array, &alone, last);
    assert_true(array.open == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command_holds_back_what_its_constraints_say),
        cmocka_unit_test(a_scope_that_is_not_asked_for_does_not_wait),
        cmocka_unit_test(rows_open_with_an_act_and_close_with_a_pre),
        cmocka_unit_test(auto_precharge_closes_when_a_pre_could),
        cmocka_unit_test(two_banks_may_close_in_one_clock),
        cmocka_unit_test(a_bank_that_closes_keeps_the_array_running),
        cmocka_unit_test(a_grain_has_timers_of_its_own),
        cmocka_unit_test(a_rank_has_timers_and_a_window_of_its_own),
        cmocka_unit_test(the_window_counts_from_the_activate_before_the_last),
        cmocka_unit_test(what_holds_a_command_back_is_named),
        cmocka_unit_test(what_leads_to_a_pre_is_not_shown),
        cmocka_unit_test(the_last_of_64_banks_has_its_row_and_its_timers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
