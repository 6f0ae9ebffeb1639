// SPDX-License-Identifier: Apache-2.0
/** What kernels that ship execute and store, for tests; it goes behind <cmocka.h>. */
#ifndef KERNEL_RESULTS_H
#define KERNEL_RESULTS_H

#include <stdio.h>
#include <string.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_warp_count.h"

static inline struct rh_warp_source *opened(const char *name, const struct rh_simt_options *options) {
    struct rh_error error = {""};
    struct rh_warp_source *source = rh_kernels_open(name, options, &error);
    assert_string_equal(error.text, "");
    assert_non_null(source);
    return source;
}

static inline struct rh_simt_options grid_of(uint32_t x, uint32_t y, uint32_t size) {
    return (struct rh_simt_options){.grid = {x, y, 1}, .size = size};
}

static inline struct rh_warp_count counted(const char *name, struct rh_simt_options options) {
    struct rh_error error = {""};
    struct rh_warp_count count;
    struct rh_warp_source *source = opened(name, &options);
    memset(&count, 0, sizeof count);
    bool good = rh_warp_count_source(source, &count, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    source->close(source);
    return count;
}

/* What is counted, in words: "96 warp 3072 thread: 64 integer 16 load 16 store; global 32". */
static inline const char *said(const struct rh_warp_count *count) {
    static char text[512];
    int n = snprintf(text, sizeof text, "%llu warp %llu thread:", (unsigned long long)count->warp_instructions,
                     (unsigned long long)count->thread_instructions);
    for (unsigned op = 0; op < RH_WARP_OPS; op++)
        if (count->of[op] != 0)
            n += snprintf(text + n, sizeof text - (size_t)n, " %llu %s", (unsigned long long)count->of[op],
                          rh_warp_op_name((enum rh_warp_op)op));
    n += snprintf(text + n, sizeof text - (size_t)n, ";");
    for (unsigned s = 0; s < RH_WARP_SPACES; s++) {
        unsigned long long of = rh_warp_count_accesses(count, (enum rh_warp_space)s);
        if (of != 0)
            n += snprintf(text + n, sizeof text - (size_t)n, " %s %llu", rh_warp_space_name((enum rh_warp_space)s), of);
    }
    return text;
}

#define assert_counts(name, options, words)                                                                            \
    do {                                                                                                               \
        struct rh_warp_count counts = counted(name, options);                                                          \
        assert_string_equal(said(&counts), words);                                                                     \
    } while (0)

/* What a kernel stores to one array. */
struct stored {
    const char *array;
    uint64_t count;        /* stores */
    uint32_t value[65536]; /* the last of each element */
};

static inline void take(void *user, const char *array, uint64_t index, uint32_t bits) {
    struct stored *stored = user;
    if (strcmp(stored->array, array) != 0)
        return;
    assert_true(index < 65536);
    stored->value[index] = bits;
    stored->count++;
}

static inline struct stored *results(const char *name, struct rh_simt_options options, const char *array) {
    static struct stored stored;
    memset(&stored, 0, sizeof stored);
    stored.array = array;
    options.stored = take;
    options.user = &stored;
    (void)counted(name, options);
    return &stored;
}

static inline float as_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The contents of array `number` of a program, and how many it has. */
static inline uint32_t content(struct rh_warp_source *source, unsigned number, uint64_t index) {
    const struct rh_simt_run *run = rh_simt_run_of(source);
    return run->array[number].content(run, number, index);
}

/* What the first instructions of warp 0 of CTA 0 write and read: "9<7,8"; 0: nothing. */
static inline const char *registers_of(const char *name, struct rh_simt_options options, unsigned instructions) {
    static char text[512];
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    struct rh_warp_instruction i;
    uint32_t warps;
    int n = 0;
    struct rh_warp_source *source = opened(name, &options);
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    for (unsigned k = 0; k < instructions && source->next(source, cta, 0, &i, &error) == 1; k++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%u", k == 0 ? "" : " ", i.writes);
        for (unsigned r = 0; r < i.reads; r++)
            n += snprintf(text + n, sizeof text - (size_t)n, "%c%u", r == 0 ? '<' : ',', i.read[r]);
    }
    source->close_cta(source, cta);
    source->close(source);
    return text;
}

/* The stream of a warp, in words: "integer of ffff; load global 40 +4 -> 5 <- 4". Addresses are that of the lowest
 * active lane and the step from lane to lane; ? where there is none. */
static inline const char *stream_of(const char *name, struct rh_simt_options options, uint64_t number, uint32_t warp) {
    static char text[1 << 20];
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    struct rh_warp_instruction i;
    uint32_t warps;
    int n = 0;
    struct rh_warp_source *source = opened(name, &options);
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, number, &warps, &error);
    text[0] = '\0';
    while (source->next(source, cta, warp, &i, &error) == 1) {
        assert_true((size_t)n + 256 < sizeof text);
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", n == 0 ? "" : "; ", rh_warp_op_name(i.op));
        if (i.active != UINT32_MAX)
            n += snprintf(text + n, sizeof text - (size_t)n, " of %x", i.active);
        if (!rh_warp_op_accesses(i.op))
            continue;
        unsigned low = (unsigned)__builtin_ctz(i.active);
        uint64_t step = low < 31 ? i.address[low + 1] - i.address[low] : 0;
        bool even = true;
        for (unsigned l = low; l < 32 && (i.active >> l & 1U) != 0; l++)
            even &= i.address[l] == i.address[low] + (l - low) * step;
        n += snprintf(text + n, sizeof text - (size_t)n, " %s/%u %llx", rh_warp_space_name(i.space), i.bytes,
                      (unsigned long long)i.address[low]);
        n += even ? snprintf(text + n, sizeof text - (size_t)n, "+%lld", (long long)step)
                  : snprintf(text + n, sizeof text - (size_t)n, "?");
    }
    assert_string_equal(error.text, "");
    source->close_cta(source, cta);
    source->close(source);
    return text;
}

#endif
