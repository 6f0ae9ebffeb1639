// SPDX-License-Identifier: Apache-2.0
// The interface of DRAMsim3 (its src/dramsim3.h and src/memory_system.h), served by rowhold: see memory_system.cpp.
#ifndef ROWHOLD_DRAMSIM3_H
#define ROWHOLD_DRAMSIM3_H

#include <cstdint>
#include <functional>
#include <string>

namespace dramsim3 {

class MemorySystem {
  public:
    MemorySystem(const std::string &config_file, const std::string &output_dir,
                 std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback);
    ~MemorySystem();
    MemorySystem(const MemorySystem &) = delete;
    MemorySystem &operator=(const MemorySystem &) = delete;

    void ClockTick();
    void RegisterCallbacks(std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback);
    double GetTCK() const;
    int GetBusBits() const;
    int GetBurstLength() const;
    int GetQueueSize() const;
    void PrintStats() const;
    void ResetStats();
    bool WillAcceptTransaction(uint64_t hex_addr, bool is_write) const;
    bool AddTransaction(uint64_t hex_addr, bool is_write);

  private:
    struct Served;
    Served *served_;
    void *unused_ = nullptr; // DRAMsim3's own class is two pointers: what was compiled with its header runs, too
};

MemorySystem *GetMemorySystem(const std::string &config_file, const std::string &output_dir,
                              std::function<void(uint64_t)> read_callback,
                              std::function<void(uint64_t)> write_callback);

} // namespace dramsim3

#endif
