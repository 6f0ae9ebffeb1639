// SPDX-License-Identifier: Apache-2.0
// Does each kernel that ships compute what it is named after, with the masks and instructions that follow from it?
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel_results.h"

/* STREAM and GUPS. */

/* Two CTAs of 8 warps. Each warp: its thread's number, a comparison, a branch, an address; copy a load and a store;
 * scale one multiplication more; add and triad a load and an addition more than copy. */
static void stream_has_a_load_or_two_and_a_store_a_warp(void **state) {
    struct rh_simt_options two = grid_of(2, 1, 0);
    (void)state;
    assert_counts("stream_copy", two, "96 warp 3072 thread: 64 integer 16 load 16 store; global 32");
    assert_counts("stream_scale", two, "112 warp 3584 thread: 64 integer 16 single 16 load 16 store; global 32");
    assert_counts("stream_add", two, "128 warp 4096 thread: 64 integer 16 single 32 load 16 store; global 48");
    assert_counts("stream_triad", two, "128 warp 4096 thread: 64 integer 16 single 32 load 16 store; global 48");
}

/* Mix 2: 601 rounds of 18 instructions, a load among them; around them 6 for where a thread begins and its variables,
 * and a store, whose index is made an address. Mix 8: 6 loads of 26. Mix 1 has no load. Each thread stores
 * the sum of what it loaded: of thread 40 of 64 elements 40, 104, 168, ... or from 40 x 8 x 603 on every eighth one. */
static void microbenchmarks_load_and_add(void **state) {
    enum { ROUNDS = 601, THREADS = 64, THREAD = 40 };
    (void)state;
    for (unsigned coalesced = 0; coalesced < 2; coalesced++) {
        const char *name = coalesced ? "micro_coalesced" : "micro_uncoalesced";
        for (uint32_t size = 1; size <= 8; size += size == 1 ? 1 : 6) {
            const uint64_t loads[] = {0, 0, 1, 0, 0, 0, 0, 0, 6}, all[] = {0, 23, 18, 0, 0, 0, 0, 0, 26};
            struct rh_warp_count count = counted(name, grid_of(2, 1, size));
            assert_int_equal(count.loads[RH_WARP_SPACE_GLOBAL], 2 * ROUNDS * loads[size]);
            assert_int_equal(count.stores[RH_WARP_SPACE_GLOBAL], 2);
            assert_int_equal(count.warp_instructions, 2 * (ROUNDS * all[size] + 8));
        }
        struct rh_simt_options options = grid_of(2, 1, 2);
        struct stored *sums = results(name, options, "sums");
        struct rh_warp_source *source = opened(name, &options);
        float sum = 0;
        for (uint64_t r = 0; r < ROUNDS; r++)
            sum += as_float(content(source, 0, coalesced ? THREAD + r * THREADS : (THREAD * 603 + r) * 8));
        source->close(source);
        assert_int_equal(sums->count, THREADS);
        assert_true(as_float(sums->value[THREAD]) == sum && sum > 0);
    }
}

/* 300 elements are 1200 bytes, so the arrays begin at 0, 500 and a00 (hexadecimal). Elements 288 to 299 are lanes 0 to
 * 11 of warp 1 of CTA 1; its warp 2 has none. */
static void stream_masks_the_lanes_behind_its_last_element(void **state) {
    struct rh_simt_options ragged = grid_of(2, 1, 300);
    (void)state;
    assert_string_equal(stream_of("stream_triad", ragged, 0, 1),
                        "integer; integer; integer; integer; load global/4 a80+4; load global/4 580+4; single; "
                        "store global/4 80+4");
    assert_string_equal(
        stream_of("stream_triad", ragged, 1, 1),
        "integer; integer; integer; integer of fff; load of fff global/4 e80+4; load of fff global/4 980+4; "
        "single of fff; store of fff global/4 480+4");
    assert_string_equal(stream_of("stream_triad", ragged, 1, 2), "integer; integer; integer");
}

/* Registers of warp 0 of stream_triad: the element 4, the comparison 5, its address 6, c 7, b 8, the sum 9; of
 * scalar_product the sum 6 and the element 4 stay in their registers from round to round. */
static void results_go_to_the_registers_that_are_read(void **state) {
    (void)state;
    assert_string_equal(registers_of("stream_triad", grid_of(1, 1, 0), 9), "4<1 5<4 0<5 6<4 7<6 8<6 9<7,8 0<6,9");
    assert_string_equal(registers_of("scalar_product", grid_of(1, 1, 512), 17),
                        "4<1 5<1 6 7<4 0<7 8<4 9<8 10<8 6<9,10,6 4<4 7<4 0<7 8<4 9<8 10<8 6<9,10,6 4<4");
}

/* A word of local memory: warp 1 of CTA 2 of matrix_multiply is warp 17 of all; the product's arrays are 1024 bytes a
 * CTA of the first factor, 1024 of the second, 3 x 1024 of the product. */
static void local_words_of_warps_lie_apart(void **state) {
    (void)state;
    assert_non_null(strstr(stream_of("matrix_multiply", grid_of(3, 1, 16), 2, 1), "store local/4 2480+4"));
}

