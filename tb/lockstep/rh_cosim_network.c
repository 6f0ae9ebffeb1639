// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_network.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_number_options.h"

enum { MOST = 12 /* blocks that a mismatch names */, WINDOW = 64 /* clocks before it that are waved */ };

static bool open_wave(struct rh_cosim_network *n, const struct rh_wave_options *options, const struct rh_loop *loop,
                      struct rh_error *error) {
    rh_system_wave_params_of(loop, &n->signals.params);
    return rh_cosim_wave_take(&n->wave, options, false, n->options->quiet, error) &&
           rh_cosim_wave_open(&n->wave, &rh_system_wave_kind, &rh_system_wave_ops, &n->signals.params,
                              rh_system_period_ps(loop), error);
}

static bool open_rtl(void *user, const struct rh_options *options, const struct rh_loop *loop, struct rh_error *error) {
    struct rh_cosim_network *n = user;
    struct rh_system_params params;
    uint64_t seed = n->options->stream.seed, random = rh_random_start(seed, 1);
    if (!rh_system_params_of(loop, &params, error) ||
        !rh_system_load(&n->plugin, &params, n->file, n->options->quiet, error))
        return false;
    n->rtl = n->plugin.api->open(seed);
    if (n->rtl == NULL)
        return rh_error_set(error, "cosim: found no memory, expected enough");
    if (!rh_system_pair_open(&n->pair, loop, n->plugin.api, n->rtl, error) ||
        !open_wave(n, &options->wave, loop, error))
        return false;
    n->pair.compare_state = n->compare_state;
    rh_system_ports_reset(&n->pair.ports, &random);
    n->start = rh_number_seconds();
    return true;
}

/* A clock whose beginning differs goes on to its end, for the wave. */
static bool watch(void *user, bool behind) {
    struct rh_cosim_network *n = user;
    struct rh_system_wave *s = &n->signals;
    uint64_t clock = n->pair.ports.loop->fastest_cycle - behind;
    bool waved = rh_wave_shows(n->wave.wave, clock);
    if (!behind) {
        (void)rh_system_pair_before(&n->pair);
        if (waved)
            rh_system_wave_before(s, &n->pair);
        return true;
    }
    if (waved) {
        rh_system_wave_behind(s, &n->pair);
        rh_wave_clock(n->wave.wave, clock, &s->in, &(struct rh_wave_side){&s->model.out, &s->model.state},
                      &(struct rh_wave_side){&s->rtl.out, &s->rtl.state});
    }
    return n->pair.difference[0] == '\0' && rh_system_pair_behind(&n->pair);
}

/* Blocks whose registers differ, too. */
static void tell_blocks(struct rh_cosim_network *n) {
    struct rh_network_difference d[MOST];
    unsigned found =
        rh_network_registers_differences(n->pair.blocks.registers, n->plugin.api->observation(n->rtl), d, MOST);
    fprintf(stderr, "  registers    they differ in %u of %u blocks%s\n", found, n->pair.blocks.parts + RH_SYSTEM_CLOCKS,
            found == 0 ? "" : ":");
    for (unsigned k = 0; k < found && k < MOST; k++) {
        char index[16] = "";
        if (d[k].field->array)
            (void)snprintf(index, sizeof index, "[%u]", d[k].index);
        fprintf(stderr, "    %-24s %s%s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64 "\n", d[k].part, d[k].field->name,
                index, d[k].model, d[k].rtl);
    }
}

static void tell_mismatch(struct rh_cosim_network *n) {
    char repeat[4096], parameters[1024];
    struct rh_cosim_again again = {.from = 0};
    fprintf(stderr, "%s\n", n->pair.difference);
    (void)rh_system_parameters(n->plugin.api->params, parameters, sizeof parameters);
    fprintf(stderr, "  RTL          rh_request_system, %s\n", parameters);
    tell_blocks(n);
    again.from = n->pair.clock > WINDOW ? n->pair.clock - WINDOW : 0;
    (void)rh_cosim_repeat(n->argc, n->argv, &again, n->pair.clock, 0, repeat, sizeof repeat);
    fprintf(stderr, "  repeat with a wave of the last clocks:\n    %s\n", repeat);
}

static int end_run(void *user, enum rh_system_end end, struct rh_error *error) {
    struct rh_cosim_network *n = user;
    bool whole = end == RH_SYSTEM_DONE || end == RH_SYSTEM_FAILED;
    n->seconds = rh_number_seconds() - n->start;
    if (!n->options->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
    if (n->pair.difference[0] == '\0' && (!whole || rh_system_pair_registers(&n->pair)))
        return end == RH_SYSTEM_ERROR || rh_cosim_wave_close(&n->wave, error) ? 0 : 2;
    tell_mismatch(n);
    error->text[0] = '\0';
    return rh_cosim_wave_close(&n->wave, error) ? 1 : 2;
}

static void say(void *user, FILE *to, const struct rh_run_report *report) {
    const struct rh_cosim_network *n = user;
    const struct rh_loop_setup *s = &n->pair.ports.loop->setup;
    const struct rh_loop_stats *stats = rh_loop_stats_of(n->pair.ports.loop);
    uint64_t clocks = n->pair.ports.loop->fastest_cycle;
    char configuration[512];
    (void)rh_cosim_configuration(n->options, report->setup, configuration, sizeof configuration);
    fprintf(to, "%s\n", configuration);
    fprintf(to, "MATCHED: RTL and C model of rh_request_system were equal in %" PRIu64 " clocks\n", clocks);
    fprintf(to, "  system       %s, %u cores, %u controllers: %u blocks, every output in every clock\n",
            rh_topology_name(s->topology), s->cores, s->controllers, n->pair.blocks.parts + RH_SYSTEM_CLOCKS);
    fputs("  clocks       ", to);
    rh_run_summary_clocks(to, stats);
    fprintf(to, "  registers    %u bits, in %" PRIu64 " clocks\n", rh_network_registers_bits(n->pair.blocks.registers),
            n->pair.compared);
    fprintf(to, "  requests     %" PRIu64 " issued, %" PRIu64 " answered, mean round trip %.1f clocks\n",
            stats->count.issued, stats->count.answered, rh_loop_figure(RH_LOOP_FIGURE_latency_mean, stats));
    rh_run_summary_percentiles(to, report);
    if (report->judged)
        fprintf(to, "  judge        %" PRIu64 " commands, %" PRIu64 " rule checks, none broken\n",
                report->judge_commands, report->judge_checks);
    fprintf(to, "  speed        %.1f k clocks a second of CPU time\n",
            n->seconds > 0 ? (double)clocks / n->seconds / 1000 : 0);
}

void rh_cosim_network_beside(struct rh_cosim_network *network, struct rh_simulate_beside *beside) {
    *beside = (struct rh_simulate_beside){.file = {{"--plugin", network->file, false}},
                                          .open = open_rtl,
                                          .watch = watch,
                                          .end = end_run,
                                          .say = say,
                                          .user = network};
}

void rh_cosim_network_close(struct rh_cosim_network *network) {
    rh_wave_discard(network->wave.wave);
    rh_system_pair_close(&network->pair);
    if (network->rtl != NULL)
        network->plugin.api->close(network->rtl);
    rh_system_unload(&network->plugin);
}
