// SPDX-License-Identifier: Apache-2.0
// Is the judge exact where banks share subarrays, and where a channel has grains or ranks? As in test_tight_gates.c
// each row has a stream that is legal and one that is illegal by a hair: a clock sooner, or another bank or row. Cycle
// numbers are worked out by hand from the presets' tables.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge_stream.h"

/* What makes the second stream illegal. */
enum hair { SOONER, ELSEWHERE };

struct gate {
    enum hair hair;
    const char *key, *changes, *legal, *illegal;
};

/* fgdram: a grain is two banks, side by side, that share 32 subarrays of 512 rows. tRAS 15, tRP 8, tRTP 2, write data
 * and recovery 18 after a WR. */
static const struct gate beside[] = {
    /* a PRE takes the row bus itself, so the clock behind it is the first that an ACT can have */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 7; 15 PRE 0; 16 ACT 1 8", "0 ACT 0 7; 15 ACT 1 8"},
    {SOONER, "subarray", NULL, "0 ACT 0 7; 20 RDA 0 7; 23 ACT 1 8", "0 ACT 0 7; 20 RDA 0 7; 22 ACT 1 8"},
    {SOONER, "subarray", NULL, "0 ACT 0 7; 8 RDA 0 7; 16 ACT 1 8", "0 ACT 0 7; 8 RDA 0 7; 15 ACT 1 8"},
    {SOONER, "subarray", NULL, "0 ACT 0 7; 8 WRA 0 7; 27 ACT 1 8", "0 ACT 0 7; 8 WRA 0 7; 26 ACT 1 8"},
    /* the column command before holds the row longer than the one that closes it */
    {SOONER, "subarray", NULL, "0 ACT 0 7; 8 WR 0 7; 22 RDA 0 7; 27 ACT 1 8",
     "0 ACT 0 7; 8 WR 0 7; 22 RDA 0 7; 26 ACT 1 8"},
    {SOONER, "subarray", "tRTP=60", "0 ACT 0 7; 8 RD 0 7; 23 WRA 0 7; 69 ACT 1 8",
     "0 ACT 0 7; 8 RD 0 7; 23 WRA 0 7; 68 ACT 1 8"},
    /* the same row is open in both; so is one that is closing */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 7; 2 ACT 1 7", "0 ACT 0 7; 2 ACT 1 8"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 7; 8 RDA 0 7; 10 ACT 1 7", "0 ACT 0 7; 8 RDA 0 7; 10 ACT 1 8"},
    /* the next subarray up, and down */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 7; 2 ACT 1 512", "0 ACT 0 7; 2 ACT 1 511"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 1 1023; 2 ACT 0 511", "0 ACT 1 1023; 2 ACT 0 512"},
    /* the banks of two grains share nothing */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 7; 2 ACT 2 8", "0 ACT 3 7; 2 ACT 2 8"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 1 7; 2 ACT 2 8", "0 ACT 1 7; 2 ACT 0 8"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 14 7; 2 ACT 1 8", "0 ACT 14 7; 2 ACT 15 8"},
    /* what was open before is forgotten */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 7; 15 PRE 0; 23 ACT 0 600; 25 ACT 1 8",
     "0 ACT 0 7; 15 PRE 0; 23 ACT 0 600; 25 ACT 1 601"},
};

/* qb_hbm_salp_sc: banks 0 to 15 lie one on the other, each of two subarrays of 2048 rows. tRAS 29, tRTP 4, write data
 * and recovery 20 after a WR. */
