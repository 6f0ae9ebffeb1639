// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_system.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_default.h"

enum { MOST_CHANNELS = UINT16_MAX /* a request names its channel in 16 bits */ };
enum { BLOCK = 256 /* requests taken from the stream at once */ };
enum { STEPS = 8, MANY = 16 /* workers a thread that need no steps */ };
enum { PLACE = offsetof(struct rh_request, channel) };
#define IN_PLACE(member)                                                                                               \
    (offsetof(struct rh_request, member) >= PLACE &&                                                                   \
     offsetof(struct rh_request, member) + sizeof((struct rh_request){0}.member) <= PLACE + sizeof(uint64_t))
_Static_assert(IN_PLACE(channel) && IN_PLACE(bank) && IN_PLACE(write) && IN_PLACE(row), "place_of reads eight bytes");

struct rh_system {
    struct rh_system_setup setup;
    struct rh_preset defaults; /* where the setup names none */
    struct rh_locality *locality;
    struct rh_cores *cores;
    struct rh_stats total;
    struct rh_offered offered;
    const struct rh_channel_worker *first_failing;
    pthread_t *threads;
    unsigned side;           /* batch of each worker that is being filled */
    bool last;               /* the round is the last one */
    unsigned steps;          /* of each worker in a round */
    unsigned turn;           /* worker whose turn it is */
    pthread_mutex_t picking; /* of a worker; its `steps` and `running` */
    struct rh_channel_worker worker[];
};

static bool open_all(struct rh_system *system, struct rh_error *error) {
    const struct rh_system_setup *setup = &system->setup;
    system->locality = rh_locality_open(setup->channels, setup->geometry.banks);
    system->cores = rh_cores_open(setup->channels);
    system->threads = calloc(setup->threads + 1U, sizeof *system->threads);
    if (system->locality == NULL || system->cores == NULL || system->threads == NULL)
        return rh_error_field(error, "channels", "found no memory for %u channels, expected enough", setup->channels);
    for (unsigned i = 0; i < setup->channels; i++) {
        system->worker[i].setup = setup;
        system->worker[i].number = i;
        system->worker[i].cores = system->cores;
        if (!rh_channel_worker_open(&system->worker[i], error))
            return false;
    }
    return true;
}

/* Fills in the members that the setup leaves out, and refuses values that no run could have. */
static bool complete(struct rh_system *system, struct rh_error *error) {
    struct rh_system_setup *setup = &system->setup;
    if (setup->type == NULL)
        setup->type = &rh_model_worker;
    if (setup->ops == NULL)
        setup->ops = rh_controller_find(RH_DEFAULT_CONTROLLER);
    if (setup->preset == NULL) {
        setup->preset = &system->defaults;
        if (!rh_preset_find(NULL, &system->defaults, error))
            return false;
    }
    return rh_default_fill(setup->preset, &setup->geometry, &setup->constraints, error);
}

struct rh_system *rh_system_open(const struct rh_system_setup *setup, struct rh_error *error) {
    unsigned channels = setup->channels != 0 ? setup->channels : 1;
    if (channels > MOST_CHANNELS) {
        rh_error_field(error, "channels", "found %u, expected 1 to %u", channels, (unsigned)MOST_CHANNELS);
        return NULL;
    }
    struct rh_system *system = calloc(1, sizeof *system + channels * sizeof system->worker[0]);
    if (system == NULL) {
        rh_error_field(error, "channels", "found no memory for %u channels, expected enough", channels);
        return NULL;
    }
    system->setup = *setup;
    system->setup.channels = channels;
    pthread_mutex_init(&system->picking, NULL);
    if (complete(system, error) && open_all(system, error))
        return system;
    rh_system_close(system);
    return NULL;
}

