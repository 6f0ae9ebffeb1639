// SPDX-License-Identifier: Apache-2.0
// A clock. Links first: what the registers of all blocks show before the edge goes into the inputs of those behind the
// links. Then each block moves in which something can.
#include "cmodel/system/rh_network_direct_state.h"
#include "rowhold/rh_bits.h"

/* A flit goes over the link to an input of a router. */
static void to_router(struct rh_network_direct *n, unsigned number, unsigned port, unsigned vc, bool tail,
                      unsigned destination, unsigned bank, uint32_t row, uint32_t payload) {
    struct rh_direct_router *router = &n->router[number];
    struct rh_router_in *in = &router->in;
    n->stirring |= rh_bit(number);
    in->arrive_valid |= rh_bit(port);
    in->arrive_tail |= (uint64_t)tail << port;
    in->arrive_vc[port] = (uint8_t)vc;
    in->arrive_destination[port] = (uint8_t)destination;
    in->arrive_bank[port] = (uint8_t)bank;
    in->arrive_row[port] = row;
    in->arrive_payload[port] = payload;
    router->flits++;
}

static void credit_to_router(struct rh_network_direct *n, unsigned number, unsigned port, unsigned vc) {
    struct rh_router_in *in = &n->router[number].in;
    n->stirring |= rh_bit(number);
    in->credit_valid |= rh_bit(port);
    in->credit_vc[port] = (uint8_t)vc;
}

