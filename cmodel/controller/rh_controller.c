// SPDX-License-Identifier: Apache-2.0
// The kind `controller`: parameters, configuration, ports, views. The controllers of the registry.
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

static const struct rh_param rows[] = {
#define RH_PARAM(name, parameter, key, type, usual, least, greatest, power, smallest, meaning)                         \
    {#name, #parameter, #key[0],  meaning, offsetof(struct rh_geometry, name), sizeof(type), power,                    \
     usual, least,      greatest, smallest},
#include "tables/controller_params.def"
};
enum { PARAMS = sizeof rows / sizeof rows[0] };

static bool check(const void *geometry, struct rh_error *error) {
    return rh_geometry_check(geometry, error);
}

bool rh_geometry_check(const struct rh_geometry *g, struct rh_error *error) {
    if (!rh_params_check(rows, PARAMS, g, "geometry", error))
        return false;
    if (g->groups > g->banks / 2)
        return rh_error_set(error, "geometry: found groups %u with banks %u, expected at most banks / 2 = %u",
                            (unsigned)g->groups, (unsigned)g->banks, g->banks / 2U);
    return true;
}

static void list_config(struct rh_layout *layout, size_t base, const void *geometry) {
    const struct rh_geometry *p = geometry;
#define RH_GAP(name, bits, meaning) RH_ROW(struct rh_gaps, name, 1, (bits) != 0 ? (bits) : p->timer_bits, NULL);
#include "tables/controller_config.def"
#undef RH_GAP
}

static void list_in(struct rh_layout *layout, size_t base, const void *geometry) {
    const struct rh_geometry *p = geometry;
#define RH_IN(name, type, count, width, enumeration, meaning)                                                          \
    RH_PORT(struct rh_controller_in, name, count, width, enumeration, NULL);
#include "tables/controller_ports.def"
}

#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    static void live_##name(const void *part, const void *geometry, uint64_t *mask) {                                  \
        const struct rh_controller_out *o = part;                                                                      \
        (void)geometry;                                                                                                \
        mask[0] = (condition) ? 1 : 0;                                                                                 \
    }
#include "tables/controller_ports.def"

static void list_out(struct rh_layout *layout, size_t base, const void *geometry) {
    const struct rh_geometry *p = geometry;
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    RH_PORT(struct rh_controller_out, name, count, width, enumeration, NULL);
#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    RH_PORT(struct rh_controller_out, name, count, width, enumeration, live_##name);
#include "tables/controller_ports.def"
}

static const struct rh_port_group port_groups[] = {
    {"req_", "request port", RH_GREEN, false},           {"col_", "column command", RH_GREEN, false},
    {"row_", "row command", RH_ORANGE, false},           {"rsp_", "response port", RH_GREEN, true},
    {"", "data bus and stall ledger", RH_VIOLET, false},
};
static const struct rh_register_group register_groups[] = {
    {"p->queue", "rh_max(p->queue, p->banks)", "queue", "entry", true},
    {"p->banks", NULL, "bank timers and rows", "bank", true},
    {"p->responses", NULL, "response FIFO", "slot", false},
};

const struct rh_kind rh_controller_kind = {
    .name = "controller",
    .params = rows,
    .param_count = PARAMS,
    .params_size = sizeof(struct rh_geometry),
    .config_size = sizeof(struct rh_gaps),
    .in_size = sizeof(struct rh_controller_in),
    .out_size = sizeof(struct rh_controller_out),
    .list_config = list_config,
    .list_in = list_in,
    .list_out = list_out,
    .check = check,
    .port_groups = port_groups,
    .register_groups = register_groups,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
};

size_t rh_controller_count(void) {
    return rh_variant_count(RH_KIND_controller);
}

const struct rh_block_ops *rh_controller_at(size_t index) {
    const struct rh_variant *variant = rh_variant_at(RH_KIND_controller, index);
    return variant != NULL ? variant->ops : NULL;
}

const struct rh_block_ops *rh_controller_find(const char *name) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_controller, name);
    return variant != NULL ? variant->ops : NULL;
}
