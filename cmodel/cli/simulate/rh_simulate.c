// SPDX-License-Identifier: Apache-2.0
// `rowhold simulate`: the C model on a stream. Who runs it besides sees one function.
#include "cmodel/cli/simulate/rh_simulate.h"

#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_interrupt.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_epochs.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/cli/simulate/rh_slowdown.h"
#include "cmodel/files/rh_console.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/trace/rh_request_csv.h"
#include "cmodel/trace/rh_spool.h"
#include "cmodel/wave/rh_wave.h"
#include "cmodel/wave/rh_wave_view.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_system.h"

struct run_wave {
    struct rh_wave_options options; /**< no file: no wave */
    const struct rh_setup *setup;
    unsigned channel;
    struct rh_wave *wave;
    struct rh_wave_tap tap;
};

/* The wave of a C model run: --wave, --wave-channel, --from, --for, --view. */

/* `setup` must outlive the wave. */
static bool run_wave_resolve(struct run_wave *wave, const struct rh_options *options, const struct rh_setup *setup,
                             unsigned channels, struct rh_error *error) {
    wave->setup = setup;
    wave->options = options->wave;
    wave->channel = options->wave_channel;
    return wave->channel < channels ||
           rh_error_set(error, "--wave-channel: found '%u', expected less than %u", wave->channel, channels);
}

/* The `watch` of struct rh_system_setup: the wave watches the model of the chosen channel. */
static bool run_wave_watch(void *user, struct rh_channel_setup *channel, struct rh_model *model,
                           struct rh_error *error) {
    struct run_wave *wave = user;
    if (channel->number != wave->channel)
        return true;
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, wave->setup->ops, &wave->setup->geometry);
    wave->wave = rh_wave_open(wave->options.file, &block, wave->setup->preset.tck_ps, false, error);
    if (wave->wave == NULL)
        return false;
    rh_wave_config(wave->wave, &wave->setup->constraints);
    rh_wave_window(wave->wave, wave->options.from, wave->options.clocks);
    wave->tap = (struct rh_wave_tap){.wave = wave->wave};
    rh_wave_tap_watch(&wave->tap, model);
    return true;
}

/* Finish the file, and show it if asked to; nothing to do without --wave. */
static bool run_wave_finish(struct run_wave *wave, bool quiet, struct rh_error *error) {
    struct rh_wave *done = wave->wave;
    if (done == NULL)
        return true;
    uint64_t clocks = rh_wave_clocks(done);
    if (clocks == 0)
        return rh_error_set(error, "--from: found %" PRIu64 ", expected a clock that channel %u reaches",
                            wave->options.from, wave->channel);
    wave->wave = NULL; /* closing frees it, also when it fails */
    if (!rh_wave_close(done, error))
        return false;
    if (!quiet)
        fprintf(stderr, "wave: %" PRIu64 " clocks in %s\n", clocks, wave->options.file);
    return !wave->options.view || rh_wave_view_start(wave->options.file, error);
}

/* Throw an unfinished file away and free what is left; harmless when nothing is open. */
static void run_wave_drop(struct run_wave *wave) {
    rh_wave_discard(wave->wave);
    wave->wave = NULL;
}

static const uint64_t MOST_CYCLE_BY_CYCLE = UINT64_C(100000000000), MOST_REFRESHES = UINT64_C(1000000000);

/* Everything that one run opens. */
struct run {
    struct rh_options options;
    struct rh_simulate_own own;
    struct rh_simulate_hook hook;
    struct rh_setup setup;
    struct rh_stream *stream;
    struct rh_interrupt_gate gate; /* before it, where the run can be interrupted */
    struct rh_system *system;
    struct rh_spool *spool;    /* NULL without --commands */
    struct rh_spool *requests; /* NULL without --requests-log */
    struct rh_output requests_file, histogram_file;
    struct run_wave wave;
    struct rh_output stats, commands;
    unsigned channels;
    struct rh_output cores_file;
    struct rh_core *core; /* core_count of them, once the run is over */
    unsigned core_count;
    struct rh_slowdown slowdown; /* with --slowdown */
    bool compared;               /* each core was run alone */
    struct rh_epochs epochs;
    struct rh_system_setup system_setup;
    struct rh_run_loop network; /* with --network, in place of the system */
    struct rh_percentile_list percentiles;
    uint64_t all; /* requests that the progress counts up to; 0: unknown */
};

