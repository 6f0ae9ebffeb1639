// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_preset.h"
#include "rowhold/rh_queueing.h"

#define assert_near(value, expected, within) assert_true(fabs((value) - (expected)) <= (within))

static struct rh_queueing queueing[2];
static struct rh_queueing_sum sum;
static struct rh_error error;

/* Two banks of gddr3: ccd 2, rcd 12, rp 13, rc 34, rtp 2, wtp 4 + 2 + 13 = 19, rd_done 11, wr_done 6. */
static struct rh_constraints constraints(void) {
    struct rh_preset preset;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    preset.refresh = RH_REFRESH_OFF;
    return rh_preset_constraints(&preset);
}

static void start(struct rh_queueing *q, enum rh_queueing_server server) {
    const struct rh_queueing_setup setup = {.constraints = constraints(), .banks = 2, .server = server};
    rh_queueing_start(q, &setup);
}

static void request(struct rh_queueing *q, uint64_t cycle, unsigned bank, unsigned row, unsigned commands,
                    unsigned write) {
    const struct rh_request r = {
        .cycle = cycle, .bank = (uint8_t)bank, .row = row, .commands = (uint8_t)commands, .write = (uint8_t)write};
    rh_queueing_request(q, &r);
}

/* Miss, hit, conflict, hit, conflict behind a write: 12 + 4, 4, rc, 4, (19 - 2) + 13 + 12 + 4. */
static void five_requests(struct rh_queueing *q) {
    request(q, 0, 0, 1, 2, 0);
    request(q, 100, 0, 1, 2, 0);
    request(q, 200, 0, 2, 2, 0);
    request(q, 300, 0, 2, 2, 1);
    request(q, 400, 0, 3, 2, 0);
}

static void access_times_by_hand(void **state) {
    (void)state;
    const struct rh_constraints g = constraints();
    const struct rh_request read = {.commands = 1}, write = {.commands = 2, .write = 1};
    assert_int_equal(rh_queueing_access(&g, &read, RH_QUEUEING_HIT), 12);
    assert_int_equal(rh_queueing_access(&g, &read, RH_QUEUEING_MISS), 24);
    assert_int_equal(rh_queueing_access(&g, &read, RH_QUEUEING_CONFLICT), 37);
    assert_int_equal(rh_queueing_access(&g, &write, RH_QUEUEING_HIT), 9);
    assert_int_equal(rh_queueing_access(&g, &write, RH_QUEUEING_CONFLICT), 34);
    struct rh_constraints own = g;
    own.rcd_wr = 5;
    assert_int_equal(rh_queueing_access(&own, &read, RH_QUEUEING_MISS), 24);
    assert_int_equal(rh_queueing_access(&own, &write, RH_QUEUEING_MISS), 14);
}

/* Commands of a bank lie 7 clocks apart and still move data for 2: services 26, 14, 39 (behind them, rc is shorter), 14
 * and (19 - 7) + 13 + 12 + 14. */
static void a_bank_that_is_slower_than_the_bus(void **state) {
    (void)state;
    struct rh_queueing_setup setup = {.constraints = constraints(), .banks = 2};
    setup.constraints.ccd_l = 7;
    rh_queueing_start(queueing, &setup);
    five_requests(queueing);
    assert_int_equal(queueing->bus, 20);
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_near(sum.service, (26 + 14 + 39 + 14 + 51) / 5.0, 1e-12);
}

/* Services 16, 4, 34, 4, 46: mean 20.8, mean of squares 712, c_s^2 = (712 - 432.64) / 432.64. */
static void one_bank_by_hand(void **state) {
    (void)state;
    start(queueing, RH_QUEUEING_BANK);
    five_requests(queueing);
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_int_equal(sum.requests, 5);
    assert_int_equal(sum.rows[RH_QUEUEING_HIT], 2);
    assert_int_equal(sum.rows[RH_QUEUEING_MISS], 1);
    assert_int_equal(sum.rows[RH_QUEUEING_CONFLICT], 2);
    assert_near(sum.rate, 0.01, 1e-12);
    assert_near(sum.arrivals, 0, 1e-12);
    assert_near(sum.service, 20.8, 1e-12);
    assert_near(sum.services, 0.803561, 1e-6);
    assert_near(sum.rho, 0.208, 1e-12);
    assert_near(sum.delay[RH_QUEUEING_KINGMAN], 1.763636, 1e-6);  /* 0.645710 / 2 x 0.208 / 0.792 x 20.8 */
    assert_near(sum.delay[RH_QUEUEING_PRINTED], 10.551809, 1e-6); /* 0.803561 / 2 x 0.208 / 0.792 x 100 */
    assert_near(sum.access, (26 + 14 + 39 + 9 + 39) / 5.0, 1e-12);
    assert_int_equal(queueing->bus, 20);
}

