// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_lane.h"

#include <inttypes.h>
#include <string.h>

#include "rowhold/rh_random.h"

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

static bool open(void *self, struct rh_lane *of, struct rh_channel_setup *channel, struct rh_error *error) {
    struct rh_cosim_lane *lane = self;
    const struct rh_cosim_setup *setup = of->setup->type_setup;
    lane->setup = setup;
    lane->random = rh_random_start(setup->seed + of->number, RH_DRAWS_BURSTS);
    struct rh_controller_bench_setup pair = {.ops = setup->ops,
                                             .rtl = setup->rtl,
                                             .geometry = setup->geometry,
                                             .gaps = setup->gaps,
                                             .seed = setup->seed + of->number,
                                             .compare_state = setup->compare_state,
                                             .wave = of->number == setup->wave_channel ? setup->wave : NULL,
                                             .from = setup->from,
                                             .load_every = setup->load_every,
                                             .count_registers = setup->registers};
    lane->bench = rh_controller_bench_open(&pair, error);
    if (lane->bench == NULL)
        return false;
    channel->ready_mask_seed = (uint32_t)rh_random_start(setup->seed + of->number, RH_DRAWS_RESPONSES) | 1U;
    channel->ready_one_in = setup->response_one_in;
    if (rh_model_open(&lane->model, &rh_controller_kind, setup->ops, &setup->geometry, &setup->gaps)) {
        channel->unit = rh_model_unit(&lane->model);
        channel->cycle_limit = next_stop(setup, false, true);
        lane->alone = rh_channel_open(channel, error);
    }
    lane->begun = entry(setup) == 0;
    channel->cycle_limit = next_stop(setup, false, lane->begun);
    if (lane->begun)
        channel->unit = rh_controller_bench_unit(lane->bench);
    else if (rh_model_open(&lane->before, &rh_controller_kind, setup->ops, &setup->geometry, &setup->gaps))
        channel->unit = rh_model_unit(&lane->before);
    return (lane->alone != NULL && (lane->begun || lane->before.state != NULL)) ||
           rh_error_set(error, "channel %u: found no memory, expected enough", of->number);
}

static void close(void *self) {
    struct rh_cosim_lane *lane = self;
    rh_controller_bench_close(lane->bench);
    rh_model_close(&lane->model);
    rh_model_close(&lane->before);
    rh_channel_close(lane->alone);
}

/* Arrival in a burst: back to back inside it, then a pause in which a short queue drains. */
static void place(void *self, struct rh_request *request) {
    struct rh_cosim_lane *lane = self;
    uint64_t most = lane->setup->bursts;
    if (most == 0)
        return;
    if (lane->burst_left == 0) {
        lane->burst_left = 1 + rh_random_draw(&lane->random) % most;
        lane->arrival += rh_random_draw(&lane->random) % (64 * most);
    }
    lane->burst_left--;
    request->cycle = lane->arrival;
}

/* Offer the batch to a channel; then `batch` holds what is left of it. */
static enum rh_channel_end offer(const struct rh_cosim_lane *lane, const struct rh_lane *of, struct rh_channel *channel,
                                 struct rh_batch *batch, bool last) {
    enum rh_channel_end end =
        rh_channel_run(channel, batch->requests, batch->n, of->timed || lane->setup->bursts != 0, last);
    batch->requests += rh_channel_taken(channel);
    batch->n -= rh_channel_taken(channel);
    return end;
}

/* Everything in flight is forgotten, in whatever state it is. False without memory. */
static bool reset_pair(struct rh_cosim_lane *lane, struct rh_lane *of) {
    lane->lost += rh_channel_outstanding(of->channel);
    if (lane->begun)
        rh_lockstep_reset(rh_controller_bench_lockstep(lane->bench));
    else
        rh_model_reset(&lane->before);
    rh_channel_flush(of->channel);
    lane->reset_done = true;
    return rh_lane_judge_anew(of);
}

/* The model came here alone: the lockstep goes on with its registers. */
static void begin(struct rh_cosim_lane *lane, const struct rh_lane *of) {
    struct rh_unit unit = rh_controller_bench_unit(lane->bench);
    rh_lockstep_enter(rh_controller_bench_lockstep(lane->bench), lane->before.state, entry(lane->setup));
    rh_channel_take_over(of->channel, &unit);
    lane->begun = true;
}

