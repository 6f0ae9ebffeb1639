// SPDX-License-Identifier: Apache-2.0
// scripts/lib/request_system compiles it together with the generated code and, as RH_P_*, the parameters: a plug-in
// (RH_P_PLUGIN), or the program of the random lockstep.
#include "tb/lockstep/rh_system_rtl.h"
#include "rh_rtl_top.h"
#include "tb/lockstep/rh_system_lockstep.h"

namespace {

using namespace rh_rtl_bits;
using namespace rh_rtl_top;

constexpr rh_system_params params = {
#define RH_SYSTEM_PARAM(member, parameter) RH_P_##parameter,
    RH_SYSTEM_PARAMS
#undef RH_SYSTEM_PARAM
};

constexpr unsigned bank_bits = log2_up(params.banks), controller_bits = log2_up(params.controllers), slot_bits = 6,
                   tag_bits = 3 + log2_up(params.cores) + slot_bits;

/* As the controllers' port table names parameters. */
constexpr struct {
    unsigned queue, banks, row_bits, column_bits, tag_bits;
} geometry = {params.queue, params.banks, params.row_bits, params.column_bits, tag_bits};
constexpr const auto *p = &geometry;

void configure(void *rtl, const struct rh_system_config *config) {
    Vrh_rtl &top = top_of(rtl);
    unsigned at = 0;
    top.core_rate_i = config->core_rate;
    top.network_rate_i = config->network_rate;
    top.memory_rate_i = config->memory_rate;
    top.hold_limit_i = config->hold_limit;
    top.outstanding_limit_i = config->outstanding_limit;
#define RH_GAP(name, gap, blamed, meaning)                                                                             \
    set_bits(top.gaps_i, at, params.timer_bits, config->gaps.name);                                                    \
    at += params.timer_bits;
#define RH_SETTING(name, bits, value, meaning) top.name##_i = config->gaps.name;
#include "tables/controller_config.def"
}

void offer(void *rtl, unsigned core, const struct rh_system_offer *offer) {
    Vrh_rtl &top = top_of(rtl);
    set_bits(top.core_valid_i, core, 1, offer->valid);
    set_bits(top.core_controller_i, core * controller_bits, controller_bits, offer->controller);
    set_bits(top.core_bank_i, core * bank_bits, bank_bits, offer->bank);
    set_bits(top.core_row_i, core * params.row_bits, params.row_bits, offer->row);
    set_bits(top.core_column_i, core * params.column_bits, params.column_bits, offer->column);
    set_bits(top.core_write_i, core, 1, offer->write);
    set_bits(top.core_extra_i, core * 3, 3, offer->extra);
    set_bits(top.core_slot_i, core * slot_bits, slot_bits, offer->slot);
}

struct rh_loop_ticks ticks(const void *rtl) {
    const Vrh_rtl &top = top_of(rtl);
    return {top.core_tick_o != 0, top.network_tick_o != 0, top.memory_tick_o != 0};
}

bool ready(const void *rtl, unsigned core) {
    return get_bits(top_of(rtl).core_ready_o, core, 1) != 0;
}

bool reply(const void *rtl, unsigned core, uint32_t *tag) {
    const Vrh_rtl &top = top_of(rtl);
    *tag = static_cast<uint32_t>(get_bits(top.reply_tag_o, core * tag_bits, tag_bits));
    return get_bits(top.reply_valid_o, core, 1) != 0;
}

void controller_of(const void *rtl, unsigned controller, struct rh_controller_out *out) {
    const Vrh_rtl &top = top_of(rtl);
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    out->name = static_cast<type>(get_bits(top.name##_o, controller * (width), width));
#include "tables/controller_ports.def"
}

const uint32_t *observation(const void *rtl) {
    return words_of(top_of(rtl).obs_o);
}

const rh_system_api api = {
    RH_SYSTEM_ABI,
    RH_P_OBS_BITS,
    &params,
    rh_rtl_top::open,
    rh_rtl_top::close,
    configure,
    offer,
    rh_rtl_top::reset,
    rh_rtl_top::settle,
    rh_rtl_top::edge,
    ticks,
    ready,
    reply,
    controller_of,
    observation,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const rh_system_api *rh_system_plugin(void) {
    return &api;
}

#ifndef RH_P_PLUGIN
int main(int argc, char **argv) {
    return rh_system_lockstep(rh_system_plugin(), argc, argv);
}
#endif