/* Service times are the access times: 26, 14, 39, 9, 39. */
static void the_server_as_the_paper_has_it(void **state) {
    (void)state;
    start(queueing, RH_QUEUEING_ACCESS);
    five_requests(queueing);
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_near(sum.service, 25.4, 1e-12);
    assert_near(sum.rho, 0.254, 1e-12);
}

/* Twice as slow: rho halves, the variations stay. */
static void stretched_arrivals(void **state) {
    (void)state;
    start(queueing, RH_QUEUEING_BANK);
    five_requests(queueing);
    assert_true(rh_queueing_of(queueing, 0, 2, &sum, &error));
    assert_near(sum.rho, 0.104, 1e-12);
    assert_near(sum.delay[RH_QUEUEING_KINGMAN], 0.779464, 1e-6); /* 0.645710 / 2 x 0.104 / 0.896 x 20.8 */
}

/* Arrivals 10 and 30 clocks apart: c_a^2 = 100 / 400; three hits of 4 behind a miss of 16. */
static void bursts_wait_longer(void **state) {
    (void)state;
    start(queueing, RH_QUEUEING_BANK);
    request(queueing, 0, 1, 7, 2, 0);
    request(queueing, 10, 1, 7, 2, 0);
    request(queueing, 40, 1, 7, 2, 0);
    assert_true(rh_queueing_of(queueing, 1, 1, &sum, &error));
    assert_near(sum.arrivals, 0.5, 1e-12);
    assert_near(sum.service, 8, 1e-12);
    assert_near(sum.services, 0.707107, 1e-6);            /* variance 96 - 64 = 32 */
    assert_near(sum.delay[RH_QUEUEING_KINGMAN], 2, 1e-9); /* 0.75 / 2 x 0.4 / 0.6 x 8 */
}

/* Banks 0 (5 requests) and 1 (3), and a second channel that had none: each request counts the same. */
static void a_total_counts_requests(void **state) {
    (void)state;
    start(&queueing[0], RH_QUEUEING_BANK);
    start(&queueing[1], RH_QUEUEING_BANK);
    five_requests(queueing);
    request(queueing, 400, 1, 7, 2, 0);
    request(queueing, 410, 1, 7, 2, 0);
    request(queueing, 440, 1, 7, 2, 0);
    assert_true(rh_queueing_total(queueing, 2, 1, &sum, &error));
    assert_int_equal(sum.requests, 8);
    assert_near(sum.rate, 0.01 + 0.05, 1e-12);
    assert_near(sum.rho, 0.4, 1e-12);
    assert_near(sum.service, (104 + 24) / 8.0, 1e-12);
    assert_near(sum.delay[RH_QUEUEING_KINGMAN], (5 * 1.763636 + 3 * 2) / 8, 1e-6);
    assert_near(rh_queueing_busiest(queueing, 2), 104, 1e-9);
}

static void a_bank_that_is_always_busy_is_an_error(void **state) {
    (void)state;
    start(&queueing[0], RH_QUEUEING_BANK);
    start(&queueing[1], RH_QUEUEING_BANK);
    request(&queueing[1], 0, 1, 1, 1, 0);
    request(&queueing[1], 20, 1, 2, 1, 0);
    request(&queueing[1], 40, 1, 3, 1, 0); /* 14, 34, 34: mean 27.33 */
    assert_false(rh_queueing_total(queueing, 2, 1, &sum, &error));
    assert_string_equal(error.text,
                        "channel 1, bank 1: found rho 1.367, a request every 20.00 clocks that takes 27.33, "
                        "expected rho below 1: what waits for it grows without end");
    assert_false(rh_queueing_total(queueing, 2, 27.333 / 20, &sum, &error));
    assert_true(rh_queueing_total(queueing, 2, 27.334 / 20, &sum, &error));
}

