// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_memory.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/channel/rh_channel_state.h"
#include "cmodel/embedding/rh_memory_state.h"
#include "cmodel/embedding/rh_run_report.h"
#include "rowhold/rh_default.h"

enum { PARTS = RH_MEMORY_MOST_COMMANDS };

static bool end_run(struct rh_memory *memory) {
    memory->ended = true;
    return false;
}

static void on_taken(void *port, uint16_t tag) {
    rh_memory_port_take(port, tag);
}

static void on_answered(void *port, uint16_t tag, uint64_t cycle) {
    rh_memory_port_answer(port, tag, cycle);
}

/* Connects a worker's channel with its port, before the channel's first clock. */
static bool join_port(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error) {
    struct rh_memory *memory = user;
    (void)model;
    (void)error;
    channel->taken = on_taken;
    channel->answered = on_answered;
    channel->answer_user = &memory->queue.port[channel->number];
    channel->closed_loop = true;
    return true;
}

static bool allocate(struct rh_memory *memory) {
    unsigned channels = memory->system.channels;
    memory->worker = calloc(channels, sizeof *memory->worker);
    memory->wake = calloc(channels, sizeof *memory->wake);
    memory->locality = rh_locality_open(channels, memory->setup.geometry.banks);
    memory->cores = rh_cores_open(channels);
    bool queued = rh_memory_queue_open(&memory->queue, channels, rh_memory_space_room(&memory->space),
                                       UINT32_C(1) << memory->setup.geometry.tag_bits);
    if (memory->worker == NULL || memory->wake == NULL || memory->locality == NULL || memory->cores == NULL || !queued)
        return false;
    memory->next = UINT64_MAX;
    for (unsigned i = 0; i < channels; i++) {
        memory->wake[i] = UINT64_MAX;
        memory->worker[i].setup = &memory->system;
        memory->worker[i].number = i;
        memory->worker[i].timed = true;
        memory->worker[i].cores = memory->cores;
    }
    return true;
}

static bool open_all(struct rh_memory *memory, const struct rh_memory_setup *setup, struct rh_error *error) {
    if (!rh_memory_settle(setup, &memory->setup, error))
        return false;
    memory->done = setup->done;
    memory->self = setup->self;
    memory->system = (struct rh_system_setup){.type = &rh_model_worker,
                                              .preset = &memory->setup.preset,
                                              .ops = memory->setup.ops,
                                              .geometry = memory->setup.geometry,
                                              .constraints = memory->setup.constraints,
                                              .channels = setup->channels,
                                              .judge = !setup->no_judge,
                                              .cycle_by_cycle = setup->cycle_by_cycle,
                                              .sink = setup->sink,
                                              .sink_user = setup->sink_user,
                                              .watch = join_port,
                                              .watch_user = memory};
    if (setup->channels == 0)
        memory->system.channels = memory->setup.preset.channels;
    if (memory->system.channels > UINT16_MAX)
        return rh_error_field(error, "channels", "found %u, expected 1 to %u", setup->channels, (unsigned)UINT16_MAX);
    if (!rh_memory_space_open(&memory->space, setup, &memory->setup.preset, memory->system.channels, error))
        return false;
    if (!allocate(memory))
        return rh_error_field(error, "channels", "found no memory for %u channels, expected enough",
                              memory->system.channels);
    for (unsigned i = 0; i < memory->system.channels; i++)
        if (!rh_channel_worker_open(&memory->worker[i], error))
            return false;
    return true;
}

struct rh_memory *rh_memory_open(const struct rh_memory_setup *setup, struct rh_error *error) {
    if (setup == NULL) {
        rh_error_field(error, "setup", "found NULL, expected one (all zero is the usual)");
        return NULL;
    }
    struct rh_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        rh_error_set(error, "memory: found no memory, expected enough");
        return NULL;
    }
    if (open_all(memory, setup, error))
        return memory;
    rh_memory_close(memory);
    return NULL;
}

void rh_memory_close(struct rh_memory *memory) {
    if (memory == NULL)
        return;
    for (unsigned i = 0; memory->worker != NULL && i < memory->system.channels; i++)
        rh_channel_worker_close(&memory->worker[i]);
    rh_memory_queue_close(&memory->queue);
    rh_locality_close(memory->locality);
    rh_cores_close(memory->cores);
    free(memory->worker);
    free(memory->wake);
    free(memory);
}

static bool have_room(const struct rh_memory *memory, const struct rh_request *part, unsigned parts) {
    for (unsigned i = 0; i < parts; i++)
        if (memory->queue.port[part[i].channel].requests >= memory->space.waiting)
            return false;
    return true;
}

