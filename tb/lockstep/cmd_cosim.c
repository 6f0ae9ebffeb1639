// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim`: the RTL in lockstep with the C model on a stream.
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/run/rh_run_report.h"
#include "rowhold/rh_output.h"
#include "tb/lockstep/rh_cosim.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_mismatch.h"
#include "tb/lockstep/rh_random_timing.h"

/* Everything that one run opens. */
struct run {
    struct rh_options options;
    bool random_timing, whole;
    const char *plugin, *events, *evidence, *percentile_list;
    struct rh_percentile_list percentiles;
    struct rh_setup setup;
    struct rh_cosim_setup cosim_setup;
    struct rh_rtl rtl;
    struct rh_stream *stream;
    struct rh_cosim *cosim;
    struct rh_cosim_wave wave;
    struct rh_output stats_file, commands_file, events_file;
    char timing[512];
};

static bool check_reset(const struct rh_cosim_setup *s, struct rh_error *error) {
    return s->cycles == 0 || s->reset_at < s->cycles ||
           rh_error_set(error, "--reset-at: found %" PRIu64 ", expected less than --cycles %" PRIu64, s->reset_at,
                        s->cycles);
}

/* The preset's timing gives way to a drawn one; the judge then judges by that one. */
static bool draw_timing(struct run *run, struct rh_error *error) {
    struct rh_preset *preset = &run->setup.preset;
    if (!rh_random_timing(run->options.stream.seed, &run->setup.geometry, run->options.refresh == NULL, &preset->timing,
                          &preset->refresh, error))
        return false;
    uint16_t age_cap = run->options.age_cap == RH_AGE_CAP_NOT_GIVEN ? rh_random_age_cap(run->options.stream.seed)
                                                                    : run->setup.gaps.age_cap;
    run->setup.gaps = rh_preset_gaps(preset);
    run->setup.gaps.age_cap = age_cap;
    size_t at = rh_random_timing_text(&preset->timing, preset->refresh, run->timing, sizeof run->timing);
    (void)snprintf(run->timing + at, sizeof run->timing - at, " age_cap=%u", age_cap);
    return true;
}

static bool open_outputs(struct run *run, struct rh_error *error) {
    struct rh_cosim_setup *s = &run->cosim_setup;
    const struct rh_options *o = &run->options;
    if (o->wave_channel >= s->channels)
        return rh_error_set(error, "--wave-channel: found '%u', expected less than %u", o->wave_channel, s->channels);
    if (o->stats != NULL && !rh_output_open(&run->stats_file, o->stats, error))
        return false;
    if (run->events != NULL && !rh_output_open(&run->events_file, run->events, error))
        return false;
    if (o->commands != NULL && !rh_output_open(&run->commands_file, o->commands, error))
        return false;
    s->commands = o->commands != NULL;
    s->registers = run->events != NULL;
    s->from = rh_cosim_wave_begin(&run->wave, s->rtl, &s->cycles);
    bool open = rh_cosim_wave_open(&run->wave, &rh_controller_kind, run->setup.ops, &run->setup.geometry,
                                   run->setup.preset.tck_ps, error);
    if (run->wave.wave != NULL)
        rh_wave_config(run->wave.wave, &run->setup.gaps);
    s->wave = run->wave.wave;
    s->wave_channel = o->wave_channel;
    return open;
}

static void progress(void *user, uint64_t requests, uint64_t clocks) {
    const struct run *run = user;
    uint64_t all = run->options.stream.requests;
    if (all == 0 || requests > all)
        fprintf(stderr, "\r%12" PRIu64 " requests, %12" PRIu64 " clocks equal", requests, clocks);
    else
        fprintf(stderr, "\r[%.*s%*s] %3d %%, %" PRIu64 " clocks equal", (int)(requests * 40 / all),
                "########################################", 40 - (int)(requests * 40 / all), "",
                (int)(requests * 100 / all), clocks);
}

