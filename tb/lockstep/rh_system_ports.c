// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_ports.h"

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_network.h"
#include "rowhold/rh_random.h"

static uint16_t place_of_controller(const struct rh_block_ops *ops) {
    unsigned place = 0;
    while (rh_controller_at(place) != ops)
        place++;
    return (uint16_t)place;
}

static uint16_t place_of_allocator(const struct rh_block_ops *ops) {
    unsigned place = 0;
    while (rh_allocator_at(place) != ops)
        place++;
    return (uint16_t)place;
}

/* Of a mesh, for another width would be other hardware. */
static uint16_t columns_of(const struct rh_topology *topology) {
    return topology->kind == RH_TOPOLOGY_mesh ? topology->columns : 0;
}

bool rh_system_params_of(const struct rh_loop *loop, struct rh_system_params *params, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    const struct rh_geometry *g = &s->geometry;
    const struct rh_network_blocks *blocks = rh_network_direct_params(loop->requests);
    unsigned bytes = rh_preset_command_bytes(s->preset);
    if (bytes > UINT16_MAX)
        return rh_error_set(error, "--preset: found column commands of %u bytes, expected at most %u in RTL", bytes,
                            UINT16_MAX);
    *params = (struct rh_system_params){.topology = (uint16_t)s->topology,
                                        .cores = s->cores,
                                        .controllers = s->controllers,
                                        .columns = columns_of(&s->network.topology),
                                        .allocator = place_of_allocator(s->network.allocator),
                                        .vcs = blocks->router.vcs,
                                        .static_vcs = blocks->router.static_vcs,
                                        .depth = blocks->router.depth,
                                        .injection_queue = blocks->injector.queue,
                                        .iterations = blocks->channels.iterations,
                                        .hash_bits = blocks->channels.hash_bits,
                                        .hold = blocks->channels.hold,
                                        .stay = blocks->ejector.stay,
                                        .variant = place_of_controller(s->ops),
                                        .queue = g->queue,
                                        .banks = g->banks,
                                        .groups = g->groups,
                                        .buses = g->buses,
                                        .row_bits = g->row_bits,
                                        .column_bits = g->column_bits,
                                        .responses = g->responses,
                                        .timer_bits = g->timer_bits,
                                        .registered = g->registered,
                                        .grain_bits = g->grain_bits,
                                        .rank_bits = g->rank_bits,
                                        .part_bits = g->part_bits,
                                        .subarray_bits = g->subarray_bits,
                                        .stacked = g->stacked,
                                        .command_bytes = (uint16_t)bytes,
                                        .flit_bytes = s->flit_bytes};
    return true;
}

void rh_system_config_of(const struct rh_loop *loop, struct rh_system_config *config) {
    const struct rh_loop_setup *s = &loop->setup;
    *config = (struct rh_system_config){.core_rate = loop->rates.core,
                                        .network_rate = loop->rates.network,
                                        .memory_rate = loop->rates.memory,
                                        .hold_limit = s->network.hold_limit,
                                        .outstanding_limit = s->outstanding,
                                        .gaps = s->gaps};
}

void rh_system_ports_open(struct rh_system_ports *ports, const struct rh_loop *loop, const struct rh_system_api *api,
                          void *rtl) {
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, loop->setup.ops, &loop->setup.geometry);
    *ports = (struct rh_system_ports){.loop = loop, .api = api, .rtl = rtl, .controller = block.out};
    rh_system_config_of(loop, &ports->config);
    api->configure(rtl, &ports->config);
}

void rh_system_ports_reset(struct rh_system_ports *ports, uint64_t *random) {
    const struct rh_loop_setup *s = &ports->loop->setup;
    for (unsigned k = 0; k < s->cores; k++) {
        uint64_t bits = rh_random_draw(random);
        ports->offer[k] = (struct rh_system_offer){
            .valid = bits & 1, .controller = (uint8_t)((bits >> 8 & 63) % s->controllers), .write = bits >> 1 & 1};
        ports->api->offer(ports->rtl, k, &ports->offer[k]);
    }
    ports->api->reset(ports->rtl);
}

void rh_system_ports_look(struct rh_system_ports *ports) {
    const struct rh_loop *loop = ports->loop;
    const struct rh_loop_setup *s = &loop->setup;
    struct rh_loop_clocks clocks = loop->clocks;
    ports->ticks = rh_loop_clocks_step(&clocks, &loop->rates);
    for (unsigned k = 0; k < s->cores; k++) {
        const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->replies, k);
        ports->ready[k] = ports->ticks.core && rh_network_direct_is_ready(loop->requests, k);
        ports->reply[k] = e->message_valid;
        ports->tag[k] = e->message_payload;
    }
}

