// SPDX-License-Identifier: Apache-2.0
/** The RTL of a request system in parts: two rh_request_networks and the controllers, each a plug-in of its own. What
 * lies between them is the closed loop's C on both sides: clocks, memory partitions, cores that leave a reply in the
 * network. So the loop of any GPU (rh_gpu.h) runs in lockstep, also one that rh_request_system has no ports for.
 *
 * To a struct rh_whole it looks like one module. Inputs of each part are what went into its model in this clock:
 *
 *     rh_request_system_query       before the loop's clock
 *     rh_request_parts_offer,       from the loop's `edge`: models of networks are before their edge, those of
 *     rh_whole_before               controllers behind it, so their registers before it are copies
 *     rh_request_system_controllers,
 *     rh_whole_behind               behind it
 */
#ifndef RH_REQUEST_PARTS_H
#define RH_REQUEST_PARTS_H

#include "tb/lockstep/rh_request_system.h"

/** Of zeros it is closed. */
struct rh_request_parts {
    const struct rh_loop *loop;
    struct rh_system_params system;
    struct rh_rtl_api api; /* of the whole */
    struct rh_request_part {
        struct rh_rtl plugin;
        unsigned words; /* of its observation */
    } network[2], controller;
    struct rh_network_params params[2]; /* of requests, of replies */
    struct rh_network_out shows[2];
    void *instance[2 + RH_TOPOLOGY_MOST_NODES];
    struct rh_request_watched {
        struct rh_request_parts *parts;
        void *state;                  /* before its last clock */
        struct rh_controller_in in;   /* of it */
        struct rh_controller_out out; /* of the RTL */
    } watched[RH_TOPOLOGY_MOST_NODES];
    const void *states[RH_TOPOLOGY_MOST_NODES]; /* those of `watched` */
    uint32_t *observation;                      /* of the controllers in their last clock */
    bool memory;                                /* they have had a clock */
    char difference[160];
};

/** The parts of a loop's RTL, in place of rh_request_system_load; the loop stays where it is. Its models are watched
 * from now on. `parts` are closed with the whole. */
bool rh_request_parts_load(struct rh_whole *whole, struct rh_system_blocks *blocks, struct rh_request_parts *parts,
                           const struct rh_loop *loop, bool quiet, uint64_t seed, struct rh_error *error);
/** Before the loop's clock. */
void rh_request_parts_begin_clock(struct rh_request_parts *parts, struct rh_system_blocks *blocks);
/** What the cores sent in this clock. */
void rh_request_parts_offer(const struct rh_request_parts *parts, struct rh_system_in *in);
/** Behind the last clock, before rh_whole_finish and rh_whole_tell. */
void rh_request_parts_settle(struct rh_request_parts *parts);

#endif
