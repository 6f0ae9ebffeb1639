// SPDX-License-Identifier: Apache-2.0
/** What the tests of the TLM target share: an initiator that notes what it hears, and a run of both. */
#ifndef RH_TLM_SCENE_H
#define RH_TLM_SCENE_H

#include <functional>
#include <sstream>
#include <string>

#include <tlm_utils/simple_initiator_socket.h>

#include "tb/systemc/rh_sc_expect.h"
#include "tb/systemc/rh_systemc.h"

namespace rh_sc {

/** What a test body says to the target, and what it heard. */
struct initiator : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<initiator> socket{"socket"};
    rh_sc::pool pool;
    std::ostringstream heard; // "TIME PHASE ADDRESS; ..." in ns, what went forwards as well
    std::function<void()> body;
    bool hold = false;                     // END_RESP is not given by itself
    sc_core::sc_time think;                // time between BEGIN_RESP and END_RESP, annotated
    tlm::tlm_phase answer = tlm::END_RESP; // to BEGIN_RESP
    sc_core::sc_event ended;
    tlm::tlm_generic_payload *held = nullptr;

    SC_HAS_PROCESS(initiator);
    initiator(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_nb_transport_bw(this, &initiator::backwards);
        SC_THREAD(run);
    }
    void run() {
        body();
    }
    void note(const char *phase, const tlm::tlm_generic_payload &payload) {
        heard << sc_core::sc_time_stamp().to_seconds() * 1e9 << " " << phase << " " << payload.get_address() << "; ";
    }
    tlm::tlm_sync_enum backwards(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase, sc_core::sc_time &delay) {
        note(phase.get_name(), payload);
        expect("delay backwards", delay, sc_core::SC_ZERO_TIME);
        if (phase == tlm::END_REQ)
            ended.notify(sc_core::SC_ZERO_TIME);
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        expect("response", payload.get_response_string(), std::string("TLM_OK_RESPONSE"));
        if (hold) {
            held = &payload;
            return tlm::TLM_ACCEPTED;
        }
        payload.release();
        phase = answer;
        delay = think;
        return tlm::TLM_UPDATED;
    }
    tlm::tlm_sync_enum begin(tlm::tlm_generic_payload *payload, double delay_ns = 0) {
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time delay(delay_ns, sc_core::SC_NS);
        note("begin", *payload);
        return socket->nb_transport_fw(*payload, phase, delay);
    }
    void end() {
        tlm::tlm_phase phase = tlm::END_RESP;
        sc_core::sc_time delay;
        tlm::tlm_generic_payload *payload = held;
        held = nullptr;
        note("end", *payload);
        socket->nb_transport_fw(*payload, phase, delay);
        payload->release();
    }
    /** The delay behind a blocking access that began with `delay_ns`, in ps. */
    sc_dt::uint64 access(tlm::tlm_command command, std::uint64_t address, unsigned char *data, unsigned length,
                         double delay_ns = 0) {
        tlm::tlm_generic_payload *payload = pool.take(command, address, data, length);
        sc_core::sc_time delay(delay_ns, sc_core::SC_NS);
        socket->b_transport(*payload, delay);
        expect("response", payload->get_response_string(), std::string("TLM_OK_RESPONSE"));
        expect("allowed", payload->is_dmi_allowed(), false);
        payload->release();
        return delay.value();
    }
};

/** `body` between an initiator and a target. */
inline void with_target(const target_setup &setup, const std::function<void(initiator &, target &)> &body) {
    initiator from("initiator");
    target to("target", setup);
    from.socket.bind(to.socket);
    from.body = [&] { body(from, to); };
    sc_core::sc_start();
    expect<std::size_t>("payloads that are still held", from.pool.away(), 0);
}

} // namespace rh_sc

#endif
