// SPDX-License-Identifier: Apache-2.0
/** A request network as blocks of a machine: injectors, routers with an allocator each, ejectors, joined as a topology
 * says (rh_topology.h).
 *
 * Its parts are `<name>_in<k>` of source k, `<name>_out<k>` of sink k, `<name>_router<r>` and `<name>_channels<r>`, the
 * allocator that gives that router's channels. Messages go in at the injectors and come out at the ejectors: those
 * inputs are whoever's the network is part of, by wires or by rh_machine_in.
 */
#ifndef RH_NETWORK_H
#define RH_NETWORK_H

#include "rowhold/rh_assembly.h"
#include "rowhold/rh_ejector.h"
#include "rowhold/rh_injector.h"
#include "rowhold/rh_topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The setup of a network. A member that is 0 or NULL has its default: the default allocator, and the number that each
 * comment names. */
struct rh_network_setup {
    struct rh_topology topology;
    const struct rh_block_ops *allocator; /**< NULL: RH_DEFAULT_ALLOCATOR */
    uint8_t vcs;                          /**< virtual channels of a link; 0: as many as the topology needs */
    bool static_vcs;                      /**< a packet's channel follows from its destination */
    bool speculative;                     /**< a packet may leave a router with its grant */
    uint8_t depth;                        /**< flits of a channel's buffer; 0: 8 */
    uint8_t queue;                        /**< messages that wait at a source; 0: 8 */
    uint8_t most_flits;                   /**< of a packet; 0: 5 */
    uint8_t banks, row_bits;              /**< of a message; 0: 1 */
    uint8_t payload_bits;                 /**< of a message; 0: 32 */
    uint8_t iterations, hash_bits;        /**< of the allocators; 0: 1, 4 */
    uint8_t hold, hold_limit;             /**< their rule (enum rh_hold_rule) and its limit */
    bool stays_given;                     /**< else the hold rule says it: */
    uint8_t stays;                        /**< of the routers (rh_router.h) */
    uint8_t row_affine;        /**< of the ejectors: tails that may go before the one in turn (rh_ejector.h) */
    uint8_t outstanding_limit; /**< outstanding messages of a source; 0: any number */
};

/** The parameters of the network's blocks; all blocks of a kind have the same. */
struct rh_network_blocks {
    struct rh_injector_params injector;
    struct rh_router_params router;
    struct rh_allocator_params channels;
    struct rh_ejector_params ejector;
};
/** Can the hold rule and `stays` go together? */
bool rh_network_check(const struct rh_network_setup *setup, struct rh_error *error);
void rh_network_blocks_of(const struct rh_network_setup *setup, struct rh_network_blocks *params);

/** The network's parts, by their places in the assembly. */
struct rh_network {
    unsigned injector[RH_TOPOLOGY_MOST_NODES], ejector[RH_TOPOLOGY_MOST_NODES];
    unsigned router[RH_TOPOLOGY_MOST_NODES], channels[RH_TOPOLOGY_MOST_NODES];
    struct rh_topology topology;
};

/** Adds the network's blocks and the wires between them. `name` is short and unique in the assembly. rh_assembly_build
 * reports parameters that do not fit. */
void rh_network_add(struct rh_assembly *assembly, const struct rh_network_setup *setup, const char *name,
                    struct rh_network *network);
/** Sets the routing inputs of its routers, which do not change afterwards. Called once, after rh_assembly_build. */
void rh_network_route(const struct rh_network *network, struct rh_machine *machine);
/** Says whether the next clock is one of the network's. */
void rh_network_enable(const struct rh_network *network, struct rh_machine *machine, bool enable);

#ifdef __cplusplus
}
#endif

#endif
