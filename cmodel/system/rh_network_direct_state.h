// SPDX-License-Identifier: Apache-2.0
/* A network of blocks that are joined by hand, for the files that run it. */
#ifndef RH_NETWORK_DIRECT_STATE_H
#define RH_NETWORK_DIRECT_STATE_H

#include "rowhold/rh_network_direct.h"

/* The block at the other side of a router's port. */
struct rh_direct_peer {
    enum { RH_DIRECT_NOBODY, RH_DIRECT_ROUTER, RH_DIRECT_END /* source or sink */ } who;
    uint8_t number, port;
};

struct rh_direct_router {
    struct rh_vc_router state;
    struct rh_vc_router_fronts fronts;
    uint8_t route[RH_ROUTER_MOST_destinations];
    struct rh_router_config config;
    struct rh_vc_router_view view; /* of the last clock in which it looked */
    uint64_t ready;   /* outputs that could give a channel then; all, where no allocator remembers what it gave */
    uint64_t granted; /* inputs, in the last clock in which it moved */
    unsigned flits;   /* in its buffers */
    uint64_t sent[RH_ROUTER_MOST_outputs];              /* flits, by output */
    struct rh_direct_peer from[RH_TOPOLOGY_MOST_NODES]; /* by input */
    struct rh_direct_peer to[RH_TOPOLOGY_MOST_NODES];   /* by output */
};

struct rh_direct_channels {
    struct rh_allocator_in in;
    struct rh_allocator_out out;
};

struct rh_direct_source {
    struct rh_packet_injector_state state;
    struct rh_injector_in in;
    struct rh_topology_port at;
};

struct rh_direct_sink {
    struct rh_packet_ejector_state state;
    struct rh_topology_port at;
};

struct rh_network_direct {
    struct rh_topology topology;
    struct rh_network_blocks params;
    struct rh_injector_config injector;
    struct rh_allocator_config limit;
    const struct rh_block_ops *ops;
    unsigned sources, sinks;
    size_t channels_size;
    struct rh_network_counts counts;
    bool remembers; /* the allocators hold grants, so that a clock without requests may move them */
    /* Sets of ends. Inputs have come since the last clock (`taking`: of sinks, the message is taken); it has something
     * to move. */
    uint64_t active_sources, busy_sources, taking, busy_sinks;
    uint64_t stirring; /* routers in which something can move */
    uint64_t showing;  /* routers with flits or credits on their links */
    uint64_t ready;    /* sources that take a message */
    uint64_t leaving;  /* sources with a flit on their links */
    uint64_t freeing;  /* sinks with a credit on their links */
    uint64_t messages; /* sinks with a message */
    struct rh_direct_source source[RH_TOPOLOGY_MOST_NODES];
    struct rh_direct_sink sink[RH_TOPOLOGY_MOST_NODES];
    struct rh_direct_router *router;
    struct rh_direct_channels *channels;
    unsigned char *states; /* of the allocators, one behind the other */
};

static inline void *rh_direct_channels_of(const struct rh_network_direct *n, unsigned router) {
    return n->states + router * n->channels_size;
}

#endif
