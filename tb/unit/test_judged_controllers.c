// SPDX-License-Identifier: Apache-2.0
// Is every controller of the registry legal DRAM behaviour? Random requests over every preset and refresh mode, and
// over random timings, grains, ranks and shared subarrays that the lint accepts, with the judge on every command.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged_run.h"
#include "rounds.h"

static void every_preset_and_refresh_mode_is_legal(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned p = 0; p < rh_preset_count(); p++)
            for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++) {
                struct rh_preset preset;
                struct rh_error error = {""};
                assert_true(rh_preset_load(rh_preset_name(p), &preset, &error));
                preset.refresh = (enum rh_refresh)mode;
                if (!rh_preset_check(&preset, NULL)) /* test_timing_lint.c says which */
                    continue;
                is_legal(rh_controller_at(c), &preset, 0, &seed);
            }
}

/* Any number of banks and groups, of grains or ranks, and of parts; the lint refuses what does not fit together. */
static void random_organisation(struct rh_preset *preset, uint64_t *seed) {
    preset->banks = (uint16_t)(4U << rh_random_below(seed, 5));
    preset->groups = (uint16_t)(1U << rh_random_below(seed, 4));
    preset->grains = (uint16_t)(1U << rh_random_below(seed, 4));
    if (rh_random_below(seed, 3) == 0) {
        preset->grains = 1;
        preset->ranks = (uint16_t)(2U << rh_random_below(seed, 2));
    }
    preset->stacked = (uint8_t)rh_random_below(seed, 2);
    preset->subarray_group = (uint16_t)(2U << rh_random_below(seed, preset->stacked ? 4 : 1));
    preset->subarrays = (uint16_t)(2U << rh_random_below(seed, 3));
    if (rh_random_below(seed, 4) == 0) {
        preset->subarray_group = preset->subarrays = 1;
        preset->stacked = 0;
    }
}

/* The lint has the last word. */
static void random_preset(struct rh_preset *preset, bool organised, uint64_t *seed) {
    struct rh_error error = {""};
    do {
        assert_true(rh_preset_load(rh_preset_name(rh_random_below(seed, rh_preset_count())), preset, &error));
        random_timing(preset, seed);
        preset->timing.tREFI = (uint16_t)(100 + rh_random_below(seed, 3000));
        preset->refresh = (enum rh_refresh)rh_random_below(seed, RH_REFRESHES);
        preset->buses = (uint8_t)(1 + rh_random_below(seed, 2));
        if (organised)
            random_organisation(preset, seed);
    } while (!rh_preset_check(preset, &error));
}

static void random_timings_inside_the_lint_are_legal(void **state) {
    (void)state;
    uint64_t seed = 7, presets = 8; /* which presets does not hang on how many controllers there are */
    unsigned grains = 0, ranks = 0, beside = 0, stacked = 0;
    for (unsigned i = 0; i < rounds(40, 120); i++) {
        struct rh_preset preset;
        random_preset(&preset, i % 2 == 1, &presets);
        grains += preset.grains > 1;
        ranks += preset.ranks > 1;
        beside += preset.subarray_group > 1 && !preset.stacked;
        stacked += preset.stacked;
        for (size_t c = 0; c < rh_controller_count(); c++)
            is_legal(rh_controller_at(c), &preset, i, &seed);
    }
    assert_true(grains >= 4 && ranks >= 3 && beside >= 3 && stacked >= 3);
}

