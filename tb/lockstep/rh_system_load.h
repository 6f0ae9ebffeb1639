// SPDX-License-Identifier: Apache-2.0
/** Loads a Verilated rh_request_system (rh_system_rtl.h) with the parameters that are asked for. */
#ifndef RH_SYSTEM_LOAD_H
#define RH_SYSTEM_LOAD_H

#include "rowhold/rh_error.h"
#include "tb/lockstep/rh_system_rtl.h"

struct rh_system_plugin {
    const struct rh_system_api *api;
    void *library;
};

/** "topology=0 cores=4 ...": as scripts/lib/request_system takes them; returns the length. */
size_t rh_system_parameters(const struct rh_system_params *params, char *text, size_t size);

/** `file`, as it is; NULL: what scripts/lib/request_system --cache finds, or builds now (said on stderr unless
 * `quiet`). False with one line: no such file, another ABI, other parameters, no Verilator. */
bool rh_system_load(struct rh_system_plugin *plugin, const struct rh_system_params *params, const char *file,
                    bool quiet, struct rh_error *error);
void rh_system_unload(struct rh_system_plugin *plugin);

#endif
