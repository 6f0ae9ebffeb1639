// SPDX-License-Identifier: Apache-2.0
// An adapter as gem5 or Ramulator have it: a class with send, tick and callbacks, in a clock domain of its own. The
// main program below stands for the simulator: it replays loads and stores, whose clock is four times the memory's.
//
//   c++ -std=c++17 adapter.cpp $(pkg-config --cflags --libs rowhold) -o adapter
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "rowhold/rowhold.h"

class RowholdMemory {
public:
    struct Request {
        std::uint64_t address;
        bool write;
        std::function<void(const Request &)> callback; // when it is done
        std::uint64_t latency = 0;                     // clocks, once it is done
    };

    explicit RowholdMemory(const char *preset, const char *controller = nullptr, unsigned channels = 0) {
        rh_memory_setup setup{};
        setup.preset = preset;
        setup.controller = controller;
        setup.channels = channels;
        setup.done = [](void *self, const rh_memory_done *d) { static_cast<RowholdMemory *>(self)->finish(*d); };
        setup.self = this;
        rh_error error{};
        memory_.reset(rh_memory_open(&setup, &error));
        if (!memory_)
            throw std::invalid_argument(error.text);
    }

    // False: the queue is full; the simulator tries again.
    bool send(Request request) {
        auto owned = std::make_unique<Request>(std::move(request));
        if (!rh_memory_send(memory_.get(), owned->address, owned->write, owned.get()))
            return check(), false;
        (void)owned.release(); // until it is done
        pending_++;
        return true;
    }

    void tick() {
        rh_memory_tick(memory_.get());
        check();
    }

    bool idle() const { return pending_ == 0; }
    double clock_ns() const { return rh_memory_tck_ps(memory_.get()) / 1000.0; }
    std::uint64_t clocks() const { return rh_memory_cycle(memory_.get()); }
    std::uint64_t bytes() const { return rh_memory_bytes(memory_.get()); }

    rh_stats stats() {
        rh_error error{};
        if (!rh_memory_finish(memory_.get(), &error))
            throw std::runtime_error(error.text);
        rh_stats total{};
        rh_memory_total(memory_.get(), &total);
        return total;
    }

private:
    struct Close {
        void operator()(rh_memory *memory) const { rh_memory_close(memory); }
    };

    void finish(const rh_memory_done &done) {
        std::unique_ptr<Request> request(static_cast<Request *>(done.user));
        request->latency = done.done - done.sent;
        pending_--;
        if (request->callback)
            request->callback(*request);
    }

    void check() const {
        if (*rh_memory_text(memory_.get()) != '\0')
            throw std::runtime_error(rh_memory_text(memory_.get()));
    }

    std::unique_ptr<rh_memory, Close> memory_;
    std::uint64_t pending_ = 0;
};

int main(int argc, char **argv) try {
    constexpr unsigned requests = 3000, ratio = 4;
    RowholdMemory memory(argc > 1 ? argv[1] : "hbm2", argc > 2 ? argv[2] : nullptr);
    std::uint64_t random = 1, latencies = 0;
    unsigned made = 0, reads = 0, answered = 0, retries = 0;
    std::deque<RowholdMemory::Request> waiting; // the simulator's own queue

    auto answer = [&](const RowholdMemory::Request &request) {
        answered++;
        reads += !request.write;
        latencies += request.latency;
    };
    for (std::uint64_t core_clock = 0; made < requests || !waiting.empty() || !memory.idle(); core_clock++) {
        if (made < requests && waiting.size() < 16) {
            std::uint64_t line = rh_random_draw(&random);
            waiting.push_back({line % (memory.bytes() / 64) * 64, line >> 60 < 4, answer});
            made++;
        }
        if (core_clock % ratio != 0)
            continue;
        while (!waiting.empty() && memory.send(waiting.front()))
            waiting.pop_front();
        retries += !waiting.empty();
        memory.tick();
    }
    const rh_stats total = memory.stats();
    const rh_stats_scale scale = {};
    std::printf("%u requests (%u reads) answered in %llu clocks of %.3f ns, %.1f clocks each, %u refused\n",
                answered, reads, static_cast<unsigned long long>(memory.clocks()), memory.clock_ns(),
                static_cast<double>(latencies) / answered, retries);
    std::printf("the memory counted %llu requests (%llu reads), %llu row hits, efficiency %.1f %%\n",
                static_cast<unsigned long long>(total.requests), static_cast<unsigned long long>(total.reads),
                static_cast<unsigned long long>(total.row_hits),
                100 * rh_stats_figure(RH_FIGURE_dram_efficiency, &total, &scale));
    return answered == requests && total.requests == requests ? 0 : 1;
} catch (const std::exception &e) {
    std::fprintf(stderr, "adapter: %s\n", e.what());
    return 2;
}
