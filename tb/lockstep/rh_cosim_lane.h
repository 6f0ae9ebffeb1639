// SPDX-License-Identifier: Apache-2.0
/** The lane of `rowhold cosim`: a lockstep on the lane's channel, and beside it the model alone on a channel of its
 * own. */
#ifndef RH_COSIM_LANE_H
#define RH_COSIM_LANE_H

#include "rowhold/rh_system.h"
#include "tb/lockstep/rh_cosim.h"

struct rh_cosim_lane {
    const struct rh_cosim_setup *setup; /**< the type's setup */
    struct rh_controller_bench *bench;
    struct rh_model model, before;        /**< the model alone; the lane's channel drives `before` up to the lockstep */
    struct rh_channel *alone;             /**< drives `model` */
    bool begun;                           /**< the lockstep runs */
    bool reset_done, alone_reset_done;    /**< of the lane's channel, and of `alone` */
    uint64_t lost;                        /**< requests in flight when the reset came */
    uint64_t random, arrival, burst_left; /**< of --bursts */
};

extern const struct rh_lane_type rh_cosim_lane;

#endif
