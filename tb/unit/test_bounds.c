// SPDX-License-Identifier: Apache-2.0
// Closed forms of what DRAMs can do, worked out by hand.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_bounds.h"
#include "rowhold/rh_preset.h"

static struct rh_geometry geometry;
static struct rh_constraints constraints;

static void use(const char *name) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find(name, &preset, &error));
    geometry = rh_preset_geometry(&preset, 64);
    constraints = rh_preset_constraints(&preset);
}

/* ddr4_2400 with two ranks. */
static void use_ranks(unsigned groups, unsigned apart) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("ddr4_2400", &preset, &error));
    preset.ranks = 2;
    preset.groups = (uint16_t)groups;
    preset.timing.tRTRS = (uint16_t)apart;
    geometry = rh_preset_geometry(&preset, 64);
    constraints = rh_preset_constraints(&preset);
}

static void expect(struct rh_bounds_load load, enum rh_bound bound, double share) {
    assert_true(fabs(rh_bounds_share(&geometry, &constraints, &load, bound) - share) < 1e-9);
}

static void least(struct rh_bounds_load load, enum rh_bound bound, double share) {
    enum rh_bound which = RH_BOUNDS;
    assert_true(fabs(rh_bounds_least(&geometry, &constraints, &load, &which) - share) < 1e-9);
    assert_int_equal(which, bound);
    assert_true(fabs(rh_bounds_least(&geometry, &constraints, &load, NULL) - share) < 1e-9);
}

/* Single reads: four banks of two of 45 clocks, 17.8 %; two in three banks, 13.3 %. */
static void qb_hbm_is_bound_by_its_row_cycle(void **state) {
    (void)state;
    use("qb_hbm");
    least((struct rh_bounds_load){.columns = 1}, RH_BOUND_ROW_CYCLE, 4 * 2 / 45.0);
    least((struct rh_bounds_load){.columns = 1, .banks = 3}, RH_BOUND_ROW_CYCLE, 3 * 2 / 45.0);
    /* tRCD 16, WL 2, tBURST 2, tWR 16, tRP 16: 52; a mix has the mean of 45 and 52 */
    least((struct rh_bounds_load){.columns = 1, .writes = 1}, RH_BOUND_ROW_CYCLE, 4 * 2 / 52.0);
    least((struct rh_bounds_load){.columns = 1, .writes = 0.5}, RH_BOUND_ROW_CYCLE, 4 * 2 / 48.5);
    /* an ACT of two clocks and a PRE: 2 of 3; 8 in 12 clocks, or one in two, are no limit */
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_ROW_BUS, 2 / 3.0);
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_WINDOW, 1);
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_ACTIVATES, 1);
    /* a whole row of 32: tRCD 16, 31 x 4, tRTP 4, tRP 16 are 160 clocks */
    least((struct rh_bounds_load){.columns = 32}, RH_BOUND_DATA, 1);
    expect((struct rh_bounds_load){.columns = 32, .banks = 1}, RH_BOUND_ROW_CYCLE, 64 / 160.0);
    constraints.rc = 50; /* longer than tRAS + tRP */
    least((struct rh_bounds_load){.columns = 1}, RH_BOUND_ROW_CYCLE, 4 * 2 / 50.0);
}

/* The row bus gives half to single accesses, 2.81 times what qb_hbm can; two fill the interfaces. */
static void fgdram_is_bound_by_its_row_bus(void **state) {
    (void)state;
    use("fgdram");
    least((struct rh_bounds_load){.columns = 1, .auto_precharge = true}, RH_BOUND_ROW_BUS, 0.5);
    assert_int_equal((int)(100 * 0.5 / (4 * 2 / 45.0)), 281);
    least((struct rh_bounds_load){.columns = 1}, RH_BOUND_ROW_BUS, 1 / 3.0); /* and a PRE */
    least((struct rh_bounds_load){.columns = 2, .auto_precharge = true}, RH_BOUND_DATA, 1);
    /* two banks, 8 of 23 clocks each: the row cycle leaves 16 / 23 */
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_ROW_CYCLE, 16 / 23.0);
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_COLUMN_BUS, 1);
}

