// SPDX-License-Identifier: Apache-2.0
// Do the pointers of islip slip apart, on first-iteration grants and no others?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "matrix.h"

static void pointers_slip_apart_until_every_clock_is_full(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "islip", 3, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "111 111 111", NULL, "1.. ... ...", "...");
    matrix_expect(&m, "111 111 111", NULL, ".1. 1.. ...", "...");
    matrix_expect(&m, "111 111 111", NULL, "..1 .1. 1..", "...");
    matrix_expect(&m, "111 111 111", NULL, "1.. ..1 .1.", "...");
    matrix_expect(&m, "111 111 111", NULL, ".1. 1.. ..1", "...");
    matrix_close(&m);
}

static void a_grant_of_the_second_iteration_moves_no_pointer(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "islip", 3, 3, 2, RH_HOLD_none, 0);
    // all want output 0 first; input 1 loses, wins output 1 in the second round, and still wants 0 first
    matrix_expect(&m, "1.. 111 1..", NULL, "1.. .1. ...", "...");
    matrix_expect(&m, "1.. 111 1..", NULL, "... 1.. ...", "...");
    matrix_expect(&m, "1.. 111 1..", NULL, "... .1. 1..", "...");
    matrix_close(&m);
}

static void a_blocked_output_gets_no_grant_and_keeps_its_turn(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "islip", 3, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "1.. 1.. ...", ".11", "... ... ...", "...");
    matrix_expect(&m, "1.. 1.. ...", NULL, "1.. ... ...", "...");
    matrix_expect(&m, "1.. 1.. ...", ".11", "... ... ...", "...");
    matrix_expect(&m, "1.. 1.. ...", NULL, "... 1.. ...", "...");
    matrix_close(&m);
}

static void an_input_asks_for_something_else_while_an_output_is_blocked(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "islip", 2, 3, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "111 1..", ".11", ".1. ...", "...");
    matrix_expect(&m, "111 1..", NULL, "..1 1..", "...");
    // behind output 2 comes output 0, which turns to input 0 after input 1
    matrix_expect(&m, "111 1..", NULL, "1.. ...", "...");
    matrix_close(&m);
}

static void a_pointer_stays_where_the_hold_rule_turned_a_request_away(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "islip", 2, 2, 1, RH_HOLD_hold_grant, 2);
    // input 0 takes output 0, is held for two clocks, then output 0 turns to input 1, which waited
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "..");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
    matrix_expect(&m, "1. 1.", NULL, ".. 1.", "..");
    matrix_expect(&m, "1. 1.", NULL, ".. 1.", "1.");
    matrix_expect(&m, "1. 1.", NULL, ".. 1.", "1.");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "..");
    matrix_close(&m);
}

static void neither_pointer_of_a_pair_moves_where_its_row_lost_a_request_to_the_hold_rule(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "islip", 3, 3, 1, RH_HOLD_hold_grant, 0);
    matrix_expect(&m, "... .1. ...", NULL, "... .1. ...", "...");
    // (0, 1) is turned away for (1, 1); input 0 has output 0, but its turn there is not over
    matrix_expect(&m, "11. .1. ...", NULL, "1.. .1. ...", ".1.");
    matrix_expect(&m, "... ... ...", NULL, "... ... ...", "...");
    matrix_expect(&m, "1.. 1.. ...", NULL, "1.. ... ...", "...");
    matrix_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_slip_apart_until_every_clock_is_full),
        cmocka_unit_test(a_grant_of_the_second_iteration_moves_no_pointer),
        cmocka_unit_test(a_blocked_output_gets_no_grant_and_keeps_its_turn),
        cmocka_unit_test(an_input_asks_for_something_else_while_an_output_is_blocked),
        cmocka_unit_test(a_pointer_stays_where_the_hold_rule_turned_a_request_away),
        cmocka_unit_test(neither_pointer_of_a_pair_moves_where_its_row_lost_a_request_to_the_hold_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
