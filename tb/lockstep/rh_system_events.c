// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_events.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t credits_of(const struct rh_network_direct *network) {
    uint64_t credits = 0;
    for (unsigned r = 0; r < rh_network_direct_topology(network)->routers; r++)
        credits += (unsigned)__builtin_popcountll(rh_network_direct_router(network, r)->back_valid);
    return credits;
}

void rh_system_events_clock(struct rh_system_events *events, const struct rh_loop *loop) {
    for (unsigned k = 0; loop->ticks.memory && k < loop->setup.controllers; k++) {
        const struct rh_loop_controller *c = &loop->controller[k];
        events->commands[c->out.col_cmd]++;
        events->commands[c->out.row_cmd]++;
        events->waited += c->in.req_valid && !c->out.req_ready;
        events->blocked += c->out.rsp_valid && !c->in.rsp_ready;
    }
    if (loop->ticks.network) /* else the links stay as they were */
        events->credits += credits_of(loop->requests) + credits_of(loop->replies);
}

void rh_system_events_end(struct rh_system_events *events, const struct rh_loop *loop) {
    const struct rh_network_direct *const networks[] = {loop->requests, loop->replies};
    for (unsigned n = 0; n < 2; n++) {
        const struct rh_network_counts *counts = rh_network_direct_counts(networks[n]);
        events->granted += counts->granted;
        events->held += counts->held;
        events->flits += counts->flits;
    }
}

void rh_system_events_print(const struct rh_system_events *events) {
    printf("events: %" PRIu64 " issued, %" PRIu64 " turned away, %" PRIu64 " replies, %" PRIu64 " granted, %" PRIu64
           " held, %" PRIu64 " flits, %" PRIu64 " credits, %" PRIu64 " waited, %" PRIu64 " blocked",
           events->issued, events->turned_away, events->replies, events->granted, events->held, events->flits,
           events->credits, events->waited, events->blocked);
    for (unsigned command = RH_NOP + 1; command < RH_COMMANDS; command++)
        printf(", %" PRIu64 " %s", events->commands[command], rh_command_name(command));
    printf("\n");
}
