// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_loop_lines.h"

#include <math.h>
#include <string.h>

#include "rowhold/rh_hold.h"
#include "rowhold/rh_loop_bounds.h"

enum { ROUTER = 3 /* network clocks from one router, injector or ejector to the next */ };

static double later(double a, double b) {
    return a > b ? a : b;
}

bool rh_loop_lines_covers(const struct rh_loop_setup *setup) {
    return rh_timeline_covers(setup->ops->name, &setup->geometry, &setup->gaps);
}

/* Room for the n-th flit from now on. */
static double room(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned n) {
    return b->place[(b->next + n) % l->depth];
}

/* A packet of `flits` leaves a buffer from `at` on, its last flit at `end`. */
static void leave(const struct rh_loop_lines *l, struct rh_loop_buffer *b, unsigned flits, double at, double end) {
    for (unsigned n = 0; n < flits; n++) {
        b->place[b->next] = n + 1 < flits ? at + n * l->network_clock : end;
        b->next = (b->next + 1) % l->depth;
    }
    b->left = end + l->network_clock;
}

/* The virtual channel that a packet takes in a class: a static one, or the one that is free first. */
static unsigned choose(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned class, unsigned sink) {
    unsigned count = l->vcs / l->classes, best = 0;
    if (l->setup->network.static_vcs)
        return class * count + sink % count;
    for (unsigned v = 1; v < count; v++)
        if (b[class * count + v].left < b[class * count + best].left)
            best = v;
    return class * count + best;
}

static unsigned flits_of(const struct rh_loop_lines *l, const struct rh_request *request, bool reply) {
    return rh_loop_bounds_flits(l->setup, (request->write != 0) != reply ? request->commands : 0);
}

/* Takes the core's request into the network: over the edge of its injector. */
static void inject(struct rh_loop_lines *l, struct rh_loop_line_core *c, unsigned flits) {
    const struct rh_loop_buffer *b = &c->buffer[c->channel];
    double end = later(c->leave + (flits - 1) * l->network_clock, room(l, b, flits - 1));
    c->left[c->count % l->queue] = c->leave;
    c->injected = end + l->network_clock;
    c->issued = c->issue;
}

struct way {
    double first;   /* the packet has passed its first router */
    double reached; /* its first flit leaves for its sink */
    double arrived; /* its last flit is there */
    unsigned output;
    struct rh_loop_buffer *sink; /* the buffer of its ejector */
};

/* A packet at the first router of its way. */
struct packet {
    unsigned source, sink, flits;
    double head;
    struct rh_loop_buffer *buffer; /* that it is in */
};

/* Router by router to the ejector; `lay`: it goes, else it only would. */
static struct way pass(const struct rh_loop_lines *l, struct rh_loop_line_network *network, const struct packet *p,
                       bool lay) {
    const struct rh_topology *t = &network->topology;
    struct rh_topology_port at = rh_topology_source(t, p->source);
    struct rh_loop_buffer *buffer = p->buffer;
    struct way way = {.output = RH_TOPOLOGY_NONE};
    double head = p->head, n = l->network_clock;
    for (unsigned class = 0; at.router != RH_TOPOLOGY_NONE;) {
        unsigned output = rh_topology_route(t, at.router, p->sink);
        struct rh_loop_link *link = &network->link[at.router * t->outputs + output];
        class |= rh_topology_crosses(t, at.router) >> output & 1;
        struct rh_loop_buffer *next = &link->behind[choose(l, link->behind, class, p->sink)];
        double at_once = later(later(head, link->free), room(l, next, 0));
        double end = later(at_once + (p->flits - 1) * n, room(l, next, p->flits - 1));
        if (lay) {
            link->free = l->vcs == 1 ? end + n : later(head, link->free) + p->flits * n;
            leave(l, buffer, p->flits, at_once, end);
        }
        if (way.sink == NULL) {
            way.first = end + n;
            way.output = at.router * t->outputs + output;
        }
        head = later(at_once + ROUTER * n, next->left);
        way.reached = at_once;
        way.arrived = end + ROUTER * n;
        way.sink = buffer = next;
        at = rh_topology_link(t, at.router, output);
    }
    return way;
}

