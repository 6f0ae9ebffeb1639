// SPDX-License-Identifier: Apache-2.0
// The program of scripts/lib/random_top: a whole top's RTL, in a plug-in, beside
// its models, under random requests and a reset after a third of the run. Exit code 0: equal; 1: a difference, whose
// line begins with MISMATCH or CONTRACT; 2: an option that is wrong, no memory.
#include "tb/lockstep/rh_random_top.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/cli/rh_cli.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_request_system.h"

struct run {
    const char *name, *plugin;
    struct rh_random_setup setup;
    bool outstanding_given;
    struct rh_wave_options waves;
    const struct rh_random_top *random;
    struct rh_cosim_wave wave;
    struct rh_whole whole;
    void *self;
};

static bool open_run(struct run *run, struct rh_error *error) {
    const struct rh_random_top *const tops[] = {&rh_random_network, &rh_random_system};
    for (unsigned k = 0; k < 2; k++)
        if (strcmp(tops[k]->top->ops->name, run->name) == 0)
            run->random = tops[k];
    if (run->random == NULL)
        return rh_error_set(error, "found '%s', expected request_network or request_system", run->name);
    if (!run->outstanding_given)
        run->setup.outstanding_limit = run->random->outstanding_limit;
    if (!rh_whole_load(&run->whole, run->random->top, NULL, run->plugin, true, run->setup.seed, error))
        return false;
    run->self = run->random->open(&run->setup, &run->whole, error);
    return run->self != NULL && run->random->reset(run->self, error) &&
           rh_cosim_wave_take(&run->wave, &run->waves, false, true, error) &&
           rh_cosim_wave_open(&run->wave, run->whole.block.kind, run->whole.block.ops, run->whole.block.params,
                              run->random->period_ps, error);
}

static void close_run(struct run *run) {
    rh_wave_discard(run->wave.wave);
    rh_whole_close(&run->whole);
    if (run->self != NULL)
        run->random->close(run->self);
}

static bool run_clocks(struct run *run, struct rh_error *error) {
    const struct rh_random_top *random = run->random;
    struct rh_whole *whole = &run->whole;
    whole->wave = run->wave.wave;
    for (uint64_t clock = 0; clock < run->setup.clocks; clock++) {
        if (clock != 0 && clock == run->setup.clocks / 3 && !random->reset(run->self, error))
            return false;
        random->drive(run->self);
        rh_whole_before(whole);
        if (!random->cycle(run->self, error) || !rh_whole_behind(whole))
            return false;
    }
    return rh_whole_finish(whole);
}

static void say(struct run *run, double seconds) {
    printf("MATCHED: %" PRIu64 " clocks, %u blocks, %u register bits", run->setup.clocks, run->whole.count,
           run->whole.bits);
    if (run->random->said != NULL)
        run->random->said(run->self, stdout);
    printf("; %.1f k clocks a second\n", (double)run->setup.clocks / seconds / 1000);
    if (run->random->events != NULL)
        run->random->events(run->self, stdout);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct run, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "top", NULL, name, .argument = true, .needed = true, .help = "request_network or request_system"),
    ROW(INPUT, "plugin", NULL, plugin, .argument = true, .needed = true, .help = "its RTL"),
    ROW(NUMBER, "clocks", "N", setup.clocks, .most = UINT64_C(1) << 40, .help = "clocks (default 20000)"),
    ROW(NUMBER, "seed", "N", setup.seed, .most = UINT64_MAX, .help = "seed of requests and initial registers"),
    ROW(NUMBER, "timing", "N", setup.timing, .most = UINT64_MAX, .help = "seed of timing values, refresh and age cap"),
    ROW(NUMBER, "core_mhz", "N", setup.core_mhz, .least = 1, .most = RH_LOOP_MOST_MHZ, .help = "clock of the cores"),
    ROW(NUMBER, "network_mhz", "N", setup.network_mhz, .least = 1, .most = RH_LOOP_MOST_MHZ,
        .help = "clock of the networks"),
    ROW(NUMBER, "hold_limit", "N", setup.hold_limit, .most = UINT8_MAX, .help = "clocks of a hold"),
    ROW(NUMBER, "outstanding_limit", "N", setup.outstanding_limit, .most = UINT8_MAX,
        .help = "messages of a source in flight", .given = offsetof(struct run, outstanding_given)),
};

static const struct rh_cli cli = {
    .name = "rh_random_top",
    .meaning = "run the RTL of a whole top in lockstep with its models, under random requests",
    .exits = "0 all equal, 1 a difference, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_wave_options_rows, offsetof(struct run, waves))},
};

int main(int argc, char **argv) {
    struct run run = {.setup = {.clocks = 20000, .seed = 1}};
    struct rh_error error = {""};
    bool same = false;
    if (rh_cli_parse(&cli, argc, argv, &run) != 0)
        return 2;
    if (open_run(&run, &error)) {
        double start = rh_whole_seconds();
        same = run_clocks(&run, &error);
        if (same)
            say(&run, rh_whole_seconds() - start);
        else if (run.whole.difference[0] != '\0')
            printf("%s\n", run.whole.difference);
    }
    (void)rh_cosim_wave_close(&run.wave, &error);
    bool failed = error.text[0] != '\0';
    if (failed)
        fprintf(stderr, "%s: %s\n", run.name, error.text);
    close_run(&run);
    return failed ? 2 : same ? 0 : 1;
}
