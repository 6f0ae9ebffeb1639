// SPDX-License-Identifier: Apache-2.0
// Does every rule hold for every command of its sets? Each timing constraint, pair by pair, on a timing whose distances
// all differ; then the rules with code of their own, command by command.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "judge_stream.h"
#include "rowhold/rh_random.h"

/* The sets of tables/rules.def, a second time. */
enum {
    ACT = 1,
    PRE = 2,
    RD = 4,
    WR = 8,
    RDA = 16,
    WRA = 32,
    REF_ALL = 64,
    REF_ONE = 128,
    RFM_ALL = 256,
    RFM_ONE = 512,
    PDE = 1024,
    PDX = 2048,
    SRE = 4096,
    SRX = 8192,
    PRE_IDLE = 0, /* it is no command by itself: test_judge.c has it */
    ANY_PRE = PRE | PRE_IDLE,
    ANY_RD = RD | RDA,
    ANY_WR = WR | WRA,
    ANY_ONE = REF_ONE | RFM_ONE,
    REFRESH = REF_ALL | RFM_ALL | ANY_ONE,
    CLOSED = REFRESH | SRE,
    PINS = PDE | PDX | SRX,
    SETS = 14
};
static const char *const words[SETS] = {"ACT", "PRE",     "RD",  "WR",      "RDA",     "WRA",     "REF all",
                                        "REF", "RFM all", "RFM", "PDE all", "PDX all", "SRE all", "SRX all"};

enum scope { BANK, OTHER_BANK, GROUP, OTHER_GROUP, GRAIN };
struct row {
    const char *key;
    unsigned from, to;
    enum scope scope;
    unsigned clocks, grain_bits;
};

