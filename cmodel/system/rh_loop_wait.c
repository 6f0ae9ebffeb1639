// SPDX-License-Identifier: Apache-2.0
// What a controller without work waits for: of the requests on their way to it the nearest is followed, else the next
// request of a core that is for it. The state is looked at before the edge of the networks; whether a flit moved, and
// who did in its place, is seen behind it.
#include "cmodel/system/rh_loop_state.h"
#include "rowhold/rh_bits.h"

enum {
    LINK = 254, /* before it, at the most, for what is on a link: it comes behind what waits there */
    FAR = UINT16_MAX
};

void rh_loop_wait_open(struct rh_loop *loop) {
    const struct rh_topology *t = &loop->setup.network.topology;
    for (unsigned k = 0; k < loop->setup.controllers; k++)
        for (unsigned r = 0; r < t->routers; r++) {
            unsigned hops = 1;
            for (unsigned at = r; at != rh_topology_sink(t, k).router; hops++)
                at = rh_topology_link(t, at, rh_topology_route(t, at, k)).router;
            loop->hops[r][k] = (uint8_t)hops;
        }
}

static unsigned tag_of(const struct rh_loop *loop, uint32_t payload) {
    return payload >> (loop->setup.geometry.column_bits + 1U);
}

/* A request for a controller, so far from it, where `found` says. The nearest is kept: of two alike the one that was
 * issued first, then the one of the lower core. */
static void consider(struct rh_loop *loop, unsigned controller, uint32_t payload, const struct rh_loop_spot *found) {
    struct rh_loop_spot *best = &loop->controller[controller].spot;
    if (found->distance > best->distance)
        return;
    unsigned tag = tag_of(loop, payload), core = rh_loop_core_of_tag(loop, tag);
    uint64_t issued = rh_loop_outstanding_of(loop, tag)->issued;
    if (found->distance == best->distance && (issued > best->issued || (issued == best->issued && core >= best->core)))
        return;
    *best = *found;
    best->payload = payload;
    best->issued = issued;
    best->core = (uint8_t)core;
}

static uint16_t distance_of(const struct rh_loop *loop, unsigned router, unsigned controller, unsigned before) {
    return (uint16_t)((unsigned)loop->hops[router][controller] << 8 | before);
}

/* The packet in virtual channel `v` of an ejector; the place of its tail, or the flits that are there. */
static unsigned tail_at(const struct rh_packet_ejector_state *e, unsigned depth, unsigned v) {
    unsigned k = 0;
    while (k < e->count[v] && !e->tail[v * depth + rh_ring_add(e->first[v], k, depth)])
        k++;
    return k;
}

/* Looks for the packet at the ejector whose tail comes first; a packet whose tail is not there comes last. */
static bool query_ejector(struct rh_loop *loop, unsigned controller) {
    const struct rh_ejector_params *p = &rh_network_direct_params(loop->requests)->ejector;
    const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->requests, controller);
    const struct rh_topology_port at = rh_topology_sink(&loop->setup.network.topology, controller);
    struct rh_loop_spot found = {.router = at.router, .output = at.port, .distance = FAR};
    if (e->message_valid) {
        found.wait = RH_LOOP_WAIT_controller;
        found.distance = 0;
        consider(loop, controller, e->message_payload, &found);
        return true;
    }
    bool any = false;
    for (unsigned v = 0; v < p->vcs; v++) {
        bool open = e->open >> v & 1;
        if (!open && e->count[v] == 0)
            continue;
        unsigned tail = tail_at(e, p->depth, v);
        found.place = e->count[v] == 0 ? RH_LOOP_KNOWN : RH_LOOP_EJECTOR;
        found.wait = tail == 0 && e->count[v] != 0 ? RH_LOOP_WAIT_moving : RH_LOOP_WAIT_flits;
        found.vc = (uint8_t)v;
        found.distance = (uint16_t)(tail < e->count[v] ? tail : LINK);
        consider(loop, controller, open ? e->held_payload[v] : e->payload[v * p->depth + e->first[v]], &found);
        any = true;
    }
    return any;
}