static void forms_have_names(void **state) {
    (void)state;
    assert_string_equal(rh_queueing_form_name(RH_QUEUEING_KINGMAN), "kingman");
    assert_string_equal(rh_queueing_form_name(RH_QUEUEING_PRINTED), "printed");
    assert_null(rh_queueing_form_name(RH_QUEUEING_FORMS));
}

static void one_request_waits_for_nothing(void **state) {
    (void)state;
    start(queueing, RH_QUEUEING_BANK);
    request(queueing, 5, 0, 1, 1, 0);
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_near(sum.delay[RH_QUEUEING_KINGMAN], 0, 0);
    assert_near(sum.access, 24, 0);
}

static void start_window(unsigned window) {
    const struct rh_queueing_setup setup = {.constraints = constraints(), .banks = 2, .window = window};
    rh_queueing_start(queueing, &setup);
}

static void assert_rows(unsigned hits, unsigned misses, unsigned conflicts) {
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_int_equal(sum.rows[RH_QUEUEING_HIT], hits);
    assert_int_equal(sum.rows[RH_QUEUEING_MISS], misses);
    assert_int_equal(sum.rows[RH_QUEUEING_CONFLICT], conflicts);
}

/* Rows 1 and 2 in turn, eight requests. In order each but the first is a conflict. Within four requests row 1 opens at
 * 1, row 2 at 2; 3 and 4 still find them; 5 is four behind row 1, which opens again, and so on. */
static void a_window_gathers_the_requests_of_a_row(void **state) {
    (void)state;
    static const struct {
        unsigned window, hits, conflicts;
    } expected[] = {{0, 0, 7}, {1, 0, 7}, {2, 0, 7}, {3, 4, 3}, {4, 4, 3}, {8, 6, 1}, {64, 6, 1}};
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        start_window(expected[i].window);
        for (unsigned n = 0; n < 8; n++)
            request(queueing, n * 100, 0, 1 + n % 2, 1, 0);
        assert_rows(expected[i].hits, 1, expected[i].conflicts);
    }
    /* The row last opened stays open, however long it was. */
    start_window(4);
    for (unsigned n = 0; n < 20; n++)
        request(queueing, n * 100, 0, 7, 1, 0);
    assert_rows(19, 1, 0);
    /* Requests to other banks fill the queue, too. */
    start_window(4);
    request(queueing, 0, 0, 1, 1, 0);
    request(queueing, 100, 0, 2, 1, 0);
    request(queueing, 200, 1, 9, 1, 0);
    request(queueing, 300, 1, 9, 1, 0);
    request(queueing, 400, 0, 1, 1, 0);
    assert_rows(0, 1, 2);
}

/* Arrivals at 100 and 150, over and over, every 1000: 50 and 950 apart, mean 500, c_a = 0.9. */
static void a_burst_in_a_long_round(void **state) {
    (void)state;
    start(queueing, RH_QUEUEING_BANK);
    request(queueing, 100, 0, 1, 1, 0);
    request(queueing, 150, 0, 1, 1, 0);
    rh_queueing_wrap(queueing, 1000);
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_near(sum.rate, 0.002, 1e-12);
    assert_near(sum.arrivals, 0.9, 1e-9);
    start(queueing, RH_QUEUEING_BANK);
    request(queueing, 100, 0, 1, 1, 0); /* one alone: 14 clocks in 1000 */
    rh_queueing_wrap(queueing, 1000);
    assert_true(rh_queueing_of(queueing, 0, 1, &sum, &error));
    assert_near(sum.rho, 0.014, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(access_times_by_hand),
        cmocka_unit_test(a_bank_that_is_slower_than_the_bus),
        cmocka_unit_test(one_bank_by_hand),
        cmocka_unit_test(the_server_as_the_paper_has_it),
        cmocka_unit_test(stretched_arrivals),
        cmocka_unit_test(bursts_wait_longer),
        cmocka_unit_test(a_total_counts_requests),
        cmocka_unit_test(a_bank_that_is_always_busy_is_an_error),
        cmocka_unit_test(forms_have_names),
        cmocka_unit_test(one_request_waits_for_nothing),
        cmocka_unit_test(a_window_gathers_the_requests_of_a_row),
        cmocka_unit_test(a_burst_in_a_long_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
