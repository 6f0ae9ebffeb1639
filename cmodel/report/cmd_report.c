// SPDX-License-Identifier: Apache-2.0
// `rowhold report`: what every design promises, does and costs, on one page.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_jobs.h"
#include "cmodel/files/rh_console.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/files/rh_source.h"
#include "cmodel/report/rh_report.h"

struct arguments {
    struct rh_report report;
    struct rh_table_options table;
    const char *html, *config;
    unsigned jobs; /* 0: the processors */
    bool no_lockstep, again, quiet;
    uint64_t failed; /* measurements and predictions */
};

static bool is_done(void *user, uint64_t i) {
    const struct arguments *a = user;
    return !a->again && rh_report_job_done(&a->report, i);
}

static int run_job(void *user, uint64_t i) {
    const struct arguments *a = user;
    return rh_report_job_run(&a->report, i);
}

static const char *without_prefix(const char *text) {
    static const char prefix[] = "rowhold: ";
    return strncmp(text, prefix, sizeof prefix - 1) == 0 ? text + sizeof prefix - 1 : text;
}

/* A co-simulation that can't run here is no failure of the design; one that differs is. */
static void say_failure(void *user, uint64_t i, int status, const char *text) {
    struct arguments *a = user;
    char job[512];
    rh_report_job_text(&a->report, i, job, sizeof job);
    if (!rh_report_job_failed(&a->report, i, status, without_prefix(text)))
        a->failed++;
    fprintf(stderr, "rowhold: report: %s: %s\n", job, without_prefix(text));
}

static bool write_page(const struct arguments *a, const struct rh_table_result *result, struct rh_error *error) {
    struct rh_output output;
    if (!rh_output_open(&output, a->html, error))
        return false;
    if (rh_report_page(&a->report, result, output.file))
        return rh_output_commit(&output, error);
    rh_output_drop(&output);
    return rh_table_no_memory(&rh_form_report, error);
}

static bool write_all(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_report, error))
        return false;
    bool good = rh_report_fill(&a->report, &result)
                    ? write_page(a, &result, error) && rh_table_write(&result, &a->table, error)
                    : rh_table_no_memory(&rh_form_report, error);
    bool taken = rh_table_options_stdout(&a->table) || rh_output_is_stdout(a->html);
    if (good && !a->quiet && !taken && (good = rh_report_print(&a->report, stdout)))
        printf("%s: written\n", a->html);
    rh_table_result_close(&result);
    return good;
}

static int report(struct arguments *a, struct rh_error *error) {
    const struct rh_file_use uses[] = {
        {"--config", a->config, false}, {"--html", a->html, true}, {"--area", a->report.area_file, false}};
    if (a->no_lockstep)
        a->report.lockstep = 0;
    char self[RH_SOURCE_PATH]; /* its parts are other commands of this program */
    if (!rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) ||
        !rh_source_again("report", self, error) || !rh_report_open(&a->report, error))
        return 2;
    const struct rh_jobs jobs = {.count = rh_report_jobs(&a->report),
                                 .at_once = a->jobs != 0 ? a->jobs : rh_jobs_processors(),
                                 .progress = !a->quiet && rh_console_watched(),
                                 .user = a,
                                 .done = is_done,
                                 .run = run_job,
                                 .failed = say_failure};
    if (rh_jobs_run(&jobs, error) < 0 || !rh_report_read(&a->report, error) || !write_all(a, error))
        return 2;
    return a->failed == 0 && !rh_report_differed(&a->report) ? 0 : 1;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.html = "report.html", .report.lockstep = 20000};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_report, argc, argv, &a);
    int code = parsed == 0 ? report(&a, &error) : parsed == 1 ? 0 : 2;
    if (code == 2 && parsed == 0)
        (void)rh_cli_fail(&error);
    rh_report_close(&a.report);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(OUTPUT, "html", "FILE", html, .group = "the report",
        .help = "the page (default report.html); - is standard output"),
    ROW(NUMBER, "jobs", "N", jobs, .least = 1, .most = RH_JOBS_MOST,
        .help = "runs at a time (default: the processors)"),
    ROW(NUMBER, "lockstep", "N", report.lockstep, .least = 1, .most = UINT64_MAX / 2,
        .help = "co-simulate each design on N requests of the first stream (default 20000)"),
    ROW(FLAG, "no_lockstep", NULL, no_lockstep, .help = "no co-simulation"),
    ROW(INPUT, "area", "FILE", report.area_file, .help = "a table of scripts/area (default: the project's own)"),
    ROW(TEXT, "slowdown", "STREAM,...", report.slowdown,
        .help = "streams of several cores behind a crossbar, each core alone, too: slowdowns, speedups, unfairness"),
    ROW(CONFIG, "config", "FILE", config,
        .help = "YAML file of `option: values` lines, a list or a range each; the command line wins"),
    ROW(TEXT, "cache", "DIR", report.sweep.cache,
        .help = "results by content, found again by every report and sweep (default ~/.cache/rowhold/sweep)"),
    ROW(FLAG, "again", NULL, again, .help = "run what is cached, too"),
    ROW(FLAG, "quiet", NULL, quiet, .help = "no progress, no summary"),
};

const struct rh_cli rh_cli_report = {
    .name = "report",
    .meaning = "designs predicted, measured, priced and checked, on one page",
    .about =
        "Run a suite of streams on every controller and size, predict the same, run RTL and C model in lockstep, "
        "add areas, paths, comparators and proofs, and write one HTML page that needs no network. Options of "
        "simulate take one value, --controller, --queue and --stream lists. With --kernel GPU programs run on the "
        "controllers, too; options of programs and of their networks take lists. Results are cached by content: an "
        "interrupted report goes on where it was.",
    .examples = "report\n"
                "report --controller fr_fcfs,banked_fifo --queue 32 --stream 'traces/*.gz' --html traces.html\n"
                "report --kernel scan,transpose,reduction --machine gt200 --network crossbar\n"
                "report --preset hbm2 --queue 32 --json hbm2.json --csv hbm2.csv --html hbm2.html",
    .exits = "0 done, 1 a run failed or RTL and model differed, 2 usage or input error",
    .tables = {RH_OPTION_LISTS(rh_options_rows, offsetof(struct arguments, report.sweep.axes), rh_axis_store),
               {rh_run_kernel_rows, RH_RUN_KERNEL_LOOP_ROWS, offsetof(struct arguments, report.programs.axes),
                rh_axis_store, 0, NULL},
               RH_OPTION_LISTS(rh_loop_options_rows, offsetof(struct arguments, report.programs.axes), rh_axis_store),
               RH_OPTION_TABLE(own, 0),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
