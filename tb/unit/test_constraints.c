// SPDX-License-Identifier: Apache-2.0
// Are the timing constraints those that the presets' sources give, those between ranks, and the rounds of the refresh
// modes? Literals are worked out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_preset.h"

static struct rh_preset load(const char *name) {
    struct rh_preset preset;
    struct rh_error error = {""};
    bool good = rh_preset_find(name, &preset, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    return preset;
}

/* Refresh as the preset has it. A constraint that stands in no row, and so is 0 here, holds nothing back: it is 1. */
struct expected_constraints {
    const char *preset;
    struct rh_constraints constraints;
};
#define ROW(preset_, rcd_rd_, rcd_wr_, ras_, rc_, rp_, rtp_, wtp_, rrd_s_, rrd_l_, faw_, faw_n_, ccd_s_, ccd_l_, rtw_, \
            wtr_s_, wtr_l_, burst_, rank_rd_, rank_wr_, rank_rtw_, rank_wtr_, rd_done_, wr_done_, rrefd_, act_bus_,    \
            refresh_, refi_, rfc_, age_cap_)                                                                           \
    {                                                                                                                  \
        preset_, {                                                                                                     \
            .rcd_rd = rcd_rd_, .rcd_wr = rcd_wr_, .ras = ras_, .rc = rc_, .rp = rp_, .rtp = rtp_, .wtp = wtp_,         \
            .rrd_s = rrd_s_, .rrd_l = rrd_l_, .faw = faw_, .faw_n = faw_n_, .ccd_s = ccd_s_, .ccd_l = ccd_l_,          \
            .rtw = rtw_, .wtr_s = wtr_s_, .wtr_l = wtr_l_, .burst = burst_, .rank_rd = rank_rd_, .rank_wr = rank_wr_,  \
            .rank_rtw = rank_rtw_, .rank_wtr = rank_wtr_, .rd_done = rd_done_, .wr_done = wr_done_, .rrefd = rrefd_,   \
            .act_bus = act_bus_, .refresh = refresh_, .refi = refi_, .rfc = rfc_, .age_cap = age_cap_, .hit_cap = 4,   \
            .blacklist_threshold = 4, .clearing_interval = 10000, .marking_cap = 5, .quantum = 10000000,               \
            .service_history = 3, .waiting_threshold = 100000, .batch_age = 50, .batch_rush = 8, .shortest_first = 230 \
        }                                                                                                              \
    }
static const struct expected_constraints expected_constraints[] = {
    ROW("gddr3", 12, 12, 21, 34, 13, 2, 19, 8, 8, 32, 4, 2, 2, 9, 11, 11, 2, 2, 2, 7, 1, 11, 6, 1, 1, 0, 6240, 40, 0),
    ROW("gddr3_k4j52324qh", 12, 4, 25, 35, 10, 2, 20, 8, 8, 32, 4, 2, 2, 7, 15, 15, 2, 2, 2, 5, 1, 12, 9, 1, 1, 0, 3120,
        40, 0),
    ROW("hbm2", 16, 16, 29, 45, 16, 4, 20, 2, 2, 12, 8, 2, 4, 18, 7, 12, 2, 2, 2, 16, 1, 18, 4, 8, 2, 0, 3900, 260, 0),
    ROW("qb_hbm", 16, 16, 29, 45, 16, 4, 20, 2, 2, 12, 8, 2, 4, 18, 7, 12, 2, 2, 2, 16, 1, 18, 4, 8, 2, 0, 3900, 260,
        0),
    ROW("ddr4_2400", 16, 16, 39, 55, 16, 9, 34, 4, 6, 26, 4, 4, 6, 10, 19, 25, 4, 4, 4, 8, 1, 20, 16, 1, 1, 1, 9360,
        420, 0),
    ROW("hbm2_2000", 14, 14, 34, 48, 14, 6, 22, 4, 6, 30, 4, 2, 4, 14, 12, 14, 2, 2, 2, 12, 1, 16, 6, 8, 2, 2, 243, 160,
        0),
    ROW("fgdram", 8, 8, 15, 23, 8, 2, 18, 2, 2, 6, 8, 8, 8, 15, 12, 14, 8, 8, 8, 14, 2, 16, 10, 4, 2, 0, 1950, 130, 0),
    ROW("qb_hbm_salp_sc", 16, 16, 29, 45, 16, 4, 20, 2, 2, 12, 8, 2, 4, 18, 7, 12, 2, 2, 2, 16, 1, 18, 4, 8, 2, 0, 3900,
        260, 0),
    ROW("hbm3", 31, 15, 45, 72, 26, 9, 45, 4, 5, 24, 4, 2, 4, 20, 19, 22, 2, 2, 2, 12, 1, 22, 12, 13, 2, 2, 390, 256,
        0),
    ROW("hbm4", 39, 19, 57, 90, 33, 12, 54, 5, 7, 30, 4, 2, 4, 25, 21, 25, 2, 2, 2, 12, 1, 22, 12, 16, 2, 1, 7800, 800,
        0),
    ROW("gddr6", 26, 16, 53, 79, 26, 4, 34, 7, 7, 28, 4, 2, 3, 24, 17, 19, 2, 2, 2, 20, 1, 26, 8, 14, 1, 2, 207, 106,
        0),
    ROW("gddr7", 30, 19, 60, 90, 30, 4, 38, 4, 4, 16, 4, 2, 4, 24, 17, 19, 2, 2, 2, 20, 1, 26, 8, 21, 2, 2, 207, 105,
        0),
    ROW("ddr5_4800", 34, 34, 77, 111, 34, 18, 112, 8, 12, 32, 4, 8, 12, 14, 46, 64, 8, 8, 8, 10, 6, 42, 40, 73, 2, 3,
        1170, 313, 0),
    ROW("ddr5_4800_2r", 34, 34, 77, 111, 34, 18, 112, 8, 12, 32, 4, 8, 12, 14, 46, 64, 8, 10, 10, 12, 8, 42, 40, 73, 2,
        3, 585, 313, 0),
    ROW("lpddr5", 15, 15, 34, 49, 15, 8, 39, 4, 4, 16, 4, 2, 4, 12, 16, 21, 2, 2, 2, 10, 1, 19, 11, 7, 2, 2, 195, 96,
        0),
};

