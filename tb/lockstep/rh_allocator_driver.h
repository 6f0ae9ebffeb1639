// SPDX-License-Identifier: Apache-2.0
/** Stimulus of an allocator: inputs with packets at their heads, outputs that are ready in bursts.
 *
 * A request stays until it is granted. Then its stream goes on (the same output and bank, mostly the same row), or the
 * input takes another packet, at once or after a pause. Traffic changes every few dozen clocks: how many outputs an
 * input asks for, how long streams, pauses and bursts of readiness are, which rows differ (in one bit, in bits that the
 * hash folds away, all), whether one output is wanted by all. Some spells are long and endless, so that a hold limit of
 * 255 is reached; in some all requests are drawn anew every clock, for nothing forbids it.
 */
#ifndef RH_ALLOCATOR_DRIVER_H
#define RH_ALLOCATOR_DRIVER_H

#include "rowhold/rh_allocator.h"

/** A spell of traffic. */
struct rh_allocator_spell {
    uint32_t left;        /**< clocks */
    bool redrawn;         /**< every request anew in every clock */
    bool mapped;          /**< a destination is behind one output */
    uint8_t density;      /**< outputs that a packet asks for, of 64; 0: one */
    uint8_t rows;         /**< how rows differ */
    uint8_t hot;          /**< the output that all want; beyond the outputs: none */
    uint16_t stream;      /**< packets of a stream, at most */
    uint16_t pause;       /**< clocks between packets of an input, at most */
    uint16_t open, shut;  /**< bursts of readiness and of none, at most so many clocks; shut 0: always ready */
    uint32_t row, output; /**< that they are drawn around */
};

struct rh_allocator_driver {
    const struct rh_allocator_params *params;
    uint64_t random;
    bool draining; /**< nothing new is asked for */
    struct rh_allocator_spell spell;
    struct rh_allocator_in in;
    uint16_t pause[RH_MOST_inputs];                   /**< clocks until the input takes another packet */
    uint16_t stream[RH_MOST_inputs];                  /**< packets of its stream that are left */
    uint16_t turn[RH_MOST_outputs];                   /**< clocks until readiness changes */
    uint64_t packets, streamed;                       /**< taken by inputs; of them, packets of a going stream */
    uint32_t longest_block, blocked[RH_MOST_outputs]; /**< clocks in a row without ready */
};

/** `params` must live as long as the driver. */
void rh_allocator_driver_start(struct rh_allocator_driver *driver, const struct rh_allocator_params *params,
                               uint64_t seed);
/** The inputs of the next clock. */
const struct rh_allocator_in *rh_allocator_driver_clock(struct rh_allocator_driver *driver);
/** What was granted in that clock. */
void rh_allocator_driver_granted(struct rh_allocator_driver *driver, const struct rh_allocator_out *out);
/** From now on nothing new is asked for and every output is ready: what is left can be granted. */
void rh_allocator_driver_drain(struct rh_allocator_driver *driver);
/** Requests that wait. */
unsigned rh_allocator_driver_waiting(const struct rh_allocator_driver *driver);

#endif
