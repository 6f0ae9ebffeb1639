// SPDX-License-Identifier: Apache-2.0
#include "cmodel/gpu/rh_gpu_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/gpu/rh_gpu_state.h"

/* Cores run so many clocks before the next one's turn comes: what they ask of the source stays near. */
enum { WINDOW = 32 };

struct traffic_warp {
    uint32_t number; /* in its CTA */
    uint16_t name;   /* of its requests */
    uint8_t slot;    /* of its CTA */
    bool resident, waits;
};

struct rh_gpu_traffic_core {
    struct traffic_warp warp[RH_GPU_MOST_WARPS];
    struct rh_gpu_cta cta[RH_GPU_MOST_CTAS];
    unsigned ctas, warps, last;
    uint64_t clock, unit; /* it is free, and its load/store unit */
};

static bool keep(struct rh_gpu_traffic *t, const struct rh_request *request, struct rh_error *error) {
    if (t->count == t->most)
        return true;
    if (t->count == t->room) {
        size_t room = t->room != 0 ? 2 * t->room : 1024;
        struct rh_request *more = realloc(t->request, room * sizeof *more);
        if (more == NULL)
            return rh_error_set(error, "kernel: found no memory for %zu requests, expected enough", room);
        t->request = more;
        t->room = room;
    }
    t->request[t->count++] = *request;
    return true;
}

static bool add_access(struct rh_gpu_traffic *t, unsigned number, const struct traffic_warp *warp,
                       const struct rh_warp_instruction *i, struct rh_error *error) {
    struct rh_gpu_traffic_core *core = &t->core[number];
    struct rh_gpu_access access;
    access.warp = 0; /* the names are put below */
    if (!rh_gpu_core_requests(&t->gpu->core[number], i, &access, error))
        return false;
    core->unit = core->unit > core->clock ? core->unit : core->clock;
    for (unsigned k = 0; k < access.count; k++) {
        struct rh_request *request = &access.request[k];
        request->created = core->unit + k;
        request->core = (uint16_t)number;
        request->warp = warp->name;
        t->bytes += (uint64_t)request->commands * t->gpu->setup.command_bytes;
        if (!keep(t, request, error))
            return false;
    }
    core->unit += access.count > access.clocks ? access.count : access.clocks;
    if (access.count == 0)
        return true;
    unsigned asked = (unsigned)__builtin_popcount(i->active) * (i->bytes != 0 ? i->bytes : RH_COALESCER_WORD) / 64;
    bool coalesced = access.count == 1 || access.count <= asked;
    enum rh_gpu_access_kind kind = coalesced ? RH_GPU_COALESCED : RH_GPU_UNCOALESCED;
    t->accesses[kind]++;
    t->requests[kind] += access.count;
    if (i->op != RH_WARP_STORE) {
        t->loads[kind]++;
        t->load_requests[kind] += access.count;
    }
    return true;
}

/* A barrier opens when all warps that have not ended are there. */
static void open_barrier(struct rh_gpu_traffic_core *core, unsigned slot) {
    if (core->cta[slot].waiting < core->cta[slot].warps)
        return;
    core->cta[slot].waiting = 0;
    for (unsigned w = 0; w < RH_GPU_MOST_WARPS; w++)
        if (core->warp[w].resident && core->warp[w].slot == slot)
            core->warp[w].waits = false;
}

static void end_warp(struct rh_gpu_traffic *t, struct rh_gpu_traffic_core *core, struct traffic_warp *warp) {
    struct rh_gpu_cta *cta = &core->cta[warp->slot];
    warp->resident = false;
    core->warps--;
    if (--cta->warps != 0) {
        open_barrier(core, warp->slot);
        return;
    }
    t->gpu->setup.source->close_cta(t->gpu->setup.source, cta->cta);
    cta->cta = NULL;
    core->ctas--;
}

/* The next instruction of a warp. */
static bool step(struct rh_gpu_traffic *t, unsigned number, struct traffic_warp *warp, struct rh_error *error) {
    struct rh_gpu_traffic_core *core = &t->core[number];
    struct rh_warp_source *source = t->gpu->setup.source;
    const struct rh_gpu_machine *machine = &t->gpu->setup.machine;
    struct rh_warp_instruction i;
    int status = source->next(source, core->cta[warp->slot].cta, warp->number, &i, error);
    if (status < 0)
        return false;
    if (status == 0) {
        end_warp(t, core, warp);
        return true;
    }
    t->instructions += i.count;
    if (rh_warp_op_accesses(i.op) && !add_access(t, number, warp, &i, error))
        return false;
    uint64_t clocks = (uint64_t)i.count * ((RH_WARP_LANES + machine->simd_width - 1) / machine->simd_width);
    core->clock += (clocks + machine->schedulers - 1) / machine->schedulers;
    if (core->unit > core->clock)
        core->clock = core->unit;
    if (i.op == RH_WARP_BARRIER) {
        t->barriers++;
        warp->waits = true;
        core->cta[warp->slot].waiting++;
        open_barrier(core, warp->slot);
    }
    return true;
}

static bool run_core(struct rh_gpu_traffic *t, unsigned number, uint64_t until, struct rh_error *error) {
    struct rh_gpu_traffic_core *core = &t->core[number];
    while (core->warps != 0 && core->clock < until) {
        do
            core->last = (core->last + 1) % RH_GPU_MOST_WARPS;
        while (!core->warp[core->last].resident || core->warp[core->last].waits);
        if (!step(t, number, &core->warp[core->last], error))
            return false;
    }
    return true;
}

