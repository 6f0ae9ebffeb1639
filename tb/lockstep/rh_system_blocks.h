// SPDX-License-Identifier: Apache-2.0
/** The blocks of a closed loop and their registers, in the order of rh_request_system's observation: the sums of the
 * clocks, the networks of requests and of replies, the controllers. */
#ifndef RH_SYSTEM_BLOCKS_H
#define RH_SYSTEM_BLOCKS_H

#include "cmodel/run/rh_loop_state.h"
#include "tb/lockstep/rh_network_registers.h"

enum {
    RH_SYSTEM_CLOCKS = 3, /**< clocks' sums, the first blocks */
    RH_SYSTEM_PARTS = 9 * RH_TOPOLOGY_MOST_NODES
};

struct rh_system_blocks {
    const struct rh_loop *loop;
    struct rh_network_registers *registers;
    struct rh_block clock, network[2][4], controller; /**< of requests, of replies: injector to ejector */
    char names[RH_SYSTEM_PARTS][32];
    unsigned parts; /**< of them, clocks not counted */
};

/** `blocks` and `loop` stay where they are until it is closed. False with an error: no memory. */
bool rh_system_blocks_open(struct rh_system_blocks *blocks, const struct rh_loop *loop, struct rh_error *error);
void rh_system_blocks_close(struct rh_system_blocks *blocks);

#endif
