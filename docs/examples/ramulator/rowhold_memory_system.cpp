// SPDX-License-Identifier: Apache-2.0
// A memory system of Ramulator 2.1 with rowhold behind it, under any of its frontends: traces, SimpleO3, and External,
// through which gem5 and others call it. Copy this file to src/ramulator/memory_system/impl, name it in
// src/ramulator/memory_system/CMakeLists.txt behind generic_dram_system.cpp, and let the target ramulator find rowhold:
//
//   find_package(rowhold REQUIRED COMPONENTS presets)
//   target_link_libraries(ramulator-memorysystem PRIVATE rowhold::rowhold_presets)
//   target_link_libraries(ramulator PRIVATE rowhold::rowhold_presets)
//
// Or compile it into the simulator that links libramulator.so: it registers itself. Then the YAML has, in place of
// GenericDRAM with its controllers,
//
//   memory_system:
//     impl: Rowhold
//     clock_ratio: 1
//     preset: ddr4_2400         a name, or a YAML file of rowhold
//     controller: fr_fcfs       this and what follows may be left out; so it is then, but for channels and refresh
//     read_buffer_size: 32
//     write_buffer_size: 32     0: reads and writes share one queue, as controllers without a write drain need it
//     wr_low_watermark: 0.2
//     wr_high_watermark: 0.8
//     channels: 1
//     refresh: all_bank
//     map: RoBaRaCoCh           all names of Ramulator's mappers are known, ChRaBaRoCo, MOP4CLXOR
//     bytes: 64                 of a request, at most; a column command's where that moves more
//     json: rowhold.json        the figures of the run, as `rowhold simulate --stats` writes them
//
// As in Ramulator: send() is false while the controller's queue is full, read and write callbacks come with `arrive`
// and `depart` set, requests larger than get_tx_bytes() are errors, and errors are std::runtime_error. Otherwise:
//   - A write is called back when its data have been written, not with its command; a read when its data are there.
//   - A read of an address that waits to be written goes to the DRAM; writes to one address are not joined.
//   - Address bits above the memory's size are ignored. An addr_vec is not read: requests come by address.
//   - source_id is dropped, for addresses carry no core. reset_stats() does nothing; figures go from clock 0 on.
//   - Translation, controller plugins and mitigations have no place here.
#include <cstdio>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ramulator/base/param.h"
#include "ramulator/frontend/i_frontend.h"
#include "ramulator/memory_system/i_memory_system.h"
#include "rowhold/rh_memory.h"
#include "rowhold/rh_preset_file.h"

namespace Ramulator {

class RowholdMemorySystem final : public IMemorySystem, public Implementation {
    RAMULATOR_REGISTER_IMPLEMENTATION(IMemorySystem, RowholdMemorySystem, "Rowhold");

  public:
    void init() override {
        unsigned int reads, writes, channels, bytes;
        double low, high;
        std::string name, controller, refresh, map;
        RAMULATOR_PARSE_PARAM(m_clock_ratio, unsigned int, "clock_ratio").required();
        RAMULATOR_PARSE_PARAM(name, std::string, "preset").required();
        RAMULATOR_PARSE_PARAM(controller, std::string, "controller").default_val("");
        RAMULATOR_PARSE_PARAM(reads, unsigned int, "read_buffer_size").default_val(32);
        RAMULATOR_PARSE_PARAM(writes, unsigned int, "write_buffer_size").default_val(32);
        RAMULATOR_PARSE_PARAM(low, double, "wr_low_watermark").default_val(0.2);
        RAMULATOR_PARSE_PARAM(high, double, "wr_high_watermark").default_val(0.8);
        RAMULATOR_PARSE_PARAM(channels, unsigned int, "channels").default_val(0);
        RAMULATOR_PARSE_PARAM(refresh, std::string, "refresh").default_val("");
        RAMULATOR_PARSE_PARAM(map, std::string, "map").default_val("");
        RAMULATOR_PARSE_PARAM(bytes, unsigned int, "bytes").default_val(64);
        RAMULATOR_PARSE_PARAM(m_json, std::string, "json").default_val("");

        rh_error error{};
        rh_preset preset{};
        if (!rh_preset_load(name.c_str(), &preset, &error))
            fail(error.text);
        const unsigned command = rh_preset_command_bytes(&preset);
        m_tx_bytes = (bytes + command - 1) / command * command;
        rh_memory_setup setup{};
        setup.own = &preset;
        setup.controller = controller.empty() ? nullptr : controller.c_str();
        setup.refresh = refresh.empty() ? nullptr : refresh.c_str();
        setup.map = map.empty() ? nullptr : map.c_str();
        setup.queue = reads + writes;
        setup.write_queue = writes;
        setup.write_high = static_cast<unsigned int>(high * writes);
        setup.write_low = static_cast<unsigned int>(low * writes);
        setup.channels = channels;
        setup.request_bytes = m_tx_bytes;
        setup.self = this;
        setup.done = [](void *self, const rh_memory_done *done) {
            static_cast<RowholdMemorySystem *>(self)->finish(*done);
        };
        m_memory.reset(rh_memory_open(&setup, &error));
        if (!m_memory)
            fail(error.text);

        m_stats.add("total_num_read_requests", s_read_requests);
        m_stats.add("total_num_write_requests", s_write_requests);
        m_stats.add("cycles", s_cycles);
        m_stats.add("row_hits", s_row_hits);
        m_stats.add("activates", s_activates);
        m_stats.add("data_bus_busy_cycles", s_busy);
    }

