// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_blocks.h"

#include <stdio.h>

#include "rowhold/rh_variant.h"

/* A clock's accumulator as if it were a block. */
static void clock_list(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct rh_clock_enable, sum, 1, 32, NULL);
}

static const struct rh_block_ops clock_ops = {
    .name = "clock_enable", .state_size = sizeof(struct rh_clock_enable), .list = clock_list};

static bool add(struct rh_system_blocks *b, const char *name, unsigned number, const struct rh_block *block,
                const void *state) {
    char *text = b->names[b->parts++];
    snprintf(text, sizeof b->names[0], "%s%u", name, number);
    return rh_network_registers_add(b->registers, text, block, state);
}

/* In the order of rh_network_add: injectors, routers with their allocators, ejectors. */
static bool add_network(struct rh_system_blocks *b, unsigned which, const struct rh_network_direct *n) {
    static const char *const names[2][4] = {
        {"requests_in", "requests_router", "requests_channels", "requests_out"},
        {"replies_in", "replies_router", "replies_channels", "replies_out"},
    };
    const struct rh_network_blocks *params = rh_network_direct_params(n);
    const struct rh_topology *t = rh_network_direct_topology(n);
    struct rh_block *block = b->network[which];
    const struct rh_block_ops *allocator = b->loop->setup.network.allocator;
    bool good = true;
    rh_block_make(&block[0], &rh_injector_kind, rh_variant_at(RH_KIND_injector, 0)->ops, &params->injector);
    rh_block_make(&block[1], &rh_router_kind, rh_variant_at(RH_KIND_router, 0)->ops, &params->router);
    rh_block_make(&block[2], &rh_allocator_kind, allocator, &params->channels);
    rh_block_make(&block[3], &rh_ejector_kind, rh_variant_at(RH_KIND_ejector, 0)->ops, &params->ejector);
    for (unsigned k = 0; good && k < rh_topology_sources(t); k++)
        good = add(b, names[which][0], k, &block[0], rh_network_direct_injector(n, k));
    for (unsigned r = 0; good && r < t->routers; r++)
        good = add(b, names[which][1], r, &block[1], rh_network_direct_router(n, r)) &&
               add(b, names[which][2], r, &block[2], rh_network_direct_channels(n, r));
    for (unsigned k = 0; good && k < rh_topology_sinks(t); k++)
        good = add(b, names[which][3], k, &block[3], rh_network_direct_ejector(n, k));
    return good;
}

static bool add_all(struct rh_system_blocks *b) {
    const struct rh_loop *loop = b->loop;
    const struct rh_loop_setup *s = &loop->setup;
    b->clock.ops = &clock_ops;
    rh_layout_make(&b->clock.state, clock_list, NULL);
    rh_block_make(&b->controller, &rh_controller_kind, s->ops, &s->geometry);
    bool good = rh_network_registers_add(b->registers, "core_clock", &b->clock, &loop->clocks.core) &&
                rh_network_registers_add(b->registers, "network_clock", &b->clock, &loop->clocks.network) &&
                rh_network_registers_add(b->registers, "memory_clock", &b->clock, &loop->clocks.memory) &&
                add_network(b, 0, loop->requests) && add_network(b, 1, loop->replies);
    for (unsigned k = 0; good && k < s->controllers; k++)
        good = add(b, "controller", k, &b->controller, loop->controller[k].state);
    return good;
}

bool rh_system_blocks_open(struct rh_system_blocks *blocks, const struct rh_loop *loop, struct rh_error *error) {
    *blocks = (struct rh_system_blocks){.loop = loop, .registers = rh_network_registers_open()};
    return (blocks->registers != NULL && add_all(blocks)) ||
           rh_error_set(error, "request system: found no memory, expected enough");
}

void rh_system_blocks_close(struct rh_system_blocks *blocks) {
    rh_network_registers_close(blocks->registers);
    blocks->registers = NULL;
}
