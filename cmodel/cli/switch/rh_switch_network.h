// SPDX-License-Identifier: Apache-2.0
/** `rowhold switch --network`: throughput and latency of a request network, at one load or over several. */
#ifndef RH_SWITCH_NETWORK_H
#define RH_SWITCH_NETWORK_H

#include "cmodel/cli/rh_table.h"
#include "rowhold/rh_open_loop.h"

/** The column of a percentile; the screen has two of them. */
#define RH_SWITCH_PERCENTILE(id, said)                                                                                 \
    {                                                                                                                  \
        .name = #id, .kind = RH_CELL_COUNT,                                                                            \
        .hidden = RH_PERCENTILE_##id != RH_PERCENTILE_p50 && RH_PERCENTILE_##id != RH_PERCENTILE_p99, .meaning = said  \
    }

struct rh_switch_network {
    struct rh_open_loop_setup setup; /**< its load is each of these in turn: */
    const double *loads;
    unsigned runs;
    const char *allocator, *hold; /**< as they were given */
    struct rh_table_options table;
    const char *plot; /**< NULL: no picture */
};

bool rh_switch_network_run(const struct rh_switch_network *network, struct rh_error *error);

#endif
