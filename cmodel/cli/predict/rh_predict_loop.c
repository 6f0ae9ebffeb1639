// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/predict/rh_predict_loop.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/cli/simulate/rh_run_network.h"
#include "rowhold/rh_complexity.h"
#include "rowhold/rh_hold.h"
#include "rowhold/rh_loop_bounds.h"
#include "rowhold/rh_loop_lines.h"

const char *rh_predict_loop_name(unsigned model) {
    static const char *const names[RH_PREDICT_LOOPS] = {"bounds", "lines"};
    return model < RH_PREDICT_LOOPS ? names[model] : NULL;
}

bool rh_predict_loop_check(const struct rh_predict_run *run, struct rh_error *error) {
    struct rh_loop_setup loop = {.cores = 0};
    return rh_run_network_check(&run->options, error) && rh_loop_options_resolve(&run->options.loop, &loop, error);
}

/* Of the processor. */
static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What the hold rule compares in all routers; -1: there is no formula. */
static int64_t rule_bits(const struct rh_complexity_system *system, const char *rule, const char *network) {
    struct rh_complexity row;
    for (unsigned i = 0; rh_complexity_row(i, system, &row); i++) {
        const char *plus = strchr(row.design, '+');
        if (plus != NULL && strcmp(plus + 1, rule) == 0 && strcmp(row.network, network) == 0)
            return (int64_t)row.compared_network;
    }
    return -1;
}

static int64_t compared(const struct rh_loop_setup *loop, const struct rh_network_blocks *blocks) {
    struct rh_complexity_system system = rh_complexity_thesis();
    struct rh_complexity_controller controller;
    struct rh_error error;
    system.cores = loop->cores;
    system.controllers = loop->controllers;
    system.queue = loop->geometry.queue;
    system.rows = UINT32_C(1) << loop->geometry.row_bits;
    system.banks = loop->geometry.banks;
    system.hash_bits = blocks->channels.hash_bits;
    if (!rh_complexity_check(&system, &error) || !rh_complexity_controller(loop->ops->name, &system, &controller))
        return -1;
    int64_t rule = loop->network.hold == RH_HOLD_none
                       ? 0
                       : rule_bits(&system, rh_hold_rule_name(loop->network.hold), rh_topology_name(loop->topology));
    return rule < 0 ? -1 : rule + (int64_t)(loop->controllers * controller.bits);
}

static void describe(const struct rh_run_loop *run, struct rh_predict_loop *result) {
    const struct rh_loop_setup *setup = rh_loop_setup_of(run->loop);
    struct rh_network_blocks blocks;
    rh_network_blocks_of(&setup->network, &blocks);
    result->network = rh_topology_name(setup->topology);
    result->load = run->reported.paced ? "paced" : "saturated";
    result->allocator = setup->network.allocator->name;
    result->hold = rh_hold_rule_name(setup->network.hold);
    result->vcs = blocks.router.vcs;
    result->requests = rh_core_streams_total(run->streams);
    result->compared = compared(setup, &blocks);
}

static void bound(const struct rh_run_loop *run, struct rh_predict_loop_model *model) {
    double before = seconds();
    struct rh_loop_bounds bounds;
    enum rh_loop_bound which = RH_LOOP_BOUND_ISSUE;
    rh_loop_bounds_of(rh_loop_setup_of(run->loop), run->streams, &bounds);
    (void)rh_loop_bounds_clocks(&bounds, &which);
    *model = (struct rh_predict_loop_model){true, rh_loop_bounds_name(which), rh_loop_bounds_throughput(&bounds), 0,
                                            seconds() - before};
}

/* No faster than the bounds allow. */
static bool predict(const struct rh_run_loop *run, double most, struct rh_predict_loop_model *model) {
    const struct rh_loop_setup *setup = rh_loop_setup_of(run->loop);
    struct rh_loop_lines_result result;
    double before = seconds();
    *model = (struct rh_predict_loop_model){.binds = ""};
    if (!rh_loop_lines_covers(setup))
        return true;
    struct rh_loop_lines *lines = malloc(sizeof *lines);
    if (lines == NULL)
        return false;
    rh_loop_lines_run(lines, setup, run->streams, &result);
    free(lines);
    model->there = true;
    model->throughput = result.throughput < most ? result.throughput : most;
    model->latency = result.latency_mean;
    model->seconds = seconds() - before;
    return true;
}

static int measure(const struct rh_predict_suite *suite, struct rh_predict_run *run, const struct rh_run_loop *loop,
                   struct rh_predict_loop *result, struct rh_error *error) {
    double before = seconds();
    enum rh_system_end end = rh_loop_run(loop->loop, loop->streams, error);
    if (end != RH_SYSTEM_DONE)
        return end == RH_SYSTEM_ERROR ? 2 : 1;
    const struct rh_loop_stats *stats = rh_loop_stats_of(loop->loop);
    rh_predict_keep_percentiles(suite, run, &stats->round_trip);
    result->measured = true;
    result->throughput = rh_loop_figure(RH_LOOP_FIGURE_throughput, stats);
    result->latency = rh_loop_figure(RH_LOOP_FIGURE_latency_mean, stats);
    result->seconds = seconds() - before;
    return 0;
}

/* As `simulate` writes it. */
static bool configure(struct rh_predict_run *run, const struct rh_run_loop *loop, const struct rh_stream *stream,
                      struct rh_error *error) {
    size_t size;
    const struct rh_run_report report = {.stream = &run->options.stream,
                                         .setup = &run->setup,
                                         .channels = run->channels,
                                         .content_hash = rh_stream_content_hash(&run->options.stream, stream),
                                         .network = &loop->reported};
    FILE *memory = open_memstream(&run->configuration, &size);
    if (memory != NULL)
        rh_run_configuration(memory, &report);
    return (memory != NULL && fclose(memory) == 0) || rh_error_set(error, "predict: found no memory, expected enough");
}

static int run_loop(const struct rh_predict_suite *suite, struct rh_predict_run *run, struct rh_stream *stream,
                    struct rh_run_loop *loop, struct rh_predict_loop *result, struct rh_error *error) {
    const struct rh_loop_setup unwatched = {.unwatched = true};
    if (!rh_run_network_open(loop, &run->options, &run->setup, stream, run->channels, &unwatched, error) ||
        !rh_loop_check_streams(loop->loop, loop->streams, error))
        return 2;
    run->setup.geometry = rh_loop_setup_of(loop->loop)->geometry; /* tags are the loop's */
    describe(loop, result);
    bound(loop, &result->model[RH_PREDICT_LOOP_BOUNDS]);
    if (!predict(loop, result->model[RH_PREDICT_LOOP_BOUNDS].throughput, &result->model[RH_PREDICT_LOOP_LINES]) ||
        !configure(run, loop, stream, error)) {
        rh_error_set(error, "predict: found no memory, expected enough");
        return 2;
    }
    return suite->measured ? measure(suite, run, loop, result, error) : 0;
}

int rh_predict_loop_run(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                        struct rh_predict_loop *result, struct rh_error *error) {
    struct rh_stream *stream = NULL;
    struct rh_run_loop loop = {.loop = NULL};
    int code = 2;
    if (rh_options_stream(&run->options, &run->setup, &stream, &run->channels, error)) {
        rh_options_notes(&run->options, &run->setup, stream->note);
        code = run_loop(suite, run, stream, &loop, result, error);
    }
    rh_run_network_close(&loop);
    if (stream != NULL)
        stream->close(stream);
    return code;
}
