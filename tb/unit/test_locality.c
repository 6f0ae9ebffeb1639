// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_locality.h"

static void add(struct rh_locality *locality, unsigned channel, unsigned bank, unsigned row, unsigned core) {
    struct rh_request request = {
        .channel = (uint16_t)channel, .bank = (uint8_t)bank, .row = row, .core = (uint16_t)core, .commands = 1};
    assert_true(rh_locality_add(locality, &request));
}

/* Two cores, each in a row of its own, meet in one bank: the network destroys what each of them had. */
static void interleaved_cores_lose_their_locality(void **state) {
    (void)state;
    struct rh_locality *locality = rh_locality_open(2, 4);
    for (unsigned i = 0; i < 4; i++) {
        add(locality, 1, 3, 10, 0);
        add(locality, 1, 3, 20, 1);
    }
    struct rh_locality_count count = rh_locality_channel(locality, 1);
    assert_int_equal(count.requests, 8);
    assert_int_equal(count.changes_before, 2);
    assert_int_equal(count.changes_after, 8);
    assert_int_equal(rh_locality_channel(locality, 0).requests, 0);
    assert_true(rh_locality_has_cores(locality));
    rh_locality_close(locality);
}

/* Two cores walk through the same rows together: a row is shared, so the controller sees more locality than a core. */
static void shared_rows_gain_locality(void **state) {
    (void)state;
    struct rh_locality *locality = rh_locality_open(1, 4);
    for (unsigned row = 0; row < 5; row++) {
        add(locality, 0, 0, row, 7);
        add(locality, 0, 0, row, 9);
    }
    struct rh_locality_count total = rh_locality_total(locality);
    assert_int_equal(total.requests, 10);
    assert_int_equal(total.changes_before, 10);
    assert_int_equal(total.changes_after, 5);
    rh_locality_close(locality);
}

static void banks_and_channels_are_apart(void **state) {
    (void)state;
    struct rh_locality *locality = rh_locality_open(2, 2);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned channel = 0; channel < 2; channel++)
            for (unsigned bank = 0; bank < 2; bank++)
                add(locality, channel, bank, 0, 0);
    struct rh_locality_count total = rh_locality_total(locality);
    assert_int_equal(total.requests, 12);
    assert_int_equal(total.changes_before, 4);
    assert_int_equal(total.changes_after, 4);
    rh_locality_close(locality);
}

static void one_request_without_core_leaves_no_before(void **state) {
    (void)state;
    struct rh_locality *locality = rh_locality_open(1, 4);
    assert_false(rh_locality_has_cores(locality)); /* nothing seen */
    add(locality, 0, 0, 1, 0xfffe);
    assert_true(rh_locality_has_cores(locality));
    add(locality, 0, 0, 1, 0xffff);
    assert_false(rh_locality_has_cores(locality));
    assert_int_equal(rh_locality_total(locality).changes_after, 1);
    rh_locality_close(locality);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interleaved_cores_lose_their_locality),
        cmocka_unit_test(shared_rows_gain_locality),
        cmocka_unit_test(banks_and_channels_are_apart),
        cmocka_unit_test(one_request_without_core_leaves_no_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