static void gups_changes_words_at_random(void **state) {
    (void)state;
    /* A warp: its number, two integer instructions for its first random number; 16 times a number, a shift, an address,
     * a load, a change, a store and two of the loop: 3 + 16 * 8 = 131. */
    assert_counts("gups", grid_of(1, 1, 10), "1048 warp 33536 thread: 792 integer 128 load 128 store; global 256");
    /* All 4096 updates of a CTA go to a table of 1024 words: e^-4 of its words are left out, about 19. */
    const struct stored *table = results("gups", grid_of(1, 1, 10), "table");
    unsigned changed = 0;
    assert_int_equal(table->count, 4096);
    for (unsigned i = 0; i < 65536; i++) {
        assert_true(i < 1024 || table->value[i] == 0);
        changed += table->value[i] != 0;
    }
    assert_in_range(changed, 1024 - 19 - 20, 1024 - 19 + 15);
}

/* Matrices. */

/* Element (row, column) of the input is row * columns + column; 32 rows of 48 columns. */
static void every_transpose_writes_columns_as_rows(void **state) {
    static const char *const name[] = {"transpose", "transpose_naive", "transpose_diagonal"};
    (void)state;
    for (unsigned n = 0; n < 3; n++) {
        const struct stored *out = results(name[n], grid_of(3, 2, 0), "out");
        assert_int_equal(out->count, 32 * 48);
        for (uint32_t row = 0; row < 32; row++)
            for (uint32_t column = 0; column < 48; column++)
                assert_int_equal(out->value[column * 32 + row], row * 48 + column);
    }
    /* A warp writes two rows of a tile, or a part of 16 columns: each lane 32 elements behind the one before. */
    assert_string_equal(stream_of("transpose_naive", grid_of(3, 2, 0), 0, 0),
                        "integer; integer; integer; integer; load global/4 0?; integer; integer; "
                        "store global/4 1800?");
    /* Diagonals of CTAs 0 to 5: rows 0 1 0 1 0 1 of columns 0 1 1 2 2 0; CTA 3 reads from row 16, column 32 on. */
    assert_non_null(strstr(stream_of("transpose_diagonal", grid_of(3, 2, 0), 3, 0), "load global/4 c80?"));
}

/* A CTA has 8 warps. Without a tile a warp has two coordinates, an index and an address for each access, and these;
 * with one an index and an address more for each access to the tile, both coordinates anew, and the barrier. */
static void transposes_have_an_address_an_access(void **state) {
    (void)state;
    assert_counts("transpose_naive", grid_of(1, 1, 0), "64 warp 2048 thread: 48 integer 8 load 8 store; global 16");
    assert_counts("transpose", grid_of(1, 1, 0),
                  "136 warp 4352 thread: 96 integer 16 load 16 store 8 barrier; global 16 shared 16");
    assert_counts("transpose_diagonal", grid_of(1, 1, 0),
                  "136 warp 4352 thread: 96 integer 16 load 16 store 8 barrier; global 16 shared 16");
}

/* By the definition of the product, on 16 x 32 times 32 x 48. */
static void matrix_multiply_is_the_product(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(3, 1, 32);
    const struct stored *c = results("matrix_multiply", options, "c");
    struct rh_warp_source *source = opened("matrix_multiply", &options);
    assert_int_equal(c->count, 16 * 48);
    for (unsigned row = 0; row < 16; row++)
        for (unsigned column = 0; column < 48; column++) {
            float sum = 0;
            for (unsigned n = 0; n < 32; n++)
                sum += as_float(content(source, 0, row * 32 + n)) * as_float(content(source, 1, n * 48 + column));
            assert_true(as_float(c->value[row * 48 + column]) == sum);
        }
    source->close(source);
    /* One CTA of 8 warps, two tiles. A warp begins with 10 integer instructions and a store to local memory; a tile has
     * 2 addresses, 2 of the next tile, 2 of the loop, 2 global loads, 2 stores and 32 loads of shared memory, 16
     * multiplications, 2 barriers; at the end a load of local memory, two integer and a store. */
    assert_counts("matrix_multiply", grid_of(1, 1, 32),
                  "1080 warp 34560 thread: 192 integer 256 single 552 load 48 store 32 barrier; global 40 local 16 "
                  "shared 544");
}

/* Sums. */

static uint64_t sum_of(const char *name, uint32_t ctas, uint32_t size, uint64_t count) {
    struct rh_simt_options options = grid_of(ctas, 1, size);
    struct rh_warp_source *source = opened(name, &options);
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += content(source, 0, i);
    source->close(source);
    return sum;
}

