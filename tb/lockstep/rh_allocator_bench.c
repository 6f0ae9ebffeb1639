// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_allocator_bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/rh_allocator_driver.h"

enum { PROGRESS = 1 << 16 /* clocks between two calls */ };

struct rh_allocator_bench {
    struct rh_allocator_bench_setup setup;
    struct rh_block block;
    struct rh_lockstep *lockstep;
    struct rh_allocator_driver driver;
    struct rh_allocator_watcher watcher;
    struct rh_allocator_counts counts;
    unsigned char *registers; /* of the model, in the last clock */
    bool has_registers;
    uint64_t blocked; /* outputs that were not ready in the last clock */
};

static void count(void *user, const struct rh_lockstep_clock *clock) {
    struct rh_allocator_bench *bench = user;
    const struct rh_allocator_in *in = clock->in;
    rh_allocator_events_clock(&bench->counts.events, &bench->watcher, bench->blocked, in, clock->rtl_out);
    bench->blocked = ~in->ready;
    if (bench->has_registers && !clock->reset)
        rh_allocator_events_registers(&bench->counts.events, &bench->block.state, bench->registers, clock->model_state);
    memcpy(bench->registers, clock->model_state, bench->block.ops->state_size);
    bench->has_registers = true;
}

struct rh_allocator_bench *rh_allocator_bench_open(const struct rh_allocator_bench_setup *setup,
                                                   struct rh_error *error) {
    struct rh_allocator_bench *bench = calloc(1, sizeof *bench);
    if (bench != NULL)
        bench->registers = calloc(1, setup->ops->state_size);
    if (bench == NULL || bench->registers == NULL) {
        rh_allocator_bench_close(bench);
        rh_error_set(error, "cosim: found no memory for the lockstep, expected enough");
        return NULL;
    }
    bench->setup = *setup;
    rh_block_make(&bench->block, &rh_allocator_kind, setup->ops, &bench->setup.params);
    rh_allocator_driver_start(&bench->driver, &bench->setup.params, setup->seed);
    rh_allocator_watcher_start(&bench->watcher, setup->ops->name, &bench->setup.params, &bench->setup.config);
    struct rh_lockstep_setup pair = {.block = &bench->block,
                                     .config = &bench->setup.config,
                                     .rtl = setup->rtl,
                                     .seed = setup->seed,
                                     .compare_state = setup->compare_state,
                                     .wave = setup->wave,
                                     .wave_from = setup->wave_from,
                                     .wave_clocks = setup->wave_clocks,
                                     .count = count,
                                     .user = bench};
    bench->lockstep = rh_lockstep_open(&pair, error);
    if (bench->lockstep != NULL)
        return bench;
    rh_allocator_bench_close(bench);
    return NULL;
}

void rh_allocator_bench_close(struct rh_allocator_bench *bench) {
    if (bench == NULL)
        return;
    rh_lockstep_close(bench->lockstep);
    free(bench->registers);
    free(bench);
}

static void reset(struct rh_allocator_bench *bench) {
    bench->counts.forgotten += rh_allocator_watcher_remembered(&bench->watcher);
    bench->counts.interrupted += rh_allocator_driver_waiting(&bench->driver);
    rh_lockstep_reset(bench->lockstep);
    rh_allocator_watcher_reset(&bench->watcher);
    bench->blocked = 0;
}

static void count_grants(struct rh_allocator_bench *bench, const struct rh_allocator_out *out) {
    const struct rh_allocator_params *p = &bench->setup.params;
    struct rh_allocator_counts *counts = &bench->counts;
    for (unsigned i = 0; i < p->inputs; i++) {
        counts->grants += out->grant[i] != 0;
        for (unsigned o = 0; o < p->outputs; o++)
            if (bench->watcher.wait[i][o] > counts->longest_wait)
                counts->longest_wait = bench->watcher.wait[i][o];
    }
    counts->held += (unsigned)__builtin_popcountll(out->held);
    counts->away += bench->watcher.away != 0;
}

