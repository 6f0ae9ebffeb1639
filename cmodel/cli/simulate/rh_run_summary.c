// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_summary.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cmodel/trace/rh_folds.h"

/* The cores in the summary of a run: all of a few, the worst of many, and what they are like together. */

enum { FEW = 8 };

/* By which the cores are worse than others. */
static double badness(const struct rh_run_report *report, unsigned core) {
    return rh_core_figure(report->slowdown ? RH_CORE_FIGURE_slowdown : RH_CORE_FIGURE_latency_mean,
                          &report->core[core]);
}

enum { LATENCY = 3, LONGEST, LAST, COLUMNS = 7 };
static const struct rh_column core_columns[COLUMNS] = {
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
    memcpy(shown_columns, core_columns, sizeof core_columns);
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

/* A part of it: the cores, and how fair the memory was to them. */
static void run_summary_cores(FILE *file, const struct rh_run_report *report) {
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
    char policy[128], more[48] = "";
    if (stored != setup->geometry.queue)
        (void)snprintf(more, sizeof more, " (%u entries stored)", stored);
    rh_policy_text(setup->ops, &setup->constraints, policy, sizeof policy);
    const char *forward = rh_geometry_forwards(&setup->geometry) ? ", forward" : "";
    fprintf(file, "%s with a queue of %u%s%s%s%s on %s, %u channel%s of %u chip%s, stream %s\n", setup->ops->name,
            setup->geometry.queue, more, policy, forward, policy[0] != '\0' || forward[0] != '\0' ? "," : "",
            preset->name, channels, channels == 1 ? "" : "s", preset->chips, preset->chips == 1 ? "" : "s", stream);
}

static void put_head(FILE *file, const struct rh_run_report *report) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_stats *s = report->total.stats;
    rh_run_summary_title(file, report->setup, report->channels,
                         report->stream != NULL ? report->stream->stream : report->network->program.name);
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
    if (s->forwarded != 0)
        fprintf(file, "  %" PRIu64 " reads were answered from the queue, and needed no command\n", s->forwarded);
    if (!report->cores)
        return;
    const struct rh_locality_count *l = &report->total.locality;
    double before = rh_run_locality(l->requests, l->changes_before),
           after = rh_run_locality(l->requests, l->changes_after);
    fprintf(file,
            "  the stream itself: %.2f requests a row at the cores, %.2f at the controllers (%.0f %% preserved)\n",
            before, after, before > 0 ? 100.0 * after / before : 0.0);
}

/* The lines that tell of cores and network. */

static const char *part_meaning(unsigned part) {
    static const char *const meanings[] = {
#define RH_LOOP_PART(name, meaning) meaning,
#include "tables/loop.def"
    };
    return meanings[part];
}

static const struct rh_column parts[] = {
    {.name = "part", .heading = "round trip", .kind = RH_CELL_TEXT},
    {.name = "mean", .heading = "mean clocks", .kind = RH_CELL_REAL, .digits = 1},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
    {.name = "meaning", .kind = RH_CELL_TEXT, .wrap = 40},
};

static void put_parts(FILE *file, const struct rh_loop_stats *s) {
    struct rh_table *table = rh_table_open(parts, sizeof parts / sizeof parts[0]);
    double answered = (double)s->count.answered, all = (double)s->round_trip.sum;
    bool good = table != NULL;
    for (unsigned k = 0; good && k < RH_LOOP_PARTS; k++)
        good = rh_table_text(table, rh_loop_part_name(k)) &&
               rh_table_real(table, answered == 0 ? 0 : (double)s->part[k] / answered) &&
               rh_table_real(table, all == 0 ? 0 : (double)s->part[k] / all) &&
               rh_table_real(table, all == 0 ? 0 : (double)s->part[k] / all) && rh_table_text(table, part_meaning(k));
    rh_run_summary_table(file, table, good);
}

static const char *wait_meaning(unsigned wait) {
    static const char *const meanings[] = {
#define RH_LOOP_WAIT(name, meaning) meaning,
#include "tables/loop.def"
    };
    return meanings[wait];
}

