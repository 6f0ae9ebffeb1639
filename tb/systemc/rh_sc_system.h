// SPDX-License-Identifier: Apache-2.0
/** What stands behind the pins of a whole request system: the closed loop with the pins in place of its cores, its RTL
 * (rh_request_system), or both in lockstep.
 *
 * Order: reset once; then, in each clock, rh_sc_system_query with what is on the pins, as often as they change, and one
 * rh_sc_system_cycle. A look moves nothing.
 */
#ifndef RH_SC_SYSTEM_H
#define RH_SC_SYSTEM_H

#include "rowhold/rh_closed_loop.h"
#include "tb/lockstep/rh_top_ports.h"
#include "tb/systemc/rh_sc_face.h"

struct rh_sc_system;

struct rh_sc_system_setup {
    const struct rh_loop_setup *loop; /**< copied; what it points to stays */
    enum rh_sc_how how;
    uint64_t seed;      /**< of the RTL's initial register values */
    const char *plugin; /**< NULL, or RTL built by scripts/verilate */
};

/** NULL with an error that says what does not fit, or that there is no RTL. */
struct rh_sc_system *rh_sc_system_open(const struct rh_sc_system_setup *setup, struct rh_error *error);
void rh_sc_system_close(struct rh_sc_system *system);                                 /**< NULL is harmless */
const struct rh_loop_setup *rh_sc_system_setup_of(const struct rh_sc_system *system); /**< filled in */

/** A clock of reset. False with an error: no memory. */
bool rh_sc_system_reset(struct rh_sc_system *system, struct rh_error *error);
/** The outputs with these requests on the pins. */
void rh_sc_system_query(struct rh_sc_system *system, const struct rh_system_in *in, struct rh_system_out *out);
/** The edge. False with an error: a request that no channel could take, a slot that is in flight (of the RTL alone
 * neither is seen), a lockstep that differs: then it is the line that begins with MISMATCH. */
bool rh_sc_system_cycle(struct rh_sc_system *system, const struct rh_system_in *in, struct rh_error *error);

#endif
