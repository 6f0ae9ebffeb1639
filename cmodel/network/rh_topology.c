// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_topology.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define RH_TOPOLOGY(name, ...) #name,
#include "tables/topologies.def"
};

#define RH_TOPOLOGY(name, ports, ...) _Static_assert((ports) <= RH_TOPOLOGY_MOST_PORTS, "arrays have no more");
#include "tables/topologies.def"

static const struct rh_topology_traits traits_of[] = {
#define RH_TOPOLOGY(name, ports, columns, classes, flit_bytes, ...) {ports, columns, classes, flit_bytes},
#include "tables/topologies.def"
};

const struct rh_topology_traits *rh_topology_traits(unsigned kind) {
    return kind < RH_TOPOLOGIES ? &traits_of[kind] : NULL;
}

const char *rh_topology_name(unsigned kind) {
    return kind < RH_TOPOLOGIES ? names[kind] : NULL;
}

enum rh_topology_kind rh_topology_find(const char *name) {
    unsigned kind = 0;
    while (kind < RH_TOPOLOGIES && strcmp(names[kind], name) != 0)
        kind++;
    return (enum rh_topology_kind)kind;
}

static unsigned nodes_of(const struct rh_topology *t) {
    return t->cores + t->controllers;
}

void rh_topology_names(char *text, size_t size, bool grids) {
    unsigned left = 0;
    for (unsigned kind = 0; kind < RH_TOPOLOGIES; kind++)
        left += !grids || traits_of[kind].columns;
    *text = '\0';
    for (unsigned kind = 0; kind < RH_TOPOLOGIES; kind++) {
        if (grids && !traits_of[kind].columns)
            continue;
        size_t used = strlen(text);
        left--;
        (void)snprintf(text + used, size - used, "%s%s", names[kind], left == 0 ? "" : left == 1 ? " or " : ", ");
    }
}

/* The least number of columns that makes the mesh no higher than wide. */
static unsigned square(unsigned nodes) {
    unsigned columns = 1;
    while (columns * columns < nodes)
        columns++;
    return columns;
}

