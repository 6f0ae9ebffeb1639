// SPDX-License-Identifier: Apache-2.0
// Packets are laid in the order in which they stand at their first routers, which is not that in which they pass a link
// on the way: so links and buffers know the packets that have been laid onto them, in the order of time.
#include <math.h>
#include <string.h>

#include "cmodel/analytic/rh_loop_lines_inside.h"

/* The packets of a buffer that came before `at`. */
static unsigned before(const struct rh_loop_buffer *b, double at) {
    unsigned n = b->count;
    while (n != 0 && b->pass[n - 1].from >= at)
        n--;
    return n;
}

/* In the order of time; the oldest is forgotten. */
static void insert(struct rh_loop_buffer *b, struct rh_loop_pass pass) {
    if (b->count == RH_LOOP_PASSES)
        memmove(&b->pass[0], &b->pass[1], --b->count * sizeof b->pass[0]);
    unsigned at = before(b, pass.from);
    memmove(&b->pass[at + 1], &b->pass[at], (b->count++ - at) * sizeof b->pass[0]);
    b->pass[at] = pass;
}

static double alone(const struct rh_loop_buffer *b, double at) {
    unsigned n = before(b, at);
    return n != 0 ? b->pass[n - 1].to : 0;
}

double rh_loop_head(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, double entered, unsigned output) {
    unsigned n = before(b, entered);
    double head = entered + RH_LOOP_ROUTER * l->network_clock;
    if (n == 0)
        return head;
    return rh_latest(head, b->pass[n - 1].to + (b->pass[n - 1].output == output ? 0 : l->network_clock));
}

void rh_loop_leave(struct rh_loop_buffer *b, unsigned flits, double entered, double left, unsigned output) {
    insert(b, (struct rh_loop_pass){entered, rh_latest(left, alone(b, entered)), (uint8_t)flits, (uint8_t)output});
}

/* Of the packets that came before it, so many flits at most are still there. */
static double room(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned flits, double at) {
    unsigned held = flits;
    for (unsigned n = before(b, at); n != 0; n--) {
        const struct rh_loop_pass *p = &b->pass[n - 1];
        if (held + p->flits > l->depth)
            return p->to - (held < l->depth ? l->depth - held : 0) * l->network_clock;
        held += p->flits;
    }
    return 0;
}

double rh_loop_room(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned flits, double at) {
    for (double free; (free = room(l, b, flits, at)) > at;)
        at = free;
    return at;
}

/* The first gap of a link that is as long. */
static double gap(const struct rh_loop_buffer *link, double clocks, double at) {
    unsigned n = link->count;
    while (n != 0 && link->pass[n - 1].to > at)
        n--;
    for (; n < link->count && at + clocks > link->pass[n].from + 1e-9; n++)
        at = rh_latest(at, link->pass[n].to);
    return at;
}

unsigned rh_loop_lane(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned class, unsigned sink) {
    unsigned count = l->vcs / l->classes, best = class * count;
    if (l->setup->network.static_vcs)
        return class * count + sink % count;
    for (unsigned v = best + 1; v < (class + 1) * count; v++)
        if (alone(&b[v], INFINITY) < alone(&b[best], INFINITY))
            best = v;
    return best;
}

struct rh_loop_way rh_loop_way(const struct rh_loop_lines *l, struct rh_loop_line_network *network,
                               const struct rh_loop_packet *p, bool lay) {
    const struct rh_topology *t = &network->topology;
    struct rh_topology_port at = rh_topology_source(t, p->source);
    struct rh_loop_buffer *buffer = p->buffer;
    struct rh_loop_way way = {.output = RH_TOPOLOGY_NONE};
    double entered = p->entered, n = l->network_clock;
    for (unsigned class = 0; at.router != RH_TOPOLOGY_NONE;) {
        unsigned output = rh_topology_route(t, at.router, p->sink);
        struct rh_loop_link *link = &network->link[at.router * t->outputs + output];
        class |= rh_topology_crosses(t, at.router) >> output & 1;
        struct rh_loop_buffer *next = &link->behind[rh_loop_lane(l, link->behind, class, p->sink)];
        double passes = rh_loop_head(l, buffer, entered, output);
        for (double later; (later = gap(&link->passes, p->flits * n, rh_loop_room(l, next, 1, passes))) > passes;)
            passes = later;
        double last = rh_loop_room(l, next, p->flits, passes + (p->flits - 1) * n);
        if (lay) {
            insert(&link->passes, (struct rh_loop_pass){passes, l->vcs == 1 ? last + n : passes + p->flits * n, 0, 0});
            rh_loop_leave(buffer, p->flits, entered, last + n, output);
        }
        if (way.sink == NULL) {
            way.first = last + n;
            way.output = at.router * t->outputs + output;
        }
        entered = passes;
        way.reached = passes;
        way.arrived = last + RH_LOOP_ROUTER * n;
        way.sink = buffer = next;
        at = rh_topology_link(t, at.router, output);
    }
    return way;
}
