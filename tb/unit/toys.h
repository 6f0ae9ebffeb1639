// SPDX-License-Identifier: Apache-2.0
/** Small blocks for the tests of machines: kinds of their own, whose answers can be worked out by hand. */
#ifndef TOYS_H
#define TOYS_H

#include <string.h>

#include "rowhold/rh_machine.h"
#include "rowhold/rh_model.h"

/** Every toy has the same parameters. */
struct toy_params {
    uint8_t bits; /* of its numbers */
    uint8_t add, start;
    uint8_t period;
};

struct toy_config {
    uint8_t nothing;
};

static inline void toy_list_config(struct rh_layout *layout, size_t base, const void *params) {
    (void)layout, (void)base, (void)params;
}

/** cell: a register. q is what d + add was a clock ago, at first `start`. */
struct cell_in {
    uint8_t d;
};
struct cell_out {
    uint8_t q;
};
struct cell {
    uint8_t held;
};

static inline void cell_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct cell, held, 1, p->bits, NULL);
}
static inline void cell_list_in(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct cell_in, d, 1, p->bits, NULL);
}
static inline void cell_list_out(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct cell_out, q, 1, p->bits, NULL);
}
static inline void cell_reset(void *state, const void *params) {
    ((struct cell *)state)->held = ((const struct toy_params *)params)->start;
}
static inline void cell_step(void *state, const void *params, const void *config, const void *in, void *out) {
    const struct toy_params *p = params;
    struct cell *s = state;
    (void)config;
    ((struct cell_out *)out)->q = s->held;
    s->held = (uint8_t)((unsigned)(((const struct cell_in *)in)->d + p->add) & ((1U << p->bits) - 1));
}

static const struct rh_kind cell_kind = {.name = "cell",
                                         .params_size = sizeof(struct toy_params),
                                         .in_size = sizeof(struct cell_in),
                                         .out_size = sizeof(struct cell_out),
                                         .list_config = toy_list_config,
                                         .list_in = cell_list_in,
                                         .list_out = cell_list_out};
static const struct rh_block_ops cell_ops = {
    .name = "cell", .state_size = sizeof(struct cell), .list = cell_list, .reset = cell_reset, .cycle = cell_step};

/** adder: sum = a + b + add within the clock; `clocks` counts how often it was run. */
struct adder_in {
    uint8_t a, b;
};
struct adder_out {
    uint8_t sum, clocks;
};
struct adder {
    uint8_t clocks;
};

static inline void adder_list(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct adder, clocks, 1, 8, NULL);
}
static inline void adder_list_in(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct adder_in, a, 1, p->bits, NULL);
    RH_ROW(struct adder_in, b, 1, p->bits, NULL);
}
static inline void adder_list_out(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct adder_out, sum, 1, p->bits, NULL);
    RH_ROW(struct adder_out, clocks, 1, 8, NULL);
}
static inline void adder_reset(void *state, const void *params) {
    (void)params;
    ((struct adder *)state)->clocks = 0;
}
static inline void adder_step(void *state, const void *params, const void *config, const void *in, void *out) {
    const struct toy_params *p = params;
    const struct adder_in *i = in;
    struct adder_out *o = out;
    (void)config;
    o->sum = (uint8_t)((unsigned)(i->a + i->b + p->add) & ((1U << p->bits) - 1));
    o->clocks = ((struct adder *)state)->clocks++;
}

static const struct rh_path adder_paths[] = {{"sum", "a"}, {"sum", "b"}};
static const struct rh_kind adder_kind = {.name = "adder",
                                          .params_size = sizeof(struct toy_params),
                                          .in_size = sizeof(struct adder_in),
                                          .out_size = sizeof(struct adder_out),
                                          .list_config = toy_list_config,
                                          .list_in = adder_list_in,
                                          .list_out = adder_list_out,
                                          .paths = adder_paths,
                                          .path_count = 2};
static const struct rh_block_ops adder_ops = {
    .name = "adder", .state_size = sizeof(struct adder), .list = adder_list, .reset = adder_reset, .cycle = adder_step};

/** timer: rings in one clock of `period`, at first in the last of them. Its count is a counter that may be skipped. */
struct timer_in {
    uint8_t nothing;
};
struct timer_out {
    uint8_t ring, state; /* state: an enumeration, not a number: always 0 */
};
struct timer {
    uint8_t left;
};

