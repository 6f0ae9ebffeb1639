// SPDX-License-Identifier: Apache-2.0
// The analytic models beside the C model, a CSV line a run, for scripts/experiment prediction; and one of them alone,
// for scripts/bench.
//
//   rh_prediction runs PRESET[,PRESET...]     the design set: synthetic streams on the controllers of rh_timeline
//   rh_prediction trace FILE                  a recorded stream
//   rh_prediction bounds                      lines `PRESET COLUMNS WRITES AUTO_PRECHARGE` of standard input: the
//                                             least closed form in per cent, and whose it is
//   rh_prediction cost MODEL PRESET CONTROLLER N     N requests of rand2 through a model of `rowhold predict`
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_stream.h"
#include "rowhold/rh_bounds.h"
#include "rowhold/rh_prediction.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_system.h"
#include "rowhold/rh_timeline.h"
#include "rowhold/rh_window_profile.h"

enum { REQUESTS = 4000, TRACE_REQUESTS = 100000, WINDOWS = 5 };

struct run {
    const char *set, *controller, *stream;
    struct rh_preset preset;
    unsigned queue, load; /* load: per cent of the data bus that the arrivals ask for; 0: the stream's own times */
    unsigned channels;
    bool timed;
    struct rh_request *requests;
    size_t count;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
};

static void die(const char *text) {
    fprintf(stderr, "rh_prediction: %s\n", text);
    exit(2);
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL)
        die("found no memory, expected enough");
    return memory;
}

/* The requests of a run as a stream. */
struct replay {
    struct rh_stream base;
    const struct run *run;
    size_t next;
};

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct replay *replay = (struct replay *)stream;
    (void)error;
    if (replay->next == replay->run->count)
        return 0;
    *request = replay->run->requests[replay->next++];
    return 1;
}

static void no_close(struct rh_stream *stream) {
    (void)stream;
}

static void measure(const struct run *run, struct rh_stats *stats) {
    struct rh_error error;
    struct replay replay = {.base = {.next = next,
                                     .close = no_close,
                                     .timed = run->timed,
                                     .channels = (uint16_t)run->channels,
                                     .latest = UINT64_MAX},
                            .run = run};
    struct rh_system_setup setup = {.preset = &run->preset,
                                    .ops = rh_controller_find(run->controller),
                                    .geometry = run->geometry,
                                    .constraints = run->constraints,
                                    .channels = run->channels,
                                    .unwatched = true};
    struct rh_system *system = rh_system_open(&setup, &error);
    if (system == NULL || rh_system_run(system, &replay.base, &error) != RH_SYSTEM_DONE)
        die(error.text);
    *stats = *rh_system_total(system);
    rh_system_close(system);
}

static void predict(const struct run *run, unsigned without, struct rh_stats *stats) {
    struct rh_timeline *timelines = room(run->channels, sizeof *timelines);
    struct rh_timeline_setup setup = {.policy = rh_timeline_find(run->controller),
                                      .geometry = run->geometry,
                                      .constraints = run->constraints,
                                      .timed = run->timed,
                                      .without = without};
    memset(stats, 0, sizeof *stats);
    for (unsigned c = 0; c < run->channels; c++)
        rh_timeline_start(&timelines[c], &setup);
    for (size_t i = 0; i < run->count; i++)
        rh_timeline_request(&timelines[run->requests[i].channel], &run->requests[i]);
    for (unsigned c = 0; c < run->channels; c++) {
        rh_timeline_end(&timelines[c]);
        rh_stats_merge(stats, &timelines[c].stats);
    }
    free(timelines);
}

static struct rh_profile_sums profile(const struct run *run, enum rh_profile_rule rule) {
    struct rh_profile *profiles = room(run->channels, sizeof *profiles);
    struct rh_profile_setup setup = {.rule = rule,
                                     .window = run->queue,
                                     .banks = run->geometry.banks,
                                     .rc = run->constraints.rc,
                                     .rp_rcd = run->constraints.rp + run->constraints.rcd_rd};
    struct rh_profile_sums sums = {0};
    for (unsigned c = 0; c < run->channels; c++)
        rh_profile_start(&profiles[c], &setup);
    for (size_t i = 0; i < run->count; i++) {
        const struct rh_request *request = &run->requests[i];
        rh_profile_request(&profiles[request->channel], request->bank, request->row,
                           (unsigned)request->commands * run->constraints.burst);
    }
    for (unsigned c = 0; c < run->channels; c++) {
        rh_profile_end(&profiles[c]);
        sums.requests += profiles[c].sums.requests;
        sums.rows += profiles[c].sums.rows;
        sums.moving += profiles[c].sums.moving;
        sums.lasting += profiles[c].sums.lasting;
    }
    free(profiles);
    return sums;
}

