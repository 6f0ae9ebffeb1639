// SPDX-License-Identifier: Apache-2.0
// `rowhold switch`: throughput and latency of an input-queued switch under one allocator, or of a request network, at
// one load or over a list of loads.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_interrupt.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/files/rh_output.h"
#include "rowhold/rh_injector.h"
#include "rowhold/rh_open_loop.h"
#include "rowhold/rh_switch.h"

/** What is 0 or NULL was not given. */
struct network_options {
    const char *network;              /**< --network NAME */
    const char *traffic;              /**< --traffic NAME */
    unsigned cores, channels;         /**< --cores N --channels N */
    unsigned columns;                 /**< --mesh-columns N */
    bool replies, static_vcs;         /**< --replies --static-vcs */
    bool speculative;                 /**< --speculative */
    uint8_t flits, vcs, depth, queue; /**< --flits N --vcs N --depth N --injection-queue N */
    double hot_share;                 /**< --hot-share X */
    bool hot_share_given, hot_sink_given, stays_given;
    unsigned hot_sink; /**< --hot-sink N */
    unsigned stays;    /**< --stays N */
};
enum { RH_NETWORK_OPTIONS_ROWS = 15 };
/** The column of a percentile; the screen has two of them. */
#define RH_SWITCH_PERCENTILE(id, said)                                                                                 \
    {                                                                                                                  \
        .name = #id, .kind = RH_CELL_COUNT,                                                                            \
        .hidden = RH_PERCENTILE_##id != RH_PERCENTILE_p50 && RH_PERCENTILE_##id != RH_PERCENTILE_p99, .meaning = said  \
    }
struct switch_network {
    struct rh_open_loop_setup setup; /**< its load is each of these in turn: */
    const double *loads;
    unsigned runs;
    const char *allocator, *hold; /**< as they were given */
    struct rh_table_options table;
    const char *plot;  /**< NULL: no picture */
    const char *links; /**< NULL: no table of links */
};

/* The options that choose a request network and its traffic. */

enum { DEFAULT_CORES = 28, DEFAULT_CONTROLLERS = 8, DEFAULT_DEPTH = 8, DEFAULT_QUEUE = 8 };
static const double DEFAULT_HOT_SHARE = 0.25;

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct network_options, kind, spelling, __VA_ARGS__)
static const struct rh_option network_options_rows[RH_NETWORK_OPTIONS_ROWS] = {
    ROW(TEXT, "network", "NAME", network, .group = "network", .word = rh_topology_name,
        .help = "a network of routers in place of one switch"),
    ROW(TEXT, "traffic", "NAME", traffic, .word = rh_traffic_name, .help = "where packets go (default uniform)"),
    ROW(NUMBER, "cores", "N", cores, .least = 1, .most = RH_TOPOLOGY_MOST_NODES, .help = "that send (default 28)"),
    ROW(NUMBER, "channels", "N", channels, .formerly = "controllers", .least = 1, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "memory channels, whose controllers receive (default 8)"),
    ROW(FLAG, "replies", NULL, replies, .help = "controllers send, cores receive"),
    ROW(NUMBER, "mesh_columns", "N", columns, .formerly = "columns", .least = 2, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "of a grid (default: as wide as high, or one wider)"),
    ROW(NUMBER, "flits", "N", flits, .least = 1, .most = RH_INJECTOR_MOST_most_flits,
        .help = "of a packet (default 1)"),
    ROW(NUMBER, "vcs", "N", vcs, .least = 1, .most = RH_INJECTOR_MOST_vcs, .power = true,
        .help = "virtual channels of a link (default: the classes that the network needs, 1 or 2)"),
    ROW(FLAG, "static_vcs", NULL, static_vcs, .help = "a packet's channel follows from its destination"),
    ROW(FLAG, "speculative", NULL, speculative, .help = "a packet may leave a router with its grant"),
    ROW(NUMBER, "stays", "N", stays, .most = RH_ROUTER_MOST_stays,
        .given = offsetof(struct network_options, stays_given), .help = RH_STAYS_HELP),
    ROW(NUMBER, "depth", "N", depth, .least = RH_INJECTOR_LEAST_depth, .most = RH_INJECTOR_MOST_depth,
        .help = "flits of a channel's buffer (default 8)"),
    ROW(NUMBER, "injection_queue", "N", queue, .formerly = "queue", .least = RH_INJECTOR_LEAST_queue,
        .most = RH_INJECTOR_MOST_queue,
        .help = "messages of an injector's queue, behind the source's own without end (default 8)"),
    ROW(SHARE, "hot_share", "X", hot_share, .given = offsetof(struct network_options, hot_share_given),
        .help = "of the packets to the hot spot, 0 to 1 (default 0.25)"),
    ROW(NUMBER, "hot_sink", "N", hot_sink, .most = RH_TOPOLOGY_MOST_NODES - 1,
        .given = offsetof(struct network_options, hot_sink_given), .help = "which sink is hot (default 0)"),
};

