// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_judge.h"

enum { BATCH = 4096, MODEL = 0, RTL = 1, SIDES = 2 };

/** One channel: the lockstep under one rh_channel, the model alone under another. */
struct lane {
    struct rh_cosim *cosim;
    unsigned number;
    struct rh_lockstep *lockstep;
    struct rh_model model;
    struct rh_channel *side[SIDES];
    bool reset_done[SIDES];
    enum rh_channel_end end[SIDES];
    struct rh_judge *judge;
    uint64_t judge_start; /* cycle at which its controller came out of reset */
    uint64_t broken;
    struct rh_verdict first;
    struct rh_stats stats;                /* once the run is over */
    uint64_t random, arrival, burst_left; /* of --bursts */
    size_t n;
    struct rh_request requests[BATCH];
};

struct rh_cosim {
    struct rh_cosim_setup setup;
    struct rh_cosim_result result;
    bool timed;
    const struct lane *mismatch;
    struct rh_locality *locality;
    struct lane *lane;
};

static void judge_end(struct lane *lane) {
    struct rh_verdict verdict;
    uint64_t now = rh_channel_cycle(lane->side[RTL]) - lane->judge_start;
    unsigned broken = rh_judge_finish(lane->judge, now, &verdict);
    if (broken != 0 && lane->broken == 0)
        lane->first = verdict;
    lane->broken += broken;
    lane->cosim->result.judged += rh_judge_commands(lane->judge);
    lane->cosim->result.rules += rh_judge_checks(lane->judge);
    rh_judge_close(lane->judge);
    lane->judge = NULL;
}

static bool judge_start(struct lane *lane) {
    struct rh_judge_setup rules = rh_judge_setup_from_preset(lane->cosim->setup.preset);
    lane->judge_start = lane->side[RTL] != NULL ? rh_channel_cycle(lane->side[RTL]) : 0;
    lane->judge = rh_judge_open(&rules);
    return lane->judge != NULL;
}

static void on_command(void *user, const struct rh_command_record *record) {
    struct lane *lane = user;
    struct rh_verdict verdict;
    struct rh_command_record relative = *record;
    relative.cycle -= lane->judge_start;
    unsigned broken = rh_judge_command(lane->judge, &relative, &verdict);
    if (broken != 0 && lane->broken == 0)
        lane->first = verdict;
    lane->broken += broken;
    if (lane->cosim->setup.sink != NULL)
        lane->cosim->setup.sink(lane->cosim->setup.sink_user, record);
}

static bool open_lane(struct rh_cosim *cosim, unsigned number, struct rh_error *error) {
    const struct rh_cosim_setup *setup = &cosim->setup;
    struct lane *lane = &cosim->lane[number];
    lane->cosim = cosim;
    lane->number = number;
    lane->random = (setup->seed + number) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    struct rh_lockstep_setup pair = {.ops = setup->ops,
                                     .rtl = setup->rtl,
                                     .geometry = setup->geometry,
                                     .gaps = setup->gaps,
                                     .seed = setup->seed + number,
                                     .compare_state = setup->compare_state,
                                     .wave = number == setup->wave_channel ? setup->wave : NULL,
                                     .wave_from = setup->wave_from,
                                     .wave_clocks = setup->wave_clocks};
    lane->lockstep = rh_lockstep_open(&pair, error);
    if (lane->lockstep == NULL)
        return false;
    if (!rh_model_open(&lane->model, setup->ops, &setup->geometry, &setup->gaps) || !judge_start(lane))
        return rh_error_set(error, "cosim: found no memory for channel %u", number);
    struct rh_channel_setup channel = {.unit = rh_model_unit(&lane->model),
                                       .geometry = setup->geometry,
                                       .gaps = setup->gaps,
                                       .number = (uint16_t)number,
                                       .ready_mask_seed = (uint32_t)(setup->seed + number) | 1U,
                                       .ready_one_in = setup->response_one_in,
                                       .cycle_limit = setup->reset_at != 0 ? setup->reset_at : setup->cycles};
    lane->side[MODEL] = rh_channel_open(&channel);
    channel.unit = rh_lockstep_unit(lane->lockstep);
    channel.sink = on_command;
    channel.sink_user = lane;
    lane->side[RTL] = rh_channel_open(&channel);
    if (lane->side[MODEL] == NULL || lane->side[RTL] == NULL)
        return rh_error_set(error, "cosim: found no memory for channel %u", number);
    return true;
}

struct rh_cosim *rh_cosim_open(const struct rh_cosim_setup *setup, struct rh_error *error) {
    struct rh_cosim *cosim = calloc(1, sizeof *cosim);
    struct lane *lanes = calloc(setup->channels, sizeof *lanes);
    if (cosim == NULL || lanes == NULL) {
        free(cosim);
        free(lanes);
        rh_error_set(error, "cosim: found no memory for %u channels", setup->channels);
        return NULL;
    }
    cosim->setup = *setup;
    cosim->lane = lanes;
    cosim->locality = rh_locality_open(setup->channels, setup->geometry.banks);
    if (cosim->locality == NULL) {
        rh_cosim_close(cosim);
        rh_error_set(error, "cosim: found no memory for %u channels", setup->channels);
        return NULL;
    }
    for (unsigned i = 0; i < setup->channels; i++)
        if (!open_lane(cosim, i, error)) {
            rh_cosim_close(cosim);
            return NULL;
        }
    return cosim;
}

