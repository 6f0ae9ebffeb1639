// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rowhold/rh_arrivals.h"
#include "rowhold/rh_moments.h"
#include "rowhold/rh_synthetic.h"

static struct rh_error error;

static struct rh_stream *open(enum rh_arrivals_how how, double clocks, const char *stream, uint64_t requests) {
    const struct rh_stream_setup from = {.stream = stream, .requests = requests, .seed = 1};
    const struct rh_arrivals_setup setup = {.how = how, .clocks = clocks, .seed = 1};
    struct rh_stream *inner = rh_synthetic_open(&from, NULL, &error);
    assert_non_null(inner);
    struct rh_stream *timed = rh_arrivals_open(inner, &setup, &error);
    assert_non_null(timed);
    assert_true(timed->timed);
    return timed;
}

static uint64_t next(struct rh_stream *stream) {
    struct rh_request request;
    assert_int_equal(stream->next(stream, &request, &error), 1);
    return request.cycle;
}

static void even_arrivals_are_rounded_once(void **state) {
    (void)state;
    static const uint64_t expected[] = {0, 2, 5, 7, 10};
    struct rh_stream *stream = open(RH_ARRIVALS_EVEN, 2.5, "rand2", 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(next(stream), expected[i]);
    struct rh_request request;
    assert_int_equal(stream->next(stream, &request, &error), 0);
    stream->close(stream);
}

/* `phases` has times of its own: one request every 2 clocks of gddr3's data bus and column commands. */
static void stretched_arrivals_keep_their_shape(void **state) {
    (void)state;
    struct rh_stream *plain = open(RH_ARRIVALS_STRETCHED, 1, "phases", 2000);
    struct rh_stream *slow = open(RH_ARRIVALS_STRETCHED, 3, "phases", 2000);
    uint64_t last = 0;
    for (unsigned i = 0; i < 2000; i++) {
        last = next(plain);
        assert_int_equal(next(slow), 3 * last);
    }
    assert_true(last > 0);
    plain->close(plain);
    slow->close(slow);
}

/* Of the exponential distribution mean and standard deviation are one; and P(x > 2 means) is 13.53 %. */
static void random_arrivals_are_exponential(void **state) {
    (void)state;
    enum { DRAWS = 200000 };
    struct rh_stream *stream = open(RH_ARRIVALS_RANDOM, 1000, "rand1", DRAWS);
    struct rh_moments between = {0, 0, 0};
    unsigned beyond = 0;
    uint64_t before = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        uint64_t now = next(stream);
        assert_true(now >= before);
        rh_moments_add(&between, (double)(now - before));
        beyond += now - before > 2000;
        before = now;
    }
    stream->close(stream);
    assert_true(fabs(between.mean - 1000) < 10);
    assert_true(fabs(rh_moments_variation_squared(&between) - 1) < 0.02);
    assert_true(abs((int)beyond - 27067) < 500);
}

static void a_seed_gives_the_same_times(void **state) {
    (void)state;
    struct rh_stream *a = open(RH_ARRIVALS_RANDOM, 17.25, "rand1", 100);
    struct rh_stream *b = open(RH_ARRIVALS_RANDOM, 17.25, "rand1", 100);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(next(a), next(b));
    a->close(a);
    b->close(b);
}

static void a_late_arrival_is_refused(void **state) {
    (void)state;
    struct rh_request request;
    struct rh_stream *stream = open(RH_ARRIVALS_EVEN, 100, "rand2", 3);
    stream->latest = 150;
    stream->latest_why = "for so it is";
    assert_int_equal(next(stream), 0);
    assert_int_equal(next(stream), 100);
    assert_int_equal(stream->next(stream, &request, &error), -1);
    assert_string_equal(error.text, "arrivals: found one in clock 200, expected at most 150, for so it is");
    stream->close(stream);
}

/* 2, 4, 4, 4, 5, 5, 7, 9: mean 5, standard deviation 2. */
static void mean_and_spread_by_hand(void **state) {
    (void)state;
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct rh_moments moments = {0, 0, 0};
    assert_true(rh_moments_variation_squared(&moments) == 0);
    for (unsigned i = 0; i < 8; i++)
        rh_moments_add(&moments, values[i]);
    assert_true(fabs(moments.mean - 5) < 1e-12);
    assert_true(fabs(rh_moments_variation_squared(&moments) - 4.0 / 25) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_arrivals_are_rounded_once),  cmocka_unit_test(stretched_arrivals_keep_their_shape),
        cmocka_unit_test(random_arrivals_are_exponential), cmocka_unit_test(a_seed_gives_the_same_times),
        cmocka_unit_test(a_late_arrival_is_refused),       cmocka_unit_test(mean_and_spread_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
