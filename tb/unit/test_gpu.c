// SPDX-License-Identifier: Apache-2.0
// The cores of a GPU, counted by hand: programs of a few instructions in front of a memory of one latency.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_bench.h"

static void a_chain_waits_for_each_result(void **state) {
    (void)state;
    struct bench *b = bench_of("i1 i1<1 i1<1", NULL, NULL);
    assert_string_equal(run(b), "1a 5a 9a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_no_warp], 1);
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_pipeline], 6);
    assert_int_equal(stats(b)->count.thread_instructions, 96);
    end(b, 14);
    b = bench_of("i1 i2 i3", NULL, NULL);
    assert_string_equal(run(b), "1a 2a 3a");
    end(b, 8);
    b = bench_of("i1 i1<1", "i1 i1<1", NULL);
    assert_string_equal(run(b), "1a 2b 5a 6b");
    end(b, 11);
}

/* Six clocks: two of the three instructions, the first clock without a warp, half of the stalls. */
static void a_warm_up_is_left_out(void **state) {
    (void)state;
    struct bench *b = bench_of("i1 i1<1 i1<1", NULL, NULL);
    b->warmup = 6;
    assert_string_equal(run(b), "1a 5a 9a");
    const struct rh_gpu_stats *s = stats(b);
    assert_int_equal(s->count.thread_instructions, 32);
    assert_int_equal(s->instructions[RH_WARP_INTEGER], 1);
    assert_int_equal(s->stall[RH_GPU_STALL_no_warp], 0);
    assert_int_equal(s->stall[RH_GPU_STALL_pipeline], 3);
    assert_int_equal(s->count.ctas, 0);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_ipc, s), 32.0 / 8, 1e-9);
    assert_float_equal(s->ipc_weighted, 32.0 / 4, 1e-9); /* the core's last issue is the fourth clock of those */
    end(b, 8);
    b = bench_of("L1 i<1", NULL, NULL); /* the load's data come in clock 12 */
    b->warmup = 6;
    (void)run(b);
    assert_int_equal(stats(b)->accesses[RH_WARP_SPACE_GLOBAL], 0);
    assert_int_equal(stats(b)->count.transactions, 0);
    assert_int_equal(stats(b)->count.read_requests, 1);
    end(b, 8);
}

/* Clock 2: in the port and taken; 12: back in the core; 13: in the register. */
static void a_use_waits_for_its_loads(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 i<1", NULL, NULL);
    assert_string_equal(run(b), "1a 13a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_memory], 11);
    assert_int_equal(stats(b)->count.read_requests, 1);
    assert_int_equal(stats(b)->count.read_cycles, 10);
    assert_int_equal(stats(b)->count.split_loads, 0);
    end(b, 14);
    b = bench_of("L1 i1", NULL, NULL); /* nor does a register get an earlier result last */
    assert_string_equal(run(b), "1a 13a");
    end(b, 18);
    b = bench_of("L1 L2 i<12 i", NULL, NULL);
    assert_string_equal(run(b), "1a 2a 14a 15a");
    end(b, 16);
    b = bench_of("M1 i i<1", NULL, NULL);
    assert_string_equal(run(b), "1a 2a 14a");
    assert_int_equal(stats(b)->count.transactions, 2);
    assert_int_equal(stats(b)->count.split_loads, 1);
    assert_int_equal(stats(b)->count.split_cycles, 1);
    end(b, 15);
}

static void a_store_holds_up_its_warps_end_alone(void **state) {
    (void)state;
    struct bench *b = bench_of("S i", NULL, NULL);
    assert_string_equal(run(b), "1a 2a");
    end(b, 13);
}

static void a_barrier_waits_for_warps_that_have_not_ended(void **state) {
    (void)state;
    struct bench *b = bench_of("b i", "i1 i1<1 b i", NULL);
    assert_string_equal(run(b), "1a 2b 6b 7b 8a 9b");
    end(b, 11);
    b = bench_of("i1 i1<1", "b i", NULL); /* the first warp ends in clock 9 */
    assert_string_equal(run(b), "1a 2b 5a 10b");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_barrier], 0);
    end(b, 11);
    b = bench_of("b i", "i1 i1<1 b i", NULL); /* the first warp's scheduler has no other warp */
    b->setup.machine.schedulers = 2;
    assert_string_equal(run(b), "1a 1b 5b 6b 7a 7b");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_barrier], 5);
    end(b, 10);                            /* the chain's last result */
    b = bench_of("b", "b i", "i1 i1<1 b"); /* a barrier is the last instruction of the first warp */
    assert_string_equal(run(b), "1a 2b 3c 7c 8c 9b");
    end(b, 12);
}

