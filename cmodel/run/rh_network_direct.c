// SPDX-License-Identifier: Apache-2.0
// Links first: what the registers of all blocks show before the edge goes into the inputs of those behind the links.
// Then each block moves.
#include "rowhold/rh_network_direct.h"

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_variant.h"

enum { NODES = RH_TOPOLOGY_MOST_NODES };

/* Who is at the other side of a router's port. */
struct peer {
    enum { NOBODY, ROUTER, END /* source or sink */ } who;
    uint8_t number, port;
};

struct router {
    struct rh_vc_router state;
    struct rh_router_in in;
    struct rh_router_config config;
    struct rh_vc_router_view view; /* of the last clock in which it moved */
    unsigned flits;                /* in its buffers */
    bool still;                    /* nothing came, asked or left when it last moved, */
    uint64_t ready;                /* and these outputs could give a channel */
    struct peer from[NODES];       /* by input */
    struct peer to[NODES];         /* by output */
};

struct channels {
    struct rh_allocator_in in;
    struct rh_allocator_out out;
};

struct source {
    struct rh_packet_injector_state state;
    struct rh_injector_in in;
    struct rh_topology_port at;
};

struct sink {
    struct rh_packet_ejector_state state;
    struct rh_ejector_in in;
    struct rh_topology_port at;
};

struct rh_network_direct {
    struct rh_topology topology;
    struct rh_network_blocks params;
    struct rh_injector_config injector;
    struct rh_allocator_config limit;
    const struct rh_block_ops *ops;
    unsigned sources, sinks;
    size_t channels_size;
    struct rh_network_counts counts;
    struct source source[NODES];
    struct sink sink[NODES];
    struct router *router;
    struct channels *channels;
    unsigned char *states; /* of the allocators, one behind the other */
};

static void *channels_of(const struct rh_network_direct *n, unsigned router) {
    return n->states + router * n->channels_size;
}

static void join(struct rh_network_direct *n) {
    const struct rh_topology *t = &n->topology;
    for (unsigned k = 0; k < n->sources; k++) {
        struct rh_topology_port at = n->source[k].at = rh_topology_source(t, k);
        n->router[at.router].from[at.port] = (struct peer){END, (uint8_t)k, 0};
    }
    for (unsigned k = 0; k < n->sinks; k++) {
        struct rh_topology_port at = n->sink[k].at = rh_topology_sink(t, k);
        n->router[at.router].to[at.port] = (struct peer){END, (uint8_t)k, 0};
    }
    for (unsigned r = 0; r < t->routers; r++)
        for (unsigned o = 0; o < t->outputs; o++) {
            struct rh_topology_port to = rh_topology_link(t, r, o);
            if (to.router == RH_TOPOLOGY_NONE)
                continue;
            n->router[r].to[o] = (struct peer){ROUTER, to.router, to.port};
            n->router[to.router].from[to.port] = (struct peer){ROUTER, (uint8_t)r, (uint8_t)o};
        }
}

