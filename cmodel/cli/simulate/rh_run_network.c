// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_network.h"

#include <stdlib.h>

bool rh_run_network_check(const struct rh_options *options, struct rh_error *error) {
    if (options->loop.network == NULL)
        return rh_loop_options_absent(options, error);
    return (options->wave.file == NULL && !options->wave.view) || rh_option_excludes(error, "--wave", "--network");
}

/* Reads another stream, and leaves it open. */
struct lent {
    struct rh_stream stream;
    struct rh_stream *from;
};

static int next_lent(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_stream *from = ((struct lent *)stream)->from;
    return from->next(from, request, error);
}

static void close_lent(struct rh_stream *stream) {
    (void)stream;
}

/* Streams for the cores, as many as there are; more join the first ones. */
static bool open_streams(struct rh_run_loop *run, const struct rh_options *options, struct rh_stream *stream,
                         unsigned channels, struct rh_loop_setup *loop, struct rh_error *error) {
    struct lent lent = {.stream = *stream, .from = stream};
    unsigned most = rh_loop_options_most_cores(&options->loop, channels), cores;
    lent.stream.next = next_lent;
    lent.stream.fill = NULL;
    lent.stream.close = close_lent;
    run->reported.paced = rh_loop_options_paced(&options->loop);
    run->streams = rh_core_streams_open(&lent.stream, most, 0, run->reported.paced, error);
    if (run->streams == NULL)
        return false;
    if (rh_core_streams_total(run->streams) == 0)
        return rh_error_set(error, "--stream %s: found no request, expected at least one", options->stream.stream);
    cores = rh_core_streams_most_cores(run->streams);
    loop->cores = (uint8_t)(options->loop.cores != 0 || cores > most ? most : cores);
    return true;
}

bool rh_run_kernel_start(struct rh_run_loop *run, const struct rh_options *options,
                         const struct rh_run_kernel_options *kernel, const struct rh_preset *preset, unsigned channels,
                         unsigned flit_bytes, struct rh_error *error) {
    if (!rh_run_kernel_open(&run->kernel, kernel, options, preset, channels, flit_bytes, error))
        return false;
    run->reported.gpu = run->kernel.gpu;
    run->reported.memory_latency = kernel->memory_latency;
    return rh_run_kernel_describe(&run->kernel, kernel, options, &run->reported.program, error);
}

bool rh_run_network_open(struct rh_run_loop *run, const struct rh_options *options,
                         const struct rh_run_kernel_options *kernel, const struct rh_setup *setup,
                         struct rh_stream *stream, unsigned channels, const struct rh_loop_setup *sinks,
                         struct rh_error *error) {
    struct rh_loop_setup loop = *sinks;
    if (!rh_loop_options_resolve(&options->loop, &loop, error))
        return false;
    if (channels > RH_TOPOLOGY_MOST_NODES)
        return rh_error_set(error, "--channels: found %u with --network, expected at most %u", channels,
                            (unsigned)RH_TOPOLOGY_MOST_NODES);
    if (run->kernel.preset != NULL)
        rh_run_kernel_fill(&run->kernel, &loop);
    else if (!open_streams(run, options, stream, channels, &loop, error))
        return false;
    loop.preset = &setup->preset;
    loop.ops = setup->ops;
    loop.geometry = setup->geometry;
    loop.constraints = setup->constraints;
    loop.controllers = (uint8_t)channels;
    run->loop = rh_loop_open(&loop, error);
    run->reported.loop = run->loop;
    if (run->loop == NULL || run->kernel.preset == NULL)
        return run->loop != NULL;
    return rh_run_kernel_start(run, options, kernel, &setup->preset, channels, rh_loop_setup_of(run->loop)->flit_bytes,
                               error);
}

void rh_run_network_close(struct rh_run_loop *run) {
    rh_run_kernel_close(&run->kernel);
    rh_loop_close(run->loop);
    rh_core_streams_close(run->streams);
}

struct rh_run_figures rh_run_of_channel(const struct rh_system *system, const struct rh_loop *loop, unsigned channel) {
    if (loop != NULL)
        return (struct rh_run_figures){rh_loop_channel(loop, channel), rh_loop_locality(loop, channel), 1};
    return (struct rh_run_figures){rh_system_channel(system, channel),
                                   rh_locality_channel(rh_system_locality(system), channel), 1};
}

struct rh_run_figures rh_run_of_all(const struct rh_system *system, const struct rh_loop *loop, unsigned channels) {
    if (loop == NULL)
        return (struct rh_run_figures){rh_system_total(system), rh_locality_total(rh_system_locality(system)),
                                       channels};
    struct rh_locality_count locality = rh_loop_stats_of(loop)->after;
    locality.changes_before = rh_loop_stats_of(loop)->before.changes_before;
    return (struct rh_run_figures){rh_loop_total(loop), locality, channels};
}

void rh_run_of_judge(const struct rh_system *system, const struct rh_loop *loop, struct rh_run_report *report) {
    uint64_t *checks = &report->judge_checks;
    report->rules_broken = loop != NULL ? rh_loop_rules_broken(loop) : rh_system_rules_broken(system);
    report->judge_commands = loop != NULL ? rh_loop_judged(loop, checks) : rh_system_judged(system, checks);
}
