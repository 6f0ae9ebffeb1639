// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_gpu.h"

#include <algorithm>
#include <string>

#include "rowhold/rh_command.h"
#include "tb/systemc/rh_sc_face.h"
#include "tb/systemc/rh_tlm_space.h"

namespace rh_sc {

gpu::gpu(sc_core::sc_module_name name, const gpu_setup &setup) : sc_core::sc_module(name), setup_(setup) {
    rh_error error = {};
    rh_gpu_setup inner = {};
    inner.machine = setup.machine;
    inner.source = setup.source;
    inner.map = setup.map;
    inner.map.wrap = true;
    inner.command_bytes = setup.command_bytes;
    inner.flit_bytes = 32;
    inner.ctas = setup.ctas;
    inner.cycles = setup.core_cycles;
    gpu_.reset(rh_gpu_open(&inner, &error));
    if (gpu_ == nullptr)
        refuse(error.text);
    for (unsigned k = 0; k < setup.machine.clusters; k++) {
        ports_.push_back(std::make_unique<port>(("cluster" + std::to_string(k)).c_str()));
        ports_.back()->flying.resize(setup.machine.outstanding);
        ports_.back()->socket.register_nb_transport_bw(this, &gpu::backwards, static_cast<int>(k));
    }
    data_.resize(static_cast<std::size_t>(RH_MAX_COMMANDS) * setup.command_bytes);
    SC_METHOD(tick);
    sensitive << tick_;
}

gpu::~gpu() = default;

bool gpu::done() const {
    const rh_loop_cores *cores = rh_gpu_cores(gpu_.get());
    return cores->is_done(cores->user);
}

void gpu::answered(port &from, tlm::tlm_generic_payload &payload) {
    const auto at = std::find(from.flying.begin(), from.flying.end(), &payload);
    if (payload.get_response_status() != tlm::TLM_OK_RESPONSE)
        refuse(std::string(name()) + ": found " + payload.get_response_string() + ", expected TLM_OK_RESPONSE");
    from.replies.push_back(static_cast<unsigned>(at - from.flying.begin()));
    payload.release();
}

tlm::tlm_sync_enum gpu::backwards(int cluster, tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                  sc_core::sc_time &delay) {
    port &from = *ports_[static_cast<unsigned>(cluster)];
    (void)delay;               /* within a clock of the cores */
    if (from.asks == &payload) /* BEGIN_RESP ends its own request, too */
        from.asks = nullptr;
    if (phase != tlm::BEGIN_RESP)
        return tlm::TLM_ACCEPTED;
    answered(from, payload);
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
}

/* A cluster's next request, if it has one and may send it. */
void gpu::send(unsigned cluster) {
    port &from = *ports_[cluster];
    const rh_loop_cores *cores = rh_gpu_cores(gpu_.get());
    const auto free = std::find(from.flying.begin(), from.flying.end(), nullptr);
    auto slot = static_cast<unsigned>(free - from.flying.begin());
    const rh_request *r =
        from.asks != nullptr || free == from.flying.end() ? nullptr : cores->next(cores->user, cluster, &slot);
    if (r == nullptr)
        return;
    const struct rh_map_place place = {r->channel, r->bank, r->row, r->column};
    tlm::tlm_generic_payload *payload =
        pool_.take(r->write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, rh_map_address(&setup_.map, &place),
                   data_.data(), r->commands * setup_.command_bytes);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    from.flying[slot] = payload;
    from.asks = payload;
    const tlm::tlm_sync_enum said = from.socket->nb_transport_fw(*payload, phase, delay);
    if (said == tlm::TLM_COMPLETED || (said == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP)) {
        from.asks = nullptr;
        answered(from, *payload);
    } else if (said == tlm::TLM_UPDATED)
        from.asks = nullptr;
}

/* A clock of the cores. */
void gpu::tick() {
    const rh_loop_cores *cores = rh_gpu_cores(gpu_.get());
    rh_error error = {};
    for (unsigned k = 0; k < clusters(); k++)
        for (port &from = *ports_[k]; !from.replies.empty() && cores->reply(cores->user, k, from.replies.front());
             from.replies.pop_front())
            from.flying[from.replies.front()] = nullptr;
    if (!cores->clock(cores->user, &error))
        refuse(error.text);
    for (unsigned k = 0; k < clusters(); k++)
        send(k);
    if (done())
        return;
    clock_++;
    const auto at = sc_core::sc_time(static_cast<double>(clock_ * 1000000 / setup_.machine.core_mhz), sc_core::SC_PS);
    tick_.notify(at - sc_core::sc_time_stamp());
}

} // namespace rh_sc
