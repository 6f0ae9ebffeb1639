// SPDX-License-Identifier: Apache-2.0
/** Area of DRAM dies over that of HBM2, by what it is for, beside the sums that the FGDRAM paper publishes
 * (tables/dram_area.def). */
#ifndef RH_DRAM_AREA_H
#define RH_DRAM_AREA_H

#include <stdbool.h>

struct rh_dram_area_part {
    const char *kind, *part, *meaning, *source;
    double percent; /**< of the area of HBM2 */
    bool tsvs;      /**< only where TSVs are not driven faster */
};
/** By index; false past the last. */
bool rh_dram_area_part(unsigned index, struct rh_dram_area_part *part);

/** How much more area `kind` has than `over`, in percent of it, by the parts; `more_tsvs`: TSVs are not driven faster.
 * A kind without parts has the area of HBM2. */
double rh_dram_area_over(const char *kind, const char *over, bool more_tsvs);

/** A sum of the paper, and what the parts come to. */
struct rh_dram_area_sum {
    const char *kind, *over, *source;
    bool more_tsvs;
    double published, computed; /**< percent of the area of `over` */
};
bool rh_dram_area_sum(unsigned index, struct rh_dram_area_sum *sum);

#endif