struct plant {
    const char *preset, *rule;
    enum rh_refresh refresh;
    size_t constraint,
        also; /* in struct rh_constraints: one less than they should be; `also` would hold the rule up otherwise */
};
#define GAP(name) offsetof(struct rh_constraints, name)
#define NONE      sizeof(struct rh_constraints)
static const struct plant plants[] = {
    {"gddr3", "tRCDRD", RH_REFRESH_OFF, GAP(rcd_rd), NONE},
    {"gddr3", "tRCDWR", RH_REFRESH_OFF, GAP(rcd_wr), NONE},
    {"gddr3", "tRP", RH_REFRESH_OFF, GAP(rp), NONE},
    {"gddr3", "tRAS", RH_REFRESH_OFF, GAP(ras), NONE},
    {"gddr3", "tRTW", RH_REFRESH_OFF, GAP(rtw), NONE},
    {"gddr3", "tWR", RH_REFRESH_OFF, GAP(wtp), NONE},
    {"gddr3", "tRRD_L", RH_REFRESH_OFF, GAP(rrd_l), GAP(rrd_s)},
    {"gddr3", "tWTR_L", RH_REFRESH_OFF, GAP(wtr_l), GAP(wtr_s)},
    {"hbm2", "tWTR_S", RH_REFRESH_OFF, GAP(wtr_s), NONE},
    {"hbm2", "tCCD_S", RH_REFRESH_OFF, GAP(ccd_s), GAP(burst)},
    {"ddr4_2400", "tCCD_L", RH_REFRESH_OFF, GAP(ccd_l), NONE},
    {"ddr4_2400", "tRTP", RH_REFRESH_OFF, GAP(rtp), NONE},
    {"ddr4_2400", "tRRD_S", RH_REFRESH_OFF, GAP(rrd_s), NONE},
    {"ddr4_2400", "tFAW", RH_REFRESH_OFF, GAP(faw), NONE},
    {"ddr4_2400", "tRFC", RH_REFRESH_ALL_BANK, GAP(rfc), NONE},
    {"hbm2", "tRFCpb", RH_REFRESH_PER_BANK, GAP(rfc), NONE},
    {"hbm2", "tRREFD", RH_REFRESH_PER_BANK, GAP(rrefd), NONE},
    {"ddr5_4800", "tRFCpb", RH_REFRESH_SAME_BANK, GAP(rfc), NONE},
    {"ddr5_4800", "tRREFD", RH_REFRESH_SAME_BANK, GAP(rrefd), NONE},
    {"hbm2", "command_bus", RH_REFRESH_OFF, GAP(act_bus), NONE},
    {"fgdram", "command_bus", RH_REFRESH_OFF, GAP(act_bus), NONE},
    {"fgdram", "tRTW", RH_REFRESH_OFF, GAP(rtw), NONE},
    {"fgdram", "tWTR_L", RH_REFRESH_OFF, GAP(wtr_l), NONE},
    {"fgdram", "tRFC", RH_REFRESH_ALL_BANK, GAP(rfc), NONE},
    {"fgdram", "tRREFD", RH_REFRESH_PER_BANK, GAP(rrefd), NONE},
};

static void shorten(struct rh_constraints *constraints, size_t constraint) {
    if (constraint != NONE)
        (*(uint16_t *)(void *)((char *)constraints + constraint))--;
}

/* A controller with a timing constraint one clock too short is convicted of just that rule. */
static void a_gap_too_short_is_convicted(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        struct rh_preset preset;
        struct rh_error error = {""};
        assert_true(rh_preset_load(plants[i].preset, &preset, &error));
        preset.refresh = plants[i].refresh;
        struct rh_constraints constraints = rh_preset_constraints(&preset);
        shorten(&constraints, plants[i].constraint);
        shorten(&constraints, plants[i].also);
        const struct rh_block_ops *ops = rh_controller_find("fr_fcfs");
        assert_non_null(ops);
        struct run run = judge_run(ops, &preset, &constraints, false, &seed);
        if (run.broken == 0)
            print_error("%s on %s is not convicted\n", plants[i].rule, preset.name);
        assert_true(run.broken > 0);
        assert_string_equal(run.first.rule, plants[i].rule);
    }
}

/* A controller that knows nothing of shared subarrays opens what the judge convicts. Without grains it is no
 * faster than is legal, but for the subarrays. */
static void a_controller_that_forgets_subarrays_is_convicted(void **state) {
    (void)state;
    static const char *const presets[] = {"fgdram", "qb_hbm_salp_sc"};
    uint64_t seed = 11;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned p = 0; p < 2; p++) {
            struct rh_preset preset;
            struct rh_error error = {""};
            assert_true(rh_preset_load(presets[p], &preset, &error));
            preset.refresh = RH_REFRESH_OFF;
            struct rh_constraints constraints = rh_preset_constraints(&preset);
            struct run run = judge_run(rh_controller_at(c), &preset, &constraints, true, &seed);
            assert_true(run.broken > 0);
            assert_string_equal(run.first.rule, "subarray");
        }
}

/* A controller whose refreshes fall due one clock apart too far goes on serving banks that should be closing. */
static void a_refresh_interval_too_long_is_convicted(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned mode = RH_REFRESH_ALL_BANK; mode < RH_REFRESHES; mode++) {
            struct rh_preset preset;
            struct rh_error error = {""};
            assert_true(rh_preset_load("gddr3", &preset, &error));
            preset.refresh = (enum rh_refresh)mode;
            preset.timing.tREFI = 400; /* many refreshes in the run */
            struct rh_constraints constraints = rh_preset_constraints(&preset);
            constraints.refi++;
            struct run run = judge_run(rh_controller_at(c), &preset, &constraints, false, &seed);
            assert_true(run.broken > 0);
            assert_string_equal(run.first.rule, "refresh_blocked");
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_and_refresh_mode_is_legal),
        cmocka_unit_test(random_timings_inside_the_lint_are_legal),
        cmocka_unit_test(a_gap_too_short_is_convicted),
        cmocka_unit_test(a_controller_that_forgets_subarrays_is_convicted),
        cmocka_unit_test(a_refresh_interval_too_long_is_convicted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
