// SPDX-License-Identifier: Apache-2.0
// `rowhold simulate`: the C model on a stream.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_epochs.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_run_wave.h"
#include "cmodel/cli/rh_simulate.h"
#include "cmodel/run/rh_run_report.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_request_csv.h"
#include "rowhold/rh_spool.h"
#include "rowhold/rh_system.h"

static const uint64_t MOST_STEPPED = UINT64_C(100000000000), MOST_REFRESHES = UINT64_C(1000000000);

/* Everything that one run opens. */
struct run {
    struct rh_options options;
    struct rh_setup setup;
    struct rh_stream *stream;
    struct rh_system *system;
    struct rh_spool *spool;    /* NULL without --commands */
    struct rh_spool *requests; /* NULL without --requests-log */
    const char *requests_log, *histogram;
    struct rh_output requests_file, histogram_file;
    struct rh_run_wave wave;
    struct rh_output stats, commands;
    unsigned channels;
    struct rh_epochs_options epoch_options;
    struct rh_epochs epochs;
};

static void progress(void *user, uint64_t requests) {
    const struct run *run = user;
    uint64_t all = run->options.stream.requests;
    if (all == 0 || requests > all) {
        fprintf(stderr, "\r%12" PRIu64 " requests", requests);
        return;
    }
    int done = (int)(requests * 40 / all);
    fprintf(stderr, "\r[%.*s%*s] %3d %%", done, "########################################", 40 - done, "",
            (int)(requests * 100 / all));
}

static void put_note(const struct run *run) {
    if (!run->options.quiet && run->stream->note != NULL)
        fprintf(stderr, "note: %s\n", run->stream->note);
}

/* Arrivals up to which no run would come, or no counter over all channels. */
static void limit_arrivals(struct run *run) {
    bool refreshes = run->setup.gaps.refresh != RH_REFRESH_OFF;
    if (refreshes) /* each REF brings some checks, in far more clocks */
        rh_stream_limit(run->stream, INT64_MAX / run->channels,
                        "2^63 / channels, for refreshes and checks are counted in 64 bits");
    if (run->options.wave.file != NULL)
        rh_stream_limit(run->stream, MOST_STEPPED, "for with --wave every clock is stepped");
    if (run->options.commands != NULL && refreshes)
        rh_stream_limit(run->stream, MOST_REFRESHES / run->channels * run->setup.gaps.refi,
                        "for --commands writes every REF, 10^9 of them at most");
    if (run->epoch_options.epoch != 0)
        rh_stream_limit(run->stream, RH_EPOCHS_MOST / (run->channels + 1) * run->epoch_options.epoch,
                        "for each channel and all get a line every --epoch clocks, 10^9 of them at most");
}

static void keep_request(void *user, const struct rh_observed *request) {
    rh_spool_put(user, request->channel, request);
}

static void put_request(void *user, const void *request) {
    const struct run *run = user;
    rh_request_csv_line(run->requests_file.file, request, run->stream->timed);
}

static bool write_requests(struct run *run, struct rh_error *error) {
    if (run->requests_log == NULL)
        return true;
    rh_request_csv_head(run->requests_file.file);
    return rh_spool_each(run->requests, put_request, run, error) && rh_output_commit(&run->requests_file, error);
}