static bool send_parts(struct rh_memory *memory, const struct rh_request *part, unsigned parts, uint64_t address,
                       void *user) {
    for (unsigned i = 0; i < parts; i++)
        if (!rh_locality_add(memory->locality, &part[i]) || !rh_cores_add(memory->cores, &part[i])) {
            rh_error_set(&memory->text, "memory: found no memory for core %u, expected enough", part[i].core);
            return end_run(memory);
        }
    const struct rh_memory_done done = {
        .user = user, .address = address, .sent = memory->cycle, .write = part[0].write != 0};
    uint32_t number = rh_memory_queue_enter(&memory->queue, parts, &done);
    for (unsigned i = 0; i < parts; i++) {
        struct rh_request sent = part[i];
        sent.cycle = memory->cycle;
        rh_memory_port_put(&memory->queue.port[sent.channel], &sent, number);
        memory->wake[sent.channel] = memory->next = memory->cycle;
    }
    return true;
}

bool rh_memory_send(struct rh_memory *memory, uint64_t address, bool write, void *user) {
    struct rh_request part[PARTS];
    if (memory->ended)
        return false;
    unsigned parts = rh_memory_space_cut(&memory->space, address, write, part, &memory->text);
    if (parts == 0)
        return end_run(memory);
    return have_room(memory, part, parts) && send_parts(memory, part, parts, address, user);
}

bool rh_memory_send_placed(struct rh_memory *memory, const struct rh_request *request, void *user) {
    if (memory->ended)
        return false;
    if (request->channel >= memory->system.channels) {
        rh_error_field(&memory->text, "request", "found channel %u, expected a channel below %u", request->channel,
                       memory->system.channels);
        return end_run(memory);
    }
    if (!rh_default_request(request, &memory->setup.preset, &memory->setup.geometry, &memory->text))
        return end_run(memory);
    return have_room(memory, request, 1) && send_parts(memory, request, 1, 0, user);
}

bool rh_memory_can_send(const struct rh_memory *memory, uint64_t address) {
    struct rh_request part[PARTS];
    unsigned parts = memory->ended ? 0 : rh_memory_space_cut(&memory->space, address, false, part, NULL);
    return parts != 0 && have_room(memory, part, parts);
}

unsigned rh_memory_places(const struct rh_memory *memory, unsigned channel) {
    bool taking = !memory->ended && channel < memory->system.channels;
    return taking ? memory->space.waiting - memory->queue.port[channel].requests : 0;
}

/* Runs a channel up to the memory's clock. A channel without work is left behind. */
static bool run_channel(struct rh_memory *memory, unsigned channel, uint64_t until) {
    struct rh_channel_worker *worker = &memory->worker[channel];
    const struct rh_memory_port *port = &memory->queue.port[channel];
    rh_channel_limit(worker->channel, until);
    worker->end = rh_channel_run(worker->channel, &port->part[port->first].request, port->count != 0, true, true);
    bool busy = port->count != 0 || rh_channel_outstanding(worker->channel) != 0;
    memory->wake[channel] = !busy ? UINT64_MAX
                            : port->count != 0 && rh_channel_taken(worker->channel) != 0
                                ? until /* the run did not know of the part behind */
                                : rh_channel_wake(worker->channel);
    if (rh_channel_worker_check(worker, worker->channel, worker->end) == RH_SYSTEM_DONE)
        return true;
    memory->text = worker->error;
    return end_run(memory);
}

/* Channels in which nothing happens lag behind; to who looks it is the same. */
static void catch_up(const struct rh_memory *memory, unsigned channel) {
    struct rh_memory *own = (struct rh_memory *)memory;
    if (own->ended || own->wake[channel] == UINT64_MAX || rh_channel_cycle(own->worker[channel].channel) >= own->cycle)
        return;
    (void)run_channel(own, channel, own->cycle);
    if (own->wake[channel] < own->next)
        own->next = own->wake[channel];
}

/* Runs one clock of all channels in which something happens. */
static bool tick_channels(struct rh_memory *memory) {
    uint64_t next = UINT64_MAX;
    for (unsigned i = 0; i < memory->system.channels; i++) {
        if (memory->wake[i] <= memory->cycle && !run_channel(memory, i, memory->cycle + 1))
            return false;
        next = memory->wake[i] < next ? memory->wake[i] : next;
    }
    memory->next = next;
    return true;
}

/* A tick would overwrite what is still to be called back. */
static bool may_tick(struct rh_memory *memory) {
    if (memory->queue.calling && !memory->ended) {
        rh_error_field(&memory->text, "tick",
                       "found one inside a callback, expected it after the tick that calls back");
        return end_run(memory);
    }
    return !memory->ended;
}

bool rh_memory_tick(struct rh_memory *memory) {
    if (!may_tick(memory))
        return false;
    if (memory->next <= memory->cycle && !tick_channels(memory))
        return false;
    memory->cycle++;
    if (memory->queue.finished_count != 0) /* after the clock, so that what it sends meets all channels at one time */
        rh_memory_queue_call_back(&memory->queue, memory->done, memory->self);
    return !memory->ended;
}

