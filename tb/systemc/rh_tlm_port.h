// SPDX-License-Identifier: Apache-2.0
/** One socket of a TLM target: its side of the base protocol and of the other transports, whatever stands behind it
 * (rh_tlm_target.h, rh_tlm_network.h), which it gives requests and which says when they are accepted and answered.
 *
 * All timing points lie on edges of one clock: clock n begins n periods after the start.
 */
#ifndef RH_TLM_PORT_H
#define RH_TLM_PORT_H

#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "tb/systemc/rh_tlm_space.h"
#include "tb/systemc/rh_tlm_worker.h"

namespace rh_sc {

class port : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<port> socket{"socket"};

  protected:
    using payload_type = tlm::tlm_generic_payload;
    enum event { accepted, answered };

    SC_HAS_PROCESS(port);
    explicit port(sc_core::sc_module_name name);
    /** What it serves, in which clock; before the first transaction. */
    void serve(space &memory, const sc_core::sc_time &period);

    /** The requests of a transaction that are `whole`'s from now on, to be made from clock `from` on. */
    virtual void begin(payload_type &payload, transfer &whole, std::uint64_t from) = 0;
    /** Makes them and runs until all are answered; the clock behind that. */
    virtual std::uint64_t run(payload_type &payload, std::uint64_t from) = 0;
    /** Something changed: asks for time where there is work. */
    virtual void wake() = 0;

    /** What happens to a transaction with phases at the beginning of a clock; nothing where it has none. */
    void note(event what, std::uint64_t clock, const transfer &whole);
    /** The clock of the first of these that was not given out, UINT64_MAX without one. */
    std::uint64_t next_due() const {
        return due_.empty() ? UINT64_MAX : due_.begin()->first;
    }
    /** Gives out what has happened up to clock `now`, requests before responses. */
    void deliver(std::uint64_t now);
    /** A response waits for the end of the one before it. */
    bool holds() const {
        return !answered_.empty();
    }
    sc_core::sc_time period() const {
        return period_;
    }
    /** When a clock begins. */
    sc_core::sc_time time_of(std::uint64_t clock) const {
        return sc_core::sc_time::from_value(clock * period_.value());
    }

  private:
    void b_transport(payload_type &payload, sc_core::sc_time &delay);
    tlm::tlm_sync_enum nb_transport_fw(payload_type &payload, tlm::tlm_phase &phase, sc_core::sc_time &delay);
    bool get_direct_mem_ptr(payload_type &payload, tlm::tlm_dmi &dmi);
    unsigned transport_dbg(payload_type &payload);
    std::uint64_t first_clock(const sc_core::sc_time &delay) const;
    tlm::tlm_sync_enum begin_request(payload_type &payload, const sc_core::sc_time &delay);
    void end_response(payload_type &payload, const sc_core::sc_time &delay);
    void answer();

    space *memory_ = nullptr;
    sc_core::sc_time period_;
    std::unordered_map<payload_type *, transfer> outstanding_;           // between BEGIN_REQ and END_RESP
    std::multimap<std::uint64_t, std::pair<event, payload_type *>> due_; // by clock: what goes backwards
    std::deque<payload_type *> answered_;                                // wait for the response channel
    payload_type *requesting_ = nullptr;                                 // between BEGIN_REQ and END_REQ
    payload_type *answering_ = nullptr;                                  // between BEGIN_RESP and END_RESP
    sc_core::sc_event answer_;
    sc_core::sc_time free_; // when the response channel is
};

/** The clock of a preset as SystemC's time; refused where its resolution does not hold it. */
sc_core::sc_time period_of(const rh_preset &preset);

} // namespace rh_sc

#endif