static const struct rh_column waits[] = {
    {.name = "wait", .heading = "waited for", .kind = RH_CELL_TEXT},
    {.name = "clocks", .heading = "clocks", .kind = RH_CELL_COUNT},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
    {.name = "meaning", .kind = RH_CELL_TEXT, .wrap = 40},
};

/* What controllers without work waited for. */
static void put_waits(FILE *file, const struct rh_loop *loop, const struct rh_loop_stats *s) {
    struct rh_table *table = rh_table_open(waits, sizeof waits / sizeof waits[0]);
    double idle = (double)rh_loop_total(loop)->idle_cycles;
    bool good = table != NULL;
    for (unsigned k = 0; good && k < RH_LOOP_WAITS; k++)
        good = s->wait[k] == 0 ||
               (rh_table_text(table, rh_loop_wait_name(k)) && rh_table_count(table, s->wait[k]) &&
                rh_table_real(table, (double)s->wait[k] / idle) && rh_table_real(table, (double)s->wait[k] / idle) &&
                rh_table_text(table, wait_meaning(k)));
    rh_run_summary_table(file, table, good);
}

/* The core and the link that controllers without work waited for most. */
static void put_awaited(FILE *file, const struct rh_loop *loop, const struct rh_loop_setup *setup) {
    const struct rh_topology *t = rh_loop_topology(loop);
    unsigned core = 0, router = 0, output = 0;
    for (unsigned k = 1; k < setup->cores; k++)
        if (rh_loop_core_of(loop, k)->awaited > rh_loop_core_of(loop, core)->awaited)
            core = k;
    for (unsigned k = 1; k < (unsigned)t->routers * t->outputs; k++)
        if (rh_loop_link_waits(loop, k / t->outputs, k % t->outputs) > rh_loop_link_waits(loop, router, output)) {
            router = k / t->outputs;
            output = k % t->outputs;
        }
    uint64_t of_core = rh_loop_core_of(loop, core)->awaited, of_link = rh_loop_link_waits(loop, router, output);
    double percent = 100 / (double)rh_loop_total(loop)->idle_cycles;
    fprintf(file,
            "  awaited most: core %u in %" PRIu64
            " clocks (%.1f %%), the link behind output %u of router %u in %" PRIu64 " (%.1f %%)\n",
            core, of_core, percent * (double)of_core, output, router, of_link, percent * (double)of_link);
}

/* Why requests had to wait at the controllers' doors. */
static void put_refusals(FILE *file, const struct rh_loop *loop, const struct rh_loop_stats *s) {
    const struct rh_loop_setup *setup = rh_loop_setup_of(loop);
    unsigned depth = rh_controller_bank_depth(setup->ops, &setup->geometry), others = setup->geometry.banks - 1U;
    fprintf(file, "  refusals: in %.1f %% of the clocks with a request on offer the controller did not take it",
            100 * rh_loop_figure(RH_LOOP_FIGURE_refused_share, s));
    if (depth != 0 && s->count.refused_bank_full != 0)
        fprintf(file, ":\n  bank full, %.1f of %u other banks free (%.1f of their %u entries)",
                rh_loop_figure(RH_LOOP_FIGURE_refused_free_banks_mean, s), others,
                rh_loop_figure(RH_LOOP_FIGURE_refused_free_places_mean, s), others * depth);
    fputc('\n', file);
}

void rh_run_summary_clocks(FILE *file, const struct rh_loop_stats *stats) {
    fprintf(file, "cores %g MHz, networks %g MHz, memory %g MHz\n", stats->core_mhz, stats->network_mhz,
            stats->memory_mhz);
}

