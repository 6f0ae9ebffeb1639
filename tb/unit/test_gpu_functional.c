// SPDX-License-Identifier: Apache-2.0
// The functional run of a GPU program, by hand: requests in the order of clocks in which nothing waits for a memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_bench.h"

/* The requests of a functional run: clock, core, CTA, and the warp in it. */
static const char *functional(struct bench *b) {
    static char text[400];
    struct rh_gpu_functional *f = rh_gpu_functional_open(&b->setup, &b->error);
    assert_string_equal(b->error.text, "");
    struct rh_stream *stream = rh_gpu_functional_stream(f);
    struct rh_request r;
    text[0] = '\0';
    while (stream->next(stream, &r, &b->error) == 1) {
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u:%u%u%c", text[0] != 0 ? " " : "",
                       (unsigned)r.created, r.core, (unsigned)rh_gpu_functional_cta(f),
                       (char)('a' + r.warp % RH_GPU_CTA_WARPS));
        assert_int_equal(rh_gpu_functional_space(f), RH_WARP_SPACE_GLOBAL);
        assert_int_equal(r.warp / RH_GPU_CTA_WARPS, rh_gpu_functional_cta(f));
    }
    b->n = (unsigned)rh_gpu_functional_stats(f)->count.warp_instructions;
    stream->close(stream);
    return text;
}

static void a_functional_run_takes_warps_in_turn_to_their_accesses(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 i<1 i S", NULL, NULL); /* nothing waits for the load */
    assert_string_equal(functional(b), "0:00a 3:00a");
    assert_int_equal(b->n, 4);
    assert_string_equal(functional(bench_of("L1 L2", "i L1 L2", NULL)), "0:00a 2:00b 3:00a 4:00b");
    assert_string_equal(functional(bench_of("M1 L2", "L1", NULL)), "0:00a 1:00a 2:00b 3:00a");
    assert_string_equal(functional(bench_of("h1 L2", NULL, NULL)), "2:00a"); /* two clocks of shared memory */
    assert_string_equal(functional(bench_of("b L1", "i i i b L1", NULL)), "5:00a 6:00b");
    assert_string_equal(functional(bench_of("L1 b L1", "i", "b L1")), "0:00a 4:00c 5:00a");
    /* an atomic's two reads and then their writes */
    assert_string_equal(functional(bench_of("A1@0= L2", NULL, NULL)), "0:00a 1:00a 2:00a 3:00a 4:00a");
}

static void a_functional_run_keeps_the_clocks_of_issues(void **state) {
    (void)state;
    struct bench *b = bench_of("i L1 M1 L1", NULL, NULL);
    b->setup.machine.simd_width = 8;
    assert_string_equal(functional(b), "4:00a 8:00a 9:00a 12:00a");
    b = bench_of("i i L1 L2", NULL, NULL);
    b->setup.machine.schedulers = 2; /* an access still takes the unit for a clock */
    assert_string_equal(functional(b), "1:00a 2:00a");
}

static void a_functional_run_hands_out_ctas_as_the_machine_does(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 i i L2", NULL, NULL);
    b->launch.ctas = 3;
    b->setup.ctas = 1;
    b->setup.machine.cores = b->setup.machine.clusters = 2;
    assert_string_equal(functional(b), "0:00a 0:11a 3:00a 3:11a 4:02a 7:02a");
    b = bench_of("i L1", NULL, NULL); /* the second kernel begins when the first has ended on all cores */
    b->kernels = 2;
    b->launch.ctas = 3;
    b->setup.ctas = 1;
    b->setup.machine.cores = b->setup.machine.clusters = 2;
    assert_string_equal(functional(b), "1:00a 1:11a 3:02a 5:00a 5:11a 7:02a");
    b->next_kernel = 0;
    b->setup.cycles = 3;
    assert_string_equal(functional(b), "1:00a 1:11a");
    /* a short CTA gives way to the next one, the second kernel waits for the long one */
    b = bench_of("L1 i i i i i i", "L1", "L1");
    b->apart = true;
    b->kernels = 2;
    b->launch.ctas = 3;
    b->launch.cta_warps = 1;
    b->setup.ctas = 1;
    b->setup.machine.cores = b->setup.machine.clusters = 2;
    assert_string_equal(functional(b), "0:00a 0:11a 1:12a 7:00a 7:11a 8:12a");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_functional_run_takes_warps_in_turn_to_their_accesses),
        cmocka_unit_test(a_functional_run_keeps_the_clocks_of_issues),
        cmocka_unit_test(a_functional_run_hands_out_ctas_as_the_machine_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
