// SPDX-License-Identifier: Apache-2.0
// A clock. Routers look first, for what they ask and send follows from what was there before the edge. So nothing else
// has to wait for the edge: what is on the links goes straight into the buffers behind them, ends move before anything
// comes to them, and routers move last, with the grants of their allocators.
#include "cmodel/network/rh_vc_router_fronts.h"
#include "cmodel/system/rh_network_direct_state.h"
#include "rowhold/rh_bits.h"

/* A flit goes over the link to an input of a router. */
RH_EACH void to_router(struct rh_network_direct *n, unsigned number, unsigned port, unsigned vc, bool tail,
                       unsigned destination, unsigned bank, uint32_t row, uint32_t payload) {
    struct rh_direct_router *router = &n->router[number];
    rh_vc_router_arrive(&router->state, &router->fronts, &n->params.router, router->route, port, vc, tail, destination,
                        bank, row, payload);
    router->flits++;
    n->stirring |= rh_bit(number);
}

RH_EACH void credit_to_router(struct rh_network_direct *n, unsigned number, unsigned port, unsigned vc) {
    struct rh_direct_router *router = &n->router[number];
    bool stirs = rh_vc_router_credit(&router->state, &router->fronts, &n->params.router, port, vc);
    n->stirring |= (uint64_t)stirs << number;
}

/* The links of the ends: flits of sources, credits of sinks. */
static void carry_ends(struct rh_network_direct *n) {
    for (uint64_t set = n->leaving; set != 0; set &= set - 1) {
        struct rh_direct_source *source = &n->source[__builtin_ctzll(set)];
        struct rh_packet_injector_state *s = &source->state;
        to_router(n, source->at.router, source->at.port, s->leave_vc, s->leave_tail, s->leave_destination,
                  s->leave_bank, s->leave_row, s->leave_payload);
        s->leave_valid = s->leave_tail = 0;
    }
    for (uint64_t set = n->freeing; set != 0; set &= set - 1) {
        struct rh_direct_sink *sink = &n->sink[__builtin_ctzll(set)];
        credit_to_router(n, sink->at.router, sink->at.port, sink->state.back_vc);
        sink->state.back_valid = 0;
    }
    n->leaving = n->freeing = 0;
}

/* The links behind a router, whose registers are empty then, until it sends again. */
static void carry_router(struct rh_network_direct *n, struct rh_direct_router *router) {
    struct rh_vc_router *s = &router->state;
    for (uint64_t set = s->leave_valid; set != 0; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set);
        const struct rh_direct_peer *to = &router->to[o];
        bool tail = s->leave_tail >> o & 1;
        if (to->who == RH_DIRECT_ROUTER)
            to_router(n, to->number, to->port, s->leave_vc[o], tail, s->leave_destination[o], s->leave_bank[o],
                      s->leave_row[o], s->leave_payload[o]);
        else if (to->who == RH_DIRECT_END) {
            rh_packet_ejector_arrive(&n->sink[to->number].state, &n->params.ejector, s->leave_vc[o], tail,
                                     s->leave_bank[o], s->leave_row[o], s->leave_payload[o]);
            n->busy_sinks |= rh_bit(to->number);
        }
    }
    for (uint64_t set = s->back_valid; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        const struct rh_direct_peer *from = &router->from[i];
        if (from->who == RH_DIRECT_ROUTER)
            credit_to_router(n, from->number, from->port, s->back_vc[i]);
        else if (from->who == RH_DIRECT_END) {
            struct rh_packet_injector_state *source = &n->source[from->number].state;
            source->credits[s->back_vc[i]]++;
            n->busy_sources |= (uint64_t)(source->count != 0) << from->number;
        }
    }
    s->leave_valid = s->leave_tail = s->back_valid = 0;
}

/* Returns the inputs that are granted a channel. */
static uint64_t allocate(struct rh_network_direct *n, unsigned r, const struct rh_vc_router_view *view) {
    struct rh_direct_router *router = &n->router[r];
    struct rh_direct_channels *c = &n->channels[r];
    c->in.ready = router->ready;
    if (n->params.channels.hold >= RH_HOLD_row_match_hold_grant) /* rows: of who asks, and no other */
        for (uint64_t set = view->asks; set != 0; set &= set - 1) {
            unsigned i = (unsigned)__builtin_ctzll(set);
            unsigned place = rh_vc_router_asking(&router->state, &n->params.router, view, i);
            c->in.destination[i] = router->state.to[place];
            c->in.bank[i] = router->state.bank[place];
            c->in.row[i] = router->state.row[place];
        }
    uint64_t granted =
        n->ops->match(rh_direct_channels_of(n, r), &n->params.channels, &n->limit, view->asks, &c->in, &c->out);
    for (uint64_t set = granted; set != 0; set &= set - 1)
        n->counts.granted++;
    if (c->out.held != 0)
        n->counts.held += (unsigned)__builtin_popcountll(c->out.held);
    return granted;
}

