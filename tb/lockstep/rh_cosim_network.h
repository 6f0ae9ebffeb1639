// SPDX-License-Identifier: Apache-2.0
/** `cosim --network`: what goes along with simulate's run in closed loop, the RTL of the whole system in lockstep. */
#ifndef RH_COSIM_NETWORK_H
#define RH_COSIM_NETWORK_H

#include "cmodel/cli/simulate/rh_simulate.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_system_load.h"
#include "tb/lockstep/rh_system_wave.h"

struct rh_cosim_network {
    const struct rh_options *options;
    const char *file; /**< --plugin, or NULL */
    uint64_t compare_state;
    int argc; /**< the command line, for the line that repeats it */
    char *const *argv;
    /* From its opening on: */
    struct rh_system_plugin plugin;
    void *rtl;
    struct rh_system_pair pair;
    struct rh_cosim_wave wave;
    struct rh_system_wave signals;
    double start, seconds; /**< CPU seconds of the process when it began; that the run took */
};

/** What simulate's run calls; `network` stays where it is until it is closed. */
void rh_cosim_network_beside(struct rh_cosim_network *network, struct rh_simulate_beside *beside);
void rh_cosim_network_close(struct rh_cosim_network *network);

#endif
