// SPDX-License-Identifier: Apache-2.0
/* A part of rh_vc_router.c: sets of who can do what, which follow from the registers and are kept from clock to clock;
 * and the arrivals at a router, for who joins routers by hand. */
#ifndef RH_VC_ROUTER_FRONTS_H
#define RH_VC_ROUTER_FRONTS_H

#include "rowhold/rh_vc_router.h"

/* Every hop of every flit runs this. Inlined always: where the channels of a link are a constant, they are so here. */
#define RH_EACH static inline __attribute__((always_inline))

/* Place `k` of a channel's buffer, from the front on. */
RH_EACH unsigned rh_vc_router_place(const struct rh_vc_router *s, const struct rh_router_params *p, unsigned c,
                                    unsigned k) {
    return c * p->depth + rh_ring_add(s->first[c], k, p->depth);
}

/* Channel `v` of an input becomes a member of the input's set or leaves it; `inputs`: those whose set is not empty.
 * With one channel a link they say it all. */
RH_EACH void rh_vc_router_put(uint8_t *sets, uint64_t *inputs, unsigned vcs, unsigned i, unsigned v, bool member) {
    bool any = member;
    if (vcs != 1) {
        unsigned bit = 1U << v, was = sets[i], set = member ? was | bit : was & ~bit;
        if (set == was)
            return;
        sets[i] = (uint8_t)set;
        any = set != 0;
    }
    *inputs = any ? *inputs | rh_bit(i) : *inputs & ~rh_bit(i);
}

/* Where a flit is to leave, as a set; no output: its destination is beyond the parameters. */
RH_EACH uint64_t rh_vc_router_way(const struct rh_router_params *p, const uint8_t *route, unsigned to) {
    return to < p->destinations && route[to] < p->outputs ? rh_bit(route[to]) : 0;
}

/* What the packet of channel `v` wants that may ask: the one at the front, or that behind a packet with a channel, if
 * it wants the same output. */
RH_EACH void rh_vc_router_look(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                               const uint8_t *route, unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, own = s->active[i] >> v & 1;
    uint64_t asked = 0;
    if (s->count[c] > own)
        asked = rh_vc_router_way(p, route, s->to[rh_vc_router_place(s, p, c, own)]) & (own ? s->output[c] : UINT64_MAX);
    s->asked[c] = asked;
    rh_vc_router_put(f->asking, &f->askers, p->vcs, i, v, asked != 0);
}

/* Channel `v`, whose turn it is at channel `out_vc` of output `o`, has another flit at its front, or none: may it
 * leave, and may another packet be given that channel behind it? */
RH_EACH void rh_vc_router_begin(const struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                const struct rh_router_params *p, unsigned i, unsigned v, unsigned o, unsigned out_vc) {
    bool leaves = s->count[i * p->vcs + v] != 0 && s->credits[o * p->vcs + out_vc] != 0;
    rh_vc_router_put(f->sending, &f->senders, p->vcs, i, v, leaves);
    unsigned gives = (unsigned)(s->ends[i] >> v & 1) & ~((unsigned)s->heir[o] >> out_vc);
    f->gives[o] = (uint8_t)((f->gives[o] & ~(1U << out_vc)) | gives << out_vc);
}

/* A flit comes to channel `v` of input `i`. */
RH_EACH void rh_vc_router_arrive(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                 const struct rh_router_params *p, const uint8_t *route, unsigned i, unsigned v,
                                 bool tail, unsigned to, unsigned bank, uint32_t row, uint32_t payload) {
    unsigned c = i * p->vcs + v, own = s->active[i] >> v & 1, count = s->count[c];
    unsigned place = rh_vc_router_place(s, p, c, count);
    if (count == p->depth) /* nobody had a credit for it: out of the contract */
        return;
    s->tail[place] = tail;
    s->to[place] = (uint8_t)to;
    s->bank[place] = (uint8_t)bank;
    s->row[place] = row;
    s->payload[place] = payload;
    s->count[c] = (uint8_t)(count + 1);
    if (count == 0) {
        s->ends[i] |= (uint8_t)(tail << v);
        if (s->turn[i] >> v & 1)
            rh_vc_router_begin(s, f, p, i, v, rh_vc_router_output(s, c), s->out_vc[c]);
    }
    if (count == own)
        rh_vc_router_look(s, f, p, route, i, v);
}

/* A place was freed behind channel `out_vc` of output `o`. True when a flit may leave that could not. */
RH_EACH bool rh_vc_router_credit(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                 const struct rh_router_params *p, unsigned o, unsigned out_vc) {
    unsigned out = o * p->vcs + out_vc;
    if (s->credits[out]++ != 0)
        return false;
    f->fresh[o] |= (uint8_t)(1U << out_vc);
    f->freshened |= rh_bit(o);
    if (!(s->taken[o] >> out_vc & 1))
        return false;
    rh_vc_router_begin(s, f, p, f->holder[out].input, f->holder[out].vc, o, out_vc);
    return true;
}

#endif
