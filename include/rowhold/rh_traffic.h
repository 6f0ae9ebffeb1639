// SPDX-License-Identifier: Apache-2.0
/** Which sources send to which sinks of a request network: patterns of traffic, and the load that fills the first link.
 *
 * `uniform`: each packet goes to a sink drawn among all, each as likely.
 *
 * `transpose`: each source sends to one sink alone. On a square grid of terminals node (x, y) sends to node (y, x);
 * here some nodes are sources, others sinks, so it is made of pairs: source and sink with the fewest steps between (y,
 * x) of the source's node and the sink's node, the nearest pair first (of equal ones the lower source, then the lower
 * sink), until every source has its sink. No sink gets more than its part, sources / sinks rounded up; with no more
 * sources than sinks none gets two. Nodes lie as in the mesh of these cores and controllers, of the mesh's own columns
 * or as wide as high, also where the network is a crossbar or a ring: so all three carry the same packets.
 *
 * `hot_spot`: a share of the packets goes to one sink, the others are uniform over all sinks, that one too.
 *
 * **Bound** (W. J. Dally, B. Towles, "Principles and practices of interconnection networks", 2004, chapter 3). When
 * every source sends one flit a clock, each link carries so many flits a clock: the shares of all pairs whose way goes
 * over it. Links of sources and sinks count. The link with the most, m flits a clock, is full when every source sends
 * 1 / m: with sources that all send as much, no router, however good, goes beyond.
 */
#ifndef RH_TRAFFIC_H
#define RH_TRAFFIC_H

#include "rowhold/rh_topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_TRAFFIC_uniform, RH_TRAFFIC_transpose, RH_TRAFFIC_hot_spot. */
enum rh_traffic_kind {
#define RH_TRAFFIC(name, meaning) RH_TRAFFIC_##name,
#include "tables/traffic.def"
    RH_TRAFFICS
};

struct rh_traffic {
    enum rh_traffic_kind kind;
    uint8_t sources, sinks;
    uint8_t hot_sink;
    double hot_share;
    uint8_t partner[RH_TOPOLOGY_MOST_NODES]; /**< of each source, under transpose */
};

/** The pattern between the sources and sinks of a topology; `hot_share` (0 to 1) and `hot_sink` are looked at under
 * hot_spot. */
bool rh_traffic_make(struct rh_traffic *traffic, enum rh_traffic_kind kind, const struct rh_topology *topology,
                     double hot_share, unsigned hot_sink, struct rh_error *error);

/** The share of a source's packets that goes to a sink. */
double rh_traffic_share(const struct rh_traffic *traffic, unsigned source, unsigned sink);
/** Draws the sink of the next packet. The number of draws is the same for every result. */
enum { RH_TRAFFIC_DRAWS = 2 /**< random numbers that it takes */ };
unsigned rh_traffic_draw(const struct rh_traffic *traffic, unsigned source, uint64_t *random);

/** Flits a clock that each output of each router sends, when every source sends one. */
struct rh_traffic_loads {
    double of[RH_TOPOLOGY_MOST_NODES][RH_ROUTER_MOST_outputs];
};

void rh_traffic_loads(const struct rh_traffic *traffic, const struct rh_topology *topology,
                      struct rh_traffic_loads *loads);

struct rh_traffic_bound {
    double load; /**< 1 / most: flits a source and clock */
    double most; /**< flits a clock on the fullest link, when every source sends one */
    /** That link, by the output that drives it; RH_TOPOLOGY_NONE: it is a source's own, none has more. */
    struct rh_topology_port link;
};

struct rh_traffic_bound rh_traffic_bound(const struct rh_traffic *traffic, const struct rh_topology *topology);

/** Published saturation throughputs of switches under uniform traffic, as a share of the capacity of their outputs.
 *
 * One FIFO an input (M. J. Karol, M. G. Hluchyj, S. P. Morgan, "Input versus output queueing on a space-division packet
 * switch", 1987): the packets in front wait in queues at the outputs, which have `inputs / outputs` of them on average.
 * A queue with deterministic service and load p has p + p^2 / (2 (1 - p)). So p = 1 + r - sqrt(1 + r^2) with r = inputs
 * / outputs: the limit for many of both; 2 - sqrt(2) = 58.6 % where they are as many. Small switches do better, 75 % at
 * 2 x 2.
 *
 * One iteration of PIM (T. E. Anderson and others, "High-speed switch scheduling for local-area networks", 1993)
 * between full queues, one an output at each input: an output offers itself to an input at random, an input that has an
 * offer takes one. */
double rh_traffic_fifo_share(unsigned inputs, unsigned outputs);
double rh_traffic_pim_share(unsigned inputs, unsigned outputs);

/** NULL when there is no such number; RH_TRAFFICS when there is no such name. */
const char *rh_traffic_name(unsigned kind);
enum rh_traffic_kind rh_traffic_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
