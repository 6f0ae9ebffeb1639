// SPDX-License-Identifier: Apache-2.0
// The cores together: clusters' ports, the distribution of CTAs, what is counted.
#include "rowhold/rh_gpu.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/gpu/rh_gpu_state.h"
#include "rowhold/rh_bits.h"

static const char *const counts[] = {
#define RH_GPU_COUNT(name, unit, meaning) #name,
#include "tables/gpu.def"
};
static const char *const stalls[] = {
#define RH_GPU_STALL(name, meaning) #name,
#include "tables/gpu.def"
};
static const char *const figures[] = {
#define RH_GPU_FIGURE(name, unit, meaning, value) #name,
#include "tables/gpu.def"
};

const char *rh_gpu_count_name(unsigned count) {
    return counts[count];
}

uint64_t rh_gpu_count(const struct rh_gpu_stats *stats, unsigned count) {
    const uint64_t values[] = {
#define RH_GPU_COUNT(name, unit, meaning) stats->count.name,
#include "tables/gpu.def"
    };
    return values[count];
}

const char *rh_gpu_stall_name(unsigned stall) {
    return stalls[stall];
}

const char *rh_gpu_figure_name(unsigned figure) {
    return figures[figure];
}

static double over(uint64_t a, uint64_t b) {
    return b != 0 ? (double)a / (double)b : 0;
}

static uint64_t off_chip(const struct rh_gpu_stats *s) {
    uint64_t all = 0;
    for (unsigned space = 0; space < RH_WARP_SPACES; space++)
        all += space != RH_WARP_SPACE_SHARED ? s->accesses[space] : 0;
    return all;
}

/* (Mem_cycles + Comp_cycles) / Comp_cycles of all warps, at most those that there are. */
static double cwp(const struct rh_gpu_stats *s) {
    if (s->count.warp_instructions == 0)
        return 0;
    uint64_t issue = (RH_WARP_LANES + s->machine.simd_width - 1) / s->machine.simd_width;
    uint64_t compute = s->count.warp_instructions * issue;
    double warps = over(s->count.resident_cycles, s->count.busy_cycles);
    double full = over(s->count.memory_warp_cycles + compute, compute);
    return full < warps ? full : warps;
}

double rh_gpu_figure(unsigned figure, const struct rh_gpu_stats *s) {
    const double values[] = {
#define RH_GPU_FIGURE(name, unit, meaning, value) value,
#include "tables/gpu.def"
    };
    return values[figure];
}

double rh_gpu_ipc_weighted(const uint64_t *instructions, const uint64_t *last_clock, unsigned cores) {
    uint64_t clocks = 0, all = 0;
    for (unsigned k = 0; k < cores; k++) {
        clocks += last_clock[k];
        all += instructions[k];
    }
    return cores * over(all, clocks);
}

/* Ports. */

uint8_t rh_gpu_flits(const struct rh_gpu *gpu, const struct rh_request *request) {
    uint32_t bytes = request->write || request->atomic ? request->commands * gpu->setup.command_bytes : 0;
    return (uint8_t)(1 + (bytes + gpu->setup.flit_bytes - 1) / gpu->setup.flit_bytes);
}

bool rh_gpu_port_put(struct rh_gpu_port *port, const struct rh_gpu_packet *packet) {
    if (port->count != 0 && port->flits + packet->flits > port->most_flits)
        return false;
    port->packet[(port->first + port->count++) & (port->room - 1)] = *packet;
    port->flits += packet->flits;
    return true;
}

static const struct rh_request *next(void *user, unsigned cluster, unsigned *slot) {
    struct rh_gpu *gpu = user;
    struct rh_gpu_port *port = &gpu->cluster[cluster].port;
    if (port->count == 0)
        return NULL;
    struct rh_gpu_packet *sent = &gpu->sent[(size_t)cluster * RH_LOOP_MOST_SLOTS + *slot];
    *sent = port->packet[port->first];
    sent->sent = gpu->cycle;
    port->first = (port->first + 1) & (port->room - 1);
    port->count--;
    port->flits -= sent->flits;
    gpu->cores.offers &= ~((uint64_t)(port->count == 0) << cluster);
    for (unsigned k = 0; k < gpu->per_cluster; k++)
        gpu->core[cluster * gpu->per_cluster + k].wake = 0;
    return &sent->request;
}

