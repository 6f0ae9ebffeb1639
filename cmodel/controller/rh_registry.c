// SPDX-License-Identifier: Apache-2.0
// The controllers of the registry.
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

size_t rh_controller_count(void) {
    return rh_variant_count(RH_KIND_controller);
}

const struct rh_controller_ops *rh_controller_at(size_t index) {
    const struct rh_variant *variant = rh_variant_at(RH_KIND_controller, index);
    return variant != NULL ? variant->ops : NULL;
}

const struct rh_controller_ops *rh_controller_find(const char *name) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_controller, name);
    return variant != NULL ? variant->ops : NULL;
}
