// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_topology.h"

#include <string.h>

static const char *const names[] = {
#define RH_TOPOLOGY(name, meaning) #name,
#include "tables/topologies.def"
};

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

/* The least number of columns that makes the mesh no higher than wide. */
static unsigned square(unsigned nodes) {
    unsigned columns = 1;
    while (columns * columns < nodes)
        columns++;
    return columns;
}

static void place(struct rh_topology *t) {
    unsigned nodes = nodes_of(t), controller = 0, core = 0;
    for (unsigned node = 0; node < nodes; node++)
        if (controller < t->controllers && node == (2 * controller + 1) * nodes / (2U * t->controllers))
            t->node_of_controller[controller++] = (uint8_t)node;
        else
            t->node_of_core[core++] = (uint8_t)node;
}

static bool shape(struct rh_topology *t, unsigned columns, struct rh_error *error) {
    unsigned nodes = nodes_of(t);
    switch (t->kind) {
    case RH_TOPOLOGY_crossbar:
        t->routers = 1;
        t->inputs = (uint8_t)rh_topology_sources(t);
        t->outputs = (uint8_t)rh_topology_sinks(t);
        return true;
    case RH_TOPOLOGY_mesh:
        columns = columns != 0 ? columns : square(nodes);
        if (columns < 2 || columns > RH_TOPOLOGY_MOST_COLUMNS || columns > nodes)
            return rh_error_set(error, "mesh: found %u columns, expected 2 to %d, and no more than its %u nodes",
                                columns, RH_TOPOLOGY_MOST_COLUMNS, nodes);
        t->columns = (uint8_t)columns;
        t->routers = (uint8_t)((nodes + columns - 1) / columns * columns);
        t->inputs = t->outputs = RH_MESH_PORTS;
        return t->routers <= RH_TOPOLOGY_MOST_NODES ||
               rh_error_set(error, "mesh: found %u routers in rows of %u, expected at most %d", t->routers, columns,
                            RH_TOPOLOGY_MOST_NODES);
    case RH_TOPOLOGY_ring:
        t->routers = (uint8_t)nodes;
        t->inputs = t->outputs = RH_RING_PORTS;
        return true;
    case RH_TOPOLOGIES:
    default:
        return rh_error_set(error, "topology: found number %u, expected less than %d", (unsigned)t->kind,
                            RH_TOPOLOGIES);
    }
}

bool rh_topology_make(struct rh_topology *topology, enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                      unsigned columns, bool replies, struct rh_error *error) {
    bool apart = kind == RH_TOPOLOGY_crossbar;
    unsigned least = apart ? 2 : 1, most = RH_TOPOLOGY_MOST_NODES;
    if (cores < least || controllers < least || cores > most || controllers > most ||
        (!apart && cores + controllers > most))
        return rh_error_set(error, "%s: found %u cores and %u controllers, expected at least %u of each, at most %u %s",
                            kind < RH_TOPOLOGIES ? names[kind] : "topology", cores, controllers, least, most,
                            apart ? "of each" : "together");
    memset(topology, 0, sizeof *topology);
    topology->kind = kind;
    topology->cores = (uint8_t)cores;
    topology->controllers = (uint8_t)controllers;
    topology->replies = replies;
    place(topology);
    return shape(topology, columns, error);
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

struct rh_topology_port rh_topology_source(const struct rh_topology *topology, unsigned source) {
    return topology->kind == RH_TOPOLOGY_crossbar ? port_of(0, source) : port_of(source_node(topology, source), 0);
}

struct rh_topology_port rh_topology_sink(const struct rh_topology *topology, unsigned sink) {
    return topology->kind == RH_TOPOLOGY_crossbar ? port_of(0, sink) : port_of(sink_node(topology, sink), 0);
}

/* A flit that leaves to the east comes in from the west. */
static struct rh_topology_port mesh_link(const struct rh_topology *t, unsigned router, unsigned output) {
    unsigned x = router % t->columns, columns = t->columns;
    switch (output) {
    case RH_MESH_EAST:
        if (x + 1 < columns)
            return port_of(router + 1, RH_MESH_WEST);
        break;
    case RH_MESH_WEST:
        if (x > 0)
            return port_of(router - 1, RH_MESH_EAST);
        break;
    case RH_MESH_SOUTH:
        if (router + columns < t->routers)
            return port_of(router + columns, RH_MESH_NORTH);
        break;
    case RH_MESH_NORTH:
        if (router >= columns)
            return port_of(router - columns, RH_MESH_SOUTH);
        break;
    default:
        break;
    }
    return port_of(RH_TOPOLOGY_NONE, RH_TOPOLOGY_NONE);
}

struct rh_topology_port rh_topology_link(const struct rh_topology *topology, unsigned router, unsigned output) {
    if (topology->kind == RH_TOPOLOGY_mesh)
        return mesh_link(topology, router, output);
    if (topology->kind == RH_TOPOLOGY_ring && output == RH_RING_CLOCKWISE)
        return port_of(rh_next_of(router, topology->routers), RH_RING_COUNTERCLOCKWISE);
    if (topology->kind == RH_TOPOLOGY_ring && output == RH_RING_COUNTERCLOCKWISE)
        return port_of(router == 0 ? topology->routers - 1U : router - 1, RH_RING_CLOCKWISE);
    return port_of(RH_TOPOLOGY_NONE, RH_TOPOLOGY_NONE);
}

static unsigned mesh_route(const struct rh_topology *t, unsigned from, unsigned to) {
    unsigned x = from % t->columns, y = from / t->columns, to_x = to % t->columns, to_y = to / t->columns;
    if (x != to_x)
        return x < to_x ? RH_MESH_EAST : RH_MESH_WEST;
    if (y != to_y)
        return y < to_y ? RH_MESH_SOUTH : RH_MESH_NORTH;
    return RH_MESH_LOCAL;
}

static unsigned ring_route(const struct rh_topology *t, unsigned from, unsigned to) {
    unsigned clockwise = (to + t->routers - from) % t->routers, back = t->routers - clockwise;
    if (clockwise == 0)
        return RH_RING_LOCAL;
    bool goes = clockwise != back ? clockwise < back : from % 2 == 0;
    return goes ? RH_RING_CLOCKWISE : RH_RING_COUNTERCLOCKWISE;
}

unsigned rh_topology_route(const struct rh_topology *topology, unsigned router, unsigned sink) {
    switch (topology->kind) {
    case RH_TOPOLOGY_mesh:
        return mesh_route(topology, router, sink_node(topology, sink));
    case RH_TOPOLOGY_ring:
        return ring_route(topology, router, sink_node(topology, sink));
    case RH_TOPOLOGY_crossbar:
    case RH_TOPOLOGIES:
    default:
        return sink;
    }
}

uint64_t rh_topology_crosses(const struct rh_topology *topology, unsigned router) {
    if (topology->kind != RH_TOPOLOGY_ring)
        return 0;
    return (router + 1U == topology->routers ? rh_bit(RH_RING_CLOCKWISE) : 0) |
           (router == 0 ? rh_bit(RH_RING_COUNTERCLOCKWISE) : 0);
}

unsigned rh_topology_classes(const struct rh_topology *topology) {
    return topology->kind == RH_TOPOLOGY_ring ? 2 : 1;
}
