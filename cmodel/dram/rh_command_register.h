// SPDX-License-Identifier: Apache-2.0
/** The command register: with the parameter `registered`, commands come out of flip-flops, one clock after the choice.
 *
 * It holds the command ports and all that the stall ledger says of the same clock, the occupancy too, so that what the
 * observation ports say together is of one clock. Behind reset it holds NOP, and 0 everywhere. The distances between
 * two commands are what they were, for all of them move alike; so do the responses. The RTL twin is
 * rtl/dram/rh_command_register.sv.
 */
#ifndef RH_COMMAND_REGISTER_H
#define RH_COMMAND_REGISTER_H

#include <stdint.h>

#include "rowhold/rh_block.h"
#include "rowhold/rh_controller_ports.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

/** Registers: the ports of the same names in the clock that comes (tables/controller_ports.def). */
struct rh_command_register {
    uint8_t col_cmd, col_bank;
    uint16_t col_column, col_tag;
    uint8_t col_last, col_reason;
    uint8_t row_cmd, row_bank;
    uint32_t row_row;
    uint8_t row_all, row_reason;
    uint8_t active, booked, cause, timers, occupancy;
};

/** Its fields; none where the parameters do not ask for it. */
rh_list_fn rh_command_register_list;

/** One clock: takes this clock's commands and observation out of `out`, and puts those of the clock before there. */
void rh_command_register_clock(struct rh_command_register *r, struct rh_controller_out *out);

#endif
