// SPDX-License-Identifier: Apache-2.0
// `rowhold switch`: throughput and latency of an input-queued switch under one allocator, or of a request network, at
// one load or over a list of loads.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/switch/rh_network_options.h"
#include "cmodel/cli/switch/rh_switch_network.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_switch.h"

enum { MOST_LOADS = 100, USUAL_CLOCKS = 100000, USUAL_NETWORK_CLOCKS = 20000 };

struct arguments {
    struct rh_allocator_options options;
    struct rh_network_options network;
    struct rh_table_options table;
    const char *queues, *loads, *plot;
    double load;
    bool load_given;
    uint64_t clocks, seed;
    struct rh_switch_setup setup;
    unsigned runs;
    double load_of[MOST_LOADS];
    struct rh_switch_result result[MOST_LOADS];
};

static bool resolve_loads(struct arguments *a, struct rh_error *error) {
    char list[1024];
    if (a->loads == NULL) {
        a->runs = 1;
        a->load_of[0] = a->load;
        return true;
    }
    if (a->load_given)
        return rh_error_set(error, "--loads: found --load too, expected one of the two");
    if (strlen(a->loads) >= sizeof list)
        return rh_error_set(error, "--loads: found %zu letters, expected fewer than %zu", strlen(a->loads),
                            sizeof list);
    (void)snprintf(list, sizeof list, "%s", a->loads);
    for (char *next = list; next != NULL;) {
        char *load = strsep(&next, ",");
        if (a->runs == MOST_LOADS)
            return rh_error_set(error, "--loads: found more than %d loads, expected at most so many", MOST_LOADS);
        if (!rh_option_share("--loads", load, &a->load_of[a->runs++], error))
            return false;
    }
    return true;
}

static bool resolve_files(const struct arguments *a, struct rh_error *error) {
    const struct rh_file_use uses[] = {{"--plot", a->plot, true}};
    return rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) &&
           (a->plot == NULL || rh_plot_possible(a->plot, error));
}

static bool resolve(struct arguments *a, struct rh_error *error) {
    struct rh_switch_setup *s = &a->setup;
    if (!rh_allocator_options_resolve(&a->options, &s->ops, &s->params, &s->config, error))
        return false;
    if (s->params.destinations != s->params.outputs)
        return rh_error_set(error, "--destinations: found '%u', expected %u: an output is a destination here",
                            (unsigned)s->params.destinations, (unsigned)s->params.outputs);
    a->queues = a->queues != NULL ? a->queues : "voq";
    s->fifo = strcmp(a->queues, "fifo") == 0;
    s->seed = a->seed;
    s->clocks = a->clocks != 0 ? a->clocks : USUAL_CLOCKS;
    return rh_network_options_alone(&a->network, error) && resolve_loads(a, error) && resolve_files(a, error);
}

/* With --network; a load that is not given is half of the bound. */
static bool resolve_network(struct arguments *a, struct rh_switch_network *n, struct rh_error *error) {
    *n = (struct rh_switch_network){.loads = a->load_of,
                                    .allocator = a->options.allocator,
                                    .hold = a->options.hold,
                                    .table = a->table,
                                    .plot = a->plot};
    if (a->queues != NULL)
        return rh_option_excludes(error, "--queues", "--network");
    if (!rh_network_options_resolve(&a->network, &a->options, &n->setup, error))
        return false;
    n->setup.seed = a->seed;
    n->setup.clocks = a->clocks != 0 ? a->clocks : USUAL_NETWORK_CLOCKS;
    if (!a->load_given)
        a->load = rh_traffic_bound(&n->setup.traffic, &n->setup.network.topology).load / 2;
    if (!resolve_loads(a, error) || !resolve_files(a, error))
        return false;
    n->runs = a->runs;
    return true;
}

#define LATENCY "clocks between arrival and grant: "
#define CONFIGURATION                                                                                                  \
    {.name = "allocator", .kind = RH_CELL_TEXT, .hidden = true},                                                       \
        {.name = "iterations", .kind = RH_CELL_COUNT, .hidden = true},                                                 \
        {.name = "hold", .kind = RH_CELL_TEXT, .hidden = true},                                                        \
        {.name = "hold_limit", .kind = RH_CELL_COUNT, .hidden = true},                                                 \
        {.name = "inputs", .kind = RH_CELL_COUNT, .hidden = true},                                                     \
        {.name = "outputs", .kind = RH_CELL_COUNT, .hidden = true},                                                    \
        {.name = "queues", .kind = RH_CELL_TEXT, .hidden = true}, {                                                    \
        .name = "seed", .kind = RH_CELL_COUNT, .hidden = true                                                          \
    }