static void put_network(FILE *file, const struct rh_run_report *report) {
    const struct rh_loop *loop = report->network->loop;
    const struct rh_loop_setup *setup = rh_loop_setup_of(loop);
    const struct rh_loop_stats *s = rh_loop_stats_of(loop);
    struct rh_network_blocks p;
    rh_network_blocks_of(&setup->network, &p);
    char stay[40] = "";
    if (p.ejector.row_affine != 0)
        (void)snprintf(stay, sizeof stay, ", up to %u requests stay", p.ejector.row_affine);
    fprintf(
        file,
        "\nClosed loop: %u cores of up to %u requests in flight, %s; %s of %s, hold %s, %u virtual channel%s%s%s%s\n"
        "  clocks: ",
        setup->cores, setup->outstanding,
        report->network->gpu != NULL ? "of a GPU program"
        : report->network->paced     ? "paced"
                                     : "saturated",
        rh_topology_name(setup->topology), setup->network.allocator->name, rh_hold_rule_name(setup->network.hold),
        p.router.vcs, p.router.vcs == 1 ? "" : "s", p.router.static_vcs ? ", static" : "",
        p.router.speculative ? ", speculative" : "", stay);
    rh_run_summary_clocks(file, s);
    fputc('\n', file);
    put_parts(file, s);
    fprintf(file,
            "  round trip: mean %.1f (%.1f ns), median %" PRIu64 ", 99 %% within %" PRIu64 ", longest %" PRIu64
            " clocks; %.4f requests a clock\n",
            rh_loop_figure(RH_LOOP_FIGURE_latency_mean, s), rh_loop_figure(RH_LOOP_FIGURE_latency_mean_ns, s),
            rh_latency_percentile(&s->round_trip, 0.5), rh_latency_percentile(&s->round_trip, 0.99),
            s->round_trip.greatest, rh_loop_figure(RH_LOOP_FIGURE_throughput, s));
    fprintf(file,
            "  row locality: %.2f requests a row change at the cores, %.2f at the controllers; hold rule: %.1f %% of "
            "the grants\n  fairness: Jain's index of the cores' rates %.3f\n",
            rh_loop_figure(RH_LOOP_FIGURE_row_access_locality_before_network, s),
            rh_loop_figure(RH_LOOP_FIGURE_row_access_locality_after_network, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_held_share, s), s->jain_index);
    fprintf(file,
            "  row-hit runs: %" PRIu64
            ", %.1f %% with requests stranded; breakers of another core in %.1f %%, of another "
            "CTA in %.1f %%,\n  of the same CTA in %.1f %%, of the same warp in %.1f %%\n",
            s->count.row_hit_runs, 100 * rh_loop_figure(RH_LOOP_FIGURE_row_hit_runs_broken_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_row_hit_runs_other_core_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_row_hit_runs_other_cta_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_row_hit_runs_same_cta_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_row_hit_runs_same_warp_share, s));
    put_refusals(file, loop, s);
    if (rh_loop_total(loop)->idle_cycles == 0)
        return;
    fputc('\n', file);
    put_waits(file, loop, s);
    put_awaited(file, loop, setup);
}

static const struct rh_column slots[] = {
    {.name = "slots", .heading = "scheduler", .kind = RH_CELL_TEXT},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
    {.name = "meaning", .kind = RH_CELL_TEXT, .wrap = 24},
};

/* What the schedulers of a GPU did with their clocks. */
static void put_slots(FILE *file, const struct rh_gpu_stats *s) {
    static const char *const meanings[] = {
#define RH_GPU_STALL(name, meaning) meaning,
#include "tables/gpu.def"
    };
    struct rh_table *table = rh_table_open(slots, COUNT(slots));
    uint64_t all = s->count.scheduler_cycles;
    bool good = table != NULL && add_clocks(table, "issues", s->count.warp_instructions, all, "an instruction issues");
    for (unsigned k = 0; good && k < RH_GPU_STALLS; k++)
        good = s->stall[k] == 0 || add_clocks(table, rh_gpu_stall_name(k), s->stall[k], all, meanings[k]);
    fputc('\n', file);
    rh_run_summary_table(file, table, good);
}

/* The share of hits of each cache that was asked. */
static void put_caches(FILE *file, const struct rh_gpu_counts *c, const struct rh_loop_counts *l2) {
    const struct {
        const char *name;
        uint64_t hits, others;
    } rows[] = {{"L1", c->l1_hits, c->l1_misses + c->l1_merges},
                {"textures", c->texture_hits, c->texture_misses + c->texture_merges},
                {"constants", c->constant_hits, c->constant_misses + c->constant_merges},
                {"L2", l2->l2_hits, l2->l2_misses + l2->l2_merges}};
    const char *before = "  caches, hits: ";
    for (unsigned k = 0; k < COUNT(rows); k++) {
        uint64_t all = rows[k].hits + rows[k].others;
        if (all == 0)
            continue;
        fprintf(file, "%s%s %.1f %% of %" PRIu64, before, rows[k].name, 100.0 * (double)rows[k].hits / (double)all,
                all);
        before = ", ";
    }
    if (before[0] == ',')
        fputc('\n', file);
}

