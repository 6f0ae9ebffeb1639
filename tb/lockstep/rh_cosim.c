// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"
#include "rowhold/rh_system.h"

/* --- the worker of `rowhold cosim`: a lockstep on the worker's channel, beside it the model alone on one of its own
 * --- */

struct worker {
    const struct rh_cosim_setup *setup; /* the type's setup */
    struct rh_block block;
    struct rh_bench *bench;
    struct rh_model model, before;        /* the model alone; the worker's channel drives `before` up to the lockstep */
    struct rh_channel *alone;             /* drives `model` */
    bool begun;                           /* the lockstep runs */
    bool reset_done, alone_reset_done;    /* of the worker's channel, and of `alone` */
    uint64_t lost;                        /* requests in flight when the reset came */
    uint64_t random, arrival, burst_left; /* of --bursts */
};

/* Where the lockstep takes over, with its model alone up to --from: early enough for what a wave derives. */
static uint64_t entry(const struct rh_cosim_setup *setup) {
    return rh_wave_since(&rh_controller_kind, setup->from);
}

/* Where a channel stops next: before the reset, before the entry, or at its end. */
static uint64_t next_stop(const struct rh_cosim_setup *setup, bool reset_done, bool begun) {
    uint64_t stop = setup->cycles != 0 ? setup->cycles : UINT64_MAX;
    if (setup->reset_at != 0 && !reset_done && setup->reset_at < stop)
        stop = setup->reset_at;
    if (!begun && entry(setup) < stop)
        stop = entry(setup);
    return stop != UINT64_MAX ? stop : 0;
}

static bool open(void *self, struct rh_channel_worker *of, struct rh_channel_setup *channel, struct rh_error *error) {
    struct worker *worker = self;
    const struct rh_cosim_setup *setup = of->setup->type_setup;
    worker->setup = setup;
    worker->random = rh_random_start(setup->seed + of->number, RH_DRAWS_BURSTS);
    const struct rh_system_setup *s = of->setup;
    rh_block_make(&worker->block, &rh_controller_kind, s->ops, &s->geometry);
    const struct rh_bench_setup pair = {.kind = &rh_controller_bench,
                                        .block = &worker->block,
                                        .config = &s->constraints,
                                        .rtl = setup->rtl,
                                        .seed = setup->seed + of->number,
                                        .compare_state = setup->compare_state,
                                        .wave = of->number == setup->wave_channel ? setup->wave : NULL,
                                        .from = setup->from,
                                        .load_every = setup->load_every,
                                        .count_registers = setup->registers};
    worker->bench = rh_bench_open(&pair, error);
    if (worker->bench == NULL)
        return false;
    channel->ready_mask_seed = (uint32_t)rh_random_start(setup->seed + of->number, RH_DRAWS_RESPONSES) | 1U;
    channel->ready_one_in = setup->response_one_in;
    if (rh_model_open(&worker->model, &rh_controller_kind, s->ops, &s->geometry, &s->constraints)) {
        channel->unit = rh_model_unit(&worker->model);
        channel->cycle_limit = next_stop(setup, false, true);
        worker->alone = rh_channel_open(channel, error);
    }
    worker->begun = entry(setup) == 0;
    channel->cycle_limit = next_stop(setup, false, worker->begun);
    if (worker->begun)
        channel->unit = rh_bench_unit(worker->bench);
    else if (rh_model_open(&worker->before, &rh_controller_kind, s->ops, &s->geometry, &s->constraints))
        channel->unit = rh_model_unit(&worker->before);
    return (worker->alone != NULL && (worker->begun || worker->before.state != NULL)) ||
           rh_error_set(error, "channel %u: found no memory, expected enough", of->number);
}

static void close(void *self) {
    struct worker *worker = self;
    rh_bench_close(worker->bench);
    rh_model_close(&worker->model);
    rh_model_close(&worker->before);
    rh_channel_close(worker->alone);
}

/* Arrival in a burst: back to back inside it, then a pause in which a short queue drains. */
static void place(void *self, struct rh_request *request) {
    struct worker *worker = self;
    uint64_t most = worker->setup->bursts;
    if (most == 0)
        return;
    if (worker->burst_left == 0) {
        worker->burst_left = 1 + rh_random_draw(&worker->random) % most;
        worker->arrival += rh_random_draw(&worker->random) % (64 * most);
    }
    worker->burst_left--;
    request->cycle = worker->arrival;
}

