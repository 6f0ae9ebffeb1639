// SPDX-License-Identifier: Apache-2.0
/** Three sc_modules of one block on the same input signals: C model, RTL, lockstep. To whoever drives it, it is a unit
 * (rh_unit.h), so the project's channel and benches stand in front of the pins as they do in front of a model.
 *
 * In every clock the outputs of all three, sampled just before the edge, must be those of a plain C model beside them,
 * which has never seen SystemC. In one clock of `disturb` the inputs first hold random values, without an edge, and the
 * outputs are compared then, too: outputs that follow an input must follow it back.
 */
#ifndef RH_SC_BENCH_H
#define RH_SC_BENCH_H

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "tb/systemc/rh_sc_block.h"
#include "tb/systemc/rh_sc_vcd.h"

namespace rh_sc {

/** Runs the deltas of this instant. */
inline void settle() {
    do
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    while (sc_core::sc_pending_activity_at_current_time());
}

/** Counts of a run. */
struct tally {
    std::uint64_t clocks = 0, disturbed = 0, resets = 0, output_bits = 0;
};

template <class dut_type> class bench {
  public:
    using params_type = typename dut_type::params_type;
    using config_type = typename dut_type::config_type;
    using inputs_type = typename dut_type::inputs;
    using outputs_type = typename dut_type::outputs;
    using in_type = typename dut_type::in_type;
    using out_type = typename dut_type::out_type;

    bench(const choice &wanted, const params_type &params, std::uint64_t disturb)
        : params_(params), half_(wanted.period_ps / 2, sc_core::SC_PS),
          rest_(wanted.period_ps - wanted.period_ps / 2, sc_core::SC_PS), disturb_(disturb),
          random_(rh_random_start(wanted.seed, 1)), inputs_("in", params_) {
        static constexpr const char *names[] = {"model", "rtl", "lockstep"};
        for (rh_sc_how how : {RH_SC_MODEL, RH_SC_RTL, RH_SC_LOCKSTEP}) {
            choice one = wanted;
            one.how = how;
            if (how != RH_SC_LOCKSTEP)
                one.wave.clear();
            faces_.push_back(std::make_unique<face>(names[how], one, params_));
            inputs_.bind(faces_.back()->dut);
        }
        const rh_block &block = layout();
        rh_block_make(&block_, block.kind, block.ops, &params_);
        if (!rh_model_open(&golden_, block.kind, block.ops, &params_, &config_))
            throw std::bad_alloc();
        golden_unit_ = rh_model_unit(&golden_);
        before_.resize(block.ops->state_size);
        live_.resize(block.out.mask_words + 1);
    }
    ~bench() {
        rh_model_close(&golden_);
    }
    bench(const bench &) = delete;
    bench &operator=(const bench &) = delete;

    const rh_block &layout() const {
        return faces_[0]->dut.layout();
    }
    const rh_block &block() const {
        return block_;
    }
    const config_type &config() const {
        return config_;
    }
    const tally &counts() const {
        return tally_;
    }
    std::uint64_t state_bits() const {
        return faces_[RH_SC_LOCKSTEP]->dut.state_bits();
    }
    const void *before() const { // registers of the plain model before the last edge
        return before_.data();
    }
    const std::string &broken() const {
        return broken_;
    }
    void trace(vcd &to) const {
        inputs_.trace(to);
        for (auto &one : faces_)
            one->outputs.trace(to);
    }
    void finish() {
        for (auto &one : faces_)
            one->dut.finish();
    }

    /** One clock of reset, with these configuration registers and random inputs. */
    void reset(const config_type &config) {
        config_ = config;
        inputs_.configure(config);
        inputs_.rst_n.write(false);
        in_type in = random_inputs();
        inputs_.drive(in);
        half_clocks();
        rise();
        inputs_.rst_n.write(true);
        golden_unit_.reset(golden_unit_.self);
        tally_.resets++;
    }

    rh_unit unit() {
        rh_unit made = {};
        made.self = this;
        made.cycle = [](void *self, const void *in, void *out) {
            return static_cast<bench *>(self)->clock(*static_cast<const in_type *>(in), *static_cast<out_type *>(out));
        };
        return made;
    }

  private:
    struct face {
        outputs_type outputs;
        dut_type dut;
        face(const char *name, const choice &wanted, const params_type &params)
            : outputs(name, params), dut(name, wanted, params) {
            outputs.bind(dut);
        }
    };

    in_type random_inputs() {
        in_type in = {};
        for (unsigned i = 0; i < block_.in.count; i++)
            for (unsigned e = 0; e < block_.in.fields[i].count; e++)
                rh_field_set(&block_.in.fields[i], &in, e,
                             rh_random_draw(&random_) >> (64 - block_.in.fields[i].width));
        return in;
    }
    void half_clocks() { // up to just before the edge
        sc_core::sc_start(half_);
        inputs_.clk.write(false);
        sc_core::sc_start(rest_);
    }
    void rise() {
        inputs_.clk.write(true);
        settle();
    }
    bool same(const out_type &expected) {
        rh_layout_live(&block_.out, &expected, live_.data());
        for (unsigned how = 0; how < faces_.size(); how++) {
            out_type found = {};
            unsigned field, index;
            faces_[how]->outputs.sample(found);
            if (!rh_layout_differs(&block_.out, live_.data(), &expected, &found, &field, &index))
                continue;
            const rh_field &f = block_.out.fields[field];
            broken_ = std::string(faces_[how]->dut.name()) + ": clock " + std::to_string(tally_.clocks) + ": found " +
                      std::to_string(rh_field_get(&f, &found, index)) + " on " + f.name + "_o" +
                      (f.array ? "[" + std::to_string(index) + "]" : "") + ", expected the C model's " +
                      std::to_string(rh_field_get(&f, &expected, index));
            return false;
        }
        return true;
    }
    bool clock(const in_type &in, out_type &out) {
        if (disturb_ != 0 && rh_random_below(&random_, static_cast<std::uint32_t>(disturb_)) == 0) {
            in_type other = random_inputs();
            inputs_.drive(other);
            settle();
            golden_unit_.peek(golden_unit_.self, &other, &out);
            tally_.disturbed++;
            if (!same(out))
                return false;
        }
        inputs_.drive(in);
        half_clocks();
        std::memcpy(before_.data(), golden_.state, before_.size());
        golden_unit_.cycle(golden_unit_.self, &in, &out);
        if (!same(out))
            return false;
        try {
            rise();
        } catch (const sc_core::sc_report &said) { // of the lockstep
            broken_ = said.get_msg();
            return false;
        }
        tally_.clocks++;
        tally_.output_bits += block_.out.bits;
        return true;
    }

    params_type params_;
    config_type config_{};
    sc_core::sc_time half_, rest_;
    std::uint64_t disturb_, random_;
    inputs_type inputs_;
    std::vector<std::unique_ptr<face>> faces_; // in the order of rh_sc_how
    rh_block block_{};
    rh_model golden_{};
    rh_unit golden_unit_{};
    std::vector<unsigned char> before_;
    std::vector<std::uint64_t> live_;
    tally tally_;
    std::string broken_;
};

} // namespace rh_sc

#endif
