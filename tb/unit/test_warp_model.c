// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_warp_model.h"

static struct rh_warp_run run;
static struct rh_error error;

#define assert_near(value, expected, within) assert_true(fabs((value) - (expected)) <= (within))

/* Tiled matrix multiplication on a machine of 1 GHz and 80 GB/s: table 2 of the paper. */
static struct rh_warp_machine example_machine(void) {
    struct rh_warp_machine machine;
    assert_true(rh_warp_machine_find("fx5600", &machine, &error));
    machine.clock_ghz = 1;
    machine.bandwidth_gb_per_s = 80;
    return machine;
}

static struct rh_warp_kernel example_kernel(void) {
    struct rh_warp_kernel kernel = rh_warp_kernel_default();
    kernel.threads = 128;
    kernel.blocks = 80;
    kernel.active_blocks = 5;
    kernel.computation = 27;
    kernel.uncoalesced = 6;
    kernel.synchronisations = 6;
    return kernel;
}

static void the_published_example(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    struct rh_warp_kernel kernel = example_kernel();
    assert_true(rh_warp_model(&machine, &kernel, 2, &run, &error));
    assert_near(run.warps, 20, 0);
    assert_near(run.latency, 730, 0);
    assert_near(run.departure, 320, 0);
    assert_near(run.mwp, 2.28, 1e-12);
    assert_near(run.mwp_bandwidth, 28.515625, 1e-9); /* printed as 28.57, for 0.175 GB/s a warp, rounded */
    assert_near(run.memory, 4380, 0);
    assert_near(run.compute, 132, 0);
    assert_near(run.cwp_full, 34.18, 0.005);
    assert_near(run.cwp, 20, 0);
    assert_near(run.rounds, 1, 0);
    assert_int_equal(run.which, 'm');
    assert_near(run.execution, 38450, 1);
    assert_near(run.synchronisation, 12288, 0.5);
    assert_near(run.total, 50738, 1);
    assert_near(run.microseconds, 50.738, 0.001);
}

static void without_rounding(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    struct rh_warp_kernel kernel = example_kernel();
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.mwp, 2.28125, 0);
    assert_near(run.execution, 38428.19, 0.01); /* 4380 x 20 / 2.28125 + 22 x 1.28125 */
    assert_near(run.synchronisation, 12300, 0);
    assert_near(run.total, 50728, 0.5);
}

/* As many warps overlap as there are: one warp of coalesced accesses. */
static void one_warp_alone(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    struct rh_warp_kernel kernel = {.threads = 32,
                                    .blocks = 16,
                                    .active_blocks = 1,
                                    .computation = 10,
                                    .coalesced = 2,
                                    .transactions = 32,
                                    .load_bytes = 128};
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_int_equal(run.which, 'e');
    assert_near(run.execution, 2 * 420 + 4 * 12, 1e-9);
    assert_near(run.total, run.execution, 0);
    assert_near(run.cpi, 888.0 / 12, 1e-9);
}

/* MWP 20 of 24 and CWP 3: computation hides all accesses but the first. */
static void computation_bound(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    machine.departure_coalesced = 21;
    machine.bandwidth_gb_per_s = 1000;
    struct rh_warp_kernel kernel = {.threads = 96,
                                    .blocks = 256,
                                    .active_blocks = 8,
                                    .computation = 47,
                                    .coalesced = 1,
                                    .transactions = 32,
                                    .load_bytes = 128};
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.mwp, 20, 1e-9);
    assert_near(run.cwp, 612.0 / 192, 1e-9);
    assert_int_equal(run.which, 'c');
    assert_near(run.rounds, 2, 0);
    assert_near(run.execution, (420 + 192 * 24) * 2, 1e-6);
    assert_near(run.cpi, 4.364583, 1e-6); /* 10056 clocks, 48 instructions of 3 warps of 16 blocks an SM */
}

/* CWP 1.525 is below MWP 20, but computation takes longer than memory, 800 to 420: bound by memory's equation, and
 * barriers in each of two rounds. */
static void computation_longer_than_memory(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    machine.departure_coalesced = 21;
    machine.bandwidth_gb_per_s = 1000;
    struct rh_warp_kernel kernel = {.threads = 96,
                                    .blocks = 256,
                                    .active_blocks = 8,
                                    .computation = 199,
                                    .coalesced = 1,
                                    .synchronisations = 3,
                                    .transactions = 32,
                                    .load_bytes = 128};
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.cwp, 1.525, 1e-9);
    assert_int_equal(run.which, 'm');
    assert_near(run.execution, (420 * 24 / 20.0 + 800 * 19) * 2, 1e-6);
    assert_near(run.synchronisation, 21 * 19 * 3 * 8 * 2, 1e-6);
}

