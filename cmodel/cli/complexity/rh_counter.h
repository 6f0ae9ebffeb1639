// SPDX-License-Identifier: Apache-2.0
/** Bits counted in netlists: from the table of scripts/area, or in netlists that are elaborated now. */
#ifndef RH_COUNTER_H
#define RH_COUNTER_H

#include "cmodel/cli/complexity/rh_breakdown.h"
#include "rowhold/rh_area.h"
#include "rowhold/rh_block.h"

/** So many of one block of a system. */
struct rh_counter_part {
    uint64_t count;
    const struct rh_kind *kind;
    const char *variant, *design;    /**< design: whose roles it has, the variant itself or the hold rule */
    char settings[RH_AREA_SETTINGS]; /**< of the variant; of an allocator "hold=N" comes last */
    struct rh_complexity_variables formula, block; /**< as in struct rh_breakdown_unit */
};

struct rh_counter {
    const struct rh_area_table *table; /**< NULL: elaborate */
    struct rh_counter_netlist *netlists;
    unsigned used;
};

struct rh_counted {
    int64_t compared, stored, flops; /**< -1: not known */
    char why[128];                   /**< not known: why; else "" */
    struct rh_breakdown breakdown;   /**< of netlists that were elaborated */
};

/** Sum over the parts. What can't be built, or has no row, is not known, which is no error; a tool that is missing
 * is. */
bool rh_counter_sum(struct rh_counter *counter, const struct rh_counter_part *parts, unsigned count,
                    struct rh_counted *counted, struct rh_error *error);
void rh_counter_close(struct rh_counter *counter);

#endif
