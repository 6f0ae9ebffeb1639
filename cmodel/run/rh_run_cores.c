// SPDX-License-Identifier: Apache-2.0
// The cores in the summary of a run: all of a few, the worst of many, and what they are like together.
#include <inttypes.h>
#include <math.h>

#include "cmodel/run/rh_run_report.h"

enum { FEW = 8 };

/* By which the cores are worse than others. */
static double badness(const struct rh_run_report *report, unsigned core) {
    return rh_core_figure(report->slowdown ? RH_CORE_FIGURE_slowdown : RH_CORE_FIGURE_latency_mean,
                          &report->core[core]);
}

static void put_core(FILE *file, const struct rh_run_report *report, unsigned i) {
    const struct rh_core *core = &report->core[i];
    fprintf(file, "  %5u %12" PRIu64 " %12" PRIu64 " %12.1f %14" PRIu64 " %12" PRIu64, core->core,
            core->shared.requests, core->shared.reads, rh_core_figure(RH_CORE_FIGURE_latency_mean, core),
            core->shared.latency_max, core->shared.last_data);
    if (report->slowdown)
        fprintf(file, " %10.3f", rh_core_figure(RH_CORE_FIGURE_slowdown, core));
    fputc('\n', file);
}

/* The worst ones, the lower number first where two are as bad. */
static void put_worst(FILE *file, const struct rh_run_report *report) {
    unsigned worst[FEW], shown = 0;
    for (unsigned i = 0; i < report->core_count; i++) {
        unsigned at = shown < FEW ? shown++ : FEW - 1;
        if (at == FEW - 1 && i >= FEW && badness(report, i) <= badness(report, worst[at]))
            continue;
        for (; at > 0 && badness(report, i) > badness(report, worst[at - 1]); at--)
            worst[at] = worst[at - 1];
        worst[at] = i;
    }
    for (unsigned i = 0; i < shown; i++)
        put_core(file, report, worst[i]);
    fprintf(file, "  the %u cores with the %s of %u; the statistics as JSON have all\n", shown,
            report->slowdown ? "largest slowdowns" : "longest mean latencies", report->core_count);
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
    fprintf(file, "\nCore       requests        reads      latency   longest wait    last data%s\n",
            report->slowdown ? "   slowdown" : "");
    for (unsigned i = 0; report->core_count <= FEW && i < report->core_count; i++)
        put_core(file, report, i);
    if (report->core_count > FEW)
        put_worst(file, report);
    put_spread(file, report, RH_CORE_FIGURE_latency_mean, "mean latency");
    if (!report->slowdown)
        return;
    put_spread(file, report, RH_CORE_FIGURE_slowdown, "slowdown");
    fprintf(file, "  weighted speedup %.3f of %u, harmonic speedup %.3f, unfairness %.3f\n",
            rh_fairness(RH_FAIRNESS_weighted_speedup, report->core, report->core_count), report->core_count,
            rh_fairness(RH_FAIRNESS_harmonic_speedup, report->core, report->core_count),
            rh_fairness(RH_FAIRNESS_unfairness, report->core, report->core_count));
}
