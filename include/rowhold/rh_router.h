// SPDX-License-Identifier: Apache-2.0
/** The contract of every router of the request network (thesis, figure 4.5).
 *
 * A packet is one flit or several, the last with `tail`; the first says where it goes. Flits arrive at an input in a
 * virtual channel and wait in its buffer. A packet is given a virtual channel of its output's link, then its flits
 * leave one a clock, when nothing else passes their input or output and the buffer behind the link has a place.
 *
 * **Channels are given by an allocator beside the router** (rh_allocator.h), one packet an input and one an output a
 * clock. `request`, `ready`, `destination`, `bank` and `row` go to it, its `grant` comes back in the same clock. So its
 * hold rule acts on packets, not on flits, and any allocator will do. With `stays`, an input asks for one packet, of
 * its virtual channels that may ask. It *stays* with the output that it was last granted while one of them wants that
 * and another does not, but for `stays` packets at most; then, and wherever all that ask want the same, it is the next
 * in turn. Packets that stay do not move the turn, so while an input is granted packets a channel that may ask is
 * passed over by at most (stays + 1) vcs - 1 of them: `stays` before each of vcs turns, and vcs - 1 turns of others.
 * With `stays` 0 an input asks for the outputs of all its channels that may ask; of those that want the one that is
 * granted the next in turn gets it, and the turn moves when the packet that has it is granted. `destination`, `bank`
 * and `row` are those of the packet in turn.
 *
 * **Who may ask.** The packet at the front of a virtual channel's buffer, once; and, while the tail of a packet stands
 * there, the packet behind it, if it wants the same channel: so a stream of packets leaves without a pause, and the
 * allocator sees each of them while the one before is still there. A channel can be given while it is free, or while
 * the tail of the packet that has it stands at the front of its buffer; who gets it then waits for that tail (one may
 * wait). A packet that waits there waits for that tail alone, so such waits form no ring.
 *
 * **With `speculative`** the first flit of a packet leaves in the clock in which the packet is given a free channel
 * that has a credit, if no flit leaves its input or for its output in its turn: a clock sooner. What is granted is a
 * match of inputs and outputs already, so that these flits need no choice of their own (Peh and Dally, HPCA 2001, have
 * switch allocation on speculation beside that of channels). Turns are those of the flits that are chosen; these move
 * none.
 *
 * **Which channel.** `route` names the output for each destination. Of two classes, packets to an output that `crosses`
 * take the upper half of the channels, and so do those that arrived in it and stay in their dimension (`second_inputs`,
 * `second_outputs`); others take the lower. In its half a packet takes the channel (destination modulo channels) with
 * `static_vcs`, else the first that is free, else the first that can be given.
 *
 * **Credits.** For each virtual channel behind an output the router counts `depth` places; `credit` says that one was
 * freed. `back` says so to who sends: it holds depth credits at reset.
 *
 * In a clock without `enable` nothing moves: all registers and links stay, arriving flits are ignored, and no packet
 * asks.
 *
 * Promises (each has a proof in tb/formal or a unit test):
 *  - flits leave in the order of their input's virtual channel, each once, and none is lost;
 *  - in a virtual channel of a link the flits of a packet are not mixed with others;
 *  - no flit leaves without a credit: credits, places taken behind the link and flits on their way make `depth`.
 *
 * The driver of a router must send no flit without a credit and must send the flits of a packet one behind the other in
 * a virtual channel. It must name destinations below `destinations`, whose route is an output, and grant only requested
 * and ready pairs, at most one in each row and column. */
#ifndef RH_ROUTER_H
#define RH_ROUTER_H

#include "rowhold/rh_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_ROUTER_LEAST_depth, RH_ROUTER_MOST_depth, ...: the range of each parameter. */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_ROUTER_LEAST_##name = (least), RH_ROUTER_MOST_##name = (greatest),
#include "tables/router_params.def"
};

/** Parameters; SystemVerilog has them in capitals. */
struct rh_router_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/router_params.def"
};

/** Configuration registers: they do not change between resets. */
struct rh_router_config {
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/router_config.def"
};

/** Does a packet that came in by `input`, in the upper of two classes or not, leave by `output` in the upper one? */
static inline bool rh_router_is_upper(const struct rh_router_config *config, unsigned input, bool upper,
                                      unsigned output) {
    bool turns = ((config->second_inputs >> input ^ config->second_outputs >> output) & 1) != 0;
    return (upper && !turns) || (config->crosses >> output & 1) != 0;
}

/** Ports with one element an output or a destination are arrays for the greatest parameters. */
typedef uint8_t rh_outputs_u8[RH_ROUTER_MOST_outputs];
typedef uint32_t rh_outputs_u32[RH_ROUTER_MOST_outputs];
typedef uint8_t rh_destinations_u8[RH_ROUTER_MOST_destinations];

/** Inputs of one clock; elements beyond the parameters are not looked at. */
struct rh_router_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/router_ports.def"
};

/** Outputs of one clock. */
struct rh_router_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/router_ports.def"
};

extern const struct rh_kind rh_router_kind;

/** Every parameter in its range and fitting the others, else an error that names it. */
bool rh_router_check(const struct rh_router_params *params, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
