// SPDX-License-Identifier: Apache-2.0
// A row x of tables/kinds.def brings in rh_x_kind, a row (kind, x, ...) of tables/variants.def rh_x_ops.
#include "rowhold/rh_variant.h"

#include <string.h>

#define RH_VARIANT(kind, name, ...) extern const struct rh_block_ops rh_##name##_ops;
#include "tables/variants.def"
#undef RH_VARIANT

#define RH_KIND(name, folder, bench, meaning) extern const struct rh_kind rh_##name##_kind;
#include "tables/kinds.def"
#undef RH_KIND

static const struct rh_kind_row kinds[] = {
#define RH_KIND(name, folder, bench, meaning) {#name, #folder, meaning, &rh_##name##_kind},
#include "tables/kinds.def"
#undef RH_KIND
};

static const struct rh_variant variants[] = {
#define RH_VARIANT(of, as, ...) {.kind = RH_KIND_##of, .name = #as, .ops = &rh_##as##_ops, .meaning = __VA_ARGS__},
#include "tables/variants.def"
#undef RH_VARIANT
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

const struct rh_kind_row *rh_kind_of(enum rh_kind_code kind) {
    return &kinds[kind];
}

enum rh_kind_code rh_kind_find(const char *name) {
    unsigned kind = 0;
    while (kind < RH_KINDS && strcmp(kinds[kind].name, name) != 0)
        kind++;
    return (enum rh_kind_code)kind;
}

size_t rh_variant_count(enum rh_kind_code kind) {
    size_t count = 0;
    for (size_t i = 0; i < VARIANTS; i++)
        count += variants[i].kind == kind;
    return count;
}

const struct rh_variant *rh_variant_at(enum rh_kind_code kind, size_t index) {
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].kind == kind && index-- == 0)
            return &variants[i];
    return NULL;
}

const struct rh_variant *rh_variant_find(enum rh_kind_code kind, const char *name) {
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].kind == kind && strcmp(variants[i].name, name) == 0)
            return &variants[i];
    return NULL;
}