void rh_system_close(struct rh_system *system) {
    if (system == NULL)
        return;
    for (unsigned i = 0; i < system->setup.channels; i++)
        rh_channel_worker_close(&system->worker[i]);
    rh_locality_close(system->locality);
    rh_cores_close(system->cores);
    free(system->threads);
    pthread_mutex_destroy(&system->picking);
    free(system);
}

/* Channel, bank, write and row, as one number. */
static inline uint64_t place_of(const struct rh_request *request) {
    uint64_t place;
    memcpy(&place, (const char *)request + PLACE, sizeof place);
    return place;
}

/* Requests that are not yet anybody's: each to a channel of the system and inside its geometry? */
static bool check(const struct rh_system *system, const struct rh_request *requests, size_t n, struct rh_error *error) {
    const struct rh_geometry *g = &system->setup.geometry;
    const struct rh_request most = {.channel = (uint16_t)(rh_power(rh_log2_up(system->setup.channels)) - 1),
                                    .bank = (uint8_t)(g->banks - 1U),
                                    .write = 1,
                                    .row = (uint32_t)rh_mask(g->row_bits)};
    const uint64_t beyond = ~place_of(&most);
    const unsigned columns = rh_power(g->column_bits), channels = system->setup.channels;
    const uint32_t rows = rh_default_rows(system->setup.preset, g);
    for (size_t i = 0; i < n; i++) {
        const struct rh_request *request = &requests[i];
        unsigned len = request->commands - 1U;
        if ((place_of(request) & beyond) == 0 && request->channel < channels && request->row < rows &&
            len < RH_MAX_COMMANDS && request->column + len < columns)
            continue;
        if (request->channel >= channels)
            return rh_error_field(error, "channels", "found a request to channel %u, expected channels below %u",
                                  request->channel, channels);
        if (!rh_default_request(request, system->setup.preset, g, error))
            return false;
    }
    return true;
}

static bool count(struct rh_system *system, const struct rh_request *requests, size_t n, struct rh_error *error) {
    bool cores = false;
    if (!rh_locality_add_all(system->locality, requests, n, &cores))
        return rh_error_field(error, "stream", "found no memory for cores, expected enough");
    for (size_t i = 0; cores && i < n; i++)
        if (!rh_cores_add(system->cores, &requests[i]))
            return rh_error_field(error, "stream", "found no memory for core %u, expected enough", requests[i].core);
    return true;
}

static void count_offered(struct rh_system *system, const struct rh_request *requests, size_t n) {
    struct rh_offered *offered = &system->offered;
    if (n == 0)
        return;
    if (offered->requests == 0)
        offered->first = requests[0].cycle;
    offered->last = requests[n - 1].cycle;
    offered->requests += n;
    for (size_t i = 0; i < n; i++)
        offered->column_commands += requests[i].commands;
}

/* The next requests of the stream, at most `room`, to their workers: *n of them. 1, 0 or -1 as rh_request_fill. */
static int read_block(struct rh_system *system, struct rh_stream *stream, size_t room, size_t *n,
                      struct rh_error *error) {
    struct rh_request block[BLOCK], *requests = block;
    struct rh_error behind = {""};
    struct rh_channel_worker *only = system->setup.channels == 1 ? &system->worker[0] : NULL;
    if (room > BLOCK)
        room = BLOCK;
    if (only != NULL && (requests = rh_channel_worker_room(only, system->side, room, error)) == NULL)
        return -1;
    int more = rh_request_fill(stream, requests, room, n, &behind);
    if (!check(system, requests, *n, error) || !count(system, requests, *n, error))
        return -1;
    if (stream->timed)
        count_offered(system, requests, *n);
    if (only != NULL)
        rh_channel_worker_keep(only, system->side, *n);
    for (size_t i = 0; only == NULL && i < *n; i++)
        if (!rh_channel_worker_put(&system->worker[block[i].channel], system->side, &block[i], error))
            return -1;
    if (more < 0)
        *error = behind;
    return more;
}