/* The flit at `place`, which is place `k` of virtual channel `c` of a router's inputs. */
static void query_flit(struct rh_loop *loop, unsigned router, unsigned c, unsigned k, unsigned place) {
    const struct rh_router_params *p = &rh_network_direct_params(loop->requests)->router;
    const struct rh_vc_router *s = rh_network_direct_router(loop->requests, router);
    unsigned i = c / p->vcs, v = c % p->vcs, to = s->to[place];
    unsigned output = rh_topology_route(&loop->setup.network.topology, router, to);
    const struct rh_loop_spot found = {
        .place = k == 0 ? RH_LOOP_BUFFER : RH_LOOP_KNOWN,
        .wait = RH_LOOP_WAIT_behind,
        .router = (uint8_t)router,
        .port = (uint8_t)i,
        .vc = (uint8_t)v,
        .output = (uint8_t)output,
        .gives = (uint8_t)rh_network_direct_gives(loop->requests, router, output),
        .given = s->active[i] >> v & 1,
        .turn = s->turn[i] >> v & 1,
        .credit = s->credits[rh_vc_router_output(s, c) * p->vcs + s->out_vc[c]] != 0,
        .distance = distance_of(loop, router, to, k),
    };
    consider(loop, to, s->payload[place], &found);
}

/* Flits in the buffers of a router, those at the fronts first. Of a packet the first one is the nearest. */
static void query_buffers(struct rh_loop *loop, uint64_t want, unsigned router) {
    const struct rh_router_params *p = &rh_network_direct_params(loop->requests)->router;
    const struct rh_vc_router *s = rh_network_direct_router(loop->requests, router);
    bool any = true;
    for (unsigned k = 0; any; k++) {
        for (uint64_t set = want; set != 0; set &= set - 1) { /* those that nothing from here on is nearer to */
            unsigned to = (unsigned)__builtin_ctzll(set);
            want &= ~((uint64_t)(distance_of(loop, router, to, k) > loop->controller[to].spot.distance) << to);
        }
        any = false;
        for (unsigned c = 0; want != 0 && c < p->inputs * p->vcs; c++) {
            if (k >= s->count[c])
                continue;
            unsigned place = c * p->depth + rh_ring_add(s->first[c], k, p->depth);
            any = true;
            if (want >> s->to[place] & 1)
                query_flit(loop, router, c, k, place);
        }
    }
}

/* Flits on the links behind a router. */
static void query_links(struct rh_loop *loop, uint64_t want, unsigned router) {
    const struct rh_topology *t = &loop->setup.network.topology;
    const struct rh_vc_router *s = rh_network_direct_router(loop->requests, router);
    for (uint64_t set = s->leave_valid; set != 0; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set), to = s->leave_destination[o];
        if (!(want >> to & 1))
            continue;
        struct rh_topology_port next = rh_topology_link(t, router, o);
        const struct rh_loop_spot found = {
            .wait = RH_LOOP_WAIT_moving,
            .router = (uint8_t)router,
            .output = (uint8_t)o,
            .distance = next.router == RH_TOPOLOGY_NONE ? LINK : distance_of(loop, next.router, to, LINK),
        };
        consider(loop, to, s->leave_payload[o], &found);
    }
}

/* Flits on the links of cores. */
static void query_sources(struct rh_loop *loop, uint64_t want) {
    for (uint64_t set = rh_network_direct_leaving(loop->requests); set != 0; set &= set - 1) {
        unsigned core = (unsigned)__builtin_ctzll(set);
        const struct rh_packet_injector_state *s = rh_network_direct_injector(loop->requests, core);
        unsigned to = s->leave_destination;
        if (!(want >> to & 1))
            continue;
        unsigned router = rh_topology_source(&loop->setup.network.topology, core).router;
        const struct rh_loop_spot found = {
            .wait = RH_LOOP_WAIT_moving, .output = RH_TOPOLOGY_NONE, .distance = distance_of(loop, router, to, LINK)};
        consider(loop, to, s->leave_payload, &found);
    }
}

/* Messages in the injection queue of a core, but not the one in front whose flits are on their way. */
static void query_queue(struct rh_loop *loop, uint64_t want, unsigned core) {
    const struct rh_injector_params *p = &rh_network_direct_params(loop->requests)->injector;
    const struct rh_packet_injector_state *s = rh_network_direct_injector(loop->requests, core);
    for (unsigned k = s->sent != 0; k < s->count; k++) {
        unsigned place = rh_ring_add(s->first, k, p->queue), to = s->to[place];
        if (!(want >> to & 1))
            continue;
        unsigned router = rh_topology_source(&loop->setup.network.topology, core).router;
        const struct rh_loop_spot found = {.place = k == 0 ? RH_LOOP_QUEUE : RH_LOOP_KNOWN,
                                           .wait = RH_LOOP_WAIT_injection,
                                           .output = RH_TOPOLOGY_NONE,
                                           .distance = distance_of(loop, router, to, k)};
        consider(loop, to, s->payload[place], &found);
    }
}

