// SPDX-License-Identifier: Apache-2.0
// Is every controller of the registry legal DRAM behaviour? Random requests over every preset and refresh mode, and
// over random timings, grains and shared subarrays that the lint accepts, with the judge on every command.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "rowhold/rh_channel.h"
#include "rowhold/rh_judge.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"

enum { REQUESTS = 1500, RANDOM_TIMINGS = 120 };

struct court {
    struct rh_judge *judge;
    unsigned broken;
    uint64_t refreshes;
    struct rh_verdict first;
};

static void on_command(void *user, const struct rh_command_record *record) {
    struct court *court = user;
    struct rh_verdict verdict;
    unsigned broken = rh_judge_command(court->judge, record, &verdict);
    if (broken > 0 && court->broken == 0)
        court->first = verdict;
    court->broken += broken;
    court->refreshes += record->command == RH_REF;
}

/* Streaks to few rows, so that hits, conflicts and turnarounds all happen. */
static void fill(struct rh_request *requests, const struct rh_judge_setup *setup, uint64_t *seed) {
    for (unsigned i = 0; i < REQUESTS; i++) {
        struct rh_request *r = &requests[i];
        *r = (struct rh_request){.core = 0xffff, .warp = 0xffff};
        r->write = rh_random_below(seed, 3) == 0;
        r->bank = (uint8_t)rh_random_below(seed, setup->banks);
        r->row = rh_random_below(seed, 3);
        if (rh_random_below(seed, 3) == 0) /* the last subarray: another one, or that beside the next bank's first */
            r->row = setup->rows - 1 - r->row;
        r->commands = (uint8_t)(1 + rh_random_below(seed, rh_random_below(seed, 4) == 0 ? 8 : 2));
        r->column = (uint16_t)rh_random_below(seed, setup->columns - r->commands + 1U);
        if (i > 0 && rh_random_below(seed, 2) == 0) {
            r->bank = requests[i - 1].bank;
            r->row = requests[i - 1].row;
        }
    }
}

struct run {
    enum rh_channel_end end;
    unsigned broken;
    uint64_t cycles, commands, checks, refreshes;
    struct rh_verdict first;
    char text[128];
};

/* One controller configured with `gaps`, on random requests, judged by the preset; `forgets`: it knows neither of
 * grains nor of shared subarrays. */
static struct run judge_run(const struct rh_block_ops *ops, const struct rh_preset *preset, const struct rh_gaps *gaps,
                            bool forgets, uint64_t *seed) {
    struct rh_geometry geometry = rh_preset_geometry(preset, 8U << rh_random_below(seed, 3));
    struct rh_judge_setup setup = rh_judge_setup_from_preset(preset);
    if (forgets)
        geometry.grain_bits = geometry.part_bits = geometry.subarray_bits = geometry.stacked = 0;
    geometry.registered = setup.registered = (uint8_t)rh_random_below(seed, 2);
    struct court court = {.judge = rh_judge_open(&setup)};
    struct rh_model model;
    assert_non_null(court.judge);
    assert_true(rh_model_open(&model, &rh_controller_kind, ops, &geometry, gaps));
    struct rh_channel_setup channel_setup = {.unit = rh_model_unit(&model),
                                             .geometry = geometry,
                                             .gaps = *gaps,
                                             .sink = on_command,
                                             .sink_user = &court,
                                             .ready_mask_seed = rh_random_below(seed, 2),
                                             .ready_one_in = 3};
    struct rh_channel *channel = rh_channel_open(&channel_setup, NULL);
    assert_non_null(channel);
    static struct rh_request requests[REQUESTS];
    fill(requests, &setup, seed);
    struct run run = {.end = rh_channel_run(channel, requests, REQUESTS, false, true)};
    run.cycles = rh_channel_cycle(channel);
    run.broken = court.broken + rh_judge_finish(court.judge, run.cycles, court.broken == 0 ? &court.first : NULL);
    run.commands = rh_judge_commands(court.judge);
    run.checks = rh_judge_checks(court.judge);
    run.refreshes = court.refreshes;
    run.first = court.first;
    (void)snprintf(run.text, sizeof run.text, "%s", rh_channel_text(channel));
    rh_channel_close(channel);
    rh_model_close(&model);
    rh_judge_close(court.judge);
    return run;
}

static void is_legal(const struct rh_block_ops *ops, const struct rh_preset *preset, unsigned number, uint64_t *seed) {
    struct rh_gaps gaps = rh_gaps_from_timing(&preset->timing, preset->refresh, preset->banks, preset->groups);
    gaps.age_cap = (uint16_t)(rh_random_below(seed, 3) == 0 ? 1 + rh_random_below(seed, 100) : 0);
    struct run run = judge_run(ops, preset, &gaps, false, seed);
    if (run.end != RH_CHANNEL_DRAINED || run.broken > 0)
        print_error("%s, %s, timing %u, refresh %u: end %d %s, %u rules broken: %s\n", ops->name, preset->name, number,
                    (unsigned)preset->refresh, (int)run.end, run.text, run.broken,
                    run.broken > 0 ? run.first.text : "");
    assert_int_equal(run.end, RH_CHANNEL_DRAINED);
    assert_int_equal(run.broken, 0);
    assert_true(run.commands > REQUESTS);
    assert_true(run.checks > run.commands);
    if (preset->refresh != RH_REFRESH_OFF)
        assert_true(run.refreshes + 1 >= run.cycles / gaps.refi);
}

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

