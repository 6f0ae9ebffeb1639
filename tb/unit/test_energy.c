// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_energy.h"

#define assert_near(found, expected, slack) assert_true(fabs((found) - (expected)) <= (slack))

static const double TINY = 1e-12;

static const struct rh_energy *kind(const char *name) {
    const struct rh_energy *energy = rh_energy_find(name);
    assert_non_null(energy);
    return energy;
}

/* At 50 % toggles and ones, `accesses` of 32 bytes for each activate of the kind's own row. */
static double total_of(const char *name, uint64_t activates, uint64_t accesses, double pj[RH_ENERGY_COMPONENTS]) {
    const struct rh_energy *energy = kind(name);
    const struct rh_energy_activity half = rh_energy_stated(energy, 0.5, 0.5, false);
    const struct rh_energy_counts counts = {
        .activates = activates, .row_bytes = energy->row_bytes, .bits = accesses * 256};
    rh_energy_per_bit(energy, &counts, &half, pj);
    return rh_energy_total(pj);
}

static void these_kinds_have_energies_and_no_other_name_has(void **state) {
    (void)state;
    static const char *const names[] = {"hbm2",      "qb_hbm",    "fgdram",   "qb_hbm_salp_sc",
                                        "ddr4_2400", "ddr5_4800", "hbm2_2000"};
    enum { NAMES = sizeof names / sizeof names[0] };
    for (unsigned i = 0; i < NAMES; i++)
        assert_string_equal(rh_energy_at(i)->name, names[i]);
    assert_null(rh_energy_at(NAMES));
    assert_null(rh_energy_find("gddr3"));
    assert_null(rh_energy_find("hbm"));
    assert_int_equal(RH_ENERGY_COMPONENTS, 11);
    assert_string_equal(rh_energy_component(RH_ENERGY_post_gsa), "post_gsa");
}

static void a_read_an_activate_at_half_activity_costs_what_table_3_says(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double pj[4], total;
    } expected[] = {
        {"hbm2", {3.55078125, 1.51, 1.17, 0.80}, 7.03078125},
        {"qb_hbm", {3.55078125, 1.51, 1.02, 0.77}, 6.85078125},
        {"fgdram", {0.88671875, 0.98, 0.40, 0.77}, 3.03671875},
        {"qb_hbm_salp_sc", {0.88671875, 1.51, 1.02, 0.77}, 4.18671875},
    };
    for (unsigned i = 0; i < 4; i++) {
        double pj[RH_ENERGY_COMPONENTS];
        assert_near(total_of(expected[i].name, 7, 7, pj), expected[i].total, TINY);
        for (unsigned c = 0; c < RH_ENERGY_COMPONENTS; c++) {
            assert_near(pj[c], c < 4 ? expected[i].pj[c] : 0, TINY);
            assert_int_equal(rh_energy_has(kind(expected[i].name), c), c < 4);
        }
    }
}

static void accesses_share_their_activate_and_half_a_row_costs_half(void **state) {
    (void)state;
    double pj[RH_ENERGY_COMPONENTS];
    (void)total_of("hbm2", 1, 4, pj);
    assert_near(pj[RH_ENERGY_activation], 0.8876953125, TINY);
    const struct rh_energy_activity half = {0.5, 0.5};
    const struct rh_energy_counts counts = {.activates = 1, .row_bytes = 512, .bits = 256};
    rh_energy_per_bit(kind("hbm2"), &counts, &half, pj);
    assert_near(pj[RH_ENERGY_activation], 1.775390625, TINY);
}

static void without_a_bit_nothing_is_spent_a_bit(void **state) {
    (void)state;
    double pj[RH_ENERGY_COMPONENTS];
    assert_near(total_of("fgdram", 3, 0, pj), 0, 0);
}

