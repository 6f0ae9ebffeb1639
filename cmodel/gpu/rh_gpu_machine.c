// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_gpu.h"

enum { GDDR3_BYTES = 16 /* of a channel of that preset in a clock */ };
static const struct rh_gpu_preset presets[] = {
#define RH_MACHINE(name, source, preset, network, allocator, ...)                                                      \
    {#name, source, preset, RH_TOPOLOGY_##network, allocator, {__VA_ARGS__}},
#include "tables/machines.def"
#define RH_GPU(name, sms, ghz, gb, memory, uncoalesced, coalesced, most_warps, most_registers, ports, mhz, channels,   \
               rule, delay)                                                                                            \
    {#name,                                                                                                            \
     "Hong and Kim, ISCA 2009, tables 3 and 6; pipelines, caches and partition as warp_machines.def says",             \
     "gddr3",                                                                                                          \
     RH_TOPOLOGY_crossbar,                                                                                             \
     "islip",                                                                                                          \
     {RH_GPU_ALIKE, .cores = sms, .clusters = ports, .warps = most_warps, .threads = most_warps * RH_WARP_LANES,       \
      .registers = most_registers, .coalescing = rule, .core_mhz = (uint32_t)(ghz * 1000 + 0.5), .network_mhz = mhz,   \
      .controllers = channels, .memory_mhz = (uint32_t)(gb * 1000 / (GDDR3_BYTES * channels) + 0.5),                   \
      .partition_delay = delay}},
#include "tables/warp_machines.def"
};
const struct rh_gpu_value rh_gpu_values[RH_GPU_VALUES] = {
#define RH_MACHINE_VALUE(name, unit, least, most, meaning) {#name, least, most},
#include "tables/machines.def"
};
static const char *const limits[] = {
#define RH_GPU_LIMIT(name, meaning) #name,
#include "tables/gpu.def"
};

unsigned rh_gpu_presets(void) {
    return sizeof presets / sizeof presets[0];
}

const struct rh_gpu_preset *rh_gpu_preset(unsigned number) {
    return &presets[number];
}

const struct rh_gpu_preset *rh_gpu_preset_find(const char *name, struct rh_error *error) {
    char names[160] = "";
    for (unsigned k = 0; k < rh_gpu_presets(); k++) {
        if (strcmp(presets[k].name, name) == 0)
            return &presets[k];
        strncat(names, k != 0 ? ", " : "", sizeof names - strlen(names) - 1);
        strncat(names, presets[k].name, sizeof names - strlen(names) - 1);
    }
    rh_error_set(error, "machine: found '%s', expected one of %s", name, names);
    return NULL;
}

bool rh_gpu_machine_check(const struct rh_gpu_machine *machine, struct rh_error *error) {
    uint32_t found[RH_GPU_VALUES];
    memcpy(found, machine, sizeof found);
    for (unsigned k = 0; k < RH_GPU_VALUES; k++)
        if (found[k] < rh_gpu_values[k].least || found[k] > rh_gpu_values[k].most)
            return rh_error_field(error, rh_gpu_values[k].name, "found %u, expected %u to %u", found[k],
                                  rh_gpu_values[k].least, rh_gpu_values[k].most);
    if (machine->data_lines != 0 && (machine->data_ways == 0 || machine->data_misses == 0 || machine->data_merges == 0))
        return rh_error_field(error, "data_lines",
                              "found %u with %u ways, %u misses and %u merges, expected at least one of each",
                              machine->data_lines, machine->data_ways, machine->data_misses, machine->data_merges);
    if (machine->cores % machine->clusters != 0)
        return rh_error_field(error, "clusters", "found %u, expected a divisor of the %u cores", machine->clusters,
                              machine->cores);
    return true;
}

static unsigned fits(uint64_t has, uint64_t needs) {
    uint64_t count = needs == 0 ? UINT32_MAX : has / needs;
    return (unsigned)(count < UINT32_MAX ? count : UINT32_MAX);
}

