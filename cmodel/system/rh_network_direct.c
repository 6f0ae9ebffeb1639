// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_network_direct.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/system/rh_network_direct_state.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_variant.h"

static void join(struct rh_network_direct *n) {
    const struct rh_topology *t = &n->topology;
    for (unsigned k = 0; k < n->sources; k++) {
        struct rh_topology_port at = n->source[k].at = rh_topology_source(t, k);
        n->router[at.router].from[at.port] = (struct rh_direct_peer){RH_DIRECT_END, (uint8_t)k, 0};
    }
    for (unsigned k = 0; k < n->sinks; k++) {
        struct rh_topology_port at = n->sink[k].at = rh_topology_sink(t, k);
        n->router[at.router].to[at.port] = (struct rh_direct_peer){RH_DIRECT_END, (uint8_t)k, 0};
    }
    for (unsigned r = 0; r < t->routers; r++)
        for (unsigned o = 0; o < t->outputs; o++) {
            struct rh_topology_port to = rh_topology_link(t, r, o);
            if (to.router == RH_TOPOLOGY_NONE)
                continue;
            n->router[r].to[o] = (struct rh_direct_peer){RH_DIRECT_ROUTER, to.router, to.port};
            n->router[to.router].from[to.port] = (struct rh_direct_peer){RH_DIRECT_ROUTER, (uint8_t)r, (uint8_t)o};
        }
}

static void reset(struct rh_network_direct *n) {
    const struct rh_topology *t = &n->topology;
    n->ready = rh_mask(n->sources);
    for (unsigned k = 0; k < n->sources; k++)
        rh_packet_injector_reset(&n->source[k].state, &n->params.injector);
    for (unsigned k = 0; k < n->sinks; k++)
        rh_packet_ejector_reset(&n->sink[k].state, &n->params.ejector);
    for (unsigned r = 0; r < t->routers; r++) {
        struct rh_direct_router *router = &n->router[r];
        rh_vc_router_reset(&router->state, &n->params.router);
        router->config = rh_topology_config(t, r);
        router->ready = rh_mask(t->outputs);
        rh_vc_router_query_fronts(&router->state, &n->params.router, &router->fronts);
        for (unsigned k = 0; k < n->sinks; k++)
            router->route[k] = (uint8_t)rh_topology_route(t, r, k);
        n->ops->reset(rh_direct_channels_of(n, r), &n->params.channels);
    }
}

static bool fits(const struct rh_network_blocks *p, struct rh_error *error) {
    return rh_router_check(&p->router, error) && rh_allocator_check(&p->channels, error) &&
           rh_injector_check(&p->injector, error) &&
           rh_params_check(rh_ejector_kind.params, rh_ejector_kind.param_count, &p->ejector, "ejector", error);
}

struct rh_network_direct *rh_network_direct_open(const struct rh_network_setup *setup, struct rh_error *error) {
    struct rh_network_blocks params;
    rh_network_blocks_of(setup, &params);
    if (!rh_network_check(setup, error) || !fits(&params, error))
        return NULL;
    struct rh_network_direct *n = calloc(1, sizeof *n);
    if (n != NULL) {
        n->topology = setup->topology;
        n->params = params;
        n->injector.outstanding_limit = setup->outstanding_limit;
        n->limit.hold_limit = setup->hold_limit;
        n->remembers = params.channels.hold != RH_HOLD_none;
        n->ops = setup->allocator != NULL ? setup->allocator : rh_allocator_find(RH_DEFAULT_ALLOCATOR);
        n->sources = rh_topology_sources(&n->topology);
        n->sinks = rh_topology_sinks(&n->topology);
        n->channels_size = (n->ops->state_size + 15) / 16 * 16;
        n->router = calloc(n->topology.routers, sizeof *n->router);
        n->channels = calloc(n->topology.routers, sizeof *n->channels);
        n->states = calloc(n->topology.routers, n->channels_size);
    }
    if (n == NULL || n->router == NULL || n->channels == NULL || n->states == NULL) {
        rh_network_direct_close(n);
        rh_error_set(error, "network: found no memory, expected enough");
        return NULL;
    }
    join(n);
    reset(n);
    return n;
}

void rh_network_direct_close(struct rh_network_direct *n) {
    if (n == NULL)
        return;
    free(n->router);
    free(n->channels);
    free(n->states);
    free(n);
}

bool rh_network_direct_is_ready(const struct rh_network_direct *n, unsigned source) {
    return n->ready >> source & 1;
}

uint64_t rh_network_direct_ready(const struct rh_network_direct *n) {
    return n->ready;
}

void rh_network_direct_offer(struct rh_network_direct *n, unsigned source, const struct rh_network_message *message) {
    struct rh_injector_in *in = &n->source[source].in;
    n->active_sources |= rh_bit(source);
    in->message_valid = 1;
    in->message_destination = message->destination;
    in->message_bank = message->bank;
    in->message_row = message->row;
    in->message_payload = message->payload;
    in->message_flits = message->flits;
}

void rh_network_direct_done(struct rh_network_direct *n, unsigned source) {
    n->active_sources |= rh_bit(source);
    n->source[source].in.done = 1;
}

const struct rh_packet_ejector_state *rh_network_direct_ejector(const struct rh_network_direct *n, unsigned sink) {
    return &n->sink[sink].state;
}

void rh_network_direct_take(struct rh_network_direct *n, unsigned sink) {
    n->taking |= rh_bit(sink);
}

const struct rh_packet_injector_state *rh_network_direct_injector(const struct rh_network_direct *n, unsigned source) {
    return &n->source[source].state;
}

uint64_t rh_network_direct_leaving(const struct rh_network_direct *n) {
    return n->leaving;
}

uint64_t rh_network_direct_messages(const struct rh_network_direct *n) {
    return n->messages;
}

const struct rh_vc_router *rh_network_direct_router(const struct rh_network_direct *n, unsigned router) {
    return &n->router[router].state;
}

unsigned rh_network_direct_flits(const struct rh_network_direct *n, unsigned router) {
    return n->router[router].flits;
}

const uint64_t *rh_network_direct_sent(const struct rh_network_direct *n, unsigned router) {
    return n->router[router].sent;
}

const struct rh_vc_router_view *rh_network_direct_view(const struct rh_network_direct *n, unsigned router) {
    return &n->router[router].view;
}

bool rh_network_direct_is_granted(const struct rh_network_direct *n, unsigned router, unsigned input) {
    return n->router[router].granted >> input & 1;
}

bool rh_network_direct_is_held(const struct rh_network_direct *n, unsigned router, unsigned output) {
    return n->channels[router].out.held >> output & 1;
}

unsigned rh_network_direct_gives(const struct rh_network_direct *n, unsigned router, unsigned output) {
    return n->router[router].fronts.gives[output];
}

unsigned rh_network_direct_candidate_vcs(const struct rh_network_direct *n, unsigned router, unsigned input, unsigned v,
                                         unsigned sink) {
    const struct rh_direct_router *at = &n->router[router];
    return rh_vc_router_candidate_vcs(&n->params.router, &at->config, input, v, sink, at->route[sink]);
}

const void *rh_network_direct_channels(const struct rh_network_direct *n, unsigned router) {
    return rh_direct_channels_of(n, router);
}

const struct rh_network_blocks *rh_network_direct_params(const struct rh_network_direct *n) {
    return &n->params;
}

const struct rh_topology *rh_network_direct_topology(const struct rh_network_direct *n) {
    return &n->topology;
}

const struct rh_network_counts *rh_network_direct_counts(const struct rh_network_direct *n) {
    return &n->counts;
}
