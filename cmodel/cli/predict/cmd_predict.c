// SPDX-License-Identifier: Apache-2.0
// `rowhold predict`: analytic models beside the C model, on one stream or a suite.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "cmodel/cli/predict/rh_predict_network.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/files/rh_console.h"
#include "cmodel/kernel/rh_kernels.h"

struct arguments {
    struct rh_axes axes, models;
    struct rh_table_options table;
    const char *stream, *plot, *config, *percentiles;
    bool no_measure, times, quiet;
};

/* --model, which takes a list. */
struct choice {
    const char *name;
};
static const struct rh_option choice_rows[] = {
    RH_OPTION_ROW(struct choice, TEXT, "model", "NAME,...", name, .group = "the prediction", .word = rh_prediction_name,
                  .help = "models, or all (default)"),
};

static const struct rh_option *row_of(const struct rh_option *rows, unsigned count, const char *name) {
    unsigned i = 0;
    while (i < count && (rows[i].argument || strcmp(rows[i].name, name) != 0))
        i++;
    return &rows[i];
}

/* Bit by bit; all where none is named. */
static unsigned models_of(const struct arguments *a) {
    unsigned models = 0;
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        for (unsigned i = 0; a->models.count != 0 && i < a->models.axis[0].count; i++)
            models |= strcmp(a->models.axis[0].values[i], rh_prediction_name(model)) == 0 ? 1U << model : 0U;
    return a->models.count == 0 ? (1U << RH_PREDICTIONS) - 1U : models;
}

/* The argument is the list of --stream. */
static bool take_argument(struct arguments *a, struct rh_error *error) {
    if (a->stream == NULL)
        return true;
    if (rh_axes_have(&a->axes, "stream"))
        return rh_error_set(error, "predict: found argument '%s' and --stream, expected one of them", a->stream);
    return rh_axis_store(row_of(rh_options_rows, RH_OPTIONS_ROWS, "stream"), "predict", a->stream, &a->axes, error);
}

static bool check(struct arguments *a, struct rh_error *error) {
    uint64_t points = rh_axes_points(&a->axes);
    if (points > RH_AXIS_VALUES)
        return rh_error_set(error, "predict: found %" PRIu64 " runs, expected at most %d", points, RH_AXIS_VALUES);
    if (a->plot != NULL && a->no_measure)
        return rh_option_conflict(error, "--plot", "--no-measure", NULL, "a measurement to draw predictions over");
    if (a->percentiles != NULL && a->no_measure)
        return rh_option_conflict(error, "--percentiles", "--no-measure", NULL,
                                  "a measurement, for the models predict means");
    if (rh_axes_have(&a->axes, "network") && (a->plot != NULL || a->models.count != 0))
        return rh_option_excludes(error, a->plot != NULL ? "--plot" : "--model", "--network");
    return a->plot == NULL || rh_plot_possible(a->plot, error);
}

/* The error of a run, with where in the suite it lies. */
static int refuse(const struct rh_predict_suite *suite, unsigned i, int code, struct rh_error *error) {
    struct rh_error fault = *error;
    if (suite->count > 1) {
        char text[512];
        rh_axes_text(suite->axes, i, text, sizeof text);
        rh_error_set(error, "predict: %s: %s", text, fault.text);
    }
    return code;
}

/* Its file is read by the functional run, and by the closed loop. */
static bool resolve_kernel(struct rh_predict_run *run, struct rh_error *error) {
    const char *kernel = run->kernel.kernel;
    if (rh_run_kernel_is_alone(&run->kernel, &run->options))
        return rh_error_set(error, "--network: found none, expected a network");
    return (kernel == NULL || rh_kernels_find(kernel) != NULL || rh_options_again(kernel, error)) &&
           rh_run_kernel_check(&run->loop.kernel, &run->kernel, &run->options, error);
}

/* The options of a point. */
static bool apply(const struct arguments *a, struct rh_predict_run *run, unsigned i, struct rh_error *error) {
    run->options = rh_options_default();
    run->options.quiet = a->quiet;
    run->options.config = a->config;
    return rh_run_kernel_apply(&a->axes, i, &run->kernel, &run->options, error);
}