static void toggles_move_hbm2s_io_and_ones_the_others(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double post_gsa, io;
    } expected[] = {{"hbm2", 0.468, 0.32}, {"qb_hbm", 0.408, 1.386}, {"fgdram", 0.16, 1.386}};
    for (unsigned i = 0; i < 3; i++) {
        const struct rh_energy *energy = kind(expected[i].name);
        const struct rh_energy_activity activity = rh_energy_stated(energy, 0.2, 0.9, false);
        const struct rh_energy_counts counts = {.row_bytes = 1024, .bits = 256};
        double pj[RH_ENERGY_COMPONENTS];
        rh_energy_per_bit(energy, &counts, &activity, pj);
        assert_near(pj[RH_ENERGY_post_gsa], expected[i].post_gsa, TINY);
        assert_near(pj[RH_ENERGY_io], expected[i].io, TINY);
        assert_near(pj[RH_ENERGY_activation], 0, 0);
    }
}

static void inversion_leaves_at_most_four_of_nine(void **state) {
    (void)state;
    static const unsigned left[] = {0, 1, 2, 3, 4, 4, 3, 2, 1};
    for (unsigned costly = 0; costly <= 8; costly++)
        assert_int_equal(rh_energy_inverted(costly), left[costly]);
}

/* Of the 256 bytes 1 8 28 56 70 56 28 8 1 have 0 to 8 ones; sent, all of them have 837 in 2048 bits. */
static void the_expectation_of_inversion_is_that_over_all_bytes(void **state) {
    (void)state;
    assert_near(rh_energy_inverted_share(0.5), 837.0 / 2048, TINY);
    assert_near(rh_energy_inverted_share(0), 0, 0);
    assert_near(rh_energy_inverted_share(1), 0.125, TINY);
    /* 0.8 ones in a byte, and 1, 3, 5, 7 fewer in the few with 5, 6, 7, 8: 0.00040824 + 0.00006804 + 0.0000036
     * + 0.00000007 */
    assert_near(rh_energy_inverted_share(0.1), 0.09994000625, TINY);
    const struct rh_energy_activity hbm2 = rh_energy_stated(kind("hbm2"), 0.5, 1, true);
    assert_near(hbm2.io, 0.40869140625, TINY);
    assert_near(hbm2.toggles, 0.5, 0);
    assert_near(rh_energy_stated(kind("fgdram"), 0.5, 1, true).io, 0.125, TINY);
}

static void power_bandwidth_and_energy_say_the_same(void **state) {
    (void)state;
    assert_near(rh_energy_power(3.92, 4000), 125.44, 1e-9);
    assert_near(rh_energy_bandwidth(3.75, 60), 2000, 1e-9);
    assert_near(rh_energy_allowed(60, 1000), 7.5, 1e-9);
    assert_near(rh_energy_bandwidth(0, 60), 0, 0);
}

/* A small DRAM of two chips, a clock of 1 ns: what a DDR4 chip draws, by hand. */
static struct rh_preset small_preset(enum rh_refresh refresh) {
    return (struct rh_preset){
        .tck_ps = 1000,
        .banks = 16,
        .groups = 4,
        .ranks = 1,
        .chips = 2,
        .row_bytes = 1024,
        .bus_bytes = 1,
        .burst_length = 8,
        .refresh = refresh,
        .timing = {.tRC = 16, .tRAS = 10, .tBURST = 4, .tRFC = 100, .tRFCpb = 60},
    };
}

static void by_currents(const char *name, const struct rh_preset *preset, double pj[RH_ENERGY_COMPONENTS]) {
    const struct rh_energy_counts counts = {.activates = 3,
                                            .bits = 1024,
                                            .read_commands = 5,
                                            .write_commands = 3,
                                            .refreshes = 2,
                                            .open_clocks = 40,
                                            .open_bank_clocks = 90,
                                            .clocks = 100,
                                            .preset = preset};
    const struct rh_energy_activity half = {0.5, 0.5};
    rh_energy_per_bit(kind(name), &counts, &half, pj);
}

/* pJ of the two chips: an ACT 2 x 1.2 (48 x 16 - 43 x 10 - 34 x 6) = 321.6, no more for VPP, which draws 3 mA at all
 * times; a RD 2 x 1.2 (135 - 43) 4 = 883.2, a WR 2 x 1.2 (123 - 43) 4 = 768; a REF 2 x 100 (1.2 (250 - 34) + 2.5 (28 -
 * 3)) = 64340; a clock with a bank open 2 (1.2 x 43 + 2.5 x 3) = 118.2, another 2 (1.2 x 34 + 2.5 x 3) = 96.6. */
