// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_loop_lines.h"

#include <math.h>
#include <string.h>

#include "rowhold/rh_hold.h"
#include "rowhold/rh_loop_bounds.h"

enum { RH_LOOP_ROUTER = 3 /* network clocks from one router, injector or ejector to the next */ };
static inline double rh_latest(double a, double b) {
    return a > b ? a : b;
}
/* A packet at the first router of its way. */
struct loop_packet {
    unsigned source, sink, flits;
    double entered;                /* it came into the buffer */
    struct rh_loop_buffer *buffer; /* that it is in */
};
struct loop_way {
    double first;                /* it has passed its first router */
    double reached;              /* its first flit leaves for its sink */
    double arrived;              /* its last flit is there */
    unsigned output;             /* of its first router: router x outputs + output */
    struct rh_loop_buffer *sink; /* the buffer of its ejector */
};

/* Packets are laid in the order in which they stand at their first routers, which is not that in which they pass a link
 * on the way: so links and buffers know the packets that have been laid onto them, in the order of time. */

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

/* A packet that came into a buffer at `entered` stands at its front from then on. One that goes to another output than
 * the one before it asks a clock later (rh_router.h). */
static double loop_head(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, double entered,
                        unsigned output) {
    unsigned n = before(b, entered);
    double head = entered + RH_LOOP_ROUTER * l->network_clock;
    if (n == 0)
        return head;
    return rh_latest(head, b->pass[n - 1].to + (b->pass[n - 1].output == output ? 0 : l->network_clock));
}

