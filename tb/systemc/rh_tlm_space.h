// SPDX-License-Identifier: Apache-2.0
/** What the addresses of a TLM target mean, and what they hold: the address map of a preset's channels, the bytes, the
 * refusals, and how a transaction is cut into requests.
 */
#ifndef RH_TLM_SPACE_H
#define RH_TLM_SPACE_H

#include <string>

#include <tlm>

#include "tb/systemc/rh_sc_block.h"
#include "tb/systemc/rh_tlm_store.h"

namespace rh_sc {

/** Who sent a transaction, for controllers whose policy asks for sources. Without it nobody is known to have. */
struct source_extension : tlm::tlm_extension<source_extension> {
    std::uint16_t core = 0; /**< core or application, below 0xffff */

    tlm::tlm_extension_base *clone() const override {
        return new source_extension(*this);
    }
    void copy_from(const tlm::tlm_extension_base &other) override {
        core = static_cast<const source_extension &>(other).core;
    }
};

class space {
  public:
    /** `map` as in rh_map.h, "" for the default. */
    space(const rh_preset &preset, const std::string &map, unsigned channels);

    std::uint64_t bytes() const { /**< addresses run from 0 to this */
        return bytes_;
    }
    const rh_map &map() const {
        return map_;
    }
    /** False with a response where the transaction can't be done. */
    bool admit(tlm::tlm_generic_payload &payload) const;
    /** Its data move. */
    void move(tlm::tlm_generic_payload &payload);
    /** As transport_dbg: without time, what lies outside is left out; the bytes that moved. */
    unsigned debug(tlm::tlm_generic_payload &payload);
    /** Gives the requests of a transaction to `take(const rh_request &)`: 1 to 8 column commands of a row each. */
    template <class taker> void cut(const tlm::tlm_generic_payload &payload, taker take) const {
        std::uint64_t unit = map_.shape.command_bytes, command = payload.get_address() / unit,
                      last = (payload.get_address() + payload.get_data_length() - 1) / unit;
        while (command <= last) {
            rh_request one = first_of(payload, command, last);
            command += one.commands;
            take(one);
        }
    }

  private:
    rh_request first_of(const tlm::tlm_generic_payload &payload, std::uint64_t command, std::uint64_t last) const;

    rh_map map_{};
    std::uint64_t bytes_ = 0;
    store store_;
};

} // namespace rh_sc

#endif