/* Does the reset come before clock `at`? */
static bool is_reset(const struct rh_cosim_setup *setup, bool reset_done, uint64_t at) {
    return setup->reset_at != 0 && !reset_done && at == setup->reset_at && !rh_cosim_is_behind(setup);
}

/* False without memory. */
static bool run_pair(struct rh_cosim_lane *lane, struct rh_lane *of, struct rh_batch batch, bool last) {
    for (;;) {
        of->end = offer(lane, of, of->channel, &batch, last);
        uint64_t at = rh_channel_cycle(of->channel);
        bool resets = is_reset(lane->setup, lane->reset_done, at);
        bool begins = !lane->begun && at == entry(lane->setup);
        if (of->end != RH_CHANNEL_LIMIT || !(resets || begins))
            return true;
        if (resets && !reset_pair(lane, of))
            return false;
        if (begins)
            begin(lane, of);
        rh_channel_limit(of->channel, next_stop(lane->setup, lane->reset_done, lane->begun));
    }
}

static enum rh_channel_end run_alone(struct rh_cosim_lane *lane, const struct rh_lane *of, struct rh_batch batch,
                                     bool last) {
    for (;;) {
        enum rh_channel_end end = offer(lane, of, lane->alone, &batch, last);
        if (end != RH_CHANNEL_LIMIT || !is_reset(lane->setup, lane->alone_reset_done, rh_channel_cycle(lane->alone)))
            return end;
        rh_model_reset(&lane->model);
        rh_channel_flush(lane->alone);
        lane->alone_reset_done = true;
        rh_channel_limit(lane->alone, next_stop(lane->setup, true, true));
    }
}

static enum rh_system_end differs(struct rh_lane *of) {
    rh_error_set(&of->error, "%s: RTL and model differ", of->setup->ops->name);
    return RH_SYSTEM_BROKEN;
}

static enum rh_system_end judged(struct rh_lane *of) {
    if (of->rules_broken == 0)
        return RH_SYSTEM_DONE;
    rh_error_set(&of->error, "judge: channel %u, %s%s", of->number, of->first.text,
                 of->judge_start != 0 ? " (cycles since the reset)" : "");
    return RH_SYSTEM_BROKEN;
}

static enum rh_system_end run(void *self, struct rh_lane *of, const struct rh_batch *batch, bool last) {
    struct rh_cosim_lane *lane = self;
    if (!run_pair(lane, of, *batch, last)) {
        rh_error_set(&of->error, "channel %u: found no memory, expected enough", of->number);
        return RH_SYSTEM_ERROR;
    }
    if (of->end == RH_CHANNEL_STOPPED)
        return differs(of);
    enum rh_channel_end alone = run_alone(lane, of, *batch, last);
    enum rh_system_end end = rh_lane_check(of, of->channel, of->end);
    if (end == RH_SYSTEM_DONE)
        end = rh_lane_check(of, lane->alone, alone);
    return end == RH_SYSTEM_DONE ? judged(of) : end;
}

static enum rh_system_end finish(void *self, struct rh_lane *of) {
    struct rh_cosim_lane *lane = self;
    if (lane->begun && !rh_lockstep_finish(rh_controller_bench_lockstep(lane->bench)))
        return differs(of);
    if (judged(of) != RH_SYSTEM_DONE)
        return RH_SYSTEM_BROKEN;
    /* every counter and bucket: the struct holds 64-bit counts only, so there is no padding to differ */
    if (memcmp(&of->stats, rh_channel_stats(lane->alone), sizeof of->stats) != 0) {
        rh_error_set(&of->error,
                     "statistics: channel %u, found other counts on the RTL's side, expected those of the model alone",
                     of->number);
        return RH_SYSTEM_BROKEN;
    }
    if (lane->setup->reset_at != 0 && !lane->reset_done && !rh_cosim_is_behind(lane->setup)) {
        rh_error_set(&of->error,
                     "--reset-at: channel %u ended at cycle %" PRIu64 ", expected a run beyond the reset at %" PRIu64,
                     of->number, rh_channel_cycle(of->channel), lane->setup->reset_at);
        return RH_SYSTEM_BROKEN;
    }
    return RH_SYSTEM_DONE;
}

const struct rh_lane_type rh_cosim_lane = {
    .size = sizeof(struct rh_cosim_lane),
    .batch = 1 << 14,
    .open = open,
    .close = close,
    .place = place,
    .run = run,
    .finish = finish,
};
