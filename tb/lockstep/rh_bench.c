// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_bench.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PROGRESS = 1 << 16 /* clocks between two calls */ };

struct rh_bench {
    struct rh_bench_setup setup;
    struct rh_lockstep *lockstep;
    void *state;
    uint64_t drained;
    struct rh_register_events registers;
    struct rh_register_past past;
};

const struct rh_bench_kind *rh_bench_kind_of(enum rh_kind_code kind) {
    static const struct rh_bench_kind *const benches[] = {
#define RH_KIND(name, folder, bench, meaning) &rh_##bench##_bench,
#include "tables/kinds.def"
#undef RH_KIND
    };
    return benches[kind];
}

void rh_bench_drain(void *state) {
    ((struct rh_bench_traffic *)state)->draining = true;
}

bool rh_bench_shown(const struct rh_bench_kind *kind, const void *state, struct rh_error *error) {
    return kind->shown_words == NULL || *(const uint64_t *)((const char *)state + kind->shown) != 0 ||
           rh_error_set(error, "cosim: found no %s, expected some", kind->shown_words);
}

static void sample(void *user, const void *model_state) {
    struct rh_bench *bench = user;
    bench->setup.kind->sample(bench->state, model_state);
}

static void count(void *user, const struct rh_lockstep_clock *clock) {
    struct rh_bench *bench = user;
    if (clock->alone)
        return;
    if (bench->setup.kind->count != NULL)
        bench->setup.kind->count(bench->state, clock);
    if (bench->setup.count_registers)
        rh_register_events_clock(&bench->registers, &bench->past, bench->setup.block, clock);
}

struct rh_bench *rh_bench_open(const struct rh_bench_setup *setup, struct rh_error *error) {
    struct rh_bench *bench = calloc(1, sizeof *bench);
    if (bench != NULL)
        bench->state = calloc(1, setup->kind->state_size);
    if (bench == NULL || bench->state == NULL || !rh_register_past_open(&bench->past, setup->block) ||
        !setup->kind->start(bench->state, setup->block, setup->config, setup->seed)) {
        if (bench != NULL) {
            rh_register_past_close(&bench->past);
            free(bench->state);
        }
        free(bench);
        rh_error_set(error, "cosim: found no memory for the lockstep, expected enough");
        return NULL;
    }
    bench->setup = *setup;
    struct rh_lockstep_setup pair = {.block = setup->block,
                                     .config = setup->config,
                                     .rtl = setup->rtl,
                                     .seed = setup->seed,
                                     .compare_state = setup->compare_state,
                                     .wave = setup->wave,
                                     .from = setup->from,
                                     .load_every = setup->load_every,
                                     .sample = setup->kind->sample != NULL ? sample : NULL,
                                     .count = count,
                                     .keeps_state = setup->count_registers,
                                     .user = bench};
    bench->lockstep = rh_lockstep_open(&pair, error);
    if (bench->lockstep != NULL)
        return bench;
    rh_bench_close(bench);
    return NULL;
}

void rh_bench_close(struct rh_bench *bench) {
    if (bench == NULL)
        return;
    rh_lockstep_close(bench->lockstep);
    if (bench->setup.kind->stop != NULL)
        bench->setup.kind->stop(bench->state);
    rh_register_past_close(&bench->past);
    free(bench->state);
    free(bench);
}

static void reset(struct rh_bench *bench) {
    rh_lockstep_reset(bench->lockstep);
    if (bench->setup.kind->reset != NULL)
        bench->setup.kind->reset(bench->state);
}

static enum rh_bench_end differ(const struct rh_bench *bench, struct rh_error *error) {
    rh_error_set(error, "%s: RTL and model differ", bench->setup.block->ops->name);
    return RH_BENCH_MISMATCH;
}

/* One clock; MATCHED: go on. */
static enum rh_bench_end step(struct rh_bench *bench, struct rh_error *error) {
    const struct rh_bench_setup *s = &bench->setup;
    struct rh_error broken;
    if (!rh_lockstep_cycle(bench->lockstep, s->kind->inputs(bench->state)))
        return differ(bench, error);
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(bench->lockstep);
    if (s->kind->watch != NULL && !s->kind->watch(bench->state, clock, &broken)) {
        rh_error_set(error, "%s: cycle %" PRIu64 ", %s", s->block->ops->name, clock->cycle, broken.text);
        return RH_BENCH_FAILED;
    }
    if (s->progress != NULL && (clock->cycle + 1) % PROGRESS == 0)
        s->progress(s->progress_user, clock->cycle + 1);
    return RH_BENCH_MATCHED;
}