static bool open_run(struct run *run, struct rh_error *error) {
    struct rh_cosim_setup *s = &run->cosim_setup;
    const struct rh_file_use own_files[] = {
        {"--plugin", run->plugin, false}, {"--events", run->events, true}, {"--evidence", run->evidence, true}};
    if (!rh_options_files(&run->options, own_files, 3, error) || !check_reset(s, error) ||
        !rh_percentiles_read(run->percentile_list, &run->percentiles, error) ||
        !rh_cosim_wave_take(&run->wave, &run->options.wave, run->whole, run->options.quiet, error) ||
        !rh_options_resolve(&run->options, &run->setup, error))
        return false;
    if (run->random_timing && !draw_timing(run, error))
        return false;
    run->stream = rh_stream_open(&run->options.stream, &run->setup.preset, error);
    if (run->stream == NULL)
        return false;
    if (!rh_options_channels(&run->options, run->stream, &s->channels, error))
        return false;
    rh_stream_resolve(&run->options.stream, &run->setup.preset, run->stream);
    s->preset = &run->setup.preset;
    s->ops = run->setup.ops;
    s->geometry = run->setup.geometry;
    s->gaps = run->setup.gaps;
    s->seed = run->options.stream.seed;
    s->threads = run->options.threads;
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, s->ops, &s->geometry);
    if (!rh_rtl_load(&run->rtl, &block, run->plugin, run->options.quiet, error) ||
        !rh_lockstep_check_load(s->load_every, run->rtl.api, &block, error))
        return false;
    s->rtl = run->rtl.api;
    if (!open_outputs(run, error))
        return false;
    if (s->cycles == 0)
        rh_stream_limit(run->stream, UINT64_C(100000000000),
                        "for cosim steps every clock it compares; --cycles ends it earlier");
    if (!run->options.quiet && isatty(STDERR_FILENO)) {
        s->progress = progress;
        s->progress_user = run;
    }
    run->cosim = rh_cosim_open(s, error);
    return run->cosim != NULL;
}

static void close_run(struct run *run) {
    rh_cosim_close(run->cosim);
    rh_wave_discard(run->wave.wave);
    rh_output_drop(&run->stats_file);
    rh_output_drop(&run->commands_file);
    rh_output_drop(&run->events_file);
    if (run->stream != NULL)
        run->stream->close(run->stream);
    rh_rtl_unload(&run->rtl);
}

/* Do requests have an arrival? */
static bool is_timed(const struct run *run) {
    return run->stream->timed || run->cosim_setup.bursts != 0;
}

static bool write_stats(struct run *run, struct rh_error *error) {
    unsigned channels = run->cosim_setup.channels;
    const struct rh_cosim_result *result = rh_cosim_result(run->cosim);
    struct rh_run_figures *channel = calloc(channels, sizeof *channel);
    const struct rh_locality *locality = rh_cosim_locality(run->cosim);
    const struct rh_cores *cores = rh_cosim_cores(run->cosim);
    unsigned core_count = rh_locality_has_cores(locality) ? rh_cores_list(cores, NULL, 0) : 0;
    struct rh_core *core = calloc(core_count + 1U, sizeof *core);
    if (channel == NULL || core == NULL) {
        free(channel);
        free(core);
        return rh_error_set(error, "--stats: found no memory, expected enough");
    }
    (void)rh_cores_list(cores, core, core_count);
    for (unsigned i = 0; i < channels; i++)
        channel[i] = (struct rh_run_figures){rh_cosim_channel(run->cosim, i), rh_locality_channel(locality, i), 1};
    struct rh_run_report report = {
        .stream = &run->options.stream,
        .setup = &run->setup,
        .channels = channels,
        .content_hash = rh_stream_content_hash(&run->options.stream, run->stream),
        .timed = is_timed(run),
        .offered = rh_cosim_offered(run->cosim),
        .cores = rh_locality_has_cores(locality),
        .judged = true,
        .bench = {run->cosim_setup.cycles, run->cosim_setup.bursts, run->cosim_setup.response_one_in,
                  run->cosim_setup.reset_at},
        .judge_commands = result->judged,
        .judge_checks = result->rules,
        .total = {&result->stats, rh_locality_total(locality), channels},
        .channel = channel,
        .core = core,
        .core_count = core_count,
        .percentile = run->percentiles.percent,
        .percentiles = run->percentiles.count,
    };
    struct rh_fold_count folds;
    if (rh_stream_folds(&run->options.stream, run->stream, &folds))
        report.folds = &folds;
    bool ok =
        rh_run_json(run->stats_file.file, &report) || rh_error_set(error, "--stats: found no memory, expected enough");
    free(channel);
    free(core);
    return ok && rh_output_commit(&run->stats_file, error);
}