/* A packet that came into a buffer at `entered` has left it at `left`. */
static void loop_leave(struct rh_loop_buffer *b, unsigned flits, double entered, double left, unsigned output) {
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

/* The clock, `at` or later, in which the packet's first `flits` flits have room in a buffer. */
static double loop_room(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned flits, double at) {
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

/* The virtual channel that a packet takes in a class: a static one, or the one that is free first. */
static unsigned loop_worker(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned class,
                            unsigned sink) {
    unsigned count = l->vcs / l->classes, best = class * count;
    if (l->setup->network.static_vcs)
        return class * count + sink % count;
    for (unsigned v = best + 1; v < (class + 1) * count; v++)
        if (alone(&b[v], INFINITY) < alone(&b[best], INFINITY))
            best = v;
    return best;
}

/* Router by router to the ejector; `lay`: it goes, else it only would. */
static struct loop_way loop_way(const struct rh_loop_lines *l, struct rh_loop_line_network *network,
                                const struct loop_packet *p, bool lay) {
    const struct rh_topology *t = &network->topology;
    struct rh_topology_port at = rh_topology_source(t, p->source);
    struct rh_loop_buffer *buffer = p->buffer;
    struct loop_way way = {.output = RH_TOPOLOGY_NONE};
    double entered = p->entered, n = l->network_clock;
    for (unsigned class = 0; at.router != RH_TOPOLOGY_NONE;) {
        unsigned output = rh_topology_route(t, at.router, p->sink);
        struct rh_loop_link *link = &network->link[at.router * t->outputs + output];
        const struct rh_router_config config = rh_topology_config(t, at.router);
        class = rh_router_is_upper(&config, at.port, class, output);
        struct rh_loop_buffer *next = &link->behind[loop_worker(l, link->behind, class, p->sink)];
        double passes = loop_head(l, buffer, entered, output);
        for (double later; (later = gap(&link->passes, p->flits * n, loop_room(l, next, 1, passes))) > passes;)
            passes = later;
        double last = loop_room(l, next, p->flits, passes + (p->flits - 1) * n);
        if (lay) {
            insert(&link->passes, (struct rh_loop_pass){passes, l->vcs == 1 ? last + n : passes + p->flits * n, 0, 0});
            loop_leave(buffer, p->flits, entered, last + n, output);
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

bool rh_loop_lines_covers(const struct rh_loop_setup *setup) {
    return setup->network.row_affine == 0 && !setup->network.speculative &&
           rh_timeline_covers(setup->ops->name, &setup->geometry, &setup->constraints);
}

static unsigned flits_of(const struct rh_loop_lines *l, const struct rh_request *request, bool reply) {
    return rh_packet_flits(l->setup, (request->write != 0) != reply ? request->commands : 0);
}

/* The output of its first router by which a packet goes. */
static unsigned out(const struct rh_loop_line_network *network, unsigned source, unsigned sink) {
    return rh_topology_route(&network->topology, rh_topology_source(&network->topology, source).router, sink);
}

/* Takes the core's request into the network: over the edge of its injector. */
static void inject(struct rh_loop_lines *l, struct rh_loop_line_core *c, unsigned flits) {
    const struct rh_loop_buffer *b = &c->buffer[c->channel];
    double end = loop_room(l, b, flits, c->leave + (flits - 1) * l->network_clock);
    c->left[c->count % l->queue] = c->leave;
    c->injected = end + l->network_clock;
    c->issued = c->issue;
}

static struct loop_packet packet_of(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_core *c = &l->core[number];
    return (struct loop_packet){number, c->request->channel, flits_of(l, c->request, false), c->leave,
                                &c->buffer[c->channel]};
}

/* The time from acceptance to data by Little's law: as many requests wait before it as came in that time. */
static double wait(const struct rh_loop_lines *l, const struct rh_loop_line_controller *k, double accepted) {
    unsigned before = rh_timeline_waiting(&k->timeline) - 1;
    if (before == 0 || k->count < before)
        return l->idle;
    return rh_latest(l->idle, accepted - k->accepted[(k->count - before) % RH_MAX_QUEUE]);
}

/* The controller's oldest reply in front of its router. */
static void front_reply(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_controller *k = &l->controller[number];
    if (k->due_count == 0)
        return;
    const struct rh_loop_due *due = &k->due[0];
    k->channel = loop_worker(l, k->buffer, 0, due->core);
    const struct rh_loop_buffer *b = &k->buffer[k->channel];
    k->leaves = loop_room(l, b, 1, rh_latest(due->done + 1, k->injected));
    k->reaches = loop_head(l, b, k->leaves, out(&l->replies, number, due->core));
}

static struct loop_packet reply_of(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_controller *k = &l->controller[number];
    return (struct loop_packet){number, k->due[0].core, k->due[0].flits, k->leaves, &k->buffer[k->channel]};
}

/* Adds a reply to those that are due, in the order in which the controller has them. */
static void put_due(struct rh_loop_lines *l, unsigned number, struct rh_loop_due due) {
    struct rh_loop_line_controller *k = &l->controller[number];
    unsigned at = k->due_count++;
    for (; at != 0 && due.done < k->due[at - 1].done; at--)
        k->due[at] = k->due[at - 1];
    k->due[at] = due;
    if (at == 0)
        front_reply(l, number);
}

/* The controller whose reply reaches its core first, and no later than `until`; -1: none. As first_of. */
static int first_reply(struct rh_loop_lines *l, double until) {
    for (;;) {
        int first = -1;
        for (unsigned k = 0; k < l->setup->controllers; k++)
            if (l->controller[k].due_count != 0 && l->controller[k].reaches <= until &&
                (first < 0 || l->controller[k].reaches < l->controller[first].reaches))
                first = (int)k;
        if (first < 0)
            return -1;
        struct loop_packet p = reply_of(l, (unsigned)first);
        double reaches = loop_way(l, &l->replies, &p, false).reached;
        if (reaches <= l->controller[first].reaches)
            return first;
        l->controller[first].reaches = reaches;
    }
}

/* The way back of the controller's oldest reply. */
static void reply(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_controller *k = &l->controller[number];
    const struct rh_loop_due due = k->due[0];
    struct loop_packet p = reply_of(l, number);
    double n = l->network_clock;
    k->injected = loop_room(l, p.buffer, p.flits, k->leaves + (p.flits - 1) * n) + n;
    struct loop_way way = loop_way(l, &l->replies, &p, true);
    loop_leave(way.sink, p.flits, way.reached, way.arrived, 0);
    *due.left = k->leaves;
    *due.replied = way.arrived;
    l->last = rh_latest(l->last, way.arrived);
    l->round_trips += way.arrived - due.done;
    memmove(&k->due[0], &k->due[1], --k->due_count * sizeof k->due[0]);
    front_reply(l, number);
}

/* A time that may be that of a reply to come: replies come up to it. */
static double known(struct rh_loop_lines *l, const double *time) {
    while (*time == INFINITY)
        reply(l, (unsigned)first_reply(l, INFINITY));
    return *time;
}

/* The controller takes it; its reply goes back. */
static void serve(struct rh_loop_lines *l, unsigned number, struct loop_way *way, unsigned flits) {
    struct rh_loop_line_core *c = &l->core[number];
    struct rh_loop_line_controller *k = &l->controller[c->request->channel];
    struct rh_request request = *c->request;
    double shown = rh_latest(way->arrived, k->taken + 1), taken = rh_latest(way->arrived - l->network_clock, k->taken);
    if (k->count >= l->held)
        shown = rh_latest(shown, known(l, &k->left[k->count % l->held]));
    loop_leave(way->sink, flits, way->reached, taken + l->network_clock, 0);
    request.cycle = (uint64_t)ceil(shown - 1e-9);
    rh_timeline_request(&k->timeline, &request);
    double accepted = (double)rh_timeline_accepted(&k->timeline), done = accepted + wait(l, k, accepted);
    struct rh_loop_due due = {.done = done,
                              .replied = &c->replied[c->count % l->setup->outstanding],
                              .left = &k->left[k->count % l->held],
                              .core = (uint8_t)number,
                              .flits = (uint8_t)flits_of(l, &request, true)};
    *due.replied = *due.left = INFINITY;
    c->done[c->count % l->setup->outstanding] = done;
    put_due(l, request.channel, due);
    k->accepted[k->count++ % RH_MAX_QUEUE] = accepted;
    k->taken = accepted;
    l->round_trips += accepted - c->issue;
}

/* When the core's next request stands in front of its first router. */
static void front(struct rh_loop_lines *l, struct rh_core_streams *streams, unsigned number) {
    struct rh_loop_line_core *c = &l->core[number];
    uint64_t gap;
    c->request = rh_core_streams_front(streams, number, &gap);
    c->waits = c->request != NULL && c->count >= l->setup->outstanding &&
               c->replied[c->count % l->setup->outstanding] == INFINITY;
    c->head = c->done[c->count % l->setup->outstanding];
    if (c->request == NULL || c->waits)
        return;
    gap += gap == 0 && c->count != 0;
    c->issue = c->issued + (double)gap * l->core_clock;
    if (c->count >= l->queue)
        c->issue = rh_latest(c->issue, c->left[c->count % l->queue]);
    if (c->count >= l->setup->outstanding)
        c->issue = rh_latest(c->issue, c->replied[c->count % l->setup->outstanding]);
    c->issue = ceil(c->issue / l->core_clock - 1e-9) * l->core_clock;
    c->channel = loop_worker(l, c->buffer, 0, c->request->channel);
    const struct rh_loop_buffer *b = &c->buffer[c->channel];
    c->leave = loop_room(l, b, 1, rh_latest(c->issue + 1, c->injected));
    c->head = loop_head(l, b, c->leave, out(&l->requests, number, c->request->channel));
}

/* Does the rule let the core go on with its next packet, which has come by the time that its output is ready? */
static bool holds(const struct rh_loop_lines *l, unsigned number, const struct loop_way *way, double began) {
    const struct rh_loop_line_core *c = &l->core[number];
    const struct rh_network_setup *network = &l->setup->network;
    const struct rh_topology *t = &l->requests.topology;
    if (network->hold == RH_HOLD_none || c->request == NULL || c->waits)
        return false;
    unsigned router = rh_topology_source(t, number).router;
    unsigned output = router * t->outputs + rh_topology_route(t, router, c->request->channel);
    const struct rh_loop_link *link = &l->requests.link[way->output];
    double ready = loop_room(l, &link->behind[loop_worker(l, link->behind, 0, c->request->channel)], 1, way->first);
    if (output != way->output || c->head > ready + 1e-9)
        return false;
    if (network->hold_limit != 0 && way->first > began + network->hold_limit * l->network_clock)
        return false;
    switch ((enum rh_hold_rule)network->hold) {
    case RH_HOLD_hold_grant:
        return true;
    case RH_HOLD_row_match_hold_grant:
        return l->controller[c->request->channel].row[c->request->bank] == c->request->row;
    case RH_HOLD_hash_match_hold_grant:
        return l->hash[output] == rh_hold_fold(c->request->row, network->hash_bits != 0 ? network->hash_bits : 4);
    case RH_HOLD_none:
    case RH_HOLD_RULES:
        break;
    }
    return false;
}

/* The core's next request, from its issue to its reply. */
static struct loop_way lay(struct rh_loop_lines *l, struct rh_core_streams *streams, unsigned number) {
    struct rh_loop_line_core *c = &l->core[number];
    const struct rh_request *r = c->request;
    unsigned bits = l->setup->network.hash_bits;
    struct loop_packet p = packet_of(l, number);
    inject(l, c, p.flits);
    struct loop_way way = loop_way(l, &l->requests, &p, true);
    l->controller[r->channel].row[r->bank] = r->row;
    l->hash[way.output] = rh_hold_fold(r->row, bits != 0 ? bits : 4);
    serve(l, number, &way, p.flits);
    c->count++;
    rh_core_streams_take(streams, number);
    front(l, streams, number);
    return way;
}

static void start(struct rh_loop_lines *l, const struct rh_loop_setup *setup) {
    const struct rh_topology *t = &setup->network.topology;
    const struct rh_timeline_setup timeline = {.policy = rh_timeline_find(setup->ops->name),
                                               .geometry = setup->geometry,
                                               .constraints = setup->constraints,
                                               .timed = true};
    struct rh_network_blocks blocks;
    struct rh_error error;
    memset(l, 0, sizeof *l);
    rh_network_blocks_of(&setup->network, &blocks);
    l->setup = setup;
    l->vcs = blocks.router.vcs;
    l->classes = blocks.router.classes;
    l->depth = blocks.router.depth;
    l->queue = blocks.injector.queue;
    l->core_clock = rh_loop_bounds_clock(setup, setup->core_mhz);
    l->network_clock = rh_loop_bounds_clock(setup, setup->network_mhz);
    l->idle = 1.0 + setup->constraints.rcd_rd + setup->constraints.rd_done;
    l->requests.topology = *t;
    l->held = setup->geometry.queue + (timeline.policy->slots ? setup->geometry.banks : 0U) +
              setup->geometry.responses + l->queue;
    (void)rh_topology_make(&l->replies.topology, t->kind, t->cores, t->controllers, t->columns, true, &error);
    for (unsigned k = 0; k < setup->controllers; k++)
        rh_timeline_start(&l->controller[k].timeline, &timeline);
}

/* The core whose packet waits longest at its router; -1: all have gone. One that waits for a reply may be the first no
 * sooner than that reply. */
static int first_of(struct rh_loop_lines *l, struct rh_core_streams *streams) {
    for (;;) {
        int first = -1;
        for (unsigned k = 0; k < l->setup->cores; k++)
            if (l->core[k].request != NULL && (first < 0 || l->core[k].head < l->core[first].head))
                first = (int)k;
        if (first < 0 || !l->core[first].waits)
            return first;
        struct rh_loop_line_core *c = &l->core[first];
        (void)known(l, &c->replied[c->count % l->setup->outstanding]);
        front(l, streams, (unsigned)first);
    }
}

static void finish(struct rh_loop_lines *l, struct rh_loop_lines_result *result) {
    double served = 0;
    *result = (struct rh_loop_lines_result){.clocks = l->last};
    for (unsigned k = 0; k < l->setup->controllers; k++) {
        struct rh_timeline *timeline = &l->controller[k].timeline;
        rh_timeline_end(timeline);
        if (timeline->stats.requests == 0)
            continue;
        served += (double)(timeline->stats.read.sum + timeline->stats.write.sum);
        result->requests += timeline->stats.requests;
        result->clocks = rh_latest(result->clocks, (double)timeline->stats.cycles);
    }
    if (result->requests == 0)
        return;
    result->throughput = (double)result->requests / result->clocks;
    result->latency_mean = (l->round_trips + served) / (double)result->requests;
}

void rh_loop_lines_run(struct rh_loop_lines *lines, const struct rh_loop_setup *setup, struct rh_core_streams *streams,
                       struct rh_loop_lines_result *result) {
    start(lines, setup);
    rh_core_streams_rewind(streams);
    for (unsigned k = 0; k < setup->cores; k++)
        front(lines, streams, k);
    for (int k; (k = first_of(lines, streams)) >= 0;) {
        double began = lines->core[k].head;
        struct loop_way way;
        for (int r; (r = first_reply(lines, began)) >= 0;)
            reply(lines, (unsigned)r);
        do
            way = lay(lines, streams, (unsigned)k);
        while (holds(lines, (unsigned)k, &way, began));
    }
    for (int r; (r = first_reply(lines, INFINITY)) >= 0;)
        reply(lines, (unsigned)r);
    rh_core_streams_rewind(streams);
    finish(lines, result);
}