static struct packet packet_of(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_core *c = &l->core[number];
    return (struct packet){number, c->request->channel, flits_of(l, c->request, false), c->head,
                           &c->buffer[c->channel]};
}

/* By Little's law: as many wait before it as came in that time. */
static double wait(const struct rh_loop_lines *l, const struct rh_loop_line_controller *k, double accepted) {
    unsigned before = rh_timeline_waiting(&k->timeline) - 1;
    if (before == 0 || k->count < before)
        return l->idle;
    return later(l->idle, accepted - k->accepted[(k->count - before) % RH_MAX_QUEUE]);
}

/* The controller's oldest reply in front of its router. */
static void front_reply(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_controller *k = &l->controller[number];
    if (k->due_count == 0)
        return;
    const struct rh_loop_due *due = &k->due[0];
    k->channel = choose(l, k->buffer, 0, due->core);
    const struct rh_loop_buffer *b = &k->buffer[k->channel];
    k->leaves = later(later(due->done + 1, k->injected), room(l, b, 0));
    k->head = k->reaches = later(k->leaves + ROUTER * l->network_clock, b->left);
}

static struct packet reply_of(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_controller *k = &l->controller[number];
    return (struct packet){number, k->due[0].core, k->due[0].flits, k->head, &k->buffer[k->channel]};
}

/* In the order in which the controller has them. */
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
        struct packet p = reply_of(l, (unsigned)first);
        double reaches = pass(l, &l->replies, &p, false).reached;
        if (reaches <= l->controller[first].reaches)
            return first;
        l->controller[first].reaches = reaches;
    }
}