static bool open_run(struct run *run, struct rh_error *error) {
    const struct rh_file_use own_files[] = {{"--histogram", run->histogram, true},
                                            {"--requests-log", run->requests_log, true},
                                            {"--epochs", run->epoch_options.csv, true},
                                            {"--plot", run->epoch_options.plot, true}};
    if (!rh_options_files(&run->options, own_files, sizeof own_files / sizeof own_files[0], error) ||
        !rh_epochs_check(&run->epoch_options, error) || !rh_options_resolve(&run->options, &run->setup, error))
        return false;
    if (run->options.seeded && run->options.stream.synthetic == NULL) /* cosim draws more than the stream from it */
        return rh_error_set(error, "--seed: found with --stream %s, expected a synthetic stream with it",
                            run->options.stream.stream);
    run->stream = rh_stream_open(&run->options.stream, &run->setup.preset, error);
    if (run->stream == NULL)
        return false;
    rh_stream_resolve(&run->options.stream, &run->setup.preset, run->stream);
    run->channels = rh_stream_channels(run->stream);
    if (!rh_run_wave_resolve(&run->wave, &run->options, &run->setup, run->channels, error))
        return false;
    limit_arrivals(run);
    struct rh_system_setup setup = {.preset = &run->setup.preset,
                                    .ops = run->setup.ops,
                                    .geometry = run->setup.geometry,
                                    .gaps = run->setup.gaps,
                                    .channels = run->channels,
                                    .threads = run->options.threads,
                                    .judge = !run->options.no_judge,
                                    .unwatched = run->options.no_contract,
                                    .warmup = run->options.warmup};
    if (run->options.wave.file != NULL) {
        setup.watch = rh_run_wave_watch;
        setup.watch_user = &run->wave;
    }
    if (!run->options.quiet && isatty(STDERR_FILENO)) {
        setup.progress = progress;
        setup.progress_user = run;
    }
    if (run->options.stats != NULL && !rh_output_open(&run->stats, run->options.stats, error))
        return false;
    if (run->options.commands != NULL && !rh_output_open(&run->commands, run->options.commands, error))
        return false;
    if (run->options.commands != NULL) {
        run->spool = rh_spool_open(run->channels, error);
        if (run->spool == NULL)
            return false;
        setup.sink = rh_spool_sink;
        setup.sink_user = run->spool;
    }
    if (run->histogram != NULL && !rh_output_open(&run->histogram_file, run->histogram, error))
        return false;
    if (run->requests_log != NULL) {
        if (!rh_output_open(&run->requests_file, run->requests_log, error))
            return false;
        run->requests = rh_spool_open_of("requests_log", run->channels, sizeof(struct rh_observed), error);
        if (run->requests == NULL)
            return false;
        setup.request = keep_request;
        setup.request_user = run->requests;
    }
    if (!rh_epochs_open(&run->epochs, &run->epoch_options, run->channels, error))
        return false;
    if (run->epochs.spool != NULL) {
        setup.epoch = run->epoch_options.epoch;
        setup.epoch_end = rh_epochs_keep;
        setup.epoch_user = run->epochs.spool;
    }
    run->system = rh_system_open(&setup, error);
    return run->system != NULL;
}

static void close_run(struct run *run) {
    rh_output_drop(&run->stats);
    rh_output_drop(&run->commands);
    rh_system_close(run->system);
    rh_spool_close(run->spool);
    rh_spool_close(run->requests);
    rh_epochs_drop(&run->epochs);
    rh_output_drop(&run->requests_file);
    rh_output_drop(&run->histogram_file);
    rh_run_wave_drop(&run->wave);
    if (run->stream != NULL)
        run->stream->close(run->stream);
}

/* Wave and command trace: worth most when the run failed. */
static bool write_traces(struct run *run, struct rh_error *error) {
    if (!rh_run_wave_finish(&run->wave, run->options.quiet, error))
        return false;
    if (!write_requests(run, error))
        return false;
    return run->options.commands == NULL ||
           (rh_spool_write(run->spool, run->setup.geometry.banks / run->setup.geometry.groups, run->commands.file,
                           error) &&
            rh_output_commit(&run->commands, error));
}

static bool write_histogram(struct run *run, struct rh_error *error) {
    const struct rh_stats *s = rh_system_total(run->system);
    if (run->histogram == NULL)
        return true;
    fprintf(run->histogram_file.file, "clocks_from,clocks_to,reads,writes,from_arrival\n");
    for (unsigned i = 0; i < RH_LATENCY_BUCKETS; i++) {
        uint64_t least, greatest;
        rh_latency_bucket(i, &least, &greatest);
        if (s->read.bucket[i] == 0 && s->write.bucket[i] == 0 && s->from_arrival.bucket[i] == 0)
            continue;
        fprintf(run->histogram_file.file, "%" PRIu64 ",", least);
        if (greatest != UINT64_MAX)
            fprintf(run->histogram_file.file, "%" PRIu64, greatest);
        fprintf(run->histogram_file.file, ",%" PRIu64 ",%" PRIu64 ",", s->read.bucket[i], s->write.bucket[i]);
        if (run->stream->timed)
            fprintf(run->histogram_file.file, "%" PRIu64, s->from_arrival.bucket[i]);
        fputc('\n', run->histogram_file.file);
    }
    return rh_output_commit(&run->histogram_file, error);
}

/* Where the summary goes. */
static FILE *talk(const struct run *run) {
    const char *const own_files[] = {run->requests_log, run->histogram, run->epoch_options.csv,
                                     run->epoch_options.plot};
    for (unsigned i = 0; i < sizeof own_files / sizeof own_files[0]; i++)
        if (rh_output_is_stdout(own_files[i]))
            return stderr;
    return rh_options_talk(&run->options);
}