static void special_functions_keep_their_interval(void **state) {
    (void)state;
    struct bench *b = bench_of("s1 s2 s3", NULL, NULL);
    assert_string_equal(run(b), "1a 4a 7a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_unit], 4);
    end(b, 16);
    b = bench_of("q1 s2 q3 i4 i<1", NULL, NULL); /* divisions: 6 clocks, 12 to their results */
    b->setup.machine.divide_interval = 6;
    b->setup.machine.divide = 12;
    assert_string_equal(run(b), "1a 7a 10a 11a 13a");
    end(b, 23);
    b = bench_of("q1 s2 i<1", NULL, NULL); /* as special functions */
    b->setup.machine.divide = 0;
    assert_string_equal(run(b), "1a 4a 9a");
    end(b, 13);
}

static void double_precision_keeps_its_interval(void **state) {
    (void)state;
    struct bench *b = bench_of("d1 d2 d3", NULL, NULL);
    b->setup.machine.double_interval = 5;
    b->setup.machine.double_ = 9;
    assert_string_equal(run(b), "1a 6a 11a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_unit], 8);
    end(b, 21);
}

/* The load is in its unit until clock 11, which is not what the special function waits for in clocks 3 and 4. */
static void a_stall_is_that_of_the_unit_that_is_waited_for(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 s2 s3", NULL, NULL);
    b->setup.machine.lsu_delay = 10;
    assert_string_equal(run(b), "1a 2a 5a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_unit], 2);
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_port], 0);
    end(b, 23);
}

static void lanes_that_take_part_are_counted(void **state) {
    (void)state;
    struct bench *b = bench_of("i b L1 i<1", NULL, NULL);
    b->lanes = 0x8000007f;
    (void)run(b);
    assert_int_equal(stats(b)->count.thread_instructions, 4 * 8);
    assert_int_equal(stats(b)->count.warp_instructions, 4);
    end(b, stats(b)->count.core_cycles);
}

static void narrow_lanes_hold_the_scheduler(void **state) {
    (void)state;
    struct bench *b = bench_of("i i i", NULL, NULL);
    b->setup.machine.simd_width = 8;
    assert_string_equal(run(b), "1a 5a 9a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_simd], 6);
    end(b, 10);
    b = bench_of("L1 i i<1", NULL, NULL);
    b->setup.machine.simd_width = 8;
    assert_string_equal(run(b), "1a 5a 13a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_simd], 6);
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_memory], 4);
    end(b, 14);
    b = bench_of("i i", NULL, NULL);
    b->setup.machine.simd_width = 24; /* 2 clocks */
    assert_string_equal(run(b), "1a 3a");
    end(b, 4);
}

static void the_load_store_unit_fills_up(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 L2 L3", NULL, NULL);
    b->setup.machine.lsu_delay = 5;
    assert_string_equal(run(b), "1a 2a 6a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_port], 3);
    end(b, 23); /* the last one leaves in clock 11 */
    b = bench_of("M1 L2", NULL, NULL);
    b->setup.machine.lsu_queue = 1;
    assert_string_equal(run(b), "1a 3a");
    end(b, 16);
}

/* A store of 64 bytes is three flits. The network takes none until clock 20. */
static void a_full_port_stops_the_unit(void **state) {
    (void)state;
    struct bench *b = bench_of("S S S", NULL, NULL);
    b->setup.machine.lsu_queue = 1;
    b->setup.machine.port_flits = 5;
    b->opens = 20;
    assert_string_equal(run(b), "1a 2a 21a");
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_port], 18);
    end(b, 33);
    b = bench_of("S L1 S S", NULL, NULL); /* 4 flits, until the first store has left */
    b->setup.machine.lsu_queue = 1;
    b->setup.machine.port_flits = 5;
    b->opens = 20;
    assert_string_equal(run(b), "1a 2a 3a 21a");
    end(b, 34);
    b = bench_of("S S", NULL, NULL);
    b->setup.machine.port_flits = 1; /* each goes into an empty port */
    assert_string_equal(run(b), "1a 2a");
    end(b, 14);
}

static void shared_memory_keeps_the_unit(void **state) {
    (void)state;
    struct bench *b = bench_of("h1 i<1", NULL, NULL);
    assert_string_equal(run(b), "1a 8a");
    end(b, 9);
    b = bench_of("h1 h2 h3", NULL, NULL);
    b->setup.machine.lsu_queue = 1;
    assert_string_equal(run(b), "1a 3a 5a");
    assert_int_equal(stats(b)->count.transactions, 0);
    end(b, 13);
}

/* Eight words of one bank for each half-warp: 16 clocks, of a store as of a load. */
static void conflicts_of_banks_keep_the_unit_longer(void **state) {
    (void)state;
    static const char *const programs[] = {"h1@0x8 h2 h3", "k@0x8 h2 h3"};
    for (unsigned i = 0; i < 2; i++) {
        struct bench *b = bench_of(programs[i], NULL, NULL);
        b->setup.machine.lsu_queue = 1;
        assert_string_equal(run(b), "1a 17a 19a");
        end(b, stats(b)->count.core_cycles);
    }
}

/* All lines are there in clock 16; four of them keep the unit for four clocks. */
static void textures_are_looked_up_a_line_a_clock(void **state) {
    (void)state;
    struct bench *b = bench_of("T1@0x4 i<1 T2@0x4 h3", NULL, NULL);
    b->setup.machine.lsu_queue = 1;
    assert_string_equal(run(b), "1a 16a 17a 21a");
    end(b, stats(b)->count.core_cycles);
}

/* Four lines, a word of each for every fourth lane: by rule 1.2 32 bytes for each half-warp and line, else a request a
 * line, of 128 or of 32 bytes. They leave from clock 2 on, one a clock. */
