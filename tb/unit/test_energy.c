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
    const struct rh_energy_counts counts = {activates, energy->row_bytes, accesses * 256};
    rh_energy_per_bit(energy, &counts, &half, pj);
    return rh_energy_total(pj);
}

static void four_kinds_have_energies_and_no_other_name_has(void **state) {
    (void)state;
    static const char *const names[] = {"hbm2", "qb_hbm", "fgdram", "qb_hbm_salp_sc"};
    for (unsigned i = 0; i < 4; i++)
        assert_string_equal(rh_energy_at(i)->name, names[i]);
    assert_null(rh_energy_at(4));
    assert_null(rh_energy_find("gddr3"));
    assert_null(rh_energy_find("hbm"));
    assert_int_equal(RH_ENERGY_COMPONENTS, 4);
    assert_string_equal(rh_energy_component(RH_ENERGY_post_gsa), "post_gsa");
}

static void a_read_an_activate_at_half_activity_costs_what_table_3_says(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double pj[RH_ENERGY_COMPONENTS], total;
    } expected[] = {
        {"hbm2", {3.55078125, 1.51, 1.17, 0.80}, 7.03078125},
        {"qb_hbm", {3.55078125, 1.51, 1.02, 0.77}, 6.85078125},
        {"fgdram", {0.88671875, 0.98, 0.40, 0.77}, 3.03671875},
        {"qb_hbm_salp_sc", {0.88671875, 1.51, 1.02, 0.77}, 4.18671875},
    };
    for (unsigned i = 0; i < 4; i++) {
        double pj[RH_ENERGY_COMPONENTS];
        assert_near(total_of(expected[i].name, 7, 7, pj), expected[i].total, TINY);
        for (unsigned c = 0; c < RH_ENERGY_COMPONENTS; c++)
            assert_near(pj[c], expected[i].pj[c], TINY);
    }
}

static void accesses_share_their_activate_and_half_a_row_costs_half(void **state) {
    (void)state;
    double pj[RH_ENERGY_COMPONENTS];
    (void)total_of("hbm2", 1, 4, pj);
    assert_near(pj[RH_ENERGY_activation], 0.8876953125, TINY);
    const struct rh_energy_activity half = {0.5, 0.5};
    const struct rh_energy_counts counts = {1, 512, 256};
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
        const struct rh_energy_counts counts = {0, 1024, 256};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_kinds_have_energies_and_no_other_name_has),
        cmocka_unit_test(a_read_an_activate_at_half_activity_costs_what_table_3_says),
        cmocka_unit_test(accesses_share_their_activate_and_half_a_row_costs_half),
        cmocka_unit_test(without_a_bit_nothing_is_spent_a_bit),
        cmocka_unit_test(toggles_move_hbm2s_io_and_ones_the_others),
        cmocka_unit_test(inversion_leaves_at_most_four_of_nine),
        cmocka_unit_test(the_expectation_of_inversion_is_that_over_all_bytes),
        cmocka_unit_test(power_bandwidth_and_energy_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