static bool resolve(const struct arguments *a, struct rh_predict_run *run, unsigned i, struct rh_error *error) {
    if (!apply(a, run, i, error))
        return false;
    const struct rh_file_use own[] = {{"--csv", a->table.csv, true},
                                      {"--json", a->table.json, true},
                                      {"--markdown", a->table.markdown, true},
                                      {"--plot", a->plot, true},
                                      {"--kernel", run->kernel.kernel, false}};
    const char *kernel = run->kernel.kernel;
    bool read = kernel == NULL && rh_synthetic_find(run->options.stream.stream) == NULL;
    if ((read && rh_axes_points(&a->axes) != 1 && !rh_options_again(run->options.stream.stream, error)) ||
        !resolve_kernel(run, error) || !rh_run_network_check(&run->options, error) ||
        !rh_options_files(&run->options, own, sizeof own / sizeof own[0], error) ||
        !rh_options_resolve(&run->options, &run->setup, error))
        return false;
    rh_run_kernel_memory(&run->loop.kernel, &run->options, &run->setup.preset);
    if (kernel != NULL)
        run->options.stream.stream = kernel; /* what it is called */
    return true;
}

/* Why a controller that has a model of its own has none here, once. */
static void note_uncovered(const struct rh_predict_suite *suite) {
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_setup *setup = &suite->run[i].setup;
        if (rh_grain_lines_covers(setup->ops->name, &setup->geometry, &setup->constraints))
            continue;
        const struct rh_traits *policy = rh_timeline_find(setup->ops->name);
        bool capped = setup->constraints.age_cap != 0 && policy != NULL && policy->merges && !policy->in_turn;
        if (setup->geometry.write_drain != 0) {
            fprintf(stderr, "note: %s: there is no model of reads and writes in turn\n",
                    setup->constraints.write_high != 0    ? "--write-drain"
                    : setup->constraints.write_queue != 0 ? "--write-queue"
                                                          : "--forward");
            return;
        }
        if (setup->geometry.closes) {
            fprintf(stderr, "note: --page: there is no model of a page policy\n");
            return;
        }
        if (setup->geometry.rank_bits != 0) {
            fprintf(stderr, "note: --preset: there is no model of ranks\n");
            return;
        }
        if ((setup->geometry.grain_bits != 0 || setup->geometry.subarray_group_bits != 0) && !capped) {
            fprintf(stderr, "note: --controller: there is no model of %s with grains or shared subarrays\n",
                    setup->ops->name);
            return;
        }
        if (policy == NULL || rh_timeline_covers(setup->ops->name, &setup->geometry, &setup->constraints))
            continue;
        if (policy->slots && setup->constraints.refresh > RH_REFRESH_ALL_BANK) {
            fprintf(stderr, "note: --refresh: there is no model of %s with banks that are refreshed one by one\n",
                    setup->ops->name);
            return;
        }
        fprintf(stderr, "note: %s: there is no model of %s\n", capped ? "--age-cap" : "--responses",
                capped ? "an age cap" : "a response FIFO that the data in flight can fill");
        return;
    }
}

/* All options are checked before the first run. */
static int run_all(const struct arguments *a, struct rh_predict_suite *suite, struct rh_error *error) {
    bool progress = !a->quiet && suite->count > 1 && rh_console_watched();
    for (unsigned i = 0; i < suite->count; i++)
        if (!resolve(a, &suite->run[i], i, error))
            return refuse(suite, i, 2, error);
    if (!a->quiet)
        note_uncovered(suite);
    for (unsigned i = 0; i < suite->count; i++) {
        if (rh_console_stopped())
            return refuse(suite, i, 2, error);
        if (progress && !rh_console_count(i, suite->count))
            fprintf(stderr, "\r%u of %u runs", i, suite->count);
        suite->run[i].options.quiet |= suite->count > 1; /* no notes */
        int code = rh_predict_run(suite, &suite->run[i], error);
        if (progress)
            rh_console_clear(40);
        if (code != 0)
            return refuse(suite, i, code, error);
    }
    return 0;
}

/* Closed loops, where there is a network. */
static int run_networks(const struct arguments *a, const struct rh_predict_suite *suite, struct rh_error *error) {
    for (unsigned i = 0; i < suite->count; i++)
        if (!resolve(a, &suite->run[i], i, error))
            return refuse(suite, i, 2, error);
    return rh_predict_network(suite, &a->table, a->quiet, error);
}

