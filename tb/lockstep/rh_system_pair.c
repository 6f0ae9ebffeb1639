// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_pair.h"

#include <inttypes.h>
#include <stdio.h>

bool rh_system_pair_open(struct rh_system_pair *pair, const struct rh_loop *loop, const struct rh_system_api *api,
                         void *rtl, struct rh_error *error) {
    *pair = (struct rh_system_pair){.compare_state = 1};
    if (!rh_system_blocks_open(&pair->blocks, loop, error))
        return false;
    unsigned bits = 32 * rh_network_registers_words(pair->blocks.registers);
    if (bits != api->bits)
        return rh_error_set(error, "request system: found %u bits of observation, expected the C models' %u", api->bits,
                            bits);
    rh_system_ports_open(&pair->ports, loop, api, rtl);
    return true;
}

void rh_system_pair_close(struct rh_system_pair *pair) {
    rh_system_blocks_close(&pair->blocks);
}

static bool differ(struct rh_system_pair *pair, uint64_t clock, const struct rh_system_port_difference *d) {
    pair->clock = pair->begun + clock;
    snprintf(pair->difference, sizeof pair->difference,
             "MISMATCH: clock %" PRIu64 ", output of %s%u, %s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64, pair->clock,
             d->block, d->number, d->port, d->model, d->rtl);
    return false;
}

bool rh_system_pair_registers(struct rh_system_pair *pair) {
    struct rh_network_difference d;
    const struct rh_system_ports *ports = &pair->ports;
    pair->compared++;
    if (rh_network_registers_equal(pair->blocks.registers, ports->api->observation(ports->rtl), &d))
        return true;
    pair->clock = pair->begun + ports->loop->fastest_cycle;
    rh_network_difference_text(&d, pair->clock, pair->difference, sizeof pair->difference);
    return false;
}

bool rh_system_pair_before(struct rh_system_pair *pair) {
    struct rh_system_port_difference d;
    uint64_t clock = pair->ports.loop->fastest_cycle;
    if (clock % pair->compare_state == 0 && !rh_system_pair_registers(pair))
        return false;
    rh_system_ports_show(&pair->ports);
    return rh_system_ports_cores(&pair->ports, &d) || differ(pair, clock, &d);
}

bool rh_system_pair_behind(struct rh_system_pair *pair) {
    struct rh_system_port_difference d;
    if (!rh_system_ports_controllers(&pair->ports, &d))
        return differ(pair, pair->ports.loop->fastest_cycle - 1, &d);
    pair->ports.api->edge(pair->ports.rtl);
    return true;
}