static void progress(void *user, uint64_t requests) {
    const struct run *run = user;
    uint64_t all = run->all;
    if (rh_console_count(requests, all))
        return;
    if (all == 0 || requests > all) {
        fprintf(stderr, "\r%12" PRIu64 " requests", requests);
        return;
    }
    int done = (int)(requests * 40 / all);
    fprintf(stderr, "\r[%.*s%*s] %3d %%", done, "########################################", 40 - done, "",
            (int)(requests * 100 / all));
}

/* Arrivals up to which no output would come. */
static void limit_arrivals(struct run *run) {
    bool refreshes = run->setup.constraints.refresh != RH_REFRESH_OFF;
    if (run->hook.open != NULL && run->options.loop.network == NULL) /* once its clocks are known */
        return;
    if (run->options.wave.file != NULL)
        rh_stream_limit(run->stream, MOST_CYCLE_BY_CYCLE, "for with --wave every clock is run");
    if (run->options.commands != NULL && refreshes)
        rh_stream_limit(run->stream, MOST_REFRESHES / run->channels * run->setup.constraints.refi,
                        "for --commands writes every REF, 10^9 of them at most");
    if (run->own.epochs.epoch != 0 && run->options.loop.network == NULL)
        rh_stream_limit(run->stream, RH_EPOCHS_MOST / (run->channels + 1) * run->own.epochs.epoch,
                        "for each channel and all get a line every --epoch clocks, 10^7 of them at most");
}

static void keep_request(void *user, const struct rh_observed *request) {
    rh_spool_put(user, request->channel, request);
}

static void put_request(void *user, const void *request) {
    const struct run *run = user;
    rh_request_csv_line(run->requests_file.file, request, run->stream->timed);
}

/* In closed loop a request is known when its reply is back. */
static void keep_trip(void *user, const struct rh_loop_trip *trip) {
    rh_spool_put(user, trip->seen.channel, trip);
}

static void put_trip(void *user, const void *trip) {
    rh_request_csv_trip(((const struct run *)user)->requests_file.file, trip);
}

static bool write_requests(struct run *run, struct rh_error *error) {
    if (run->own.requests_log == NULL)
        return true;
    bool looped = run->network.loop != NULL;
    rh_request_csv_head(run->requests_file.file, looped);
    return rh_spool_each(run->requests, looped ? put_trip : put_request, run, error) &&
           rh_output_commit(&run->requests_file, error);
}

static struct rh_stream *source(struct run *run) {
    return run->own.interruptible ? &run->gate.stream : run->stream;
}

/* The stream of requests; of a program none, and the channels of its machine. */
static bool open_requests(struct run *run, struct rh_error *error) {
    if (run->network.kernel.preset == NULL)
        return rh_options_stream(&run->options, &run->setup, &run->stream, &run->channels, error);
    unsigned given = run->options.stream.channels;
    run->stream = rh_run_kernel_stream();
    run->channels = given != 0 ? given : run->network.kernel.machine.controllers;
    run->network.kernel.machine.controllers = run->channels;
    return true;
}

/* A GPU's cores alone. */
static bool is_alone(const struct run *run) {
    return rh_run_kernel_is_alone(&run->own.kernel, &run->options);
}

/* No wave of a program that the C model runs alone; of other closed loops rh_run_network_check says so. */
static bool has_wave(const struct run *run, struct rh_error *error) {
    bool waved = run->options.wave.file != NULL || run->options.wave.view;
    return run->own.kernel.kernel == NULL || !waved || rh_option_excludes(error, "--wave", "--kernel");
}

