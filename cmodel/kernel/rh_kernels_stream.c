// SPDX-License-Identifier: Apache-2.0
// STREAM's four loops (McCalpin 1995), an element of 4 bytes a thread, and GUPS, random updates of a table (Dongarra
// and Luszczek 2005), which O'Connor et al. (2017) drive a DRAM with.
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { A, B, C };
static const float scalar = 3;

static uint32_t element(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return rh_simt_float_bits(rh_simt_unit(run, array, index));
}

/* `size` elements, or one a thread. */
static bool stream_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t threads = (uint64_t)run->grid[0] * run->grid[1] * run->grid[2] * run->program->cta[0];
    if (run->size == 0)
        run->size = (uint32_t)threads;
    if (run->size > threads || threads > INT32_MAX)
        return rh_error_field(error, "size", "found %u elements, expected at most one a thread, of less than 2^31",
                              run->size);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "a", 4, run->size, element);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "b", 4, run->size, element);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "c", 4, run->size, element);
    return true;
}

static rh_value linear_thread(struct rh_simt *k, uint32_t site) {
    uint32_t cta = k->cta[0] + k->run->grid[0] * (k->cta[1] + k->run->grid[1] * k->cta[2]);
    rh_simt_push(k, I(cta));
    rh_simt_push(k, I(k->threads));
    rh_simt_push(k, k->t);
    return rh_simt_op(k, site, RH_LANE_IMAD);
}

CODE(stream_copy);
static bool stream_copy(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value i = linear_thread(k, SITE);
    IF (ILT(i, I(k->run->size))) {
        rh_value at = AT(i);
        STORE(C, at, LOAD(A, at));
    }
    return false;
}

CODE(stream_scale);
static bool stream_scale(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value i = linear_thread(k, SITE);
    IF (ILT(i, I(k->run->size))) {
        rh_value at = AT(i);
        STORE(B, at, FMUL(LOAD(C, at), F(scalar)));
    }
    return false;
}

CODE(stream_add);
static bool stream_add(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value i = linear_thread(k, SITE);
    IF (ILT(i, I(k->run->size))) {
        rh_value at = AT(i);
        STORE(C, at, FADD(LOAD(A, at), LOAD(B, at)));
    }
    return false;
}

CODE(stream_triad);
static bool stream_triad(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value i = linear_thread(k, SITE);
    IF (ILT(i, I(k->run->size))) {
        rh_value at = AT(i);
        STORE(A, at, FMAD(LOAD(C, at), F(scalar), LOAD(B, at)));
    }
    return false;
}

#define STREAM(name_, text)                                                                                            \
    RH_SIMT_ONLY_KERNEL(name_, 8, 0)                                                                                   \
    const struct rh_simt_program rh_program_##name_ = {                                                                \
        .name = #name_,                                                                                                \
        .meaning = text,                                                                                               \
        .source = "STREAM",                                                                                            \
        .grid = {4096},                                                                                                \
        .cta = {256, 1},                                                                                               \
        .size_is = "elements of an array",                                                                             \
        .open = stream_open,                                                                                           \
        .kernel = name_##_kernel,                                                                                      \
    };
STREAM(stream_copy, "STREAM: c = a")
STREAM(stream_scale, "STREAM: b = 3 c")
STREAM(stream_add, "STREAM: c = a + b")
STREAM(stream_triad, "STREAM: a = b + 3 c")

/* Each thread makes its updates with random numbers of its own, by a linear congruence whose highest bits name the
 * word. */
enum { UPDATES = 16 };

static bool gups_open(struct rh_simt_run *run, struct rh_error *error) {
    if (run->size < 1 || run->size > 30)
        return rh_error_field(error, "size", "found 2^%u words of the table, expected 2^1 to 2^30", run->size);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "table", 4, UINT64_C(1) << run->size, NULL);
    return true;
}

CODE(gups);
static bool gups(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value number = linear_thread(k, SITE);
    rh_value random = VAR(XOR(IMUL(number, I(0x9e3779b9)), I(rh_simt_bits(k->run, 1, 0))));
    LOOP (u, UPDATES) {
        SET(random, IMAD(random, I(1664525), I(1013904223)));
        rh_value at = AT(SHR(random, I(32 - k->run->size)));
        STORE(0, at, XOR(LOAD(0, at), random));
    }
    return false;
}
RH_SIMT_ONLY_KERNEL(gups, 8, 0)
const struct rh_simt_program rh_program_gups = {
    .name = "gups",
    .meaning = "random updates of a table",
    .source = "GUPS",
    .grid = {1024},
    .cta = {256, 1},
    .size = 26,
    .size_is = "the table's words, as a power of two",
    .open = gups_open,
    .kernel = gups_kernel,
};
