// SPDX-License-Identifier: Apache-2.0
/** What moves on the data buses of a channel, clock by clock, worked out from the column commands on its ports: for
 * people to look at, beside a controller's own signals (rh_wave.h). A RD holds its grain's bus from CL on, a WR from WL
 * on, each for tBURST clocks. No controller keeps this: the DRAM does.
 */
#ifndef RH_DATA_BUS_H
#define RH_DATA_BUS_H

#include "rowhold/rh_block.h"
#include "rowhold/rh_geometry.h"

enum { RH_DATA_BUS_BURSTS = 256 /**< of a grain on their way at once: a command a clock, and 255 clocks at most */ };

struct rh_data_bus {
    uint8_t data[RH_MAX_GRAINS]; /**< the command whose data move in this clock; NOP: none */
    /* those that have been seen and whose data are not over, oldest first: their data come in their order */
    uint8_t first[RH_MAX_GRAINS], count[RH_MAX_GRAINS];
    struct {
        uint64_t from, until;
        uint8_t command;
    } burst[RH_MAX_GRAINS][RH_DATA_BUS_BURSTS];
};

/** One signal a grain, `data`; of kind `controller`. */
extern const struct rh_derived rh_data_bus_derived;

#endif