static void derived_constraints_are_the_published_sums(void **state) {
    (void)state;
    assert_int_equal(rh_preset_count(), sizeof expected_constraints / sizeof expected_constraints[0]);
    for (unsigned i = 0; i < rh_preset_count(); i++) {
        const struct rh_constraints *expected = &expected_constraints[i].constraints;
        struct rh_preset preset = load(expected_constraints[i].preset);
        struct rh_constraints constraints = rh_preset_constraints(&preset);
#define EQUALS(name, published)                                                                                        \
    if (constraints.name != (published))                                                                               \
        print_error("%s %s: %u\n", expected_constraints[i].preset, #name, (unsigned)constraints.name);                 \
    assert_int_equal(constraints.name, published);
#define RH_SETTING(name, bits, value, meaning)              EQUALS(name, expected->name)
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning) EQUALS(name, expected->name != 0 ? expected->name : 1)
#include "tables/controller_config.def"
    }
}

static void one_bank_refresh_divides_the_interval(void **state) {
    (void)state;
    const struct rh_preset preset = load("hbm2");
    const struct rh_geometry geometry = rh_preset_geometry(&preset, 8);
    struct rh_constraints constraints = rh_constraints_from_timing(&preset.timing, RH_REFRESH_PER_BANK, &geometry);
    assert_int_equal(constraints.refresh, 2);
    assert_int_equal(constraints.refi, 243);
    assert_int_equal(constraints.rfc, 160);
    constraints = rh_constraints_from_timing(&preset.timing, RH_REFRESH_SAME_BANK, &geometry);
    assert_int_equal(constraints.refi, 975);
    constraints = rh_constraints_from_timing(&preset.timing, RH_REFRESH_ALL_BANK, &geometry);
    assert_int_equal(constraints.refi, 3900);
    assert_int_equal(constraints.rfc, 260);
}

/* CL and WL are 16 and 12, 16 and 2, 24 and 6, 17 and 9, bursts of 4 and 2 clocks. A command goes at least a clock
 * behind the other, however late its data come. */
static void constraints_of_ranks_keep_their_bursts_apart(void **state) {
    (void)state;
    static const struct {
        const char *preset;
        unsigned apart, rd, wr, rtw, wtr;
    } expected[] = {
        {"ddr4_2400", 0, 4, 4, 8, 1}, /* 12 - 16 + 4 is 0 */
        {"ddr4_2400", 1, 5, 5, 9, 1}, {"ddr4_2400", 2, 6, 6, 10, 2}, {"ddr4_2400", 32, 36, 36, 40, 32},
        {"hbm2", 1, 3, 3, 17, 1},     {"gddr6", 3, 5, 5, 23, 1},     {"lpddr5", 2, 4, 4, 12, 1},
    };
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct rh_preset preset = load(expected[i].preset);
        preset.ranks = 2;
        preset.timing.tRTRS = (uint16_t)expected[i].apart;
        struct rh_constraints constraints = rh_preset_constraints(&preset);
        assert_int_equal(constraints.rank_rd, expected[i].rd);
        assert_int_equal(constraints.rank_wr, expected[i].wr);
        assert_int_equal(constraints.rank_rtw, expected[i].rtw);
        assert_int_equal(constraints.rank_wtr, expected[i].wtr);
    }
}