/* Without --network none of the others may be given. */
static bool network_options_alone(const struct network_options *options, struct rh_error *error) {
    const struct {
        const char *name;
        bool given;
    } others[] = {
        {"--traffic", options->traffic != NULL},
        {"--cores", options->cores != 0},
        {"--channels", options->channels != 0},
        {"--replies", options->replies},
        {"--mesh-columns", options->columns != 0},
        {"--flits", options->flits != 0},
        {"--vcs", options->vcs != 0},
        {"--static-vcs", options->static_vcs},
        {"--speculative", options->speculative},
        {"--stays", options->stays_given},
        {"--depth", options->depth != 0},
        {"--injection-queue", options->queue != 0},
        {"--hot-share", options->hot_share_given},
        {"--hot-sink", options->hot_sink_given},
    };
    for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++)
        if (others[k].given)
            return rh_option_lacks(error, others[k].name, "--network");
    return true;
}

static unsigned or_else(unsigned value, unsigned defaults) {
    return value != 0 ? value : defaults;
}

/* What a network settles itself. */
static bool check(const struct network_options *o, const struct rh_allocator_options *allocator,
                  enum rh_traffic_kind traffic, struct rh_error *error) {
    const struct rh_allocator_params *p = &allocator->params;
    const char *size = p->inputs != 0         ? "--inputs"
                       : p->outputs != 0      ? "--outputs"
                       : p->destinations != 0 ? "--destinations"
                                              : NULL;
    if (size != NULL)
        return rh_option_conflict(error, size, "--network", NULL, "--cores and --channels");
    if (o->columns != 0 && !rh_topology_traits(rh_topology_find(o->network))->columns) {
        char grids[RH_TOPOLOGY_NAMES];
        rh_topology_names(grids, sizeof grids, true);
        return rh_option_conflict(error, "--mesh-columns", "--network", o->network, grids);
    }
    if ((o->hot_share_given || o->hot_sink_given) && traffic != RH_TRAFFIC_hot_spot)
        return rh_option_conflict(error, o->hot_share_given ? "--hot-share" : "--hot-sink", "--traffic",
                                  rh_traffic_name(traffic), "hot_spot");
    return true;
}

/* Network and traffic; the allocators of its routers are those of `allocator`. */
static bool network_options_resolve(const struct network_options *options, const struct rh_allocator_options *allocator,
                                    struct rh_open_loop_setup *setup, struct rh_error *error) {
    struct rh_network_setup *n = &setup->network;
    struct rh_allocator_params params;
    struct rh_allocator_config config;
    enum rh_traffic_kind traffic = options->traffic != NULL ? rh_traffic_find(options->traffic) : RH_TRAFFIC_uniform;
    rh_params_default(&rh_allocator_kind, &params);
    if (!check(options, allocator, traffic, error) ||
        !rh_allocator_options_resolve(allocator, &n->allocator, &params, &config, error) ||
        !rh_topology_make(&n->topology, rh_topology_find(options->network), or_else(options->cores, DEFAULT_CORES),
                          or_else(options->channels, DEFAULT_CONTROLLERS), options->columns, options->replies, error))
        return false;
    unsigned classes = rh_topology_traits(n->topology.kind)->classes;
    n->vcs = (uint8_t)or_else(options->vcs, classes);
    if (n->vcs < classes)
        return rh_error_set(error, "--vcs: found '%u' with --network %s, expected at least %u", n->vcs,
                            options->network, classes);
    n->static_vcs = options->static_vcs;
    n->speculative = options->speculative;
    n->depth = (uint8_t)or_else(options->depth, DEFAULT_DEPTH);
    n->queue = (uint8_t)or_else(options->queue, DEFAULT_QUEUE);
    n->banks = params.banks;
    n->row_bits = params.row_bits;
    n->iterations = params.iterations;
    n->hash_bits = params.hash_bits;
    n->hold = params.hold;
    n->hold_limit = config.hold_limit;
    n->stays_given = true;
    n->stays = options->stays_given ? (uint8_t)options->stays : rh_hold_rule_stays(n->hold);
    if (!rh_network_check(n, error))
        return false;
    setup->flits = (uint8_t)or_else(options->flits, 1);
    unsigned sinks = rh_topology_sinks(&n->topology);
    if (options->hot_sink >= sinks)
        return rh_error_set(error, "--hot-sink: found '%u', expected a whole number from 0 to %u", options->hot_sink,
                            sinks - 1);
    return rh_traffic_make(&setup->traffic, traffic, &n->topology,
                           options->hot_share_given ? options->hot_share : DEFAULT_HOT_SHARE, options->hot_sink, error);
}

/* `rowhold switch --network`: throughput and latency of a request network, at one load or over several. */

