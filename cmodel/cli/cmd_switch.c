// SPDX-License-Identifier: Apache-2.0
// `rowhold switch`: throughput and latency of an input-queued switch under one allocator, at one load or over a list of
// loads.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_allocator_options.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_plot.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_switch.h"

enum { MOST_LOADS = 100 };

struct arguments {
    struct rh_allocator_options options;
    const char *queues, *loads, *csv, *json, *plot;
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

static bool resolve(struct arguments *a, struct rh_error *error) {
    struct rh_switch_setup *s = &a->setup;
    const struct rh_file_use uses[] = {{"--csv", a->csv, true}, {"--json", a->json, true}, {"--plot", a->plot, true}};
    if (!rh_allocator_options_resolve(&a->options, &s->ops, &s->params, &s->config, error))
        return false;
    if (s->params.destinations != s->params.outputs)
        return rh_error_set(error, "--destinations: found '%u', expected %u: an output is a destination here",
                            (unsigned)s->params.destinations, (unsigned)s->params.outputs);
    s->fifo = strcmp(a->queues, "fifo") == 0;
    s->seed = a->seed;
    s->clocks = a->clocks;
    return resolve_loads(a, error) && rh_files_apart(uses, sizeof uses / sizeof uses[0], error);
}

static void print_text(const struct arguments *a) {
    const struct rh_switch_setup *s = &a->setup;
    printf("%s, %u iteration%s, hold %s, limit %u, %u x %u, %s, seed %" PRIu64 ", %" PRIu64 " clocks measured\n\n",
           s->ops->name, s->params.iterations, s->params.iterations == 1 ? "" : "s", a->options.hold,
           s->config.hold_limit, s->params.inputs, s->params.outputs, a->queues, s->seed, a->result[0].clocks);
    printf("%8s %10s %10s %8s %8s %9s %8s\n", "load", "throughput", "mean", "p50", "p99", "refused", "held");
    for (unsigned k = 0; k < a->runs; k++) {
        const struct rh_switch_result *r = &a->result[k];
        printf("%8.4g %9.2f%% %10.2f %8" PRIu64 " %8" PRIu64 " %8.2f%% %7.2f%%\n", a->load_of[k], 100 * r->throughput,
               r->mean, r->p50, r->p99, r->arrived == 0 ? 0 : 100.0 * (double)r->refused / (double)r->arrived,
               r->delivered == 0 ? 0 : 100.0 * (double)r->held / (double)r->delivered);
    }
    printf("\nthroughput: share of capacity, %u grants a clock; latency in clocks; refused: of the arrivals, by full "
           "queues "
           "of %d;\nheld: of the grants\n",
           s->params.inputs < s->params.outputs ? s->params.inputs : s->params.outputs, RH_SWITCH_DEPTH);
}

static bool write_csv(const struct arguments *a, struct rh_error *error) {
    struct rh_output output;
    if (a->csv == NULL)
        return true;
    if (!rh_output_open(&output, a->csv, error))
        return false;
    fprintf(output.file, "allocator,iterations,hold,hold_limit,inputs,outputs,queues,seed,load,clocks,arrived,refused,"
                         "delivered,held,throughput,mean,p50,p99\n");
    for (unsigned k = 0; k < a->runs; k++) {
        const struct rh_switch_setup *s = &a->setup;
        const struct rh_switch_result *r = &a->result[k];
        fprintf(output.file, "%s,%u,%s,%u,%u,%u,%s,%" PRIu64 ",%.6g,", s->ops->name, s->params.iterations,
                a->options.hold, s->config.hold_limit, s->params.inputs, s->params.outputs, a->queues, s->seed,
                a->load_of[k]);
        fprintf(output.file,
                "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.4f,%" PRIu64 ",%" PRIu64 "\n",
                r->clocks, r->arrived, r->refused, r->delivered, r->held, r->throughput, r->mean, r->p50, r->p99);
    }
    return rh_output_commit(&output, error);
}

static bool write_json(const struct arguments *a, struct rh_error *error) {
    const struct rh_switch_setup *s = &a->setup;
    struct rh_output output;
    if (a->json == NULL)
        return true;
    if (!rh_output_open(&output, a->json, error))
        return false;
    fprintf(output.file,
            "{\n  \"schema\": 1,\n  \"allocator\": \"%s\", \"iterations\": %u, \"hold\": \"%s\", \"hold_limit\": %u,\n"
            "  \"inputs\": %u, \"outputs\": %u, \"queues\": \"%s\", \"seed\": %" PRIu64 ",\n  \"runs\": [",
            s->ops->name, s->params.iterations, a->options.hold, s->config.hold_limit, s->params.inputs,
            s->params.outputs, a->queues, s->seed);
    for (unsigned k = 0; k < a->runs; k++) {
        const struct rh_switch_result *r = &a->result[k];
        fprintf(output.file,
                "%s\n    {\"load\": %.6g, \"clocks\": %" PRIu64 ", \"arrived\": %" PRIu64 ", \"refused\": %" PRIu64
                ", \"delivered\": %" PRIu64 ", \"held\": %" PRIu64 ", \"throughput\": %.6f, \"mean\": %.4f, "
                "\"p50\": %" PRIu64 ", \"p99\": %" PRIu64 "}",
                k == 0 ? "" : ",", a->load_of[k], r->clocks, r->arrived, r->refused, r->delivered, r->held,
                r->throughput, r->mean, r->p50, r->p99);
    }
    fprintf(output.file, "\n  ]\n}\n");
    return rh_output_commit(&output, error);
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
    struct arguments a = {.options = {.allocator = "islip", .hold = "none"}, .queues = "voq", .load = 1};
    struct rh_error error = {""};
    rh_params_usual(&rh_allocator_kind, &a.setup.params);
    a.setup.params.inputs = 16;
    a.clocks = 100000;
    a.seed = 1;
    int parsed = rh_cli_parse(&rh_cli_switch, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (!resolve(&a, &error) || (a.plot != NULL && !rh_plot_possible(&error)))
        return rh_cli_fail(&error);
    for (unsigned k = 0; k < a.runs; k++) {
        a.setup.load = a.load_of[k];
        if (!rh_switch_run(&a.setup, &a.result[k], &error))
            return rh_cli_fail(&error);
    }
    if (!write_csv(&a, &error) || !write_json(&a, &error) || !draw(&a, &error))
        return rh_cli_fail(&error);
    if (!rh_output_is_stdout(a.csv) && !rh_output_is_stdout(a.json) && !rh_output_is_stdout(a.plot))
        print_text(&a);
    return 0;
}

static const char *queue_word(unsigned index) {
    static const char *const words[] = {"voq", "fifo"};
    return index < 2 ? words[index] : NULL;
}

#define AT(member) RH_OPTION_AT(struct arguments, member)
static const struct rh_option own[] = {
    {.name = "queues",
     .value = "KIND",
     .kind = RH_OPTION_TEXT,
     AT(queues),
     .group = "traffic",
     .word = queue_word,
     .help = "voq: a queue an output at every input; fifo: one queue an input (default voq)"},
    {.name = "load",
     .value = "X",
     .kind = RH_OPTION_SHARE,
     AT(load),
     .given = offsetof(struct arguments, load_given),
     .help = "packets an input and clock, 0 to 1 (default 1)"},
    {.name = "loads",
     .value = "LIST",
     .kind = RH_OPTION_TEXT,
     AT(loads),
     .help = "several loads with commas between them, in place of --load"},
    {.name = "clocks",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(clocks),
     .least = 4,
     .most = UINT64_C(1000000000),
     .help = "clocks a load, the first quarter not measured (default 100000)"},
    {.name = "seed",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(seed),
     .most = UINT64_MAX,
     .help = "seed of the traffic (default 1)"},
    {.name = "csv",
     .value = "FILE",
     .kind = RH_OPTION_OUTPUT,
     AT(csv),
     .group = "output",
     .help = "write the rows as CSV; - is standard output"},
    {.name = "json",
     .value = "FILE",
     .kind = RH_OPTION_OUTPUT,
     AT(json),
     .help = "write the rows as JSON; - is standard output"},
    {.name = "plot",
     .value = "FILE.svg",
     .kind = RH_OPTION_OUTPUT,
     AT(plot),
     .help = "draw throughput and mean latency over load; needs gnuplot"},
};

const struct rh_cli rh_cli_switch = {
    .name = "switch",
    .meaning = "an input-queued switch under an allocator: throughput and latency",
    .about = "An input-queued switch under uniform random traffic: throughput and latency of an allocator's C model. "
             "By default 16 x 16 under islip, without a hold rule.",
    .examples = "switch --allocator pim\n"
                "switch --allocator islip --queues fifo --inputs 32\n"
                "switch --allocator wavefront --loads 0.5,0.8,0.9,0.95,0.99 --csv wavefront.csv",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0),
               RH_OPTION_TABLE(rh_allocator_options_rows, offsetof(struct arguments, options))},
    .run = run_command,
};
