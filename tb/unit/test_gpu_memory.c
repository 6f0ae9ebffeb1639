// SPDX-License-Identifier: Apache-2.0
// The memory behind the thesis' machine as the model of warp parallelism sees it, of two cores: worked out by hand from
// the clocks of the machine and the timing of its DRAM.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/gpu/rh_gpu_memory.h"
#include "cmodel/gpu/rh_gpu_state.h"
#include "kernel_results.h"

static struct rh_warp_source *source;
static struct rh_gpu *gpu;
static struct rh_loop *loop;
static struct rh_gpu_traffic traffic;
static struct rh_gpu_memory memory;
static struct rh_error error;

#define assert_near(value, expected, within) assert_true(fabs((value) - (expected)) <= (within))

/* The first kernel has run without a memory. */
static void begin(const char *name, struct rh_simt_options options, unsigned cores) {
    struct rh_gpu_machine machine = rh_gpu_preset_find("gt200", &error)->machine;
    machine.cores = machine.clusters = cores;
    struct rh_loop_setup setup = {.unwatched = true};
    rh_gpu_fill_loop(&machine, &setup);
    loop = rh_loop_open(&setup, &error);
    assert_non_null(loop);
    const struct rh_loop_setup *s = rh_loop_setup_of(loop);
    struct rh_gpu_setup front = {
        .machine = machine, .command_bytes = rh_preset_command_bytes(s->preset), .flit_bytes = s->flit_bytes};
    const struct rh_map_shape shape = rh_map_shape_of(s->preset, s->controllers);
    assert_true(rh_map_parse(&front.map, RH_DEFAULT_MAP, &shape, &error));
    front.map.wrap = true;
    front.source = source = opened(name, &options);
    gpu = rh_gpu_open(&front, &error);
    assert_non_null(gpu);
    assert_true(rh_gpu_traffic_open(&traffic, gpu, 100000, &error));
    assert_int_equal(rh_gpu_traffic_next(&traffic, &error), 1);
    assert_true(rh_gpu_memory_start(&memory, loop, &traffic, &error));
}

static struct rh_coupled_memory at(double clocks) {
    struct rh_coupled_memory m;
    assert_true(rh_gpu_memory_at(&memory, clocks, &m, &error));
    return m;
}

static void end(void) {
    rh_gpu_traffic_close(&traffic);
    rh_gpu_close(gpu);
    rh_loop_close(loop);
    source->close(source);
    assert_string_equal(error.text, "");
}

/* One warp, a coalesced load of two requests of 64 bytes in a round. A read takes 1 clock of the load/store unit's
 * delay, 1 to the port, 3 network clocks a router and 1 flit there, 3 and 3 flits back, of which two are a core clock,
 * and 2 until the register has it: 9; then a row miss. A reply of 3 flits keeps the cluster's port for 1.5 core
 * clocks. */
static void an_idle_memory_has_the_machines_own_latency(void **state) {
    (void)state;
    begin("micro_coalesced", grid_of(1, 1, 2), 2);
    const struct rh_loop_setup *s = rh_loop_setup_of(loop);
    double miss = (double)(s->constraints.rcd_rd + s->constraints.rd_done) * s->preset->tck_ps * 1e-6 * 325;
    struct rh_coupled_memory idle = at(INFINITY);
    assert_near(memory.way, 9, 1e-9);
    assert_near(idle.memory_clocks, 9 + miss, 1e-9);
    assert_near(idle.departure_uncoalesced, 1.5, 0.01);
    assert_near(idle.departure_coalesced, 3, 0.02);
    /* Alone it waits for little: its two requests for each other. */
    struct rh_coupled_memory slow = at(200000);
    assert_true(slow.memory_clocks >= 9 && slow.memory_clocks < idle.memory_clocks + 5);
    end();
}

/* 8 warps on each of two cores: no more than 32 requests are in flight, 16 of a core, so where all is asked for at once
 * a request waits 16 x 1.5. */
static void no_more_wait_than_are_in_flight(void **state) {
    (void)state;
    begin("micro_coalesced", grid_of(4, 4, 8), 2);
    struct rh_coupled_memory full = at(100);
    assert_near(memory.in_flight, 32, 0.1);
    assert_near(full.departure_uncoalesced, 1.5, 0.1);
    assert_near(full.memory_clocks, 16 * full.departure_uncoalesced, 0.1);
    assert_true(at(1e7).memory_clocks < full.memory_clocks);
    end();
}

/* What the warp model takes of both. */
static void counts_are_those_of_a_warp(void **state) {
    struct rh_warp_machine machine;
    struct rh_warp_kernel kernel;
    (void)state;
    begin("micro_uncoalesced", grid_of(4, 5, 4), 2);
    rh_gpu_warp_machine(&gpu->setup.machine, loop, &machine);
    rh_gpu_warp_kernel(&traffic, false, &kernel);
    assert_near(machine.issue_clocks, 4, 0);
    struct rh_gpu_machine two = gpu->setup.machine;
    two.schedulers = 2;
    struct rh_warp_machine of_two;
    rh_gpu_warp_machine(&two, loop, &of_two);
    assert_near(of_two.issue_clocks, 2, 0);
    assert_near(machine.clock_ghz, 0.325, 1e-12);
    assert_near(machine.sms, 2, 0);
    assert_near(kernel.threads, 128, 0);
    assert_near(kernel.blocks, 5, 0);
    assert_near(kernel.active_sms, 2, 0);
    assert_near(kernel.active_blocks, 2, 0); /* five on two cores: two each, in 1.25 rounds */
    assert_near(kernel.uncoalesced, 2 * 601, 0);
    assert_near(kernel.coalesced, 1, 0);
    assert_near(kernel.computation, 27 * 601 + 7, 0);
    assert_near(kernel.transactions, 32, 0);
    assert_near(kernel.synchronisations, 0, 0);
    rh_gpu_warp_kernel(&traffic, true, &kernel);
    assert_near(kernel.coalesced, 0, 0); /* the store */
    assert_near(kernel.computation, 27 * 601 + 8, 0);
    assert_near(memory.interval * (1202 * 32), memory.busy * 2 * (1202 * 32 + 2) / (double)traffic.count,
                1e-6 * memory.busy);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_memory_has_the_machines_own_latency),
        cmocka_unit_test(no_more_wait_than_are_in_flight),
        cmocka_unit_test(counts_are_those_of_a_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
