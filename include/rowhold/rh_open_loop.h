// SPDX-License-Identifier: Apache-2.0
/** A request network under load: how much it carries, how long packets take.
 *
 * **Open loop**: what sources create does not wait for what the network takes. Every source creates a packet of `flits`
 * flits in a clock with probability load / flits, for a sink that the pattern of traffic draws (rh_traffic.h), a bank
 * and a row drawn uniformly. Packets wait in a queue without end in front of the injector's. Sinks are always ready.
 * Each source has its own random numbers: one seed is the same traffic in every network with as many sources and sinks.
 *
 * **Latency** is from the clock in which a packet is created, which is the first in which the injector may take it, to
 * the clock in which its message is at the sink. Its parts: until its first flit is on the injector's link, and from
 * there. Of a packet that meets no other they are 2, and 2 + 3 for each router + 1 for each flit behind the first.
 *
 * The first quarter of the clocks is not measured. Behind the last clock sources are quiet until the network is empty;
 * a packet that comes out twice, elsewhere, or not at all is an error. One seed gives the same bytes everywhere.
 */
#ifndef RH_OPEN_LOOP_H
#define RH_OPEN_LOOP_H

#include "rowhold/rh_latency.h"
#include "rowhold/rh_network.h"
#include "rowhold/rh_traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_open_loop_setup {
    struct rh_network_setup network; /**< its payload_bits are not looked at */
    struct rh_traffic traffic;       /**< made for that topology */
    double load;                     /**< flits a source and clock, 0 to 1 */
    uint8_t flits;                   /**< of a packet; 0: 1 */
    uint64_t seed;
    uint64_t clocks; /**< 0: 20000 */
    /** NULL, or by router: gets the flits that each output sent in the measured clocks. */
    uint64_t (*sent)[RH_ROUTER_MOST_outputs];
    bool (*stop)(void *user); /**< NULL, or asked now and then: true ends the run with an error */
    void *stop_user;
};

struct rh_open_loop_result {
    /* In the measured clocks: */
    uint64_t clocks, created, delivered;
    double throughput; /**< flits that reached sinks, a source and clock */
    /** The load that every source gets through: `load` times the least share, over the sources, of what was created
     * that was delivered. Where it stays below the load, a queue grows; it is never above a bound of rh_traffic.h, but
     * for chance. */
    double sustained;
    double mean, injection, network;     /**< latency of what was delivered, in clocks, and its parts */
    uint64_t percentile[RH_PERCENTILES]; /**< of it (rh_latency.h) */
    /* Over all clocks: total_created = total_delivered + waiting + in_flight. */
    uint64_t total_created, total_delivered;
    uint64_t waiting;   /**< at the end in the sources' queues */
    uint64_t in_flight; /**< at the end taken by an injector, and not yet at a sink */
};

/** Run it. False with an error: parameters out of range, no memory, or the network lost or doubled a packet. */
bool rh_open_loop_run(const struct rh_open_loop_setup *setup, struct rh_open_loop_result *result,
                      struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
