// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_summary.h"

#include <inttypes.h>

#include "cmodel/cli/simulate/rh_run_network.h"
#include "rowhold/rh_folds.h"

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static double share(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : (double)part / (double)whole;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

void rh_run_summary_table(FILE *file, struct rh_table *table, bool good) {
    if (good)
        rh_table_print(table, "  ", file);
    else
        fputs("  found no memory for this table, expected enough\n", file);
    rh_table_close(table);
}

static const char *cause_meaning(unsigned cause) {
    static const char *const meanings[] = {
#define RH_CAUSE(name, code, key, meaning) meaning,
#include "tables/causes.def"
#undef RH_CAUSE
    };
    return meanings[cause];
}

static const struct rh_column ledger[] = {
    {.name = "clocks", .kind = RH_CELL_TEXT},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
    {.name = "meaning", .kind = RH_CELL_TEXT, .wrap = 24},
};

static bool add_clocks(struct rh_table *table, const char *name, uint64_t cycles, uint64_t all, const char *meaning) {
    return rh_table_text(table, name) && rh_table_real(table, share(cycles, all)) &&
           rh_table_real(table, share(cycles, all)) && rh_table_text(table, meaning);
}

static void put_ledger(FILE *file, const struct rh_stats *s, uint64_t all) {
    struct rh_table *table = rh_table_open(ledger, COUNT(ledger));
    fputs("What the data bus did in all clocks, and why it idled:\n\n", file);
    bool good = table != NULL && add_clocks(table, "no_request", s->idle_cycles, all, "no request was waiting") &&
                add_clocks(table, "data", s->data_bus_busy_cycles, all, "moving data");
    for (unsigned i = 0; good && i < RH_CAUSES; i++)
        good = s->stall_cycles[i] == 0 || add_clocks(table, rh_cause_key(i), s->stall_cycles[i], all, cause_meaning(i));
    rh_run_summary_table(file, table, good);
}

static const struct rh_column latencies[] = {
    {.name = "requests", .heading = "latency, clocks", .kind = RH_CELL_TEXT},
    {.name = "mean", .kind = RH_CELL_REAL, .digits = 1},
#define RH_PERCENTILE(p, share, meaning) {.name = #p, .kind = RH_CELL_COUNT},
#include "tables/stats.def"
    {.name = "max", .kind = RH_CELL_COUNT},
};

static bool add_latency(struct rh_table *table, const char *name, const struct rh_latency *latency) {
    if (latency->count == 0)
        return true;
    bool good = rh_table_text(table, name) && rh_table_real(table, rh_latency_mean(latency));
    for (unsigned i = 0; good && i < RH_PERCENTILES; i++)
        good = rh_table_count(table, rh_percentile(i, latency));
    return good && rh_table_count(table, latency->greatest);
}

static void put_percentile(FILE *file, const struct rh_run_report *report, unsigned i) {
    const struct rh_stats *s = report->total.stats;
    double part = report->percentile[i] / 100;
    fprintf(file, "  %g %% within so many clocks: reads %" PRIu64 ", writes %" PRIu64, report->percentile[i],
            rh_latency_percentile(&s->read, part), rh_latency_percentile(&s->write, part));
    if (report->timed)
        fprintf(file, ", since arrival %" PRIu64, rh_latency_percentile(&s->from_arrival, part));
    if (report->network != NULL)
        fprintf(file, ", round trip %" PRIu64,
                rh_latency_percentile(&rh_loop_stats_of(report->network->loop)->round_trip, part));
    fputc('\n', file);
}

void rh_run_summary_percentiles(FILE *file, const struct rh_run_report *report) {
    for (unsigned i = 0; i < report->percentiles; i++)
        put_percentile(file, report, i);
}

static void put_latencies(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    struct rh_table *table = rh_table_open(latencies, COUNT(latencies));
    fputc('\n', file);
    rh_run_summary_table(file, table,
                         table != NULL && add_latency(table, "reads", &s->read) &&
                             add_latency(table, "writes", &s->write) &&
                             (!report->timed || add_latency(table, "since arrival", &s->from_arrival)));
    rh_run_summary_percentiles(file, report);
}

/* Where the mean request spends its time. */
static void put_split(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    const struct rh_stats_scale scale = rh_run_scale(report, &report->total);
    fprintf(file, "  of the mean %.1f in the queue, %.1f at the bank, %.1f on the bus\n",
            rh_stats_figure(RH_FIGURE_latency_queue_mean, s, &scale),
            rh_stats_figure(RH_FIGURE_latency_bank_mean, s, &scale),
            rh_stats_figure(RH_FIGURE_latency_bus_mean, s, &scale));
}

void rh_run_summary_title(FILE *file, const struct rh_setup *setup, unsigned channels, const char *stream) {
    const struct rh_preset *preset = &setup->preset;
    unsigned stored = setup->ops->entries(&setup->geometry);
    char age_cap[32] = "", more[48] = "";
    if (stored != setup->geometry.queue)
        (void)snprintf(more, sizeof more, " (%u entries stored)", stored);
    if (setup->gaps.age_cap != 0 && rh_controller_ages(setup->ops, &setup->geometry))
        (void)snprintf(age_cap, sizeof age_cap, ", age cap %u,", setup->gaps.age_cap);
    fprintf(file, "%s with a queue of %u%s%s on %s, %u channel%s of %u chip%s, stream %s\n", setup->ops->name,
            setup->geometry.queue, more, age_cap, preset->name, channels, channels == 1 ? "" : "s", preset->chips,
            preset->chips == 1 ? "" : "s", stream);
}

static void put_head(FILE *file, const struct rh_run_report *report) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_stats *s = report->total.stats;
    rh_run_summary_title(file, report->setup, report->channels, report->stream->stream);
    fprintf(file, "%" PRIu64 " requests (%" PRIu64 " reads, %" PRIu64 " writes) in %" PRIu64 " clocks = %.3f us\n\n",
            s->requests, s->reads, s->writes, s->cycles, (double)s->cycles * preset->tck_ps / 1e6);
}

