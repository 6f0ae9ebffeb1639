// SPDX-License-Identifier: Apache-2.0
// Does wavefront go diagonal by diagonal, and is nothing left that could be granted?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "matrix.h"

static void the_first_diagonal_rotates(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 3, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "111 111 111", NULL, "1.. ..1 .1.", "...");
    matrix_expect(&m, "111 111 111", NULL, ".1. 1.. ..1", "...");
    matrix_expect(&m, "111 111 111", NULL, "..1 .1. 1..", "...");
    matrix_expect(&m, "111 111 111", NULL, "1.. ..1 .1.", "...");
    matrix_close(&m);
}

static void it_stays_while_no_request_is_left(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 3, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "... ... ...", NULL, "... ... ...", "...");
    matrix_expect(&m, "111 111 111", "...", "... ... ...", "...");
    matrix_expect(&m, ".1. 1.. ..1", NULL, ".1. 1.. ..1", "...");
    matrix_expect(&m, "111 111 111", NULL, "1.. ..1 .1.", "...");
    matrix_close(&m);
}

static void it_does_not_go_round_in_step_with_an_output(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 3, 3, 1, RH_HOLD_none, 0);
    // a packet of three flits, so output 0 is ready in every third clock: each input has it in turn
    for (unsigned n = 0; n < 2; n++) {
        matrix_expect(&m, "1.. 1.. 1..", NULL, "1.. ... ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", ".11", "... ... ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", ".11", "... ... ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", NULL, "... 1.. ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", ".11", "... ... ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", ".11", "... ... ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", NULL, "... ... 1..", "...");
        matrix_expect(&m, "1.. 1.. 1..", ".11", "... ... ...", "...");
        matrix_expect(&m, "1.. 1.. 1..", ".11", "... ... ...", "...");
    }
    matrix_close(&m);
}

static void more_outputs_than_inputs_are_padded(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 2, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "111 111", NULL, "1.. ..1", "...");
    matrix_expect(&m, "111 111", NULL, ".1. 1..", "...");
    matrix_expect(&m, "111 111", NULL, "..1 .1.", "...");
    matrix_expect(&m, "111 111", NULL, "1.. ..1", "...");
    matrix_close(&m);
}

static void more_inputs_than_outputs_are_padded(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 3, 2, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "11 11 11", NULL, "1. .. .1", "..");
    matrix_expect(&m, "11 11 11", NULL, ".1 1. ..", "..");
    matrix_expect(&m, "11 11 11", NULL, ".. .1 1.", "..");
    matrix_close(&m);
}

static void later_diagonals_fill_what_the_first_left(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 3, 3, 1, RH_HOLD_none, 0);
    // diagonal 0 grants (0, 0) alone; diagonals 1 and 2 find (2, 2) and (1, 1)
    matrix_expect(&m, "11. 11. 1.1", NULL, "1.. .1. ..1", "...");
    // diagonal 1 comes first: (0, 1), (1, 0) and (2, 2)
    matrix_expect(&m, "11. 11. 1.1", NULL, ".1. 1.. ..1", "...");
    matrix_close(&m);
}

static void blocked_outputs_are_left_out(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 3, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "111 111 111", ".11", "... ..1 .1.", "...");
    matrix_expect(&m, "111 111 111", ".1.", ".1. ... ...", "...");
    matrix_close(&m);
}

static void the_first_diagonal_waits_for_a_request_that_was_turned_away(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "wavefront", 2, 2, 1, RH_HOLD_hold_grant, 3);
    // (1, 0) stands on diagonal 1, which stays first while (0, 0) is held
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "..");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
    matrix_expect(&m, "1. 1.", NULL, ".. 1.", "..");
    matrix_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_diagonal_rotates),
        cmocka_unit_test(it_stays_while_no_request_is_left),
        cmocka_unit_test(it_does_not_go_round_in_step_with_an_output),
        cmocka_unit_test(more_outputs_than_inputs_are_padded),
        cmocka_unit_test(more_inputs_than_outputs_are_padded),
        cmocka_unit_test(later_diagonals_fill_what_the_first_left),
        cmocka_unit_test(blocked_outputs_are_left_out),
        cmocka_unit_test(the_first_diagonal_waits_for_a_request_that_was_turned_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
