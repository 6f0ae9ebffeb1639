// SPDX-License-Identifier: Apache-2.0
/** This project's own model of a closed loop (rh_closed_loop.h): each request is laid once onto the time lines of its
 * core, of the links and buffers on its way, of its controller (rh_timeline.h) and of the reply's way. No clock is
 * stepped and no block of the C model is called. Nothing is fitted.
 *
 * The recursion is that of a network of queues with finite buffers that block, each event the latest of those that it
 * waits for: (max, +) (F. Baccelli, G. Cohen, G. J. Olsder, J.-P. Quadrat, "Synchronization and linearity", 1992). A
 * request of f flits; n is a network clock, times are DRAM clocks:
 *
 *     issue      max(the core's last issue + max(1, gap) core clocks, the request that many places of the injection
 *                queue before it has left, the one `outstanding` before it has its reply), in a core clock
 *     leaves     max(issue + 1, the flits before it have left, its buffer has room)
 *     front      max(3 n behind its coming into the buffer, the packet before it has left: n later for another output)
 *     passes     at a router: the first time from then on in which the link is free for f n and the buffer has room
 *     arrives    its last flit, 3 n behind its passing the last router
 *     accepted   as the controller's time line says, which gets it when the controller has taken the one before it and
 *                fewer requests than its queue, its response FIFO and its injector hold have no reply on the way
 *     reply      accepted + W; W is the longer of a row miss and of the time in which as many requests came as wait
 *                before it (J. D. C. Little, "A proof for the queuing formula L = lambda W", 1961); then a packet's way
 *                back
 *
 * The packet that stands longest at the front of its core's router is laid first, so without a hold rule the requests
 * of waiting cores alternate. A packet that is laid later may still pass a link or buffer before it, where it comes
 * sooner. Under a rule the core whose packet passed goes on, while its next one has come by the time that the output is
 * ready again, leaves by the same output, and the rule agrees (rh_hold.h). Replies are laid by when they reach their
 * cores.
 *
 * The model leaves out the kind of the allocator, hold rules behind the first router, and column commands that waiting
 * replies keep back. It assumes that the controller takes requests in the order in which they were laid. */
#ifndef RH_LOOP_LINES_H
#define RH_LOOP_LINES_H

#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_timeline.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_LOOP_PASSES = 48 /**< that a buffer or link remembers */ };

/** A packet from its coming to its leaving. */
struct rh_loop_pass {
    double from, to;
    uint8_t flits, output; /**< by which it left */
};

/** A virtual channel's buffer, or a link: packets in the order of time. */
struct rh_loop_buffer {
    struct rh_loop_pass pass[RH_LOOP_PASSES + 1];
    unsigned count;
};

struct rh_loop_link {
    struct rh_loop_buffer passes; /**< the packets on the link */
    struct rh_loop_buffer behind[RH_ROUTER_MOST_vcs];
};

struct rh_loop_line_core {
    const struct rh_request *request; /**< the next one; NULL: none */
    double issue, leave, head;        /**< of it */
    double issued;                    /**< the last one */
    double injected;                  /**< the link is free */
    uint64_t count;                   /**< laid */
    unsigned channel;                 /**< of its buffer: the virtual channel of the next one */
    bool waits;                       /**< for a reply */
    double left[RH_INJECTOR_MOST_queue], replied[RH_LOOP_MOST_SLOTS], done[RH_LOOP_MOST_SLOTS];
    struct rh_loop_buffer buffer[RH_ROUTER_MOST_vcs];
};

/** A reply that the controller has, or will have. */
struct rh_loop_due {
    double done;
    double *replied, *left; /**< where its time at the core goes, and that of its leaving the controller */
    uint8_t core, flits;
};

enum { RH_LOOP_LINES_LEFT = RH_MAX_QUEUE + RH_MAX_BANKS + RH_MAX_RESPONSES + RH_INJECTOR_MOST_queue };

struct rh_loop_line_controller {
    struct rh_timeline timeline;
    double taken;                                     /**< the last acceptance */
    double injected;                                  /**< the link of its replies is free */
    double left[RH_LOOP_LINES_LEFT];                  /**< replies; a ring */
    struct rh_loop_buffer buffer[RH_ROUTER_MOST_vcs]; /**< of replies */
    double leaves, reaches;                           /**< of the oldest reply */
    unsigned channel, due_count;
    struct rh_loop_due due[RH_LOOP_LINES_LEFT + 1]; /**< the oldest first */
    uint64_t count;
    double accepted[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_BANKS]; /**< last granted, of each bank */
};

struct rh_loop_line_network {
    struct rh_topology topology;
    struct rh_loop_link link[RH_TOPOLOGY_MOST_LINKS]; /**< of router x outputs + output */
};

/** The result of a run. */
struct rh_loop_lines_result {
    uint64_t requests;
    double clocks;       /**< until the last reply */
    double throughput;   /**< requests a DRAM clock */
    double latency_mean; /**< round trip, DRAM clocks */
};

/** The memory that a run needs; its contents are private. */
struct rh_loop_lines {
    const struct rh_loop_setup *setup;
    unsigned vcs, classes, depth, queue;
    unsigned held; /**< requests that a controller, its FIFOs and its injector hold */
    double core_clock, network_clock;
    double round_trips, last;
    double idle; /**< a row miss, from acceptance to the last data */
    struct rh_loop_line_network requests, replies;
    uint8_t hash[RH_TOPOLOGY_MOST_LINKS]; /**< of the row last granted, of each output */
    struct rh_loop_line_core core[RH_TOPOLOGY_MOST_NODES];
    struct rh_loop_line_controller controller[RH_TOPOLOGY_MOST_NODES];
};

/** True when there is a model of this controller as it is configured (rh_timeline_covers). There is none of ejectors
 * with row-affine priority (`row_affine`). */
bool rh_loop_lines_covers(const struct rh_loop_setup *setup);
/** Predicts a run of all requests of the streams, which are read from the first request on and rewound. `setup` is
 * filled in, as rh_loop_setup_of gives it, and covered; every request's channel is below its number of controllers. */
void rh_loop_lines_run(struct rh_loop_lines *lines, const struct rh_loop_setup *setup, struct rh_core_streams *streams,
                       struct rh_loop_lines_result *result);

#ifdef __cplusplus
}
#endif

#endif
