// SPDX-License-Identifier: Apache-2.0
// `rowhold placement fit`: the coefficients of T_overlap, from one set of kernels, tried on another.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/placement/rh_placed.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/files/rh_output.h"
#include "rowhold/rh_least_squares.h"

enum { TRAIN, TEST, SETS };
static const char *const set_names[SETS] = {"train", "test"};

struct arguments {
    const char *files[SETS], *rows;
    struct rh_axes kernels[SETS];
    struct rh_placed_options options;
    struct rh_table_options table;
    struct rh_placed_machine machine;
    struct rh_placed_suite suite[SETS];
    double coefficients[RH_OVERLAPS];
    unsigned used; /* placements that the coefficients were fitted to */
};

static const struct rh_column coefficients[] = {
    {.name = "term", .kind = RH_CELL_TEXT},
    {.name = "coefficient", .kind = RH_CELL_REAL, .digits = 6},
};
static const struct rh_column members[] = {
    {.name = "fitted_to", .kind = RH_CELL_COUNT, .meaning = "placements of the training kernels"},
#define AGREEMENT(set)                                                                                                 \
    {.name = set "_kernels", .kind = RH_CELL_COUNT}, {.name = set "_placements", .kind = RH_CELL_COUNT},               \
        {.name = set "_error", .kind = RH_CELL_REAL, .meaning = "mean absolute, share of the measured time"},          \
        {.name = set "_worst", .kind = RH_CELL_REAL, .meaning = "greatest absolute error"},                            \
        {.name = set "_correlation", .kind = RH_CELL_REAL, .maybe = true},                                             \
        {.name = set "_polarity", .kind = RH_CELL_REAL, .maybe = true}, {                                              \
        .name = set "_loss", .kind = RH_CELL_REAL,                                                                     \
        .meaning = "mean over the kernels: measured time of the best predicted / best measured - 1"                    \
    }
    AGREEMENT("train"),
    AGREEMENT("test"),
};
static const struct rh_column placements[] = {
    {.name = "set", .kind = RH_CELL_TEXT, .meaning = "train or test"},
    {.name = "kernel", .kind = RH_CELL_TEXT},
    {.name = "placement", .kind = RH_CELL_TEXT},
    {.name = "predicted", .kind = RH_CELL_REAL},
    {.name = "measured", .kind = RH_CELL_COUNT},
    {.name = "error", .kind = RH_CELL_REAL, .meaning = "predicted / measured - 1"},
};
static const struct rh_column configuration[] = {
    {.name = "train", .kind = RH_CELL_TEXT},
    {.name = "test", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset's values, chips included"},
    {.name = "channels", .kind = RH_CELL_COUNT},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "window",
     .kind = RH_CELL_COUNT,
     .meaning = "requests for which a row counts as open; 0: order of arrival"},
};

const struct rh_form rh_form_placement_fit = {
    .name = "placement-fit",
    .command = "rowhold placement fit --json",
    .configuration = RH_FORM_PART("configuration", configuration, "kernels and machine"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", coefficients, "one a term of T_overlap_ratio"),
    .more = RH_FORM_PART("placements", placements, "one a kernel and placement"),
};

/* A residual counts as a share of the run time: the ratio's by T_mem / T. */
static void fit(struct arguments *a) {
    const struct rh_placed_suite *suite = &a->suite[TRAIN];
    struct rh_least_squares sums = {.columns = RH_OVERLAPS};
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_placed *placed = &suite->placed[i];
        double terms[RH_OVERLAPS], clocks = (double)placed->measured.clocks;
        struct rh_placement_figures figures;
        if (!rh_placement_time_of(placed->counted, clocks, &figures) || figures.mem <= 0)
            continue;
        rh_placement_terms(placed->counted, terms);
        rh_least_squares_add(&sums, terms, figures.ratio, figures.mem / clocks);
    }
    a->used = (unsigned)sums.rows;
    rh_least_squares_solve(&sums, a->coefficients);
}

