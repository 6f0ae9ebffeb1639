// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_tlm_space.h"

#include <algorithm>

namespace rh_sc {

space::space(const rh_preset &preset, const std::string &map, unsigned channels) {
    rh_error error = {};
    const rh_map_shape shape = rh_map_shape_of(&preset, channels);
    const char *text = rh_map_text(map.empty() ? nullptr : map.c_str(), &preset);
    if (!rh_map_parse(&map_, text, &shape, &error))
        refuse(error.text);
    bytes_ = std::uint64_t{channels} * preset.banks * preset.rows * shape.columns * shape.command_bytes;
}

bool space::admit(tlm::tlm_generic_payload &payload) const {
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

void space::move(tlm::tlm_generic_payload &payload) {
    if (payload.is_write())
        store_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    else
        store_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
}

unsigned space::debug(tlm::tlm_generic_payload &payload) {
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

/* The longest request from `command` on. */
rh_request space::first_of(const tlm::tlm_generic_payload &payload, std::uint64_t command, std::uint64_t last) const {
    struct rh_map_place first;
    auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(RH_MAX_COMMANDS, last - command + 1));
    std::uint32_t n = rh_map_run(&map_, command, most, &first);
    rh_request one = {};
    one.bank = static_cast<std::uint8_t>(first.bank);
    one.row = first.row;
    one.column = static_cast<std::uint16_t>(first.column);
    one.commands = static_cast<std::uint8_t>(n);
    one.write = payload.is_write();
    one.channel = static_cast<std::uint16_t>(first.channel);
    const source_extension *from = payload.get_extension<source_extension>();
    one.core = from != nullptr ? from->core : UINT16_MAX;
    return one;
}

} // namespace rh_sc
