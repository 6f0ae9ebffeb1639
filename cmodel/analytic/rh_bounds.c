// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_bounds.h"

#include <stddef.h>

static const char *const names[RH_BOUNDS] = {
    [RH_BOUND_DATA] = "data interface",  [RH_BOUND_COLUMN_BUS] = "column bus", [RH_BOUND_ROW_BUS] = "row bus",
    [RH_BOUND_ROW_CYCLE] = "row cycle",  [RH_BOUND_ACTIVATES] = "activates",   [RH_BOUND_WINDOW] = "activate window",
    [RH_BOUND_TURNAROUND] = "turnaround"};

const char *rh_bounds_name(enum rh_bound bound) {
    return names[bound];
}

/* ACT to the next ACT of a bank that does nothing else. */
static double cycle(const struct rh_gaps *gaps, double columns, bool write) {
    double busy = (write ? gaps->rcd_wr + gaps->wtp : gaps->rcd_rd + gaps->rtp) + (columns - 1) * gaps->ccd_l;
    busy = busy < gaps->ras ? gaps->ras : busy;
    return busy + gaps->rp < gaps->rc ? gaps->rc : busy + gaps->rp;
}

/* The shorter of two gaps; without a second rank there is one. */
static unsigned nearest(const struct rh_geometry *geometry, unsigned own, unsigned other_rank) {
    return geometry->rank_bits != 0 && other_rank < own ? other_rank : own;
}

/* A column command of each direction to the next of the other, and those of one direction: n of each. However soon
 * another rank's data would fit, a column command comes no sooner than a burst behind the one before. */
static double turning(const struct rh_geometry *geometry, const struct rh_gaps *gaps, double n) {
    double step = nearest(geometry, gaps->ccd_s, gaps->rank_rd);
    return (2 * n - 2) * step + nearest(geometry, gaps->rtw, rh_max(gaps->rank_rtw, gaps->burst)) +
           nearest(geometry, gaps->wtr_s, rh_max(gaps->rank_wtr, gaps->burst));
}

/* Column commands that the load may have in a clock, of all data interfaces. */
static double rate(const struct rh_geometry *geometry, const struct rh_gaps *gaps, const struct rh_bounds_load *load,
                   enum rh_bound bound) {
    unsigned grains = 1U << geometry->grain_bits, ranks = 1U << geometry->rank_bits,
             banks = load->banks != 0 ? load->banks : geometry->banks;
    unsigned row = gaps->act_bus + (load->auto_precharge ? 0U : 1U);
    double runs = load->run;
    switch (bound) {
    case RH_BOUND_COLUMN_BUS:
        return 1;
    case RH_BOUND_ROW_BUS:
        return load->columns / (row + (geometry->buses == 1 ? load->columns : 0));
    case RH_BOUND_ROW_CYCLE:
        return banks * load->columns /
               (load->writes * cycle(gaps, load->columns, true) +
                (1 - load->writes) * cycle(gaps, load->columns, false));
    case RH_BOUND_ACTIVATES:
        return grains * ranks * load->columns / gaps->rrd_s;
    case RH_BOUND_WINDOW:
        return ranks * gaps->faw_n * load->columns / gaps->faw;
    case RH_BOUND_TURNAROUND:
        if (runs != 0)
            return grains * 2 * runs / turning(geometry, gaps, runs);
        break;
    case RH_BOUND_DATA:
    case RH_BOUNDS:
        break;
    }
    unsigned groups = geometry->groups / grains / ranks;
    return (double)grains / nearest(geometry, groups > 1 ? gaps->ccd_s : gaps->ccd_l, gaps->rank_rd);
}

double rh_bounds_share(const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                       const struct rh_bounds_load *load, enum rh_bound bound) {
    double share = rate(geometry, gaps, load, bound) * gaps->burst / (1U << geometry->grain_bits);
    return share < 1 ? share : 1;
}

double rh_bounds_least(const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                       const struct rh_bounds_load *load, enum rh_bound *which) {
    double least = 2;
    for (unsigned bound = 0; bound < RH_BOUNDS; bound++) {
        double share = rh_bounds_share(geometry, gaps, load, (enum rh_bound)bound);
        if (share >= least)
            continue;
        least = share;
        if (which != NULL)
            *which = (enum rh_bound)bound;
    }
    return least;
}
