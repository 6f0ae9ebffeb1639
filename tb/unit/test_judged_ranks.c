// SPDX-License-Identifier: Apache-2.0
// Do the controllers keep the rules of ranks, and are those that do not convicted? Random requests over every preset as
// two and as four ranks, under every refresh mode, with the judge on every command.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged_run.h"
#include "rounds.h"

/* The preset as a module of so many ranks, where a channel takes them all; else its banks are shared out. */
static struct rh_preset ranked(const char *name, unsigned ranks, unsigned apart, enum rh_refresh refresh) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load(name, &preset, &error));
    if (preset.banks * ranks <= RH_MAX_BANKS && preset.groups * ranks <= RH_MAX_GROUPS) {
        preset.banks = (uint16_t)(preset.banks * ranks);
        preset.groups = (uint16_t)(preset.groups * ranks);
    }
    preset.ranks = (uint16_t)ranks;
    preset.timing.tRTRS = (uint16_t)apart;
    preset.refresh = refresh;
    return preset;
}

static void every_preset_as_ranks_is_legal(void **state) {
    (void)state;
    uint64_t seed = 13;
    unsigned runs[5][RH_REFRESHES] = {{0}};
    for (unsigned p = 0; p < rh_preset_count(); p++)
        for (unsigned ranks = 2; ranks <= 4; ranks *= 2)
            for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++) {
                struct rh_preset preset =
                    ranked(rh_preset_name(p), ranks, rh_random_below(&seed, 5), (enum rh_refresh)mode);
                if (!rh_preset_check(&preset, NULL)) /* grains; too many refreshes */
                    continue;
                for (size_t c = 0; c < rh_controller_count(); c++)
                    is_legal(rh_controller_at(c), &preset, ranks, &seed);
                runs[ranks][mode]++;
            }
    for (unsigned ranks = 2; ranks <= 4; ranks *= 2)
        for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++)
            assert_true(runs[ranks][mode] >= 3);
}

/* Random timings with as many refreshes as the lint lets through: where it is wrong about how long a rank takes to
 * close, a refresh comes late. */
static void the_shortest_refresh_interval_of_the_lint_is_legal(void **state) {
    (void)state;
    uint64_t seed = 31;
    unsigned runs[RH_REFRESHES] = {0};
    for (unsigned i = 0; i < rounds(20, 60);) {
        enum rh_refresh mode = (enum rh_refresh)(1 + rh_random_below(&seed, RH_REFRESHES - 1));
        struct rh_preset preset =
            ranked(rh_preset_name(rh_random_below(&seed, rh_preset_count())), 2U << rh_random_below(&seed, 2), 0, mode);
        random_timing(&preset, &seed);
        preset.buses = (uint8_t)(1 + rh_random_below(&seed, 2));
        preset.timing.tREFI = 20;
        while (preset.timing.tREFI < 4000 && !rh_preset_check(&preset, NULL))
            preset.timing.tREFI = (uint16_t)(preset.timing.tREFI + 1);
        if (preset.timing.tREFI == 4000) /* what is wrong is something else */
            continue;
        i++;
        runs[mode]++;
        for (size_t c = 0; c < rh_controller_count(); c++)
            is_legal(rh_controller_at(c), &preset, i, &seed);
    }
    for (unsigned mode = RH_REFRESH_ALL_BANK; mode < RH_REFRESHES; mode++)
        assert_true(runs[mode] >= 2);
}

/* So that the runs above say something: the data bus turns often, and while one rank has its refresh others open rows,
 * 420 clocks long of each 1000 or 500. */
static void ranks_take_turns_and_one_refreshes_alone(void **state) {
    (void)state;
    uint64_t seed = 17;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned ranks = 2; ranks <= 4; ranks *= 2) {
            struct rh_preset preset = ranked("ddr4_2400", ranks, 2, RH_REFRESH_ALL_BANK);
            preset.timing.tREFI = 2000;
            struct rh_constraints constraints = rh_preset_constraints(&preset);
            struct run run = judge_run(rh_controller_at(c), &preset, &constraints, false, &seed);
            assert_int_equal(run.broken, 0);
            assert_true(run.refreshes >= 3);
            assert_true(run.switches > 100);
            assert_true(run.beside >= 5);
        }
}

static struct run plant(const char *controller, const struct rh_preset *preset,
                        const struct rh_constraints *constraints, uint64_t *seed) {
    struct run run = judge_run(rh_controller_find(controller), preset, constraints, false, seed);
    assert_int_equal(run.end, RH_CHANNEL_DRAINED);
    return run;
}

