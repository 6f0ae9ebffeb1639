// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_request_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/system/rh_network_direct_state.h"

enum { REQUESTS, REPLIES, CONTROLLERS };

/* --- what went into the models in this clock --- */

static void network_in(const struct rh_network_direct *n, bool enable, struct rh_network_in *in) {
    *in = (struct rh_network_in){.enable = enable, .sink_ready = n->taking};
    for (unsigned k = 0; k < n->sources; k++) {
        const struct rh_injector_in *source = &n->source[k].in;
        rh_put_bit(&in->message_valid, k, source->message_valid);
        rh_put_bit(&in->done, k, source->done);
        in->message_destination[k] = source->message_destination;
        in->message_bank[k] = source->message_bank;
        in->message_row[k] = source->message_row;
        in->message_payload[k] = source->message_payload;
        in->message_flits[k] = source->message_flits;
    }
}

static void watch_controller(void *user, const void *before, const void *in, const void *out) {
    struct rh_request_watched *watched = user;
    (void)out; /* rh_request_system_controllers reads them */
    memcpy(watched->state, before, watched->parts->loop->setup.ops->state_size);
    watched->in = *(const struct rh_controller_in *)in;
    watched->parts->memory = true;
}

void rh_request_parts_begin_clock(struct rh_request_parts *parts, struct rh_system_blocks *blocks) {
    parts->memory = false;
    blocks->clocks = parts->loop->clocks;
}

void rh_request_parts_offer(const struct rh_request_parts *parts, struct rh_system_in *in) {
    const struct rh_loop *loop = parts->loop;
    const unsigned column_bits = loop->setup.geometry.column_bits;
    for (unsigned k = 0; k < loop->setup.cores; k++) {
        const struct rh_injector_in *from = &loop->requests->source[k].in;
        unsigned tag = from->message_payload >> (column_bits + 1);
        rh_put_bit(&in->core_valid, k, from->message_valid);
        rh_put_bit(&in->core_write, k, from->message_valid && (from->message_payload >> column_bits & 1));
        in->core_controller[k] = from->message_destination;
        in->core_bank[k] = from->message_bank;
        in->core_row[k] = from->message_row;
        in->core_column[k] = (uint16_t)(from->message_payload & ((1U << column_bits) - 1));
        in->core_len[k] = (uint8_t)(tag >> (loop->slot_bits + loop->core_bits));
        in->core_slot[k] = (uint16_t)rh_loop_slot_of(loop, tag);
    }
}

/* --- the parts as one module --- */

static const struct rh_rtl_api *api_of(const struct rh_request_parts *p, unsigned number) {
    return (number < CONTROLLERS ? &p->network[number] : &p->controller)->plugin.api;
}

static unsigned parts_of(const struct rh_request_parts *p) {
    return CONTROLLERS + (unsigned)p->system.controllers;
}

/* The models' outputs that are no outputs of the system: what the ends of the networks show each other. */
static void compare_between(struct rh_request_parts *p) {
    const struct rh_network_out *requests = &p->shows[REQUESTS], *replies = &p->shows[REPLIES];
    uint64_t ready = rh_network_direct_ready(p->loop->replies), offered = rh_network_direct_messages(p->loop->requests);
    if (p->difference[0] != '\0')
        return;
    if (replies->message_ready != ready)
        snprintf(p->difference, sizeof p->difference,
                 "output of replies, message_ready: C model 0x%" PRIx64 ", RTL 0x%" PRIx64, ready,
                 replies->message_ready);
    else if (requests->sink_valid != offered)
        snprintf(p->difference, sizeof p->difference,
                 "output of requests, sink_valid: C model 0x%" PRIx64 ", RTL 0x%" PRIx64, offered,
                 requests->sink_valid);
    for (; p->difference[0] == '\0' && offered != 0; offered &= offered - 1) {
        unsigned k = (unsigned)__builtin_ctzll(offered);
        const struct rh_packet_ejector_state *e = rh_network_direct_ejector(p->loop->requests, k);
        if (requests->sink_bank[k] != e->message_bank || requests->sink_row[k] != e->message_row ||
            requests->sink_payload[k] != e->message_payload)
            snprintf(p->difference, sizeof p->difference,
                     "output of requests, sink %u: C model %u,%u,0x%x, RTL %u,%u,0x%x (bank, row, payload)", k,
                     e->message_bank, e->message_row, e->message_payload, requests->sink_bank[k], requests->sink_row[k],
                     requests->sink_payload[k]);
    }
}

