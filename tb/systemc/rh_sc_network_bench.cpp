// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_network_bench.h"

namespace rh_sc {

network_bench::network_bench(const network_setup &setup, const std::vector<choice> &choices) {
    static const char *const names[] = {"model", "rtl", "lockstep"};
    for (const choice &one : choices) {
        const std::string name = names[one.how];
        duts_.push_back(std::make_unique<request_system>(name.c_str(), one, setup));
        names_.push_back(name);
    }
    half_ = sc_core::sc_time(dut().setup().preset->tck_ps / 2.0, sc_core::SC_PS);
    in_ = std::make_unique<request_system_inputs>(dut().cores());
    for (unsigned k = 0; k < duts_.size(); k++) {
        in_->bind(*duts_[k]);
        outs_.emplace_back(names_[k], dut().cores(), dut().controllers());
        outs_[k].bind(*duts_[k]);
    }
}

void network_bench::trace(vcd &to) {
    in_->trace(to);
    for (request_system_outputs &out : outs_)
        out.trace(to, dut().setup().geometry);
}

void network_bench::clock(bool reset) {
    in_->rst_n.write(!reset);
    in_->clk.write(false);
    sc_core::sc_start(half_);
    in_->clk.write(true);
    sc_core::sc_start(half_);
    clocks_++;
}

std::string network_bench::difference() const {
    for (unsigned k = 1; k < outs_.size(); k++) {
        const std::string text = outs_[k].difference(outs_[0]);
        if (!text.empty())
            return names_[k] + ": clock " + std::to_string(clocks_) + ": " + text;
    }
    return "";
}

void random_cores::offer(unsigned core) {
    request_system_inputs &in = bench_.in();
    const rh_geometry &g = bench_.dut().setup().geometry;
    std::uint64_t free = ~in_flight_[core];
    offers_[core] = free != 0 && rh_random_below(&random_, 4) == 0;
    if (!offers_[core])
        return;
    in.controller[core].write(static_cast<std::uint8_t>(rh_random_below(&random_, bench_.dut().controllers())));
    in.bank[core].write(static_cast<std::uint8_t>(rh_random_below(&random_, g.banks)));
    in.row[core].write(rh_random_below(&random_, 4));
    in.column[core].write(static_cast<std::uint16_t>(rh_random_below(&random_, 1U << g.column_bits) & ~7U));
    in.write[core].write(rh_random_below(&random_, 3) == 0);
    in.len[core].write(static_cast<std::uint8_t>(rh_random_below(&random_, 3)));
    for (std::uint32_t skip = rh_random_below(&random_, 3); skip != 0 && (free & (free - 1)) != 0; skip--)
        free &= free - 1; // not always the first
    slot_[core] = static_cast<unsigned>(__builtin_ctzll(free));
    in.slot[core].write(static_cast<std::uint8_t>(slot_[core]));
}

void random_cores::drive(bool more) {
    const request_system_outputs &out = bench_.out();
    for (unsigned k = 0; k < in_flight_.size(); k++) {
        if (out.reply_valid[k].read()) {
            in_flight_[k] &= ~(UINT64_C(1) << (out.reply_tag[k].read() & (RH_LOOP_SLOTS - 1)));
            answered_++;
        }
        if (!offers_[k] && more)
            offer(k);
        bench_.in().valid[k].write(offers_[k]);
        if (!offers_[k] || !out.core_ready[k].read())
            continue;
        in_flight_[k] |= UINT64_C(1) << slot_[k];
        offers_[k] = false;
        sent_++;
    }
}

void random_cores::forget() {
    for (unsigned k = 0; k < in_flight_.size(); k++) {
        in_flight_[k] = 0;
        offers_[k] = false;
    }
    sent_ = answered_ = 0;
}

bool random_cores::idle() const {
    for (unsigned k = 0; k < in_flight_.size(); k++)
        if (in_flight_[k] != 0 || offers_[k])
            return false;
    return true;
}

} // namespace rh_sc
