// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_port.h"

#include <cmath>

namespace rh_sc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

port::port(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &port::b_transport);
    socket.register_nb_transport_fw(this, &port::nb_transport_fw);
    socket.register_get_direct_mem_ptr(this, &port::get_direct_mem_ptr);
    socket.register_transport_dbg(this, &port::transport_dbg);
    SC_METHOD(answer);
    sensitive << answer_;
    dont_initialize();
}

void port::serve(space &memory, const sc_time &period) {
    memory_ = &memory;
    period_ = period;
}

sc_time period_of(const rh_preset &preset) {
    sc_time period(preset.tck_ps, sc_core::SC_PS);
    if (std::llround(period.to_seconds() * 1e15) != std::llround(preset.tck_ps * 1e3))
        refuse("time resolution: found " + sc_core::sc_get_time_resolution().to_string() +
               ", expected one that holds the clock of " + std::to_string(preset.tck_ps) + " ps");
    return period;
}

/* The first clock that begins at or after `delay` from now. */
std::uint64_t port::first_clock(const sc_time &delay) const {
    sc_time time = sc_time_stamp();
    if (delay > sc_time::from_value(UINT64_MAX / 2) - time)
        refuse(std::string(name()) + ": found a delay of " + delay.to_string() + ", expected time to end behind it");
    time += delay;
    return (time.value() + period_.value() - 1) / period_.value();
}

void port::b_transport(payload_type &payload, sc_time &delay) {
    if (!memory_->admit(payload))
        return;
    std::uint64_t from = first_clock(delay);
    memory_->move(payload);
    delay = time_of(run(payload, from)) - sc_time_stamp();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    wake();
}

tlm::tlm_sync_enum port::nb_transport_fw(payload_type &payload, tlm::tlm_phase &phase, sc_time &delay) {
    if (phase == tlm::BEGIN_REQ)
        return begin_request(payload, delay);
    if (phase == tlm::END_RESP) {
        end_response(payload, delay);
        return tlm::TLM_COMPLETED;
    }
    if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || phase == tlm::UNINITIALIZED_PHASE)
        refuse(std::string(name()) + ": found " + phase.get_name() + " forwards, expected BEGIN_REQ or END_RESP");
    return tlm::TLM_ACCEPTED; // of extended protocols: nothing to us
}

tlm::tlm_sync_enum port::begin_request(payload_type &payload, const sc_time &delay) {
    if (requesting_ != nullptr)
        refuse(std::string(name()) + ": found BEGIN_REQ before END_REQ of the request ahead, expected it after that");
    if (!payload.has_mm())
        refuse(std::string(name()) + ": found a payload without a memory manager, expected one in nb_transport_fw");
    if (outstanding_.count(&payload) != 0)
        refuse(std::string(name()) + ": found BEGIN_REQ of a transaction before its END_RESP, expected it after that");
    if (!memory_->admit(payload))
        return tlm::TLM_COMPLETED;
    std::uint64_t from = first_clock(delay);
    payload.acquire();
    requesting_ = &payload;
    transfer &whole = outstanding_[&payload];
    whole = {};
    whole.user = &payload;
    begin(payload, whole, from);
    wake();
    return tlm::TLM_ACCEPTED;
}

void port::end_response(payload_type &payload, const sc_time &delay) {
    if (answering_ != &payload)
        refuse(std::string(name()) + ": found END_RESP of a transaction without BEGIN_RESP, expected it after that");
    answering_ = nullptr;
    free_ = sc_time_stamp() + delay;
    outstanding_.erase(&payload);
    payload.release();
    if (!answered_.empty())
        answer_.notify(delay);
    wake();
}

void port::note(event what, std::uint64_t clock, const transfer &whole) {
    if (whole.user != nullptr)
        due_.emplace(clock, std::make_pair(what, static_cast<payload_type *>(whole.user)));
}

void port::deliver(std::uint64_t now) {
    while (!due_.empty() && due_.begin()->first <= now) {
        auto [what, payload] = due_.begin()->second;
        due_.erase(due_.begin());
        if (what == answered) {
            answered_.push_back(payload);
            continue;
        }
        tlm::tlm_phase phase = tlm::END_REQ;
        sc_time delay;
        memory_->move(*payload);
        requesting_ = nullptr;
        socket->nb_transport_bw(*payload, phase, delay);
    }
    answer();
}

void port::answer() {
    while (answering_ == nullptr && !answered_.empty()) {
        if (sc_time_stamp() < free_) {
            answer_.notify(free_ - sc_time_stamp());
            return;
        }
        payload_type *payload = answered_.front();
        answered_.pop_front();
        answering_ = payload;
        payload->set_response_status(tlm::TLM_OK_RESPONSE);
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay;
        tlm::tlm_sync_enum status = socket->nb_transport_bw(*payload, phase, delay);
        if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP))
            end_response(*payload, delay);
        else if (status == tlm::TLM_UPDATED)
            refuse(std::string(name()) + ": found " + phase.get_name() + " behind BEGIN_RESP, expected END_RESP");
    }
}

bool port::get_direct_mem_ptr(payload_type &payload, tlm::tlm_dmi &dmi) {
    payload.set_dmi_allowed(false);
    dmi.init(); // all addresses ...
    dmi.allow_none();
    dmi.set_start_address(0);
    dmi.set_end_address(~sc_dt::uint64{0});
    return false; // ... are refused
}

unsigned port::transport_dbg(payload_type &payload) {
    return memory_->debug(payload);
}

} // namespace rh_sc
