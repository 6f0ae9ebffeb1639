// SPDX-License-Identifier: Apache-2.0
/** Closed forms of the clocks that a closed loop (rh_closed_loop.h) needs at least for all its requests, in whatever
 * order they come.
 *
 * Operational bounds of a closed network (P. J. Denning, J. P. Buzen, "The operational analysis of queueing network
 * models", ACM Computing Surveys 10, 1978): a part that is busy B clocks for all requests keeps the run from ending
 * before B clocks are over; and no more requests are in flight than the cores allow, so the run takes the sum of the
 * shortest round trips over that number (Little's law). The largest is the bound: throughput <= requests / clocks.
 *
 *     issue       of each core: the sum of max(1, gap) core clocks between its requests, and its first gap
 *     outstanding of each core: the sum of the shortest round trips of its requests / flight
 *     requests    of each link of the network of requests, injectors' and sinks' among them: a flit a network clock
 *     replies     the same of the network of replies
 *     data        of each controller: its column commands x max(tBURST, tCCD_S)
 *
 * Links are those of the ways that packets take (rh_topology_route), so bisection and hot spots of mesh and ring
 * (W. J. Dally, B. Towles, "Principles and practices of interconnection networks", 2004, chapter 3) are among them.
 *
 * A packet has 1 flit and ceil(bytes / flit_bytes) more for the data of a write request or a read reply. The shortest
 * round trip over h routers with packets of f and g flits: 3 h + f + 1 network clocks to the controller, 3 h + g + 1
 * back, each less one, since the first may follow at once; and a row hit, (commands - 1) x tCCD_S + the last data.
 */
#ifndef RH_LOOP_BOUNDS_H
#define RH_LOOP_BOUNDS_H

#include "rowhold/rh_closed_loop.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_loop_bound {
    RH_LOOP_BOUND_ISSUE,
    RH_LOOP_BOUND_OUTSTANDING,
    RH_LOOP_BOUND_REQUESTS,
    RH_LOOP_BOUND_REPLIES,
    RH_LOOP_BOUND_DATA,
    RH_LOOP_BOUNDS
};

/** All times are DRAM clocks. */
struct rh_loop_bounds {
    uint64_t requests;
    double clocks[RH_LOOP_BOUNDS]; /**< of the core, link or controller that needs most */
    /** The bounds of each core, link and controller, of which `clocks` are the largest; a link is router x outputs +
     * output. */
    double issue[RH_TOPOLOGY_MOST_NODES], outstanding[RH_TOPOLOGY_MOST_NODES], data[RH_TOPOLOGY_MOST_NODES];
    double request_link[RH_TOPOLOGY_MOST_LINKS], reply_link[RH_TOPOLOGY_MOST_LINKS];
    double request_source[RH_TOPOLOGY_MOST_NODES], reply_source[RH_TOPOLOGY_MOST_NODES];
};

/** A bound's name. */
const char *rh_loop_bounds_name(enum rh_loop_bound bound);
/** Works out the bounds over all requests of the streams, which are read from the first request on and rewound. `setup`
 * is filled in, as rh_loop_setup_of gives it; channels are below its controllers. */
void rh_loop_bounds_of(const struct rh_loop_setup *setup, struct rh_core_streams *streams,
                       struct rh_loop_bounds *bounds);
/** The largest bound in clocks. `which` (may be NULL) is the bound that it belongs to, of equal ones the first. */
double rh_loop_bounds_clocks(const struct rh_loop_bounds *bounds, enum rh_loop_bound *which);
/** The most requests in a DRAM clock; 0 without a request. */
double rh_loop_bounds_throughput(const struct rh_loop_bounds *bounds);

/** The length of a clock of so many MHz in DRAM clocks. */
double rh_loop_bounds_clock(const struct rh_loop_setup *setup, unsigned mhz);
/** The number of routers between a core and a controller. The way back has the same number of routers, which may be
 * others. */
unsigned rh_loop_bounds_routers(const struct rh_topology *topology, unsigned source, unsigned sink);

#ifdef __cplusplus
}
#endif

#endif
