// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_spool.h"
#include "tb/lockstep/rh_cosim_lane.h"

struct rh_cosim {
    struct rh_cosim_setup setup;
    struct rh_cosim_result result;
    struct rh_system *system;
    struct rh_spool *spool; /* NULL: the commands are not kept */
};

static const struct rh_cosim_lane *lane_of(const struct rh_cosim *cosim, unsigned channel) {
    return rh_system_lane(cosim->system, channel)->self;
}

static void progress(void *user, uint64_t requests) {
    const struct rh_cosim *cosim = user;
    uint64_t clocks = 0;
    for (unsigned i = 0; i < cosim->setup.channels; i++)
        clocks += rh_lockstep_tally_of(rh_controller_bench_lockstep(lane_of(cosim, i)->bench))->clocks;
    cosim->setup.progress(cosim->setup.progress_user, requests, clocks);
}

struct rh_cosim *rh_cosim_open(const struct rh_cosim_setup *setup, struct rh_error *error) {
    struct rh_cosim *cosim = calloc(1, sizeof *cosim);
    if (cosim == NULL) {
        rh_error_set(error, "cosim: found no memory, expected enough");
        return NULL;
    }
    cosim->setup = *setup;
    if (setup->commands && (cosim->spool = rh_spool_open(setup->channels, error)) == NULL) {
        rh_cosim_close(cosim);
        return NULL;
    }
    struct rh_system_setup system = {.type = &rh_cosim_lane,
                                     .type_setup = &cosim->setup,
                                     .preset = setup->preset,
                                     .ops = setup->ops,
                                     .geometry = setup->geometry,
                                     .gaps = setup->gaps,
                                     .channels = setup->channels,
                                     .threads = setup->threads,
                                     .cycles = setup->cycles,
                                     .judge = true,
                                     .sink = setup->commands ? rh_spool_sink : NULL,
                                     .sink_user = cosim->spool,
                                     .progress = setup->progress != NULL ? progress : NULL,
                                     .progress_user = cosim};
    cosim->system = rh_system_open(&system, error);
    if (cosim->system != NULL)
        return cosim;
    rh_cosim_close(cosim);
    return NULL;
}

void rh_cosim_close(struct rh_cosim *cosim) {
    if (cosim == NULL)
        return;
    rh_system_close(cosim->system);
    rh_spool_close(cosim->spool);
    free(cosim);
}

/* For structs of 64-bit counters and nothing else. */
static void add_counters(void *into, const void *from, size_t bytes) {
    uint64_t *a = into;
    const uint64_t *b = from;
    for (size_t i = 0; i < bytes / sizeof *a; i++)
        a[i] += b[i];
}

static enum rh_cosim_end sum_up(struct rh_cosim *cosim, struct rh_error *error) {
    struct rh_cosim_result *result = &cosim->result;
    result->stats = *rh_system_total(cosim->system);
    result->judged = rh_system_judged(cosim->system, &result->rules);
    for (unsigned i = 0; i < cosim->setup.channels; i++) {
        const struct rh_cosim_lane *lane = lane_of(cosim, i);
        add_counters(&result->tally, rh_lockstep_tally_of(rh_controller_bench_lockstep(lane->bench)),
                     sizeof result->tally);
        add_counters(&result->counts, rh_controller_bench_counts(lane->bench), sizeof result->counts);
        result->lost += lane->lost;
        result->drained += rh_system_lane(cosim->system, i)->end == RH_CHANNEL_DRAINED;
    }
    if (!rh_lockstep_check_loads(cosim->setup.load_every, &result->tally, error))
        return RH_COSIM_FAILED;
    bool gates = rh_lockstep_is_gates(rh_controller_bench_lockstep(lane_of(cosim, 0)->bench));
    /* in a window there may be an idle controller */
    bool busy = result->stats.requests != 0 && (result->counts.commands != 0 || cosim->setup.from != 0);
    if (busy && (result->tally.state_bits != 0 || gates))
        return RH_COSIM_MATCHED;
    rh_error_set(error,
                 "cosim: compared nothing: found %" PRIu64 " requests and %" PRIu64 " commands in %" PRIu64
                 " clocks, expected some",
                 result->stats.requests, result->counts.commands, result->tally.clocks);
    return RH_COSIM_FAILED;
}

enum rh_cosim_end rh_cosim_run(struct rh_cosim *cosim, struct rh_stream *stream, struct rh_error *error) {
    unsigned channel;
    switch (rh_system_run(cosim->system, stream, error)) {
    case RH_SYSTEM_DONE:
        return sum_up(cosim, error);
    case RH_SYSTEM_ERROR:
        return RH_COSIM_ERROR;
    case RH_SYSTEM_FAILED:
    case RH_SYSTEM_BROKEN:
        break;
    }
    return rh_cosim_mismatch(cosim, &channel) != NULL ? RH_COSIM_MISMATCH : RH_COSIM_FAILED;
}

const struct rh_lockstep *rh_cosim_mismatch(const struct rh_cosim *cosim, unsigned *channel) {
    const struct rh_lane *first_failing = rh_system_first_failing(cosim->system);
    if (first_failing == NULL)
        return NULL;
    const struct rh_lockstep *lockstep =
        rh_controller_bench_lockstep(((const struct rh_cosim_lane *)first_failing->self)->bench);
    *channel = first_failing->number;
    return rh_lockstep_differs(lockstep) ? lockstep : NULL;
}

const struct rh_cosim_result *rh_cosim_result(const struct rh_cosim *cosim) {
    return &cosim->result;
}

const struct rh_stats *rh_cosim_channel(const struct rh_cosim *cosim, unsigned channel) {
    return rh_system_channel(cosim->system, channel);
}

const struct rh_cores *rh_cosim_cores(const struct rh_cosim *cosim) {
    return rh_system_cores(cosim->system);
}

const struct rh_offered *rh_cosim_offered(const struct rh_cosim *cosim) {
    return rh_system_offered(cosim->system);
}

const struct rh_locality *rh_cosim_locality(const struct rh_cosim *cosim) {
    return rh_system_locality(cosim->system);
}

bool rh_cosim_commands(struct rh_cosim *cosim, FILE *file, struct rh_error *error) {
    const struct rh_geometry *geometry = &cosim->setup.geometry;
    return rh_spool_write(cosim->spool, geometry->banks / geometry->groups, rh_power(geometry->rank_bits), file, error);
}
