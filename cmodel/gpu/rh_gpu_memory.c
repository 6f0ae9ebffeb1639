// SPDX-License-Identifier: Apache-2.0
#include "cmodel/gpu/rh_gpu_memory.h"

#include <math.h>

#include "cmodel/gpu/rh_gpu_state.h"
#include "rowhold/rh_loop_bounds.h"
#include "rowhold/rh_prediction.h"

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

void rh_gpu_warp_machine(const struct rh_gpu_machine *m, const struct rh_loop *loop, struct rh_warp_machine *warp) {
    const struct rh_loop_setup *s = rh_loop_setup_of(loop);
    double bytes = rh_preset_command_bytes(s->preset) * (double)s->controllers;
    *warp = (struct rh_warp_machine){
        .sms = m->cores,
        .clock_ghz = m->core_mhz * 1e-3,
        .bandwidth_gb_per_s = bytes / (s->constraints.burst * s->preset->tck_ps * 1e-3),
        .warp_threads = RH_WARP_LANES,
        .issue_clocks = (double)RH_WARP_LANES / m->simd_width / m->schedulers,
        .warps_most = m->warps,
        .blocks_most = m->ctas,
        .registers_most = m->registers,
        .shared_most = m->shared_bytes,
    };
}

static double cores_of(const struct rh_gpu_traffic *t) {
    return lesser(t->gpu->setup.machine.cores, (double)t->launch.ctas);
}

/* Accesses and requests that count; without a load all do. */
static void counted(const struct rh_gpu_traffic *t, bool waiting, const uint64_t **accesses,
                    const uint64_t **requests) {
    bool loads = waiting && t->loads[0] + t->loads[1] != 0;
    *accesses = loads ? t->loads : t->accesses;
    *requests = loads ? t->load_requests : t->requests;
}

void rh_gpu_warp_kernel(const struct rh_gpu_traffic *t, bool waiting, struct rh_warp_kernel *k) {
    const uint64_t *accesses, *requests;
    counted(t, waiting, &accesses, &requests);
    double warps = (double)t->warps, off_chip = (double)(accesses[0] + accesses[1]), cores = cores_of(t);
    double of_a_core = floor((double)t->launch.ctas / cores);
    *k = rh_warp_kernel_default();
    k->threads = (double)t->launch.cta_warps * RH_WARP_LANES;
    k->blocks = (double)t->launch.ctas;
    k->active_sms = cores;
    k->active_blocks = lesser(t->resident, of_a_core);
    k->computation = ((double)t->instructions - off_chip) / warps;
    k->uncoalesced = (double)accesses[RH_GPU_UNCOALESCED] / warps;
    k->coalesced = (double)accesses[RH_GPU_COALESCED] / warps;
    k->synchronisations = (double)t->barriers / warps;
    k->transactions = 1;
    if (accesses[RH_GPU_UNCOALESCED] != 0)
        k->transactions = (double)requests[RH_GPU_UNCOALESCED] / (double)accesses[RH_GPU_UNCOALESCED];
    if (off_chip > 0)
        k->load_bytes = larger(1, (double)t->bytes / off_chip);
}

/* DRAM clocks in a core clock. */
static double dram_clocks(const struct rh_gpu_memory *m) {
    const struct rh_loop_setup *s = rh_loop_setup_of(m->loop);
    return rh_loop_bounds_clock(s, s->core_mhz);
}

static double network_clocks(const struct rh_gpu_memory *m) {
    const struct rh_loop_setup *s = rh_loop_setup_of(m->loop);
    return (double)s->core_mhz / s->network_mhz;
}

/* Time lines of the kernel's requests: each arrives when it was made, times `stretch`; 0: as fast as they are taken. */
static struct rh_prediction *lines(const struct rh_gpu_memory *m, double stretch, struct rh_error *error) {
    enum { BATCH = 256 };
    const struct rh_loop_setup *s = rh_loop_setup_of(m->loop);
    const struct rh_prediction_setup setup = {.controller = s->ops->name,
                                              .geometry = s->geometry,
                                              .constraints = s->constraints,
                                              .timing = s->preset->timing,
                                              .channels = s->controllers,
                                              .timed = stretch > 0,
                                              .models = 1U << RH_PREDICTION_rowhold};
    struct rh_prediction *prediction = rh_prediction_open(&setup, error);
    struct rh_request batch[BATCH];
    double step = stretch * dram_clocks(m);
    if (prediction == NULL)
        return NULL;
    if (!rh_prediction_runs(prediction, RH_PREDICTION_PART_TIMELINE)) {
        rh_prediction_close(prediction);
        rh_error_field(error, "controller", "found %s as it is configured, expected one that there are time lines of",
                       s->ops->name);
        return NULL;
    }
    for (size_t first = 0, n; first < m->traffic->count; first += n) {
        for (n = 0; n < BATCH && first + n < m->traffic->count; n++) {
            batch[n] = m->traffic->request[first + n];
            batch[n].cycle = (uint64_t)((double)batch[n].created * step);
        }
        rh_prediction_requests(prediction, RH_PREDICTION_PART_TIMELINE, batch, n);
    }
    rh_prediction_end(prediction);
    return prediction;
}

/* Core clocks of the controller that needs most when it always has a request. */
static bool busy_controller(const struct rh_gpu_memory *m, double *clocks, struct rh_error *error) {
    struct rh_prediction *prediction = lines(m, 0, error);
    if (prediction == NULL)
        return false;
    for (unsigned c = 0; c < rh_loop_setup_of(m->loop)->controllers; c++)
        *clocks = larger(*clocks, (double)rh_prediction_stats(prediction, c)->cycles / dram_clocks(m));
    rh_prediction_close(prediction);
    return true;
}

