// SPDX-License-Identifier: Apache-2.0
// What kernels ask of the memory when they run without one, counted by hand, on the thesis' machine: 32 cores, an
// instruction every 4 clocks, half-warps that are coalesced or make a request a lane.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/gpu/rh_gpu_traffic.h"
#include "kernel_results.h"

static struct rh_warp_source *source;
static struct rh_gpu *gpu;
static struct rh_gpu_traffic traffic;
static struct rh_error error;

/* In front of the first kernel. */
static void begin(const char *name, struct rh_simt_options options, unsigned cores, uint64_t most) {
    const struct rh_map_shape shape = {
        .channels = 8, .banks = 8, .groups = 1, .rows = 4096, .columns = 64, .command_bytes = 32};
    struct rh_gpu_setup setup = {
        .machine = rh_gpu_preset_find("gt200", &error)->machine, .command_bytes = 32, .flit_bytes = 32};
    assert_true(rh_map_parse(&setup.map, RH_DEFAULT_MAP, &shape, &error));
    setup.map.wrap = true;
    setup.machine.cores = setup.machine.clusters = cores;
    setup.source = source = opened(name, &options);
    gpu = rh_gpu_open(&setup, &error);
    assert_non_null(gpu);
    assert_true(rh_gpu_traffic_open(&traffic, gpu, most, &error));
}

static void end(void) {
    rh_gpu_traffic_close(&traffic);
    rh_gpu_close(gpu);
    source->close(source);
    assert_string_equal(error.text, "");
}

/* A warp of stream_copy: four integer instructions, a load, a store. Three CTAs of 8 warps on two cores. Warps take
 * turns up to an access, so the load of a core's warp w issues in clock 4 (5 w + 4), and is two requests of 64 bytes.
 * Stores begin behind all loads: in clock 4 x 5 x 8 on the core with one CTA, 4 x 5 x 16 on the other. */
static void a_stream_asks_for_coalesced_words(void **state) {
    (void)state;
    begin("stream_copy", grid_of(3, 1, 0), 2, 1000);
    assert_int_equal(rh_gpu_traffic_next(&traffic, &error), 1);
    assert_int_equal(traffic.warps, 24);
    assert_int_equal(traffic.instructions, 144);
    assert_int_equal(traffic.barriers, 0);
    assert_int_equal(traffic.accesses[RH_GPU_COALESCED], 48);
    assert_int_equal(traffic.accesses[RH_GPU_UNCOALESCED], 0);
    assert_int_equal(traffic.requests[RH_GPU_COALESCED], 96);
    assert_int_equal(traffic.bytes, 96 * 64);
    assert_int_equal(traffic.clocks, 6 * 16 * 4);
    assert_int_equal(traffic.kept_clocks, traffic.clocks);
    assert_int_equal(traffic.count, 96);
    assert_int_equal(traffic.loads[RH_GPU_COALESCED], 24);
    assert_int_equal(traffic.load_requests[RH_GPU_COALESCED], 48);
    const struct rh_request *r = traffic.request;
    assert_int_equal(r[0].created, 4 * 4);
    assert_int_equal(r[0].core, 0);
    assert_int_equal(r[0].warp, 0);
    assert_int_equal(r[1].created, 4 * 4);
    assert_int_equal(r[1].core, 1);
    assert_int_equal(r[1].warp, RH_GPU_CTA_WARPS); /* CTA 1 */
    assert_int_equal(r[2].created, 4 * 4 + 1);
    assert_int_equal(r[4].created, 4 * (5 + 4));
    for (unsigned k = 1; k < 96; k++)
        assert_true(r[k].created > r[k - 1].created || (r[k].created == r[k - 1].created && r[k].core > r[k - 1].core));
    for (unsigned core = 0; core < 2; core++) {
        unsigned first = 0;
        while (r[first].core != core || !r[first].write)
            first++;
        assert_int_equal(r[first].created, 4 * 5 * (core == 0 ? 16 : 8));
    }
    assert_int_equal(rh_gpu_traffic_next(&traffic, &error), 0);
    end();
}

