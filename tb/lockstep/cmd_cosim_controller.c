// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim` of a controller: the RTL in lockstep with the C model on a stream.
#include <inttypes.h>

#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/files/rh_output.h"
#include "tb/lockstep/rh_cosim.h"
#include "tb/lockstep/rh_cosim_options.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_mismatch.h"
#include "tb/lockstep/rh_random_timing.h"

/* A run of `simulate` whose workers are lockstep. */
struct run {
    const struct rh_cosim_options *given;
    struct rh_options options; /* from the opening on: as they were settled */
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
    if (!run->given->random_timing)
        return true;
    if (!rh_random_timing(seed, &setup->geometry, options->refresh == NULL, &preset->timing, &preset->refresh, error))
        return false;
    setup->constraints = rh_preset_constraints(preset);
    rh_random_policy(seed, &setup->constraints);
    if (!rh_options_policy(&options->policy, setup, error) || !rh_options_drain(options, setup, error))
        return false;
    size_t at = rh_random_timing_text(&preset->timing, preset->refresh, run->timing, sizeof run->timing);
    (void)rh_random_policy_text(setup->ops, &setup->constraints, run->timing + at, sizeof run->timing - at);
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
    if (!rh_cosim_wave_take(&run->wave, &options->wave, run->given->whole, options->quiet, error) ||
        !rh_rtl_load(&run->rtl, &run->block, run->given->plugin, options->quiet, error) ||
        !rh_lockstep_check_load(s->load_every, run->rtl.api, &run->block, error))
        return false;
    s->rtl = run->rtl.api;
    s->seed = options->stream.seed;
    s->registers = run->given->events != NULL;
    if ((run->given->events != NULL && !rh_output_open(&run->events_file, run->given->events, error)) ||
        !open_wave(run, error))
        return false;
    rh_cosim_workers(s, system);
    run->bench = (struct rh_run_bench){s->cycles, s->bursts, s->response_one_in, s->reset_at};
    return true;
}

static bool write_evidence(struct run *run, struct rh_error *error) {
    struct rh_evidence evidence = {.clocks = 0};
    char words[1024];
    (void)rh_cosim_configuration(&run->options, &run->setup, NULL, words, sizeof words);
    (void)snprintf(evidence.run, sizeof evidence.run, "%s%s%s", words, run->timing[0] != '\0' ? ", " : "", run->timing);
    rh_cosim_evidence(&evidence, &run->block, &run->rtl, &run->result.tally, run->cosim.from);
    return rh_evidence_write(run->given->evidence, &evidence, error);
}

/* The files that a matched run owes, beside those of simulate. */
static bool write_files(struct run *run, struct rh_error *error) {
    if (run->given->events != NULL) {
        rh_events_csv(&run->result.counts.events, &run->result.registers, &run->block, run->events_file.file);
        if (!rh_output_commit(&run->events_file, error))
            return false;
    }
    return run->given->evidence == NULL || write_evidence(run, error);
}

static void tell_mismatch(const struct run *run, const struct rh_system *system) {
    char configuration[512], repeat[4096], place[32];
    struct rh_cosim_again again;
    struct rh_mismatch_context context = {
        configuration, run->timing[0] != '\0' ? run->timing : NULL, repeat, place, rh_controller_bench.past,
        again.line};
    unsigned channel = 0;
    const struct rh_lockstep *lockstep = rh_cosim_mismatch(system, &channel);
    (void)rh_cosim_configuration(&run->options, &run->setup, NULL, configuration, sizeof configuration);
    uint64_t cycle = rh_lockstep_clock_of(lockstep)->cycle;
    rh_cosim_wave_again(&run->wave, lockstep, run->setup.preset.tck_ps, &again);
    (void)rh_cosim_repeat(run->given->argc, run->given->argv, &again, cycle, channel, repeat, sizeof repeat);
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
    if (rh_output_is_stdout(run->given->events) || rh_output_is_stdout(run->given->evidence))
        to = stderr;
    (void)rh_cosim_configuration(&run->options, &run->setup, NULL, configuration, sizeof configuration);
    fprintf(to, "%s\n", configuration);
    if (run->timing[0] != '\0')
        fprintf(to, "  timing       %s\n", run->timing);
    rh_cosim_compared(&run->cosim, &run->block, report->channels, &run->result, to);
    fprintf(to, "  DRAM efficiency %.1f %%, %.2f requests an activate\n",
            100.0 * rh_stats_figure(RH_FIGURE_dram_efficiency, stats, &scale),
            rh_stats_figure(RH_FIGURE_row_access_locality, stats, &scale));
    rh_run_summary_percentiles(to, report);
}

int rh_cosim_controller(const struct rh_cosim_options *given, struct rh_error *error) {
    struct run run = {.given = given,
                      .cosim = {.cycles = given->cycles,
                                .compare_state = given->compare_state,
                                .response_one_in = given->response_one_in,
                                .bursts = given->bursts,
                                .reset_at = given->reset_at,
                                .load_every = given->load_every}};
    const struct rh_simulate_hook hook = {.file = {{"--plugin", given->plugin, false},
                                                   {"--events", given->events, true},
                                                   {"--evidence", given->evidence, true}},
                                          .bench = &run.bench,
                                          .resolve = resolve,
                                          .open = open_workers,
                                          .end = end_run,
                                          .say = say,
                                          .user = &run};
    if (given->cycles != 0 && given->reset_at >= given->cycles) {
        rh_error_set(error, "--reset-at: found %" PRIu64 ", expected less than --cycles %" PRIu64, given->reset_at,
                     given->cycles);
        return 2;
    }
    int code = rh_simulate_run(&given->options, &given->files, &hook, error);
    rh_wave_discard(run.wave.wave);
    rh_output_drop(&run.events_file);
    rh_rtl_unload(&run.rtl);
    return code;
}
