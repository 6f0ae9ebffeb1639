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
static double cycle(const struct rh_constraints *constraints, double columns, bool write) {
    double busy = (write ? constraints->rcd_wr + constraints->wtp : constraints->rcd_rd + constraints->rtp) +
                  (columns - 1) * constraints->ccd_l;
    busy = busy < constraints->ras ? constraints->ras : busy;
    return busy + constraints->rp < constraints->rc ? constraints->rc : busy + constraints->rp;
}

/* The shorter of two constraints; without a second rank there is one. */
static unsigned nearest(const struct rh_geometry *geometry, unsigned own, unsigned other_rank) {
    return geometry->rank_bits != 0 && other_rank < own ? other_rank : own;
}

/* A column command of each direction to the next of the other, and those of one direction: n of each. However soon
 * another rank's data would fit, a column command comes no sooner than a burst behind the one before. */
static double turning(const struct rh_geometry *geometry, const struct rh_constraints *constraints, double n) {
    double step = nearest(geometry, constraints->ccd_s, constraints->rank_rd);
    return (2 * n - 2) * step + nearest(geometry, constraints->rtw, rh_max(constraints->rank_rtw, constraints->burst)) +
           nearest(geometry, constraints->wtr_s, rh_max(constraints->rank_wtr, constraints->burst));
}

/* Column commands that the load may have in a clock, of all data interfaces. */
static double rate(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                   const struct rh_bounds_load *load, enum rh_bound bound) {
    unsigned grains = 1U << geometry->grain_bits, ranks = 1U << geometry->rank_bits,
             banks = load->banks != 0 ? load->banks : geometry->banks;
    unsigned row = constraints->act_bus + (load->auto_precharge ? 0U : 1U);
    double runs = load->run;
    switch (bound) {
    case RH_BOUND_COLUMN_BUS:
        return 1;
    case RH_BOUND_ROW_BUS:
        return load->columns / (row + (geometry->buses == 1 ? load->columns : 0));
    case RH_BOUND_ROW_CYCLE:
        return banks * load->columns /
               (load->writes * cycle(constraints, load->columns, true) +
                (1 - load->writes) * cycle(constraints, load->columns, false));
    case RH_BOUND_ACTIVATES:
        return grains * ranks * load->columns / constraints->rrd_s;
    case RH_BOUND_WINDOW:
        return ranks * constraints->faw_n * load->columns / constraints->faw;
    case RH_BOUND_TURNAROUND:
        if (runs != 0)
            return grains * 2 * runs / turning(geometry, constraints, runs);
        break;
    case RH_BOUND_DATA:
    case RH_BOUNDS:
        break;
    }
    unsigned groups = geometry->groups / grains / ranks;
    return (double)grains /
           nearest(geometry, groups > 1 ? constraints->ccd_s : constraints->ccd_l, constraints->rank_rd);
}

double rh_bounds_share(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                       const struct rh_bounds_load *load, enum rh_bound bound) {
    double share = rate(geometry, constraints, load, bound) * constraints->burst / (1U << geometry->grain_bits);
    return share < 1 ? share : 1;
}

double rh_bounds_least(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                       const struct rh_bounds_load *load, enum rh_bound *which) {
    double least = 2;
    for (unsigned bound = 0; bound < RH_BOUNDS; bound++) {
        double share = rh_bounds_share(geometry, constraints, load, (enum rh_bound)bound);
        if (share >= least)
            continue;
        least = share;
        if (which != NULL)
            *which = (enum rh_bound)bound;
    }
    return least;
}
