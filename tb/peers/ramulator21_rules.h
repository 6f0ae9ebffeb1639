// SPDX-License-Identifier: Apache-2.0
// Rules of our `fr_fcfs` as a scheduler of Ramulator 2.1, by which docs/accuracy.md finds out what makes the two
// differ.
#ifndef RH_RAMULATOR21_RULES_H
#define RH_RAMULATOR21_RULES_H

#include "ramulator/base/param.h"
#include "ramulator/controller/controller_base.h"

namespace Ramulator {

/* The oldest column command whose time has come, else the oldest row command, and no PRE of a row that a request of
 * the buffer wants. With `stay` a request whose row was opened stays in its buffer: the list of those that wait for
 * their own row alone, which its controllers have beside it, has no place. */
class RowholdScheduler : public IScheduler, public Implementation {
    RAMULATOR_REGISTER_IMPLEMENTATION(IScheduler, RowholdScheduler, "Rowhold")

  public:
    void init() override {
        bool stay;
        RAMULATOR_PARSE_PARAM(stay, bool, "stay").default_val(false);
        controller_ = cast_parent<ControllerBase>();
        wanted_.resize(controller_->m_device.m_bank_nodes.size());
        if (stay)
            (controller_->*Access::active()).max_size = 0;
    }

    ReqBuffer::iterator get_best_request(ReqBuffer &buffer, RequestFilterRef filter) override {
        std::fill(wanted_.begin(), wanted_.end(), false);
        for (Request &request : buffer.buffer) {
            request.command = controller_->get_preq_command(request.final_command, request.addr_vec);
            if (request.command == request.final_command)
                wanted_[bank(request)] = true;
        }
        auto best = buffer.end();
        for (auto it = buffer.begin(); it != buffer.end(); it++) {
            const bool column = it->command == it->final_command;
            if (best != buffer.end() && (best->command == best->final_command || !column))
                continue;
            if ((filter && !filter(*it)) || (!column && closes(*it) && wanted_[bank(*it)]) ||
                !controller_->check_timing(it->command, it->addr_vec))
                continue;
            best = it;
        }
        return best;
    }

  private:
    struct Access : ControllerBase {
        static ReqBuffer ControllerBase::*active() {
            return &Access::m_active_buffer;
        }
    };

    std::size_t bank(const Request &request) const {
        return static_cast<std::size_t>(controller_->m_device.get_flat_bank_id(request.addr_vec));
    }
    bool closes(const Request &request) const {
        return controller_->m_device.m_spec->command_meta[request.command].is_closing;
    }

    ControllerBase *controller_ = nullptr;
    std::vector<bool> wanted_; // by bank: a request of the buffer hits its row
};

} // namespace Ramulator

#endif
