// SPDX-License-Identifier: Apache-2.0
// An initiator before the TLM target: writes a block of memory, reads it back in another order, compares, and says how
// long it took. Loosely timed with a quantum keeper, or approximately timed with several transactions on their way.
#include <cinttypes>
#include <cstring>
#include <iostream>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include "tb/systemc/rh_sc_options.h"
#include "tb/systemc/rh_systemc.h"

namespace {

using rh_sc::options;
using rh_sc::refusal;
using sc_core::sc_time;
using sc_core::sc_time_stamp;
using tlm::tlm_generic_payload;

const char usage[] =
    "usage: rh_tlm_example [OPTION]...\n"
    "Write memory through a TLM-2.0 target, read it back at random places, and measure.\n\n"
    "  --style lt|at        loosely timed (b_transport), or approximately timed (four phases); default at\n"
    "  --controller NAME    default fr_fcfs (rowhold list --kind controller)\n"
    "  --face model|rtl|lockstep  what runs behind the socket; default model\n"
    "  --preset NAME|FILE   DRAM; default gddr3 (rowhold presets)\n"
    "  --channels N         memory channels; default 0: the preset's\n"
    "  --map MAP            address map; default: the project's\n"
    "  --transactions N     of each part; default 2000\n"
    "  --bytes N            of a transaction; default 64\n"
    "  --outstanding N      with at: transactions on their way, at most; default 16\n"
    "  --pause N            ns between two transactions; default 0\n"
    "  --seed N             of the places that are read; default 1\n\n"
    "exit: 0 what was read is what was written, 1 it is not, 2 usage or input error\n";

class initiator : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<initiator> socket{"socket"};

    SC_HAS_PROCESS(initiator);
    initiator(sc_core::sc_module_name name, const options &given)
        : sc_module(name), timed_(given.text("style") == "at"), count_(given.number("transactions")),
          pause_(static_cast<double>(given.number("pause")), sc_core::SC_NS),
          bytes_(static_cast<unsigned>(given.number("bytes"))), outstanding_(given.number("outstanding")),
          random_(rh_random_start(given.number("seed"), 0)) {
        if (!timed_ && given.text("style") != "lt")
            throw refusal{"--style: found '" + given.text("style") + "', expected lt or at"};
        if (count_ == 0 || bytes_ == 0 || bytes_ > 65536 || outstanding_ == 0)
            throw refusal{"--transactions, --bytes, --outstanding: found 0 or more than 65536 bytes, expected more"};
        socket.register_nb_transport_bw(this, &initiator::nb_transport_bw);
        SC_THREAD(run);
    }
    std::uint64_t wrong = 0;       // transactions that gave other bytes than were written
    sc_time written, read, waited; // time of each part; of all reads, from the first phase to the last

  private:
    /** One transaction on its way. */
    struct slot {
        std::vector<unsigned char> data;
        sc_time began;
        bool used = false;
    };

    /* What belongs at an address. */
    static unsigned char byte_at(std::uint64_t address) {
        return static_cast<unsigned char>(address ^ address >> 8 ^ address >> 16);
    }
    void fill(slot &one, std::uint64_t address) {
        for (unsigned k = 0; k < bytes_; k++)
            one.data[k] = byte_at(address + k);
    }
    void check(const slot &one, const tlm_generic_payload &payload, const sc_time &now) {
        bool same = payload.is_response_ok();
        for (unsigned k = 0; k < bytes_; k++)
            same = same && one.data[k] == byte_at(payload.get_address() + k);
        wrong += !same;
        if (payload.is_read())
            waited += now - one.began;
    }
    std::uint64_t place(bool write, std::uint64_t n) {
        return (write ? n : rh_random_below(&random_, static_cast<std::uint32_t>(count_))) * bytes_;
    }

    void run() {
        slots_.resize(timed_ ? outstanding_ : 1);
        for (slot &one : slots_)
            one.data.resize(bytes_);
        for (bool write : {true, false}) {
            sc_time began = sc_time_stamp();
            timed_ ? phases(write) : blocking(write);
            (write ? written : read) = sc_time_stamp() - began;
        }
    }

    void blocking(bool write) {
        tlm_utils::tlm_quantumkeeper keeper;
        keeper.reset();
        for (std::uint64_t n = 0; n < count_; n++) {
            std::uint64_t address = place(write, n);
            slot &one = slots_[0];
            if (write)
                fill(one, address);
            tlm_generic_payload *payload =
                pool_.take(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, one.data.data(), bytes_);
            one.began = keeper.get_current_time();
            sc_time delay = keeper.get_local_time();
            socket->b_transport(*payload, delay);
            keeper.set(delay);
            check(one, *payload, keeper.get_current_time());
            payload->release();
            keeper.inc(pause_);
            if (keeper.need_sync())
                keeper.sync();
        }
        keeper.sync();
    }