static void put_rates(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    const struct rh_stats_scale scale = rh_run_scale(report, &report->total);
    /* several data buses: a clock counts that books one, see docs/rh_subarray.md */
    const char *busy = report->setup->geometry.grain_bits != 0 ? "had a column command" : "moved data";
    fprintf(file, "\n  DRAM efficiency   %5.1f %%  of the clocks with work %s\n",
            100 * rh_stats_figure(RH_FIGURE_dram_efficiency, s, &scale), busy);
    fprintf(file, "  DRAM utilization  %5.1f %%  of all clocks %s\n",
            100 * rh_stats_figure(RH_FIGURE_dram_utilization, s, &scale), busy);
    fprintf(file, "  bandwidth         %5.1f GB/s, %.1f %% of the peak of %.1f GB/s\n",
            rh_stats_figure(RH_FIGURE_bandwidth_gb_per_s, s, &scale),
            100 * rh_stats_figure(RH_FIGURE_peak_fraction, s, &scale),
            rh_preset_peak_gb_per_s(&report->setup->preset) * report->channels);
    double offered;
    if (rh_run_offered(report, &offered))
        fprintf(file, "  offered           %5.1f GB/s, by the arrivals of the requests\n", offered);
    fprintf(file, "  mean occupancy    %5.1f of %u queue entries in the clocks with work\n",
            scale.entries * rh_stats_figure(RH_FIGURE_queue_occupancy, s, &scale), scale.entries);
}

static const struct rh_column channels[] = {
    {.name = "channel", .kind = RH_CELL_COUNT},
    {.name = "requests", .kind = RH_CELL_COUNT},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "efficiency", .heading = "efficiency\n%", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "utilization", .heading = "utilization\n%", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "locality", .heading = "requests a\nrow change", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "latency", .heading = "latency\nclocks", .kind = RH_CELL_REAL, .digits = 1},
};

static bool add_channel(struct rh_table *table, const struct rh_run_report *report, unsigned i) {
    const struct rh_run_figures *figures = &report->channel[i];
    const struct rh_stats *s = figures->stats;
    const struct rh_stats_scale scale = rh_run_scale(report, figures);
    struct rh_latency both = s->read;
    rh_latency_merge(&both, &s->write);
    return rh_table_count(table, i) && rh_table_count(table, s->requests) &&
           rh_table_real(table, share(s->requests, report->total.stats->requests)) &&
           rh_table_real(table, rh_stats_figure(RH_FIGURE_dram_efficiency, s, &scale)) &&
           rh_table_real(table, rh_stats_figure(RH_FIGURE_dram_utilization, s, &scale)) &&
           rh_table_real(table, rh_stats_figure(RH_FIGURE_row_access_locality, s, &scale)) &&
           rh_table_real(table, rh_latency_mean(&both));
}

/* Channels beside each other, where there are several: do they share the work? */
static void put_channels(FILE *file, const struct rh_run_report *report) {
    enum { SHOWN = 32 };
    uint64_t most = 0;
    if (report->channels < 2)
        return;
    struct rh_table *table = rh_table_open(channels, COUNT(channels));
    bool good = table != NULL;
    for (unsigned i = 0; i < report->channels; i++) {
        uint64_t busy = report->channel[i].stats->data_bus_busy_cycles;
        most = busy > most ? busy : most;
        if (good && i < SHOWN)
            good = add_channel(table, report, i);
    }
    fputc('\n', file);
    rh_run_summary_table(file, table, good);
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
    put_latencies(file, report);
    put_split(file, report);
    put_locality(file, report);
    if (report->folds != NULL) {
        char text[RH_FOLDS_TEXT];
        rh_folds_text(report->folds, text);
        fprintf(file, "Folded: %s\n", text);
    }
    if (report->network != NULL)
        rh_run_network_summary(file, report);
    rh_run_summary_cores(file, report);
    if (report->judged && report->rules_broken == 0)
        fprintf(file, "\nThe judge found no broken rule in %" PRIu64 " commands (%" PRIu64 " checks).\n",
                report->judge_commands, report->judge_checks);
    if (report->judged && report->rules_broken != 0)
        fprintf(file, "\nThe judge found %" PRIu64 " BROKEN RULES in %" PRIu64 " commands.\n", report->rules_broken,
                report->judge_commands);
}
