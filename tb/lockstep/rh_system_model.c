// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_model.h"

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_random_timing.h"

/* A DRAM with the controllers' organisation: one command is one beat of one chip. */
static void make_preset(struct rh_preset *preset, const struct rh_system_params *p) {
    preset->banks = p->banks;
    preset->groups = p->groups;
    preset->buses = (uint8_t)p->buses;
    preset->ranks = (uint16_t)(1U << p->rank_bits);
    preset->grains = (uint16_t)(1U << p->grain_bits);
    preset->parts = (uint16_t)(1U << p->part_bits);
    preset->subarrays = (uint16_t)(1U << p->subarray_bits);
    preset->stacked = (uint8_t)p->stacked;
    preset->rows = 1U << p->row_bits;
    preset->row_bytes = (uint32_t)p->command_bytes << p->column_bits;
    preset->bus_bytes = p->command_bytes;
    preset->burst_length = 1;
    preset->chips = 1;
}

static struct rh_geometry geometry_of(const struct rh_system_params *p) {
    struct rh_geometry geometry = {.tag_bits = (uint8_t)(9 + rh_log2_up(p->cores))};
    geometry.queue = (uint8_t)p->queue;
    geometry.banks = (uint8_t)p->banks;
    geometry.groups = (uint8_t)p->groups;
    geometry.buses = (uint8_t)p->buses;
    geometry.row_bits = (uint8_t)p->row_bits;
    geometry.column_bits = (uint8_t)p->column_bits;
    geometry.responses = (uint8_t)p->responses;
    geometry.timer_bits = (uint8_t)p->timer_bits;
    geometry.registered = (uint8_t)p->registered;
    geometry.grain_bits = (uint8_t)p->grain_bits;
    geometry.rank_bits = (uint8_t)p->rank_bits;
    geometry.part_bits = (uint8_t)p->part_bits;
    geometry.subarray_bits = (uint8_t)p->subarray_bits;
    geometry.stacked = (uint8_t)p->stacked;
    return geometry;
}

static bool make_gaps(struct rh_system_model *m, const struct rh_geometry *geometry, struct rh_system_choice *choice,
                      struct rh_error *error) {
    struct rh_preset *preset = &m->preset;
    if (choice->timing != 0 &&
        !rh_random_timing(choice->timing, geometry, true, &preset->timing, &preset->refresh, error))
        return false;
    if (!rh_timing_lint(&preset->timing, preset->refresh, geometry, NULL, 0, error))
        return false;
    choice->config.gaps = rh_gaps_from_timing(&preset->timing, preset->refresh, geometry);
    if (choice->timing != 0)
        choice->config.gaps.age_cap = rh_random_age_cap(choice->timing);
    return true;
}

static bool open_loop(struct rh_system_model *m, const struct rh_system_params *p, struct rh_system_choice *choice,
                      struct rh_error *error) {
    struct rh_geometry geometry = geometry_of(p);
    if (!rh_preset_find(NULL, &m->preset, error))
        return false;
    make_preset(&m->preset, p);
    if (!make_gaps(m, &geometry, choice, error))
        return false;
    const struct rh_loop_setup setup = {.preset = &m->preset,
                                        .ops = rh_controller_at(p->variant),
                                        .geometry = geometry,
                                        .gaps = choice->config.gaps,
                                        .topology = (enum rh_topology_kind)p->topology,
                                        .cores = (uint8_t)p->cores,
                                        .controllers = (uint8_t)p->controllers,
                                        .columns = (uint8_t)p->columns,
                                        .network = {.allocator = rh_allocator_at(p->allocator),
                                                    .vcs = (uint8_t)p->vcs,
                                                    .static_vcs = p->static_vcs != 0,
                                                    .depth = (uint8_t)p->depth,
                                                    .queue = (uint8_t)p->injection_queue,
                                                    .iterations = (uint8_t)p->iterations,
                                                    .hash_bits = (uint8_t)p->hash_bits,
                                                    .hold = (uint8_t)p->hold,
                                                    .hold_limit = choice->config.hold_limit,
                                                    .stay = (uint8_t)p->stay},
                                        .outstanding = choice->config.outstanding_limit,
                                        .flit_bytes = (uint8_t)p->flit_bytes,
                                        .core_mhz = choice->core_mhz,
                                        .network_mhz = choice->network_mhz};
    struct rh_stream *stream = rh_system_stream(p, choice->seed, choice->requests);
    if (stream == NULL)
        return rh_error_set(error, "found no memory, expected enough");
    m->streams = rh_core_streams_open(stream, p->cores, 0, true, error);
    m->loop = m->streams != NULL ? rh_loop_open(&setup, error) : NULL;
    if (m->loop == NULL)
        return false;
    m->loop->streams = m->streams;
    return true;
}

bool rh_system_model_open(struct rh_system_model *model, const struct rh_system_params *params,
                          struct rh_system_choice *choice, struct rh_error *error) {
    *model = (struct rh_system_model){.loop = NULL};
    return open_loop(model, params, choice, error);
}

void rh_system_model_close(struct rh_system_model *model) {
    rh_loop_close(model->loop);
    rh_core_streams_close(model->streams);
}
