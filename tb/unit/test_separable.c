// SPDX-License-Identifier: Apache-2.0
// Do the pointers of separable move on every grant?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "matrix.h"

static void with_one_iteration_the_pointers_slip_apart(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "separable", 3, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "111 111 111", NULL, "1.. ... ...", "...");
    matrix_expect(&m, "111 111 111", NULL, ".1. 1.. ...", "...");
    matrix_expect(&m, "111 111 111", NULL, "..1 .1. 1..", "...");
    matrix_expect(&m, "111 111 111", NULL, "1.. ..1 .1.", "...");
    matrix_close(&m);
}

static void streams_interleave(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "separable", 3, 2, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "1. 1. 1.", NULL, "1. .. ..", "..");
    matrix_expect(&m, "1. 1. 1.", NULL, ".. 1. ..", "..");
    matrix_expect(&m, "1. 1. 1.", NULL, ".. .. 1.", "..");
    matrix_expect(&m, "1. 1. 1.", NULL, "1. .. ..", "..");
    matrix_close(&m);
}

static void a_grant_of_the_second_iteration_moves_both_pointers(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "separable", 3, 3, 2, RH_HOLD_none, 0);
    // input 1 loses output 0, wins 1 in the second round, and wants 2 first now: 0 was passed over
    matrix_expect(&m, "1.. 111 1..", NULL, "1.. .1. ...", "...");
    matrix_expect(&m, "1.. 111 1..", NULL, "... ..1 1..", "...");
    matrix_expect(&m, "1.. 111 1..", NULL, "1.. .1. ...", "...");
    matrix_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_one_iteration_the_pointers_slip_apart),
        cmocka_unit_test(streams_interleave),
        cmocka_unit_test(a_grant_of_the_second_iteration_moves_both_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