static void lanes_addresses_become_requests_of_the_machines_rule(void **state) {
    (void)state;
    static const struct {
        enum rh_coalescing rule;
        const char *issued;
        unsigned requests, commands;
    } rows[] = {{RH_COALESCING_1_0, "1a 44a", 32, 32},
                {RH_COALESCING_1_2, "1a 20a", 8, 8},
                {RH_COALESCING_LINE, "1a 16a", 4, 16},
                {RH_COALESCING_SECTOR, "1a 16a", 4, 4}};
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct bench *b = bench_of("G1@0x4 i<1", NULL, NULL);
        b->setup.machine.coalescing = rows[k].rule;
        assert_string_equal(run(b), rows[k].issued);
        assert_int_equal(stats(b)->count.transactions, rows[k].requests);
        assert_int_equal(b->commands, rows[k].commands);
        end(b, stats(b)->count.core_cycles);
    }
    struct bench *b = bench_of("G1@0= i<1", NULL, NULL); /* sectors side by side */
    b->setup.machine.coalescing = RH_COALESCING_SECTOR;
    assert_string_equal(run(b), "1a 13a");
    assert_int_equal(b->commands, 4);
    end(b, 14);
}

/* Clock 2: looked up, and on its way; 3: the second warp's access; 13: there, for both. Later, 7 clocks from the
 * issue. */
static void a_hit_on_a_miss_waits_for_it(void **state) {
    (void)state;
    struct bench *b = bench_of("T1@0 i<1 T2@0 i<2", "T1@0 i<1", NULL);
    assert_string_equal(run(b), "1a 2b 13a 14b 15a 22a");
    assert_int_equal(stats(b)->count.texture_misses, 1);
    assert_int_equal(stats(b)->count.texture_merges, 1);
    assert_int_equal(stats(b)->count.texture_hits, 1);
    assert_int_equal(stats(b)->count.transactions, 1);
    assert_true(rh_gpu_figure(RH_GPU_FIGURE_texture_hit_rate, stats(b)) == 1.0 / 3);
    end(b, 23);
    b = bench_of("T1@0x2 i<1", NULL, NULL); /* two lines, two clocks */
    assert_string_equal(run(b), "1a 14a");
    end(b, 15);
}

static void constants_are_looked_up_a_word_a_clock(void **state) {
    (void)state;
    struct bench *b = bench_of("C1@0x2 i<1 C2@0x2 i<2 C3@0x2 i<3", NULL, NULL);
    assert_string_equal(run(b), "1a 14a 15a 23a 24a 32a");
    assert_int_equal(stats(b)->count.constant_misses, 2);
    assert_int_equal(stats(b)->count.constant_hits, 4);
    end(b, 33);
    b = bench_of("C1@0= i<1", NULL, NULL); /* 32 words of two lines: the second is looked up in clock 33 */
    assert_string_equal(run(b), "1a 44a");
    end(b, 45);
}

static void a_miss_without_a_register_stalls_the_unit(void **state) {
    (void)state;
    struct bench *b = bench_of("T1@0 T2@1 i<1 i<2", NULL, NULL);
    b->setup.machine.texture_misses = 1;
    assert_string_equal(run(b), "1a 2a 13a 24a"); /* the second leaves in clock 13 */
    assert_int_equal(stats(b)->count.lsu_stalls, 10);
    end(b, 25);
    b = bench_of("T1@0 i<1", "T1@0 i<1", NULL); /* nobody joins the first one: the second finds the line in clock 13 */
    b->setup.machine.texture_merges = 1;
    assert_string_equal(run(b), "1a 2b 13a 19b");
    assert_int_equal(stats(b)->count.lsu_stalls, 10);
    end(b, 20);
}

static struct bench *with_l1(const char *program, unsigned lines, unsigned sectors) {
    struct bench *b = bench_of(program, NULL, NULL);
    struct rh_gpu_machine *m = &b->setup.machine;
    m->coalescing = sectors ? RH_COALESCING_SECTOR : RH_COALESCING_LINE;
    m->data_lines = lines;
    m->data_ways = m->data_misses = m->data_merges = 2;
    m->data_sectors = sectors;
    m->data_global = 1;
    return b;
}

static void the_l1_keeps_lines_of_loads_and_stores_go_past_it(void **state) {
    (void)state;
    struct bench *b = with_l1("G1@0 i<1 W@0 G2@0 i<2", 4, 0);
    assert_string_equal(run(b), "1a 13a 14a 15a 22a");
    assert_int_equal(stats(b)->count.l1_misses, 1);
    assert_int_equal(stats(b)->count.l1_hits, 1);
    assert_int_equal(stats(b)->count.transactions, 2);
    end(b, 26);
    b = with_l1("W@0 G1@0 i<1", 4, 0); /* a store brings no line */
    assert_string_equal(run(b), "1a 2a 14a");
    assert_int_equal(stats(b)->count.l1_misses, 1);
    end(b, 15);
    b = with_l1("G1@0 i<1 G2@0 i<2 P1@1 i<1 P2@1 i<2", 4, 0); /* local loads alone */
    b->setup.machine.data_global = 0;
    assert_string_equal(run(b), "1a 13a 14a 26a 27a 39a 40a 47a");
    assert_int_equal(stats(b)->count.l1_misses, 1);
    assert_int_equal(stats(b)->count.l1_hits, 1);
    end(b, 48);
}

