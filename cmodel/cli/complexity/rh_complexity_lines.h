// SPDX-License-Identifier: Apache-2.0
/** The lines of `rowhold complexity`: designs of table 4.1, every controller, every allocator under every hold rule. */
#ifndef RH_COMPLEXITY_LINES_H
#define RH_COMPLEXITY_LINES_H

#include "cmodel/cost/rh_area.h"
#include "cmodel/cost/rh_complexity.h"
#include "cmodel/netlist/rh_netlist.h"
#include "rowhold/rh_block.h"

/** Which gates make a design's count differ from its formula: the counted places of its netlists by the roles of
 * tables/complexity.def. */
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

/** Bits counted in netlists: from the table of scripts/area, or in netlists that are elaborated now. */
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

void rh_counter_close(struct rh_counter *counter);

/** Which part of the output a line belongs to. */
enum rh_complexity_part { RH_COMPLEXITY_SYSTEM, RH_COMPLEXITY_ONE_CONTROLLER, RH_COMPLEXITY_ONE_ALLOCATOR };

struct rh_complexity_line {
    enum rh_complexity_part part;
    char design[80], network[24];
    bool modelled; /**< there are formulas */
    struct rh_complexity formula;
    const char *source; /**< of the formula of a controller; else "" */
    struct rh_counted counted;
};

struct rh_complexity_lines {
    struct rh_complexity_line *line;
    unsigned count;
};

/** All lines, or those of the design `only`, counted. `settings`: parameters of the controllers besides queue, banks
 * and row_bits of the system, in words as "groups=4 column_bits=7"; NULL: the usual ones. Free with
 * rh_complexity_lines_close, also after a failure. */
bool rh_complexity_lines_make(struct rh_complexity_lines *lines, const struct rh_complexity_system *system,
                              const char *only, const char *settings, struct rh_counter *counter,
                              struct rh_error *error);
void rh_complexity_lines_close(struct rh_complexity_lines *lines);

/** "system", "controller", "allocator". */
const char *rh_complexity_part_name(enum rh_complexity_part part);
/** Bits of comparators by the formula; -1: no model. */
int64_t rh_complexity_compared(const struct rh_complexity_line *line);
/** Bits that no role explains, over all lines. */
int64_t rh_complexity_unexplained(const struct rh_complexity_lines *lines);

#endif
