// SPDX-License-Identifier: Apache-2.0
/** A Verilated rh_request_system: what a plug-in exports as `rh_system_plugin` (rh_system_load.h loads it), and what
 * the program of the random lockstep (rh_system_lockstep.h) has in it. */
#ifndef RH_SYSTEM_RTL_H
#define RH_SYSTEM_RTL_H

#include "rowhold/rh_closed_loop.h"

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
    uint32_t core_rate, network_rate, memory_rate;
    uint8_t hold_limit, outstanding_limit;
    struct rh_gaps gaps;
};

/** What a core offers. */
struct rh_system_offer {
    bool valid;
    uint8_t controller, bank, write, extra, slot;
    uint16_t column;
    uint32_t row;
};

/** Grows with every change of struct rh_system_api, rh_system_params, rh_system_config or rh_system_offer. */
enum { RH_SYSTEM_ABI = 2 };

/** What a Verilated rh_request_system can do. `rtl` is an instance. */
struct rh_system_api {
    uint32_t abi;                          /**< RH_SYSTEM_ABI of its build */
    uint32_t bits;                         /**< of the observation */
    const struct rh_system_params *params; /**< it was elaborated with */
    /** A new instance, its registers at random; NULL without memory. */
    void *(*open)(uint64_t seed);
    void (*close)(void *rtl); /**< NULL is harmless */
    /** Its inputs, for the next clocks. */
    void (*configure)(void *rtl, const struct rh_system_config *config);
    void (*offer)(void *rtl, unsigned core, const struct rh_system_offer *offer);
    /** One clock of reset. */
    void (*reset)(void *rtl);
    /** The first half of a clock: its outputs are there; the second: its edge. */
    void (*settle)(void *rtl);
    void (*edge)(void *rtl);
    /** The outputs; the registers, as words of 32 bits. */
    struct rh_loop_ticks (*ticks)(const void *rtl);
    bool (*ready)(const void *rtl, unsigned core);
    bool (*reply)(const void *rtl, unsigned core, uint32_t *tag);
    void (*controller)(const void *rtl, unsigned controller, struct rh_controller_out *out);
    const uint32_t *(*observation)(const void *rtl);
};
typedef const struct rh_system_api *rh_system_plugin_fn(void);

#ifdef __cplusplus
}
#endif

#endif
