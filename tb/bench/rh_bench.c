// SPDX-License-Identifier: Apache-2.0
// What lockstep costs: the recorded inputs of one run are fed to the C model, the bare RTL and the pair, in turns.
//
//   rh_bench CONTROLLER                one CSV line a kind: controller,kind,clocks,ns_per_clock,times_bare_rtl
//   rh_bench CONTROLLER KIND CLOCKS    that kind once over so many clocks, to count the instructions in run_clocks
//
// The least CPU time of several turns counts, so that a busy machine disturbs the ratio little. Exit 1 when two kinds
// disagree on the commands that were issued. Bare RTL has the same ports, those for observation included; nobody reads
// obs_o.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/trace/rh_stream.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_synthetic.h"
#include "tb/lockstep/rh_controller_bench.h"

enum { CLOCKS = 100000, TURNS = 5, OBSERVATION_WORDS = 4096 };

struct bench {
    struct rh_preset preset;
    const struct rh_block_ops *ops;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_rtl rtl;
    struct rh_controller_in *in; /* of each clock */
    size_t clocks, wanted;
};

static void die(const char *text) {
    fprintf(stderr, "rh_bench: %s\n", text);
    exit(2);
}

static void record(void *user, uint64_t cycle, const struct rh_controller_in *in, const struct rh_controller_out *out) {
    struct bench *bench = user;
    (void)out;
    if (cycle < bench->wanted)
        bench->in[bench->clocks++] = *in;
}

/* The inputs of rand2 as the channel offers them to the C model. */
static void record_inputs(struct bench *bench) {
    struct rh_error error;
    struct rh_stream_setup wanted = {
        .synthetic = rh_synthetic_find("rand2"), .requests = CLOCKS, .read_share = -1, .seed = 1};
    struct rh_stream *stream = rh_stream_open(&wanted, &bench->preset, &error);
    struct rh_request *requests = calloc(CLOCKS, sizeof *requests);
    bench->in = calloc(CLOCKS, sizeof *bench->in);
    if (stream == NULL)
        die(error.text);
    if (requests == NULL || bench->in == NULL)
        die("found no memory, expected enough");
    size_t n = 0;
    while (n < CLOCKS && stream->next(stream, &requests[n], &error) == 1)
        n++;
    struct rh_model model;
    if (!rh_model_open(&model, &rh_controller_kind, bench->ops, &bench->geometry, &bench->constraints))
        die("found no memory, expected enough");
    struct rh_channel_setup setup = {.unit = rh_model_unit(&model),
                                     .geometry = bench->geometry,
                                     .constraints = bench->constraints,
                                     .probe = record,
                                     .probe_user = bench,
                                     .cycle_limit = bench->wanted};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    if (channel == NULL)
        die("found no memory, expected enough");
    if (rh_channel_run(channel, requests, n, false, true) != RH_CHANNEL_LIMIT)
        die("the run ended before its clocks were recorded");
    rh_channel_close(channel);
    rh_model_close(&model);
    stream->close(stream);
    free(requests);
}

/* One kind of unit over all recorded clocks. */
struct kind {
    const char *name;
    struct rh_unit (*open)(struct bench *bench);
    void (*close)(struct bench *bench);
    double least; /* seconds of CPU */
    uint64_t commands;
};

static struct rh_model model;
static struct rh_bench *pair;
static void *rtl;
static const struct rh_rtl_api *api;
static uint32_t observation[OBSERVATION_WORDS];

static struct rh_unit open_model(struct bench *bench) {
    if (!rh_model_open(&model, &rh_controller_kind, bench->ops, &bench->geometry, &bench->constraints))
        die("found no memory, expected enough");
    return rh_model_unit(&model);
}

static void close_model(struct bench *bench) {
    (void)bench;
    rh_model_close(&model);
}

static bool cycle_bare(void *self, const void *in, void *out) {
    api->cycle(self, in, out, NULL);
    return true;
}

static bool cycle_observed(void *self, const void *in, void *out) {
    api->cycle(self, in, out, observation);
    return true;
}

static struct rh_unit open_rtl(struct bench *bench) {
    const struct rh_controller_in none = {0};
    api = bench->rtl.api;
    rtl = api->open(1);
    if (rtl == NULL)
        die("found no memory, expected enough");
    api->configure(rtl, &bench->constraints);
    api->reset(rtl, &none);
    return (struct rh_unit){.cycle = cycle_bare, .self = rtl};
}

static struct rh_unit open_observed(struct bench *bench) {
    if (bench->rtl.api->observation_bits > 32 * OBSERVATION_WORDS)
        die("the observation vector is longer than this program expects");
    struct rh_unit unit = open_rtl(bench);
    unit.cycle = cycle_observed;
    return unit;
}

