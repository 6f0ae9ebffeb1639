// SPDX-License-Identifier: Apache-2.0
/** Figures of results, as rows: read back from the JSON files of `simulate`. */
#ifndef RH_FIGURES_H
#define RH_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_figure {
    bool there, real;
    uint64_t count; /**< of a count */
    double value;   /**< of either */
};

/** Rows by number; every figure that some row has is a column. */
struct rh_figures {
    char **names;
    bool *real;
    unsigned columns;
    struct rh_figure *cells; /**< row by row, `room` columns each */
    unsigned rows, room;
};

/** Behind the statistics: channels of the memory that a result is of. A trace may bring a number of its own. */
#define RH_FIGURES_CHANNELS "channels"

/** NULL rows are empty. False without memory. */
bool rh_figures_open(struct rh_figures *figures, unsigned rows);
void rh_figures_close(struct rh_figures *figures);
/** Read `total` of a result, and its channels, into a row; stall_cycles.tRP becomes stall_tRP. `hash` (24 bytes): its
 * configuration_hash. */
bool rh_figures_read(struct rh_figures *figures, unsigned row, const char *file, char hash[32], struct rh_error *error);
/** A column of this name, unless there is one. False without memory. */
bool rh_figures_name(struct rh_figures *figures, const char *name);
/** Put a value under its name; what is no number is left out. False without memory. */
struct json_t;
bool rh_figures_put(struct rh_figures *figures, unsigned row, const char *name, const struct json_t *value);
struct rh_figure rh_figures_at(const struct rh_figures *figures, unsigned row, unsigned column);
/** Column of a name; `columns`: there is none. */
unsigned rh_figures_find(const struct rh_figures *figures, const char *name);

#endif