static void clock_controllers(struct rh_request_parts *p) {
    for (unsigned k = 0; k < p->system.controllers; k++)
        api_of(p, CONTROLLERS)
            ->cycle(p->instance[CONTROLLERS + k], &p->watched[k].in, &p->watched[k].out,
                    p->observation + k * p->controller.words);
}

static void cycle(void *self, const void *in, void *out, uint32_t *observation) {
    struct rh_request_parts *p = self;
    const struct rh_loop *loop = p->loop;
    struct rh_system_out *shows = out;
    struct rh_network_in networks;
    (void)in; /* the loop has it all */
    uint32_t *to = observation;
    for (unsigned i = 0; i < CONTROLLERS; i++) {
        network_in(i == REQUESTS ? loop->requests : loop->replies, loop->ticks.network, &networks);
        api_of(p, i)->cycle(p->instance[i], &networks, &p->shows[i], to);
        to = to != NULL ? to + p->network[i].words : NULL;
    }
    if (p->memory)
        clock_controllers(p);
    for (unsigned k = 0; k < loop->setup.controllers; k++)
        rh_request_system_put_controller(shows, k, &p->watched[k].out);
    if (to != NULL)
        memcpy(to, p->observation, loop->setup.controllers * p->controller.words * sizeof *to);
    bool takes = loop->ticks.core || loop->ticks.network;
    shows->core_tick = loop->ticks.core;
    shows->network_tick = loop->ticks.network;
    shows->memory_tick = loop->ticks.memory;
    shows->core_ready = takes ? p->shows[REQUESTS].message_ready : 0;
    shows->reply_valid = p->shows[REPLIES].sink_valid;
    memcpy(shows->reply_tag, p->shows[REPLIES].sink_payload, sizeof shows->reply_tag);
    compare_between(p);
}

static void configure(void *self, const void *config) {
    struct rh_request_parts *p = self;
    const struct rh_system_config *c = config;
    const struct rh_network_config requests = {c->hold_limit, c->outstanding_limit}, replies = {0, 0};
    api_of(p, REQUESTS)->configure(p->instance[REQUESTS], &requests);
    api_of(p, REPLIES)->configure(p->instance[REPLIES], &replies);
    for (unsigned k = 0; k < p->system.controllers; k++)
        api_of(p, CONTROLLERS)->configure(p->instance[CONTROLLERS + k], &c->constraints);
}

static void reset(void *self, const void *in) {
    struct rh_request_parts *p = self;
    const struct rh_system_in *from = in;
    const struct rh_network_in requests = {.enable = 1, .message_valid = from->core_valid, .sink_ready = UINT64_MAX},
                               replies = {.enable = 1};
    api_of(p, REQUESTS)->reset(p->instance[REQUESTS], &requests);
    api_of(p, REPLIES)->reset(p->instance[REPLIES], &replies);
    for (unsigned i = 0; i < 2; i++) { /* twice: a clock between them shows the registers behind a reset */
        for (unsigned k = 0; k < p->system.controllers; k++)
            api_of(p, CONTROLLERS)->reset(p->instance[CONTROLLERS + k], &p->watched[k].in);
        if (i == 0)
            clock_controllers(p);
    }
}

static const char *broken(void *self) {
    struct rh_request_parts *p = self;
    for (unsigned i = 0; i < parts_of(p); i++) {
        const char *said = api_of(p, i)->broken(p->instance[i]);
        if (said != NULL)
            return said;
    }
    return p->difference[0] != '\0' ? p->difference : NULL;
}

static void unload(struct rh_request_part *part) {
    rh_rtl_unload(&part->plugin);
}

static void close_parts(void *self) {
    struct rh_request_parts *p = self;
    for (unsigned i = 0; i < CONTROLLERS + RH_TOPOLOGY_MOST_NODES; i++)
        if (p->instance[i] != NULL)
            api_of(p, i)->close(p->instance[i]);
    unload(&p->network[REQUESTS]);
    unload(&p->network[REPLIES]);
    unload(&p->controller);
    for (unsigned k = 0; k < RH_TOPOLOGY_MOST_NODES; k++)
        free(p->watched[k].state);
    free(p->observation);
    *p = (struct rh_request_parts){.loop = NULL};
}

/* --- opening --- */