static void the_line_used_longest_ago_makes_room(void **state) {
    (void)state;
    struct bench *b = with_l1("G1@0 i<1 G1@1 i<1 G1@0 i<1 G1@2 i<1 G1@0 i<1 G1@1 i<1", 2, 0);
    assert_string_equal(run(b), "1a 13a 14a 26a 27a 34a 35a 47a 48a 55a 56a 68a");
    assert_int_equal(stats(b)->count.l1_misses, 4);
    assert_int_equal(stats(b)->count.l1_hits, 2);
    assert_int_equal(stats(b)->count.l1_evictions, 2);
    end(b, 69);
    b = with_l1("G1@0 i<1 G1@1 G2@1 i<2", 1, 0); /* what made room leaves nothing behind */
    assert_string_equal(run(b), "1a 13a 14a 15a 26a");
    end(b, 27);
    b = with_l1("G1@0 G2@1 i<1 i<2", 1, 0); /* a line that is under way keeps its place */
    assert_string_equal(run(b), "1a 2a 13a 24a");
    assert_int_equal(stats(b)->count.lsu_stalls, 10);
    assert_int_equal(stats(b)->count.l1_evictions, 1);
    end(b, 25);
}

static void a_line_comes_sector_by_sector(void **state) {
    (void)state;
    struct bench *b = with_l1("G1@0 i<1 G1@0+1 i<1 G1@0+1 i<1 G1@0 i<1", 2, 1);
    assert_string_equal(run(b), "1a 13a 14a 26a 27a 34a 35a 42a");
    assert_int_equal(stats(b)->count.l1_misses, 2);
    assert_int_equal(stats(b)->count.l1_hits, 2);
    assert_int_equal(stats(b)->count.l1_evictions, 0);
    assert_int_equal(b->commands, 2);
    end(b, 43);
    b = with_l1("G1@0+1 i<1 G1@0= i<1", 2, 1); /* sectors 0, and 2 beside 3, are two requests */
    b->setup.machine.data_misses = 3;
    assert_string_equal(run(b), "1a 13a 14a 27a");
    assert_int_equal(stats(b)->count.l1_misses, 4);
    assert_int_equal(stats(b)->count.l1_hits, 1);
    assert_int_equal(stats(b)->count.transactions, 3);
    assert_int_equal(b->commands, 4);
    end(b, 28);
}

/* Two requests of 64 bytes, or 32 of a lane each: lanes that meet in a word take turns. Where there are partitions
 * these perform it. Else the core does: the reads are back in clocks 13 and 14, the last write in 24. */
static void atomics_of_a_word_take_turns_and_are_reads_and_writes(void **state) {
    (void)state;
    struct bench *b = bench_of("A1@0= i<1", NULL, NULL);
    assert_string_equal(run(b), "1a 14a");
    assert_int_equal(stats(b)->count.transactions, 2);
    assert_int_equal(b->atomics, 2);
    end(b, 15);
    b = bench_of("A1@0 i<1", NULL, NULL);
    assert_string_equal(run(b), "1a 44a");
    assert_int_equal(stats(b)->count.transactions, 32);
    end(b, 45);
    b = bench_of("A1@0= i<1", NULL, NULL);
    b->setup.machine.partition_queue = 0;
    assert_string_equal(run(b), "1a 14a");
    assert_int_equal(stats(b)->count.transactions, 4);
    assert_int_equal(b->atomics, 0);
    assert_int_equal(b->writes, 2);
    end(b, 25);
    b = bench_of("H1@0 H2@0 H3@0", NULL, NULL); /* a lane a clock */
    b->setup.machine.lsu_queue = 1;
    assert_string_equal(run(b), "1a 33a 65a");
    end(b, 103);                                 /* 7 clocks from its issue, and 30 more for 32 clocks in place of 2 */
    b = bench_of("H1@0 i<1", "H1@0= i<1", NULL); /* two half-warps, behind those 32 clocks */
    assert_string_equal(run(b), "1a 2b 38a 40b");
    end(b, 41);
}

/* Loads issue in clocks 1 and 2, leave in 2 and 3, are back in 13 and 14: 11 clocks each, 12 clocks with one of them.
 * The warps are there from clock 1 to 13 and to 14, and issue four instructions. With twenty instructions more each, of
 * which none waits, they are there to clock 44, or 43: 22 clocks of memory to 42 of computation. */
static void warps_that_wait_and_that_compute_are_counted(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 i<1", "L1 i<1", NULL);
    assert_string_equal(run(b), "1a 2b 13a 14b");
    const struct rh_gpu_stats *s = stats(b);
    assert_int_equal(s->count.memory_warp_cycles, 22);
    assert_int_equal(s->count.memory_cycles, 12);
    assert_int_equal(s->count.busy_cycles, 13);
    assert_int_equal(s->count.resident_cycles, 25);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_mwp, s), 22.0 / 12, 1e-9);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_warps_a_core, s), 25.0 / 13, 1e-9);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_cwp, s), 25.0 / 13, 1e-9);
    end(b, 15);
    static const char computes[] = "L1 i i i i i i i i i i i i i i i i i i i i";
    b = bench_of(computes, computes, NULL);
    (void)run(b);
    s = stats(b);
    assert_int_equal(s->count.memory_warp_cycles, 22);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_cwp, s), (float)(1 + 22.0 / 42), 1e-9);
    rh_gpu_close(b->gpu);
    b = bench_of(computes, computes, NULL);
    b->setup.machine.simd_width = 16; /* an instruction takes two clocks to issue, the second load leaves in 4 */
    (void)run(b);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_cwp, stats(b)), (float)(1 + 22.0 / 84), 1e-9);
    rh_gpu_close(b->gpu);
}

