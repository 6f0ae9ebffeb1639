// SPDX-License-Identifier: Apache-2.0
// Sums over many elements by trees in shared memory: reduction (Harris 2007), scalar product, scan (Blelloch 1990;
// Harris, Sengupta and Owens 2007).
#include <stdlib.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { THREADS = 256, PAIR = 2 * THREADS, MOST_LEVELS = 4 };

static uint32_t digit(const struct rh_simt_run *run, uint64_t index) {
    return rh_simt_bits(run, 3, index) % 10;
}

/* Sums of whole groups of elements, level by level: of 512 elements, of 512 of these sums, and so on. */
struct levels {
    uint32_t *sum[MOST_LEVELS + 1];  /* of level 1 on; level 0 is the input */
    uint64_t count[MOST_LEVELS + 1]; /* elements; of the last level 1 */
    unsigned levels;                 /* above the input */
};

static void free_levels(struct rh_simt_run *run) {
    struct levels *l = run->data;
    for (unsigned n = 0; n <= MOST_LEVELS; n++)
        free(l->sum[n]);
}

/* Arrays 0 to `levels` of the program hold the levels. */
static uint32_t value_of(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct levels *l = run->data;
    return array == 0 ? digit(run, index) : l->sum[array][index];
}

static bool make_levels(struct rh_simt_run *run, struct rh_error *error) {
    struct levels *l = run->data;
    uint64_t count = (uint64_t)run->grid[0] * PAIR;
    if (run->grid[1] != 1 || run->grid[2] != 1 || count > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less than 2^31 "
                              "elements",
                              run->grid[0], run->grid[1], run->grid[2]);
    l->count[0] = run->size != 0 ? run->size : count;
    if (l->count[0] > count)
        return rh_error_field(error, "size", "found %u elements, expected at most %d a CTA", run->size, PAIR);
    do {
        unsigned n = ++l->levels;
        l->count[n] = (l->count[n - 1] + PAIR - 1) / PAIR;
        if ((l->sum[n] = calloc(l->count[n], sizeof *l->sum[n])) == NULL)
            return rh_error_set(error, "kernel %s: found no memory for sums, expected enough", run->program->name);
        for (uint64_t i = 0; i < l->count[n - 1]; i++)
            l->sum[n][i / PAIR] += value_of(run, n - 1, i);
    } while (l->count[l->levels] > 1);
    return true;
}

static bool open_levels(struct rh_simt_run *run, struct rh_error *error) {
    static const char *const name[] = {"in", "sums", "sums of sums", "third sums", "fourth sums"};
    if (!make_levels(run, error))
        return false;
    const struct levels *l = run->data;
    for (unsigned n = 0; n <= l->levels; n++)
        rh_simt_array(run, RH_WARP_SPACE_GLOBAL, name[n], 4, l->count[n], value_of);
    return true;
}

/* Reduction. Kernel n adds up the elements of level n: each thread adds two of them, then each round halves the
 * threads that add. The last rounds are of one warp and need no barrier. */
static bool reduction_open(struct rh_simt_run *run, struct rh_error *error) {
    if (!open_levels(run, error))
        return false;
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "partial sums", 4, THREADS, NULL);
    return true;
}

CODE(reduction);
static bool reduction(struct rh_simt *k, uint32_t step) {
    (void)step;
    const struct levels *l = k->data;
    unsigned level = k->run->number - 1, partial = l->levels + 1;
    uint32_t count = (uint32_t)l->count[level];
    rh_value i = IADD(k->t, I(k->cta[0] * PAIR)), at = AT(i), own = AT(k->t), sum = VAR(I(0));
    IF (ILT(i, I(count)))
        SET(sum, LOAD(level, at));
    IF (ILT(IADD(i, I(THREADS)), I(count)))
        SET(sum, IADD(sum, LOAD(level, OFFSET(at, THREADS))));
    STORE(partial, own, sum);
    BARRIER();
    for (uint32_t half = THREADS / 2; half > RH_WARP_LANES; half /= 2) {
        IF (ILT(k->t, I(half))) {
            SET(sum, IADD(sum, LOAD(partial, OFFSET(own, half))));
            STORE(partial, own, sum);
        }
        BARRIER();
    }
    IF (ILT(k->t, I(RH_WARP_LANES))) {
        for (uint32_t half = RH_WARP_LANES; half > 0; half /= 2) {
            SET(sum, IADD(sum, LOAD(partial, OFFSET(own, half))));
            STORE(partial, own, sum);
        }
    }
    IF (IEQ(k->t, I(0)))
        STORE(level + 1, I(k->cta[0]), sum);
    return false;
}