static void currents_of_ddr4_give_its_energy(void **state) {
    (void)state;
    static const double expected[] = {3 * 321.6, 0, 0, 0, 5 * 883.2, 3 * 768, 2 * 64340.0, 40 * 118.2, 60 * 96.6, 0, 0};
    const struct rh_preset preset = small_preset(RH_REFRESH_ALL_BANK);
    double pj[RH_ENERGY_COMPONENTS];
    by_currents("ddr4_2400", &preset, pj);
    for (unsigned c = 0; c < RH_ENERGY_COMPONENTS; c++) {
        assert_near(pj[c], expected[c] / 1024, 1e-9);
        assert_int_equal(rh_energy_has(kind("ddr4_2400"), c), c == 0 || c > 3);
    }
    assert_near(rh_energy_total(pj), (964.8 + 4416 + 2304 + 128680 + 4728 + 5796) / 1024, 1e-9);
}

/* DDR5's chips draw 50 mA more with 16 banks open than with none, 3.125 with each, and 7 of VPP at all times. An ACT: 2
 * (1.1 (103 x 16 - 95.125 x 10 - 92 x 6) + 1.8 (8 - 7) 16); a RD 2 x 4 (1.1 (318 - 142) + 1.8 (9 - 7)), a WR 2 x 4 (1.1
 * (345 - 142) + 1.8 (36 - 7)); a REF of one bank in every group 2 (1.1 (135 - 92) 60 + 1.8 (28 - 7) 100 / 4). */
static void banks_draw_in_equal_parts_what_the_first_does_not(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset(RH_REFRESH_SAME_BANK);
    double pj[RH_ENERGY_COMPONENTS];
    by_currents("ddr5_4800", &preset, pj);
    assert_near(pj[RH_ENERGY_activation] * 1024, 3 * 376.05, 1e-9);
    assert_near(pj[RH_ENERGY_read] * 1024, 5 * 1577.6, 1e-9);
    assert_near(pj[RH_ENERGY_write] * 1024, 3 * 2204, 1e-9);
    assert_near(pj[RH_ENERGY_refresh] * 1024, 2 * 7566.0, 1e-9);
    assert_near(pj[RH_ENERGY_act_standby] * 1024, 40 * 227.6 + 90 * 6.875, 1e-9);
    assert_near(pj[RH_ENERGY_pre_standby] * 1024, 60 * 227.6, 1e-9);
}

/* A pseudochannel is half a device: of one, an ACT takes 0.6 (65 x 16 - 55 x 10 - 40 x 6), twice as much of two. */
static void a_pseudochannel_draws_half(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset(RH_REFRESH_PER_BANK);
    double pj[RH_ENERGY_COMPONENTS];
    by_currents("hbm2_2000", &preset, pj);
    assert_near(pj[RH_ENERGY_activation] * 1024, 3 * 300.0, 1e-9);
    assert_near(pj[RH_ENERGY_refresh] * 1024, 2 * 1.2 * 210 * 100 / 16, 1e-9);
    assert_near(pj[RH_ENERGY_act_standby] * 1024, 40 * 66.0, 1e-9);
}

/* No document has DDR4's current of one bank: a sixteenth of an all-bank REF, or a quarter for one in every group. */
static void a_refresh_of_a_part_is_a_share_where_nobody_measured_it(void **state) {
    (void)state;
    struct rh_preset preset = small_preset(RH_REFRESH_PER_BANK);
    double pj[RH_ENERGY_COMPONENTS];
    by_currents("ddr4_2400", &preset, pj);
    assert_near(pj[RH_ENERGY_refresh], 2 * 4021.25 / 1024, 1e-9);
    preset.ranks = 2;
    by_currents("ddr4_2400", &preset, pj);
    assert_near(pj[RH_ENERGY_refresh], 2 * 8042.5 / 1024, 1e-9);
    preset = small_preset(RH_REFRESH_SAME_BANK);
    by_currents("ddr4_2400", &preset, pj);
    assert_near(pj[RH_ENERGY_refresh], 2 * 16085.0 / 1024, 1e-9);
}