/* What a trace lacks, and what it has beside the kernels. */
static void put_notes(FILE *file, struct rh_warp_source_notes notes) {
    if (notes.absent != 0)
        fprintf(file, "  %" PRIu64 " CTAs of the grid are not in the trace: they had no instructions\n", notes.absent);
    if (notes.copies != 0)
        fprintf(file, "  %" PRIu64 " copies to the GPU, %" PRIu64 " bytes: they took no time\n", notes.copies,
                notes.bytes);
}

/* The CTAs that each limit lets a core hold. */
static void put_room(FILE *file, const struct rh_gpu_stats *s) {
    const char *before = "  CTAs that a core has room for: ";
    for (unsigned k = 0; k < RH_GPU_LIMITS; k++)
        if (s->room[k] != UINT32_MAX) {
            fprintf(file, "%s%u by %s", before, s->room[k], rh_gpu_limit_name((enum rh_gpu_limit)k));
            before = ", ";
        }
    fputc('\n', file);
}

static void put_kernel(FILE *file, const struct rh_run_network *network) {
    const struct rh_gpu_stats *s = rh_gpu_stats_of(network->gpu);
    fprintf(file,
            "GPU: %s on %s: %u cores in %u clusters; %" PRIu64 " kernel%s, %" PRIu64
            " CTAs, occupancy %.1f %%, limited "
            "by %s\n",
            network->program.name, network->program.machine, s->machine.cores, s->machine.clusters, s->count.kernels,
            s->count.kernels == 1 ? "" : "s", s->count.ctas, 100 * rh_gpu_figure(RH_GPU_FIGURE_occupancy, s),
            rh_gpu_limit_name(s->limit));
    put_room(file, s);
    fprintf(file,
            "  %" PRIu64 " core clocks, %" PRIu64 " thread instructions, IPC %.2f, weighted by cycle %.2f; %.2f "
            "requests an access,\n  a load's data after %.1f core clocks\n",
            s->count.core_cycles, s->count.thread_instructions, rh_gpu_figure(RH_GPU_FIGURE_ipc, s),
            rh_gpu_figure(RH_GPU_FIGURE_ipc_weighted, s), rh_gpu_figure(RH_GPU_FIGURE_transactions_an_access, s),
            rh_gpu_figure(RH_GPU_FIGURE_read_latency_mean, s));
    fprintf(
        file,
        "  %.2f banks an access; of %.1f warps a core %.1f wait for memory at once (MWP) and %.1f compute while one "
        "does (CWP);\n  CTAs of the mean core are %.1f %% of those of the fullest\n",
        rh_gpu_figure(RH_GPU_FIGURE_banks_an_access, s), rh_gpu_figure(RH_GPU_FIGURE_warps_a_core, s),
        rh_gpu_figure(RH_GPU_FIGURE_mwp, s), rh_gpu_figure(RH_GPU_FIGURE_cwp, s),
        100 * rh_gpu_figure(RH_GPU_FIGURE_cta_balance, s));
    put_notes(file, rh_gpu_notes(network->gpu));
    static const struct rh_loop_counts none;
    put_caches(file, &s->count, network->loop != NULL ? &rh_loop_stats_of(network->loop)->count : &none);
    put_slots(file, s);
}

void rh_run_summary(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    if (report->network != NULL && report->network->loop == NULL) {
        put_kernel(file, report->network);
        fprintf(file, "\nThe memory is perfect: it answers every request after %u core clocks.\n",
                report->network->memory_latency);
        return;
    }
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
        put_network(file, report);
    if (report->network != NULL && report->network->gpu != NULL) {
        fputc('\n', file);
        put_kernel(file, report->network);
    }
    run_summary_cores(file, report);
    if (report->judged && report->rules_broken == 0)
        fprintf(file, "\nThe judge found no broken rule in %" PRIu64 " commands (%" PRIu64 " checks).\n",
                report->judge_commands, report->judge_checks);
    if (report->judged && report->rules_broken != 0)
        fprintf(file, "\nThe judge found %" PRIu64 " BROKEN RULES in %" PRIu64 " commands.\n", report->rules_broken,
                report->judge_commands);
}

