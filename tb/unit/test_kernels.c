// SPDX-License-Identifier: Apache-2.0
// Have all kernels that ship the grids, memory spaces and barriers that are published, streams that no order of CTAs
// changes, and only instructions that are possible?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel_results.h"
#include "rowhold/rh_gpu.h"
#include "rowhold/rh_hash.h"

/* Four CTAs, or lines of them, and no more than 64 of what there may be many of. */
static struct rh_simt_options small(const struct rh_simt_program *program) {
    return (struct rh_simt_options){.scale = 4.0 / (program->grid[1] > 1 ? program->grid[1] : program->grid[0]),
                                    .size = program->size > 64 ? 64 : 0};
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
                            *h = rh_hash_words(*h, (uint64_t[]){i.op, i.active, i.pc, i.writes, i.space, i.bytes}, 48);
                            *h = rh_hash(*h, i.read, i.reads * sizeof i.read[0]);
                            for (unsigned l = 0; l < 32 && i.address != NULL; l++)
                                if ((i.active >> l & 1U) != 0)
                                    *h = rh_hash_words(*h, &i.address[l], 8);
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

/* Bytes behind the last one of an array, padding apart. A warp's words of local memory are 128 bytes each; a texture of
 * two dimensions has whole blocks of 64 bytes, at most 8 texels wide and high. */
static uint64_t end_of(const struct rh_simt_run *run, unsigned number) {
    const struct rh_simt_array *a = &run->array[number];
    uint64_t warps = (run->program->cta[0] * run->program->cta[1] + 31) / 32;
    if (a->space == RH_WARP_SPACE_LOCAL)
        return a->base + a->elements * 128 * warps * run->grid[0] * run->grid[1];
    if (a->width != 0)
        return a->base + (uint64_t)(a->width + 7) / 8 * 8 * ((a->elements / a->width + 7) / 8 * 8) * a->bytes;
    return a->base + a->elements * a->bytes;
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
        {"mummer", "GT", 782, 1, 64, 1, false},
        {"nearest_neighbor", "G", 938, 1, 16, 1, false},
        {"neural_network", "G", 6, 28, 13, 13, false},
        {"n_queens", "GS", 223, 1, 96, 1, true},
        {"ray_tracing", "GLC", 16, 32, 16, 8, true},
        {"reduction", "GS", 512, 1, 256, 1, true},
        {"scalar_product", "GS", 256, 1, 256, 1, true},
        {"scan", "GS", 512, 1, 256, 1, true},
        {"transpose", "GS", 32, 32, 16, 16, true},
        {"transpose_naive", "G", 32, 32, 16, 16, false},
        {"transpose_diagonal", "GS", 32, 32, 16, 16, true},
        {"weather", "GL", 9, 8, 8, 8, false},
        {"aes", "GTCS", 257, 1, 256, 1, true},
        {"bfs", "G", 128, 1, 512, 1, false},
        {"coulombic_potential", "GC", 8, 32, 16, 8, false},
        {"store_gpu", "GS", 384, 1, 128, 1, false},
        {"gups", "G", 1024, 1, 256, 1, false},
        {"stream_copy", "G", 4096, 1, 256, 1, false},
        {"stream_scale", "G", 4096, 1, 256, 1, false},
        {"stream_add", "G", 4096, 1, 256, 1, false},
        {"stream_triad", "G", 4096, 1, 256, 1, false},
        {"micro_coalesced", "G", 4, 64, 128, 1, false}, /* warps of a CTA, CTAs */
        {"micro_uncoalesced", "G", 4, 64, 128, 1, false},
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
        struct rh_warp_count count = counted(row[n].name, small(rh_kernels_at(n)));
        char spaces[RH_WARP_SPACES + 1] = "";
        unsigned letters = 0;
        for (unsigned s = 0; s < RH_WARP_SPACES; s++)
            if (rh_warp_count_accesses(&count, (enum rh_warp_space)s) != 0)
                spaces[letters++] = rh_warp_space_letter((enum rh_warp_space)s);
        assert_string_equal(spaces, row[n].spaces);
        assert_int_equal(count.of[RH_WARP_BARRIER] != 0, row[n].barriers);
    }
}

/* CTAs on a core of the thesis' machine, of its table 2.1; of the last kernel, where there are several of other shapes.
 * The four CTAs of 512 threads that the table gives BFS have no room on a core of 1024 threads. */