static double efficiency(const struct rh_stats *stats) {
    return 100.0 * (double)stats->data_bus_busy_cycles / (double)stats->active_cycles;
}

static double latency(const struct rh_stats *stats) {
    return (double)(stats->read.sum + stats->write.sum) / (double)(stats->read.count + stats->write.count);
}

static void line(const struct run *run, const char *model, double measured, double predicted, double measured_latency,
                 double predicted_latency) {
    printf("%s,%s,%s,%u,%u,%s,%u,%s,%s,%.6f,%.6f,%.6f,%.6f\n", run->set, run->preset.name, run->controller, run->queue,
           run->preset.chips, run->stream, run->load, rh_refresh_name(run->preset.refresh), model, measured, predicted,
           measured_latency, predicted_latency);
}

static void windows(const struct run *run, const struct rh_stats *measured) {
    struct rh_profile_sums none = profile(run, RH_PROFILE_NO_OVERLAP), full = profile(run, RH_PROFILE_FULL_OVERLAP),
                           most = profile(run, RH_PROFILE_MOST_PENDING);
    double no = 100 * rh_profile_efficiency(&none), all = 100 * rh_profile_efficiency(&full);
    bool local = none.requests >= 2 * none.rows;
    line(run, "no_activate_overlap", efficiency(measured), no, 0, 0);
    line(run, "full_activate_overlap", efficiency(measured), all, 0, 0);
    line(run, "averaged", efficiency(measured), (no + all) / 2, 0, 0);
    line(run, "locality_switched", efficiency(measured), local ? no : all, 0, 0);
    line(run, "most_pending", efficiency(measured), 100 * rh_profile_efficiency(&most), 0, 0);
}

/* One run under every model. */
static void compare(struct run *run) {
    run->geometry = rh_preset_geometry(&run->preset, run->queue);
    run->constraints = rh_preset_constraints(&run->preset);
    if (!rh_timeline_covers(run->controller, &run->geometry, &run->constraints))
        return;
    struct rh_stats *measured = room(1, sizeof *measured), *predicted = room(1, sizeof *predicted);
    measure(run, measured);
    predict(run, 0, predicted);
    line(run, "rowhold", efficiency(measured), efficiency(predicted), latency(measured), latency(predicted));
    for (unsigned i = 0; i < RH_TIMELINE_MECHANISMS; i++) {
        const char *meaning;
        char name[64];
        snprintf(name, sizeof name, "without_%s", rh_timeline_mechanism(i, &meaning));
        predict(run, 1U << i, predicted);
        line(run, name, efficiency(measured), efficiency(predicted), latency(measured), latency(predicted));
    }
    if (strcmp(run->controller, "fr_fcfs") == 0)
        windows(run, measured);
    free(measured);
    free(predicted);
}

static void open_requests(struct run *run, const struct rh_stream_setup *setup, size_t most) {
    struct rh_error error;
    struct rh_stream *stream = rh_stream_open(setup, &run->preset, &error);
    int got = 0;
    if (stream == NULL)
        die(error.text);
    run->requests = room(most, sizeof *run->requests);
    run->count = 0;
    run->channels = rh_stream_channels(stream);
    run->timed = stream->timed;
    while (run->count < most && (got = stream->next(stream, &run->requests[run->count], &error)) == 1)
        run->count++;
    if (got < 0)
        die(error.text);
    stream->close(stream);
}

/* Arrivals that ask for `load` per cent of the data bus, one after the other at random distances. */
static void spread(struct run *run, unsigned load) {
    uint64_t state = 11, at = 0;
    unsigned burst = run->preset.timing.tBURST;
    for (size_t i = 0; i < run->count; i++) {
        uint32_t mean = (uint32_t)run->requests[i].commands * burst * 100 / load;
        at += rh_random_below(&state, 2 * mean + 1);
        run->requests[i].cycle = at;
    }
    run->timed = true;
    run->load = load;
}

static void synthetic(struct run run, const char *stream, unsigned load) {
    struct rh_stream_setup setup = {
        .stream = stream, .synthetic = rh_synthetic_find(stream), .requests = REQUESTS, .read_share = -1, .seed = 1};
    run.set = "design";
    run.stream = stream;
    open_requests(&run, &setup, REQUESTS);
    if (load != 0)
        spread(&run, load);
    compare(&run);
    free(run.requests);
}

