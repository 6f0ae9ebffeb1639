// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_lane.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"

enum { MODEL = RH_COSIM_MODEL, RTL = RH_COSIM_RTL, SIDES = RH_COSIM_SIDES };

static void note(struct rh_cosim_lane *lane, unsigned broken, const struct rh_verdict *verdict) {
    if (broken != 0 && lane->broken == 0)
        lane->first = *verdict;
    lane->broken += broken;
}

/* A judge begins with closed banks at cycle 0, so each reset gets a new one. */
static bool judge_start(struct rh_cosim_lane *lane) {
    struct rh_judge_setup rules = rh_judge_setup_from_preset(lane->setup->preset);
    lane->judge_start = lane->side[RTL] != NULL ? rh_channel_cycle(lane->side[RTL]) : 0;
    lane->judge = rh_judge_open(&rules);
    return lane->judge != NULL;
}

static void judge_end(struct rh_cosim_lane *lane) {
    struct rh_verdict verdict;
    uint64_t now = rh_channel_cycle(lane->side[RTL]) - lane->judge_start;
    note(lane, rh_judge_finish(lane->judge, now, &verdict), &verdict);
    lane->judged += rh_judge_commands(lane->judge);
    lane->rules += rh_judge_checks(lane->judge);
    rh_judge_close(lane->judge);
    lane->judge = NULL;
}

static void on_command(void *user, const struct rh_command_record *record) {
    struct rh_cosim_lane *lane = user;
    struct rh_verdict verdict;
    struct rh_command_record relative = *record;
    relative.cycle -= lane->judge_start;
    note(lane, rh_judge_command(lane->judge, &relative, &verdict), &verdict);
    if (lane->setup->sink != NULL)
        lane->setup->sink(lane->setup->sink_user, record);
}

static bool open_channels(struct rh_cosim_lane *lane) {
    const struct rh_cosim_setup *setup = lane->setup;
    struct rh_channel_setup channel = {
        .unit = rh_model_unit(&lane->model),
        .geometry = setup->geometry,
        .gaps = setup->gaps,
        .number = (uint16_t)lane->number,
        .ready_mask_seed = (uint32_t)rh_random_start(setup->seed + lane->number, RH_DRAWS_RESPONSES) | 1U,
        .ready_one_in = setup->response_one_in,
        .cycle_limit = setup->reset_at != 0 ? setup->reset_at : setup->cycles};
    lane->side[MODEL] = rh_channel_open(&channel);
    channel.unit = rh_controller_bench_unit(lane->bench);
    channel.sink = on_command;
    channel.sink_user = lane;
    lane->side[RTL] = rh_channel_open(&channel);
    return lane->side[MODEL] != NULL && lane->side[RTL] != NULL;
}

bool rh_cosim_lane_open(struct rh_cosim_lane *lane, const struct rh_cosim_setup *setup, unsigned number,
                        struct rh_error *error) {
    lane->setup = setup;
    lane->number = number;
    lane->random = rh_random_start(setup->seed + number, RH_DRAWS_BURSTS);
    struct rh_controller_bench_setup pair = {.ops = setup->ops,
                                             .rtl = setup->rtl,
                                             .geometry = setup->geometry,
                                             .gaps = setup->gaps,
                                             .seed = setup->seed + number,
                                             .compare_state = setup->compare_state,
                                             .wave = number == setup->wave_channel ? setup->wave : NULL,
                                             .wave_from = setup->wave_from,
                                             .wave_clocks = setup->wave_clocks};
    lane->bench = rh_controller_bench_open(&pair, error);
    if (lane->bench == NULL)
        return false;
    if (!rh_model_open(&lane->model, setup->ops, &setup->geometry, &setup->gaps) || !open_channels(lane) ||
        !judge_start(lane))
        return rh_error_set(error, "cosim: found no memory for channel %u", number);
    return true;
}

void rh_cosim_lane_close(struct rh_cosim_lane *lane) {
    rh_controller_bench_close(lane->bench);
    rh_model_close(&lane->model);
    rh_channel_close(lane->side[MODEL]);
    rh_channel_close(lane->side[RTL]);
    if (lane->judge != NULL)
        rh_judge_close(lane->judge);
    free(lane->requests);
}

/* Arrival in a burst: back to back inside it, then a pause in which a short queue drains. */
static void place_in_burst(struct rh_cosim_lane *lane, struct rh_request *request) {
    uint64_t most = lane->setup->bursts;
    if (lane->burst_left == 0) {
        lane->burst_left = 1 + rh_random_draw(&lane->random) % most;
        lane->arrival += rh_random_draw(&lane->random) % (64 * most);
    }
    lane->burst_left--;
    request->cycle = lane->arrival;
}

