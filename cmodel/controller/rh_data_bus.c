// SPDX-License-Identifier: Apache-2.0
#include "cmodel/controller/rh_data_bus.h"

#include "cmodel/dram/rh_scope.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_controller.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    RH_ROW_ENUM(struct rh_data_bus, data, rh_power(p->grain_bits), 3, "rh_command", NULL);
}

static void take_in(struct rh_data_bus *bus, unsigned grain, const struct rh_constraints *constraints, uint64_t cycle,
                    uint8_t command) {
    bool write = command == RH_WR || command == RH_WRA;
    uint64_t until = cycle + (write ? constraints->wr_done : constraints->rd_done);
    uint8_t last = (uint8_t)(bus->first[grain] + bus->count[grain]++); /* a ring of 256 */
    bus->burst[grain][last].from = until - constraints->burst;
    bus->burst[grain][last].until = until;
    bus->burst[grain][last].command = command;
}

static void clock_bus(void *state, const void *params, const void *config, uint64_t cycle, const void *out) {
    struct rh_data_bus *bus = state;
    const struct rh_geometry *geometry = params;
    const struct rh_controller_out *ports = out;
    if (ports->col_cmd != RH_NOP)
        take_in(bus, rh_data_bus_of(geometry, ports->col_bank), config, cycle, ports->col_cmd);
    for (unsigned n = 0; n < rh_power(geometry->grain_bits); n++) {
        while (bus->count[n] != 0 && bus->burst[n][bus->first[n]].until <= cycle) {
            bus->first[n]++;
            bus->count[n]--;
        }
        bool moves = bus->count[n] != 0 && bus->burst[n][bus->first[n]].from <= cycle;
        bus->data[n] = moves ? bus->burst[n][bus->first[n]].command : RH_NOP;
    }
}

const struct rh_derived rh_data_bus_derived = {
    .title = "data on the buses",
    .size = sizeof(struct rh_data_bus),
    .reach = RH_DATA_BUS_BURSTS - 1, /* data are over so many clocks behind their command, at most */
    .list = list,
    .clock = clock_bus,
};
