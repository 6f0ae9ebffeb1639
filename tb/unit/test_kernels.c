// SPDX-License-Identifier: Apache-2.0
// Do the kernels that ship compute what they are named after, with the grids, memory spaces, barriers, masks and
// instructions that follow from their algorithms?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_warp_count.h"
#include "rowhold/rh_hash.h"

/* Opening. */

static struct rh_warp_source *opened(const char *name, const struct rh_simt_options *options) {
    struct rh_error error = {""};
    struct rh_warp_source *source = rh_kernels_open(name, options, &error);
    assert_string_equal(error.text, "");
    assert_non_null(source);
    return source;
}

static struct rh_simt_options grid_of(uint32_t x, uint32_t y, uint32_t size) {
    return (struct rh_simt_options){.grid = {x, y, 1}, .size = size};
}

static struct rh_warp_count counted(const char *name, struct rh_simt_options options) {
    struct rh_error error = {""};
    struct rh_warp_count count;
    struct rh_warp_source *source = opened(name, &options);
    memset(&count, 0, sizeof count);
    bool good = rh_warp_count_source(source, &count, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    source->close(source);
    return count;
}

/* What is counted, in words: "96 warp 3072 thread: 64 integer 16 load 16 store; global 32". */
static const char *said(const struct rh_warp_count *count) {
    static char text[512];
    int n = snprintf(text, sizeof text, "%llu warp %llu thread:", (unsigned long long)count->warp_instructions,
                     (unsigned long long)count->thread_instructions);
    for (unsigned op = 0; op < RH_WARP_OPS; op++)
        if (count->of[op] != 0)
            n += snprintf(text + n, sizeof text - (size_t)n, " %llu %s", (unsigned long long)count->of[op],
                          rh_warp_op_name((enum rh_warp_op)op));
    n += snprintf(text + n, sizeof text - (size_t)n, ";");
    for (unsigned s = 0; s < RH_WARP_SPACES; s++) {
        unsigned long long of = rh_warp_count_accesses(count, (enum rh_warp_space)s);
        if (of != 0)
            n += snprintf(text + n, sizeof text - (size_t)n, " %s %llu", rh_warp_space_name((enum rh_warp_space)s), of);
    }
    return text;
}

#define assert_counts(name, options, words)                                                                            \
    do {                                                                                                               \
        struct rh_warp_count counts = counted(name, options);                                                          \
        assert_string_equal(said(&counts), words);                                                                     \
    } while (0)

/* What a kernel stores to one array. */
struct stored {
    const char *array;
    uint64_t count;        /* stores */
    uint32_t value[65536]; /* the last of each element */
};

static void take(void *user, const char *array, uint64_t index, uint32_t bits) {
    struct stored *stored = user;
    if (strcmp(stored->array, array) != 0)
        return;
    assert_true(index < 65536);
    stored->value[index] = bits;
    stored->count++;
}

static struct stored *results(const char *name, struct rh_simt_options options, const char *array) {
    static struct stored stored;
    memset(&stored, 0, sizeof stored);
    stored.array = array;
    options.stored = take;
    options.user = &stored;
    (void)counted(name, options);
    return &stored;
}

static float as_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The contents of array `number` of a program, and how many it has. */
static uint32_t content(struct rh_warp_source *source, unsigned number, uint64_t index) {
    const struct rh_simt_run *run = rh_simt_run_of(source);
    return run->array[number].content(run, number, index);
}

/* The stream of a warp, in words: "integer of ffff; load global 40 +4 -> 5 <- 4". Addresses are that of the lowest
 * active lane and the step from lane to lane; ? where there is none. */
static const char *stream_of(const char *name, struct rh_simt_options options, uint64_t number, uint32_t warp) {
    static char text[8192];
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    struct rh_warp_instruction i;
    uint32_t warps;
    int n = 0;
    struct rh_warp_source *source = opened(name, &options);
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, number, &warps, &error);
    text[0] = '\0';
    while (source->next(source, cta, warp, &i, &error) == 1) {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", n == 0 ? "" : "; ", rh_warp_op_name(i.op));
        if (i.active != UINT32_MAX)
            n += snprintf(text + n, sizeof text - (size_t)n, " of %x", i.active);
        if (!rh_warp_op_accesses(i.op))
            continue;
        unsigned low = (unsigned)__builtin_ctz(i.active);
        uint64_t step = low < 31 ? i.address[low + 1] - i.address[low] : 0;
        bool even = true;
        for (unsigned l = low; l < 32 && (i.active >> l & 1U) != 0; l++)
            even &= i.address[l] == i.address[low] + (l - low) * step;
        n += snprintf(text + n, sizeof text - (size_t)n, " %s/%u %llx", rh_warp_space_name(i.space), i.bytes,
                      (unsigned long long)i.address[low]);
        n += even ? snprintf(text + n, sizeof text - (size_t)n, "+%lld", (long long)step)
                  : snprintf(text + n, sizeof text - (size_t)n, "?");
    }
    assert_string_equal(error.text, "");
    source->close_cta(source, cta);
    source->close(source);
    return text;
}