static bool reply(void *user, unsigned number, unsigned slot) {
    struct rh_gpu *gpu = user;
    struct rh_gpu_cluster *cluster = &gpu->cluster[number];
    unsigned most = gpu->setup.machine.replies;
    if (cluster->count == most)
        return false;
    cluster->reply[(cluster->first + cluster->count++) % most] = gpu->sent[(size_t)number * RH_LOOP_MOST_SLOTS + slot];
    return true;
}

/* The first of a cluster's replies goes to its core. */
static void hand_reply(struct rh_gpu *gpu, struct rh_gpu_cluster *cluster) {
    if (cluster->count == 0)
        return;
    const struct rh_gpu_packet *packet = &cluster->reply[cluster->first];
    struct rh_gpu_core *core = &gpu->core[packet->core];
    core->reply = *packet;
    core->has_reply = true;
    core->wake = 0;
    cluster->first = (cluster->first + 1) % gpu->setup.machine.replies;
    cluster->count--;
}

unsigned rh_gpu_requests(const struct rh_gpu *gpu, uint64_t address, uint32_t bytes, bool write, unsigned count,
                         struct rh_request request[RH_GPU_MOST_REQUESTS]) {
    const struct rh_map *map = &gpu->setup.map;
    uint32_t size = gpu->setup.command_bytes;
    uint64_t first = address / size, end = (address + bytes + size - 1) / size;
    while (first < end) {
        struct rh_map_place place;
        if (count == RH_GPU_MOST_REQUESTS)
            return 0;
        uint32_t most = (uint32_t)(end - first < RH_MAX_COMMANDS ? end - first : RH_MAX_COMMANDS);
        uint32_t commands = rh_map_run(map, first, most, &place);
        request[count++] = (struct rh_request){.channel = (uint16_t)place.channel,
                                               .bank = (uint8_t)place.bank,
                                               .write = write,
                                               .row = place.row,
                                               .column = (uint16_t)place.column,
                                               .commands = (uint8_t)commands};
        first += commands;
    }
    return count;
}

/* CTAs. */

static bool start_cta(struct rh_gpu *gpu, unsigned core, struct rh_error *error) {
    bool started = rh_gpu_core_start_cta(&gpu->core[core], gpu->next_cta++, error);
    if (gpu->setup.source->notes.ended) {
        gpu->stats.count.absent_ctas += gpu->launch.ctas - gpu->next_cta + 1; /* and the one that was started */
        gpu->next_cta = gpu->launch.ctas;
    }
    return started;
}

/* Each cluster, in turn, may get a CTA in a clock, for its next core that has room. */
static bool distribute_to_clusters(struct rh_gpu *gpu, struct rh_error *error) {
    unsigned clusters = gpu->setup.machine.clusters, before = gpu->last_cluster;
    for (unsigned i = 1; i <= clusters && gpu->next_cta < gpu->launch.ctas; i++) {
        unsigned number = (before + i) % clusters;
        struct rh_gpu_cluster *cluster = &gpu->cluster[number];
        for (unsigned j = 1; j <= gpu->per_cluster; j++) {
            unsigned member = (cluster->last_core + j) % gpu->per_cluster, core = number * gpu->per_cluster + member;
            if (!rh_gpu_core_has_room(&gpu->core[core]))
                continue;
            if (!start_cta(gpu, core, error))
                return false;
            cluster->last_core = member;
            gpu->last_cluster = number;
            break;
        }
    }
    return true;
}

/* Breadth first: to the core with the fewest CTAs, the lowest of several. */
static bool distribute_to_cores(struct rh_gpu *gpu, struct rh_error *error) {
    while (gpu->next_cta < gpu->launch.ctas) {
        unsigned best = gpu->setup.machine.cores;
        for (unsigned k = 0; k < gpu->setup.machine.cores; k++)
            if (rh_gpu_core_has_room(&gpu->core[k]) &&
                (best == gpu->setup.machine.cores || gpu->core[k].ctas < gpu->core[best].ctas))
                best = k;
        if (best == gpu->setup.machine.cores)
            return true;
        if (!start_cta(gpu, best, error))
            return false;
    }
    return true;
}

