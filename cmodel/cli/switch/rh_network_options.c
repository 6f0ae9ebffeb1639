// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/switch/rh_network_options.h"

#include <stddef.h>

#include "rowhold/rh_injector.h"

enum { USUAL_CORES = 28, USUAL_CONTROLLERS = 8, USUAL_DEPTH = 8, USUAL_QUEUE = 8 };
static const double USUAL_HOT_SHARE = 0.25;

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_network_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_network_options_rows[RH_NETWORK_OPTIONS_ROWS] = {
    ROW(TEXT, "network", "NAME", network, .group = "network", .word = rh_topology_name,
        .help = "a network of routers in place of one switch"),
    ROW(TEXT, "traffic", "NAME", traffic, .word = rh_traffic_name, .help = "where packets go (default uniform)"),
    ROW(NUMBER, "cores", "N", cores, .least = 1, .most = RH_TOPOLOGY_MOST_NODES, .help = "that send (default 28)"),
    ROW(NUMBER, "controllers", "N", controllers, .least = 1, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "that receive (default 8)"),
    ROW(FLAG, "replies", NULL, replies, .help = "controllers send, cores receive"),
    ROW(NUMBER, "columns", "N", columns, .least = 2, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "of a mesh (default: as wide as high, or one wider)"),
    ROW(NUMBER, "flits", "N", flits, .least = 1, .most = RH_INJECTOR_MOST_most_flits,
        .help = "of a packet (default 1)"),
    ROW(NUMBER, "vcs", "N", vcs, .least = 1, .most = RH_INJECTOR_MOST_vcs, .power = true,
        .help = "virtual channels of a link (default 1, of a ring 2)"),
    ROW(FLAG, "static_vcs", NULL, static_vcs, .help = "a packet's channel follows from its destination"),
    ROW(NUMBER, "depth", "N", depth, .least = RH_INJECTOR_LEAST_depth, .most = RH_INJECTOR_MOST_depth,
        .help = "flits of a channel's buffer (default 8)"),
    ROW(NUMBER, "queue", "N", queue, .least = RH_INJECTOR_LEAST_queue, .most = RH_INJECTOR_MOST_queue,
        .help = "messages of an injector's queue, behind the source's own without end (default 8)"),
    ROW(SHARE, "hot_share", "X", hot_share, .given = offsetof(struct rh_network_options, hot_share_given),
        .help = "of the packets to the hot spot, 0 to 1 (default 0.25)"),
    ROW(NUMBER, "hot_sink", "N", hot_sink, .most = RH_TOPOLOGY_MOST_NODES - 1,
        .given = offsetof(struct rh_network_options, hot_sink_given), .help = "which sink is hot (default 0)"),
};

bool rh_network_options_alone(const struct rh_network_options *options, struct rh_error *error) {
    const struct {
        const char *name;
        bool given;
    } others[] = {
        {"--traffic", options->traffic != NULL},
        {"--cores", options->cores != 0},
        {"--controllers", options->controllers != 0},
        {"--replies", options->replies},
        {"--columns", options->columns != 0},
        {"--flits", options->flits != 0},
        {"--vcs", options->vcs != 0},
        {"--static-vcs", options->static_vcs},
        {"--depth", options->depth != 0},
        {"--queue", options->queue != 0},
        {"--hot-share", options->hot_share_given},
        {"--hot-sink", options->hot_sink_given},
    };
    for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++)
        if (others[k].given)
            return rh_option_lacks(error, others[k].name, "--network");
    return true;
}

static unsigned or_else(unsigned value, unsigned usual) {
    return value != 0 ? value : usual;
}

/* What a network settles itself. */
static bool check(const struct rh_network_options *o, const struct rh_allocator_options *allocator,
                  enum rh_traffic_kind traffic, struct rh_error *error) {
    const struct rh_allocator_params *p = &allocator->params;
    const char *size = p->inputs != 0         ? "--inputs"
                       : p->outputs != 0      ? "--outputs"
                       : p->destinations != 0 ? "--destinations"
                                              : NULL;
    if (size != NULL)
        return rh_option_beside(error, size, "--network", NULL, "--cores and --controllers");
    if (o->columns != 0 && rh_topology_find(o->network) != RH_TOPOLOGY_mesh)
        return rh_option_beside(error, "--columns", "--network", o->network, "mesh");
    if ((o->hot_share_given || o->hot_sink_given) && traffic != RH_TRAFFIC_hot_spot)
        return rh_option_beside(error, o->hot_share_given ? "--hot-share" : "--hot-sink", "--traffic",
                                rh_traffic_name(traffic), "hot_spot");
    return true;
}

bool rh_network_options_resolve(const struct rh_network_options *options, const struct rh_allocator_options *allocator,
                                struct rh_open_loop_setup *setup, struct rh_error *error) {
    struct rh_network_setup *n = &setup->network;
    struct rh_allocator_params params;
    struct rh_allocator_config config;
    enum rh_traffic_kind traffic = options->traffic != NULL ? rh_traffic_find(options->traffic) : RH_TRAFFIC_uniform;
    rh_params_usual(&rh_allocator_kind, &params);
    if (!check(options, allocator, traffic, error) ||
        !rh_allocator_options_resolve(allocator, &n->allocator, &params, &config, error) ||
        !rh_topology_make(&n->topology, rh_topology_find(options->network), or_else(options->cores, USUAL_CORES),
                          or_else(options->controllers, USUAL_CONTROLLERS), options->columns, options->replies, error))
        return false;
    unsigned classes = rh_topology_classes(&n->topology);
    n->vcs = (uint8_t)or_else(options->vcs, classes);
    if (n->vcs < classes)
        return rh_error_set(error, "--vcs: found '%u' with --network %s, expected at least %u", n->vcs,
                            options->network, classes);
    n->static_vcs = options->static_vcs;
    n->depth = (uint8_t)or_else(options->depth, USUAL_DEPTH);
    n->queue = (uint8_t)or_else(options->queue, USUAL_QUEUE);
    n->banks = params.banks;
    n->row_bits = params.row_bits;
    n->iterations = params.iterations;
    n->hash_bits = params.hash_bits;
    n->hold = params.hold;
    n->hold_limit = config.hold_limit;
    setup->flits = (uint8_t)or_else(options->flits, 1);
    unsigned sinks = rh_topology_sinks(&n->topology);
    if (options->hot_sink >= sinks)
        return rh_error_set(error, "--hot-sink: found '%u', expected a whole number from 0 to %u", options->hot_sink,
                            sinks - 1);
    return rh_traffic_make(&setup->traffic, traffic, &n->topology,
                           options->hot_share_given ? options->hot_share : USUAL_HOT_SHARE, options->hot_sink, error);
}