/* The request that core `k` of the loop would issue if it were ready. */
static void offer_of_stream(const struct rh_system_ports *ports, unsigned k, struct rh_system_offer *o) {
    const struct rh_loop *loop = ports->loop;
    const struct rh_loop_source *s = &loop->source[k];
    uint64_t gap, free = s->free | (ports->reply[k] ? rh_bit(rh_loop_slot_of(ports->tag[k])) : 0);
    const struct rh_request *r = rh_core_streams_front(loop->streams, k, &gap);
    o->valid = r != NULL && free != 0 && loop->core_cycle >= (s->due == RH_LOOP_NEVER ? s->clock + gap : s->due);
    if (o->valid) {
        o->controller = (uint8_t)r->channel;
        o->bank = r->bank;
        o->row = r->row;
        o->column = r->column;
        o->write = r->write;
        o->extra = (uint8_t)(r->commands - 1);
        o->slot = (uint8_t)__builtin_ctzll(free);
    }
}

static void offer(struct rh_system_ports *ports, unsigned k) {
    bool was = ports->offer[k].valid;
    if (ports->given != NULL)
        ports->offer[k] = ports->given[k];
    else
        offer_of_stream(ports, k, &ports->offer[k]);
    if (was || ports->offer[k].valid)
        ports->api->offer(ports->rtl, k, &ports->offer[k]);
}

void rh_system_ports_show(struct rh_system_ports *ports) {
    rh_system_ports_look(ports);
    for (unsigned k = 0; k < ports->loop->setup.cores; k++)
        offer(ports, k);
    ports->api->settle(ports->rtl);
}

static bool differ(struct rh_system_port_difference *difference, const char *block, unsigned number, const char *port,
                   uint64_t model, uint64_t rtl) {
    *difference = (struct rh_system_port_difference){block, number, port, model, rtl};
    return false;
}

bool rh_system_ports_cores(const struct rh_system_ports *ports, struct rh_system_port_difference *difference) {
    const struct rh_system_api *api = ports->api;
    struct rh_loop_ticks ticks = api->ticks(ports->rtl);
    if (ticks.core != ports->ticks.core)
        return differ(difference, "clock", 0, "core_tick", ports->ticks.core, ticks.core);
    if (ticks.network != ports->ticks.network)
        return differ(difference, "clock", 1, "network_tick", ports->ticks.network, ticks.network);
    if (ticks.memory != ports->ticks.memory)
        return differ(difference, "clock", 2, "memory_tick", ports->ticks.memory, ticks.memory);
    for (unsigned k = 0; k < ports->loop->setup.cores; k++) {
        uint32_t tag;
        bool ready = api->ready(ports->rtl, k), reply = api->reply(ports->rtl, k, &tag);
        if (ready != ports->ready[k])
            return differ(difference, "core", k, "core_ready", ports->ready[k], ready);
        if (reply != ports->reply[k])
            return differ(difference, "core", k, "reply_valid", ports->reply[k], reply);
        if (reply && tag != ports->tag[k])
            return differ(difference, "core", k, "reply_tag", ports->tag[k], tag);
    }
    return true;
}

void rh_system_ports_controller(const struct rh_system_ports *ports, unsigned k, struct rh_controller_out *rtl) {
    const struct rh_loop_controller *c = &ports->loop->controller[k];
    ports->api->controller(ports->rtl, k, rtl);
    if (!ports->ticks.memory) /* its outputs are not looked at */
        *rtl = c->out;
    if (!c->in.req_valid) /* it is asked of a bank that nobody named */
        rtl->req_ready = c->out.req_ready;
}

static bool compare_controller(const struct rh_system_ports *ports, unsigned k,
                               struct rh_system_port_difference *difference) {
    const struct rh_loop_controller *c = &ports->loop->controller[k];
    const struct rh_layout *layout = &ports->controller;
    struct rh_controller_out rtl;
    uint64_t live[64];
    unsigned field, index;
    rh_system_ports_controller(ports, k, &rtl);
    rh_layout_live(layout, &c->out, live);
    if (!rh_layout_differs(layout, live, &c->out, &rtl, &field, &index))
        return true;
    const struct rh_field *f = &layout->fields[field];
    return differ(difference, "controller", k, f->name, rh_field_get(f, &c->out, index), rh_field_get(f, &rtl, index));
}

bool rh_system_ports_controllers(const struct rh_system_ports *ports, struct rh_system_port_difference *difference) {
    for (unsigned k = 0; k < ports->loop->setup.controllers; k++)
        if (!compare_controller(ports, k, difference))
            return false;
    return true;
}
