// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_target.h"

#include <algorithm>

namespace rh_sc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

target::target(sc_core::sc_module_name name, const target_setup &setup) : port(name) {
    rh_preset preset;
    rh_error error = {};
    if (!rh_preset_load(setup.preset.c_str(), &preset, &error))
        refuse(error.text);
    unsigned channels = setup.channels == 0 ? preset.channels : setup.channels;
    space_ = std::make_unique<space>(preset, setup.map, channels);
    serve(*space_, period_of(preset));
    if (setup.queue > RH_MAX_QUEUE)
        refuse("queue: found " + std::to_string(setup.queue) + ", expected 2 to " + std::to_string(RH_MAX_QUEUE));
    rh_geometry geometry = rh_preset_geometry(&preset, setup.queue);
    scale_ = {channels,      setup.queue,  space_->map().shape.command_bytes, preset.timing.tBURST,
              preset.grains, preset.tck_ps};
    rh_constraints constraints =
        rh_constraints_from_timing(&preset.timing, setup.refresh ? preset.refresh : RH_REFRESH_OFF, &geometry);
    choice wanted;
    wanted.variant = setup.controller;
    wanted.how = setup.how;
    wanted.seed = setup.seed;
    wanted.period_ps = preset.tck_ps;
    for (unsigned channel = 0; channel < channels; channel++)
        workers_.push_back(std::make_unique<worker>(wanted, geometry, constraints, channel));

    SC_METHOD(tick);
    sensitive << tick_;
    dont_initialize();
}

const rh_stats &target::stats() {
    std::uint64_t cycles = 0;
    for (const auto &one : workers_)
        cycles = std::max(cycles, one->cycle_by_cycle());
    for (std::size_t channel = 0; channel < workers_.size(); channel++) {
        rh_stats &into = channel == 0 ? stats_ : part_;
        into = workers_[channel]->stats();
        rh_stats_finish(&into, cycles);
        if (channel != 0)
            rh_stats_merge(&stats_, &part_);
    }
    return stats_;
}

/* Gives the requests of a transaction to their channels; `owner(channel)` is who waits for them. */
template <class owner_of> void target::push(const payload_type &payload, std::uint64_t from, owner_of owner) {
    space_->cut(payload, [&](const rh_request &request) {
        piece one = {request, from, &owner(request.channel)};
        one.request.cycle = from;
        one.owner->waiting++;
        one.owner->unanswered++;
        workers_[request.channel]->push(one);
    });
}

/* A clock of a channel; what it finishes of others' transactions goes backwards when that time has come. */
void target::cycle(worker &one, bool take) {
    worker::progress done = one.cycle(take);
    if (done.accepted != nullptr)
        note(accepted, one.cycle_by_cycle(), *done.accepted);
    if (done.answered != nullptr)
        note(answered, done.answered->end, *done.answered);
}

void target::begin(payload_type &payload, transfer &whole, std::uint64_t from) {
    push(payload, from, [&](unsigned) -> transfer & { return whole; });
}

std::uint64_t target::run(payload_type &payload, std::uint64_t from) {
    std::vector<transfer> parts(workers_.size()); // a channel each, so that none runs further than it must
    push(payload, from, [&](unsigned channel) -> transfer & { return parts[channel]; });
    std::uint64_t end = 0;
    for (std::size_t channel = 0; channel < parts.size(); channel++) {
        while (parts[channel].unanswered != 0)
            cycle(*workers_[channel], true);
        end = std::max(end, parts[channel].end);
    }
    return end;
}

/* Asks for `tick` at the end of the next clock in which a channel has work, or when something is due. */
void target::wake() {
    std::uint64_t next = next_due();
    for (const auto &one : workers_)
        if (one->busy())
            next = std::min(next, one->next() + 1);
    if (next == UINT64_MAX)
        return;
    sc_time at = time_of(next);
    tick_.notify(at > sc_time_stamp() ? at - sc_time_stamp() : sc_core::SC_ZERO_TIME);
}

/* Channels up to now; then what is due. */
void target::tick() {
    std::uint64_t now = sc_time_stamp().value() / period().value();
    for (const auto &one : workers_)
        while (one->busy() && one->next() < now)
            cycle(*one, !holds());
    deliver(now);
    wake();
}

} // namespace rh_sc
