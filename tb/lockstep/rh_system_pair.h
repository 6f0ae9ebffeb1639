// SPDX-License-Identifier: Apache-2.0
/** A closed loop and its RTL, stepped together: each clock every output and every register of every block is compared,
 * in this order: the outputs that the loop shows before its clock, its clock, the outputs of its controllers, the RTL's
 * edge, the registers. */
#ifndef RH_SYSTEM_PAIR_H
#define RH_SYSTEM_PAIR_H

#include "tb/lockstep/rh_system_blocks.h"
#include "tb/lockstep/rh_system_ports.h"

struct rh_system_pair {
    struct rh_system_ports ports;
    struct rh_system_blocks blocks;
    uint64_t compare_state; /**< registers are compared before each clock that it divides; 1: before every clock */
    uint64_t compared;      /**< so often */
    uint64_t begun;         /**< clocks of the run before the loop's first one */
    uint64_t clock;         /**< of the difference, in the run */
    char difference[256];   /**< the first, in a line that begins with MISMATCH; "": none */
};

/** `pair`, `loop` and `rtl`, the caller's instance, stay where they are until it is closed. rh_system_ports_reset comes
 * next. False with an error. */
bool rh_system_pair_open(struct rh_system_pair *pair, const struct rh_loop *loop, const struct rh_system_api *api,
                         void *rtl, struct rh_error *error);
void rh_system_pair_close(struct rh_system_pair *pair);
/** The RTL's registers against those of the loop, now. False at a difference. */
bool rh_system_pair_registers(struct rh_system_pair *pair);
/** Before the loop's clock, behind it. False at a difference. */
bool rh_system_pair_before(struct rh_system_pair *pair);
bool rh_system_pair_behind(struct rh_system_pair *pair);

#endif