bool rh_gpu_distribute(struct rh_gpu *gpu, struct rh_error *error) {
    return (gpu->setup.machine.clusters_first ? distribute_to_clusters : distribute_to_cores)(gpu, error);
}

bool rh_gpu_start_kernel(struct rh_gpu *gpu, struct rh_error *error) {
    struct rh_warp_source *source = gpu->setup.source;
    int status = source->next_kernel(source, &gpu->launch, error);
    gpu->next_cta = 0;
    gpu->done = status == 0;
    if (status <= 0)
        return status == 0;
    struct rh_kernel_launch *launch = &gpu->launch;
    if (gpu->setup.ctas != 0 && (launch->resident == 0 || launch->resident > gpu->setup.ctas))
        launch->resident = gpu->setup.ctas;
    gpu->resident = rh_gpu_resident(&gpu->setup.machine, launch, &gpu->stats.limit);
    rh_gpu_room(&gpu->setup.machine, launch, gpu->stats.room);
    if (gpu->resident == 0)
        return rh_error_set(error, "%s: found a CTA that a core has no room for (%s), expected one that fits",
                            launch->name, rh_gpu_limit_name(gpu->stats.limit));
    gpu->stats.count.kernels++;
    for (unsigned k = 0; k < gpu->setup.machine.cores; k++)
        rh_gpu_core_start_kernel(&gpu->core[k]);
    return true;
}

/* The clock of the cores. Those of a cluster take turns in being first. */
static bool clock_gpu(void *user, struct rh_error *error) {
    struct rh_gpu *gpu = user;
    if (gpu->done)
        return true;
    unsigned turn = (unsigned)(gpu->cycle % gpu->per_cluster);
    for (unsigned c = 0; c < gpu->setup.machine.clusters; c++) {
        hand_reply(gpu, &gpu->cluster[c]);
        for (unsigned j = 0; j < gpu->per_cluster; j++) {
            unsigned member = j + turn < gpu->per_cluster ? j + turn : j + turn - gpu->per_cluster;
            if (!rh_gpu_core_clock(&gpu->core[c * gpu->per_cluster + member], error))
                return false;
        }
        gpu->cores.offers |= (uint64_t)(gpu->cluster[c].port.count != 0) << c;
    }
    gpu->stats.count.resident_cycles += gpu->warps;
    gpu->cycle++;
    if (gpu->next_cta < gpu->launch.ctas) {
        if (!rh_gpu_distribute(gpu, error))
            return false;
    } else if (gpu->running == 0 && !rh_gpu_start_kernel(gpu, error))
        return false;
    gpu->done |= gpu->setup.cycles != 0 && gpu->cycle >= gpu->setup.cycles;
    return true;
}

static bool is_done(void *user) {
    return ((const struct rh_gpu *)user)->done;
}

static void count_caches(struct rh_gpu *gpu) {
    struct rh_cache_counts sum[RH_GPU_CACHES] = {{0}};
    struct rh_gpu_counts *count = &gpu->stats.count;
    for (unsigned k = 0; k < gpu->setup.machine.cores; k++)
        for (unsigned c = 0; c < RH_GPU_CACHES; c++)
            rh_cache_counts_add(&sum[c], &gpu->core[k].cache[c].count);
#define TAKE(name, cache)                                                                                              \
    count->name##_hits = sum[cache].hits;                                                                              \
    count->name##_misses = sum[cache].misses;                                                                          \
    count->name##_merges = sum[cache].merges;                                                                          \
    count->name##_evictions = sum[cache].evictions
    TAKE(l1, RH_GPU_DATA);
    TAKE(texture, RH_GPU_TEXTURE);
    TAKE(constant, RH_GPU_CONSTANT);
#undef TAKE
}

