// SPDX-License-Identifier: Apache-2.0
// `rowhold energy`: pJ a bit by component, counted in a run, in a command trace, or stated.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/energy/rh_energy_table.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_plot.h"
#include "rowhold/rh_preset_file.h"

enum { MOST_ROWS = 64, ACCESSES_MOST = 1000, POWER_MOST = 1000000 };

struct arguments {
    struct rh_options options;
    struct rh_energy_options energy;
    struct rh_table_options table;
    const char *preset, *commands, *plot;
    double accesses, power;
    unsigned stacks;
    bool accesses_given, power_given, published;
    struct rh_energy_row rows[MOST_ROWS];
    unsigned count;
};

/* An option that only a run of the C model has a use for. */
static const char *run_option(const struct rh_options *options) {
    const struct rh_options defaults = rh_options_default();
    return strcmp(options->stream.stream, defaults.stream.stream) != 0 ? "--stream"
           : strcmp(options->controller, defaults.controller) != 0     ? "--controller"
           : options->stream.requests != 0                             ? "--requests"
           : options->stream.channels != 0                             ? "--channels"
                                                                       : NULL;
}

/* One way of counting: --published, --accesses, --commands-from or a run. */
static bool check_way(const struct arguments *a, struct rh_error *error) {
    const char *way = a->published ? "--published" : a->accesses_given ? "--accesses" : "--commands-from";
    const char *run = run_option(&a->options);
    bool none = !a->published && !a->accesses_given && a->commands == NULL;
    if (a->published && (a->accesses_given || a->commands != NULL || a->plot != NULL || a->power_given ||
                         a->preset != NULL || a->energy.kind != NULL || a->energy.stated))
        return rh_option_conflict(error, way, "other options", NULL, "none but --csv, --json and --markdown");
    if (a->accesses_given && a->commands != NULL)
        return rh_option_excludes(error, way, "--commands-from");
    if (!none && run != NULL)
        return rh_option_excludes(error, way, run);
    if (a->commands != NULL && a->preset == NULL)
        return rh_option_lacks(error, way, "--preset");
    return !a->accesses_given || (a->accesses >= 1 && a->accesses <= ACCESSES_MOST) ||
           rh_error_set(error, "--accesses: found %.6g, expected 1 to %d", a->accesses, ACCESSES_MOST);
}

static bool check(const struct arguments *a, struct rh_error *error) {
    bool file = a->preset != NULL && rh_preset_is_file(a->preset);
    const struct rh_file_use uses[] = {
        {"--plot", a->plot, true},
        {"--commands-from", a->commands, false},
        {"--stream", rh_synthetic_find(a->options.stream.stream) != NULL ? NULL : a->options.stream.stream, false},
        {"--preset", file ? a->preset : NULL, false},
    };
    if (!check_way(a, error))
        return false;
    if (!(a->power > 0 && a->power <= POWER_MOST))
        return rh_error_set(error, "--power-limit: found %.6g, expected more than 0 and at most %d", a->power,
                            POWER_MOST);
    return rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) &&
           (a->plot == NULL || rh_plot_possible(a->plot, error));
}

/* One run: of the preset that the options name. */
static int run_preset(struct arguments *a, const char *preset, struct rh_error *error) {
    bool note = a->count == 0;
    a->options.preset = preset;
    return rh_energy_run(&a->options, &a->energy, note, &a->rows[a->count++], error);
}

/* The built-in presets that have energies; where the data are said, those that hang on them. */
static bool is_run(const struct arguments *a, const char *preset) {
    const struct rh_energy *energy = rh_energy_find(preset);
    return energy != NULL && !(a->energy.stated && rh_energy_by_currents(energy));
}

static int run_all(struct arguments *a, struct rh_error *error) {
    int code = 0;
    if (rh_synthetic_find(a->options.stream.stream) == NULL && !rh_options_again(a->options.stream.stream, error))
        return 2;
    for (unsigned i = 0; code == 0 && i < rh_preset_count() && a->count < MOST_ROWS; i++)
        if (is_run(a, rh_preset_name(i)))
            code = run_preset(a, rh_preset_name(i), error);
    return code;
}

/* Every kind, or that of --kind or --preset. */
static bool state_all(struct arguments *a, struct rh_error *error) {
    const struct rh_energy *one = NULL;
    if (a->energy.kind != NULL || a->preset != NULL) {
        one = rh_energy_choose(&a->energy, a->preset, a->preset, error);
        if (one == NULL)
            return false;
        if (rh_energy_by_currents(one))
            return rh_error_set(error,
                                "--accesses: found %s, whose standby hangs on the clocks of a run, expected a "
                                "kind of the FGDRAM paper",
                                one->name);
    }
    for (unsigned i = 0; rh_energy_at(i) != NULL && a->count < MOST_ROWS; i++)
        if (one == rh_energy_at(i) || (one == NULL && !rh_energy_by_currents(rh_energy_at(i))))
            rh_energy_state(rh_energy_at(i), &a->energy, a->accesses, &a->rows[a->count++]);
    return true;
}

