// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim --block NAME`: any block of the registry on random inputs.
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"
#include "tb/lockstep/rh_bench.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_mismatch.h"

enum { CYCLES = 10000, PERIOD_PS = 1000 /* of a clock in waves */ };

struct run {
    const char *name, *set, *configure, *plugin, *events;
    bool quiet, whole;
    uint64_t cycles, reset_at, seed, load_every;
    uint32_t compare_state;
    struct rh_wave_options waves;
    enum rh_kind_code kind;
    struct rh_block block;
    struct rh_cosim_wave wave;
    struct rh_output events_file;
    struct rh_rtl rtl;
    struct rh_bench *bench;
    void *params, *config;
};

/* The variant, of a kind that comes to the bench. */
static bool find_variant(const char *name, const struct rh_variant **variant, struct rh_error *error) {
    for (unsigned kind = 0; kind < RH_KINDS; kind++) {
        *variant = rh_variant_find((enum rh_kind_code)kind, name);
        if (*variant != NULL && rh_bench_kind_of((enum rh_kind_code)kind)->state_size == 0)
            return rh_error_set(error, "--block: found %s '%s', expected --%s %s",
                                rh_kind_of((enum rh_kind_code)kind)->name, name,
                                rh_kind_of((enum rh_kind_code)kind)->name, name);
        if (*variant != NULL)
            return true;
    }
    return rh_error_set(error, "--block: found '%s', expected a variant of `rowhold list`", name);
}

static bool set_config(const struct run *run, struct rh_error *error) {
    const struct rh_layout *layout = &run->block.config;
    char name[64];
    uint64_t value;
    for (const char *text = run->configure; text != NULL && *text != '\0';) {
        if (!rh_settings_next("--configure", &text, name, &value, error))
            return false;
        unsigned i = 0;
        while (i < layout->count && strcmp(layout->fields[i].name, name) != 0)
            i++;
        if (i == layout->count)
            return rh_error_set(error, "--configure: found '%s', expected a register of kind %s", name,
                                run->block.kind->name);
        if (value >> layout->fields[i].width != 0)
            return rh_error_set(error, "--configure: found %s=%" PRIu64 ", expected a number of %u bits", name, value,
                                layout->fields[i].width);
        rh_field_set(&layout->fields[i], run->config, 0, value);
    }
    return true;
}

static bool settle_wave(struct run *run, struct rh_error *error) {
    char *view;
    if (!rh_wave_options_check(&run->waves, &view, error))
        return false;
    const struct rh_file_use files[] = {{"--plugin", run->plugin, false},
                                        {"--events", run->events, true},
                                        {"--wave", run->waves.file, true},
                                        {"the view of --wave", view, true}};
    bool apart = rh_files_apart(files, sizeof files / sizeof files[0], error);
    free(view);
    return apart && rh_wave_options_ready(&run->waves, error) &&
           rh_cosim_wave_take(&run->wave, &run->waves, run->whole, run->quiet, error);
}

static bool open_run(struct run *run, struct rh_error *error) {
    const struct rh_variant *variant;
    if (!find_variant(run->name, &variant, error))
        return false;
    const struct rh_kind *kind = rh_kind_of(variant->kind)->kind;
    run->kind = variant->kind;
    run->params = calloc(1, kind->params_size);
    run->config = calloc(1, kind->config_size);
    if (run->params == NULL || run->config == NULL)
        return rh_error_set(error, "cosim: found no memory, expected enough");
    if (!rh_settings_params("--set", run->set, kind, run->params, error))
        return false;
    rh_block_make(&run->block, kind, variant->ops, run->params);
    if (run->reset_at >= run->cycles)
        return rh_error_set(error, "--reset-at: found %" PRIu64 ", expected less than --cycles %" PRIu64, run->reset_at,
                            run->cycles);
    if (!settle_wave(run, error))
        return false;
    if (!set_config(run, error) || !rh_rtl_load(&run->rtl, &run->block, run->plugin, run->quiet, error) ||
        !rh_lockstep_check_load(run->load_every, run->rtl.api, &run->block, error) ||
        !rh_cosim_wave_open(&run->wave, kind, variant->ops, run->params, PERIOD_PS, error))
        return false;
    uint64_t from = rh_cosim_wave_begin(&run->wave, run->rtl.api, &run->cycles);
    struct rh_bench_setup setup = {.kind = rh_bench_kind_of(run->kind),
                                   .block = &run->block,
                                   .config = run->config,
                                   .rtl = run->rtl.api,
                                   .seed = run->seed,
                                   .cycles = run->cycles,
                                   .reset_at = run->reset_at,
                                   .load_every = run->load_every,
                                   .compare_state = run->compare_state,
                                   .wave = run->wave.wave,
                                   .from = from,
                                   .count_registers = run->events != NULL};
    if (run->events != NULL && !rh_output_open(&run->events_file, run->events, error))
        return false;
    run->bench = rh_bench_open(&setup, error);
    return run->bench != NULL;
}

static void tell_mismatch(const struct run *run, int argc, char **argv) {
    char words[512], repeat[4096];
    struct rh_cosim_again again;
    const struct rh_lockstep *lockstep = rh_bench_lockstep(run->bench);
    struct rh_mismatch_context context = {words, NULL, repeat, "", rh_bench_kind_of(run->kind)->past, again.line};
    rh_cosim_wave_again(&run->wave, lockstep, PERIOD_PS, &again);
    (void)rh_rtl_parameters(run->block.kind, run->params, words, sizeof words);
    (void)rh_cosim_repeat(argc, argv, &again, rh_lockstep_clock_of(lockstep)->cycle, 0, repeat, sizeof repeat);
    rh_mismatch_print(lockstep, &context, stderr);
}