bool rh_cosim_lane_put(struct rh_cosim_lane *lane, const struct rh_request *request) {
    if (lane->n == lane->room) {
        size_t room = lane->room == 0 ? 1024 : 2 * lane->room;
        struct rh_request *requests = realloc(lane->requests, room * sizeof *requests);
        if (requests == NULL)
            return false;
        lane->requests = requests;
        lane->room = room;
    }
    lane->requests[lane->n] = *request;
    if (lane->setup->bursts != 0)
        place_in_burst(lane, &lane->requests[lane->n]);
    lane->n++;
    return true;
}

/* Both sides in whatever state they are; everything in flight is forgotten. False without memory. */
static bool reset_side(struct rh_cosim_lane *lane, unsigned side) {
    const struct rh_cosim_setup *setup = lane->setup;
    if (side == RTL) {
        lane->lost += rh_channel_outstanding(lane->side[RTL]);
        judge_end(lane);
        rh_lockstep_reset(rh_controller_bench_lockstep(lane->bench));
        if (!judge_start(lane))
            return false;
    } else {
        setup->ops->reset(lane->model.state, &setup->geometry);
    }
    rh_channel_flush(lane->side[side]);
    rh_channel_limit(lane->side[side], setup->cycles);
    lane->reset_done[side] = true;
    return true;
}

/* Offer the batch to one side; a limit may be the reset's. False without memory. */
static bool run_side(struct rh_cosim_lane *lane, unsigned side, bool last) {
    struct rh_channel *channel = lane->side[side];
    uint64_t reset_at = lane->setup->reset_at;
    size_t done = 0;
    for (;;) {
        lane->end[side] = rh_channel_run(channel, lane->requests + done, lane->n - done, lane->timed, last);
        done += rh_channel_taken(channel);
        if (reset_at == 0 || lane->reset_done[side] || lane->end[side] != RH_CHANNEL_LIMIT ||
            rh_channel_cycle(channel) != reset_at)
            return true;
        if (!reset_side(lane, side))
            return false;
    }
}

static void fail_judged(struct rh_cosim_lane *lane) {
    rh_error_set(&lane->error, "judge: channel %u, %s%s", lane->number, lane->first.text,
                 lane->judge_start != 0 ? " (cycles since the reset)" : "");
    lane->state = RH_COSIM_FAILED;
}

void rh_cosim_lane_run(struct rh_cosim_lane *lane, bool last) {
    bool memory = run_side(lane, RTL, last);
    if (memory && lane->end[RTL] != RH_CHANNEL_STOPPED)
        memory = run_side(lane, MODEL, last);
    lane->n = 0;
    if (!memory) {
        rh_error_set(&lane->error, "cosim: found no memory for channel %u", lane->number);
        lane->state = RH_COSIM_ERROR;
        return;
    }
    if (lane->end[RTL] == RH_CHANNEL_STOPPED) {
        rh_error_set(&lane->error, "%s: RTL and model differ", lane->setup->ops->name);
        lane->state = RH_COSIM_MISMATCH;
        return;
    }
    for (unsigned side = SIDES; side-- > 0;)
        if (lane->end[side] == RH_CHANNEL_STUCK || lane->end[side] == RH_CHANNEL_BROKEN) {
            rh_error_set(&lane->error, "%s: %s", lane->setup->ops->name, rh_channel_text(lane->side[side]));
            lane->state = RH_COSIM_FAILED;
            return;
        }
    if (lane->broken != 0)
        fail_judged(lane);
}

/* Every counter and bucket; the struct holds 64-bit counts only, so there is no padding to differ. */
static bool statistics_equal(const struct rh_cosim_lane *lane) {
    return memcmp(rh_channel_stats(lane->side[RTL]), rh_channel_stats(lane->side[MODEL]), sizeof(struct rh_stats)) == 0;
}

void rh_cosim_lane_finish(struct rh_cosim_lane *lane) {
    judge_end(lane);
    lane->stats = *rh_channel_stats(lane->side[RTL]);
    if (!rh_lockstep_finish(rh_controller_bench_lockstep(lane->bench))) {
        rh_error_set(&lane->error, "%s: RTL and model differ", lane->setup->ops->name);
        lane->state = RH_COSIM_MISMATCH;
    } else if (lane->broken != 0) {
        fail_judged(lane);
    } else if (!statistics_equal(lane)) {
        rh_error_set(&lane->error,
                     "statistics: channel %u, found other counts on the RTL's side than the model has alone",
                     lane->number);
        lane->state = RH_COSIM_FAILED;
    } else if (lane->setup->reset_at != 0 && !lane->reset_done[RTL]) {
        rh_error_set(&lane->error,
                     "--reset-at: channel %u ended at cycle %" PRIu64 ", expected a run beyond the reset at %" PRIu64,
                     lane->number, rh_channel_cycle(lane->side[RTL]), lane->setup->reset_at);
        lane->state = RH_COSIM_FAILED;
    }
}