/* MWP is N = 3, CWP 1380 / 540 is not: not all warps wait. */
static void as_many_wait_but_fewer_compute(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    machine.departure_coalesced = 21;
    machine.bandwidth_gb_per_s = 1000;
    struct rh_warp_kernel kernel = {.threads = 96,
                                    .blocks = 16,
                                    .active_blocks = 1,
                                    .computation = 133,
                                    .coalesced = 2,
                                    .transactions = 32,
                                    .load_bytes = 128};
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.mwp, 3, 1e-9);
    assert_near(run.cwp, 2.555556, 1e-6);
    assert_int_equal(run.which, 'c');
    assert_near(run.execution, 420 + 540 * 3, 1e-6);
}

static void bandwidth_limits(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    machine.bandwidth_gb_per_s = 4;
    struct rh_warp_kernel kernel = example_kernel();
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.mwp, 1.42578125, 1e-9); /* 4 / (16 x 128 / 730) */
}

static void refused(struct rh_warp_machine machine, struct rh_warp_kernel kernel, const char *text) {
    assert_false(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_string_equal(error.text, text);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    struct rh_warp_kernel kernel = example_kernel();
    kernel.active_blocks = 7; /* of 4 warps, of 24 */
    refused(machine, kernel, "active_blocks: found 7, expected at most the 6 that an SM has room for");
    kernel.active_blocks = 9;
    kernel.threads = 32;
    refused(machine, kernel, "active_blocks: found 9, expected at most the 8 that an SM has room for");
    kernel = example_kernel();
    kernel.registers = 17; /* of 128 threads 3 times in 8192 */
    refused(machine, kernel, "active_blocks: found 5, expected at most the 3 that an SM has room for");
    kernel = example_kernel();
    kernel.shared_bytes = 16385;
    refused(machine, kernel,
            "threads: found a block of 128, 0 registers each and 16385 bytes, expected one that fits an SM: 24 warps, "
            "8192 registers, 16384 bytes");
    kernel = example_kernel();
    kernel.elements = 128;
    refused(machine, kernel, "elements: found 128 beside 80 blocks, expected one of them");
    kernel.elements = kernel.blocks = 0;
    refused(machine, kernel, "blocks: found neither blocks nor elements, expected one of them");
    kernel = example_kernel();
    kernel.active_sms = 17;
    refused(machine, kernel, "active_sms: found 17, expected at most the 16 of the machine");
    kernel = example_kernel();
    kernel.active_sms = 16;
    kernel.blocks = 79;
    refused(machine, kernel, "active_blocks: found 5 on each of 16 SMs, expected no more than the 79 of all");
    kernel = example_kernel();
    kernel.uncoalesced = 0;
    refused(machine, kernel, "coalesced: found no memory instruction, expected one at least");
    kernel = example_kernel();
    kernel.computation = -1;
    refused(machine, kernel, "computation: found nothing, expected 0 to 1e+12");
    kernel = example_kernel();
    kernel.blocks = NAN;
    refused(machine, kernel, "blocks: found nan, expected 0 to 1e+12");
    assert_false(rh_warp_machine_find("gtx290", &machine, &error));
    assert_string_equal(error.text, "machine: found 'gtx290', expected one of 8800gtx fx5600 8800gt gtx280");
}

/* 2000 x 2000 elements with 10 registers a thread: an SM of FX5600 takes 6 blocks of 128, one of 512. */
static void occupancy_is_found(void **state) {
    (void)state;
    struct rh_warp_machine machine = example_machine();
    struct rh_warp_kernel kernel = example_kernel();
    kernel.blocks = kernel.active_blocks = 0;
    kernel.elements = 4e6;
    kernel.registers = 10;
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.blocks, 31250, 0);
    assert_near(run.active_blocks, 6, 0);
    assert_near(run.active_sms, 16, 0);
    kernel.threads = 512;
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.active_blocks, 1, 0);
    assert_near(run.warps, 16, 0);
    kernel.elements = 513;
    assert_true(rh_warp_model(&machine, &kernel, -1, &run, &error));
    assert_near(run.blocks, 2, 0);
    assert_near(run.active_sms, 2, 0);
    assert_near(run.rounds, 1, 0);
}

static void machines_are_those_of_the_paper(void **state) {
    (void)state;
    struct rh_warp_machine machine;
    assert_string_equal(rh_warp_machine_name(3), "gtx280");
    assert_null(rh_warp_machine_name(4));
    assert_true(rh_warp_machine_find("gtx280", &machine, &error));
    assert_near(machine.sms, 30, 0);
    assert_near(machine.departure_uncoalesced, 40, 0);
    assert_near(machine.memory_clocks, 450, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_example),
        cmocka_unit_test(without_rounding),
        cmocka_unit_test(one_warp_alone),
        cmocka_unit_test(computation_bound),
        cmocka_unit_test(computation_longer_than_memory),
        cmocka_unit_test(as_many_wait_but_fewer_compute),
        cmocka_unit_test(bandwidth_limits),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(occupancy_is_found),
        cmocka_unit_test(machines_are_those_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
