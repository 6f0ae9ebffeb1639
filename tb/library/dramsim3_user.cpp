// SPDX-License-Identifier: Apache-2.0
// A stand-in for a simulator that links DRAMsim3: it declares the class as DRAMsim3's header does (with -DHEADER it
// takes the adapter's), counts what is outstanding as gem5's wrapper does, and holds a memory as an object, too, as
// DRAMsim3's own CPUs do.
//
//   dramsim3_user CONFIG OUTPUT_DIR REQUESTS   exit 1 where the library breaks what DRAMsim3 promises
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>

#ifdef HEADER
#include "dramsim3.h"
#else
namespace dramsim3 {
class MemorySystem {
  public:
    MemorySystem(const std::string &config_file, const std::string &output_dir,
                 std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback);
    ~MemorySystem();
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
    void *config_, *dram_system_;
};
MemorySystem *GetMemorySystem(const std::string &config_file, const std::string &output_dir,
                              std::function<void(uint64_t)> read_callback,
                              std::function<void(uint64_t)> write_callback);
} // namespace dramsim3
#endif

extern "C" void libdramsim3_is_present(void);

static void expect(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "dramsim3_user: expected %s\n", what);
    std::exit(1);
}

struct Traffic {
    std::map<uint64_t, int> reads, writes; // outstanding, by address as it was sent
    int outstanding = 0, answered = 0, wrong = 0;

    void answer(std::map<uint64_t, int> &of, uint64_t address) {
        auto found = of.find(address);
        wrong += found == of.end() || found->second == 0;
        if (found != of.end())
            found->second--;
        outstanding--;
        answered++;
    }
};

// Random transactions anywhere in 64 bits, as many a clock as fit among those outstanding.
static uint64_t drive(dramsim3::MemorySystem &memory, Traffic &traffic, int requests) {
    uint64_t random = 1, clocks = 0;
    for (int sent = 0; traffic.answered < requests; clocks++) {
        while (sent < requests && traffic.outstanding < memory.GetQueueSize()) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            const uint64_t address = sent % 4 == 0 ? random : (random >> 40) * 64;
            const bool write = (random >> 33) % 3 == 0;
            expect(memory.WillAcceptTransaction(address, write), "room below GetQueueSize()");
            (write ? traffic.writes : traffic.reads)[address]++;
            traffic.outstanding++;
            expect(memory.AddTransaction(address, write), "a transaction to be taken that would be accepted");
            sent++;
        }
        memory.ClockTick();
        expect(clocks < 1000U * static_cast<unsigned>(requests), "an end");
    }
    return clocks;
}

int main(int argc, char **argv) {
    expect(argc == 4, "CONFIG OUTPUT_DIR REQUESTS");
    const int requests = std::atoi(argv[3]);
    libdramsim3_is_present();
    Traffic traffic;
    auto none = [](uint64_t) { expect(false, "the callbacks that were registered last"); };
    std::unique_ptr<dramsim3::MemorySystem> memory(dramsim3::GetMemorySystem(argv[1], argv[2], none, none));
    memory->RegisterCallbacks([&](uint64_t address) { traffic.answer(traffic.reads, address); },
                              [&](uint64_t address) { traffic.answer(traffic.writes, address); });
    memory->ResetStats();
    const uint64_t clocks = drive(*memory, traffic, requests);
    expect(traffic.outstanding == 0 && traffic.wrong == 0, "one callback for each transaction, with its address");
    memory->PrintStats();
    std::printf("%d of %d bytes in %llu clocks of %.3f ns\n", traffic.answered,
                memory->GetBusBits() / 8 * memory->GetBurstLength(), static_cast<unsigned long long>(clocks),
                memory->GetTCK());

    Traffic again;
    dramsim3::MemorySystem object(
        argv[1], argv[2], [&](uint64_t address) { again.answer(again.reads, address); },
        [&](uint64_t address) { again.answer(again.writes, address); });
    expect(drive(object, again, requests) == clocks, "the same run of an object");
    int sent = 0;
    while (sent < 1000 && object.WillAcceptTransaction(0, true) && object.AddTransaction(0, true))
        sent++;
    expect(sent == object.GetQueueSize(), "a full queue behind GetQueueSize() transactions of one channel");
    expect(!object.AddTransaction(0, true), "no transaction in a full queue");
}
