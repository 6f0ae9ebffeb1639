// SPDX-License-Identifier: Apache-2.0
/** Closed forms: what share of its data interfaces a DRAM can keep busy, whatever a controller does.
 *
 * A load is what is left of a stream when order is forgotten: column commands an activate, the share of writes, how
 * long a direction lasts, over how many banks it is spread. Each limit alone gives a share; the least of them is the
 * bound. Times in clocks; a = column commands an activate, G = data interfaces (grains), B = banks in use.
 *
 *     data        tBURST / tCCD_S; one bank group: tBURST / tCCD_L
 *     column bus  tBURST / G, a command a clock; one bus for all: with the row bus
 *                 FGDRAM: 8 / 8 = 100 %
 *     row bus     a x tBURST / (G x (act_clocks + PRE)); PRE 1, with auto-precharge 0
 *                 one bus for all commands: a x tBURST / (a + act_clocks + PRE)
 *                 FGDRAM, auto-precharge, a = 1: 8 / (8 x 2) = 50 %; a = 2: 16 / (8 x 2) = 100 %
 *     row cycle   B x a x tBURST / (G x cycle)
 *                 cycle = max(tRC, tRCD + (a - 1) x tCCD_L + recovery + tRP)
 *                 recovery: tRTP of a read, WL + tBURST + tWR of a write
 *                 QB-HBM, reads, a = 1: 4 x 2 / 45 = 17.8 %
 *                 FGDRAM, writes, a = 2: 2 x 2 x 8 / 42 = 76 %, in the paper's ns 64 / 84
 *     activates   a x tBURST / tRRD_S, in each grain
 *     window      N x a x tBURST / (G x tFAW)
 *     turnaround  2 n x tBURST / ((2 n - 2) x tCCD_S + tRTW + WL + tBURST + tWTR_S)
 *                 n column commands of an interface in one direction; FGDRAM, n = 1: 2 x 8 / (15 + 12) = 59 %
 *     ranks       R of them: R times the activates and the window; where a column command of another rank may come
 *                 sooner (rank_rd, rank_rtw, rank_wtr of controller_config.def), that counts in data and turnaround
 *
 * The numbers of the FGDRAM paper (O'Connor et al., MICRO 2017): table 2, section 3.3. A row of reads or of writes is
 * of one direction; a mix has rows of both in turn, so its cycle is their mean. */
#ifndef RH_BOUNDS_H
#define RH_BOUNDS_H

#include <stdbool.h>

#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_bound {
    RH_BOUND_DATA,
    RH_BOUND_COLUMN_BUS,
    RH_BOUND_ROW_BUS,
    RH_BOUND_ROW_CYCLE,
    RH_BOUND_ACTIVATES,
    RH_BOUND_WINDOW,
    RH_BOUND_TURNAROUND,
    RH_BOUNDS
};

struct rh_bounds_load {
    double columns;      /**< column commands an activate; at least 1 */
    double writes;       /**< share of column commands that write, 0 to 1 */
    double run;          /**< column commands of a data interface from one turn to the next; 0: it never turns */
    unsigned banks;      /**< that take part; 0: all */
    bool auto_precharge; /**< rows close by RDA and WRA, not by PRE */
};

/** A limit's name. */
const char *rh_bounds_name(enum rh_bound bound);
/** The share of the data interfaces' time that this limit leaves, at most 1. */
double rh_bounds_share(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                       const struct rh_bounds_load *load, enum rh_bound bound);
/** The least of all; `which`: whose it is, of equals the first (may be NULL). */
double rh_bounds_least(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                       const struct rh_bounds_load *load, enum rh_bound *which);

#ifdef __cplusplus
}
#endif

#endif