static void tell_match(const struct run *run) {
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(rh_bench_lockstep(run->bench));
    FILE *to = rh_output_is_stdout(run->events) ? stderr : stdout;
    fprintf(to, "MATCHED: RTL and C model of rh_%s were equal in %" PRIu64 " clocks\n", run->block.ops->name,
            tally->clocks);
    rh_cosim_bits(tally, rh_lockstep_setup_of(rh_bench_lockstep(run->bench))->from, to);
    if (rh_bench_kind_of(run->kind)->said != NULL)
        rh_bench_kind_of(run->kind)->said(rh_bench_state(run->bench), to);
    if (run->reset_at >= run->cycles)
        fprintf(to, "  reset        before cycle %" PRIu64 ", behind the window\n", run->reset_at);
}

static void print_event(void *user, const char *event, const char *name, const char *what, uint64_t count) {
    const struct run *run = user;
    fprintf(run->events_file.file, "%s,%s,%s,%s,%" PRIu64 "\n", run->block.ops->name, event, name, what, count);
}

static bool write_events(struct run *run, struct rh_error *error) {
    if (run->events == NULL)
        return true;
    fprintf(run->events_file.file, "block,event,first,second,count\n");
    rh_register_events_each(rh_bench_registers(run->bench), &run->block.state, print_event, run);
    return rh_output_commit(&run->events_file, error);
}

static int cosim(struct run *run, int argc, char **argv, struct rh_error *error) {
    struct rh_error trouble = {""};
    if (!open_run(run, error))
        return 2;
    enum rh_bench_end end = rh_bench_run(run->bench, error);
    if (end == RH_BENCH_MISMATCH)
        tell_mismatch(run, argc, argv);
    if ((end == RH_BENCH_MATCHED && !write_events(run, &trouble)) || !rh_cosim_wave_close(&run->wave, &trouble)) {
        *error = trouble;
        return 2;
    }
    if (end == RH_BENCH_MATCHED && !run->quiet)
        tell_match(run);
    return end == RH_BENCH_MATCHED ? 0 : 1;
}

static int run_command(int argc, char **argv) {
    struct run run = {.cycles = CYCLES, .compare_state = 1, .seed = 1};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_cosim_block, argc, argv, &run);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = cosim(&run, argc, argv, &error);
    if (code != 0 && error.text[0] != '\0')
        (void)rh_cli_fail(&error);
    rh_bench_close(run.bench);
    rh_wave_discard(run.wave.wave);
    rh_output_drop(&run.events_file);
    rh_rtl_unload(&run.rtl);
    free(run.params);
    free(run.config);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct run, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "block", "NAME", name, .help = "a variant (rowhold list)"),
    ROW(TEXT, "set", "NAME=VALUE,...", set, .once = true,
        .help = "parameters that are not the usual ones (rowhold list --kind KIND --json -)"),
    ROW(TEXT, "configure", "NAME=VALUE,...", configure, .once = true, .help = "configuration registers that are not 0"),
    ROW(NUMBER, "cycles", "N", cycles, .least = 1, .most = UINT64_MAX / 2, .help = "clocks (default 10000)"),
    ROW(NUMBER, "compare_state", "N", compare_state, .least = 1, .most = 1000000000,
        .help = "compare the registers every N clocks (default 1)"),
    ROW(FLAG, "whole", NULL, whole,
        .help = "compare from the reset on, not from --from on: the C model does not run alone up to there"),
    ROW(NUMBER, "load_every", "N", load_every, .least = 1, .most = UINT64_MAX / 2,
        .help = "every N clocks RTL with random registers is loaded with the model's and takes over"),
    ROW(NUMBER, "reset_at", "CYCLE", reset_at, .least = 1, .most = UINT64_MAX / 2,
        .help = "reset once, before this clock"),
    ROW(NUMBER, "seed", "N", seed, .most = UINT64_MAX,
        .help = "seed of the inputs and of the RTL's initial values (default 1)"),
    ROW(OUTPUT, "events", "FILE", events,
        .help = "write what the registers did how often as CSV; - is standard output"),
    ROW(INPUT, "plugin", "FILE", plugin, .help = "RTL built by scripts/verilate instead of the project's own"),
    ROW(FLAG, "quiet", NULL, quiet, .help = "no summary"),
};

const struct rh_cli rh_cli_cosim_block = {
    .name = "cosim --block NAME",
    .meaning = "run the RTL of any block in lockstep with its C model",
    .about = "Run the Verilated RTL of any block of the registry and its C model in lockstep: every output in "
             "every clock and every register with meaning must be equal. Links get transfers and errors that press "
             "their corners, and what they deliver is watched; a kind that takes any inputs gets them drawn anew in "
             "every clock. Controllers have --controller, and allocators also --allocator." RH_COSIM_WAVE_ABOUT,
    .examples = "cosim --block wavefront --set inputs=7,outputs=3,hold=1 --configure hold_limit=4\n"
                "cosim --block pim --cycles 500 --wave run.fst\n"
                "cosim --block io_crc --set crc_bits=4,buffer=8 --seed 3",
    .exits = "0 all equal, 1 a mismatch, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_wave_options_rows, offsetof(struct run, waves))},
    .run = run_command,
};
