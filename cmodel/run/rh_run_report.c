// SPDX-License-Identifier: Apache-2.0
#include "cmodel/run/rh_run_report.h"

#include <inttypes.h>
#include <string.h>

enum { BAR = 40 };

unsigned rh_run_capacity(const struct rh_run_report *report) {
    return report->setup->ops->entries(&report->setup->geometry);
}

struct rh_stats_scale rh_run_scale(const struct rh_run_report *report, const struct rh_run_figures *figures) {
    const struct rh_preset *preset = &report->setup->preset;
    return (struct rh_stats_scale){.channels = figures->channels,
                                   .entries = rh_run_capacity(report),
                                   .command_bytes = rh_preset_command_bytes(preset),
                                   .burst = preset->timing.tBURST,
                                   .tck_ps = preset->tck_ps};
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

static void put_ledger(FILE *file, const struct rh_stats *s, uint64_t all) {
    fputs("What the data bus did in all clocks, and why it idled:\n", file);
    put_bar(file, "no_request", s->idle_cycles, all, "no request was waiting");
    put_bar(file, "data", s->data_bus_busy_cycles, all, "moving data");
    for (unsigned i = 0; i < RH_CAUSES; i++)
        if (s->stall_cycles[i] != 0)
            put_bar(file, rh_cause_key(i), s->stall_cycles[i], all, cause_meaning(i));
}

static void put_latency(FILE *file, const char *name, const struct rh_latency *latency) {
    if (latency->count == 0)
        return;
    fprintf(file, "  %-16s %10.1f %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n", name, rh_latency_mean(latency),
            rh_latency_percentile(latency, 0.5), rh_latency_percentile(latency, 0.99), latency->greatest);
}

/* Where the mean request spends its time. */
static void put_split(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    const struct rh_stats_scale scale = rh_run_scale(report, &report->total);
    fprintf(file, "  of the mean       %10.1f in the queue, %.1f at its bank, %.1f on the bus\n",
            rh_stats_figure(RH_FIGURE_latency_queue_mean, s, &scale),
            rh_stats_figure(RH_FIGURE_latency_bank_mean, s, &scale),
            rh_stats_figure(RH_FIGURE_latency_bus_mean, s, &scale));
}

static void put_head(FILE *file, const struct rh_run_report *report) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_stats *s = report->total.stats;
    char age_cap[32] = "";
    if (report->setup->gaps.age_cap != 0)
        (void)snprintf(age_cap, sizeof age_cap, ", age cap %u,", report->setup->gaps.age_cap);
    fprintf(file, "%s with a queue of %u%s on %s, %u channel%s of %u chip%s, stream %s\n", report->setup->ops->name,
            report->setup->geometry.queue, age_cap, preset->name, report->channels, report->channels == 1 ? "" : "s",
            preset->chips, preset->chips == 1 ? "" : "s", report->stream->stream);
    fprintf(file, "%" PRIu64 " requests (%" PRIu64 " reads, %" PRIu64 " writes) in %" PRIu64 " clocks = %.3f us\n\n",
            s->requests, s->reads, s->writes, s->cycles, (double)s->cycles * preset->tck_ps / 1e6);
}

static void put_rates(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    const struct rh_stats_scale scale = rh_run_scale(report, &report->total);
    fprintf(file, "\n  DRAM efficiency   %5.1f %%  of the clocks with work moved data\n",
            100 * rh_stats_figure(RH_FIGURE_dram_efficiency, s, &scale));
    fprintf(file, "  DRAM utilization  %5.1f %%  of all clocks moved data\n",
            100 * rh_stats_figure(RH_FIGURE_dram_utilization, s, &scale));
    fprintf(file, "  bandwidth         %5.1f GB/s, %.1f %% of the peak of %.1f GB/s\n",
            rh_stats_figure(RH_FIGURE_bandwidth_gb_per_s, s, &scale),
            100 * rh_stats_figure(RH_FIGURE_peak_fraction, s, &scale),
            rh_preset_peak_gb_per_s(&report->setup->preset) * report->channels);
    fprintf(file, "  mean occupancy    %5.1f of %u queue entries in the clocks with work\n",
            scale.entries * rh_stats_figure(RH_FIGURE_queue_occupancy, s, &scale), scale.entries);
}

/* Channels beside each other, where there are several: do they share the work? */
static void put_channels(FILE *file, const struct rh_run_report *report) {
    enum { SHOWN = 32 };
    uint64_t most = 0;
    if (report->channels < 2)
        return;
    fprintf(file, "\nChannel     requests   share  efficiency  utilization   locality   latency\n");
    for (unsigned i = 0; i < report->channels; i++) {
        const struct rh_run_figures *figures = &report->channel[i];
        const struct rh_stats *s = figures->stats;
        const struct rh_stats_scale scale = rh_run_scale(report, figures);
        most = s->data_bus_busy_cycles > most ? s->data_bus_busy_cycles : most;
        struct rh_latency both = s->read;
        rh_latency_merge(&both, &s->write);
        if (i < SHOWN)
            fprintf(file, "  %5u %12" PRIu64 "  %5.1f %%     %5.1f %%      %5.1f %%  %9.2f %9.1f\n", i, s->requests,
                    percent(s->requests, report->total.stats->requests),
                    100 * rh_stats_figure(RH_FIGURE_dram_efficiency, s, &scale),
                    100 * rh_stats_figure(RH_FIGURE_dram_utilization, s, &scale),
                    rh_stats_figure(RH_FIGURE_row_access_locality, s, &scale), rh_latency_mean(&both));
    }
    if (report->channels > SHOWN)
        fprintf(file, "  and %u more, which the statistics as JSON have\n", report->channels - SHOWN);
    double mean = (double)report->total.stats->data_bus_busy_cycles / report->channels;
    fprintf(file, "  imbalance: the busiest channel moved %.2f times the mean\n", mean > 0 ? (double)most / mean : 0.0);
}

static void put_locality(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    fprintf(file, "\nRow locality: %.2f requests an activate; %.1f %% of the requests were row hits\n",
            s->activates == 0 ? 0.0 : (double)s->requests / (double)s->activates, percent(s->row_hits, s->requests));
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
    put_ledger(file, s, s->idle_cycles + s->active_cycles);
    put_rates(file, report);
    put_channels(file, report);
    fprintf(file, "\nLatency in clocks         mean      p50      p99      max\n");
    put_latency(file, "reads", &s->read);
    put_latency(file, "writes", &s->write);
    put_split(file, report);
    if (report->timed)
        put_latency(file, "since arrival", &s->from_arrival);
    put_locality(file, report);
    rh_run_summary_cores(file, report);
    if (report->judged && report->rules_broken == 0)
        fprintf(file, "\nThe judge found no broken rule in %" PRIu64 " commands (%" PRIu64 " checks).\n",
                report->judge_commands, report->judge_checks);
    if (report->judged && report->rules_broken != 0)
        fprintf(file, "\nThe judge found %" PRIu64 " BROKEN RULES in %" PRIu64 " commands.\n", report->rules_broken,
                report->judge_commands);
}
