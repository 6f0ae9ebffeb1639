// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cost/rh_energy_published.h"

static struct rh_energy_implied implied(const char *name) {
    struct rh_energy_implied row;
    for (unsigned i = 0; rh_energy_implied(i, &row); i++)
        if (strcmp(row.name, name) == 0)
            return row;
    fail_msg("found no %s", name);
    return row;
}

static void the_published_means_imply_this_activity(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double value;
    } expected[] = {
        {"hbm2_accesses", 2.934530},
        {"hbm2_toggle_rate", 0.311966},
        {"hbm2_io_toggle_rate", 0.1875},
        {"hbm2_rest", 0.17},
        {"hbm2_io_toggle_rate_with_rest", 0.29375},
        {"podl_ones_share", 0.279221},
        {"qb_hbm_total_by_hbm2", 3.786410},
        {"qb_hbm_activation", 1.190405},
        {"qb_hbm_accesses", 2.982834},
        {"qb_hbm_data", 2.209595},
        {"qb_hbm_toggle_rate", 0.342939},
        {"fgdram_activation", 0.416642},
        {"fgdram_accesses", 2.128252},
        {"fgdram_data", 1.103358},
        {"fgdram_toggle_rate", 0.154198},
        {"data_saving", 0.500651},
        {"data_saving_at_half", 0.454545},
        {"data_saving_toggle_rate", 0.746933},
        {"fgdram_total_by_savings", 1.995631},
        {"saving", 0.490862},
        {"saving_over_hbm2", 0.502551},
        {"saving_over_hbm2_again", 0.508816},
        {"salp_total", 2.9491},
        {"saving_over_salp", 0.338781},
        {"salp_accesses", 2.864954},
    };
    struct rh_energy_implied row;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        row = implied(expected[i].name);
        if (!(fabs(row.value - expected[i].value) < 1e-6))
            fail_msg("%s: found %.7f, expected %.7f", row.name, row.value, expected[i].value);
    }
    assert_false(rh_energy_implied(sizeof expected / sizeof expected[0], &row));
}

static void published_values_stand_beside_those_that_should_meet_them(void **state) {
    (void)state;
    assert_false(implied("hbm2_accesses").compared);
    assert_true(implied("data_saving").compared);
    assert_true(implied("data_saving").published == 0.48);
    assert_true(implied("fgdram_total_by_savings").published == 1.95);
    assert_string_equal(implied("saving").formula, "1 - fgdram_total / qb_hbm_total");
}

static void each_kind_has_its_mean(void **state) {
    (void)state;
    assert_true(rh_energy_published_total("hbm2") == 3.92);
    assert_true(rh_energy_published_total("qb_hbm") == 3.83);
    assert_true(rh_energy_published_total("fgdram") == 1.95);
    assert_true(fabs(rh_energy_published_total("qb_hbm_salp_sc") - 2.9491) < 1e-9);
    assert_true(rh_energy_published_total("gddr3") == 0);
}

static void the_paper_states_sixteen_means(void **state) {
    (void)state;
    struct rh_energy_published row;
    double sum = 0;
    unsigned count = 0;
    for (; rh_energy_published(count, &row); count++)
        sum += row.value;
    assert_int_equal(count, 16);
    assert_true(fabs(sum - 23.26) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_means_imply_this_activity),
        cmocka_unit_test(published_values_stand_beside_those_that_should_meet_them),
        cmocka_unit_test(each_kind_has_its_mean),
        cmocka_unit_test(the_paper_states_sixteen_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
