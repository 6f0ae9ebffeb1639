// SPDX-License-Identifier: Apache-2.0
/** The registry of tables/kinds.def and tables/variants.def: every hardware design, by kind and name. */
#ifndef RH_VARIANT_H
#define RH_VARIANT_H

#include <stddef.h>

#include "rowhold/rh_block.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_KIND_controller, RH_KIND_allocator, ... */
enum rh_kind_code {
#define RH_KIND(name, folder, bench, meaning) RH_KIND_##name,
#include "tables/kinds.def"
#undef RH_KIND
    RH_KINDS
};

/** A row of kinds.def. */
struct rh_kind_row {
    const char *name;
    const char *folder; /**< of its files, in cmodel/ and in rtl/ */
    const char *meaning;
    const struct rh_kind *kind;
};

/** A row of variants.def. */
struct rh_variant {
    enum rh_kind_code kind;
    const char *name; /**< stem of its files behind rh_, and its spelling on the command line */
    const char *meaning;
    const struct rh_block_ops *ops;
};

const struct rh_kind_row *rh_kind_of(enum rh_kind_code kind);
/** Code of a kind by its name; RH_KINDS when there is none. */
enum rh_kind_code rh_kind_find(const char *name);

/** Variants of one kind: how many, one by index (NULL past the last), one by name (NULL when unknown). */
size_t rh_variant_count(enum rh_kind_code kind);
const struct rh_variant *rh_variant_at(enum rh_kind_code kind, size_t index);
const struct rh_variant *rh_variant_find(enum rh_kind_code kind, const char *name);

#ifdef __cplusplus
}
#endif

#endif
