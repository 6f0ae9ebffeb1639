// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "tb/lockstep/rh_cosim_lane.h"

enum { BATCH = 1 << 14 }; /* requests read between two rounds of the lanes */

struct rh_cosim {
    struct rh_cosim_setup setup;
    struct rh_cosim_result result;
    struct rh_locality *locality;
    const struct rh_cosim_lane *mismatch;
    bool last;             /* the round is the last one */
    atomic_uint next_lane; /* of the round, not yet taken by a thread */
    pthread_t *threads;
    struct rh_cosim_lane *lane;
};

static bool open_all(struct rh_cosim *cosim, struct rh_error *error) {
    const struct rh_cosim_setup *setup = &cosim->setup;
    cosim->lane = calloc(setup->channels, sizeof *cosim->lane);
    cosim->threads = calloc(setup->threads + 1U, sizeof *cosim->threads);
    cosim->locality = rh_locality_open(setup->channels, setup->geometry.banks);
    if (cosim->lane == NULL || cosim->threads == NULL || cosim->locality == NULL)
        return rh_error_set(error, "cosim: found no memory for %u channels", setup->channels);
    for (unsigned i = 0; i < setup->channels; i++)
        if (!rh_cosim_lane_open(&cosim->lane[i], setup, i, error))
            return false;
    return true;
}

struct rh_cosim *rh_cosim_open(const struct rh_cosim_setup *setup, struct rh_error *error) {
    struct rh_cosim *cosim = calloc(1, sizeof *cosim);
    if (cosim == NULL) {
        rh_error_set(error, "cosim: found no memory");
        return NULL;
    }
    cosim->setup = *setup;
    if (open_all(cosim, error))
        return cosim;
    rh_cosim_close(cosim);
    return NULL;
}

void rh_cosim_close(struct rh_cosim *cosim) {
    if (cosim == NULL)
        return;
    for (unsigned i = 0; cosim->lane != NULL && i < cosim->setup.channels; i++)
        rh_cosim_lane_close(&cosim->lane[i]);
    rh_locality_close(cosim->locality);
    free(cosim->threads);
    free(cosim->lane);
    free(cosim);
}

/* Deal out one batch. 1: more to come, 0: the stream ended, -1: error. */
static int read_batch(struct rh_cosim *cosim, struct rh_stream *stream, uint64_t *requests, struct rh_error *error) {
    for (unsigned i = 0; i < BATCH; i++) {
        struct rh_request request;
        int got = stream->next(stream, &request, error);
        if (got <= 0)
            return got;
        if (request.channel >= cosim->setup.channels) {
            rh_error_set(error, "--channels: found a request to channel %u, expected channels below %u",
                         request.channel, cosim->setup.channels);
            return -1;
        }
        if (!rh_locality_add(cosim->locality, &request) ||
            !rh_cosim_lane_put(&cosim->lane[request.channel], &request)) {
            rh_error_set(error, "cosim: found no memory for a batch of requests");
            return -1;
        }
        ++*requests;
    }
    return 1;
}

/* Which thread runs a lane does not matter: a lane touches nothing but itself. */
static void *run_lanes(void *user) {
    struct rh_cosim *cosim = user;
    for (;;) {
        unsigned i = atomic_fetch_add(&cosim->next_lane, 1);
        if (i >= cosim->setup.channels)
            return NULL;
        rh_cosim_lane_run(&cosim->lane[i], cosim->last);
    }
}

/* Run the batch on every lane; of those that ended badly the lowest speaks. */
static enum rh_cosim_end run_round(struct rh_cosim *cosim, struct rh_error *error) {
    unsigned wanted = cosim->setup.threads < cosim->setup.channels ? cosim->setup.threads : cosim->setup.channels;
    unsigned started = 0;
    atomic_store(&cosim->next_lane, 0);
    while (wanted > 1 && started < wanted && pthread_create(&cosim->threads[started], NULL, run_lanes, cosim) == 0)
        started++;
    if (started == 0)
        (void)run_lanes(cosim);
    for (unsigned i = 0; i < started; i++)
        (void)pthread_join(cosim->threads[i], NULL);
    for (unsigned i = 0; i < cosim->setup.channels; i++) {
        const struct rh_cosim_lane *lane = &cosim->lane[i];
        if (lane->state == RH_COSIM_MATCHED)
            continue;
        cosim->mismatch = lane->state == RH_COSIM_MISMATCH ? lane : NULL;
        *error = lane->error;
        return lane->state;
    }
    return RH_COSIM_MATCHED;
}