static int fill(struct arguments *a, struct rh_error *error) {
    const char *preset = a->preset != NULL ? a->preset : a->energy.kind;
    if (a->accesses_given)
        return state_all(a, error) ? 0 : 2;
    if (a->commands != NULL) {
        a->options.preset = a->preset;
        return rh_energy_trace(&a->options, &a->energy, a->commands, &a->rows[a->count++], error) ? 0 : 2;
    }
    return preset != NULL ? run_preset(a, preset, error) : run_all(a, error);
}

static bool report(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    const char *stream = a->accesses_given ? NULL : a->options.stream.stream;
    const struct rh_energy_view view = {
        .options = &a->energy,
        .source = a->commands != NULL ? a->commands : stream,
        .accesses = a->accesses,
        .power = a->power,
        .stacks = a->stacks,
        .limited = a->power_given,
        .rows = a->rows,
        .count = a->count,
    };
    if ((a->plot != NULL && !rh_energy_plot(&view, a->plot, error)) ||
        !rh_table_result_open(&result, &rh_form_energy, error))
        return false;
    bool good = rh_energy_fill(&result, &view) ? rh_table_write(&result, &a->table, error)
                                               : rh_table_no_memory(&rh_form_energy, error);
    if (good && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot))
        rh_energy_print(stdout, &view);
    rh_table_result_close(&result);
    return good;
}

static int run_command(int argc, char **argv) {
    struct rh_error error = {""};
    struct arguments a = {
        .options = rh_options_default(),
        .energy = {.toggle_rate = RH_ENERGY_DEFAULT_ACTIVITY, .ones_share = RH_ENERGY_DEFAULT_ACTIVITY},
        .power = 60,
        .stacks = 4,
    };
    int parsed = rh_cli_parse(&rh_cli_energy, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (!check(&a, &error))
        return rh_cli_fail(&error);
    if (a.published)
        return rh_energy_published_write(&a.table, &error) ? 0 : rh_cli_fail(&error);
    int code = fill(&a, &error);
    if (code == 0 && report(&a, &error))
        return 0;
    (void)rh_cli_fail(&error);
    return code == 1 ? 1 : 2;
}

static const char *kind_word(unsigned index) {
    return rh_energy_at(index) != NULL ? rh_energy_at(index)->name : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "preset", "NAME|FILE", preset, .group = "energy", .word = rh_preset_word, .others = true,
        .help = "DRAM preset, or a YAML file with one (default: each that has energies)"),
    ROW(TEXT, "kind", "NAME", energy.kind, .word = kind_word,
        .help =
            "whose energies count (default: those of the preset, or of the built-in one that its file has as base); "
            "without --preset that preset"),
    ROW(INPUT, "commands_from", "FILE", commands, .help = "count this command trace in place of a run; with --preset"),
    ROW(REAL, "accesses", "X", accesses, .given = offsetof(struct arguments, accesses_given),
        .help = "no run: so many accesses of 32 bytes an activate, of every kind"),
    ROW(SHARE, "toggle_rate", "X", energy.toggle_rate, .given = offsetof(struct arguments, energy.stated),
        .help = "lines that toggle from beat to beat, where a trace has no data (default 0.5)"),
    ROW(SHARE, "ones_share", "X", energy.ones_share, .given = offsetof(struct arguments, energy.stated),
        .help = "ones, where a trace has no data (default 0.5)"),
    ROW(FLAG, "dbi", NULL, energy.inverted, .given = offsetof(struct arguments, energy.stated),
        .help = "data-bus inversion: a byte goes inverted where that costs less, by ones (DC) or, for hbm2, by toggles "
                "(AC)"),
    ROW(REAL, "power_limit", "W", power, .given = offsetof(struct arguments, power_given),
        .help = "print what so many watts allow, too (CSV, JSON and --plot without it: 60)"),
    ROW(NUMBER, "stacks", "N", stacks, .least = 1, .most = 64, .help = "stacks of DRAM whose peak counts (default 4)"),
    ROW(OUTPUT, "plot", "FILE.svg", plot, .help = "draw the power limit over bandwidth, and the kinds; needs gnuplot"),
    ROW(FLAG, "published", NULL, published,
        .help = "instead: what the FGDRAM paper publishes, and which activity that implies"),
};

const struct rh_cli rh_cli_energy = {
    .name = "energy",
    .meaning = "pJ a bit by component: activation, data movement, I/O, refresh, standby",
    .about =
        "Energy of a DRAM a bit that it moves, by component: commands and clocks of standby counted in a run of the C "
        "model or in a command trace. Of the FGDRAM paper's kinds activates may be stated instead; toggles and ones "
        "are counted in the data of a trace, or stated.",
    .examples = "energy --stream rand2\n"
                "energy writes.csv --preset qb_hbm --dbi\n"
                "energy --commands-from commands.csv --preset ddr4_2400\n"
                "energy --accesses 2.93 --toggle-rate 0.31 --ones-share 0.28 --power-limit 60 --plot limit.svg\n"
                "energy --published",
    .exits = "0 done, 1 the judge found a broken DRAM rule or the model broke its contract, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTIONS_RUN_TABLES(offsetof(struct arguments, options)),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