/* Every kernel. */

static struct rh_simt_options small(const struct rh_simt_program *program) {
    return (struct rh_simt_options){.scale = 2.5 / (program->grid[1] > 1 ? program->grid[1] : program->grid[0])};
}

/* The hash of all streams of a program, whose CTAs are opened in pairs, from the last one on or from the first. */
static uint64_t stream_hash(const struct rh_simt_program *program, bool backwards, uint32_t turn) {
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    struct rh_simt_options options = small(program);
    struct rh_warp_source *source = opened(program->name, &options);
    uint64_t sum = 0, kernel = 0;
    for (; source->next_kernel(source, &launch, &error) == 1; kernel++)
        for (uint64_t n = 0; n < launch.ctas; n += 2) {
            struct rh_warp_cta *cta[2] = {NULL, NULL};
            uint64_t number[2];
            uint32_t warps[2], open = launch.ctas - n < 2 ? 1 : 2;
            uint64_t hash[2][32];
            for (unsigned c = 0; c < open; c++) {
                number[c] = backwards ? launch.ctas - 1 - n - c : n + c;
                cta[c] = source->open_cta(source, number[c], &warps[c], &error);
                assert_string_equal(error.text, "");
                for (unsigned w = 0; w < warps[c]; w++)
                    hash[c][w] = rh_hash(RH_HASH_START, (uint64_t[]){kernel, number[c], w}, 24);
            }
            for (bool more = true; more;) {
                more = false;
                for (unsigned c = 0; c < open; c++)
                    for (uint32_t w = 0; w < warps[c]; w++) {
                        struct rh_warp_instruction i;
                        int status = 1;
                        for (uint32_t t = 0; t < turn && status == 1; t++) {
                            if ((status = source->next(source, cta[c], w, &i, &error)) != 1)
                                continue;
                            uint64_t *h = &hash[c][w];
                            *h = rh_hash(*h, (uint64_t[]){i.op, i.active, i.pc, i.writes, i.space, i.bytes}, 48);
                            *h = rh_hash(*h, i.read, i.reads * sizeof i.read[0]);
                            for (unsigned l = 0; l < 32 && i.address != NULL; l++)
                                if ((i.active >> l & 1U) != 0)
                                    *h = rh_hash(*h, &i.address[l], 8);
                        }
                        assert_string_equal(error.text, "");
                        more |= status == 1;
                    }
            }
            for (unsigned c = 0; c < open; c++) {
                for (uint32_t w = 0; w < warps[c]; w++)
                    sum += hash[c][w];
                source->close_cta(source, cta[c]);
            }
        }
    source->close(source);
    return sum;
}

static void streams_do_not_depend_on_the_order_in_which_ctas_run(void **state) {
    const struct rh_simt_program *program;
    (void)state;
    for (unsigned p = 0; (program = rh_kernels_at(p)) != NULL; p++)
        assert_int_equal(stream_hash(program, false, 1), stream_hash(program, true, 40));
}

