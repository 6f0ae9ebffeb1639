// SPDX-License-Identifier: Apache-2.0
// replay_dramsim3 CONFIGURATION STREAM LOG: a stream through DRAMsim3 (docs/accuracy.md says how it is built). Its
// command trace is written where it runs.
#include "memory_system.h"
#include "replay.h"

class Memory {
  public:
    Memory(const char *configuration, std::vector<replay::Request> &requests)
        : requests_(requests),
          memory_(
              configuration, ".", [this](std::uint64_t address) { finish(address); }, [](std::uint64_t) {}) {}

    bool send(const replay::Request &request, std::size_t index) {
        if (!memory_.WillAcceptTransaction(request.address, request.write))
            return false;
        memory_.AddTransaction(request.address, request.write);
        if (!request.write) {
            waiting_[request.address].push_back(index);
            reads_++;
        }
        return true;
    }

    /* A request's data end in the clock before the one in which it is called back. */
    void tick() {
        memory_.ClockTick();
        clock_++;
    }

    std::size_t reads_left() const {
        return reads_;
    }

  private:
    void finish(std::uint64_t address) {
        auto &indices = waiting_[address];
        requests_[indices.front()].done = clock_;
        indices.pop_front();
        reads_--;
    }

    std::vector<replay::Request> &requests_;
    std::unordered_map<std::uint64_t, std::deque<std::size_t>> waiting_; // by address, oldest first
    std::uint64_t clock_ = 0;
    std::size_t reads_ = 0;
    dramsim3::MemorySystem memory_;
};

int main(int argc, char **argv) {
    return replay::main<Memory>(argc, argv);
}
