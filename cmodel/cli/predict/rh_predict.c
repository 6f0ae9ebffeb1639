// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/predict/rh_predict.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/cli/predict/rh_predict_kernel.h"
#include "cmodel/cli/rh_interrupt.h"
#include "cmodel/embedding/rh_run_report.h"
#include "rowhold/rh_system.h"

enum { BATCH = 4096 };

/* A stream that reads the run's in batches and shows each to the models: so nothing is read twice, and what reading and
 * each model cost can be taken apart. */
struct reader {
    struct rh_stream base;
    struct rh_stream *inner;
    struct rh_prediction *prediction;
    struct rh_predict_run *run;
    size_t count, at;
    bool ended;
    double reading, part[RH_PREDICTION_PARTS];
    struct rh_request batch[BATCH];
};

/* Of the processor, so that what else runs on the machine does not count. */
static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* 1: requests, 0: the end, -1: error. */
static int fill(struct reader *reader, struct rh_error *error) {
    double before = seconds(), now;
    int got = reader->ended || rh_interrupt_came() ? 0 : 1;
    reader->count = reader->at = 0;
    while (got == 1 && reader->count < BATCH &&
           (got = reader->inner->next(reader->inner, &reader->batch[reader->count], error)) == 1)
        reader->run->scope[reader->batch[reader->count++].channel].requests++;
    reader->ended = got == 0;
    now = seconds();
    reader->reading += now - before;
    for (unsigned part = 0; part < RH_PREDICTION_PARTS; part++) {
        if (!rh_prediction_runs(reader->prediction, part))
            continue;
        before = now;
        rh_prediction_requests(reader->prediction, part, reader->batch, reader->count);
        now = seconds();
        reader->part[part] += now - before;
    }
    return got < 0 ? -1 : reader->count != 0;
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct reader *reader = (struct reader *)stream;
    int got = reader->at < reader->count ? 1 : fill(reader, error);
    if (got == 1)
        *request = reader->batch[reader->at++];
    return got;
}

/* The caller owns it. */
static void leave_open(struct rh_stream *stream) {
    (void)stream;
}

static double of_parts(const struct reader *reader, unsigned parts) {
    double sum = 0;
    for (unsigned part = 0; part < RH_PREDICTION_PARTS; part++)
        sum += (parts >> part & 1U) != 0 ? reader->part[part] : 0;
    return sum;
}

static struct rh_predict_figures figures_of(const struct rh_stats *s, unsigned channels) {
    struct rh_predict_figures figures = {.there = s != NULL};
    if (s == NULL)
        return figures;
    const struct rh_stats_scale scale = {.channels = channels};
    struct rh_latency both = s->read;
    rh_latency_merge(&both, &s->write);
    figures.dram_efficiency = rh_stats_figure(RH_FIGURE_dram_efficiency, s, &scale);
    figures.dram_utilization = rh_stats_figure(RH_FIGURE_dram_utilization, s, &scale);
    figures.latency_mean = rh_latency_mean(&both);
    figures.cycles = s->cycles;
    figures.idle_cycles = s->idle_cycles;
    figures.active_cycles = s->active_cycles;
    figures.data_bus_busy_cycles = s->data_bus_busy_cycles;
    memcpy(figures.stall_cycles, s->stall_cycles, sizeof figures.stall_cycles);
    return figures;
}

static void keep_predictions(struct rh_predict_run *run, const struct reader *reader) {
    for (unsigned i = 0; i <= run->channels; i++) {
        struct rh_predict_scope *scope = &run->scope[i];
        scope->predicted =
            figures_of(rh_prediction_stats(reader->prediction, i), i == run->channels ? run->channels : 1);
        for (unsigned model = 0; model < RH_PREDICTIONS; model++)
            scope->there[model] = rh_prediction_efficiency(reader->prediction, model, i, &scope->efficiency[model]);
        run->scope[run->channels].requests += i < run->channels ? scope->requests : 0;
    }
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        run->seconds[model] = of_parts(reader, rh_prediction_parts(model));
}

