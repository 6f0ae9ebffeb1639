// SPDX-License-Identifier: Apache-2.0
/** What the kind `ejector` brings to the bench: rh_ejector_bench, with this state.
 *
 * The driver sends packets of one to five flits in bursts, in all virtual channels, in few or in one to a row of its
 * own, leaves out clocks, and takes messages in bursts: so buffers fill, and a message waits while other channels go
 * on. The watcher keeps what was sent and holds the ejector to it from its ports alone: each credit is for the next
 * flit of its channel, the credit of a tail comes with the message of its packet's first flit, a message stays until it
 * is taken, a clock of the network in which a flit could be taken brings a credit, and no front is passed over more
 * often than the contract says. When nothing more is sent and all is taken, what is left must come out. */
#ifndef RH_EJECTOR_BENCH_H
#define RH_EJECTOR_BENCH_H

#include "rowhold/rh_ejector.h"
#include "tb/lockstep/rh_bench.h"

/** A spell of traffic: of 64 clocks so many. */
struct rh_ejector_spell {
    uint8_t offer, ready, enable;
    uint8_t vcs, vc; /**< virtual channels in which flits are sent, from `vc` on */
    uint8_t longest; /**< flits of a packet */
    bool apart; /**< channel `vc` has packets to one row, the others to another: with `row_affine` its tails stay */
};

/** What a message says. */
struct rh_ejector_said {
    uint8_t bank;
    uint32_t row, payload;
};

/** A virtual channel as who sends to it knows it. */
struct rh_ejector_channel {
    struct rh_ejector_said queue[RH_EJECTOR_MOST_depth]; /**< flits for which no credit came back yet */
    uint8_t tail[RH_EJECTOR_MOST_depth];
    uint8_t head, count;
    uint8_t left;                  /**< flits of its packet that are still to be sent */
    uint8_t taking;                /**< of the packet at the head a flit was taken */
    bool could;                    /**< the flit at the front could be taken in the clock before */
    uint8_t passed;                /**< times that it could be, and another was */
    struct rh_ejector_said packet; /**< the first flit of that packet */
};

struct rh_ejector_counts {
    uint64_t sent, taken, packets, messages, forgotten;
    uint64_t passed;         /**< flits that were taken while a message waited */
    uint64_t blocked, still; /**< clocks in which a message waits; clocks without enable */
    uint64_t longest;        /**< flits in the buffers at once */
    uint64_t rivals, mixed;  /**< clocks in which several tails can be taken; a tail and another flit */
    uint64_t most_passed;    /**< times that a front was passed over, at most */
};

struct rh_ejector_bench_state {
    struct rh_bench_traffic traffic;
    const struct rh_ejector_params *params;
    struct rh_ejector_spell spell;
    struct rh_ejector_in in;
    struct rh_ejector_channel channel[RH_EJECTOR_MOST_vcs];
    unsigned inside;                /**< flits */
    bool fresh;                     /**< the clock before was one of the network */
    bool could;                     /**< and a flit could be taken in it */
    bool waits;                     /**< a message that was not taken */
    struct rh_ejector_said message; /**< that one */
    struct rh_ejector_counts counts;
};

#endif
