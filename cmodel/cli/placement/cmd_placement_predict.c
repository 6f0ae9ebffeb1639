// SPDX-License-Identifier: Apache-2.0
// `rowhold placement predict`: run time of kernels by where their arrays lie.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/placement/rh_placed.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"

struct arguments {
    struct rh_axes kernels;
    struct rh_placed_options options;
    struct rh_table_options table;
    const char *files, *placement;
    bool no_measure;
    struct rh_placed_machine machine;
    struct rh_placed_suite suite;
};

enum { SHOWN = false, HIDDEN = true };
static const struct rh_column columns[] = {
    {.name = "kernel", .kind = RH_CELL_TEXT, .wrap = 8},
    {.name = "placement",
     .heading = "place",
     .kind = RH_CELL_TEXT,
     .meaning = "of each array in order: G global, T texture, C constant, S shared"},
#define RH_PLACEMENT_EVENT(name_, unit, meaning_)                                                                      \
    {.name = #name_, .kind = RH_CELL_COUNT, .hidden = true, .meaning = meaning_ ", of an SM"},
#define RH_PLACEMENT_FIGURE(name_, shown, unit, meaning_)                                                              \
    {.name = #name_, .kind = RH_CELL_REAL, .hidden = shown, .meaning = meaning_},
#include "tables/placement.def"
    {.name = "measured",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "clocks of the C model's run; none with clocks that the run does not know: O_sync, O_SFU, O_CFdiv"},
    {.name = "error",
     .heading = "error %",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .meaning = "predicted / measured - 1"},
};
static const struct rh_column configuration[] = {
    {.name = "kernels", .kind = RH_CELL_TEXT, .meaning = "files, with commas between"},
    {.name = "placement", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "those asked for; none: all that fit"},
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset's values, chips included"},
    {.name = "channels", .kind = RH_CELL_COUNT},
    {.name = "map", .kind = RH_CELL_TEXT},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "window",
     .kind = RH_CELL_COUNT,
     .meaning = "requests for which a row counts as open; 0: order of arrival"},
    {.name = "form", .kind = RH_CELL_TEXT},
#define RH_SM_VALUE(name_, unit, least, most, defaults, meaning_)                                                      \
    {.name = "sm_" #name_, .kind = RH_CELL_COUNT, .meaning = meaning_},
#include "tables/placement.def"
};

const struct rh_form rh_form_placement_predict = {
    .name = "placement-predict",
    .command = "rowhold placement predict --json",
    .configuration = RH_FORM_PART("configuration", configuration, "kernels and machine"),
    .rows = RH_FORM_PART("rows", columns, "one a kernel and placement, kernel by kernel, the best predicted first"),
};

static bool add_configuration(struct rh_table *table, const struct arguments *a) {
    const struct rh_placed_machine *m = &a->machine;
    char files[4096] = "", map[RH_MAP_TEXT];
    for (unsigned k = 0, used = 0; k < a->suite.kernel_count && used < sizeof files; k++)
        used +=
            (unsigned)snprintf(files + used, sizeof files - used, "%s%s", k == 0 ? "" : ",", a->suite.kernels[k].file);
    rh_map_print(&m->map, map);
    bool good = rh_table_text(table, files) && rh_table_text(table, a->placement) &&
                rh_table_text(table, m->preset.name) && rh_options_preset_hash(&m->preset, table) &&
                rh_table_count(table, m->options.channels) && rh_table_text(table, map) &&
                rh_table_text(table, m->options.controller) && rh_table_count(table, m->options.queue) &&
                rh_table_count(table, m->window) && rh_table_text(table, m->options.form);
#define RH_SM_VALUE(name, unit, least, most, defaults, meaning) good = good && rh_table_count(table, m->sm.name);
#include "tables/placement.def"
    return good;
}

static bool add_row(struct rh_table *table, const struct arguments *a, const struct rh_placed *placed) {
    char letters[RH_KERNEL_ARRAYS + 1];
    const struct rh_placement_events *e = rh_placement_events(placed->counted);
    const struct rh_placement_figures *f = &placed->figures;
    bool good = rh_table_text(table, a->suite.kernels[placed->kernel].name) &&
                rh_table_text(table, rh_placed_letters(&a->suite, placed, letters));
#define RH_PLACEMENT_EVENT(name, unit, meaning)         good = good && rh_table_count(table, e->name);
#define RH_PLACEMENT_FIGURE(name, shown, unit, meaning) good = good && rh_table_real(table, f->name);
#include "tables/placement.def"
    if (placed->measured.clocks == 0)
        return good && rh_table_none(table) && rh_table_none(table);
    return good && rh_table_count(table, placed->measured.clocks) && rh_table_real(table, rh_placed_error(placed));
}

static void print_text(const struct arguments *a, const struct rh_table_result *result) {
    bool measured = a->suite.count > 0;
    for (unsigned k = 0; k < a->suite.kernel_count; k++) {
        const struct rh_kernel *kernel = &a->suite.kernels[k].kernel;
        printf("%s:", a->suite.kernels[k].name);
        for (unsigned i = 0; i < kernel->arrays; i++)
            printf(" %s", kernel->array[i].name);
        printf("\n");
    }
    printf("place: of these arrays, G global, T texture, C constant, S shared; in clocks\n\n");
    rh_table_print(result->rows, "", stdout);
    for (unsigned i = 0; i < a->suite.count; i++)
        measured = measured && a->suite.placed[i].measured.clocks > 0;
    if (!measured)
        return;
    const struct rh_placed_agreement agreement = rh_placed_agreement(&a->suite);
    char correlation[RH_PLACED_TEXT], polarity[RH_PLACED_TEXT];
    printf("\n%u placement%s: mean error %.1f %%, worst %.1f %%, correlation %s, polarity %s\n"
           "the best predicted takes %.1f %% longer than the best measured\n",
           agreement.placements, agreement.placements == 1 ? "" : "s", 100 * agreement.error, 100 * agreement.worst,
           rh_placed_text(agreement.correlation, 3, correlation), rh_placed_text(agreement.polarity, 2, polarity),
           100 * agreement.loss);
}

static bool report(struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_placement_predict, error))
        return false;
    bool good = add_configuration(result.configuration, a);
    for (unsigned i = 0; good && i < a->suite.count; i++)
        good = add_row(result.rows, a, &a->suite.placed[i]);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_placement_predict, error);
    if (good && !rh_table_options_stdout(&a->table))
        print_text(a, &result);
    rh_table_result_close(&result);
    return good;
}