static bool open_stream(struct run *run, struct rh_error *error) {
    const struct rh_file_use own_files[] = {
        {"--core-table", run->own.core_table, true},
        {"--histogram", run->own.histogram, true},
        {"--requests-log", run->own.requests_log, true},
        {"--epochs", run->own.epochs.csv, true},
        {"--plot", run->own.epochs.plot, true},
        run->hook.file[0],
        run->hook.file[1],
        run->hook.file[2],
    };
    if (!rh_options_files(&run->options, own_files, sizeof own_files / sizeof own_files[0], error) ||
        !rh_epochs_check(&run->own.epochs, error) ||
        !rh_percentiles_read(run->own.percentiles, &run->percentiles, error) ||
        !rh_run_kernel_check(&run->network.kernel, &run->own.kernel, &run->options, error) ||
        (run->hook.open == NULL &&
         !(has_wave(run, error) && (is_alone(run) || rh_run_network_check(&run->options, error)))) ||
        !rh_options_resolve(&run->options, &run->setup, error) ||
        (run->hook.resolve != NULL && !run->hook.resolve(run->hook.user, &run->options, &run->setup, error)))
        return false;
    rh_run_kernel_memory(&run->network.kernel, &run->options, &run->setup.preset);
    if (run->options.slowdown && run->options.warmup != 0)
        return rh_option_conflict(error, "--slowdown", "--warmup", NULL,
                                  "only one of them, for whole runs are compared");
    run->all = run->options.stream.requests;
    if (!open_requests(run, error) ||
        (run->hook.open == NULL && !run_wave_resolve(&run->wave, &run->options, &run->setup, run->channels, error)))
        return false;
    limit_arrivals(run);
    rh_interrupt_gate(&run->gate, run->stream);
    return !run->options.slowdown || run->options.loop.network != NULL ||
           rh_slowdown_open(&run->slowdown, source(run), error);
}

static bool open_output(struct rh_output *output, const char *path, struct rh_error *error) {
    return path == NULL || rh_output_open(output, path, error);
}

/* A spool where something is to be kept in it until the end. */
static bool open_spool(struct rh_spool **spool, const char *path, const char *what, unsigned channels, unsigned size,
                       struct rh_error *error) {
    if (path != NULL)
        *spool = rh_spool_open_of(what, channels, size, error);
    return path == NULL || *spool != NULL;
}

static bool open_outputs(struct run *run, struct rh_error *error) {
    bool looped = run->options.loop.network != NULL;
    return open_output(&run->stats, run->options.stats, error) &&
           open_output(&run->commands, run->options.commands, error) &&
           open_spool(&run->spool, run->options.commands, "commands", run->channels, sizeof(struct rh_command_record),
                      error) &&
           open_output(&run->cores_file, run->own.core_table, error) &&
           open_output(&run->histogram_file, run->own.histogram, error) &&
           open_output(&run->requests_file, run->own.requests_log, error) &&
           open_spool(&run->requests, run->own.requests_log, "requests_log", run->channels,
                      looped ? sizeof(struct rh_loop_trip) : sizeof(struct rh_observed), error) &&
           rh_epochs_open(&run->epochs, &run->own.epochs, run->channels, looped, error);
}

static bool open_hooks(struct run *run, struct rh_error *error) {
    const struct rh_simulate_hook *b = &run->hook;
    return b->open == NULL ||
           b->open(b->user, &run->options, &run->setup, &run->system_setup, run->network.loop, error);
}

static bool open_network(struct run *run, struct rh_error *error) {
    const struct rh_system_setup *s = &run->system_setup;
    const struct rh_loop_setup loop = {.warmup = s->warmup,
                                       .judge = s->judge,
                                       .cycle_by_cycle = s->cycle_by_cycle,
                                       .unwatched = s->unwatched,
                                       .sink = s->sink,
                                       .sink_user = s->sink_user,
                                       .replied = run->requests != NULL ? keep_trip : NULL,
                                       .replied_user = run->requests,
                                       .epoch = s->epoch,
                                       .epoch_end = s->epoch_end,
                                       .loop_epoch_end = rh_epochs_keep_loop,
                                       .epoch_user = s->epoch_user,
                                       .progress = s->progress,
                                       .progress_user = s->progress_user,
                                       .stop = run->own.interruptible ? rh_interrupt_stop : NULL,
                                       .cycles = run->hook.cycles,
                                       .watch = run->hook.watch,
                                       .edge = run->hook.edge,
                                       .watch_user = run->hook.user};
    if (!rh_run_network_open(&run->network, &run->options, &run->own.kernel, &run->setup, source(run), run->channels,
                             &loop, error))
        return false;
    run->all = run->network.streams != NULL ? rh_core_streams_total(run->network.streams) : 0;
    run->setup.geometry = rh_loop_setup_of(run->network.loop)->geometry; /* tags are the loop's */
    run->epochs.gpu = run->network.kernel.gpu;
    return open_hooks(run, error);
}

