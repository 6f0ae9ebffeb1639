// SPDX-License-Identifier: Apache-2.0
/** rh_request_network and rh_request_system as blocks of the kinds `network` and `system`: their structs, of the tables
 * network_*.def and system_*.def. A plug-in needs no more. */
#ifndef RH_TOP_PORTS_H
#define RH_TOP_PORTS_H

#include "rowhold/rh_timing.h"
#include "rowhold/rh_topology.h"

typedef uint8_t rh_nodes_u8[RH_TOPOLOGY_MOST_NODES];
typedef uint16_t rh_nodes_u16[RH_TOPOLOGY_MOST_NODES];
typedef uint32_t rh_nodes_u32[RH_TOPOLOGY_MOST_NODES];

struct rh_network_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/network_params.def"
    uint16_t sources, sinks;           /**< which follow from them */
    uint16_t routers, inputs, outputs; /**< not known to a plug-in */
};
struct rh_network_config {
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/network_config.def"
};
struct rh_network_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/network_ports.def"
};
struct rh_network_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/network_ports.def"
};

/** What a plug-in has to know besides the module's parameters. */
static inline void rh_network_derive(struct rh_network_params *p) {
    p->sources = p->replies ? p->controllers : p->cores;
    p->sinks = p->replies ? p->cores : p->controllers;
}

struct rh_system_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/system_params.def"
    uint16_t tag_bits;                                                              /**< which follow from them */
    uint16_t routers, request_inputs, request_outputs, reply_inputs, reply_outputs; /**< not known to a plug-in */
};
struct rh_system_config {
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/system_config.def"
    struct rh_constraints constraints; /**< of the controllers */
};
struct rh_system_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/system_ports.def"
};
struct rh_system_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/system_ports.def"
#define RH_OUT(name, type, count, width, enumeration, meaning) type name[RH_TOPOLOGY_MOST_NODES];
#include "tables/controller_ports.def"
};

/** What a plug-in has to know besides the module's parameters. */
static inline void rh_system_derive(struct rh_system_params *p) {
    p->tag_bits = (uint16_t)(9 + rh_log2_up(p->cores));
}

#endif
