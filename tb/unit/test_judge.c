// SPDX-License-Identifier: Apache-2.0
// Does the judge convict? A long legal stream, and for every row of tables/rules.def a violation that it must name.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge_stream.h"

/* ddr4_2400: reads and writes over five banks of four groups, auto-precharge, one refresh. */
static const char ddr4[] = "0 ACT 0 5; 4 ACT 4 6; 8 ACT 8 7; 12 ACT 12 8; 26 ACT 1 9;"
                           "28 RD 0 5; 32 RD 4 6; 36 RD 8 7; 42 RD 8 7 1; 52 WR 12 8; 71 RD 0 5 2; 77 RDA 4 6;"
                           "80 PRE 0; 86 PRE 12; 87 PRE 8; 102 ACT 4 11; 106 ACT 0 12; 141 PRE 4; 145 PRE 0; 146 PRE 1;"
                           "9360 REF all; 9780 ACT 0 1; 9800 WRA 0 1; 9850 ACT 0 2; 9889 PRE 0";
/* hbm2: one-bank refreshes, and both command buses used in one clock. */
static const char hbm2[] = "10 ACT 0 1; 12 ACT 4 1; 28 RD 0 1; 30 RD 4 1; 30 ACT 8 1; 50 PRE 0; 60 PRE 4; 61 PRE 8;"
                           "243 REF 0; 403 ACT 0 1; 432 PRE 0; 486 REF 1; 729 REF 2";
/* fgdram: two grains; the second bank of the first one waits for the auto-precharge of its neighbour. */
static const char fgdram[] = "0 ACT 0 7; 2 ACT 2 7; 8 RDA 0 7; 10 RD 2 7; 16 ACT 1 8; 18 PRE 2; 24 RD 1 8; 26 ACT 2 9";

/* ddr4_2400 in two ranks of eight banks: both read in turns, and each has its refresh. */
static const char ranks[] =
    "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 26 RD 8 7; 45 PRE 0; 46 PRE 8; 4680 REF all; 9360 REF all8";

/* One command of a legal stream replaced (by nothing: left out). */
struct plant {
    const char *key, *changes, *from, *to;
};

#define SLEEP "tXP=8 tCKE=6 tPDEN=2 tXS=432 tXSDLL=768 tCKESR=7"