static bool open_run(struct run *run, struct rh_error *error) {
    if (!open_stream(run, error) || !open_outputs(run, error))
        return false;
    run->system_setup = (struct rh_system_setup){
        .preset = &run->setup.preset,
        .ops = run->setup.ops,
        .geometry = run->setup.geometry,
        .constraints = run->setup.constraints,
        .channels = run->channels,
        .threads = run->options.threads,
        .judge = !run->options.no_judge,
        .unwatched = run->options.no_contract,
        .cycle_by_cycle = run->options.cycle_by_cycle,
        .warmup = run->options.warmup,
        .watch = run->options.wave.file != NULL ? run_wave_watch : NULL,
        .watch_user = &run->wave,
        .progress = !run->options.quiet && rh_console_watched() ? progress : NULL,
        .progress_user = run,
        .sink = run->spool != NULL ? rh_spool_sink : NULL,
        .sink_user = run->spool,
        .request = run->requests != NULL ? keep_request : NULL,
        .request_user = run->requests,
        .epoch = run->epochs.spool != NULL ? run->own.epochs.epoch : 0,
        .epoch_end = rh_epochs_keep,
        .epoch_user = &run->epochs,
    };
    if (run->options.loop.network != NULL)
        return open_network(run, error);
    if (!open_hooks(run, error))
        return false;
    if (run->hook.open != NULL && run->system_setup.cycles == 0)
        rh_stream_limit(run->stream, MOST_CYCLE_BY_CYCLE,
                        "for cosim steps every clock it compares; --cycles ends it earlier");
    run->system = rh_system_open(&run->system_setup, error);
    return run->system != NULL;
}

static void close_run(struct run *run) {
    rh_output_drop(&run->stats);
    rh_output_drop(&run->commands);
    rh_system_close(run->system);
    rh_run_network_close(&run->network);
    rh_spool_close(run->spool);
    rh_spool_close(run->requests);
    rh_epochs_drop(&run->epochs);
    rh_slowdown_close(&run->slowdown);
    free(run->core);
    rh_output_drop(&run->cores_file);
    rh_output_drop(&run->requests_file);
    rh_output_drop(&run->histogram_file);
    run_wave_drop(&run->wave);
    if (run->stream != NULL)
        run->stream->close(run->stream);
}

/* Wave and command trace: worth most when the run failed. */
static bool write_traces(struct run *run, struct rh_error *error) {
    if (!run_wave_finish(&run->wave, run->options.quiet, error))
        return false;
    if (!write_requests(run, error))
        return false;
    return run->options.commands == NULL ||
           (rh_spool_write(run->spool, run->setup.geometry.banks / run->setup.geometry.groups,
                           rh_power(run->setup.geometry.rank_bits), run->commands.file, error) &&
            rh_output_commit(&run->commands, error));
}

static bool write_tables(struct run *run, const struct rh_run_report *report, struct rh_error *error) {
    if (run->own.histogram != NULL &&
        (!rh_histogram_csv(run->histogram_file.file, report, error) || !rh_output_commit(&run->histogram_file, error)))
        return false;
    if (run->own.core_table != NULL) {
        if (!rh_cores_csv(run->cores_file.file, report, error) || !rh_output_commit(&run->cores_file, error))
            return false;
    }
    return rh_epochs_write(&run->epochs, report, error);
}

/* Where the summary goes. */
static FILE *talk(const struct run *run) {
    const char *const own_files[] = {run->own.requests_log, run->own.histogram, run->own.core_table,
                                     run->own.epochs.csv, run->own.epochs.plot};
    for (unsigned i = 0; i < sizeof own_files / sizeof own_files[0]; i++)
        if (rh_output_is_stdout(own_files[i]))
            return stderr;
    return rh_options_talk(&run->options);
}

static bool interrupted(const struct run *run) {
    return run->own.interruptible && rh_interrupt_came();
}