static void reduction_adds_up_all_elements(void **state) {
    (void)state;
    const struct stored *sums = results("reduction", grid_of(3, 1, 1100), "sums of sums");
    assert_int_equal(sums->count, 1); /* by the second kernel, of the 3 sums of the first */
    assert_int_equal(sums->value[0], sum_of("reduction", 3, 1100, 1100));
    assert_in_range(sums->value[0], 1100 * 4.5 - 400, 1100 * 4.5 + 400);
    assert_int_equal(counted("reduction", grid_of(513, 1, 0)).kernels, 3); /* 513 sums, 2 sums, one */
    sums = results("reduction", grid_of(1, 1, 100), "sums");
    assert_int_equal(sums->value[0], sum_of("reduction", 1, 100, 100));
    /* One CTA of 512 elements: barriers behind the first sums and behind the rounds of 128 and 64 threads. */
    assert_int_equal(counted("reduction", grid_of(1, 1, 0)).of[RH_WARP_BARRIER], 3 * 8);
    /* Of each of 8 warps: index, two addresses, a sum of 0; two loads behind a comparison and a branch, for the second
     * one of which an index is added and the sum; its store; five times a comparison and a branch, with a last one for
     * the sum's store: 18 integer. Rounds of 4, 2 and six times 1 warp add: a load, an addition, a store. One lane
     * stores the sum. */
    assert_counts("reduction", grid_of(1, 1, 0),
                  "229 warp 7297 thread: 156 integer 28 load 21 store 24 barrier; global 17 shared 32");
}

static void scalar_product_multiplies_pairs(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(2, 1, 700);
    const struct stored *products = results("scalar_product", options, "products");
    struct rh_warp_source *source = opened("scalar_product", &options);
    assert_int_equal(products->count, 2);
    for (unsigned pair = 0; pair < 2; pair++) {
        float sum = 0; /* of small whole numbers, so in any order */
        for (unsigned n = 0; n < 700; n++)
            sum += as_float(content(source, 0, pair * 700 + n)) * as_float(content(source, 1, pair * 700 + n));
        assert_true(as_float(products->value[pair]) == sum);
    }
    source->close(source);
    /* 700 = 2 * 256 + 188: lanes of threads 0 to 187 go a third round, the last of them 28 lanes of warp 5. */
    assert_non_null(strstr(stream_of("scalar_product", options, 0, 5), "load of fffffff global/4"));
    assert_int_equal(counted("scalar_product", options).of[RH_WARP_BARRIER], 2 * 8 * 8);
}

static void scan_gives_the_sum_before_each_element(void **state) {
    static const uint32_t size[] = {1, 512, 513, 1200, 2000};
    (void)state;
    for (unsigned n = 0; n < 5; n++) {
        uint32_t ctas = (size[n] + 511) / 512, sum = 0;
        struct rh_simt_options options = grid_of(ctas, 1, size[n]);
        const struct stored *out = results("scan", options, "out");
        struct rh_warp_source *source = opened("scan", &options);
        assert_int_equal(out->count, ctas == 1 ? size[n] : 2 * size[n]); /* the second time by scan_add */
        for (unsigned i = 0; i < size[n]; i++) {
            assert_int_equal(out->value[i], sum);
            sum += content(source, 0, i);
        }
        source->close(source);
    }
    /* Nine rounds up and nine down the tree of 512 elements, and one behind them. */
    assert_int_equal(counted("scan", grid_of(1, 1, 0)).of[RH_WARP_BARRIER], 19 * 8);
    assert_int_equal(counted("scan", grid_of(513, 1, 0)).kernels, 5); /* three levels, then two that add */
}

/* By the definition: output m is the sum of all inputs n of its series, negative where m AND n has an odd number of
 * ones. Of 2, 4, 3 and 6 times 1024 elements: a series of 2048, one of 4096, three of
 * 1024, three of 2048. */
static void fast_walsh_transform_is_the_transform(void **state) {
    static const struct {
        uint32_t ctas, length, kernels;
    } row[] = {{2, 2048, 1}, {4, 4096, 2}, {3, 1024, 1}, {6, 2048, 1}, {8, 8192, 2}};
    (void)state;
    for (unsigned c = 0; c < 5; c++) {
        struct rh_simt_options options = grid_of(row[c].ctas, 1, 0);
        struct rh_error error = {""};
        struct rh_kernel_launch launch;
        const struct stored *out = results("fast_walsh_transform", options, "data");
        struct rh_warp_source *source = opened("fast_walsh_transform", &options);
        assert_int_equal(source->next_kernel(source, &launch, &error), 1);
        assert_int_equal(out->count, 1024 * row[c].ctas * row[c].kernels);
        for (uint32_t m = 0; m < 1024 * row[c].ctas; m += 37) {
            float sum = 0;
            for (uint32_t n = 0; n < row[c].length; n++) {
                float x = as_float(content(source, 0, m / row[c].length * row[c].length + n));
                sum += __builtin_popcount(m % row[c].length & n) % 2 != 0 ? -x : x;
            }
            assert_true(as_float(out->value[m]) == sum);
        }
        source->close(source);
    }
}

/* Finance. */

