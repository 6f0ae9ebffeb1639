// SPDX-License-Identifier: Apache-2.0
/** `rowhold switch --network`: throughput and latency of a request network, at one load or over several. */
#ifndef RH_SWITCH_NETWORK_H
#define RH_SWITCH_NETWORK_H

#include "cmodel/cli/rh_table.h"
#include "rowhold/rh_open_loop.h"

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