static void reset(struct rh_network_direct *n) {
    const struct rh_topology *t = &n->topology;
    for (unsigned k = 0; k < n->sources; k++)
        rh_packet_injector_reset(&n->source[k].state, &n->params.injector);
    for (unsigned k = 0; k < n->sinks; k++)
        rh_packet_ejector_reset(&n->sink[k].state, &n->params.ejector);
    for (unsigned r = 0; r < t->routers; r++) {
        struct router *router = &n->router[r];
        rh_vc_router_reset(&router->state, &n->params.router);
        router->config.crosses = rh_topology_crosses(t, r);
        router->still = true;
        router->ready = rh_mask(t->outputs);
        for (unsigned k = 0; k < n->sinks; k++)
            router->in.route[k] = (uint8_t)rh_topology_route(t, r, k);
        n->ops->reset(channels_of(n, r), &n->params.channels);
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
    if (!fits(&params, error))
        return NULL;
    struct rh_network_direct *n = calloc(1, sizeof *n);
    if (n != NULL) {
        n->topology = setup->topology;
        n->params = params;
        n->injector.flight_limit = setup->flight_limit;
        n->limit.hold_limit = setup->hold_limit;
        n->ops = setup->allocator != NULL ? setup->allocator : rh_allocator_find(RH_USUAL_ALLOCATOR);
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
    return rh_packet_injector_is_ready(&n->source[source].state, &n->params.injector, &n->injector);
}

void rh_network_direct_offer(struct rh_network_direct *n, unsigned source, const struct rh_network_message *message) {
    struct rh_injector_in *in = &n->source[source].in;
    in->message_valid = 1;
    in->message_destination = message->destination;
    in->message_bank = message->bank;
    in->message_row = message->row;
    in->message_payload = message->payload;
    in->message_flits = message->flits;
}

void rh_network_direct_done(struct rh_network_direct *n, unsigned source) {
    n->source[source].in.done = 1;
}

const struct rh_packet_ejector_state *rh_network_direct_ejector(const struct rh_network_direct *n, unsigned sink) {
    return &n->sink[sink].state;
}

void rh_network_direct_take(struct rh_network_direct *n, unsigned sink) {
    n->sink[sink].in.message_ready = 1;
}

/* A flit goes over the link to an input of a router. */
static void to_router(struct router *router, unsigned port, unsigned vc, bool tail, unsigned destination, unsigned bank,
                      uint32_t row, uint32_t payload) {
    struct rh_router_in *in = &router->in;
    in->arrive_valid |= rh_bit(port);
    in->arrive_tail |= (uint64_t)tail << port;
    in->arrive_vc[port] = (uint8_t)vc;
    in->arrive_destination[port] = (uint8_t)destination;
    in->arrive_bank[port] = (uint8_t)bank;
    in->arrive_row[port] = row;
    in->arrive_payload[port] = payload;
    router->flits++;
}

static void credit_to_router(struct router *router, unsigned port, unsigned vc) {
    router->in.credit_valid |= rh_bit(port);
    router->in.credit_vc[port] = (uint8_t)vc;
}

static void carry_ends(struct rh_network_direct *n) {
    for (unsigned k = 0; k < n->sources; k++) {
        const struct rh_packet_injector_state *s = &n->source[k].state;
        if (s->leave_valid)
            to_router(&n->router[n->source[k].at.router], n->source[k].at.port, s->leave_vc, s->leave_tail,
                      s->leave_destination, s->leave_bank, s->leave_row, s->leave_payload);
    }
    for (unsigned k = 0; k < n->sinks; k++) {
        const struct sink *sink = &n->sink[k];
        if (sink->state.back_valid)
            credit_to_router(&n->router[sink->at.router], sink->at.port, sink->state.back_vc);
    }
}

static void to_sink(struct rh_ejector_in *in, const struct rh_vc_router *s, unsigned o) {
    in->arrive_valid = 1;
    in->arrive_tail = s->leave_tail >> o & 1;
    in->arrive_vc = s->leave_vc[o];
    in->arrive_bank = s->leave_bank[o];
    in->arrive_row = s->leave_row[o];
    in->arrive_payload = s->leave_payload[o];
}

static void carry_router(struct rh_network_direct *n, const struct router *router) {
    const struct rh_vc_router *s = &router->state;
    for (uint64_t set = s->leave_valid; set != 0; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set);
        const struct peer *to = &router->to[o];
        if (to->who == ROUTER)
            to_router(&n->router[to->number], to->port, s->leave_vc[o], s->leave_tail >> o & 1, s->leave_destination[o],
                      s->leave_bank[o], s->leave_row[o], s->leave_payload[o]);
        else if (to->who == END)
            to_sink(&n->sink[to->number].in, s, o);
    }
    for (uint64_t set = s->back_valid; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        const struct peer *from = &router->from[i];
        if (from->who == ROUTER)
            credit_to_router(&n->router[from->number], from->port, s->back_vc[i]);
        else if (from->who == END) {
            n->source[from->number].in.credit_valid = 1;
            n->source[from->number].in.credit_vc = s->back_vc[i];
        }
    }
}

static void allocate(struct rh_network_direct *n, unsigned r, const struct rh_vc_router_view *view) {
    struct router *router = &n->router[r];
    struct channels *c = &n->channels[r];
    for (uint64_t set = view->asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), place = view->ask[i].place;
        c->in.request[i] = rh_bit(view->ask[i].output);
        c->in.destination[i] = router->state.to[place];
        c->in.bank[i] = router->state.bank[place];
        c->in.row[i] = router->state.row[place];
    }
    c->in.ready = view->ready;
    n->ops->step(channels_of(n, r), &n->params.channels, &n->limit, &c->in, &c->out);
    for (uint64_t set = view->asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        router->in.grant[i] = c->out.grant[i];
        n->counts.granted += c->out.grant[i] != 0;
        c->in.request[i] = 0;
        c->in.destination[i] = 0;
        c->in.bank[i] = 0;
        c->in.row[i] = 0;
    }
    n->counts.held += (unsigned)__builtin_popcountll(c->out.held);
}

