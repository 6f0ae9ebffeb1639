// SPDX-License-Identifier: Apache-2.0
// replay_ramulator21 CONFIGURATION STREAM LOG: a stream through Ramulator 2.1 (docs/accuracy.md says how it is built).
// The configuration is what `python -m ramulator export` makes of a script, with the frontend External.
#include <memory>

#include "ramulator/base/config.h"
#include "ramulator/base/factory.h"
#include "ramulator/frontend/i_frontend.h"
#include "ramulator/memory_system/i_memory_system.h"
#include "ramulator21_rules.h"
#include "replay.h"

class Memory {
  public:
    Memory(const char *configuration, std::vector<replay::Request> &requests) : requests_(requests) {
        auto config = Ramulator::Config::parse_config_file(configuration);
        frontend_.reset(Ramulator::Factory::create_frontend(config));
        memory_.reset(Ramulator::Factory::create_memory_system(config));
        frontend_->connect_memory_system(memory_.get());
        memory_->connect_frontend(frontend_.get());
    }

    ~Memory() {
        memory_->finalize();
    }

    bool send(const replay::Request &request, std::size_t index) {
        auto done = [this, index](Ramulator::Request &r) {
            requests_[index].done = static_cast<std::uint64_t>(r.depart);
            reads_--;
        };
        std::function<void(Ramulator::Request &)> callback;
        if (!request.write)
            callback = done;
        Ramulator::Request sent(static_cast<Ramulator::Addr_t>(request.address), request.write ? 1 : 0, 0, callback);
        sent.size_bytes = memory_->get_tx_bytes();
        if (!memory_->send(sent))
            return false;
        reads_ += !request.write;
        return true;
    }

    void tick() {
        memory_->tick();
    }

    std::size_t reads_left() const {
        return reads_;
    }

  private:
    std::vector<replay::Request> &requests_;
    std::unique_ptr<Ramulator::IFrontEnd> frontend_;
    std::unique_ptr<Ramulator::IMemorySystem> memory_;
    std::size_t reads_ = 0;
};

int main(int argc, char **argv) {
    return replay::main<Memory>(argc, argv);
}