    bool send(Request &req) override {
        if (req.size_bytes <= 0 || req.size_bytes > get_tx_bytes())
            fail("size_bytes: found " + std::to_string(req.size_bytes) + ", expected 1 to " +
                 std::to_string(get_tx_bytes()));
        const uint64_t address = static_cast<uint64_t>(req.addr) % rh_memory_bytes(m_memory.get());
        const bool write = req.type_id == Request::Type::Write;
        if (m_free.empty())
            m_free.push_back(&m_sent.emplace_back());
        if (!rh_memory_send(m_memory.get(), address / m_tx_bytes * m_tx_bytes, write, m_free.back()))
            return check(), false;
        Request *sent = m_free.back();
        m_free.pop_back();
        *sent = req;
        sent->arrive = static_cast<Clk_t>(rh_memory_cycle(m_memory.get()));
        (write ? s_write_requests : s_read_requests)++;
        return true;
    }

    void tick() override {
        rh_memory_tick(m_memory.get());
        check();
    }

    void update_stats() override {
        rh_stats total;
        rh_memory_total(m_memory.get(), &total);
        s_cycles = total.cycles;
        s_row_hits = total.row_hits;
        s_activates = total.activates;
        s_busy = total.data_bus_busy_cycles;
    }

    void finalize() override {
        rh_error error{};
        update_stats();
        if (!rh_memory_finish(m_memory.get(), &error))
            fail(error.text);
        if (m_json.empty())
            return;
        std::FILE *file = std::fopen(m_json.c_str(), "w");
        const bool good = file != nullptr && rh_memory_json(m_memory.get(), file);
        if (file == nullptr || std::fclose(file) != 0 || !good)
            fail("json: found no way to write " + m_json + ", expected the name of a file");
    }

    int get_clock_ratio() override { return static_cast<int>(m_clock_ratio); }
    float get_tCK() override { return static_cast<float>(rh_memory_tck_ps(m_memory.get())) / 1000; }
    int get_tx_bytes() override { return static_cast<int>(m_tx_bytes); }

  private:
    struct Close {
        void operator()(rh_memory *memory) const { rh_memory_close(memory); }
    };

    [[noreturn]] static void fail(const std::string &text) { throw std::runtime_error("Rowhold: " + text); }

    void check() const {
        if (*rh_memory_text(m_memory.get()) != '\0')
            fail(rh_memory_text(m_memory.get()));
    }

    void finish(const rh_memory_done &done) {
        auto *sent = static_cast<Request *>(done.user);
        Request request = std::move(*sent);
        m_free.push_back(sent); // the callback may send
        request.depart = static_cast<Clk_t>(done.done);
        if (request.callback)
            request.callback(request);
    }

    std::deque<Request> m_sent;
    std::vector<Request *> m_free; // of these
    std::unique_ptr<rh_memory, Close> m_memory;
    std::string m_json;
    unsigned int m_clock_ratio = 1, m_tx_bytes = 0;
    unsigned long s_read_requests = 0, s_write_requests = 0;
    unsigned long s_cycles = 0, s_row_hits = 0, s_activates = 0, s_busy = 0;
};

} // namespace Ramulator
