// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/predict/rh_predict_network.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/cli/predict/rh_predict_kernel.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cost/rh_complexity.h"
#include "cmodel/files/rh_output.h"
#include "rowhold/rh_hold.h"
#include "rowhold/rh_loop_bounds.h"
#include "rowhold/rh_loop_lines.h"

enum rh_predict_loop_kind { RH_PREDICT_LOOP_BOUNDS, RH_PREDICT_LOOP_LINES, RH_PREDICT_LOOPS };
struct predict_loop_model {
    bool there;
    const char *binds; /**< of the bounds: the least one; else "" */
    double throughput, latency, seconds;
};
struct predict_loop {
    const char *network, *load, *allocator, *hold;
    unsigned vcs;
    uint64_t requests;
    int64_t compared; /**< bits, by formula; -1: there is none */
    struct predict_loop_model model[RH_PREDICT_LOOPS];
    bool measured;
    double throughput, latency, seconds;
};

/* One closed loop, predicted and measured. */

/* "bounds", "lines". */
static const char *predict_loop_name(unsigned model) {
    static const char *const names[RH_PREDICT_LOOPS] = {"bounds", "lines"};
    return model < RH_PREDICT_LOOPS ? names[model] : NULL;
}

/* Does what the options say of the loop fit? */
static bool predict_loop_check(const struct rh_predict_run *run, struct rh_error *error) {
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

static void describe(const struct rh_run_loop *run, struct predict_loop *result) {
    const struct rh_loop_setup *setup = rh_loop_setup_of(run->loop);
    struct rh_network_blocks blocks;
    rh_network_blocks_of(&setup->network, &blocks);
    result->network = rh_topology_name(setup->topology);
    result->load = run->kernel.gpu != NULL ? "kernel" : run->reported.paced ? "paced" : "saturated";
    result->allocator = setup->network.allocator->name;
    result->hold = rh_hold_rule_name(setup->network.hold);
    result->vcs = blocks.router.vcs;
    result->requests = rh_core_streams_total(run->streams);
    result->compared = compared(setup, &blocks);
}

static void bound(const struct rh_run_loop *run, struct predict_loop_model *model) {
    double before = seconds();
    struct rh_loop_bounds bounds;
    enum rh_loop_bound which = RH_LOOP_BOUND_ISSUE;
    rh_loop_bounds_of(rh_loop_setup_of(run->loop), run->streams, &bounds);
    (void)rh_loop_bounds_clocks(&bounds, &which);
    *model = (struct predict_loop_model){true, rh_loop_bounds_name(which), rh_loop_bounds_throughput(&bounds), 0,
                                         seconds() - before};
}

/* No faster than the bounds allow. */
static bool predict(const struct rh_run_loop *run, double most, struct predict_loop_model *model) {
    const struct rh_loop_setup *setup = rh_loop_setup_of(run->loop);
    struct rh_loop_lines_result result;
    double before = seconds();
    *model = (struct predict_loop_model){.binds = ""};
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
                   struct predict_loop *result, struct rh_error *error) {
    double before = seconds();
    enum rh_system_end end = loop->kernel.gpu != NULL
                                 ? rh_loop_run_cores(loop->loop, rh_gpu_cores(loop->kernel.gpu), error)
                                 : rh_loop_run(loop->loop, loop->streams, error);
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

/* As `simulate` writes it. `stream`: NULL of a program. */
static bool configure(struct rh_predict_run *run, const struct rh_stream *stream, struct rh_error *error) {
    size_t size;
    const struct rh_run_report report = {.stream = stream != NULL ? &run->options.stream : NULL,
                                         .setup = &run->setup,
                                         .channels = run->channels,
                                         .content_hash =
                                             stream != NULL ? rh_stream_content_hash(&run->options.stream, stream) : 0,
                                         .network = &run->loop.reported};
    FILE *memory = open_memstream(&run->configuration, &size);
    if (memory != NULL)
        rh_run_configuration(memory, &report);
    return (memory != NULL && fclose(memory) == 0) || rh_error_set(error, "predict: found no memory, expected enough");
}

static int run_loop(const struct rh_predict_suite *suite, struct rh_predict_run *run, const struct rh_stream *stream,
                    struct predict_loop *result, struct rh_error *error) {
    const struct rh_run_loop *loop = &run->loop;
    if (!rh_loop_check_streams(loop->loop, loop->streams, error))
        return 2;
    describe(loop, result);
    bound(loop, &result->model[RH_PREDICT_LOOP_BOUNDS]);
    if (!predict(loop, result->model[RH_PREDICT_LOOP_BOUNDS].throughput, &result->model[RH_PREDICT_LOOP_LINES]) ||
        !configure(run, stream, error)) {
        rh_error_set(error, "predict: found no memory, expected enough");
        return 2;
    }
    return suite->measured ? measure(suite, run, loop, result, error) : 0;
}

/* The loop, and the streams that the models look at. */
static bool open_loop(struct rh_predict_run *run, struct rh_stream **stream, struct rh_error *error) {
    const struct rh_loop_setup unwatched = {.unwatched = true};
    if (run->kernel.kernel != NULL)
        return rh_predict_kernel_open(run, error) && rh_predict_kernel_divide(run, error);
    if (!rh_options_stream(&run->options, &run->setup, stream, &run->channels, error))
        return false;
    rh_options_notes(&run->options, &run->setup, (*stream)->note);
    if (!rh_run_network_open(&run->loop, &run->options, NULL, &run->setup, *stream, run->channels, &unwatched, error))
        return false;
    run->setup.geometry = rh_loop_setup_of(run->loop.loop)->geometry; /* tags are the loop's */
    return true;
}

/* Results as of rh_predict_run; the configuration is that of `simulate`. */
static int predict_loop_run(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                            struct predict_loop *result, struct rh_error *error) {
    struct rh_stream *stream = NULL;
    int code = open_loop(run, &stream, error) ? run_loop(suite, run, stream, result, error) : 2;
    rh_run_network_close(&run->loop);
    if (stream != NULL)
        stream->close(stream);
    return code;
}

static const struct rh_column rows[] = {
    {.name = "run", .kind = RH_CELL_COUNT, .meaning = "from 0, the last option with several values fastest"},
    {.name = "network", .kind = RH_CELL_TEXT},
    {.name = "load", .kind = RH_CELL_TEXT},
    {.name = "allocator", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "hold", .kind = RH_CELL_TEXT},
    {.name = "vcs", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "queue_stored", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "requests that a controller stores"},
    {.name = "stream", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "point", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "the options that were given"},
    {.name = "requests", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "compared",
     .heading = "bits compared",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "by controllers and hold rule in a clock, as of `complexity`; null: no formula"},
    {.name = "model", .kind = RH_CELL_TEXT},
    {.name = "binds", .kind = RH_CELL_TEXT, .meaning = "of the bounds: the one that is least; else empty"},
    {.name = "predicted_throughput",
     .heading = "predicted",
     .kind = RH_CELL_REAL,
     .digits = 3,
     .maybe = true,
     .meaning = "requests a DRAM clock; null: no model of the controller"},
    {.name = "throughput",
     .heading = "measured",
     .kind = RH_CELL_REAL,
     .digits = 3,
     .maybe = true,
     .meaning = "by the C model; null: not measured"},
    {.name = "error_percent",
     .heading = "error, %",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .maybe = true,
     .meaning = "100 x (predicted / measured - 1); of the bounds: how far off they are"},
    RH_PREDICT_LAST_COLUMNS(""),
};
static const struct rh_column agreement[] = {
    {.name = "model", .kind = RH_CELL_TEXT},
    {.name = "points", .kind = RH_CELL_COUNT, .meaning = "that are predicted and measured"},
    {.name = "median_error_percent",
     .heading = "median error, %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "of throughput, without its sign"},
    {.name = "p90_error_percent",
     .heading = "90 % within",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "the 90th percentile"},
    {.name = "worst_error_percent", .heading = "worst", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "correlation", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "Pearson's, of throughput"},
    {.name = "polarity", .kind = RH_CELL_REAL, .digits = 2, .maybe = true, .meaning = "as of `predict`, of throughput"},
};

/* The tables and percentiles; the configuration is any object. */
static void put_schema(FILE *to, bool definitions) {
    if (!definitions)
        rh_predict_schema_percentiles("the round trips of a run", to);
}

static json_t *further_json(const struct rh_table_result *result) {
    json_t *object = json_object();
    rh_predict_set_percentiles(&object, result->user);
    return object;
}

const struct rh_form rh_form_predict_network = {
    .name = "predict_network",
    .command = "rowhold predict --network --json",
    .configuration = RH_PREDICT_CONFIGURATION,
    .rows = RH_FORM_PART("rows", rows, "one a run and model"),
    .more = RH_FORM_PART("agreement", agreement, "predicted and measured throughput over all runs"),
    .schema = put_schema,
};

static double error_of(const struct predict_loop *loop, unsigned model) {
    return 100 * (loop->model[model].throughput / loop->throughput - 1);
}

static bool is_compared(const struct predict_loop *loop, unsigned model) {
    return loop->model[model].there && loop->measured;
}

static bool add_row(const struct rh_predict_suite *suite, struct rh_table *table, unsigned i, unsigned model,
                    const struct predict_loop *loop) {
    const struct rh_predict_run *run = &suite->run[i];
    const struct predict_loop_model *m = &loop->model[model];
    char text[512];
    rh_axes_text(suite->axes, i, text, sizeof text);
    return rh_table_count(table, i) && rh_table_text(table, loop->network) && rh_table_text(table, loop->load) &&
           rh_table_text(table, loop->allocator) && rh_table_text(table, loop->hold) &&
           rh_table_count(table, loop->vcs) && rh_table_text(table, run->setup.ops->name) &&
           rh_table_count(table, run->setup.geometry.queue) &&
           rh_table_count(table, run->setup.ops->entries(&run->setup.geometry)) &&
           rh_table_text(table, run->options.stream.stream) && rh_table_text(table, run->setup.preset.name) &&
           rh_table_text(table, text) && rh_table_count(table, loop->requests) &&
           rh_table_known(table, loop->compared) && rh_table_text(table, predict_loop_name(model)) &&
           rh_table_text(table, m->binds) && rh_table_maybe(table, m->there, m->throughput) &&
           rh_table_maybe(table, loop->measured, loop->throughput) &&
           rh_table_maybe(table, is_compared(loop, model), error_of(loop, model)) &&
           rh_table_maybe(table, m->there && m->latency > 0, m->latency) &&
           rh_table_maybe(table, loop->measured, loop->latency) &&
           rh_table_maybe(table, suite->times && m->there, m->seconds) &&
           rh_table_maybe(table, suite->times && loop->measured, loop->seconds);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value of which that share of the others is no larger: nearest rank. */
static double percentile(const double *sorted, unsigned count, double share) {
    unsigned rank = (unsigned)ceil(share * count);
    return sorted[rank == 0 ? 0 : rank - 1];
}

static bool add_agreement(const struct predict_loop *loops, unsigned count, unsigned model, struct rh_table *table) {
    double *errors = calloc(count, sizeof *errors), correlation = 0, polarity = 0;
    struct rh_agreement a = {.count = 0};
    unsigned n = 0;
    if (errors == NULL)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (is_compared(&loops[i], model)) {
            errors[n++] = fabs(error_of(&loops[i], model));
            rh_agreement_add(&a, loops[i].model[model].throughput, loops[i].throughput);
        }
    qsort(errors, n, sizeof *errors, by_size);
    bool related = rh_agreement_correlation(&a, &correlation), leaning = rh_agreement_polarity(&a, &polarity);
    bool good = rh_table_text(table, predict_loop_name(model)) && rh_table_count(table, n) &&
                rh_table_maybe(table, n != 0, n != 0 ? percentile(errors, n, 0.5) : 0) &&
                rh_table_maybe(table, n != 0, n != 0 ? percentile(errors, n, 0.9) : 0) &&
                rh_table_maybe(table, n != 0, n != 0 ? errors[n - 1] : 0) &&
                rh_table_maybe(table, related, correlation) && rh_table_maybe(table, leaning, polarity);
    free(errors);
    return good;
}

static bool fill(const struct rh_predict_suite *suite, const struct predict_loop *loops,
                 struct rh_table_result *result) {
    bool good = true;
    for (unsigned i = 0; i < suite->count; i++)
        for (unsigned model = 0; good && model < RH_PREDICT_LOOPS; model++)
            good = add_row(suite, result->rows, i, model, &loops[i]);
    for (unsigned model = 0; good && model < RH_PREDICT_LOOPS; model++)
        good = add_agreement(loops, suite->count, model, result->more);
    return good;
}

static void print(const struct rh_predict_suite *suite, const struct rh_table_result *result) {
    puts("Requests a DRAM clock of a closed loop:\n");
    rh_table_print(result->rows, "", stdout);
    rh_predict_print_percentiles(suite, "round trip", stdout);
    if (suite->count < 2 || !suite->measured)
        return;
    puts("\nErrors of throughput over all runs:\n");
    rh_table_print(result->more, "", stdout);
}

static bool report(const struct rh_predict_suite *suite, const struct predict_loop *loops,
                   const struct rh_table_options *table, bool quiet, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_predict_network, error))
        return false;
    char *axes = suite->count > 1 ? rh_axes_json(suite->axes) : NULL;
    result.configuration_text = suite->count > 1 ? axes : suite->run[0].configuration;
    result.json = further_json;
    result.user = suite;
    bool good = result.configuration_text != NULL && fill(suite, loops, &result);
    good = good ? rh_table_write(&result, table, error) : rh_table_no_memory(&rh_form_predict_network, error);
    if (good && !quiet && !rh_table_options_stdout(table))
        print(suite, &result);
    rh_table_result_close(&result);
    free(axes);
    return good;
}

/* The error of a run, with where in the suite it lies. */
static int refuse(const struct rh_predict_suite *suite, unsigned i, int code, struct rh_error *error) {
    struct rh_error fault = *error;
    char text[512];
    if (suite->count > 1) {
        rh_axes_text(suite->axes, i, text, sizeof text);
        rh_error_set(error, "predict: %s: %s", text, fault.text);
    }
    return code;
}

int rh_predict_network(const struct rh_predict_suite *suite, const struct rh_table_options *table, bool quiet,
                       struct rh_error *error) {
    int code = 0;
    for (unsigned i = 0; i < suite->count; i++)
        if (!predict_loop_check(&suite->run[i], error))
            return refuse(suite, i, 2, error);
    struct predict_loop *loops = calloc(suite->count, sizeof *loops);
    if (loops == NULL) {
        rh_table_no_memory(&rh_form_predict_network, error);
        return 2;
    }
    for (unsigned i = 0; code == 0 && i < suite->count; i++) {
        suite->run[i].options.quiet |= suite->count > 1; /* no notes */
        code = predict_loop_run(suite, &suite->run[i], &loops[i], error);
        if (code != 0)
            refuse(suite, i, code, error);
    }
    if (code == 0 && !report(suite, loops, table, quiet, error))
        code = 2;
    free(loops);
    return code;
}
