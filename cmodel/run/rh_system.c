// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_system.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "rowhold/rh_judge.h"
#include "rowhold/rh_spool.h"

enum { BATCH = 1 << 16 }; /* requests read between two rounds of the channels */

struct pile {
    struct rh_request *requests;
    size_t n, room;
};

/* One channel and all that belongs to it alone. */
struct lane {
    struct rh_model model;
    struct rh_channel *channel;
    struct rh_judge *judge;
    uint64_t rules_broken, broken_before_round;
    struct rh_verdict first; /* of the rules broken */
    struct rh_spool *spool;  /* of all lanes; NULL: the commands are not kept */
    struct pile pile[2];     /* one is filled while the other runs */
    enum rh_channel_end end;
    struct rh_stats stats; /* once the run is over */
};

struct rh_system {
    struct rh_system_setup setup;
    struct rh_locality *locality;
    struct rh_spool *spool; /* NULL: the commands are not kept */
    struct rh_stats total;
    unsigned side; /* pile of each lane that is being filled */
    bool timed;
    bool last;             /* the round is the last one */
    atomic_uint next_lane; /* of the round, not yet taken by a thread */
    struct lane lane[];
};

static void note_verdict(struct lane *lane, unsigned broken, const struct rh_verdict *verdict) {
    if (broken != 0 && lane->rules_broken == 0)
        lane->first = *verdict;
    lane->rules_broken += broken;
}

static void on_command(void *user, const struct rh_command_record *record) {
    struct lane *lane = user;
    if (lane->judge != NULL) {
        struct rh_verdict verdict;
        note_verdict(lane, rh_judge_command(lane->judge, record, &verdict), &verdict);
    }
    if (lane->spool != NULL)
        rh_spool_sink(lane->spool, record);
}

/* With the commands kept, each REF has its line; and a round in which a rule is broken is judged again and again. */
static bool on_round(void *user, uint64_t cycle, uint64_t rounds) {
    struct lane *lane = user;
    if (lane->spool != NULL || (rounds != 0 && lane->rules_broken != lane->broken_before_round))
        return false;
    lane->broken_before_round = lane->rules_broken;
    return lane->judge == NULL || rh_judge_round(lane->judge, cycle, rounds);
}

static bool open_lane(struct rh_system *system, unsigned number, struct rh_error *error) {
    const struct rh_system_setup *setup = &system->setup;
    struct lane *lane = &system->lane[number];
    if (!rh_model_open(&lane->model, setup->ops, &setup->geometry, &setup->gaps))
        return rh_error_set(error, "channel %u: out of memory", number);
    struct rh_channel_setup channel = {.geometry = setup->geometry, .gaps = setup->gaps, .number = (uint16_t)number};
    if (setup->judge) {
        struct rh_judge_setup rules = rh_judge_setup_from_preset(setup->preset);
        lane->judge = rh_judge_open(&rules);
        if (lane->judge == NULL)
            return rh_error_set(error, "channel %u: out of memory", number);
    }
    lane->spool = system->spool;
    if (setup->judge || setup->commands) {
        channel.sink = on_command;
        channel.sink_round = on_round;
        channel.sink_user = lane;
    }
    if (setup->watch != NULL && !setup->watch(setup->watch_user, &channel, &lane->model, error))
        return false;
    channel.unit = rh_model_unit(&lane->model); /* watched or not */
    lane->channel = rh_channel_open(&channel);
    return lane->channel != NULL || rh_error_set(error, "channel %u: out of memory", number);
}

struct rh_system *rh_system_open(const struct rh_system_setup *setup, struct rh_error *error) {
    struct rh_system *system = calloc(1, sizeof *system + setup->channels * sizeof system->lane[0]);
    if (system == NULL) {
        rh_error_set(error, "out of memory for %u channels", setup->channels);
        return NULL;
    }
    system->setup = *setup;
    system->locality = rh_locality_open(setup->channels, setup->geometry.banks);
    bool ok = system->locality != NULL || rh_error_set(error, "out of memory for %u channels", setup->channels);
    if (ok && setup->commands) {
        system->spool = rh_spool_open(setup->channels, error);
        ok = system->spool != NULL;
    }
    for (unsigned i = 0; ok && i < setup->channels; i++)
        ok = open_lane(system, i, error);
    if (ok)
        return system;
    rh_system_close(system);
    return NULL;
}

