// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim --network NAME`: the whole request system in lockstep, as simulate runs it. With --kernel its RTL is
// that of its networks and controllers, for a GPU's machine has more between them than rh_request_system.
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_cosim_options.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_request_parts.h"

enum { WINDOW = 64 /* clocks before a mismatch that are waved */ };
#define PARTS "the networks and controllers of rh_request_system"

struct run {
    const struct rh_cosim_options *given;
    /* Beside simulate's run, from its opening on: */
    const struct rh_loop *loop;
    struct rh_system_blocks blocks;
    struct rh_request_parts parts; /* with --kernel */
    struct rh_whole whole;
    struct rh_cosim_wave wave;
    double start, seconds; /* CPU seconds of the process when it began; that the run took */
};

static bool has_kernel(const struct run *run) {
    return run->given->files.kernel.kernel != NULL;
}

static bool load_rtl(struct run *run, const struct rh_options *options, const struct rh_loop *loop,
                     struct rh_error *error) {
    const uint64_t seed = options->stream.seed;
    if (has_kernel(run))
        return rh_request_parts_load(&run->whole, &run->blocks, &run->parts, loop, options->quiet, seed, error);
    return rh_request_system_load(&run->whole, loop, run->given->plugin, options->quiet, seed, error);
}

static bool open_rtl(void *user, const struct rh_options *options, const struct rh_setup *setup,
                     struct rh_system_setup *system, const struct rh_loop *loop, struct rh_error *error) {
    struct run *run = user;
    (void)setup;
    (void)system;
    uint64_t random = rh_random_start(options->stream.seed, 1);
    run->loop = loop;
    if (!load_rtl(run, options, loop, error) || !rh_request_system_begin(&run->whole, &run->blocks, loop, error) ||
        !rh_request_system_reset(&run->whole, &random, error) ||
        !rh_cosim_wave_take(&run->wave, &options->wave, false, options->quiet, error) ||
        !rh_cosim_wave_open(&run->wave, run->whole.block.kind, run->whole.block.ops, &run->blocks.params,
                            rh_request_system_period_ps(loop), error))
        return false;
    run->whole.wave = run->wave.wave;
    run->whole.compare_state = run->given->compare_state;
    run->start = rh_whole_seconds();
    return true;
}

/* A clock whose beginning differs goes on to its end, for the wave. */
static bool watch(void *user, bool behind) {
    struct run *run = user;
    if (behind) {
        rh_request_system_controllers(run->loop, run->whole.model);
        return rh_whole_behind(&run->whole);
    }
    rh_request_system_query(run->loop, run->whole.model);
    if (has_kernel(run)) {
        rh_request_parts_begin_clock(&run->parts, &run->blocks);
        return true;
    }
    rh_request_system_offer(run->loop, run->whole.model, run->whole.in);
    rh_whole_before(&run->whole);
    return true;
}

/* With --kernel: what the cores do in a clock hangs on the replies in it. */
static void edge(void *user) {
    struct run *run = user;
    rh_request_parts_offer(&run->parts, run->whole.in);
    rh_whole_before(&run->whole);
}

static void tell_mismatch(struct run *run) {
    char repeat[4096], parameters[1024];
    struct rh_cosim_again again = {.from = run->whole.clock > WINDOW ? run->whole.clock - WINDOW : 0};
    fprintf(stderr, "%s\n", run->whole.difference);
    (void)rh_rtl_parameters(run->whole.block.kind, run->whole.rtl->params, parameters, sizeof parameters);
    fprintf(stderr, "  RTL          %s, %s\n", has_kernel(run) ? PARTS : "rh_request_system", parameters);
    rh_whole_tell(&run->whole, stderr);
    (void)rh_cosim_repeat(run->given->argc, run->given->argv, &again, run->whole.clock, 0, repeat, sizeof repeat);
    fprintf(stderr, "  repeat with a wave of the last clocks:\n    %s\n", repeat);
}

