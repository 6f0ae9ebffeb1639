// SPDX-License-Identifier: Apache-2.0
// The paper's example, v = a + b, worked out by hand, and run.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_placement.h"
#include "rowhold/rh_sm_run.h"

#define assert_near(value, expected, within) assert_true(fabs((value) - (expected)) <= (within))

static struct rh_kernel kernel;
static struct rh_sm sm;
static struct rh_preset preset;
static struct rh_map map;
static struct rh_error error;
static struct rh_placement *placement;
static const struct rh_placement_events *e;
static struct rh_placement_figures f;
static const double none[RH_OVERLAPS];

static void add(const char *name, uint64_t elements, bool store) {
    struct rh_kernel_array *array = &kernel.array[kernel.arrays++];
    *array = rh_kernel_array_default();
    strcpy(array->name, name);
    array->elements = elements;
    array->store = store;
}

/* One warp, one step, one instruction besides; gddr3 of one channel. */
static int start(void **state) {
    (void)state;
    kernel = rh_kernel_default();
    kernel.threads = 32;
    kernel.blocks = 1;
    kernel.computation = 1;
    add("a", 32, false);
    add("b", 32, false);
    add("v", 32, true);
    sm = rh_sm_default();
    assert_true(rh_preset_find("gddr3", &preset, &error));
    const struct rh_map_shape shape = rh_map_shape_of(&preset, 1);
    assert_true(rh_map_parse(&map, RH_DEFAULT_MAP, &shape, &error));
    return 0;
}

static int end(void **state) {
    (void)state;
    rh_placement_close(placement);
    placement = NULL;
    return 0;
}

static void put(rh_placement_of place, const char *letters) {
    for (unsigned a = 0; letters[a] != '\0'; a++)
        for (place[a] = 0; rh_space_letter(place[a]) != letters[a];)
            place[a]++;
}

static enum rh_queueing_form form;
static void count(const char *letters) {
    struct rh_placement_setup setup = {.kernel = &kernel, .sm = &sm, .preset = &preset, .map = &map, .form = form};
    put(setup.place, letters);
    rh_placement_close(placement);
    placement = rh_placement_count(&setup, &error);
    assert_non_null(placement);
    e = rh_placement_events(placement);
}

static struct rh_sm_run_result run(const char *letters) {
    struct rh_sm_run_setup setup = {.kernel = &kernel, .sm = &sm, .preset = &preset, .channels = 1};
    struct rh_sm_run_result result;
    put(setup.place, letters);
    if (!rh_sm_run(&setup, &result, &error))
        fail_msg("%s", error.text);
    return result;
}

/* Instructions of figure 2: a load or store each, 2, 0, 1, 1 of addresses an array, and the addition. */
static void addresses_cost_instructions(void **state) {
    (void)state;
    count("GGG");
    assert_int_equal(e->instructions, 10);
    assert_int_equal(e->addresses, 6);
    assert_int_equal(e->accesses, 3);
    count("TTG");
    assert_int_equal(e->instructions, 6);
    assert_int_equal(e->addresses, 2);
    count("CCG");
    assert_int_equal(e->instructions, 8);
    assert_int_equal(e->replays_constant, 62);
    assert_int_equal(e->replays_constant_miss, 2);
    /* A line of a, a line of b copied: five instructions each. */
    count("SSG");
    assert_int_equal(e->instructions, 18);
    assert_int_equal(e->replays_conflict, 0);
}

static void transactions_and_where_they_end(void **state) {
    (void)state;
    count("GTS");
    assert_int_equal(e->global_requests, 1);
    assert_int_equal(e->global_misses, 1);
    assert_int_equal(e->texture_requests, 1);
    assert_int_equal(e->texture_misses, 1);
    assert_int_equal(e->shared_requests, 1);
    assert_int_equal(e->loads, 2);
    assert_int_equal(e->dram_requests, 2);
    assert_int_equal(e->row_misses, 1);
    assert_int_equal(e->row_hits, 1);
    kernel.steps = 3; /* the same elements again: the stores alone go off-chip */
    count("GTG");
    assert_int_equal(e->global_requests, 6);
    assert_int_equal(e->global_misses, 1 + 3);
    assert_int_equal(e->texture_misses, 1);
    assert_int_equal(e->dram_requests, 5);
    assert_int_equal(e->load_misses, 2);
    assert_int_equal(e->waits, 3);
}

/* Loads in the first of three steps alone: the warp waits once. */
static void steps_without_a_load_do_not_wait(void **state) {
    (void)state;
    kernel.steps = 3;
    kernel.array[0].when = kernel.array[1].when = RH_KERNEL_FIRST;
    count("GGG");
    assert_int_equal(e->load_accesses, 2);
    assert_int_equal(e->waits, 1);
}

/* Blocks 0 and 2 of four: modulo 64 elements both read the same line of a and of b. */
static void blocks_are_dealt_over_the_sms(void **state) {
    (void)state;
    sm.sms = 2;
    kernel.blocks = 4;
    for (unsigned a = 0; a < 3; a++)
        kernel.array[a].elements = 64;
    count("GGG");
    assert_int_equal(e->warps, 2);
    assert_int_equal(e->loads, 4);
    assert_int_equal(e->load_misses, 2);
}

