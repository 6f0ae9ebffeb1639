// SPDX-License-Identifier: Apache-2.0
/** Which gates make a design's count differ from its formula: the counted places of its netlists by the roles of
 * tables/complexity.def. */
#ifndef RH_BREAKDOWN_H
#define RH_BREAKDOWN_H

#include "rowhold/rh_complexity.h"
#include "rowhold/rh_netlist.h"

/** So many of one block. */
struct rh_breakdown_unit {
    uint64_t count;
    const char *design;                      /**< controller, or hold rule */
    const struct rh_netlist *netlist, *bare; /**< bare: of an allocator, the same without a rule; else NULL */
    struct rh_complexity_variables formula;  /**< what the formula takes it for */
    struct rh_complexity_variables block;    /**< what it is */
};

struct rh_breakdown_term {
    bool stored, unexplained;
    char meaning[200]; /**< of an unexplained one: the place that is counted, and the role that it differs from */
    int64_t formula, netlist;
};

enum { RH_BREAKDOWN_TERMS = 48 };

struct rh_breakdown {
    struct rh_breakdown_term term[RH_BREAKDOWN_TERMS];
    unsigned count;
    bool counted;                    /**< else the terms have formulas alone */
    int64_t compared, stored, flops; /**< counted: by the policy or rule, of the rule alone, all */
    int64_t unexplained;             /**< bits of terms that are, either way */
};

/** Add what the formula has for a block; its netlist is not looked at. */
bool rh_breakdown_formula(struct rh_breakdown *b, const struct rh_breakdown_unit *unit, struct rh_error *error);
/** Take a block apart and add it. `source` is the folder above rtl/. False with an error where a source line that a
 * place names can't be read, or there are too many terms. */
bool rh_breakdown_add(struct rh_breakdown *b, const struct rh_breakdown_unit *unit, const char *source,
                      struct rh_error *error);

#endif