/* Three CTAs on two cores: one has two of them, from clock 1 to 9 and to 10, the other one to 9. */
static void the_balance_of_ctas_is_counted(void **state) {
    (void)state;
    struct bench *b = bench_of("i1 i1<1", NULL, NULL);
    b->setup.machine.cores = b->setup.machine.clusters = 2;
    b->launch.ctas = 3;
    (void)run(b);
    const struct rh_gpu_stats *s = stats(b);
    assert_int_equal(s->count.cta_cycles, 8 + 9 + 8);
    assert_int_equal(s->count.cta_cycles_most, 17);
    assert_int_equal(s->count.busy_cycles, 9 + 8);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_cta_balance, s), 25.0 / 34, 1e-9);
    rh_gpu_close(b->gpu);
}

/* Lines 0 and 1 lie in one controller's bank, line 2 in another's; line 0 once more is one bank again. Half-warps ask
 * for each line apart. */
static void distinct_banks_of_an_access_are_counted(void **state) {
    (void)state;
    struct bench *b = bench_of("G1@0x3 G2@0 W@0x2", NULL, NULL);
    (void)run(b);
    const struct rh_gpu_stats *s = stats(b);
    assert_int_equal(s->count.transactions, 6 + 2 + 4);
    assert_int_equal(s->count.sending_accesses, 3);
    assert_int_equal(s->count.banks, 2 + 1 + 1);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_banks_an_access, s), 4.0 / 3, 1e-9);
    rh_gpu_close(b->gpu);
}

/* The first kernel's line comes as below, and its CTA ends in clock 16. The second kernel asks in 17: in the same
 * program the line is there. */
static void a_program_stays_from_kernel_to_kernel(void **state) {
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct bench *b = bench_of("i", NULL, NULL);
        b->kernels = 2;
        b->launch.same_program = same != 0;
        b->setup.machine.fetch = 2;
        b->setup.machine.code_line = 32;
        assert_string_equal(run(b), same ? "15a 19a" : "15a 31a");
        assert_int_equal(stats(b)->count.code_fetches, same ? 1 : 2);
        end(b, same ? 20 : 32);
    }
}

/* Line 0 is asked for in clock 1, sent in 2, there in 13; two instructions are in the buffer at the end of 14. */
static void the_fetch_takes_two_and_waits_for_cold_lines(void **state) {
    (void)state;
    struct bench *b = bench_of("i i i i i", NULL, NULL);
    b->setup.machine.fetch = 2;
    b->setup.machine.code_line = 32; /* 4 instructions */
    assert_string_equal(run(b), "15a 16a 18a 19a 33a");
    assert_int_equal(stats(b)->count.code_fetches, 2);
    assert_int_equal(stats(b)->count.code_misses, 2);
    assert_int_equal(stats(b)->count.code_hits, 3);
    assert_float_equal(rh_gpu_figure(RH_GPU_FIGURE_code_hit_rate, stats(b)), 0.6, 1e-9);
    assert_int_equal(stats(b)->stall[RH_GPU_STALL_fetch], 28);
    assert_int_equal(b->code_of, 1);
    end(b, 34);
    b = bench_of("i", NULL, NULL);
    b->setup.machine.fetch = 2;
    b->setup.machine.cores = b->setup.machine.clusters = 2;
    b->launch.ctas = 2;
    assert_string_equal(run(b), "15a 15b");
    assert_int_equal(b->code_of, 3);
    end(b, 16);
}

/* Warp a misses; the line is there in clock 13, and b is next: one warp a clock gets two instructions. */
static void warps_take_turns_at_the_fetch(void **state) {
    (void)state;
    struct bench *b = bench_of("i i i i", "i i i i", "i i i i");
    b->setup.machine.fetch = 2;
    assert_string_equal(run(b), "15b 16c 17a 18b 19c 20a 21b 22c 23a 24b 25c 26a");
    end(b, 27);
}

/* A line of 256 bytes that lies in all 8 channels is sent from clock 2 to clock 9, so that it is there in 20. */
static void a_line_of_code_that_the_map_cuts_comes_whole(void **state) {
    (void)state;
    struct bench *b = bench_of("i", NULL, NULL);
    const struct rh_map_shape shape = {
        .channels = 8, .banks = 8, .groups = 1, .rows = 4096, .columns = 64, .command_bytes = 32};
    assert_true(rh_map_parse(&b->setup.map, "row:bank:column:channel", &shape, &b->error));
    b->setup.map.wrap = true;
    b->setup.machine.fetch = 2;
    assert_int_equal(b->setup.machine.code_line, 256);
    assert_string_equal(run(b), "22a");
    assert_int_equal(stats(b)->count.code_misses, 1);
    assert_int_equal(stats(b)->count.code_fetches, 8);
    assert_int_equal(b->commands, 8);
    end(b, 23);
}

static void warps_go_in_turn_or_greedy_then_oldest(void **state) {
    (void)state;
    struct bench *b = bench_of("i i i", "i i i", "i i i");
    assert_string_equal(run(b), "1a 2b 3c 4a 5b 6c 7a 8b 9c");
    end(b, 10);
    b = bench_of("i i i", "i i i", "i i i");
    b->setup.machine.greedy = 1;
    assert_string_equal(run(b), "1a 2a 3a 4b 5b 6b 7c 8c 9c");
    end(b, 10);
    b = bench_of("i1 i<1 i", "i1 i<1 i", NULL);
    b->setup.machine.greedy = 1;
    assert_string_equal(run(b), "1a 2b 5a 6a 7b 8b");
    end(b, 9);
    b = bench_of("i1 i<1 i", "i i i i i", NULL); /* the older one is ready in clock 5 */
    b->setup.machine.greedy = 1;
    assert_string_equal(run(b), "1a 2b 3b 4b 5b 6b 7a 8a");
    end(b, 9);
}