void rh_system_close(struct rh_system *system) {
    if (system == NULL)
        return;
    for (unsigned i = 0; i < system->setup.channels; i++) {
        struct lane *lane = &system->lane[i];
        rh_model_close(&lane->model);
        rh_channel_close(lane->channel);
        if (lane->judge != NULL)
            rh_judge_close(lane->judge);
        free(lane->pile[0].requests);
        free(lane->pile[1].requests);
    }
    rh_spool_close(system->spool);
    rh_locality_close(system->locality);
    free(system);
}

static bool put(struct pile *pile, const struct rh_request *request, struct rh_error *error) {
    if (pile->n == pile->room) {
        size_t room = pile->room == 0 ? 1024 : 2 * pile->room;
        struct rh_request *requests = realloc(pile->requests, room * sizeof *requests);
        if (requests == NULL)
            return rh_error_set(error, "out of memory for a batch of requests");
        pile->requests = requests;
        pile->room = room;
    }
    pile->requests[pile->n++] = *request;
    return true;
}

/* Fill one side of every lane. 1: more to come, 0: the stream ended, -1: error. */
static int read_batch(struct rh_system *system, struct rh_stream *stream, struct rh_error *error) {
    for (unsigned i = 0; i < system->setup.channels; i++)
        system->lane[i].pile[system->side].n = 0;
    for (unsigned i = 0; i < BATCH; i++) {
        struct rh_request request;
        int got = stream->next(stream, &request, error);
        if (got <= 0)
            return got;
        if (request.channel >= system->setup.channels) {
            rh_error_set(error, "--channels: found a request to channel %u, expected channels below %u",
                         request.channel, system->setup.channels);
            return -1;
        }
        if (!put(&system->lane[request.channel].pile[system->side], &request, error))
            return -1;
        if (!rh_locality_add(system->locality, &request)) {
            rh_error_set(error, "out of memory for core %u", request.core);
            return -1;
        }
    }
    return 1;
}

/* Which thread runs a lane does not matter: a lane touches nothing but itself. */
static void *run_lanes(void *user) {
    struct rh_system *system = user;
    unsigned filled = system->side ^ 1U; /* the reader has turned to the other side */
    for (;;) {
        unsigned i = atomic_fetch_add(&system->next_lane, 1);
        if (i >= system->setup.channels)
            return NULL;
        struct lane *lane = &system->lane[i];
        const struct pile *pile = &lane->pile[filled];
        lane->end = rh_channel_run(lane->channel, pile->requests, pile->n, system->timed, system->last);
    }
}

static unsigned start_round(struct rh_system *system, pthread_t *threads) {
    unsigned wanted = system->setup.threads < 2 ? 0 : system->setup.threads, started = 0;
    if (wanted > system->setup.channels)
        wanted = system->setup.channels;
    while (started < wanted && pthread_create(&threads[started], NULL, run_lanes, system) == 0)
        started++;
    if (started == 0)
        run_lanes(system);
    return started;
}

/* The round is over: the lowest channel that ended badly speaks. */
static bool round_is_good(const struct rh_system *system, struct rh_error *error) {
    for (unsigned i = 0; i < system->setup.channels; i++) {
        const struct lane *lane = &system->lane[i];
        if (lane->end == RH_CHANNEL_STUCK || lane->end == RH_CHANNEL_BROKEN)
            return rh_error_set(error, "%s: %s", system->setup.ops->name, rh_channel_text(lane->channel));
    }
    return true;
}

