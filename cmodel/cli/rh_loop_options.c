// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_loop_options.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_ejector.h"

static const char *const loads[] = {"saturated", "paced"};

static const char *load_word(unsigned index) {
    return index < sizeof loads / sizeof loads[0] ? loads[index] : NULL;
}

static const char *allocator_word(unsigned index) {
    return index < rh_allocator_count() ? rh_allocator_at(index)->name : NULL;
}

static const char *hold_word(unsigned index) {
    return index < RH_HOLD_RULES ? rh_hold_rule_name(index) : NULL;
}

#define ROW(kind, spelling, shown, member, ...)                                                                        \
    RH_OPTION_ROW(struct rh_options, kind, spelling, shown, loop.member, __VA_ARGS__)
const struct rh_option rh_loop_options_rows[RH_LOOP_OPTIONS_ROWS] = {
    ROW(TEXT, "network", "NAME", network, .group = "request network", .word = rh_topology_name,
        .help = "cores in closed loop behind a request network; without it requests come by themselves"),
    ROW(TEXT, "load", "NAME", load, .word = load_word,
        .help = "saturated: cores issue as fast as they may; paced: no earlier than the stream's `created` says "
                "(default saturated)"),
    ROW(TEXT, "allocator", "NAME", allocator, .word = allocator_word,
        .help = "gives the routers' virtual channels (default islip)"),
    ROW(TEXT, "hold", "NAME", hold, .word = hold_word, .help = "hold rule of the network of requests (default none)"),
    ROW(NUMBER, "hold_limit", "N", hold_limit, .most = UINT8_MAX,
        .help = "clocks in which the hold rule may turn a request away (default 0: no limit)"),
    ROW(NUMBER, "iterations", "N", iterations, .least = 1, .most = RH_MOST_iterations,
        .help = "iterations of pim and islip (default 1)"),
    ROW(NUMBER, "hash_bits", "N", hash_bits, .least = 1, .most = RH_MOST_hash_bits,
        .help = "bits of the row's hash in hash_match_hold_grant (default 4)"),
    ROW(NUMBER, "vcs", "N", vcs, .least = 1, .most = RH_ROUTER_MOST_vcs, .power = true,
        .help = "virtual channels of a link (default 1, on the ring 2)"),
    ROW(FLAG, "static_vcs", NULL, static_vcs, .help = "a packet's virtual channel follows from its controller"),
    ROW(NUMBER, "depth", "N", depth, .least = RH_ROUTER_LEAST_depth, .most = RH_ROUTER_MOST_depth,
        .help = "flits of a virtual channel's buffer (default 8)"),
    ROW(NUMBER, "stay", "N", stay, .least = RH_EJECTOR_LEAST_stay, .most = RH_EJECTOR_MOST_stay,
        .help = "requests in a row that may go before the one in turn at a controller, each to its bank's last row "
                "(default 0)"),
    ROW(NUMBER, "injection_queue", "N", injection_queue, .least = RH_INJECTOR_LEAST_queue,
        .most = RH_INJECTOR_MOST_queue, .help = "requests that wait between a core and its router (default 8)"),
    ROW(NUMBER, "flight", "N", flight, .least = 1, .most = RH_LOOP_SLOTS,
        .help = "requests of a core in flight (default 64)"),
    ROW(NUMBER, "flit_bytes", "N", flit_bytes, .least = 1, .most = UINT8_MAX,
        .help = "data bytes of a flit (default 32, on the ring 64)"),
    ROW(NUMBER, "core_count", "N", core_count, .least = 1, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "cores; those of the stream beyond join the first ones (default: the stream's, as many as fit)"),
    ROW(NUMBER, "cta_warps", "N", cta_warps, .least = 1, .most = UINT16_MAX,
        .help = "warps of a CTA, for the classes of row-streak breakers (default 1)"),
    ROW(NUMBER, "mesh_columns", "N", columns, .least = 1, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "of the mesh (default: as wide as high, or one wider)"),
    ROW(NUMBER, "core_mhz", "N", core_mhz, .least = 1, .most = RH_LOOP_MOST_MHZ,
        .help = "clock of the cores (default 325); the memory's is that of its preset"),
    ROW(NUMBER, "network_mhz", "N", network_mhz, .least = 1, .most = RH_LOOP_MOST_MHZ,
        .help = "clock of the networks (default 650)"),
};

bool rh_loop_options_paced(const struct rh_loop_options *options) {
    return options->load != NULL && strcmp(options->load, "paced") == 0;
}

unsigned rh_loop_options_most_cores(const struct rh_loop_options *options, unsigned channels) {
    bool shared = rh_topology_find(options->network) != RH_TOPOLOGY_crossbar;
    unsigned nodes = RH_TOPOLOGY_MOST_NODES;
    if (options->core_count != 0)
        return options->core_count;
    return !shared ? nodes : channels < nodes ? nodes - channels : 1;
}

bool rh_loop_options_resolve(const struct rh_loop_options *options, struct rh_loop_setup *setup,
                             struct rh_error *error) {
    struct rh_network_setup *network = &setup->network;
    setup->topology = rh_topology_find(options->network);
    if (setup->topology == RH_TOPOLOGIES)
        return rh_error_set(error, "--network: found '%s', expected a network that --help lists", options->network);
    network->allocator = rh_allocator_find(options->allocator != NULL ? options->allocator : RH_USUAL_ALLOCATOR);
    if (network->allocator == NULL)
        return rh_error_set(error, "--allocator: found '%s', expected an allocator of `rowhold list`",
                            options->allocator);
    if (options->hold != NULL && !rh_hold_rule_find(options->hold, &network->hold))
        return rh_error_set(error, "--hold: found '%s', expected a rule that --help lists", options->hold);
    if (options->load != NULL && strcmp(options->load, loads[0]) != 0 && strcmp(options->load, loads[1]) != 0)
        return rh_error_set(error, "--load: found '%s', expected saturated or paced", options->load);
    if (options->columns != 0 && setup->topology != RH_TOPOLOGY_mesh)
        return rh_option_beside(error, "--mesh-columns", "--network", options->network, "mesh");
    if (options->vcs == 1 && setup->topology == RH_TOPOLOGY_ring)
        return rh_error_set(error, "--vcs: found 1, expected 2 or 4: a ring needs two classes of channels");
    network->hold_limit = (uint8_t)options->hold_limit;
    network->iterations = (uint8_t)options->iterations;
    network->hash_bits = (uint8_t)options->hash_bits;
    network->vcs = (uint8_t)options->vcs;
    network->static_vcs = options->static_vcs;
    network->depth = (uint8_t)options->depth;
    network->stay = (uint8_t)options->stay;
    network->queue = (uint8_t)options->injection_queue;
    setup->flight = (uint8_t)options->flight;
    setup->flit_bytes = (uint8_t)options->flit_bytes;
    setup->columns = (uint8_t)options->columns;
    setup->cta_warps = (uint16_t)options->cta_warps;
    setup->core_mhz = (uint16_t)options->core_mhz;
    setup->network_mhz = (uint16_t)options->network_mhz;
    return true;
}

bool rh_loop_options_absent(const struct rh_options *options, struct rh_error *error) {
    static const struct rh_options none;
    for (unsigned k = 1; k < RH_LOOP_OPTIONS_ROWS; k++) {
        const struct rh_option *row = &rh_loop_options_rows[k];
        char text[64];
        if (memcmp((const char *)options + row->at, (const char *)&none + row->at, row->size) != 0)
            return rh_option_lacks(error, rh_option_spelling(row, text), "--network");
    }
    return true;
}