static void schedulers_have_warps_of_their_own(void **state) {
    (void)state;
    struct bench *b = bench_of("i i", "i1 i<1", "i i");
    b->setup.machine.schedulers = 2;
    assert_string_equal(run(b), "1a 1b 2c 3a 4c 5b");
    end(b, 6);
    b = bench_of("i i", "i i", "i i");
    b->program[3] = "i i";
    b->launch.cta_warps = 4;
    b->setup.machine.schedulers = 2; /* each has a turn of its own */
    assert_string_equal(run(b), "1a 1b 2c 2d 3a 3b 4c 4d");
    end(b, 5);
}

/* Both cores of a cluster send a load in the same clock; the network takes one a clock. In even clocks core 0 goes
 * first, in odd ones core 1. */
static void cores_of_a_cluster_take_turns_at_its_port(void **state) {
    (void)state;
    static const char *const programs[] = {"L1 i<1", "i L1 i<1"}, *const issued[] = {"1b 1a 13a 14b",
                                                                                     "1b 1a 2a 2b 14b 15a"};
    for (unsigned k = 0; k < 2; k++) {
        struct bench *b = bench_of(programs[k], NULL, NULL);
        b->setup.machine.cores = 2;
        b->launch.ctas = 2;
        b->setup.ctas = 1;
        assert_string_equal(run(b), issued[k]);
        end(b, 15 + k);
    }
}

static void ctas_go_breadth_first_or_to_clusters_in_turn(void **state) {
    (void)state;
    static const unsigned to_cores[] = {0, 1, 2, 3, 0, 1}, to_clusters[] = {0, 2, 1, 3, 0, 2};
    for (unsigned k = 0; k < 2; k++) {
        struct bench *b = bench_of("L1 i<1", NULL, NULL);
        b->setup.machine.cores = 4;
        b->setup.machine.clusters = 2;
        b->setup.machine.clusters_first = k;
        b->setup.ctas = 2;
        b->launch.ctas = 6;
        (void)run(b);
        assert_memory_equal(b->core_of, k ? to_clusters : to_cores, sizeof to_cores);
        assert_int_equal(stats(b)->count.ctas, 6);
        end(b, stats(b)->count.core_cycles);
    }
}

/* CTA 0 ends first, so that CTA 2 goes to cluster 0; then both have room in the same clock, and cluster 1 is next. */
static void clusters_take_turns_from_clock_to_clock(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 i<1", "L1 i<1 i i i i i i i i i i i i i", "L1 i<1");
    b->program[3] = "L1";
    b->apart = true;
    b->launch.cta_warps = 1;
    b->launch.ctas = 4;
    b->setup.ctas = 1;
    b->setup.machine.cores = b->setup.machine.clusters = 2;
    b->setup.machine.clusters_first = 1;
    (void)run(b);
    assert_int_equal(b->core_of[2], 0);
    assert_int_equal(b->core_of[3], 1);
    end(b, stats(b)->count.core_cycles);
}

static void kernels_follow_one_another(void **state) {
    (void)state;
    struct bench *b = bench_of("i", NULL, NULL);
    b->kernels = 2;
    assert_string_equal(run(b), "1a 3a");
    assert_int_equal(stats(b)->count.kernels, 2);
    end(b, 4);
    b = bench_of("i1 i1<1 i1<1", NULL, NULL);
    b->setup.cycles = 7;
    assert_string_equal(run(b), "1a 5a");
    end(b, 7);
}

/* The quadro_fx5800: 8 CTAs, 32 warps, 1024 threads, 16384 registers, 16384 bytes of shared memory. */
static void each_resource_limits_what_is_resident(void **state) {
    (void)state;
    static const struct {
        struct rh_kernel_launch launch;
        unsigned resident;
        const char *limit;
    } rows[] = {{{.cta_warps = 2}, 8, "ctas"},
                {{.cta_warps = 6}, 5, "warps"},
                {{.cta_warps = 4, .registers = 20}, 6, "registers"},
                {{.cta_warps = 4, .shared = 6000}, 2, "shared"},
                {{.cta_warps = 4, .resident = 3}, 3, "source"},
                {{.cta_warps = 33}, 0, "warps"}};
    struct rh_gpu_machine machine = bench_of("i", NULL, NULL)->setup.machine;
    enum rh_gpu_limit limit;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        assert_int_equal(rh_gpu_resident(&machine, &rows[k].launch, &limit), rows[k].resident);
        assert_string_equal(rh_gpu_limit_name(limit), rows[k].limit);
    }
    machine.threads = 512;
    assert_int_equal(rh_gpu_resident(&machine, &rows[1].launch, &limit), 2);
    assert_string_equal(rh_gpu_limit_name(limit), "threads");
}

/* Hong and Kim, ISCA 2009, table 3: SMs, their clock, and the bandwidth, which channels of 16 bytes a clock make; what
 * an SM of compute capability 1.0 and of 1.3 holds. */
