// SPDX-License-Identifier: Apache-2.0
// `rowhold sweep`: a design space, in parallel, one table out.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_figures.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_jobs.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/sweep/rh_sweep.h"
#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "cmodel/files/rh_console.h"
#include "cmodel/files/rh_output.h"

struct arguments {
    struct rh_sweep sweep;
    struct rh_sweep_view view;
    struct rh_table_options table;
    const char *plot, *part, *merge, *config;
    unsigned jobs; /* 0: the processors */
    bool again, quiet;
};

static bool is_done(void *user, uint64_t i) {
    const struct arguments *a = user;
    struct rh_figures figures;
    struct rh_error damage; /* a crash of the machine can leave half a file: it is made again */
    char hash[32];
    if (a->again || access(a->sweep.files[i], R_OK) != 0)
        return false;
    bool good = rh_figures_open(&figures, 1) && rh_figures_read(&figures, 0, a->sweep.files[i], hash, &damage);
    rh_figures_close(&figures);
    return good;
}

static int run_point(void *user, uint64_t i) {
    const struct arguments *a = user;
    struct rh_error error = {""};
    int code = rh_sweep_run(&a->sweep, i, &error);
    if (code != 0)
        (void)rh_cli_fail(&error);
    return code;
}

/* Nothing is kept of the point: neither figures of a run with a broken rule nor an earlier result. */
static void say_failure(void *user, uint64_t i, int status, const char *text) {
    const struct arguments *a = user;
    (void)status;
    (void)unlink(a->sweep.files[i]);
    char point[512];
    static const char prefix[] = "rowhold: ";
    rh_sweep_text(&a->sweep, i, point, sizeof point);
    if (strncmp(text, prefix, sizeof prefix - 1) == 0)
        text += sizeof prefix - 1;
    fprintf(stderr, "rowhold: sweep: %s: %s\n", point, text);
}

/* "2/8" */
static bool read_part(struct arguments *a, struct rh_error *error) {
    char part[16];
    uint64_t k = 1, n = 1;
    const char *slash = a->part == NULL ? NULL : strchr(a->part, '/');
    bool good = a->part == NULL;
    if (slash != NULL && (size_t)(slash - a->part) < sizeof part) {
        (void)snprintf(part, sizeof part, "%.*s", (int)(slash - a->part), a->part);
        good = rh_option_number("--part", slash + 1, 1, UINT32_MAX, &n, error) &&
               rh_option_number("--part", part, 1, n, &k, error);
    }
    a->sweep.part = (unsigned)k;
    a->sweep.parts = (unsigned)n;
    return good || rh_error_set(error, "--part: found '%s', expected K/N with K from 1 to N", a->part);
}

static const struct rh_column members[] = {
    {.name = "part", .kind = RH_CELL_COUNT, .meaning = "of --part; 1 without"},
    {.name = "parts", .kind = RH_CELL_COUNT, .meaning = "of --part; 1 without"},
    {.name = "points", .kind = RH_CELL_COUNT, .meaning = "of the whole space"},
};

const struct rh_form rh_form_sweep = {
    .name = "sweep",
    .command = "rowhold sweep --json",
    .configuration = {.name = "configuration",
                      .meaning = "the axes: options of `simulate`, each with its values; a row's own "
                                 "configuration_hash is that of its point's result"},
    .members = RH_FORM_PART("members", members, NULL),
    .rows = {.name = "rows", .meaning = "one a point of this part; with --over, one for all values of that axis"},
    .swept = true,
};

static bool write_tables(const struct arguments *a, struct rh_table *table, const struct rh_table_options *files,
                         struct rh_error *error) {
    char *axes = rh_axes_json(&a->sweep.axes);
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_sweep, error)) {
        free(axes);
        return false;
    }
    result.rows = table;
    result.configuration_text = axes;
    bool good = axes != NULL && rh_table_count(result.members, a->sweep.part) &&
                rh_table_count(result.members, a->sweep.parts) &&
                rh_table_count(result.members, rh_axes_points(&a->sweep.axes));
    good = good ? rh_table_write(&result, files, error) : rh_table_no_memory(&rh_form_sweep, error);
    result.rows = NULL;
    rh_table_result_close(&result);
    free(axes);
    return good;
}

