// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim --network NAME`: the whole request system in lockstep, as simulate runs it.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/cli/simulate/rh_simulate.h"
#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_request_system.h"

enum { WINDOW = 64 /* clocks before a mismatch that are waved */ };

struct command {
    struct rh_options options;
    struct rh_simulate_own own;
    const char *plugin;
    uint64_t cycles, compare_state;
    int argc; /* the command line, for the line that repeats it */
    char *const *argv;
    /* Beside simulate's run, from its opening on: */
    const struct rh_loop *loop;
    struct rh_rtl rtl;
    void *instance;
    struct rh_system_blocks blocks;
    struct rh_whole whole;
    struct rh_cosim_wave wave;
    double start, seconds; /* CPU seconds of the process when it began; that the run took */
};

static bool open_rtl(void *user, const struct rh_options *options, const struct rh_setup *setup,
                     struct rh_system_setup *system, const struct rh_loop *loop, struct rh_error *error) {
    struct command *c = user;
    (void)setup;
    (void)system;
    uint64_t seed = options->stream.seed, random = rh_random_start(seed, 1);
    c->loop = loop;
    if (!rh_request_system_load(&c->rtl, loop, c->plugin, options->quiet, error))
        return false;
    c->instance = c->rtl.api->open(seed);
    if (c->instance == NULL)
        return rh_error_set(error, "cosim: found no memory, expected enough");
    if (!rh_request_system_open(&c->whole, &c->blocks, loop, c->rtl.api, c->instance, error) ||
        !rh_request_system_reset(&c->whole, &random, error) ||
        !rh_cosim_wave_take(&c->wave, &options->wave, false, options->quiet, error) ||
        !rh_cosim_wave_open(&c->wave, c->whole.block.kind, c->whole.block.ops, &c->blocks.params,
                            rh_request_system_period_ps(loop), error))
        return false;
    c->whole.wave = c->wave.wave;
    c->whole.compare_state = c->compare_state;
    c->start = rh_whole_seconds();
    return true;
}

/* A clock whose beginning differs goes on to its end, for the wave. */
static bool watch(void *user, bool behind) {
    struct command *c = user;
    if (behind) {
        rh_request_system_controllers(c->loop, c->whole.model);
        return rh_whole_behind(&c->whole);
    }
    rh_request_system_query(c->loop, c->whole.model);
    rh_request_system_offer(c->loop, c->whole.model, c->whole.in);
    rh_whole_before(&c->whole);
    return true;
}

static void tell_mismatch(struct command *c) {
    char repeat[4096], parameters[1024];
    struct rh_cosim_again again = {.from = c->whole.clock > WINDOW ? c->whole.clock - WINDOW : 0};
    fprintf(stderr, "%s\n", c->whole.difference);
    (void)rh_rtl_parameters(c->whole.block.kind, c->rtl.api->params, parameters, sizeof parameters);
    fprintf(stderr, "  RTL          rh_request_system, %s\n", parameters);
    rh_whole_tell(&c->whole, stderr);
    (void)rh_cosim_repeat(c->argc, c->argv, &again, c->whole.clock, 0, repeat, sizeof repeat);
    fprintf(stderr, "  repeat with a wave of the last clocks:\n    %s\n", repeat);
}