static int end_run(void *user, const struct rh_system *system, enum rh_system_end end, struct rh_error *error) {
    struct run *run = user;
    (void)system;
    bool whole = end == RH_SYSTEM_DONE || end == RH_SYSTEM_FAILED;
    run->seconds = rh_whole_seconds() - run->start;
    if (has_kernel(run))
        rh_request_parts_settle(&run->parts);
    if (!run->given->options.quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
    if (run->whole.difference[0] == '\0' && (!whole || rh_whole_finish(&run->whole)))
        return end == RH_SYSTEM_ERROR || rh_cosim_wave_close(&run->wave, error) ? 0 : 2;
    tell_mismatch(run);
    error->text[0] = '\0';
    return rh_cosim_wave_close(&run->wave, error) ? 1 : 2;
}

static void say_program(FILE *to, const struct rh_run_network *network) {
    const struct rh_gpu_stats *gpu = rh_gpu_stats_of(network->gpu);
    fprintf(to,
            "  program      %" PRIu64 " CTAs on %s, %u cores in %u clusters: %" PRIu64 " core clocks, IPC %.2f\n"
            "  in C         cores%s, on both sides\n",
            gpu->count.ctas, network->program.machine, gpu->machine.cores, gpu->machine.clusters,
            gpu->count.core_cycles, rh_gpu_figure(RH_GPU_FIGURE_ipc, gpu),
            gpu->machine.partition_queue != 0 ? " and memory partitions" : "");
}

static void say(void *user, FILE *to, const struct rh_run_report *report) {
    const struct run *run = user;
    const struct rh_loop_setup *s = &run->loop->setup;
    const struct rh_loop_stats *stats = rh_loop_stats_of(run->loop);
    uint64_t clocks = run->loop->fastest_cycle;
    char configuration[512];
    (void)rh_cosim_configuration(&run->given->options, report->setup, report->network->program.name, configuration,
                                 sizeof configuration);
    fprintf(to, "%s\n", configuration);
    fprintf(to, "MATCHED: RTL and C model of %s were equal in %" PRIu64 " clocks\n",
            has_kernel(run) ? PARTS : "rh_request_system", clocks);
    if (has_kernel(run))
        say_program(to, report->network);
    fprintf(to, "  system       %s, %u cores, %u controllers: %u blocks, every output in every clock\n",
            rh_topology_name(s->topology), s->cores, s->controllers, run->whole.count);
    fputs("  clocks       ", to);
    rh_run_summary_clocks(to, stats);
    fprintf(to, "  registers    %u bits, in %" PRIu64 " clocks\n", run->whole.bits, run->whole.compared);
    fprintf(to, "  requests     %" PRIu64 " issued, %" PRIu64 " answered, mean round trip %.1f clocks\n",
            stats->count.issued, stats->count.answered, rh_loop_figure(RH_LOOP_FIGURE_latency_mean, stats));
    rh_run_summary_percentiles(to, report);
    if (report->judged)
        fprintf(to, "  judge        %" PRIu64 " commands, %" PRIu64 " rule checks, none broken\n",
                report->judge_commands, report->judge_checks);
    fprintf(to, "  speed        %.1f k clocks a second of CPU time\n",
            run->seconds > 0 ? (double)clocks / run->seconds / 1000 : 0);
}

int rh_cosim_network(const struct rh_cosim_options *given, struct rh_error *error) {
    const struct rh_options *options = &given->options;
    struct run run = {.given = given};
    struct rh_simulate_hook hook = {.file = {{"--plugin", given->plugin, false}},
                                    .cycles = given->cycles,
                                    .open = open_rtl,
                                    .watch = watch,
                                    .edge = given->files.kernel.kernel != NULL ? edge : NULL,
                                    .end = end_run,
                                    .say = say,
                                    .user = &run};
    if (has_kernel(&run) && given->plugin != NULL) {
        (void)rh_option_excludes(error, "--plugin", "--kernel");
        return 2;
    }
    uint64_t end = options->wave.from + options->wave.clocks;
    if (options->wave.clocks != 0 && (hook.cycles == 0 || end < hook.cycles))
        hook.cycles = end;
    int code = rh_simulate_run(options, &given->files, &hook, error);
    rh_wave_discard(run.wave.wave);
    rh_whole_close(&run.whole);
    return code;
}