void rh_cosim_close(struct rh_cosim *cosim) {
    if (cosim == NULL)
        return;
    for (unsigned i = 0; i < cosim->setup.channels; i++) {
        struct lane *lane = &cosim->lane[i];
        rh_lockstep_close(lane->lockstep);
        rh_model_close(&lane->model);
        rh_channel_close(lane->side[MODEL]);
        rh_channel_close(lane->side[RTL]);
        if (lane->judge != NULL)
            rh_judge_close(lane->judge);
    }
    rh_locality_close(cosim->locality);
    free(cosim->lane);
    free(cosim);
}

/* The reset: both sides in whatever state they are, everything in flight is forgotten. */
static bool reset_side(struct lane *lane, unsigned side) {
    const struct rh_cosim_setup *setup = &lane->cosim->setup;
    if (side == RTL) {
        lane->cosim->result.lost += rh_channel_outstanding(lane->side[RTL]);
        judge_end(lane);
        rh_lockstep_reset(lane->lockstep);
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

/* Offer the lane's batch to one side; a limit may be the reset's. False without memory. */
static bool run_side(struct lane *lane, unsigned side, bool last) {
    const struct rh_cosim_setup *setup = &lane->cosim->setup;
    size_t done = 0;
    for (;;) {
        lane->end[side] =
            rh_channel_run(lane->side[side], lane->requests + done, lane->n - done, lane->cosim->timed, last);
        done += rh_channel_taken(lane->side[side]);
        bool reset = setup->reset_at != 0 && !lane->reset_done[side] && lane->end[side] == RH_CHANNEL_LIMIT &&
                     rh_channel_cycle(lane->side[side]) == setup->reset_at;
        if (!reset)
            return true;
        if (!reset_side(lane, side))
            return false;
    }
}

/* NULL: went well so far. */
static const char *complaint(const struct lane *lane) {
    for (unsigned side = SIDES; side-- > 0;)
        if (lane->end[side] == RH_CHANNEL_STUCK || lane->end[side] == RH_CHANNEL_BROKEN)
            return rh_channel_text(lane->side[side]);
    return NULL;
}

static enum rh_cosim_end run_lane(struct lane *lane, bool last, struct rh_error *error) {
    if (!run_side(lane, RTL, last) || (lane->end[RTL] != RH_CHANNEL_STOPPED && !run_side(lane, MODEL, last))) {
        rh_error_set(error, "cosim: found no memory for channel %u", lane->number);
        return RH_COSIM_ERROR;
    }
    lane->n = 0;
    if (lane->end[RTL] == RH_CHANNEL_STOPPED) {
        lane->cosim->mismatch = lane;
        rh_error_set(error, "%s: RTL and model differ", lane->cosim->setup.ops->name);
        return RH_COSIM_MISMATCH;
    }
    const char *why = complaint(lane);
    if (why != NULL)
        rh_error_set(error, "%s: %s", lane->cosim->setup.ops->name, why);
    else if (lane->broken != 0)
        rh_error_set(error, "judge: channel %u, %s", lane->number, lane->first.text);
    return why != NULL || lane->broken != 0 ? RH_COSIM_FAILED : RH_COSIM_MATCHED;
}

static uint64_t draw(struct lane *lane) {
    uint64_t x = lane->random; /* xorshift; never 0 */
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    lane->random = x;
    return x >> 16;
}

/* Arrival in a burst: back to back inside it, then a pause in which a short queue drains. */
static void place_in_burst(struct lane *lane, struct rh_request *request) {
    uint64_t most = lane->cosim->setup.bursts;
    if (lane->burst_left == 0) {
        lane->burst_left = 1 + draw(lane) % most;
        lane->arrival += draw(lane) % (64 * most);
    }
    lane->burst_left--;
    request->cycle = lane->arrival;
}

static enum rh_cosim_end run_all(struct rh_cosim *cosim, bool last, struct rh_error *error) {
    enum rh_cosim_end end = RH_COSIM_MATCHED;
    for (unsigned i = 0; end == RH_COSIM_MATCHED && i < cosim->setup.channels; i++)
        end = run_lane(&cosim->lane[i], last, error);
    return end;
}

static uint64_t clocks_so_far(const struct rh_cosim *cosim) {
    uint64_t clocks = 0;
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        clocks += rh_lockstep_tally_of(cosim->lane[i].lockstep)->clocks;
    return clocks;
}

/* True when --cycles has ended every channel: the rest of the stream need not be read. */
static bool all_at_limit(const struct rh_cosim *cosim) {
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        if (cosim->lane[i].end[RTL] != RH_CHANNEL_LIMIT)
            return false;
    return true;
}

static enum rh_cosim_end run_stream(struct rh_cosim *cosim, struct rh_stream *stream, struct rh_error *error) {
    uint64_t requests = 0;
    for (;;) {
        struct rh_request request;
        int got = stream->next(stream, &request, error);
        if (got < 0)
            return RH_COSIM_ERROR;
        if (got == 0)
            return run_all(cosim, true, error);
        if (request.channel >= cosim->setup.channels) {
            rh_error_set(error, "--channels: found a request to channel %u, expected channels below %u",
                         request.channel, cosim->setup.channels);
            return RH_COSIM_ERROR;
        }
        if (!rh_locality_add(cosim->locality, &request)) {
            rh_error_set(error, "cosim: found no memory for core %u", request.core);
            return RH_COSIM_ERROR;
        }
        struct lane *lane = &cosim->lane[request.channel];
        if (cosim->setup.bursts != 0)
            place_in_burst(lane, &request);
        lane->requests[lane->n++] = request;
        if (lane->n < BATCH)
            continue;
        enum rh_cosim_end end = run_lane(lane, false, error);
        if (end != RH_COSIM_MATCHED || all_at_limit(cosim))
            return end;
        requests += BATCH;
        if (cosim->setup.progress != NULL)
            cosim->setup.progress(cosim->setup.progress_user, requests, clocks_so_far(cosim));
    }
}

static void add_tally(struct rh_lockstep_tally *into, const struct rh_lockstep_tally *from) {
    uint64_t *a = (uint64_t *)into;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *into / sizeof *a; i++) /* counters and nothing else */
        a[i] += b[i];
}

/* Every counter and bucket; the structs hold 64-bit counts only, so there is no padding to differ. */
static bool statistics_equal(const struct lane *lane) {
    return memcmp(rh_channel_stats(lane->side[RTL]), rh_channel_stats(lane->side[MODEL]), sizeof(struct rh_stats)) == 0;
}

static enum rh_cosim_end finish_lane(struct lane *lane, struct rh_error *error) {
    struct rh_cosim_result *result = &lane->cosim->result;
    const struct rh_cosim_setup *setup = &lane->cosim->setup;
    judge_end(lane);
    add_tally(&result->tally, rh_lockstep_tally_of(lane->lockstep));
    rh_stats_merge(&result->stats, rh_channel_stats(lane->side[RTL]));
    result->drained += lane->end[RTL] == RH_CHANNEL_DRAINED;
    if (lane->broken != 0)
        rh_error_set(error, "judge: channel %u, %s", lane->number, lane->first.text);
    else if (!statistics_equal(lane))
        rh_error_set(error, "statistics: channel %u, found other counts on the RTL's side than the model alone has",
                     lane->number);
    else if (setup->reset_at != 0 && !lane->reset_done[RTL])
        rh_error_set(error,
                     "--reset-at: channel %u ended at cycle %" PRIu64 ", expected a run beyond the reset at %" PRIu64,
                     lane->number, rh_channel_cycle(lane->side[RTL]), setup->reset_at);
    else
        return RH_COSIM_MATCHED;
    return RH_COSIM_FAILED;
}

enum rh_cosim_end rh_cosim_run(struct rh_cosim *cosim, struct rh_stream *stream, struct rh_error *error) {
    const struct rh_cosim_result *result = &cosim->result;
    cosim->timed = stream->timed || cosim->setup.bursts != 0;
    enum rh_cosim_end end = run_stream(cosim, stream, error);
    for (unsigned i = 0; end == RH_COSIM_MATCHED && i < cosim->setup.channels; i++)
        end = finish_lane(&cosim->lane[i], error);
    if (end != RH_COSIM_MATCHED)
        return end;
    for (unsigned i = 0; i < cosim->setup.channels; i++) {
        cosim->lane[i].stats = *rh_channel_stats(cosim->lane[i].side[RTL]);
        cosim->lane[i].stats.cycles = result->stats.cycles;
    }
    if (result->stats.requests == 0 || result->tally.commands == 0 || result->tally.state_bits == 0) {
        rh_error_set(error,
                     "cosim: compared nothing: found %" PRIu64 " requests and %" PRIu64 " commands in %" PRIu64
                     " clocks, expected some",
                     result->stats.requests, result->tally.commands, result->tally.clocks);
        return RH_COSIM_FAILED;
    }
    return RH_COSIM_MATCHED;
}

const struct rh_lockstep *rh_cosim_mismatch(const struct rh_cosim *cosim, unsigned *channel) {
    if (cosim->mismatch == NULL)
        return NULL;
    *channel = cosim->mismatch->number;
    return cosim->mismatch->lockstep;
}

const struct rh_cosim_result *rh_cosim_result(const struct rh_cosim *cosim) {
    return &cosim->result;
}

const struct rh_stats *rh_cosim_channel(const struct rh_cosim *cosim, unsigned channel) {
    return &cosim->lane[channel].stats;
}

const struct rh_locality *rh_cosim_locality(const struct rh_cosim *cosim) {
    return cosim->locality;
}