static const struct rh_column columns[] = {
    CONFIGURATION,
    {.name = "load", .kind = RH_CELL_REAL, .digits = 4, .meaning = "packets an input and clock"},
    {.name = "clocks", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "that were measured"},
    {.name = "arrived", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets"},
    {.name = "refused", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets that came to a full queue"},
    {.name = "delivered", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets"},
    {.name = "held", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "grants that the hold rule repeated"},
    {.name = "throughput",
     .heading = "throughput %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .meaning = "share of capacity: the fewer of inputs and outputs, a clock"},
    {.name = "mean", .heading = "mean clocks", .kind = RH_CELL_REAL, .digits = 2, .meaning = LATENCY "mean"},
#define RH_PERCENTILE(percentile, share, said) RH_SWITCH_PERCENTILE(percentile, LATENCY said),
#include "tables/stats.def"
    {.name = "refused_share",
     .heading = "refused %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .meaning = "refused / arrived"},
    {.name = "held_share",
     .heading = "held %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .meaning = "held / delivered"},
};

static const struct rh_column configuration[] = {
    CONFIGURATION,
    {.name = "banks", .kind = RH_CELL_COUNT},
    {.name = "row_bits", .kind = RH_CELL_COUNT},
    {.name = "hash_bits", .kind = RH_CELL_COUNT},
    {.name = "loads", .kind = RH_CELL_TEXT, .meaning = "with commas between"},
    {.name = "clocks", .kind = RH_CELL_COUNT, .meaning = "a load, those before the measurement included"},
};

const struct rh_form rh_form_switch = {
    .name = "switch",
    .command = "rowhold switch --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "allocator with its parameters, queues, traffic: all that the rows depend on"),
    .rows = RH_FORM_PART("rows", columns, "one a load"),
};

static bool add_setup(struct rh_table *table, const struct arguments *a) {
    const struct rh_switch_setup *s = &a->setup;
    return rh_table_text(table, s->ops->name) && rh_table_count(table, s->params.iterations) &&
           rh_table_text(table, a->options.hold) && rh_table_count(table, s->config.hold_limit) &&
           rh_table_count(table, s->params.inputs) && rh_table_count(table, s->params.outputs) &&
           rh_table_text(table, a->queues) && rh_table_count(table, s->seed);
}

static bool add_configuration(struct rh_table *table, const struct arguments *a) {
    char loads[MOST_LOADS * 12] = "";
    for (unsigned k = 0, used = 0; k < a->runs; k++)
        used += (unsigned)snprintf(loads + used, sizeof loads - used, "%s%.6g", k == 0 ? "" : ",", a->load_of[k]);
    return add_setup(table, a) && rh_table_count(table, a->setup.params.banks) &&
           rh_table_count(table, a->setup.params.row_bits) && rh_table_count(table, a->setup.params.hash_bits) &&
           rh_table_text(table, loads) && rh_table_count(table, a->setup.clocks);
}

static bool add_row(struct rh_table *table, const struct arguments *a, unsigned k) {
    const struct rh_switch_result *r = &a->result[k];
    double refused = r->arrived == 0 ? 0 : (double)r->refused / (double)r->arrived;
    double held = r->delivered == 0 ? 0 : (double)r->held / (double)r->delivered;
    return add_setup(table, a) && rh_table_real(table, a->load_of[k]) && rh_table_count(table, r->clocks) &&
           rh_table_count(table, r->arrived) && rh_table_count(table, r->refused) &&
           rh_table_count(table, r->delivered) && rh_table_count(table, r->held) &&
           rh_table_real(table, r->throughput) && rh_table_real(table, r->mean) &&
           rh_table_counts(table, r->percentile, RH_PERCENTILES) && rh_table_real(table, refused) &&
           rh_table_real(table, held);
}

static void print_text(const struct arguments *a, const struct rh_table *table) {
    const struct rh_switch_setup *s = &a->setup;
    printf("%s, %u iteration%s, hold %s, limit %u, %u x %u, %s\nseed %" PRIu64 ", %" PRIu64 " clocks measured\n\n",
           s->ops->name, s->params.iterations, s->params.iterations == 1 ? "" : "s", a->options.hold,
           s->config.hold_limit, s->params.inputs, s->params.outputs, a->queues, s->seed, a->result[0].clocks);
    rh_table_print(table, "", stdout);
    printf("\nthroughput: share of capacity, %u grants a clock; mean, p50, p99: latency in\n"
           "clocks; refused: of the arrivals, by full queues of %d; held: of the grants\n",
           s->params.inputs < s->params.outputs ? s->params.inputs : s->params.outputs, RH_SWITCH_DEPTH);
}

static bool report(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_switch, error))
        return false;
    bool good = add_configuration(result.configuration, a);
    for (unsigned k = 0; good && k < a->runs; k++)
        good = add_row(result.rows, a, k);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_switch, error);
    if (good && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot))
        print_text(a, result.rows);
    rh_table_result_close(&result);
    return good;
}

static bool draw(const struct arguments *a, struct rh_error *error) {
    struct rh_plot plot;
    if (a->plot == NULL)
        return true;
    if (!rh_plot_open(&plot, a->plot, error))
        return false;
    fprintf(plot.script,
            "set xlabel 'load'\nset ylabel 'throughput, share of capacity'\nset y2label 'mean latency, clocks'\n"
            "set ytics nomirror\nset y2tics\nset key left top\nset xrange [0:1]\nset yrange [0:1]\n"
            "set title '%s, %u x %u, %s' noenhanced\n$runs << EOD\n",
            a->setup.ops->name, a->setup.params.inputs, a->setup.params.outputs, a->queues);
    for (unsigned k = 0; k < a->runs; k++)
        fprintf(plot.script, "%.6g %.6f %.4f\n", a->load_of[k], a->result[k].throughput, a->result[k].mean);
    fprintf(plot.script, "EOD\nplot $runs using 1:2 with linespoints title 'throughput', "
                         "$runs using 1:3 axes x1y2 with linespoints title 'mean latency'\n");
    return rh_plot_commit(&plot, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.options = {.allocator = "islip", .hold = "none"}, .load = 1};
    struct rh_switch_network network;
    struct rh_error error = {""};
    rh_params_usual(&rh_allocator_kind, &a.setup.params);
    a.setup.params.inputs = 16;
    a.seed = 1;
    int parsed = rh_cli_parse(&rh_cli_switch, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (a.network.network != NULL)
        return resolve_network(&a, &network, &error) && rh_switch_network_run(&network, &error) ? 0
                                                                                                : rh_cli_fail(&error);
    if (!resolve(&a, &error))
        return rh_cli_fail(&error);
    for (unsigned k = 0; k < a.runs; k++) {
        a.setup.load = a.load_of[k];
        if (!rh_switch_run(&a.setup, &a.result[k], &error))
            return rh_cli_fail(&error);
    }
    return draw(&a, &error) && report(&a, &error) ? 0 : rh_cli_fail(&error);
}

static const char *queue_word(unsigned index) {
    static const char *const words[] = {"voq", "fifo"};
    return index < 2 ? words[index] : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "queues", "KIND", queues, .group = "traffic", .word = queue_word,
        .help = "voq: a queue an output at every input; fifo: one queue an input (default voq)"),
    ROW(SHARE, "load", "X", load, .given = offsetof(struct arguments, load_given),
        .help = "packets an input and clock, 0 to 1 (default 1); with --network flits a source and clock "
                "(default: half of the bound)"),
    ROW(TEXT, "loads", "LIST", loads, .help = "several loads with commas between them, in place of --load"),
    ROW(NUMBER, "clocks", "N", clocks, .least = 4, .most = UINT64_C(1000000000),
        .help = "clocks a load, the first quarter not measured (default 100000, with --network 20000)"),
    ROW(NUMBER, "seed", "N", seed, .most = UINT64_MAX, .help = "seed of the traffic (default 1)"),
    ROW(OUTPUT, "plot", "FILE.svg", plot, .help = "draw throughput and mean latency over load; needs gnuplot"),
};

const struct rh_cli rh_cli_switch = {
    .name = "switch",
    .meaning = "a switch under an allocator, or a request network: throughput and latency",
    .about = "An input-queued switch under uniform random traffic: throughput and latency of an allocator's C model. "
             "By default 16 x 16 under islip, without a hold rule. With --network an open loop around a request "
             "network of routers, beside the load that fills its fullest link.",
    .examples = "switch --allocator pim\n"
                "switch --allocator islip --queues fifo --inputs 32\n"
                "switch --allocator wavefront --loads 0.5,0.8,0.9,0.95,0.99 --csv wavefront.csv\n"
                "switch --network mesh --vcs 4 --traffic hot_spot --loads 0.02,0.04,0.06,0.08,0.1",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_network_options_rows, offsetof(struct arguments, network)),
               RH_OPTION_TABLE(rh_allocator_options_rows, offsetof(struct arguments, options)),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
