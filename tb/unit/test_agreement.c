// SPDX-License-Identifier: Apache-2.0
// How well predictions agree with measurements, by hand.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_agreement.h"

static void near(double value, double expected, double distance) {
    assert_true(fabs(value - expected) <= distance);
}

static struct rh_agreement agreement_of(const double (*pairs)[2], unsigned count) {
    struct rh_agreement agreement = {.count = 0};
    for (unsigned i = 0; i < count; i++)
        rh_agreement_add(&agreement, pairs[i][0], pairs[i][1]);
    return agreement;
}

/* Errors -5, 2 and 9. Distances from the means 63.33 and 61.33: -13.33, -3.33, 16.67 and -6.33, -3.33, 9.67; so the
 * correlation is 256.67 / sqrt(466.67 x 144.67). */
static void three_runs(void **state) {
    (void)state;
    static const double pairs[][2] = {{50, 55}, {60, 58}, {80, 71}};
    const struct rh_agreement agreement = agreement_of(pairs, 3);
    double correlation, polarity;
    assert_int_equal(agreement.count, 3);
    near(rh_agreement_mean_absolute_error(&agreement), 5.333333, 1e-6);
    near(agreement.worst, 9, 1e-12);
    assert_true(rh_agreement_correlation(&agreement, &correlation));
    near(correlation, 0.987829, 1e-6);
    assert_true(rh_agreement_polarity(&agreement, &polarity));
    near(polarity, 0.375, 1e-12);
}

/* The published figures: a mean error of -8.8 % of 15.2 % absolute is a polarity of -0.579. */
static void polarity_is_the_published_ratio(void **state) {
    (void)state;
    static const double pairs[][2] = {{0, 24}, {10, 3.6}};
    const struct rh_agreement agreement = agreement_of(pairs, 2);
    double polarity;
    near(rh_agreement_mean_absolute_error(&agreement), 15.2, 1e-12);
    assert_true(rh_agreement_polarity(&agreement, &polarity));
    near(polarity, -0.579, 0.0005);
}

static void errors_to_one_side_are_its_end(void **state) {
    (void)state;
    static const double low[][2] = {{1, 2}, {3, 7}}, high[][2] = {{2, 1}, {7, 3}};
    double polarity;
    struct rh_agreement agreement = agreement_of(low, 2);
    assert_true(rh_agreement_polarity(&agreement, &polarity));
    near(polarity, -1, 0);
    agreement = agreement_of(high, 2);
    assert_true(rh_agreement_polarity(&agreement, &polarity));
    near(polarity, 1, 0);
}

/* What falls while the other rises; near values far from 0 keep their digits. */
static void correlation_has_a_sign_and_keeps_its_digits(void **state) {
    (void)state;
    static const double against[][2] = {{1, 6}, {2, 4}, {3, 2}},
                        far[][2] = {{1e9 + 1, 1e9 + 2}, {1e9 + 2, 1e9 + 4}, {1e9 + 3, 1e9 + 6}};
    double correlation;
    struct rh_agreement agreement = agreement_of(against, 3);
    assert_true(rh_agreement_correlation(&agreement, &correlation));
    near(correlation, -1, 1e-12);
    agreement = agreement_of(far, 3);
    assert_true(rh_agreement_correlation(&agreement, &correlation));
    near(correlation, 1, 1e-9);
}

/* One run, runs of one value, and no error at all have none. */
static void what_says_nothing_is_refused(void **state) {
    (void)state;
    static const double same[][2] = {{3, 1}, {3, 2}}, exact[][2] = {{1, 1}, {2, 2}};
    double value;
    struct rh_agreement agreement = {.count = 0};
    near(rh_agreement_mean_absolute_error(&agreement), 0, 0);
    assert_false(rh_agreement_correlation(&agreement, &value));
    assert_false(rh_agreement_polarity(&agreement, &value));
    rh_agreement_add(&agreement, 3, 1);
    assert_false(rh_agreement_correlation(&agreement, &value));
    agreement = agreement_of(same, 2);
    assert_false(rh_agreement_correlation(&agreement, &value));
    agreement = agreement_of(exact, 2);
    assert_true(rh_agreement_correlation(&agreement, &value));
    assert_false(rh_agreement_polarity(&agreement, &value));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_runs),
        cmocka_unit_test(polarity_is_the_published_ratio),
        cmocka_unit_test(errors_to_one_side_are_its_end),
        cmocka_unit_test(correlation_has_a_sign_and_keeps_its_digits),
        cmocka_unit_test(what_says_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