static const struct plant ddr4_plants[] = {
    {"command", NULL, "26 ACT 1 9", "26 NOP 1 9"},
    {"range", NULL, "26 ACT 1 9", "26 ACT 16 9"},
    {"order", NULL, "87 PRE 8", "85 PRE 8"},
    {"command_bus", NULL, "87 PRE 8", "86 PRE 8"},
    {"act_open", NULL, "106 ACT 0 12", "106 ACT 1 12"},
    {"bank_closed", NULL, "80 PRE 0", "83 RD 2 5"},
    {"wrong_row", NULL, "36 RD 8 7", "36 RD 8 6"},
    {"pre_closed", NULL, "87 PRE 8", "87 PRE 9"},
    {"refresh_open", NULL, "146 PRE 1", ""},
    {"refresh_kind", NULL, "9360 REF all", "9360 REF 0"},
    {"tRCDRD", NULL, "42 RD 8 7 1", "41 RD 1 9"},
    {"tRCDWR", NULL, "28 RD 0 5", "27 WR 12 8"},
    {"tRAS", NULL, "141 PRE 4", "140 PRE 4"},
    {"tRP", NULL, "102 ACT 4 11", "95 ACT 0 12"},
    {"tRC", "tRC=70", "9850 ACT 0 2", "9849 ACT 0 2"},
    {"tRRD_S", NULL, "106 ACT 0 12", "105 ACT 0 12"},
    {"tRRD_L", NULL, "106 ACT 0 12", "107 ACT 5 12"},
    {"tFAW", NULL, "26 ACT 1 9", "25 ACT 1 9"},
    {"tCCD_S", NULL, "32 RD 4 6", "31 RD 4 6"},
    {"tCCD_L", NULL, "42 RD 8 7 1", "41 RD 8 7 1"},
    {"tRTW", NULL, "52 WR 12 8", "51 WR 12 8"},
    {"tWTR_S", NULL, "71 RD 0 5 2", "70 RD 0 5 2"},
    {"tWTR_L", NULL, "71 RD 0 5 2", "76 RD 12 8"},
    {"data_bus", "tRTW=1", "52 WR 12 8", "46 WR 12 8"},
    {"tWR", NULL, "86 PRE 12", "85 PRE 12"},
    {"tRTP", NULL, "80 PRE 0", "79 PRE 0"},
    {"tRDA", NULL, "102 ACT 4 11", "101 ACT 4 11"},
    {"tWRA", NULL, "9850 ACT 0 2", "9849 ACT 0 2"},
    {"tWR_tRP", "tRTP=8", "9800 WRA 0 1", "9801 WR 0 1; 9826 RDA 0 1"},
    {"tRFC", NULL, "9780 ACT 0 1", "9779 ACT 0 1"},
    {"refresh_late", NULL, "9360 REF all", ""},
    {"refresh_late", NULL, "9360 REF all", "9430 REF all"},
    {"refresh_blocked", NULL, "9360 REF all", "9360 ACT 0 1"},
    {"refresh_burst", "refresh_burst=1", "9780 ACT 0 1", "9780 REF all; 10200 ACT 0 1"},
    {"power_down", SLEEP, "9780 ACT 0 1", "9780 PDE all; 9790 ACT 0 1"},
    {"extra_refresh", SLEEP, "9360 REF all", "200 SRE all; 250 SRX all; 700 SRE all"},
    {"RAAMMT", "refresh=0 managed=1 RAAIMT=1 RAAMMT=2 RAADEC=2", "9360 REF all", ""},
};
static const struct plant hbm2_plants[] = {
    {"command_bus", NULL, "61 PRE 8", "60 PRE 8"},
    {"command_bus", NULL, "30 RD 4 1", "28 RD 4 1"},
    {"refresh_turn", NULL, "486 REF 1", "486 REF 5"},
    {"refresh_kind", NULL, "486 REF 1", "486 REF all"},
    {"tRFCpb", NULL, "403 ACT 0 1", "402 ACT 0 1"},
    {"refresh_late", NULL, "729 REF 2", "730 ACT 5 1"},
    {"command_bus", NULL, "50 PRE 0", "31 PRE 0"},
    {"tRREFD", NULL, "729 REF 2", "729 REF 2; 736 ACT 5 1"},
    {"tRRD_REF_S", "refresh=2 act_clocks=1", "729 REF 2", "727 ACT 9 1; 728 REF 2"},
    {"tRRD_REF_L", "refresh=2 tRRD_L=4", "729 REF 2", "727 ACT 1 1; 730 REF 2"},
    {"tRTP_tRP", "refresh=2 tRTP=22 tWR=0 tRTW=10", "432 PRE 0", "419 RD 0 1; 429 WRA 0 1; 450 ACT 0 2"},
};
/* More of grains and shared subarrays: test_judge_grains.c. */
static const struct plant fgdram_plants[] = {{"subarray", NULL, "16 ACT 1 8", "15 ACT 1 8"}};
static const struct plant ranks_plants[] = {{"rank_switch", NULL, "26 RD 8 7", "25 RD 8 7"},
                                            {"refresh_turn", NULL, "9360 REF all8", "9360 REF all"}};
enum {
    DDR4_PLANTS = sizeof ddr4_plants / sizeof ddr4_plants[0],
    HBM2_PLANTS = sizeof hbm2_plants / sizeof hbm2_plants[0],
    FGDRAM_PLANTS = sizeof fgdram_plants / sizeof fgdram_plants[0],
    RANKS_PLANTS = sizeof ranks_plants / sizeof ranks_plants[0]
};

static struct stream planted(const char *base, const struct plant *plant) {
    const char *place = strstr(base, plant->from);
    assert_non_null(place);
    char text[2048];
    const char *rest = place + strlen(plant->from);
    rest += plant->to[0] == '\0' && *rest == ';';
    (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(place - base), base, plant->to, rest);
    return stream_parse(text);
}

static unsigned judge_all(const char *preset, const char *changes, const struct stream *stream, uint64_t end,
                          struct rh_verdict *first) {
    struct rh_judge *judge = stream_judge(preset, changes);
    unsigned broken = stream_run(judge, stream, first);
    broken += rh_judge_finish(judge, end, broken == 0 ? first : NULL);
    assert_int_equal(rh_judge_commands(judge), stream->count);
    rh_judge_close(judge);
    return broken;
}

static void legal_streams_pass(void **state) {
    (void)state;
    struct rh_verdict first = {.text = ""};
    struct stream stream = stream_parse(ddr4);
    assert_int_equal(stream.count, 25);
    assert_int_equal(judge_all("ddr4_2400", NULL, &stream, 18789, &first), 0);
    assert_int_equal(judge_all("ddr4_2400", "tRC=66", &stream, 18789, &first), 0);
    assert_int_equal(judge_all("ddr4_2400", "tRTW=1", &stream, 18789, &first), 0);
    stream = stream_parse(hbm2);
    assert_int_equal(stream.count, 13);
    assert_int_equal(judge_all("hbm2", "refresh=2", &stream, 1016, &first), 0);
    stream = stream_parse(fgdram);
    assert_int_equal(stream.count, 8);
    assert_int_equal(judge_all("fgdram", NULL, &stream, 40, &first), 0);
    stream = stream_parse(ranks);
    assert_int_equal(stream.count, 8);
    assert_int_equal(judge_all("ddr4_2400", "rank_bits=1 tRTRS=2", &stream, 9400, &first), 0);
    assert_string_equal(first.text, "");
}

