// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_run_report.h"

#include <inttypes.h>
#include <string.h>

enum { BAR = 40 };

unsigned rh_run_capacity(const struct rh_run_report *report) {
    return report->setup->ops->entries(&report->setup->geometry);
}

double rh_run_bandwidth(const struct rh_run_report *report, const struct rh_run_figures *figures) {
    const struct rh_preset *preset = &report->setup->preset;
    uint64_t bytes = figures->stats->column_commands * rh_preset_command_bytes(preset);
    double ps = (double)figures->stats->cycles * preset->tck_ps; /* as a number of 64 bits it could run over */
    return ps > 0 ? (double)(bytes * 1000) / ps : 0.0;
}

double rh_run_peak_fraction(const struct rh_run_report *report, const struct rh_run_figures *figures) {
    double most = (double)figures->stats->cycles * figures->channels;
    uint64_t moved = figures->stats->column_commands * report->setup->preset.timing.tBURST;
    return most > 0 ? (double)moved / most : 0.0;
}

double rh_run_locality(uint64_t requests, uint64_t changes) {
    return changes == 0 ? 0.0 : (double)requests / (double)changes;
}

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void put_bar(FILE *file, const char *name, uint64_t cycles, uint64_t whole, const char *meaning) {
    char bar[BAR + 1];
    size_t n = whole == 0 ? 0 : (size_t)((cycles * BAR + whole / 2) / whole);
    memset(bar, '#', n);
    bar[n] = '\0';
    fprintf(file, "  %-16s %5.1f %%  %-*s  %s\n", name, percent(cycles, whole), BAR, bar, meaning);
}

static const char *cause_meaning(unsigned cause) {
    static const char *const meanings[] = {
#define RH_CAUSE(name, code, key, meaning) meaning,
#include "tables/causes.def"
#undef RH_CAUSE
    };
    return meanings[cause];
}

static void put_ledger(FILE *file, const struct rh_stats *stats) {
    fputs("\nWhat the data bus did in the clocks with work, and why it idled:\n", file);
    put_bar(file, "data", stats->data_bus_busy_cycles, stats->active_cycles, "moving data");
    for (unsigned i = 0; i < RH_CAUSES; i++)
        if (stats->stall_cycles[i] != 0)
            put_bar(file, rh_cause_key(i), stats->stall_cycles[i], stats->active_cycles, cause_meaning(i));
}

static void put_latency(FILE *file, const char *name, const struct rh_latency *latency) {
    if (latency->count == 0)
        return;
    fprintf(file, "  %-16s %10.1f %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n", name, rh_latency_mean(latency),
            rh_latency_percentile(latency, 0.5), rh_latency_percentile(latency, 0.99), latency->greatest);
}

static void put_head(FILE *file, const struct rh_run_report *report) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_stats *s = report->total.stats;
    fprintf(file, "%s with a queue of %u on %s, %u channel%s of %u chip%s, stream %s\n", report->setup->ops->name,
            report->setup->geometry.queue, preset->name, report->channels, report->channels == 1 ? "" : "s",
            preset->chips, preset->chips == 1 ? "" : "s", report->options->stream.stream);
    fprintf(file, "%" PRIu64 " requests (%" PRIu64 " reads, %" PRIu64 " writes) in %" PRIu64 " clocks = %.3f us\n\n",
            s->requests, s->reads, s->writes, s->cycles, (double)s->cycles * preset->tck_ps / 1e6);
}

static void put_rates(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    fprintf(file, "  DRAM efficiency   %5.1f %%  of the clocks with work moved data\n", 100.0 * rh_stats_efficiency(s));
    fprintf(file, "  DRAM utilization  %5.1f %%  of all clocks moved data\n",
            100.0 * rh_stats_utilization(s, report->channels));
    fprintf(file, "  bandwidth         %5.1f GB/s, %.1f %% of the peak of %.1f GB/s\n",
            rh_run_bandwidth(report, &report->total), 100.0 * rh_run_peak_fraction(report, &report->total),
            rh_preset_peak_gb_per_s(&report->setup->preset) * report->channels);
    fprintf(file, "  queue             %5.1f %%  full in the clocks with work\n",
            100.0 * rh_stats_occupancy(s, rh_run_capacity(report)));
}

static void put_locality(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    fprintf(file, "\nRow locality: %.2f requests an activate; %.1f %% of the requests were row hits\n",
            rh_stats_locality(s), percent(s->row_hits, s->requests));
    if (!report->cores)
        return;
    const struct rh_locality_count *l = &report->total.locality;
    double before = rh_run_locality(l->requests, l->changes_before),
           after = rh_run_locality(l->requests, l->changes_after);
    fprintf(file,
            "  the stream itself: %.2f requests a row at the cores, %.2f at the controllers (%.0f %% preserved)\n",
            before, after, before > 0 ? 100.0 * after / before : 0.0);
}

void rh_run_summary(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    put_head(file, report);
    put_rates(file, report);
    put_ledger(file, s);
    fprintf(file, "\nLatency in clocks         mean      p50      p99      max\n");
    put_latency(file, "reads", &s->read);
    put_latency(file, "writes", &s->write);
    if (report->timed)
        put_latency(file, "since arrival", &s->from_arrival);
    put_locality(file, report);
    if (report->judged && report->rules_broken == 0)
        fprintf(file, "\nThe judge found no broken rule in %" PRIu64 " commands (%" PRIu64 " checks).\n",
                report->judge_commands, report->judge_checks);
    if (report->judged && report->rules_broken != 0)
        fprintf(file, "\nThe judge found %" PRIu64 " BROKEN RULES in %" PRIu64 " commands.\n", report->rules_broken,
                report->judge_commands);
}
