// SPDX-License-Identifier: Apache-2.0
/** The options that choose a request network and its traffic. */
#ifndef RH_NETWORK_OPTIONS_H
#define RH_NETWORK_OPTIONS_H

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_open_loop.h"

/** What is 0 or NULL was not given. */
struct rh_network_options {
    const char *network;              /**< --network NAME */
    const char *traffic;              /**< --traffic NAME */
    unsigned cores, controllers;      /**< --cores N --controllers N */
    unsigned columns;                 /**< --columns N */
    bool replies, static_vcs;         /**< --replies --static-vcs */
    uint8_t flits, vcs, depth, queue; /**< --flits N --vcs N --depth N --queue N */
    double hot_share;                 /**< --hot-share X */
    bool hot_share_given, hot_sink_given;
    unsigned hot_sink; /**< --hot-sink N */
};
enum { RH_NETWORK_OPTIONS_ROWS = 13 };
extern const struct rh_option rh_network_options_rows[RH_NETWORK_OPTIONS_ROWS];

/** Without --network none of the others may be given. */
bool rh_network_options_alone(const struct rh_network_options *options, struct rh_error *error);
/** Network and traffic; the allocators of its routers are those of `allocator`. */
bool rh_network_options_resolve(const struct rh_network_options *options, const struct rh_allocator_options *allocator,
                                struct rh_open_loop_setup *setup, struct rh_error *error);

#endif
