// SPDX-License-Identifier: Apache-2.0
// What a memory says of itself and of its run.
#include <stdlib.h>

#include "cmodel/channel/rh_channel_state.h"
#include "cmodel/embedding/rh_memory_state.h"
#include "cmodel/system/rh_run_report.h"

bool rh_memory_idle(const struct rh_memory *memory) {
    return memory->in_flight == 0;
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
    const struct rh_map_shape *shape = &memory->map.shape;
    return (uint64_t)shape->channels * shape->banks * shape->rows * shape->columns * shape->command_bytes;
}

unsigned rh_memory_channels(const struct rh_memory *memory) {
    return memory->system.channels;
}

const struct rh_preset *rh_memory_preset(const struct rh_memory *memory) {
    return &memory->setup.preset;
}

static void finish_channel(struct rh_memory *memory, unsigned channel) {
    struct rh_channel_worker *worker = &memory->worker[channel];
    rh_memory_catch_up(memory, channel);
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
    rh_memory_catch_up(memory, channel);
    *stats = *rh_channel_stats(memory->worker[channel].channel);
    rh_stats_finish(stats, memory->cycle);
    return memory->text.text[0] == '\0';
}

void rh_memory_total(const struct rh_memory *memory, struct rh_stats *stats) {
    *stats = (struct rh_stats){.cycles = memory->cycle};
    for (unsigned i = 0; i < memory->system.channels; i++) {
        rh_memory_catch_up(memory, i);
        const struct rh_stats *channel = rh_channel_stats(memory->worker[i].channel);
        rh_stats_merge(stats, channel);
        stats->idle_cycles += memory->cycle - channel->active_cycles;
    }
}

unsigned rh_memory_cores(const struct rh_memory *memory, struct rh_core *cores, unsigned room) {
    return rh_locality_has_cores(memory->locality) ? rh_cores_list(memory->cores, cores, room) : 0;
}

/* Room for the statistics of the channels, and of all behind them. */
static bool put(const struct rh_memory *memory, struct rh_stats *stats, struct rh_run_figures *channel,
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
    bool good = stats != NULL && figures != NULL && cores != NULL && put(memory, stats, figures, cores, file);
    free(cores);
    free(stats);
    free(figures);
    return good;
}
