// SPDX-License-Identifier: Apache-2.0
/** A whole request system behind pins, those of rtl/network/rh_request_system.sv: cores' ports, the network of
 * requests, controllers with their DRAM, the network of replies (docs/rh_request_system.md).
 *
 * A clock is one of the fastest of cores, networks and memory; core_tick_o, network_tick_o and memory_tick_o say whose
 * it is. What a controller shows counts in a clock of the memory. At the rising edge the inputs are read as they were
 * before it, and the registers move; then the outputs show. No output follows an input without an edge. Reset is
 * synchronous and active low; until the first one every output is 0. Clock rates, hold limit, flight limit and timing
 * values are those of the setup, not pins.
 *
 * Refused by SC_REPORT_ERROR, with /rowhold as the type: what the closed loop or the RTL refuses; a request that no
 * channel could take, a slot that is in flight (not by the RTL alone, which trusts its cores); a lockstep that differs.
 */
#ifndef RH_SC_REQUEST_SYSTEM_H
#define RH_SC_REQUEST_SYSTEM_H

#include <memory>
#include <string>
#include <vector>

#include "tb/systemc/rh_sc_block.h"
#include "tb/systemc/rh_sc_pins.h"
#include "tb/systemc/rh_sc_vcd.h"
#include "tb/systemc/rh_tlm_network.h"

extern "C" {
#include "tb/systemc/rh_sc_system.h"
}

namespace rh_sc {

template <class type> using pins_in = sc_core::sc_vector<sc_core::sc_in<type>>;
template <class type> using pins_out = sc_core::sc_vector<sc_core::sc_out<type>>;

class request_system : public sc_core::sc_module {
  public:
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    // The request that core k offers, at k. RH_SC_CORE(name, C type, bits)
#define RH_SC_CORE_PINS                                                                                                \
    RH_SC_CORE(valid, bool, 1)                                                                                         \
    RH_SC_CORE(controller, std::uint8_t, 6)                                                                            \
    RH_SC_CORE(bank, std::uint8_t, 6)                                                                                  \
    RH_SC_CORE(row, std::uint32_t, 20)                                                                                 \
    RH_SC_CORE(column, std::uint16_t, 12)                                                                              \
    RH_SC_CORE(write, bool, 1)                                                                                         \
    RH_SC_CORE(len, std::uint8_t, 3)                                                                                   \
    RH_SC_CORE(slot, std::uint8_t, 6)
#define RH_SC_CORE(name, type, bits) pins_in<type> core_##name##_i{"core_" #name "_i"};
    RH_SC_CORE_PINS
#undef RH_SC_CORE
    sc_core::sc_out<bool> core_tick_o{"core_tick_o"};
    sc_core::sc_out<bool> network_tick_o{"network_tick_o"};
    sc_core::sc_out<bool> memory_tick_o{"memory_tick_o"};
    pins_out<bool> core_ready_o{"core_ready_o"};
    pins_out<bool> reply_valid_o{"reply_valid_o"};
    pins_out<std::uint32_t> reply_tag_o{"reply_tag_o"};
    // The outputs of controller k, at k.
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    pins_out<element<type, is_one(#width)>> name##_o{#name "_o"};
#include "tables/controller_ports.def"

    /** What is behind the pins: `choice.how`, `seed` and `plugin` (RTL built by scripts/verilate). */
    request_system(sc_core::sc_module_name name, const choice &choice, const network_setup &setup);
    ~request_system() override;

    unsigned cores() const {
        return setup().cores;
    }
    unsigned controllers() const {
        return setup().controllers;
    }
    const rh_loop_setup &setup() const { /**< filled in */
        return *rh_sc_system_setup_of(system_.get());
    }

  protected:
    SC_HAS_PROCESS(request_system);

  private:
    struct closing {
        void operator()(rh_sc_system *system) const {
            rh_sc_system_close(system);
        }
    };
    void read_offers();
    void edge();
    void show();

    rh_preset preset_{};
    std::unique_ptr<rh_sc_system, closing> system_;
    rh_system_in in_{};
    rh_system_out out_{};
    bool started_ = false; // there was a reset
    sc_core::sc_event moved_;
};

/** Signals for all inputs, which several systems may share, and for the outputs of one. */
struct request_system_inputs {
    sc_core::sc_signal<bool> clk{"clk"}, rst_n{"rst_n"};
#define RH_SC_CORE(name, type, bits) sc_core::sc_vector<sc_core::sc_signal<type>> name;
    RH_SC_CORE_PINS
#undef RH_SC_CORE
    explicit request_system_inputs(unsigned cores);
    void bind(request_system &to);
    void trace(vcd &to);
};

struct request_system_outputs {
    sc_core::sc_signal<bool> core_tick, network_tick, memory_tick;
    sc_core::sc_vector<sc_core::sc_signal<bool>> core_ready, reply_valid;
    sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> reply_tag;
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    sc_core::sc_vector<sc_core::sc_signal<element<type, is_one(#width)>>> name;
#include "tables/controller_ports.def"
    request_system_outputs(std::string scope, unsigned cores, unsigned controllers);
    void bind(request_system &to);
    void trace(vcd &to, const rh_geometry &geometry);
    /** The first output that differs, with both values; "": none. Of a controller those without meaning are left out:
     * the tag without a response, req_ready, which is its ejector's affair. */
    std::string difference(const request_system_outputs &other) const;

  private:
    std::string scope_;
};

} // namespace rh_sc

#endif
