// SPDX-License-Identifier: Apache-2.0
// What each protection of the pins finds of every error, what it costs there, and how long it takes: literals.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_protection.h"

static void every_error_of_every_class_is_counted(void **state) {
    (void)state;
    static const struct rh_protection_count rows[RH_PROTECTIONS][RH_ERROR_CLASSES] = {
        {{72, 72, 0, 0}, {2556, 0, 2556, 0}, {59640, 0, 26072, 33568}, {559, 72, 368, 119}, {32767, 72, 22180, 10515}},
        {{260, 0, 260, 0},
         {33670, 0, 31545, 2125},
         {2895620, 0, 2713379, 182241},
         {2063, 0, 2063, 0},
         {129023, 0, 120960, 8063}},
        {{266, 0, 266, 0}, {35245, 0, 35245, 0}, {3101560, 0, 3101560, 0}, {2111, 0, 2111, 0}, {132095, 0, 132095, 0}},
    };
    for (unsigned k = 0; k < RH_PROTECTIONS; k++)
        for (unsigned e = 0; e < RH_ERROR_CLASSES; e++) {
            struct rh_protection_count count = rh_protection_count(rh_protection_at(k), (enum rh_error_class)e);
            assert_int_equal(count.patterns, rows[k][e].patterns);
            assert_int_equal(count.corrected, rows[k][e].corrected);
            assert_int_equal(count.detected, rows[k][e].detected);
            assert_int_equal(count.missed, rows[k][e].missed);
        }
    assert_null(rh_protection_at(RH_PROTECTIONS));
}

/* Sums of patterns that have nothing to do with codes: binomials, and bursts by their first and last place. */
static void the_classes_are_whole(void **state) {
    (void)state;
    static const unsigned places[] = {72, 260, 266};
    for (unsigned k = 0; k < RH_PROTECTIONS; k++) {
        uint64_t n = places[k], burst = n + (n - 1) + 2 * (n - 2) + 4 * (n - 3);
        assert_int_equal(rh_protection_count(rh_protection_at(k), RH_ERRORS_TWO).patterns, n * (n - 1) / 2);
        assert_int_equal(rh_protection_count(rh_protection_at(k), RH_ERRORS_THREE).patterns, n * (n - 1) * (n - 2) / 6);
        assert_int_equal(rh_protection_count(rh_protection_at(k), RH_ERRORS_BURST_4).patterns, burst);
    }
}

static void rates_and_latencies_are_the_literal_ones(void **state) {
    (void)state;
    static const char *const names[] = {"secded", "crc_4", "crc_10"};
    static const double rates[] = {9, 8.125, 8.3125};
    static const unsigned latencies[] = {2, 3, 3}, retries[] = {0, 2, 2};
    for (unsigned k = 0; k < RH_PROTECTIONS; k++) {
        unsigned clocks, retry;
        assert_string_equal(rh_protection_at(k)->name, names[k]);
        assert_true(rh_protection_rate(rh_protection_at(k), 8) == rates[k]);
        assert_true(rh_protection_latency(rh_protection_at(k), &clocks, &retry));
        assert_int_equal(clocks, latencies[k]);
        assert_int_equal(retry, retries[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_of_every_class_is_counted),
        cmocka_unit_test(the_classes_are_whole),
        cmocka_unit_test(rates_and_latencies_are_the_literal_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
