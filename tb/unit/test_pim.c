// SPDX-License-Identifier: Apache-2.0
// Does pim draw the numbers that its LFSRs give?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/network/rh_lfsr.h"
#include "matrix.h"

static void inputs_and_outputs_choose_by_bit_6_of_their_registers(void **state) {
    (void)state;
    // input 0: ACE1ED B770F6 5BB87B CCDC3D, bit 6: 1 1 1 0; input 1: 2CCD22 166691 EA3348 7519A4: 0 0 1 0
    // output 0: ACB857 B75C2B BAAE15 BC570A, bit 6: 1 0 0 0; output 1: 2CA38C 1651C6 0B28E3 E49471: 0 1 1 1
    struct matrix m;
    matrix_open(&m, "pim", 2, 2, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "11 11", NULL, ".1 1.", "..");
    matrix_expect(&m, "11 11", NULL, ".1 1.", "..");
    matrix_expect(&m, "11 11", NULL, ".. .1", "..");
    matrix_expect(&m, "11 11", NULL, "1. ..", "..");
    matrix_close(&m);
}

static void an_output_chooses_by_its_own_register(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "pim", 2, 2, 1, RH_HOLD_none, 0);
    matrix_expect(&m, "1. 1.", NULL, ".. 1.", "..");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "..");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "..");
    matrix_expect(&m, ".1 .1", NULL, ".. .1", "..");
    matrix_close(&m);
}

static void the_registers_step_whether_asked_or_not(void **state) {
    (void)state;
    struct matrix m;
    matrix_open(&m, "pim", 2, 2, 1, RH_HOLD_none, 0);
    matrix_expect(&m, ".. ..", NULL, ".. ..", "..");
    matrix_expect(&m, "1. 1.", "..", ".. ..", "..");
    matrix_expect(&m, "1. 1.", NULL, "1. ..", "..");
    matrix_close(&m);
}

static void a_second_iteration_matches_what_is_left(void **state) {
    (void)state;
    // in clock 3 both inputs keep output 0, which takes input 0; input 1 gets output 1 in the second round only
    for (unsigned iterations = 1; iterations <= 2; iterations++) {
        struct matrix m;
        matrix_open(&m, "pim", 2, 2, iterations, RH_HOLD_none, 0);
        for (unsigned clock = 0; clock < 3; clock++)
            (void)matrix_clock(&m, ".. ..", NULL);
        matrix_expect(&m, "1. 11", NULL, iterations == 1 ? "1. .." : "1. .1", "..");
        matrix_close(&m);
    }
}

static void no_place_is_favoured_by_more_than_one_part_in_64(void **state) {
    (void)state;
    for (unsigned n = 2; n <= 64; n++) {
        unsigned count[64] = {0}, bits = n <= 2 ? 7 : n <= 4 ? 8 : n <= 8 ? 9 : n <= 16 ? 10 : n <= 32 ? 11 : 12;
        for (unsigned value = 0; value < 1U << bits; value++)
            count[rh_lfsr_place(value, n, 0)]++;
        for (unsigned k = 0; k < n; k++) {
            assert_in_range(count[k], (1U << bits) / n, (1U << bits) / n + 1);
            assert_true(count[k] >= 64);
        }
    }
}

static void a_later_iteration_takes_other_bits(void **state) {
    (void)state;
    assert_int_equal(rh_lfsr_place(0xACE1ED, 2, 0), 1);
    assert_int_equal(rh_lfsr_place(0x002000, 2, 0), 0);
    assert_int_equal(rh_lfsr_place(0x002000, 2, 1), 1); // bit 13 is bit 6 of the second iteration
    assert_int_equal(rh_lfsr_place(0x100000, 2, 2), 1); // bit 20 of the third
    assert_int_equal(rh_lfsr_place(0x000008, 2, 3), 1); // bit 27 - 24 of the fourth
    assert_int_equal(rh_lfsr_place(0x000008, 2, 2), 0);
}

static void a_register_runs_through_all_values_but_0(void **state) {
    (void)state;
    uint32_t value = 0xACE1ED, clocks = 0;
    do {
        value = rh_lfsr_step(value, 0xE10000);
        clocks++;
    } while (value != 0xACE1ED);
    assert_int_equal(clocks, 16777215);
    assert_int_equal(rh_lfsr_reset(0xACE1ED, 1), 0x2CCD22);
    assert_int_equal(rh_lfsr_reset(0x8014CB, 1), 0xFFFFFF); // 8014CB + 7FEB35 would be 0, which never leaves 0
}

static uint8_t places[72][65536]; /* of the arbiters of a 36 x 36 matrix, clock by clock */

static void every_place_of_an_arbiter_meets_every_place_of_every_other(void **state) {
    (void)state;
    static const unsigned sizes[] = {2, 5, 8, 28, 36};
    for (unsigned s = 0; s < 5; s++) {
        unsigned n = sizes[s];
        for (unsigned k = 0; k < 72; k++) {
            uint32_t value = rh_lfsr_reset(0xACE1ED, k);
            for (unsigned clock = 0; clock < 65536; clock++, value = rh_lfsr_step(value, 0xE10000))
                places[k][clock] = (uint8_t)rh_lfsr_place(value, n, 0);
        }
        for (unsigned k = 0; k < 72; k++)
            for (unsigned l = 0; l < k; l++) {
                bool seen[36 * 36] = {false};
                unsigned met = 0;
                for (unsigned clock = 0; clock < 65536 && met < n * n; clock++) {
                    unsigned both = places[k][clock] * n + places[l][clock];
                    met += !seen[both];
                    seen[both] = true;
                }
                assert_int_equal(met, n * n);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_and_outputs_choose_by_bit_6_of_their_registers),
        cmocka_unit_test(an_output_chooses_by_its_own_register),
        cmocka_unit_test(the_registers_step_whether_asked_or_not),
        cmocka_unit_test(a_second_iteration_matches_what_is_left),
        cmocka_unit_test(no_place_is_favoured_by_more_than_one_part_in_64),
        cmocka_unit_test(a_later_iteration_takes_other_bits),
        cmocka_unit_test(a_register_runs_through_all_values_but_0),
        cmocka_unit_test(every_place_of_an_arbiter_meets_every_place_of_every_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