/* One clock; MATCHED: go on. */
static enum rh_allocator_bench_end step(struct rh_allocator_bench *bench, struct rh_error *error) {
    struct rh_error broken;
    const struct rh_allocator_in *in = rh_allocator_driver_clock(&bench->driver);
    if (!rh_lockstep_step(bench->lockstep, in)) {
        rh_error_set(error, "%s: RTL and model differ", bench->setup.ops->name);
        return RH_ALLOCATOR_BENCH_MISMATCH;
    }
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(bench->lockstep);
    const struct rh_allocator_out *out = clock->rtl_out;
    if (!rh_allocator_watcher_clock(&bench->watcher, in, out, &broken)) {
        rh_error_set(error, "%s: cycle %" PRIu64 ", %s", bench->setup.ops->name, clock->cycle, broken.text);
        return RH_ALLOCATOR_BENCH_FAILED;
    }
    count_grants(bench, out);
    rh_allocator_driver_granted(&bench->driver, out);
    if (bench->setup.progress != NULL && (clock->cycle + 1) % PROGRESS == 0)
        bench->setup.progress(bench->setup.progress_user, clock->cycle + 1);
    return RH_ALLOCATOR_BENCH_MATCHED;
}

/* Every clock grants at least one of the requests that wait. */
static enum rh_allocator_bench_end drain(struct rh_allocator_bench *bench, struct rh_error *error) {
    enum rh_allocator_bench_end end = RH_ALLOCATOR_BENCH_MATCHED;
    unsigned most = rh_allocator_driver_waiting(&bench->driver), left = most;
    rh_allocator_driver_drain(&bench->driver);
    while (left != 0 && bench->counts.drain < most && end == RH_ALLOCATOR_BENCH_MATCHED) {
        end = step(bench, error);
        bench->counts.drain++;
        left = rh_allocator_driver_waiting(&bench->driver);
    }
    if (end != RH_ALLOCATOR_BENCH_MATCHED || left == 0)
        return end;
    rh_error_set(error, "%s: found %u of %u requests left after %u clocks, expected one grant a clock at least",
                 bench->setup.ops->name, left, most, most);
    return RH_ALLOCATOR_BENCH_FAILED;
}

static enum rh_allocator_bench_end finish(struct rh_allocator_bench *bench, struct rh_error *error) {
    struct rh_allocator_counts *counts = &bench->counts;
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(bench->lockstep);
    if (!rh_lockstep_finish(bench->lockstep)) {
        rh_error_set(error, "%s: RTL and model differ", bench->setup.ops->name);
        return RH_ALLOCATOR_BENCH_MISMATCH;
    }
    counts->packets = bench->driver.packets;
    counts->streamed = bench->driver.streamed;
    counts->longest_block = bench->driver.longest_block;
    if (counts->grants != 0 && tally->state_bits != 0)
        return RH_ALLOCATOR_BENCH_MATCHED;
    rh_error_set(error, "cosim: compared nothing: found %" PRIu64 " grants in %" PRIu64 " clocks, expected some",
                 counts->grants, tally->clocks);
    return RH_ALLOCATOR_BENCH_FAILED;
}

enum rh_allocator_bench_end rh_allocator_bench_run(struct rh_allocator_bench *bench, struct rh_error *error) {
    enum rh_allocator_bench_end end = RH_ALLOCATOR_BENCH_MATCHED;
    for (uint64_t cycle = 0; cycle < bench->setup.cycles && end == RH_ALLOCATOR_BENCH_MATCHED; cycle++) {
        if (cycle != 0 && cycle == bench->setup.reset_at)
            reset(bench);
        end = step(bench, error);
    }
    if (end == RH_ALLOCATOR_BENCH_MATCHED)
        end = drain(bench, error);
    return end == RH_ALLOCATOR_BENCH_MATCHED ? finish(bench, error) : end;
}

const struct rh_lockstep *rh_allocator_bench_lockstep(const struct rh_allocator_bench *bench) {
    return bench->lockstep;
}

const struct rh_allocator_counts *rh_allocator_bench_counts(const struct rh_allocator_bench *bench) {
    return &bench->counts;
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

void rh_allocator_bench_past(const struct rh_lockstep *lockstep, FILE *to) {
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
