// SPDX-License-Identifier: Apache-2.0
/** What the kind `router` brings to the bench: rh_router_bench, with this state.
 *
 * The driver sends packets of one to four flits in bursts, to many destinations, to few or to one a virtual channel,
 * gives credits back in bursts, leaves out clocks, and is the allocator: a copy of the model tells what is asked for in
 * a clock, and of that it grants at random. The watcher keeps what was sent and holds the router to it from its ports
 * alone: each flit leaves once, in the order of its virtual channel, on its route, in a channel of its class; the flits
 * of a packet are not mixed with others in a channel; none leaves without a credit. When nothing more is sent, all is
 * taken and all granted, what is left must come out. */
#ifndef RH_ROUTER_BENCH_H
#define RH_ROUTER_BENCH_H

#include "rowhold/rh_router.h"
#include "tb/lockstep/rh_bench.h"

/** A spell of traffic: of 64 clocks so many. */
struct rh_router_spell {
    uint8_t offer, grant, credit, enable;
    uint8_t places; /**< destinations that packets go to, from `place` on */
    uint8_t place, longest;
    bool apart; /**< each virtual channel has an output of its own, so that inputs stay with one for long */
};

struct rh_router_flit {
    uint8_t tail, destination, bank;
    uint32_t row, payload;
};

enum { RH_ROUTER_CHANNELS = RH_ROUTER_MOST_inputs * RH_ROUTER_MOST_vcs, RH_ROUTER_NOBODY = UINT16_MAX };

/** A virtual channel of an input, as who sends to it knows it. */
struct rh_router_channel {
    struct rh_router_flit queue[RH_ROUTER_MOST_depth];
    uint8_t head, count;
    uint8_t left; /**< flits of its packet that are still to be sent */
    uint8_t destination, bank;
    uint32_t row;
    uint8_t output;  /**< of the packet that leaves */
    uint8_t leaving; /**< its first flit has left */
};

struct rh_router_counts {
    uint64_t sent, delivered, packets, forgotten;
    uint64_t granted, still; /**< packets; clocks without enable */
    uint64_t longest;        /**< flits in the router at once */
};

struct rh_router_bench_state {
    struct rh_bench_traffic traffic;
    const struct rh_block *block;
    const struct rh_router_params *params;
    const struct rh_router_config *config;
    struct rh_router_spell spell;
    struct rh_router_in in;
    unsigned char *model, *ahead; /**< a copy of the model, and one to look ahead with */
    struct rh_router_channel channel[RH_ROUTER_CHANNELS];
    uint16_t owner[RH_ROUTER_CHANNELS]; /**< of an output's channel: whose packet it carries */
    uint8_t places[RH_ROUTER_CHANNELS]; /**< taken behind it */
    unsigned inside;
    struct rh_router_counts counts;
};

#endif
