// SPDX-License-Identifier: Apache-2.0
/** A Verilated rh_request_network, as the lockstep of the request network (request_network.c) drives it. */
#ifndef RH_NETWORK_RTL_H
#define RH_NETWORK_RTL_H

#include "rowhold/rh_ejector.h"
#include "rowhold/rh_injector.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Parameters of the module, as it was elaborated. RH_NETWORK_PARAM(member, parameter) */
#define RH_NETWORK_PARAMS                                                                                              \
    RH_NETWORK_PARAM(topology, TOPOLOGY)                                                                               \
    RH_NETWORK_PARAM(cores, CORES)                                                                                     \
    RH_NETWORK_PARAM(controllers, CONTROLLERS)                                                                         \
    RH_NETWORK_PARAM(columns, COLUMNS)                                                                                 \
    RH_NETWORK_PARAM(replies, REPLIES)                                                                                 \
    RH_NETWORK_PARAM(allocator, ALLOCATOR)                                                                             \
    RH_NETWORK_PARAM(vcs, VCS)                                                                                         \
    RH_NETWORK_PARAM(static_vcs, STATIC_VCS)                                                                           \
    RH_NETWORK_PARAM(depth, DEPTH)                                                                                     \
    RH_NETWORK_PARAM(queue, QUEUE)                                                                                     \
    RH_NETWORK_PARAM(most_flits, MOST_FLITS)                                                                           \
    RH_NETWORK_PARAM(banks, BANKS)                                                                                     \
    RH_NETWORK_PARAM(row_bits, ROW_BITS)                                                                               \
    RH_NETWORK_PARAM(payload_bits, PAYLOAD_BITS)                                                                       \
    RH_NETWORK_PARAM(iterations, ITERATIONS)                                                                           \
    RH_NETWORK_PARAM(hash_bits, HASH_BITS)                                                                             \
    RH_NETWORK_PARAM(hold, HOLD)                                                                                       \
    RH_NETWORK_PARAM(stay, STAY)

struct rh_network_params {
#define RH_NETWORK_PARAM(member, parameter) uint8_t member;
    RH_NETWORK_PARAMS
#undef RH_NETWORK_PARAM
};

const struct rh_network_params *rh_network_rtl_params(void);
unsigned rh_network_rtl_bits(void); /**< of obs_o */

/** One instance, its registers at random; NULL without memory. */
void *rh_network_rtl_open(uint64_t seed);
void rh_network_rtl_close(void *rtl);

/** Its inputs, for the next clocks. Of a source all but the credits, of a sink message_ready count. */
void rh_network_rtl_configure(void *rtl, uint8_t hold_limit, uint8_t outstanding_limit);
void rh_network_rtl_enable(void *rtl, bool enable);
void rh_network_rtl_source(void *rtl, unsigned source, const struct rh_injector_in *in);
void rh_network_rtl_sink(void *rtl, unsigned sink, const struct rh_ejector_in *in);

/** One clock of reset. */
void rh_network_rtl_reset(void *rtl);
/** The first half of a clock: its outputs are there; the second: its edge. */
void rh_network_rtl_settle(void *rtl);
void rh_network_rtl_edge(void *rtl);

/** The outputs: message_ready of a source, the message of a sink, without back_*; the registers. */
bool rh_network_rtl_ready(const void *rtl, unsigned source);
void rh_network_rtl_message(const void *rtl, unsigned sink, struct rh_ejector_out *out);
const uint32_t *rh_network_rtl_observation(const void *rtl);

#ifdef __cplusplus
}
#endif

#endif
