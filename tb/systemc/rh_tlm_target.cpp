// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_target.h"

#include <algorithm>
#include <cmath>

namespace rh_sc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

target::target(sc_core::sc_module_name name, const target_setup &setup) : sc_core::sc_module(name) {
    rh_preset preset;
    rh_error error = {};
    if (!rh_preset_load(setup.preset.c_str(), &preset, &error))
        refuse(error.text);
    unsigned channels = setup.channels == 0 ? preset.channels : setup.channels;
    rh_map_shape shape = {channels,
                          preset.banks,
                          preset.groups,
                          preset.rows,
                          rh_preset_columns(&preset),
                          rh_preset_command_bytes(&preset)};
    if (!(setup.map.empty() ? rh_map_default(&map_, &shape, &error)
                            : rh_map_parse(&map_, setup.map.c_str(), &shape, &error)))
        refuse(error.text);
    bytes_ = std::uint64_t{channels} * preset.banks * preset.rows * shape.columns * shape.command_bytes;
    period_ = sc_time(preset.tck_ps, sc_core::SC_PS);
    if (std::llround(period_.to_seconds() * 1e15) != std::llround(preset.tck_ps * 1e3))
        refuse("time resolution: found " + sc_core::sc_get_time_resolution().to_string() +
               ", expected one that holds the clock of " + std::to_string(preset.tck_ps) + " ps");
    if (setup.queue > RH_MAX_QUEUE)
        refuse("queue: found " + std::to_string(setup.queue) + ", expected 2 to " + std::to_string(RH_MAX_QUEUE));
    rh_geometry geometry = rh_preset_geometry(&preset, setup.queue);
    scale_ = {channels, setup.queue, shape.command_bytes, preset.timing.tBURST, preset.grains, preset.tck_ps};
    rh_gaps gaps = rh_gaps_from_timing(&preset.timing, setup.refresh ? preset.refresh : RH_REFRESH_OFF, &geometry);
    choice wanted;
    wanted.variant = setup.controller;
    wanted.how = setup.how;
    wanted.seed = setup.seed;
    wanted.period_ps = preset.tck_ps;
    for (unsigned channel = 0; channel < channels; channel++)
        lanes_.push_back(std::make_unique<lane>(wanted, geometry, gaps, channel));

    socket.register_b_transport(this, &target::b_transport);
    socket.register_nb_transport_fw(this, &target::nb_transport_fw);
    socket.register_get_direct_mem_ptr(this, &target::get_direct_mem_ptr);
    socket.register_transport_dbg(this, &target::transport_dbg);
    SC_METHOD(tick);
    sensitive << tick_;
    dont_initialize();
    SC_METHOD(answer);
    sensitive << answer_;
    dont_initialize();
}

const rh_stats &target::stats() {
    std::uint64_t cycles = 0;
    for (const auto &one : lanes_)
        cycles = std::max(cycles, one->stepped());
    for (std::size_t channel = 0; channel < lanes_.size(); channel++) {
        rh_stats &into = channel == 0 ? stats_ : part_;
        into = lanes_[channel]->stats();
        rh_stats_settle(&into, cycles);
        if (channel != 0)
            rh_stats_merge(&stats_, &part_);
    }
    return stats_;
}

/* The first clock that begins at or after `delay` from now. */
std::uint64_t target::first_clock(const sc_time &delay) const {
    sc_time time = sc_time_stamp();
    if (delay > sc_time::from_value(UINT64_MAX / 2) - time)
        refuse(std::string(name()) + ": found a delay of " + delay.to_string() + ", expected time to end behind it");
    time += delay;
    return (time.value() + period_.value() - 1) / period_.value();
}

/* When a clock begins. */
sc_time target::time_of(std::uint64_t clock) const {
    return sc_time::from_value(clock * period_.value());
}