static bool predict(struct arguments *a, struct rh_error *error) {
    if (!rh_placed_list("placement predict", a->files, &a->kernels, error))
        return false;
    const struct rh_axis *files = &a->kernels.axis[0];
    const struct rh_file_use machine[] = {{"--preset", rh_options_preset_file(a->options.preset), false},
                                          {"--sm", a->options.sm, false}};
    if (!rh_table_options_apart(&a->table, machine, 2, error))
        return false;
    for (unsigned k = 0; k < files->count; k++) {
        const struct rh_file_use kernel = {"KERNEL", files->values[k], false};
        if (!rh_table_options_apart(&a->table, &kernel, 1, error))
            return false;
    }
    if (!rh_placed_machine(&a->options, &a->machine, error) ||
        !rh_placed_open(&a->suite, &a->machine, files, a->placement, !a->no_measure, error))
        return false;
    rh_placed_predict(&a->suite, rh_overlap_default);
    rh_placed_sort(&a->suite);
    return report(a, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.options = rh_placed_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_placement_predict, argc, argv, &a);
    int code = parsed == 1 ? 0 : parsed != 0 ? 2 : predict(&a, &error) ? 0 : rh_cli_fail(&error);
    rh_placed_close(&a.suite);
    rh_axes_free(&a.kernels);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "KERNEL", NULL, files, .argument = true, .needed = true,
        .help = "YAML files of kernels: a.yaml,b.yaml or 'kernels/*.yaml'"),
    ROW(TEXT, "placement", "GTS,...", placement, .group = "placements",
        .help = "these alone: a letter an array, G global, T texture, C constant, S shared (default: all that fit)"),
    ROW(FLAG, "no_measure", NULL, no_measure, .help = "do not run them on the C model"),
};

const struct rh_cli rh_cli_placement_predict = {
    .name = "placement predict",
    .meaning = "run time of kernels by the memories that their arrays lie in",
    .about = "Predict the run time of GPU kernels for every placement of their arrays in global, texture, constant and "
             "shared memory (Huang and Li 2017), the best first; beside it what one SM in front of the C model of the "
             "memory takes.",
    .examples = "placement predict docs/examples/kernels/convolution.yaml\n"
                "placement predict 'docs/examples/kernels/*.yaml' --no-measure --csv placements.csv\n"
                "placement predict kernel.yaml --placement GGG,TCG --preset hbm2",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_placed_options_rows, offsetof(struct arguments, options)),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
