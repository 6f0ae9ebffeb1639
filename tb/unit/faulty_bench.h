// SPDX-License-Identifier: Apache-2.0
// A kind's bench on the C model alone, which shows what it should or has a fault in what it shows.
#ifndef FAULTY_BENCH_H
#define FAULTY_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_model.h"
#include "tb/lockstep/rh_bench.h"

static struct rh_error said;
static unsigned left; /* that waited when the drain was over */

struct faulty_bench {
    const struct rh_bench_kind *bench;
    void *state; /* of the bench */
    const struct rh_kind *kind;
    const void *ops, *params, *config;
    uint64_t seed;
    void *out; /* of the kind */
    void (*fault)(const void *in, void *out, uint64_t cycle);
};

/* A run until something is refused; then `said` has it, and false. */
static bool run_faulty_bench(const struct faulty_bench *f) {
    enum { CYCLES = 20000 };
    struct rh_block block;
    struct rh_model model;
    rh_block_make(&block, f->kind, f->ops, f->params);
    assert_true(rh_model_open(&model, f->kind, block.ops, f->params, f->config));
    struct rh_unit unit = rh_model_unit(&model);
    assert_true(f->bench->start(f->state, &block, f->config, f->seed));
    bool good = true;
    unsigned most = 1;
    for (uint64_t cycle = 0; good && cycle < CYCLES + most; cycle++) {
        if (cycle == CYCLES) {
            most = f->bench->waiting(f->state);
            f->bench->drain(f->state);
        }
        if (cycle >= CYCLES && f->bench->waiting(f->state) == 0)
            break;
        struct rh_lockstep_clock clock = {.cycle = cycle, .in = f->bench->inputs(f->state), .rtl_out = f->out};
        assert_true(unit.cycle(unit.self, clock.in, f->out));
        f->fault(clock.in, f->out, cycle);
        good = f->bench->watch(f->state, &clock, &said);
    }
    left = f->bench->waiting(f->state);
    rh_model_close(&model);
    return good;
}

/* For the kind `name`: its counts of the last run, and `run_with(ops, params, config, seed, fault)`. */
#define FAULTY_BENCH(name)                                                                                             \
    typedef void fault_fn(const struct rh_##name##_in *in, struct rh_##name##_out *out, uint64_t cycle);               \
    static struct rh_##name##_counts counts;                                                                           \
    static fault_fn *fault_of_run; /* NULL: none */                                                                    \
    static void spoil(const void *in, void *out, uint64_t cycle) {                                                     \
        if (fault_of_run != NULL)                                                                                      \
            fault_of_run(in, out, cycle);                                                                              \
    }                                                                                                                  \
    static bool run_with(const void *ops, const struct rh_##name##_params *params,                                     \
                         const struct rh_##name##_config *config, uint64_t seed, fault_fn *fault) {                    \
        struct rh_##name##_bench_state state = {0};                                                                    \
        struct rh_##name##_out out;                                                                                    \
        const struct faulty_bench f = {                                                                                \
            &rh_##name##_bench, &state, &rh_##name##_kind, ops, params, config, seed, &out, spoil};                    \
        fault_of_run = fault;                                                                                          \
        bool good = run_faulty_bench(&f);                                                                              \
        counts = state.counts;                                                                                         \
        return good;                                                                                                   \
    }                                                                                                                  \
    struct faulty_bench

#endif
