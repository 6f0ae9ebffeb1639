// SPDX-License-Identifier: Apache-2.0
/** The cores of a GPU in front of a memory that answers every request LATENCY core clocks after it took it, for tests;
 * it goes behind <cmocka.h>. A CTA begins at the end of clock 0, so that its first instruction issues in clock 1. */
#ifndef GPU_BENCH_H
#define GPU_BENCH_H

#include <stdio.h>
#include <string.h>

#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_gpu.h"

enum { LATENCY = 10, MOST_WARPS = 4, MOST_CTAS = 8, MOST_SENT = 256 };

struct rh_warp_cta {
    uint64_t number;
    unsigned at[MOST_WARPS]; /* of each warp: instructions that it got */
    const char *rest[MOST_WARPS];
    uint16_t read[MOST_WARPS][4];
    struct rh_warp_transaction transaction[2];
    uint64_t address[MOST_WARPS][RH_WARP_LANES];
};

/* A program in front of the memory. */
struct bench {
    struct rh_warp_source source; /* first: reads what follows */
    /* Of each warp of a CTA: words of a letter (i integer, q division, s special, d double, L load, M load of two
     * transactions, S store, h load and k store of shared memory, b barrier; by lanes' addresses G load, W store of
     * global memory, P load of local memory, T of a texture, C of a constant, A atomic of global and H of shared
     * memory), the register that it writes, and behind < those that it reads; behind @ the first of the 128-byte lines
     * of which the lanes ask for a word in turn, behind x how many, behind + the sector of 32 bytes in which the word
     * lies. */
    const char *program[MOST_WARPS];
    uint32_t lanes; /* that take part; 0: all */
    bool apart;     /* CTAs of one warp, each with the next program */
    unsigned kernels, next_kernel;
    struct rh_kernel_launch launch;
    struct rh_warp_cta cta[MOST_CTAS];
    struct rh_gpu_setup setup;
    struct rh_gpu *gpu;
    uint64_t clock, opens; /* clock from which the network takes requests */
    uint64_t warmup;       /* clocks that the statistics leave out */
    char issued[400];      /* clock and warp of each instruction */
    struct {
        uint64_t at;
        unsigned cluster, slot;
        bool back;
    } sent[MOST_SENT];
    unsigned n;
    unsigned commands, atomics, writes; /* of all requests */
    unsigned core_of[MOST_CTAS];        /* by its requests */
    unsigned code_of;                   /* set of cores that fetched code */
    struct rh_error error;
};

static inline int next_kernel(struct rh_warp_source *source, struct rh_kernel_launch *launch, struct rh_error *error) {
    struct bench *b = (struct bench *)source;
    (void)error;
    *launch = b->launch;
    return b->next_kernel++ < b->kernels;
}

static inline struct rh_warp_cta *open_cta(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                           struct rh_error *error) {
    struct bench *b = (struct bench *)source;
    struct rh_warp_cta *cta = &b->cta[number];
    (void)error;
    *cta = (struct rh_warp_cta){.number = number};
    *warps = b->launch.cta_warps;
    memcpy(cta->rest, b->program, sizeof cta->rest);
    if (b->apart)
        cta->rest[0] = b->program[number];
    return cta;
}

static inline void close_cta(struct rh_warp_source *source, struct rh_warp_cta *cta) {
    (void)source;
    (void)cta;
}

static inline bool rewind_bench(struct rh_warp_source *source, struct rh_error *error) {
    (void)error;
    ((struct bench *)source)->next_kernel = 0;
    return true;
}

/* "@LINExLINES+SECTOR", or "@LINE=" for a line's words side by side */
static inline const char *take_addresses(const char *word, uint64_t address[RH_WARP_LANES]) {
    unsigned number[3] = {0, 1, 0};
    for (unsigned k = 0; k < 3; k++)
        if (*word == "@x+"[k]) {
            number[k] = (unsigned)(word[1] - '0');
            word += 2;
        }
    bool along = *word == '=';
    for (unsigned lane = 0; lane < RH_WARP_LANES; lane++)
        address[lane] = (number[0] + lane % number[1]) * 128 + number[2] * 32 + (along ? lane * 4 : 0);
    return word + along;
}