static bool reduction_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    const struct levels *l = run->data;
    if (number >= l->levels)
        return false;
    kernel->run = reduction;
    kernel->code = reduction_code;
    kernel->grid[0] = (uint32_t)l->count[number + 1];
    kernel->registers = 8;
    kernel->shared = THREADS * 4;
    return true;
}

const struct rh_simt_program rh_program_reduction = {
    .name = "reduction",
    .meaning = "a sum, by trees in shared memory, kernel after kernel",
    .source = "CUDA SDK",
    .grid = {512},
    .cta = {THREADS, 1},
    .size_is = "elements",
    .data = sizeof(struct levels),
    .open = reduction_open,
    .kernel = reduction_kernel,
    .close = free_levels,
};

/* Scalar product of pairs of vectors of `size` elements, one a CTA. */
enum { FIRST, SECOND, PRODUCTS, PARTIAL };

static uint32_t small_number(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return rh_simt_float_bits((float)(rh_simt_bits(run, array, index) % 8));
}

static bool scalar_product_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t elements = (uint64_t)run->grid[0] * run->size;
    if (run->grid[1] != 1 || run->grid[2] != 1)
        return rh_error_field(error, "grid", "found a grid of %u x %u x %u, expected one dimension", run->grid[0],
                              run->grid[1], run->grid[2]);
    if (run->size == 0 || elements > INT32_MAX)
        return rh_error_field(error, "size",
                              "found %u elements of a vector, expected at least 1 and less than 2^31 of "
                              "all vectors",
                              run->size);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "a", 4, elements, small_number);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "b", 4, elements, small_number);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "products", 4, run->grid[0], NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "partial sums", 4, THREADS, NULL);
    return true;
}

CODE(scalar_product);
static bool scalar_product(struct rh_simt *k, uint32_t step) {
    (void)step;
    uint32_t size = k->run->size, first = k->cta[0] * size;
    rh_value i = VAR(IADD(k->t, I(first))), own = AT(k->t), sum = VAR(F(0));
    WHILE (ILT(i, I(first + size))) {
        rh_value at = AT(i), a = LOAD(FIRST, at);
        SET(sum, FMAD(a, LOAD(SECOND, at), sum));
        SET(i, IADD(i, I(THREADS)));
    }
    STORE(PARTIAL, own, sum);
    for (uint32_t half = THREADS / 2; half > 0; half /= 2) {
        BARRIER();
        IF (ILT(k->t, I(half))) {
            SET(sum, FADD(sum, LOAD(PARTIAL, OFFSET(own, half))));
            STORE(PARTIAL, own, sum);
        }
    }
    IF (IEQ(k->t, I(0)))
        STORE(PRODUCTS, I(k->cta[0]), sum);
    return false;
}
RH_SIMT_ONLY_KERNEL(scalar_product, 10, THREADS * 4)
const struct rh_simt_program rh_program_scalar_product = {
    .name = "scalar_product",
    .meaning = "scalar products of pairs of vectors, a pair a CTA",
    .source = "CUDA SDK",
    .grid = {256},
    .cta = {THREADS, 1},
    .size = 4096,
    .size_is = "elements of a vector",
    .open = scalar_product_open,
    .kernel = scalar_product_kernel,
};