/* False with a response where the transaction can't be done. */
bool target::admit(payload_type &payload) const {
    std::uint64_t length = payload.get_data_length();
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    payload.set_dmi_allowed(false);
    if (!payload.is_read() && !payload.is_write())
        status = tlm::TLM_COMMAND_ERROR_RESPONSE;
    else if (payload.get_address() >= bytes_ || length > bytes_ - payload.get_address())
        status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    else if (payload.get_byte_enable_ptr() != nullptr)
        status = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    else if (length == 0 || payload.get_data_ptr() == nullptr || payload.get_streaming_width() < length)
        status = tlm::TLM_BURST_ERROR_RESPONSE;
    if (status != tlm::TLM_OK_RESPONSE)
        payload.set_response_status(status);
    return status == tlm::TLM_OK_RESPONSE;
}

void target::move_data(payload_type &payload) {
    if (payload.is_write())
        store_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    else
        store_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
}

/* Gives the requests of a transaction to their channels; `owner(channel)` is who waits for them. */
template <class owner_of> void target::cut(const payload_type &payload, std::uint64_t from, owner_of owner) {
    std::uint64_t unit = map_.shape.command_bytes, command = payload.get_address() / unit,
                  last = (payload.get_address() + payload.get_data_length() - 1) / unit;
    while (command <= last) {
        struct rh_map_place first, other;
        (void)rh_map_place(&map_, command * unit, &first);
        std::uint64_t n = 1;
        while (n < RH_MAX_COMMANDS && command + n <= last && rh_map_place(&map_, (command + n) * unit, &other) &&
               other.channel == first.channel && other.bank == first.bank && other.row == first.row &&
               other.column == first.column + n)
            n++;
        piece one = {};
        one.request.bank = static_cast<std::uint8_t>(first.bank);
        one.request.row = first.row;
        one.request.column = static_cast<std::uint16_t>(first.column);
        one.request.commands = static_cast<std::uint8_t>(n);
        one.request.write = payload.is_write();
        one.request.channel = static_cast<std::uint16_t>(first.channel);
        one.request.cycle = one.from = from;
        one.owner = &owner(first.channel);
        one.owner->waiting++;
        one.owner->unanswered++;
        lanes_[first.channel]->push(one);
        command += n;
    }
}

/* A clock of a channel; what it finishes of others' transactions goes backwards when that time has come. */
void target::step(lane &one, bool take) {
    lane::progress done = one.step(take);
    if (done.accepted != nullptr && done.accepted->user != nullptr)
        due_.emplace(one.stepped(), std::make_pair(accepted, static_cast<payload_type *>(done.accepted->user)));
    if (done.answered != nullptr && done.answered->user != nullptr)
        due_.emplace(done.answered->end, std::make_pair(answered, static_cast<payload_type *>(done.answered->user)));
}

void target::b_transport(payload_type &payload, sc_time &delay) {
    if (!admit(payload))
        return;
    std::vector<transfer> parts(lanes_.size()); // a channel each, so that none runs further than it must
    cut(payload, first_clock(delay), [&](unsigned channel) -> transfer & { return parts[channel]; });
    move_data(payload);
    std::uint64_t end = 0;
    for (std::size_t channel = 0; channel < parts.size(); channel++) {
        while (parts[channel].unanswered != 0)
            step(*lanes_[channel], true);
        end = std::max(end, parts[channel].end);
    }
    delay = time_of(end) - sc_time_stamp();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    wake();
}

tlm::tlm_sync_enum target::nb_transport_fw(payload_type &payload, tlm::tlm_phase &phase, sc_time &delay) {
    if (phase == tlm::BEGIN_REQ)
        return begin_request(payload, delay);
    if (phase == tlm::END_RESP) {
        end_response(payload, delay);
        return tlm::TLM_COMPLETED;
    }
    if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || phase == tlm::UNINITIALIZED_PHASE)
        refuse(std::string(name()) + ": found " + phase.get_name() + " forwards, expected BEGIN_REQ or END_RESP");
    return tlm::TLM_ACCEPTED; // of extended protocols: nothing to us
}