static void convicted(const char *preset, const char *changes, const char *base, uint64_t end,
                      const struct plant *plant) {
    struct stream stream = planted(base, plant);
    struct rh_verdict first = {.text = "nothing broken", .rule = ""};
    unsigned broken = judge_all(preset, changes, &stream, end, &first);
    if (strcmp(first.rule, plant->key) != 0)
        print_error("%s: '%s' for '%s': %s\n", plant->key, plant->to, plant->from, first.text);
    assert_true(broken > 0);
    assert_string_equal(first.rule, plant->key);
    assert_memory_equal(first.text, plant->key, strlen(plant->key)); /* the text names the rule */
    assert_non_null(strstr(first.text, "expected"));
}

static void every_planted_fault_is_named(void **state) {
    (void)state;
    for (unsigned i = 0; i < DDR4_PLANTS; i++)
        convicted("ddr4_2400", ddr4_plants[i].changes, ddr4, 18789, &ddr4_plants[i]);
    for (unsigned i = 0; i < HBM2_PLANTS; i++)
        convicted("hbm2", hbm2_plants[i].changes == NULL ? "refresh=2" : hbm2_plants[i].changes, hbm2, 1016,
                  &hbm2_plants[i]);
    for (unsigned i = 0; i < FGDRAM_PLANTS; i++)
        convicted("fgdram", fgdram_plants[i].changes, fgdram, 40, &fgdram_plants[i]);
    for (unsigned i = 0; i < RANKS_PLANTS; i++)
        convicted("ddr4_2400", "rank_bits=1 tRTRS=2", ranks, 9400, &ranks_plants[i]);
}

static bool has_plant(const char *key) {
    for (unsigned i = 0; i < DDR4_PLANTS; i++)
        if (strcmp(ddr4_plants[i].key, key) == 0)
            return true;
    for (unsigned i = 0; i < HBM2_PLANTS; i++)
        if (strcmp(hbm2_plants[i].key, key) == 0)
            return true;
    for (unsigned i = 0; i < FGDRAM_PLANTS; i++)
        if (strcmp(fgdram_plants[i].key, key) == 0)
            return true;
    for (unsigned i = 0; i < RANKS_PLANTS; i++)
        if (strcmp(ranks_plants[i].key, key) == 0)
            return true;
    return false;
}

static void every_rule_has_a_planted_fault(void **state) {
    (void)state;
    static const char *const keys[] = {
#define RH_RULE_CHECK(key, meaning)                            #key,
#define RH_RULE_CONSTRAINT(key, from, to, scope, sum, meaning) /* all pairs of each: test_judge_sets.c */
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
    };
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!has_plant(keys[i]))
            print_error("rule %s has no violation\n", keys[i]);
        assert_true(has_plant(keys[i]));
    }
}

static void verdicts_are_one_line_with_both_commands(void **state) {
    (void)state;
    struct rh_verdict first;
    struct stream stream = stream_parse("5 ACT 0 7; 16 RD 0 7 3");
    assert_int_equal(judge_all("gddr3", NULL, &stream, 16, &first), 1);
    assert_string_equal(first.text,
                        "tRCDRD: RD bank 0 row 7 column 3 at 16 after ACT bank 0 row 7 at 5: found a distance of "
                        "11, expected at least 12");
    stream = stream_parse("0 ACT 2 7; 40 RD 2 8 3");
    assert_int_equal(judge_all("gddr3", NULL, &stream, 40, &first), 1);
    assert_string_equal(first.text,
                        "wrong_row: RD bank 2 row 8 column 3 at 40: found another row, expected the open row 7");
    stream = stream_parse("18721 PRE 0");
    assert_int_equal(judge_all("ddr4_2400", NULL, &stream, 18721, &first), 2);
    assert_string_equal(
        first.text,
        "pre_closed: PRE bank 0 (group 0 bank 0) at 18721: found a closed bank, expected an open row to close");
}

static void all_broken_rules_are_counted(void **state) {
    (void)state;
    struct rh_verdict first;
    /* tRAS: 20 of 21; the two below: tRP 12 of 13 and tRC 32 of 34 */
    struct stream stream = stream_parse("0 ACT 0 7; 20 PRE 0; 32 ACT 0 8");
    assert_int_equal(judge_all("gddr3", NULL, &stream, 32, &first), 3);
    assert_string_equal(first.rule, "tRAS");
}

