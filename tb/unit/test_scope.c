// SPDX-License-Identifier: Apache-2.0
// Does every bank lie where the scopes of timing rules say?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/dram/rh_scope.h"

static const struct expected_scopes {
    uint8_t banks, groups, grain_bits, rank_bits;
    unsigned instances[3]; /* bank, group, grain or rank */
    unsigned bank;
    struct rh_place at;
    unsigned rank, data_bus;
} expected[] = {
    {4, 1, 0, 0, {4, 1, 1}, 3, {.bank = 3, .group = 0, .grain = 0}, 0, 0},
    {4, 2, 0, 0, {4, 2, 1}, 1, {.bank = 1, .group = 0, .grain = 0}, 0, 0},
    {4, 2, 0, 0, {4, 2, 1}, 2, {.bank = 2, .group = 1, .grain = 0}, 0, 0},
    {16, 4, 0, 0, {16, 4, 1}, 3, {.bank = 3, .group = 0, .grain = 0}, 0, 0},
    {16, 4, 0, 0, {16, 4, 1}, 4, {.bank = 4, .group = 1, .grain = 0}, 0, 0},
    {16, 4, 0, 0, {16, 4, 1}, 15, {.bank = 15, .group = 3, .grain = 0}, 0, 0},
    {64, 8, 0, 0, {64, 8, 1}, 31, {.bank = 31, .group = 3, .grain = 0}, 0, 0},
    {64, 8, 0, 0, {64, 8, 1}, 63, {.bank = 63, .group = 7, .grain = 0}, 0, 0},
    {16, 8, 3, 0, {16, 8, 8}, 1, {.bank = 1, .group = 0, .grain = 0}, 0, 0},
    {16, 8, 3, 0, {16, 8, 8}, 2, {.bank = 2, .group = 1, .grain = 1}, 0, 1},
    {16, 8, 3, 0, {16, 8, 8}, 15, {.bank = 15, .group = 7, .grain = 7}, 0, 7},
    {16, 4, 1, 0, {16, 4, 2}, 7, {.bank = 7, .group = 1, .grain = 0}, 0, 0},
    {16, 4, 1, 0, {16, 4, 2}, 8, {.bank = 8, .group = 2, .grain = 1}, 0, 1},
    /* ranks: each counts for itself, and all share one data bus */
    {4, 2, 0, 1, {4, 2, 2}, 1, {.bank = 1, .group = 0, .grain = 0}, 0, 0},
    {4, 2, 0, 1, {4, 2, 2}, 2, {.bank = 2, .group = 1, .grain = 1}, 1, 0},
    {16, 4, 0, 1, {16, 4, 2}, 7, {.bank = 7, .group = 1, .grain = 0}, 0, 0},
    {16, 4, 0, 1, {16, 4, 2}, 8, {.bank = 8, .group = 2, .grain = 1}, 1, 0},
    {16, 4, 0, 2, {16, 4, 4}, 3, {.bank = 3, .group = 0, .grain = 0}, 0, 0},
    {16, 4, 0, 2, {16, 4, 4}, 4, {.bank = 4, .group = 1, .grain = 1}, 1, 0},
    {64, 16, 0, 2, {64, 16, 4}, 15, {.bank = 15, .group = 3, .grain = 0}, 0, 0},
    {64, 16, 0, 2, {64, 16, 4}, 31, {.bank = 31, .group = 7, .grain = 1}, 1, 0},
    {64, 16, 0, 2, {64, 16, 4}, 63, {.bank = 63, .group = 15, .grain = 3}, 3, 0},
};

static void a_bank_lies_in_one_instance_of_each_scope(void **state) {
    (void)state;
    assert_int_equal(RH_SCOPES, 3);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct expected_scopes *e = &expected[i];
        struct rh_geometry geometry = {
            .banks = e->banks, .groups = e->groups, .grain_bits = e->grain_bits, .rank_bits = e->rank_bits};
        assert_int_equal(rh_scope_instances(&geometry, RH_SCOPE_bank), e->instances[0]);
        assert_int_equal(rh_scope_instances(&geometry, RH_SCOPE_group), e->instances[1]);
        assert_int_equal(rh_scope_instances(&geometry, RH_SCOPE_grain), e->instances[2]);
        struct rh_place at = rh_place_of(&geometry, e->bank);
        assert_int_equal(at.bank, e->at.bank);
        assert_int_equal(at.group, e->at.group);
        assert_int_equal(at.grain, e->at.grain);
        assert_int_equal(rh_rank_of(&geometry, e->bank), e->rank);
        assert_int_equal(rh_data_bus_of(&geometry, e->bank), e->data_bus);
    }
}

/* So that no timer's array is too short. */
static void no_geometry_has_more_instances_than_the_table_says(void **state) {
    (void)state;
    static const unsigned most[] = {RH_MOST_bank, RH_MOST_group, RH_MOST_grain};
    struct rh_geometry geometry = {.banks = RH_MAX_BANKS, .groups = RH_MAX_GROUPS, .grain_bits = RH_MAX_GRAIN_BITS};
    for (unsigned scope = 0; scope < RH_SCOPES; scope++)
        assert_int_equal(rh_scope_instances(&geometry, (enum rh_scope)scope), most[scope]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_lies_in_one_instance_of_each_scope),
        cmocka_unit_test(no_geometry_has_more_instances_than_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
