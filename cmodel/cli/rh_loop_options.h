// SPDX-License-Identifier: Apache-2.0
/** The options of a run in closed loop: cores and a request network in front of the controllers (rh_closed_loop.h). */
#ifndef RH_LOOP_OPTIONS_H
#define RH_LOOP_OPTIONS_H

#include "cmodel/cli/rh_option.h"
#include "rowhold/rh_closed_loop.h"

struct rh_loop_options {
    const char *network;   /**< --network NAME; NULL: no network, requests come by themselves */
    const char *allocator; /**< --allocator NAME; NULL: RH_USUAL_ALLOCATOR */
    const char *hold;      /**< --hold NAME; NULL: none */
    const char *load;      /**< --load NAME; NULL: saturated */
    unsigned hold_limit, iterations, hash_bits, vcs, depth, stay, injection_queue, flight, flit_bytes, core_count,
        columns, cta_warps, core_mhz, network_mhz;
    bool static_vcs;
};
enum { RH_LOOP_OPTIONS_ROWS = 19 };
/** Of struct rh_options, which has them as its member `loop`. */
extern const struct rh_option rh_loop_options_rows[RH_LOOP_OPTIONS_ROWS];

/** Does the load keep the gaps of the stream? */
bool rh_loop_options_paced(const struct rh_loop_options *options);
/** The cores that the network has room for, beside so many controllers. */
unsigned rh_loop_options_most_cores(const struct rh_loop_options *options, unsigned channels);
/** Fill in what they say of the loop; with --network. The rest of `setup` is the caller's. */
bool rh_loop_options_resolve(const struct rh_loop_options *options, struct rh_loop_setup *setup,
                             struct rh_error *error);
/** Without --network: none of the others was given. */
struct rh_options;
bool rh_loop_options_absent(const struct rh_options *options, struct rh_error *error);

#endif