static void a_missed_refresh_is_reported_once(void **state) {
    (void)state;
    struct rh_judge *judge = stream_judge("ddr4_2400", NULL);
    struct stream stream = stream_parse("18720 ACT 0 1; 18759 PRE 0; 18789 REF all; 28079 ACT 0 2");
    struct rh_verdict first;
    /* the ACT besides goes to a bank whose refresh is due */
    assert_int_equal(stream_run(judge, &stream, &first), 2);
    assert_string_equal(first.text,
                        "refresh_late: at 18720: found 0 refreshes, expected 1 (one every 9360, at most 69 late)");
    assert_int_equal(rh_judge_finish(judge, 28149, &first), 0);
    assert_int_equal(rh_judge_finish(judge, 28150, &first), 1);
    assert_string_equal(first.rule, "refresh_late");
    rh_judge_close(judge);
}

static unsigned judge_registered(uint8_t registered, const char *text, uint64_t end) {
    struct rh_judge_setup setup = stream_setup("ddr4_2400", NULL);
    setup.registered = registered;
    struct rh_judge *judge = rh_judge_open(&setup);
    struct stream stream = stream_parse(text);
    struct rh_verdict first;
    unsigned broken = stream_run(judge, &stream, &first) + rh_judge_finish(judge, end, &first);
    rh_judge_close(judge);
    return broken;
}

/* One falls due at 9360, and may come 69 clocks late. */
static void refreshes_of_registered_commands_fall_due_one_clock_later(void **state) {
    (void)state;
    assert_int_equal(judge_registered(0, "9359 ACT 0 1", 9359), 0);
    assert_int_equal(judge_registered(0, "9360 ACT 0 1", 9360), 1);
    assert_int_equal(judge_registered(1, "9360 ACT 0 1", 9360), 0);
    assert_int_equal(judge_registered(1, "9361 ACT 0 1", 9361), 1);
    assert_int_equal(judge_registered(0, "9429 REF all", 9430), 0);
    assert_int_equal(judge_registered(0, "9430 REF all", 9430), 1);
    assert_int_equal(judge_registered(1, "9430 REF all", 9431), 0);
    assert_int_equal(judge_registered(1, "9431 REF all", 9431), 1);
}

static void a_late_refresh_counts_for_the_one_it_serves(void **state) {
    (void)state;
    struct rh_judge *judge = stream_judge("ddr4_2400", NULL);
    /* due at 9360, served at 9500: late. The one that comes at 18720 serves that which falls due then: of two that are
     * missing each is reported once. */
    struct stream stream = stream_parse("9500 REF all; 18720 REF all; 37440 REF all; 46800 REF all");
    struct rh_verdict first;
    assert_int_equal(stream_run(judge, &stream, &first), 2);
    rh_judge_close(judge);
}

static void rejected_commands_leave_no_trace(void **state) {
    (void)state;
    struct rh_verdict first;
    struct stream stream = stream_parse("10 ACT 0 7; 9 PRE 0; 11 ACT 9 7; 22 RD 0 7");
    assert_int_equal(judge_all("gddr3", NULL, &stream, 22, &first), 2);
    assert_string_equal(first.rule, "order");
}

static void a_row_that_the_stream_leaves_out_is_not_judged(void **state) {
    (void)state;
    struct rh_verdict first;
    struct stream stream = stream_parse("0 ACT 0 7; 12 RD 0 7 3; 13 RD 0 7 4");
    stream.commands[1].row = stream.commands[2].row = RH_ROW_UNKNOWN;
    assert_int_equal(judge_all("gddr3", "tCCD_L=1", &stream, 13, &first), 1);
    assert_string_equal(first.text,
                        "data_bus: RD bank 0 column 4 at 13: found data at 21 and 22, expected bursts of 2 apart");
}

