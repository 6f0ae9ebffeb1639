// SPDX-License-Identifier: Apache-2.0
/** rh_request_network as one block, to waves and the lockstep. Of its registers a wave shows
 *
 *     queued[k]      messages that wait at source k
 *     granted[r]     outputs of router r with a virtual channel that a packet was given
 *     flits[r]       outputs of router r with a flit on their link, which goes to
 *     to[l]          this sink; l is router x outputs + output
 *     credits[r]     inputs of router r whose buffers gave a place back */
#ifndef RH_REQUEST_NETWORK_H
#define RH_REQUEST_NETWORK_H

#include "tb/lockstep/rh_top_ports.h"
#include "tb/lockstep/rh_whole.h"

static inline void rh_put_bit(uint64_t *set, unsigned k, bool there) {
    *set = (*set & ~rh_bit(k)) | (uint64_t)there << k;
}

/** Of one network, of one side. */
struct rh_network_signals {
    rh_nodes_u8 queued;
    rh_nodes_u8 waiting; /**< a message is on offer at this sink */
    uint64_t granted[RH_TOPOLOGY_MOST_NODES], flits[RH_TOPOLOGY_MOST_NODES], credits[RH_TOPOLOGY_MOST_NODES];
    uint8_t to[RH_TOPOLOGY_MOST_LINKS];
};

extern const struct rh_whole_top rh_network_top;

/** A network's registers, of one side, from the place of its first injector on: injectors, routers with their
 * allocators, ejectors. Returns the place behind them. */
unsigned rh_network_signals(struct rh_network_signals *signals, const struct rh_whole *whole,
                            const struct rh_topology *topology, unsigned place, bool rtl);
/** Links with a flit, for a live function of `to`. */
void rh_network_live_links(const struct rh_network_signals *signals, unsigned routers, unsigned outputs,
                           uint64_t *mask);

#endif