static bool start_cta(struct rh_gpu_traffic *t, struct rh_gpu_traffic_core *core, uint64_t now,
                      struct rh_error *error) {
    struct rh_warp_source *source = t->gpu->setup.source;
    uint64_t number = t->gpu->next_cta++;
    uint32_t warps;
    unsigned slot = 0, w = 0;
    while (core->cta[slot].cta != NULL)
        slot++;
    struct rh_warp_cta *cta = source->open_cta(source, number, &warps, error);
    if (cta == NULL)
        return false;
    core->cta[slot] = (struct rh_gpu_cta){.cta = cta, .warps = warps};
    core->ctas++;
    for (uint32_t k = 0; k < warps; k++) {
        while (core->warp[w].resident)
            w++;
        core->warp[w] = (struct traffic_warp){
            .number = k,
            .name = (uint16_t)(number % RH_GPU_CTA_NAMES * RH_GPU_CTA_WARPS + k),
            .slot = (uint8_t)slot,
            .resident = true,
        };
    }
    core->warps += warps;
    t->warps += warps;
    core->clock = core->clock > now ? core->clock : now;
    return true;
}

/* To the core with the fewest CTAs, the lowest of several. */
static bool distribute(struct rh_gpu_traffic *t, uint64_t now, struct rh_error *error) {
    const struct rh_gpu_machine *machine = &t->gpu->setup.machine;
    while (t->gpu->next_cta < t->launch.ctas) {
        struct rh_gpu_traffic_core *best = NULL;
        for (unsigned k = 0; k < machine->cores; k++) {
            struct rh_gpu_traffic_core *core = &t->core[k];
            bool room = core->ctas < t->resident && core->warps + t->launch.cta_warps <= machine->warps;
            best = room && (best == NULL || core->ctas < best->ctas) ? core : best;
        }
        if (best == NULL)
            return true;
        if (!start_cta(t, best, now, error))
            return false;
    }
    return true;
}

static int in_order(const void *a, const void *b) {
    const struct rh_request *x = a, *y = b;
    if (x->created != y->created)
        return x->created < y->created ? -1 : 1;
    return (x->core > y->core) - (x->core < y->core);
}

static bool run_kernel(struct rh_gpu_traffic *t, struct rh_error *error) {
    unsigned cores = t->gpu->setup.machine.cores;
    bool more = true;
    for (uint64_t now = 0; more; now += WINDOW) {
        if (!distribute(t, now, error))
            return false;
        more = t->gpu->next_cta < t->launch.ctas;
        for (unsigned k = 0; k < cores; k++) {
            if (!run_core(t, k, now + WINDOW, error))
                return false;
            more |= t->core[k].warps != 0;
        }
    }
    for (unsigned k = 0; k < cores; k++) {
        t->clocks = t->core[k].clock > t->clocks ? t->core[k].clock : t->clocks;
        t->clocks = t->core[k].unit > t->clocks ? t->core[k].unit : t->clocks;
    }
    if (t->count > 1)
        qsort(t->request, t->count, sizeof *t->request, in_order);
    bool all = t->count == t->requests[0] + t->requests[1];
    t->kept_clocks = all ? t->clocks : t->request[t->count - 1].created + 1;
    return true;
}

bool rh_gpu_traffic_open(struct rh_gpu_traffic *traffic, struct rh_gpu *gpu, uint64_t most, struct rh_error *error) {
    *traffic = (struct rh_gpu_traffic){.gpu = gpu, .most = most};
    traffic->core = calloc(gpu->setup.machine.cores, sizeof *traffic->core);
    return traffic->core != NULL || rh_error_set(error, "kernel: found no memory for its cores, expected enough");
}

void rh_gpu_traffic_close(struct rh_gpu_traffic *traffic) {
    struct rh_warp_source *source = traffic->gpu != NULL ? traffic->gpu->setup.source : NULL;
    for (unsigned k = 0; traffic->core != NULL && k < traffic->gpu->setup.machine.cores; k++)
        for (unsigned c = 0; c < RH_GPU_MOST_CTAS; c++)
            if (traffic->core[k].cta[c].cta != NULL)
                source->close_cta(source, traffic->core[k].cta[c].cta);
    free(traffic->core);
    free(traffic->request);
}

int rh_gpu_traffic_next(struct rh_gpu_traffic *t, struct rh_error *error) {
    if (t->begun && !rh_gpu_start_kernel(t->gpu, error))
        return -1;
    if (t->gpu->done)
        return 0;
    struct rh_gpu_traffic next = {.gpu = t->gpu,
                                  .most = t->most,
                                  .core = t->core,
                                  .begun = true,
                                  .launch = t->gpu->launch,
                                  .resident = t->gpu->resident,
                                  .request = t->request,
                                  .room = t->room};
    *t = next;
    memset(t->core, 0, t->gpu->setup.machine.cores * sizeof *t->core);
    for (unsigned k = 0; k < t->gpu->setup.machine.cores; k++)
        t->core[k].last = RH_GPU_MOST_WARPS - 1;
    return run_kernel(t, error) ? 1 : -1;
}
