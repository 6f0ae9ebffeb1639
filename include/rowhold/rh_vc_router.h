// SPDX-License-Identifier: Apache-2.0
/** `vc_router` in two halves, for code that joins routers in C: a look at the state, and a move.
 *
 * A clock of one router is a look, the grants of an allocator (rh_allocator.h), and a move. A look reads its own router
 * alone, so all routers of a network look first, then all move. `cycle` of the variant does both in a row, with the
 * grants of its input.
 */
#ifndef RH_VC_ROUTER_H
#define RH_VC_ROUTER_H

#include "rowhold/rh_router.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RH_VC_ROUTER_VCS_IN = RH_ROUTER_MOST_inputs * RH_ROUTER_MOST_vcs,
    RH_VC_ROUTER_VCS_OUT = RH_ROUTER_MOST_outputs * RH_ROUTER_MOST_vcs,
    RH_VC_ROUTER_SLOTS = RH_VC_ROUTER_VCS_IN * RH_ROUTER_MOST_depth
};

/** The registers. Virtual channel v of input i is channel c = i * vcs + v; place k of its buffer is c * depth + k. */
struct rh_vc_router {
    uint8_t tail[RH_VC_ROUTER_SLOTS], to[RH_VC_ROUTER_SLOTS], bank[RH_VC_ROUTER_SLOTS];
    uint32_t row[RH_VC_ROUTER_SLOTS], payload[RH_VC_ROUTER_SLOTS];
    uint8_t first[RH_VC_ROUTER_VCS_IN], count[RH_VC_ROUTER_VCS_IN]; /**< of a buffer, its flits */
    uint64_t output[RH_VC_ROUTER_VCS_IN];  /**< that the packet at the front was given, as a set, */
    uint8_t out_vc[RH_VC_ROUTER_VCS_IN];   /**< and its virtual channel there */
    uint64_t asked[RH_VC_ROUTER_VCS_IN];   /**< the output that the packet which may ask wants, as a set; none may: 0 */
    uint8_t ends[RH_ROUTER_MOST_inputs];   /**< sets: a tail is at the front, */
    uint8_t active[RH_ROUTER_MOST_inputs]; /**< the packet there was given a channel, */
    uint8_t turn[RH_ROUTER_MOST_inputs];   /**< it is this packet's turn there, */
    uint8_t next[RH_ROUTER_MOST_inputs];   /**< the packet behind it has the same one */
    uint8_t last[RH_ROUTER_MOST_inputs];   /**< output that the input was last granted */
    uint8_t ask_vc[RH_ROUTER_MOST_inputs]; /**< whose turn it is to ask */
    uint8_t stayed[RH_ROUTER_MOST_inputs]; /**< packets that stayed since the last turn */
    uint8_t send_vc[RH_ROUTER_MOST_inputs]; /**< whose turn it is to send */
    uint8_t taken[RH_ROUTER_MOST_outputs];  /**< sets: a packet has the channel, */
    uint8_t heir[RH_ROUTER_MOST_outputs];   /**< one waits for that packet's tail */
    uint8_t credits[RH_VC_ROUTER_VCS_OUT];
    uint8_t send_input[RH_ROUTER_MOST_outputs];
    uint64_t leave_valid, leave_tail, back_valid; /**< registers of the links: outputs, outputs, inputs */
    uint8_t leave_vc[RH_ROUTER_MOST_outputs], leave_destination[RH_ROUTER_MOST_outputs];
    uint8_t leave_bank[RH_ROUTER_MOST_outputs];
    uint32_t leave_row[RH_ROUTER_MOST_outputs], leave_payload[RH_ROUTER_MOST_outputs];
    uint8_t back_vc[RH_ROUTER_MOST_inputs];
};

/** Values that follow from the registers. They are kept beside them from clock to clock and are all 0 after reset. */
struct rh_vc_router_fronts {
    uint8_t filled[RH_ROUTER_MOST_inputs]; /**< sets, of an input's virtual channels: flits are there */
    uint64_t busy;                         /**< inputs with flits */
};

/** A packet that asks for a channel, by the virtual channel of its input. */
struct rh_vc_router_ask {
    uint8_t output;
    uint8_t candidate_vcs; /**< set: it may get one of these channels */
    bool own;              /**< the one behind the packet at the front of its buffer */
    uint16_t place;        /**< of its first flit */
};

/** A router's view of a clock with `enable`, from its state before the edge. */
struct rh_vc_router_view {
    uint64_t asks;  /**< inputs with a packet that asks */
    uint64_t ready; /**< outputs with a channel to give */
    uint64_t sends; /**< inputs from which a flit leaves */
    uint64_t stays; /**< inputs that pass over channels which want another than the last output */
    uint8_t gives[RH_ROUTER_MOST_outputs];   /**< sets: these channels */
    uint8_t send[RH_ROUTER_MOST_inputs];     /**< of inputs with a flit whose turn it may be, its channel */
    uint64_t request[RH_ROUTER_MOST_inputs]; /**< sets, of an input that asks: these outputs, */
    uint8_t channels[RH_ROUTER_MOST_inputs]; /**< for these virtual channels of its own, */
    uint8_t first[RH_ROUTER_MOST_inputs];    /**< of which this is the next in turn, */
    uint8_t given[RH_ROUTER_MOST_inputs];    /**< and this one is granted its output: written by a move */
    struct rh_vc_router_ask ask[RH_VC_ROUTER_VCS_IN];
};

/** The output that the packet at the front of channel `c` was given. */
static inline unsigned rh_vc_router_output(const struct rh_vc_router *router, unsigned c) {
    return (unsigned)__builtin_ctzll(router->output[c]);
}

/** Lists the router's registers. */
rh_list_fn rh_vc_router_list;
void rh_vc_router_reset(struct rh_vc_router *router, const struct rh_router_params *params);

/** Gets the outputs of a clock. The state does not change. */
void rh_vc_router_query(const struct rh_vc_router *router, const struct rh_vc_router_fronts *fronts,
                        const struct rh_router_params *params, const struct rh_router_config *config,
                        struct rh_vc_router_view *view);
/** The set of virtual channels of `output` that a packet may get which arrived in channel `v` and goes to `to`, whether
 * they are free or not. */
unsigned rh_vc_router_candidate_vcs(const struct rh_router_params *params, const struct rh_router_config *config,
                                    unsigned input, unsigned v, unsigned to, unsigned output);
/** Moves the state over the edge of a clock with `enable`. It reads the grants, flits and credits of `in`; `view` is
 * that clock's look, and gets the channels that were granted. */
void rh_vc_router_move(struct rh_vc_router *router, struct rh_vc_router_fronts *fronts,
                       const struct rh_router_params *params, const struct rh_router_in *in,
                       struct rh_vc_router_view *view);

#ifdef __cplusplus
}
#endif

#endif
