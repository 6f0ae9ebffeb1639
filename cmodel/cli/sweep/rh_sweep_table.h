// SPDX-License-Identifier: Apache-2.0
/** What a sweep found: a table of axes and statistics, and its picture. */
#ifndef RH_SWEEP_TABLE_H
#define RH_SWEEP_TABLE_H

#include "cmodel/cli/rh_figures.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/cli/sweep/rh_sweep.h"

struct rh_sweep_view {
    const char *show;    /**< statistics in the text, with commas between */
    const char *columns; /**< of the table, in this order, with commas between; NULL: all, and `show` those of text */
    const char *over;    /**< an axis whose values become one row, with mean, spread, least and greatest; NULL: none */
    const char *x, *y;   /**< of the picture; x NULL: the last axis of several numbers */
};

/** The figures of every point, a row each; `hashes` (NULL: not wanted): their configuration_hash, empty where there is
 * no result. */
bool rh_sweep_figures(const struct rh_sweep *sweep, struct rh_figures *figures, char (*hashes)[32],
                      struct rh_error *error);
/** Has every row that averages over an axis (axes.count: none does) one memory, with so many channels? Streams bring
 * numbers of their own; where the axis is that of the channels, it was asked for. */
bool rh_sweep_one_memory(const struct rh_sweep *sweep, const struct rh_figures *figures, unsigned over,
                         struct rh_error *error);
/** The statistics that results of this sweep may have, as columns without values. */
bool rh_sweep_names(const struct rh_sweep *sweep, struct rh_figures *figures, struct rh_error *error);
/** Is every name of the table an axis or a statistic? */
bool rh_sweep_columns_check(const struct rh_sweep *sweep, const struct rh_sweep_view *view, struct rh_error *error);
/** Are the names there, and is it the whole space where that is needed? Before the first point runs. `plot`: it is to
 * be drawn. */
bool rh_sweep_view_check(const struct rh_sweep *sweep, const struct rh_sweep_view *view, bool plot,
                         struct rh_error *error);
/** The table; NULL with an error. `failed`: points without a result. */
struct rh_table *rh_sweep_table(const struct rh_sweep *sweep, const struct rh_sweep_view *view, uint64_t *failed,
                                struct rh_error *error);
/** As below, of figures that are there: a row a point. */
bool rh_sweep_draw(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const struct rh_figures *figures,
                   const char *file, struct rh_error *error);
/** y over x, a line for each combination of the other axes with several values; the mean where there is `over`. */
bool rh_sweep_plot(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const char *file,
                   struct rh_error *error);

#endif