static void machines_of_hong_and_kim_are_as_in_their_tables(void **state) {
    (void)state;
    static const struct {
        const char *name;
        unsigned cores, mhz, controllers, memory_mhz, registers_24, resident;
    } rows[] = {{"8800gtx", 16, 1350, 6, 900, 1, 4},
                {"fx5600", 16, 1350, 6, 800, 1, 4},
                {"8800gt", 14, 1500, 4, 900, 1, 4},
                {"gtx280", 30, 1300, 8, 1107, 3, 5}};
    struct rh_error error;
    enum rh_gpu_limit limit;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct rh_gpu_preset *preset = rh_gpu_preset_find(rows[k].name, &error);
        assert_non_null(preset);
        const struct rh_gpu_machine *m = &preset->machine;
        assert_int_equal(m->cores, rows[k].cores);
        assert_int_equal(m->core_mhz, rows[k].mhz);
        assert_int_equal(m->controllers, rows[k].controllers);
        assert_int_equal(m->memory_mhz, rows[k].memory_mhz);
        assert_int_equal(rh_gpu_resident(m, &(struct rh_kernel_launch){.cta_warps = 6}, &limit), rows[k].resident);
        const struct rh_kernel_launch many = {.cta_warps = 6, .registers = 24};
        assert_int_equal(rh_gpu_resident(m, &many, &limit), rows[k].registers_24);
        assert_string_equal(rh_gpu_limit_name(limit), "registers");
    }
}

/* GPGPU-Sim's Quadro V100, and a GK210: the limits of compute capability 7.0 and 3.7. */
static void machines_of_today_hold_what_nvidia_says(void **state) {
    (void)state;
    static const struct {
        const char *name;
        unsigned cores, warps_6, registers_64, shared_20k, one_warp;
    } rows[] = {{"k80", 13, 10, 10, 5, 16}, {"volta", 80, 10, 5, 4, 32}};
    struct rh_error error;
    enum rh_gpu_limit limit;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct rh_gpu_machine *m = &rh_gpu_preset_find(rows[k].name, &error)->machine;
        const struct rh_kernel_launch plain = {.cta_warps = 6}, small = {.cta_warps = 1};
        const struct rh_kernel_launch many = {.cta_warps = 6, .registers = 64},
                                      wide = {.cta_warps = 6, .shared = 20480};
        assert_int_equal(m->cores, rows[k].cores);
        assert_int_equal(rh_gpu_resident(m, &plain, &limit), rows[k].warps_6);
        assert_int_equal(rh_gpu_resident(m, &many, &limit), rows[k].registers_64);
        assert_int_equal(rh_gpu_resident(m, &wide, &limit), rows[k].shared_20k);
        assert_int_equal(rh_gpu_resident(m, &small, &limit), rows[k].one_warp);
    }
}

/* Yuan 2009, table 5.2: 100 instructions in 10 clocks on one core, 10 in 100 on the other. */
static void ipc_is_that_of_the_thesis_example(void **state) {
    (void)state;
    static const uint64_t instructions[] = {100, 10}, clocks[] = {10, 100};
    struct rh_gpu_stats s = {.count = {.thread_instructions = 110, .core_cycles = 100}};
    s.ipc_weighted = rh_gpu_ipc_weighted(instructions, clocks, 2);
    assert_true(rh_gpu_figure(RH_GPU_FIGURE_ipc, &s) == 1.1);
    assert_true(rh_gpu_figure(RH_GPU_FIGURE_ipc_weighted, &s) == 2.0);
}

static bool ends(void *user) {
    ++*(unsigned *)user;
    return true;
}

/* In front of a perfect memory; nothing counts the clocks of issues there. */
static struct bench *run_perfect(struct bench *b, unsigned latency) {
    b->gpu = rh_gpu_open(&b->setup, &b->error);
    assert_string_equal(b->error.text, "");
    assert_true(rh_gpu_run_perfect(b->gpu, latency, NULL, NULL, &b->error));
    return b;
}

/* Clock 2: in the port and taken; 3 + latency: back in the core; one later in the register, and the use issues. */
static void a_perfect_memory_answers_after_its_latency(void **state) {
    (void)state;
    struct bench *b = run_perfect(bench_of("L1 i<1", NULL, NULL), 0);
    assert_int_equal(stats(b)->count.read_cycles, 1);
    end(b, 5);
    b = run_perfect(bench_of("L1 i<1", NULL, NULL), 9);
    assert_int_equal(stats(b)->count.read_cycles, 10);
    end(b, 14);
    b = run_perfect(bench_of("M1 i i<1", NULL, NULL), 0); /* in the port in clocks 2 and 3 */
    assert_int_equal(stats(b)->count.transactions, 2);
    end(b, 6);
    b = run_perfect(bench_of("S i", NULL, NULL), 5); /* back in clock 8, when its warp ends */
    end(b, 9);
}

static void a_perfect_memory_takes_all_that_may_be_outstanding(void **state) {
    (void)state;
    struct bench *b = bench_of("L1 L2 i<12", NULL, NULL); /* in the port in clocks 2 and 3 */
    run_perfect(b, 9);
    assert_int_equal(stats(b)->count.read_cycles, 20);
    end(b, 15);
    b = bench_of("L1 L2 i<12", NULL, NULL);
    b->setup.machine.outstanding = 1; /* the second one is taken in clock 12, behind the reply of the first */
    run_perfect(b, 9);
    assert_int_equal(stats(b)->count.read_cycles, 20);
    end(b, 24);
    b = bench_of("L1 i<1", "L1 i<1", NULL); /* of two cores that share a port, both in clock 2; one reply a clock */
    b->setup.machine.cores = 2;
    b->launch.ctas = 2;
    b->launch.cta_warps = 1;
    run_perfect(b, 0);
    assert_int_equal(stats(b)->count.read_cycles, 3);
    end(b, 6);
}

