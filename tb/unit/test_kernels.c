// SPDX-License-Identifier: Apache-2.0
// Do the kernels that ship compute what they are named after, with the grids, memory spaces, barriers, masks and
// instructions that follow from their algorithms?
#include <math.h>
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
    return (struct rh_simt_options){.scale = 4.0 / (program->grid[1] > 1 ? program->grid[1] : program->grid[0])};
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
        // clang-format off
        {"black_scholes", "G", 256, 1, 256, 1, false},
        {"fast_walsh_transform", "GS", 512, 1, 256, 1, true},
        {"laplace_3d", "GS", 4, 25, 32, 4, true},
        {"libor", "GLC", 64, 1, 64, 1, false},
        {"matrix_multiply", "GLS", 8, 32, 16, 16, true}, /* shared memory by the text, local by table 2.2 */
        {"reduction", "GS", 512, 1, 256, 1, true},
        {"scalar_product", "GS", 256, 1, 256, 1, true},
        {"scan", "GS", 512, 1, 256, 1, true},
        {"transpose", "GS", 32, 32, 16, 16, true},
        {"transpose_naive", "G", 32, 32, 16, 16, false},
        {"transpose_diagonal", "GS", 32, 32, 16, 16, true},
        {"weather", "GL", 9, 8, 8, 8, false},
        {"coulombic_potential", "GC", 8, 32, 16, 8, false},
        {"gups", "G", 1024, 1, 256, 1, false},
        {"stream_copy", "G", 4096, 1, 256, 1, false},
        {"stream_scale", "G", 4096, 1, 256, 1, false},
        {"stream_add", "G", 4096, 1, 256, 1, false},
        {"stream_triad", "G", 4096, 1, 256, 1, false},
        // clang-format on
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
        {"scan", {.grid = {1}, .size = 513}, "size: found 513 elements, expected at most 512 a CTA"},
        {"fast_walsh_transform", {.grid = {3, 1, 2}}, "grid: found a grid of 3 x 1 x 2, expected one dimension"},
        {"laplace_3d", {.size = 2}, "size: found 2 planes, expected 3 to 1290"},
        {"coulombic_potential", {.size = 4097}, "size: found 4097 atoms, expected 1 to 4096"},
        {"weather", {.size = 1001}, "size: found 1001 levels, expected 1 to 1000"},
        {"libor", {.grid = {1, 2}}, "grid: found a grid of 1 x 2 x 1, expected one dimension"},
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
        cmocka_unit_test(scan_gives_the_sum_before_each_element),
        cmocka_unit_test(fast_walsh_transform_is_the_transform),
        cmocka_unit_test(black_scholes_prices_options),
        cmocka_unit_test(libor_values_paths_and_their_sensitivity),
        cmocka_unit_test(laplace_3d_is_the_mean_of_six_neighbours),
        cmocka_unit_test(coulombic_potential_adds_charges_over_distances),
        cmocka_unit_test(weather_keeps_the_water),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
