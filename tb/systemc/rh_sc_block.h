// SPDX-License-Identifier: Apache-2.0
/** What the sc_modules of all kinds share: clock, reset, and the block behind the pins (rh_sc_face.h). The pins of a
 * kind are in rh_sc_kind.h.
 *
 * A clock is that of docs/cycle_contract.md. At the rising edge the inputs are read as they were before it and the
 * registers move; then the outputs show. Those that a row RH_PATH names follow their inputs in the same clock, without
 * an edge. Reset is synchronous and active low; the configuration pins are read in a clock of reset, and until the
 * first one every output is 0.
 *
 * Refused by SC_REPORT_ERROR, with /rowhold as the type: what rh_sc_face_open refuses; a value on a pin that its width
 * does not hold; an input that changed in the very delta cycle of the edge, where an output had no time to follow it;
 * a lockstep that differs (its report goes to standard error).
 */
#ifndef RH_SC_BLOCK_H
#define RH_SC_BLOCK_H

#include <string>
#include <vector>

#include <systemc>

#include "tb/systemc/rh_sc_headers.h"

namespace rh_sc {

/** Ends in SC_REPORT_ERROR, which throws. */
[[noreturn]] void refuse(const std::string &text);

/** Which block, and as what. */
struct choice {
    std::string variant;         /**< in the registry: fr_fcfs, islip, ... */
    rh_sc_how how = RH_SC_MODEL; /**< C model, RTL, or both in lockstep */
    std::uint64_t seed = 1;      /**< of the RTL's initial register values */
    std::string plugin;          /**< "" or RTL built by scripts/verilate */
    std::string wave;            /**< "" or, of a lockstep, an FST file of both sides */
    std::uint32_t period_ps = 1000;
};

class block : public sc_core::sc_module {
  public:
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};

    ~block() override;
    const rh_block &layout() const {
        return *rh_sc_face_block(face_);
    }
    /** Of a lockstep: register bits compared so far. */
    std::uint64_t state_bits() const {
        return rh_sc_face_state_bits(face_);
    }
    /** Writes the wave of a lockstep to its file. The block must not be clocked afterwards. */
    void finish();

  protected:
    SC_HAS_PROCESS(block);
    block(sc_core::sc_module_name name, const char *kind, const choice &choice, const void *params);

    /** What rh_sc_kind.h makes of a kind's tables. */
    virtual void read_config(void *config) const = 0;
    virtual void read_inputs(void *in) const = 0;
    virtual void write_outputs(const void *out) = 0;

    /** Outputs follow this input: to be called for the inputs of the rows RH_PATH. */
    template <class pin> void follow(pin &input) {
        sensitive << input; // of the method registered last: show
    }
    template <class pin> void follow(sc_core::sc_vector<pin> &inputs) {
        for (pin &input : inputs)
            sensitive << input;
    }

  private:
    using bytes = std::vector<std::uint64_t>; // a struct of the kind, aligned
    static bytes room(std::size_t size) {
        return bytes((size + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
    }
    void edge();
    void show();
    void check_fits(const rh_layout &layout, const void *values, const char *what) const;
    bool differ(const bytes &a, const bytes &b, unsigned &field);
    void check_settled();

    rh_sc_face *face_ = nullptr;
    rh_unit unit_{};
    bool started_ = false; // there was a reset
    bytes config_, in_, out_, shown_, before_;
    std::uint64_t changed_ = UINT64_MAX; // delta cycle of the last show()
    std::vector<std::uint64_t> live_;
    sc_core::sc_event moved_;
};

} // namespace rh_sc

#endif