static enum rh_bench_end drain(struct rh_bench *bench, struct rh_error *error) {
    const struct rh_bench_kind *kind = bench->setup.kind;
    if (kind->waiting == NULL)
        return RH_BENCH_MATCHED;
    enum rh_bench_end end = RH_BENCH_MATCHED;
    unsigned most = kind->waiting(bench->state), left = most;
    kind->drain(bench->state);
    while (left != 0 && bench->drained < most && end == RH_BENCH_MATCHED) {
        end = step(bench, error);
        bench->drained++;
        left = kind->waiting(bench->state);
    }
    if (end != RH_BENCH_MATCHED || left == 0)
        return end;
    rh_error_set(error, "%s: found %u of %u left after %u clocks that only drain, expected one fewer a clock at least",
                 bench->setup.block->ops->name, left, most, most);
    return RH_BENCH_FAILED;
}

static enum rh_bench_end finish(struct rh_bench *bench, struct rh_error *error) {
    const struct rh_bench_kind *kind = bench->setup.kind;
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(bench->lockstep);
    if (!rh_lockstep_finish(bench->lockstep))
        return differ(bench, error);
    if (!rh_lockstep_check_loads(bench->setup.load_every, tally, error))
        return RH_BENCH_FAILED;
    if (!rh_bench_shown(kind, bench->state, error))
        return RH_BENCH_FAILED;
    bool registers = bench->setup.block->state.bits != 0 && !rh_lockstep_is_gates(bench->lockstep);
    if (tally->output_bits != 0 && (tally->state_bits != 0 || !registers))
        return RH_BENCH_MATCHED;
    rh_error_set(error, "cosim: found nothing compared in %" PRIu64 " clocks, expected outputs and registers",
                 tally->clocks);
    return RH_BENCH_FAILED;
}

enum rh_bench_end rh_bench_run(struct rh_bench *bench, struct rh_error *error) {
    enum rh_bench_end end = RH_BENCH_MATCHED;
    for (uint64_t cycle = 0; cycle < bench->setup.cycles && end == RH_BENCH_MATCHED; cycle++) {
        if (cycle != 0 && cycle == bench->setup.reset_at)
            reset(bench);
        end = step(bench, error);
    }
    if (end == RH_BENCH_MATCHED)
        end = drain(bench, error);
    return end == RH_BENCH_MATCHED ? finish(bench, error) : end;
}

struct rh_lockstep *rh_bench_lockstep(const struct rh_bench *bench) {
    return bench->lockstep;
}

struct rh_unit rh_bench_unit(const struct rh_bench *bench) {
    return rh_lockstep_unit(bench->lockstep);
}

const void *rh_bench_state(const struct rh_bench *bench) {
    return bench->state;
}

const struct rh_register_events *rh_bench_registers(const struct rh_bench *bench) {
    return &bench->registers;
}

uint64_t rh_bench_drained(const struct rh_bench *bench) {
    return bench->drained;
}

/* --- what a kind brings that takes any inputs: every bit is drawn anew in every clock --- */

struct random {
    const struct rh_layout *layout;
    uint64_t random;
    void *in;
};

static bool random_start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct random *s = state;
    (void)config;
    *s = (struct random){&block->in, rh_random_start(seed, 0), calloc(1, block->kind->in_size)};
    return s->in != NULL;
}

static void random_stop(void *state) {
    free(((struct random *)state)->in);
}

/* By a coin a clock also with bits that are mostly 0: what is crowded and what is sparse. */
static const void *random_inputs(void *state) {
    struct random *s = state;
    bool sparse = (rh_random_draw(&s->random) >> 63) != 0;
    for (unsigned i = 0; i < s->layout->count; i++)
        for (unsigned e = 0; e < s->layout->fields[i].count; e++) {
            uint64_t bits = rh_random_draw(&s->random);
            if (sparse)
                bits &= rh_random_draw(&s->random) & rh_random_draw(&s->random);
            rh_field_set(&s->layout->fields[i], s->in, e, bits >> (64 - s->layout->fields[i].width));
        }
    return s->in;
}

void rh_bench_past_inputs(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_layout *in = &rh_lockstep_setup_of(lockstep)->block->in;
    fprintf(to, "  last inputs (newest marked)\n");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        struct rh_lockstep_clock clock;
        if (!rh_lockstep_past_of(lockstep, back, &clock))
            continue;
        fprintf(to, "%s    %12" PRIu64, clock.reset ? "       -- reset --\n" : "", clock.cycle);
        for (unsigned i = 0; i < in->count; i++) {
            fprintf(to, " %s", in->fields[i].name);
            for (unsigned e = 0; e < in->fields[i].count; e++)
                fprintf(to, "%c%" PRIx64, e == 0 ? ' ' : ',', rh_field_get(&in->fields[i], clock.in, e));
        }
        fprintf(to, "%s\n", back == 0 ? "   <-- newest" : "");
    }
}

const struct rh_bench_kind rh_random_bench = {
    .state_size = sizeof(struct random),
    .start = random_start,
    .stop = random_stop,
    .inputs = random_inputs,
    .past = rh_bench_past_inputs,
};