static int keep_measured(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                         const struct rh_system *system, enum rh_system_end end) {
    const struct rh_loop *loop = run->loop.loop;
    const struct rh_stats *all = loop != NULL ? rh_loop_total(loop) : rh_system_total(system);
    struct rh_latency both = all->read;
    rh_latency_merge(&both, &all->write);
    for (unsigned i = 0; end == RH_SYSTEM_DONE && i < run->channels; i++)
        run->scope[i].measured = figures_of(loop != NULL ? rh_loop_channel(loop, i) : rh_system_channel(system, i), 1);
    if (end == RH_SYSTEM_DONE)
        run->scope[run->channels].measured = figures_of(all, run->channels);
    rh_predict_keep_percentiles(suite, run, &both);
    return end == RH_SYSTEM_DONE ? 0 : end == RH_SYSTEM_ERROR ? 2 : 1;
}

static int read_all(struct reader *reader, struct rh_error *error) {
    int got;
    do
        got = fill(reader, error);
    while (got == 1);
    return got < 0 ? 2 : 0;
}

/* The program in closed loop, behind its requests. */
static int measure_kernel(const struct rh_predict_suite *suite, struct rh_predict_run *run, struct reader *reader,
                          struct rh_error *error) {
    if (read_all(reader, error) != 0)
        return 2;
    double before = seconds();
    enum rh_system_end end = rh_loop_run_cores(run->loop.loop, rh_gpu_cores(run->loop.kernel.gpu), error);
    run->measured_seconds = seconds() - before;
    return keep_measured(suite, run, NULL, end);
}

/* The C model on the reader's requests. */
static int measure(const struct rh_predict_suite *suite, struct rh_predict_run *run, struct reader *reader,
                   struct rh_error *error) {
    if (run->loop.loop != NULL)
        return measure_kernel(suite, run, reader, error);
    const struct rh_system_setup setup = {.preset = &run->setup.preset,
                                          .ops = run->setup.ops,
                                          .geometry = run->setup.geometry,
                                          .constraints = run->setup.constraints,
                                          .channels = run->channels,
                                          .unwatched = true};
    struct rh_system *system = rh_system_open(&setup, error);
    if (system == NULL)
        return 2;
    double before = seconds();
    enum rh_system_end end = rh_system_run(system, &reader->base, error);
    run->measured_seconds = seconds() - before - reader->reading - of_parts(reader, ~0U);
    int code = keep_measured(suite, run, system, end);
    rh_system_close(system);
    return code;
}

/* As `simulate` writes it. The content's hash is known at the end of the stream. */
static bool configure(struct rh_predict_run *run, const struct rh_stream *stream, struct rh_error *error) {
    size_t size;
    struct rh_run_report report = {.setup = &run->setup, .channels = run->channels, .timed = stream->timed};
    if (run->loop.loop != NULL)
        report.network = &run->loop.reported;
    else {
        report.stream = &run->options.stream;
        report.content_hash = rh_stream_content_hash(&run->options.stream, stream);
    }
    FILE *memory = open_memstream(&run->configuration, &size);
    if (memory != NULL)
        rh_run_configuration(memory, &report);
    return (memory != NULL && fclose(memory) == 0) || rh_error_set(error, "predict: found no memory, expected enough");
}

/* The requests of a stream, or of a program, whose loop is opened, too. */
static bool open_requests(struct rh_predict_run *run, struct reader *reader, struct rh_error *error) {
    if (run->kernel.kernel == NULL)
        return rh_options_stream(&run->options, &run->setup, &reader->inner, &run->channels, error);
    reader->inner = rh_predict_kernel_open(run, error) ? rh_predict_kernel_stream(run, error) : NULL;
    return reader->inner != NULL;
}

static int predict(const struct rh_predict_suite *suite, struct rh_predict_run *run, struct reader *reader,
                   struct rh_error *error) {
    if (!open_requests(run, reader, error))
        return 2;
    rh_options_notes(&run->options, &run->setup, reader->inner->note);
    const struct rh_prediction_setup setup = {.controller = run->setup.ops->name,
                                              .geometry = run->setup.geometry,
                                              .constraints = run->setup.constraints,
                                              .timing = run->setup.preset.timing,
                                              .channels = run->channels,
                                              .timed = reader->inner->timed,
                                              .models = suite->models};
    reader->run = run;
    reader->base = *reader->inner;
    reader->base.next = next;
    reader->base.close = leave_open;
    reader->prediction = rh_prediction_open(&setup, error);
    run->scope = calloc(run->channels + 1U, sizeof *run->scope);
    if (reader->prediction == NULL)
        return 2;
    if (run->scope == NULL) {
        rh_error_set(error, "predict: found no memory for %u channels, expected enough", run->channels);
        return 2;
    }
    int code = suite->measured ? measure(suite, run, reader, error) : read_all(reader, error);
    if (code != 0)
        return code;
    rh_prediction_end(reader->prediction);
    keep_predictions(run, reader);
    if (rh_predict_total(run)->requests == 0)
        rh_error_set(error, "--%s %s: found no request, expected at least one",
                     run->kernel.kernel != NULL ? "kernel" : "stream", run->options.stream.stream);
    else if (configure(run, reader->inner, error))
        return 0;
    return 2;
}