/* The formula with the error function of the C library, in double precision. */
static void black_scholes_prices_options(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(1, 1, 300);
    static uint32_t puts[300];
    memcpy(puts, results("black_scholes", options, "put")->value, sizeof puts);
    const struct stored *call = results("black_scholes", options, "call");
    struct rh_warp_source *source = opened("black_scholes", &options);
    assert_int_equal(call->count, 300);
    for (unsigned i = 0; i < 300; i++) {
        double price = as_float(content(source, 0, i)), strike = as_float(content(source, 1, i));
        double years = as_float(content(source, 2, i)), worth = strike * exp(-0.02 * years);
        double d1 = (log(price / strike) + (0.02 + 0.045) * years) / (0.3 * sqrt(years)), d2 = d1 - 0.3 * sqrt(years);
        double value = price * erfc(-d1 / sqrt(2)) / 2 - worth * erfc(-d2 / sqrt(2)) / 2;
        assert_true(price >= 5 && price <= 30 && strike >= 1 && strike <= 100 && years >= 0.25 && years <= 10);
        assert_true(fabs(as_float(call->value[i]) - value) < 1e-4);
        assert_true(fabs(as_float(puts[i]) - (value - price + worth)) < 1e-4);
    }
    source->close(source);
    /* 300 options are a round of all lanes of a CTA and one of 44, which are a warp and 12 lanes. */
    assert_non_null(strstr(stream_of("black_scholes", options, 0, 1), "store of fff global/4"));
    assert_null(strstr(stream_of("black_scholes", options, 0, 1), "store of ffff global/4"));
    /* 8 warps. An option: an address and two choices, 47 operations, 9 special ones (a root, a logarithm, an
     * exponential and two reciprocals of its own, a reciprocal and an exponential of each distribution), 3 loads, 2
     * stores; a round 5 integer, and a warp its first index. */
    assert_counts("black_scholes", grid_of(1, 1, 256),
                  "560 warp 17920 thread: 72 integer 376 single 72 special 24 load 16 store; global 40");
    /* The default: 15625 options a CTA of 256. */
    assert_int_equal(results("black_scholes", grid_of(1, 1, 0), "call")->count, 15625);
}

/* A path by the model itself, in double precision: `rate` at the beginning, and what the swaps are worth in the end. */
static double libor_value(struct rh_warp_source *source, unsigned path, unsigned paths, double rate[80]) {
    static const unsigned maturity[] = {4, 8, 20, 28, 40};
    static const double swap_rate[] = {0.045, 0.05, 0.055};
    double value = 0;
    for (unsigned n = 0; n < 40; n++) {
        double shock = 0.5 * as_float(content(source, 0, n * paths + path)), drift = 0;
        for (unsigned i = n + 1; i < 80; i++) {
            drift += 0.05 * rate[i] / (1 + 0.25 * rate[i]);
            rate[i] *= exp(0.05 * drift + 0.2 * (shock - 0.5 * 0.05));
        }
    }
    for (unsigned s = 0; s < 15; s++) {
        double bond = 1, annuity = 0;
        for (unsigned n = 0; n < maturity[s / 3]; n++) {
            bond /= 1 + 0.25 * rate[40 + n];
            annuity += 0.25 * bond;
        }
        double worth = bond + swap_rate[s % 3] * annuity - 1;
        value += worth < 0 ? -100 * worth : 0;
    }
    for (unsigned n = 0; n < 40; n++)
        value /= 1 + 0.25 * rate[n];
    return value;
}

static double libor_bumped(struct rh_warp_source *source, unsigned path, double by) {
    double rate[80];
    for (unsigned i = 0; i < 80; i++)
        rate[i] = 0.05;
    rate[79] += by;
    return libor_value(source, path, 64, rate);
}

static void libor_values_paths_and_their_sensitivity(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(1, 1, 0);
    static uint32_t values[64];
    const struct stored *value = results("libor", options, "value");
    unsigned worth = 0;
    assert_int_equal(value->count, 2 * 64); /* by both kernels */
    memcpy(values, value->value, sizeof values);
    const struct stored *slope = results("libor", options, "sensitivity");
    struct rh_warp_source *source = opened("libor", &options);
    assert_int_equal(slope->count, 64);
    for (unsigned path = 0; path < 64; path += 3) {
        double exact = libor_bumped(source, path, 0);
        double rise = (libor_bumped(source, path, 1e-6) - libor_bumped(source, path, -1e-6)) / 2e-6;
        assert_true(fabs(as_float(values[path]) - exact) < 1e-3 * (1 + exact));
        assert_true(fabs(as_float(slope->value[path]) - rise) < 1e-3 * (1 + fabs(rise)));
        worth += exact > 0;
    }
    assert_in_range(worth, 5, 22);
    source->close(source);
}

/* Fields. */

/* 2 x 3 CTAs hold 40 x 12 points of each of 40 planes, in lines of 64 in memory. */
static void laplace_3d_is_the_mean_of_six_neighbours(void **state) {
    enum { Z = 40, LINE = 64 };
    (void)state;
    struct rh_simt_options options = grid_of(2, 3, 40);
    struct rh_warp_source *source = opened("laplace_3d", &options);
    const struct stored *after = results("laplace_3d", options, "after");
    assert_int_equal(after->count, 40 * 12 * Z);
    for (uint32_t z = 0; z < Z; z++)
        for (uint32_t y = 0; y < 12; y++)
            for (uint32_t x = 0; x < 40; x++) {
                uint32_t i = (z * 12 + y) * LINE + x;
                float here = as_float(content(source, 0, i)), sum = 0;
                static const int step[] = {-1, 1, -LINE, LINE, -12 * LINE, 12 * LINE};
                bool border = x == 0 || x == 39 || y == 0 || y == 11 || z == 0 || z == 39;
                for (unsigned n = 0; n < 6 && !border; n++)
                    sum += as_float(content(source, 0, i + (uint32_t)step[n]));
                assert_true(fabsf(as_float(after->value[i]) - (border ? here : sum / 6)) < 1e-6F);
            }
    source->close(source);
    /* Two barriers a plane; the CTAs on the right have 8 of 32 lanes. */
    assert_int_equal(counted("laplace_3d", options).of[RH_WARP_BARRIER], 6 * 4 * 2 * Z);
    assert_non_null(strstr(stream_of("laplace_3d", options, 1, 0), "load of ff global/4 80+4"));
    /* The halo of a CTA of 32 x 4 is 76 points: warps 0 and 1 and 12 lanes of warp 2. */
    assert_non_null(strstr(stream_of("laplace_3d", grid_of(3, 3, 96), 4, 2), "integer of fff;"));
    assert_null(strstr(stream_of("laplace_3d", grid_of(3, 3, 96), 4, 3), "integer of"));
}