static void a_perfect_run_can_be_stopped(void **state) {
    (void)state;
    struct bench *b = bench_of("i1 i1<1 i1<1", NULL, NULL);
    unsigned asked = 0;
    b->gpu = rh_gpu_open(&b->setup, &b->error);
    assert_true(rh_gpu_run_perfect(b->gpu, 0, ends, &asked, &b->error));
    assert_int_equal(asked, 1);
    end(b, 1);
}

static void refuse(struct bench *b, const char *text) {
    assert_null(rh_gpu_open(&b->setup, &b->error));
    assert_non_null(strstr(b->error.text, text));
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    struct bench *b = bench_of("i", NULL, NULL);
    b->launch.shared = 16385;
    refuse(b, "bench: found a CTA that a core has no room for (shared), expected one that fits");
    b = bench_of("i", NULL, NULL);
    b->setup.machine.cores = 4;
    b->setup.machine.clusters = 3;
    refuse(b, "found 3, expected a divisor of the 4 cores");
    b = bench_of("i", NULL, NULL);
    b->setup.machine.warps = 65;
    refuse(b, "found 65, expected 1 to 64");
    b = with_l1("i", 4, 0);
    b->setup.machine.data_merges = 0;
    refuse(b, "found 4 with 2 ways, 2 misses and 0 merges, expected at least one of each");
    assert_null(rh_gpu_preset_find("gt300", &b->error));
    assert_string_equal(b->error.text,
                        "machine: found 'gt300', expected one of quadro_fx5800, gt200, gt200_28, k80, volta, 8800gtx, "
                        "fx5600, 8800gt, gtx280");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_waits_for_each_result),
        cmocka_unit_test(a_warm_up_is_left_out),
        cmocka_unit_test(a_use_waits_for_its_loads),
        cmocka_unit_test(a_store_holds_up_its_warps_end_alone),
        cmocka_unit_test(a_barrier_waits_for_warps_that_have_not_ended),
        cmocka_unit_test(special_functions_keep_their_interval),
        cmocka_unit_test(double_precision_keeps_its_interval),
        cmocka_unit_test(a_stall_is_that_of_the_unit_that_is_waited_for),
        cmocka_unit_test(lanes_that_take_part_are_counted),
        cmocka_unit_test(conflicts_of_banks_keep_the_unit_longer),
        cmocka_unit_test(textures_are_looked_up_a_line_a_clock),
        cmocka_unit_test(narrow_lanes_hold_the_scheduler),
        cmocka_unit_test(the_load_store_unit_fills_up),
        cmocka_unit_test(a_full_port_stops_the_unit),
        cmocka_unit_test(shared_memory_keeps_the_unit),
        cmocka_unit_test(lanes_addresses_become_requests_of_the_machines_rule),
        cmocka_unit_test(a_hit_on_a_miss_waits_for_it),
        cmocka_unit_test(constants_are_looked_up_a_word_a_clock),
        cmocka_unit_test(a_miss_without_a_register_stalls_the_unit),
        cmocka_unit_test(the_l1_keeps_lines_of_loads_and_stores_go_past_it),
        cmocka_unit_test(the_line_used_longest_ago_makes_room),
        cmocka_unit_test(a_line_comes_sector_by_sector),
        cmocka_unit_test(atomics_of_a_word_take_turns_and_are_reads_and_writes),
        cmocka_unit_test(warps_that_wait_and_that_compute_are_counted),
        cmocka_unit_test(the_balance_of_ctas_is_counted),
        cmocka_unit_test(distinct_banks_of_an_access_are_counted),
        cmocka_unit_test(a_program_stays_from_kernel_to_kernel),
        cmocka_unit_test(the_fetch_takes_two_and_waits_for_cold_lines),
        cmocka_unit_test(warps_take_turns_at_the_fetch),
        cmocka_unit_test(a_line_of_code_that_the_map_cuts_comes_whole),
        cmocka_unit_test(warps_go_in_turn_or_greedy_then_oldest),
        cmocka_unit_test(schedulers_have_warps_of_their_own),
        cmocka_unit_test(cores_of_a_cluster_take_turns_at_its_port),
        cmocka_unit_test(ctas_go_breadth_first_or_to_clusters_in_turn),
        cmocka_unit_test(clusters_take_turns_from_clock_to_clock),
        cmocka_unit_test(kernels_follow_one_another),
        cmocka_unit_test(each_resource_limits_what_is_resident),
        cmocka_unit_test(machines_of_hong_and_kim_are_as_in_their_tables),
        cmocka_unit_test(machines_of_today_hold_what_nvidia_says),
        cmocka_unit_test(ipc_is_that_of_the_thesis_example),
        cmocka_unit_test(a_perfect_memory_answers_after_its_latency),
        cmocka_unit_test(a_perfect_memory_takes_all_that_may_be_outstanding),
        cmocka_unit_test(a_perfect_run_can_be_stopped),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