static void network_params_of(const struct rh_system_params *s, const struct rh_network_direct *n, bool replies,
                              struct rh_network_params *params) {
    const struct rh_network_blocks *b = rh_network_direct_params(n);
    *params = (struct rh_network_params){.topology = s->topology,
                                         .cores = s->cores,
                                         .controllers = s->controllers,
                                         .columns = s->columns,
                                         .replies = replies,
                                         .allocator = s->allocator,
                                         .vcs = b->router.vcs,
                                         .static_vcs = b->router.static_vcs,
                                         .speculative = b->router.speculative,
                                         .depth = b->router.depth,
                                         .queue = b->injector.queue,
                                         .most_flits = b->injector.most_flits,
                                         .banks = b->injector.banks,
                                         .row_bits = b->injector.row_bits,
                                         .payload_bits = b->injector.payload_bits,
                                         .iterations = b->channels.iterations,
                                         .hash_bits = b->channels.hash_bits,
                                         .hold = b->channels.hold,
                                         .stays = b->router.stays,
                                         .row_affine = b->ejector.row_affine};
    rh_network_derive(params);
}

static bool load(struct rh_request_part *part, const struct rh_block *block, bool quiet, struct rh_error *error) {
    if (!rh_rtl_load(&part->plugin, block, NULL, quiet, error))
        return false;
    part->words = (part->plugin.api->observation_bits + 31) / 32;
    return true;
}

static bool load_all(struct rh_request_parts *p, bool quiet, struct rh_error *error) {
    const struct rh_loop_setup *s = &p->loop->setup;
    struct rh_block block;
    bool good = true;
    for (unsigned i = 0; good && i < CONTROLLERS; i++) {
        network_params_of(&p->system, i == REQUESTS ? p->loop->requests : p->loop->replies, i == REPLIES,
                          &p->params[i]);
        block = (struct rh_block){.kind = rh_network_top.kind, .ops = rh_network_top.ops, .params = &p->params[i]};
        good = load(&p->network[i], &block, quiet, error);
    }
    rh_block_make(&block, &rh_controller_kind, s->ops, &s->geometry);
    return good && load(&p->controller, &block, quiet, error);
}

static bool open_all(struct rh_request_parts *p, uint64_t seed, struct rh_error *error) {
    const struct rh_loop_setup *s = &p->loop->setup;
    p->observation = calloc(s->controllers * p->controller.words, sizeof *p->observation);
    bool good = p->observation != NULL;
    for (unsigned i = 0; i < parts_of(p); i++) {
        p->instance[i] = api_of(p, i)->open(seed + i);
        good = good && p->instance[i] != NULL;
    }
    for (unsigned k = 0; k < s->controllers; k++) {
        struct rh_model *model = p->loop->worker[k].self; /* an rh_model_worker */
        struct rh_request_watched *w = &p->watched[k];
        *w = (struct rh_request_watched){.parts = p, .state = calloc(1, s->ops->state_size)};
        p->states[k] = w->state;
        good = good && w->state != NULL;
        model->watch = watch_controller;
        model->watch_user = w;
    }
    return good || rh_error_set(error, "request_system: found no memory, expected enough");
}

bool rh_request_parts_load(struct rh_whole *whole, struct rh_system_blocks *blocks, struct rh_request_parts *p,
                           const struct rh_loop *loop, bool quiet, uint64_t seed, struct rh_error *error) {
    *p = (struct rh_request_parts){.loop = loop};
    *whole = (struct rh_whole){.top = &rh_system_top,
                               .block = {.kind = rh_system_top.kind, .ops = rh_system_top.ops, .params = &p->system},
                               .rtl = &p->api,
                               .instance = p,
                               .compare_state = 1};
    blocks->controller_states = p->states;
    p->api = (struct rh_rtl_api){.params = &p->system,
                                 .close = close_parts,
                                 .configure = configure,
                                 .reset = reset,
                                 .cycle = cycle,
                                 .broken = broken};
    if (!rh_request_system_params_of(loop, &p->system, error) || !load_all(p, quiet, error) ||
        !open_all(p, seed, error))
        return false;
    p->api.observation_bits =
        32 * (p->network[REQUESTS].words + p->network[REPLIES].words + loop->setup.controllers * p->controller.words);
    rh_request_parts_settle(p);
    return true;
}

void rh_request_parts_settle(struct rh_request_parts *p) {
    for (unsigned k = 0; k < p->loop->setup.controllers; k++) {
        memcpy(p->watched[k].state, rh_loop_registers(p->loop, k), p->loop->setup.ops->state_size);
        p->watched[k].in = (struct rh_controller_in){.req_valid = 0};
    }
    p->memory = true;
}