/* Runs a round while the next batch is read. */
static enum rh_system_end run_rounds(struct rh_system *system, struct rh_stream *stream, pthread_t *threads,
                                     struct rh_error *error) {
    uint64_t requests = 0;
    int more = read_batch(system, stream, error);
    while (more >= 0) {
        for (unsigned i = 0; i < system->setup.channels; i++)
            requests += system->lane[i].pile[system->side].n;
        system->side ^= 1U;
        system->last = more == 0;
        atomic_store(&system->next_lane, 0);
        struct rh_error broken;
        bool last = system->last;
        unsigned started = start_round(system, threads);
        if (!last && started != 0)
            more = read_batch(system, stream, error);
        for (unsigned i = 0; i < started; i++)
            pthread_join(threads[i], NULL);
        if (!round_is_good(system, &broken)) {
            *error = broken;
            return RH_SYSTEM_BROKEN;
        }
        if (system->setup.progress != NULL)
            system->setup.progress(system->setup.progress_user, requests);
        if (last)
            return RH_SYSTEM_DONE;
        if (started == 0)
            more = read_batch(system, stream, error);
    }
    return RH_SYSTEM_ERROR;
}

static enum rh_system_end judge_ends(struct rh_system *system, struct rh_error *error) {
    unsigned speaker = system->setup.channels;
    for (unsigned i = 0; i < system->setup.channels; i++) {
        struct lane *lane = &system->lane[i];
        if (lane->judge == NULL)
            continue;
        struct rh_verdict verdict;
        note_verdict(lane, rh_judge_finish(lane->judge, rh_channel_cycle(lane->channel), &verdict), &verdict);
        if (speaker == system->setup.channels && lane->rules_broken != 0)
            speaker = i;
    }
    if (speaker == system->setup.channels)
        return RH_SYSTEM_DONE;
    rh_error_set(error, "judge: channel %u, %s (%llu rules broken in all)", speaker, system->lane[speaker].first.text,
                 (unsigned long long)rh_system_rules_broken(system));
    return RH_SYSTEM_FAILED;
}

enum rh_system_end rh_system_run(struct rh_system *system, struct rh_stream *stream, struct rh_error *error) {
    pthread_t *threads = calloc(system->setup.threads + 1U, sizeof *threads);
    if (threads == NULL) {
        rh_error_set(error, "--threads: out of memory for %u threads", system->setup.threads);
        return RH_SYSTEM_ERROR;
    }
    system->timed = stream->timed;
    enum rh_system_end end = run_rounds(system, stream, threads, error);
    free(threads);
    if (end != RH_SYSTEM_DONE)
        return end;
    for (unsigned i = 0; i < system->setup.channels; i++)
        rh_stats_merge(&system->total, rh_channel_stats(system->lane[i].channel));
    for (unsigned i = 0; i < system->setup.channels; i++) {
        system->lane[i].stats = *rh_channel_stats(system->lane[i].channel);
        system->lane[i].stats.cycles = system->total.cycles;
    }
    return judge_ends(system, error);
}

const struct rh_stats *rh_system_channel(const struct rh_system *system, unsigned channel) {
    return &system->lane[channel].stats;
}

const struct rh_stats *rh_system_total(const struct rh_system *system) {
    return &system->total;
}

const struct rh_locality *rh_system_locality(const struct rh_system *system) {
    return system->locality;
}

uint64_t rh_system_judged(const struct rh_system *system, uint64_t *checks) {
    uint64_t commands = 0;
    *checks = 0;
    for (unsigned i = 0; i < system->setup.channels; i++) {
        if (system->lane[i].judge == NULL)
            continue;
        commands += rh_judge_commands(system->lane[i].judge);
        *checks += rh_judge_checks(system->lane[i].judge);
    }
    return commands;
}

uint64_t rh_system_rules_broken(const struct rh_system *system) {
    uint64_t broken = 0;
    for (unsigned i = 0; i < system->setup.channels; i++)
        broken += system->lane[i].rules_broken;
    return broken;
}

bool rh_system_commands(struct rh_system *system, FILE *file, struct rh_error *error) {
    return rh_spool_write(system->spool, system->setup.geometry.banks / system->setup.geometry.groups, file, error);
}
