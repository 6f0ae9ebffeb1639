// SPDX-License-Identifier: Apache-2.0
// The registry of tables/allocators.def as code, and the ranges of tables/allocator_params.def.
#include "rowhold/rh_allocator.h"

#include <string.h>

#define RH_VARIANT(kind, name, meaning) extern const struct rh_##kind##_ops rh_##name##_ops;
#include "tables/allocators.def"
#undef RH_VARIANT

static const struct {
    const struct rh_allocator_ops *ops;
    const char *meaning;
} registry[] = {
#define RH_VARIANT(kind, name, meaning) {&rh_##name##_ops, meaning},
#include "tables/allocators.def"
#undef RH_VARIANT
};

static const char *const hold_rules[] = {
#define RH_HOLD_RULE(name, meaning) #name,
#include "tables/hold_rules.def"
#undef RH_HOLD_RULE
};

bool rh_allocator_check(const struct rh_allocator_params *params, struct rh_error *error) {
    const struct {
        const char *name;
        unsigned value, least, most;
        bool power;
    } ranges[] = {
#define RH_PARAM(name, type, least, most, power, meaning) {#name, params->name, least, most, (power) != 0},
#include "tables/allocator_params.def"
#undef RH_PARAM
    };
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        unsigned value = ranges[k].value;
        if (value < ranges[k].least || value > ranges[k].most || (ranges[k].power && (value & (value - 1)) != 0))
            return rh_error_set(error, "allocator: found %s %u, expected %s%u to %u", ranges[k].name, value,
                                ranges[k].power ? "a power of two from " : "", ranges[k].least, ranges[k].most);
    }
    return true;
}

size_t rh_allocator_count(void) {
    return sizeof registry / sizeof registry[0];
}

const struct rh_allocator_ops *rh_allocator_at(size_t index) {
    return index < rh_allocator_count() ? registry[index].ops : NULL;
}

const char *rh_allocator_meaning(size_t index) {
    return index < rh_allocator_count() ? registry[index].meaning : NULL;
}

const struct rh_allocator_ops *rh_allocator_find(const char *name) {
    for (size_t k = 0; k < rh_allocator_count(); k++)
        if (strcmp(registry[k].ops->name, name) == 0)
            return registry[k].ops;
    return NULL;
}

const char *rh_hold_rule_name(unsigned rule) {
    return rule < RH_HOLD_RULES ? hold_rules[rule] : NULL;
}

bool rh_hold_rule_find(const char *name, uint8_t *rule) {
    for (uint8_t k = 0; k < RH_HOLD_RULES; k++)
        if (strcmp(hold_rules[k], name) == 0) {
            *rule = k;
            return true;
        }
    return false;
}
