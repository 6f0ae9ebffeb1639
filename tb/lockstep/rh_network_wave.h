// SPDX-License-Identifier: Apache-2.0
/** The signals of a request network in a wave (rh_wave.h), of both sides, as if it were one block: the ports of
 * rh_request_network, and of its registers
 *
 *     queued[k]      messages that wait at source k
 *     granted[r]     outputs of router r with a virtual channel that a packet was given
 *     flits[r]       outputs of router r with a flit on their link, which goes to
 *     to[l]          this sink; l is router x outputs + output
 *     credits[r]     inputs of router r whose buffers gave a place back */
#ifndef RH_NETWORK_WAVE_H
#define RH_NETWORK_WAVE_H

#include "rowhold/rh_ejector.h"
#include "rowhold/rh_injector.h"
#include "rowhold/rh_topology.h"
#include "rowhold/rh_wave.h"
#include "tb/lockstep/rh_network_registers.h"

enum { RH_NETWORK_WAVE_NODES = RH_TOPOLOGY_MOST_NODES, RH_NETWORK_WAVE_LINKS = RH_TOPOLOGY_MOST_NODES * RH_MESH_PORTS };

/** Sizes. */
struct rh_network_wave_params {
    uint8_t sources, sinks, routers, inputs, outputs;
    uint8_t queue, banks, row_bits, payload_bits, most_flits;
};

struct rh_network_wave_in {
    uint8_t enable;
    uint64_t message_valid, done, sink_ready; /**< sets */
    uint8_t message_destination[RH_NETWORK_WAVE_NODES], message_bank[RH_NETWORK_WAVE_NODES];
    uint8_t message_flits[RH_NETWORK_WAVE_NODES];
    uint32_t message_row[RH_NETWORK_WAVE_NODES], message_payload[RH_NETWORK_WAVE_NODES];
};

struct rh_network_wave_out {
    uint64_t message_ready, sink_valid; /**< sets */
    uint8_t sink_bank[RH_NETWORK_WAVE_NODES];
    uint32_t sink_row[RH_NETWORK_WAVE_NODES], sink_payload[RH_NETWORK_WAVE_NODES];
};

struct rh_network_wave_state {
    uint8_t queued[RH_NETWORK_WAVE_NODES];
    uint8_t waiting[RH_NETWORK_WAVE_NODES]; /**< a message is on offer at this sink */
    uint64_t granted[RH_NETWORK_WAVE_NODES], flits[RH_NETWORK_WAVE_NODES], credits[RH_NETWORK_WAVE_NODES];
    uint8_t to[RH_NETWORK_WAVE_LINKS];
};

extern const struct rh_kind rh_network_wave_kind;
extern const struct rh_block_ops rh_network_wave_ops; /**< of lists alone */

/** What the ports say of a source, of a sink. */
void rh_network_wave_source(struct rh_network_wave_in *in, unsigned source, const struct rh_injector_in *from);
void rh_network_wave_sink(struct rh_network_wave_out *out, unsigned sink, const struct rh_ejector_out *from);
/** A network's registers, of one side, from the place of its first injector on: injectors, routers with their
 * allocators, ejectors. Returns the place behind them. */
unsigned rh_network_wave_put(struct rh_network_wave_state *state, const struct rh_network_registers *registers,
                             const struct rh_topology *topology, unsigned place, bool rtl);
/** Links with a flit, for a live function of `to`. */
void rh_network_wave_live(const struct rh_network_wave_state *state, unsigned routers, unsigned outputs,
                          uint64_t *mask);

#endif
