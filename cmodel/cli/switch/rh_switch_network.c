// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/switch/rh_switch_network.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_plot.h"

#define LATENCY "clocks from a packet's creation to its sink: "
#define CONFIGURATION                                                                                                  \
    {.name = "network", .kind = RH_CELL_TEXT, .hidden = true},                                                         \
        {.name = "traffic", .kind = RH_CELL_TEXT, .hidden = true},                                                     \
        {.name = "cores", .kind = RH_CELL_COUNT, .hidden = true},                                                      \
        {.name = "controllers", .kind = RH_CELL_COUNT, .hidden = true},                                                \
        {.name = "columns", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of the mesh; 0: it is none"},           \
        {.name = "replies", .kind = RH_CELL_FLAG, .hidden = true, .meaning = "controllers send, cores receive"},       \
        {.name = "flits", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of a packet"},                            \
        {.name = "vcs", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "virtual channels of a link"},               \
        {.name = "static_vcs",                                                                                         \
         .kind = RH_CELL_FLAG,                                                                                         \
         .hidden = true,                                                                                               \
         .meaning = "a packet's channel follows from its destination"},                                                \
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

static bool add_setup(struct rh_table *table, const struct rh_switch_network *n) {
    const struct rh_open_loop_setup *s = &n->setup;
    const struct rh_topology *t = &s->network.topology;
    return rh_table_text(table, rh_topology_name(t->kind)) && rh_table_text(table, rh_traffic_name(s->traffic.kind)) &&
           rh_table_count(table, t->cores) && rh_table_count(table, t->controllers) &&
           rh_table_count(table, t->columns) && rh_table_count(table, t->replies) && rh_table_count(table, s->flits) &&
           rh_table_count(table, s->network.vcs) && rh_table_count(table, s->network.static_vcs) &&
           rh_table_count(table, s->network.depth) && rh_table_count(table, s->network.queue) &&
           rh_table_text(table, n->allocator) && rh_table_count(table, s->network.iterations) &&
           rh_table_text(table, n->hold) && rh_table_count(table, s->network.hold_limit) &&
           rh_table_count(table, s->seed);
}

static bool add_configuration(struct rh_table *table, const struct rh_switch_network *n) {
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

static bool add_row(struct rh_table *table, const struct rh_switch_network *n, double load,
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

static void print_head(const struct rh_switch_network *n) {
    const struct rh_open_loop_setup *s = &n->setup;
    const struct rh_topology *t = &s->network.topology;
    const struct rh_traffic_bound bound = rh_traffic_bound(&s->traffic, t);
    char text[32];
    printf("%s, %u %s to %u %s", rh_topology_name(t->kind), s->traffic.sources, t->replies ? "controllers" : "cores",
           s->traffic.sinks, t->replies ? "cores" : "controllers");
    if (t->columns != 0)
        printf(", %u columns", t->columns);
    printf("\n%u channel%s of %u flits a link%s; %s, %u iteration%s, hold %s, limit %u\n", s->network.vcs,
           s->network.vcs == 1 ? "" : "s", s->network.depth, s->network.static_vcs ? ", by destination" : "",
           n->allocator, s->network.iterations, s->network.iterations == 1 ? "" : "s", n->hold, s->network.hold_limit);
    printf("%s traffic, packets of %u flit%s, seed %" PRIu64 ", %" PRIu64 " clocks, a quarter not measured\n",
           rh_traffic_name(s->traffic.kind), s->flits, s->flits == 1 ? "" : "s", s->seed, s->clocks);
    printf("bound %.4f: fullest link %s, %.2f flits a clock when each source sends 1\n\n", bound.load,
           link_name(t, bound.link, text), bound.most);
}

static bool report(const struct rh_switch_network *n, const struct rh_open_loop_result *results,
                   struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_switch_network, error))
        return false;
    bool good = add_configuration(result.configuration, n);
    for (unsigned k = 0; good && k < n->runs; k++)
        good = add_row(result.rows, n, n->loads[k], &results[k]);
    good = good ? rh_table_write(&result, &n->table, error) : rh_table_no_memory(&rh_form_switch_network, error);
    if (good && !rh_table_options_stdout(&n->table) && !rh_output_is_stdout(n->plot)) {
        print_head(n);
        rh_table_print(result.rows, "", stdout);
        printf("\nload, accepted: flits a source and clock; sustained: the load that the slowest\n"
               "source gets through; sinks: share of what they could take; mean, p50, p99:\n"
               "latency from creation; waiting: packets in sources' queues at the end\n");
    }
    rh_table_result_close(&result);
    return good;
}

static bool draw(const struct rh_switch_network *n, const struct rh_open_loop_result *results, struct rh_error *error) {
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

bool rh_switch_network_run(const struct rh_switch_network *network, struct rh_error *error) {
    struct rh_open_loop_result *results = calloc(network->runs, sizeof *results);
    bool good = results != NULL || rh_table_no_memory(&rh_form_switch_network, error);
    for (unsigned k = 0; good && k < network->runs; k++) {
        struct rh_open_loop_setup setup = network->setup;
        setup.load = network->loads[k];
        good = rh_open_loop_run(&setup, &results[k], error);
    }
    good = good && draw(network, results, error) && report(network, results, error);
    free(results);
    return good;
}
