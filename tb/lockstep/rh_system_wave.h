// SPDX-License-Identifier: Apache-2.0
/** The signals of a whole request system in a wave (rh_wave.h), of both sides, as if it were one block: `in` what cores
 * offer; the outputs of rh_request_system; of its registers the clocks' sums, requests_in_flight[k] of core k, and
 * those of both networks that rh_network_wave.h says, as requests_granted[r] and so on; requests_waiting[k]: a request
 * is on offer to controller k. The sources of the network of replies are the controllers. */
#ifndef RH_SYSTEM_WAVE_H
#define RH_SYSTEM_WAVE_H

#include "tb/lockstep/rh_network_wave.h"
#include "tb/lockstep/rh_system_pair.h"

/** Sizes. */
struct rh_system_wave_params {
    uint8_t cores, controllers, routers, request_inputs, request_outputs, reply_inputs, reply_outputs;
    uint8_t injection_queue, queue, banks, row_bits, column_bits, tag_bits;
};

enum { RH_SYSTEM_WAVE_NODES = RH_TOPOLOGY_MOST_NODES };

/** What cores offer. */
struct rh_system_wave_in {
    uint64_t core_valid, core_write; /**< sets of cores */
    uint8_t core_controller[RH_SYSTEM_WAVE_NODES], core_bank[RH_SYSTEM_WAVE_NODES];
    uint8_t core_extra[RH_SYSTEM_WAVE_NODES], core_slot[RH_SYSTEM_WAVE_NODES];
    uint16_t core_column[RH_SYSTEM_WAVE_NODES];
    uint32_t core_row[RH_SYSTEM_WAVE_NODES];
};

struct rh_system_wave_out {
    uint8_t core_tick, network_tick, memory_tick;
    uint64_t core_ready, reply_valid; /**< sets of cores */
    uint32_t reply_tag[RH_SYSTEM_WAVE_NODES];
#define RH_OUT(name, type, count, width, enumeration, meaning) type name[RH_SYSTEM_WAVE_NODES];
#include "tables/controller_ports.def"
};

struct rh_system_wave_state {
    uint32_t core_sum, network_sum, memory_sum;
    uint8_t requests_in_flight[RH_SYSTEM_WAVE_NODES];
    struct rh_network_wave_state requests, replies;
};

/** Of one side. */
struct rh_system_wave_side {
    struct rh_system_wave_out out;
    struct rh_system_wave_state state;
};

struct rh_system_wave {
    struct rh_system_wave_params params;
    struct rh_system_wave_in in;
    struct rh_system_wave_side model, rtl;
};

extern const struct rh_kind rh_system_wave_kind;
extern const struct rh_block_ops rh_system_wave_ops; /**< of lists alone */

/** A clock of the fastest, rounded down. */
unsigned rh_system_period_ps(const struct rh_loop *loop);
void rh_system_wave_params_of(const struct rh_loop *loop, struct rh_system_wave_params *params);
/** What there is before the loop's clock, behind rh_system_ports_show; then, before the RTL's edge, its controllers. */
void rh_system_wave_before(struct rh_system_wave *wave, struct rh_system_pair *pair);
void rh_system_wave_behind(struct rh_system_wave *wave, const struct rh_system_pair *pair);

#endif
