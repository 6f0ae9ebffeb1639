// SPDX-License-Identifier: Apache-2.0
/** rh_request_system as one block, to waves and the lockstep. Of its registers a wave shows the clocks' sums,
 * requests_in_flight[k] of core k, and those of both networks that rh_request_network.h says, as requests_granted[r]
 * and so on; requests_waiting[k]: a request is on offer to controller k. The sources of the network of replies are the
 * controllers.
 *
 * Its model is a closed loop (rh_closed_loop.h). Whoever clocks the loop calls, in each clock,
 *
 *     rh_request_system_query         before it: what the loop shows at its cores
 *     rh_request_system_offer        what its streams offer there
 *     rh_whole_before, the loop's clock
 *     rh_request_system_controllers  what the loop's controllers showed
 *     rh_whole_behind
 */
#ifndef RH_REQUEST_SYSTEM_H
#define RH_REQUEST_SYSTEM_H

#include "cmodel/system/rh_loop_state.h"
#include "tb/lockstep/rh_request_network.h"

/** Of one side. */
struct rh_system_signals {
    uint32_t core_sum, network_sum, memory_sum;
    rh_nodes_u8 requests_in_flight;
    struct rh_network_signals requests, replies;
};

extern const struct rh_whole_top rh_system_top; /**< its user is a struct rh_system_blocks */

/** A clock of the fastest in waves, rounded down. */
unsigned rh_request_system_period_ps(const struct rh_loop *loop);
/** The module's parameters for this loop, and its configuration. False with an error: what no RTL has. */
bool rh_request_system_params_of(const struct rh_loop *loop, struct rh_system_params *params, struct rh_error *error);
void rh_request_system_config_of(const struct rh_loop *loop, struct rh_system_config *config);
/** The controllers' geometry. */
struct rh_geometry rh_request_system_geometry(const struct rh_system_params *params);

void rh_request_system_query(const struct rh_loop *loop, struct rh_system_out *out);
void rh_request_system_offer(const struct rh_loop *loop, const struct rh_system_out *out, struct rh_system_in *in);
void rh_request_system_controllers(const struct rh_loop *loop, struct rh_system_out *out);
void rh_request_system_put_controller(struct rh_system_out *out, unsigned k, const struct rh_controller_out *from);

/** A loop beside its RTL. */
struct rh_system_blocks {
    const struct rh_loop *loop;
    /** Of RTL in parts (rh_request_parts.h), set before rh_request_system_begin: the controllers' registers before the
     * edge. NULL: one module. */
    const void *const *controller_states;
    struct rh_loop_clocks clocks; /**< of RTL in parts: before the edge */
    struct rh_system_params params;
    struct rh_block clock, network[2][4], controller; /* of requests, of replies: injector to ejector */
};

/** The RTL of a loop, as rh_whole_load loads it. */
bool rh_request_system_load(struct rh_whole *whole, const struct rh_loop *loop, const char *file, bool quiet,
                            uint64_t seed, struct rh_error *error);
/** `loop` and the RTL that was loaded in lockstep; the loop and `blocks` stay where they are until the next. False with
 * an error: no memory, other parameters. */
bool rh_request_system_begin(struct rh_whole *whole, struct rh_system_blocks *blocks, const struct rh_loop *loop,
                             struct rh_error *error);
/** Both sides' first clock: of the RTL one of reset, with inputs that are random numbers, for reset must win. */
bool rh_request_system_reset(struct rh_whole *whole, uint64_t *random, struct rh_error *error);

#endif