/* Every row of rules.def that is a timing constraint, on a timing `t`. */
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, sum, meaning) +1
enum {
    ROWS = 0
#include "tables/rules.def"
};
#undef RH_RULE_CONSTRAINT
static void rows_of(const struct rh_timing *t, struct row rows[ROWS]) {
    unsigned n = 0;
#define RH_RULE_CONSTRAINT(key, from, to, scope, sum, meaning)                                                         \
    rows[n++] = (struct row){#key, from, to, scope, (unsigned)(sum), 0};
#include "tables/rules.def"
}
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT

/* A timing of which any two distances that may meet in a pair of commands differ by at least 3, and none is short: so
 * only one rule changes its mind from one clock to the next. It is drawn until it is so. */
static char distinct[2048];

static bool are_distinct(const struct row rows[ROWS]) {
    for (unsigned i = 0; i < ROWS; i++) {
        if (rows[i].clocks < 10)
            return false;
        for (unsigned k = 0; k < i; k++)
            if ((rows[i].from & rows[k].from) && (rows[i].to & rows[k].to) && /* else no pair meets both */
                rows[i].clocks < rows[k].clocks + 3 && rows[k].clocks < rows[i].clocks + 3)
                return false;
    }
    return true;
}

static int draw_distinct(void **state) {
    (void)state;
    uint64_t random = 1;
    struct row rows[ROWS];
    for (unsigned tries = 0; tries < 10000; tries++) {
        size_t at = 0;
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    at += (size_t)snprintf(distinct + at, sizeof distinct - at, #name "=%u ", 10U + rh_random_below(&random, 240));
#define RH_TIMING_DEVICE RH_TIMING
#include "tables/timing.def"
#undef RH_TIMING
        assert_true(at + 100 < sizeof distinct);
        (void)snprintf(distinct + at, sizeof distinct - at,
                       "refresh=0 WL=12 CL=12 tBURST=1 activates=4 act_clocks=1 column_clocks=1 tRTRS=0");
        const struct rh_judge_setup setup = stream_setup("ddr4_2400", distinct);
        rows_of(&setup.timing, rows);
        if (are_distinct(rows))
            return 0;
    }
    return -1;
}

/* ddr4_2400: 16 banks in 4 groups of 4. Without grains all banks are of one; else the first two groups are. */
static const struct scope_banks {
    unsigned from, aside; /* `aside` is out of scope, or the same bank; the later command is to bank 5 */
} banks[2][5] = {{[BANK] = {5, 6}, [OTHER_BANK] = {9, 5}, [GROUP] = {6, 9}, [OTHER_GROUP] = {9, 6}, [GRAIN] = {9, 9}},
                 {[BANK] = {5, 9}, [OTHER_BANK] = {1, 9}, [GROUP] = {6, 9}, [OTHER_GROUP] = {1, 9}, [GRAIN] = {1, 9}}};

static bool is_all(unsigned set) {
    return ((REF_ALL | RFM_ALL | PINS | SRE) & 1U << set) != 0;
}

static void put(struct stream *stream, uint64_t cycle, unsigned set, unsigned bank) {
    char text[64];
    int n = snprintf(text, sizeof text, "%" PRIu64 " %s", cycle, words[set]);
    if (!is_all(set))
        (void)snprintf(text + n, sizeof text - (size_t)n, " %u 3", bank);
    stream->commands[stream->count++] = stream_record(text);
}

/* Rules broken when `to` follows `from` after `clocks`, with another `from` out of scope between them. */
static unsigned broken_after(const struct row *row, unsigned from, unsigned to, unsigned clocks) {
    struct stream stream = {.count = 0};
    struct scope_banks at = banks[row->grain_bits][row->scope];
    char changes[sizeof distinct + 32];
    (void)snprintf(changes, sizeof changes, "%s grain_bits=%u", distinct, row->grain_bits);
    put(&stream, 1000, from, at.from);
    if (at.aside != at.from && !is_all(from) && !is_all(to))
        put(&stream, 1001, from, at.aside);
    put(&stream, 1000 + clocks, to, 5);
    struct rh_judge *judge = stream_judge("ddr4_2400", changes);
    struct rh_verdict first;
    unsigned broken = stream_run(judge, &stream, &first);
    rh_judge_close(judge);
    return broken;
}

static unsigned every_pair(const struct row *row) {
    unsigned pairs = 0;
    for (unsigned from = 0; from < SETS; from++)
        for (unsigned to = 0; to < SETS; to++) {
            if (!(row->from & 1U << from) || !(row->to & 1U << to))
                continue;
            unsigned late = broken_after(row, from, to, row->clocks),
                     early = broken_after(row, from, to, row->clocks - 1);
            if (early != late + 1)
                print_error("%s: %s to %s: %u broken after %u, %u one clock earlier\n", row->key, words[from],
                            words[to], late, row->clocks, early);
            assert_int_equal(early, late + 1);
            pairs++;
        }
    return pairs;
}

static void every_pair_of_a_timing_constraint_keeps_its_distance(void **state) {
    (void)state;
    const struct rh_judge_setup setup = stream_setup("ddr4_2400", distinct);
    struct row rows[ROWS];
    rows_of(&setup.timing, rows);
    unsigned pairs = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        for (unsigned grain_bits = 0; grain_bits < 2; grain_bits++) {
            struct row row = rows[i];
            row.grain_bits = grain_bits;
            unsigned found = every_pair(&row);
            assert_true(found > 0);
            pairs += found;
        }
    }
    assert_true(pairs >= 120);
}

static void names(const char *key, const char *changes, const char *text) {
    struct stream stream = stream_parse(text);
    struct rh_judge *judge = stream_judge("ddr4_2400", changes);
    struct rh_verdict first = {.text = "nothing broken", .rule = ""};
    (void)stream_run(judge, &stream, &first);
    rh_judge_close(judge);
    if (strcmp(first.rule, key) != 0)
        print_error("'%s': %s, expected %s\n", text, first.text, key);
    assert_string_equal(first.rule, key);
}

static void every_column_command_needs_its_open_row_and_the_data_bus(void **state) {
    (void)state;
    char text[128];
    for (unsigned a = 2; a < 6; a++) {
        (void)snprintf(text, sizeof text, "0 %s 0 5", words[a]);
        names("bank_closed", "refresh=0", text);
        (void)snprintf(text, sizeof text, "0 ACT 0 5; 60 %s 0 6", words[a]);
        names("wrong_row", "refresh=0", text);
        for (unsigned b = 2; b < 6; b++) {
            if ((a - b) % 2 != 0) /* a change of direction breaks another rule first */
                continue;
            (void)snprintf(text, sizeof text, "0 ACT 0 5; 10 ACT 4 5; 60 %s 0 5; 61 %s 4 5", words[a], words[b]);
            names("data_bus", "refresh=0 tCCD_S=1", text);
        }
    }
}

/* The third command's data meet the first's, whose latency is long; the second is newer and in nobody's way. */
static void a_long_read_still_holds_the_data_bus(void **state) {
    (void)state;
    const char *slow = "refresh=0 tCCD_S=1 tRTW=1 CL=20 WL=4 tBURST=4";
    names("data_bus", slow, "0 ACT 0 5; 10 ACT 4 5; 20 ACT 8 5; 97 RD 0 5; 98 WR 4 5; 116 WR 8 5");
    names("", slow, "0 ACT 0 5; 10 ACT 4 5; 20 ACT 8 5; 96 RD 0 5; 98 WR 4 5; 116 WR 8 5");
}

static void every_command_takes_the_command_bus_and_waits_for_a_late_refresh(void **state) {
    (void)state;
    for (unsigned a = 0; a < SETS; a++) {
        unsigned broken[2];
        for (unsigned late = 0; late < 2; late++) {
            struct stream stream = {.count = 0};
            struct rh_verdict first;
            struct rh_judge *judge = stream_judge("ddr4_2400", "refresh=1 RAAIMT=1 tXP=1 tXS=1");
            put(&stream, 9429 + late, a, 1);
            broken[late] = stream_run(judge, &stream, &first);
            rh_judge_close(judge);
        }
        assert_int_equal(broken[1], broken[0] + 1);
        for (unsigned b = 0; b < SETS; b++) {
            struct stream stream = {.count = 0};
            if ((PINS & 1U << a) || (PINS & 1U << b))
                continue;
            put(&stream, 7, a, 1);
            put(&stream, 7, b, 9);
            struct rh_judge *judge = stream_judge("ddr4_2400", "refresh=0 RAAIMT=1 tXS=1");
            struct rh_verdict first;
            (void)rh_judge_command(judge, &stream.commands[0], &first);
            assert_true(rh_judge_command(judge, &stream.commands[1], &first) > 0);
            assert_string_equal(first.rule, "command_bus");
            rh_judge_close(judge);
        }
    }
}

static void both_refreshes_need_closed_banks_and_their_mode(void **state) {
    (void)state;
    names("refresh_open", "refresh=0", "0 ACT 0 5; 900 REF all");
    names("refresh_open", "refresh=0", "0 ACT 0 5; 900 REF 0");
    names("refresh_kind", "refresh=1", "0 REF 0");
    names("refresh_kind", "refresh=2", "0 REF all");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_a_timing_constraint_keeps_its_distance),
        cmocka_unit_test(every_column_command_needs_its_open_row_and_the_data_bus),
        cmocka_unit_test(a_long_read_still_holds_the_data_bus),
        cmocka_unit_test(every_command_takes_the_command_bus_and_waits_for_a_late_refresh),
        cmocka_unit_test(both_refreshes_need_closed_banks_and_their_mode),
    };
    return cmocka_run_group_tests(tests, draw_distinct, NULL);
}
