// SPDX-License-Identifier: Apache-2.0
// The hybrid window model, by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_random.h"
#include "rowhold/rh_window_profile.h"

enum { A = 7, B = 9, X = 20, Y = 22 };

static struct rh_profile profile;

static void start(enum rh_profile_rule rule, unsigned window) {
    struct rh_profile_setup setup = {.rule = rule, .window = window, .banks = 4, .rc = 34, .rp_rcd = 13 + 12};
    rh_profile_start(&profile, &setup);
}

static void sums(unsigned requests, unsigned rows, unsigned moving, unsigned lasting) {
    assert_int_equal(profile.sums.requests, requests);
    assert_int_equal(profile.sums.rows, rows);
    assert_int_equal(profile.sums.moving, moving);
    assert_int_equal(profile.sums.lasting, lasting);
}

/* The published period: 2 commands in the bank that opens, 10 in the others, two clocks each: 24 of 34. */
static void a_period_lasts_for_a_row_cycle(void **state) {
    (void)state;
    start(RH_PROFILE_NO_OVERLAP, 8);
    for (unsigned bank = 1; bank < 4; bank++)
        rh_profile_open_row(&profile, bank, X);
    rh_profile_request(&profile, 0, A, 4); /* the oldest: its row opens, after a first period that moved nothing */
    for (unsigned i = 0; i < 7; i++)
        rh_profile_request(&profile, 0, A + 1 + i, 4);
    sums(1, 1, 0, 34);
    for (unsigned i = 0; i < 5; i++)
        rh_profile_request(&profile, 1 + i % 3, X, 4);
    rh_profile_request(&profile, 3, Y, 4); /* the window is full again */
    sums(7, 2, 24, 68);                    /* the row that opens next is served at once */
    assert_true(rh_profile_efficiency(&(struct rh_profile_sums){.moving = 24, .lasting = 34}) > 0.7058);
}

/* 0A 0B 0A 1Y 1Y 0A 1X 1Y 1Y, a window of 4, A and X open: 12 and 4 clocks are moved, 0B 1Y 1Y 1Y wait. */
static void published_trace(enum rh_profile_rule rule) {
    static const struct {
        unsigned bank, row;
    } trace[] = {{0, A}, {0, B}, {0, A}, {1, Y}, {1, Y}, {0, A}, {1, X}, {1, Y}, {1, Y}};
    start(rule, 4);
    rh_profile_open_row(&profile, 0, A);
    rh_profile_open_row(&profile, 1, X);
    for (unsigned i = 0; i < 8; i++) {
        if (i == 7) {
            sums(4, 0, 0, 0);
            assert_int_equal(profile.clocks, 16);
            assert_int_equal(profile.waiting, 3);
        }
        rh_profile_request(&profile, trace[i].bank, trace[i].row, 4);
    }
    assert_int_equal(profile.sums.moving, 16);
    assert_int_equal(profile.sums.lasting, 34);
    rh_profile_request(&profile, trace[8].bank, trace[8].row, 4);
}

static void no_overlap_opens_the_oldest_row_alone(void **state) {
    (void)state;
    published_trace(RH_PROFILE_NO_OVERLAP);
    sums(9, 2, 16 + 4, 34 + 34); /* B alone, then Y's four */
    rh_profile_end(&profile);
    sums(9, 2, 16 + 4 + 16, 34 + 34 + 41);
}

static void full_overlap_opens_a_row_in_every_bank(void **state) {
    (void)state;
    published_trace(RH_PROFILE_FULL_OVERLAP);
    sums(9, 2, 16, 34); /* B and Y, and the last request hits Y */
    rh_profile_end(&profile);
    sums(9, 2, 16 + 20, 34 + 34); /* t_j is B's: 4 */
}

static void most_pending_opens_the_row_that_most_want(void **state) {
    (void)state;
    published_trace(RH_PROFILE_MOST_PENDING);
    sums(8, 1, 16, 34); /* Y */
    rh_profile_end(&profile);
    sums(9, 2, 16 + 16 + 4, 34 + 41 + 34); /* 25 + 16 of Y's bank is more than tRC; then B */
}

/* Rows with as many requests open in order of their oldest one. */
static void of_equals_the_oldest_opens(void **state) {
    (void)state;
    start(RH_PROFILE_MOST_PENDING, 5);
    static const unsigned bank[] = {0, 1, 1, 2, 2};
    for (unsigned i = 0; i < 5; i++)
        rh_profile_request(&profile, bank[i], A, 4);
    assert_int_equal(profile.open[1], A + 1);
    assert_int_equal(profile.open[2], 0);
    assert_int_equal(profile.open[0], 0);
    start(RH_PROFILE_MOST_PENDING, 4);
    for (unsigned i = 0; i < 4; i++)
        rh_profile_request(&profile, (unsigned[]){2, 1, 1, 2}[i], A, 4);
    assert_int_equal(profile.open[2], A + 1);
    assert_int_equal(profile.open[1], 0);
}

