// SPDX-License-Identifier: Apache-2.0
// The fixed point of run time and memory, on memories whose answer has a solution by hand. One warp of 25 instructions,
// 4 clocks each, with one access: it takes Mem_L + 100 clocks.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_coupled.h"

/* Mem_LD = idle + busy (200 / x)^power, or `slow` while x < 350. */
struct memory {
    double idle, busy, power, slow;
    unsigned asked, fails;
};

static bool answer(void *user, double clocks, struct rh_coupled_memory *memory, struct rh_error *error) {
    struct memory *m = user;
    if (++m->asked == m->fails)
        return rh_error_set(error, "memory: found it asked %u times, expected fewer", m->asked);
    double latency = m->idle + m->busy * pow(200 / clocks, m->power);
    if (m->slow > 0 && clocks < 350)
        latency = m->slow;
    *memory = (struct rh_coupled_memory){latency, 1, 1};
    return true;
}

static struct rh_warp_machine machine;
static struct rh_warp_kernel kernel;
static struct rh_coupled_run run;
static struct rh_error error;

static struct rh_coupled_setup setup_of(struct memory *memory) {
    assert_true(rh_warp_machine_find("fx5600", &machine, &error));
    machine.sms = 1;
    machine.bandwidth_gb_per_s = 1e6;
    kernel = rh_warp_kernel_default();
    kernel.threads = 32;
    kernel.blocks = 1;
    kernel.computation = 24;
    kernel.coalesced = 1;
    return (struct rh_coupled_setup){.machine = &machine, .kernel = &kernel, .memory = answer, .user = memory};
}

#define assert_near(value, expected, within) assert_true(fabs((value) - (expected)) <= (within))

/* x = 100 + 200 + 40000 / x, so x^2 - 300 x - 40000 = 0: x is 400, and Mem_LD 300. */
static void latency_and_run_time_agree(void **state) {
    struct memory memory = {.idle = 200, .busy = 200, .power = 1};
    struct rh_coupled_setup setup = setup_of(&memory);
    setup.tolerance = 1e-9;
    (void)state;
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_true(run.converged);
    assert_near(run.clocks, 400, 1e-5);
    assert_near(run.run.total, 400, 1e-5);
    assert_near(run.memory.memory_clocks, 300, 1e-5);
}

/* Idle it is 300; f(300) = 100 + 200 + 133.33; half of the way is 366.67, and f of that 409.09. Within a fifth of
 * 366.67 that would do. */
static void each_round_goes_half_of_the_way(void **state) {
    struct memory memory = {.idle = 200, .busy = 200, .power = 1};
    struct rh_coupled_setup setup = setup_of(&memory);
    (void)state;
    setup.rounds = 1;
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_false(run.converged);
    assert_int_equal(run.rounds, 1);
    assert_near(run.run.total, 433.3333, 1e-3);
    assert_near(run.clocks, 366.6667, 1e-3);
    setup.rounds = 5;
    setup.tolerance = 0.2;
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_true(run.converged);
    assert_int_equal(run.rounds, 2);
    assert_near(run.clocks, 366.6667, 1e-3);
    assert_near(run.run.total, 409.0909, 1e-3);
    setup.tolerance = 0;
    setup.near = 45; /* 42.4 clocks are left */
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_int_equal(run.rounds, 2);
    setup.near = 0;
    setup.damping = 0.25;
    setup.rounds = 1;
    setup.tolerance = 0;
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_near(run.clocks, 333.3333, 1e-3);
}

/* x = 200 solves x = 101 + 99 (200 / x)^8, whose slope there is -3.96: half of the way would overshoot for ever. */
static void a_steep_memory_takes_smaller_steps(void **state) {
    struct memory memory = {.idle = 1, .busy = 99, .power = 8};
    struct rh_coupled_setup setup = setup_of(&memory);
    (void)state;
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_true(run.converged);
    assert_near(run.clocks, 200, 0.2);
}

/* Two warps at once, and a memory that lets one access after the other go (MWP 1): by the equation 40 x 2 + 0 clocks,
 * which is less than the 2 x 100 that they take to issue. */
static void instructions_take_their_time(void **state) {
    struct memory memory = {.idle = 40};
    struct rh_coupled_setup setup = setup_of(&memory);
    (void)state;
    kernel.threads = 64;
    machine.bandwidth_gb_per_s = 1.35 * 128 / 40; /* of one warp's loads */
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_near(run.run.mwp, 1, 1e-9);
    assert_near(run.run.execution, 80, 1e-9);
    assert_near(run.clocks, 200, 1e-9);
}

/* 400 while it takes less than 350, else 200. */
static void without_a_solution_it_says_so(void **state) {
    struct memory memory = {.idle = 100, .slow = 300};
    struct rh_coupled_setup setup = setup_of(&memory);
    (void)state;
    assert_true(rh_coupled_solve(&setup, &run, &error));
    assert_false(run.converged);
    assert_int_equal(run.rounds, 60);
    assert_near(run.clocks, 350, 1);
}

static void errors_come_through(void **state) {
    struct memory memory = {.idle = 200, .busy = 200, .power = 1, .fails = 2};
    struct rh_coupled_setup setup = setup_of(&memory);
    (void)state;
    assert_false(rh_coupled_solve(&setup, &run, &error));
    assert_string_equal(error.text, "memory: found it asked 2 times, expected fewer");
    memory = (struct memory){.idle = 0.5};
    assert_false(rh_coupled_solve(&setup, &run, &error));
    assert_string_equal(error.text, "memory_clocks: found 0.5, expected 1 to 1e+06");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency_and_run_time_agree),         cmocka_unit_test(each_round_goes_half_of_the_way),
        cmocka_unit_test(a_steep_memory_takes_smaller_steps), cmocka_unit_test(instructions_take_their_time),
        cmocka_unit_test(without_a_solution_it_says_so),      cmocka_unit_test(errors_come_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
