// SPDX-License-Identifier: Apache-2.0
// Does the hold limit end every wait, whenever the outputs are ready?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "matrix.h"

/* Every allocator of the registry keeps these promises. */
#define EACH(k) for (size_t k = 0; k < rh_allocator_count(); k++)
#define OPEN(m, k, inputs, outputs, hold, limit)                                                                       \
    matrix_open((m), rh_allocator_at(k)->name, (inputs), (outputs), 1, (hold), (limit))

static void the_limit_frees_a_clock(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) { // limit 2: in any three clocks in which both ask, one is free
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 2);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        for (unsigned n = 0; n < 4; n++) {
            (void)matrix_clock(&m, "1. 1.", NULL);
            assert_string_equal(m.held, "1.");
            (void)matrix_clock(&m, "1. 1.", NULL);
            assert_string_equal(m.held, "1.");
            (void)matrix_clock(&m, "1. 1.", NULL);
            assert_string_equal(m.held, "..");
        }
        matrix_close(&m);
    }
}

static void a_clock_in_which_nobody_waits_does_not_start_the_count_anew(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) { // output 0 is ready now and then; between the two clocks that count lie some that turn nobody away
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 2);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        for (unsigned n = 0; n < 3; n++) {
            matrix_expect(&m, "1. 1.", "..", ".. ..", "..");
            matrix_expect(&m, "1. 1.", "1.", "1. ..", "1.");
            matrix_expect(&m, "1. 1.", "..", ".. ..", "..");
            matrix_expect(&m, "1. ..", "1.", "1. ..", "1.");
            matrix_expect(&m, "1. 1.", "1.", "1. ..", "1.");
            (void)matrix_clock(&m, "1. 1.", "1.");
            assert_string_equal(m.held, "..");
            matrix_expect(&m, ".. ..", NULL, ".. ..", "..");
            matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        }
        matrix_close(&m);
    }
}

static void an_output_that_is_not_ready_in_the_free_clock_is_owed_one(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 3, 2, RH_HOLD_hold_grant, 1);
        matrix_expect(&m, "1. .1 ..", NULL, "1. .1 ..", "..");
        // (2, 0) is turned away: in the next clock all are owed, but output 0 is not ready
        matrix_expect(&m, "1. .1 1.", NULL, "1. .1 ..", "11");
        matrix_expect(&m, "1. .1 1.", ".1", ".. .1 ..", "..");
        matrix_expect(&m, "1. .1 1.", ".1", ".. .1 ..", ".1");
        // its debt is paid, output 1's was
        (void)matrix_clock(&m, "1. .1 1.", NULL);
        assert_string_equal(m.held, ".1");
        assert_int_equal(m.out.grant[0] + m.out.grant[2], 1);
        // and whoever has it is held again
        (void)matrix_clock(&m, "1. .1 1.", NULL);
        assert_string_equal(m.held, "11");
        matrix_close(&m);
    }
}

static void an_input_that_asks_for_an_owed_output_holds_no_other(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 3, RH_HOLD_hold_grant, 1);
        matrix_expect(&m, "1.. ...", NULL, "1.. ...", "...");
        // (0, 1) is turned away for (0, 0): all are owed, output 1 is not ready before the fourth clock
        matrix_expect(&m, "11. ...", NULL, "1.. ...", "1..");
        matrix_expect(&m, "11. ..1", "1.1", "1.. ..1", "...");
        matrix_expect(&m, "11. ..1", "1.1", "1.. ..1", "1.1");
        (void)matrix_clock(&m, "11. ..1", NULL);
        assert_string_equal(m.held, "..1");
        matrix_close(&m);
    }
}

/* Counts, for every pair that keeps asking, the clocks in a row with its output ready that turned it away; returns the
 * most of this clock. */
static unsigned count_passed(const struct matrix *m, unsigned passed[3][3]) {
    unsigned most = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned o = 0; o < 3; o++) {
            uint64_t bit = UINT64_C(1) << o;
            if ((m->in.request[i] & m->in.ready & bit) == 0)
                continue;
            bool lost = (m->out.grant[i] & bit) == 0;
            bool away = lost && ((m->out.held & bit) != 0 || (m->out.held & m->out.grant[i]) != 0);
            passed[i][o] = away ? passed[i][o] + 1 : 0;
            most = passed[i][o] > most ? passed[i][o] : most;
        }
    return most;
}

static void a_request_is_turned_away_no_more_often_than_the_limit_however_its_output_blinks(void **state) {
    (void)state;
    struct matrix m;
    EACH(k)
    for (unsigned limit = 1; limit < 6; limit++) {
        unsigned most = 0;
        for (unsigned blink = 0; blink < 64; blink++) { // output 0 in steps of three clocks, output 1 of two
            unsigned passed[3][3] = {{0}};
            OPEN(&m, k, 3, 3, RH_HOLD_hold_grant, limit);
            (void)matrix_clock(&m, "1.. ... ..1", NULL);
            for (unsigned n = 0; n < 120; n++) {
                char ready[] = "111";
                ready[0] = (blink >> n % 3 & 1) != 0 ? '1' : '.';
                ready[1] = (blink >> (3 + n % 2) & 1) != 0 ? '1' : '.';
                ready[2] = (blink >> 5 & 1) != 0 || n % 5 != 0 ? '1' : '.';
                (void)matrix_clock(&m, "11. 111 .11", ready);
                unsigned now = count_passed(&m, passed);
                most = now > most ? now : most;
            }
            matrix_close(&m);
        }
        assert_int_equal(most, limit);
    }
}

static void one_count_serves_pairs_that_are_held_in_turn(void **state) {
    (void)state;
    // (1, 0) needs output 0 of one pair and input 1 of the other; the pairs never wait in the same clock
    struct matrix m;
    EACH(k) {
        bool served = false;
        OPEN(&m, k, 3, 3, RH_HOLD_hold_grant, 1);
        (void)matrix_clock(&m, "1.. .1. ...", NULL);
        for (unsigned n = 0; n < 200; n++) {
            (void)matrix_clock(&m, n % 2 == 0 ? "1.. 11. ..." : "1.. 11. 1..", NULL);
            served = served || (m.out.grant[1] & 1) != 0;
        }
        assert_true(served);
        matrix_close(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_frees_a_clock),
        cmocka_unit_test(a_clock_in_which_nobody_waits_does_not_start_the_count_anew),
        cmocka_unit_test(an_output_that_is_not_ready_in_the_free_clock_is_owed_one),
        cmocka_unit_test(an_input_that_asks_for_an_owed_output_holds_no_other),
        cmocka_unit_test(a_request_is_turned_away_no_more_often_than_the_limit_however_its_output_blinks),
        cmocka_unit_test(one_count_serves_pairs_that_are_held_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
