// SPDX-License-Identifier: Apache-2.0
/* A controller's pretended RTL: a second C model behind the plug-in interface, with a fault that a test plants; and the
 * lockstep over it. Behind setjmp.h, stdarg.h, stddef.h, stdint.h and cmocka.h. */
#ifndef FAULTY_CONTROLLER_H
#define FAULTY_CONTROLLER_H

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "tb/lockstep/rh_controller_bench.h"

/** What is wrong with the pretended RTL, and from which clock on. */
struct fault {
    uint64_t from;
    void (*output)(struct rh_controller_out *out);
    const char *field; /* register whose lowest bit is turned in what the observation shows */
    unsigned index;
    bool keeps_state;    /* reset does nothing */
    const char *forgets; /* register that a load does not take */
};

static struct fault fault;
static const char *controller = "fifo";
static unsigned queue = 8;
static uint64_t window_from, load_every; /* of the lockstep */
static struct rh_wave *waved;
static const struct rh_block_ops *ops;
static struct rh_geometry geometry;
static struct rh_constraints constraints;
static struct rh_layout layout; /* of the registers */

struct pretended {
    struct rh_model model;
    uint64_t clock;
};

static void *pretended_open(uint64_t seed) {
    struct pretended *self = calloc(1, sizeof *self);
    assert_non_null(self);
    assert_true(rh_model_open(&self->model, &rh_controller_kind, ops, &geometry, &constraints));
    if (fault.keeps_state)
        ((unsigned char *)self->model.state)[layout.fields[0].offset] = (unsigned char)(seed | 1);
    return self;
}

static void pretended_close(void *self) {
    rh_model_close(&((struct pretended *)self)->model);
    free(self);
}

static void pretended_configure(void *self, const void *to) {
    ((struct pretended *)self)->model.config = to;
}

static void pretended_reset(void *self, const void *in) {
    (void)in;
    if (!fault.keeps_state)
        ops->reset(((struct pretended *)self)->model.state, &geometry);
}

static const struct rh_field *field_of(const char *name) {
    for (unsigned i = 0; i < layout.count; i++)
        if (strcmp(layout.fields[i].name, name) == 0)
            return &layout.fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

static void turn_bit(void *state) {
    const struct rh_field *field = field_of(fault.field);
    rh_field_set(field, state, fault.index, rh_field_get(field, state, fault.index) ^ 1);
}

static void pretended_load(void *self, const uint32_t *words) {
    struct pretended *rtl = self;
    const struct rh_field *field = fault.forgets != NULL ? field_of(fault.forgets) : NULL;
    uint64_t kept = field != NULL ? rh_field_get(field, rtl->model.state, 0) : 0;
    rh_layout_unpack(&layout, words, rtl->model.state);
    if (field != NULL)
        rh_field_set(field, rtl->model.state, 0, kept);
}

static void pretended_cycle(void *self, const void *in, void *out, uint32_t *observation) {
    struct pretended *rtl = self;
    bool wrong = rtl->clock++ >= fault.from;
    void *seen = malloc(ops->state_size);
    assert_non_null(seen);
    memcpy(seen, rtl->model.state, ops->state_size);
    if (wrong && fault.field != NULL)
        turn_bit(seen);
    if (observation != NULL)
        rh_layout_pack(&layout, seen, observation);
    free(seen);
    ops->cycle(rtl->model.state, &geometry, rtl->model.config, in, out);
    if (wrong && fault.output != NULL)
        fault.output(out);
}

static struct rh_rtl_api pretended_api = {.abi = RH_RTL_ABI,
                                          .kind = "controller",
                                          .name = "fifo",
                                          .observation_bits = 1, /* some: it shows its registers */
                                          .open = pretended_open,
                                          .close = pretended_close,
                                          .configure = pretended_configure,
                                          .reset = pretended_reset,
                                          .cycle = pretended_cycle,
                                          .load = pretended_load};

static struct rh_bench *open_pair(uint32_t compare_state) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_load("gddr3", &preset, &error));
    ops = rh_controller_find(controller);
    geometry = rh_preset_geometry(&preset, queue);
    constraints = rh_preset_constraints(&preset);
    rh_layout_make(&layout, ops->list, &geometry);
    static struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, ops, &geometry);
    struct rh_bench_setup setup = {.kind = &rh_controller_bench,
                                   .block = &block,
                                   .config = &constraints,
                                   .rtl = &pretended_api,
                                   .seed = 5,
                                   .compare_state = compare_state,
                                   .wave = waved,
                                   .from = window_from,
                                   .load_every = load_every};
    struct rh_bench *pair = rh_bench_open(&setup, &error);
    assert_non_null(pair);
    return pair;
}

static struct rh_lockstep *both(struct rh_bench *pair) {
    return rh_bench_lockstep(pair);
}

/* Offers reads to ascending banks until a clock differs; the cycle of that clock, or -1 when `clocks` were equal. */
static int run_pair(struct rh_bench *pair, int clocks) {
    struct rh_unit unit = rh_bench_unit(pair);
    struct rh_controller_in in = {.req_valid = 1, .rsp_ready = 1};
    for (int i = 0; i < clocks; i++) {
        struct rh_controller_out out;
        if (!unit.cycle(unit.self, &in, &out))
            return (int)rh_lockstep_clock_of(both(pair))->cycle;
        if (out.req_ready) {
            in.req_bank = (uint8_t)((in.req_bank + 1) % 4);
            in.req_tag++;
        }
    }
    return -1;
}

#endif
