// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim`: the RTL in lockstep with the C model on a stream.
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/cli/simulate/rh_simulate.h"
#include "cmodel/files/rh_output.h"
#include "tb/lockstep/rh_cosim.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_mismatch.h"
#include "tb/lockstep/rh_random_timing.h"

/* A run of `simulate` whose workers are lockstep. */
struct run {
    struct rh_options options; /* as they were given; from the opening on as they were settled */
    struct rh_simulate_own files;
    bool random_timing, whole;
    const char *plugin, *events, *evidence;
    int argc; /* the command line, for the line that repeats it */
    char *const *argv;
    struct rh_setup setup;
    struct rh_cosim_setup cosim;
    struct rh_run_bench bench;
    struct rh_rtl rtl;
    struct rh_block block;
    struct rh_cosim_wave wave;
    struct rh_cosim_result result;
    struct rh_output events_file;
    unsigned channels;
    char timing[512];
};

/* The preset's timing gives way to a drawn one; the judge then judges by that one. */
static bool resolve(void *user, struct rh_options *options, struct rh_setup *setup, struct rh_error *error) {
    struct run *run = user;
    struct rh_preset *preset = &setup->preset;
    uint64_t seed = options->stream.seed;
    options->seeded = false; /* more than the stream is drawn from it */
    if (!run->random_timing)
        return true;
    if (!rh_random_timing(seed, &setup->geometry, options->refresh == NULL, &preset->timing, &preset->refresh, error))
        return false;
    uint16_t age_cap = options->age_cap == RH_AGE_CAP_NOT_GIVEN ? rh_random_age_cap(seed) : setup->constraints.age_cap;
    setup->constraints = rh_preset_constraints(preset);
    setup->constraints.age_cap = age_cap;
    size_t at = rh_random_timing_text(&preset->timing, preset->refresh, run->timing, sizeof run->timing);
    (void)snprintf(run->timing + at, sizeof run->timing - at, " age_cap=%u", age_cap);
    return true;
}

static bool open_wave(struct run *run, struct rh_error *error) {
    struct rh_cosim_setup *s = &run->cosim;
    s->wave_channel = run->options.wave_channel;
    if (s->wave_channel >= run->channels)
        return rh_error_set(error, "--wave-channel: found '%u', expected less than %u", s->wave_channel, run->channels);
    s->from = rh_cosim_wave_begin(&run->wave, s->rtl, &s->cycles);
    bool open = rh_cosim_wave_open(&run->wave, &rh_controller_kind, run->setup.ops, &run->setup.geometry,
                                   run->setup.preset.tck_ps, error);
    s->wave = run->wave.wave;
    if (s->wave != NULL)
        rh_wave_config(s->wave, &run->setup.constraints);
    return open;
}

static bool open_workers(void *user, const struct rh_options *options, const struct rh_setup *setup,
                         struct rh_system_setup *system, const struct rh_loop *loop, struct rh_error *error) {
    struct run *run = user;
    struct rh_cosim_setup *s = &run->cosim;
    (void)loop;
    run->options = *options;
    run->setup = *setup;
    run->channels = system->channels;
    rh_block_make(&run->block, &rh_controller_kind, run->setup.ops, &run->setup.geometry);
    if (!rh_cosim_wave_take(&run->wave, &options->wave, run->whole, options->quiet, error) ||
        !rh_rtl_load(&run->rtl, &run->block, run->plugin, options->quiet, error) ||
        !rh_lockstep_check_load(s->load_every, run->rtl.api, &run->block, error))
        return false;
    s->rtl = run->rtl.api;
    s->seed = options->stream.seed;
    s->registers = run->events != NULL;
    if ((run->events != NULL && !rh_output_open(&run->events_file, run->events, error)) || !open_wave(run, error))
        return false;
    rh_cosim_workers(s, system);
    run->bench = (struct rh_run_bench){s->cycles, s->bursts, s->response_one_in, s->reset_at};
    return true;
}

static bool write_evidence(struct run *run, struct rh_error *error) {
    struct rh_evidence evidence = {.clocks = 0};
    char words[1024];
    (void)rh_cosim_configuration(&run->options, &run->setup, words, sizeof words);
    (void)snprintf(evidence.run, sizeof evidence.run, "%s%s%s", words, run->timing[0] != '\0' ? ", " : "", run->timing);
    rh_cosim_evidence(&evidence, &run->block, &run->rtl, &run->result.tally, run->cosim.from);
    return rh_evidence_write(run->evidence, &evidence, error);
}

/* The files that a matched run owes, beside those of simulate. */
static bool write_files(struct run *run, struct rh_error *error) {
    if (run->events != NULL) {
        rh_events_csv(&run->result.counts.events, run->setup.ops->name, &run->setup.geometry, &run->block.state,
                      run->events_file.file);
        if (!rh_output_commit(&run->events_file, error))
            return false;
    }
    return run->evidence == NULL || write_evidence(run, error);
}

