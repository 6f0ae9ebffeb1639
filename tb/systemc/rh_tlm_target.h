// SPDX-License-Identifier: Apache-2.0
/** A memory system as a TLM-2.0 target: byte addresses in, the controllers of this project behind.
 *
 * A transaction is cut into column commands by the address map, and these are joined to requests of at most 8 of one
 * row, each to its channel. What the memory holds is kept: a read gives what was written, 0 before.
 *
 * Time. A request that arrives at t is offered in the first clock that begins at or after t. It is accepted at the edge
 * that ends a clock, and its response is there at the edge that ends the clock in which the controller gives it. A
 * transaction of several requests is accepted with its last one and answered with its last one.
 *
 * Loosely timed: b_transport runs the channels until the response and adds the time to `delay`; it never waits. A
 * channel does not go back: a transaction whose time lies before what a channel has run is offered there at once.
 *
 * Approximately timed, the base protocol's four phases, all timing points on clock edges, delays of 0 backwards:
 * BEGIN_REQ; END_REQ when the controller has accepted (until then no other BEGIN_REQ); BEGIN_RESP; END_RESP, until when
 * no other BEGIN_RESP comes and the channels' responses are not taken (rsp_ready), so a slow initiator holds the
 * controllers up. Any number of transactions may be between END_REQ and BEGIN_RESP. The payload needs a memory manager:
 * it is acquired at BEGIN_REQ and released after END_RESP. Data move at END_REQ.
 *
 * Refused with a response: TLM_IGNORE_COMMAND (command error), byte enables (byte enable error), no data or a streaming
 * width below the length (burst error), an address or an end outside the memory (address error). DMI is refused: every
 * access takes time of its own, so get_direct_mem_ptr returns false for all addresses and no transaction is marked as
 * allowed. transport_dbg reads and writes without time, and what lies outside the memory is left out.
 * A broken protocol (a second BEGIN_REQ, a phase that is the target's, an END_RESP that nobody waits for, no memory
 * manager), a delay past the end of time, and a time resolution that does not hold a clock are errors of type /rowhold.
 */
#ifndef RH_TLM_TARGET_H
#define RH_TLM_TARGET_H

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "tb/systemc/rh_tlm_lane.h"
#include "tb/systemc/rh_tlm_store.h"

namespace rh_sc {

struct target_setup {
    std::string preset = "gddr3"; /**< built-in name, or a YAML file */
    std::string controller = "fr_fcfs";
    std::string map;       /**< rh_map.h; "" for the default */
    unsigned queue = 32;   /**< requests a channel */
    unsigned channels = 0; /**< 0: the preset's */
    rh_sc_how how = RH_SC_MODEL;
    bool refresh = true;    /**< as the preset says; false: off */
    std::uint64_t seed = 1; /**< of RTL's initial register values */
};

class target : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<target> socket{"socket"};

    target(sc_core::sc_module_name name, const target_setup &setup);

    sc_core::sc_time period() const { /**< of a clock */
        return period_;
    }
    std::uint64_t bytes() const { /**< addresses run from 0 to this */
        return bytes_;
    }
    /** Of all channels, as in `simulate` (tables/stats.def), up to the clock that the furthest has run; until the next
     * call. And what rh_stats_figure measures them against. */
    const rh_stats &stats();
    const rh_stats_scale &scale() const {
        return scale_;
    }

  protected:
    SC_HAS_PROCESS(target);

  private:
    using payload_type = tlm::tlm_generic_payload;
    enum event { accepted, answered };

    void b_transport(payload_type &payload, sc_core::sc_time &delay);
    tlm::tlm_sync_enum nb_transport_fw(payload_type &payload, tlm::tlm_phase &phase, sc_core::sc_time &delay);
    bool get_direct_mem_ptr(payload_type &payload, tlm::tlm_dmi &dmi);
    unsigned transport_dbg(payload_type &payload);

    bool admit(payload_type &payload) const;
    void move_data(payload_type &payload);
    template <class owner_of> void cut(const payload_type &payload, std::uint64_t from, owner_of owner);
    std::uint64_t first_clock(const sc_core::sc_time &delay) const;
    sc_core::sc_time time_of(std::uint64_t clock) const;
    void step(lane &one, bool take);
    tlm::tlm_sync_enum begin_request(payload_type &payload, const sc_core::sc_time &delay);
    void end_response(payload_type &payload, const sc_core::sc_time &delay);
    void wake();
    void tick();
    void answer();

    sc_core::sc_time period_;
    rh_map map_{};
    std::uint64_t bytes_ = 0;
    std::vector<std::unique_ptr<lane>> lanes_;
    store store_;
    std::unordered_map<payload_type *, transfer> flights_;               // between BEGIN_REQ and END_RESP
    std::multimap<std::uint64_t, std::pair<event, payload_type *>> due_; // by clock: what goes backwards
    std::deque<payload_type *> answered_;                                // wait for the response channel
    payload_type *requesting_ = nullptr;                                 // between BEGIN_REQ and END_REQ
    payload_type *answering_ = nullptr;                                  // between BEGIN_RESP and END_RESP
    sc_core::sc_event tick_, answer_;
    rh_stats_scale scale_{};
    rh_stats stats_{}, part_{}; // members, for they are too large for the stack of an SC_THREAD
    sc_core::sc_time free_;     // when the response channel is
};

} // namespace rh_sc

#endif
