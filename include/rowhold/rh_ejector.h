// SPDX-License-Identifier: Apache-2.0
/** The contract of every ejector of the request network: where packets leave it, flits become messages again.
 *
 * Flits arrive as at an input of a router (rh_router.h), each in a virtual channel, and wait in that channel's buffer,
 * which has `depth` places. Of a packet the first flit says what the message is: its bank, its row, its payload. The
 * others say nothing, but that the message is whole when the last, with `tail`, is there.
 *
 * **Network side.** It moves in a clock with `enable` and no other: what arrives in another clock is not looked at,
 * buffers and `back` stay. In a clock with `enable` at most one flit is taken from the buffers, one that was there
 * before that clock. A flit that is no tail can always be taken. A tail can be taken if no message waits, or the one
 * that waits is taken in the same clock; then the message of its packet waits, from the next clock on. Tails have a
 * turn of their own, which moves only when a tail is taken, and so have the other flits: of those that can be taken,
 * the next behind the channel that a tail, or another flit, was last taken from. Where both a tail and another flit can
 * be taken, it is the kind that was not taken last. With `row_affine` tails whose message has the row of the last
 * message to its bank go before the others, so that streams of different rows come one behind the other; `row_affine`
 * times in a row at most, in which the tails' turn does not move, when that passes the one in turn over. In the next
 * clock of the network `back` says whose place was freed: who sends holds depth credits at reset for each virtual
 * channel.
 *
 * **Messages.** One that waits is taken in a clock with message_valid and message_ready, also without `enable`.
 *
 * Promises (each has a proof in tb/formal):
 *  - each packet becomes one message, that of its first flit; those of a virtual channel come in the order of their
 *    packets;
 *  - a message that waits stays, and stays as it is, until it is taken;
 *  - one credit goes back for each flit, and no buffer runs over while who sends keeps to its credits;
 *  - while a message waits, flits that are no tail go on;
 *  - the flit at the front of a virtual channel is passed over at most 2 vcs (stay + 1) - 1 times in which it could be
 *    taken, one that is no tail 2 vcs - 1 times; a tail, too, whenever the messages leave it room.
 *
 * Who drives it: sends no flit without a credit; sends the flits of a packet one behind the other in a virtual
 * channel. */
#ifndef RH_EJECTOR_H
#define RH_EJECTOR_H

#include <stdint.h>

#include "rowhold/rh_block.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_EJECTOR_LEAST_depth, RH_EJECTOR_MOST_depth, ...: the range of each parameter. */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_EJECTOR_LEAST_##name = (least), RH_EJECTOR_MOST_##name = (greatest),
#include "tables/ejector_params.def"
};

/** Parameters; SystemVerilog has them in capitals. */
struct rh_ejector_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/ejector_params.def"
};

/** It has no configuration register; C wants a member. */
struct rh_ejector_config {
    uint8_t nothing; /**< not looked at */
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/ejector_config.def"
};

/** Inputs of one clock. */
struct rh_ejector_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/ejector_ports.def"
};

/** Outputs of one clock. */
struct rh_ejector_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/ejector_ports.def"
};

extern const struct rh_kind rh_ejector_kind;

#ifdef __cplusplus
}
#endif

#endif