/* 8 bytes from thread to thread: two lines, two words a bank. */
static void replays_of_a_stride(void **state) {
    (void)state;
    kernel.array[0].elements = 64;
    kernel.array[0].thread = 2;
    kernel.replays = 4;
    count("GGG");
    assert_int_equal(e->replays_divergence, 1);
    assert_int_equal(e->replays_other, 4);
    assert_int_equal(e->global_requests, 4);
    rh_placement_time(placement, none, &f);
    assert_near(f.issued, 10 + 1 + 4, 0);
    count("SGG");
    assert_int_equal(e->replays_conflict, 1);
    count("CGG");
    assert_int_equal(e->replays_constant, 31);
    assert_int_equal(e->replays_constant_miss, 2);
}

/* Lines 0, 2 and 4 of one row: read miss 1 + 12 + 6 + 11 = 30, read hit 18, write hit 13; the bank is kept for 20, 8
 * and 8 (c_s^2 = 32 / 144). They go after 3, 6 and 10 of 10 instructions, so 3, 4 and 3 apart (c_a^2 = 0.02), here 25
 * times as slow: rho = 36 / 250, wait 0.2422 / 2 x 0.144 / 0.856 x 12. */
static void a_time_by_hand(void **state) {
    (void)state;
    count("GGG");
    assert_true(rh_placement_time_of(placement, 250, &f));
    assert_near(f.issued, 10, 0);
    assert_near(f.itilp, 1, 0); /* one warp, one instruction at a time */
    assert_near(f.comp, 100, 1e-9);
    assert_near(f.rho, 0.144, 1e-9);
    assert_near(f.dram, 61 / 3.0 + 0.244486, 1e-5);
    assert_near(f.amat, 200.577819, 1e-5);
    assert_near(f.mlp, 2, 0);
    assert_near(f.itmlp, 2, 0);
    assert_near(f.mem, 200.577819, 1e-5);
    assert_near(f.overlap, 50.577819, 1e-5);
    assert_near(f.ratio, 50.577819 / 200.577819, 1e-6);
    assert_false(rh_placement_time_of(placement, 36, &f)); /* what the bank is kept for */
    form = RH_QUEUEING_PRINTED;                            /* (0.1414 + 0.4714) / 2 x 0.144 / 0.856 x 250 / 3 */
    count("GGG");
    form = RH_QUEUEING_KINGMAN;
    assert_true(rh_placement_time_of(placement, 250, &f));
    assert_near(f.dram, 61 / 3.0 + 4.295509, 1e-5);
}

/* Two lines are copied, then read again: half of the four loads are off-chip, the others cost no cache. */
static void shared_memory_has_its_own_latency(void **state) {
    (void)state;
    count("SSG");
    assert_true(rh_placement_time_of(placement, 1000, &f));
    assert_near(f.amat, f.dram / 2 + 180 / 2 + 48 / 2, 1e-9);
}

/* T = 100 + 180 + 61/3 + 52.32 / (T - 36); half of T_mem would overlap, but no more than T_comp = 100. */
static void a_time_that_fits_itself(void **state) {
    (void)state;
    double half[RH_OVERLAPS] = {[RH_OVERLAP_constant_term] = 0.5};
    count("GGG");
    rh_placement_time(placement, none, &f);
    assert_near(f.predicted, 300.5311, 1e-4);
    assert_near(f.overlap, 0, 0);
    rh_placement_time(placement, half, &f);
    assert_near(f.overlap, 100, 1e-9);
    assert_near(f.predicted, 200.6511, 1e-4);
    half[RH_OVERLAP_constant_term] = 0.25;
    rh_placement_time(placement, half, &f);
    assert_near(f.overlap, f.mem / 4, 1e-9);
}

/* W_serial comes on top; of 4 warps ITILP is 4, of 20 the latency's 10. */
static void computation_overlaps_over_warps(void **state) {
    (void)state;
    kernel.synchronisation = 100;
    kernel.special = 20;
    kernel.divergence = 3;
    kernel.blocks = 4;
    count("GGG");
    rh_placement_time(placement, none, &f);
    assert_near(f.resident, 4, 0);
    assert_near(f.comp, 40 * 10 / 4.0 + 123, 1e-9);
    kernel.blocks = 16;
    sm.issue = 2;
    count("GGG");
    rh_placement_time(placement, none, &f);
    assert_near(f.itilp, 5, 0);
    assert_near(f.comp, 160 * 10 / 5.0 + 123, 1e-9);
}

