// SPDX-License-Identifier: Apache-2.0
/* A part of rh_vc_router.c: sets of who can do what, which follow from the registers and are kept from clock to clock;
 * and the arrivals at a router, for who joins routers by hand. */
#ifndef RH_VC_ROUTER_FRONTS_H
#define RH_VC_ROUTER_FRONTS_H

#include "rowhold/rh_vc_router.h"

/* Place `k` of a channel's buffer, from the front on. */
static inline unsigned rh_vc_router_place(const struct rh_vc_router *s, const struct rh_router_params *p, unsigned c,
                                          unsigned k) {
    return c * p->depth + rh_ring_add(s->first[c], k, p->depth);
}

/* Channel `v` of a port becomes a member of the port's set or leaves it; `ports` are those whose set is not empty. */
static inline void rh_vc_router_put(uint8_t *sets, uint64_t *ports, unsigned port, unsigned v, bool member) {
    unsigned set = (sets[port] & ~(1U << v)) | (unsigned)member << v;
    sets[port] = (uint8_t)set;
    *ports = (*ports & ~rh_bit(port)) | (uint64_t)(set != 0) << port;
}

/* Where a flit is to leave, as a set; no output: its destination is beyond the parameters. */
static inline uint64_t rh_vc_router_way(const struct rh_router_params *p, const uint8_t *route, unsigned to) {
    return to < p->destinations && route[to] < p->outputs ? rh_bit(route[to]) : 0;
}

/* What the packet of channel `v` wants that may ask: the one at the front, or that behind a packet with a channel, if
 * it wants the same output. */
static inline void rh_vc_router_look(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                     const struct rh_router_params *p, const uint8_t *route, unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, own = s->active[i] >> v & 1;
    uint64_t any = own ? s->output[c] : UINT64_MAX;
    s->asked[c] = s->count[c] > own ? rh_vc_router_way(p, route, s->to[rh_vc_router_place(s, p, c, own)]) & any : 0;
    rh_vc_router_put(f->asking, &f->askers, i, v, s->asked[c] != 0);
}

/* The flit at the front of channel `v`, whose turn it is at channel `out_vc` of output `o`, is another one, or there is
 * none: may it leave, and may another packet be given that channel behind it? */
static inline void rh_vc_router_begin(const struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                      const struct rh_router_params *p, unsigned i, unsigned v, unsigned o,
                                      unsigned out_vc) {
    bool leaves = s->count[i * p->vcs + v] != 0 && (f->credited[o] >> out_vc & 1);
    rh_vc_router_put(f->sending, &f->senders, i, v, leaves);
    bool gives = (s->ends[i] >> v & 1) && !(s->heir[o] >> out_vc & 1);
    rh_vc_router_put(f->gives, &f->ready, o, out_vc, gives);
}

/* A flit comes to channel `v` of input `i`. */
static inline void rh_vc_router_arrive(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                       const struct rh_router_params *p, const uint8_t *route, unsigned i, unsigned v,
                                       bool tail, unsigned to, unsigned bank, uint32_t row, uint32_t payload) {
    unsigned c = i * p->vcs + v, own = s->active[i] >> v & 1, place = rh_vc_router_place(s, p, c, s->count[c]);
    if (s->count[c] == p->depth) /* nobody had a credit for it: out of the contract */
        return;
    s->tail[place] = tail;
    s->to[place] = (uint8_t)to;
    s->bank[place] = (uint8_t)bank;
    s->row[place] = row;
    s->payload[place] = payload;
    if (s->count[c]++ == 0) {
        s->ends[i] |= (uint8_t)(tail << v);
        if (s->turn[i] >> v & 1)
            rh_vc_router_begin(s, f, p, i, v, rh_vc_router_output(s, c), s->out_vc[c]);
    }
    if (s->count[c] == own + 1)
        rh_vc_router_look(s, f, p, route, i, v);
}

/* A place was freed behind channel `out_vc` of output `o`. */
static inline void rh_vc_router_credit(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                       const struct rh_router_params *p, unsigned o, unsigned out_vc) {
    unsigned out = o * p->vcs + out_vc;
    if (s->credits[out]++ != 0)
        return;
    f->credited[o] |= (uint8_t)(1U << out_vc);
    if (s->taken[o] >> out_vc & 1)
        rh_vc_router_begin(s, f, p, f->holder[out].input, f->holder[out].vc, o, out_vc);
}

#endif
