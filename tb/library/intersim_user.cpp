// SPDX-License-Identifier: Apache-2.0
// Drives the adapter's interconnect as GPGPU-Sim does, with a stand-in of its option parser: shaders push requests to
// random memories, which pop them and push replies of five flits back.
//
//   intersim_user CONFIG SHADERS MEMORIES REQUESTS   exit 1 where a packet is lost, comes twice or to another
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "icnt_wrapper.h"
#include "option_parser.h"

static void expect(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "intersim_user: expected %s\n", what);
    std::exit(1);
}

static char *config;
static unsigned registered;
void option_parser_register(class OptionParser *, const char *name, option_dtype, void *value, const char *,
                            const char *) {
    registered++;
    if (std::strcmp(name, "-inter_config_file") == 0)
        *static_cast<char **>(value) = config;
}

struct request {
    unsigned shader, memory, pushed;
};

// One packet alone; its clocks from push to pop.
static unsigned alone(unsigned input, unsigned output, unsigned size) {
    request packet = {input, output, 0};
    icnt_push(input, output, &packet, size);
    unsigned clocks = 0;
    for (void *found = nullptr; found == nullptr; clocks++) {
        expect(icnt_busy() && clocks < 1000, "a packet to arrive");
        icnt_transfer();
        found = icnt_pop(output);
        expect(found == nullptr || found == &packet, "the packet that was pushed");
    }
    return clocks;
}

int main(int argc, char **argv) {
    expect(argc == 5, "CONFIG SHADERS MEMORIES REQUESTS");
    config = argv[1];
    const unsigned shaders = static_cast<unsigned>(std::atoi(argv[2])),
                   memories = static_cast<unsigned>(std::atoi(argv[3]));
    const unsigned most = static_cast<unsigned>(std::atoi(argv[4]));
    icnt_reg_options(nullptr);
    expect(registered == 8, "the options that gpgpusim.config may name");
    icnt_wrapper_init();
    icnt_create(shaders, memories);
    icnt_init();
    expect(!icnt_busy() && icnt_get_flit_size() == 32, "an idle network of 32-byte flits");
    const unsigned there = alone(0, shaders, 8), long_there = alone(0, shaders, 136), back = alone(shaders, 0, 8);
    std::printf("alone: %u clocks there, %u with five flits, %u back\n", there, long_there, back);
    unsigned filled = 0;
    std::vector<request> packet(most, request());
    while (icnt_has_buffer(1, 136))
        icnt_push(1, shaders, &packet[filled++], 136);
    expect(filled == 1, "room for nine flits");
    while (icnt_pop(shaders) == nullptr)
        icnt_transfer();

    unsigned long long random = 1, latency = 0;
    unsigned sent = 0, answered = 0, clock = 0;
    std::vector<std::vector<request *>> waiting(memories);
    while (answered < most) {
        for (unsigned shader = 0; shader < shaders && sent < most; shader++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            if (random >> 62 != 0 || !icnt_has_buffer(shader, 8))
                continue;
            packet[sent] = {shader, static_cast<unsigned>(random >> 33) % memories, clock};
            icnt_push(shader, shaders + packet[sent].memory, &packet[sent], 8);
            sent++;
        }
        for (unsigned memory = 0; memory < memories; memory++) {
            auto *request = static_cast<struct request *>(icnt_pop(shaders + memory));
            if (request != nullptr) {
                expect(request->memory == memory && request->pushed <= clock, "a request at its memory");
                waiting[memory].push_back(request);
            }
            if (!waiting[memory].empty() && icnt_has_buffer(shaders + memory, 136)) {
                icnt_push(shaders + memory, waiting[memory].front()->shader, waiting[memory].front(), 136);
                waiting[memory].erase(waiting[memory].begin());
            }
        }
        for (unsigned shader = 0; shader < shaders; shader++)
            if (auto *request = static_cast<struct request *>(icnt_pop(shader))) {
                expect(request->shader == shader && request->pushed < clock, "a reply at its shader, once");
                latency += clock - request->pushed;
                request->pushed = ~0U;
                answered++;
            }
        icnt_transfer();
        expect(++clock < 1000 * most, "an end");
    }
    expect(!icnt_busy(), "an empty network");
    std::printf("%u answered in %u clocks, %llu each\n", answered, clock, latency / answered);
    icnt_display_stats();
    icnt_display_overall_stats();
    icnt_display_state(stdout);
}