static void carry_ends(struct rh_network_direct *n) {
    for (uint64_t set = n->leaving; set != 0; set &= set - 1) {
        const struct rh_direct_source *source = &n->source[__builtin_ctzll(set)];
        const struct rh_packet_injector_state *s = &source->state;
        to_router(n, source->at.router, source->at.port, s->leave_vc, s->leave_tail, s->leave_destination,
                  s->leave_bank, s->leave_row, s->leave_payload);
    }
    for (uint64_t set = n->freeing; set != 0; set &= set - 1) {
        const struct rh_direct_sink *sink = &n->sink[__builtin_ctzll(set)];
        credit_to_router(n, sink->at.router, sink->at.port, sink->state.back_vc);
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

static void carry_router(struct rh_network_direct *n, const struct rh_direct_router *router) {
    const struct rh_vc_router *s = &router->state;
    for (uint64_t set = s->leave_valid; set != 0; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set);
        const struct rh_direct_peer *to = &router->to[o];
        if (to->who == RH_DIRECT_ROUTER)
            to_router(n, to->number, to->port, s->leave_vc[o], s->leave_tail >> o & 1, s->leave_destination[o],
                      s->leave_bank[o], s->leave_row[o], s->leave_payload[o]);
        else if (to->who == RH_DIRECT_END) {
            to_sink(&n->sink[to->number].in, s, o);
            n->active_sinks |= rh_bit(to->number);
        }
    }
    for (uint64_t set = s->back_valid; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        const struct rh_direct_peer *from = &router->from[i];
        if (from->who == RH_DIRECT_ROUTER)
            credit_to_router(n, from->number, from->port, s->back_vc[i]);
        else if (from->who == RH_DIRECT_END) {
            n->active_sources |= rh_bit(from->number);
            n->source[from->number].in.credit_valid = 1;
            n->source[from->number].in.credit_vc = s->back_vc[i];
        }
    }
}

static void allocate(struct rh_network_direct *n, unsigned r, const struct rh_vc_router_view *view) {
    struct rh_direct_router *router = &n->router[r];
    struct rh_direct_channels *c = &n->channels[r];
    const bool matches = n->params.channels.hold >= RH_HOLD_row_match_hold_grant; /* rows: of who asks, and no other */
    for (uint64_t set = view->asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        c->in.request[i] = view->request[i];
        if (!matches)
            continue;
        unsigned place = view->ask[i * n->params.router.vcs + view->first[i]].place;
        c->in.destination[i] = router->state.to[place];
        c->in.bank[i] = router->state.bank[place];
        c->in.row[i] = router->state.row[place];
    }
    c->in.ready = view->ready;
    n->ops->match(rh_direct_channels_of(n, r), &n->params.channels, &n->limit, view->asks, &c->in, &c->out);
    for (uint64_t set = view->asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        router->in.grant[i] = c->out.grant[i];
        n->counts.granted += c->out.grant[i] != 0;
    }
    if (c->out.held != 0)
        n->counts.held += (unsigned)__builtin_popcountll(c->out.held);
}

static void move_router(struct rh_network_direct *n, unsigned r) {
    struct rh_direct_router *router = &n->router[r];
    const struct rh_router_in *in = &router->in;
    struct rh_vc_router_view *view = &router->view;
    n->counts.router_steps++;
    rh_vc_router_query(&router->state, &router->fronts, &n->params.router, &router->config, view);
    router->ready = view->ready;
    bool still = view->asks == 0 && view->sends == 0 && in->arrive_valid == 0 && in->credit_valid == 0;
    if (view->asks != 0)
        allocate(n, r, view);
    else
        n->ops->idle(rh_direct_channels_of(n, r), &n->params.channels, view->ready, 1);
    rh_vc_router_move(&router->state, &router->fronts, &n->params.router, in, view);
    for (uint64_t left = router->state.leave_valid; left != 0; left &= left - 1) {
        router->sent[__builtin_ctzll(left)]++;
        router->flits--;
        n->counts.flits++;
    }
    router->in.arrive_valid = router->in.arrive_tail = router->in.credit_valid = 0;
    if (still && router->flits == 0)
        n->stirring &= ~rh_bit(r);
}

/* Has a channel of the link a place? */
static bool has_credit(const struct rh_packet_injector_state *s, unsigned vcs) {
    unsigned any = 0;
    for (unsigned v = 0; v < vcs; v++)
        any |= s->credits[v];
    return any != 0;
}

static void move_source(struct rh_network_direct *n, unsigned k, bool enable) {
    struct rh_packet_injector_state *s = &n->source[k].state;
    struct rh_injector_in *in = &n->source[k].in;
    in->enable = enable;
    n->ready |= (uint64_t)rh_packet_injector_move(s, &n->params.injector, &n->injector, in) << k;
    in->message_valid = in->done = in->credit_valid = 0;
    bool busy = s->leave_valid || (s->count != 0 && has_credit(s, n->params.injector.vcs));
    n->leaving |= (uint64_t)s->leave_valid << k;
    n->busy_sources |= (uint64_t)busy << k;
}

static bool holds_flits(const struct rh_packet_ejector_state *s, unsigned vcs) {
    unsigned any = 0;
    for (unsigned v = 0; v < vcs; v++)
        any |= s->count[v];
    return any != 0;
}

static void move_sink(struct rh_network_direct *n, unsigned k, bool enable) {
    struct rh_packet_ejector_state *s = &n->sink[k].state;
    struct rh_ejector_in *in = &n->sink[k].in;
    in->enable = enable;
    rh_packet_ejector_move(s, &n->params.ejector, in);
    in->message_ready = in->arrive_valid = 0;
    bool busy = s->back_valid || holds_flits(s, n->params.ejector.vcs);
    n->freeing |= (uint64_t)s->back_valid << k;
    n->messages |= (uint64_t)s->message_valid << k;
    n->busy_sinks |= (uint64_t)busy << k;
}

bool rh_network_direct_is_quiet(const struct rh_network_direct *n) {
    return (n->stirring | n->active_sources | n->busy_sources | n->active_sinks | n->busy_sinks | n->leaving |
            n->freeing) == 0;
}

/* Routers whose channels nobody asks for: those in which nothing can move, and all outside of the network's clocks. An
 * allocator that draws in every clock draws there, too; any other rests since the last clock in which the router
 * moved. */
void rh_network_direct_idle(struct rh_network_direct *n, bool enable, uint64_t clocks) {
    if (!n->ops->draws)
        return;
    for (uint64_t set = rh_mask(n->topology.routers) & ~(enable ? n->stirring : 0); set != 0; set &= set - 1) {
        unsigned r = (unsigned)__builtin_ctzll(set);
        n->ops->idle(rh_direct_channels_of(n, r), &n->params.channels, enable ? n->router[r].ready : 0, clocks);
    }
}

void rh_network_direct_clock(struct rh_network_direct *n, bool enable) {
    if (rh_network_direct_is_quiet(n)) {
        rh_network_direct_idle(n, enable, 1);
        return;
    }
    if (enable) {
        carry_ends(n);
        for (uint64_t set = n->stirring; set != 0; set &= set - 1)
            carry_router(n, &n->router[__builtin_ctzll(set)]);
    }
    rh_network_direct_idle(n, enable, 1);
    for (uint64_t set = enable ? n->stirring : 0; set != 0; set &= set - 1)
        move_router(n, (unsigned)__builtin_ctzll(set));
    uint64_t sources = n->active_sources | (enable ? n->busy_sources : 0);
    uint64_t sinks = n->active_sinks | (enable ? n->busy_sinks : 0);
    n->active_sources = n->active_sinks = 0;
    n->ready &= ~sources; /* who moves says anew what it is */
    n->leaving &= ~sources;
    n->busy_sources &= ~sources;
    n->freeing &= ~sinks;
    n->messages &= ~sinks;
    n->busy_sinks &= ~sinks;
    for (; sources != 0; sources &= sources - 1)
        move_source(n, (unsigned)__builtin_ctzll(sources), enable);
    for (; sinks != 0; sinks &= sinks - 1)
        move_sink(n, (unsigned)__builtin_ctzll(sinks), enable);
}
