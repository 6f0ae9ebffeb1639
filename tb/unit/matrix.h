// SPDX-License-Identifier: Apache-2.0
/** Hand-drawn matrices for the tests of allocators: "1.1 .1. ..." is a row (input) a word, `1` a set bit, output 0
 * first. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_allocator.h"

/** An allocator under test and the inputs that its next clock gets. */
struct matrix {
    const struct rh_block_ops *ops;
    struct rh_allocator_params params;
    struct rh_allocator_config config;
    void *state;
    struct rh_allocator_in in; /* rows, banks and destinations are set by the test */
    struct rh_allocator_out out;
    char grant[RH_MOST_inputs * (RH_MOST_outputs + 1)], held[RH_MOST_outputs + 1]; /* of the last clock, as text */
};

static inline void matrix_reset(struct matrix *m) {
    m->ops->reset(m->state, &m->params);
}

/** Allocator `name`, reset; destinations = outputs, 4 banks, rows of 8 bits, hashes of 4. */
static inline void matrix_open(struct matrix *m, const char *name, unsigned inputs, unsigned outputs,
                               unsigned iterations, enum rh_hold_rule hold, unsigned limit) {
    struct rh_error error = {""};
    memset(m, 0, sizeof *m);
    m->ops = rh_allocator_find(name);
    assert_non_null(m->ops);
    m->params = (struct rh_allocator_params){.inputs = (uint8_t)inputs,
                                             .outputs = (uint8_t)outputs,
                                             .iterations = (uint8_t)iterations,
                                             .hold = (uint8_t)hold,
                                             .destinations = (uint8_t)outputs,
                                             .banks = 4,
                                             .row_bits = 8,
                                             .hash_bits = 4};
    m->config.hold_limit = (uint8_t)limit;
    assert_true(rh_allocator_check(&m->params, &error));
    m->state = calloc(1, m->ops->state_size);
    assert_non_null(m->state);
    matrix_reset(m);
}

static inline void matrix_close(struct matrix *m) {
    free(m->state);
}

/** `count` words of `width` letters. */
static inline void matrix_parse(const char *text, uint64_t *rows, unsigned count, unsigned width) {
    assert_int_equal(strlen(text), count * (width + 1) - 1);
    for (unsigned i = 0; i < count; i++) {
        rows[i] = 0;
        for (unsigned o = 0; o < width; o++)
            rows[i] |= (uint64_t)(text[i * (width + 1) + o] == '1') << o;
    }
}

static inline void matrix_print(const uint64_t *rows, unsigned count, unsigned width, char *text) {
    for (unsigned i = 0; i < count; i++) {
        for (unsigned o = 0; o < width; o++)
            *text++ = (rows[i] >> o & 1) != 0 ? '1' : '.';
        *text++ = i + 1 == count ? '\0' : ' ';
    }
}

/** One clock: the grants as text. `ready`: NULL, every output. */
static inline const char *matrix_clock(struct matrix *m, const char *request, const char *ready) {
    m->in.ready = ~UINT64_C(0);
    matrix_parse(request, m->in.request, m->params.inputs, m->params.outputs);
    if (ready != NULL)
        matrix_parse(ready, &m->in.ready, 1, m->params.outputs);
    m->ops->cycle(m->state, &m->params, &m->config, &m->in, &m->out);
    matrix_print(m->out.grant, m->params.inputs, m->params.outputs, m->grant);
    matrix_print(&m->out.held, 1, m->params.outputs, m->held);
    return m->grant;
}

/** A clock whose grants and held outputs are expected. */
#define matrix_expect(m, request, ready, grants, helds)                                                                \
    do {                                                                                                               \
        assert_string_equal(matrix_clock((m), (request), (ready)), (grants));                                          \
        assert_string_equal((m)->held, (helds));                                                                       \
    } while (0)

#endif