static void coulombic_potential_adds_charges_over_distances(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(2, 3, 21);
    struct rh_warp_source *source = opened("coulombic_potential", &options);
    const struct stored *potential = results("coulombic_potential", options, "potential");
    assert_int_equal(potential->count, 64 * 24);
    for (uint32_t y = 0; y < 24; y += 5)
        for (uint32_t x = 0; x < 64; x++) {
            double sum = 0;
            for (unsigned n = 0; n < 21; n++) {
                double dx = x - (double)as_float(content(source, 0, 4 * n));
                double dy = y - (double)as_float(content(source, 0, 4 * n + 1));
                sum += as_float(content(source, 0, 4 * n + 3)) /
                       sqrt(dx * dx + dy * dy + as_float(content(source, 0, 4 * n + 2)));
            }
            assert_true(fabs(as_float(potential->value[y * 64 + x]) - sum) < 1e-5);
        }
    source->close(source);
    /* One CTA of four warps and 8 atoms. A warp: 2 coordinates, a conversion each, an index, two sums that begin: 7; an
     * atom a load, 8 operations and 2 roots: 88; a round 2; at the end an address and two stores: 3. */
    assert_counts("coulombic_potential", grid_of(1, 1, 8),
                  "400 warp 12800 thread: 32 integer 264 single 64 special 32 load 8 store; global 8 constant 32");
}

/* What is in a column and what has fallen from it is what was there: mass is kept. */
static void weather_keeps_the_water(void **state) {
    enum { LEVELS = 20, CELLS = 64 * LEVELS };
    static const char *const name[] = {"vapour", "cloud", "rain", "ice", "snow"};
    static float water[5][CELLS];
    struct rh_simt_options options = grid_of(1, 1, LEVELS);
    unsigned rains = 0;
    (void)state;
    for (unsigned a = 0; a < 5; a++)
        memcpy(water[a], results("weather", options, name[a])->value, sizeof water[a]);
    const struct stored *fallen = results("weather", options, "fallen");
    assert_int_equal(fallen->count, 10 * 64);
    struct rh_warp_source *source = opened("weather", &options);
    for (unsigned column = 0; column < 64; column++) {
        double before = 0, behind = as_float(fallen->value[column]);
        for (unsigned i = column; i < CELLS; i += 64) {
            double mass = (double)as_float(content(source, 7, i)) * as_float(content(source, 8, i));
            for (unsigned a = 0; a < 5; a++) {
                before += mass * as_float(content(source, 1 + a, i));
                behind += mass * water[a][i];
                assert_true(water[a][i] >= 0);
            }
        }
        assert_true(fabs(before - behind) < 1e-3 * before);
        rains += fallen->value[column] != 0;
    }
    source->close(source);
    assert_int_equal(rains, 64);
    assert_int_equal(counted("weather", options).kernels, 10);
    /* Some lanes of a warp freeze where others melt. */
    assert_true(counted("weather", options).thread_instructions < 32 * counted("weather", options).warp_instructions);
}

/* Ciphers and hashes. */

/* The example of FIPS 197, appendix C.1: key 00 01 ... 0f, plain text 00 11 ... ff. */
static void aes_is_that_of_the_standard(void **state) {
    static const uint32_t cipher[4] = {0x69c4e0d8, 0x6a7b0430, 0xd8cdb780, 0x70b4c55a};
    (void)state;
    const struct stored *out = results("aes", grid_of(2, 1, 0), "cipher");
    assert_int_equal(out->count, 512);
    assert_memory_equal(out->value, cipher, sizeof cipher);
    /* The barrier behind the first round key and one behind each of nine rounds. */
    assert_int_equal(counted("aes", grid_of(1, 1, 0)).of[RH_WARP_BARRIER], 8 * 10);
    /* A warp: 23 integer for its places; a load of the text and one of the key, a branch, XOR, a store; nine rounds
     * with a branch, a key and its index, four words, 6 to take bytes of them, four addresses and loads of tables, four
     * XOR, a store, the loop's 2; a tenth without the store and with 4 shifts; a branch and a store. */
    assert_counts(
        "aes", grid_of(1, 1, 0),
        "2584 warp 82688 thread: 1680 integer 736 load 88 store 80 barrier; global 16 texture 88 constant 320 "
        "shared 400");
    /* The last CTA of the picture has 65552 - 256 * 256 = 16 words. */
    assert_non_null(strstr(stream_of("aes", (struct rh_simt_options){.seed = 0}, 256, 0), "store of ffff global/4"));
    assert_null(strstr(stream_of("aes", (struct rh_simt_options){.seed = 0}, 256, 1), "global"));
    /* A word a thread of a block: its tables' addresses are scattered. */
    assert_non_null(strstr(stream_of("aes", grid_of(1, 1, 0), 0, 0), "?; integer; load shared/4"));
}