static void warmed_up(void *user) {
    struct rh_gpu *gpu = user;
    count_caches(gpu);
    gpu->before.stats = gpu->stats;
    gpu->before.cycle = gpu->cycle;
    gpu->before.running = gpu->running;
    for (unsigned k = 0; k < gpu->setup.machine.cores; k++) {
        gpu->core[k].instructions_before = gpu->core[k].instructions;
        (void)rh_gpu_core_account(&gpu->core[k]);
        gpu->core[k].account = (struct rh_gpu_account){.until = gpu->cycle};
    }
}

/* Opening. */

static bool open_core(struct rh_gpu *gpu, unsigned number) {
    const struct rh_gpu_machine *m = &gpu->setup.machine;
    struct rh_gpu_core *core = &gpu->core[number];
    core->gpu = gpu;
    core->number = (uint16_t)number;
    core->fetched = m->fetch == 0 ? UINT64_MAX : 0;
    core->fetch_last = RH_GPU_MOST_WARPS - 1;
    core->fetch_warp = RH_GPU_NO_WARP;
    core->next_result = UINT64_MAX;
    for (unsigned s = 0; s < RH_GPU_MOST_SCHEDULERS; s++)
        core->last[s] = RH_GPU_MOST_WARPS - 1;
    for (unsigned k = 0; k < RH_GPU_LATENCIES; k++) {
        unsigned a_clock = k == RH_GPU_FOUND ? RH_CACHE_BLOCKS : m->schedulers;
        unsigned latency = k < RH_GPU_HIT ? rh_gpu_latency(m, (enum rh_warp_op)k) : m->hit;
        core->results[k].room = 1U << rh_log2_up(a_clock * (latency + 1));
        core->results[k].result = calloc(core->results[k].room, sizeof *core->results[k].result);
        if (core->results[k].result == NULL)
            return false;
    }
    core->atomic = calloc(m->outstanding, sizeof *core->atomic);
    return core->atomic != NULL && rh_gpu_core_open_caches(core);
}

static bool open_cluster(struct rh_gpu *gpu, struct rh_gpu_cluster *cluster) {
    const struct rh_gpu_machine *m = &gpu->setup.machine;
    cluster->port.most_flits = m->port_flits;
    cluster->port.room = 1U << rh_log2_up(m->port_flits);
    cluster->port.packet = calloc(cluster->port.room, sizeof *cluster->port.packet);
    cluster->reply = calloc(m->replies, sizeof *cluster->reply);
    cluster->last_core = gpu->per_cluster - 1;
    return cluster->port.packet != NULL && cluster->reply != NULL;
}

static bool open_parts(struct rh_gpu *gpu, struct rh_error *error) {
    const struct rh_gpu_machine *m = &gpu->setup.machine;
    gpu->per_cluster = m->cores / m->clusters;
    gpu->last_cluster = m->clusters - 1;
    gpu->core = calloc(m->cores, sizeof *gpu->core);
    gpu->cluster = calloc(m->clusters, sizeof *gpu->cluster);
    gpu->sent = calloc((size_t)m->clusters * RH_LOOP_MOST_SLOTS, sizeof *gpu->sent);
    bool good = gpu->core != NULL && gpu->cluster != NULL && gpu->sent != NULL;
    for (unsigned k = 0; good && k < m->cores; k++)
        good = open_core(gpu, k);
    for (unsigned k = 0; good && k < m->clusters; k++)
        good = open_cluster(gpu, &gpu->cluster[k]);
    return good || rh_error_set(error, "machine: found no memory for its cores, expected enough");
}

struct rh_gpu *rh_gpu_open(const struct rh_gpu_setup *setup, struct rh_error *error) {
    if (!rh_gpu_machine_check(&setup->machine, error))
        return NULL;
    struct rh_gpu *gpu = calloc(1, sizeof *gpu);
    if (gpu == NULL) {
        rh_error_set(error, "machine: found no memory, expected enough");
        return NULL;
    }
    gpu->setup = *setup;
    gpu->stats.machine = setup->machine;
    gpu->cores = (struct rh_loop_cores){
        .next = next, .reply = reply, .user = gpu, .clock = clock_gpu, .is_done = is_done, .warmed_up = warmed_up};
    if (open_parts(gpu, error) && setup->source->rewind(setup->source, error) && rh_gpu_start_kernel(gpu, error))
        return gpu;
    rh_gpu_close(gpu);
    return NULL;
}