#define LATENCY "clocks from a packet's creation to its sink: "
#define CONFIGURATION                                                                                                  \
    {.name = "network", .kind = RH_CELL_TEXT, .hidden = true},                                                         \
        {.name = "traffic", .kind = RH_CELL_TEXT, .hidden = true},                                                     \
        {.name = "cores", .kind = RH_CELL_COUNT, .hidden = true},                                                      \
        {.name = "controllers", .kind = RH_CELL_COUNT, .hidden = true},                                                \
        {.name = "columns", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of the grid; 0: it is none"},           \
        {.name = "replies", .kind = RH_CELL_FLAG, .hidden = true, .meaning = "controllers send, cores receive"},       \
        {.name = "flits", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of a packet"},                            \
        {.name = "vcs", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "virtual channels of a link"},               \
        {.name = "static_vcs",                                                                                         \
         .kind = RH_CELL_FLAG,                                                                                         \
         .hidden = true,                                                                                               \
         .meaning = "a packet's channel follows from its destination"},                                                \
        {.name = "speculative",                                                                                        \
         .kind = RH_CELL_FLAG,                                                                                         \
         .hidden = true,                                                                                               \
         .meaning = "a packet may leave a router with its grant"},                                                     \
        {.name = "stays",                                                                                              \
         .kind = RH_CELL_COUNT,                                                                                        \
         .hidden = true,                                                                                               \
         .meaning = "packets in a row for an input's last output alone"},                                              \
        {.name = "depth", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "flits of a channel's buffer"},            \
        {.name = "queue", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "messages of an injector's queue"},        \
        {.name = "allocator", .kind = RH_CELL_TEXT, .hidden = true},                                                   \
        {.name = "iterations", .kind = RH_CELL_COUNT, .hidden = true},                                                 \
        {.name = "hold", .kind = RH_CELL_TEXT, .hidden = true},                                                        \
        {.name = "hold_limit", .kind = RH_CELL_COUNT, .hidden = true}, {                                               \
        .name = "seed", .kind = RH_CELL_COUNT, .hidden = true                                                          \
    }