/* Only the first requests are kept; all are counted. */
static void no_more_are_kept_than_are_wanted(void **state) {
    (void)state;
    begin("stream_copy", grid_of(3, 1, 0), 2, 10);
    assert_int_equal(rh_gpu_traffic_next(&traffic, &error), 1);
    assert_int_equal(traffic.count, 10);
    assert_int_equal(traffic.requests[RH_GPU_COALESCED], 96);
    assert_int_equal(traffic.kept_clocks, traffic.request[9].created + 1);
    end();
}

/* One warp of the microbenchmark of mix 2, 601 rounds of one load and 17 other instructions, behind 6 that work out
 * where it begins; a store at the end. A load is 32 requests, one a clock, which keep the next instruction waiting. */
static void a_load_of_each_lane_holds_up_its_core(void **state) {
    (void)state;
    begin("micro_uncoalesced", grid_of(1, 1, 2), 1, 1000000);
    assert_int_equal(rh_gpu_traffic_next(&traffic, &error), 1);
    assert_int_equal(traffic.accesses[RH_GPU_UNCOALESCED], 601);
    assert_int_equal(traffic.requests[RH_GPU_UNCOALESCED], 601 * 32);
    assert_int_equal(traffic.accesses[RH_GPU_COALESCED], 1);
    assert_int_equal(traffic.requests[RH_GPU_COALESCED], 2);
    uint64_t others = traffic.instructions - 602;
    assert_int_equal(traffic.clocks, others * 4 + 601 * 32 + 4);
    assert_int_equal(traffic.request[31].created, traffic.request[0].created + 31);
    assert_int_equal(traffic.request[32].created, traffic.request[0].created + 32 + 17 * 4);
    end();
}

/* A tree over 512 numbers: barriers, and one kernel behind the other. */
static void barriers_are_waited_for_and_kernels_follow(void **state) {
    (void)state;
    begin("reduction", grid_of(4, 1, 0), 2, 1000);
    unsigned kernels = 0;
    uint64_t before = 0;
    for (int status; (status = rh_gpu_traffic_next(&traffic, &error)) != 0; kernels++) {
        assert_int_equal(status, 1);
        assert_true(traffic.barriers > 0 && traffic.barriers % traffic.warps == 0);
        assert_int_equal(traffic.warps, traffic.launch.ctas * traffic.launch.cta_warps);
        assert_true(traffic.request[0].created < 500 && traffic.clocks < (kernels == 0 ? 10000 : before));
        before = traffic.clocks; /* the second one has a CTA, not four */
    }
    assert_int_equal(kernels, 2);
    end();
}

/* Lines that are in the cache are no requests: the tables of AES in constant memory are fetched once a core. */
static void caches_are_the_machines(void **state) {
    (void)state;
    begin("aes", grid_of(1, 1, 0), 1, 1000000);
    assert_int_equal(rh_gpu_traffic_next(&traffic, &error), 1);
    uint64_t requests = traffic.requests[0] + traffic.requests[1], accesses = traffic.accesses[0] + traffic.accesses[1];
    struct rh_warp_count count = counted("aes", grid_of(1, 1, 0));
    assert_true(accesses > 0 && requests >= accesses);
    uint64_t cached =
        rh_warp_count_accesses(&count, RH_WARP_SPACE_CONSTANT) + rh_warp_count_accesses(&count, RH_WARP_SPACE_TEXTURE);
    assert_true(accesses * 2 < cached + rh_warp_count_accesses(&count, RH_WARP_SPACE_GLOBAL));
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_asks_for_coalesced_words),
        cmocka_unit_test(no_more_are_kept_than_are_wanted),
        cmocka_unit_test(a_load_of_each_lane_holds_up_its_core),
        cmocka_unit_test(barriers_are_waited_for_and_kernels_follow),
        cmocka_unit_test(caches_are_the_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
