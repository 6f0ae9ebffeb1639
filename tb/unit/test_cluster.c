// SPDX-License-Identifier: Apache-2.0
// Are numbers cut into clusters where a gap is wider than the noise?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_cluster.h"

static void equal_numbers_are_one_cluster(void **state) {
    (void)state;
    uint64_t values[] = {37, 12, 24, 12, 37, 37};
    struct rh_cluster found[3];
    assert_int_equal(rh_cluster_find(values, 6, 0, found, 3), 3);
    assert_int_equal(found[0].least, 12);
    assert_int_equal(found[0].greatest, 12);
    assert_int_equal(found[0].count, 2);
    assert_int_equal(found[1].least, 24);
    assert_int_equal(found[1].count, 1);
    assert_int_equal(found[2].greatest, 37);
    assert_int_equal(found[2].count, 3);
}

static void a_gap_must_be_wider_than_the_noise(void **state) {
    (void)state;
    uint64_t values[] = {19, 10, 13, 16, 23, 11};
    struct rh_cluster found[3];
    assert_int_equal(rh_cluster_find(values, 6, 3, found, 3), 2); /* 10 11 13 16 19 | 23 */
    assert_int_equal(found[0].least, 10);
    assert_int_equal(found[0].greatest, 19);
    assert_int_equal(found[0].count, 5);
    assert_int_equal(found[1].least, 23);
    assert_int_equal(rh_cluster_find(values, 6, 4, found, 3), 1);
    assert_int_equal(found[0].count, 6);
}

static void more_than_there_is_room_for_is_counted(void **state) {
    (void)state;
    uint64_t values[] = {4, 3, 2, 1, 4};
    struct rh_cluster found[3] = {{0, 0, 0}, {0, 0, 0}, {7, 7, 7}};
    assert_int_equal(rh_cluster_find(values, 5, 0, found, 2), 4);
    assert_int_equal(found[1].least, 2);
    assert_int_equal(found[1].count, 1);
    assert_int_equal(found[2].count, 7);
    assert_int_equal(rh_cluster_find(values, 0, 0, found, 2), 0);
}

static void a_value_fits_the_cluster_around_it(void **state) {
    (void)state;
    static const struct rh_cluster clusters[] = {{10, 12, 3}, {20, 20, 1}};
    assert_int_equal(rh_cluster_of(clusters, 2, 0, 11), 0);
    assert_int_equal(rh_cluster_of(clusters, 2, 0, 13), 2);
    assert_int_equal(rh_cluster_of(clusters, 2, 2, 14), 0);
    assert_int_equal(rh_cluster_of(clusters, 2, 2, 15), 2);
    assert_int_equal(rh_cluster_of(clusters, 2, 2, 18), 1);
    assert_int_equal(rh_cluster_of(clusters, 2, 2, 22), 1);
    assert_int_equal(rh_cluster_of(clusters, 2, 2, 23), 2);
    assert_int_equal(rh_cluster_of(clusters, 2, 2, UINT64_MAX), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_numbers_are_one_cluster),
        cmocka_unit_test(a_gap_must_be_wider_than_the_noise),
        cmocka_unit_test(more_than_there_is_room_for_is_counted),
        cmocka_unit_test(a_value_fits_the_cluster_around_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