static const struct rh_vc_router_view *look(struct rh_network_direct *n, unsigned r) {
    struct rh_direct_router *router = &n->router[r];
    rh_vc_router_query(&router->state, &router->fronts, &n->params.router, &router->config, &router->view,
                       n->channels[r].in.request);
    if (n->remembers)
        router->ready = rh_vc_router_ready(&router->fronts, &n->params.router);
    return &router->view;
}

static void move_router(struct rh_network_direct *n, unsigned r) {
    struct rh_direct_router *router = &n->router[r];
    struct rh_vc_router_view *view = &router->view;
    router->granted = view->asks != 0 ? allocate(n, r, view) : 0;
    rh_vc_router_move(&router->state, &router->fronts, &n->params.router, router->route, n->channels[r].out.grant,
                      router->granted, view);
    for (uint64_t left = router->state.leave_valid; left != 0; left &= left - 1) {
        router->sent[__builtin_ctzll(left)]++;
        router->flits--;
        n->counts.flits++;
    }
    n->showing |= (uint64_t)(router->state.leave_valid != 0) << r;
}

static void move_source(struct rh_network_direct *n, unsigned k, bool enable) {
    struct rh_packet_injector_state *s = &n->source[k].state;
    struct rh_injector_in *in = &n->source[k].in;
    in->enable = enable;
    n->ready |= (uint64_t)rh_packet_injector_move(s, &n->params.injector, &n->injector, in) << k;
    in->message_valid = in->done = 0;
    n->leaving |= (uint64_t)s->leave_valid << k;
    n->busy_sources |= (uint64_t)(s->count != 0 && rh_packet_injector_has_credit(s)) << k;
}

static void move_sink(struct rh_network_direct *n, unsigned k) {
    struct rh_packet_ejector_state *s = &n->sink[k].state;
    rh_packet_ejector_take(s, &n->params.ejector);
    n->freeing |= (uint64_t)s->back_valid << k;
    n->messages |= (uint64_t)s->message_valid << k;
    n->busy_sinks |= (uint64_t)rh_packet_ejector_has_flits(s) << k;
}

static void move_ends(struct rh_network_direct *n, bool enable) {
    uint64_t sources = n->active_sources | (enable ? n->busy_sources : 0), sinks = enable ? n->busy_sinks : 0;
    n->ready &= ~sources; /* who moves says anew what it is */
    n->leaving &= ~sources;
    n->busy_sources &= ~sources;
    n->messages &= ~(sinks | n->taking);
    n->busy_sinks &= ~sinks;
    for (; sources != 0; sources &= sources - 1)
        move_source(n, (unsigned)__builtin_ctzll(sources), enable);
    for (uint64_t set = n->taking; set != 0; set &= set - 1)
        n->sink[__builtin_ctzll(set)].state.message_valid = 0;
    for (; sinks != 0; sinks &= sinks - 1)
        move_sink(n, (unsigned)__builtin_ctzll(sinks));
    n->active_sources = n->taking = 0;
}

bool rh_network_direct_is_quiet(const struct rh_network_direct *n) {
    return (n->stirring | n->showing | n->active_sources | n->busy_sources | n->taking | n->busy_sinks | n->leaving |
            n->freeing) == 0;
}

/* The allocators of these routers, whose channels nobody asks for. */
static void idle(struct rh_network_direct *n, uint64_t routers, bool enable, uint64_t clocks) {
    for (uint64_t set = routers; set != 0; set &= set - 1) {
        unsigned r = (unsigned)__builtin_ctzll(set);
        n->ops->idle(rh_direct_channels_of(n, r), &n->params.channels, enable ? n->router[r].ready : 0, clocks);
    }
}

/* An allocator that draws in every clock draws in all of them; any other rests since the last clock in which its router
 * looked. */
void rh_network_direct_idle(struct rh_network_direct *n, bool enable, uint64_t clocks) {
    if (n->ops->draws)
        idle(n, rh_mask(n->topology.routers), enable, clocks);
}

void rh_network_direct_clock(struct rh_network_direct *n, bool enable) {
    if (rh_network_direct_is_quiet(n) || !enable) {
        rh_network_direct_idle(n, enable, 1);
        move_ends(n, false);
        return;
    }
    uint64_t asking = 0, moving = 0;
    for (uint64_t set = n->stirring; set != 0; set &= set - 1) {
        unsigned r = (unsigned)__builtin_ctzll(set);
        const struct rh_vc_router_view *view = look(n, r);
        asking |= (uint64_t)(view->asks != 0) << r;
        moving |= (uint64_t)((view->asks | view->sends) != 0) << r;
    }
    uint64_t all = rh_mask(n->topology.routers), showing = n->showing;
    idle(n, (n->ops->draws ? all : n->remembers ? n->stirring : 0) & ~asking, true, 1);
    n->stirring = moving;
    n->showing = 0;
    carry_ends(n);
    move_ends(n, true);
    for (uint64_t set = showing; set != 0; set &= set - 1)
        carry_router(n, &n->router[__builtin_ctzll(set)]);
    for (uint64_t set = moving; set != 0; set &= set - 1)
        move_router(n, (unsigned)__builtin_ctzll(set));
}