/* Bytes behind the last one of an array, padding apart. */
static uint64_t end_of(const struct rh_simt_run *run, unsigned number) {
    const struct rh_simt_array *a = &run->array[number];
    uint64_t threads = (uint64_t)run->grid[0] * run->grid[1] * run->program->cta[0] * run->program->cta[1];
    uint64_t bytes = a->elements * a->bytes;
    if (a->width != 0)
        bytes = (uint64_t)(a->width + 7) / 8 * 8 * ((a->elements / a->width + 7) / 8 * 8) * a->bytes;
    return a->base + (a->space == RH_WARP_SPACE_LOCAL ? bytes * threads : bytes);
}

static bool inside(const struct rh_simt_run *run, enum rh_warp_space space, uint64_t address, uint32_t bytes) {
    for (unsigned a = 0; a < run->arrays; a++)
        if (run->array[a].space == space && address >= run->array[a].base && address + bytes <= end_of(run, a) &&
            bytes == run->array[a].bytes && (address - run->array[a].base) % bytes == 0)
            return true;
    return false;
}

/* All warps of a CTA meet at as many barriers; addresses lie in arrays of their space; shared memory is as large as the
 * launch says; a place in the program has one instruction. */
static void instructions_are_possible_ones(void **state) {
    enum { PLACES = 8192 };
    static uint16_t at[PLACES];
    const struct rh_simt_program *program;
    (void)state;
    for (unsigned p = 0; (program = rh_kernels_at(p)) != NULL; p++) {
        struct rh_error error = {""};
        struct rh_kernel_launch launch;
        struct rh_simt_options options = small(program);
        struct rh_warp_source *source = opened(program->name, &options);
        const struct rh_simt_run *run = rh_simt_run_of(source);
        while (source->next_kernel(source, &launch, &error) == 1) {
            memset(at, 0, sizeof at);
            assert_true(launch.registers > 0 && launch.ctas > 0);
            for (uint64_t n = 0; n < launch.ctas; n++) {
                uint32_t warps;
                uint64_t barriers[32] = {0};
                struct rh_warp_cta *cta = source->open_cta(source, n, &warps, &error);
                assert_int_equal(warps, launch.cta_warps);
                for (uint32_t w = 0; w < warps; w++)
                    for (struct rh_warp_instruction i; source->next(source, cta, w, &i, &error) == 1;) {
                        uint16_t what = (uint16_t)(1U + i.op + 16U * i.space);
                        assert_true(i.active != 0 && i.pc % RH_WARP_CODE_BYTES == 0);
                        assert_true(i.pc / RH_WARP_CODE_BYTES < PLACES);
                        assert_true(at[i.pc / RH_WARP_CODE_BYTES] == 0 || at[i.pc / RH_WARP_CODE_BYTES] == what);
                        at[i.pc / RH_WARP_CODE_BYTES] = what;
                        barriers[w] += i.op == RH_WARP_BARRIER;
                        if (!rh_warp_op_accesses(i.op))
                            continue;
                        for (unsigned l = 0; l < 32; l++)
                            if ((i.active >> l & 1U) != 0) {
                                assert_true(inside(run, i.space, i.address[l], i.bytes));
                                assert_true(i.space != RH_WARP_SPACE_SHARED || i.address[l] < launch.shared);
                            }
                    }
                for (uint32_t w = 1; w < warps; w++)
                    assert_int_equal(barriers[w], barriers[0]);
                assert_string_equal(error.text, "");
                source->close_cta(source, cta);
            }
        }
        source->close(source);
    }
}