static inline int next_instruction(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                                   struct rh_warp_instruction *to, struct rh_error *error) {
    static const struct {
        char letter;
        enum rh_warp_op op;
        enum rh_warp_space space;
    } letters[] = {{'i', RH_WARP_INTEGER, RH_WARP_SPACE_GLOBAL}, {'s', RH_WARP_SPECIAL, RH_WARP_SPACE_GLOBAL},
                   {'d', RH_WARP_DOUBLE, RH_WARP_SPACE_GLOBAL},  {'b', RH_WARP_BARRIER, RH_WARP_SPACE_GLOBAL},
                   {'L', RH_WARP_LOAD, RH_WARP_SPACE_GLOBAL},    {'M', RH_WARP_LOAD, RH_WARP_SPACE_GLOBAL},
                   {'S', RH_WARP_STORE, RH_WARP_SPACE_GLOBAL},   {'h', RH_WARP_LOAD, RH_WARP_SPACE_SHARED},
                   {'k', RH_WARP_STORE, RH_WARP_SPACE_SHARED},   {'G', RH_WARP_LOAD, RH_WARP_SPACE_GLOBAL},
                   {'W', RH_WARP_STORE, RH_WARP_SPACE_GLOBAL},   {'P', RH_WARP_LOAD, RH_WARP_SPACE_LOCAL},
                   {'T', RH_WARP_LOAD, RH_WARP_SPACE_TEXTURE},   {'C', RH_WARP_LOAD, RH_WARP_SPACE_CONSTANT},
                   {'A', RH_WARP_ATOMIC, RH_WARP_SPACE_GLOBAL},  {'H', RH_WARP_ATOMIC, RH_WARP_SPACE_SHARED},
                   {'q', RH_WARP_DIVIDE, RH_WARP_SPACE_GLOBAL},  {0, RH_WARP_OPS, RH_WARP_SPACES}};
    struct bench *b = (struct bench *)source;
    const char *word = cta->rest[warp];
    unsigned at = cta->at[warp]++;
    (void)error;
    if (at != 0) /* the one before has issued */
        (void)snprintf(b->issued + strlen(b->issued), sizeof b->issued - strlen(b->issued), "%s%u%c",
                       b->issued[0] != 0 ? " " : "", (unsigned)b->clock,
                       (char)('a' + cta->number * b->launch.cta_warps + warp));
    if (*word == 0)
        return 0;
    const char letter = *word++;
    unsigned row = 0;
    while (letters[row].letter != letter && letters[row].letter != 0)
        row++;
    assert_true(letters[row].letter != 0);
    cta->transaction[0] = (struct rh_warp_transaction){.address = 0, .bytes = 64};
    cta->transaction[1] = (struct rh_warp_transaction){.address = 4096, .bytes = 64};
    *to = (struct rh_warp_instruction){.op = letters[row].op,
                                       .space = letters[row].space,
                                       .count = 1,
                                       .active = b->lanes != 0 ? b->lanes : UINT32_MAX,
                                       .bytes = 4,
                                       .pc = (uint64_t)at * RH_WARP_CODE_BYTES,
                                       .read = cta->read[warp],
                                       .transaction = cta->transaction,
                                       .transactions = letter == 'M' ? 2 : strchr("LS", letter) != NULL};
    if (*word >= '1' && *word <= '9')
        to->writes = (uint16_t)(*word++ - '0');
    for (word += *word == '<'; *word >= '1' && *word <= '9'; word++)
        cta->read[warp][to->reads++] = (uint16_t)(*word - '0');
    if (*word == '@') {
        word = take_addresses(word, cta->address[warp]);
        to->address = cta->address[warp];
    }
    cta->rest[warp] = word + (*word == ' ');
    return 1;
}