int rh_predict_run(const struct rh_predict_suite *suite, struct rh_predict_run *run, struct rh_error *error) {
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        rh_error_set(error, "predict: found no memory, expected enough");
        return 2;
    }
    int code = predict(suite, run, reader, error);
    rh_prediction_close(reader->prediction);
    if (reader->inner != NULL)
        reader->inner->close(reader->inner);
    rh_run_network_close(&run->loop);
    free(reader);
    return code;
}

void rh_predict_close(struct rh_predict_suite *suite) {
    for (unsigned i = 0; suite->run != NULL && i < suite->count; i++) {
        free(suite->run[i].configuration);
        free(suite->run[i].scope);
    }
    free(suite->run);
}

bool rh_predict_wants(const struct rh_predict_suite *suite, unsigned model) {
    return (suite->models >> model & 1U) != 0;
}

const struct rh_predict_scope *rh_predict_total(const struct rh_predict_run *run) {
    return &run->scope[run->channels];
}

bool rh_predict_error(const struct rh_predict_scope *scope, unsigned model, double *points) {
    *points = 100 * (scope->efficiency[model] - scope->measured.dram_efficiency);
    return scope->there[model] && scope->measured.there;
}

struct rh_agreement rh_predict_agreement(const struct rh_predict_suite *suite, unsigned model, const char *controller,
                                         bool by_channel) {
    struct rh_agreement agreement = {.count = 0};
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_predict_run *run = &suite->run[i];
        if (controller != NULL && strcmp(controller, run->setup.ops->name) != 0)
            continue;
        for (unsigned c = by_channel ? 0 : run->channels; c < run->channels + (by_channel ? 0U : 1U); c++) {
            const struct rh_predict_scope *scope = &run->scope[c];
            double points;
            if (scope->requests != 0 && rh_predict_error(scope, model, &points))
                rh_agreement_add(&agreement, 100 * scope->efficiency[model], 100 * scope->measured.dram_efficiency);
        }
    }
    return agreement;
}

const char *rh_predict_controller(const struct rh_predict_suite *suite, unsigned index) {
    for (unsigned i = 0; i < suite->count; i++) {
        const char *name = suite->run[i].setup.ops->name;
        unsigned k = 0;
        while (k < i && strcmp(suite->run[k].setup.ops->name, name) != 0)
            k++;
        if (k == i && index-- == 0)
            return name;
    }
    return NULL;
}

void rh_predict_keep_percentiles(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                                 const struct rh_latency *latency) {
    for (unsigned i = 0; i < suite->percentiles.count; i++)
        run->percentile[i] = rh_latency_percentile(latency, suite->percentiles.percent[i] / 100);
}

unsigned rh_predict_stored(const struct rh_predict_run *run) {
    return run->setup.ops->entries(&run->setup.geometry);
}

bool rh_predict_stores_other(const struct rh_predict_suite *suite) {
    bool other = false;
    for (unsigned i = 0; i < suite->count; i++)
        other = other || rh_predict_stored(&suite->run[i]) != suite->run[i].setup.geometry.queue;
    return other;
}

void rh_predict_seconds(const struct rh_predict_suite *suite, unsigned model, const char *controller, double sum[2]) {
    sum[0] = sum[1] = 0;
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_predict_run *run = &suite->run[i];
        bool counts = rh_predict_total(run)->there[model] &&
                      (controller == NULL || strcmp(controller, run->setup.ops->name) == 0);
        sum[0] += counts ? run->seconds[model] : 0;
        sum[1] += counts ? run->measured_seconds : 0;
    }
}
