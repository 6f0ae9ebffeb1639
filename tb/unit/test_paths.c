// SPDX-License-Identifier: Apache-2.0
// Which outputs depend on which inputs of the same clock? The port tables say so (RH_PATH), and what joins blocks
// relies on it. Here every variant is asked: in random states each input is altered, on a copy, and what the outputs do
// is noted.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_variant.h"

enum { CLOCKS = 1500, MOST = 32, BYTES = 65536 };

/** Which outputs were seen to follow which inputs. */
struct seen {
    bool path[MOST][MOST];
};

/* One element at random; often a small number, so that banks and rows are met again. */
static void draw_element(const struct rh_field *field, void *base, unsigned index, uint64_t *random) {
    uint64_t value = rh_random_draw(random) >> (64 - field->width);
    rh_field_set(field, base, index, rh_random_below(random, 2) == 0 ? value & 1 : value);
}

static void draw(const struct rh_layout *layout, void *base, uint64_t *random) {
    for (unsigned i = 0; i < layout->count; i++)
        for (unsigned e = 0; e < layout->fields[i].count; e++)
            draw_element(&layout->fields[i], base, e, random);
}

static bool field_differs(const struct rh_field *field, const void *a, const void *b) {
    for (unsigned e = 0; e < field->count; e++)
        if (rh_field_get(field, a, e) != rh_field_get(field, b, e))
            return true;
    return false;
}

static void explore(const struct rh_block *block, const void *config, struct seen *seen) {
    static uint64_t state[BYTES / 8], copy[BYTES / 8], in[512], other_in[512], out[512], other_out[512];
    const struct rh_block_ops *ops = block->ops;
    uint64_t random = rh_random_start(7, 0);
    assert_true(ops->state_size <= BYTES && block->kind->in_size <= sizeof in && block->kind->out_size <= sizeof out);
    assert_true(block->in.count <= MOST && block->out.count <= MOST);
    memset(state, 0, sizeof state);
    ops->reset(state, block->params);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        draw(&block->in, in, &random);
        for (unsigned i = 0; i < block->in.count; i++) {
            const struct rh_field *field = &block->in.fields[i];
            memcpy(copy, state, ops->state_size);
            ops->cycle(copy, block->params, config, in, out);
            memcpy(other_in, in, sizeof in);
            draw_element(field, other_in, (unsigned)rh_random_below(&random, field->count), &random);
            memcpy(copy, state, ops->state_size);
            ops->cycle(copy, block->params, config, other_in, other_out);
            for (unsigned o = 0; o < block->out.count; o++)
                seen->path[o][i] |= field_differs(&block->out.fields[o], out, other_out);
        }
        ops->cycle(state, block->params, config, in, out);
    }
}

static bool is_declared(const struct rh_kind *kind, const char *output, const char *input) {
    for (unsigned i = 0; i < kind->path_count; i++)
        if (strcmp(kind->paths[i].output, output) == 0 && strcmp(kind->paths[i].input, input) == 0)
            return true;
    return false;
}

/* "output <- input: undeclared" for each seen and not declared, "never seen" for the opposite. */
static const char *faults(const struct rh_block *block, const struct seen *seen) {
    static char text[1024];
    size_t n = 0;
    text[0] = '\0';
    for (unsigned o = 0; o < block->out.count; o++)
        for (unsigned i = 0; i < block->in.count; i++) {
            const char *output = block->out.fields[o].name, *input = block->in.fields[i].name;
            bool declared = is_declared(block->kind, output, input);
            if (declared != seen->path[o][i] && n < sizeof text)
                n += (size_t)snprintf(text + n, sizeof text - n, "%s <- %s: %s\n", output, input,
                                      declared ? "never seen" : "undeclared");
        }
    return text;
}

static struct rh_block explore_controller(const struct rh_block_ops *ops, const char *name, struct seen *seen) {
    static struct rh_geometry geometry;
    static struct rh_block block;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_load(name, &preset, &error));
    geometry = rh_preset_geometry(&preset, 8);
    geometry.write_drain = 2;
    struct rh_constraints constraints = rh_preset_constraints(&preset);
    constraints.write_queue = 3;
    rh_block_make(&block, &rh_controller_kind, ops, &geometry);
    explore(&block, &constraints, seen);
    return block;
}