/* Fill one side of every worker. 1: more to come, 0: the stream ended, -1: error. */
static int read_batch(struct rh_system *system, struct rh_stream *stream, struct rh_error *error) {
    int more = 1;
    for (unsigned i = 0; i < system->setup.channels; i++)
        system->worker[i].batch[system->side].n = 0;
    for (size_t left = system->setup.type->batch, n; more > 0 && left > 0; left -= n)
        more = read_block(system, stream, left, &n, error);
    return more;
}

/* A step of a worker that no thread runs, the workers in turns, or NULL: there is none that this thread could run, now
 * or later in this round. */
static struct rh_channel_worker *pick(struct rh_system *system) {
    struct rh_channel_worker *found = NULL;
    unsigned channels = system->setup.channels;
    pthread_mutex_lock(&system->picking);
    for (unsigned i = 0; i < channels && found == NULL; i++) {
        struct rh_channel_worker *worker = &system->worker[system->turn];
        system->turn = system->turn + 1 < channels ? system->turn + 1 : 0;
        if (!worker->running && worker->steps < system->steps)
            found = worker;
    }
    if (found != NULL)
        found->running = true;
    pthread_mutex_unlock(&system->picking);
    return found;
}

/* A worker that ended badly takes no further step. */
static void put_back(struct rh_system *system, struct rh_channel_worker *worker) {
    pthread_mutex_lock(&system->picking);
    worker->running = false;
    worker->steps = worker->state == RH_SYSTEM_DONE ? worker->steps + 1 : system->steps;
    pthread_mutex_unlock(&system->picking);
}

/* Which thread runs a worker does not matter, nor in how many steps: a worker touches nothing but itself. */
static void *run_workers(void *user) {
    struct rh_system *system = user;
    const struct rh_channel_worker_type *type = system->setup.type;
    unsigned filled = system->side ^ 1U; /* the reader has turned to the other side */
    for (struct rh_channel_worker *worker; (worker = pick(system)) != NULL; put_back(system, worker)) {
        const struct rh_batch *batch = &worker->batch[filled];
        size_t from = batch->n * worker->steps / system->steps, to = batch->n * (worker->steps + 1) / system->steps;
        struct rh_batch step = {batch->requests + from, to - from, to - from};
        worker->state = type->run(worker->self, worker, &step, system->last && worker->steps + 1 == system->steps);
    }
    return NULL;
}

/* Several steps a worker, so that no thread waits long for another one's last worker. */
static unsigned start_round(struct rh_system *system) {
    unsigned wanted = system->setup.threads < 2 ? 0 : system->setup.threads, started = 0;
    if (wanted > system->setup.channels)
        wanted = system->setup.channels;
    system->steps = wanted == 0 || system->setup.channels > MANY * wanted ? 1 : STEPS;
    system->turn = 0;
    for (unsigned i = 0; i < system->setup.channels; i++)
        system->worker[i].steps = 0;
    while (started < wanted && pthread_create(&system->threads[started], NULL, run_workers, system) == 0)
        started++;
    if (started == 0)
        run_workers(system);
    return started;
}

static enum rh_system_end speak(struct rh_system *system, const struct rh_channel_worker *worker,
                                struct rh_error *error) {
    system->first_failing = worker;
    *error = worker->error;
    return worker->state;
}

/* The round is over: the lowest worker that ended badly speaks. */
static enum rh_system_end end_round(struct rh_system *system, struct rh_error *error) {
    for (unsigned i = 0; i < system->setup.channels; i++)
        if (system->worker[i].state != RH_SYSTEM_DONE)
            return speak(system, &system->worker[i], error);
    return RH_SYSTEM_DONE;
}

/* True when `cycles` has ended every channel: the rest of the stream need not be read. */
static bool all_at_limit(const struct rh_system *system) {
    for (unsigned i = 0; i < system->setup.channels; i++)
        if (system->worker[i].end != RH_CHANNEL_LIMIT)
            return false;
    return true;
}

