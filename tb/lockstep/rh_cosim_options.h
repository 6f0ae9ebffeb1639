// SPDX-License-Identifier: Apache-2.0
/** What was given to `rowhold cosim`, and the runs that it can be. */
#ifndef RH_COSIM_OPTIONS_H
#define RH_COSIM_OPTIONS_H

#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_simulate.h"

struct rh_cosim_options {
    struct rh_options options; /**< with --network, --allocator, --hold and so on as its member `loop` */
    struct rh_simulate_own files;
    struct rh_allocator_options sizes; /**< of an allocator alone; what it shares with a network is in the loop */
    const char *block, *set, *configure;
    uint64_t cycles, load_every, reset_at; /**< 0: not given */
    uint32_t compare_state, response_one_in, bursts;
    bool random_timing, whole;
    const char *events, *evidence, *plugin;
    int argc; /**< the command line, for the line that repeats it */
    char *const *argv;
};

/** The exit code; with an error where the run has said nothing itself. */
typedef int rh_cosim_run(const struct rh_cosim_options *options, struct rh_error *error);
rh_cosim_run rh_cosim_network, rh_cosim_allocator, rh_cosim_block, rh_cosim_controller;

#endif
