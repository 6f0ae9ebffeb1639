// SPDX-License-Identifier: Apache-2.0
/** Payloads for initiators: a memory manager that keeps returned ones for the next use. */
#ifndef RH_TLM_POOL_H
#define RH_TLM_POOL_H

#include <cstdint>
#include <memory>
#include <vector>

#include <tlm>

namespace rh_sc {

class pool : public tlm::tlm_mm_interface {
  public:
    /** An acquired one; release() brings it back. */
    tlm::tlm_generic_payload *take(tlm::tlm_command command, std::uint64_t address, unsigned char *data,
                                   unsigned length) {
        if (rest_.empty()) {
            all_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
            rest_.push_back(all_.back().get());
        }
        tlm::tlm_generic_payload *payload = rest_.back();
        rest_.pop_back();
        payload->acquire();
        payload->set_command(command);
        payload->set_address(address);
        payload->set_data_ptr(data);
        payload->set_data_length(length);
        payload->set_streaming_width(length);
        payload->set_byte_enable_ptr(nullptr);
        payload->set_dmi_allowed(false);
        payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        return payload;
    }
    void free(tlm::tlm_generic_payload *payload) override {
        payload->reset();
        rest_.push_back(payload);
    }
    std::size_t away() const { /**< payloads that someone still holds */
        return all_.size() - rest_.size();
    }

  private:
    std::vector<std::unique_ptr<tlm::tlm_generic_payload>> all_;
    std::vector<tlm::tlm_generic_payload *> rest_;
};

} // namespace rh_sc

#endif
