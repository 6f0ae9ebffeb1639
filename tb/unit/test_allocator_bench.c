// SPDX-License-Identifier: Apache-2.0
// Does the allocators' bench pass what is right, in every size and under every rule, and drive what it should?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "faulty_allocator.h"
#include "tb/lockstep/rh_allocator_bench.h"

static void every_allocator_passes_under_every_rule_and_limit(void **state) {
    (void)state;
    static const unsigned limits[] = {0, 1, 3, 255};
    uint64_t interrupted = 0;
    no_fault();
    for (size_t k = 0; k < rh_allocator_count(); k++)
        for (unsigned hold = 0; hold < RH_HOLD_RULES; hold++)
            for (unsigned l = 0; l < 4; l++) {
                const char *name = rh_allocator_at(k)->name;
                if (run(name, square(4, 1 + l, hold), limits[l], 6000, k + 1, 3000) != RH_BENCH_MATCHED)
                    fail_msg("%s, hold %u, limit %u: %s", name, hold, limits[l], said.text);
                if (counts.grants < 4000 || counts.streamed < 1000 || (counts.held > 100) != (hold != 0) ||
                    (counts.away > 100) != (hold != 0))
                    fail_msg("%s, hold %u: %u grants, %u streamed, %u held, %u away", name, hold,
                             (unsigned)counts.grants, (unsigned)counts.streamed, (unsigned)counts.held,
                             (unsigned)counts.away);
                interrupted += counts.interrupted;
            }
    assert_true(interrupted > 64);
}

static void a_limit_of_255_is_reached(void **state) {
    (void)state;
    no_fault();
    assert_int_equal(run("islip", square(3, 1, RH_HOLD_hold_grant), 255, 20000, 1, 0), RH_BENCH_MATCHED);
    assert_true(counts.longest_wait >= 255);
    assert_true(counts.events.named[RH_ALLOCATOR_EVENT_limit_reached] > 2);
}

static void other_sizes_pass(void **state) {
    (void)state;
    no_fault();
    struct rh_allocator_params p = {28, 8, 2, RH_HOLD_row_match_hold_grant, 8, 4, 12, 4};
    assert_int_equal(run("pim", p, 2, 3000, 1, 0), RH_BENCH_MATCHED);
    p = (struct rh_allocator_params){36, 36, 1, RH_HOLD_hash_match_hold_grant, 36, 64, 20, 8};
    assert_int_equal(run("wavefront", p, 0, 1000, 1, 0), RH_BENCH_MATCHED);
    p = (struct rh_allocator_params){2, 3, 8, RH_HOLD_row_match_hold_grant, 1, 1, 1, 1};
    assert_int_equal(run("islip", p, 1, 3000, 1, 0), RH_BENCH_MATCHED);
}

static void a_fault_on_one_side_is_a_mismatch(void **state) {
    (void)state;
    no_fault();
    fault.after = freeze_pointers;
    fault.rtl_only = true;
    assert_int_equal(run("islip", square(4, 1, 0), 0, 2000, 1, 0), RH_BENCH_MISMATCH);
    assert_string_equal(said.text, "islip: RTL and model differ");
}

static void a_run_in_which_nothing_is_asked_for_fails(void **state) {
    (void)state;
    no_fault();
    unsigned empty = 0;
    for (uint64_t seed = 0; seed < 400; seed++)
        if (run("pim", square(2, 1, 0), 0, 1, seed, 0) == RH_BENCH_FAILED) {
            assert_non_null(strstr(said.text, "found no grant, expected some"));
            empty++;
        }
    assert_in_range(empty, 1, 40);
}

static void requests_stay_until_they_are_granted(void **state) {
    (void)state;
    struct rh_allocator_params p = square(4, 1, 0);
    struct rh_allocator_driver driver;
    struct rh_allocator_out out = {0};
    uint64_t before[RH_MOST_inputs] = {0};
    rh_allocator_driver_start(&driver, &p, 7);
    for (unsigned clock = 0; clock < 5000; clock++) {
        const struct rh_allocator_in *in = rh_allocator_driver_clock(&driver);
        for (unsigned i = 0; i < 4 && !driver.spell.redrawn; i++)
            assert_int_equal(before[i] & ~in->request[i], 0);
        for (unsigned i = 0; i < 4; i++) {
            assert_true(in->request[i] < 16 && in->destination[i] < 4 && in->bank[i] < 2 && in->row[i] < 64);
            out.grant[i] = clock % 3 == i ? in->request[i] & in->ready & (~(in->request[i] & in->ready) + 1) : 0;
            before[i] = in->request[i] & ~out.grant[i];
        }
        rh_allocator_driver_granted(&driver, &out);
    }
    assert_true(driver.packets > 1000 && driver.streamed > 300 && driver.longest_block > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocator_passes_under_every_rule_and_limit),
        cmocka_unit_test(a_limit_of_255_is_reached),
        cmocka_unit_test(other_sizes_pass),
        cmocka_unit_test(a_fault_on_one_side_is_a_mismatch),
        cmocka_unit_test(a_run_in_which_nothing_is_asked_for_fails),
        cmocka_unit_test(requests_stay_until_they_are_granted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