/* Controllers whose request was found. */
static uint64_t found_of(const struct rh_loop *loop, uint64_t want) {
    uint64_t found = 0;
    for (uint64_t set = want; set != 0; set &= set - 1) {
        unsigned k = (unsigned)__builtin_ctzll(set);
        found |= (uint64_t)(loop->controller[k].spot.distance != FAR) << k;
    }
    return found;
}

/* Requests that were issued: at the ejector; in the network; at the cores; issued in this clock. */
static void query_requests(struct rh_loop *loop, uint64_t want) {
    for (uint64_t set = want; set != 0; set &= set - 1) {
        unsigned k = (unsigned)__builtin_ctzll(set);
        if (query_ejector(loop, k))
            want &= ~rh_bit(k);
    }
    for (unsigned r = 0; want != 0 && r < loop->setup.network.topology.routers; r++) {
        if (rh_network_direct_flits(loop->requests, r) != 0)
            query_buffers(loop, want, r);
        query_links(loop, want, r);
    }
    if (want != 0)
        query_sources(loop, want);
    want &= ~found_of(loop, want);
    for (unsigned core = 0; want != 0 && core < loop->setup.cores; core++)
        query_queue(loop, want, core);
    want &= ~found_of(loop, want);
    for (uint64_t set = want != 0 ? loop->issuing : 0; set != 0; set &= set - 1) {
        unsigned core = (unsigned)__builtin_ctzll(set), to = loop->source[core].to;
        struct rh_loop_spot *spot = &loop->controller[to].spot;
        if ((want >> to & 1) && spot->core == RH_LOOP_NOBODY) {
            spot->wait = RH_LOOP_WAIT_moving;
            spot->core = (uint8_t)core;
        }
    }
}

/* What keeps a core from its next request, and how long at least (core clocks, for gaps). */
static enum rh_loop_wait query_core(const struct rh_loop *loop, unsigned core, uint64_t due) {
    const struct rh_loop_source *s = &loop->source[core];
    const struct rh_packet_injector_state *injector = rh_network_direct_injector(loop->requests, core);
    if (due > loop->core_cycle)
        return RH_LOOP_WAIT_gap;
    if (loop->issuing >> core & 1)
        return RH_LOOP_WAIT_issue;
    if (s->slots == 0 || injector->in_flight >= loop->setup.outstanding)
        return RH_LOOP_WAIT_outstanding;
    if (!rh_network_direct_is_ready(loop->requests, core))
        return RH_LOOP_WAIT_injection_full;
    return RH_LOOP_WAIT_core_clock;
}

/* Nobody has issued a request for them: of the cores whose next one is for a controller, the one nearest to issuing
 * it, by the order of the table from its end, then by its gap, then the lowest. */
static void query_cores(struct rh_loop *loop, uint64_t want) {
    bool any = loop->others != NULL;
    for (unsigned core = 0; loop->others == NULL && core < loop->setup.cores; core++) {
        const struct rh_loop_source *s = &loop->source[core];
        uint64_t gap;
        const struct rh_request *next = rh_core_streams_front(loop->streams, core, &gap);
        any |= next != NULL;
        if (next == NULL || !(want >> next->channel & 1))
            continue;
        struct rh_loop_spot *best = &loop->controller[next->channel].spot;
        uint64_t due = s->due != RH_LOOP_NEVER ? s->due : s->clock + gap;
        enum rh_loop_wait wait = query_core(loop, core, due);
        if (best->core != RH_LOOP_NOBODY && (wait < best->wait || (wait == best->wait && due >= best->issued)))
            continue;
        best->wait = wait;
        best->core = (uint8_t)core;
        best->issued = due;
    }
    for (uint64_t set = want; set != 0; set &= set - 1) {
        struct rh_loop_spot *spot = &loop->controller[__builtin_ctzll(set)].spot;
        if (spot->core == RH_LOOP_NOBODY)
            spot->wait = any ? RH_LOOP_WAIT_elsewhere : RH_LOOP_WAIT_drained;
    }
}

