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

#include <memory>
#include <string>
#include <vector>

#include "tb/systemc/rh_tlm_port.h"

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

/** Its `socket` is the port's. */
class target : public port {
  public:
    target(sc_core::sc_module_name name, const target_setup &setup);

    using port::period;
    std::uint64_t bytes() const { /**< addresses run from 0 to this */
        return space_->bytes();
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
    void begin(payload_type &payload, transfer &whole, std::uint64_t from) override;
    std::uint64_t run(payload_type &payload, std::uint64_t from) override;
    void wake() override;
    template <class owner_of> void push(const payload_type &payload, std::uint64_t from, owner_of owner);
    void cycle(worker &one, bool take);
    void tick();

    std::unique_ptr<space> space_;
    std::vector<std::unique_ptr<worker>> workers_;
    sc_core::sc_event tick_;
    rh_stats_scale scale_{};
    rh_stats stats_{}, part_{}; // members, for they are too large for the stack of an SC_THREAD
};

} // namespace rh_sc

#endif
