// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/placement/rh_queue_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_arrivals.h"
#include "rowhold/rh_system.h"

/* Hands requests on; the queueing model sees each. */
struct tap {
    struct rh_stream base;
    struct rh_stream *from;
    struct rh_queue_run *run;
};

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct tap *tap = (struct tap *)stream;
    int got = tap->from->next(tap->from, request, error);
    if (got > 0)
        rh_queueing_request(&tap->run->model[request->channel], request);
    return got;
}

static void close_tap(struct rh_stream *stream) {
    struct tap *tap = (struct tap *)stream;
    tap->from->close(tap->from);
}

/* Nothing was seen yet. */
static void start(struct rh_queue_run *run) {
    const struct rh_queueing_setup setup = {
        .gaps = run->setup->gaps, .banks = run->setup->geometry.banks, .server = run->server, .window = run->window};
    size_t banks = (size_t)run->channels * setup.banks;
    for (unsigned c = 0; c < run->channels; c++)
        rh_queueing_start(&run->model[c], &setup);
    memset(run->measured, 0, banks * sizeof *run->measured);
    memset(run->opened, 0, banks * sizeof *run->opened);
}

static bool read_all(struct rh_queue_run *run, struct rh_stream *stream, struct rh_error *error) {
    struct tap tap = {.from = stream, .run = run};
    struct rh_request request;
    uint64_t first = 0, last = 0;
    int got;
    for (; (got = next(&tap.base, &request, error)) > 0; last = request.cycle)
        first = run->requests++ == 0 ? request.cycle : first;
    run->span = last - first;
    run->busiest = rh_queueing_busiest(run->model, run->channels);
    return got == 0 && (run->requests > 0 || rh_error_set(error, "--stream %s: found no request, expected at least one",
                                                          run->options->stream.stream));
}

bool rh_queue_run_open(struct rh_queue_run *run, struct rh_error *error) {
    struct rh_stream *stream = rh_stream_open(&run->options->stream, &run->setup->preset, error);
    if (stream == NULL)
        return false;
    run->timed = stream->timed;
    bool good = rh_options_channels(run->options, stream, &run->channels, error);
    if (good) {
        size_t banks = (size_t)run->channels * run->setup->geometry.banks;
        run->model = calloc(run->channels, sizeof *run->model);
        run->measured = calloc(banks, sizeof *run->measured);
        run->opened = calloc(banks, sizeof *run->opened);
        good = (run->model != NULL && run->measured != NULL && run->opened != NULL) ||
               rh_error_set(error, "placement: found no memory for %u channels, expected enough", run->channels);
    }
    if (good) {
        start(run);
        good = read_all(run, stream, error);
    }
    stream->close(stream);
    return good;
}

void rh_queue_run_close(struct rh_queue_run *run) {
    free(run->model);
    free(run->measured);
    free(run->opened);
}

/* A row is found open, closed (its bank's first), or another one is. */
static void observe(void *user, const struct rh_observed *seen) {
    struct rh_queue_run *run = user;
    size_t bank = (size_t)seen->channel * run->setup->geometry.banks + seen->bank;
    const struct rh_request request = {.commands = seen->commands, .write = seen->write};
    enum rh_queueing_row row = seen->row_hit       ? RH_QUEUEING_HIT
                               : run->opened[bank] ? RH_QUEUEING_CONFLICT
                                                   : RH_QUEUEING_MISS;
    run->opened[bank] = true;
    run->measured[bank].requests++;
    run->measured[bank].latency += seen->done - seen->arrival;
    run->measured[bank].access += rh_queueing_access(&run->setup->gaps, &request, row);
}

static bool run_model(struct rh_queue_run *run, struct rh_stream *stream, struct rh_error *error) {
    const struct rh_system_setup setup = {.preset = &run->setup->preset,
                                          .ops = run->setup->ops,
                                          .geometry = run->setup->geometry,
                                          .gaps = run->setup->gaps,
                                          .channels = run->channels,
                                          .judge = true,
                                          .request = observe,
                                          .request_user = run};
    struct tap tap = {.base = *stream, .from = stream, .run = run};
    tap.base.next = next;
    tap.base.close = close_tap;
    struct rh_system *system = rh_system_open(&setup, error);
    bool good = system != NULL && rh_system_run(system, &tap.base, error) == RH_SYSTEM_DONE;
    rh_system_close(system);
    return good;
}

bool rh_queue_run_at(struct rh_queue_run *run, double load, struct rh_error *error) {
    struct rh_stream *stream = rh_stream_open(&run->options->stream, &run->setup->preset, error);
    if (stream == NULL)
        return false;
    start(run);
    if (load > 0) {
        double stretched = run->busiest / load;
        const struct rh_arrivals_setup setup = {
            .how = run->timed  ? RH_ARRIVALS_STRETCHED
                   : run->even ? RH_ARRIVALS_EVEN
                               : RH_ARRIVALS_RANDOM,
            .clocks = stretched / (double)(run->timed ? run->span : run->requests),
            .seed = run->options->stream.seed,
        };
        stream = rh_arrivals_open(stream, &setup, error);
    }
    bool good = stream != NULL && run_model(run, stream, error);
    if (stream != NULL)
        stream->close(stream);
    return good;
}

struct rh_queue_measured rh_queue_run_total(const struct rh_queue_run *run) {
    struct rh_queue_measured total = {0, 0, 0};
    for (size_t b = 0; b < (size_t)run->channels * run->setup->geometry.banks; b++) {
        total.requests += run->measured[b].requests;
        total.latency += run->measured[b].latency;
        total.access += run->measured[b].access;
    }
    return total;
}