/* A part beyond the points is no failure: the other parts have them all. */
static void print_rows(const struct arguments *a, const struct rh_table *table) {
    bool taken = rh_table_options_stdout(&a->table) || rh_output_is_stdout(a->plot);
    uint64_t points = rh_axes_points(&a->sweep.axes);
    if (a->sweep.count == 0)
        fprintf(taken ? stderr : stdout, "part %u of %u is empty: the sweep has %" PRIu64 " point%s\n", a->sweep.part,
                a->sweep.parts, points, points == 1 ? "" : "s");
    else if (!taken)
        rh_table_print(table, "", stdout);
}

/* The JSON has all columns, whatever is picked for the rest. */
static bool write_json(const struct arguments *a, struct rh_error *error) {
    uint64_t missing;
    const struct rh_table_options files = {.json = a->table.json};
    struct rh_sweep_view view = a->view;
    view.columns = NULL;
    struct rh_table *table = files.json != NULL ? rh_sweep_table(&a->sweep, &view, &missing, error) : NULL;
    bool good = files.json == NULL || (table != NULL && write_tables(a, table, &files, error));
    rh_table_close(table);
    return good;
}

static int report(const struct arguments *a, int64_t failed, struct rh_error *error) {
    uint64_t missing = 0;
    const struct rh_table_options files = {.csv = a->table.csv, .markdown = a->table.markdown};
    struct rh_table *table = rh_sweep_table(&a->sweep, &a->view, &missing, error);
    if (table == NULL)
        return 2;
    if (a->merge != NULL && missing != 0) {
        failed = (int64_t)missing;
        fprintf(stderr, "rowhold: --merge: found %" PRIu64 " points without a result, expected one of each\n", missing);
    }
    bool good = write_tables(a, table, &files, error) && write_json(a, error);
    if (good && a->plot != NULL && failed == 0 && a->sweep.count != 0)
        good = rh_sweep_plot(&a->sweep, &a->view, a->plot, error);
    else if (good && a->plot != NULL)
        fprintf(stderr, "rowhold: --plot: found points without a result, expected all; no picture is drawn\n");
    if (good && !a->quiet)
        print_rows(a, table);
    rh_table_close(table);
    return !good ? 2 : failed != 0 ? 1 : 0;
}

static bool check(struct arguments *a, struct rh_error *error) {
    const struct rh_file_use uses[] = {{"--config", a->config, false}, {"--plot", a->plot, true}};
    char other[64] = "--part";
    if (a->merge != NULL && a->sweep.axes.count > 0)
        (void)rh_option_spelling(a->sweep.axes.axis[0].option, other);
    if (a->merge != NULL && (a->part != NULL || a->sweep.axes.count > 0))
        return rh_option_conflict(error, "--merge", other, NULL, "the parts alone: they have the lists");
    if (a->merge == NULL && a->sweep.axes.count == 0)
        return rh_error_set(error, "sweep: found no list, expected some option of `simulate` with its values");
    return read_part(a, error) && rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) &&
           (a->merge != NULL || rh_sweep_view_check(&a->sweep, &a->view, a->plot != NULL, error)) &&
           (a->plot == NULL || rh_plot_possible(a->plot, error));
}

/* No output may be one of the parts. */
static bool apart_from(const struct arguments *a, const char *part, struct rh_error *error) {
    const struct rh_file_use uses[] = {{"--merge", part, false}, {"--plot", a->plot, true}};
    return rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error);
}

static int merge(struct arguments *a, struct rh_error *error) {
    struct rh_sweep *s = &a->sweep;
    const char *part;
    s->merge = rh_sweep_merge_open(a->merge, &rh_cli_sweep, &s->axes, error);
    if (s->merge == NULL)
        return 2;
    for (unsigned i = 0; (part = rh_sweep_merge_file(s->merge, i)) != NULL; i++)
        if (!apart_from(a, part, error))
            return 2;
    s->count = rh_axes_points(&s->axes);
    return rh_sweep_view_check(s, &a->view, a->plot != NULL, error) ? report(a, 0, error) : 2;
}

static int sweep(struct arguments *a, struct rh_error *error) {
    if (!check(a, error))
        return 2;
    if (a->merge != NULL)
        return merge(a, error);
    if (!rh_sweep_open(&a->sweep, error))
        return 2;
    const struct rh_jobs jobs = {.count = a->sweep.count,
                                 .at_once = a->jobs != 0 ? a->jobs : rh_jobs_processors(),
                                 .progress = !a->quiet && rh_console_watched(),
                                 .user = a,
                                 .done = is_done,
                                 .run = run_point,
                                 .failed = say_failure};
    int64_t failed = rh_jobs_run(&jobs, error);
    return failed < 0 ? 2 : report(a, failed, error);
}

