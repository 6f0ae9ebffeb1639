// SPDX-License-Identifier: Apache-2.0
/* How a table is kept, for those that write it. */
#ifndef RH_TABLE_INSIDE_H
#define RH_TABLE_INSIDE_H

#include "cmodel/cli/rh_table.h"

/* Letters of a whole bar, and at most where there is room; of a cell's buffer. */
enum { RH_TABLE_BAR = 32, RH_TABLE_LONG_BAR = 100, RH_TABLE_BUFFER = RH_TABLE_LONG_BAR + 1 };

struct rh_cell {
    char *text; /* of a text; NULL else */
    uint64_t count;
    double real;
    bool none, whole; /* whole: a real without a point */
};

struct rh_table {
    struct rh_column *columns; /* with names of their own */
    unsigned count;
    struct rh_cell *cells;
    size_t used, room;
};

const struct rh_cell *rh_table_cell(const struct rh_table *table, unsigned row, unsigned column);
/* As people read it. The text lives in the cell or in `buffer`. */
const char *rh_table_shown(const struct rh_table *table, unsigned row, unsigned column, char buffer[RH_TABLE_BUFFER]);
/* A share as a bar of which the whole has `whole` letters. */
const char *rh_table_bar(double share, unsigned whole, char buffer[RH_TABLE_BUFFER]);
/* In one row: the objects of rh_table_json, without braces, `between` the members. */
void rh_table_json_row(const struct rh_table *table, unsigned row, const char *between, FILE *to);

#endif
