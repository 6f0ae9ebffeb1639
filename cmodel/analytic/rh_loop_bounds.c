// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_loop_bounds.h"

#include <string.h>

static const char *const names[RH_LOOP_BOUNDS] = {[RH_LOOP_BOUND_ISSUE] = "issue",
                                                  [RH_LOOP_BOUND_OUTSTANDING] = "outstanding",
                                                  [RH_LOOP_BOUND_REQUESTS] = "requests",
                                                  [RH_LOOP_BOUND_REPLIES] = "replies",
                                                  [RH_LOOP_BOUND_DATA] = "data"};

const char *rh_loop_bounds_name(enum rh_loop_bound bound) {
    return bound < RH_LOOP_BOUNDS ? names[bound] : NULL;
}

double rh_loop_bounds_clock(const struct rh_loop_setup *setup, unsigned mhz) {
    return 1e6 / ((double)mhz * setup->preset->tck_ps);
}

/* `flits` of a packet on every link of its way; `links` NULL: the routers are counted alone. Returns how many. */
static unsigned walk(const struct rh_topology *topology, unsigned source, unsigned sink, double clocks, double *links) {
    struct rh_topology_port at = rh_topology_source(topology, source);
    unsigned routers = 0;
    while (at.router != RH_TOPOLOGY_NONE) {
        unsigned output = rh_topology_route(topology, at.router, sink);
        if (links != NULL)
            links[at.router * topology->outputs + output] += clocks;
        at = rh_topology_link(topology, at.router, output);
        routers++;
    }
    return routers;
}

unsigned rh_loop_bounds_routers(const struct rh_topology *topology, unsigned source, unsigned sink) {
    return walk(topology, source, sink, 0, NULL);
}

static double most_of(const double *clocks, unsigned count) {
    double most = 0;
    for (unsigned i = 0; i < count; i++)
        most = clocks[i] > most ? clocks[i] : most;
    return most;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

struct work {
    const struct rh_loop_setup *setup;
    struct rh_topology replies;
    double core_clock, network_clock; /* in DRAM clocks */
    struct rh_loop_bounds *bounds;
};

static void add(const struct work *w, unsigned core, const struct rh_request *r, uint64_t gap, bool first) {
    const struct rh_loop_setup *s = w->setup;
    const struct rh_constraints *constraints = &s->constraints;
    struct rh_loop_bounds *b = w->bounds;
    unsigned f = rh_packet_flits(s, r->write ? r->commands : 0);
    unsigned g = rh_packet_flits(s, r->write ? 0 : r->commands);
    double step = constraints->ccd_s > constraints->burst ? constraints->ccd_s : constraints->burst;
    unsigned to = walk(&s->network.topology, core, r->channel, f * w->network_clock, b->request_link);
    unsigned from = walk(&w->replies, r->channel, core, g * w->network_clock, b->reply_link);
    double router = s->network.speculative ? 2 : 3; /* clocks, at the least */
    double ways = (router * to + f + router * from + g) * w->network_clock;
    b->requests++;
    b->issue[core] += (double)(gap == 0 && !first ? 1 : gap) * w->core_clock;
    b->outstanding[core] +=
        (ways + (r->commands - 1.0) * constraints->ccd_s + (r->write ? constraints->wr_done : constraints->rd_done)) /
        s->outstanding;
    b->data[r->channel] += r->commands * step;
    b->request_source[core] += f * w->network_clock;
    b->reply_source[r->channel] += g * w->network_clock;
}

void rh_loop_bounds_of(const struct rh_loop_setup *setup, struct rh_core_streams *streams,
                       struct rh_loop_bounds *bounds) {
    const struct rh_topology *t = &setup->network.topology;
    struct work w = {.setup = setup,
                     .core_clock = rh_loop_bounds_clock(setup, setup->core_mhz),
                     .network_clock = rh_loop_bounds_clock(setup, setup->network_mhz),
                     .bounds = bounds};
    struct rh_error error;
    const struct rh_request *request;
    uint64_t gap;
    memset(bounds, 0, sizeof *bounds);
    (void)rh_topology_make(&w.replies, t->kind, t->cores, t->controllers, t->columns, true, &error);
    rh_core_streams_rewind(streams);
    for (unsigned core = 0; core < setup->cores; core++)
        for (bool first = true; (request = rh_core_streams_front(streams, core, &gap)) != NULL; first = false) {
            add(&w, core, request, gap, first);
            rh_core_streams_take(streams, core);
        }
    rh_core_streams_rewind(streams);
    enum { NODES = RH_TOPOLOGY_MOST_NODES, LINKS = RH_TOPOLOGY_MOST_LINKS };
    bounds->clocks[RH_LOOP_BOUND_ISSUE] = most_of(bounds->issue, NODES);
    bounds->clocks[RH_LOOP_BOUND_OUTSTANDING] = most_of(bounds->outstanding, NODES);
    bounds->clocks[RH_LOOP_BOUND_REQUESTS] =
        larger(most_of(bounds->request_link, LINKS), most_of(bounds->request_source, NODES));
    bounds->clocks[RH_LOOP_BOUND_REPLIES] =
        larger(most_of(bounds->reply_link, LINKS), most_of(bounds->reply_source, NODES));
    bounds->clocks[RH_LOOP_BOUND_DATA] = most_of(bounds->data, NODES);
}

double rh_loop_bounds_clocks(const struct rh_loop_bounds *bounds, enum rh_loop_bound *which) {
    double most = -1;
    for (unsigned bound = 0; bound < RH_LOOP_BOUNDS; bound++) {
        if (bounds->clocks[bound] <= most)
            continue;
        most = bounds->clocks[bound];
        if (which != NULL)
            *which = (enum rh_loop_bound)bound;
    }
    return most;
}

double rh_loop_bounds_throughput(const struct rh_loop_bounds *bounds) {
    double clocks = rh_loop_bounds_clocks(bounds, NULL);
    return clocks > 0 ? (double)bounds->requests / clocks : 0;
}