static const struct gate stacked[] = {
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 2048; 29 PRE 0; 30 ACT 1 0", "0 ACT 0 2048; 29 ACT 1 0"},
    {SOONER, "subarray", NULL, "0 ACT 0 2048; 30 RDA 0 2048; 35 ACT 1 0", "0 ACT 0 2048; 30 RDA 0 2048; 34 ACT 1 0"},
    {SOONER, "subarray", NULL, "0 ACT 0 2048; 16 RDA 0 2048; 30 ACT 1 0", "0 ACT 0 2048; 16 RDA 0 2048; 29 ACT 1 0"},
    {SOONER, "subarray", NULL, "0 ACT 0 2048; 16 WRA 0 2048; 37 ACT 1 0", "0 ACT 0 2048; 16 WRA 0 2048; 36 ACT 1 0"},
    /* the bank above, its lower subarray; the bank below, its upper one */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 2048; 2 ACT 1 2048", "0 ACT 0 2048; 2 ACT 1 2047"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 1 0; 2 ACT 0 2047", "0 ACT 1 0; 2 ACT 0 2048"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 0; 2 ACT 1 0", "0 ACT 0 4095; 2 ACT 1 0"},
    /* not the one after; not one of the same number */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 2048; 2 ACT 2 0", "0 ACT 0 2048; 2 ACT 1 0"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 3 2048; 2 ACT 4 2048", "0 ACT 3 2048; 2 ACT 4 0"},
    /* between two open neighbours */
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 0; 2 ACT 2 0; 4 ACT 1 0", "0 ACT 0 0; 2 ACT 2 0; 4 ACT 1 2048"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 0 2048; 2 ACT 2 2048; 4 ACT 1 2048", "0 ACT 0 2048; 2 ACT 2 2048; 4 ACT 1 0"},
    /* bank 15 is the highest of its bank, 16 the lowest of the next */
    {ELSEWHERE, "subarray", NULL, "0 ACT 15 2048; 2 ACT 16 0", "0 ACT 15 0; 2 ACT 14 2048"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 16 0; 2 ACT 15 2048", "0 ACT 16 0; 2 ACT 17 4095; 4 ACT 18 1"},
    {ELSEWHERE, "subarray", NULL, "0 ACT 15 2048; 2 ACT 0 0", "0 ACT 1 0; 2 ACT 0 2048"},
    /* of four subarrays the two inner ones have no neighbour in another bank */
    {ELSEWHERE, "subarray", "subarray_bits=2", "0 ACT 0 3072; 2 ACT 1 1024", "0 ACT 0 3072; 2 ACT 1 1023"},
    {ELSEWHERE, "subarray", "subarray_bits=2", "0 ACT 0 3071; 2 ACT 1 0", "0 ACT 0 3072; 2 ACT 1 0"},
};

/* fgdram: a grain is a bank group. Each distance in a grain, and then between two, where it does not hold. */
static const struct gate grains[] = {
    {SOONER, "tRRD_L", "tRRD_L=5", "0 ACT 0 7; 5 ACT 1 600", "0 ACT 0 7; 4 ACT 1 600"},
    {ELSEWHERE, "tRRD_L", "tRRD_L=5 tRRD_S=5", "0 ACT 0 7; 2 ACT 2 7", "0 ACT 0 7; 2 ACT 1 7"},
    {SOONER, "tCCD_L", "tCCD_L=9", "0 ACT 0 7; 8 RD 0 7; 17 RD 0 7", "0 ACT 0 7; 8 RD 0 7; 16 RD 0 7"},
    {ELSEWHERE, "tCCD_L", "tCCD_L=9 tCCD_S=9", "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 18 RD 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 18 RD 0 7"},
    {SOONER, "tRTW", NULL, "0 ACT 0 7; 8 RD 0 7; 23 WR 0 7", "0 ACT 0 7; 8 RD 0 7; 22 WR 0 7"},
    {ELSEWHERE, "tRTW", NULL, "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 24 WR 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 24 WR 0 7"},
    {SOONER, "tWTR_L", NULL, "0 ACT 0 7; 8 WR 0 7; 22 RD 0 7", "0 ACT 0 7; 8 WR 0 7; 21 RD 0 7"},
    {ELSEWHERE, "tWTR_L", NULL, "0 ACT 0 7; 2 ACT 2 7; 10 WR 0 7; 23 RD 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 10 WR 0 7; 23 RD 0 7"},
    /* a data bus each */
    {SOONER, "data_bus", "tCCD_L=1 tCCD_S=1", "0 ACT 0 7; 8 RD 0 7; 16 RD 0 7", "0 ACT 0 7; 8 RD 0 7; 15 RD 0 7"},
    {ELSEWHERE, "data_bus", "tCCD_L=1 tCCD_S=1", "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 11 RD 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 11 RD 0 7"},
    {ELSEWHERE, "data_bus", "tRTW=1 tCCD_L=1", "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 16 WR 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 16 WR 0 7"},
    /* all share the two command buses, and the activate window */
    {SOONER, "command_bus", NULL, "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 11 RD 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 10 RD 0 7; 10 RD 2 7"},
    {SOONER, "command_bus", NULL, "0 ACT 0 7; 2 ACT 2 7", "0 ACT 0 7; 1 ACT 2 7"},
    {SOONER, "tFAW", "tFAW=20 activates=2", "0 ACT 0 7; 2 ACT 2 7; 20 ACT 4 7", "0 ACT 0 7; 2 ACT 2 7; 19 ACT 4 7"},
};

