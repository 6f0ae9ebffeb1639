// SPDX-License-Identifier: Apache-2.0
/** Lockstep of a whole request system: the C closed loop (rh_closed_loop.h) and its RTL (rh_request_system,
 * rh_system_rtl.h) with the same requests of the cores. It compares, in each clock of the memory, every output and
 * every register of every block. */
#ifndef RH_SYSTEM_LOCKSTEP_H
#define RH_SYSTEM_LOCKSTEP_H

#include "tb/lockstep/rh_system_rtl.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The program of scripts/lib/request_system. Exit code 0: equal; 1: a difference, whose line begins with MISMATCH; 2:
 * an option that is wrong, no memory. Its options are those of the script. */
int rh_system_lockstep(const struct rh_system_api *api, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