/* By mode: off, all banks, one bank, one of every group. `bank` lies in the REF of `banks_of`. */
static const struct rounds {
    uint8_t banks, groups, rank_bits;
    unsigned mask[RH_REFRESHES], turns[RH_REFRESHES];
    unsigned bank;
    uint64_t banks_of[RH_REFRESHES];
} rounds[] = {
    {4, 1, 0, {0, 0, 3, 3}, {1, 1, 4, 4}, 2, {0xf, 0xf, 0x4, 0x4}},
    {16, 4, 0, {0, 0, 15, 3}, {1, 1, 16, 4}, 6, {0xffff, 0xffff, 0x40, 0x4444}},
    {8, 8, 0, {0, 0, 7, 0}, {1, 1, 8, 1}, 5, {0xff, 0xff, 0x20, 0xff}},
    {4, 2, 1, {2, 2, 3, 3}, {2, 2, 4, 4}, 3, {0xc, 0xc, 0x8, 0x8}},
    {16, 4, 1, {8, 8, 15, 11}, {2, 2, 16, 8}, 14, {0xff00, 0xff00, 0x4000, 0x4400}},
    {16, 4, 2, {12, 12, 15, 15}, {4, 4, 16, 16}, 6, {0xf0, 0xf0, 0x40, 0x40}},
    {64, 16, 1, {32, 32, 63, 35}, {2, 2, 64, 8}, 31, {0xffffffff, 0xffffffff, 0x80000000, 0x88888888}},
    {64,
     16,
     2,
     {48, 48, 63, 51},
     {4, 4, 64, 16},
     37,
     {UINT64_C(0xffff00000000), UINT64_C(0xffff00000000), UINT64_C(0x2000000000), UINT64_C(0x222200000000)}},
    {64,
     8,
     0,
     {0, 0, 63, 7},
     {1, 1, 64, 8},
     63,
     {UINT64_MAX, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(0x8080808080808080)}},
};

static void a_refresh_is_of_the_banks_that_its_mode_says(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        const struct rounds *r = &rounds[i];
        const struct rh_geometry geometry = {.banks = r->banks, .groups = r->groups, .rank_bits = r->rank_bits};
        for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++) {
            unsigned mask = rh_refresh_mask((enum rh_refresh)mode, &geometry);
            assert_int_equal(mask, r->mask[mode]);
            assert_int_equal(rh_refresh_turns((enum rh_refresh)mode, &geometry), r->turns[mode]);
            assert_true(rh_refresh_banks(mask, r->banks, r->bank) == r->banks_of[mode]);
        }
    }
}

/* One round: the REFs are of all banks, each bank is in one of them. */
static void a_round_reaches_every_bank_once(void **state) {
    (void)state;
    static const struct {
        enum rh_refresh mode;
        unsigned rank_bits;
        const char *order; /* first banks of the REFs of 16 banks in 4 groups */
    } expected[] = {
        {RH_REFRESH_ALL_BANK, 0, "0"},
        {RH_REFRESH_ALL_BANK, 1, "08"},
        {RH_REFRESH_ALL_BANK, 2, "048c"},
        {RH_REFRESH_PER_BANK, 1, "0123456789abcdef"},
        {RH_REFRESH_SAME_BANK, 0, "0123"},
        {RH_REFRESH_SAME_BANK, 1, "012389ab"},
        {RH_REFRESH_SAME_BANK, 2, "0123456789abcdef"},
    };
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct rh_geometry geometry = {.banks = 16, .groups = 4, .rank_bits = (uint8_t)expected[i].rank_bits};
        unsigned mask = rh_refresh_mask(expected[i].mode, &geometry), bank = 0, refreshes = 0;
        rh_bank_set all = 0;
        char order[17] = "";
        do {
            rh_bank_set set = rh_refresh_banks(mask, 16, bank);
            assert_true((all & set) == 0);
            all |= set;
            order[refreshes++] = "0123456789abcdef"[bank];
            bank = ((bank | ~mask) + 1) & mask;
        } while (bank != 0 && refreshes < 16);
        assert_true(all == 0xffff);
        assert_string_equal(order, expected[i].order);
    }
}

/* ddr4_2400: tREFI 9360; in two ranks 2, 16 and 8 REFs share it, in four ranks 4, 16 and 16. */
static void the_refreshes_of_all_ranks_share_the_interval(void **state) {
    (void)state;
    static const unsigned refi[3][RH_REFRESHES] = {
        {9360, 9360, 585, 2340}, {4680, 4680, 585, 1170}, {2340, 2340, 585, 585}};
    struct rh_preset preset = load("ddr4_2400");
    for (unsigned bits = 0; bits < 3; bits++)
        for (unsigned mode = RH_REFRESH_ALL_BANK; mode < RH_REFRESHES; mode++) {
            preset.ranks = (uint16_t)(1U << bits);
            preset.refresh = (enum rh_refresh)mode;
            assert_int_equal(rh_preset_constraints(&preset).refi, refi[bits][mode]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derived_constraints_are_the_published_sums),
        cmocka_unit_test(one_bank_refresh_divides_the_interval),
        cmocka_unit_test(constraints_of_ranks_keep_their_bursts_apart),
        cmocka_unit_test(a_refresh_is_of_the_banks_that_its_mode_says),
        cmocka_unit_test(a_round_reaches_every_bank_once),
        cmocka_unit_test(the_refreshes_of_all_ranks_share_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