/* Python's hashlib of 192 bytes from word 0 and from word 200 of the input on. */
static void store_gpu_hashes_by_md5(void **state) {
    (void)state;
    const struct stored *out = results("store_gpu", grid_of(2, 1, 0), "digest");
    assert_int_equal(out->count, 4 * 256);
    assert_int_equal(out->value[0], 0x825882b6);
    assert_int_equal(out->value[1], 0x7151c29e);
    assert_int_equal(out->value[2], 0x7e924d7b);
    assert_int_equal(out->value[3], 0xf36c6633);
    assert_int_equal(out->value[800], 0x719224a2);
    assert_int_equal(out->value[801], 0x028fcac4);
    assert_int_equal(out->value[802], 0x4830f5bf);
    assert_int_equal(out->value[803], 0xefb45c7e);
    /* Three blocks and the one behind them: 16 words stored, 64 used, by each of four warps. */
    /* 8 integer to begin; of a block 4 copies, 16 times 3, 3, 2 and 3 for its functions, 64 times 7, 4 sums and 2 of
     * the loop: 634; 2 for the digest's address. */
    assert_counts("store_gpu", grid_of(1, 1, 0),
                  "11672 warp 373504 thread: 10184 integer 1216 load 272 store; global 208 shared 1280");
}

/* Images. */

static void neural_network_computes_two_layers(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(6, 2, 0);
    static uint32_t first[2 * 6 * 169];
    const struct stored *out = results("neural_network", options, "first layer");
    assert_int_equal(out->count, 2 * 6 * 169);
    memcpy(first, out->value, sizeof first);
    out = results("neural_network", options, "second layer");
    assert_int_equal(out->count, 2 * 50 * 25);
    struct rh_warp_source *source = opened("neural_network", &options);
    for (unsigned n = 0; n < 2 * 6 * 169; n++) /* what the second kernel finds is what the first one has made */
        assert_int_equal(first[n], content(source, 2, n));
    for (unsigned n = 0; n < 2 * 6 * 169; n += 19) {
        unsigned image = n / 1014, map = n / 169 % 6, line = n % 169 / 13, column = n % 13;
        double sum = as_float(content(source, 1, map * 26));
        for (unsigned tap = 0; tap < 25; tap++)
            sum += (double)as_float(content(source, 1, map * 26 + 1 + tap)) *
                   as_float(content(source, 0, image * 841 + (2 * line + tap / 5) * 29 + 2 * column + tap % 5));
        assert_true(fabs(as_float(first[n]) - 1.7159 * tanh(sum * 2 / 3)) < 1e-4);
    }
    for (unsigned n = 0; n < 2 * 50 * 25; n += 19) {
        unsigned image = n / 1250, map = n / 25 % 50, line = n % 25 / 5, column = n % 5;
        double sum = as_float(content(source, 3, map * 151));
        for (unsigned tap = 0; tap < 150; tap++)
            sum +=
                (double)as_float(content(source, 3, map * 151 + 1 + tap)) *
                as_float(first[image * 1014 + tap / 25 * 169 + (2 * line + tap % 25 / 5) * 13 + 2 * column + tap % 5]);
        assert_true(fabs(as_float(out->value[n]) - 1.7159 * tanh(sum * 2 / 3)) < 1e-4);
    }
    source->close(source);
    /* One digit. A warp of layer 1: 3 for its corner, the bias, 25 times two loads and a multiplication, 3 + 2 of the
     * function, 3 to store: 87, of 6 CTAs of 6 warps (169 threads); of layer 2 the same with 150 and 6 times 2 of the
     * loop: 474, of 50 CTAs of a warp (25 threads). 169 * 87 * 6 + 25 * 474 * 50 threads. */
    assert_counts("neural_network", grid_of(6, 1, 0),
                  "26832 warp 680718 thread: 1030 integer 8658 single 172 special 16886 load 86 store; global 16972");
    /* 169 threads are five warps and 9 lanes, 25 threads one warp of 25 lanes. */
    assert_non_null(strstr(stream_of("neural_network", options, 0, 5), "load of 1ff global/4"));
}