/* What moves is never more than what lasts, whatever hits. */
static void efficiency_is_one_at_most(void **state) {
    (void)state;
    start(RH_PROFILE_NO_OVERLAP, 2);
    rh_profile_open_row(&profile, 0, A);
    for (unsigned i = 0; i < 100; i++)
        rh_profile_request(&profile, 0, A, 4);
    rh_profile_end(&profile);
    sums(100, 0, 34, 34);
}

static void nothing_lasts_nowhere(void **state) {
    (void)state;
    start(RH_PROFILE_NO_OVERLAP, 8);
    rh_profile_end(&profile);
    sums(0, 0, 0, 0);
    assert_true(rh_profile_efficiency(&profile.sums) == 0);
}

/* Against the model as it is written down: a list of requests, scanned from the oldest for each period. */
enum { LONG = 600 };
struct plain {
    unsigned bank, row, clocks;
};
static struct rh_profile_sums plainly(const struct plain *trace, enum rh_profile_rule rule, unsigned window) {
    struct rh_profile_sums s = {0};
    bool gone[LONG] = {false};
    unsigned open[4] = {0}, left = LONG, opened = 4;
    while (left != 0) {
        unsigned waiting[LONG], n = 0, t[5] = {0}, all = 0;
        for (unsigned i = 0; i < LONG && n < window; i++) {
            if (gone[i])
                continue;
            if (open[trace[i].bank] != trace[i].row + 1) {
                waiting[n++] = i;
                continue;
            }
            gone[i] = true;
            left--;
            s.requests++;
            t[trace[i].bank] += trace[i].clocks;
            all += trace[i].clocks;
        }
        unsigned turn = 25 + (opened < 4 ? t[opened] : 0), lasting = turn > 34 ? turn : 34;
        s.lasting += lasting;
        s.moving += all < lasting ? all : lasting;
        if (n == 0)
            continue;
        unsigned pick = waiting[0], most = 0;
        for (unsigned i = 0; rule == RH_PROFILE_MOST_PENDING && i < n; i++) {
            unsigned same = 0;
            for (unsigned k = 0; k < n; k++)
                same +=
                    trace[waiting[k]].bank == trace[waiting[i]].bank && trace[waiting[k]].row == trace[waiting[i]].row;
            if (same > most) {
                most = same;
                pick = waiting[i];
            }
        }
        opened = trace[pick].bank;
        open[opened] = trace[pick].row + 1;
        s.rows++;
        bool done[4] = {false};
        done[opened] = true;
        for (unsigned i = 0; rule == RH_PROFILE_FULL_OVERLAP && i < n; i++) {
            const struct plain *r = &trace[waiting[i]];
            if (done[r->bank])
                continue;
            done[r->bank] = true;
            open[r->bank] = r->row + 1;
            s.rows++;
        }
    }
    return s;
}

static void equals_the_plain_scan(void **state) {
    (void)state;
    static struct plain trace[LONG];
    uint64_t random = 5;
    for (unsigned round = 0; round < 200; round++) {
        unsigned rows = 1 + rh_random_below(&random, 12), window = 1 + rh_random_below(&random, 40);
        enum rh_profile_rule rule = rh_random_below(&random, 3);
        for (unsigned i = 0; i < LONG; i++)
            trace[i] = (struct plain){rh_random_below(&random, 4), rh_random_below(&random, rows),
                                      2 * (1 + rh_random_below(&random, 4))};
        struct rh_profile_sums expected = plainly(trace, rule, window);
        start(rule, window);
        for (unsigned i = 0; i < LONG; i++)
            rh_profile_request(&profile, trace[i].bank, trace[i].row, trace[i].clocks);
        rh_profile_end(&profile);
        assert_int_equal(profile.sums.requests, LONG);
        assert_int_equal(profile.sums.rows, expected.rows);
        assert_int_equal(profile.sums.lasting, expected.lasting);
        assert_int_equal(profile.sums.moving, expected.moving);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_lasts_for_a_row_cycle),
        cmocka_unit_test(no_overlap_opens_the_oldest_row_alone),
        cmocka_unit_test(full_overlap_opens_a_row_in_every_bank),
        cmocka_unit_test(most_pending_opens_the_row_that_most_want),
        cmocka_unit_test(of_equals_the_oldest_opens),
        cmocka_unit_test(efficiency_is_one_at_most),
        cmocka_unit_test(nothing_lasts_nowhere),
        cmocka_unit_test(equals_the_plain_scan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
