// SPDX-License-Identifier: Apache-2.0
// Matrices: transposes in three ways (Ruetsch and Micikevicius 2009) and a blocked product (Ryoo et al. 2008).
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { TILE = 16, PITCH = TILE + 1 /* keeps a column of a tile out of one bank */ };

/* The transposes: `in` has grid.x * 16 columns and grid.y * 16 rows. */
enum { IN, OUT, SHARED_TILE };

static uint32_t own_index(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    (void)run, (void)array;
    return (uint32_t)index;
}

static bool transpose_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t elements = (uint64_t)run->grid[0] * run->grid[1] * TILE * TILE;
    if (run->grid[2] != 1 || elements > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected two dimensions and a matrix of "
                              "less than 2^31 elements",
                              run->grid[0], run->grid[1], run->grid[2]);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "in", 4, elements, own_index);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "out", 4, elements, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "tile", 4, (uint64_t)TILE * PITCH, NULL);
    return true;
}

static uint32_t columns(const struct rh_simt *k) {
    return k->run->grid[0] * TILE;
}
static uint32_t rows(const struct rh_simt *k) {
    return k->run->grid[1] * TILE;
}

CODE(transpose_naive);
static bool transpose_naive(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value x = IADD(k->x, I(k->cta[0] * TILE)), y = IADD(k->y, I(k->cta[1] * TILE));
    rh_value value = LOAD(IN, IMAD(y, I(columns(k)), x));
    STORE(OUT, IMAD(x, I(rows(k)), y), value);
    return false;
}

/* Reads a tile by rows and writes it by rows, so that both are coalesced. */
#define THROUGH_A_TILE(column, row)                                                                                    \
    rh_value x = IADD(k->x, I((column)*TILE)), y = IADD(k->y, I((row)*TILE));                                          \
    rh_value value = LOAD(IN, IMAD(y, I(columns(k)), x));                                                              \
    STORE(SHARED_TILE, IMAD(k->y, I(PITCH), k->x), value);                                                             \
    BARRIER();                                                                                                         \
    value = LOAD(SHARED_TILE, IMAD(k->x, I(PITCH), k->y));                                                             \
    x = IADD(k->x, I((row)*TILE)), y = IADD(k->y, I((column)*TILE));                                                   \
    STORE(OUT, IMAD(y, I(rows(k)), x), value)

CODE(transpose);
static bool transpose(struct rh_simt *k, uint32_t step) {
    (void)step;
    THROUGH_A_TILE(k->cta[0], k->cta[1]);
    return false;
}

/* CTAs that run side by side work on a diagonal, so that they do not write to one partition of the memory: CTA (x, y)
 * works on the tile in row x of diagonal y; where the matrix isn't square, diagonals wrap along its longer side. */
CODE(transpose_diagonal);
static bool transpose_diagonal(struct rh_simt *k, uint32_t step) {
    (void)step;
    uint32_t wide = k->run->grid[0], high = k->run->grid[1], number = k->cta[0] + wide * k->cta[1];
    uint32_t row = number % high, column = (number / high + row) % wide;
    THROUGH_A_TILE(column, row);
    return false;
}

#define TRANSPOSE(name_, text, registers, bytes)                                                                       \
    RH_SIMT_ONLY_KERNEL(name_, registers, bytes)                                                                       \
    const struct rh_simt_program rh_program_##name_ = {                                                                \
        .name = #name_,                                                                                                \
        .meaning = text,                                                                                               \
        .source = "CUDA SDK",                                                                                          \
        .grid = {32, 32},                                                                                              \
        .cta = {TILE, TILE},                                                                                           \
        .open = transpose_open,                                                                                        \
        .kernel = name_##_kernel,                                                                                      \
    };
TRANSPOSE(transpose, "a matrix transposed, tile by tile in shared memory", 8, TILE *PITCH * 4)
TRANSPOSE(transpose_naive, "a matrix transposed, with writes along its columns", 6, 0)
TRANSPOSE(transpose_diagonal, "a matrix transposed, tiles along diagonals", 10, TILE *PITCH * 4)

