// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_worker.h"

#include <algorithm>
#include <new>

namespace rh_sc {

worker::worker(const choice &wanted, const rh_geometry &geometry, const rh_constraints &constraints, unsigned number)
    : number_(number), geometry_(geometry), owner_(std::size_t{1} << geometry.tag_bits) {
    rh_sc_face_setup setup = {};
    setup.kind = "controller";
    setup.variant = wanted.variant.c_str();
    setup.params = &geometry_;
    setup.how = wanted.how;
    setup.seed = wanted.seed + number;
    setup.plugin = wanted.plugin.empty() ? nullptr : wanted.plugin.c_str();
    setup.period_ps = wanted.period_ps;
    rh_error error = {};
    face_ = rh_sc_face_open(&setup, &error);
    if (face_ == nullptr)
        refuse(error.text);
    rh_sc_face_configure(face_, &constraints);
    unit_ = rh_sc_face_unit(face_);
    unit_.reset(unit_.self);
    rh_observer_setup seen = {};
    seen.geometry = geometry_;
    seen.constraints = constraints;
    seen.channel = static_cast<std::uint16_t>(number);
    seen.standby = &stats_;
    contract_ = rh_contract_open(&geometry_, &constraints);
    observer_ = rh_observer_open(&seen);
    if (contract_ == nullptr || observer_ == nullptr) {
        release();
        throw std::bad_alloc();
    }
    rh_contract_order_sources(contract_, rh_controller_orders_sources(rh_controller_find(wanted.variant.c_str())));
    for (std::size_t tag = 0; tag < owner_.size(); tag++)
        tags_.push_back(static_cast<std::uint16_t>(tag));
}

worker::~worker() {
    release();
}

void worker::release() {
    rh_error error = {};
    if (observer_ != nullptr)
        rh_observer_close(observer_);
    rh_contract_close(contract_);
    rh_sc_face_close(face_, &error);
}

std::uint64_t worker::next() const {
    return flying_ == 0 && !offered_ && !pieces_.empty() ? std::max(clock_, pieces_.front().from) : clock_;
}

/* One clock of the unit, watched. */
void worker::clock_once(const rh_controller_in &in, rh_controller_out &out) {
    if (!unit_.cycle(unit_.self, &in, &out)) {
        rh_sc_face_report(face_, stderr);
        refuse("channel " + std::to_string(number_) + ": found RTL and C model that differ, expected equal ones");
    }
    if (!rh_contract_clock(contract_, clock_, &in, &out))
        refuse("channel " + std::to_string(number_) + ", " + rh_contract_text(contract_));
    rh_observer_clock(observer_, clock_, &in, &out, true, true, &stats_);
    clock_++;
}

void worker::skip_to(std::uint64_t clock) {
    rh_controller_in in = {};
    rh_controller_out out = {};
    in.rsp_ready = 1;
    while (clock_ < clock) {
        std::uint64_t idle = unit_.idle == nullptr ? 0 : unit_.idle(unit_.self, &in, &out);
        idle = std::min(idle, clock - clock_);
        if (idle == 0 || out.row_cmd != RH_NOP) {
            clock_once(in, out);
            continue;
        }
        unit_.skip_clocks(unit_.self, idle);
        clock_ += idle;
        stats_.cycles += idle;
    }
}

worker::progress worker::cycle(bool take) {
    progress done;
    skip_to(next());
    rh_controller_in in = {};
    rh_controller_out out = {};
    in.rsp_ready = take;
    if (!offered_ && !pieces_.empty() && pieces_.front().from <= clock_ && !tags_.empty()) {
        offered_ = true;
        rh_observer_offer(observer_, tags_.front(), &pieces_.front().request);
    }
    if (offered_)
        rh_controller_offer(&in, &pieces_.front().request, tags_.front(), &geometry_, false);
    clock_once(in, out);
    if (in.req_valid && out.req_ready) {
        transfer *owner = pieces_.front().owner;
        owner_[in.req_tag] = owner;
        tags_.pop_front();
        pieces_.pop_front();
        offered_ = false;
        flying_++;
        if (--owner->waiting == 0)
            done.accepted = owner;
    }
    if (in.rsp_ready && out.rsp_valid) {
        transfer *owner = owner_[out.rsp_tag];
        tags_.push_back(out.rsp_tag);
        flying_--;
        owner->end = std::max(owner->end, clock_);
        if (--owner->unanswered == 0)
            done.answered = owner;
    }
    return done;
}

} // namespace rh_sc