static bool write_files(const struct arguments *a, const struct rh_predict_suite *suite, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_predict, error))
        return false;
    char *axes = suite->count > 1 ? rh_axes_json(suite->axes) : NULL;
    result.configuration_text = suite->count > 1 ? axes : suite->run[0].configuration;
    result.json = rh_predict_json;
    result.user = suite;
    bool good = result.configuration_text != NULL && rh_predict_fill(suite, &result);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_predict, error);
    rh_table_result_close(&result);
    free(axes);
    return good && (a->plot == NULL || rh_predict_plot(suite, a->plot, error));
}

static int predict(struct arguments *a, struct rh_error *error) {
    if (!take_argument(a, error) || !check(a, error))
        return 2;
    struct rh_predict_suite suite = {.axes = &a->axes,
                                     .models = models_of(a),
                                     .measured = !a->no_measure,
                                     .times = a->times,
                                     .count = (unsigned)rh_axes_points(&a->axes)};
    if (!rh_percentiles_read(a->percentiles, &suite.percentiles, error))
        return 2;
    suite.run = calloc(suite.count, sizeof *suite.run);
    if (suite.run == NULL) {
        rh_table_no_memory(&rh_form_predict, error);
        return 2;
    }
    bool network = rh_axes_have(&a->axes, "network");
    int code = network ? run_networks(a, &suite, error) : run_all(a, &suite, error);
    if (network) {
        rh_predict_close(&suite);
        return code;
    }
    if (code == 0 && !write_files(a, &suite, error))
        code = 2;
    if (code == 0 && !a->quiet && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot))
        rh_predict_print(&suite, stdout);
    rh_predict_close(&suite);
    return code;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.plot = NULL};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_predict, argc, argv, &a);
    int code = parsed == 0 ? predict(&a, &error) : parsed == 1 ? 0 : 2;
    if (parsed == 0 && code != 0)
        (void)rh_cli_fail(&error);
    rh_axes_free(&a.axes);
    rh_axes_free(&a.models);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option argument[] = {
    ROW(INPUT, "STREAM", NULL, stream, .argument = true, .help = "the same as --stream; - is standard input"),
};
static const struct rh_option own[] = {
    ROW(FLAG, "no_measure", NULL, no_measure, .help = "predict alone: the C model is not run"),
    ROW(FLAG, "times", NULL, times,
        .help = "files have the processor's seconds, too; then their bytes differ from run to run"),
    ROW(CONFIG, "config", "FILE", config,
        .help = "YAML file of `option: values` lines, a list or a range each; the command line wins"),
    ROW(TEXT, "percentiles", "LIST", percentiles,
        .help = RH_PERCENTILES_HELP " (measured; of round trips with --network)"),
    ROW(OUTPUT, "plot", "FILE.svg", plot, .help = "draw predicted over measured efficiency; needs gnuplot"),
    ROW(FLAG, "quiet", NULL, quiet, .help = "no text"),
};

const struct rh_cli rh_cli_predict = {
    .name = "predict",
    .meaning = "analytic models of DRAM efficiency beside the C model",
    .about = "Predict what a controller does with a stream, and measure it with the C model on the same requests. With "
             "--network: what cores behind a request network get, and the bits that the design compares. With "
             "--kernel: what the requests of a GPU program's functional run let expect, beside the program's closed "
             "loop. "
             "Every option takes a list or a range; several runs are a suite, over which errors, correlation and "
             "polarity are worked out.",
    .examples = "predict --controller fr_fcfs --stream rand2\n"
                "predict my.csv.gz --preset gddr3_k4j52324qh --controller all --model rowhold,averaged\n"
                "predict --stream 'traces/*.gz' --queue 8:64:x2 --chips 1:4 --csv errors.csv --plot errors.svg\n"
                "predict --stream mixed --model rowhold --no-measure --json predicted.json\n"
                "predict --stream core_stencil --channels 8 --network mesh --controller banked_fifo --hold all\n"
                "predict --kernel scan,transpose --machine gt200 --grid 8,8 --network crossbar,mesh",
    .exits = "0 done, 1 the model broke its contract, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(argument, 0),
               RH_OPTION_LISTS(rh_options_rows, offsetof(struct arguments, axes), rh_axis_store),
               RH_OPTION_LISTS(rh_loop_options_rows, offsetof(struct arguments, axes), rh_axis_store),
               {rh_run_kernel_rows, RH_RUN_KERNEL_LOOP_ROWS, offsetof(struct arguments, axes), rh_axis_store, 0, NULL},
               RH_OPTION_LISTS(choice_rows, offsetof(struct arguments, models), rh_axis_store),
               RH_OPTION_TABLE(own, 0),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