/* Runs a round while the next batch is read; with a limit only what is needed is read, so the round comes first
 * then. */
static enum rh_system_end run_rounds(struct rh_system *system, struct rh_stream *stream, struct rh_error *error) {
    uint64_t requests = 0;
    int more = read_batch(system, stream, error);
    while (more >= 0) {
        for (unsigned i = 0; i < system->setup.channels; i++)
            requests += system->worker[i].batch[system->side].n;
        system->side ^= 1U;
        system->last = more == 0;
        unsigned started = start_round(system);
        bool ahead = started != 0 && !system->last && system->setup.cycles == 0;
        if (ahead)
            more = read_batch(system, stream, error);
        for (unsigned i = 0; i < started; i++)
            pthread_join(system->threads[i], NULL);
        struct rh_error broken;
        enum rh_system_end end = end_round(system, &broken);
        if (end != RH_SYSTEM_DONE) {
            *error = broken;
            return end;
        }
        if (system->setup.progress != NULL)
            system->setup.progress(system->setup.progress_user, requests);
        if (system->last || all_at_limit(system))
            return RH_SYSTEM_DONE;
        if (!ahead)
            more = read_batch(system, stream, error);
    }
    return RH_SYSTEM_ERROR;
}

static enum rh_system_end finish_workers(struct rh_system *system, struct rh_error *error) {
    const struct rh_channel_worker_type *type = system->setup.type;
    for (unsigned i = 0; i < system->setup.channels; i++) {
        struct rh_channel_worker *worker = &system->worker[i];
        rh_channel_worker_judge_end(worker);
        rh_channel_end_epoch(worker->channel);
        rh_stats_merge(&worker->stats, rh_channel_stats(worker->channel)); /* a copy would touch whole histograms */
        if (type->finish != NULL && (worker->state = type->finish(worker->self, worker)) != RH_SYSTEM_DONE)
            return speak(system, worker, error);
        rh_stats_merge(&system->total, &worker->stats);
    }
    for (unsigned i = 0; i < system->setup.channels; i++) {
        rh_stats_finish(&system->worker[i].stats, system->total.cycles);
        system->total.idle_cycles += system->worker[i].stats.idle_cycles;
    }
    return RH_SYSTEM_DONE;
}

enum rh_system_end rh_system_run(struct rh_system *system, struct rh_stream *stream, struct rh_error *error) {
    for (unsigned i = 0; i < system->setup.channels; i++)
        system->worker[i].timed = stream->timed;
    enum rh_system_end end = run_rounds(system, stream, error);
    if (end == RH_SYSTEM_DONE)
        end = finish_workers(system, error);
    return end == RH_SYSTEM_DONE ? rh_channel_workers_verdict(system->worker, system->setup.channels, error) : end;
}

const struct rh_channel_worker *rh_system_first_failing(const struct rh_system *system) {
    return system->first_failing;
}

const struct rh_channel_worker *rh_system_worker(const struct rh_system *system, unsigned channel) {
    return &system->worker[channel];
}

const struct rh_stats *rh_system_channel(const struct rh_system *system, unsigned channel) {
    return &system->worker[channel].stats;
}

const struct rh_stats *rh_system_total(const struct rh_system *system) {
    return &system->total;
}

const struct rh_locality *rh_system_locality(const struct rh_system *system) {
    return system->locality;
}

const struct rh_offered *rh_system_offered(const struct rh_system *system) {
    return &system->offered;
}

const struct rh_cores *rh_system_cores(const struct rh_system *system) {
    return system->cores;
}

uint64_t rh_system_judged(const struct rh_system *system, uint64_t *checks) {
    return rh_channel_workers_judged(system->worker, system->setup.channels, checks);
}

uint64_t rh_system_rules_broken(const struct rh_system *system) {
    return rh_channel_workers_rules_broken(system->worker, system->setup.channels);
}