static bool add_configuration(struct rh_table *table, const struct arguments *a) {
    return rh_table_text(table, a->files[TRAIN]) && rh_table_text(table, a->files[TEST]) &&
           rh_table_text(table, a->machine.preset.name) && rh_options_preset_hash(&a->machine.preset, table) &&
           rh_table_count(table, a->options.channels) && rh_table_text(table, a->options.controller) &&
           rh_table_count(table, a->options.queue) && rh_table_count(table, a->machine.window);
}

static bool maybe(struct rh_table *table, double value) {
    return isnan(value) ? rh_table_none(table) : rh_table_real(table, value);
}

static bool add_agreement(struct rh_table *table, const struct rh_placed_suite *suite) {
    const struct rh_placed_agreement x = rh_placed_agreement(suite);
    return rh_table_count(table, suite->kernel_count) && rh_table_count(table, x.placements) &&
           rh_table_real(table, x.error) && rh_table_real(table, x.worst) && maybe(table, x.correlation) &&
           maybe(table, x.polarity) && rh_table_real(table, x.loss);
}

static bool add_placements(struct rh_table *table, const struct arguments *a, unsigned set) {
    const struct rh_placed_suite *suite = &a->suite[set];
    bool good = true;
    for (unsigned i = 0; good && i < suite->count; i++) {
        const struct rh_placed *placed = &suite->placed[i];
        char letters[RH_KERNEL_ARRAYS + 1];
        good = rh_table_text(table, set_names[set]) && rh_table_text(table, suite->kernels[placed->kernel].name) &&
               rh_table_text(table, rh_placed_letters(suite, placed, letters)) &&
               rh_table_real(table, placed->figures.predicted) && rh_table_count(table, placed->measured.clocks) &&
               rh_table_real(table, rh_placed_error(placed));
    }
    return good;
}

static bool fill(const struct arguments *a, struct rh_table_result *result) {
    bool good = add_configuration(result->configuration, a) && rh_table_count(result->members, a->used);
    for (unsigned i = 0; good && i < RH_OVERLAPS; i++)
        good = rh_table_text(result->rows, rh_overlap_name(i)) && rh_table_real(result->rows, a->coefficients[i]);
    for (unsigned set = 0; good && set < SETS; set++)
        good = add_agreement(result->members, &a->suite[set]) && add_placements(result->more, a, set);
    return good;
}

/* Rows as tables/overlap.def has them. */
static bool write_rows(const struct arguments *a, struct rh_error *error) {
    struct rh_output output = {.file = NULL};
    if (a->rows == NULL)
        return true;
    if (!rh_output_open(&output, a->rows, error))
        return false;
    fprintf(
        output.file,
        "// SPDX-License-Identifier: Apache-2.0\n"
        "// Coefficients of T_overlap_ratio (rh_placement.h, equation 11), written by scripts/experiment placement: "
        "fitted to\n// %u placements of",
        a->used);
    for (unsigned k = 0; k < a->suite[TRAIN].kernel_count; k++)
        fprintf(output.file, "%s %s", k == 0 ? "" : ",", a->suite[TRAIN].kernels[k].name);
    fprintf(output.file,
            ";\n// %s, %u channel%s an SM, %s with a queue of %u.\n// RH_OVERLAP_COEFFICIENT(name, value)\n",
            a->machine.preset.name, a->options.channels, a->options.channels == 1 ? "" : "s", a->options.controller,
            a->options.queue);
    for (unsigned i = 0; i < RH_OVERLAPS; i++)
        fprintf(output.file, "RH_OVERLAP_COEFFICIENT(%s, %.9g)\n", rh_overlap_name(i), a->coefficients[i]);
    return rh_output_commit(&output, error);
}

static void print_text(const struct arguments *a, const struct rh_table_result *result) {
    rh_table_print(result->rows, "", stdout);
    printf("\nfitted to %u placements\n", a->used);
    for (unsigned set = 0; set < SETS; set++) {
        const struct rh_placed_agreement x = rh_placed_agreement(&a->suite[set]);
        char correlation[RH_PLACED_TEXT], polarity[RH_PLACED_TEXT];
        printf("%-5s  %2u kernels, %3u placements: mean error %.1f %%, worst %.1f %%,\n"
               "       correlation %s, polarity %s, loss by choice %.1f %%\n",
               set_names[set], a->suite[set].kernel_count, x.placements, 100 * x.error, 100 * x.worst,
               rh_placed_text(x.correlation, 3, correlation), rh_placed_text(x.polarity, 2, polarity), 100 * x.loss);
    }
}