/* Six ACTs of bank 1 of ddr4_2400, one every 100 clocks, then `then`; broken rules, the first in `first`. */
static unsigned after_six(const char *changes, const char *then, struct rh_verdict *first) {
    char text[1024];
    size_t n = 0;
    for (unsigned i = 0; i < 6; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%u ACT 1 7; %u PRE 1; ", 100 * i, 100 * i + 50);
    (void)snprintf(text + n, sizeof text - n, "%s", then);
    struct stream stream = stream_parse(text);
    return judge_all("ddr4_2400", changes, &stream, 2000, first);
}

static void activates_of_a_bank_are_counted_where_the_device_asks_for_it(void **state) {
    (void)state;
    struct rh_verdict first;
    const char *managed = "refresh=0 managed=1 RAAIMT=4 RAAMMT=6 RAADEC=3 tRFM=10 tRFMpb=10";
    assert_int_equal(after_six(managed, "600 ACT 1 7", &first), 1);
    assert_string_equal(first.text, "RAAMMT: ACT bank 1 (group 0 bank 1) row 7 at 600: found a count of 6 activates, "
                                    "expected less than RAAMMT = 6");
    assert_int_equal(after_six("refresh=0 managed=0 RAAIMT=4 RAAMMT=6", "600 ACT 1 7", &first), 0);
    assert_int_equal(after_six("refresh=0 managed=1 RAAIMT=4 RAAMMT=0", "600 ACT 1 7", &first), 0);
    /* an RFM leaves 2, another 0 and not -2: six are left then */
    assert_int_equal(after_six(managed, "600 RFM 1; 620 RFM 1; 640 ACT 1 7", &first), 0);
    const char *six = "640 ACT 1 7; 690 PRE 1; 740 ACT 1 7; 790 PRE 1; 840 ACT 1 7; 890 PRE 1; 940 ACT 1 7; 990 PRE 1;"
                      "1040 ACT 1 7; 1090 PRE 1; 1140 ACT 1 7; 1190 PRE 1; 1240 ACT 1 7";
    char text[512];
    (void)snprintf(text, sizeof text, "600 RFM all; 620 RFM 1; %s", six);
    assert_int_equal(after_six(managed, text, &first), 1);
    assert_string_equal(first.rule, "RAAMMT");
    assert_int_equal(first.command.cycle, 1240);
}

static void refreshes_are_free_while_refresh_is_off(void **state) {
    (void)state;
    struct rh_verdict first;
    struct stream stream = stream_parse("50 REF all; 100 REF 2; 200 ACT 2 1");
    assert_int_equal(judge_all("gddr3", NULL, &stream, 1000000, &first), 0);
}

static void a_setup_without_banks_is_refused(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_load("gddr3", &preset, &error));
    struct rh_judge_setup setup = rh_judge_setup_from_preset(&preset);
    setup.banks = 0;
    assert_null(rh_judge_open(&setup));
    setup.banks = 256;
    struct rh_judge *judge = rh_judge_open(&setup);
    assert_non_null(judge);
    rh_judge_close(judge);
    setup.banks = 257;
    assert_null(rh_judge_open(&setup));
    setup.banks = 16;
    setup.groups = 0;
    assert_null(rh_judge_open(&setup));
    setup.groups = 1;
    setup.refresh = RH_REFRESH_PER_BANK;
    setup.timing.tREFI = 15;
    assert_null(rh_judge_open(&setup));
    rh_judge_close(NULL);
}

/* A PRE of all banks closes each that is open, begins the tRP of all, breaks what each would break, and is one command
 * on the bus. */
