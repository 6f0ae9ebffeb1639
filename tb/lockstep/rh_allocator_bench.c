// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_allocator_bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct rh_allocator_bench_state *s = state;
    s->block = block;
    rh_allocator_driver_start(&s->driver, block->params, seed);
    rh_allocator_watcher_start(&s->watcher, block->ops->name, block->params, config);
    return rh_register_past_open(&s->past, block);
}

static void stop(void *state) {
    rh_register_past_close(&((struct rh_allocator_bench_state *)state)->past);
}

static const void *inputs(void *state) {
    return rh_allocator_driver_clock(&((struct rh_allocator_bench_state *)state)->driver);
}

static void count(void *state, const struct rh_lockstep_clock *clock) {
    struct rh_allocator_bench_state *s = state;
    const struct rh_allocator_in *in = clock->in;
    rh_allocator_events_clock(&s->counts.events, &s->watcher, s->blocked, in, clock->rtl_out);
    s->blocked = ~in->ready;
    rh_register_events_clock(&s->counts.events.registers, &s->past, s->block, clock);
}

static void count_grants(struct rh_allocator_bench_state *s, const struct rh_allocator_out *out) {
    const struct rh_allocator_params *p = s->block->params;
    struct rh_allocator_counts *counts = &s->counts;
    for (unsigned i = 0; i < p->inputs; i++) {
        counts->grants += out->grant[i] != 0;
        for (unsigned o = 0; o < p->outputs; o++)
            if (s->watcher.wait[i][o] > counts->longest_wait)
                counts->longest_wait = s->watcher.wait[i][o];
    }
    counts->held += (unsigned)__builtin_popcountll(out->held);
    counts->away += s->watcher.turned_away;
}

static bool watch(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken) {
    struct rh_allocator_bench_state *s = state;
    if (!rh_allocator_watcher_clock(&s->watcher, clock->in, clock->rtl_out, broken))
        return false;
    count_grants(s, clock->rtl_out);
    rh_allocator_driver_granted(&s->driver, clock->rtl_out);
    return true;
}

static void reset(void *state) {
    struct rh_allocator_bench_state *s = state;
    s->counts.forgotten += rh_allocator_watcher_remembered(&s->watcher);
    s->counts.interrupted += rh_allocator_driver_waiting(&s->driver);
    rh_allocator_watcher_reset(&s->watcher);
    s->blocked = 0;
}

static unsigned waiting(const void *state) {
    return rh_allocator_driver_waiting(&((const struct rh_allocator_bench_state *)state)->driver);
}

static void drain(void *state) {
    rh_allocator_driver_drain(&((struct rh_allocator_bench_state *)state)->driver);
}

static bool shown(void *state, struct rh_error *error) {
    struct rh_allocator_bench_state *s = state;
    s->counts.packets = s->driver.packets;
    s->counts.streamed = s->driver.streamed;
    s->counts.longest_block = s->driver.longest_block;
    return s->counts.grants != 0 || rh_error_set(error, "cosim: found no grant, expected some");
}

/* "1..1": a set, output 0 first. */
static const char *set_text(uint64_t set, unsigned count, char *text) {
    for (unsigned k = 0; k < count; k++)
        text[k] = (set >> k & 1) != 0 ? '1' : '.';
    text[count] = '\0';
    return text;
}

/* The inputs that ask: their requests, destination, bank and row, and what they are granted. */
static void print_inputs(const struct rh_allocator_params *p, const struct rh_lockstep_clock *clock, FILE *to) {
    const struct rh_allocator_in *in = clock->in;
    const struct rh_allocator_out *out = clock->rtl_out;
    char request[RH_MOST_outputs + 1], grant[RH_MOST_outputs + 1];
    for (unsigned i = 0; i < p->inputs; i++)
        if (in->request[i] != 0 || out->grant[i] != 0)
            fprintf(to, "    %12s %5u %*s %*s %11u %4u %8" PRIu32 "\n", "", i, 8,
                    set_text(in->request[i], p->outputs, request), 8, set_text(out->grant[i], p->outputs, grant),
                    in->destination[i], in->bank[i], in->row[i]);
}

static void past(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_allocator_params *p = rh_lockstep_setup_of(lockstep)->block->params;
    char text[RH_MOST_outputs + 1];
    fprintf(to, "  last inputs that ask, and the RTL's grants (newest last); sets with output 0 first\n");
    fprintf(to, "    %12s %5s %8s %8s %11s %4s %8s\n", "cycle", "input", "request", "grant", "destination", "bank",
            "row");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        struct rh_lockstep_clock past;
        if (!rh_lockstep_past_of(lockstep, back, &past))
            continue;
        const struct rh_allocator_in *in = past.in;
        const struct rh_allocator_out *out = past.rtl_out;
        if (past.reset)
            fprintf(to, "    %12s\n", "-- reset --");
        fprintf(to, "    %12" PRIu64 " ready %s", past.cycle, set_text(in->ready, p->outputs, text));
        fprintf(to, " held %s%s\n", set_text(out->held, p->outputs, text), back == 0 ? "   <-- newest" : "");
        print_inputs(p, &past, to);
    }
}

const struct rh_bench_kind rh_allocator_bench = {
    .state_size = sizeof(struct rh_allocator_bench_state),
    .start = start,
    .stop = stop,
    .inputs = inputs,
    .count = count,
    .watch = watch,
    .reset = reset,
    .waiting = waiting,
    .drain = drain,
    .shown = shown,
    .past = past,
};
