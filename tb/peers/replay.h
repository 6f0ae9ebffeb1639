// SPDX-License-Identifier: Apache-2.0
// A stream of requests to another simulator's memory, one a clock at most, as a controller here takes them: what
// docs/accuracy.md measures. The stream is a trace of DRAMsim3: `0xADDRESS READ|WRITE CYCLE`, by rising cycles.
#ifndef RH_PEER_REPLAY_H
#define RH_PEER_REPLAY_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

namespace replay {

struct Request {
    std::uint64_t address, arrival;
    bool write;
    std::uint64_t accepted = 0, done = 0;
};

inline std::vector<Request> read(const char *path) {
    std::ifstream file(path);
    if (!file) {
        std::fprintf(stderr, "%s: found no readable file, expected a trace of DRAMsim3\n", path);
        std::exit(2);
    }
    std::vector<Request> requests;
    std::string address, op;
    std::uint64_t cycle;
    while (file >> address >> op >> cycle)
        requests.push_back({std::stoull(address, nullptr, 16), cycle, op == "WRITE"});
    return requests;
}

/* `memory` has send(request, index), which says whether it was taken, tick(), and counts the reads that it has left.
 * Behind the last request come so many clocks that the writes leave, too. */
template <typename Memory> void run(Memory &memory, std::vector<Request> &requests) {
    enum { LATER = 20000 };
    std::size_t next = 0;
    std::uint64_t clock = 0, last = 0;
    for (; next < requests.size() || memory.reads_left() > 0 || clock < last + LATER; clock++) {
        if (next < requests.size() && requests[next].arrival <= clock && memory.send(requests[next], next)) {
            requests[next++].accepted = clock;
            last = clock;
        }
        memory.tick();
    }
}

/* A line a request; that of a write has no end. */
inline void write(const char *path, const std::vector<Request> &requests) {
    std::ofstream file(path);
    file << "op,arrival,accepted,done\n";
    for (const Request &r : requests)
        file << (r.write ? "W," : "R,") << r.arrival << ',' << r.accepted << ',' << r.done << '\n';
}

/* PROGRAM CONFIGURATION STREAM LOG */
template <typename Memory> int main(int argc, char **argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s CONFIGURATION STREAM LOG\n", argv[0]);
        return 2;
    }
    auto requests = read(argv[2]);
    {
        Memory memory(argv[1], requests); /* its end is part of the run */
        run(memory, requests);
    }
    write(argv[3], requests);
    return 0;
}

} // namespace replay

#endif
