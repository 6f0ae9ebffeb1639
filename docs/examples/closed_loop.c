// SPDX-License-Identifier: Apache-2.0
// A closed loop: some cores, each with a bounded number of requests outstanding, in front of an embedded memory. A core
// sends its next request as soon as it may. Prints what a core saw and, with --json, what the memory counted.
//
//   cc -std=c11 closed_loop.c $(pkg-config --cflags --libs rowhold) -o closed_loop
//   ./closed_loop [--preset NAME] [--controller NAME] [--cores N] [--window N] [--requests N] [--json]
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_memory.h"
#include "rowhold/rh_random.h"

enum { MOST_CORES = 64 };

struct core {
    uint64_t random, at; /* its draws, and the address behind its last request */
    uint64_t to_send, outstanding, done;
    uint64_t latency_sum, latency_max;
};

struct loop {
    const char *preset, *controller;
    unsigned cores, window;
    uint64_t requests; /* of each core */
    int json;
    uint64_t finished;
    struct core core[MOST_CORES];
};

static void on_done(void *self, const struct rh_memory_done *d) {
    struct loop *loop = self;
    struct core *core = d->user;
    uint64_t latency = d->done - d->sent;
    core->outstanding--;
    core->done++;
    core->latency_sum += latency;
    if (latency > core->latency_max)
        core->latency_max = latency;
    loop->finished++;
}

/* Runs of 64-byte lines with jumps between them; one request in four is a write. */
static void send(struct loop *loop, struct rh_memory *memory, struct core *core) {
    if (core->to_send == 0 || core->outstanding == loop->window || !rh_memory_can_send(memory, core->at))
        return;
    if (!rh_memory_send(memory, core->at, rh_random_below(&core->random, 4) == 0, core))
        return;
    core->to_send--;
    core->outstanding++;
    core->at += 64;
    if (core->at >= rh_memory_bytes(memory) || rh_random_below(&core->random, 8) == 0)
        core->at = rh_random_draw(&core->random) % (rh_memory_bytes(memory) / 64) * 64;
}

static int run(struct loop *loop, struct rh_memory *memory) {
    struct rh_error error;
    unsigned first = 0; /* takes turns, so that no core is always the last to find a place */
    for (unsigned i = 0; i < loop->cores; i++) {
        loop->core[i] = (struct core){.random = rh_random_start(1, i), .to_send = loop->requests};
        loop->core[i].at = rh_random_draw(&loop->core[i].random) % (rh_memory_bytes(memory) / 64) * 64;
    }
    while (loop->finished < loop->cores * loop->requests) {
        for (unsigned i = 0; i < loop->cores; i++)
            send(loop, memory, &loop->core[(first + i) % loop->cores]);
        first = (first + 1) % loop->cores;
        if (!rh_memory_tick(memory)) {
            fprintf(stderr, "closed_loop: %s\n", rh_memory_text(memory));
            return 1;
        }
    }
    if (!rh_memory_finish(memory, &error)) {
        fprintf(stderr, "closed_loop: %s\n", error.text);
        return 1;
    }
    return 0;
}

static void report(const struct loop *loop, const struct rh_memory *memory) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < loop->cores; i++) {
        const struct core *c = &loop->core[i];
        sum += c->latency_sum;
        printf("core %u: %" PRIu64 " requests, latency mean %.1f, longest %" PRIu64 " clocks\n", i, c->done,
               (double)c->latency_sum / (double)c->done, c->latency_max);
    }
    double mean = (double)sum / (double)loop->finished, cycles = (double)rh_memory_cycle(memory);
    printf("%" PRIu64 " requests in %" PRIu64 " clocks: %.4f a clock x %.1f clocks each = %.2f outstanding\n",
           loop->finished, rh_memory_cycle(memory), (double)loop->finished / cycles, mean, (double)sum / cycles);
    if (loop->json)
        (void)rh_memory_json(memory, stdout);
}

static int usage(void) {
    fprintf(stderr, "usage: closed_loop [--preset NAME] [--controller NAME] [--cores 1..64] [--window N] "
                    "[--requests N] [--json]\n");
    return 2;
}

int main(int argc, char **argv) {
    static struct loop loop = {.cores = 4, .window = 8, .requests = 2000};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--json") == 0)
            loop.json = 1;
        else if (value == NULL)
            return usage();
        else if (strcmp(argv[i], "--preset") == 0)
            loop.preset = argv[++i];
        else if (strcmp(argv[i], "--controller") == 0)
            loop.controller = argv[++i];
        else if (strcmp(argv[i], "--cores") == 0)
            loop.cores = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--window") == 0)
            loop.window = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--requests") == 0)
            loop.requests = strtoull(argv[++i], NULL, 10);
        else
            return usage();
    }
    if (loop.cores < 1 || loop.cores > MOST_CORES || loop.window < 1 || loop.requests < 1)
        return usage();
    const struct rh_memory_setup setup = {
        .preset = loop.preset, .controller = loop.controller, .done = on_done, .self = &loop};
    struct rh_error error;
    struct rh_memory *memory = rh_memory_open(&setup, &error);
    if (memory == NULL) {
        fprintf(stderr, "closed_loop: %s\n", error.text);
        return 2;
    }
    int code = run(&loop, memory);
    if (code == 0)
        report(&loop, memory);
    rh_memory_close(memory);
    return code;
}