static bool report(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_placement_fit, error))
        return false;
    bool good = fill(a, &result);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_placement_fit, error);
    good = good && write_rows(a, error);
    if (good && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->rows))
        print_text(a, &result);
    rh_table_result_close(&result);
    return good;
}

static bool open_set(struct arguments *a, unsigned set, const char *option, struct rh_error *error) {
    const struct rh_file_use rows = {"--rows", a->rows, true};
    if (a->files[set] == NULL)
        return rh_error_set(error, "%s: found nothing, expected kernels", option);
    if (!rh_placed_list(option, a->files[set], &a->kernels[set], error))
        return false;
    for (unsigned k = 0; k < a->kernels[set].axis[0].count; k++) {
        const struct rh_file_use uses[] = {rows, {option, a->kernels[set].axis[0].values[k], false}};
        if (!rh_table_options_apart(&a->table, uses, 2, error))
            return false;
    }
    if (!rh_placed_open(&a->suite[set], &a->machine, &a->kernels[set].axis[0], NULL, true, error))
        return false;
    for (unsigned i = 0; i < a->suite[set].count; i++)
        if (a->suite[set].placed[i].measured.clocks == 0)
            return rh_error_set(error,
                                "%s: found %s with clocks of barriers, special units or branches, expected a "
                                "kernel that can be run",
                                option, a->suite[set].kernels[a->suite[set].placed[i].kernel].file);
    return true;
}

/* No kernel is tried on itself: as with files that are written, each is a file of its own. */
static bool sets_apart(const struct arguments *a, struct rh_error *error) {
    const struct rh_axis *train = &a->kernels[TRAIN].axis[0], *test = &a->kernels[TEST].axis[0];
    for (unsigned i = 0; i < train->count; i++)
        for (unsigned k = 0; k < test->count; k++) {
            const struct rh_file_use uses[] = {{"--test", test->values[k], true}, {"--train", train->values[i], false}};
            if (!rh_files_apart(uses, 2, error))
                return false;
        }
    return true;
}

static bool fit_command(struct arguments *a, struct rh_error *error) {
    if (!rh_placed_machine(&a->options, &a->machine, error) || !open_set(a, TRAIN, "--train", error) ||
        !open_set(a, TEST, "--test", error) || !sets_apart(a, error))
        return false;
    fit(a);
    for (unsigned set = 0; set < SETS; set++)
        rh_placed_predict(&a->suite[set], a->coefficients);
    return report(a, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.options = rh_placed_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_placement_fit, argc, argv, &a);
    int code = parsed == 1 ? 0 : parsed != 0 ? 2 : fit_command(&a, &error) ? 0 : rh_cli_fail(&error);
    for (unsigned set = 0; set < SETS; set++) {
        rh_placed_close(&a.suite[set]);
        rh_axes_free(&a.kernels[set]);
    }
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "train", "KERNELS", files[TRAIN], .group = "kernels",
        .help = "that the coefficients are fitted to: a.yaml,b.yaml or 'train/*.yaml'"),
    ROW(INPUT, "test", "KERNELS", files[TEST], .help = "that they are tried on"),
    ROW(OUTPUT, "rows", "FILE", rows, .help = "write the coefficients as include/tables/overlap.def has them"),
};

const struct rh_cli rh_cli_placement_fit = {
    .name = "placement fit",
    .meaning = "fit how computation and memory time overlap, and try it",
    .about = "Linear regression of T_overlap / T_mem on event ratios (Huang and Li 2017, equations 11 and 12): all "
             "placements of the training kernels are run on the C model, and the coefficients are tried on the test "
             "kernels.",
    .examples = "placement fit --train md.yaml,spmv.yaml --test fft.yaml,scan.yaml --rows overlap.def",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_placed_options_rows, offsetof(struct arguments, options)),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
