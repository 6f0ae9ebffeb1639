// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_network.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/cli/simulate/rh_run_summary.h"

bool rh_run_network_check(const struct rh_options *options, struct rh_error *error) {
    if (options->loop.network == NULL)
        return rh_loop_options_absent(options, error);
    return (options->wave.file == NULL && !options->wave.view) || rh_option_excludes(error, "--wave", "--network");
}

/* Reads another stream, and leaves it open. */
struct lent {
    struct rh_stream stream;
    struct rh_stream *from;
};

static int next_lent(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_stream *from = ((struct lent *)stream)->from;
    return from->next(from, request, error);
}

static void close_lent(struct rh_stream *stream) {
    (void)stream;
}

bool rh_run_network_open(struct rh_run_loop *run, const struct rh_options *options, const struct rh_setup *setup,
                         struct rh_stream *stream, unsigned channels, const struct rh_loop_setup *sinks,
                         struct rh_error *error) {
    struct rh_loop_setup loop = *sinks;
    struct lent lent = {.stream = *stream, .from = stream};
    unsigned most = rh_loop_options_most_cores(&options->loop, channels), cores;
    if (!rh_loop_options_resolve(&options->loop, &loop, error))
        return false;
    if (channels > RH_TOPOLOGY_MOST_NODES)
        return rh_error_set(error, "--channels: found %u with --network, expected at most %u", channels,
                            (unsigned)RH_TOPOLOGY_MOST_NODES);
    lent.stream.next = next_lent;
    lent.stream.fill = NULL;
    lent.stream.close = close_lent;
    run->reported.paced = rh_loop_options_paced(&options->loop);
    run->streams = rh_core_streams_open(&lent.stream, most, 0, run->reported.paced, error);
    if (run->streams == NULL)
        return false;
    if (rh_core_streams_total(run->streams) == 0)
        return rh_error_set(error, "--stream %s: found no request, expected at least one", options->stream.stream);
    cores = rh_core_streams_most_cores(run->streams);
    loop.preset = &setup->preset;
    loop.ops = setup->ops;
    loop.geometry = setup->geometry;
    loop.gaps = setup->gaps;
    loop.controllers = (uint8_t)channels;
    loop.cores = (uint8_t)(options->loop.core_count != 0 || cores > most ? most : cores);
    run->loop = rh_loop_open(&loop, error);
    run->reported.loop = run->loop;
    return run->loop != NULL;
}

void rh_run_network_close(struct rh_run_loop *run) {
    rh_loop_close(run->loop);
    rh_core_streams_close(run->streams);
}

struct rh_run_figures rh_run_of_channel(const struct rh_system *system, const struct rh_loop *loop, unsigned channel) {
    if (loop != NULL)
        return (struct rh_run_figures){rh_loop_channel(loop, channel), rh_loop_locality(loop, channel), 1};
    return (struct rh_run_figures){rh_system_channel(system, channel),
                                   rh_locality_channel(rh_system_locality(system), channel), 1};
}

struct rh_run_figures rh_run_of_all(const struct rh_system *system, const struct rh_loop *loop, unsigned channels) {
    if (loop == NULL)
        return (struct rh_run_figures){rh_system_total(system), rh_locality_total(rh_system_locality(system)),
                                       channels};
    struct rh_locality_count locality = rh_loop_stats_of(loop)->after;
    locality.changes_before = rh_loop_stats_of(loop)->before.changes_before;
    return (struct rh_run_figures){rh_loop_total(loop), locality, channels};
}

void rh_run_of_judge(const struct rh_system *system, const struct rh_loop *loop, struct rh_run_report *report) {
    uint64_t *checks = &report->judge_checks;
    report->rules_broken = loop != NULL ? rh_loop_rules_broken(loop) : rh_system_rules_broken(system);
    report->judge_commands = loop != NULL ? rh_loop_judged(loop, checks) : rh_system_judged(system, checks);
}

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

void rh_run_network_clocks(FILE *file, const struct rh_loop_stats *stats) {
    fprintf(file, "cores %g MHz, networks %g MHz, memory %g MHz\n", stats->core_mhz, stats->network_mhz,
            stats->memory_mhz);
}

void rh_run_network_summary(FILE *file, const struct rh_run_report *report) {
    const struct rh_loop *loop = report->network->loop;
    const struct rh_loop_setup *setup = rh_loop_setup_of(loop);
    const struct rh_loop_stats *s = rh_loop_stats_of(loop);
    struct rh_network_blocks p;
    rh_network_blocks_of(&setup->network, &p);
    char stay[40] = "";
    if (p.ejector.stay != 0)
        (void)snprintf(stay, sizeof stay, ", up to %u requests stay", p.ejector.stay);
    fprintf(file,
            "\nClosed loop: %u cores of up to %u requests in flight, %s; %s of %s, hold %s, %u virtual channel%s%s%s\n"
            "  clocks: ",
            setup->cores, setup->flight, report->network->paced ? "paced" : "saturated",
            rh_topology_name(setup->topology), setup->network.allocator->name, rh_hold_rule_name(setup->network.hold),
            p.router.vcs, p.router.vcs == 1 ? "" : "s", p.router.static_vcs ? ", static" : "", stay);
    rh_run_network_clocks(file, s);
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
            "  row streaks: %" PRIu64
            ", %.1f %% with requests stranded; breakers of another core in %.1f %%, of another "
            "CTA in %.1f %%,\n  of the same CTA in %.1f %%\n",
            s->count.streaks, 100 * rh_loop_figure(RH_LOOP_FIGURE_streaks_broken_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_streaks_other_core_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_streaks_other_cta_share, s),
            100 * rh_loop_figure(RH_LOOP_FIGURE_streaks_same_cta_share, s));
    put_refusals(file, loop, s);
    if (rh_loop_total(loop)->idle_cycles == 0)
        return;
    fputc('\n', file);
    put_waits(file, loop, s);
    put_awaited(file, loop, setup);
}
