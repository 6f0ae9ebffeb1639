// SPDX-License-Identifier: Apache-2.0
/** One channel of a co-simulation, and all that belongs to it alone, so that lanes may run in parallel. */
#ifndef RH_COSIM_LANE_H
#define RH_COSIM_LANE_H

#include "rowhold/rh_judge.h"
#include "tb/lockstep/rh_cosim.h"

enum { RH_COSIM_MODEL, RH_COSIM_RTL, RH_COSIM_SIDES };

struct rh_cosim_lane {
    const struct rh_cosim_setup *setup;
    unsigned number;
    bool timed; /**< requests are offered from their cycle on */
    struct rh_controller_bench *bench;
    struct rh_model model;
    struct rh_channel *side[RH_COSIM_SIDES]; /**< the model alone, and the lockstep */
    enum rh_channel_end end[RH_COSIM_SIDES];
    bool reset_done[RH_COSIM_SIDES];
    struct rh_judge *judge;
    uint64_t judge_start; /**< cycle at which its controller came out of reset */
    uint64_t broken;      /**< rules */
    struct rh_verdict first;
    uint64_t judged, rules;               /**< commands, rule checks */
    uint64_t lost;                        /**< requests in flight when the reset came */
    uint64_t random, arrival, burst_left; /**< of --bursts */
    struct rh_request *requests;          /**< the batch */
    size_t n, room;
    enum rh_cosim_end state; /**< of the last batch */
    struct rh_error error;   /**< unless RH_COSIM_MATCHED */
    struct rh_stats stats;   /**< once the run is over */
};

/** Fills a zeroed lane. False with an error; rh_cosim_lane_close is due in any case. */
bool rh_cosim_lane_open(struct rh_cosim_lane *lane, const struct rh_cosim_setup *setup, unsigned number,
                        struct rh_error *error);
void rh_cosim_lane_close(struct rh_cosim_lane *lane);
/** Add a request to the batch. False without memory. */
bool rh_cosim_lane_put(struct rh_cosim_lane *lane, const struct rh_request *request);
/** Run the batch on both sides and empty it; the outcome is in `state` and `error`. */
void rh_cosim_lane_run(struct rh_cosim_lane *lane, bool last);
/** The last checks: the judge's, equal statistics, the reset; outcome as above. */
void rh_cosim_lane_finish(struct rh_cosim_lane *lane);

#endif
