// SPDX-License-Identifier: Apache-2.0
// Drives the adapter's memory system as Ramulator 2.1's External frontend and gem5's wrapper do: send until it refuses,
// tick, be called back with arrive and depart.
//
//   ramulator_user REQUESTS KEY=VALUE...   exit 1 where it breaks what Ramulator promises, 2 where it refuses the keys
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "ramulator_standin.h"

using Ramulator::Request;

static void expect(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "ramulator_user: expected %s\n", what);
    std::exit(1);
}

static void drive(Ramulator::IMemorySystem &memory, int requests) {
    uint64_t random = 1;
    Ramulator::Clk_t clock = 0;
    int sent = 0, done = 0, refused = 0;
    while (done < requests) {
        for (bool taken = true; taken && sent < requests;) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            Request request;
            request.addr = static_cast<Ramulator::Addr_t>(random >> 20);
            request.type_id = (random >> 33) % 4 == 0 ? Request::Type::Write : Request::Type::Read;
            request.source_id = sent;
            request.size_bytes = memory.get_tx_bytes();
            const Request was = request;
            request.callback = [&done, &clock, was, now = clock](Request &back) {
                expect(back.addr == was.addr && back.source_id == was.source_id, "the request that was sent");
                expect(back.arrive == now && back.depart == clock && clock > now + 4,
                       "clocks of arrival and departure");
                done++;
            };
            taken = memory.send(request);
            sent += taken;
            refused += !taken;
        }
        memory.tick();
        expect(++clock < 1000 * requests, "an end");
    }
    expect(refused > 0, "a full queue");
    Request large;
    large.addr = 0;
    large.type_id = Request::Type::Read;
    large.size_bytes = memory.get_tx_bytes() + 1;
    try {
        (void)memory.send(large);
        expect(false, "an error of a request that is too large");
    } catch (const std::runtime_error &e) {
        expect(std::string(e.what()).find("size_bytes: found ") != std::string::npos, "an error that names the size");
    }
    std::printf("%d requests in %lld clocks of %.3f ns\n", done, static_cast<long long>(clock),
                static_cast<double>(memory.get_tCK()));
}

int main(int argc, char **argv) try {
    Ramulator::ConfigNode config;
    for (int i = 2; i < argc; i++) {
        const std::string word = argv[i];
        config[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    }
    expect(Ramulator::Factory::registry.count("Rowhold") == 1, "a memory system that has registered itself");
    std::unique_ptr<Ramulator::IMemorySystem> memory(Ramulator::Factory::registry["Rowhold"](config));
    expect(memory->get_clock_ratio() == 3, "the clock ratio as it was given");
    drive(*memory, std::atoi(argv[1]));
    memory->m_impl->reset_stats();
    memory->m_impl->finalize();
    memory->m_impl->print_stats(std::cout);
} catch (const std::runtime_error &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
}
