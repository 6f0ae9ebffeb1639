// SPDX-License-Identifier: Apache-2.0
/** --percentiles LIST: the percentiles of latency that a run shows and writes. */
#ifndef RH_PERCENTILES_H
#define RH_PERCENTILES_H

#include <stdbool.h>

#include "rowhold/rh_error.h"

enum { RH_PERCENTILES_MOST = 16 };
struct rh_percentile_list {
    double percent[RH_PERCENTILES_MOST]; /**< above 0, up to 100 */
    unsigned count;
};

#define RH_PERCENTILES_HELP "percentiles of latency to show and write, as 50,99.99: per cents with commas between them"

/** Read LIST, or nothing from NULL. */
bool rh_percentiles_read(const char *text, struct rh_percentile_list *list, struct rh_error *error);

#endif
