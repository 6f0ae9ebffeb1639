// SPDX-License-Identifier: Apache-2.0
// Does the stall ledger blame the right rule? For every row of tables/causes.def a wave with the cause of each clock,
// worked out by hand from the timing constraints; then what the output `timers` counts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

enum { REQUESTS = 6, CHANGES = 5 };

/* Gaps are those of ascii_constraints but for the changes; one request a line: clock, write, bank, row, column,
 * commands. */
struct wave_case {
    char cause; /* letter in the ledger */
    const char *what, *controller;
    unsigned groups, responses; /* 0: as ascii_geometry */
    struct {
        size_t constraint;
        uint16_t value;
    } changes[CHANGES];
    struct script_request script[REQUESTS];
    const char *ready, *commands, *ledger;
};
#define GAP(name, value)                                                                                               \
    { offsetof(struct rh_constraints, name), (value) }

/* A wave's two lines stand one below the other. */
// clang-format off
static const struct wave_case cases[] = {
    /* due at 30; PRE tRAS after the ACT, REF tRC after it, the next ACT tRFC after the REF */
    {'f', "a refresh takes the row away", "fifo", 0, 0, {GAP(refresh, RH_REFRESH_ALL_BANK), GAP(refi, 30)},
     {{28, 0, 0, 1, 0, 1}}, "",
     ".............................A......P...F........A...R....",
     "-----------------------------dfffffffffffffffffffdddd==---"},
    /* four slots, taken from clock 20 on; the fifth read would be legal at 13 */
    {'s', "no slot", "fifo", 0, 4, {{0, 0}},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1}},
     "....................",
     ".A...R.R.R.R.........R......",
     "-dddd========ssssssss==-----"},
    {'t', "WR to RD, RD to WR", "fifo", 0, 0, {{0, 0}},
     {{0, 1, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 1, 0, 1, 2, 1}}, "",
     ".A..W.....R....W....",
     "-ddd==tttt==ttt==---"},
    {'t', "WR to RD of the same bank group", "fifo", 2, 0, {GAP(wtr_l, 9)},
     {{0, 1, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}}, "",
     ".A..W........R....",
     "-ddd==ttttttt==---"},
    /* banks 0 and 1 are one rank, 2 and 3 another; tRRD and tCCD, which do not hold between them, are over anyway */
    {'t', "RD to RD of another rank", "fr_fcfs", 2, 0, {GAP(rank_rd, 5)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 0, 1}}, "",
     ".AA..R....R....",
     "-dddd==ttt==---"},
    {'t', "RD to WR of another rank", "fr_fcfs", 2, 0, {GAP(rank_rd, 5), GAP(rank_rtw, 7)},
     {{0, 0, 0, 1, 0, 1}, {0, 1, 2, 1, 0, 1}}, "",
     ".AA..R......W....",
     "-dddd==ttttt==---"},
    {'t', "WR to RD of another rank", "fr_fcfs", 2, 0, {GAP(rank_rd, 5), GAP(rank_wtr, 4)},
     {{0, 1, 0, 1, 0, 1}, {0, 0, 2, 1, 0, 1}}, "",
     ".AA.W...R....",
     "-ddd==tt==---"},
    {'t', "WR to WR of another rank", "fr_fcfs", 2, 0, {GAP(rank_rd, 5), GAP(rank_wr, 3)},
     {{0, 1, 0, 1, 0, 1}, {0, 1, 2, 1, 0, 1}}, "",
     ".AA.W..W....",
     "-ddd==t==---"},
    /* one activate in 20 clocks: bank 2's rank has a window of its own, bank 1 waits for 1 + 20 */
    {'n', "the next activate of a rank, not of the other", "fr_fcfs", 2, 0, {GAP(rank_rd, 3), GAP(faw, 20)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}, {0, 0, 2, 1, 0, 1}}, "",
     ".A.A.R..R............A...R...",
     "-dddd==n==nnnnnnnnnnndddd==--"},
    {'n', "the next activate of the second rank", "fr_fcfs", 2, 0, {GAP(rank_rd, 3), GAP(faw, 20)},
     {{0, 0, 2, 1, 0, 1}, {0, 0, 3, 1, 0, 1}}, "",
     ".A...R...............A...R...",
     "-dddd==nnnnnnnnnnnnnndddd==--"},
    {'c', "column to column", "fifo", 0, 0, {GAP(ccd_s, 4), GAP(ccd_l, 4)},
     {{0, 0, 0, 1, 0, 2}}, "",
     ".A...R...R......",
     "-dddd==cc==-----"},
    {'c', "column to column of the same bank group", "fifo", 2, 0, {GAP(ccd_l, 5)},
     {{0, 0, 0, 1, 0, 2}}, "",
     ".A...R....R.....",
     "-dddd==ccc==----"},
    {'d', "ACT to RD", "fifo", 0, 0, {GAP(rcd_rd, 7)},
     {{0, 0, 0, 1, 0, 1}}, "",
     ".A......R....",
     "-ddddddd==---"},
    {'d', "ACT to WR", "fifo", 0, 0, {GAP(rcd_wr, 6)},
     {{0, 1, 0, 1, 0, 1}}, "",
     ".A.....W....",
     "-dddddd==---"},
    {'p', "PRE to ACT", "fifo", 0, 0, {GAP(rp, 6)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}}, "",
     ".A...R..P.....A...R...",
     "-dddd==appppppdddd==--"},
    /* the ACT at 1 allows the PRE at 8 and the next ACT at 14 */
    {'a', "ACT to PRE, ACT to ACT of one bank", "fifo", 0, 0, {GAP(rc, 13)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}}, "",
     ".A...R..P.....A...R...",
     "-dddd==apppaaadddd==--"},
    {'w', "WR to PRE", "fifo", 0, 0, {{0, 0}},
     {{0, 1, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}}, "",
     ".A..W.......P..A...R...",
     "-ddd==aawwwwpppdddd==--"},
    {'w', "RD to PRE", "fifo", 0, 0, {GAP(rtp, 9)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}}, "",
     ".A...R........P..A...R...",
     "-dddd==awwwwwwpppdddd==--"},
    /* two activates in 20 clocks, the third at 1 + 20; tRRD of the second is over at 7 + 6 */
    {'n', "the third activate", "fifo", 0, 0, {GAP(faw, 20), GAP(faw_n, 2), GAP(rrd_s, 6), GAP(rrd_l, 6)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}, {0, 0, 2, 1, 0, 1}}, "",
     ".A...R.A...R.........A...R...",
     "-dddd==dddd==nnnnnnnndddd==--"},
    {'n', "window and tRRD at once", "fifo", 0, 0, {GAP(faw, 9), GAP(faw_n, 1), GAP(rrd_s, 11), GAP(rrd_l, 11)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}}, "",
     ".A...R......A...R...",
     "-dddd==nnnrrdddd==--"},
    {'r', "ACT to ACT of two banks", "fifo", 0, 0, {GAP(rrd_s, 10), GAP(rrd_l, 10)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}}, "",
     ".A...R.....A...R...",
     "-dddd==rrrrdddd==--"},
    {'r', "ACT to ACT of one bank group, not of two", "fifo", 2, 0, {GAP(rrd_l, 17)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 0, 1}, {0, 0, 1, 1, 0, 1}}, "",
     ".A...RA...R.......A...R...",
     "-dddd==ddd==rrrrrrdddd==--"},
    {'r', "ACT to ACT of two bank groups", "fifo", 2, 0, {GAP(rrd_s, 8), GAP(rrd_l, 8)},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 0, 1}}, "",
     ".A...R...A...R...",
     "-dddd==rrdddd==--"},
    /* bank 0 is refreshed at 25 in the very clock in which the command to bank 1 would be legal */
    {'b', "a REF in the clock of the RD", "fifo", 0, 0, {GAP(refresh, RH_REFRESH_PER_BANK), GAP(refi, 25)},
     {{20, 0, 1, 1, 0, 1}}, "",
     ".....................A...FR.....",
     "---------------------ddddb==----"},
    {'b', "a REF in the clock of the ACT", "fifo", 0, 0, {GAP(refresh, RH_REFRESH_PER_BANK), GAP(refi, 25)},
     {{24, 0, 1, 1, 0, 1}}, "",
     ".........................FA...R...",
     "-------------------------bdddd==--"},
    {'b', "a REF in the clock of the PRE", "fifo", 0, 0, {GAP(refresh, RH_REFRESH_PER_BANK), GAP(refi, 25)},
     {{0, 0, 1, 1, 0, 1}, {24, 0, 1, 2, 0, 1}}, "",
     ".A...R...................FP..A...R...",
     "-dddd==------------------bpppdddd==--"},
    /* the ACT of bank 0 at 21 takes the bus in 22 too, where the PRE and the RD of bank 1 would be legal */
    {'b', "a PRE in an ACT's second clock", "fr_fcfs", 0, 0, {GAP(rtp, 17), GAP(act_bus, 2)},
     {{0, 0, 1, 1, 0, 1}, {6, 0, 1, 2, 0, 1}, {20, 0, 0, 1, 0, 1}}, "",
     ".A...R...............A.P.RA...R......",
     "-dddd==awwwwwwwwwwwwwwbpp==ddd==-----"},
    {'b', "an RD in an ACT's second clock", "fr_fcfs", 0, 0, {GAP(act_bus, 2)},
     {{17, 0, 1, 1, 0, 1}, {20, 0, 0, 1, 0, 1}}, "",
     "..................A..A.R.R...........",
     "------------------ddddb====----------"},
    /* bank 0 at 25: its REF keeps tRRD 6 from the ACT at 22, the ACT of bank 2 tRREFD 5 from the REF at 28 */
    {'r', "REF to ACT of another bank", "fifo", 0, 0,
     {GAP(refresh, RH_REFRESH_PER_BANK), GAP(refi, 25), GAP(rrefd, 5), GAP(rrd_s, 6), GAP(rrd_l, 6)},
     {{21, 0, 1, 1, 0, 1}, {22, 0, 2, 1, 0, 1}}, "",
     "......................A...R.F....A...",
     "----------------------dddd==brrrrdddd"},
    /* bank 1 wants another row of the subarray that bank 0 has open, which tRAS keeps open until 8 */
    {'u', "a neighbour's row of the same subarray", "fifo", 0, 0, {{0, 0}},
     {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 2, 0, 1}}, "",
     ".A...R..PA...R...",
     "-dddd==uudddd==--"},
    /* the oldest wants row 2 from 8 on, but a read of row 1 is queued, which must wait for tWTR */
    {'y', "a pending hit forbids the PRE", "fr_fcfs", 0, 0, {GAP(wtp, 3), GAP(wtr_s, 12), GAP(wtr_l, 12)},
     {{0, 1, 0, 1, 0, 1}, {5, 0, 0, 2, 0, 1}, {6, 0, 0, 1, 1, 1}}, "",
     ".A..W...........R.P..A...R...",
     "-ddd==aayyyyyyyy==pppdddd==--"},
};
// clang-format on
enum { CASES = sizeof cases / sizeof cases[0] };