static void as_many_ctas_fit_on_a_core_as_published(void **state) {
    static const struct {
        const char *name;
        unsigned first, last;
    } row[] = {
        {"aes", 2, 2},           {"bfs", 2, 2},
        {"black_scholes", 3, 3}, {"coulombic_potential", 8, 8},
        {"laplace_3d", 6, 6},    {"fast_walsh_transform", 4, 2},
        {"libor", 8, 8},         {"matrix_multiply", 3, 3},
        {"mummer", 3, 3},        {"nearest_neighbor", 8, 8},
        {"n_queens", 1, 1},      {"neural_network", 5, 8},
        {"ray_tracing", 3, 3},   {"store_gpu", 1, 1},
        {"weather", 3, 3},
    };
    struct rh_error error = {""};
    const struct rh_gpu_preset *thesis = rh_gpu_preset_find("gt200", &error);
    (void)state;
    assert_non_null(thesis);
    for (unsigned n = 0; n < sizeof row / sizeof row[0]; n++) {
        struct rh_simt_options none = {.seed = 0};
        struct rh_warp_source *source = opened(row[n].name, &none);
        struct rh_kernel_launch launch;
        enum rh_gpu_limit limit;
        assert_int_equal(source->next_kernel(source, &launch, &error), 1);
        assert_int_equal(rh_gpu_resident(&thesis->machine, &launch, &limit), row[n].first);
        while (source->next_kernel(source, &launch, &error) == 1)
            ;
        assert_int_equal(rh_gpu_resident(&thesis->machine, &launch, &limit), row[n].last);
        source->close(source);
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
        {"aes", {.grid = {1, 2}}, "grid: found a grid of 1 x 2 x 1, expected one dimension"},
        {"bfs", {.grid = {100001}}, "grid: found a grid of 100001 x 1 x 1, expected one dimension and at most 100000"},
        {"mummer", {.size = 24}, "size: found 24 letters of the reference, expected 25 to 10000000"},
        {"nearest_neighbor",
         {.size = 44000000},
         "size: found 44000000 records and a grid of 938 x 1 x 1, expected less"},
        {"neural_network", {.grid = {5, 2}}, "grid: found a grid of 5 x 2 x 1, expected 6, a map each, in x"},
        {"n_queens", {.size = 14}, "size: found a board of 14 lines, expected 5 to 13"},
        {"ray_tracing", {.size = 1025}, "size: found 1025 spheres, expected 1 to 1024"},
        {"store_gpu", {.size = 65537}, "size: found 65537 blocks of a window, expected 1 to 65536"},
        {"laplace_3d", {.size = 2}, "size: found 2 planes, expected 3 to 1290"},
        {"coulombic_potential", {.size = 4097}, "size: found 4097 atoms, expected 1 to 4096"},
        {"weather", {.size = 1001}, "size: found 1001 levels, expected 1 to 1000"},
        {"libor", {.grid = {1, 2}}, "grid: found a grid of 1 x 2 x 1, expected one dimension"},
        {"reduction", {.grid = {1}, .size = 513}, "size: found 513 elements, expected at most 512 a CTA"},
        {"micro_coalesced", {.size = 9}, "size: found mix 9, expected 1 to 8"},
        {"micro_coalesced", {.grid = {33, 1}}, "grid: found a grid of 33 x 1 x 1, expected 1 to 32 warps of a CTA"},
        {"micro_uncoalesced",
         {.grid = {16, 1000}, .size = 2},
         "grid: found 512000 threads of 4824 words, expected less than 2^31 words"},
    };
    (void)state;
    for (unsigned n = 0; n < sizeof row / sizeof row[0]; n++) {
        struct rh_error error = {""};
        assert_null(rh_kernels_open(row[n].name, &row[n].options, &error));
        error.text[strlen(row[n].says)] = '\0';
        assert_string_equal(error.text, row[n].says);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_do_not_depend_on_the_order_in_which_ctas_run),
        cmocka_unit_test(instructions_are_possible_ones),
        cmocka_unit_test(grids_and_spaces_are_the_published_ones),
        cmocka_unit_test(as_many_ctas_fit_on_a_core_as_published),
        cmocka_unit_test(options_that_are_wrong_are_refused_by_their_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
