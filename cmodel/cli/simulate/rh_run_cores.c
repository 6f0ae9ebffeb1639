// SPDX-License-Identifier: Apache-2.0
// The cores in the summary of a run: all of a few, the worst of many, and what they are like together.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cmodel/cli/simulate/rh_run_summary.h"

enum { FEW = 8 };

/* By which the cores are worse than others. */
static double badness(const struct rh_run_report *report, unsigned core) {
    return rh_core_figure(report->slowdown ? RH_CORE_FIGURE_slowdown : RH_CORE_FIGURE_latency_mean,
                          &report->core[core]);
}

enum { LATENCY = 3, LONGEST, LAST, COLUMNS = 7 };
static const struct rh_column columns[COLUMNS] = {
    {.name = "core", .kind = RH_CELL_COUNT},
    {.name = "requests", .kind = RH_CELL_COUNT},
    {.name = "reads", .kind = RH_CELL_COUNT},
    {.name = "latency", .heading = "latency\nclocks", .kind = RH_CELL_REAL, .digits = 1},
    {.name = "latency_max", .heading = "longest wait\nclocks", .kind = RH_CELL_COUNT},
    {.name = "last_data", .heading = "last data\nclock", .kind = RH_CELL_COUNT},
    {.name = "slowdown", .kind = RH_CELL_REAL, .digits = 3},
};

static bool add_core(struct rh_table *table, const struct rh_run_report *report, unsigned i) {
    const struct rh_core *core = &report->core[i];
    return rh_table_count(table, core->core) && rh_table_count(table, core->shared.requests) &&
           rh_table_count(table, core->shared.reads) &&
           rh_table_real(table, rh_core_figure(RH_CORE_FIGURE_latency_mean, core)) &&
           rh_table_count(table, core->shared.latency_max) && rh_table_count(table, core->shared.last_data) &&
           (!report->slowdown || rh_table_real(table, rh_core_figure(RH_CORE_FIGURE_slowdown, core)));
}

/* The worst ones, the lower number first where two are as bad; how many there are. */
static unsigned find_worst(const struct rh_run_report *report, unsigned worst[FEW]) {
    unsigned found = 0;
    for (unsigned i = 0; i < report->core_count; i++) {
        unsigned at = found < FEW ? found++ : FEW - 1;
        if (at == FEW - 1 && i >= FEW && badness(report, i) <= badness(report, worst[at]))
            continue;
        for (; at > 0 && badness(report, i) > badness(report, worst[at - 1]); at--)
            worst[at] = worst[at - 1];
        worst[at] = i;
    }
    return found;
}

static void put_cores(FILE *file, const struct rh_run_report *report) {
    unsigned worst[FEW], shown = report->core_count;
    bool some = report->core_count > FEW;
    struct rh_column shown_columns[COLUMNS];
    memcpy(shown_columns, columns, sizeof columns);
    if (report->network != NULL) {
        shown_columns[LATENCY].heading = "round trip\nclocks";
        shown_columns[LONGEST].heading = "longest trip\nclocks";
        shown_columns[LAST].heading = "last reply\nclock";
    }
    struct rh_table *table = rh_table_open(shown_columns, report->slowdown ? COLUMNS : COLUMNS - 1);
    bool good = table != NULL;
    if (some)
        shown = find_worst(report, worst);
    for (unsigned i = 0; good && i < shown; i++)
        good = add_core(table, report, some ? worst[i] : i);
    fputc('\n', file);
    rh_run_summary_table(file, table, good);
    if (some)
        fprintf(file, "  the %u cores with the %s of %u; the statistics as JSON have all\n", shown,
                report->slowdown          ? "largest slowdowns"
                : report->network != NULL ? "longest mean round trips"
                                          : "longest mean latencies",
                report->core_count);
}

static void put_spread(FILE *file, const struct rh_run_report *report, unsigned figure, const char *what) {
    double sum = 0, squares = 0, least = 0, greatest = 0, n = report->core_count;
    for (unsigned i = 0; i < report->core_count; i++) {
        double value = rh_core_figure(figure, &report->core[i]);
        sum += value;
        least = i == 0 || value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    for (unsigned i = 0; i < report->core_count; i++) {
        double beside = rh_core_figure(figure, &report->core[i]) - sum / n;
        squares += beside * beside;
    }
    fprintf(file, "  %s over the cores: mean %.3f, standard deviation %.3f, %.3f to %.3f\n", what, sum / n,
            sqrt(squares / (n - 1)), least, greatest);
}

void rh_run_summary_cores(FILE *file, const struct rh_run_report *report) {
    if (report->core_count == 1 && report->slowdown)
        fprintf(file, "\nCores: %u alone, which nobody slows down\n", report->core[0].core);
    if (report->core_count < 2)
        return;
    put_cores(file, report);
    put_spread(file, report, RH_CORE_FIGURE_latency_mean, report->network != NULL ? "mean round trip" : "mean latency");
    if (!report->slowdown)
        return;
    put_spread(file, report, RH_CORE_FIGURE_slowdown, "slowdown");
    fprintf(file, "  weighted speedup %.3f of %u, harmonic speedup %.3f, unfairness %.3f\n",
            rh_fairness(RH_FAIRNESS_weighted_speedup, report->core, report->core_count), report->core_count,
            rh_fairness(RH_FAIRNESS_harmonic_speedup, report->core, report->core_count),
            rh_fairness(RH_FAIRNESS_unfairness, report->core, report->core_count));
}