static uint64_t clocks_so_far(const struct rh_cosim *cosim) {
    uint64_t clocks = 0;
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        clocks += rh_lockstep_tally_of(rh_controller_bench_lockstep(cosim->lane[i].bench))->clocks;
    return clocks;
}

/* True when --cycles has ended every channel: the rest of the stream need not be read. */
static bool all_at_limit(const struct rh_cosim *cosim) {
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        if (cosim->lane[i].end[RH_COSIM_RTL] != RH_CHANNEL_LIMIT)
            return false;
    return true;
}

static enum rh_cosim_end run_stream(struct rh_cosim *cosim, struct rh_stream *stream, struct rh_error *error) {
    uint64_t requests = 0;
    for (;;) {
        int more = read_batch(cosim, stream, &requests, error);
        if (more < 0)
            return RH_COSIM_ERROR;
        cosim->last = more == 0;
        enum rh_cosim_end end = run_round(cosim, error);
        if (end != RH_COSIM_MATCHED || cosim->last || all_at_limit(cosim))
            return end;
        if (cosim->setup.progress != NULL)
            cosim->setup.progress(cosim->setup.progress_user, requests, clocks_so_far(cosim));
    }
}

/* For structs of 64-bit counters and nothing else. */
static void add_counters(void *into, const void *from, size_t bytes) {
    uint64_t *a = into;
    const uint64_t *b = from;
    for (size_t i = 0; i < bytes / sizeof *a; i++)
        a[i] += b[i];
}

static void add_lane(struct rh_cosim_result *result, const struct rh_cosim_lane *lane) {
    add_counters(&result->tally, rh_lockstep_tally_of(rh_controller_bench_lockstep(lane->bench)), sizeof result->tally);
    add_counters(&result->counts, rh_controller_bench_counts(lane->bench), sizeof result->counts);
    rh_stats_merge(&result->stats, &lane->stats);
    result->judged += lane->judged;
    result->rules += lane->rules;
    result->lost += lane->lost;
    result->drained += lane->end[RH_COSIM_RTL] == RH_CHANNEL_DRAINED;
}

static enum rh_cosim_end finish(struct rh_cosim *cosim, struct rh_error *error) {
    struct rh_cosim_result *result = &cosim->result;
    for (unsigned i = 0; i < cosim->setup.channels; i++) {
        rh_cosim_lane_finish(&cosim->lane[i]);
        if (cosim->lane[i].state != RH_COSIM_MATCHED) {
            *error = cosim->lane[i].error;
            if (cosim->lane[i].state == RH_COSIM_MISMATCH)
                cosim->mismatch = &cosim->lane[i];
            return cosim->lane[i].state;
        }
        add_lane(result, &cosim->lane[i]);
    }
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        cosim->lane[i].stats.cycles = result->stats.cycles;
    if (result->stats.requests != 0 && result->counts.commands != 0 && result->tally.state_bits != 0)
        return RH_COSIM_MATCHED;
    rh_error_set(error,
                 "cosim: compared nothing: found %" PRIu64 " requests and %" PRIu64 " commands in %" PRIu64
                 " clocks, expected some",
                 result->stats.requests, result->counts.commands, result->tally.clocks);
    return RH_COSIM_FAILED;
}

enum rh_cosim_end rh_cosim_run(struct rh_cosim *cosim, struct rh_stream *stream, struct rh_error *error) {
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        cosim->lane[i].timed = stream->timed || cosim->setup.bursts != 0;
    enum rh_cosim_end end = run_stream(cosim, stream, error);
    return end == RH_COSIM_MATCHED ? finish(cosim, error) : end;
}

const struct rh_lockstep *rh_cosim_mismatch(const struct rh_cosim *cosim, unsigned *channel) {
    if (cosim->mismatch == NULL)
        return NULL;
    *channel = cosim->mismatch->number;
    return rh_controller_bench_lockstep(cosim->mismatch->bench);
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
