// SPDX-License-Identifier: Apache-2.0
// A netlist of gates behind the plug-in interface: it shows no registers, and its ports for observation are tied to 0.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tb/unit/faulty_controller.h"

static void tie_off_observation(struct rh_controller_out *out) {
    out->active = out->booked = out->cause = out->timers = out->occupancy = 0;
}

static void tie_off_the_acceptance(struct rh_controller_out *out) {
    tie_off_observation(out);
    out->req_ready = 0;
}

static void gates_are_compared_by_the_outputs_that_they_have(void **state) {
    (void)state;
    pretended_api.observation_bits = 0;
    fault = (struct fault){.from = 0, .output = tie_off_observation, .field = "count"};
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), -1);
    assert_true(rh_lockstep_is_gates(both(pair)));
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(both(pair));
    assert_int_equal(tally->state_clocks, 0);
    assert_int_equal(tally->state_bits, 0);
    /* a clock: 48 bits, and 9 more while there is a response */
    assert_true(tally->output_bits > 500 * 48 && tally->output_bits < 500 * 57);
    /* what is observed is the model's, so the statistics count on */
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(both(pair));
    assert_int_equal(((const struct rh_controller_out *)clock->rtl_out)->active, 1);
    rh_bench_close(pair);

    fault = (struct fault){.from = 3, .output = tie_off_the_acceptance};
    pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), 3);
    rh_bench_close(pair);
    pretended_api.observation_bits = 1;

    fault = (struct fault){.from = 3, .output = tie_off_observation}; /* of RTL these outputs count */
    pair = open_pair(1);
    assert_true(run_pair(pair, 500) >= 3);
    rh_bench_close(pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_are_compared_by_the_outputs_that_they_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
