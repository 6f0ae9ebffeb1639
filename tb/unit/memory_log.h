// SPDX-License-Identifier: Apache-2.0
/* What the tests of rh_memory share: a memory whose callbacks are noted. */
#ifndef MEMORY_LOG_H
#define MEMORY_LOG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "rowhold/rh_memory.h"

/* What was called back, in order. */
struct log {
    struct rh_memory *memory; /* where the callback sends on, `chain` times, from `next` on */
    unsigned chain;
    uint64_t next;
    unsigned count;
    struct rh_memory_done done[64];
};

static inline void on_done(void *self, const struct rh_memory_done *done) {
    struct log *log = self;
    assert_in_range(log->count, 0, 63);
    log->done[log->count++] = *done;
    if (log->chain == 0)
        return;
    log->chain--;
    assert_true(rh_memory_send(log->memory, log->next, false, done->user));
    log->next += 64;
}

/* A callback that asks the memory itself. */
struct intruder {
    struct rh_memory *memory;
    bool until;
    unsigned calls;
};

static inline struct rh_memory *opened(struct rh_memory_setup setup, struct log *log) {
    struct rh_error error = {""};
    *log = (struct log){.count = 0};
    setup.done = on_done;
    setup.self = log;
    log->memory = rh_memory_open(&setup, &error);
    assert_string_equal(error.text, "");
    assert_non_null(log->memory);
    return log->memory;
}

static inline void drain(struct rh_memory *memory) {
    for (unsigned i = 0; i < 10000 && !rh_memory_idle(memory); i++)
        assert_true(rh_memory_tick(memory));
    assert_true(rh_memory_idle(memory));
}

static inline void finished(struct rh_memory *memory) {
    struct rh_error error = {""};
    assert_true(rh_memory_finish(memory, &error));
    assert_string_equal(error.text, "");
    rh_memory_close(memory);
}

/* The caller frees it. */
static inline char *json_of(const struct rh_memory *memory) {
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(rh_memory_json(memory, file));
    fclose(file);
    return text;
}

#endif