static void draw_case(const struct wave_case *c, struct ascii_wave *wave) {
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    unsigned n = 0;
    if (c->groups != 0)
        geometry.groups = (uint8_t)c->groups;
    if (c->responses != 0)
        geometry.responses = (uint8_t)c->responses;
    if (c->cause == 'u') { /* two banks share four subarrays of four rows */
        geometry.subarray_group_bits = 1;
        geometry.subarray_bits = 2;
    }
    for (unsigned i = 0; i < CHANGES && c->changes[i].value != 0; i++) {
        geometry.rank_bits |= c->changes[i].constraint == offsetof(struct rh_constraints, rank_rd); /* two ranks */
        *(uint16_t *)(void *)((char *)&constraints + c->changes[i].constraint) = c->changes[i].value;
    }
    while (n < REQUESTS && c->script[n].commands != 0)
        n++;
    ascii_run(wave, c->controller, &geometry, &constraints, c->script, n, (unsigned)strlen(c->ledger), c->ready);
}

static void each_wave_is_attributed_as_drawn(void **state) {
    (void)state;
    for (unsigned i = 0; i < CASES; i++) {
        struct ascii_wave wave;
        draw_case(&cases[i], &wave);
        if (strcmp(wave.ledger, cases[i].ledger) != 0 || strcmp(wave.commands, cases[i].commands) != 0)
            print_error("%c, %s: found\n%s\n%s\n", cases[i].cause, cases[i].what, wave.commands, wave.ledger);
        assert_string_equal(wave.commands, cases[i].commands);
        assert_string_equal(wave.ledger, cases[i].ledger);
    }
}

