// SPDX-License-Identifier: Apache-2.0
// scripts/lib/request_network compiles it together with the generated code and, as RH_P_*, the parameters.
#include "tb/lockstep/rh_network_rtl.h"
#include "rh_rtl_top.h"
#include "tb/lockstep/rh_network_lockstep.h"

namespace {

using namespace rh_rtl_bits;
using namespace rh_rtl_top;

constexpr rh_network_params params = {
#define RH_NETWORK_PARAM(member, parameter) RH_P_##parameter,
    RH_NETWORK_PARAMS
#undef RH_NETWORK_PARAM
};

constexpr unsigned sinks = params.replies ? params.cores : params.controllers;
constexpr unsigned bank_bits = log2_up(params.banks), destination_bits = log2_up(sinks),
                   flits_bits = log2_up(params.most_flits + 1U);

} // namespace

const rh_network_params *rh_network_rtl_params(void) {
    return &params;
}

unsigned rh_network_rtl_bits(void) {
    return RH_P_OBS_BITS;
}

void *rh_network_rtl_open(uint64_t seed) {
    return open(seed);
}

void rh_network_rtl_close(void *rtl) {
    close(rtl);
}

void rh_network_rtl_configure(void *rtl, uint8_t hold_limit, uint8_t outstanding_limit) {
    top_of(rtl).hold_limit_i = hold_limit;
    top_of(rtl).outstanding_limit_i = outstanding_limit;
}

void rh_network_rtl_enable(void *rtl, bool enable) {
    top_of(rtl).enable_i = enable;
}

void rh_network_rtl_source(void *rtl, unsigned source, const struct rh_injector_in *in) {
    Vrh_rtl &top = top_of(rtl);
    set_bits(top.message_valid_i, source, 1, in->message_valid);
    set_bits(top.message_destination_i, source * destination_bits, destination_bits, in->message_destination);
    set_bits(top.message_bank_i, source * bank_bits, bank_bits, in->message_bank);
    set_bits(top.message_row_i, source * params.row_bits, params.row_bits, in->message_row);
    set_bits(top.message_payload_i, source * params.payload_bits, params.payload_bits, in->message_payload);
    set_bits(top.message_flits_i, source * flits_bits, flits_bits, in->message_flits);
    set_bits(top.done_i, source, 1, in->done);
}

void rh_network_rtl_sink(void *rtl, unsigned sink, const struct rh_ejector_in *in) {
    set_bits(top_of(rtl).sink_ready_i, sink, 1, in->message_ready);
}

void rh_network_rtl_reset(void *rtl) {
    reset(rtl);
}

void rh_network_rtl_settle(void *rtl) {
    settle(rtl);
}

void rh_network_rtl_edge(void *rtl) {
    edge(rtl);
}

bool rh_network_rtl_ready(const void *rtl, unsigned source) {
    return get_bits(top_of(rtl).message_ready_o, source, 1) != 0;
}

void rh_network_rtl_message(const void *rtl, unsigned sink, struct rh_ejector_out *out) {
    const Vrh_rtl &top = top_of(rtl);
    out->message_valid = static_cast<uint8_t>(get_bits(top.sink_valid_o, sink, 1));
    out->message_bank = static_cast<uint8_t>(get_bits(top.sink_bank_o, sink * bank_bits, bank_bits));
    out->message_row = static_cast<uint32_t>(get_bits(top.sink_row_o, sink * params.row_bits, params.row_bits));
    out->message_payload =
        static_cast<uint32_t>(get_bits(top.sink_payload_o, sink * params.payload_bits, params.payload_bits));
}

const uint32_t *rh_network_rtl_observation(const void *rtl) {
    return words_of(top_of(rtl).obs_o);
}

int main(int argc, char **argv) {
    return rh_network_lockstep(argc, argv);
}
