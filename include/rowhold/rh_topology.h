// SPDX-License-Identifier: Apache-2.0
/** Topologies of the request network: the routers, the links between them, the places of sources and sinks, and the
 * route to each sink.
 *
 * A *source* sends, a *sink* receives: cores and controllers in the network of requests, the other way round in that of
 * replies. Both networks of a system are made from the same numbers of cores and controllers, so a node has the same
 * place in both.
 *
 * `crossbar`: one router; source k is its input k, sink k its output k.
 *
 * `mesh` (W. J. Dally, B. Towles, "Principles and practices of interconnection networks", 2004, chapter 8): a node is a
 * router of five inputs and outputs with one core or controller. Rows of `columns` nodes, 2 to 15; the last may be
 * short of cores and controllers, not of routers. Packets go along x first, then along y, so no ring of waits can
 * close.
 *
 * `ring`: a node is a router of three inputs and outputs. Packets go the shorter way; of two equal ways clockwise from
 * an even node, counterclockwise from an odd one. The link that closes each ring (node N - 1 to 0 clockwise, 0 to N - 1
 * counterclockwise) is crossed into the upper of two classes of virtual channels, so no ring of waits can close either
 * (W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", 1987).
 *
 * `torus` (the same book, chapters 5 and 8): a mesh whose rows and columns are rings. Packets go along x, then along y,
 * each the shorter way; of two equal ones east from an even column and south from an even row. The link that closes a
 * row or a column is crossed into the upper of two classes, and whoever turns into its column is in the lower one again
 * (rh_router_upper): each row and each column is a ring of its own, which no wait closes.
 *
 * Controllers are spread: of N = cores + controllers nodes controller k of M is node (2 k + 1) N / (2 M), rounded down;
 * cores fill the others in order. Where controllers would share columns of a full grid of more than 36 nodes (8 of an 8
 * x 8 mesh would all be in one, and all requests on its links), each row is turned by one column against the row above
 * it. Up to 36 nodes rows stay as they are: the results on record are those.
 */
#ifndef RH_TOPOLOGY_H
#define RH_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_router.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_TOPOLOGY_crossbar, RH_TOPOLOGY_mesh, RH_TOPOLOGY_ring, RH_TOPOLOGY_torus. */
enum rh_topology_kind {
#define RH_TOPOLOGY(name, ...) RH_TOPOLOGY_##name,
#include "tables/topologies.def"
    RH_TOPOLOGIES
};

enum {
    RH_TOPOLOGY_NAMES = 64,        /**< room for the names of all of them */
    RH_TOPOLOGY_MOST_NODES = 64,   /**< cores and controllers together; of each, in the crossbar */
    RH_TOPOLOGY_MOST_COLUMNS = 15, /**< of a grid; at least 2 */
    RH_TOPOLOGY_MOST_PORTS = 5,    /**< of a node's router */
    RH_TOPOLOGY_MOST_LINKS = RH_TOPOLOGY_MOST_NODES * RH_TOPOLOGY_MOST_PORTS, /**< of router x outputs + output */
    RH_TOPOLOGY_NONE = 255
};

/** Ports of a node's router: RH_MESH_LOCAL, RH_MESH_EAST. A port's input is where flits come from that side. */
enum rh_topology_router_port {
#define RH_TOPOLOGY_PORT(name, number) name = (number),
#include "tables/topologies.def"
};

/** What a topology is, whatever its size. */
struct rh_topology_traits {
    uint8_t ports;      /**< of a node's router; 0: one router joins all */
    bool columns;       /**< a grid */
    uint8_t classes;    /**< of virtual channels that it needs */
    uint8_t flit_bytes; /**< of a flit, unless a setup says otherwise */
};

struct rh_topology {
    enum rh_topology_kind kind;
    uint8_t cores, controllers;
    uint8_t columns;         /**< of a grid */
    bool replies;            /**< controllers send, cores receive */
    uint8_t routers;         /**< all alike: */
    uint8_t inputs, outputs; /**< of each */
    /** In a crossbar: where they would be among routers. */
    uint8_t node_of_controller[RH_TOPOLOGY_MOST_NODES], node_of_core[RH_TOPOLOGY_MOST_NODES];
};

/** An input or output of a router; RH_TOPOLOGY_NONE for both: there is none. */
struct rh_topology_port {
    uint8_t router, port;
};

/** `columns` 0: of a grid as wide as high, or one column wider. Fails without cores or controllers, with more than fit,
 * or with fewer than two nodes where each has a router. */
bool rh_topology_make(struct rh_topology *topology, enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                      unsigned columns, bool replies, struct rh_error *error);

/** How many send, how many receive. */
unsigned rh_topology_sources(const struct rh_topology *topology);
unsigned rh_topology_sinks(const struct rh_topology *topology);
/** The input of a source, the output of a sink. */
struct rh_topology_port rh_topology_source(const struct rh_topology *topology, unsigned source);
struct rh_topology_port rh_topology_sink(const struct rh_topology *topology, unsigned sink);
/** The input behind the link of a router's output; none: a sink, or nothing, is there. */
struct rh_topology_port rh_topology_link(const struct rh_topology *topology, unsigned router, unsigned output);
/** The output by which packets for a sink leave a router. */
unsigned rh_topology_route(const struct rh_topology *topology, unsigned router, unsigned sink);
/** Of a router: the outputs whose link closes a ring, the ports of the second dimension. */
struct rh_router_config rh_topology_config(const struct rh_topology *topology, unsigned router);
/** NULL when there is no such number. */
const struct rh_topology_traits *rh_topology_traits(unsigned kind);

/** NULL when there is no such number; RH_TOPOLOGIES when there is no such name. */
const char *rh_topology_name(unsigned kind);
enum rh_topology_kind rh_topology_find(const char *name);
/** All names, "crossbar, mesh, ring or torus", or those of grids alone; what goes beyond `size` is cut off. */
void rh_topology_names(char *text, size_t size, bool grids);

#ifdef __cplusplus
}
#endif

#endif