static void tell_mismatch(const struct run *run, const struct rh_system *system) {
    char configuration[512], repeat[4096], place[32];
    struct rh_cosim_again again;
    struct rh_mismatch_context context = {
        configuration, run->timing[0] != '\0' ? run->timing : NULL, repeat, place, rh_controller_bench_past,
        again.line};
    unsigned channel = 0;
    const struct rh_lockstep *lockstep = rh_cosim_mismatch(system, &channel);
    (void)rh_cosim_configuration(&run->options, &run->setup, configuration, sizeof configuration);
    uint64_t cycle = rh_lockstep_clock_of(lockstep)->cycle;
    rh_cosim_wave_again(&run->wave, lockstep, run->setup.preset.tck_ps, &again);
    (void)rh_cosim_repeat(run->argc, run->argv, &again, cycle, channel, repeat, sizeof repeat);
    (void)snprintf(place, sizeof place, ", channel %u", channel);
    rh_mismatch_print(lockstep, &context, stderr);
}

static int end_run(void *user, const struct rh_system *system, enum rh_system_end how, struct rh_error *error) {
    struct run *run = user;
    struct rh_error trouble = {""};
    enum rh_cosim_end end = rh_cosim_end(system, how, &run->result, error);
    if (end == RH_COSIM_ERROR)
        return 2;
    if (end == RH_COSIM_MISMATCH)
        tell_mismatch(run, system);
    if ((end == RH_COSIM_MATCHED && !write_files(run, &trouble)) || !rh_cosim_wave_close(&run->wave, &trouble)) {
        *error = trouble;
        return 2;
    }
    return end == RH_COSIM_MATCHED ? 0 : 1;
}

static void say(void *user, FILE *to, const struct rh_run_report *report) {
    const struct run *run = user;
    const struct rh_stats *stats = report->total.stats;
    const struct rh_stats_scale scale = {.channels = report->channels};
    char configuration[512];
    if (rh_output_is_stdout(run->events) || rh_output_is_stdout(run->evidence))
        to = stderr;
    (void)rh_cosim_configuration(&run->options, &run->setup, configuration, sizeof configuration);
    fprintf(to, "%s\n", configuration);
    if (run->timing[0] != '\0')
        fprintf(to, "  timing       %s\n", run->timing);
    rh_cosim_compared(&run->cosim, &run->block, report->channels, &run->result, to);
    fprintf(to, "  DRAM efficiency %.1f %%, %.2f requests an activate\n",
            100.0 * rh_stats_figure(RH_FIGURE_dram_efficiency, stats, &scale),
            rh_stats_figure(RH_FIGURE_row_access_locality, stats, &scale));
    rh_run_summary_percentiles(to, report);
}

static int cosim(struct run *run, struct rh_error *error) {
    const struct rh_cosim_setup *s = &run->cosim;
    const struct rh_simulate_hook hook = {.file = {{"--plugin", run->plugin, false},
                                                   {"--events", run->events, true},
                                                   {"--evidence", run->evidence, true}},
                                          .bench = &run->bench,
                                          .resolve = resolve,
                                          .open = open_workers,
                                          .end = end_run,
                                          .say = say,
                                          .user = run};
    const struct rh_options options = run->options;
    if (s->cycles != 0 && s->reset_at >= s->cycles) {
        rh_error_set(error, "--reset-at: found %" PRIu64 ", expected less than --cycles %" PRIu64, s->reset_at,
                     s->cycles);
        return 2;
    }
    int code = rh_simulate_run(&options, &run->files, &hook, error);
    rh_wave_discard(run->wave.wave);
    rh_output_drop(&run->events_file);
    rh_rtl_unload(&run->rtl);
    return code;
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
    struct run run = {.options = rh_options_default(),
                      .cosim = {.compare_state = 1, .response_one_in = 1},
                      .argc = argc,
                      .argv = argv};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_cosim, argc, argv, &run);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = cosim(&run, &error);
    if (code != 0 && error.text[0] != '\0')
        (void)rh_cli_fail(&error);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct run, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "cycles", "N", cosim.cycles, .group = "lockstep", .least = 1, .most = UINT64_MAX / 2,
        .help = "stop each channel after N clocks"),
    ROW(NUMBER, "compare_state", "N", cosim.compare_state, .least = 1, .most = 1000000000,
        .help = "compare the registers every N clocks (default 1)"),
    ROW(FLAG, "random_timing", NULL, random_timing,
        .help = "draw timing values inside the lint, and the age cap, from --seed"),
    ROW(NUMBER, "response_ready", "N", cosim.response_one_in, .least = 1, .most = 1000,
        .help = "take responses in one clock of N, at random (default 1)"),
    ROW(NUMBER, "bursts", "N", cosim.bursts, .least = 1, .most = 100000,
        .help = "requests arrive in bursts of 1 to N with pauses between"),
    ROW(FLAG, "whole", NULL, whole,
        .help = "compare from the reset on, not from --from on: the C model does not run alone up to there"),
    ROW(NUMBER, "load_every", "N", cosim.load_every, .least = 1, .most = UINT64_MAX / 2,
        .help = "every N clocks RTL with random registers is loaded with the model's and takes over"),
    ROW(NUMBER, "reset_at", "CYCLE", cosim.reset_at, .least = 1, .most = UINT64_MAX / 2,
        .help = "reset each channel once, before this clock"),
    ROW(TEXT, "percentiles", "LIST", files.percentiles, .help = RH_PERCENTILES_HELP),
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