bool rh_memory_tick_until(struct rh_memory *memory, uint64_t cycle) {
    if (!may_tick(memory))
        return false;
    if (cycle > INT64_MAX) {
        rh_error_field(&memory->text, "cycle", "found %llu, expected at most %lld", (unsigned long long)cycle,
                       (long long)INT64_MAX);
        return end_run(memory);
    }
    while (memory->cycle < cycle) {
        if (memory->next > memory->cycle)
            memory->cycle = memory->next < cycle ? memory->next : cycle;
        else if (!rh_memory_tick(memory))
            return false;
    }
    return !memory->ended;
}

/* What a memory says of itself and of its run. */

bool rh_memory_idle(const struct rh_memory *memory) {
    return memory->queue.in_flight == 0;
}

const char *rh_memory_text(const struct rh_memory *memory) {
    return memory->text.text;
}

uint64_t rh_memory_cycle(const struct rh_memory *memory) {
    return memory->cycle;
}

uint32_t rh_memory_tck_ps(const struct rh_memory *memory) {
    return memory->setup.preset.tck_ps;
}

uint64_t rh_memory_bytes(const struct rh_memory *memory) {
    return rh_memory_space_bytes(&memory->space);
}

unsigned rh_memory_channels(const struct rh_memory *memory) {
    return memory->system.channels;
}

const struct rh_preset *rh_memory_preset(const struct rh_memory *memory) {
    return &memory->setup.preset;
}

static void finish_channel(struct rh_memory *memory, unsigned channel) {
    struct rh_channel_worker *worker = &memory->worker[channel];
    catch_up(memory, channel);
    if (memory->ended)
        return;
    if (!rh_channel_finish_self_check(worker->channel)) {
        (void)rh_channel_worker_check(worker, worker->channel, RH_CHANNEL_BROKEN);
        memory->text = worker->error;
        memory->ended = true;
        return;
    }
    rh_channel_worker_judge_end(worker);
}

bool rh_memory_finish(struct rh_memory *memory, struct rh_error *error) {
    for (unsigned i = 0; i < memory->system.channels && !memory->ended; i++)
        finish_channel(memory, i);
    memory->ended = true;
    if (memory->text.text[0] == '\0')
        (void)rh_channel_workers_verdict(memory->worker, memory->system.channels, &memory->text);
    if (memory->text.text[0] != '\0' && error != NULL)
        *error = memory->text;
    return memory->text.text[0] == '\0';
}

bool rh_memory_stats(const struct rh_memory *memory, unsigned channel, struct rh_stats *stats) {
    if (channel >= memory->system.channels) {
        *stats = (struct rh_stats){0};
        return false;
    }
    catch_up(memory, channel);
    *stats = *rh_channel_stats(memory->worker[channel].channel);
    rh_stats_finish(stats, memory->cycle);
    return memory->text.text[0] == '\0';
}

void rh_memory_total(const struct rh_memory *memory, struct rh_stats *stats) {
    *stats = (struct rh_stats){.cycles = memory->cycle};
    for (unsigned i = 0; i < memory->system.channels; i++) {
        catch_up(memory, i);
        const struct rh_stats *channel = rh_channel_stats(memory->worker[i].channel);
        rh_stats_merge(stats, channel);
        stats->idle_cycles += memory->cycle - channel->active_cycles;
    }
}

unsigned rh_memory_cores(const struct rh_memory *memory, struct rh_core *cores, unsigned room) {
    return rh_locality_has_cores(memory->locality) ? rh_cores_list(memory->cores, cores, room) : 0;
}

/* Room for the statistics of the channels, and of all behind them. */
static bool put_json(const struct rh_memory *memory, struct rh_stats *stats, struct rh_run_figures *channel,
                     struct rh_core *core, FILE *file) {
    unsigned channels = memory->system.channels;
    for (unsigned i = 0; i < channels; i++) {
        (void)rh_memory_stats(memory, i, &stats[i]);
        channel[i] = (struct rh_run_figures){&stats[i], rh_locality_channel(memory->locality, i), 1};
    }
    rh_memory_total(memory, &stats[channels]);
    struct rh_run_report report = {
        .setup = &memory->setup,
        .channels = channels,
        .cores = rh_locality_has_cores(memory->locality),
        .judged = memory->system.judge,
        .total = {&stats[channels], rh_locality_total(memory->locality), channels},
        .channel = channel,
        .core = core,
        .core_count = rh_memory_cores(memory, core, RH_MOST_CORES),
        .rules_broken = rh_channel_workers_rules_broken(memory->worker, channels),
    };
    report.judge_commands = rh_channel_workers_judged(memory->worker, channels, &report.judge_checks);
    return rh_run_json(file, &report);
}

bool rh_memory_json(const struct rh_memory *memory, FILE *file) {
    unsigned channels = memory->system.channels;
    struct rh_stats *stats = malloc((channels + 1) * sizeof *stats);
    struct rh_run_figures *figures = malloc(channels * sizeof *figures);
    struct rh_core *cores = malloc((rh_memory_cores(memory, NULL, 0) + 1) * sizeof *cores);
    bool good = stats != NULL && figures != NULL && cores != NULL && put_json(memory, stats, figures, cores, file);
    free(cores);
    free(stats);
    free(figures);
    return good;
}
