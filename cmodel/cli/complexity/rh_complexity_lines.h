// SPDX-License-Identifier: Apache-2.0
/** The lines of `rowhold complexity`: designs of table 4.1, every controller, every allocator under every hold rule. */
#ifndef RH_COMPLEXITY_LINES_H
#define RH_COMPLEXITY_LINES_H

#include "cmodel/cli/complexity/rh_counter.h"
#include "rowhold/rh_complexity.h"

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

#endif
