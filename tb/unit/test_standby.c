// SPDX-License-Identifier: Apache-2.0
// Clocks in which a rank has a bank open, on waves drawn by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/stats/rh_standby.h"

/* Four banks, in two ranks of two where rank_bits is 1. */
static struct rh_geometry geometry_of(unsigned rank_bits) {
    return (struct rh_geometry){.banks = 4, .groups = 2, .rank_bits = (uint8_t)rank_bits};
}
/* A RD lets a PRE follow after 3 clocks, a WR after 12, an ACT after 10. */
static const struct rh_constraints constraints = {.ras = 10, .rtp = 3, .wtp = 12};

struct scene {
    struct rh_geometry geometry;
    struct rh_standby standby;
    struct rh_stats stats;
};

static void open_scene(struct scene *s, unsigned rank_bits, uint64_t warmup) {
    *s = (struct scene){.geometry = geometry_of(rank_bits)};
    s->standby.stats = &s->stats;
    s->standby.at = warmup;
}

static void row(struct scene *s, uint64_t cycle, unsigned command, unsigned bank) {
    rh_standby_row(&s->standby, &s->geometry, cycle, command, bank, false);
}

static void column(struct scene *s, uint64_t cycle, unsigned command, unsigned bank) {
    rh_standby_column(&s->standby, &s->geometry, &constraints, cycle, command, bank);
}

static uint64_t count(struct scene *s, uint64_t cycle) {
    rh_standby_count(&s->standby, &s->geometry, cycle);
    return s->stats.open_cycles;
}

/* Bank 0 in clocks 5 to 19, bank 1 in 12 to 29, bank 2 in 40 to 44: 25 and 5 clocks. */
static void overlapping_banks_count_once(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0, 0);
    assert_int_equal(count(&s, 5), 0);
    row(&s, 5, RH_ACT, 0);
    column(&s, 8, RH_RD, 0);
    row(&s, 12, RH_ACT, 1);
    column(&s, 14, RH_WR, 1);
    assert_int_equal(count(&s, 15), 10);
    row(&s, 20, RH_PRE, 0);
    row(&s, 30, RH_PRE, 1);
    row(&s, 32, RH_REF, 0);
    assert_int_equal(count(&s, 40), 25);
    row(&s, 40, RH_ACT, 2);
    row(&s, 45, RH_PRE, 2);
    assert_int_equal(count(&s, 1000), 30);
    assert_int_equal(count(&s, 1000), 30);
    assert_int_equal(s.stats.open_bank_cycles, 15 + 18 + 5);
}

/* The same commands, with banks 0 and 1 in one rank, 2 and 3 in the other: 25 clocks and, from 10 to 44, 35. */
static void ranks_stand_by_each_for_itself(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 1, 0);
    row(&s, 5, RH_ACT, 0);
    row(&s, 10, RH_ACT, 2);
    row(&s, 12, RH_ACT, 1);
    row(&s, 20, RH_PRE, 0);
    row(&s, 30, RH_PRE, 1);
    row(&s, 45, RH_PRE, 2);
    assert_int_equal(count(&s, 100), 25 + 35);
    assert_int_equal(s.stats.open_bank_cycles, 15 + 18 + 35);
}

/* RDA in clock 4: its PRE waits for tRAS, clock 10. In clock 25: for tRTP, clock 28. WRA in clock 47: clock 59. */
static void automatic_precharge_closes_when_a_pre_may_come(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0, 0);
    row(&s, 0, RH_ACT, 0);
    column(&s, 4, RH_RDA, 0);
    assert_int_equal(count(&s, 7), 7); /* in the middle of it */
    assert_int_equal(s.stats.open_bank_cycles, 7);
    assert_int_equal(count(&s, 15), 10);
    row(&s, 15, RH_ACT, 1);
    column(&s, 25, RH_RDA, 1);
    assert_int_equal(count(&s, 40), 10 + 13);
    row(&s, 45, RH_ACT, 2);
    column(&s, 47, RH_WRA, 2);
    row(&s, 50, RH_ACT, 3); /* open for a while as the other one closes */
    row(&s, 54, RH_PRE, 3);
    assert_int_equal(count(&s, 100), 23 + 14);
    assert_int_equal(s.stats.open_bank_cycles, 23 + 14 + 4);
}

