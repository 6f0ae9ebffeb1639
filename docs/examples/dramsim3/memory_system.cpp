// SPDX-License-Identifier: Apache-2.0
// libdramsim3.so with rowhold behind it, for simulators that link DRAMsim3 (gem5, SST): the same class, callbacks and
// clocks. Put it in the place of DRAMsim3's own library, and of its headers where you build anew.
//
//   c++ -std=c++17 -O2 -shared -fPIC memory_system.cpp $(pkg-config --cflags --libs rowhold_presets) -o libdramsim3.so
//
// config_file is not an .ini but a preset of rowhold, by its name or as a YAML file (`rowhold presets --from dramsim3`
// makes one of an .ini), and what else a memory has:
//
//   hbm2
//   my_dram.yaml,controller=most_pending,queue=64,channels=4,bytes=128,refresh=off,map=row:bank:column:channel
//
// The map comes last, for it may have commas. write_high, write_low and write_queue are the write drain.
//
// As in DRAMsim3:
//   - A transaction is GetBusBits() / 8 * GetBurstLength() bytes: `bytes`, or 64; no less than a column command's.
//   - Address bits above the memory's size, and those within a transaction, are ignored.
//   - GetQueueSize() transactions wait in front of each controller, whose own queue is as long again.
//   - A read is called back when its last data beat has come.
//   - What can't be set up ends the program with one line; exit code 2.
// Otherwise:
//   - A write is called back when its last data beat has left, not one clock after it was added. So who has fewer than
//     GetQueueSize() transactions outstanding, as gem5 does, never meets a full queue.
//   - A read of an address that waits to be written goes to the DRAM, and so does a second write to it.
//   - PrintStats() writes output_dir/rowhold.json, as `rowhold simulate --stats` does, from clock 0 on: ResetStats()
//     does nothing. There are no epochs, no temperatures, and no traces beside it.
//   - Every command is checked against the DRAM's rules; a broken one is named when the memory is destroyed.
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <sstream>
#include <utility>

#include "dramsim3.h"
#include "rowhold/rh_memory.h"
#include "rowhold/rh_preset_file.h"

namespace dramsim3 {
namespace {

using Callback = std::function<void(uint64_t)>;

[[noreturn]] void refuse(const std::string &text) {
    std::fprintf(stderr, "dramsim3: %s\n", text.c_str());
    std::exit(2);
}

struct Close {
    void operator()(rh_memory *memory) const { rh_memory_close(memory); }
};

unsigned number(const std::string &word, const char *value) {
    char *end;
    const unsigned long number = std::strtoul(value, &end, 10);
    if (*value < '0' || *value > '9' || *end != '\0' || number < 1 || number > 65535)
        refuse("config_file: found '" + word + "', expected a number from 1 to 65535 behind the =");
    return static_cast<unsigned>(number);
}

// The setting `word` of a configuration: NAME=VALUE.
void set(const std::string &word, rh_memory_setup &setup) {
    const std::size_t name_ends = word.find('=');
    const std::string name = word.substr(0, name_ends);
    const char *value = name_ends == std::string::npos ? "" : word.c_str() + name_ends + 1;
    const char **text = name == "controller" ? &setup.controller
                        : name == "refresh"  ? &setup.refresh
                        : name == "map"      ? &setup.map
                                             : nullptr;
    unsigned *count = name == "queue"         ? &setup.queue
                      : name == "channels"    ? &setup.channels
                      : name == "bytes"       ? &setup.request_bytes
                      : name == "write_high"  ? &setup.write_high
                      : name == "write_low"   ? &setup.write_low
                      : name == "write_queue" ? &setup.write_queue
                                              : nullptr;
    if (text != nullptr)
        *text = value;
    else if (count != nullptr)
        *count = number(word, value);
    else
        refuse("config_file: found '" + word +
               "', expected controller, queue, write_high, write_low, write_queue, channels, bytes, refresh or map, "
               "and =VALUE");
}

} // namespace

struct MemorySystem::Served {
    Callback read, write;
    std::string output_dir;
    std::unique_ptr<rh_memory, Close> memory;
    unsigned queue = 32, transaction = 0;