/* As rh_pkg::topology_place() has it, which is made of the same row. */
static unsigned place_of(const struct rh_topology *t, unsigned controller) {
    const unsigned nodes = nodes_of(t), controllers = t->controllers, columns = t->columns;
    const unsigned spread = (2 * controller + 1) * nodes / (2 * controllers);
#define RH_TOPOLOGY_PLACE(name, when, node)                                                                            \
    if (t->kind == RH_TOPOLOGY_##name && (when))                                                                       \
        return node;
#include "tables/topologies.def"
    return spread;
}

static void place(struct rh_topology *t) {
    bool taken[2 * RH_TOPOLOGY_MOST_NODES] = {false};
    for (unsigned k = 0; k < t->controllers; k++) {
        t->node_of_controller[k] = (uint8_t)place_of(t, k);
        taken[t->node_of_controller[k]] = true;
    }
    for (unsigned node = 0, core = 0; core < t->cores; node++)
        if (!taken[node])
            t->node_of_core[core++] = (uint8_t)node;
}

static unsigned routers_of(const struct rh_topology *t, unsigned columns) {
    const unsigned nodes = nodes_of(t);
#define RH_TOPOLOGY(name, ports, grid, classes, flit_bytes, routers, meaning)                                          \
    if (t->kind == RH_TOPOLOGY_##name)                                                                                 \
        return routers;
#include "tables/topologies.def"
    return 0;
}

static bool shape(struct rh_topology *t, unsigned columns, struct rh_error *error) {
    const struct rh_topology_traits *traits = &traits_of[t->kind];
    const unsigned nodes = nodes_of(t);
    if (traits->columns) {
        columns = columns != 0 ? columns : square(nodes);
        if (columns < 2 || columns > RH_TOPOLOGY_MOST_COLUMNS || columns > nodes)
            return rh_error_set(error, "%s: found %u columns, expected 2 to %d, and no more than its %u nodes",
                                names[t->kind], columns, RH_TOPOLOGY_MOST_COLUMNS, nodes);
        t->columns = (uint8_t)columns;
    }
    t->routers = (uint8_t)routers_of(t, columns);
    t->inputs = (uint8_t)(traits->ports != 0 ? traits->ports : rh_topology_sources(t));
    t->outputs = (uint8_t)(traits->ports != 0 ? traits->ports : rh_topology_sinks(t));
    return t->routers <= RH_TOPOLOGY_MOST_NODES ||
           rh_error_set(error, "%s: found %u routers in rows of %u, expected at most %d", names[t->kind], t->routers,
                        columns, RH_TOPOLOGY_MOST_NODES);
}

bool rh_topology_make(struct rh_topology *topology, enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                      unsigned columns, bool replies, struct rh_error *error) {
    if ((unsigned)kind >= RH_TOPOLOGIES)
        return rh_error_set(error, "topology: found number %u, expected less than %d", (unsigned)kind, RH_TOPOLOGIES);
    bool apart = traits_of[kind].ports == 0;
    unsigned least = apart ? 2 : 1, most = RH_TOPOLOGY_MOST_NODES;
    if (cores < least || controllers < least || cores > most || controllers > most ||
        (!apart && cores + controllers > most))
        return rh_error_set(error, "%s: found %u cores and %u controllers, expected at least %u of each, at most %u %s",
                            names[kind], cores, controllers, least, most, apart ? "of each" : "together");
    memset(topology, 0, sizeof *topology);
    topology->kind = kind;
    topology->cores = (uint8_t)cores;
    topology->controllers = (uint8_t)controllers;
    topology->replies = replies;
    if (!shape(topology, columns, error))
        return false;
    place(topology);
    return true;
}

unsigned rh_topology_sources(const struct rh_topology *topology) {
    return topology->replies ? topology->controllers : topology->cores;
}

unsigned rh_topology_sinks(const struct rh_topology *topology) {
    return topology->replies ? topology->cores : topology->controllers;
}

static unsigned source_node(const struct rh_topology *t, unsigned source) {
    return t->replies ? t->node_of_controller[source] : t->node_of_core[source];
}

static unsigned sink_node(const struct rh_topology *t, unsigned sink) {
    return t->replies ? t->node_of_core[sink] : t->node_of_controller[sink];
}

static struct rh_topology_port port_of(unsigned router, unsigned port) {
    return (struct rh_topology_port){(uint8_t)router, (uint8_t)port};
}

/* The port of a node: port 0 of its own router, or on a crossbar the port that has its number. */
static struct rh_topology_port end_of(const struct rh_topology *t, unsigned end, unsigned node) {
    return traits_of[t->kind].ports == 0 ? port_of(0, end) : port_of(node, 0);
}

struct rh_topology_port rh_topology_source(const struct rh_topology *topology, unsigned source) {
    return end_of(topology, source, source_node(topology, source));
}

struct rh_topology_port rh_topology_sink(const struct rh_topology *topology, unsigned sink) {
    return end_of(topology, sink, sink_node(topology, sink));
}

struct rh_topology_port rh_topology_link(const struct rh_topology *topology, unsigned router, unsigned output) {
    const unsigned routers = topology->routers, columns = topology->columns;
#define RH_TOPOLOGY_LINK(name, port, input, where, behind, closes)                                                     \
    if (topology->kind == RH_TOPOLOGY_##name && output == (port) && (where))                                           \
        return port_of(behind, input);
#include "tables/topologies.def"
    return port_of(RH_TOPOLOGY_NONE, RH_TOPOLOGY_NONE);
}

unsigned rh_topology_route(const struct rh_topology *topology, unsigned router, unsigned sink) {
    if (traits_of[topology->kind].ports == 0)
        return sink;
    const unsigned routers = topology->routers, columns = topology->columns, goal = sink_node(topology, sink);
#define RH_TOPOLOGY_ROUTE(name, output, when)                                                                          \
    if (topology->kind == RH_TOPOLOGY_##name && (when))                                                                \
        return output;
#include "tables/topologies.def"
    return 0;
}

struct rh_router_config rh_topology_config(const struct rh_topology *topology, unsigned router) {
    const unsigned routers = topology->routers, columns = topology->columns;
    struct rh_router_config config = {0};
#define RH_TOPOLOGY_LINK(name, output, input, where, behind, closes)                                                   \
    if (topology->kind == RH_TOPOLOGY_##name && (closes))                                                              \
        config.crosses |= rh_bit(output);
#define RH_TOPOLOGY_SECOND(name, port)                                                                                 \
    if (topology->kind == RH_TOPOLOGY_##name)                                                                          \
        config.second_inputs |= rh_bit(port);
#include "tables/topologies.def"
    config.second_outputs = config.second_inputs;
    return config;
}