static void every_cause_has_a_wave(void **state) {
    (void)state;
    static const char *const causes[] = {
#define RH_CAUSE(name, code, key, meaning) [code] = #key,
#include "tables/causes.def"
#undef RH_CAUSE
    };
    unsigned n = sizeof causes / sizeof causes[0];
    assert_int_equal(n, strlen(ascii_causes));
    for (unsigned code = 0; code < n; code++) {
        unsigned found = 0;
        for (unsigned i = 0; i < CASES; i++)
            found += cases[i].cause == ascii_causes[code] && strchr(cases[i].ledger, cases[i].cause) != NULL;
        if (found == 0)
            print_error("cause %s has no wave\n", causes[code]);
        assert_true(found > 0);
    }
}

/* PRE for the refresh of clock 30, after all else has run out: tRP 3 alone is counted in 31 and 32. */
static void timers_end_with_tRP(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request read[] = {{0, 0, 0, 1, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    constraints.refi = 30;
    ascii_run(&wave, "fifo", &ascii_geometry, &constraints, read, 1, 44, "");
    assert_string_equal(wave.commands, ".A...R........................P..F..........");
    assert_string_equal(wave.timers, "..**********...................**...........");
}

/* One request, one timing constraint of 25 clocks: the last clock in which `timers` is set. ACT at 1, RD at 5, WR at
 * 4. */
static const struct timer_case {
    const char *name;
    size_t constraint;
    bool write;
    unsigned last;
} timer_cases[] = {
#define TIMER(name, write, last)                                                                                       \
    { #name, offsetof(struct rh_constraints, name), write, last }
    TIMER(rcd_rd, true, 25),
    TIMER(rcd_wr, false, 25),
    TIMER(ras, false, 25),
    TIMER(rc, false, 25),
    TIMER(rrd_s, false, 25),
    TIMER(rrd_l, false, 25),
    TIMER(ccd_s, false, 29),
    TIMER(ccd_l, false, 29),
    TIMER(rtw, false, 29),
    TIMER(wtr_s, true, 28),
    TIMER(wtr_l, true, 28),
    /* not among those that GPGPU-Sim counts: tRC ends it */
    TIMER(rtp, false, 11),
    TIMER(wtp, true, 11),
    TIMER(faw, false, 11),
    TIMER(burst, false, 11),
#undef TIMER
};

static void each_timer_is_counted_to_its_end(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof timer_cases / sizeof timer_cases[0]; i++) {
        struct ascii_wave wave;
        const struct script_request request[] = {{0, timer_cases[i].write, 0, 1, 0, 1}};
        struct rh_constraints constraints = ascii_constraints;
        *(uint16_t *)(void *)((char *)&constraints + timer_cases[i].constraint) = 25;
        ascii_run(&wave, "fifo", &ascii_geometry, &constraints, request, 1, 40, "");
        const char *last = strrchr(wave.timers, '*');
        assert_non_null(last);
        if (last != wave.timers + timer_cases[i].last)
            print_error("%s: %s\n", timer_cases[i].name, wave.timers);
        assert_ptr_equal(last, wave.timers + timer_cases[i].last);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wave_is_attributed_as_drawn),
        cmocka_unit_test(every_cause_has_a_wave),
        cmocka_unit_test(timers_end_with_tRP),
        cmocka_unit_test(each_timer_is_counted_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
