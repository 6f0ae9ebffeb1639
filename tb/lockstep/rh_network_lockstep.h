// SPDX-License-Identifier: Apache-2.0
/** Steps a request network of C models (rh_network.h) and its RTL (rh_request_network, rh_network_rtl.h) with the same
 * inputs and compares, in each clock, every output and every register of every block. */
#ifndef RH_NETWORK_LOCKSTEP_H
#define RH_NETWORK_LOCKSTEP_H

#ifdef __cplusplus
extern "C" {
#endif

/** The program of scripts/lib/request_network. Exit code 0: equal; 1: a difference, whose line begins with MISMATCH; 2:
 * an option that is wrong, no memory. Options: --clocks N, --seed N, --hold-limit N, --outstanding-limit N, --wave FILE
 * of both sides (rh_network_wave.h), --from N and --for N clocks of it. */
int rh_network_lockstep(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