void rh_gpu_close(struct rh_gpu *gpu) {
    if (gpu == NULL)
        return;
    for (unsigned k = 0; gpu->core != NULL && k < gpu->setup.machine.cores; k++) {
        for (unsigned c = 0; c < RH_GPU_MOST_CTAS; c++)
            if (gpu->core[k].cta[c].cta != NULL)
                gpu->setup.source->close_cta(gpu->setup.source, gpu->core[k].cta[c].cta);
        for (unsigned r = 0; r < RH_GPU_LATENCIES; r++)
            free(gpu->core[k].results[r].result);
        rh_gpu_core_close_caches(&gpu->core[k]);
        free(gpu->core[k].atomic);
    }
    for (unsigned k = 0; gpu->cluster != NULL && k < gpu->setup.machine.clusters; k++) {
        free(gpu->cluster[k].port.packet);
        free(gpu->cluster[k].reply);
    }
    free(gpu->core);
    free(gpu->cluster);
    free(gpu->sent);
    free(gpu);
}

const struct rh_loop_cores *rh_gpu_cores(struct rh_gpu *gpu) {
    return &gpu->cores;
}

/* The counts of a struct, which are numbers of 64 bits, less those before. */
static void subtract(void *of, const void *before, size_t bytes) {
    uint64_t now[64], then[64];
    memcpy(now, of, bytes);
    memcpy(then, before, bytes);
    for (size_t k = 0; k < bytes / sizeof now[0]; k++)
        now[k] -= then[k];
    memcpy(of, now, bytes);
}

/* What the cores had since the warm-up. */
static void count_accounts(struct rh_gpu *gpu, struct rh_gpu_counts *count) {
    for (unsigned k = 0; k < gpu->setup.machine.cores; k++) {
        const struct rh_gpu_account *a = rh_gpu_core_account(&gpu->core[k]);
        count->busy_cycles += a->busy;
        count->cta_cycles += a->ctas;
        count->cta_cycles_most = a->ctas > count->cta_cycles_most ? a->ctas : count->cta_cycles_most;
        count->memory_cycles += a->memory;
        count->memory_warp_cycles += a->memory_warps;
    }
}

struct rh_warp_source_notes rh_gpu_notes(const struct rh_gpu *gpu) {
    return gpu->setup.source->notes;
}

const struct rh_gpu_stats *rh_gpu_stats_of(struct rh_gpu *gpu) {
    uint64_t instructions[256], last[256];
    const struct rh_gpu_machine *m = &gpu->setup.machine;
    const struct rh_gpu_stats *before = &gpu->before.stats;
    struct rh_gpu_stats *s = &gpu->shown;
    for (unsigned k = 0; k < m->cores; k++) {
        instructions[k] = gpu->core[k].instructions - gpu->core[k].instructions_before;
        last[k] = instructions[k] != 0 ? gpu->core[k].last_issue + 1 - gpu->before.cycle : 0;
    }
    count_caches(gpu);
    *s = gpu->stats;
    subtract(&s->count, &before->count, sizeof s->count);
    subtract(s->stall, before->stall, sizeof s->stall);
    subtract(s->instructions, before->instructions, sizeof s->instructions);
    subtract(s->accesses, before->accesses, sizeof s->accesses);
    count_accounts(gpu, &s->count);
    s->count.core_cycles = gpu->cycle - gpu->before.cycle;
    s->count.scheduler_cycles = s->count.core_cycles * m->cores * m->schedulers;
    s->ipc_weighted = rh_gpu_ipc_weighted(instructions, last, m->cores);
    return s;
}

struct rh_gpu_ctas rh_gpu_ctas_of(struct rh_gpu *gpu) {
    const struct rh_gpu_counts *count = &rh_gpu_stats_of(gpu)->count;
    return (struct rh_gpu_ctas){.launched = count->ctas,
                                .finished = count->ctas + gpu->before.running - gpu->running,
                                .resident_cycles = count->cta_cycles,
                                .cycles = count->core_cycles};
}