static void counts_come_from_the_statistics_of_all_channels_and_ranks(void **state) {
    (void)state;
    struct rh_preset preset = small_preset(RH_REFRESH_ALL_BANK);
    preset.ranks = 2;
    const struct rh_stats stats = {.cycles = 70,
                                   .column_commands = 9,
                                   .read_commands = 4,
                                   .activates = 3,
                                   .refreshes = 2,
                                   .open_cycles = 55,
                                   .open_bank_cycles = 80};
    const struct rh_energy_counts counts = rh_energy_counts_of(&preset, &stats, 3);
    assert_int_equal(counts.activates, 3);
    assert_int_equal(counts.read_commands, 4);
    assert_int_equal(counts.write_commands, 5);
    assert_int_equal(counts.refreshes, 2);
    assert_int_equal(counts.open_clocks, 55);
    assert_int_equal(counts.open_bank_clocks, 80);
    assert_int_equal(counts.clocks, 420);
    assert_int_equal(counts.bits, 9 * 128);
    assert_near(counts.row_bytes, 2048, 0);
}

/* A preset has the energies of its device; one made by hand has none until it says which that is. */
static void a_presets_device_says_its_kind_and_others_say_why_they_have_none(void **state) {
    (void)state;
    struct rh_preset preset;
    assert_true(rh_preset_find("ddr4_2400", &preset, NULL));
    assert_ptr_equal(rh_energy_of(&preset), kind("ddr4_2400"));
    preset.device[0] = '\0';
    assert_null(rh_energy_of(&preset));
    assert_true(rh_preset_find("ddr5_4800_2r", &preset, NULL));
    assert_string_equal(preset.device, "ddr5_4800");
    assert_null(rh_energy_none("ddr4_2400"));
    assert_null(rh_energy_none("gddr3"));
    assert_string_equal(rh_energy_none("gddr7"), "no vendor publishes its currents");
    for (unsigned i = 0; i < rh_preset_count(); i++) /* never both */
        assert_true(rh_energy_find(rh_preset_name(i)) == NULL || rh_energy_none(rh_preset_name(i)) == NULL);
}

/* 5 clocks of active power-down, 7 of precharge power-down and 11 of self-refresh are none of standby. */
static void power_down_and_self_refresh_take_the_place_of_standby(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset(RH_REFRESH_ALL_BANK);
    const struct rh_energy_activity half = {0.5, 0.5};
    const struct rh_energy_counts counts = {
        .bits = 1024, .open_clocks = 40, .clocks = 100, .slept = {5, 7, 11}, .preset = &preset};
    double pj[RH_ENERGY_COMPONENTS];
    rh_energy_per_bit(kind("ddr4_2400"), &counts, &half, pj);
    assert_near(pj[RH_ENERGY_pre_standby], 37 * 96.6 / 1024, 1e-9);
    assert_near(pj[RH_ENERGY_power_down], (5 * 103.8 + 7 * 75.0) / 1024, 1e-9);
    assert_near(pj[RH_ENERGY_self_refresh], 11 * 87.0 / 1024, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(these_kinds_have_energies_and_no_other_name_has),
        cmocka_unit_test(a_read_an_activate_at_half_activity_costs_what_table_3_says),
        cmocka_unit_test(accesses_share_their_activate_and_half_a_row_costs_half),
        cmocka_unit_test(without_a_bit_nothing_is_spent_a_bit),
        cmocka_unit_test(toggles_move_hbm2s_io_and_ones_the_others),
        cmocka_unit_test(inversion_leaves_at_most_four_of_nine),
        cmocka_unit_test(the_expectation_of_inversion_is_that_over_all_bytes),
        cmocka_unit_test(power_bandwidth_and_energy_say_the_same),
        cmocka_unit_test(currents_of_ddr4_give_its_energy),
        cmocka_unit_test(power_down_and_self_refresh_take_the_place_of_standby),
        cmocka_unit_test(banks_draw_in_equal_parts_what_the_first_does_not),
        cmocka_unit_test(a_pseudochannel_draws_half),
        cmocka_unit_test(a_refresh_of_a_part_is_a_share_where_nobody_measured_it),
        cmocka_unit_test(counts_come_from_the_statistics_of_all_channels_and_ranks),
        cmocka_unit_test(a_presets_device_says_its_kind_and_others_say_why_they_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