void rh_gpu_room(const struct rh_gpu_machine *machine, const struct rh_kernel_launch *launch,
                 uint32_t room[RH_GPU_LIMITS]) {
    const uint64_t threads = (uint64_t)launch->cta_warps * RH_WARP_LANES;
    const uint32_t most[RH_GPU_LIMITS] = {
        [RH_GPU_LIMIT_ctas] = machine->ctas,
        [RH_GPU_LIMIT_warps] = fits(machine->warps, launch->cta_warps),
        [RH_GPU_LIMIT_threads] = fits(machine->threads, threads),
        [RH_GPU_LIMIT_registers] = fits(machine->registers, threads * launch->registers),
        [RH_GPU_LIMIT_shared] = fits(machine->shared_bytes, launch->shared),
        [RH_GPU_LIMIT_source] = launch->resident != 0 ? launch->resident : UINT32_MAX,
    };
    memcpy(room, most, sizeof most);
}

unsigned rh_gpu_resident(const struct rh_gpu_machine *machine, const struct rh_kernel_launch *launch,
                         enum rh_gpu_limit *limit) {
    uint32_t most[RH_GPU_LIMITS];
    rh_gpu_room(machine, launch, most);
    *limit = RH_GPU_LIMIT_ctas;
    for (unsigned k = 0; k < RH_GPU_LIMITS; k++)
        *limit = most[k] < most[*limit] ? (enum rh_gpu_limit)k : *limit;
    return most[*limit];
}

const char *rh_gpu_limit_name(enum rh_gpu_limit limit) {
    return limits[limit];
}

static uint8_t or_machine(uint8_t given, uint32_t of_machine) {
    return given != 0 ? given : (uint8_t)of_machine;
}

static uint16_t or_machine_16(uint16_t given, uint32_t of_machine) {
    return given != 0 ? given : (uint16_t)of_machine;
}

void rh_gpu_fill_loop(const struct rh_gpu_machine *machine, struct rh_loop_setup *loop) {
    struct rh_network_setup *network = &loop->network;
    loop->cores = (uint8_t)machine->clusters;
    loop->controllers = (uint8_t)machine->controllers;
    loop->cta_warps = RH_GPU_CTA_WARPS;
    loop->warps = true;
    loop->head_flits = (uint8_t)machine->head_flits;
    loop->core_mhz = or_machine_16(loop->core_mhz, machine->core_mhz);
    loop->network_mhz = or_machine_16(loop->network_mhz, machine->network_mhz);
    loop->outstanding = or_machine_16(loop->outstanding, machine->outstanding);
    network->iterations = or_machine(network->iterations, machine->iterations);
    /* A ring needs two classes of channels, which is its default; a number of no topology is refused later. */
    const struct rh_topology_traits *traits = rh_topology_traits(loop->topology);
    if (traits == NULL || traits->classes == 1)
        network->vcs = or_machine(network->vcs, machine->vcs);
    network->depth = or_machine(network->depth, machine->depth);
    network->queue = or_machine(network->queue, machine->injection_queue);
    loop->partition = (struct rh_partition_setup){.queue = (uint16_t)machine->partition_queue,
                                                  .port = (uint16_t)machine->partition_port,
                                                  .accept = (uint16_t)machine->partition_accept,
                                                  .delay = (uint16_t)machine->partition_delay,
                                                  .dram_delay = (uint16_t)machine->dram_delay,
                                                  .most = (uint16_t)machine->partition_most,
                                                  .l2_lines = (uint16_t)machine->l2_lines,
                                                  .l2_ways = (uint16_t)machine->l2_ways,
                                                  .l2_line = (uint16_t)machine->line,
                                                  .l2_hit = (uint16_t)machine->l2_hit,
                                                  .l2_misses = (uint16_t)machine->l2_misses,
                                                  .l2_merges = (uint16_t)machine->l2_merges};
}
