// SPDX-License-Identifier: Apache-2.0
// `rowhold kernel`: run time of a GPU kernel from memory and computation warp parallelism, for one kernel or a space of
// them by their counts, or for a program.
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/kernel/rh_kernel_fit.h"
#include "cmodel/cli/kernel/rh_kernel_program.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_config.h"
#include "cmodel/cli/rh_figures.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "cmodel/core/rh_near.h"
#include "rowhold/rh_warp_model.h"

/* One kernel on one machine; below 0 in `machine`: the value of the machine that is named. */
struct point {
    const char *name;
    struct rh_warp_machine machine;
    struct rh_warp_kernel kernel;
};

struct arguments {
    struct rh_sweep space; /* its axes alone */
    struct rh_sweep_view view;
    struct rh_table_options table;
    const char *plot, *config;
    uint8_t digits; /* decimals of MWP + 1; 0: all */
    bool rounded;
    const char *fit; /* --fit MACHINE */
    struct rh_kernel_program_options program;
};

static const char *gpu_word(unsigned index) {
    return index < rh_gpu_presets() ? rh_gpu_preset(index)->name : NULL;
}

static const char *machine_word(unsigned index) {
    return rh_warp_machine_name(index);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct point, kind, spelling, __VA_ARGS__)
enum { FIT = 1, PROGRAM = 2, COUNTS = 4 }; /* forms of the command */
static const struct rh_cli_form forms[] = {{"fit", NULL}, {"kernel", NULL}, {NULL, "a kernel's counts"}};
/* What a machine says of its memory holds for a program, too. */
#define OF_MEMORY(name)                                                                                                \
    (offsetof(struct rh_warp_machine, name) >= offsetof(struct rh_warp_machine, memory_clocks) &&                      \
     offsetof(struct rh_warp_machine, name) <= offsetof(struct rh_warp_machine, departure_coalesced))
