// SPDX-License-Identifier: Apache-2.0
// The registry of tables/variants.def as code: a row x brings in rh_x_ops.
#include "rowhold/rh_controller.h"

#include <string.h>

#define RH_CONTROLLER(name, meaning) extern const struct rh_controller_ops rh_##name##_ops;
#include "tables/variants.def"
#undef RH_CONTROLLER

static const struct rh_controller_ops *const registry[] = {
#define RH_CONTROLLER(name, meaning) &rh_##name##_ops,
#include "tables/variants.def"
#undef RH_CONTROLLER
};

static const char *const meanings[] = {
#define RH_CONTROLLER(name, meaning) meaning,
#include "tables/variants.def"
#undef RH_CONTROLLER
};

size_t rh_controller_count(void) {
    return sizeof registry / sizeof registry[0];
}

const struct rh_controller_ops *rh_controller_at(size_t index) {
    return index < rh_controller_count() ? registry[index] : NULL;
}

const char *rh_controller_meaning(size_t index) {
    return index < rh_controller_count() ? meanings[index] : NULL;
}

const struct rh_controller_ops *rh_controller_find(const char *name) {
    for (size_t i = 0; i < rh_controller_count(); i++)
        if (strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}
