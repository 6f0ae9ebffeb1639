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

/* Where a flit is to leave; none of the outputs: its destination is beyond the parameters. */
static inline uint8_t rh_vc_router_way(const struct rh_router_params *p, const uint8_t *route, unsigned to) {
    return to < p->destinations ? route[to] : p->outputs;
}

static inline void rh_vc_router_query_fronts(const struct rh_vc_router *s, const struct rh_router_params *params,
                                             const uint8_t *route, struct rh_vc_router_fronts *fronts) {
    memset(fronts, 0, sizeof *fronts);
    for (unsigned i = 0; i < params->inputs; i++)
        for (unsigned v = 0; v < params->vcs; v++) {
            unsigned c = i * params->vcs + v;
            if (s->count[c] == 0)
                continue;
            fronts->filled[i] |= (uint8_t)(1U << v);
            fronts->behind[i] |= (uint8_t)((s->count[c] > 1U) << v);
            fronts->ends[i] |= (uint8_t)(s->tail[rh_vc_router_place(s, params, c, 0)] << v);
            fronts->output[c] = rh_vc_router_way(params, route, s->to[rh_vc_router_place(s, params, c, 0)]);
            fronts->busy |= rh_bit(i);
        }
}

/* A flit has come to channel `v` of input `i`. */
static inline void rh_vc_router_comes(const struct rh_vc_router *s, struct rh_vc_router_fronts *f, unsigned i,
                                      unsigned v, unsigned c, unsigned place, uint8_t output) {
    if (s->count[c] > 1) {
        f->behind[i] |= (uint8_t)(1U << v);
        return;
    }
    f->filled[i] |= (uint8_t)(1U << v);
    f->ends[i] |= (uint8_t)(s->tail[place] << v);
    f->output[c] = output;
    f->busy |= rh_bit(i);
}

/* The flit at its front has left. */
static inline void rh_vc_router_goes(const struct rh_vc_router *s, struct rh_vc_router_fronts *f, unsigned i,
                                     unsigned v, unsigned c, unsigned place, uint8_t output) {
    uint8_t others = (uint8_t) ~(1U << v);
    f->ends[i] &= others;
    if (s->count[c] == 0) {
        f->filled[i] &= others;
        f->busy &= ~((uint64_t)(f->filled[i] == 0) << i);
        return;
    }
    f->ends[i] |= (uint8_t)(s->tail[place] << v);
    f->output[c] = output;
    if (s->count[c] == 1)
        f->behind[i] &= others;
}

#endif