/* ddr4_2400 as two grains of two bank groups each, banks 0 to 7 and 8 to 15. */
static const struct gate grains_of_groups[] = {
    {SOONER, "tRRD_S", "grain_bits=1", "0 ACT 0 7; 4 ACT 4 7", "0 ACT 0 7; 3 ACT 4 7"},
    {ELSEWHERE, "tRRD_S", "grain_bits=1", "0 ACT 0 7; 3 ACT 8 7", "0 ACT 0 7; 3 ACT 4 7"},
    {ELSEWHERE, "tRRD_L", "grain_bits=1", "0 ACT 0 7; 4 ACT 7 7", "0 ACT 0 7; 4 ACT 3 7"},
    {SOONER, "tCCD_S", "grain_bits=1 tCCD_S=5", "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 25 RD 4 7",
     "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 24 RD 4 7"},
    {ELSEWHERE, "tCCD_S", "grain_bits=1 tCCD_S=5", "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 RD 0 7; 28 RD 8 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 RD 0 7; 28 RD 4 7"},
    {SOONER, "tWTR_S", "grain_bits=1", "0 ACT 0 7; 4 ACT 4 7; 20 WR 0 7; 39 RD 4 7",
     "0 ACT 0 7; 4 ACT 4 7; 20 WR 0 7; 38 RD 4 7"},
    {ELSEWHERE, "tWTR_S", "grain_bits=1", "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 WR 0 7; 42 RD 8 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 WR 0 7; 42 RD 4 7"},
    {ELSEWHERE, "tRTW", "grain_bits=1", "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 RD 0 7; 33 WR 8 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 RD 0 7; 33 WR 4 7"},
    {ELSEWHERE, "data_bus", "grain_bits=1 tCCD_S=1", "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 RD 0 7; 27 RD 8 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 24 RD 0 7; 27 RD 4 7"},
    /* an all-bank REF is of every grain, a one-bank REF of its own */
    {SOONER, "tRFC", "grain_bits=1", "9360 REF all; 9780 ACT 12 8", "9360 REF all; 9779 ACT 12 8"},
    {ELSEWHERE, "tRREFD", "grain_bits=1 refresh=2 tRREFD=9", "585 REF 0; 593 ACT 8 8", "585 REF 0; 593 ACT 1 8"},
    {ELSEWHERE, "tRRD_REF_S", "grain_bits=1 refresh=2 tRREFD=9", "582 ACT 8 8; 585 REF 0", "582 ACT 4 8; 585 REF 0"},
};
/* ddr4_2400 as two ranks of two bank groups each, on one data bus: CL 16, WL 12, tBURST 4. */
#define TWO "rank_bits=1 tRTRS=2"
static const struct gate ranks[] = {
    /* reads, writes, a write behind a read, a read behind a write, whose data would lie closer */
    {SOONER, "rank_switch", TWO, "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 26 RD 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 25 RD 8 7"},
    {SOONER, "rank_switch", TWO, "0 ACT 0 7; 1 ACT 8 7; 20 WR 0 7; 26 WRA 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 20 WR 0 7; 25 WRA 8 7"},
    {SOONER, "rank_switch", TWO, "0 ACT 0 7; 1 ACT 8 7; 20 RDA 0 7; 30 WR 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 20 RDA 0 7; 29 WR 8 7"},
    {SOONER, "rank_switch", TWO, "0 ACT 0 7; 1 ACT 8 7; 20 WR 0 7; 22 RD 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 20 WR 0 7; 21 RD 8 7"},
    {SOONER, "rank_switch", TWO, "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 26 RD 8 7; 32 RD 0 7",
     "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 26 RD 8 7; 31 RD 0 7"},
    {ELSEWHERE, "rank_switch", TWO, "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7; 21 RD 0 7; 25 RD 4 7",
     "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7; 21 RD 0 7; 25 RD 8 7"},
    {SOONER, "data_bus", "rank_bits=1 tRTRS=0 tCCD_S=1", "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 24 RD 4 7",
     "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 23 RD 4 7"},
    /* each rank counts for itself: activates, their window, column commands, turns of the bus */
    {SOONER, "tRRD_S", TWO, "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7", "0 ACT 0 7; 1 ACT 8 7; 3 ACT 4 7"},
    {ELSEWHERE, "tRRD_L", TWO, "0 ACT 0 7; 5 ACT 8 7", "0 ACT 0 7; 5 ACT 1 7"},
    {SOONER, "tFAW", TWO, "0 ACT 0 7; 4 ACT 4 7; 8 ACT 1 7; 9 ACT 8 7; 12 ACT 5 7; 26 ACT 2 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 1 7; 9 ACT 8 7; 12 ACT 5 7; 25 ACT 2 7"},
    {ELSEWHERE, "tFAW", TWO, "0 ACT 0 7; 4 ACT 4 7; 8 ACT 1 7; 12 ACT 5 7; 25 ACT 8 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 1 7; 12 ACT 5 7; 25 ACT 2 7"},
    {ELSEWHERE, "tRTW", "rank_bits=1 tRTW=20", "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7; 20 RD 0 7; 39 WR 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7; 20 RD 0 7; 39 WR 4 7"},
    {ELSEWHERE, "tWTR_S", TWO, "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7; 20 WR 0 7; 38 RD 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 4 ACT 4 7; 20 WR 0 7; 38 RD 4 7"},
    /* an all-bank REF is of its rank: every 4680 clocks one, in turns */
    {ELSEWHERE, "refresh_turn", TWO, "4680 REF all", "4680 REF all8"},
    {ELSEWHERE, "refresh_turn", TWO, "4680 REF all; 9360 REF all8", "4680 REF all; 9360 REF all"},
    {ELSEWHERE, "refresh_open", TWO, "4600 ACT 8 7; 4680 REF all", "4600 ACT 0 7; 4680 REF all"},
    {ELSEWHERE, "refresh_blocked", TWO, "4680 ACT 8 7", "4680 ACT 7 7"},
    {ELSEWHERE, "refresh_blocked", TWO, "4680 REF all; 9360 ACT 0 7", "4680 REF all; 9360 ACT 8 7"},
    {SOONER, "tRFC", TWO, "4680 REF all; 5100 ACT 7 8", "4680 REF all; 5099 ACT 7 8"},
    {ELSEWHERE, "tRFC", TWO, "4680 REF all; 4700 ACT 8 8", "4680 REF all; 4700 ACT 0 8"},
    /* one bank at a time, and one of every group of a rank */
    {ELSEWHERE, "tRREFD", TWO " refresh=2 tRREFD=9", "585 REF 0; 593 ACT 8 8", "585 REF 0; 593 ACT 1 8"},
    {ELSEWHERE, "tRRD_REF_S", TWO " refresh=2 tRREFD=9", "582 ACT 8 8; 585 REF 0", "582 ACT 4 8; 585 REF 0"},
    {ELSEWHERE, "refresh_turn", TWO " refresh=3 tRFCpb=160",
     "1170 REF 0; 2340 REF 1; 3510 REF 2; 4680 REF 3; 5850 REF 8",
     "1170 REF 0; 2340 REF 1; 3510 REF 2; 4680 REF 3; 5850 REF 0"},
    {ELSEWHERE, "tRFCpb", TWO " refresh=3 tRFCpb=160", "1170 REF 0; 1200 ACT 8 8", "1170 REF 0; 1200 ACT 4 8"},
    /* a PRE of all banks, too */
    {ELSEWHERE, "pre_closed", TWO, "0 ACT 0 7; 1 ACT 8 7; 39 PRE all; 40 PRE 8",
     "0 ACT 0 7; 1 ACT 8 7; 39 PRE all; 40 PRE 0"},
};
#define GATES(preset, gates)                                                                                           \
    { preset, gates, sizeof(gates) / sizeof(gates)[0] }