/* A controller with a timing constraint one clock too short is convicted of just that rule. */
static void a_gap_of_ranks_too_short_is_convicted(void **state) {
    (void)state;
#define GAP(name) offsetof(struct rh_constraints, name)
    static const struct {
        const char *rule;
        unsigned apart;
        enum rh_refresh refresh;
        size_t constraint;
    } plants[] = {
        {"rank_switch", 2, RH_REFRESH_OFF, GAP(rank_rd)},  {"rank_switch", 2, RH_REFRESH_OFF, GAP(rank_wr)},
        {"rank_switch", 2, RH_REFRESH_OFF, GAP(rank_rtw)}, {"rank_switch", 9, RH_REFRESH_OFF, GAP(rank_wtr)},
        {"rank_switch", 1, RH_REFRESH_OFF, GAP(rank_rd)},  {"tFAW", 2, RH_REFRESH_OFF, GAP(faw)},
        {"tRRD_S", 2, RH_REFRESH_OFF, GAP(rrd_s)},         {"tRTW", 2, RH_REFRESH_OFF, GAP(rtw)},
        {"tWTR_S", 2, RH_REFRESH_OFF, GAP(wtr_s)},         {"tRFC", 2, RH_REFRESH_ALL_BANK, GAP(rfc)},
        {"tRFCpb", 2, RH_REFRESH_SAME_BANK, GAP(rfc)},
    };
#undef GAP
    uint64_t seed = 19;
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        struct rh_preset preset = ranked("ddr4_2400", 2, plants[i].apart, plants[i].refresh);
        preset.timing.tFAW = 60; /* so that it binds */
        preset.timing.tRFCpb = 160;
        struct rh_constraints constraints = rh_preset_constraints(&preset);
        (*(uint16_t *)(void *)((char *)&constraints + plants[i].constraint))--;
        struct run run = plant("fr_fcfs", &preset, &constraints, &seed);
        if (run.broken == 0)
            print_error("%s, constraint %u, is not convicted\n", plants[i].rule, (unsigned)i);
        assert_true(run.broken > 0);
        assert_string_equal(run.first.rule, plants[i].rule);
    }
}

/* One whose banks are all of one rank is slower than it must be, but on the data bus. */
static void a_controller_that_forgets_ranks_is_convicted(void **state) {
    (void)state;
    uint64_t seed = 23;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned ranks = 2; ranks <= 4; ranks *= 2) {
            struct rh_preset preset = ranked("ddr4_2400", ranks, 2, RH_REFRESH_OFF);
            struct rh_constraints constraints = rh_preset_constraints(&preset);
            struct run run = judge_run(rh_controller_at(c), &preset, &constraints, true, &seed);
            assert_true(run.broken > 0);
            assert_string_equal(run.first.rule, "rank_switch");
            constraints.rank_rd = constraints.rank_wr = 1;
            run = judge_run(rh_controller_at(c), &preset, &constraints, false, &seed);
            assert_true(run.broken > 0);
            assert_string_equal(run.first.rule, "rank_switch");
            constraints = rh_preset_constraints(&preset);
            constraints.rank_rtw = 1; /* the write's data meet the read's */
            run = judge_run(rh_controller_at(c), &preset, &constraints, false, &seed);
            assert_true(run.broken > 0);
            assert_string_equal(run.first.rule, "data_bus");
        }
}

/* One whose banks are all of one rank says rank 0 in each of its REFs. */
static void a_controller_that_refreshes_rank_0_alone_is_convicted(void **state) {
    (void)state;
    uint64_t seed = 29;
    for (size_t c = 0; c < rh_controller_count(); c++) {
        struct rh_preset preset = ranked("ddr4_2400", 2, 0, RH_REFRESH_ALL_BANK);
        preset.timing.tREFI = 2000;
        struct rh_constraints constraints = rh_preset_constraints(&preset);
        struct run run = judge_run(rh_controller_at(c), &preset, &constraints, true, &seed);
        assert_true(run.broken > 0);
        assert_string_equal(run.first.rule, "refresh_turn");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_as_ranks_is_legal),
        cmocka_unit_test(the_shortest_refresh_interval_of_the_lint_is_legal),
        cmocka_unit_test(ranks_take_turns_and_one_refreshes_alone),
        cmocka_unit_test(a_gap_of_ranks_too_short_is_convicted),
        cmocka_unit_test(a_controller_that_forgets_ranks_is_convicted),
        cmocka_unit_test(a_controller_that_refreshes_rank_0_alone_is_convicted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