static bool write_evidence(struct run *run, struct rh_error *error) {
    struct rh_evidence evidence = {.clocks = 0};
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, run->setup.ops, &run->setup.geometry);
    char words[1024];
    (void)rh_cosim_configuration(&run->options, &run->setup, words, sizeof words);
    (void)snprintf(evidence.run, sizeof evidence.run, "%s%s%s", words, run->timing[0] != '\0' ? ", " : "", run->timing);
    rh_cosim_evidence(&evidence, &block, &run->rtl, &rh_cosim_result(run->cosim)->tally, run->cosim_setup.from);
    return rh_evidence_write(run->evidence, &evidence, error);
}

/* The files that a matched run owes. */
static bool write_files(struct run *run, struct rh_error *error) {
    if (run->options.commands != NULL && (!rh_cosim_commands(run->cosim, run->commands_file.file, error) ||
                                          !rh_output_commit(&run->commands_file, error)))
        return false;
    if (run->events != NULL) {
        struct rh_block block;
        rh_block_make(&block, &rh_controller_kind, run->setup.ops, &run->setup.geometry);
        rh_events_csv(&rh_cosim_result(run->cosim)->counts.events, run->setup.ops->name, &run->setup.geometry,
                      &block.state, run->events_file.file);
        if (!rh_output_commit(&run->events_file, error))
            return false;
    }
    return (run->evidence == NULL || write_evidence(run, error)) &&
           (run->options.stats == NULL || write_stats(run, error));
}

static void tell_mismatch(const struct run *run, int argc, char **argv) {
    char configuration[512], repeat[4096], place[32];
    struct rh_cosim_again again;
    struct rh_mismatch_context context = {
        configuration, run->timing[0] != '\0' ? run->timing : NULL, repeat, place, rh_controller_bench_past,
        again.line};
    unsigned channel = 0;
    const struct rh_lockstep *lockstep = rh_cosim_mismatch(run->cosim, &channel);
    (void)rh_cosim_configuration(&run->options, &run->setup, configuration, sizeof configuration);
    uint64_t cycle = rh_lockstep_clock_of(lockstep)->cycle;
    rh_cosim_wave_again(&run->wave, lockstep, run->setup.preset.tck_ps, &again);
    (void)rh_cosim_repeat(argc, argv, &again, cycle, channel, repeat, sizeof repeat);
    (void)snprintf(place, sizeof place, ", channel %u", channel);
    rh_mismatch_print(lockstep, &context, stderr);
}

static void tell_match(const struct run *run) {
    const struct rh_cosim_result *result = rh_cosim_result(run->cosim);
    bool taken = rh_output_is_stdout(run->events) || rh_output_is_stdout(run->evidence);
    FILE *to = taken ? stderr : rh_options_talk(&run->options);
    char configuration[512];
    (void)rh_cosim_configuration(&run->options, &run->setup, configuration, sizeof configuration);
    fprintf(to, "%s\n", configuration);
    if (run->timing[0] != '\0')
        fprintf(to, "  timing       %s\n", run->timing);
    rh_cosim_compared(&run->cosim_setup, result, to);
    const struct rh_stats_scale scale = {.channels = run->cosim_setup.channels};
    fprintf(to, "  DRAM efficiency %.1f %%, %.2f requests an activate\n",
            100.0 * rh_stats_figure(RH_FIGURE_dram_efficiency, &result->stats, &scale),
            rh_stats_figure(RH_FIGURE_row_access_locality, &result->stats, &scale));
    const struct rh_run_report latencies = {.timed = is_timed(run),
                                            .total = {.stats = &result->stats},
                                            .percentile = run->percentiles.percent,
                                            .percentiles = run->percentiles.count};
    rh_run_summary_percentiles(to, &latencies);
}

static int cosim(struct run *run, int argc, char **argv, struct rh_error *error) {
    if (!open_run(run, error))
        return 2;
    rh_options_notes(&run->options, &run->setup, run->stream->note);
    enum rh_cosim_end end = rh_cosim_run(run->cosim, run->stream, error);
    if (run->cosim_setup.progress != NULL)
        fprintf(stderr, "\r%78s\r", "");
    if (end == RH_COSIM_ERROR)
        return 2;
    struct rh_error trouble = {""};
    if (end == RH_COSIM_MISMATCH)
        tell_mismatch(run, argc, argv);
    if ((end == RH_COSIM_MATCHED && !write_files(run, &trouble)) || !rh_cosim_wave_close(&run->wave, &trouble)) {
        *error = trouble;
        return 2;
    }
    if (end != RH_COSIM_MATCHED)
        return 1;
    if (!run->options.quiet)
        tell_match(run);
    return 0;
}

