// SPDX-License-Identifier: Apache-2.0
// The kind `allocator`: parameters, configuration, ports, views; the names of the hold rules.
#include "rowhold/rh_allocator.h"

#include <string.h>

#include "rowhold/rh_variant.h"

static const struct {
    const char *name;
    uint8_t stays;
} hold_rules[] = {
#define RH_HOLD_RULE(name, stays, meaning) {#name, stays},
#include "tables/hold_rules.def"
#undef RH_HOLD_RULE
};

#define RH_KIND_TYPE(what) struct rh_allocator_##what
#define RH_PARAMS_TABLE    "tables/allocator_params.def"
#define RH_CONFIG_TABLE    "tables/allocator_config.def"
#define RH_PORTS_TABLE     "tables/allocator_ports.def"
#include "cmodel/core/rh_kind_tables.h"

bool rh_allocator_check(const struct rh_allocator_params *params, struct rh_error *error) {
    return rh_params_check(param_rows, PARAM_ROWS, params, "allocator", error);
}

static bool check(const void *params, struct rh_error *error) {
    return rh_allocator_check(params, error);
}

static const struct rh_port_group port_groups[] = {
    {"request", "requests", RH_GREEN, false},        {"grant", "grants", RH_GREEN, false},
    {"held", "held outputs", RH_ORANGE, false},      {"ready", "receivers", RH_GREEN, false},
    {"", "packets at the inputs", RH_VIOLET, false},
};

static bool asks(const void *in, const void *out, unsigned index) {
    (void)out;
    return ((const struct rh_allocator_in *)in)->request[index] != 0;
}

static const struct rh_shown shown[] = {{"destination", asks}, {"bank", asks}, {"row", asks}, {NULL, NULL}};
static const char *const choice[] = {"request",      "ready",        "grant",         "held",
                                     "pair",         "waited",       "diagonal",      "input_place",
                                     "output_place", "input_random", "output_random", NULL};
static const char *const set_widths[] = {"p->outputs", NULL};
static const struct rh_register_group register_groups[] = {
    {"p->inputs", "p->hold != 0 ? p->inputs : 0", "inputs", "input", true},
    {"p->outputs", "p->hold == 3 ? p->outputs : 0", "outputs", "output", true},
};

const struct rh_kind rh_allocator_kind = {
    .name = "allocator",
    RH_KIND_TABLES,
    .check = check,
    .port_groups = port_groups,
    .register_groups = register_groups,
    .shown = shown,
    .set_widths = set_widths,
    .choice = choice,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
};

struct rh_allocator_params rh_allocator_router(void) {
    struct rh_allocator_params params;
    rh_params_default(&rh_allocator_kind, &params);
    params.inputs = params.outputs = params.destinations = 5;
    params.hold = RH_HOLD_hold_grant;
    return params;
}

uint64_t rh_allocator_asks(const struct rh_allocator_params *params, const struct rh_allocator_in *in,
                           struct rh_allocator_out *out) {
    uint64_t asks = 0;
    for (unsigned i = 0; i < params->inputs; i++) {
        asks |= (uint64_t)(in->request[i] != 0) << i;
        out->grant[i] = 0;
    }
    return asks;
}

size_t rh_allocator_count(void) {
    return rh_variant_count(RH_KIND_allocator);
}

const struct rh_block_ops *rh_allocator_at(size_t index) {
    const struct rh_variant *variant = rh_variant_at(RH_KIND_allocator, index);
    return variant != NULL ? variant->ops : NULL;
}

const struct rh_block_ops *rh_allocator_find(const char *name) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_allocator, name);
    return variant != NULL ? variant->ops : NULL;
}

const char *rh_hold_rule_name(unsigned rule) {
    return rule < RH_HOLD_RULES ? hold_rules[rule].name : NULL;
}

bool rh_hold_rule_find(const char *name, uint8_t *rule) {
    for (uint8_t k = 0; k < RH_HOLD_RULES; k++)
        if (strcmp(hold_rules[k].name, name) == 0) {
            *rule = k;
            return true;
        }
    return false;
}

uint8_t rh_hold_rule_stays(unsigned rule) {
    return rule < RH_HOLD_RULES ? hold_rules[rule].stays : 0;
}