static int end_run(void *user, const struct rh_system *system, enum rh_system_end end, struct rh_error *error) {
    struct command *c = user;
    (void)system;
    bool whole = end == RH_SYSTEM_DONE || end == RH_SYSTEM_FAILED;
    c->seconds = rh_whole_seconds() - c->start;
    if (!c->options.quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
    if (c->whole.difference[0] == '\0' && (!whole || rh_whole_finish(&c->whole)))
        return end == RH_SYSTEM_ERROR || rh_cosim_wave_close(&c->wave, error) ? 0 : 2;
    tell_mismatch(c);
    error->text[0] = '\0';
    return rh_cosim_wave_close(&c->wave, error) ? 1 : 2;
}

static void say(void *user, FILE *to, const struct rh_run_report *report) {
    const struct command *c = user;
    const struct rh_loop_setup *s = &c->loop->setup;
    const struct rh_loop_stats *stats = rh_loop_stats_of(c->loop);
    uint64_t clocks = c->loop->fastest_cycle;
    char configuration[512];
    (void)rh_cosim_configuration(&c->options, report->setup, configuration, sizeof configuration);
    fprintf(to, "%s\n", configuration);
    fprintf(to, "MATCHED: RTL and C model of rh_request_system were equal in %" PRIu64 " clocks\n", clocks);
    fprintf(to, "  system       %s, %u cores, %u controllers: %u blocks, every output in every clock\n",
            rh_topology_name(s->topology), s->cores, s->controllers, c->whole.count);
    fputs("  clocks       ", to);
    rh_run_summary_clocks(to, stats);
    fprintf(to, "  registers    %u bits, in %" PRIu64 " clocks\n", c->whole.bits, c->whole.compared);
    fprintf(to, "  requests     %" PRIu64 " issued, %" PRIu64 " answered, mean round trip %.1f clocks\n",
            stats->count.issued, stats->count.answered, rh_loop_figure(RH_LOOP_FIGURE_latency_mean, stats));
    rh_run_summary_percentiles(to, report);
    if (report->judged)
        fprintf(to, "  judge        %" PRIu64 " commands, %" PRIu64 " rule checks, none broken\n",
                report->judge_commands, report->judge_checks);
    fprintf(to, "  speed        %.1f k clocks a second of CPU time\n",
            c->seconds > 0 ? (double)clocks / c->seconds / 1000 : 0);
}

static int cosim(struct command *command, struct rh_error *error) {
    const struct rh_options *options = &command->options;
    struct rh_simulate_hook hook = {.file = {{"--plugin", command->plugin, false}},
                                    .cycles = command->cycles,
                                    .open = open_rtl,
                                    .watch = watch,
                                    .end = end_run,
                                    .say = say,
                                    .user = command};
    if (options->channel_chosen) {
        rh_option_excludes(error, "--wave-channel", "--network");
        return 2;
    }
    uint64_t end = options->wave.from + options->wave.clocks;
    if (options->wave.clocks != 0 && (hook.cycles == 0 || end < hook.cycles))
        hook.cycles = end;
    int code = rh_simulate_run(options, &command->own, &hook, error);
    rh_wave_discard(command->wave.wave);
    rh_whole_close(&command->whole);
    if (command->instance != NULL)
        command->rtl.api->close(command->instance);
    rh_rtl_unload(&command->rtl);
    return code;
}

static int run_command(int argc, char **argv) {
    struct command command = {.options = rh_options_default(), .compare_state = 1, .argc = argc, .argv = argv};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_cosim_network, argc, argv, &command);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = cosim(&command, &error);
    if (code != 0 && error.text[0] != '\0')
        (void)rh_cli_fail(&error);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct command, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "cycles", "N", cycles, .group = "lockstep", .least = 1, .most = UINT64_MAX / 2,
        .help = "stop after N DRAM clocks"),
    ROW(NUMBER, "compare_state", "N", compare_state, .least = 1, .most = 1000000000,
        .help = "compare the registers every N clocks (default 1)"),
    ROW(INPUT, "plugin", "FILE", plugin, .help = "RTL built by scripts/verilate instead of the project's own"),
};

const struct rh_cli rh_cli_cosim_network = {
    .name = "cosim --network NAME",
    .meaning = "run the RTL of a whole request system in lockstep with the C closed loop",
    .about = "Run the Verilated RTL of cores' ports, both networks and all controllers (rh_request_system) in lockstep "
             "with the closed loop of `simulate --network`, with its options: every output and every register with "
             "meaning of every block must be equal in every clock. Statistics, commands and the other files are those "
             "of simulate. Verilator makes the RTL of new parameters, in 5 to 100 seconds; it is kept. With --for the "
             "run ends where the wave does.",
    .examples =
        "cosim --network crossbar --stream core_stencil --stream-cores 4 --channels 2 --requests 5000\n"
        "cosim --network mesh --stream core_stencil --stream-cores 5 --channels 2 --hold hold_grant "
        "--controller banked_fifo --stats out.json\n"
        "cosim --network ring --stream core_gather --stream-cores 6 --channels 3 --cycles 20000\n"
        "cosim --network crossbar --stream core_stencil --stream-cores 4 --channels 2 --wave run.fst --from 100 "
        "--for 400 --view",
    .exits = "0 all equal, 1 a mismatch or another check failed, 2 usage or input error",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_run_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_loop_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_simulate_rows, offsetof(struct command, own)), RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