/* Statistics and summary of a run that came to its end, or was interrupted: then without files. */
static bool report(struct run *run, struct rh_error *error) {
    const struct rh_run_bench bench = run->hook.bench != NULL ? *run->hook.bench : (struct rh_run_bench){0};
    const bool has_stream = run->network.kernel.preset == NULL;
    struct rh_run_figures *channel = calloc(run->channels, sizeof *channel);
    if (channel == NULL)
        return rh_error_set(error, "simulate: found no memory for the report, expected enough");
    for (unsigned i = 0; i < run->channels; i++)
        channel[i] = rh_run_of_channel(run->system, run->network.loop, i);
    struct rh_run_report report = {
        .stream = has_stream ? &run->options.stream : NULL,
        .setup = &run->setup,
        .channels = run->channels,
        .content_hash = has_stream ? rh_stream_content_hash(&run->options.stream, run->stream) : 0,
        .timed = run->network.loop == NULL && (run->stream->timed || bench.bursts != 0),
        .offered = run->network.loop == NULL ? rh_system_offered(run->system) : NULL,
        .cores = run->network.loop != NULL || rh_locality_has_cores(rh_system_locality(run->system)),
        .judged = !run->options.no_judge,
        .warmup = run->options.warmup,
        .bench = bench,
        .total = rh_run_of_all(run->system, run->network.loop, run->channels),
        .channel = channel,
        .core = run->core,
        .core_count = run->core_count,
        .slowdown = run->compared,
        .network = run->network.loop != NULL ? &run->network.reported : NULL,
        .percentile = run->percentiles.percent,
        .percentiles = run->percentiles.count,
    };
    struct rh_fold_count folds;
    if (has_stream && rh_stream_folds(&run->options.stream, run->stream, &folds))
        report.folds = &folds;
    rh_run_of_judge(run->system, run->network.loop, &report);
    bool ok = true, whole = !interrupted(run);
    if (whole && run->options.stats != NULL)
        ok = (rh_run_json(run->stats.file, &report) ||
              rh_error_set(error, "--stats: found no memory, expected enough")) &&
             rh_output_commit(&run->stats, error);
    ok = ok && (!whole || write_tables(run, &report, error));
    if (ok && !run->options.quiet && run->hook.say != NULL)
        run->hook.say(run->hook.user, talk(run), &report);
    else if (ok && !run->options.quiet)
        rh_run_summary(talk(run), &report);
    if (!whole && !run->options.quiet)
        fprintf(stderr,
                "note: interrupted: these are the figures of the requests taken until then; no file is written\n");
    free(channel);
    return ok;
}

/* The cores of a run that came to its end, with --slowdown each alone, too. */
static enum rh_system_end list_cores(struct run *run, enum rh_system_end end, struct rh_error *error) {
    const struct rh_loop *loop = run->network.loop;
    if (loop == NULL && !rh_locality_has_cores(rh_system_locality(run->system)))
        return end;
    const struct rh_cores *cores = loop != NULL ? NULL : rh_system_cores(run->system);
    unsigned count = loop != NULL ? rh_slowdown_loop_list(loop, NULL, 0) : rh_cores_list(cores, NULL, 0);
    run->core = calloc(count + 1U, sizeof *run->core);
    if (run->core == NULL) {
        rh_error_set(error, "simulate: found no memory for %u cores, expected enough", count);
        return RH_SYSTEM_ERROR;
    }
    run->core_count =
        loop != NULL ? rh_slowdown_loop_list(loop, run->core, count) : rh_cores_list(cores, run->core, count);
    run->all = rh_run_of_all(run->system, loop, run->channels).stats->requests;
    if (run->options.slowdown && end == RH_SYSTEM_DONE && !interrupted(run)) {
        end = loop != NULL ? rh_slowdown_loop(loop, run->network.streams, run->core, count, error)
                           : rh_slowdown_run(&run->slowdown, &run->system_setup, run->core, count, error);
        run->compared = end == RH_SYSTEM_DONE;
    }
    return end;
}