    void phases(bool write) {
        for (std::uint64_t n = 0; n < count_; n++) {
            std::uint64_t address = place(write, n);
            while (on_their_way_ == slots_.size())
                wait(answered_);
            std::size_t free = 0;
            while (slots_[free].used)
                free++;
            slot &one = slots_[free];
            if (write)
                fill(one, address);
            one.used = true;
            one.began = sc_time_stamp();
            on_their_way_++;
            tlm_generic_payload *payload =
                pool_.take(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, one.data.data(), bytes_);
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_time delay;
            if (socket->nb_transport_fw(*payload, phase, delay) == tlm::TLM_COMPLETED)
                finish(*payload);
            else
                wait(accepted_);
            if (pause_ != sc_core::SC_ZERO_TIME)
                wait(pause_);
        }
        while (on_their_way_ != 0)
            wait(answered_);
    }

    tlm::tlm_sync_enum nb_transport_bw(tlm_generic_payload &payload, tlm::tlm_phase &phase, sc_time &) {
        if (phase == tlm::END_REQ) {
            accepted_.notify(sc_core::SC_ZERO_TIME);
            return tlm::TLM_ACCEPTED;
        }
        finish(payload); // BEGIN_RESP, and END_RESP at once
        phase = tlm::END_RESP;
        return tlm::TLM_UPDATED;
    }

    void finish(tlm_generic_payload &payload) {
        for (slot &one : slots_)
            if (one.data.data() == payload.get_data_ptr()) {
                check(one, payload, sc_time_stamp());
                one.used = false;
            }
        payload.release();
        on_their_way_--;
        answered_.notify(sc_core::SC_ZERO_TIME);
    }

    bool timed_;
    std::uint64_t count_;
    sc_time pause_;
    unsigned bytes_;
    std::uint64_t outstanding_, random_;
    rh_sc::pool pool_;
    std::vector<slot> slots_;
    std::size_t on_their_way_ = 0;
    sc_core::sc_event accepted_, answered_;
};

rh_sc_how face_of(const std::string &name) {
    const char *names[] = {"model", "rtl", "lockstep"}; // in the order of rh_sc_how
    for (int how = 0; how < 3; how++)
        if (name == names[how])
            return static_cast<rh_sc_how>(how);
    throw refusal{"--face: found '" + name + "', expected model, rtl or lockstep"};
}

int body(const options &given) {
    rh_sc::target_setup setup;
    setup.preset = given.text("preset");
    setup.controller = given.text("controller");
    setup.map = given.text("map");
    setup.channels = static_cast<unsigned>(given.number("channels"));
    setup.how = face_of(given.text("face"));
    setup.seed = given.number("seed");
    initiator cpu("cpu", given);
    rh_sc::target memory("memory", setup);
    cpu.socket.bind(memory.socket);
    std::uint64_t count = given.number("transactions"), bytes = count * given.number("bytes");
    if (bytes > memory.bytes())
        throw refusal{"--transactions: found " + std::to_string(bytes) +
                      " bytes in all, expected at most the memory's " + std::to_string(memory.bytes())};
    tlm::tlm_global_quantum::instance().set(sc_time(1, sc_core::SC_US));
    sc_core::sc_start();
    const rh_stats &stats = memory.stats();
    auto gb_per_s = [&](const sc_time &time) { return static_cast<double>(bytes) / time.to_seconds() / 1e9; };
    std::printf("%s on %s, %s: %" PRIu64 " transactions of %" PRIu64 " bytes each way\n",
                given.text("controller").c_str(), given.text("preset").c_str(), given.text("style").c_str(), count,
                given.number("bytes"));
    std::printf("  write, in order   %12.2f ns  %7.2f GB/s\n", cpu.written.to_seconds() * 1e9, gb_per_s(cpu.written));
    std::printf("  read, at random   %12.2f ns  %7.2f GB/s  mean latency %.2f ns\n", cpu.read.to_seconds() * 1e9,
                gb_per_s(cpu.read), cpu.waited.to_seconds() * 1e9 / static_cast<double>(count));
    std::printf(
        "  controllers       %12" PRIu64 " requests, %" PRIu64 " row hits; data buses in use %.1f %% of the time\n",
        stats.requests, stats.row_hits, 100 * rh_stats_figure(RH_FIGURE_dram_utilization, &stats, &memory.scale()));
    if (cpu.wrong != 0)
        std::printf("FAILED: %" PRIu64 " transactions gave other bytes than were written\n", cpu.wrong);
    return cpu.wrong == 0 ? 0 : 1;
}

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_program(argc, argv, usage,
                              {{"style", "at"},
                               {"controller", "fr_fcfs"},
                               {"face", "model"},
                               {"preset", "gddr3"},
                               {"channels", "0"},
                               {"map", ""},
                               {"transactions", "2000"},
                               {"bytes", "64"},
                               {"outstanding", "16"},
                               {"pause", "0"},
                               {"seed", "1"}},
                              body);
}