/* What the text shows by default. */
static const char of_streams[] =
    "queue_stored,dram_efficiency,dram_utilization,row_access_locality,latency_mean,latency_p99";
static const char of_kernels[] = "kernel_ipc,kernel_ipc_weighted,kernel_core_cycles,kernel_occupancy,dram_efficiency,"
                                 "row_access_locality,latency_mean";

static int run_command(int argc, char **argv) {
    struct arguments a = {.view = {.show = NULL}};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_sweep, argc, argv, &a);
    if (a.view.show == NULL)
        a.view.show = rh_axes_have(&a.sweep.axes, "kernel") ? of_kernels : of_streams;
    int code = parsed == 0 ? sweep(&a, &error) : parsed == 1 ? 0 : 2;
    if (code == 2 && parsed == 0)
        (void)rh_cli_fail(&error);
    rh_sweep_close(&a.sweep);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "jobs", "N", jobs, .group = "the sweep", .least = 1, .most = RH_JOBS_MOST,
        .help = "simulations at a time (default: the processors)"),
    ROW(CONFIG, "config", "FILE", config,
        .help = "YAML file of `option: values` lines, a list or a range each; the command line wins"),
    ROW(TEXT, "part", "K/N", part, .help = "every N-th point from the K-th on: the same sweep on N machines"),
    ROW(TEXT, "merge", "'PART*.json'", merge,
        .help = "the whole table from the JSON files of all parts, which pattern they match; nothing is run"),
    ROW(TEXT, "cache", "DIR", sweep.cache,
        .help = "results by content, found again by every sweep (default ~/.cache/rowhold/sweep)"),
    ROW(FLAG, "again", NULL, again, .help = "run what is cached, too"),
    ROW(FLAG, "quiet", NULL, quiet, .help = "no progress, no table"),
    ROW(TEXT, "show", "NAME,...", view.show, .group = "the table",
        .help = "statistics in the text (docs/tables/stats.md); CSV and JSON have all"),
    ROW(TEXT, "columns", "NAME,...", view.columns,
        .help = "these axes and statistics, in this order, in text, CSV and Markdown; JSON has all"),
    ROW(TEXT, "over", "AXIS", view.over,
        .help = "one row for all values of an axis (seed): mean, standard deviation, least, greatest"),
    ROW(OUTPUT, "plot", "FILE.svg", plot,
        .help = "draw --y over --x, a line for each combination of the other axes; needs gnuplot"),
    ROW(TEXT, "x", "AXIS", view.x, .help = "default: the last axis of several numbers"),
    ROW(TEXT, "y", "NAME", view.y, .help = "default dram_efficiency"),
};

const struct rh_cli rh_cli_sweep = {
    .name = "sweep",
    .meaning = "a design space: lists of values for the options of simulate, one table out",
    .about = "Simulate every combination of the values given: 8,16,32 or 1:5 or 8:64:8 or all or 'traces/*.gz'. Points "
             "run in processes of their own; results are cached by content, so an interrupted sweep goes on where it "
             "was, and a larger one runs what is new.",
    .examples = "sweep --controller all --queue 8:64:8\n"
                "sweep --controller all --stream 'traces/*.gz' --csv table.csv --json table.json\n"
                "sweep --controller fifo,fr_fcfs --queue 4:32:4 --stream rand2 --plot queue.svg\n"
                "sweep --controller fr_fcfs --stream random --seed 1:10 --over seed\n"
                "sweep --kernel scan,transpose --machine gt200 --controller fr_fcfs,banked_fifo --network crossbar\n"
                "sweep --config space.yaml --part 3/8 --json part_3.json\n"
                "sweep --merge 'part_*.json' --csv table.csv",
    .exits = "0 done, 1 a point failed, 2 usage or input error",
    .tables = {RH_OPTION_LISTS(rh_options_rows, offsetof(struct arguments, sweep.axes), rh_axis_store),
               RH_OPTION_LISTS(rh_run_options_rows, offsetof(struct arguments, sweep.axes), rh_axis_store),
               RH_OPTION_LISTS(rh_loop_options_rows, offsetof(struct arguments, sweep.axes), rh_axis_store),
               {rh_run_kernel_rows, RH_RUN_KERNEL_LOOP_ROWS, offsetof(struct arguments, sweep.axes), rh_axis_store, 0,
                NULL},
               RH_OPTION_TABLE(own, 0),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
