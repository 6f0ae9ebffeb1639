// SPDX-License-Identifier: Apache-2.0
/* A part of rh_vc_router.c: what stands at the fronts of the buffers, kept from clock to clock. */
#ifndef RH_VC_ROUTER_FRONTS_H
#define RH_VC_ROUTER_FRONTS_H

#include <string.h>

#include "rowhold/rh_vc_router.h"

/* Place `k` of a channel's buffer, from the front on. */
static inline unsigned rh_vc_router_place(const struct rh_vc_router *s, const struct rh_router_params *p, unsigned c,
                                          unsigned k) {
    return c * p->depth + rh_ring_add(s->first[c], k, p->depth);
}

/* Where a flit is to leave, as a set; no output: its destination is beyond the parameters. */
static inline uint64_t rh_vc_router_way(const struct rh_router_params *p, const uint8_t *route, unsigned to) {
    return to < p->destinations && route[to] < p->outputs ? rh_bit(route[to]) : 0;
}

/* What the packet of channel `v` wants that may ask: the one at the front, or that behind a packet with a channel, if
 * it wants the same output. */
static inline void rh_vc_router_look(struct rh_vc_router *s, const struct rh_router_params *p, const uint8_t *route,
                                     unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, own = s->active[i] >> v & 1;
    uint64_t any = own ? s->output[c] : UINT64_MAX;
    s->asked[c] = s->count[c] > own ? rh_vc_router_way(p, route, s->to[rh_vc_router_place(s, p, c, own)]) & any : 0;
}

static inline void rh_vc_router_query_fronts(const struct rh_vc_router *s, const struct rh_router_params *params,
                                             struct rh_vc_router_fronts *fronts) {
    memset(fronts, 0, sizeof *fronts);
    for (unsigned i = 0; i < params->inputs; i++)
        for (unsigned v = 0; v < params->vcs; v++)
            if (s->count[i * params->vcs + v] != 0) {
                fronts->filled[i] |= (uint8_t)(1U << v);
                fronts->busy |= rh_bit(i);
            }
}

/* A flit has come to channel `v` of input `i`. */
static inline void rh_vc_router_comes(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                      const struct rh_router_params *p, const uint8_t *route, unsigned i, unsigned v,
                                      unsigned place) {
    unsigned count = s->count[i * p->vcs + v];
    if (count == 1) {
        f->filled[i] |= (uint8_t)(1U << v);
        f->busy |= rh_bit(i);
        s->ends[i] |= (uint8_t)(s->tail[place] << v);
    }
    if (count <= 2)
        rh_vc_router_look(s, p, route, i, v);
}

/* The flit at its front has left; the next stands at `front`. */
static inline void rh_vc_router_goes(struct rh_vc_router *s, struct rh_vc_router_fronts *f,
                                     const struct rh_router_params *p, unsigned i, unsigned v, unsigned front) {
    uint8_t others = (uint8_t) ~(1U << v);
    s->ends[i] &= others;
    if (s->count[i * p->vcs + v] != 0) {
        s->ends[i] |= (uint8_t)(s->tail[front] << v);
        return;
    }
    f->filled[i] &= others;
    f->busy &= ~((uint64_t)(f->filled[i] == 0) << i);
}

#endif
