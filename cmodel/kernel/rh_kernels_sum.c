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

/* Scan: out[i] is the sum of all elements before i. Kernel n scans each 512 elements of level n in shared memory, by a
 * tree upwards and downwards, and writes their sum to level n + 1; the kernels behind these add to each 512 results
 * what lies before them, from the top level on. */
enum { BANKS_SHIFT = 4, PADDED = PAIR + (PAIR >> BANKS_SHIFT) };

struct scan {
    struct levels levels;              /* the first member: value_of takes it */
    uint32_t *before[MOST_LEVELS + 1]; /* of each element of a level, the sum of all before it */
};

/* The number of the array that the results of a level go to, and the level whose results the kernel adds to. */
static unsigned result_of(const struct scan *s, unsigned level) {
    return s->levels.levels + 1 + level;
}
static unsigned level_of(const struct scan *s, unsigned number) {
    return number < s->levels.levels ? number : 2 * s->levels.levels - 2 - number;
}

/* What lies in a level's results: sums of 512, where this kernel is about to complete them; else the whole sums. */
static uint32_t scanned(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct scan *s = run->data;
    unsigned level = array - result_of(s, 0);
    const uint32_t *before = s->before[level];
    return before[index] - (level == level_of(s, run->number - 1) ? before[index / PAIR * PAIR] : 0);
}

static void scan_close(struct rh_simt_run *run) {
    struct scan *s = run->data;
    for (unsigned n = 0; n <= MOST_LEVELS; n++)
        free(s->before[n]);
    free_levels(run);
}

static bool scan_open(struct rh_simt_run *run, struct rh_error *error) {
    static const char *const name[] = {"out", "scanned sums", "scanned sums of sums", "scanned third sums"};
    struct scan *s = run->data;
    if (!open_levels(run, error))
        return false;
    for (unsigned n = 0; n < s->levels.levels; n++) {
        uint32_t sum = 0;
        if ((s->before[n] = calloc(s->levels.count[n], sizeof *s->before[n])) == NULL)
            return rh_error_set(error, "kernel scan: found no memory for sums, expected enough");
        for (uint64_t i = 0; i < s->levels.count[n]; i++) {
            s->before[n][i] = sum;
            sum += value_of(run, n, i);
        }
        rh_simt_array(run, RH_WARP_SPACE_GLOBAL, name[n], 4, s->levels.count[n], scanned);
    }
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "tree", 4, PADDED, NULL);
    return true;
}

CODE(scan);

/* A word of the tree is moved by one for each 16 before it, which keeps strides of powers of two out of one bank. */
static rh_value in_tree(struct rh_simt *k, rh_value index) {
    return AT(IADD(index, SHR(index, I(BANKS_SHIFT))));
}

/* The two words that thread t works on where nodes are `offset` apart. */
static void nodes_of(struct rh_simt *k, uint32_t offset, rh_value *low, rh_value *high) {
    rh_value first = IMAD(k->t, I(2 * offset), I(offset - 1));
    *low = in_tree(k, first);
    *high = in_tree(k, IADD(first, I(offset)));
}

static bool scan(struct rh_simt *k, uint32_t step) {
    (void)step;
    const struct scan *s = k->data;
    unsigned level = k->run->number - 1, tree = result_of(s, s->levels.levels);
    uint32_t count = (uint32_t)s->levels.count[level], offset = 1;
    rh_value i = IADD(k->t, I(k->cta[0] * PAIR)), at = AT(i), there = ILT(i, I(count));
    rh_value there_too = ILT(IADD(i, I(THREADS)), I(count)), low, high;
    rh_value first = VAR(I(0)), second = VAR(I(0));
    rh_value first_at = in_tree(k, k->t), second_at = in_tree(k, IADD(k->t, I(THREADS)));
    IF (there)
        SET(first, LOAD(level, at));
    IF (there_too)
        SET(second, LOAD(level, OFFSET(at, THREADS)));
    STORE(tree, first_at, first);
    STORE(tree, second_at, second);
    for (uint32_t half = THREADS; half > 0; half /= 2, offset *= 2) {
        BARRIER();
        IF (ILT(k->t, I(half))) {
            nodes_of(k, offset, &low, &high);
            rh_value sum = LOAD(tree, low);
            STORE(tree, high, IADD(sum, LOAD(tree, high)));
        }
    }
    IF (IEQ(k->t, I(0))) {
        STORE(level + 1, I(k->cta[0]), LOAD(tree, I(PADDED - 2)));
        STORE(tree, I(PADDED - 2), I(0));
    }
    for (uint32_t half = 1; half <= THREADS; half *= 2) {
        offset /= 2;
        BARRIER();
        IF (ILT(k->t, I(half))) {
            nodes_of(k, offset, &low, &high);
            rh_value left = LOAD(tree, low), right = LOAD(tree, high);
            STORE(tree, low, right);
            STORE(tree, high, IADD(left, right));
        }
    }
    BARRIER();
    IF (there)
        STORE(result_of(s, level), at, LOAD(tree, first_at));
    IF (there_too)
        STORE(result_of(s, level), OFFSET(at, THREADS), LOAD(tree, second_at));
    return false;
}

