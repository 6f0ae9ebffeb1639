// SPDX-License-Identifier: Apache-2.0
// The equations, on what was counted.
#include <math.h>

#include "cmodel/analytic/rh_placement_inside.h"
#include "rowhold/rh_warp_model.h"

static const char *const names[RH_OVERLAPS] = {
#define RH_OVERLAP(name, meaning, value) #name,
#include "tables/placement.def"
};

const char *rh_overlap_name(unsigned term) {
    return term < RH_OVERLAPS ? names[term] : NULL;
}

const double rh_overlap_default[RH_OVERLAPS] = {
#define RH_OVERLAP_COEFFICIENT(name, value) [RH_OVERLAP_##name] = value,
#include "tables/overlap.def"
#undef RH_OVERLAP_COEFFICIENT
};

enum { MOST_CLOCKS = 1000000 /* a latency that the model of warps takes */, HALVINGS = 200 };

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

static double share(uint64_t events, double of) {
    return of > 0 ? (double)events / of : 0;
}

static double resident_warps(const struct rh_placement *p) {
    return (double)p->active * rh_kernel_block_warps(p->setup.kernel);
}

void rh_placement_terms(const struct rh_placement *p, double terms[RH_OVERLAPS]) {
    const struct rh_placement_events *e = &p->events;
    double issued = (double)p->issued, resident = resident_warps(p);
#define RH_OVERLAP(name, meaning, value) terms[RH_OVERLAP_##name] = value;
#include "tables/placement.def"
}

/* Equations 2, 13 to 16. */
static void computation(const struct rh_placement *p, struct rh_placement_figures *f) {
    const struct rh_kernel *kernel = p->setup.kernel;
    const struct rh_sm *sm = p->setup.sm;
    f->resident = resident_warps(p);
    f->issued = (double)p->issued / (double)p->events.warps;
    f->itilp = least((double)kernel->ilp * f->resident, (double)sm->latency / (double)sm->issue);
    f->serial = (double)(kernel->synchronisation + kernel->special + kernel->divergence);
    f->comp = (double)p->issued * (double)sm->latency / f->itilp + f->serial;
}

/* Equation 5; false: a bank would be busy all the time. */
static bool latency(const struct rh_placement *p, double clocks, struct rh_placement_figures *f) {
    const struct rh_placement_events *e = &p->events;
    const struct rh_sm *sm = p->setup.sm;
    struct rh_queueing_sum sum;
    struct rh_error fault;
    double loads = (double)e->loads, shared = share(e->shared_loads, loads);
    if (!rh_queueing_total(p->channel, p->channels, clocks / (double)(p->issued * sm->issue), &sum, &fault))
        return false;
    f->rho = sum.rho;
    f->dram = sum.access + sum.delay[p->setup.form];
    f->amat = f->dram * share(e->load_misses, loads) + (double)sm->hit * (1 - shared) + (double)sm->shared * shared;
    return true;
}

/* MWP and CWP, by the loads of a warp and what is between them. */
static double parallelism(const struct rh_placement *p, struct rh_placement_figures *f) {
    const struct rh_placement_events *e = &p->events;
    const struct rh_kernel *kernel = p->setup.kernel;
    const struct rh_sm *sm = p->setup.sm;
    double warps = (double)e->warps, accesses = (double)e->load_accesses;
    const struct rh_warp_machine machine = {.sms = 1,
                                            .clock_ghz = 1,
                                            .bandwidth_gb_per_s = p->bytes,
                                            .warp_threads = RH_WARP_THREADS,
                                            .issue_clocks = (double)sm->issue,
                                            .memory_clocks = most(1, least(f->amat, MOST_CLOCKS)),
                                            .departure_uncoalesced = 1,
                                            .departure_coalesced = 1,
                                            .warps_most = (double)sm->warps_most,
                                            .blocks_most = (double)sm->blocks_most,
                                            .registers_most = 1,
                                            .shared_most = 1};
    struct rh_warp_kernel k = rh_warp_kernel_default();
    k.threads = (double)kernel->threads;
    k.blocks = (double)rh_kernel_sm_blocks(kernel, sm);
    k.active_blocks = p->active;
    k.uncoalesced = accesses / warps;
    k.computation = ((double)p->issued - accesses) / warps;
    k.transactions = (double)e->loads / accesses;
    k.load_bytes = most(1, RH_WARP_LINE * (double)e->dram_requests / accesses);
    struct rh_warp_run run = {.mwp = 1, .cwp = 1, .mwp_bandwidth = 1};
    struct rh_error fault; /* every value is in its range */
    (void)rh_warp_model(&machine, &k, -1, &run, &fault);
    f->mwp = run.mwp;
    f->cwp = run.cwp;
    return e->dram_requests > 0 ? run.mwp_bandwidth * k.transactions : INFINITY;
}

/* Equations 4, 5, 17 to 19, with the requests spread over so many clocks. */
static bool memory(const struct rh_placement *p, double clocks, struct rh_placement_figures *f) {
    const struct rh_placement_events *e = &p->events;
    f->mem = f->amat = f->dram = f->rho = f->mlp = f->itmlp = f->mwp = f->cwp = 0;
    if (e->loads == 0)
        return true;
    if (!latency(p, clocks, f))
        return false;
    double peak = parallelism(p, f);
    f->mlp = (double)e->loads / (double)e->waits;
    f->itmlp = least(f->mlp * least(most(1, f->cwp - 1), f->mwp), peak);
    f->mem = (double)e->loads / f->itmlp * f->amat;
    return true;
}

/* Equations 1 and 12. */
static void total(struct rh_placement_figures *f) {
    f->overlap = most(0, least(f->ratio * f->mem, least(f->comp, f->mem)));
    f->predicted = f->comp + f->mem - f->overlap;
}

/* Is the time no longer than these clocks, if the requests are spread over them? */
static bool holds(const struct rh_placement *p, double clocks, struct rh_placement_figures *f) {
    bool served = memory(p, clocks, f);
    total(f);
    return served && f->predicted <= clocks;
}

void rh_placement_time(const struct rh_placement *p, const double coefficients[RH_OVERLAPS],
                       struct rh_placement_figures *f) {
    double terms[RH_OVERLAPS];
    *f = (struct rh_placement_figures){.ratio = 0};
    computation(p, f);
    rh_placement_terms(p, terms);
    for (unsigned i = 0; i < RH_OVERLAPS; i++)
        f->ratio += coefficients[i] * terms[i];
    double shorter = 0, longer = f->comp;
    while (!holds(p, longer, f)) /* at last nothing waits */
        longer *= 2;
    for (unsigned i = 0; i < HALVINGS && longer - shorter > longer * 1e-12; i++) {
        double middle = (shorter + longer) / 2;
        *(holds(p, middle, f) ? &longer : &shorter) = middle;
    }
    (void)holds(p, longer, f);
}

bool rh_placement_time_of(const struct rh_placement *p, double clocks, struct rh_placement_figures *f) {
    *f = (struct rh_placement_figures){.ratio = 0};
    computation(p, f);
    if (!memory(p, clocks, f))
        return false;
    f->overlap = f->comp + f->mem - clocks;
    f->ratio = f->mem > 0 ? f->overlap / f->mem : 0;
    f->predicted = clocks;
    return true;
}