static const struct {
    const char *preset;
    const struct gate *gates;
    unsigned count;
} lists[] = {GATES("fgdram", beside), GATES("qb_hbm_salp_sc", stacked), GATES("fgdram", grains),
             GATES("ddr4_2400", grains_of_groups), GATES("ddr4_2400", ranks)};
enum { LISTS = sizeof lists / sizeof lists[0] };

static bool same(const struct rh_command_record *a, const struct rh_command_record *b) {
    return a->cycle == b->cycle && a->command == b->command && a->bank == b->bank && a->all == b->all &&
           a->row == b->row && a->column == b->column;
}

static void is_legal(const char *preset, const struct gate *gate) {
    struct rh_judge *judge = stream_judge(preset, gate->changes);
    struct stream stream = stream_parse(gate->legal);
    struct rh_verdict first = {.text = ""};
    unsigned broken = stream_run(judge, &stream, &first);
    rh_judge_close(judge);
    if (broken != 0)
        print_error("%s on %s: '%s' should be legal: %s\n", gate->key, preset, gate->legal, first.text);
    assert_int_equal(broken, 0);
}

/* Exactly one rule breaks, the last command breaks it, and the judge names it. */
static void is_illegal(const char *preset, const struct gate *gate) {
    struct rh_judge *judge = stream_judge(preset, gate->changes);
    struct stream stream = stream_parse(gate->illegal);
    struct rh_verdict first = {.text = "nothing broken", .rule = ""};
    unsigned broken = stream_run(judge, &stream, &first);
    rh_judge_close(judge);
    if (broken != 1 || strcmp(first.rule, gate->key) != 0)
        print_error("%s on %s: '%s': %u broken, %s\n", gate->key, preset, gate->illegal, broken, first.text);
    assert_string_equal(first.rule, gate->key);
    assert_int_equal(broken, 1);
    assert_true(same(&first.command, &stream.commands[stream.count - 1]));
}

