// SPDX-License-Identifier: Apache-2.0
/** The registry of tables/kinds.def and tables/variants.def: every hardware design, by kind and name. */
#ifndef RH_VARIANT_H
#define RH_VARIANT_H

#include <stdbool.h>
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

/** How a controller chooses, as far as others than its own code have to know: the analytic models, what checks a
 * preset. */
struct rh_traits {
    bool one_at_a_time; /**< only the oldest request is served */
    bool banked;        /**< a queue a bank, and turns over the banks */
    bool slots;         /**< of one request a bank, before which all others wait in one queue */
    bool merges;        /**< requests to one row are served together, whatever lies between them */
    bool most_pending;  /**< of those rows the one that most wait for opens, not the oldest one's */
    bool in_turn;       /**< and banks that are ready go in turn, in every second command those of old requests first */
    bool searches;      /**< behind an ACT its bank takes no command until the rows are compared (rh_age_queue.h) */
    bool grains;        /**< a direction and a turn a grain */
    bool closes_rows;   /**< by RDA and WRA */
    bool sources;       /**< it asks who sent a request */
    bool ranks_sources; /**< and serves one before another, which no time line knows */
    bool warps;         /**< and its sources are warps, where these are known */
    bool staged;        /**< a queue a source before a queue a bank: who has no order are two sources, in a row too */
    /** The settings that its policy reads. */
#define RH_POLICY(name, bits, value, meaning) bool name;
#include "tables/controller_config.def"
};

/** A row of variants.def. */
struct rh_variant {
    enum rh_kind_code kind;
    const char *name; /**< stem of its files behind rh_, and its spelling on the command line */
    const struct rh_block_ops *ops;
    const char *meaning;
    struct rh_traits traits;
};
/** What a row says behind the name. */
struct rh_variant_text {
    const char *meaning;
    struct rh_traits traits;
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