/* Offer the batch to a channel; then `batch` holds what is left of it. */
static enum rh_channel_end offer(const struct worker *worker, const struct rh_channel_worker *of,
                                 struct rh_channel *channel, struct rh_batch *batch, bool last) {
    enum rh_channel_end end =
        rh_channel_run(channel, batch->requests, batch->n, of->timed || worker->setup->bursts != 0, last);
    batch->requests += rh_channel_taken(channel);
    batch->n -= rh_channel_taken(channel);
    return end;
}

/* Everything in flight is forgotten, in whatever state it is. False without memory. */
static bool reset_pair(struct worker *worker, struct rh_channel_worker *of) {
    worker->lost += rh_channel_outstanding(of->channel);
    if (worker->begun)
        rh_lockstep_reset(rh_bench_lockstep(worker->bench));
    else
        rh_model_reset(&worker->before);
    rh_channel_flush(of->channel);
    worker->reset_done = true;
    return rh_channel_worker_judge_anew(of);
}

/* The model came here alone: the lockstep goes on with its registers. */
static void begin(struct worker *worker, const struct rh_channel_worker *of) {
    struct rh_unit unit = rh_bench_unit(worker->bench);
    rh_lockstep_enter(rh_bench_lockstep(worker->bench), worker->before.state, entry(worker->setup));
    rh_channel_take_over(of->channel, &unit);
    worker->begun = true;
}

/* Does the reset come before clock `at`? */
static bool is_reset(const struct rh_cosim_setup *setup, bool reset_done, uint64_t at) {
    return setup->reset_at != 0 && !reset_done && at == setup->reset_at && !rh_cosim_is_behind(setup);
}

/* False without memory. */
static bool run_pair(struct worker *worker, struct rh_channel_worker *of, struct rh_batch batch, bool last) {
    for (;;) {
        of->end = offer(worker, of, of->channel, &batch, last);
        uint64_t at = rh_channel_cycle(of->channel);
        bool resets = is_reset(worker->setup, worker->reset_done, at);
        bool begins = !worker->begun && at == entry(worker->setup);
        if (of->end != RH_CHANNEL_LIMIT || !(resets || begins))
            return true;
        if (resets && !reset_pair(worker, of))
            return false;
        if (begins)
            begin(worker, of);
        rh_channel_limit(of->channel, next_stop(worker->setup, worker->reset_done, worker->begun));
    }
}

static enum rh_channel_end run_alone(struct worker *worker, const struct rh_channel_worker *of, struct rh_batch batch,
                                     bool last) {
    for (;;) {
        enum rh_channel_end end = offer(worker, of, worker->alone, &batch, last);
        if (end != RH_CHANNEL_LIMIT ||
            !is_reset(worker->setup, worker->alone_reset_done, rh_channel_cycle(worker->alone)))
            return end;
        rh_model_reset(&worker->model);
        rh_channel_flush(worker->alone);
        worker->alone_reset_done = true;
        rh_channel_limit(worker->alone, next_stop(worker->setup, true, true));
    }
}

static enum rh_system_end differs(struct rh_channel_worker *of) {
    rh_error_set(&of->error, "%s: RTL and model differ", of->setup->ops->name);
    return RH_SYSTEM_BROKEN;
}

static enum rh_system_end judged(struct rh_channel_worker *of) {
    if (of->rules_broken == 0)
        return RH_SYSTEM_DONE;
    rh_error_set(&of->error, "judge: channel %u, %s%s", of->number, of->first.text,
                 of->judge_start != 0 ? " (cycles since the reset)" : "");
    return RH_SYSTEM_BROKEN;
}

static enum rh_system_end run(void *self, struct rh_channel_worker *of, const struct rh_batch *batch, bool last) {
    struct worker *worker = self;
    if (!run_pair(worker, of, *batch, last)) {
        rh_error_set(&of->error, "channel %u: found no memory, expected enough", of->number);
        return RH_SYSTEM_ERROR;
    }
    if (of->end == RH_CHANNEL_STOPPED)
        return differs(of);
    enum rh_channel_end alone = run_alone(worker, of, *batch, last);
    enum rh_system_end end = rh_channel_worker_check(of, of->channel, of->end);
    if (end == RH_SYSTEM_DONE)
        end = rh_channel_worker_check(of, worker->alone, alone);
    return end == RH_SYSTEM_DONE ? judged(of) : end;
}