static void each_gate_is_tight(void **state) {
    (void)state;
    for (unsigned l = 0; l < LISTS; l++)
        for (unsigned i = 0; i < lists[l].count; i++) {
            is_legal(lists[l].preset, &lists[l].gates[i]);
            is_illegal(lists[l].preset, &lists[l].gates[i]);
        }
}

static void what_is_sooner_is_one_clock_sooner(void **state) {
    (void)state;
    for (unsigned l = 0; l < LISTS; l++)
        for (unsigned i = 0; i < lists[l].count; i++) {
            if (lists[l].gates[i].hair != SOONER)
                continue;
            struct stream legal = stream_parse(lists[l].gates[i].legal),
                          early = stream_parse(lists[l].gates[i].illegal);
            assert_int_equal(legal.count, early.count);
            early.commands[early.count - 1].cycle++;
            for (unsigned k = 0; k < legal.count; k++)
                assert_true(same(&legal.commands[k], &early.commands[k]));
        }
}

/* The neighbour's row is what stands in the way, and the line says so. */
static void the_verdict_names_the_neighbours_row(void **state) {
    (void)state;
    static const char *const expected[][3] = {
        {"fgdram", "0 ACT 0 7; 2 ACT 1 8",
         "subarray: ACT bank 1 (group 0 bank 1) row 8 at 2: found row 7 "
         "open in bank 0, expected none of the same subarray"},
        {"qb_hbm_salp_sc", "0 ACT 0 2048; 2 ACT 1 9",
         "subarray: ACT bank 1 (group 0 bank 1) row 9 at 2: found row "
         "2048 open in bank 0, expected none of an adjacent subarray"},
    };
    for (unsigned i = 0; i < 2; i++) {
        struct rh_judge *judge = stream_judge(expected[i][0], NULL);
        struct stream stream = stream_parse(expected[i][1]);
        struct rh_verdict first = {.text = ""};
        assert_int_equal(stream_run(judge, &stream, &first), 1);
        rh_judge_close(judge);
        assert_string_equal(first.text, expected[i][2]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_gate_is_tight),
        cmocka_unit_test(what_is_sooner_is_one_clock_sooner),
        cmocka_unit_test(the_verdict_names_the_neighbours_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