CODE(scan_add);
static bool scan_add(struct rh_simt *k, uint32_t step) {
    (void)step;
    const struct scan *s = k->data;
    unsigned level = level_of(s, k->run->number - 1), results = result_of(s, level);
    uint32_t count = (uint32_t)s->levels.count[level];
    rh_value i = IADD(k->t, I(k->cta[0] * PAIR)), at = AT(i);
    rh_value before = LOAD(result_of(s, level + 1), I(k->cta[0]));
    IF (ILT(i, I(count)))
        STORE(results, at, IADD(before, LOAD(results, at)));
    IF (ILT(IADD(i, I(THREADS)), I(count)))
        STORE(results, OFFSET(at, THREADS), IADD(before, LOAD(results, OFFSET(at, THREADS))));
    return false;
}

static bool scan_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    const struct scan *s = run->data;
    if (number > 2 * s->levels.levels - 2)
        return false;
    bool up = number < s->levels.levels;
    kernel->name = up ? "scan" : "scan_add";
    kernel->run = up ? scan : scan_add;
    kernel->code = up ? scan_code : scan_add_code;
    kernel->grid[0] = (uint32_t)s->levels.count[level_of(s, number) + 1];
    kernel->registers = up ? 14 : 8;
    kernel->shared = up ? PADDED * 4 : 0;
    return true;
}

const struct rh_simt_program rh_program_scan = {
    .name = "scan",
    .meaning = "prefix sums, by trees in shared memory, kernel after kernel",
    .source = "CUDA SDK",
    .grid = {512},
    .cta = {THREADS, 1},
    .size_is = "elements",
    .data = sizeof(struct scan),
    .open = scan_open,
    .kernel = scan_kernel,
    .close = scan_close,
};

/* Fast Walsh transform of `count` elements in place, natural order; where the grid's elements aren't a power of two, of
 * several series. Kernels over the whole array transform strides of which a CTA does not hold both ends, two stages
 * each; a last one does the others in shared memory. */
enum { WALSH, WALSH_TILE, MOST_TILE = 2048 };

struct walsh {
    float *value;            /* before the kernel that runs */
    uint32_t elements;       /* of all series */
    uint32_t length, passes; /* of a series, and kernels over the whole array */
    uint32_t tile;           /* elements of a CTA of the last kernel */
};

static uint32_t walsh_content(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct walsh *w = run->data;
    (void)array;
    return rh_simt_float_bits(w->value[index]);
}

static void walsh_close(struct rh_simt_run *run) {
    free(((struct walsh *)run->data)->value);
}

static bool fast_walsh_transform_open(struct rh_simt_run *run, struct rh_error *error) {
    struct walsh *w = run->data;
    uint64_t elements = (uint64_t)run->grid[0] * THREADS * 4;
    if (run->grid[1] != 1 || run->grid[2] != 1 || elements > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less "
                              "than 2^31 elements",
                              run->grid[0], run->grid[1], run->grid[2]);
    w->elements = (uint32_t)elements;
    w->length = w->elements & (~w->elements + 1);
    for (w->tile = w->length; w->tile > MOST_TILE; w->tile /= 4)
        w->passes++;
    if ((w->value = calloc(w->elements, sizeof *w->value)) == NULL)
        return rh_error_set(error, "kernel %s: found no memory for its data, expected enough", run->program->name);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "data", 4, elements, walsh_content);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "tile", 4, w->tile, NULL);
    return true;
}

CODE(walsh); /* of both kernels */

