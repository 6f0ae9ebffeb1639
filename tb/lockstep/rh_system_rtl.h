// SPDX-License-Identifier: Apache-2.0
/** A Verilated rh_request_system, as the lockstep of the request system (rh_system_lockstep.c) drives it. */
#ifndef RH_SYSTEM_RTL_H
#define RH_SYSTEM_RTL_H

#include "rowhold/rh_controller.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Parameters of the module, as it was elaborated. RH_SYSTEM_PARAM(member, parameter); those of a controller have the
 * names of tables/controller_params.def. */
#define RH_SYSTEM_PARAMS                                                                                               \
    RH_SYSTEM_PARAM(topology, TOPOLOGY)                                                                                \
    RH_SYSTEM_PARAM(cores, CORES)                                                                                      \
    RH_SYSTEM_PARAM(controllers, CONTROLLERS)                                                                          \
    RH_SYSTEM_PARAM(columns, COLUMNS)                                                                                  \
    RH_SYSTEM_PARAM(allocator, ALLOCATOR)                                                                              \
    RH_SYSTEM_PARAM(vcs, VCS)                                                                                          \
    RH_SYSTEM_PARAM(static_vcs, STATIC_VCS)                                                                            \
    RH_SYSTEM_PARAM(depth, DEPTH)                                                                                      \
    RH_SYSTEM_PARAM(injection_queue, INJECTION_QUEUE)                                                                  \
    RH_SYSTEM_PARAM(iterations, ITERATIONS)                                                                            \
    RH_SYSTEM_PARAM(hash_bits, HASH_BITS)                                                                              \
    RH_SYSTEM_PARAM(hold, HOLD)                                                                                        \
    RH_SYSTEM_PARAM(stay, STAY)                                                                                        \
    RH_SYSTEM_PARAM(variant, VARIANT)                                                                                  \
    RH_SYSTEM_PARAM(queue, QUEUE)                                                                                      \
    RH_SYSTEM_PARAM(banks, BANKS)                                                                                      \
    RH_SYSTEM_PARAM(groups, GROUPS)                                                                                    \
    RH_SYSTEM_PARAM(buses, BUSES)                                                                                      \
    RH_SYSTEM_PARAM(row_bits, ROW_BITS)                                                                                \
    RH_SYSTEM_PARAM(column_bits, COLUMN_BITS)                                                                          \
    RH_SYSTEM_PARAM(responses, RESPONSES)                                                                              \
    RH_SYSTEM_PARAM(timer_bits, TIMER_BITS)                                                                            \
    RH_SYSTEM_PARAM(registered, REGISTERED)                                                                            \
    RH_SYSTEM_PARAM(grain_bits, GRAIN_BITS)                                                                            \
    RH_SYSTEM_PARAM(rank_bits, RANK_BITS)                                                                              \
    RH_SYSTEM_PARAM(part_bits, PART_BITS)                                                                              \
    RH_SYSTEM_PARAM(subarray_bits, SUBARRAY_BITS)                                                                      \
    RH_SYSTEM_PARAM(stacked, STACKED)                                                                                  \
    RH_SYSTEM_PARAM(command_bytes, COMMAND_BYTES)                                                                      \
    RH_SYSTEM_PARAM(flit_bytes, FLIT_BYTES)

struct rh_system_params {
#define RH_SYSTEM_PARAM(member, parameter) uint16_t member;
    RH_SYSTEM_PARAMS
#undef RH_SYSTEM_PARAM
};

/** Configuration of all blocks. */
struct rh_system_config {
    uint16_t core_rate, network_rate, memory_rate;
    uint8_t hold_limit, flight_limit;
    struct rh_gaps gaps;
};

/** What a core offers. */
struct rh_system_offer {
    bool valid;
    uint8_t controller, bank, write, extra, slot;
    uint16_t column;
    uint32_t row;
};

const struct rh_system_params *rh_system_rtl_params(void);
unsigned rh_system_rtl_bits(void); /**< of obs_o */

/** One instance, its registers at random; NULL without memory. */
void *rh_system_rtl_open(uint64_t seed);
void rh_system_rtl_close(void *rtl);

/** Its inputs, for the next clocks. */
void rh_system_rtl_configure(void *rtl, const struct rh_system_config *config);
void rh_system_rtl_offer(void *rtl, unsigned core, const struct rh_system_offer *offer);

/** One clock of reset. */
void rh_system_rtl_reset(void *rtl);
/** The first half of a clock: its outputs are there; the second: its edge. */
void rh_system_rtl_settle(void *rtl);
void rh_system_rtl_edge(void *rtl);

/** The outputs; the registers. */
bool rh_system_rtl_core_tick(const void *rtl);
bool rh_system_rtl_network_tick(const void *rtl);
bool rh_system_rtl_ready(const void *rtl, unsigned core);
bool rh_system_rtl_reply(const void *rtl, unsigned core, uint32_t *tag);
void rh_system_rtl_controller(const void *rtl, unsigned controller, struct rh_controller_out *out);
const uint32_t *rh_system_rtl_observation(const void *rtl);

#ifdef __cplusplus
}
#endif

#endif
