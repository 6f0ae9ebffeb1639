// SPDX-License-Identifier: Apache-2.0
// Histograms of latencies: what a bucket holds, and how far percentiles may be off, at every magnitude.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_latency.h"

/* The fractions of these tests are sums of powers of two: their doubles are exact. */
#define assert_same_double(a, b) assert_true((a) >= (b) && (a) <= (b))

static void percentiles_of_small_latencies_are_exact(void **state) {
    (void)state;
    struct rh_latency latency = {0};
    for (uint64_t i = 1; i <= 100; i++)
        rh_latency_add(&latency, 10 * i);
    assert_int_equal(latency.count, 100);
    assert_int_equal(latency.sum, 50500);
    assert_int_equal(latency.greatest, 1000);
    assert_same_double(rh_latency_mean(&latency), 505.0);
    assert_int_equal(rh_latency_percentile(&latency, 0.0), 10);
    assert_int_equal(rh_latency_percentile(&latency, 0.5), 500);
    assert_int_equal(rh_latency_percentile(&latency, 0.501), 510);
    assert_int_equal(rh_latency_percentile(&latency, 0.99), 990);
    assert_int_equal(rh_latency_percentile(&latency, 1.0), 1000);
}

static void nothing_has_no_latency(void **state) {
    (void)state;
    struct rh_latency latency = {0};
    assert_int_equal(rh_latency_percentile(&latency, 0.99), 0);
    assert_same_double(rh_latency_mean(&latency), 0.0);
}

/* 2048 to 4095 in buckets of 16, and twice the width with each power of two. */
static void large_latencies_share_buckets_of_less_than_a_hundredth(void **state) {
    (void)state;
    static const struct {
        unsigned bucket;
        uint64_t least, greatest;
    } rows[] = {{2047, 2047, 2047},
                {2048, 2048, 2063},
                {2049, 2064, 2079},
                {2175, 4080, 4095},
                {2176, 4096, 4127},
                {2048 + 10 * 128, UINT64_C(1) << 21, (UINT64_C(1) << 21) + 16383},
                {RH_LATENCY_BUCKETS - 1, UINT64_C(255) << 56, UINT64_MAX}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t least, greatest;
        rh_latency_bucket(rows[i].bucket, &least, &greatest);
        assert_int_equal(least, rows[i].least);
        assert_int_equal(greatest, rows[i].greatest);
    }
}

static void buckets_follow_each_other(void **state) {
    (void)state;
    uint64_t next = 0;
    for (unsigned i = 0; i < RH_LATENCY_BUCKETS; i++) {
        uint64_t least, greatest;
        rh_latency_bucket(i, &least, &greatest);
        assert_true(least == next && greatest >= least);
        assert_int_equal(rh_latency_place(least), i);
        assert_int_equal(rh_latency_place(greatest), i);
        assert_true(greatest - least <= least / 128);
        next = greatest + 1;
    }
    assert_int_equal(next, 0); /* the last one ends with the greatest number that there is */
}

/* Waits of a stream that asks for more than the memory gives: they grow without end, and so do the percentiles. */
static void percentiles_do_not_saturate(void **state) {
    (void)state;
    struct rh_latency latency = {0};
    static const uint64_t tenths[RH_PERCENTILES] = {3266, 5879, 6206, 6467, 6526}; /* of a thousand, of 6532 */
    for (uint64_t i = 1; i <= 6532; i++)
        rh_latency_add(&latency, 1000 * i);
    for (unsigned i = 0; i < RH_PERCENTILES; i++) {
        uint64_t exact = 1000 * tenths[i], found = rh_percentile(i, &latency);
        assert_true(found >= exact && found - exact <= exact / 128);
    }
    assert_int_equal(rh_latency_percentile(&latency, 1.0), 6532000);
    assert_string_equal(rh_percentile_name(RH_PERCENTILE_p999), "p999");
}

static void merging_is_as_if_one_had_seen_all(void **state) {
    (void)state;
    static struct rh_latency one, other, both;
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t cycles = i * i * i;
        rh_latency_add(i % 3 == 0 ? &one : &other, cycles);
        rh_latency_add(&both, cycles);
    }
    rh_latency_merge(&one, &other);
    assert_memory_equal(&one, &both, sizeof one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_of_small_latencies_are_exact),
        cmocka_unit_test(nothing_has_no_latency),
        cmocka_unit_test(large_latencies_share_buckets_of_less_than_a_hundredth),
        cmocka_unit_test(buckets_follow_each_other),
        cmocka_unit_test(percentiles_do_not_saturate),
        cmocka_unit_test(merging_is_as_if_one_had_seen_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