/* Any number of banks and groups, grains and parts; the lint refuses what does not fit together. */
static void random_organisation(struct rh_preset *preset, uint64_t *seed) {
    preset->banks = (uint16_t)(4U << rh_random_below(seed, 5));
    preset->groups = (uint16_t)(1U << rh_random_below(seed, 4));
    preset->grains = (uint16_t)(1U << rh_random_below(seed, 4));
    preset->stacked = (uint8_t)rh_random_below(seed, 2);
    preset->parts = (uint16_t)(2U << rh_random_below(seed, preset->stacked ? 4 : 1));
    preset->subarrays = (uint16_t)(2U << rh_random_below(seed, 3));
    if (rh_random_below(seed, 4) == 0) {
        preset->parts = preset->subarrays = 1;
        preset->stacked = 0;
    }
}

/* Short values mostly, since those make rules meet; the lint has the last word. */
static void random_preset(struct rh_preset *preset, bool organised, uint64_t *seed) {
    struct rh_error error = {""};
    do {
        assert_true(rh_preset_load(rh_preset_name(rh_random_below(seed, rh_preset_count())), preset, &error));
        struct rh_timing *t = &preset->timing;
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    t->name = (uint16_t)(least + rh_random_below(seed, rh_random_below(seed, 3) == 0 ? 40 : 8));
#include "tables/timing.def"
#undef RH_TIMING
        t->tRC = (uint16_t)(t->tRAS + t->tRP + rh_random_below(seed, 6));
        t->tBURST = (uint16_t)(1U << rh_random_below(seed, 4));
        preset->burst_length = (uint16_t)(t->tBURST * preset->data_rate);
        t->tCCD_S = (uint16_t)(t->tBURST + rh_random_below(seed, 3));
        t->tCCD_L = (uint16_t)(t->tCCD_S + rh_random_below(seed, 4));
        t->tRRD_L = (uint16_t)(t->tRRD_S + rh_random_below(seed, 4));
        t->tWTR_L = (uint16_t)(t->tWTR_S + rh_random_below(seed, 6));
        t->activates = (uint16_t)(1 + rh_random_below(seed, 8));
        t->act_clocks = (uint16_t)(1 + rh_random_below(seed, 2));
        t->tREFI = (uint16_t)(100 + rh_random_below(seed, 3000));
        preset->refresh = (enum rh_refresh)rh_random_below(seed, 3);
        preset->buses = (uint8_t)(1 + rh_random_below(seed, 2));
        if (organised)
            random_organisation(preset, seed);
    } while (!rh_preset_check(preset, &error));
}

static void random_timings_inside_the_lint_are_legal(void **state) {
    (void)state;
    uint64_t seed = 7;
    unsigned grains = 0, beside = 0, stacked = 0;
    for (unsigned i = 0; i < RANDOM_TIMINGS; i++) {
        struct rh_preset preset;
        random_preset(&preset, i % 2 == 1, &seed);
        grains += preset.grains > 1;
        beside += preset.parts > 1 && !preset.stacked;
        stacked += preset.stacked;
        for (size_t c = 0; c < rh_controller_count(); c++)
            is_legal(rh_controller_at(c), &preset, i, &seed);
    }
    assert_true(grains >= 20 && beside >= 10 && stacked >= 10);
}

struct plant {
    const char *preset, *rule;
    enum rh_refresh refresh;
    size_t gap, also; /* in struct rh_gaps: one less than they should be; `also` would hold the rule up otherwise */
};
#define GAP(name) offsetof(struct rh_gaps, name)
#define NONE      sizeof(struct rh_gaps)
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

static void shorten(struct rh_gaps *gaps, size_t gap) {
    if (gap != NONE)
        (*(uint16_t *)(void *)((char *)gaps + gap))--;
}

/* A controller with a gap one clock too short is convicted of just that rule. */
static void a_gap_too_short_is_convicted(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        struct rh_preset preset;
        struct rh_error error = {""};
        assert_true(rh_preset_load(plants[i].preset, &preset, &error));
        preset.refresh = plants[i].refresh;
        struct rh_gaps gaps = rh_gaps_from_timing(&preset.timing, preset.refresh, preset.banks, preset.groups);
        shorten(&gaps, plants[i].gap);
        shorten(&gaps, plants[i].also);
        const struct rh_block_ops *ops = rh_controller_find("fr_fcfs");
        assert_non_null(ops);
        struct run run = judge_run(ops, &preset, &gaps, false, &seed);
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
            struct rh_gaps gaps = rh_gaps_from_timing(&preset.timing, RH_REFRESH_OFF, preset.banks, preset.groups);
            struct run run = judge_run(rh_controller_at(c), &preset, &gaps, true, &seed);
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
            struct rh_gaps gaps = rh_gaps_from_timing(&preset.timing, preset.refresh, preset.banks, preset.groups);
            gaps.refi++;
            struct run run = judge_run(rh_controller_at(c), &preset, &gaps, false, &seed);
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