static void a_precharge_of_all_banks_is_one_of_each_bank(void **state) {
    (void)state;
    struct rh_judge_setup setup = stream_setup("gddr3", NULL);
    struct rh_verdict verdicts[8];
    struct rh_judge *judge = rh_judge_open(&setup);
    static const struct {
        const char *commands; /* the last is judged */
        unsigned broken;
        const char *first;
    } cases[] = {
        {"0 PRE all", 0, NULL},
        {"0 ACT 0 7; 8 ACT 2 7; 29 PRE all", 0, NULL},
        {"0 ACT 0 7; 8 ACT 2 7; 28 PRE all", 1,
         "tRAS: PRE all banks, bank 2 at 28 after ACT bank 2 row 7 at 8: found a distance of 20, expected at least 21"},
        {"0 ACT 0 7; 8 ACT 2 7; 20 PRE all", 2,
         "tRAS: PRE all banks, bank 0 at 20 after ACT bank 0 row 7 at 0: found a distance of 20, expected at least 21"},
        {"0 ACT 0 7; 8 ACT 2 7; 29 PRE all; 42 ACT 2 8", 0, NULL},
        {"0 ACT 0 7; 8 ACT 2 7; 29 PRE all; 41 ACT 2 8", 2,
         "tRP: ACT bank 2 row 8 at 41 after PRE all banks, bank 2 at 29: found a distance of 12, expected at least 13"},
        {"0 PRE all; 0 ACT 0 7", 2, // and tRP
         "command_bus: ACT bank 0 row 7 at 0: found a second command in this clock, "
         "expected one command a clock"},
        {"0 ACT 0 7; 0 PRE all", 2,
         "command_bus: PRE all banks, bank 0 at 0: found a second command in this clock, expected one command a clock"},
        // tRP counts from the last PRE, also where the bank was closed by one before; REF waits for it, too
        {"0 PRE all; 13 ACT 0 7", 0, NULL},
        {"0 PRE all; 12 ACT 0 7", 1,
         "tRP: ACT bank 0 row 7 at 12 after PRE all banks, bank 0 at 0: found a distance of 12, expected at least 13"},
        {"0 ACT 0 7; 40 PRE 0; 52 PRE all; 53 ACT 0 8", 1,
         "tRP: ACT bank 0 row 8 at 53 after PRE all banks, bank 0 at 52: found a distance of 1, expected at least 13"},
        {"0 ACT 0 7; 40 PRE 0; 52 PRE all; 65 ACT 0 8", 0, NULL},
        {"0 PRE all; 0 PRE all", 1,
         "command_bus: PRE all banks, bank 0 at 0: found a second command in this clock, "
         "expected one command a clock"},
        // none comes within tRFC, 40 clocks
        {"0 REF all; 39 PRE all", 1,
         "tRFC: PRE all banks, bank 0 at 39 after REF all banks at 0: found a distance of 39, expected at least 40"},
        {"0 REF all; 40 PRE all", 0, NULL},
        {"0 ACT 0 7; 40 PRE all; 40 RD 1 0 0", 2,
         "command_bus: RD bank 1 row 0 column 0 at 40: found a second command in this clock, expected one command a "
         "clock"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stream stream = stream_parse(cases[i].commands);
        rh_judge_close(judge);
        judge = rh_judge_open(&setup);
        for (unsigned k = 0; k + 1 < stream.count; k++)
            assert_int_equal(rh_judge_verdicts(judge, &stream.commands[k], NULL, 0), 0);
        assert_int_equal(rh_judge_verdicts(judge, &stream.commands[stream.count - 1], verdicts, 8), cases[i].broken);
        if (cases[i].first != NULL)
            assert_string_equal(verdicts[0].text, cases[i].first);
    }
    assert_int_equal(rh_judge_commands(judge), 3);
    assert_int_equal(verdicts[0].earlier, 1);
    rh_judge_close(judge);
}

/* tREFI 9360, the last command to a bank 69 clocks before the REF: up to 8 may wait. */
static void refreshes_may_be_postponed_as_far_as_the_setup_says(void **state) {
    (void)state;
    static const struct {
        unsigned postponed, cycle, broken;
    } cases[] = {{0, 9359, 0},  {0, 9360, 1},  {1, 9360, 0}, {1, 18719, 0}, {1, 18720, 1},
                 {8, 84239, 0}, {8, 84240, 1}, {0, 9430, 2}, {1, 18790, 2}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_judge_setup setup = stream_setup("ddr4_2400", NULL);
        setup.postponed = (uint8_t)cases[i].postponed;
        struct rh_judge *judge = rh_judge_open(&setup);
        const struct rh_command_record act = {.cycle = cases[i].cycle, .command = RH_ACT};
        assert_int_equal(rh_judge_command(judge, &act, NULL), cases[i].broken);
        rh_judge_close(judge);
    }
}

/* Refreshes of ddr4_2400, all early, from clock 20 on, one every 500; then the clock in which the next one is late. */
static void only_so_many_refreshes_count_ahead_of_their_time(void **state) {
    (void)state;
    static const struct {
        const char *changes;
        unsigned early;  /* REFs before the first falls due */
        uint64_t latest; /* the last clock without a missing one, (counted + 1) x 9360 + 69 */
    } cases[] = {{"pulled_in=8", 7, 8 * 9360 + 69},   {"pulled_in=8", 8, 9 * 9360 + 69},
                 {"pulled_in=8", 9, 9 * 9360 + 69},   {"pulled_in=8", 17, 9 * 9360 + 69},
                 {"pulled_in=0", 17, 18 * 9360 + 69}, {"pulled_in=1", 2, 2 * 9360 + 69}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_judge *judge = stream_judge("ddr4_2400", cases[i].changes);
        for (unsigned k = 0; k < cases[i].early; k++)
            assert_int_equal(
                rh_judge_command(judge, &(struct rh_command_record){.cycle = 20 + 500 * k, .command = RH_REF, .all = 1},
                                 NULL),
                0);
        assert_int_equal(rh_judge_finish(judge, cases[i].latest, NULL), 0);
        assert_int_equal(rh_judge_finish(judge, cases[i].latest + 1, NULL), 1);
        rh_judge_close(judge);
    }
}

static unsigned asleep(const char *changes, const char *text, uint64_t end) {
    char all[128];
    (void)snprintf(all, sizeof all, SLEEP " %s", changes);
    struct stream stream = stream_parse(text);
    struct rh_verdict first = {.text = ""};
    return judge_all("ddr4_2400", all, &stream, end, &first);
}

/* Of the refreshes that fall due every 9360 clocks, those of clocks 9360 to 46800 are the device's own; in two ranks
 * they fall due every 4680 clocks in turns. */
static void a_rank_in_self_refresh_refreshes_itself(void **state) {
    (void)state;
    const char *sleep = "100 SRE all; 50000 SRX all; 50432 ACT 0 1; 50471 PRE 0";
    assert_int_equal(asleep("", sleep, 56160 + 69), 0);
    assert_int_equal(asleep("", sleep, 56160 + 70), 1);
    assert_int_equal(asleep("", "100 SRE all", UINT64_C(1) << 40), 0);
    assert_int_equal(asleep("", "100 PDE all; 9400 PDX all; 9408 REF all", 9408), 0);
    assert_int_equal(asleep("", "100 PDE all; 9500 PDX all; 9508 REF all", 9508), 1); /* power-down refreshes nothing */
    assert_int_equal(asleep("rank_bits=1", "100 SRE all; 9360 REF all8; 18720 REF all8; 20000 SRX all", 20000), 0);
    assert_int_equal(asleep("rank_bits=1", "100 SRE all; 9360 REF all8; 20000 SRX all", 20000), 1);
    assert_int_equal(asleep("rank_bits=1", "100 SRE all; 101 SRE all8; 90000 SRX all; 90001 SRX all8", 90010), 0);
    /* what a clock enable says takes no clock of a command bus that ranks share */
    assert_int_equal(asleep("rank_bits=1", "10 ACT 8 7; 10 PDE all; 20 RD 8 7; 20 PDX all", 20), 1);
    assert_int_equal(asleep("rank_bits=1", "10 ACT 8 7; 10 PDE all; 26 RD 8 7; 26 PDX all", 26), 0);
    assert_int_equal(asleep("rank_bits=1", "10 ACT 8 7; 10 PDE all; 26 PDX all; 26 RD 8 7", 26), 0);
    /* one bank at a time the next REF may be that of any bank, and then they take turns again */
    const char *one = "refresh=2 tREFI=16000 tRFCpb=100";
    assert_int_equal(asleep(one, "1000 REF 0; 1100 SRE all; 3500 SRX all; 4000 REF 7; 5000 REF 8", 5000), 0);
    assert_int_equal(asleep(one, "1000 REF 0; 1100 SRE all; 3500 SRX all; 4000 REF 7; 5000 REF 9", 5000), 1);
}

/* Between two ranks, and within the PRE of all banks, tPPD holds nothing apart. */
static void precharges_of_one_rank_lie_apart(void **state) {
    (void)state;
    struct rh_verdict first;
    struct stream stream = stream_parse("0 ACT 0 7; 20 ACT 8 7; 60 PRE 0; 61 PRE 8; 64 PRE all");
    assert_int_equal(judge_all("ddr4_2400", "rank_bits=1 tPPD=4", &stream, 64, &first), 0);
    assert_int_equal(judge_all("ddr4_2400", "tPPD=4", &stream, 64, &first), 2);
    assert_string_equal(first.text, "tPPD: PRE bank 8 (group 2 bank 0) at 61 after PRE bank 0 (group 0 bank 0) at 60: "
                                    "found a distance of 1, expected at least 4");
    assert_int_equal(judge_all("ddr4_2400", "tPPD=0", &stream, 64, &first), 0);
    /* an automatic precharge is none */
    stream = stream_parse("0 ACT 0 7; 20 ACT 5 7; 50 RDA 0 7; 59 PRE 5");
    assert_int_equal(judge_all("ddr4_2400", "tPPD=9", &stream, 64, &first), 0);
}

static void verdicts_of_power_down_name_the_state(void **state) {
    (void)state;
    struct rh_verdict first;
    struct stream stream = stream_parse("10 PDE all8; 40 ACT 9 7");
    assert_int_equal(judge_all("ddr4_2400", SLEEP " rank_bits=1", &stream, 40, &first), 1);
    assert_string_equal(first.text, "power_down: ACT bank 9 (group 2 bank 1) row 7 at 40: found power-down, "
                                    "expected PDX");
    assert_int_equal(first.earlier, 0);
    stream = stream_parse("10 SRX all");
    assert_int_equal(judge_all("ddr4_2400", SLEEP, &stream, 10, &first), 1);
    assert_string_equal(first.text,
                        "power_down: SRX at 10: found neither of both, expected self-refresh that it leaves");
    stream = stream_parse("10 SRE all; 20 SRX all; 500 SRE all");
    assert_int_equal(judge_all("ddr4_2400", SLEEP, &stream, 500, &first), 1);
    assert_string_equal(first.text, "extra_refresh: SRE at 500: found no refresh since SRX, expected one at least");
    assert_int_equal(first.earlier, 1);
}

/* One refresh is missing, in the middle or at the begin: it is reported once. Whoever counts from the first REF, or
 * from a clock of the trace, sees what is missing behind it and nothing else. */
static void refreshes_are_counted_from_where_the_setup_says(void **state) {
    (void)state;
    static const struct {
        const char *commands;
        uint64_t from;
        bool first;
        unsigned broken; /* of all commands */
    } cases[] = {
        {"9360 REF all; 18720 REF all; 28080 REF all; 37440 REF all", 0, false, 0},
        {"18720 REF all; 28080 REF all; 37440 REF all", 0, false, 1},
        {"9360 REF all; 28080 REF all; 37440 REF all; 46800 REF all", 0, false, 1},
        {"9360 REF all; 12000 REF all; 28080 REF all; 37440 REF all", 0, false, 0},          /* one ahead of its time */
        {"1009360 REF all; 1018720 REF all; 1037440 REF all; 1046800 REF all", 0, false, 2}, /* 107 in one, and one */
        {"9360 REF all; 21000 REF all; 30360 REF all; 39720 REF all; 49080 REF all", 0, false, 1}, /* a gap of 11640 */
        {"9360 REF all; 18920 REF all; 28280 REF all; 37640 REF all; 46931 REF all", 0, false, 1},
        {"9360 REF all; 18920 REF all; 28280 REF all; 37640 REF all; 47070 REF all", 0, false, 2}, /* 70 late again */
        {"1009360 REF all; 1018720 REF all; 1037440 REF all; 1046800 REF all", 0, true, 1},
        {"1009360 REF all; 1018720 REF all; 1028080 REF all; 1037440 REF all", 0, true, 0},
        {"1009360 REF all; 1018720 REF all; 1037440 REF all; 1046800 REF all", 1000000, false, 1},
        {"1000 REF all; 1009360 REF all; 1018720 REF all; 1028080 REF all", 1000000, false, 0},
        {"1000 REF all; 1009360 REF all; 1028080 REF all; 1037440 REF all", 1000000, false, 1}, /* that one is none */
        {"1009500 REF all; 1018720 REF all; 1028080 REF all", 1000000, false, 1},               /* late */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_judge_setup setup = stream_setup("ddr4_2400", "refresh=1");
        setup.refresh_from = cases[i].from;
        setup.from_first_refresh = cases[i].first;
        struct stream stream = stream_parse(cases[i].commands);
        struct rh_judge *judge = rh_judge_open(&setup);
        unsigned broken = 0;
        for (unsigned k = 0; k < stream.count; k++)
            broken += rh_judge_verdicts(judge, &stream.commands[k], NULL, 0);
        broken += rh_judge_finish(judge, stream.commands[stream.count - 1].cycle, NULL);
        assert_int_equal(broken, cases[i].broken);
        rh_judge_close(judge);
    }
}

/* The first REF of a trace that was cut may be that of any bank; those behind it take turns. */
static void the_turn_of_refreshes_begins_with_the_first(void **state) {
    (void)state;
    struct rh_judge_setup setup = stream_setup("hbm2", "refresh=2");
    setup.from_first_refresh = 1;
    struct rh_judge *judge = rh_judge_open(&setup);
    uint64_t interval = setup.timing.tREFI / setup.banks, at = 5000;
    for (unsigned k = 0; k < 4; k++) {
        const struct rh_command_record ref = {.cycle = at + k * interval, .command = RH_REF, .bank = (uint8_t)(3 + k)};
        assert_int_equal(rh_judge_command(judge, &ref, NULL), 0);
    }
    struct rh_verdict first;
    const struct rh_command_record other = {.cycle = at + 4 * interval, .command = RH_REF, .bank = 9};
    assert_int_equal(rh_judge_command(judge, &other, &first), 1);
    assert_string_equal(first.rule, "refresh_turn");
    rh_judge_close(judge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_pass),
        cmocka_unit_test(every_planted_fault_is_named),
        cmocka_unit_test(every_rule_has_a_planted_fault),
        cmocka_unit_test(verdicts_are_one_line_with_both_commands),
        cmocka_unit_test(all_broken_rules_are_counted),
        cmocka_unit_test(a_missed_refresh_is_reported_once),
        cmocka_unit_test(refreshes_of_registered_commands_fall_due_one_clock_later),
        cmocka_unit_test(a_late_refresh_counts_for_the_one_it_serves),
        cmocka_unit_test(rejected_commands_leave_no_trace),
        cmocka_unit_test(a_row_that_the_stream_leaves_out_is_not_judged),
        cmocka_unit_test(activates_of_a_bank_are_counted_where_the_device_asks_for_it),
        cmocka_unit_test(refreshes_are_free_while_refresh_is_off),
        cmocka_unit_test(a_setup_without_banks_is_refused),
        cmocka_unit_test(a_precharge_of_all_banks_is_one_of_each_bank),
        cmocka_unit_test(refreshes_may_be_postponed_as_far_as_the_setup_says),
        cmocka_unit_test(only_so_many_refreshes_count_ahead_of_their_time),
        cmocka_unit_test(a_rank_in_self_refresh_refreshes_itself),
        cmocka_unit_test(verdicts_of_power_down_name_the_state),
        cmocka_unit_test(precharges_of_one_rank_lie_apart),
        cmocka_unit_test(refreshes_are_counted_from_where_the_setup_says),
        cmocka_unit_test(the_turn_of_refreshes_begins_with_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