static int simulate(struct run *run, struct rh_error *error) {
    struct rh_error trouble;
    if (!open_run(run, error))
        return 2;
    rh_options_notes(&run->options, &run->setup, run->stream->note);
    const struct rh_run_loop *n = &run->network;
    enum rh_system_end end =
        n->kernel.gpu != NULL ? rh_loop_run_cores(n->loop, rh_gpu_cores(n->kernel.gpu), error)
        : n->loop != NULL
            ? rh_loop_run(run->network.loop, run->network.streams, error)
            : rh_system_run(run->system, run->options.slowdown ? &run->slowdown.stream : source(run), error);
    int code = run->hook.end != NULL ? run->hook.end(run->hook.user, run->system, end, error) : 0;
    if (code != 0)
        return code;
    if (end == RH_SYSTEM_DONE || end == RH_SYSTEM_FAILED)
        end = list_cores(run, end, error);
    if (run->system_setup.progress != NULL)
        rh_console_clear(60);
    if (end == RH_SYSTEM_ERROR)
        return 2;
    const struct rh_stats *total = rh_run_of_all(run->system, run->network.loop, run->channels).stats;
    if (interrupted(run) && total->requests == 0) {
        rh_error_set(error, "simulate: found an interrupt before the first answer, expected one behind it");
        return 2;
    }
    if (end != RH_SYSTEM_BROKEN && total->requests == 0 && run->options.warmup == 0 && n->kernel.gpu == NULL) {
        rh_error_set(error, "--stream %s: found no request, expected at least one", run->options.stream.stream);
        return 2;
    }
    if (end != RH_SYSTEM_BROKEN && total->cycles == 0) {
        rh_error_set(error, "--warmup: found %" PRIu64 ", expected less than the clocks of the run",
                     run->options.warmup);
        return 2;
    }
    if (run->own.core_table != NULL && run->core_count == 0 && end != RH_SYSTEM_BROKEN) {
        rh_error_set(error,
                     run->options.warmup == 0 && run->network.loop != NULL
                         ? "--core-table: found no request of any core, expected at least one"
                     : run->network.loop != NULL || rh_locality_has_cores(rh_system_locality(run->system))
                         ? "--core-table: found no request that was taken behind --warmup, expected at least one"
                         : "--core-table: found a request that names no core, expected a trace whose requests all do");
        return 2;
    }
    if ((!interrupted(run) && !write_traces(run, &trouble)) || (end != RH_SYSTEM_BROKEN && !report(run, &trouble))) {
        *error = trouble;
        return 2;
    }
    return end == RH_SYSTEM_DONE ? 0 : 1;
}

/* None of the files that tell of a network or a memory. */
static bool check_alone(const struct run *run, struct rh_error *error) {
    for (unsigned k = 0; k < RH_SIMULATE_ROWS; k++) {
        static const struct rh_simulate_own none;
        const struct rh_option *row = &rh_simulate_rows[k];
        char text[64];
        if (memcmp((const char *)&run->own + row->at, (const char *)&none + row->at, row->size) != 0)
            return rh_option_excludes(error, rh_option_spelling(row, text), "--network none");
    }
    return true;
}

/* A GPU in front of a perfect memory. */
static int simulate_alone(struct run *run, struct rh_error *error) {
    enum { FLIT_BYTES = 32 }; /* as in the network */
    struct rh_run_loop *n = &run->network;
    if (!check_alone(run, error) || !open_stream(run, error) || !open_output(&run->stats, run->options.stats, error) ||
        !rh_run_kernel_start(n, &run->options, &run->own.kernel, &run->setup.preset, run->channels, FLIT_BYTES,
                             error) ||
        !rh_gpu_run_perfect(n->kernel.gpu, run->own.kernel.memory_latency,
                            run->own.interruptible ? rh_interrupt_stop : NULL, NULL, error))
        return 2;
    const struct rh_run_report report = {.setup = &run->setup, .channels = run->channels, .network = &n->reported};
    if (!interrupted(run) && run->options.stats != NULL &&
        !((rh_run_json(run->stats.file, &report) || rh_error_set(error, "--stats: found no memory, expected enough")) &&
          rh_output_commit(&run->stats, error)))
        return 2;
    if (!run->options.quiet)
        rh_run_summary(talk(run), &report);
    return 0;
}