/*  */

/* Written, or not for lack of memory; closed anyway. */
static bool finish(FILE *file, struct rh_table *table, bool good, const char *option, struct rh_error *error) {
    if (good)
        rh_table_csv(table, file);
    rh_table_close(table);
    return good || rh_error_set(error, "%s: found no memory, expected enough", option);
}

static const struct rh_column histogram[] = {
    {.name = "clocks_from", .kind = RH_CELL_COUNT, .meaning = "least latency of the bucket"},
    {.name = "clocks_to", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "greatest; the last bucket has none"},
    {.name = "reads", .kind = RH_CELL_COUNT, .meaning = "reads with such a latency from their acceptance"},
    {.name = "writes", .kind = RH_CELL_COUNT, .meaning = "writes"},
    {.name = "from_arrival",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "requests with such a latency from their arrival, where the stream has times"},
};
const struct rh_form_part rh_histogram_columns = RH_FORM_PART("histogram", histogram, "a latency");

static bool add_bucket(struct rh_table *table, const struct rh_run_report *report, unsigned i) {
    const struct rh_stats *s = report->total.stats;
    uint64_t least, greatest;
    rh_latency_bucket(i, &least, &greatest);
    if (s->read.bucket[i] == 0 && s->write.bucket[i] == 0 && s->from_arrival.bucket[i] == 0)
        return true;
    return rh_table_count(table, least) &&
           (greatest != UINT64_MAX ? rh_table_count(table, greatest) : rh_table_none(table)) &&
           rh_table_count(table, s->read.bucket[i]) && rh_table_count(table, s->write.bucket[i]) &&
           (report->timed ? rh_table_count(table, s->from_arrival.bucket[i]) : rh_table_none(table));
}

bool rh_histogram_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error) {
    struct rh_table *table = rh_table_open(histogram, sizeof histogram / sizeof histogram[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < RH_LATENCY_BUCKETS; i++)
        good = add_bucket(table, report, i);
    return finish(file, table, good, "--histogram", error);
}

static bool add_csv_core(struct rh_table *table, const struct rh_run_report *report, const struct rh_core *core) {
    bool needs, good = rh_table_count(table, core->core);
    for (unsigned i = 0; good && i < RH_CORE_STATS; i++) {
        (void)rh_core_name(i, &needs);
        good = !needs || report->timed || report->network != NULL
                   ? rh_table_count(table, rh_core_count(&core->shared, i))
                   : rh_table_none(table);
    }
    for (unsigned i = 0; good && i < RH_CORE_FIGURES; i++) {
        (void)rh_core_figure_name(i, &needs);
        good = rh_table_maybe(table, !needs || report->slowdown, rh_core_figure(i, core));
    }
    return good && (report->network == NULL ||
                    rh_table_count(table, rh_loop_core_of(report->network->loop, core->core)->awaited));
}

bool rh_cores_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error) {
    enum { AWAITED = 1 + RH_CORE_STATS + RH_CORE_FIGURES };
    struct rh_column columns[AWAITED + 1] = {{.name = "core", .kind = RH_CELL_COUNT}};
    bool needs;
    for (unsigned i = 0; i < RH_CORE_STATS; i++)
        columns[1 + i] = (struct rh_column){.name = rh_core_name(i, &needs), .kind = RH_CELL_COUNT};
    for (unsigned i = 0; i < RH_CORE_FIGURES; i++)
        columns[1 + RH_CORE_STATS + i] =
            (struct rh_column){.name = rh_core_figure_name(i, &needs), .kind = RH_CELL_REAL};
    columns[AWAITED] = (struct rh_column){.name = "awaited", .kind = RH_CELL_COUNT};
    struct rh_table *table = rh_table_open(columns, report->network != NULL ? AWAITED + 1 : AWAITED);
    bool good = table != NULL;
    for (unsigned c = 0; good && c < report->core_count; c++)
        good = add_csv_core(table, report, &report->core[c]);
    return finish(file, table, good, "--core-table", error);
}
