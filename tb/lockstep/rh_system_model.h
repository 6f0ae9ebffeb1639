// SPDX-License-Identifier: Apache-2.0
/** The C side of the request system's random lockstep: a closed loop with the RTL's parameters and a random stream for
 * its cores. */
#ifndef RH_SYSTEM_MODEL_H
#define RH_SYSTEM_MODEL_H

#include "cmodel/run/rh_loop_state.h"
#include "tb/lockstep/rh_system_rtl.h"

/** What a run may choose. */
struct rh_system_choice {
    uint64_t seed, requests; /**< of the stream */
    uint64_t timing;         /**< seed of timing values at random; 0: those of RH_DEFAULT_PRESET, without refresh */
    uint16_t core_mhz, network_mhz; /**< as in rh_loop_setup */
    struct rh_system_config config; /**< gaps are filled in */
};

struct rh_system_model {
    struct rh_loop *loop;
    struct rh_core_streams *streams;
    struct rh_preset preset;
};

/** Everything after reset. False with an error: parameters or choices that do not fit, no memory. */
bool rh_system_model_open(struct rh_system_model *model, const struct rh_system_params *params,
                          struct rh_system_choice *choice, struct rh_error *error);
void rh_system_model_close(struct rh_system_model *model);

/** Random requests for `cores` cores, in phases: crowded or sparse, to one controller or all, of few rows or many. NULL
 * without memory. */
struct rh_stream *rh_system_stream(const struct rh_system_params *params, uint64_t seed, uint64_t requests);

#endif