static inline struct bench *bench_of(const char *first, const char *second, const char *third) {
    static struct bench b;
    b = (struct bench){.source = {.next_kernel = next_kernel,
                                  .open_cta = open_cta,
                                  .next = next_instruction,
                                  .close_cta = close_cta,
                                  .rewind = rewind_bench},
                       .program = {first, second, third},
                       .kernels = 1,
                       .launch = {.name = "bench", .ctas = 1, .cta_warps = 1U + (second != NULL) + (third != NULL)}};
    const struct rh_map_shape shape = {
        .channels = 8, .banks = 8, .groups = 1, .rows = 4096, .columns = 64, .command_bytes = 32};
    assert_true(rh_map_parse(&b.setup.map, RH_DEFAULT_MAP, &shape, &b.error));
    b.setup.map.wrap = true;
    b.setup.command_bytes = b.setup.flit_bytes = 32;
    b.setup.source = &b.source;
    struct rh_gpu_machine *m = &b.setup.machine;
    *m = rh_gpu_preset_find("quadro_fx5800", &b.error)->machine;
    m->cores = m->clusters = 1;
    m->greedy = m->clusters_first = m->fetch = 0;
    m->integer = 4;
    m->special = 8;
    m->special_interval = 3;
    m->lsu_queue = 2;
    m->lsu_delay = 1;
    m->hit = 7;
    return &b;
}

static inline void take_requests(struct bench *b) {
    const struct rh_loop_cores *cores = rh_gpu_cores(b->gpu);
    for (unsigned c = 0; c < b->setup.machine.clusters && b->clock >= b->opens; c++) {
        unsigned slot = b->n;
        const struct rh_request *r = cores->next(cores->user, c, &slot);
        if (r == NULL)
            continue;
        if (r->warp == UINT16_MAX)
            b->code_of |= 1U << r->core;
        else
            b->core_of[r->warp / RH_GPU_CTA_WARPS] = r->core;
        b->commands += r->commands;
        b->atomics += r->atomic;
        b->writes += r->write;
        assert_true(b->n < MOST_SENT);
        b->sent[b->n].at = b->clock + LATENCY;
        b->sent[b->n].cluster = c;
        b->sent[b->n++].slot = slot;
    }
}

/* To its end; what was issued, and in which clock. */
static inline const char *run(struct bench *b) {
    b->gpu = rh_gpu_open(&b->setup, &b->error);
    assert_string_equal(b->error.text, "");
    const struct rh_loop_cores *cores = rh_gpu_cores(b->gpu);
    for (; !cores->is_done(cores->user); b->clock++) {
        assert_true(b->clock < 1000);
        for (unsigned k = 0; k < b->n; k++)
            if (!b->sent[k].back && b->sent[k].at <= b->clock)
                b->sent[k].back = cores->reply(cores->user, b->sent[k].cluster, b->sent[k].slot);
        assert_true(cores->clock(cores->user, &b->error));
        take_requests(b);
        if (b->clock + 1 == b->warmup)
            cores->warmed_up(cores->user);
    }
    return b->issued;
}

static inline const struct rh_gpu_stats *stats(struct bench *b) {
    return rh_gpu_stats_of(b->gpu);
}

/* The clocks of all schedulers: instructions and stalls. */
static inline void end(struct bench *b, uint64_t cycles) {
    const struct rh_gpu_stats *s = stats(b);
    uint64_t clocks = s->count.warp_instructions;
    for (unsigned k = 0; k < RH_GPU_STALLS; k++)
        clocks += s->stall[k];
    assert_int_equal(s->count.core_cycles, cycles);
    assert_int_equal(clocks, cycles * b->setup.machine.cores * b->setup.machine.schedulers);
    rh_gpu_close(b->gpu);
}

#endif
