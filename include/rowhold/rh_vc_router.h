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

/** A virtual channel of an input. */
struct rh_vc_router_channel {
    uint8_t input, vc;
};

/** What follows from the registers (rh_vc_router_query_fronts), kept beside them from clock to clock. */
struct rh_vc_router_fronts {
    uint64_t askers;                       /**< inputs with a packet that asks for an output, */
    uint64_t senders;                      /**< with a flit that may leave: its packet's turn, and there is a credit */
    uint8_t asking[RH_ROUTER_MOST_inputs]; /**< sets, of their virtual channels: such, where a link has several */
    uint8_t sending[RH_ROUTER_MOST_inputs];
    uint8_t gives[RH_ROUTER_MOST_outputs]; /**< sets, of an output's virtual channels: they can be given to a packet, */
    uint8_t fresh[RH_ROUTER_MOST_outputs]; /**< their only credit came since the last look */
    uint64_t freshened;                    /**< outputs with such */
    /** Of a channel of an output that is taken: whose turn it is, and who waits for it without having it, if one
     * does. */
    struct rh_vc_router_channel holder[RH_VC_ROUTER_VCS_OUT], waiter[RH_VC_ROUTER_VCS_OUT];
};

/** A router's view of a clock with `enable`, from its state before the edge. */
struct rh_vc_router_view {
    uint64_t asks; /**< inputs with a packet that asks */

    uint64_t sends;                      /**< inputs from which a flit leaves */
    uint64_t stays;                      /**< inputs that pass over channels which want another than the last output */
    uint8_t send[RH_ROUTER_MOST_inputs]; /**< of inputs from which a flit may leave, its channel */
    uint8_t channels[RH_ROUTER_MOST_inputs]; /**< sets, of an input that asks: for these virtual channels of its own, */
    uint8_t first[RH_ROUTER_MOST_inputs];    /**< of which this is the next in turn, */
    uint8_t given[RH_ROUTER_MOST_inputs];    /**< and this one is granted its output: written by a move */
    uint8_t candidate_vcs[RH_VC_ROUTER_VCS_IN]; /**< sets: the packet that asks in that channel may get one of these */
};

/** The output that the packet at the front of channel `c` was given. */
static inline unsigned rh_vc_router_output(const struct rh_vc_router *router, unsigned c) {
    return (unsigned)__builtin_ctzll(router->output[c]);
}

/** Lists the router's registers. */
rh_list_fn rh_vc_router_list;
void rh_vc_router_reset(struct rh_vc_router *router, const struct rh_router_params *params);
/** What follows from the registers. */
void rh_vc_router_query_fronts(const struct rh_vc_router *router, const struct rh_router_params *params,
                               struct rh_vc_router_fronts *fronts);

/** Gets the outputs of a clock; `request`, by input: the outputs that each input in view->asks asks for. The state does
 * not change. */
void rh_vc_router_query(const struct rh_vc_router *router, struct rh_vc_router_fronts *fronts,
                        const struct rh_router_params *params, const struct rh_router_config *config,
                        struct rh_vc_router_view *view, uint64_t *request);
/** Outputs with a channel to give. */
uint64_t rh_vc_router_ready(const struct rh_vc_router_fronts *fronts, const struct rh_router_params *params);
/** The place of the first flit of the packet for which an input asks that is in view->asks; of several the next in
 * turn. */
unsigned rh_vc_router_asking(const struct rh_vc_router *router, const struct rh_router_params *params,
                             const struct rh_vc_router_view *view, unsigned input);
/** The set of virtual channels of `output` that a packet may get which arrived in channel `v` and goes to `to`, whether
 * they are free or not. */
unsigned rh_vc_router_candidate_vcs(const struct rh_router_params *params, const struct rh_router_config *config,
                                    unsigned input, unsigned v, unsigned to, unsigned output);
/** Moves the state over the edge of a clock with `enable`, but for what arrives: that comes behind it, or between the
 * look and the move (cmodel/network/rh_vc_router_fronts.h). `grant`: the output that each input in the set `granted` is
 * given; `view` is that clock's look, and gets the channels that were granted. */
void rh_vc_router_move(struct rh_vc_router *router, struct rh_vc_router_fronts *fronts,
                       const struct rh_router_params *params, const uint8_t *route, const uint64_t *grant,
                       uint64_t granted, struct rh_vc_router_view *view);

#ifdef __cplusplus
}
#endif

#endif