static enum rh_system_end finish(void *self, struct rh_channel_worker *of) {
    struct worker *worker = self;
    if (worker->begun && !rh_lockstep_finish(rh_bench_lockstep(worker->bench)))
        return differs(of);
    if (judged(of) != RH_SYSTEM_DONE)
        return RH_SYSTEM_BROKEN;
    /* every counter and bucket: the struct holds 64-bit counts only, so there is no padding to differ */
    if (memcmp(&of->stats, rh_channel_stats(worker->alone), sizeof of->stats) != 0) {
        rh_error_set(&of->error,
                     "statistics: channel %u, found other counts on the RTL's side, expected those of the model alone",
                     of->number);
        return RH_SYSTEM_BROKEN;
    }
    if (worker->setup->reset_at != 0 && !worker->reset_done && !rh_cosim_is_behind(worker->setup)) {
        rh_error_set(&of->error,
                     "--reset-at: channel %u ended at cycle %" PRIu64 ", expected a run beyond the reset at %" PRIu64,
                     of->number, rh_channel_cycle(of->channel), worker->setup->reset_at);
        return RH_SYSTEM_BROKEN;
    }
    return RH_SYSTEM_DONE;
}

static const struct rh_channel_worker_type worker_type = {
    .size = sizeof(struct worker),
    .batch = 1 << 14,
    .open = open,
    .close = close,
    .place = place,
    .run = run,
    .finish = finish,
};

/* --- the run --- */

void rh_cosim_workers(const struct rh_cosim_setup *setup, struct rh_system_setup *system) {
    system->type = &worker_type;
    system->type_setup = setup;
    system->cycles = setup->cycles;
    system->judge = true;
}

static const struct rh_lockstep *lockstep_of(const struct rh_channel_worker *of) {
    return rh_bench_lockstep(((const struct worker *)of->self)->bench);
}

/* For structs of 64-bit counters and nothing else. */
static void add_counters(void *into, const void *from, size_t bytes) {
    uint64_t *a = into;
    const uint64_t *b = from;
    for (size_t i = 0; i < bytes / sizeof *a; i++)
        a[i] += b[i];
}

static enum rh_cosim_end sum_up(const struct rh_system *system, struct rh_cosim_result *result,
                                struct rh_error *error) {
    const struct rh_channel_worker *first = rh_system_worker(system, 0);
    const struct rh_cosim_setup *setup = first->setup->type_setup;
    *result = (struct rh_cosim_result){.stats = *rh_system_total(system)};
    result->judged = rh_system_judged(system, &result->rules);
    for (unsigned i = 0; i < first->setup->channels; i++) {
        const struct rh_channel_worker *of = rh_system_worker(system, i);
        const struct worker *worker = of->self;
        add_counters(&result->tally, rh_lockstep_tally_of(lockstep_of(of)), sizeof result->tally);
        add_counters(&result->counts, rh_controller_counts_of(worker->bench), sizeof result->counts);
        add_counters(&result->registers, rh_bench_registers(worker->bench), sizeof result->registers);
        result->lost += worker->lost;
        result->drained += of->end == RH_CHANNEL_DRAINED;
    }
    if (!rh_lockstep_check_loads(setup->load_every, &result->tally, error))
        return RH_COSIM_FAILED;
    bool gates = rh_lockstep_is_gates(lockstep_of(first));
    /* in a window there may be an idle controller */
    bool busy = result->stats.requests != 0 && (result->counts.commands != 0 || setup->from != 0);
    if (busy && (result->tally.state_bits != 0 || gates))
        return RH_COSIM_MATCHED;
    rh_error_set(error,
                 "cosim: compared nothing: found %" PRIu64 " requests and %" PRIu64 " commands in %" PRIu64
                 " clocks, expected some",
                 result->stats.requests, result->counts.commands, result->tally.clocks);
    return RH_COSIM_FAILED;
}

enum rh_cosim_end rh_cosim_end(const struct rh_system *system, enum rh_system_end end, struct rh_cosim_result *result,
                               struct rh_error *error) {
    unsigned channel;
    if (end == RH_SYSTEM_DONE)
        return sum_up(system, result, error);
    if (end == RH_SYSTEM_ERROR)
        return RH_COSIM_ERROR;
    return rh_cosim_mismatch(system, &channel) != NULL ? RH_COSIM_MISMATCH : RH_COSIM_FAILED;
}

const struct rh_lockstep *rh_cosim_mismatch(const struct rh_system *system, unsigned *channel) {
    const struct rh_channel_worker *first_failing = rh_system_first_failing(system);
    if (first_failing == NULL)
        return NULL;
    const struct rh_lockstep *lockstep = lockstep_of(first_failing);
    *channel = first_failing->number;
    return rh_lockstep_differs(lockstep) ? lockstep : NULL;
}
