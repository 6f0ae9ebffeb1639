// SPDX-License-Identifier: Apache-2.0
// Does the fit find the memory of a machine whose CPIs are the model's own?
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_warp_fit.h"

static const struct rh_coupled_memory truth = {450, 40, 25}, start = {420, 10, 4};
static struct rh_warp_machine machine;
static struct rh_warp_fit fit;
static struct rh_error error;

#define assert_near(value, expected, within) assert_true(fabs((value) - (expected)) <= (within))

/* One access for `computation` other instructions, coalesced or not, of so many warps a core. */
static struct rh_warp_point point_of(double computation, bool coalesced, double warps) {
    struct rh_warp_point point = {.kernel = rh_warp_kernel_default()};
    struct rh_warp_run run;
    point.kernel.threads = 32 * warps;
    point.kernel.blocks = machine.sms;
    point.kernel.computation = 100 * computation;
    *(coalesced ? &point.kernel.coalesced : &point.kernel.uncoalesced) = 100;
    assert_true(rh_coupled_once(&machine, &point.kernel, &truth, &run, &error));
    point.cpi = run.cpi;
    return point;
}

static void what_the_model_made_is_found(void **state) {
    (void)state;
    assert_true(rh_warp_machine_find("gtx280", &machine, &error));
    machine.bandwidth_gb_per_s = 1e4; /* with its own, departures below 35 clocks do not count */
    struct rh_warp_point points[] = {point_of(17, true, 1),  point_of(3, true, 16),  point_of(3, true, 32),
                                     point_of(17, false, 1), point_of(27, false, 8), point_of(59, false, 32)};
    assert_true(rh_warp_fit(&machine, points, 6, &start, &fit, &error));
    assert_near(fit.memory.memory_clocks, 450, 1);
    assert_near(fit.memory.departure_uncoalesced, 40, 0.1);
    assert_near(fit.memory.departure_coalesced, 25, 0.1);
    assert_true(fit.error < 2e-3 && fit.geometric >= 1e-3);
    assert_near(points[5].model, points[5].cpi, 0.01 * points[5].cpi);
}

/* A warp alone: only the latency counts, and it may be off until the mean error is 0.1 %; an access every 18
 * instructions, 72 clocks: (450 + d) / (450 + 72) is 0.1 % off with d = 0.5. */
static void a_value_that_nothing_shows_stays_and_has_a_wide_range(void **state) {
    (void)state;
    assert_true(rh_warp_machine_find("gtx280", &machine, &error));
    struct rh_warp_point points[] = {point_of(17, true, 1)};
    assert_true(rh_warp_fit(&machine, points, 1, &start, &fit, &error));
    assert_near(fit.memory.memory_clocks, 450, 1);
    assert_true(fit.least.memory_clocks > 444 && fit.most.memory_clocks < 456);
    assert_near(fit.memory.departure_uncoalesced, start.departure_uncoalesced, 0);
    assert_true(fit.least.departure_uncoalesced < 2e-3 && fit.most.departure_uncoalesced > 9e5);
}

/* Twice the CPI: the nearest of a model that has only one point in common. */
static void the_error_is_that_of_the_points(void **state) {
    (void)state;
    assert_true(rh_warp_machine_find("gtx280", &machine, &error));
    struct rh_warp_point points[] = {point_of(17, true, 1), point_of(17, true, 1)};
    points[0].cpi = 20;
    points[1].cpi = 80; /* both nearest at 40: twice as much, half as much */
    assert_true(rh_warp_fit(&machine, points, 2, &start, &fit, &error));
    assert_near(points[0].model, 40, 0.1);
    assert_near(fit.error, 0.75, 0.01);
    assert_near(fit.geometric, sqrt(0.5), 0.01);
}

static void nothing_to_fit_is_refused(void **state) {
    (void)state;
    struct rh_warp_point none = {.cpi = 1};
    assert_false(rh_warp_fit(&machine, &none, 0, &start, &fit, &error));
    assert_string_equal(error.text, "fit: found no measurement, expected one at least");
    none.kernel = rh_warp_kernel_default();
    assert_false(rh_warp_fit(&machine, &none, 1, &start, &fit, &error));
    assert_string_equal(error.text, "threads: found nothing, expected 1 to 65536");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_model_made_is_found),
        cmocka_unit_test(a_value_that_nothing_shows_stays_and_has_a_wide_range),
        cmocka_unit_test(the_error_is_that_of_the_points),
        cmocka_unit_test(nothing_to_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