static void close_rtl(struct bench *bench) {
    (void)bench;
    api->close(rtl);
}

static struct rh_unit open_pair(struct bench *bench, uint32_t compare_state) {
    struct rh_error error;
    static struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, bench->ops, &bench->geometry);
    const struct rh_bench_setup setup = {.kind = &rh_controller_bench,
                                         .block = &block,
                                         .config = &bench->constraints,
                                         .rtl = bench->rtl.api,
                                         .seed = 1,
                                         .compare_state = compare_state};
    pair = rh_bench_open(&setup, &error);
    if (pair == NULL)
        die(error.text);
    return rh_bench_unit(pair);
}

static struct rh_unit open_every(struct bench *bench) {
    return open_pair(bench, 1);
}

static struct rh_unit open_sparse(struct bench *bench) {
    return open_pair(bench, 64);
}

static void close_pair(struct bench *bench) {
    (void)bench;
    rh_bench_close(pair);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Commands issued. Not inlined: callgrind counts what is called from here. */
__attribute__((noinline)) uint64_t run_clocks(const struct bench *bench, struct rh_unit unit);
uint64_t run_clocks(const struct bench *bench, struct rh_unit unit) {
    struct rh_controller_out out;
    uint64_t commands = 0;
    for (size_t i = 0; i < bench->clocks; i++) {
        if (!unit.cycle(unit.self, &bench->in[i], &out))
            die("the RTL differs from the model; `rowhold cosim` tells where");
        commands += (unsigned)(out.col_cmd != RH_NOP) + (unsigned)(out.row_cmd != RH_NOP);
    }
    return commands;
}

static void turn(struct bench *bench, struct kind *kind) {
    struct rh_unit unit = kind->open(bench);
    double begin = seconds();
    uint64_t commands = run_clocks(bench, unit);
    double used = seconds() - begin;
    if (kind->commands == 0 || used < kind->least)
        kind->least = used;
    kind->commands = commands;
    kind->close(bench);
}

/* All kinds in turns, and what they took. */
static int compare(struct bench *bench, struct kind *kinds, unsigned n) {
    int code = 0;
    for (unsigned i = 0; i < TURNS; i++)
        for (unsigned k = 0; k < n; k++)
            turn(bench, &kinds[k]);
    for (unsigned k = 0; k < n; k++) {
        printf("%s,%s,%zu,%.1f,%.2f\n", bench->ops->name, kinds[k].name, bench->clocks,
               1e9 * kinds[k].least / (double)bench->clocks, kinds[k].least / kinds[1].least);
        if (kinds[k].commands == 0 || kinds[k].commands != kinds[0].commands)
            code = 1;
    }
    if (code != 0)
        fprintf(stderr, "rh_bench: the kinds disagree on the commands issued\n");
    return code;
}

static int run_one(struct bench *bench, struct kind *kinds, unsigned n, const char *name) {
    for (unsigned k = 0; k < n; k++)
        if (strcmp(kinds[k].name, name) == 0) {
            turn(bench, &kinds[k]);
            return kinds[k].commands == 0;
        }
    die("found an unknown kind");
    return 2;
}

int main(int argc, char **argv) {
    struct bench bench = {.wanted = CLOCKS};
    struct rh_error error;
    if (argc != 2 && argc != 4)
        die("found other arguments, expected CONTROLLER [KIND CLOCKS]");
    if (argc == 4)
        bench.wanted = strtoul(argv[3], NULL, 10);
    if (bench.wanted == 0 || bench.wanted > CLOCKS)
        die("found another number of clocks, expected 1 to 100000");
    bench.ops = rh_controller_find(argv[1]);
    if (bench.ops == NULL)
        die("found an unknown controller");
    if (!rh_preset_load("gddr3", &bench.preset, &error))
        die(error.text);
    bench.geometry = rh_preset_geometry(&bench.preset, 32);
    bench.constraints = rh_preset_constraints(&bench.preset);
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, bench.ops, &bench.geometry);
    if (!rh_rtl_load(&bench.rtl, &block, NULL, true, &error))
        die(error.text);
    record_inputs(&bench);
    struct kind kinds[] = {
        {.name = "c_model", .open = open_model, .close = close_model},
        {.name = "bare_rtl", .open = open_rtl, .close = close_rtl},
        {.name = "observed_rtl", .open = open_observed, .close = close_rtl},
        {.name = "lockstep_state_every_64", .open = open_sparse, .close = close_pair},
        {.name = "lockstep_state_every_clock", .open = open_every, .close = close_pair},
    };
    unsigned n = sizeof kinds / sizeof kinds[0];
    int code = argc == 2 ? compare(&bench, kinds, n) : run_one(&bench, kinds, n, argv[2]);
    rh_rtl_unload(&bench.rtl);
    free(bench.in);
    return code;
}