static inline void timer_list(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct timer, left, 1, 8, NULL);
}
static inline void timer_list_in(struct rh_layout *layout, size_t base, const void *params) {
    (void)layout, (void)base, (void)params;
}
static inline void timer_list_out(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct timer_out, ring, 1, 1, NULL);
    RH_ROW_ENUM(struct timer_out, state, 1, 3, "rh_command", NULL);
}
static inline void timer_reset(void *state, const void *params) {
    ((struct timer *)state)->left = (uint8_t)(((const struct toy_params *)params)->period - 1);
}
static inline void timer_step(void *state, const void *params, const void *config, const void *in, void *out) {
    struct timer *s = state;
    struct timer_out *o = out;
    (void)config, (void)in;
    o->ring = s->left == 0;
    o->state = 0;
    s->left = (uint8_t)(s->left == 0 ? ((const struct toy_params *)params)->period - 1 : s->left - 1);
}
static inline uint64_t timer_limit(const void *state, const void *params, const void *config) {
    (void)params, (void)config;
    return ((const struct timer *)state)->left;
}
static inline void timer_move(void *state, const void *params, const void *config, uint64_t clocks) {
    struct timer *s = state;
    (void)params, (void)config;
    s->left = (uint8_t)(s->left - clocks);
}
static inline void timer_clear(void *state) {
    (void)state;
}

static inline void timer_turn(void *state, const void *params, uint64_t clocks) {
    (void)state, (void)params, (void)clocks;
}

static const struct rh_idle timer_idle = {timer_limit, timer_move, timer_clear, timer_turn};
static const struct rh_kind timer_kind = {.name = "timer",
                                          .params_size = sizeof(struct toy_params),
                                          .in_size = sizeof(struct timer_in),
                                          .out_size = sizeof(struct timer_out),
                                          .list_config = toy_list_config,
                                          .list_in = timer_list_in,
                                          .list_out = timer_list_out,
                                          .idle = &timer_idle};
static const struct rh_block_ops timer_ops = {
    .name = "timer", .state_size = sizeof(struct timer), .list = timer_list, .reset = timer_reset, .cycle = timer_step};

/** bus: four workers, each a register of `bits`; and their lowest bits together. */
struct bus_in {
    uint8_t worker[4];
    uint8_t flags; /* of the workers: not looked at but shown again a clock later */
};
struct bus_out {
    uint8_t worker[4];
    uint8_t flags;
};
struct bus {
    uint8_t worker[4];
    uint8_t flags;
};

static inline void bus_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct bus, worker, 4, p->bits, NULL);
    RH_ROW(struct bus, flags, 1, 4, NULL);
}
static inline void bus_list_in(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct bus_in, worker, 4, p->bits, NULL);
    RH_ROW(struct bus_in, flags, 1, 4, NULL);
}
static inline void bus_list_out(struct rh_layout *layout, size_t base, const void *params) {
    const struct toy_params *p = params;
    RH_ROW(struct bus_out, worker, 4, p->bits, NULL);
    RH_ROW(struct bus_out, flags, 1, 4, NULL);
}
static inline void bus_reset(void *state, const void *params) {
    (void)params;
    memset(state, 0, sizeof(struct bus));
}
static inline void bus_step(void *state, const void *params, const void *config, const void *in, void *out) {
    (void)params, (void)config;
    memcpy(out, state, sizeof(struct bus));
    memcpy(state, in, sizeof(struct bus));
}

static const struct rh_kind bus_kind = {.name = "bus",
                                        .params_size = sizeof(struct toy_params),
                                        .in_size = sizeof(struct bus_in),
                                        .out_size = sizeof(struct bus_out),
                                        .list_config = toy_list_config,
                                        .list_in = bus_list_in,
                                        .list_out = bus_list_out};
static const struct rh_block_ops bus_ops = {
    .name = "bus", .state_size = sizeof(struct bus), .list = bus_list, .reset = bus_reset, .cycle = bus_step};

/** Up to so many toys, and the machine of them. */
enum { TOYS = 4 };
struct toys {
    struct toy_params params[TOYS];
    struct rh_block block[TOYS];
    struct rh_model model[TOYS];
    struct rh_machine_part part[TOYS];
    unsigned count;
};

static inline void toys_add(struct toys *toys, const char *name, const struct rh_kind *kind,
                            const struct rh_block_ops *ops, struct toy_params params) {
    static const struct toy_config config;
    unsigned i = toys->count++;
    toys->params[i] = params;
    rh_block_make(&toys->block[i], kind, ops, &toys->params[i]);
    assert_true(rh_model_open(&toys->model[i], kind, ops, &toys->params[i], &config));
    toys->part[i] = (struct rh_machine_part){name, &toys->block[i], rh_model_unit(&toys->model[i])};
}

static inline void toys_close(struct toys *toys) {
    for (unsigned i = 0; i < toys->count; i++)
        rh_model_close(&toys->model[i]);
    toys->count = 0;
}

#endif