void rh_loop_wait_query(struct rh_loop *loop) {
    static const struct rh_loop_spot none = {.distance = FAR, .core = RH_LOOP_NOBODY, .output = RH_TOPOLOGY_NONE};
    uint64_t issued = 0, inside = 0;
    const bool gaps = loop->core_cycle < loop->due; /* of all cores */
    loop->gaps = gaps ? loop->gaps : 0;
    for (uint64_t set = loop->idle & ~loop->gaps; set != 0; set &= set - 1) {
        unsigned k = (unsigned)__builtin_ctzll(set);
        struct rh_loop_controller *c = &loop->controller[k];
        c->spot = none;
        const struct rh_partition_entry *near =
            loop->setup.partition.queue != 0 ? rh_partition_nearest(&c->partition) : NULL;
        if (near != NULL) {
            c->spot.wait = RH_LOOP_WAIT_partition;
            if (!rh_loop_is_own(loop, near->tag))
                c->spot.core = (uint8_t)rh_loop_core_of_tag(loop, near->tag);
            inside |= rh_bit(k);
            continue;
        }
        issued |= (uint64_t)(c->waiting != 0 || rh_network_direct_ejector(loop->requests, k)->message_valid) << k;
    }
    if (issued != 0)
        query_requests(loop, issued);
    uint64_t free = loop->idle & ~loop->gaps & ~issued & ~inside;
    if (free != 0)
        query_cores(loop, free);
    loop->gaps |= gaps ? free : 0;
}

/* The flit at the front of a buffer, behind the edge. */
static enum rh_loop_wait judge_buffer(const struct rh_loop *loop, const struct rh_loop_spot *spot, unsigned to) {
    const struct rh_network_direct *n = loop->requests;
    const struct rh_vc_router_view *view = rh_network_direct_view(n, spot->router);
    const unsigned vcs = rh_network_direct_params(n)->router.vcs;
    bool asks = view->asks >> spot->port & 1;
    if (spot->turn)
        return !spot->credit                                                           ? RH_LOOP_WAIT_credit
               : (view->sends >> spot->port & 1) && view->send[spot->port] == spot->vc ? RH_LOOP_WAIT_moving
                                                                                       : RH_LOOP_WAIT_link;
    if (spot->given || !(spot->gives & rh_network_direct_candidate_vcs(n, spot->router, spot->port, spot->vc, to)))
        return RH_LOOP_WAIT_channel;
    if (!asks || (vcs != 1 && !(view->channels[spot->port] >> spot->vc & 1)))
        return RH_LOOP_WAIT_input;
    if (rh_network_direct_is_granted(n, spot->router, spot->port))
        return view->given[spot->port] == spot->vc ? RH_LOOP_WAIT_moving : RH_LOOP_WAIT_input;
    return rh_network_direct_is_held(n, spot->router, spot->output) ? RH_LOOP_WAIT_hold : RH_LOOP_WAIT_grant;
}

static enum rh_loop_wait judge(const struct rh_loop *loop, const struct rh_loop_spot *spot, unsigned to, bool network) {
    const struct rh_packet_injector_state *injector;
    const struct rh_packet_ejector_state *ejector;
    if (!network && spot->distance != FAR && spot->wait != RH_LOOP_WAIT_controller)
        return RH_LOOP_WAIT_network_clock;
    switch (spot->place) {
    case RH_LOOP_QUEUE:
        injector = rh_network_direct_injector(loop->requests, spot->core);
        return injector->leave_valid && injector->leave_payload == spot->payload ? RH_LOOP_WAIT_moving
                                                                                 : RH_LOOP_WAIT_credit;
    case RH_LOOP_BUFFER:
        return judge_buffer(loop, spot, to);
    case RH_LOOP_EJECTOR:
        ejector = rh_network_direct_ejector(loop->requests, to);
        return ejector->back_valid && ejector->back_vc == spot->vc ? spot->wait : RH_LOOP_WAIT_ejector;
    case RH_LOOP_KNOWN:
    default:
        return spot->wait;
    }
}

void rh_loop_wait_count(struct rh_loop *loop, bool network, uint64_t clocks) {
    for (uint64_t set = loop->idle; set != 0; set &= set - 1) {
        unsigned k = (unsigned)__builtin_ctzll(set);
        const struct rh_loop_spot *spot = &loop->controller[k].spot;
        loop->controller[k].wait[judge(loop, spot, k, network)] += clocks;
        if (spot->core != RH_LOOP_NOBODY)
            loop->source[spot->core].stats.awaited += clocks;
        if (spot->output != RH_TOPOLOGY_NONE)
            loop->link_wait[spot->router][spot->output] += clocks;
    }
}
