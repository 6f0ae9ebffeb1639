// SPDX-License-Identifier: Apache-2.0
/** The contract of every injector. An injector stands between a source of messages and one input of a router
 * (rh_router.h) of the request network.
 *
 * A message says where it goes (destination, bank, row), what it carries and how many flits that takes. It goes in with
 * valid and ready, waits in a queue, and leaves as a packet: `message_flits` flits, the last with `tail`, each with the
 * message's destination, bank, row and payload.
 *
 * **Messages** are taken in any clock in which `message_ready` is set, which no input of the clock changes: the queue
 * has a place, and fewer than `outstanding_limit` messages are outstanding. A message is outstanding from the clock in
 * which it is taken until `done` says that one is done. With a limit of 0 nothing is counted.
 *
 * **Flits** leave in a clock with `enable`, of the message at the front of the queue, one a clock, into a register that
 * the link shows in the clock after. They leave in one virtual channel, if that has a credit; else the link stays
 * empty. The first takes, with `static_vcs`, channel (destination modulo channels), else the first that is empty behind
 * the link (it has all its credits), so that packets do not stand behind one another while a channel is free; else the
 * first that has a credit. Of two classes it is one of the lower half, where every packet begins. With the tail the
 * message leaves the queue, and the next may begin a clock later: a stream of flits has no pause.
 *
 * **Credits.** For each virtual channel `depth` places behind the link are counted; a flit takes one, `credit` says
 * that one was freed.
 *
 * In a clock without `enable` the link, the credits and the packet under way stay, and no credit is looked at.
 *
 * Promises (each has a proof in tb/formal or a unit test):
 *  - each message leaves once, in order, as its number of flits, with the tail on the last alone;
 *  - the flits of a packet leave one behind the other, in one virtual channel;
 *  - no flit leaves without a credit: credits, places taken behind the link and the flit on it make `depth`;
 *  - never more than `outstanding_limit` messages are outstanding.
 *
 * The driver of an injector must name destinations below `destinations` and 1 to `most_flits` flits. It may say `done`
 * only while a message is outstanding, and must give one credit back for each flit that the link showed in a clock with
 * `enable`. */
#ifndef RH_INJECTOR_H
#define RH_INJECTOR_H

#include <stdint.h>

#include "rowhold/rh_block.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_INJECTOR_LEAST_depth, RH_INJECTOR_MOST_depth, ...: the range of each parameter. */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_INJECTOR_LEAST_##name = (least), RH_INJECTOR_MOST_##name = (greatest),
#include "tables/injector_params.def"
};

/** Parameters; SystemVerilog has them in capitals. */
struct rh_injector_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/injector_params.def"
};

/** Configuration registers: they do not change between resets. */
struct rh_injector_config {
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/injector_config.def"
};

/** Inputs of one clock. */
struct rh_injector_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/injector_ports.def"
};

/** Outputs of one clock. */
struct rh_injector_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/injector_ports.def"
};

extern const struct rh_kind rh_injector_kind;

/** Every parameter in its range and fitting the others, else an error that names it. */
bool rh_injector_check(const struct rh_injector_params *params, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