/* A ray tracer by the textbook, in double precision. `from` and `way` go along. */
static double traced(struct rh_warp_source *source, unsigned spheres, double from[3], double way[3], unsigned left) {
    static const double lamp[3] = {0.48, 0.80, -0.36};
    double nearest = 1e30, normal[3], dots[2] = {0, 0};
    unsigned which = spheres;
    if (left == 0)
        return 0;
    for (unsigned shadow = 0; shadow < 2; shadow++) {
        const double *d = shadow ? lamp : way;
        bool hidden = false;
        for (unsigned n = 0; n < spheres; n++) {
            double half = 0, rest = -as_float(content(source, 0, 4 * n + 3));
            for (unsigned c = 0; c < 3; c++) {
                double apart = from[c] - as_float(content(source, 0, 4 * n + c));
                half += apart * d[c];
                rest += apart * apart;
            }
            double near = half * half > rest ? -half - sqrt(half * half - rest) : -1;
            hidden |= shadow != 0 && near > 0;
            if (shadow == 0 && near > 1e-3 && near < nearest) {
                nearest = near;
                which = n;
            }
        }
        if (which == spheres)
            return 0.5 + 0.5 * way[1];
        if (shadow != 0) {
            double colour = as_float(content(source, 1, 4 * which)),
                   mirror = as_float(content(source, 1, 4 * which + 3));
            double light = colour * (0.2 + (hidden || dots[1] < 0 ? 0 : dots[1]));
            return light + mirror * traced(source, spheres, from, way, left - 1);
        }
        for (unsigned c = 0; c < 3; c++) {
            from[c] += nearest * way[c];
            normal[c] = (from[c] - as_float(content(source, 0, 4 * which + c))) /
                        sqrt(as_float(content(source, 0, 4 * which + 3)));
            dots[0] += way[c] * normal[c];
            dots[1] += lamp[c] * normal[c];
        }
        for (unsigned c = 0; c < 3; c++) {
            from[c] += 1e-3 * normal[c];
            way[c] -= 2 * dots[0] * normal[c];
        }
    }
    return 0;
}

static void ray_tracing_draws_the_scene(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(4, 8, 0);
    struct rh_warp_source *source = opened("ray_tracing", &options);
    const struct stored *picture = results("ray_tracing", options, "picture");
    unsigned alike = 0;
    assert_int_equal(picture->count, 64 * 64);
    for (unsigned y = 0; y < 64; y++)
        for (unsigned x = 0; x < 64; x++) {
            double from[3] = {0, 0, -2}, way[3] = {x / 32.0 - 1, 1 - y / 32.0, 1.5};
            double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
            for (unsigned c = 0; c < 3; c++)
                way[c] /= length;
            double colour = traced(source, 9, from, way, 5);
            alike += fabs((colour < 1 ? colour : 1) * 255 - picture->value[y * 64 + x]) < 2;
        }
    source->close(source);
    assert_true(alike > 64 * 64 * 97 / 100); /* rays along an edge may fall to either side */
    struct rh_warp_count count = counted("ray_tracing", options);
    assert_int_equal(count.of[RH_WARP_BARRIER], 32 * 4);
    assert_true(count.thread_instructions < 31 * count.warp_instructions);
    assert_true(count.stores[RH_WARP_SPACE_LOCAL] > 2 * 32 * 4); /* more than one bounce, two words each */
}

/* Searches. */

static double digits(struct rh_warp_source *source, unsigned record, unsigned place, unsigned count) {
    char text[8];
    for (unsigned n = 0; n < count; n++)
        text[n] = (char)content(source, 0, record * 49 + place + n);
    text[count] = '\0';
    return atof(text);
}

/* 40 records are two kernels of two CTAs of 16 threads and 8 lanes of a third; the text of a record says where. */
static void nearest_neighbor_reads_places_and_measures(void **state) {
    (void)state;
    struct rh_simt_options options = grid_of(2, 1, 40);
    const struct stored *distance = results("nearest_neighbor", options, "distance");
    struct rh_warp_source *source = opened("nearest_neighbor", &options);
    assert_int_equal(distance->count, 40);
    for (unsigned n = 0; n < 40; n++) {
        double north = digits(source, n, 28, 4), east = digits(source, n, 33, 5);
        assert_true(north >= 0 && north < 100 && east >= 0 && east < 300);
        assert_true(fabs(as_float(distance->value[n]) - hypot(north - 30, east - 90)) < 1e-3);
    }
    source->close(source);
    assert_int_equal(counted("nearest_neighbor", options).kernels, 2);
    /* Two warps of 16 lanes: 3 to find out that it has a record, 2 for its address; two numbers with 1 to begin, a load
     * and 2 for each of 3 and 4 digits, 2 to scale; two differences, two operations and a root; 2 to store: 39. */
    assert_counts("nearest_neighbor", grid_of(2, 1, 32),
                  "78 warp 1248 thread: 44 integer 16 single 2 special 14 load 2 store; global 16");
    assert_int_equal(counted("nearest_neighbor", (struct rh_simt_options){.seed = 0}).kernels, 3);
    assert_non_null(strstr(stream_of("nearest_neighbor", options, 1, 0), "load of ffff global/1 32c+49"));
}

static void n_queens_finds_all_solutions(void **state) {
    static const struct {
        uint32_t size, ctas, solutions;
    } row[] = {{5, 1, 10}, {6, 2, 4}, {8, 1, 92}, {8, 40, 92}, {10, 3, 724}, {10, 223, 724}, {12, 1, 14200}};
    (void)state;
    for (unsigned n = 0; n < sizeof row / sizeof row[0]; n++) {
        const struct stored *out = results("n_queens", grid_of(row[n].ctas, 1, row[n].size), "solutions");
        uint32_t sum = 0;
        assert_int_equal(out->count, row[n].ctas);
        for (unsigned i = 0; i < row[n].ctas; i++)
            sum += out->value[i];
        assert_int_equal(sum, row[n].solutions);
    }
    /* One behind the search and seven of the sum; the shared memory leaves room for no second CTA. */
    assert_int_equal(counted("n_queens", grid_of(1, 1, 8)).of[RH_WARP_BARRIER], 3 * 8);
    struct rh_warp_count count = counted("n_queens", grid_of(1, 1, 8));
    assert_true(count.thread_instructions < 24 * count.warp_instructions);
}