/* tRCD 8, tCCD 8, WL 2, tBURST 8, tWR 8, tRP 8 are 42 clocks: 84 ns, of which two pseudobanks use 64. */
static void fgdram_writes_wait_for_their_recovery(void **state) {
    (void)state;
    use("fgdram");
    least((struct rh_bounds_load){.columns = 2, .writes = 1, .auto_precharge = true}, RH_BOUND_ROW_CYCLE, 64 / 84.0);
    least((struct rh_bounds_load){.columns = 2, .writes = 1, .banks = 8, .auto_precharge = true}, RH_BOUND_ROW_CYCLE,
          32 / 84.0);
}

/* tRTW 15 and WL + tBURST + tWTR_S 12: 16 of 27 clocks; runs of four have 12 steps of 8 more, less two of each. */
static void a_data_interface_turns(void **state) {
    (void)state;
    use("fgdram");
    expect((struct rh_bounds_load){.columns = 8, .writes = 0.5, .run = 1}, RH_BOUND_TURNAROUND, 16 / 27.0);
    expect((struct rh_bounds_load){.columns = 8, .writes = 0.5, .run = 4}, RH_BOUND_TURNAROUND, 64 / (48 + 27.0));
    expect((struct rh_bounds_load){.columns = 8, .writes = 0.5}, RH_BOUND_TURNAROUND, 1);
    use("qb_hbm"); /* 18 and 7: 4 of 25 */
    expect((struct rh_bounds_load){.columns = 8, .writes = 0.5, .run = 1}, RH_BOUND_TURNAROUND, 4 / 25.0);
}

/* One bus for all commands: a column command, a PRE and an ACT. Four ACTs in tFAW, and one in tRRD. */
static void gddr3_has_one_bus(void **state) {
    (void)state;
    use("gddr3");
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_ROW_BUS, 2 / 3.0);
    constraints.rrd_s = 8;
    expect((struct rh_bounds_load){.columns = 2}, RH_BOUND_ACTIVATES, 4 / 8.0);
    constraints.faw = 40;
    constraints.faw_n = 4;
    expect((struct rh_bounds_load){.columns = 2}, RH_BOUND_WINDOW, 4 * 4 / 40.0);
    assert_string_equal(rh_bounds_name(RH_BOUND_WINDOW), "activate window");
}

/* ddr4_2400 in two ranks of two groups: CL 16, WL 12, tBURST 4, tCCD_S 4, tCCD_L 6, tRTW 10, WL + tBURST + tWTR_S 19.
 * From a rank's read to the other's write it is 16 - 12 + 4 + 2 = 10, from a write to a read 12 - 16 + 4 + 2 = 2,
 * but no sooner than a burst, 4. */
static void ranks_share_a_data_interface(void **state) {
    (void)state;
    use("ddr4_2400");
    const struct rh_bounds_load turns = {.columns = 8, .writes = 0.5, .run = 1},
                                runs = {.columns = 8, .writes = 0.5, .run = 4};
    constraints.rrd_s = 16;
    constraints.faw = 64;
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_ACTIVATES, 4 / 16.0);
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_WINDOW, 4 * 4 / 64.0);
    expect(turns, RH_BOUND_TURNAROUND, 8 / 29.0);
    use_ranks(4, 2);
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_DATA, 1);
    expect(turns, RH_BOUND_TURNAROUND, 8 / 14.0);
    expect(runs, RH_BOUND_TURNAROUND, 32 / (6 * 4 + 14.0));
    constraints.rrd_s = 16;
    constraints.faw = 64;
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_ACTIVATES, 2 * 4 / 16.0);
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_WINDOW, 2 * 4 * 4 / 64.0);
    constraints.ccd_s = 7; /* the other rank's burst comes sooner */
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_DATA, 4 / 6.0);
    expect(runs, RH_BOUND_TURNAROUND, 32 / (6 * 6 + 14.0));
    use_ranks(2, 1); /* a group each: in turn 5 clocks apart, or 6 within one */
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_DATA, 4 / 5.0);
    use_ranks(2, 20); /* not worth it: 22 and 32 */
    expect((struct rh_bounds_load){.columns = 1}, RH_BOUND_DATA, 4 / 6.0);
    expect(turns, RH_BOUND_TURNAROUND, 8 / 29.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qb_hbm_is_bound_by_its_row_cycle),      cmocka_unit_test(fgdram_is_bound_by_its_row_bus),
        cmocka_unit_test(fgdram_writes_wait_for_their_recovery), cmocka_unit_test(a_data_interface_turns),
        cmocka_unit_test(ranks_share_a_data_interface),          cmocka_unit_test(gddr3_has_one_bus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