/* Is the option there? */
static bool has(int argc, char **argv, const char *option) {
    size_t length = strlen(option);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], option, length) == 0 && (argv[i][length] == '=' || argv[i][length] == '\0'))
            return true;
    return false;
}

static int run_command(int argc, char **argv) {
    if (has(argc, argv, "--network")) /* which has an --allocator, too */
        return rh_cli_cosim_network.run(argc, argv);
    if (has(argc, argv, "--allocator"))
        return rh_cli_cosim_allocator.run(argc, argv);
    if (has(argc, argv, "--block"))
        return rh_cli_cosim_block.run(argc, argv);
    struct run run = {.options = rh_options_default(), .cosim_setup = {.compare_state = 1, .response_one_in = 1}};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_cosim, argc, argv, &run);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = cosim(&run, argc, argv, &error);
    if (code != 0 && error.text[0] != '\0')
        (void)rh_cli_fail(&error);
    close_run(&run);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct run, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "cycles", "N", cosim_setup.cycles, .group = "lockstep", .least = 1, .most = UINT64_MAX / 2,
        .help = "stop each channel after N clocks"),
    ROW(NUMBER, "compare_state", "N", cosim_setup.compare_state, .least = 1, .most = 1000000000,
        .help = "compare the registers every N clocks (default 1)"),
    ROW(FLAG, "random_timing", NULL, random_timing,
        .help = "draw timing values inside the lint, and the age cap, from --seed"),
    ROW(NUMBER, "response_ready", "N", cosim_setup.response_one_in, .least = 1, .most = 1000,
        .help = "take responses in one clock of N, at random (default 1)"),
    ROW(NUMBER, "bursts", "N", cosim_setup.bursts, .least = 1, .most = 100000,
        .help = "requests arrive in bursts of 1 to N with pauses between"),
    ROW(FLAG, "whole", NULL, whole,
        .help = "compare from the reset on, not from --from on: the C model does not run alone up to there"),
    ROW(NUMBER, "load_every", "N", cosim_setup.load_every, .least = 1, .most = UINT64_MAX / 2,
        .help = "every N clocks RTL with random registers is loaded with the model's and takes over"),
    ROW(NUMBER, "reset_at", "CYCLE", cosim_setup.reset_at, .least = 1, .most = UINT64_MAX / 2,
        .help = "reset each channel once, before this clock"),
    ROW(TEXT, "percentiles", "LIST", percentile_list, .help = RH_PERCENTILES_HELP),
    ROW(OUTPUT, "events", "FILE", events,
        .help = "write what happened how often as CSV: causes, levels, command pairs, registers"),
    ROW(OUTPUT, "evidence", "FILE", evidence,
        .help = "write what was compared, and the hash of the RTL, as JSON; - is standard output"),
    ROW(INPUT, "plugin", "FILE", plugin, .help = "RTL built by scripts/verilate instead of the project's own"),
};

static const struct rh_cli *const parts[] = {&rh_cli_cosim_allocator, &rh_cli_cosim_block, &rh_cli_cosim_network, NULL};

const struct rh_cli rh_cli_cosim = {
    .name = "cosim",
    .meaning = "run the RTL in lockstep with the C model on the same stream",
    .about = "Run the Verilated RTL of a memory controller and its C model in lockstep on a request stream: every "
             "output in every clock, every register with meaning, every statistic must be equal, and the commands "
             "legal." RH_COSIM_WAVE_ABOUT,
    .examples = "cosim --controller fifo --stream rand2 --requests 20000\n"
                "cosim --stream random --random-timing --seed 7 --bursts 40 --response-ready 3 --reset-at 5000\n"
                "cosim my.csv.gz --preset hbm2 --compare-state 16 --stats out.json\n"
                "cosim --stream rand1 --requests 500 --wave run.fst --from 100 --for 400 --view\n"
                "cosim --requests 20000000 --wave far.fst --from 50000000 --for 1000",
    .exits = "0 all equal, 1 a mismatch or another check failed, 2 usage or input error",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct run, options)), RH_OPTION_TABLE(own, 0)},
    .parts = parts,
    .run = run_command,
};
