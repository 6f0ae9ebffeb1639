// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"

static const char *const names[] = {
#define RH_TRAFFIC(name, meaning) #name,
#include "tables/traffic.def"
};

const char *rh_traffic_name(unsigned kind) {
    return kind < RH_TRAFFICS ? names[kind] : NULL;
}

enum rh_traffic_kind rh_traffic_find(const char *name) {
    unsigned kind = 0;
    while (kind < RH_TRAFFICS && strcmp(names[kind], name) != 0)
        kind++;
    return (enum rh_traffic_kind)kind;
}

/* Columns of the grid in which the nodes lie. */
static unsigned width_of(const struct rh_topology *t) {
    unsigned columns = t->columns;
    while (columns * columns < (unsigned)(t->cores + t->controllers) && t->columns == 0)
        columns++;
    return columns;
}

/* Steps along the grid from the mirror image of a source's node to a sink's node. */
static unsigned steps(const struct rh_topology *t, unsigned source, unsigned sink) {
    int width = (int)width_of(t);
    int from = (t->replies ? t->node_of_controller : t->node_of_core)[source];
    int to = (t->replies ? t->node_of_core : t->node_of_controller)[sink];
    return (unsigned)(abs(from / width - to % width) + abs(from % width - to / width));
}

static void pair(struct rh_traffic *p, const struct rh_topology *t) {
    unsigned taken[RH_TOPOLOGY_MOST_NODES] = {0}, part = (p->sources + p->sinks - 1U) / p->sinks;
    memset(p->partner, RH_TOPOLOGY_NONE, sizeof p->partner);
    for (unsigned paired = 0; paired < p->sources; paired++) {
        unsigned least = UINT32_MAX, source = 0, sink = 0;
        for (unsigned i = 0; i < p->sources; i++)
            for (unsigned o = 0; o < p->sinks && p->partner[i] == RH_TOPOLOGY_NONE; o++)
                if (taken[o] < part && steps(t, i, o) < least) {
                    least = steps(t, i, o);
                    source = i;
                    sink = o;
                }
        p->partner[source] = (uint8_t)sink;
        taken[sink]++;
    }
}

bool rh_traffic_make(struct rh_traffic *traffic, enum rh_traffic_kind kind, const struct rh_topology *topology,
                     double hot_share, unsigned hot_sink, struct rh_error *error) {
    unsigned sinks = rh_topology_sinks(topology);
    if (kind >= RH_TRAFFICS)
        return rh_error_set(error, "traffic: found number %u, expected less than %d", (unsigned)kind, RH_TRAFFICS);
    if (!(hot_share >= 0 && hot_share <= 1))
        return rh_error_field(error, "hot_share", "found %g, expected 0 to 1", hot_share);
    if (hot_sink >= sinks)
        return rh_error_field(error, "hot_sink", "found %u, expected less than the %u sinks", hot_sink, sinks);
    *traffic = (struct rh_traffic){
        .kind = kind,
        .sources = (uint8_t)rh_topology_sources(topology),
        .sinks = (uint8_t)sinks,
        .hot_sink = (uint8_t)hot_sink,
        .hot_share = hot_share,
    };
    if (kind == RH_TRAFFIC_transpose)
        pair(traffic, topology);
    return true;
}

double rh_traffic_share(const struct rh_traffic *traffic, unsigned source, unsigned sink) {
    double hot = traffic->kind == RH_TRAFFIC_hot_spot ? traffic->hot_share : 0;
    if (traffic->kind == RH_TRAFFIC_transpose)
        return traffic->partner[source] == sink ? 1 : 0;
    return (1 - hot) / traffic->sinks + (sink == traffic->hot_sink ? hot : 0);
}

unsigned rh_traffic_draw(const struct rh_traffic *traffic, unsigned source, uint64_t *random) {
    uint64_t limit = (uint64_t)(traffic->hot_share * 4294967296.0);
    bool hot = rh_random_draw(random) >> 32 < limit;
    unsigned sink = rh_random_below(random, traffic->sinks);
    if (traffic->kind == RH_TRAFFIC_transpose)
        return traffic->partner[source];
    return hot && traffic->kind == RH_TRAFFIC_hot_spot ? traffic->hot_sink : sink;
}

static void walk(struct rh_traffic_loads *loads, const struct rh_topology *t, unsigned source, unsigned sink,
                 double share) {
    const unsigned end = rh_topology_sink(t, sink).router;
    unsigned router = rh_topology_source(t, source).router;
    for (;;) {
        unsigned output = rh_topology_route(t, router, sink);
        loads->of[router][output] += share;
        if (router == end)
            return;
        router = rh_topology_link(t, router, output).router;
    }
}

void rh_traffic_loads(const struct rh_traffic *traffic, const struct rh_topology *topology,
                      struct rh_traffic_loads *loads) {
    memset(loads, 0, sizeof *loads);
    for (unsigned i = 0; i < traffic->sources; i++)
        for (unsigned o = 0; o < traffic->sinks; o++)
            if (rh_traffic_share(traffic, i, o) > 0)
                walk(loads, topology, i, o, rh_traffic_share(traffic, i, o));
}

struct rh_traffic_bound rh_traffic_bound(const struct rh_traffic *traffic, const struct rh_topology *topology) {
    struct rh_traffic_bound bound = {.most = 1, .link = {RH_TOPOLOGY_NONE, RH_TOPOLOGY_NONE}};
    struct rh_traffic_loads loads;
    rh_traffic_loads(traffic, topology, &loads);
    for (unsigned r = 0; r < topology->routers; r++)
        for (unsigned o = 0; o < topology->outputs; o++)
            if (loads.of[r][o] > bound.most + 1e-9) { /* sums of shares are not exact */
                bound.most = loads.of[r][o];
                bound.link = (struct rh_topology_port){(uint8_t)r, (uint8_t)o};
            }
    bound.load = 1 / bound.most;
    return bound;
}

double rh_traffic_fifo_share(unsigned inputs, unsigned outputs) {
    double ratio = (double)inputs / outputs;
    return 1 + ratio - sqrt(1 + ratio * ratio);
}

double rh_traffic_pim_share(unsigned inputs, unsigned outputs) {
    double none = 1; /* no output offers itself to an input */
    for (unsigned o = 0; o < outputs; o++)
        none *= 1 - 1.0 / inputs;
    return (1 - none) * inputs / outputs;
}