/* The way back of the controller's oldest reply. */
static void reply(struct rh_loop_lines *l, unsigned number) {
    struct rh_loop_line_controller *k = &l->controller[number];
    const struct rh_loop_due due = k->due[0];
    struct packet p = reply_of(l, number);
    double n = l->network_clock;
    k->injected = later(k->leaves + (p.flits - 1) * n, room(l, p.buffer, p.flits - 1)) + n;
    struct way way = pass(l, &l->replies, &p, true);
    leave(l, way.sink, p.flits, way.arrived - n, way.arrived - n);
    *due.left = k->leaves;
    *due.replied = way.arrived;
    l->last = later(l->last, way.arrived);
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
static void serve(struct rh_loop_lines *l, unsigned number, struct way *way, unsigned flits) {
    struct rh_loop_line_core *c = &l->core[number];
    struct rh_loop_line_controller *k = &l->controller[c->request->channel];
    struct rh_request request = *c->request;
    double shown = later(way->arrived, k->taken + 1), taken = later(way->arrived - l->network_clock, k->taken);
    if (k->count >= l->held)
        shown = later(shown, known(l, &k->left[k->count % l->held]));
    leave(l, way->sink, flits, taken, taken);
    request.cycle = (uint64_t)ceil(shown - 1e-9);
    rh_timeline_request(&k->timeline, &request);
    double accepted = (double)rh_timeline_accepted(&k->timeline), done = accepted + wait(l, k, accepted);
    struct rh_loop_due due = {.done = done,
                              .replied = &c->replied[c->count % l->setup->flight],
                              .left = &k->left[k->count % l->held],
                              .core = (uint8_t)number,
                              .flits = (uint8_t)flits_of(l, &request, true)};
    *due.replied = *due.left = INFINITY;
    c->done[c->count % l->setup->flight] = done;
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
    c->waits = c->request != NULL && c->count >= l->setup->flight &&
               c->replied[c->count % l->setup->flight] == INFINITY;
    c->reaches = c->head = c->done[c->count % l->setup->flight];
    if (c->request == NULL || c->waits)
        return;
    gap += gap == 0 && c->count != 0;
    c->issue = c->issued + (double)gap * l->core_clock;
    if (c->count >= l->queue)
        c->issue = later(c->issue, c->left[c->count % l->queue]);
    if (c->count >= l->setup->flight)
        c->issue = later(c->issue, c->replied[c->count % l->setup->flight]);
    c->issue = ceil(c->issue / l->core_clock - 1e-9) * l->core_clock;
    c->channel = choose(l, c->buffer, 0, c->request->channel);
    const struct rh_loop_buffer *b = &c->buffer[c->channel];
    c->leave = later(later(c->issue + 1, c->injected), room(l, b, 0));
    c->head = later(c->leave + ROUTER * l->network_clock, b->left);
    c->reaches = c->head;
}

/* Does the rule let the core go on with its next packet, which has come by the time that its output is ready? */
static bool holds(const struct rh_loop_lines *l, unsigned number, const struct way *way, double began) {
    const struct rh_loop_line_core *c = &l->core[number];
    const struct rh_network_setup *network = &l->setup->network;
    const struct rh_topology *t = &l->requests.topology;
    if (network->hold == RH_HOLD_none || c->request == NULL || c->waits)
        return false;
    unsigned router = rh_topology_source(t, number).router;
    unsigned output = router * t->outputs + rh_topology_route(t, router, c->request->channel);
    const struct rh_loop_link *link = &l->requests.link[way->output];
    double ready = later(way->first, room(l, &link->behind[choose(l, link->behind, 0, c->request->channel)], 0));
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
static struct way lay(struct rh_loop_lines *l, struct rh_core_streams *streams, unsigned number) {
    struct rh_loop_line_core *c = &l->core[number];
    const struct rh_request *r = c->request;
    unsigned bits = l->setup->network.hash_bits;
    struct packet p = packet_of(l, number);
    inject(l, c, p.flits);
    struct way way = pass(l, &l->requests, &p, true);
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
                                               .gaps = setup->gaps,
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
    l->core_clock = (double)setup->memory_rate / setup->core_rate;
    l->network_clock = (double)setup->memory_rate / setup->network_rate;
    l->idle = 1.0 + setup->gaps.rcd_rd + setup->gaps.rd_done;
    l->requests.topology = *t;
    l->held = setup->geometry.queue + setup->geometry.responses + l->queue;
    (void)rh_topology_make(&l->replies.topology, t->kind, t->cores, t->controllers, t->columns, true, &error);
    for (unsigned k = 0; k < setup->controllers; k++)
        rh_timeline_start(&l->controller[k].timeline, &timeline);
}

static bool is_before(const struct rh_loop_line_core *a, const struct rh_loop_line_core *b) {
    return a->reaches != b->reaches ? a->reaches < b->reaches : a->head < b->head;
}

static int soonest(const struct rh_loop_lines *l) {
    int first = -1;
    for (unsigned k = 0; k < l->setup->cores; k++)
        if (l->core[k].request != NULL && (first < 0 || is_before(&l->core[k], &l->core[first])))
            first = (int)k;
    return first;
}

/* The core whose packet reaches its sink first. What is laid makes others later, never sooner: so only the soonest is
 * looked at anew, until it stays so. */
static int first_of(struct rh_loop_lines *l, struct rh_core_streams *streams) {
    for (int first; (first = soonest(l)) >= 0;) {
        struct rh_loop_line_core *c = &l->core[first];
        if (c->waits) {
            (void)known(l, &c->replied[c->count % l->setup->flight]);
            front(l, streams, (unsigned)first);
            continue;
        }
        struct packet p = packet_of(l, (unsigned)first);
        double reaches = pass(l, &l->requests, &p, false).reached;
        if (reaches <= c->reaches)
            return first;
        c->reaches = reaches;
    }
    return -1;
}

static void settle(struct rh_loop_lines *l, struct rh_loop_lines_result *result) {
    double served = 0;
    *result = (struct rh_loop_lines_result){.clocks = l->last};
    for (unsigned k = 0; k < l->setup->controllers; k++) {
        struct rh_timeline *timeline = &l->controller[k].timeline;
        rh_timeline_end(timeline);
        if (timeline->stats.requests == 0)
            continue;
        served += (double)(timeline->stats.read.sum + timeline->stats.write.sum);
        result->requests += timeline->stats.requests;
        result->clocks = later(result->clocks, (double)timeline->stats.cycles);
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
        struct way way;
        for (int r; (r = first_reply(lines, lines->core[k].reaches)) >= 0;)
            reply(lines, (unsigned)r);
        do
            way = lay(lines, streams, (unsigned)k);
        while (holds(lines, (unsigned)k, &way, began));
    }
    for (int r; (r = first_reply(lines, INFINITY)) >= 0;)
        reply(lines, (unsigned)r);
    rh_core_streams_rewind(streams);
    settle(lines, result);
}