/* Core clocks of the cluster's or controller's port that most flits pass, and of the core with most requests. */
static double busy_port(const struct rh_gpu_memory *m) {
    const struct rh_loop_setup *s = rh_loop_setup_of(m->loop);
    uint64_t flits[2][2][RH_TOPOLOGY_MOST_NODES] = {{{0}}}, core[256] = {0}, most = 0, requests = 0;
    for (size_t i = 0; i < m->traffic->count; i++) {
        const struct rh_request *r = &m->traffic->request[i];
        unsigned cluster = r->core / m->traffic->gpu->per_cluster;
        for (unsigned way = 0; way < 2; way++) {
            unsigned n = rh_packet_flits(s, (way == 0) == (r->write != 0) ? r->commands : 0);
            flits[way][0][cluster] += n;
            flits[way][1][r->channel] += n;
        }
        core[r->core]++;
    }
    for (unsigned way = 0; way < 2; way++)
        for (unsigned k = 0; k < RH_TOPOLOGY_MOST_NODES; k++) {
            most = flits[way][0][k] > most ? flits[way][0][k] : most;
            most = flits[way][1][k] > most ? flits[way][1][k] : most;
        }
    for (unsigned k = 0; k < 256; k++)
        requests = core[k] > requests ? core[k] : requests;
    return larger((double)most * network_clocks(m), (double)requests);
}

/* A read from its issue to its register, without the controller and with nothing else under way. */
static double way_of(const struct rh_gpu_memory *m) {
    const struct rh_loop_setup *s = rh_loop_setup_of(m->loop);
    const struct rh_gpu_machine *machine = &m->traffic->gpu->setup.machine;
    const struct rh_topology *topology = rh_loop_topology(m->loop);
    double routers = 0, all = (double)m->traffic->gpu->setup.command_bytes, kept = (double)m->traffic->count;
    uint64_t commands = 0;
    for (unsigned core = 0; core < s->cores; core++)
        for (unsigned controller = 0; controller < s->controllers; controller++)
            routers += rh_loop_bounds_routers(topology, core, controller);
    routers /= (double)s->cores * s->controllers;
    for (size_t i = 0; i < m->traffic->count; i++)
        commands += m->traffic->request[i].commands;
    all *= (double)commands / kept;
    double head = rh_packet_flits(s, 0), network = 2 * 3 * routers + 2 * head + ceil(all / s->flit_bytes);
    if (s->partition.queue != 0)
        network += 4;
    return machine->lsu_delay + 1 + network * network_clocks(m) + s->partition.delay + s->partition.dram_delay + 2;
}

bool rh_gpu_memory_start(struct rh_gpu_memory *m, const struct rh_loop *loop, const struct rh_gpu_traffic *t,
                         struct rh_error *error) {
    const struct rh_gpu_machine *machine = &t->gpu->setup.machine;
    *m = (struct rh_gpu_memory){.loop = loop, .traffic = t, .cores = cores_of(t)};
    double accesses = (double)(t->accesses[0] + t->accesses[1]), requests = (double)(t->requests[0] + t->requests[1]);
    if (!busy_controller(m, &m->busy, error))
        return false;
    m->busy = larger(m->busy, busy_port(m));
    m->way = way_of(m);
    const uint64_t *waiting, *waited;
    counted(t, true, &waiting, &waited);
    m->interval = m->busy * m->cores / (double)t->count * requests / (double)(waited[0] + waited[1]);
    m->coalesced = 1;
    if (waiting[RH_GPU_COALESCED] != 0)
        m->coalesced = (double)waited[RH_GPU_COALESCED] / (double)waiting[RH_GPU_COALESCED];
    double of_a_core = (double)t->launch.cta_warps * lesser(t->resident, ceil((double)t->launch.ctas / m->cores));
    m->in_flight = lesser(m->cores * of_a_core * requests / accesses, (double)machine->outstanding * machine->clusters);
    m->of_kept = (double)t->kept_clocks / (double)t->clocks;
    return true;
}

bool rh_gpu_memory_at(void *user, double clocks, struct rh_coupled_memory *memory, struct rh_error *error) {
    const struct rh_gpu_memory *m = user;
    const struct rh_constraints *c = &rh_loop_setup_of(m->loop)->constraints;
    double idle = m->way + (double)(c->rcd_rd + c->rd_done) / dram_clocks(m), latency = idle;
    if (!isinf(clocks)) {
        struct rh_prediction *prediction = lines(m, clocks / (double)m->traffic->clocks, error);
        if (prediction == NULL)
            return false;
        const struct rh_stats *s = rh_prediction_stats(prediction, rh_loop_setup_of(m->loop)->controllers);
        double served = (double)(s->read.sum + s->write.sum), all = (double)s->from_arrival.sum;
        double reads = s->read.count != 0 ? (double)s->read.sum / (double)s->read.count : 0;
        latency = m->way + (reads + (all - served) / (double)s->from_arrival.count) / dram_clocks(m);
        rh_prediction_close(prediction);
        double rate = (double)m->traffic->count / larger(clocks * m->of_kept, m->busy);
        latency = larger(idle, lesser(latency, m->in_flight / rate));
    }
    *memory = (struct rh_coupled_memory){.memory_clocks = latency,
                                         .departure_uncoalesced = m->interval,
                                         .departure_coalesced = m->interval * m->coalesced};
    return true;
}
