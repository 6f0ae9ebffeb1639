// SPDX-License-Identifier: Apache-2.0
// Counting: the warps' instructions, once, through caches to the banks.
#include "rowhold/rh_placement.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "rowhold/rh_lru.h"
#include "rowhold/rh_warp_model.h"

struct rh_placement {
    struct rh_placement_setup setup;
    struct rh_placement_events events;
    unsigned active; /* blocks on an SM at once */
    uint64_t issued; /* instructions of the SM, replays included */
    double bytes;    /* that the memory moves a clock at most */
    struct rh_caches caches;
    unsigned channels;
    struct rh_queueing channel[];
};

/* The equations, on what was counted. */

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

static void count_row(struct rh_placement *p, enum rh_queueing_row row, uint64_t requests) {
    *(row == RH_QUEUEING_HIT    ? &p->events.row_hits
      : row == RH_QUEUEING_MISS ? &p->events.row_misses
                                : &p->events.row_conflicts) += requests;
}

/* A line goes off-chip: its column commands, row by row. */
static bool send(struct rh_placement *p, uint64_t line, bool write, struct rh_error *error) {
    const struct rh_map *map = p->setup.map;
    unsigned bytes = map->shape.command_bytes;
    struct rh_request request = {.cycle = p->issued * p->setup.sm->issue, .write = write};
    struct rh_map_place place;
    p->events.dram_requests++;
    for (uint64_t at = 0; at < RH_WARP_LINE; at += bytes) {
        if (!rh_map_place(map, line * RH_WARP_LINE + at, &place))
            return rh_error_set(
                error, "arrays: found address 0x%" PRIx64 ", expected less than the %" PRIu64 " bytes of the memory",
                line * RH_WARP_LINE + at, rh_map_bytes(map));
        bool follows = request.commands > 0 && request.commands < RH_MAX_COMMANDS && place.bank == request.bank &&
                       place.channel == request.channel && place.row == request.row &&
                       place.column == (uint32_t)request.column + request.commands;
        if (!follows && request.commands > 0)
            rh_queueing_request(&p->channel[request.channel], &request);
        if (!follows) {
            request.channel = (uint16_t)place.channel;
            request.bank = (uint8_t)place.bank;
            request.row = place.row;
            request.column = (uint16_t)place.column;
            request.commands = 0;
        }
        request.commands++;
    }
    rh_queueing_request(&p->channel[request.channel], &request);
    return true;
}

static bool load_lines(struct rh_placement *p, enum rh_space space, const struct rh_warp_access *access,
                       struct rh_error *error) {
    struct rh_placement_events *e = &p->events;
    for (unsigned i = 0; i < access->lines; i++) {
        unsigned missed = rh_caches_load(&p->caches, space, access->line[i]);
        if ((missed & RH_CACHES_MISS) != 0 && space == RH_SPACE_CONSTANT) {
            e->constant_misses++;
            e->replays_constant_miss++;
            p->issued++;
        }
        e->texture_misses += (missed & RH_CACHES_MISS) != 0 && space == RH_SPACE_TEXTURE;
        if ((missed & RH_CACHES_DRAM) == 0)
            continue;
        e->global_misses += space == RH_SPACE_GLOBAL;
        e->load_misses++;
        if (!send(p, access->line[i], false, error))
            return false;
    }
    return true;
}

static bool store_lines(struct rh_placement *p, const struct rh_warp_access *access, struct rh_error *error) {
    for (unsigned i = 0; i < access->lines; i++) {
        p->events.global_misses++;
        if (!send(p, access->line[i], true, error))
            return false;
    }
    return true;
}

/* One load or store, behind the instructions that work out its address. */
static bool count_access(struct rh_placement *p, enum rh_space space, bool store, const struct rh_warp_access *access,
                         struct rh_error *error) {
    struct rh_placement_events *e = &p->events;
    unsigned address = rh_space_address(space);
    e->instructions += address + 1;
    e->addresses += address;
    e->accesses++;
    p->issued += address + 1 + access->replays;
    e->replays_divergence += space == RH_SPACE_GLOBAL ? access->replays : 0;
    e->replays_constant += space == RH_SPACE_CONSTANT ? access->replays : 0;
    e->replays_conflict += space == RH_SPACE_SHARED ? access->replays : 0;
    e->global_requests += space == RH_SPACE_GLOBAL ? access->transactions : 0;
    e->texture_requests += space == RH_SPACE_TEXTURE ? access->transactions : 0;
    e->constant_requests += space == RH_SPACE_CONSTANT ? access->transactions : 0;
    e->shared_requests += space == RH_SPACE_SHARED ? access->transactions : 0;
    e->load_accesses += !store;
    e->loads += store ? 0 : access->transactions;
    e->shared_loads += !store && space == RH_SPACE_SHARED ? access->transactions : 0;
    return store ? store_lines(p, access, error) : load_lines(p, space, access, error);
}