static void design(const char *preset) {
    static const char *const streams[] = {"rand1",    "rand2",  "rand3",  "mixed",
                                          "hot_rows", "random", "phases", "strided"};
    static const char *const loaded[] = {"rand2", "mixed", "hot_rows"};
    static const unsigned queues[] = {8, 32, 64}, loads[] = {20, 50, 80}, chips[] = {1, 4};
    struct rh_error error;
    for (size_t c = 0; c < rh_controller_count(); c++) {
        struct run run = {.controller = rh_controller_at(c)->name, .queue = 32};
        if (rh_timeline_find(run.controller) == NULL)
            continue;
        if (!rh_preset_find(preset, &run.preset, &error))
            die(error.text);
        struct run other = run;
        for (unsigned q = 0; q < 3; q++)
            for (unsigned s = 0; s < 8; s++) {
                run.queue = queues[q];
                synthetic(run, streams[s], 0);
            }
        run.queue = 32;
        run.preset.refresh = RH_REFRESH_ALL_BANK;
        for (unsigned s = 0; s < 3; s++)
            for (unsigned l = 0; l < 3; l++)
                synthetic(run, loaded[s], loads[l]);
        for (unsigned n = 0; n < 2; n++) {
            other.preset.chips = (uint16_t)chips[n];
            synthetic(other, "rand2", 0);
            synthetic(other, "hot_rows", 0);
        }
    }
}

static void trace(const char *file) {
    struct rh_error error;
    const char *name = strrchr(file, '/') != NULL ? strrchr(file, '/') + 1 : file;
    char stem[64];
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "."), name);
    struct rh_stream_setup setup = {.stream = file, .read_share = -1};
    for (size_t c = 0; c < rh_controller_count(); c++) {
        struct run run = {.set = "held_out", .controller = rh_controller_at(c)->name, .stream = stem, .queue = 32};
        if (rh_timeline_find(run.controller) == NULL)
            continue;
        if (!rh_preset_find("gddr3_k4j52324qh", &run.preset, &error))
            die(error.text);
        open_requests(&run, &setup, TRACE_REQUESTS);
        compare(&run);
        free(run.requests);
    }
}

/* The passes over the requests that the model is made of. */
static unsigned parts_of(const char *model) {
    for (unsigned i = 0; rh_prediction_name(i) != NULL; i++)
        if (strcmp(rh_prediction_name(i), model) == 0)
            return rh_prediction_parts(i);
    die("found an unknown model");
    return 0;
}

/* One model alone. */
static void cost(const char *model, const char *preset, const char *controller, size_t count) {
    struct rh_error error;
    struct rh_stats *stats = room(1, sizeof *stats);
    struct run run = {.controller = controller, .queue = 32};
    struct rh_stream_setup setup = {
        .stream = "rand2", .synthetic = rh_synthetic_find("rand2"), .requests = count, .read_share = -1, .seed = 1};
    unsigned parts = parts_of(model);
    if (!rh_preset_find(preset, &run.preset, &error))
        die(error.text);
    run.geometry = rh_preset_geometry(&run.preset, run.queue);
    run.constraints = rh_preset_constraints(&run.preset);
    open_requests(&run, &setup, count);
    for (unsigned part = 0; part < RH_PREDICTION_PART_TIMELINE; part++)
        if ((parts >> part & 1) != 0)
            stats->requests = profile(&run, (enum rh_profile_rule)part).requests;
    if ((parts >> RH_PREDICTION_PART_TIMELINE & 1) != 0)
        predict(&run, 0, stats);
    printf("%" PRIu64 "\n", stats->requests);
    free(run.requests);
    free(stats);
}

/* For scripts/experiment prediction_grains. */
static void bounds(void) {
    struct rh_bounds_load load = {0};
    struct rh_preset preset;
    struct rh_error error;
    enum rh_bound which = RH_BOUND_DATA;
    char name[64];
    unsigned closes;
    while (scanf("%63s %lf %lf %u", name, &load.columns, &load.writes, &closes) == 4) {
        if (!rh_preset_find(name, &preset, &error))
            die(error.text);
        const struct rh_geometry geometry = rh_preset_geometry(&preset, 64);
        const struct rh_constraints constraints = rh_preset_constraints(&preset);
        load.auto_precharge = closes != 0;
        double share = rh_bounds_least(&geometry, &constraints, &load, &which);
        printf("%.4f,%s\n", 100 * share, rh_bounds_name(which));
    }
}

int main(int argc, char **argv) {
    if (argc == 6 && strcmp(argv[1], "cost") == 0)
        cost(argv[2], argv[3], argv[4], strtoul(argv[5], NULL, 10));
    else if (argc == 2 && strcmp(argv[1], "bounds") == 0)
        bounds();
    else if (argc == 3 && strcmp(argv[1], "trace") == 0)
        trace(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "runs") == 0)
        for (char *preset = strtok(argv[2], ","); preset != NULL; preset = strtok(NULL, ","))
            design(preset);
    else
        die("found other arguments, expected runs PRESETS, trace FILE, bounds or cost MODEL PRESET CONTROLLER N");
    return 0;
}
