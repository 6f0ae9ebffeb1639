// SPDX-License-Identifier: Apache-2.0
// Do two ranks share one data bus, each with its own timers, and is one refreshed while the other works? Waves worked
// out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "rowhold/rh_preset.h"

/* ddr4_2400 in two ranks of two groups: banks 0 to 7, 8 to 15. tRCD 16, CL 16, WL 12, tBURST 4, tCCD_S 4, tCCD_L 6,
 * tRRD_S 4, tRTW 10; from a read to another rank's read 4 + 2 clocks, to its write 16 - 12 + 4 + 2. */
static void draw(struct ascii_wave *wave, const struct script_request *script, unsigned n, unsigned clocks) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_find("ddr4_2400", &preset, &error));
    preset.ranks = 2;
    preset.timing.tRTRS = 2;
    preset.refresh = RH_REFRESH_OFF;
    assert_true(rh_preset_check(&preset, &error));
    const struct rh_geometry geometry = rh_preset_geometry(&preset, 16);
    const struct rh_constraints constraints = rh_preset_constraints(&preset);
    ascii_run(wave, "fr_fcfs", &geometry, &constraints, script, n, clocks, "");
}

/* Both open at once, for tRRD is each rank's own. The write comes 10 behind the last read, which is of the other rank;
 * its own rank's would allow it at 29 + 10. */
static void reads_of_two_ranks_alternate_then_one_writes(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 8, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 8, 1, 1, 1}, {0, 1, 0, 1, 2, 1}};
    draw(&wave, script, 5, 52);
    assert_string_equal(wave.commands, ".AA..............R.....R.....R.....R.........W......");
    assert_string_equal(wave.banks, ".08..............0.....8.....0.....8.........0......");
    assert_string_equal(wave.ledger, "-dddddddddddddddd====tt====tt====tt====tttttt====---");
    static const unsigned order[] = {0, 1, 2, 3, 4};
    assert_int_equal(wave.ordered, 5);
    assert_memory_equal(wave.order, order, sizeof order);
}

/* At 21 the older read of bank 8 waits for the bus to turn; that of bank 4, another group of rank 0, need not. */
static void a_younger_read_of_the_same_rank_goes_before_the_turn(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 8, 1, 0, 1}, {0, 0, 4, 1, 0, 1}};
    draw(&wave, script, 3, 60);
    assert_memory_equal(wave.commands, ".AA..A...........R...R.....R......", 34);
    assert_memory_equal(wave.banks, ".08..4...........0...4.....8......", 34);
    assert_memory_equal(wave.ledger, "-dddddddddddddddd========tt====---", 34);
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, 3);
}

/* The timing of ascii_constraints; a refresh of either rank falls due every 30 clocks. */
static struct rh_constraints with_refresh(enum rh_refresh refresh) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = refresh;
    constraints.refi = 30;
    constraints.rfc = 20;
    constraints.rank_rd = constraints.rank_wr = 4;
    constraints.rank_rtw = 6;
    constraints.rank_wtr = 1;
    return constraints;
}

/* Banks 0 and 1 are rank 0, 2 and 3 rank 1: from RD to RD of another rank 4 clocks, to its WR 6; the write to bank 0
 * follows the read of bank 2. */
static void grains_of_one_bus_turn_it_to_another_rank(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 0, 1}, {0, 1, 0, 1, 1, 1}};
    struct rh_geometry geometry = ascii_geometry;
    const struct rh_constraints constraints = with_refresh(RH_REFRESH_OFF);
    geometry.queue = 32;
    geometry.groups = 2;
    geometry.rank_bits = 1;
    ascii_run(&wave, "fgdram_channel", &geometry, &constraints, script, 3, 24, "");
    assert_string_equal(wave.commands, ".AA..R...R.....W........");
    assert_string_equal(wave.banks, ".02..0...2.....0........");
    assert_string_equal(wave.ledger, "-dddd==tt==tttt==-------");
    static const unsigned order[] = {0, 1, 2};
    ascii_in_order(&wave, order, 3);
}

/* Banks 0 and 1 are rank 0, 2 and 3 rank 1. Due at 30: PRE of rank 0, REF tRP 3 later; for tRFC 20 it is closed, and
 * rank 1 opens both its banks and reads. Due at 60: rank 1 closes, and rank 0 reads on. */
static void a_rank_works_while_the_other_is_refreshed(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {29, 0, 2, 1, 0, 1}, {40, 0, 3, 1, 0, 1}, {41, 0, 0, 2, 0, 1}, {61, 0, 0, 2, 1, 1}};
    struct rh_geometry geometry = ascii_geometry;
    const struct rh_constraints constraints = with_refresh(RH_REFRESH_ALL_BANK);
    geometry.groups = 2;
    geometry.rank_bits = 1;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 5, 70, "");
    assert_string_equal(wave.commands, ".A...R........................PA.F.R.....A...R.......A...R..PPR.F.....");
    assert_string_equal(wave.banks, ".0...0........................02.0.2.....3...3.......0...0..230.2.....");
    assert_string_equal(wave.ledger, "-dddd==-----------------------bdddd==----dddd==ffffffdddd==---==------");
    static const unsigned order[] = {0, 1, 2, 3, 4};
    ascii_in_order(&wave, order, 5);
}

/* Groups of two banks, the first two groups are rank 0. Due at 30: banks 0 and 2. From 31 on they are closed, and no
 * ACT of rank 0 comes before their REF: bank 1 waits until 34, bank 4, of rank 1, does not. Then it is the turn of
 * banks 1 and 3, then of 4 and 6. */
static void a_same_bank_refresh_holds_its_own_rank_alone(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {29, 0, 1, 1, 0, 1}, {30, 0, 4, 1, 0, 1}};
    struct rh_geometry geometry = ascii_geometry;
    const struct rh_constraints constraints = with_refresh(RH_REFRESH_SAME_BANK);
    geometry.banks = 8;
    geometry.groups = 4;
    geometry.rank_bits = 1;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 3, 100, "");
    assert_string_equal(wave.commands, ".A...R........................PA.FAR...R...................."
                                       "P..F..........................P..F......");
    assert_string_equal(wave.banks, ".0...0........................04.014...1...................."
                                    "1..1..........................4..4......");
    assert_string_equal(wave.ledger, "-dddd==-----------------------bfffd==tt==-------------------"
                                     "----------------------------------------");
    static const unsigned order[] = {0, 2, 1};
    ascii_in_order(&wave, order, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_two_ranks_alternate_then_one_writes),
        cmocka_unit_test(a_younger_read_of_the_same_rank_goes_before_the_turn),
        cmocka_unit_test(grains_of_one_bus_turn_it_to_another_rank),
        cmocka_unit_test(a_rank_works_while_the_other_is_refreshed),
        cmocka_unit_test(a_same_bank_refresh_holds_its_own_rank_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
