// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cost/rh_dram_area.h"

static void parts_add_up_to_the_published_sums(void **state) {
    (void)state;
    static const struct {
        const char *kind, *over;
        bool more_tsvs;
        double published, computed;
    } expected[] = {
        {"qb_hbm", "hbm2", false, 8.57, 8.57},
        {"fgdram", "hbm2", false, 10.36, 10.36},
        {"fgdram", "qb_hbm", false, 1.65, 1.648706},
        {"qb_hbm_salp_sc", "qb_hbm", false, 3.2, 3.2},
        {"qb_hbm_salp_sc", "fgdram", false, 1.54, 1.526133},
        {"qb_hbm", "hbm2", true, 23.69, 23.69},
        {"fgdram", "qb_hbm", true, 1.45, 1.447166},
    };
    struct rh_dram_area_sum sum;
    for (unsigned i = 0; i < 7; i++) {
        assert_true(rh_dram_area_sum(i, &sum));
        assert_string_equal(sum.kind, expected[i].kind);
        assert_string_equal(sum.over, expected[i].over);
        assert_int_equal(sum.more_tsvs, expected[i].more_tsvs);
        assert_true(sum.published == expected[i].published);
        if (!(fabs(sum.computed - expected[i].computed) < 1e-6))
            fail_msg("%s over %s: found %.7f", sum.kind, sum.over, sum.computed);
    }
    assert_false(rh_dram_area_sum(7, &sum));
}

static void what_the_paper_does_not_explain_is_a_part_of_its_own(void **state) {
    (void)state;
    struct rh_dram_area_part part;
    unsigned found = 0;
    for (unsigned i = 0; rh_dram_area_part(i, &part); i++)
        if (strcmp(part.part, "unexplained") == 0) {
            found++;
            assert_string_equal(part.kind, "fgdram");
            assert_true(fabs(part.percent - 0.28) < 1e-9);
            assert_false(part.tsvs);
        }
    assert_int_equal(found, 1);
}

static void hbm2_is_what_the_others_are_measured_by(void **state) {
    (void)state;
    assert_true(rh_dram_area_over("hbm2", "hbm2", true) == 0);
    assert_true(fabs(rh_dram_area_over("hbm2", "qb_hbm", false) + 7.893525) < 1e-6);
    assert_true(fabs(rh_dram_area_over("fgdram", "hbm2", true) - 25.48) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up_to_the_published_sums),
        cmocka_unit_test(what_the_paper_does_not_explain_is_a_part_of_its_own),
        cmocka_unit_test(hbm2_is_what_the_others_are_measured_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