/* Gaps must fit the geometry: those of a preset with one command bus, and of one with two. */
static struct rh_block explore_controllers(struct seen *seen) {
    struct rh_block block;
    for (size_t i = 0; i < rh_controller_count(); i++) {
        block = explore_controller(rh_controller_at(i), "gddr3", seen);
        block = explore_controller(rh_controller_at(i), "hbm2", seen);
    }
    return block;
}

/* What an input waits for hangs on the hold rule. */
static struct rh_block explore_allocators(struct seen *seen) {
    static struct rh_allocator_params params = {4, 4, 2, 0, 4, 4, 8, 4};
    struct rh_allocator_config config = {.hold_limit = 5};
    struct rh_block block;
    for (size_t i = 0; i < rh_allocator_count(); i++)
        for (params.hold = 0; params.hold < RH_HOLD_RULES; params.hold++) {
            rh_block_make(&block, &rh_allocator_kind, rh_allocator_at(i), &params);
            explore(&block, &config, seen);
        }
    return block;
}

/* A kind that takes any configuration. */
static struct rh_block explore_kind(enum rh_kind_code code, struct seen *seen) {
    static uint64_t params[64], config[64];
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    struct rh_block block;
    uint64_t random = rh_random_start(8, 0);
    assert_true(kind->params_size <= sizeof params && kind->config_size <= sizeof config);
    rh_params_default(kind, params);
    for (size_t i = 0; i < rh_variant_count(code); i++) {
        rh_block_make(&block, kind, rh_variant_at(code, i)->ops, params);
        memset(config, 0, sizeof config);
        explore(&block, config, seen);
        draw(&block.config, config, &random);
        explore(&block, config, seen);
    }
    return block;
}

static void every_kind_has_the_paths_of_its_table(void **state) {
    (void)state;
    for (unsigned k = 0; k < RH_KINDS; k++) {
        struct seen seen = {{{false}}};
        struct rh_block block = k == RH_KIND_controller  ? explore_controllers(&seen)
                                : k == RH_KIND_allocator ? explore_allocators(&seen)
                                                         : explore_kind((enum rh_kind_code)k, &seen);
        assert_string_equal(faults(&block, &seen), "");
    }
}

/* A controller that gives its response only to who takes it, and accepts every request. */
static void leaky_step(void *state, const void *params, const void *config, const void *in, void *to) {
    static const struct rh_block_ops *fifo;
    struct rh_controller_out *out = to;
    fifo = rh_controller_find("fifo");
    fifo->cycle(state, params, config, in, out);
    out->rsp_valid &= ((const struct rh_controller_in *)in)->rsp_ready;
    out->req_ready = 1;
}

static void another_path_and_a_missing_one_are_found(void **state) {
    (void)state;
    struct seen seen = {{{false}}};
    struct rh_block_ops leaky = *rh_controller_find("fifo");
    leaky.cycle = leaky_step;
    struct rh_block block = explore_controller(&leaky, "gddr3", &seen);
    char expected[1024] = "";
    static const char *const input[] = {"valid", "write", "bank", "row", "column", "len", "source"};
    static const struct {
        const char *output;
        unsigned first, end; /* of these inputs */
    } never[] = {{"req_ready", 1, 7}, {"forward", 0, 6}, {"forward_tag", 1, 6}};
    for (unsigned k = 0; k < sizeof never / sizeof never[0]; k++) {
        for (unsigned i = never[k].first; i < never[k].end; i++)
            (void)snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                           "%s <- req_%s: never seen\n", never[k].output, input[i]);
        strcat(expected, k == 0 ? "rsp_valid <- rsp_ready: undeclared\n" : "");
    }
    assert_string_equal(faults(&block, &seen), expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_the_paths_of_its_table),
        cmocka_unit_test(another_path_and_a_missing_one_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
