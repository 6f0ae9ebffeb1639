// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_network.h"

#include <algorithm>

namespace rh_sc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

/* A core's socket, its requests that wait to be issued, and whose those in flight are. */
class network_target::core_port : public port {
  public:
    core_port(sc_core::sc_module_name name, network_target &network) : port(name), network_(network) {
        serve(*network.space_, network.period_);
    }
    using port::deliver;
    using port::holds;
    using port::next_due;

    /** First clock in which its next request may be issued. */
    std::uint64_t from() const {
        return pieces_.empty() ? UINT64_MAX : pieces_.front().from;
    }
    const rh_request *issue(unsigned slot, std::uint64_t clock) {
        if (from() > clock)
            return nullptr;
        issued_ = pieces_.front().request;
        transfer *owner = owner_[slot] = pieces_.front().owner;
        pieces_.pop_front();
        network_.waiting_--;
        network_.flying_++;
        if (--owner->waiting == 0)
            note(accepted, clock + 1, *owner);
        return &issued_;
    }
    void answer(unsigned slot, std::uint64_t clock) {
        transfer *owner = owner_[slot];
        network_.flying_--;
        owner->end = clock + 1;
        if (--owner->unanswered == 0)
            note(answered, owner->end, *owner);
    }

  private:
    void begin(payload_type &payload, transfer &whole, std::uint64_t from) override {
        network_.space_->cut(payload, [&](const rh_request &request) {
            pieces_.push_back({request, from, &whole});
            whole.waiting++;
            whole.unanswered++;
            network_.waiting_++;
        });
    }
    std::uint64_t run(payload_type &payload, std::uint64_t from) override {
        transfer whole;
        begin(payload, whole, from);
        while (whole.unanswered != 0)
            network_.cycle(true);
        return whole.end;
    }
    void wake() override {
        network_.wake();
    }

    network_target &network_;
    std::deque<piece> pieces_;
    std::array<transfer *, RH_LOOP_SLOTS> owner_{};
    rh_request issued_{};
};

rh_loop_setup loop_setup_of(const network_setup &setup, rh_preset &preset) {
    rh_error error = {};
    if (!rh_preset_load(setup.preset.c_str(), &preset, &error))
        refuse(error.text);
    if (setup.queue > RH_MAX_QUEUE)
        refuse("queue: found " + std::to_string(setup.queue) + ", expected 2 to " + std::to_string(RH_MAX_QUEUE));
    rh_loop_setup loop = setup.loop;
    if (loop.outstanding > RH_LOOP_SLOTS)
        refuse("outstanding: found " + std::to_string(loop.outstanding) + ", expected at most " +
               std::to_string(RH_LOOP_SLOTS));
    loop.preset = &preset;
    loop.ops = rh_controller_for(setup.controller.c_str(), &preset, &error);
    if (loop.ops == nullptr)
        refuse(error.text);
    loop.geometry = rh_preset_geometry(&preset, setup.queue);
    loop.constraints =
        rh_constraints_from_timing(&preset.timing, setup.refresh ? preset.refresh : RH_REFRESH_OFF, &loop.geometry);
    return loop;
}

network_target::network_target(sc_core::sc_module_name name, const network_setup &setup) : sc_core::sc_module(name) {
    rh_error error = {};
    const rh_loop_setup loop = loop_setup_of(setup, preset_);
    period_ = period_of(preset_);
    loop_.reset(rh_loop_open(&loop, &error));
    if (loop_ == nullptr)
        refuse(error.text);
    const rh_loop_setup &filled = *rh_loop_setup_of(loop_.get());
    space_ = std::make_unique<space>(preset_, setup.map, filled.controllers);
    for (unsigned core = 0; core < filled.cores; core++)
        ports_.push_back(std::make_unique<core_port>(("core" + std::to_string(core)).c_str(), *this));
    asked_.next = next;
    asked_.reply = reply;
    asked_.user = this;
    SC_METHOD(tick);
    sensitive << tick_;
    dont_initialize();
}

network_target::~network_target() = default;

tlm_utils::simple_target_socket<port> &network_target::socket(unsigned core) {
    return ports_.at(core)->socket;
}

const rh_loop_stats &network_target::finish() {
    rh_error error = {};
    if (rh_loop_end(loop_.get(), &error) != RH_SYSTEM_DONE)
        refuse(std::string(name()) + ": " + error.text);
    return *rh_loop_stats_of(loop_.get());
}

const rh_request *network_target::next(void *self, unsigned core, unsigned *slot) {
    auto *network = static_cast<network_target *>(self);
    return network->ports_[core]->issue(*slot, network->clocks());
}

bool network_target::reply(void *self, unsigned core, unsigned slot) {
    auto *network = static_cast<network_target *>(self);
    core_port &to = *network->ports_[core];
    if (to.holds() && !network->take_)
        return false;
    to.answer(slot, network->clocks());
    return true;
}

/* A clock of the memory, with those of faster cores and networks before it. */
void network_target::cycle(bool take) {
    rh_error error = {};
    take_ = take;
    for (const std::uint64_t before = clocks(); clocks() == before;)
        if (!rh_loop_run_cycle(loop_.get(), &asked_, &error))
            refuse(std::string(name()) + ": " + error.text);
}

/* The first clock, from the next on, in which there is work. */
std::uint64_t network_target::next_clock() const {
    std::uint64_t first = UINT64_MAX;
    for (const auto &one : ports_)
        first = std::min(first, one->from());
    return flying_ != 0 ? clocks() : std::max(first, clocks());
}

/* Asks for `tick` at the end of that clock, or when something is due. */
void network_target::wake() {
    std::uint64_t next = busy() ? next_clock() + 1 : UINT64_MAX;
    for (const auto &one : ports_)
        next = std::min(next, one->next_due());
    if (next == UINT64_MAX)
        return;
    sc_time at = sc_time::from_value(next * period_.value());
    tick_.notify(at > sc_time_stamp() ? at - sc_time_stamp() : sc_core::SC_ZERO_TIME);
}

/* The loop up to now; then what is due, core by core. */
void network_target::tick() {
    std::uint64_t now = sc_time_stamp().value() / period_.value();
    while (busy() && next_clock() < now)
        cycle(false);
    for (const auto &one : ports_)
        one->deliver(now);
    wake();
}

} // namespace rh_sc