static const struct rh_column columns[] = {
    CONFIGURATION,
    {.name = "bound",
     .kind = RH_CELL_REAL,
     .hidden = true,
     .meaning = "flits a source and clock that fill the fullest link"},
    {.name = "bound_link", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "that link"},
    {.name = "load", .kind = RH_CELL_REAL, .digits = 4, .meaning = "flits a source and clock"},
    {.name = "clocks", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "that were measured"},
    {.name = "created", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets in those"},
    {.name = "delivered", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets in those"},
    {.name = "accepted", .kind = RH_CELL_REAL, .digits = 4, .meaning = "flits that reach sinks, a source and clock"},
    {.name = "sustained", .kind = RH_CELL_REAL, .digits = 4, .meaning = "load that the slowest source gets through"},
    {.name = "sink_share",
     .heading = "sinks\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .meaning = "flits that reach sinks, a sink and clock"},
    {.name = "mean", .heading = "mean\nclocks", .kind = RH_CELL_REAL, .digits = 2, .meaning = LATENCY "mean"},
    {.name = "injection",
     .heading = "to\nlink",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .meaning = LATENCY "mean of the part until its first flit is on the injector's link"},
    {.name = "transit",
     .heading = "network",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .meaning = LATENCY "mean of the part behind that"},
#define RH_PERCENTILE(percentile, share, said) RH_SWITCH_PERCENTILE(percentile, LATENCY said),
#include "tables/stats.def"
    {.name = "total_created", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets in all clocks"},
    {.name = "total_delivered", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets in all clocks"},
    {.name = "waiting", .kind = RH_CELL_COUNT, .meaning = "packets that are in sources' queues at the end"},
    {.name = "in_flight",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .meaning = "packets that are in the network at the end"},
};

static const struct rh_column configuration[] = {
    CONFIGURATION,
    {.name = "hot_share", .kind = RH_CELL_REAL},
    {.name = "hot_sink", .kind = RH_CELL_COUNT},
    {.name = "banks", .kind = RH_CELL_COUNT},
    {.name = "row_bits", .kind = RH_CELL_COUNT},
    {.name = "hash_bits", .kind = RH_CELL_COUNT},
    {.name = "loads", .kind = RH_CELL_TEXT, .meaning = "with commas between"},
    {.name = "clocks", .kind = RH_CELL_COUNT, .meaning = "a load, those before the measurement included"},
};

const struct rh_form rh_form_switch_network = {
    .name = "switch_network",
    .command = "rowhold switch --network NAME --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "network, allocators of its routers, traffic: all that the rows depend on"),
    .rows = RH_FORM_PART("rows", columns, "one a load"),
};

/* The fullest link in words. */
static const char *link_name(const struct rh_topology *t, struct rh_topology_port link, char text[32]) {
    struct rh_topology_port to = {RH_TOPOLOGY_NONE, RH_TOPOLOGY_NONE};
    if (link.router == RH_TOPOLOGY_NONE)
        return "a source's own";
    for (unsigned k = 0; k < rh_topology_sinks(t); k++) {
        struct rh_topology_port end = rh_topology_sink(t, k);
        if (end.router == link.router && end.port == link.port)
            (void)snprintf(text, 32, "sink %u's", k);
    }
    to = rh_topology_link(t, link.router, link.port);
    if (to.router != RH_TOPOLOGY_NONE)
        (void)snprintf(text, 32, "node %u to %u", link.router, to.router);
    return text;
}

static bool add_setup(struct rh_table *table, const struct switch_network *n) {
    const struct rh_open_loop_setup *s = &n->setup;
    const struct rh_topology *t = &s->network.topology;
    return rh_table_text(table, rh_topology_name(t->kind)) && rh_table_text(table, rh_traffic_name(s->traffic.kind)) &&
           rh_table_count(table, t->cores) && rh_table_count(table, t->controllers) &&
           rh_table_count(table, t->columns) && rh_table_count(table, t->replies) && rh_table_count(table, s->flits) &&
           rh_table_count(table, s->network.vcs) && rh_table_count(table, s->network.static_vcs) &&
           rh_table_count(table, s->network.speculative) && rh_table_count(table, s->network.stays) &&
           rh_table_count(table, s->network.depth) && rh_table_count(table, s->network.queue) &&
           rh_table_text(table, n->allocator) && rh_table_count(table, s->network.iterations) &&
           rh_table_text(table, n->hold) && rh_table_count(table, s->network.hold_limit) &&
           rh_table_count(table, s->seed);
}

static bool add_configuration(struct rh_table *table, const struct switch_network *n) {
    const struct rh_open_loop_setup *s = &n->setup;
    size_t size = n->runs * 16U + 1, used = 0;
    char *loads = calloc(1, size);
    for (unsigned k = 0; loads != NULL && k < n->runs; k++)
        used += (size_t)snprintf(loads + used, size - used, "%s%.6g", k == 0 ? "" : ",", n->loads[k]);
    bool good = loads != NULL && add_setup(table, n) && rh_table_real(table, s->traffic.hot_share) &&
                rh_table_count(table, s->traffic.hot_sink) && rh_table_count(table, s->network.banks) &&
                rh_table_count(table, s->network.row_bits) && rh_table_count(table, s->network.hash_bits) &&
                rh_table_text(table, loads) && rh_table_count(table, s->clocks);
    free(loads);
    return good;
}

static bool add_row(struct rh_table *table, const struct switch_network *n, double load,
                    const struct rh_open_loop_result *r) {
    const struct rh_traffic *traffic = &n->setup.traffic;
    const struct rh_traffic_bound bound = rh_traffic_bound(traffic, &n->setup.network.topology);
    char text[32];
    return add_setup(table, n) && rh_table_real(table, bound.load) &&
           rh_table_text(table, link_name(&n->setup.network.topology, bound.link, text)) &&
           rh_table_real(table, load) && rh_table_count(table, r->clocks) && rh_table_count(table, r->created) &&
           rh_table_count(table, r->delivered) && rh_table_real(table, r->throughput) &&
           rh_table_real(table, r->sustained) &&
           rh_table_real(table, r->throughput * traffic->sources / traffic->sinks) && rh_table_real(table, r->mean) &&
           rh_table_real(table, r->injection) && rh_table_real(table, r->network) &&
           rh_table_counts(table, r->percentile, RH_PERCENTILES) && rh_table_count(table, r->total_created) &&
           rh_table_count(table, r->total_delivered) && rh_table_count(table, r->waiting) &&
           rh_table_count(table, r->in_flight);
}

static void print_head(const struct switch_network *n) {
    const struct rh_open_loop_setup *s = &n->setup;
    const struct rh_topology *t = &s->network.topology;
    const struct rh_traffic_bound bound = rh_traffic_bound(&s->traffic, t);
    char text[32];
    printf("%s, %u %s to %u %s", rh_topology_name(t->kind), s->traffic.sources, t->replies ? "controllers" : "cores",
           s->traffic.sinks, t->replies ? "cores" : "controllers");
    if (t->columns != 0)
        printf(", %u columns", t->columns);
    printf("\n%u channel%s of %u flits a link%s%s; %s, %u iteration%s, hold %s, limit %u\n", s->network.vcs,
           s->network.vcs == 1 ? "" : "s", s->network.depth, s->network.static_vcs ? ", by destination" : "",
           s->network.speculative ? ", speculative" : "", n->allocator, s->network.iterations,
           s->network.iterations == 1 ? "" : "s", n->hold, s->network.hold_limit);
    printf("%s traffic, packets of %u flit%s, seed %" PRIu64 ", %" PRIu64 " clocks, a quarter not measured\n",
           rh_traffic_name(s->traffic.kind), s->flits, s->flits == 1 ? "" : "s", s->seed, s->clocks);
    printf("bound %.4f: fullest link %s, %.2f flits a clock when each source sends 1\n\n", bound.load,
           link_name(t, bound.link, text), bound.most);
}

/* What each link behind a router carries at each load, beside what it would if all went through. */
static bool write_links(const struct switch_network *n, const struct rh_open_loop_result *results,
                        uint64_t (*const sent)[RH_TOPOLOGY_MOST_NODES][RH_ROUTER_MOST_outputs],
                        struct rh_error *error) {
    const struct rh_topology *t = &n->setup.network.topology;
    struct rh_traffic_loads loads;
    struct rh_output output;
    char text[32];
    if (n->links == NULL)
        return true;
    if (!rh_output_open(&output, n->links, error))
        return false;
    rh_traffic_loads(&n->setup.traffic, t, &loads);
#define RH_LINK_COLUMN(name, meaning) "," #name
    static const char head[] =
#include "tables/csv_columns.def"
        ;
    fprintf(output.file, "%s\n", head + 1);
    for (unsigned k = 0; k < n->runs; k++)
        for (unsigned r = 0; r < t->routers; r++)
            for (unsigned o = 0; o < t->outputs; o++)
                if (loads.of[r][o] > 0)
                    fprintf(output.file, "%.6g,%u,%u,%s,%" PRIu64 ",%.6f,%.6f\n", n->loads[k], r, o,
                            link_name(t, (struct rh_topology_port){(uint8_t)r, (uint8_t)o}, text), sent[k][r][o],
                            (double)sent[k][r][o] / (double)results[k].clocks, n->loads[k] * loads.of[r][o]);
    return rh_output_commit(&output, error);
}

static bool report(const struct switch_network *n, const struct rh_open_loop_result *results, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_switch_network, error))
        return false;
    bool good = add_configuration(result.configuration, n);
    for (unsigned k = 0; good && k < n->runs; k++)
        good = add_row(result.rows, n, n->loads[k], &results[k]);
    good = good ? rh_table_write(&result, &n->table, error) : rh_table_no_memory(&rh_form_switch_network, error);
    if (good && !rh_table_options_stdout(&n->table) && !rh_output_is_stdout(n->plot) &&
        !rh_output_is_stdout(n->links)) {
        print_head(n);
        rh_table_print(result.rows, "", stdout);
        printf("\nload, accepted: flits a source and clock; sustained: the load that the slowest\n"
               "source gets through; sinks: share of what they could take; mean, p50, p99:\n"
               "latency from creation; waiting: packets in sources' queues at the end\n");
    }
    rh_table_result_close(&result);
    return good;
}

static bool draw(const struct switch_network *n, const struct rh_open_loop_result *results, struct rh_error *error) {
    const struct rh_open_loop_setup *s = &n->setup;
    const double bound = rh_traffic_bound(&s->traffic, &s->network.topology).load;
    struct rh_plot plot;
    if (n->plot == NULL)
        return true;
    if (!rh_plot_open(&plot, n->plot, error))
        return false;
    fprintf(plot.script,
            "set xlabel 'load, flits a source and clock'\nset ylabel 'throughput, flits a source and clock'\n"
            "set y2label 'mean latency, clocks'\nset ytics nomirror\nset y2tics\nset key left top\n"
            "set xrange [0:*]\nset yrange [0:*]\nset logscale y2\n"
            "set arrow from %.6g, graph 0 to %.6g, graph 1 nohead dt 2\n"
            "set title '%s, %u to %u, %s traffic; dashed: bound' noenhanced\n$runs << EOD\n",
            bound, bound, rh_topology_name(s->network.topology.kind), s->traffic.sources, s->traffic.sinks,
            rh_traffic_name(s->traffic.kind));
    for (unsigned k = 0; k < n->runs; k++)
        fprintf(plot.script, "%.6g %.6f %.4f\n", n->loads[k], results[k].throughput, results[k].mean);
    fprintf(plot.script, "EOD\nplot $runs using 1:2 with linespoints title 'throughput', "
                         "$runs using 1:3 axes x1y2 with linespoints title 'mean latency'\n");
    return rh_plot_commit(&plot, error);
}

static bool switch_network_run(const struct switch_network *network, struct rh_error *error) {
    struct rh_open_loop_result *results = calloc(network->runs, sizeof *results);
    uint64_t(*sent)[RH_TOPOLOGY_MOST_NODES][RH_ROUTER_MOST_outputs] = calloc(network->runs, sizeof *sent);
    bool good = (results != NULL && sent != NULL) || rh_table_no_memory(&rh_form_switch_network, error);
    for (unsigned k = 0; good && k < network->runs; k++) {
        struct rh_open_loop_setup setup = network->setup;
        setup.load = network->loads[k];
        setup.sent = sent[k];
        setup.stop = rh_interrupt_stop;
        good = rh_open_loop_run(&setup, &results[k], error);
    }
    good = good && draw(network, results, error) && write_links(network, results, sent, error) &&
           report(network, results, error);
    free(results);
    free(sent);
    return good;
}

enum { MOST_LOADS = 100, DEFAULT_CLOCKS = 100000, DEFAULT_NETWORK_CLOCKS = 20000 };

struct arguments {
    struct rh_allocator_options options;
    struct network_options network;
    struct rh_table_options table;
    const char *queues, *loads, *plot, *links;
    double load;
    bool load_given;
    uint64_t clocks, seed;
    struct rh_switch_setup setup;
    unsigned runs;
    double load_of[MOST_LOADS];
    struct rh_switch_result result[MOST_LOADS];
};

static bool resolve_loads(struct arguments *a, struct rh_error *error) {
    char list[1024];
    if (a->loads == NULL) {
        a->runs = 1;
        a->load_of[0] = a->load;
        return true;
    }
    if (a->load_given)
        return rh_error_set(error, "--loads: found --load too, expected one of the two");
    if (strlen(a->loads) >= sizeof list)
        return rh_error_set(error, "--loads: found %zu letters, expected fewer than %zu", strlen(a->loads),
                            sizeof list);
    (void)snprintf(list, sizeof list, "%s", a->loads);
    for (char *next = list; next != NULL;) {
        char *load = strsep(&next, ",");
        if (a->runs == MOST_LOADS)
            return rh_error_set(error, "--loads: found more than %d loads, expected at most so many", MOST_LOADS);
        if (!rh_option_share("--loads", load, &a->load_of[a->runs++], error))
            return false;
    }
    return true;
}

static bool resolve_files(const struct arguments *a, struct rh_error *error) {
    const struct rh_file_use uses[] = {{"--plot", a->plot, true}, {"--links", a->links, true}};
    return rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) &&
           (a->plot == NULL || rh_plot_possible(a->plot, error));
}

static bool resolve(struct arguments *a, struct rh_error *error) {
    struct rh_switch_setup *s = &a->setup;
    if (!rh_allocator_options_resolve(&a->options, &s->ops, &s->params, &s->config, error))
        return false;
    if (s->params.destinations != s->params.outputs)
        return rh_error_set(error, "--destinations: found '%u', expected %u: an output is a destination here",
                            (unsigned)s->params.destinations, (unsigned)s->params.outputs);
    a->queues = a->queues != NULL ? a->queues : "voq";
    s->fifo = strcmp(a->queues, "fifo") == 0;
    s->seed = a->seed;
    s->clocks = a->clocks != 0 ? a->clocks : DEFAULT_CLOCKS;
    if (a->links != NULL)
        return rh_option_lacks(error, "--links", "--network");
    return network_options_alone(&a->network, error) && resolve_loads(a, error) && resolve_files(a, error);
}

/* With --network; a load that is not given is half of the bound. */
static bool resolve_network(struct arguments *a, struct switch_network *n, struct rh_error *error) {
    *n = (struct switch_network){.loads = a->load_of,
                                 .allocator = a->options.allocator,
                                 .hold = a->options.hold,
                                 .table = a->table,
                                 .plot = a->plot,
                                 .links = a->links};
    if (a->queues != NULL)
        return rh_option_excludes(error, "--queues", "--network");
    if (!network_options_resolve(&a->network, &a->options, &n->setup, error))
        return false;
    n->setup.seed = a->seed;
    n->setup.clocks = a->clocks != 0 ? a->clocks : DEFAULT_NETWORK_CLOCKS;
    if (!a->load_given)
        a->load = rh_traffic_bound(&n->setup.traffic, &n->setup.network.topology).load / 2;
    if (!resolve_loads(a, error) || !resolve_files(a, error))
        return false;
    n->runs = a->runs;
    return true;
}

#undef LATENCY
#define LATENCY "clocks between arrival and grant: "
#undef CONFIGURATION
#define CONFIGURATION                                                                                                  \
    {.name = "allocator", .kind = RH_CELL_TEXT, .hidden = true},                                                       \
        {.name = "iterations", .kind = RH_CELL_COUNT, .hidden = true},                                                 \
        {.name = "hold", .kind = RH_CELL_TEXT, .hidden = true},                                                        \
        {.name = "hold_limit", .kind = RH_CELL_COUNT, .hidden = true},                                                 \
        {.name = "inputs", .kind = RH_CELL_COUNT, .hidden = true},                                                     \
        {.name = "outputs", .kind = RH_CELL_COUNT, .hidden = true},                                                    \
        {.name = "queues", .kind = RH_CELL_TEXT, .hidden = true}, {                                                    \
        .name = "seed", .kind = RH_CELL_COUNT, .hidden = true                                                          \
    }

static const struct rh_column switch_columns[] = {
    CONFIGURATION,
    {.name = "load", .kind = RH_CELL_REAL, .digits = 4, .meaning = "packets an input and clock"},
    {.name = "clocks", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "that were measured"},
    {.name = "arrived", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets"},
    {.name = "refused", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets that came to a full queue"},
    {.name = "delivered", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "packets"},
    {.name = "held", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "grants that the hold rule repeated"},
    {.name = "throughput",
     .heading = "throughput %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .meaning = "share of capacity: the fewer of inputs and outputs, a clock"},
    {.name = "mean", .heading = "mean clocks", .kind = RH_CELL_REAL, .digits = 2, .meaning = LATENCY "mean"},
#define RH_PERCENTILE(percentile, share, said) RH_SWITCH_PERCENTILE(percentile, LATENCY said),
#include "tables/stats.def"
    {.name = "refused_share",
     .heading = "refused %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .meaning = "refused / arrived"},
    {.name = "held_share",
     .heading = "held %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .meaning = "held / delivered"},
};

static const struct rh_column switch_configuration[] = {
    CONFIGURATION,
    {.name = "banks", .kind = RH_CELL_COUNT},
    {.name = "row_bits", .kind = RH_CELL_COUNT},
    {.name = "hash_bits", .kind = RH_CELL_COUNT},
    {.name = "loads", .kind = RH_CELL_TEXT, .meaning = "with commas between"},
    {.name = "clocks", .kind = RH_CELL_COUNT, .meaning = "a load, those before the measurement included"},
};

const struct rh_form rh_form_switch = {
    .name = "switch",
    .command = "rowhold switch --json",
    .configuration = RH_FORM_PART("configuration", switch_configuration,
                                  "allocator with its parameters, queues, traffic: all that the rows depend on"),
    .rows = RH_FORM_PART("rows", switch_columns, "one a load"),
};

static bool switch_add_setup(struct rh_table *table, const struct arguments *a) {
    const struct rh_switch_setup *s = &a->setup;
    return rh_table_text(table, s->ops->name) && rh_table_count(table, s->params.iterations) &&
           rh_table_text(table, a->options.hold) && rh_table_count(table, s->config.hold_limit) &&
           rh_table_count(table, s->params.inputs) && rh_table_count(table, s->params.outputs) &&
           rh_table_text(table, a->queues) && rh_table_count(table, s->seed);
}

static bool switch_add_configuration(struct rh_table *table, const struct arguments *a) {
    char loads[MOST_LOADS * 12] = "";
    for (unsigned k = 0, used = 0; k < a->runs; k++)
        used += (unsigned)snprintf(loads + used, sizeof loads - used, "%s%.6g", k == 0 ? "" : ",", a->load_of[k]);
    return switch_add_setup(table, a) && rh_table_count(table, a->setup.params.banks) &&
           rh_table_count(table, a->setup.params.row_bits) && rh_table_count(table, a->setup.params.hash_bits) &&
           rh_table_text(table, loads) && rh_table_count(table, a->setup.clocks);
}

static bool switch_add_row(struct rh_table *table, const struct arguments *a, unsigned k) {
    const struct rh_switch_result *r = &a->result[k];
    double refused = r->arrived == 0 ? 0 : (double)r->refused / (double)r->arrived;
    double held = r->delivered == 0 ? 0 : (double)r->held / (double)r->delivered;
    return switch_add_setup(table, a) && rh_table_real(table, a->load_of[k]) && rh_table_count(table, r->clocks) &&
           rh_table_count(table, r->arrived) && rh_table_count(table, r->refused) &&
           rh_table_count(table, r->delivered) && rh_table_count(table, r->held) &&
           rh_table_real(table, r->throughput) && rh_table_real(table, r->mean) &&
           rh_table_counts(table, r->percentile, RH_PERCENTILES) && rh_table_real(table, refused) &&
           rh_table_real(table, held);
}

static void print_text(const struct arguments *a, const struct rh_table *table) {
    const struct rh_switch_setup *s = &a->setup;
    printf("%s, %u iteration%s, hold %s, limit %u, %u x %u, %s\nseed %" PRIu64 ", %" PRIu64 " clocks measured\n\n",
           s->ops->name, s->params.iterations, s->params.iterations == 1 ? "" : "s", a->options.hold,
           s->config.hold_limit, s->params.inputs, s->params.outputs, a->queues, s->seed, a->result[0].clocks);
    rh_table_print(table, "", stdout);
    printf("\nthroughput: share of capacity, %u grants a clock; mean, p50, p99: latency in\n"
           "clocks; refused: of the arrivals, by full queues of %d; held: of the grants\n",
           s->params.inputs < s->params.outputs ? s->params.inputs : s->params.outputs, RH_SWITCH_DEPTH);
}

static bool switch_report(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_switch, error))
        return false;
    bool good = switch_add_configuration(result.configuration, a);
    for (unsigned k = 0; good && k < a->runs; k++)
        good = switch_add_row(result.rows, a, k);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_switch, error);
    if (good && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot))
        print_text(a, result.rows);
    rh_table_result_close(&result);
    return good;
}

static bool switch_draw(const struct arguments *a, struct rh_error *error) {
    struct rh_plot plot;
    if (a->plot == NULL)
        return true;
    if (!rh_plot_open(&plot, a->plot, error))
        return false;
    fprintf(plot.script,
            "set xlabel 'load'\nset ylabel 'throughput, share of capacity'\nset y2label 'mean latency, clocks'\n"
            "set ytics nomirror\nset y2tics\nset key left top\nset xrange [0:1]\nset yrange [0:1]\n"
            "set title '%s, %u x %u, %s' noenhanced\n$runs << EOD\n",
            a->setup.ops->name, a->setup.params.inputs, a->setup.params.outputs, a->queues);
    for (unsigned k = 0; k < a->runs; k++)
        fprintf(plot.script, "%.6g %.6f %.4f\n", a->load_of[k], a->result[k].throughput, a->result[k].mean);
    fprintf(plot.script, "EOD\nplot $runs using 1:2 with linespoints title 'throughput', "
                         "$runs using 1:3 axes x1y2 with linespoints title 'mean latency'\n");
    return rh_plot_commit(&plot, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.options = {.allocator = "islip", .hold = "none"}, .load = 1};
    struct switch_network network;
    struct rh_error error = {""};
    rh_params_default(&rh_allocator_kind, &a.setup.params);
    a.setup.params.inputs = 16;
    a.seed = 1;
    int parsed = rh_cli_parse(&rh_cli_switch, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (a.network.network != NULL)
        return resolve_network(&a, &network, &error) && switch_network_run(&network, &error) ? 0 : rh_cli_fail(&error);
    if (!resolve(&a, &error))
        return rh_cli_fail(&error);
    a.setup.stop = rh_interrupt_stop;
    for (unsigned k = 0; k < a.runs; k++) {
        a.setup.load = a.load_of[k];
        if (!rh_switch_run(&a.setup, &a.result[k], &error))
            return rh_cli_fail(&error);
    }
    return switch_draw(&a, &error) && switch_report(&a, &error) ? 0 : rh_cli_fail(&error);
}

static const char *queue_word(unsigned index) {
    static const char *const words[] = {"voq", "fifo"};
    return index < 2 ? words[index] : NULL;
}

#undef ROW
#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "queues", "KIND", queues, .group = "traffic", .word = queue_word,
        .help = "voq: a queue an output at every input; fifo: one queue an input (default voq)"),
    ROW(SHARE, "load", "X", load, .given = offsetof(struct arguments, load_given),
        .help = "packets an input and clock, 0 to 1 (default 1); with --network flits a source and clock "
                "(default: half of the bound)"),
    ROW(TEXT, "loads", "LIST", loads, .help = "several loads with commas between them, in place of --load"),
    ROW(NUMBER, "clocks", "N", clocks, .least = 4, .most = UINT64_C(1000000000),
        .help = "clocks a load, the first quarter not measured (default 100000, with --network 20000)"),
    ROW(NUMBER, "seed", "N", seed, .most = INT64_MAX, .help = "seed of the traffic (default 1)"),
    ROW(OUTPUT, "links", "FILE", links,
        .help = "with --network: write what each link between routers and to sinks carries as CSV; - is standard "
                "output"),
    ROW(OUTPUT, "plot", "FILE.svg", plot, .help = "draw throughput and mean latency over load; needs gnuplot"),
};

const struct rh_cli rh_cli_switch = {
    .name = "switch",
    .meaning = "a switch under an allocator, or a request network: throughput and latency",
    .about = "An input-queued switch under uniform random traffic: throughput and latency of an allocator's C model. "
             "By default 16 x 16 under islip, without a hold rule. With --network an open loop around a request "
             "network of routers, beside the load that fills its fullest link.",
    .examples = "switch --allocator pim\n"
                "switch --allocator islip --queues fifo --inputs 32\n"
                "switch --allocator wavefront --loads 0.5,0.8,0.9,0.95,0.99 --csv wavefront.csv\n"
                "switch --network mesh --vcs 4 --traffic hot_spot --loads 0.02,0.04,0.06,0.08,0.1",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(network_options_rows, offsetof(struct arguments, network)),
               RH_OPTION_TABLE(rh_allocator_options_rows, offsetof(struct arguments, options)),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