/* Default grids, CTAs and spaces of the thesis' tables 2.1 and 2.2, and what the SDK's samples have. */
static void grids_and_spaces_are_the_published_ones(void **state) {
    static const struct {
        const char *name, *spaces;
        uint32_t x, y, cta_x, cta_y;
        bool barriers;
    } row[] = {
        {"matrix_multiply", "GLS", 8, 32, 16, 16, true}, /* shared memory by the text, local by table 2.2 */
        {"reduction", "GS", 512, 1, 256, 1, true},          {"scalar_product", "GS", 256, 1, 256, 1, true},
        {"transpose", "GS", 32, 32, 16, 16, true},          {"transpose_naive", "G", 32, 32, 16, 16, false},
        {"transpose_diagonal", "GS", 32, 32, 16, 16, true}, {"gups", "G", 1024, 1, 256, 1, false},
        {"stream_copy", "G", 4096, 1, 256, 1, false},       {"stream_scale", "G", 4096, 1, 256, 1, false},
        {"stream_add", "G", 4096, 1, 256, 1, false},        {"stream_triad", "G", 4096, 1, 256, 1, false},
    };
    unsigned rows = sizeof row / sizeof row[0];
    (void)state;
    assert_null(rh_kernels_at(rows));
    for (unsigned n = 0; n < rows; n++) {
        struct rh_simt_options none = {.seed = 0};
        struct rh_warp_source *source = opened(row[n].name, &none);
        const struct rh_simt_run *run = rh_simt_run_of(source);
        assert_string_equal(run->program->name, row[n].name);
        assert_ptr_equal(run->program, rh_kernels_at(n));
        assert_int_equal(run->grid[0], row[n].x);
        assert_int_equal(run->grid[1], row[n].y);
        assert_int_equal(run->grid[2], 1);
        assert_int_equal(run->program->cta[0], row[n].cta_x);
        assert_int_equal(run->program->cta[1], row[n].cta_y);
        source->close(source);
        struct rh_warp_count count = counted(row[n].name, small(run->program));
        char spaces[RH_WARP_SPACES + 1] = "";
        unsigned letters = 0;
        for (unsigned s = 0; s < RH_WARP_SPACES; s++)
            if (rh_warp_count_accesses(&count, (enum rh_warp_space)s) != 0)
                spaces[letters++] = rh_warp_space_letter((enum rh_warp_space)s);
        assert_string_equal(spaces, row[n].spaces);
        assert_int_equal(count.of[RH_WARP_BARRIER] != 0, row[n].barriers);
    }
}

static void options_that_are_wrong_are_refused_by_their_member(void **state) {
    static const struct {
        const char *name;
        struct rh_simt_options options;
        const char *says;
    } row[] = {
        {"stream_copies", {.seed = 0}, "kernel: found 'stream_copies', expected a kernel that ships"},
        {"transpose", {.size = 7}, "size: found 7, expected none, for the grid of transpose says all"},
        {"transpose", {.scale = -1}, "scale: found -1, expected a number above 0 up to 1000"},
        {"transpose", {.grid = {2, 2, 2}}, "grid: found a grid of 2 x 2 x 2, expected two dimensions"},
        {"transpose", {.grid = {2, 70000}}, "grid: found 70000 CTAs, expected 1 to 65535 in y and z"},
        {"matrix_multiply", {.size = 17}, "size: found 17 columns of the first matrix, expected a multiple of 16"},
        {"stream_add", {.grid = {1}, .size = 257}, "size: found 257 elements, expected at most one a thread"},
        {"gups", {.size = 31}, "size: found 2^31 words of the table, expected 2^1 to 2^30"},
        {"reduction", {.grid = {1}, .size = 513}, "size: found 513 elements, expected at most 512 a CTA"},
    };
    (void)state;
    for (unsigned n = 0; n < sizeof row / sizeof row[0]; n++) {
        struct rh_error error = {""};
        assert_null(rh_kernels_open(row[n].name, &row[n].options, &error));
        error.text[strlen(row[n].says)] = '\0';
        assert_string_equal(error.text, row[n].says);
    }
}

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_do_not_depend_on_the_order_in_which_ctas_run),
        cmocka_unit_test(instructions_are_possible_ones),
        cmocka_unit_test(grids_and_spaces_are_the_published_ones),
        cmocka_unit_test(options_that_are_wrong_are_refused_by_their_member),
        cmocka_unit_test(stream_has_a_load_or_two_and_a_store_a_warp),
        cmocka_unit_test(stream_masks_the_lanes_behind_its_last_element),
        cmocka_unit_test(gups_changes_words_at_random),
        cmocka_unit_test(every_transpose_writes_columns_as_rows),
        cmocka_unit_test(matrix_multiply_is_the_product),
        cmocka_unit_test(reduction_adds_up_all_elements),
        cmocka_unit_test(scalar_product_multiplies_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
