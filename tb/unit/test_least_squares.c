// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_least_squares.h"

#define assert_near(value, expected) assert_true(fabs((value) - (expected)) < 1e-9)

/* 2 x + 1 exactly. */
static void a_line_is_found(void **state) {
    (void)state;
    struct rh_least_squares sums = {.columns = 2};
    double found[2];
    for (int x = -2; x < 5; x++)
        rh_least_squares_add(&sums, (const double[]){x, 1}, 2 * x + 1, 1);
    rh_least_squares_solve(&sums, found);
    assert_int_equal(sums.rows, 7);
    assert_near(found[0], 2);
    assert_near(found[1], 1);
}

/* (0,1) (1,2) (2,2) (3,4): means 1.5 and 2.25, slope 4.5 / 5 = 0.9, and 2.25 - 0.9 x 1.5 = 0.9. */
static void a_line_by_hand(void **state) {
    (void)state;
    static const double y[] = {1, 2, 2, 4};
    struct rh_least_squares sums = {.columns = 2};
    double found[2];
    for (unsigned x = 0; x < 4; x++)
        rh_least_squares_add(&sums, (const double[]){x, 1}, y[x], 1);
    rh_least_squares_solve(&sums, found);
    assert_near(found[0], 0.9);
    assert_near(found[1], 0.9);
}

/* A mean of 1 (weight 1) and 4 (weight 2, so four times): 17 / 5. */
static void a_weight_counts_squared(void **state) {
    (void)state;
    struct rh_least_squares sums = {.columns = 1};
    double found;
    rh_least_squares_add(&sums, (const double[]){1}, 1, 1);
    rh_least_squares_add(&sums, (const double[]){1}, 4, 2);
    rh_least_squares_solve(&sums, &found);
    assert_near(found, 3.4);
}

/* Column 1 is twice column 0, column 2 is nothing; column 3 is new. y = 3 a + 5 d. */
static void what_others_make_up_gets_nothing(void **state) {
    (void)state;
    struct rh_least_squares sums = {.columns = 4};
    double found[4];
    for (int a = 0; a < 4; a++)
        for (int d = 0; d < 3; d++)
            rh_least_squares_add(&sums, (const double[]){a, 2 * a, 0, d}, 3 * a + 5 * d, 1);
    rh_least_squares_solve(&sums, found);
    assert_near(found[0], 3);
    assert_near(found[1], 0);
    assert_near(found[2], 0);
    assert_near(found[3], 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_found),
        cmocka_unit_test(a_line_by_hand),
        cmocka_unit_test(a_weight_counts_squared),
        cmocka_unit_test(what_others_make_up_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