/* Statistics and summary of a run that came to its end. */
static bool report(struct run *run, struct rh_error *error) {
    const struct rh_system *system = run->system;
    const struct rh_locality *locality = rh_system_locality(system);
    struct rh_run_figures *channel = calloc(run->channels, sizeof *channel);
    if (channel == NULL)
        return rh_error_set(error, "simulate: found no memory for the report, expected enough");
    for (unsigned i = 0; i < run->channels; i++)
        channel[i] = (struct rh_run_figures){rh_system_channel(system, i), rh_locality_channel(locality, i), 1};
    struct rh_run_report report = {
        .stream = &run->options.stream,
        .setup = &run->setup,
        .channels = run->channels,
        .content_hash = rh_stream_content_hash(&run->options.stream, run->stream),
        .timed = run->stream->timed,
        .cores = rh_locality_has_cores(locality),
        .judged = !run->options.no_judge,
        .warmup = run->options.warmup,
        .rules_broken = rh_system_rules_broken(system),
        .total = {rh_system_total(system), rh_locality_total(locality), run->channels},
        .channel = channel,
    };
    report.judge_commands = rh_system_judged(system, &report.judge_checks);
    bool ok = true;
    if (run->options.stats != NULL)
        ok = (rh_run_json(run->stats.file, &report) ||
              rh_error_set(error, "--stats: found no memory, expected enough")) &&
             rh_output_commit(&run->stats, error);
    ok = ok && write_histogram(run, error) && rh_epochs_write(&run->epochs, &report, error);
    if (ok && !run->options.quiet)
        rh_run_summary(talk(run), &report);
    free(channel);
    return ok;
}

static int simulate(struct run *run, struct rh_error *error) {
    struct rh_error trouble;
    if (!open_run(run, error))
        return 2;
    put_note(run);
    enum rh_system_end end = rh_system_run(run->system, run->stream, error);
    if (!run->options.quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
    if (end == RH_SYSTEM_ERROR)
        return 2;
    if (end != RH_SYSTEM_BROKEN && rh_system_total(run->system)->requests == 0 && run->options.warmup == 0) {
        rh_error_set(error, "--stream %s: found no request, expected at least one", run->options.stream.stream);
        return 2;
    }
    if (end != RH_SYSTEM_BROKEN && rh_system_total(run->system)->cycles == 0) {
        rh_error_set(error, "--warmup: found %" PRIu64 ", expected less than the clocks of the run",
                     run->options.warmup);
        return 2;
    }
    if (!write_traces(run, &trouble) || (end != RH_SYSTEM_BROKEN && !report(run, &trouble))) {
        *error = trouble;
        return 2;
    }
    return end == RH_SYSTEM_DONE ? 0 : 1;
}

int rh_simulate(const struct rh_options *options, struct rh_error *error) {
    struct run run = {.options = *options};
    int code = simulate(&run, error);
    close_run(&run);
    return code;
}

static int run_command(int argc, char **argv) {
    struct run run = {.options = rh_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_simulate, argc, argv, &run);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = simulate(&run, &error);
    if (code != 0)
        (void)rh_cli_fail(&error);
    close_run(&run);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct run, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(OUTPUT, "histogram", "FILE", histogram,
        .help = "write how many requests had which latency as CSV; - is standard output"),
    ROW(OUTPUT, "requests_log", "FILE", requests_log,
        .help = "write a line for each request as CSV: times, latency and its parts; - is standard output"),
    ROW(OUTPUT, "epochs", "FILE", epoch_options.csv,
        .help = "write the statistics of every --epoch clocks as CSV, by channel and of all; - is standard output"),
    ROW(NUMBER, "epoch", "N", epoch_options.epoch, .least = 1, .most = UINT64_C(10000000000),
        .help = "clocks that --epochs and --plot sum up (default 10000)"),
    ROW(OUTPUT, "plot", "FILE.svg", epoch_options.plot, .help = "draw efficiency and stalls over time; needs gnuplot"),
};

const struct rh_cli rh_cli_simulate = {
    .name = "simulate",
    .meaning = "run the C model on a stream: statistics, command trace, waves",
    .about = "Run the C model of a memory controller on a request stream and say what the DRAM's data bus did.",
    .examples = "simulate --stream rand2 --controller fr_fcfs\n"
                "simulate --stream one_bank --preset hbm2 --stats out.json --commands out.csv\n"
                "simulate my.csv.gz --preset gddr3_k4j52324qh --threads 4\n"
                "simulate --stream rand1 --requests 200 --wave run.fst",
    .exits = "0 done, 1 the judge found a broken DRAM rule or the model broke its contract, 2 usage or input error",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct run, options)),
               RH_OPTION_TABLE(rh_run_options_rows, offsetof(struct run, options)), RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