/* The stages of strides `stride` and 2 `stride` of the four elements of array `array` from `at` on. */
static void four(struct rh_simt *k, unsigned array, rh_value at, uint32_t stride) {
    rh_value a = LOAD(array, at), b = LOAD(array, OFFSET(at, stride));
    rh_value c = LOAD(array, OFFSET(at, 2 * stride)), d = LOAD(array, OFFSET(at, 3 * stride));
    rh_value even = FADD(a, c), odd = FADD(b, d), more = FSUB(a, c), less = FSUB(b, d);
    STORE(array, at, FADD(even, odd));
    STORE(array, OFFSET(at, stride), FSUB(even, odd));
    STORE(array, OFFSET(at, 2 * stride), FADD(more, less));
    STORE(array, OFFSET(at, 3 * stride), FSUB(more, less));
}

/* The first of the four elements of thread number `i`, where four lie `stride` apart. */
static rh_value first_of_four(struct rh_simt *k, rh_value i, uint32_t stride) {
    rh_value low = AND(i, I(stride - 1));
    return IADD(SHL(ISUB(i, low), I(2)), low);
}

static bool walsh_pass(struct rh_simt *k, uint32_t step) {
    (void)step;
    const struct walsh *w = k->data;
    uint32_t stride = w->length >> 2 * k->run->number;
    rh_value i = IMAD(I(k->cta[0]), I(k->threads), k->t);
    four(k, WALSH, AT(first_of_four(k, i, stride)), stride);
    return false;
}

static bool walsh_tile(struct rh_simt *k, uint32_t step) {
    (void)step;
    const struct walsh *w = k->data;
    uint32_t quarter = w->tile / 4, stride;
    rh_value from = AT(IADD(k->t, I(k->cta[0] * w->tile))), own = AT(k->t);
    UNROLL (n, 4)
        STORE(WALSH_TILE, OFFSET(own, n * quarter), LOAD(WALSH, OFFSET(from, n * quarter)));
    for (stride = quarter; stride > 0; stride /= 4) {
        BARRIER();
        four(k, WALSH_TILE, AT(first_of_four(k, k->t, stride)), stride);
        rh_simt_release(k, own.row + 1U);
    }
    BARRIER();
    if (quarter == MOST_TILE / 4) /* an odd number of stages: that of neighbours is left */
        UNROLL (n, 2) {
            rh_value at = AT(SHL(IADD(k->t, I(n * quarter)), I(1)));
            rh_value a = LOAD(WALSH_TILE, at), b = LOAD(WALSH_TILE, OFFSET(at, 1));
            STORE(WALSH_TILE, at, FADD(a, b));
            STORE(WALSH_TILE, OFFSET(at, 1), FSUB(a, b));
        }
    BARRIER();
    UNROLL (n, 4)
        STORE(WALSH, OFFSET(from, n * quarter), LOAD(WALSH_TILE, OFFSET(own, n * quarter)));
    return false;
}

/* The data before the first kernel, or what the kernel before has made of them. */
static void advance(struct rh_simt_run *run, unsigned number) {
    const struct walsh *w = run->data;
    for (uint32_t i = 0; number == 0 && i < w->elements; i++)
        w->value[i] = (float)(rh_simt_bits(run, WALSH, i) % 16) - 8;
    if (number == 0)
        return;
    for (uint32_t stride = w->length >> (2 * number - 1), n = 0; n < 2; n++, stride /= 2)
        for (uint32_t i = 0; i < w->elements; i++)
            if ((i & stride) == 0) {
                float low = w->value[i], high = w->value[i + stride];
                w->value[i] = low + high;
                w->value[i + stride] = low - high;
            }
}

static bool fast_walsh_transform_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    const struct walsh *w = run->data;
    bool pass = number < w->passes;
    if (number > w->passes)
        return false;
    advance(run, number);
    kernel->name = pass ? "walsh_pass" : "walsh_tile";
    kernel->run = pass ? walsh_pass : walsh_tile;
    kernel->code = walsh_code;
    kernel->registers = 14;
    if (!pass) {
        kernel->grid[0] = w->elements / w->tile;
        kernel->cta[0] = w->tile / 4;
        kernel->shared = w->tile * 4;
    }
    return true;
}

const struct rh_simt_program rh_program_fast_walsh_transform = {
    .name = "fast_walsh_transform",
    .meaning = "a Walsh transform, large strides in global memory, small ones in shared memory",
    .source = "thesis 2.1, FWT",
    .grid = {512},
    .cta = {THREADS, 1},
    .data = sizeof(struct walsh),
    .open = fast_walsh_transform_open,
    .kernel = fast_walsh_transform_kernel,
    .close = walsh_close,
};
