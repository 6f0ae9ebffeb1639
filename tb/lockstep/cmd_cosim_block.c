// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/cmd_cosim_block.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_option_rows.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_settings.h"
#include "tb/lockstep/rh_bench.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_mismatch.h"

static const char usage[] =
    "usage: rowhold cosim --block NAME [OPTION]...\n"
    "Run the Verilated RTL of any block of the registry and its C model in lockstep: every input is drawn anew in "
    "every\n"
    "clock; every output in every clock and every register with meaning must be equal. For kinds that take any "
    "inputs;\n"
    "controllers have --controller, and allocators also --allocator, with traffic that presses their corners.\n\n"
    "  --block NAME               a variant (rowhold list)\n"
    "  --set NAME=VALUE,...       parameters that are not the usual ones (rowhold list --kind KIND --json)\n"
    "  --configure NAME=VALUE,... configuration registers that are not 0\n"
    "  --cycles N                 clocks (default 10000)\n"
    "  --compare-state N          compare the registers every N clocks (default 1)\n"
    "  --reset-at CYCLE           reset once, before this clock\n"
    "  --seed N                   seed of the inputs and of the RTL's initial values (default 1)\n"
    "  --wave FILE                write waves as FST\n"
    "  --from CYCLE, --for CYCLES which clocks (default all)\n"
    "  --plugin FILE              RTL built by scripts/verilate instead of the project's own\n"
    "  --quiet                    no summary\n\n"
    "examples:\n"
    "  rowhold cosim --block wavefront --set inputs=7,outputs=3,hold=1 --configure hold_limit=4\n"
    "  rowhold cosim --block pim --cycles 500 --wave run.fst\n\n"
    "exit: 0 all equal, 1 a mismatch, 2 usage or input error\n";

enum { CYCLES = 10000, PERIOD_PS = 1000 /* of a clock in waves */ };

struct run {
    const char *name, *set, *configure, *plugin;
    bool help, quiet;
    uint64_t cycles, compare_state, reset_at, seed;
    enum rh_kind_code kind;
    struct rh_block block;
    struct rh_cosim_wave wave;
    struct rh_rtl rtl;
    struct rh_bench *bench;
    void *params, *config;
};

bool rh_cosim_of_block(int argc, char **argv) {
    static const char name[] = "--block";
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], name, sizeof name - 1) == 0 && strchr("=", argv[i][sizeof name - 1]) != NULL)
            return true;
    return false;
}

static bool parse(int argc, char **argv, struct run *run, struct rh_error *error) {
    const struct rh_option_row rows[] = {
        {.name = "--block", .text = &run->name},
        {.name = "--set", .text = &run->set, .list = true},
        {.name = "--configure", .text = &run->configure, .list = true},
        {.name = "--cycles", .number = &run->cycles, .least = 1, .most = UINT64_MAX / 2},
        {.name = "--compare-state", .number = &run->compare_state, .least = 1, .most = 1000000000},
        {.name = "--reset-at", .number = &run->reset_at, .least = 1, .most = UINT64_MAX / 2},
        {.name = "--seed", .number = &run->seed, .most = UINT64_MAX},
        {.name = "--wave", .text = &run->wave.file},
        {.name = "--from", .number = &run->wave.from, .most = UINT64_MAX / 2},
        {.name = "--for", .number = &run->wave.clocks, .least = 1, .most = UINT64_MAX / 2},
        {.name = "--plugin", .text = &run->plugin},
        {.name = "--quiet", .flag = &run->quiet},
    };
    return rh_option_rows_parse(argc, argv, rows, sizeof rows / sizeof rows[0], "cosim --block NAME", &run->help,
                                error);
}

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
    if (run->wave.file == NULL && (run->wave.from != 0 || run->wave.clocks != 0))
        return rh_error_set(error, "--%s: found without --wave, expected both", run->wave.from != 0 ? "from" : "for");
    run->wave.quiet = run->quiet;
    if (!set_config(run, error) || !rh_rtl_load(&run->rtl, &run->block, run->plugin, run->quiet, error) ||
        !rh_cosim_wave_open(&run->wave, kind, variant->ops, run->params, PERIOD_PS, error))
        return false;
    struct rh_bench_setup setup = {.kind = rh_bench_kind_of(run->kind),
                                   .block = &run->block,
                                   .config = run->config,
                                   .rtl = run->rtl.api,
                                   .seed = run->seed,
                                   .cycles = run->cycles,
                                   .reset_at = run->reset_at,
                                   .compare_state = (uint32_t)run->compare_state,
                                   .wave = run->wave.wave,
                                   .wave_from = run->wave.from,
                                   .wave_clocks = run->wave.clocks};
    run->bench = rh_bench_open(&setup, error);
    return run->bench != NULL;
}

static void tell_mismatch(const struct run *run, int argc, char **argv) {
    char words[512], repeat[4096];
    struct rh_mismatch_context context = {words, NULL, repeat, "", rh_bench_kind_of(run->kind)->past};
    (void)rh_rtl_parameters(run->block.kind, run->params, words, sizeof words);
    (void)rh_cosim_repeat(argc, argv, rh_lockstep_clock_of(rh_bench_lockstep(run->bench))->cycle, 0, repeat,
                          sizeof repeat);
    rh_mismatch_print(rh_bench_lockstep(run->bench), &context, stderr);
}

static void tell_match(const struct run *run) {
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(rh_bench_lockstep(run->bench));
    printf("MATCHED: RTL and C model of rh_%s were equal in %" PRIu64 " clocks\n", run->block.ops->name, tally->clocks);
    printf("  outputs      %" PRIu64 " bits, every clock\n", tally->output_bits);
    printf("  registers    %" PRIu64 " bits, in %" PRIu64 " clocks\n", tally->state_bits, tally->state_clocks);
}

static int cosim(struct run *run, int argc, char **argv, struct rh_error *error) {
    struct rh_error trouble = {""};
    if (!open_run(run, error))
        return 2;
    enum rh_bench_end end = rh_bench_run(run->bench, error);
    if (end == RH_BENCH_MISMATCH)
        tell_mismatch(run, argc, argv);
    if (!rh_cosim_wave_close(&run->wave, &trouble)) {
        *error = trouble;
        return 2;
    }
    if (end == RH_BENCH_MATCHED && !run->quiet)
        tell_match(run);
    return end == RH_BENCH_MATCHED ? 0 : 1;
}

int rh_cmd_cosim_block(int argc, char **argv) {
    struct run run = {.cycles = CYCLES, .compare_state = 1, .seed = 1};
    struct rh_error error = {""};
    if (!parse(argc, argv, &run, &error))
        return rh_options_fail(&error);
    if (run.help) {
        printf("%s", usage);
        return 0;
    }
    int code = cosim(&run, argc, argv, &error);
    if (code != 0 && error.text[0] != '\0')
        fprintf(stderr, "rowhold: %s\n", error.text);
    rh_bench_close(run.bench);
    rh_wave_discard(run.wave.wave);
    rh_rtl_unload(&run.rtl);
    free(run.params);
    free(run.config);
    return code;
}