/* Costs by relaxing all edges until nothing changes (Bellman and Ford). */
static void bfs_finds_the_shortest_ways(void **state) {
    enum { NODES = 3 * 512 };
    static uint32_t cost[NODES];
    struct rh_simt_options options = grid_of(3, 1, 0);
    const struct stored *out = results("bfs", options, "cost");
    struct rh_warp_source *source = opened("bfs", &options);
    uint32_t reached = 0, farthest = 0, edges = content(source, 0, NODES);
    (void)state;
    memset(cost, 0xff, sizeof cost);
    cost[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t node = 0; node < NODES; node++)
            for (uint32_t e = content(source, 0, node); cost[node] != UINT32_MAX && e < content(source, 0, node + 1);
                 e++) {
                uint32_t to = content(source, 1, e);
                if (cost[to] > cost[node] + 1) {
                    cost[to] = cost[node] + 1;
                    changed = true;
                }
            }
    }
    source->close(source);
    for (uint32_t node = 1; node < NODES; node++) {
        assert_int_equal(out->value[node], cost[node] == UINT32_MAX ? 0 : cost[node]);
        reached += cost[node] != UINT32_MAX;
        farthest = cost[node] != UINT32_MAX && cost[node] > farthest ? cost[node] : farthest;
    }
    assert_true(reached > NODES * 98 / 100);
    assert_int_equal(counted("bfs", options).kernels, farthest + 1);
    assert_in_range(edges, NODES * 5.7, NODES * 6.3);
}

/* A reference of 400 letters, in which each suffix of a query is looked for letter by letter. */
static void mummer_finds_the_longest_matches(void **state) {
    enum { REFERENCE = 400 };
    struct rh_simt_options options = grid_of(17, 1, REFERENCE);
    const struct stored *out = results("mummer", options, "lengths");
    struct rh_warp_source *source = opened("mummer", &options);
    unsigned whole = 0, of_all = 17 * 64 - 17 * 48 / 782;
    (void)state;
    assert_int_equal(out->count, 6 * of_all);
    for (unsigned q = 0; q < of_all; q++)
        for (unsigned first = 0; first < 6; first++) {
            unsigned longest = 0;
            for (unsigned at = 0; at < REFERENCE; at++) {
                unsigned n = 0;
                while (first + n < 25 && at + n < REFERENCE &&
                       content(source, 3, at + n) == content(source, 0, q + (uint64_t)(first + n) * of_all))
                    n++;
                longest = n > longest ? n : longest;
            }
            assert_int_equal(out->value[q + first * of_all], longest);
            whole += first == 0 && longest == 25;
        }
    source->close(source);
    assert_in_range(whole, of_all / 8, of_all / 2); /* (1 - 3 / 64)^25 is 0.30 */
    /* The last CTA has one thread less. */
    assert_non_null(strstr(stream_of("mummer", options, 16, 1), "load of 7fffffff global/1"));
    assert_int_equal(counted("mummer", (struct rh_simt_options){.scale = 1.0 / 782}).ctas, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_has_a_load_or_two_and_a_store_a_warp),
        cmocka_unit_test(microbenchmarks_load_and_add),
        cmocka_unit_test(stream_masks_the_lanes_behind_its_last_element),
        cmocka_unit_test(results_go_to_the_registers_that_are_read),
        cmocka_unit_test(local_words_of_warps_lie_apart),
        cmocka_unit_test(gups_changes_words_at_random),
        cmocka_unit_test(every_transpose_writes_columns_as_rows),
        cmocka_unit_test(transposes_have_an_address_an_access),
        cmocka_unit_test(matrix_multiply_is_the_product),
        cmocka_unit_test(reduction_adds_up_all_elements),
        cmocka_unit_test(scalar_product_multiplies_pairs),
        cmocka_unit_test(scan_gives_the_sum_before_each_element),
        cmocka_unit_test(fast_walsh_transform_is_the_transform),
        cmocka_unit_test(black_scholes_prices_options),
        cmocka_unit_test(libor_values_paths_and_their_sensitivity),
        cmocka_unit_test(laplace_3d_is_the_mean_of_six_neighbours),
        cmocka_unit_test(coulombic_potential_adds_charges_over_distances),
        cmocka_unit_test(weather_keeps_the_water),
        cmocka_unit_test(aes_is_that_of_the_standard),
        cmocka_unit_test(store_gpu_hashes_by_md5),
        cmocka_unit_test(neural_network_computes_two_layers),
        cmocka_unit_test(ray_tracing_draws_the_scene),
        cmocka_unit_test(nearest_neighbor_reads_places_and_measures),
        cmocka_unit_test(n_queens_finds_all_solutions),
        cmocka_unit_test(bfs_finds_the_shortest_ways),
        cmocka_unit_test(mummer_finds_the_longest_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