    void open(const std::string &config);
    uint64_t place(uint64_t address) const { // in the memory
        return address % rh_memory_bytes(memory.get()) / transaction * transaction;
    }
    void check() const {
        if (*rh_memory_text(memory.get()) != '\0')
            refuse(rh_memory_text(memory.get()));
    }
};

void MemorySystem::Served::open(const std::string &config) {
    rh_memory_setup setup{};
    rh_error error{};
    std::istringstream words(config);
    std::deque<std::string> word(1); // the setup points into these
    std::getline(words, word[0], ',');
    rh_preset preset{};
    if (word[0].size() > 4 && word[0].compare(word[0].size() - 4, 4, ".ini") == 0)
        refuse("config_file: found '" + word[0] + "', expected a preset of rowhold, a name or a YAML file "
               "(`rowhold presets --from dramsim3 " + word[0] + "` makes one)");
    if (!rh_preset_load(word[0].c_str(), &preset, &error))
        refuse(error.text);
    while (word.emplace_back(), std::getline(words, word.back(), ',')) {
        std::string hashes;
        if (word.back().compare(0, 4, "map=") == 0 && std::getline(words, hashes, '\0'))
            word.back() += "," + hashes;
        set(word.back(), setup);
    }
    if (setup.queue != 0)
        queue = setup.queue;
    const unsigned command = rh_preset_command_bytes(&preset);
    const unsigned bytes = setup.request_bytes != 0 ? setup.request_bytes : 64;
    transaction = (bytes + command - 1) / command * command;
    setup.own = &preset;
    setup.queue = queue;
    setup.request_bytes = transaction;
    setup.waiting = queue;
    setup.self = this;
    setup.done = [](void *self, const rh_memory_done *done) {
        auto *served = static_cast<Served *>(self);
        (done->write ? served->write : served->read)(reinterpret_cast<uintptr_t>(done->user));
    };
    memory.reset(rh_memory_open(&setup, &error));
    if (!memory)
        refuse(error.text);
    if (!rh_memory_can_send(memory.get(), 0)) { // it has no map
        (void)rh_memory_send(memory.get(), 0, false, nullptr);
        check();
    }
}

MemorySystem::MemorySystem(const std::string &config_file, const std::string &output_dir, Callback read_callback,
                           Callback write_callback)
    : served_(new Served) {
    served_->output_dir = output_dir.empty() ? "." : output_dir;
    RegisterCallbacks(std::move(read_callback), std::move(write_callback));
    served_->open(config_file);
}

MemorySystem::~MemorySystem() {
    rh_error error{};
    if (!rh_memory_finish(served_->memory.get(), &error))
        std::fprintf(stderr, "dramsim3: %s\n", error.text);
    delete served_;
}

void MemorySystem::RegisterCallbacks(Callback read_callback, Callback write_callback) {
    served_->read = std::move(read_callback);
    served_->write = std::move(write_callback);
}

void MemorySystem::ClockTick() {
    (void)rh_memory_tick(served_->memory.get());
    served_->check();
}

bool MemorySystem::WillAcceptTransaction(uint64_t hex_addr, bool) const {
    return rh_memory_can_send(served_->memory.get(), served_->place(hex_addr));
}

bool MemorySystem::AddTransaction(uint64_t hex_addr, bool is_write) {
    void *const user = reinterpret_cast<void *>(static_cast<uintptr_t>(hex_addr));
    return rh_memory_send(served_->memory.get(), served_->place(hex_addr), is_write, user);
}

double MemorySystem::GetTCK() const { return rh_memory_tck_ps(served_->memory.get()) / 1000.0; }

int MemorySystem::GetBusBits() const {
    const rh_preset *preset = rh_memory_preset(served_->memory.get());
    return 8 * preset->bus_bytes * preset->chips;
}

int MemorySystem::GetBurstLength() const { return static_cast<int>(served_->transaction) * 8 / GetBusBits(); }

int MemorySystem::GetQueueSize() const { return static_cast<int>(served_->queue); }

void MemorySystem::PrintStats() const {
    const std::string name = served_->output_dir + "/rowhold.json";
    std::FILE *file = std::fopen(name.c_str(), "w");
    const bool good = file != nullptr && rh_memory_json(served_->memory.get(), file);
    if (file == nullptr || std::fclose(file) != 0 || !good)
        std::fprintf(stderr, "dramsim3: found no way to write %s, expected a file in output_dir\n", name.c_str());
}

void MemorySystem::ResetStats() {} // see above

MemorySystem *GetMemorySystem(const std::string &config_file, const std::string &output_dir, Callback read_callback,
                              Callback write_callback) {
    return new MemorySystem(config_file, output_dir, std::move(read_callback), std::move(write_callback));
}

} // namespace dramsim3

// What autoconf's AC_CHECK_LIB asks for.
extern "C" void libdramsim3_is_present(void) {}
