// SPDX-License-Identifier: Apache-2.0
// The microbenchmarks by which Hong and Kim (2009, section 4.2 and table 4) find what a machine's memory is like to
// their model of warp parallelism (rh_warp_model.h): a loop of loads and arithmetic, 601 rounds, with coalesced loads
// or with none.
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { ROUNDS = 601, DATA = 0, SUMS, MIXES = 8, SPREAD = 8 /* words: a load that is not coalesced has own 32 bytes */ };

/* Loads, other instructions, and of these of floating point, in a round. The last mix is none of the paper's: little
 * but loads, without which a memory that keeps up with all others would not show its departure delay. */
static const struct mix {
    uint32_t loads, others, single;
} mixes[MIXES] = {{0, 23, 20}, {1, 17, 8}, {1, 29, 20}, {2, 27, 12}, {2, 35, 20}, {4, 47, 20}, {6, 59, 20}, {6, 20, 6}};

static const struct mix *mix_of(const struct rh_simt_run *run) {
    return &mixes[run->size - 1];
}

/* The grid's x is the warps of a CTA, its y the CTAs. */
static uint32_t threads_of(const struct rh_simt_run *run) {
    return run->grid[0] * RH_WARP_LANES * run->grid[1];
}

/* Words that a thread passes, which no power of two divides, so that neighbours do not meet in one bank. */
static uint32_t words_of(const struct rh_simt_run *run) {
    return (ROUNDS * mix_of(run)->loads + 1) | 1U;
}

static uint32_t small_number(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return rh_simt_float_bits((float)(rh_simt_bits(run, array, index) % 8));
}

static bool micro_open(struct rh_simt_run *run, bool coalesced, struct rh_error *error) {
    if (run->size < 1 || run->size > MIXES)
        return rh_error_field(error, "size", "found mix %u, expected 1 to %d", run->size, MIXES);
    if (run->grid[0] > 32 || run->grid[2] != 1)
        return rh_error_field(error, "grid", "found a grid of %u x %u x %u, expected 1 to 32 warps of a CTA, and CTAs",
                              run->grid[0], run->grid[1], run->grid[2]);
    uint64_t words = (uint64_t)threads_of(run) * words_of(run) * (coalesced ? 1 : SPREAD);
    if (words > INT32_MAX)
        return rh_error_field(error, "grid", "found %u threads of %u words, expected less than 2^31 words",
                              threads_of(run), words_of(run) * (coalesced ? 1 : SPREAD));
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "data", 4, words, small_number);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "sums", 4, threads_of(run), NULL);
    return true;
}

static bool open_coalesced(struct rh_simt_run *run, struct rh_error *error) {
    return micro_open(run, true, error);
}
static bool open_uncoalesced(struct rh_simt_run *run, struct rh_error *error) {
    return micro_open(run, false, error);
}

CODE(micro); /* of both */
struct micro {
    rh_value thread, index, at, sum, one;
};

/* Where a thread's first word lies. */
static void begin(struct rh_simt *k, struct micro *m, uint32_t apart) {
    m->thread = VAR(IADD(k->t, I(k->cta[0] * k->threads)));
    m->index = VAR(IMUL(m->thread, I(apart)));
    m->at = AT(m->index);
    m->one = VAR(F(1));
    m->sum = VAR(F(0));
}

/* Instructions that wait for nothing: each has a register of its own. */
static void compute(struct rh_simt *k, const struct micro *m, uint32_t single, uint32_t integer) {
    for (uint32_t n = 0; n < single; n++)
        (void)FADD(m->one, F(1));
    for (uint32_t n = 0; n < integer; n++)
        (void)IADD(m->thread, I(1));
}

/* A load, and at once who waits for it; the address of the next load, which is known by the time that it is needed;
 * further arithmetic, which waits for nothing. */
static void load(struct rh_simt *k, const struct micro *m, uint32_t step, uint32_t single, uint32_t others) {
    rh_value word = LOAD(DATA, m->at);
    SET(m->sum, FADD(m->sum, word));
    SET(m->at, AT(m->index));
    SET(m->index, IADD(m->index, I(step)));
    compute(k, m, single - 1, others - single - 2);
}

static bool round_of(struct rh_simt *k, uint32_t step, uint32_t apart, uint32_t onwards) {
    const struct mix *mix = mix_of(k->run);
    struct micro *m = k->kept;
    uint32_t others = mix->others - 2; /* without those of the loop's end */
    if (step == 0) {
        begin(k, m, apart);
        SET(m->index, IADD(m->index, I(onwards)));
        return true;
    }
    for (uint32_t n = 0; n < mix->loads; n++)
        load(k, m, onwards, mix->single * (n + 1) / mix->loads - mix->single * n / mix->loads,
             others * (n + 1) / mix->loads - others * n / mix->loads);
    if (mix->loads == 0)
        compute(k, m, mix->single, others - mix->single);
    ROUND();
    if (step == ROUNDS)
        STORE(SUMS, m->thread, m->sum);
    return step < ROUNDS;
}

static bool micro_coalesced(struct rh_simt *k, uint32_t step) {
    return round_of(k, step, 1, threads_of(k->run));
}

static bool micro_uncoalesced(struct rh_simt *k, uint32_t step) {
    return round_of(k, step, words_of(k->run) * SPREAD, SPREAD);
}

#define MICRO(name_, text)                                                                                             \
    static bool micro_##name_##_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {      \
        kernel->run = micro_##name_;                                                                                   \
        kernel->code = micro_code;                                                                                     \
        kernel->registers = 10;                                                                                        \
        kernel->kept = sizeof(struct micro);                                                                           \
        kernel->grid[0] = run->grid[1];                                                                                \
        kernel->grid[1] = 1;                                                                                           \
        kernel->cta[0] = run->grid[0] * RH_WARP_LANES;                                                                 \
        return number == 0;                                                                                            \
    }                                                                                                                  \
    const struct rh_simt_program rh_program_micro_##name_ = {                                                          \
        .name = "micro_" #name_,                                                                                       \
        .meaning = text,                                                                                               \
        .source = "Hong and Kim 2009, table 4",                                                                        \
        .grid = {4, 64},                                                                                               \
        .cta = {128, 1},                                                                                               \
        .size = 2,                                                                                                     \
        .size_is = "the mix of loads and arithmetic, 1 to 7 of the paper, 8: little but loads",                        \
        .open = open_##name_,                                                                                          \
        .kernel = micro_##name_##_kernel,                                                                              \
    };
MICRO(coalesced, "loads and arithmetic by turns, loads coalesced; a grid of warps of a CTA, CTAs")
MICRO(uncoalesced, "loads and arithmetic by turns, 32 transactions a load; a grid of warps of a CTA, CTAs")
