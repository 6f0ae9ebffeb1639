// SPDX-License-Identifier: Apache-2.0
/** A request network that runs fast: the blocks of rh_network.h, joined by hand.
 *
 * Every register of every block is, after every clock, what it is in the machine that rh_network_add makes of the same
 * setup (tb/unit/test_network_direct.c holds them against each other). Links are carried flit by flit, and a block in
 * which nothing can move is not run.
 *
 *     for each clock:
 *         rh_network_direct_offer(n, source, &message)        for sources that send, where ..._is_ready
 *         rh_network_direct_take(n, sink)                     for sinks that take the message that ..._message shows
 *         rh_network_direct_done(n, source)                   for each message of a source that is done, one a clock
 *         rh_network_direct_clock(n, enable)
 */
#ifndef RH_NETWORK_DIRECT_H
#define RH_NETWORK_DIRECT_H

#include "rowhold/rh_network.h"
#include "rowhold/rh_packet_ejector.h"
#include "rowhold/rh_packet_injector.h"
#include "rowhold/rh_vc_router.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A message that goes in; fields as the injector's ports (tables/injector_ports.def). */
struct rh_network_message {
    uint8_t destination, bank, flits;
    uint32_t row, payload;
};

struct rh_network_direct;

/** All blocks after reset. NULL with an error: parameters that do not fit, or no memory. */
struct rh_network_direct *rh_network_direct_open(const struct rh_network_setup *setup, struct rh_error *error);
void rh_network_direct_close(struct rh_network_direct *network); /**< NULL is harmless */

/** True when source `source` would take a message in this clock. */
bool rh_network_direct_is_ready(const struct rh_network_direct *network, unsigned source);
/** The set of sources that would take a message in this clock. */
uint64_t rh_network_direct_ready(const struct rh_network_direct *network);
/** Offers a message to the source in this clock; the source takes it if it is ready. */
void rh_network_direct_offer(struct rh_network_direct *network, unsigned source,
                             const struct rh_network_message *message);
/** Says that one of the source's outstanding messages is done in this clock. */
void rh_network_direct_done(struct rh_network_direct *network, unsigned source);
/** The ejector of a sink: its message register says whether a message waits, and which. */
const struct rh_packet_ejector_state *rh_network_direct_ejector(const struct rh_network_direct *network, unsigned sink);
/** The message that waits at a sink, if one does, is taken in this clock. */
void rh_network_direct_take(struct rh_network_direct *network, unsigned sink);
/** The edge of this clock; `enable`: it is one of the network's. */
void rh_network_direct_clock(struct rh_network_direct *network, bool enable);
/** True when no flit, no credit and no input of a clock is under way, though messages may wait at sinks. */
bool rh_network_direct_is_quiet(const struct rh_network_direct *network);
/** So many clocks of a quiet network; `enable`: one of them, or more, is the network's. */
void rh_network_direct_idle(struct rh_network_direct *network, bool enable, uint64_t clocks);

/** The registers of a block, to be read: those of an injector, of a router, and of its allocator (whose type is the
 * allocator's own). */
const struct rh_packet_injector_state *rh_network_direct_injector(const struct rh_network_direct *network,
                                                                  unsigned source);
/** Sources whose flit is on the link to the network, sinks with a message: sets. */
uint64_t rh_network_direct_leaving(const struct rh_network_direct *network);
uint64_t rh_network_direct_messages(const struct rh_network_direct *network);
const struct rh_vc_router *rh_network_direct_router(const struct rh_network_direct *network, unsigned router);
const void *rh_network_direct_channels(const struct rh_network_direct *network, unsigned router);
const struct rh_network_blocks *rh_network_direct_params(const struct rh_network_direct *network);
const struct rh_topology *rh_network_direct_topology(const struct rh_network_direct *network);

/** Flits that each output of a router has sent since the network was opened. */
const uint64_t *rh_network_direct_sent(const struct rh_network_direct *network, unsigned router);

/** The following functions say why a packet stands where it is. They are called after the edge of a clock with
 * `enable`. These two return the number of flits in a router's buffers and, where there were some before the edge, the
 * router's view of the clock. */
unsigned rh_network_direct_flits(const struct rh_network_direct *network, unsigned router);
const struct rh_vc_router_view *rh_network_direct_view(const struct rh_network_direct *network, unsigned router);
/** For an input that asked: true when it was granted. For an output that was asked for: true when its pair was held. */
bool rh_network_direct_is_granted(const struct rh_network_direct *network, unsigned router, unsigned input);
bool rh_network_direct_is_held(const struct rh_network_direct *network, unsigned router, unsigned output);
/** Before that edge: the set of virtual channels of an output that can be given to a packet. */
unsigned rh_network_direct_gives(const struct rh_network_direct *network, unsigned router, unsigned output);
/** The set of virtual channels behind a router that a packet for `sink` in virtual channel `v` of an input may get. */
unsigned rh_network_direct_candidate_vcs(const struct rh_network_direct *network, unsigned router, unsigned input,
                                         unsigned v, unsigned sink);

/** Counts since it was opened. */
struct rh_network_counts {
    uint64_t granted; /**< packets that were given a channel, over all routers */
    uint64_t held;    /**< of these, by the hold rule */
    uint64_t flits;   /**< that left a router */
};
const struct rh_network_counts *rh_network_direct_counts(const struct rh_network_direct *network);

#ifdef __cplusplus
}
#endif

#endif