/* Terms: shares of the 10 issued instructions: 3 requests and 3 misses; 1 row miss; one resident warp. */
static void terms_of_the_overlap(void **state) {
    (void)state;
    double terms[RH_OVERLAPS];
    count("GGG");
    rh_placement_terms(placement, terms);
    assert_near(terms[RH_OVERLAP_global], 0.6, 1e-12);
    assert_near(terms[RH_OVERLAP_rows], 0.1, 1e-12);
    assert_near(terms[RH_OVERLAP_warps], 1, 0);
    assert_near(terms[RH_OVERLAP_constant_term], 1, 0);
    assert_near(terms[RH_OVERLAP_shared], 0, 0);
    assert_string_equal(rh_overlap_name(RH_OVERLAP_rows), "rows");
    assert_null(rh_overlap_name(RH_OVERLAPS));
}

/* Addresses of a in clocks 0 and 10, its load in 20; b's load in 50. b's line, a row hit, leaves in 50 and takes 18
 * clocks and 180 more: 248. The addition then, v's addresses in 258 and 268, its store in 278. */
static void a_run_by_hand(void **state) {
    (void)state;
    const struct rh_sm_run_result result = run("GGG");
    assert_int_equal(result.clocks, 279);
    assert_int_equal(result.issued, 10);
    assert_int_equal(result.dram_reads, 2);
    assert_int_equal(result.dram_writes, 1);
    assert_int_equal(result.read_clocks, 30 + 18);
}

/* Textures need no addresses: loads in 0 and 10. b: 10 to 38 (behind a, whose last data come in 30: 8 clocks of data)
 * and 180. */
static void a_run_of_textures_by_hand(void **state) {
    (void)state;
    const struct rh_sm_run_result result = run("TTG");
    assert_int_equal(result.read_clocks, 30 + 28);
    assert_int_equal(result.clocks, 218 + 31);
}

/* ilp 2: a and both of its addresses' instructions go in 0, 1 and 10, b's load in 21. */
static void instructions_that_do_not_depend(void **state) {
    (void)state;
    kernel.ilp = 2;
    const struct rh_sm_run_result result = run("GGG");
    assert_int_equal(result.issued, 10);
    /* 0 1, 10 11, 20 21; b leaves in 21, a in 10 (30): b's data come in 48, 228. The addition and v's first address
     * in 228 and 229, the second and the store in 238 and 239. */
    assert_int_equal(result.clocks, 240);
}

/* A replay keeps the port: 16 warps that read 32 constants each, from the cache but for the first time, keep it all the
 * time. */
static void replays_take_the_port(void **state) {
    (void)state;
    kernel.blocks = 16;
    kernel.computation = 0;
    kernel.steps = 50;
    const struct rh_sm_run_result result = run("CCS");
    /* Two loads of 1 + 1 + 31 and a store of 1 + 1, and 2 replays for the first lines. */
    assert_int_equal(result.issued, 16 * 50 * (2 * 33 + 2) + 2);
    assert_in_range(result.clocks, result.issued, result.issued + 400);
}

/* What is counted is what is run, in all memories, with blocks that follow one another. */
static void counted_is_what_is_run(void **state) {
    (void)state;
    static const char *const places[] = {"GGG", "TCG", "SGS", "CTS", "STG"};
    kernel.threads = 96;
    kernel.blocks = 37;
    kernel.steps = 5;
    kernel.computation = 3;
    kernel.replays = 1;
    for (unsigned a = 0; a < 3; a++) {
        kernel.array[a].elements = 4000;
        kernel.array[a].step = 7;
        kernel.array[a].tile = 500;
    }
    kernel.array[1].gather = 100;
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        count(places[i]);
        const struct rh_sm_run_result result = run(places[i]), again = run(places[i]);
        uint64_t same =
            e->instructions + e->replays_divergence + e->replays_constant + e->replays_conflict + e->replays_other;
        assert_true(result.issued >= same);
        assert_true(strchr(places[i], 'C') != NULL || result.issued == same);
        assert_int_equal(e->dram_requests > 0, result.dram_reads + result.dram_writes > 0);
        assert_memory_equal(&result, &again, sizeof result);
    }
}

static void an_array_beyond_the_memory_is_an_error(void **state) {
    (void)state;
    struct rh_placement_setup setup = {.kernel = &kernel, .sm = &sm, .preset = &preset, .map = &map};
    kernel.array[0].elements = 1000000000;
    assert_null(rh_placement_count(&setup, &error));
    assert_string_equal(error.text,
                        "arrays: found address 0xee6b2800, expected less than the 134217728 bytes of the memory");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(addresses_cost_instructions),
        TEST(transactions_and_where_they_end),
        TEST(steps_without_a_load_do_not_wait),
        TEST(blocks_are_dealt_over_the_sms),
        TEST(replays_of_a_stride),
        TEST(a_time_by_hand),
        TEST(shared_memory_has_its_own_latency),
        TEST(a_time_that_fits_itself),
        TEST(computation_overlaps_over_warps),
        TEST(terms_of_the_overlap),
        TEST(a_run_by_hand),
        TEST(a_run_of_textures_by_hand),
        TEST(instructions_that_do_not_depend),
        TEST(replays_take_the_port),
        TEST(counted_is_what_is_run),
        TEST(an_array_beyond_the_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