/* Open in clocks 0 to 9 and 30 to 49; behind the first end nothing of it is left, and the count is asked for late. */
static void a_bank_that_closed_by_itself_may_open_again(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0, 0);
    row(&s, 0, RH_ACT, 0);
    column(&s, 4, RH_RDA, 0);
    row(&s, 30, RH_ACT, 0);
    assert_int_equal(s.standby.closing, 0);
    row(&s, 50, RH_PRE, 0);
    assert_int_equal(count(&s, 60), 10 + 20);
    assert_int_equal(s.stats.open_bank_cycles, 10 + 20);
}

/* A row open from clock 3 to 20, statistics from clock 10 on; a PRE of all closes what a rank has open. */
static void a_warm_up_is_not_counted_and_a_flush_closes(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 1, 10);
    row(&s, 3, RH_ACT, 0);
    row(&s, 4, RH_ACT, 1);
    assert_int_equal(count(&s, 8), 0);
    assert_int_equal(count(&s, 12), 2);
    row(&s, 15, RH_PRE, 0);
    row(&s, 17, RH_PRE, 0); /* of a bank that is closed, as traces have it */
    rh_standby_row(&s.standby, &s.geometry, 21, RH_PRE, 0, true);
    assert_int_equal(count(&s, 30), 11);
    assert_int_equal(s.stats.open_bank_cycles, 5 + 11);
    row(&s, 30, RH_ACT, 3);
    assert_int_equal(count(&s, 35), 16);
    rh_standby_flush(&s.standby);
    assert_int_equal(count(&s, 99), 16);
    assert_int_equal(s.stats.open_bank_cycles, 5 + 16);
    s.standby.stats = NULL;
    row(&s, 99, RH_ACT, 3);
    assert_int_equal(count(&s, 120), 16);
}

/* Power-down in clocks 10 to 29 with bank 0 open, and in 50 to 59 with none; self-refresh of the other rank in 5 to 44.
 */
static void a_rank_that_sleeps_does_not_stand_by(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 1, 0);
    row(&s, 2, RH_ACT, 0);
    rh_standby_power(&s.standby, &s.geometry, 5, RH_SRE, 2);
    rh_standby_power(&s.standby, &s.geometry, 10, RH_PDE, 0);
    assert_int_equal(count(&s, 15), 8);
    rh_standby_power(&s.standby, &s.geometry, 30, RH_PDX, 0);
    row(&s, 35, RH_PRE, 0);
    rh_standby_power(&s.standby, &s.geometry, 45, RH_SRX, 2);
    rh_standby_power(&s.standby, &s.geometry, 50, RH_PDE, 0);
    rh_standby_power(&s.standby, &s.geometry, 60, RH_PDX, 0);
    row(&s, 60, RH_ACT, 3);
    assert_int_equal(count(&s, 64), 8 + 5 + 4);
    assert_int_equal(s.stats.open_bank_cycles, 8 + 5 + 4);
    assert_int_equal(s.standby.slept[RH_STANDBY_ACT_DOWN], 20);
    assert_int_equal(s.standby.slept[RH_STANDBY_PRE_DOWN], 10);
    assert_int_equal(s.standby.slept[RH_STANDBY_SELF_REFRESH], 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlapping_banks_count_once),
        cmocka_unit_test(ranks_stand_by_each_for_itself),
        cmocka_unit_test(automatic_precharge_closes_when_a_pre_may_come),
        cmocka_unit_test(a_bank_that_closed_by_itself_may_open_again),
        cmocka_unit_test(a_rank_that_sleeps_does_not_stand_by),
        cmocka_unit_test(a_warm_up_is_not_counted_and_a_flush_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
