// SPDX-License-Identifier: Apache-2.0
/** An allocator's bench whose RTL and model are one C model, with the same fault on both sides or on one: for the tests
 * of the bench and of its watcher. */
#ifndef FAULTY_ALLOCATOR_H
#define FAULTY_ALLOCATOR_H

#include <stdlib.h>
#include <string.h>

#include "cmodel/network/rh_input_first.h"
#include "tb/lockstep/rh_allocator_bench.h"

/** The model behind both sides, and what is wrong with it. */
static const struct rh_block_ops *sound;
static const struct rh_allocator_params *true_params;
static struct {
    /* what the model is given in place of the truth */
    void (*before)(struct rh_allocator_params *p, struct rh_allocator_config *config, struct rh_allocator_in *in);
    /* what becomes of its outputs and its state */
    void (*after)(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *state, const void *old);
    bool keeps_state; /* reset does nothing */
    bool rtl_only;
} fault;

static void faulty_cycle(void *state, const void *params, const void *config, const void *in, void *out) {
    struct rh_allocator_params p = *(const struct rh_allocator_params *)params;
    struct rh_allocator_config c = *(const struct rh_allocator_config *)config;
    struct rh_allocator_in given = *(const struct rh_allocator_in *)in;
    unsigned char *old = malloc(sound->state_size);
    assert_non_null(old);
    memcpy(old, state, sound->state_size);
    if (fault.before != NULL)
        fault.before(&p, &c, &given);
    sound->cycle(state, &p, &c, &given, out);
    if (fault.after != NULL)
        fault.after(in, out, state, old);
    free(old);
}

static void faulty_reset(void *state, const void *params) {
    if (!fault.keeps_state)
        sound->reset(state, params);
}

static struct rh_block_ops faulty;
static struct rh_layout layout;

struct pretended {
    struct rh_allocator_config config;
    void *state;
};

static void *pretended_open(uint64_t seed) {
    (void)seed;
    struct pretended *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->state = calloc(1, sound->state_size);
    assert_non_null(self->state);
    sound->reset(self->state, true_params);
    return self;
}

static void pretended_close(void *self) {
    free(((struct pretended *)self)->state);
    free(self);
}

static void pretended_configure(void *self, const void *config) {
    ((struct pretended *)self)->config = *(const struct rh_allocator_config *)config;
}

static void pretended_reset(void *self, const void *in) {
    (void)in;
    faulty_reset(((struct pretended *)self)->state, true_params);
}

static void pretended_cycle(void *self, const void *in, void *out, uint32_t *observation) {
    struct pretended *rtl = self;
    rh_layout_pack(&layout, rtl->state, observation);
    faulty_cycle(rtl->state, true_params, &rtl->config, in, out);
}

static const struct rh_rtl_api pretended_api = {.abi = RH_RTL_ABI,
                                                .observation_bits = 1, /* it shows its registers */
                                                .kind = "allocator",
                                                .open = pretended_open,
                                                .close = pretended_close,
                                                .configure = pretended_configure,
                                                .reset = pretended_reset,
                                                .cycle = pretended_cycle};

/** A run, and what it said and did. */
static struct rh_error said;
static struct rh_allocator_counts counts;

static inline enum rh_bench_end run(const char *name, struct rh_allocator_params params, unsigned limit,
                                    uint64_t cycles, uint64_t seed, uint64_t reset_at) {
    sound = rh_allocator_find(name);
    assert_non_null(sound);
    assert_true(rh_allocator_check(&params, &said));
    true_params = &params;
    rh_layout_make(&layout, sound->list, &params);
    if (fault.rtl_only) {
        faulty = *sound;
    } else {
        faulty = (struct rh_block_ops){.name = faulty.name != NULL ? faulty.name : name,
                                       .state_size = sound->state_size,
                                       .list = sound->list,
                                       .reset = faulty_reset,
                                       .cycle = faulty_cycle};
    }
    struct rh_block block;
    struct rh_allocator_config config = {.hold_limit = (uint8_t)limit};
    rh_block_make(&block, &rh_allocator_kind, &faulty, &params);
    struct rh_bench_setup setup = {.kind = &rh_allocator_bench,
                                   .block = &block,
                                   .config = &config,
                                   .rtl = &pretended_api,
                                   .seed = seed,
                                   .cycles = cycles,
                                   .reset_at = reset_at,
                                   .compare_state = 1};
    said.text[0] = '\0';
    struct rh_bench *bench = rh_bench_open(&setup, &said);
    assert_non_null(bench);
    enum rh_bench_end end = rh_bench_run(bench, &said);
    counts = ((const struct rh_allocator_bench_state *)rh_bench_state(bench))->counts;
    rh_bench_close(bench);
    faulty.name = NULL;
    return end;
}

static inline struct rh_allocator_params square(unsigned n, unsigned iterations, enum rh_hold_rule hold) {
    return (struct rh_allocator_params){.inputs = (uint8_t)n,
                                        .outputs = (uint8_t)n,
                                        .iterations = (uint8_t)iterations,
                                        .hold = (uint8_t)hold,
                                        .destinations = (uint8_t)n,
                                        .banks = 2,
                                        .row_bits = 6,
                                        .hash_bits = 3};
}

static inline void no_fault(void) {
    memset(&fault, 0, sizeof fault);
}

/* islip and separable */
static inline void freeze_pointers(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s,
                                   const void *old) {
    (void)in, (void)out;
    ((struct rh_pointers *)s)->next = ((const struct rh_pointers *)old)->next;
}

#endif