static void move_router(struct rh_network_direct *n, unsigned r) {
    struct router *router = &n->router[r];
    const struct rh_router_in *in = &router->in;
    struct rh_vc_router_view *view = &router->view;
    if (router->still && router->flits == 0 && in->credit_valid == 0) {
        n->ops->rest(channels_of(n, r), &n->params.channels, router->ready);
        return;
    }
    n->counts.router_steps++;
    rh_vc_router_look(&router->state, &n->params.router, &router->config, in->route, view);
    router->ready = view->ready;
    router->still = view->asks == 0 && view->sends == 0 && in->arrive_valid == 0 && in->credit_valid == 0;
    if (view->asks != 0)
        allocate(n, r, view);
    else
        n->ops->rest(channels_of(n, r), &n->params.channels, view->ready);
    rh_vc_router_move(&router->state, &n->params.router, in, view);
    unsigned left = (unsigned)__builtin_popcountll(router->state.leave_valid);
    router->flits -= left;
    n->counts.flits += left;
    router->in.arrive_valid = router->in.arrive_tail = router->in.credit_valid = 0;
}

static void move_source(struct rh_network_direct *n, struct source *source, bool enable) {
    struct rh_packet_injector_state *s = &source->state;
    struct rh_injector_in *in = &source->in;
    if (in->message_valid || in->done || (enable && (s->count != 0 || s->leave_valid || in->credit_valid))) {
        in->enable = enable;
        rh_packet_injector_move(s, &n->params.injector, &n->injector, in);
    }
    in->message_valid = in->done = in->credit_valid = 0;
}

static bool holds_flits(const struct rh_packet_ejector_state *s, unsigned vcs) {
    unsigned any = 0;
    for (unsigned v = 0; v < vcs; v++)
        any |= s->count[v];
    return any != 0;
}

static void move_sink(struct rh_network_direct *n, struct sink *sink, bool enable) {
    struct rh_packet_ejector_state *s = &sink->state;
    if (sink->in.message_ready ||
        (enable && (sink->in.arrive_valid || s->back_valid || holds_flits(s, n->params.ejector.vcs)))) {
        sink->in.enable = enable;
        rh_packet_ejector_move(s, &n->params.ejector, &sink->in);
    }
    sink->in.message_ready = sink->in.arrive_valid = 0;
}

void rh_network_direct_clock(struct rh_network_direct *n, bool enable) {
    unsigned routers = n->topology.routers;
    if (enable) {
        carry_ends(n);
        for (unsigned r = 0; r < routers; r++)
            carry_router(n, &n->router[r]);
    }
    for (unsigned r = 0; r < routers; r++)
        if (enable)
            move_router(n, r);
        else
            n->ops->rest(channels_of(n, r), &n->params.channels, 0);
    for (unsigned k = 0; k < n->sources; k++)
        move_source(n, &n->source[k], enable);
    for (unsigned k = 0; k < n->sinks; k++)
        move_sink(n, &n->sink[k], enable);
}

const struct rh_packet_injector_state *rh_network_direct_injector(const struct rh_network_direct *n, unsigned source) {
    return &n->source[source].state;
}

const struct rh_vc_router *rh_network_direct_router(const struct rh_network_direct *n, unsigned router) {
    return &n->router[router].state;
}

unsigned rh_network_direct_flits(const struct rh_network_direct *n, unsigned router) {
    return n->router[router].flits;
}

const struct rh_vc_router_view *rh_network_direct_view(const struct rh_network_direct *n, unsigned router) {
    return &n->router[router].view;
}

bool rh_network_direct_is_granted(const struct rh_network_direct *n, unsigned router, unsigned input) {
    return n->router[router].in.grant[input] != 0;
}

bool rh_network_direct_is_held(const struct rh_network_direct *n, unsigned router, unsigned output) {
    return n->channels[router].out.held >> output & 1;
}

unsigned rh_network_direct_lanes(const struct rh_network_direct *n, unsigned router, unsigned v, unsigned sink) {
    const struct router *at = &n->router[router];
    return rh_vc_router_lanes(&n->params.router, &at->config, v, sink, at->in.route[sink]);
}

const void *rh_network_direct_channels(const struct rh_network_direct *n, unsigned router) {
    return channels_of(n, router);
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