/* Counts all loads, or all stores, of a step into *count. */
static bool count_accesses(struct rh_placement *p, uint64_t warp, uint64_t step, bool stores, unsigned *count,
                           struct rh_error *error) {
    const struct rh_kernel *kernel = p->setup.kernel;
    *count = 0;
    for (unsigned a = 0; a < kernel->arrays; a++) {
        if (kernel->array[a].store != stores || !rh_kernel_at(kernel, a, step))
            continue;
        enum rh_space space = p->setup.place[a];
        const struct rh_warp_access access = rh_kernel_access(kernel, a, space, warp, step);
        ++*count;
        if (!count_access(p, space, stores, &access, error))
            return false;
    }
    return true;
}

static bool count_step(struct rh_placement *p, uint64_t warp, uint64_t step, struct rh_error *error) {
    const struct rh_kernel *kernel = p->setup.kernel;
    unsigned loads, stores;
    if (!count_accesses(p, warp, step, false, &loads, error))
        return false;
    p->events.waits += loads > 0;
    p->events.instructions += kernel->computation;
    p->events.replays_other += kernel->replays;
    p->issued += kernel->computation + kernel->replays;
    return count_accesses(p, warp, step, true, &stores, error);
}

/* A warp's part of what its block copies to shared memory: load and store, a line each. */
static bool count_fill(struct rh_placement *p, uint64_t block, unsigned warp, struct rh_error *error) {
    const struct rh_kernel *kernel = p->setup.kernel;
    uint64_t lines = rh_kernel_fill_lines(kernel, p->setup.place);
    for (uint64_t i = warp; i < lines; i += rh_kernel_block_warps(kernel)) {
        const struct rh_warp_access from = {
            .transactions = 1, .lines = 1, .line = {rh_kernel_fill_line(kernel, p->setup.place, block, i)}};
        const struct rh_warp_access to = {.transactions = 1};
        if (!count_access(p, RH_SPACE_GLOBAL, false, &from, error) ||
            !count_access(p, RH_SPACE_SHARED, true, &to, error))
            return false;
    }
    p->events.waits += warp < lines;
    return true;
}

/* The blocks that are there together, warp by warp in each step. Block i of the SM is block i x SMs of the grid. */
static bool count_blocks(struct rh_placement *p, uint64_t first, uint64_t blocks, struct rh_error *error) {
    const struct rh_kernel *kernel = p->setup.kernel;
    unsigned warps = rh_kernel_block_warps(kernel);
    uint64_t sms = p->setup.sm->sms;
    for (uint64_t b = first; b < first + blocks; b++)
        for (unsigned w = 0; w < warps; w++)
            if (!count_fill(p, b * sms, w, error))
                return false;
    for (uint64_t step = 0; step < kernel->steps; step++)
        for (uint64_t b = first; b < first + blocks; b++)
            for (unsigned w = 0; w < warps; w++)
                if (!count_step(p, b * sms * warps + w, step, error))
                    return false;
    return true;
}

static bool count_all(struct rh_placement *p, struct rh_error *error) {
    const struct rh_kernel *kernel = p->setup.kernel;
    uint64_t all = rh_kernel_sm_blocks(kernel, p->setup.sm);
    p->events.warps = all * rh_kernel_block_warps(kernel);
    for (uint64_t b = 0; b < all; b += p->active)
        if (!count_blocks(p, b, all - b < p->active ? all - b : p->active, error))
            return false;
    for (unsigned c = 0; c < p->channels; c++)
        rh_queueing_wrap(&p->channel[c], p->issued * p->setup.sm->issue);
    for (unsigned c = 0; c < p->channels; c++)
        for (unsigned b = 0; b < p->channel[c].setup.banks; b++)
            for (unsigned row = 0; row < RH_QUEUEING_ROWS; row++)
                count_row(p, (enum rh_queueing_row)row, p->channel[c].bank[b].rows[row]);
    return true;
}

struct rh_placement *rh_placement_count(const struct rh_placement_setup *setup, struct rh_error *error) {
    unsigned channels = setup->map->shape.channels;
    const struct rh_preset *preset = setup->preset;
    const struct rh_queueing_setup queues = {
        .constraints = rh_preset_constraints(preset), .banks = preset->banks, .window = setup->window};
    struct rh_placement *p = calloc(1, sizeof *p + channels * sizeof p->channel[0]);
    if (p == NULL) {
        rh_error_set(error, "placement: found no memory, expected enough");
        return NULL;
    }
    p->setup = *setup;
    p->channels = channels;
    p->active = rh_kernel_active(setup->kernel, setup->sm, setup->place);
    p->bytes = (double)channels * rh_preset_command_bytes(preset) / (double)queues.constraints.burst;
    rh_caches_start(&p->caches, setup->sm);
    for (unsigned c = 0; c < channels; c++)
        rh_queueing_start(&p->channel[c], &queues);
    if (count_all(p, error))
        return p;
    free(p);
    return NULL;
}

void rh_placement_close(struct rh_placement *placement) {
    free(placement);
}

const struct rh_placement_events *rh_placement_events(const struct rh_placement *placement) {
    return &placement->events;
}