tlm::tlm_sync_enum target::begin_request(payload_type &payload, const sc_time &delay) {
    if (requesting_ != nullptr)
        refuse(std::string(name()) + ": found BEGIN_REQ before END_REQ of the request ahead, expected it after that");
    if (!payload.has_mm())
        refuse(std::string(name()) + ": found a payload without a memory manager, expected one in nb_transport_fw");
    if (flights_.count(&payload) != 0)
        refuse(std::string(name()) + ": found BEGIN_REQ of a transaction before its END_RESP, expected it after that");
    if (!admit(payload))
        return tlm::TLM_COMPLETED;
    std::uint64_t from = first_clock(delay);
    payload.acquire();
    requesting_ = &payload;
    transfer &whole = flights_[&payload];
    whole = {};
    whole.user = &payload;
    cut(payload, from, [&](unsigned) -> transfer & { return whole; });
    wake();
    return tlm::TLM_ACCEPTED;
}

void target::end_response(payload_type &payload, const sc_time &delay) {
    if (answering_ != &payload)
        refuse(std::string(name()) + ": found END_RESP of a transaction without BEGIN_RESP, expected it after that");
    answering_ = nullptr;
    free_ = sc_time_stamp() + delay;
    flights_.erase(&payload);
    payload.release();
    if (!answered_.empty())
        answer_.notify(delay);
    wake();
}

/* Asks for `tick` at the end of the next clock in which a channel has work, or when something is due. */
void target::wake() {
    std::uint64_t next = due_.empty() ? UINT64_MAX : due_.begin()->first;
    for (const auto &one : lanes_)
        if (one->busy())
            next = std::min(next, one->next() + 1);
    if (next == UINT64_MAX)
        return;
    sc_time at = time_of(next);
    tick_.notify(at > sc_time_stamp() ? at - sc_time_stamp() : sc_core::SC_ZERO_TIME);
}

/* Channels up to now; then what is due, requests before responses. */
void target::tick() {
    std::uint64_t now = sc_time_stamp().value() / period_.value();
    for (const auto &one : lanes_)
        while (one->busy() && one->next() < now)
            step(*one, answered_.empty());
    while (!due_.empty() && due_.begin()->first <= now) {
        auto [what, payload] = due_.begin()->second;
        due_.erase(due_.begin());
        if (what == answered) {
            answered_.push_back(payload);
            continue;
        }
        tlm::tlm_phase phase = tlm::END_REQ;
        sc_time delay;
        move_data(*payload);
        requesting_ = nullptr;
        socket->nb_transport_bw(*payload, phase, delay);
    }
    answer();
    wake();
}

void target::answer() {
    while (answering_ == nullptr && !answered_.empty()) {
        if (sc_time_stamp() < free_) {
            answer_.notify(free_ - sc_time_stamp());
            return;
        }
        payload_type *payload = answered_.front();
        answered_.pop_front();
        answering_ = payload;
        payload->set_response_status(tlm::TLM_OK_RESPONSE);
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay;
        tlm::tlm_sync_enum status = socket->nb_transport_bw(*payload, phase, delay);
        if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP))
            end_response(*payload, delay);
        else if (status == tlm::TLM_UPDATED)
            refuse(std::string(name()) + ": found " + phase.get_name() + " behind BEGIN_RESP, expected END_RESP");
    }
}

bool target::get_direct_mem_ptr(payload_type &payload, tlm::tlm_dmi &dmi) {
    payload.set_dmi_allowed(false);
    dmi.init(); // all addresses ...
    dmi.allow_none();
    dmi.set_start_address(0);
    dmi.set_end_address(~sc_dt::uint64{0});
    return false; // ... are refused
}

unsigned target::transport_dbg(payload_type &payload) {
    std::uint64_t address = payload.get_address();
    if (address >= bytes_ || payload.get_data_ptr() == nullptr || (!payload.is_read() && !payload.is_write()))
        return 0;
    std::uint64_t n = std::min<std::uint64_t>(payload.get_data_length(), bytes_ - address);
    if (payload.is_write())
        store_.write(address, payload.get_data_ptr(), n);
    else
        store_.read(address, payload.get_data_ptr(), n);
    return static_cast<unsigned>(n);
}

} // namespace rh_sc
