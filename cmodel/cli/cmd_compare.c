// SPDX-License-Identifier: Apache-2.0
// `rowhold compare`: two results of `simulate`, figure by figure.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_figures.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_table.h"

struct arguments {
    const char *files[2];
    struct rh_table_options table;
    double tolerance;
    bool limited, all;
};

static const struct rh_column configuration[] = {
    {.name = "a", .kind = RH_CELL_TEXT, .meaning = "configuration_hash of A"},
    {.name = "b", .kind = RH_CELL_TEXT, .meaning = "configuration_hash of B"},
    {.name = "all", .kind = RH_CELL_FLAG},
    {.name = "tolerance", .kind = RH_CELL_REAL, .maybe = true},
};
static const struct rh_column members[] = {
    {.name = "figures", .kind = RH_CELL_COUNT, .meaning = "of either result"},
    {.name = "different",
     .kind = RH_CELL_COUNT,
     .meaning = "figures farther apart than allowed, or of one result alone"},
};
static const struct rh_column columns[] = {
    {.name = "figure", .kind = RH_CELL_TEXT, .meaning = "docs/tables/stats.md"},
    {.name = "a", .heading = "A", .kind = RH_CELL_REAL, .digits = 4, .maybe = true},
    {.name = "b", .heading = "B", .kind = RH_CELL_REAL, .digits = 4, .maybe = true},
    {.name = "difference", .kind = RH_CELL_REAL, .digits = 4, .maybe = true, .meaning = "b - a"},
    {.name = "relative",
     .heading = "of A %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .maybe = true,
     .meaning = "(b - a) / a"},
};

const struct rh_form rh_form_compare = {
    .name = "compare",
    .command = "rowhold compare --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "the configurations of both results, and what counts as different"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", columns, "one a figure that differs, or every one with --all"),
};

static bool add_cell(struct rh_table *table, bool there, bool real, double value) {
    return !there ? rh_table_none(table) : real ? rh_table_real(table, value) : rh_table_whole(table, value);
}

static bool add_row(struct rh_table *table, const char *name, struct rh_figure a, struct rh_figure b) {
    return rh_table_text(table, name) && add_cell(table, a.there, a.real, a.value) &&
           add_cell(table, b.there, b.real, b.value) &&
           add_cell(table, a.there && b.there, a.real || b.real, b.value - a.value) &&
           (a.there && b.there && fabs(a.value) > 0 ? rh_table_real(table, (b.value - a.value) / a.value)
                                                    : rh_table_none(table));
}

/* Farther apart than is allowed, or in one of them alone. */
static bool differs(const struct arguments *arguments, struct rh_figure a, struct rh_figure b) {
    if (a.there != b.there)
        return true;
    double allowed = arguments->limited ? arguments->tolerance * fabs(a.value) : 0;
    return fabs(b.value - a.value) > allowed;
}

static bool compare(const struct arguments *a, const struct rh_figures *figures, char hashes[2][32],
                    struct rh_table_result *result, unsigned *different) {
    bool good = true;
    *different = 0;
    for (unsigned c = 0; good && c < figures->columns; c++) {
        struct rh_figure first = rh_figures_at(figures, 0, c), second = rh_figures_at(figures, 1, c);
        bool apart = differs(a, first, second);
        *different += apart;
        if (apart || a->all)
            good = add_row(result->rows, figures->names[c], first, second);
    }
    return good && rh_table_text(result->configuration, hashes[0]) && rh_table_text(result->configuration, hashes[1]) &&
           rh_table_count(result->configuration, a->all) &&
           (a->limited ? rh_table_real(result->configuration, a->tolerance) : rh_table_none(result->configuration)) &&
           rh_table_count(result->members, figures->columns) && rh_table_count(result->members, *different);
}

static int report(const struct arguments *a, const struct rh_figures *figures, char hashes[2][32],
                  struct rh_error *error) {
    unsigned different;
    const struct rh_table_options *t = &a->table;
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_compare, error))
        return 2;
    bool good = compare(a, figures, hashes, &result, &different) ? rh_table_write(&result, t, error)
                                                                 : rh_table_no_memory(&rh_form_compare, error);
    if (good && !rh_table_options_stdout(t)) {
        bool some = rh_table_rows(result.rows) > 0;
        printf("A %s, %s\nB %s, %s\n\n", a->files[0], hashes[0], a->files[1], hashes[1]);
        if (some)
            rh_table_print(result.rows, "", stdout);
        printf("%s%u of %u figures %s\n", some ? "\n" : "", different, figures->columns,
               a->limited ? "are farther apart than that" : "differ");
    }
    rh_table_result_close(&result);
    return !good ? 2 : a->limited && different > 0 ? 1 : 0;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.all = false};
    struct rh_figures figures = {.rows = 0};
    struct rh_error error = {""};
    char hashes[2][32];
    int parsed = rh_cli_parse(&rh_cli_compare, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    const struct rh_file_use uses[] = {
        {"A", a.files[0], false},
        {"B", a.files[1], false},
    };
    bool good = rh_table_options_apart(&a.table, uses, sizeof uses / sizeof uses[0], &error) &&
                (rh_figures_open(&figures, 2) || rh_error_set(&error, "compare: found no memory, expected enough")) &&
                rh_figures_read(&figures, 0, a.files[0], hashes[0], &error) &&
                rh_figures_read(&figures, 1, a.files[1], hashes[1], &error);
    int code = good ? report(&a, &figures, hashes, &error) : 2;
    rh_figures_close(&figures);
    return code == 2 ? rh_cli_fail(&error) : code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "A.json", NULL, files[0], .argument = true, .needed = true,
        .help = "a result of simulate or cosim --stats"),
    ROW(INPUT, "B.json", NULL, files[1], .argument = true, .needed = true, .help = "the one that is held against it"),
    ROW(FLAG, "all", NULL, all, .group = "options", .help = "equal figures, too"),
    ROW(SHARE, "tolerance", "X", tolerance, .given = offsetof(struct arguments, limited),
        .help = "a check: figures may be so far apart, as a share of A (0.02 is 2 %); else exit 1"),
};

const struct rh_cli rh_cli_compare = {
    .name = "compare",
    .meaning = "two results of simulate, figure by figure",
    .about = "Which statistics of two results differ, and by how much.",
    .examples = "compare before.json after.json\n"
                "compare golden.json run.json --tolerance 0.01",
    .exits = "0 done, 1 farther apart than --tolerance, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
