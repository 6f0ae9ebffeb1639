// SPDX-License-Identifier: Apache-2.0
// The ranges of tables/allocator_params.def, and the names of the hold rules.
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_variant.h"

#include <string.h>

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
    return rh_variant_count(RH_KIND_allocator);
}

const struct rh_allocator_ops *rh_allocator_at(size_t index) {
    const struct rh_variant *variant = rh_variant_at(RH_KIND_allocator, index);
    return variant != NULL ? variant->ops : NULL;
}

const struct rh_allocator_ops *rh_allocator_find(const char *name) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_allocator, name);
    return variant != NULL ? variant->ops : NULL;
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