static const struct rh_option point_rows[] = {
#define RH_KERNEL(name, unit, least, most, defaults, meaning)                                                          \
    ROW(REAL, #name, "X", kernel.name, .help = meaning, .forms = COUNTS),
#include "tables/warp_model.def"
    ROW(INPUT, "machine", "NAME|FILE", name, .group = "machine", .word = machine_word, .others = true,
        .help = "GPU, or a YAML file with its values (default fx5600); with --kernel one of `rowhold simulate`",
        .forms = PROGRAM | COUNTS),
#define RH_MACHINE(name, unit, least, most, meaning)                                                                   \
    ROW(REAL, #name, "X", machine.name, .help = meaning, .forms = OF_MEMORY(name) ? PROGRAM | COUNTS : COUNTS),
#include "tables/warp_model.def"
};
enum { ROWS = sizeof point_rows / sizeof point_rows[0] };

enum { SHOWN = false, HIDDEN = true };
static const struct rh_column columns[] = {
    {.name = "machine", .kind = RH_CELL_TEXT, .wrap = 8},
#define RH_KERNEL(name_, unit, least, most, defaults, meaning_)                                                        \
    {.name = "kernel_" #name_,                                                                                         \
     .heading = #name_,                                                                                                \
     .kind = RH_CELL_REAL,                                                                                             \
     .hidden = offsetof(struct rh_warp_kernel, name_) != offsetof(struct rh_warp_kernel, threads),                     \
     .meaning = meaning_},
#include "tables/warp_model.def"
#define RH_RUN(name_, shown, unit, meaning_)                                                                           \
    {.name = #name_, .kind = RH_CELL_REAL, .digits = 2, .hidden = shown, .meaning = meaning_},
#include "tables/warp_model.def"
    {.name = "bound_by", .heading = "bound by", .kind = RH_CELL_TEXT, .meaning = "memory, computation, or both"},
};
static const struct rh_column configuration[] = {
    {.name = "points", .kind = RH_CELL_TEXT, .meaning = "the options that were given, each with its values"},
    {.name = "digits", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "decimals that MWP is rounded to"},
};

const struct rh_form rh_form_kernel = {
    .name = "kernel",
    .command = "rowhold kernel --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the options that were given"),
    .rows = RH_FORM_PART("rows", columns, "one for each combination of the values"),
};

/* A machine of a file: each value once, all of them. */
static bool machine_file(const char *file, struct rh_warp_machine *machine, struct rh_error *error) {
    static const char *const names[] = {
#define RH_MACHINE(name, unit, least, most, meaning) #name,
#include "tables/warp_model.def"
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    struct rh_config config;
    bool good = rh_config_load(file, &config, error), there[NAMES] = {false};
    if (!good)
        return false;
    for (size_t i = 0; good && i < config.count; i++) {
        const struct rh_config_entry *entry = &config.entries[i];
        struct rh_near near = {.word = entry->key};
        char place[512], text[RH_NEAR_TEXT];
        unsigned n = 0;
        while (n < NAMES && !rh_option_is(&point_rows[ROWS - NAMES + n], entry->key, strlen(entry->key)))
            rh_near_offer(&near, names[n++]);
        (void)snprintf(place, sizeof place, "%s:%u:%u: %s", file, entry->value_line, entry->value_column, entry->key);
        if (n == NAMES)
            good = rh_error_set(error, "%s:%u:%u: found '%s', expected a value of a machine%s", file, entry->line,
                                entry->column, entry->key, rh_near_text(&near, text));
        else
            good = there[n] = rh_option_real(place, entry->value, (double *)machine + n, error);
    }
    for (unsigned n = 0; good && n < NAMES; n++)
        good = there[n] || rh_error_set(error, "%s: found no %s, expected every value of a machine", file, names[n]);
    rh_config_free(&config);
    return good;
}

static void apply_apart(const struct point *point, struct rh_warp_machine *machine) {
#define RH_MACHINE(name, unit, least, most, meaning)                                                                   \
    if (point->machine.name >= 0)                                                                                      \
        machine->name = point->machine.name;
#include "tables/warp_model.def"
}

/* The machine that is named, with the values that are given apart. */
static bool machine_of(const struct point *point, struct rh_warp_machine *machine, struct rh_error *error) {
    bool built_in = false;
    for (unsigned i = 0; rh_warp_machine_name(i) != NULL; i++)
        built_in |= strcmp(point->name, rh_warp_machine_name(i)) == 0;
    bool file = !built_in && strpbrk(point->name, "./") != NULL;
    if (!(file ? machine_file(point->name, machine, error) : rh_warp_machine_find(point->name, machine, error)))
        return false;
    apply_apart(point, machine);
    return true;
}

static struct rh_warp_machine nothing_apart(void) {
    return (struct rh_warp_machine){
#define RH_MACHINE(name, unit, least, most, meaning) .name = -1,
#include "tables/warp_model.def"
    };
}

static const char *bound_by(const struct rh_warp_run *run) {
    return run->which == 'm' ? "memory" : run->which == 'c' ? "computation" : "both";
}

static bool add_row(struct rh_table *table, const struct point *point, const struct rh_warp_run *run) {
    bool good = rh_table_text(table, point->name);
#define RH_KERNEL(name, unit, least, most, defaults, meaning) good = good && rh_table_real(table, point->kernel.name);
#define RH_RUN(name, shown, unit, meaning)                    good = good && rh_table_real(table, run->name);
#include "tables/warp_model.def"
    return good && rh_table_text(table, bound_by(run));
}

static bool add_figures(struct rh_figures *figures, unsigned row, const struct rh_warp_run *run) {
    bool good = true;
#define RH_RUN(name, shown, unit, meaning)                                                                             \
    {                                                                                                                  \
        json_t *value = json_real(run->name);                                                                          \
        good = good && value != NULL && rh_figures_put(figures, row, #name, value);                                    \
        json_decref(value);                                                                                            \
    }
#include "tables/warp_model.def"
    return good;
}

static const struct rh_column figures_of_one[] = {
    {.name = "figure", .kind = RH_CELL_TEXT},
    {.name = "value", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "unit", .kind = RH_CELL_TEXT},
    {.name = "meaning", .kind = RH_CELL_TEXT, .wrap = 24},
};

/* One kernel: each figure with its meaning. */
static bool print_one(const struct point *point, const struct rh_warp_run *run) {
    struct rh_table *table = rh_table_open(figures_of_one, sizeof figures_of_one / sizeof figures_of_one[0]);
    bool good = table != NULL;
#define RH_RUN(name, shown, unit, meaning)                                                                             \
    good = good && rh_table_text(table, #name) && rh_table_real(table, run->name) && rh_table_text(table, unit) &&     \
           rh_table_text(table, meaning);
#include "tables/warp_model.def"
    printf("%g threads a block on %s: bound by %s\n\n", point->kernel.threads, point->name, bound_by(run));
    if (good)
        rh_table_print(table, "  ", stdout);
    rh_table_close(table);
    return good;
}

/* Where in the space a refused point lies. */
static bool refuse(const struct arguments *a, uint64_t i, struct rh_error *error) {
    char text[512];
    struct rh_error fault = *error;
    rh_sweep_text(&a->space, i, text, sizeof text);
    if (a->space.count > 1)
        rh_error_set(error, "kernel: %s: %s", text, fault.text);
    return false;
}

static bool run_all(struct arguments *a, struct rh_table *table, struct rh_figures *figures, struct rh_error *error) {
    for (uint64_t i = 0; i < a->space.count; i++) {
        struct point point = {.name = "fx5600", .machine = nothing_apart(), .kernel = rh_warp_kernel_default()};
        struct rh_warp_machine machine;
        struct rh_warp_run run;
        if (!rh_axes_apply(&a->space.axes, i, &point, error) || !machine_of(&point, &machine, error) ||
            !rh_warp_model(&machine, &point.kernel, a->rounded ? a->digits : -1, &run, error))
            return refuse(a, i, error);
        bool talk = a->space.count == 1 && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot);
        if (!add_row(table, &point, &run) || !add_figures(figures, (unsigned)i, &run) ||
            (talk && !print_one(&point, &run)))
            return rh_table_no_memory(&rh_form_kernel, error);
    }
    return true;
}

static bool configure(const struct arguments *a, struct rh_table *table) {
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    for (unsigned i = 0; memory != NULL && i < a->space.axes.count; i++) {
        const struct rh_axis *axis = &a->space.axes.axis[i];
        fprintf(memory, "%s%s=", i == 0 ? "" : " ", axis->option->name);
        for (unsigned v = 0; v < axis->count; v++)
            fprintf(memory, "%s%s", v == 0 ? "" : ",", axis->values[v]);
    }
    bool good = memory != NULL && fclose(memory) == 0 && rh_table_text(table, text) &&
                (a->rounded ? rh_table_count(table, a->digits) : rh_table_none(table));
    free(text);
    return good;
}

static bool kernel(struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    struct rh_figures figures = {.names = NULL};
    const struct rh_file_use uses[] = {{"--config", a->config, false}, {"--plot", a->plot, true}};
    a->space.count = rh_axes_points(&a->space.axes);
    a->space.part = a->space.parts = 1;
    if (a->plot == NULL && (a->view.x != NULL || a->view.y != NULL))
        return rh_option_lacks(error, a->view.x != NULL ? "--x" : "--y", "--plot");
    if (a->view.y == NULL)
        a->view.y = "microseconds";
    if (a->space.count > RH_AXIS_VALUES)
        return rh_error_set(error, "kernel: found %" PRIu64 " combinations, expected at most %d", a->space.count,
                            RH_AXIS_VALUES);
    if (!rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) ||
        (a->plot != NULL && !rh_plot_possible(a->plot, error)) ||
        !rh_table_result_open(&result, &rh_form_kernel, error))
        return false;
    bool good = rh_figures_open(&figures, (unsigned)a->space.count) && configure(a, result.configuration);
    good = good ? run_all(a, result.rows, &figures, error) : rh_table_no_memory(&rh_form_kernel, error);
    good = good && rh_table_write(&result, &a->table, error);
    if (good && a->plot != NULL)
        good = rh_sweep_draw(&a->space, &a->view, &figures, a->plot, error);
    if (good && a->space.count > 1 && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot))
        rh_table_print(result.rows, "", stdout);
    rh_figures_close(&figures);
    rh_table_result_close(&result);
    return good;
}

/* A program on one machine, whose memory is given by constants, or has those of the paper. */
static bool program(struct arguments *a, struct rh_error *error) {
    struct point point = {.machine = nothing_apart()};
    struct rh_warp_machine constants = nothing_apart();
    struct rh_error unknown;
    if (rh_axes_points(&a->space.axes) != 1)
        return rh_error_set(error, "--kernel: found %" PRIu64 " combinations beside it, expected one",
                            rh_axes_points(&a->space.axes));
    if (!rh_axes_apply(&a->space.axes, 0, &point, error))
        return false;
    if (point.name != NULL)
        (void)rh_warp_machine_find(point.name, &constants, &unknown);
    apply_apart(&point, &constants);
    const struct rh_coupled_memory constant = {constants.memory_clocks, constants.departure_uncoalesced,
                                               constants.departure_coalesced};
    a->program.run.machine = point.name;
    return rh_kernel_program_report(&a->program, &constant, &a->table, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.plot = NULL, .program.common = rh_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_kernel, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    bool good = a.fit != NULL ? (a.program.run.machine = a.fit, rh_kernel_fit_report(&a.program, &a.table, &error))
                : a.program.run.kernel != NULL ? program(&a, &error)
                                               : kernel(&a, &error);
    int code = good ? 0 : rh_cli_fail(&error);
    rh_axes_free(&a.space.axes);
    return code;
}

#undef ROW
#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(CONFIG, "config", "FILE", config, .group = "output",
        .help = "YAML file of `option: value` lines, a list as [a, b]; the command line wins"),
    ROW(TEXT, "fit", "MACHINE", fit, .word = gpu_word,
        .help = "run microbenchmarks on a machine of `rowhold simulate`, and find what its memory is like to this "
                "model"),
    ROW(NUMBER, "memory_latency", "N", program.memory_latency, .most = 100000,
        .given = offsetof(struct arguments, program.perfect), .forms = FIT,
        .help = "a memory that always takes so many core clocks in place of network and DRAM"),
    ROW(NUMBER, "digits", "N", digits, .most = 9, .given = offsetof(struct arguments, rounded),
        .help = "round MWP to N decimals, as a calculation by hand does", .forms = COUNTS),
    ROW(OUTPUT, "plot", "FILE.svg", plot, .help = "draw the figure --y over --x; needs gnuplot", .forms = COUNTS),
    ROW(TEXT, "x", "NAME", view.x, .help = "the axis (default: the last with several values)", .forms = COUNTS),
    ROW(TEXT, "y", "NAME", view.y, .help = "the figure (default microseconds)", .forms = COUNTS),
};

const struct rh_cli rh_cli_kernel = {
    .name = "kernel",
    .meaning = "predicted run time of a GPU kernel: memory and computation warp parallelism",
    .about = "Predict the run time of a GPU kernel from counts of its instructions and its occupancy (Hong and Kim "
             "2009): how many warps wait for memory at once (MWP), and how many compute meanwhile (CWP). Every value "
             "takes a list or a range, and all combinations are predicted. With --kernel the counts are those of a "
             "program that runs, without a memory first; it is predicted with constants for its memory, and with this "
             "project's model of the memory at the traffic that it makes, and measured in closed loop.",
    .examples = "kernel --threads 128 --blocks 80 --computation 27 --uncoalesced 6 --synchronisations 6 --digits 2\n"
                "kernel --config kernel.yaml --machine all\n"
                "kernel --config kernel.yaml --threads 32:512:32 --plot threads.svg\n"
                "kernel --kernel stream_copy --grid 256 --machine gt200",
    .exits = "0 done, 2 usage or input error",
    .forms = forms,
    .tables = {RH_OPTION_LISTS(point_rows, offsetof(struct arguments, space.axes), rh_axis_store),
               RH_OPTION_PART(rh_run_kernel_rows, 1, offsetof(struct arguments, program.run), PROGRAM, NULL),
               RH_OPTION_PART(rh_run_kernel_rows + RH_RUN_KERNEL_GRID_AT, 3, offsetof(struct arguments, program.run),
                              PROGRAM, NULL),
               RH_OPTION_PART(rh_run_kernel_rows + RH_RUN_KERNEL_CYCLES_AT, 1, offsetof(struct arguments, program.run),
                              FIT, NULL),
               RH_OPTION_PART(rh_run_kernel_rows + RH_RUN_KERNEL_CTAS_AT, 3, offsetof(struct arguments, program.run),
                              PROGRAM, NULL),
               RH_OPTION_PART(rh_kernel_program_rows, RH_KERNEL_PROGRAM_ROWS, offsetof(struct arguments, program),
                              FIT | PROGRAM, NULL),
               RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