int rh_simulate_run(const struct rh_options *options, const struct rh_simulate_own *own,
                    const struct rh_simulate_hook *hook, struct rh_error *error) {
    struct run run = {.options = *options, .own = *own};
    if (hook != NULL)
        run.hook = *hook;
    int code = hook == NULL && is_alone(&run) ? simulate_alone(&run, error) : simulate(&run, error);
    close_run(&run);
    return code;
}

int rh_simulate(const struct rh_options *options, struct rh_error *error) {
    const struct rh_simulate_own none = {.histogram = NULL};
    return rh_simulate_run(options, &none, NULL, error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_simulate_own, kind, spelling, __VA_ARGS__)
const struct rh_option rh_simulate_rows[RH_SIMULATE_ROWS] = {
    ROW(OUTPUT, "core_table", "FILE", core_table, .formerly = "cores",
        .help = "write what each core got as CSV, where requests name their cores; - is standard output"),
    ROW(OUTPUT, "histogram", "FILE", histogram,
        .help = "write how many requests had which latency as CSV; - is standard output"),
    ROW(OUTPUT, "requests_log", "FILE", requests_log,
        .help = "write a line for each request as CSV: times, latency and its parts; - is standard output"),
    ROW(TEXT, "percentiles", "LIST", percentiles, .help = RH_PERCENTILES_HELP),
    ROW(OUTPUT, "epochs", "FILE", epochs.csv,
        .help = "write the statistics of every --epoch clocks as CSV, by channel and of all; - is standard output"),
    ROW(NUMBER, "epoch", "N", epochs.epoch, .least = 1, .most = UINT64_C(10000000000),
        .help = "clocks that --epochs and --plot sum up (default 10000)"),
    ROW(OUTPUT, "plot", "FILE.svg", epochs.plot, .help = "draw efficiency and stalls over time; needs gnuplot"),
};

/* `rowhold simulate`: the C model on a stream. */

static const char *network_word(unsigned index) {
    return index < RH_TOPOLOGIES ? rh_topology_name(index) : index == RH_TOPOLOGIES ? "none" : NULL;
}

/* In place of the row of all commands with a network. */
static const struct rh_option network_row[] = {
    RH_OPTION_ROW(
        struct rh_options, TEXT, "network", "NAME", loop.network, .group = "request network", .word = network_word,
        .help = "cores in closed loop behind a request network; without it requests come by themselves. none, "
                "with --kernel: a perfect memory"),
};

struct command {
    struct rh_options options;
    struct rh_simulate_own own;
};

static int run_command(int argc, char **argv) {
    struct command command = {.options = rh_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_simulate, argc, argv, &command);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    command.own.interruptible = true;
    rh_interrupt_catch();
    int code = rh_simulate_run(&command.options, &command.own, NULL, &error);
    if (code != 0)
        (void)rh_cli_fail(&error);
    rh_interrupt_end();
    return code;
}

const struct rh_cli rh_cli_simulate = {
    .name = "simulate",
    .meaning = "run the C model on a stream: statistics, command trace, waves",
    .about = "Run the C model of a memory controller on a request stream and say what the DRAM's data bus did. "
             "Interrupted (Ctrl-C) it says so of the requests that it has taken, and writes no file.",
    .examples = "simulate --stream rand2 --controller fr_fcfs\n"
                "simulate --stream one_bank --preset hbm2 --stats out.json --commands out.csv\n"
                "simulate my.csv.gz --preset gddr3_k4j52324qh --threads 4\n"
                "simulate --stream rand1 --requests 200 --wave run.fst\n"
                "simulate --stream core_stencil --channels 8 --network crossbar --hold hold_grant "
                "--controller banked_fifo\n"
                "simulate --kernel matrix_multiply --grid 4,4 --controller banked_fifo --hold hold_grant\n"
                "simulate --kernel matrix_multiply --grid 4,4 --network none --memory-latency 100",
    .exits = "0 done, 1 the judge found a broken DRAM rule or the model broke its contract, 2 usage or input error",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_run_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(network_row, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_loop_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_run_kernel_rows, offsetof(struct command, own.kernel)),
               RH_OPTION_TABLE(rh_simulate_rows, offsetof(struct command, own))},
    .run = run_command,
};