/* C = A B with `size` columns of A. A thread works out one element; a CTA goes over A's and B's tiles in shared memory.
 * A thread's row lies in local memory from the first instruction to the last, as the compiler puts what has no
 * register. */
enum { FACTOR_A, FACTOR_B, PRODUCT, TILE_A, TILE_B, SPILLED };

static uint32_t small_number(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return rh_simt_float_bits((float)(rh_simt_bits(run, array, index) % 8));
}

static bool matrix_multiply_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t wide = (uint64_t)run->grid[0] * TILE, high = (uint64_t)run->grid[1] * TILE, inner = run->size;
    if (run->grid[2] != 1 || inner == 0 || inner % TILE != 0)
        return rh_error_field(error, "size",
                              "found %u columns of the first matrix, expected a multiple of %d and a "
                              "grid of two dimensions",
                              run->size, TILE);
    if (inner > 65536 || wide * high > INT32_MAX || wide * inner > INT32_MAX || high * inner > INT32_MAX)
        return rh_error_field(error, "size",
                              "found %u columns of the first matrix, expected matrices of less than "
                              "2^31 elements",
                              run->size);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "a", 4, high * inner, small_number);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "b", 4, inner * wide, small_number);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "c", 4, high * wide, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "tile of a", 4, (uint64_t)TILE * TILE, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "tile of b", 4, (uint64_t)TILE * TILE, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "spilled", 4, 1, NULL);
    return true;
}

CODE(matrix_multiply);
struct product {
    rh_value column, a, b, place, row_of_a, column_of_b, sum;
};

static void begin_product(struct rh_simt *k, struct product *p) {
    rh_value row = IADD(k->y, I(k->cta[1] * TILE));
    STORE(SPILLED, I(0), row);
    p->column = IADD(k->x, I(k->cta[0] * TILE));
    p->a = VAR(IMAD(row, I(k->run->size), k->x));
    p->b = VAR(IMAD(k->y, I(columns(k)), p->column));
    p->place = AT(IMAD(k->y, I(TILE), k->x));
    p->row_of_a = AT(SHL(k->y, I(4)));
    p->column_of_b = AT(k->x);
    p->sum = VAR(F(0));
}

static void add_tile(struct rh_simt *k, const struct product *p) {
    rh_value from_a = LOAD(FACTOR_A, p->a), from_b = LOAD(FACTOR_B, p->b);
    STORE(TILE_A, p->place, from_a);
    STORE(TILE_B, p->place, from_b);
    BARRIER();
    UNROLL (n, TILE) {
        rh_value factor = LOAD(TILE_A, OFFSET(p->row_of_a, n));
        SET(p->sum, FMAD(factor, LOAD(TILE_B, OFFSET(p->column_of_b, n * TILE)), p->sum));
    }
    SET(p->a, IADD(p->a, I(TILE)));
    SET(p->b, IADD(p->b, I(TILE * columns(k))));
    BARRIER();
    ROUND();
}

static bool matrix_multiply(struct rh_simt *k, uint32_t step) {
    struct product *p = k->kept;
    if (step == 0)
        begin_product(k, p);
    else if (step <= k->run->size / TILE)
        add_tile(k, p);
    else
        STORE(PRODUCT, IMAD(LOAD(SPILLED, I(0)), I(columns(k)), p->column), p->sum);
    return step <= k->run->size / TILE;
}

static bool matrix_multiply_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = matrix_multiply;
    kernel->code = matrix_multiply_code;
    kernel->registers = 20;
    kernel->shared = 2 * TILE * TILE * 4;
    kernel->kept = sizeof(struct product);
    return number == 0;
}

const struct rh_simt_program rh_program_matrix_multiply = {
    .name = "matrix_multiply",
    .meaning = "a product of matrices, tile by tile in shared memory",
    .source = "thesis 2.1, MMC",
    .grid = {8, 32},
    .cta = {TILE, TILE},
    .size = 1024,
    .size_is = "columns of the first matrix",
    .open = matrix_multiply_open,
    .kernel = matrix_multiply_kernel,
};
