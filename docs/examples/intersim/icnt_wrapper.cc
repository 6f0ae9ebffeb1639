// SPDX-License-Identifier: Apache-2.0
// GPGPU-Sim's interconnect with the request networks of rowhold behind it, in the place of BookSim (intersim2) and of the
// local crossbar: copy this file over src/gpgpu-sim/icnt_wrapper.cc of GPGPU-Sim 4 or Accel-Sim, and add
//
//   $(pkg-config --cflags rowhold)   to CXXFLAGS in src/gpgpu-sim/Makefile
//   $(pkg-config --libs rowhold)     behind the objects where ./Makefile links libcudart.so
//
// -inter_config_file is then no .icnt file but a topology and what else a network has:
//
//   -inter_config_file crossbar
//   -inter_config_file mesh,columns=6,allocator=islip,vcs=2,depth=8,queue=8,flit_size=32,input_buffer_size=9,
//                      boundary_buffer_size=16,static_vcs=1,speculative=1
//
// One network carries requests from the clusters to the memory partitions, an equal one the replies. As in intersim2, a
// packet waits in a buffer of input_buffer_size flits until an injector takes it, and in one of boundary_buffer_size
// packets until it is popped.
//
// What differs or can't be expressed:
//   - Routers are rowhold's (docs/rh_vc_router.md): 8 clocks from push to pop through one, 3 for every router more; with
//     speculative=1 a clock less in each, where nobody is in the way. A switch runs at the links' speed; BookSim's internal_speedup,
//     its delays, its other topologies and its adaptive routes have no place.
//   - Nodes stand where rowhold's topologies have them; use_map and the node map are not read.
//   - A packet has at most 32 flits.
//   - Display functions print latencies, rates and flits; BookSim's other figures are not counted.
#include "icnt_wrapper.h"

#include <stdlib.h>
#include <string.h>

#include <deque>
#include <sstream>
#include <string>
#include <vector>

#include "../option_parser.h"
#include "rowhold/rh_network_direct.h"

icnt_create_p icnt_create;
icnt_init_p icnt_init;
icnt_has_buffer_p icnt_has_buffer;
icnt_push_p icnt_push;
icnt_pop_p icnt_pop;
icnt_transfer_p icnt_transfer;
icnt_busy_p icnt_busy;
icnt_display_stats_p icnt_display_stats;
icnt_display_overall_stats_p icnt_display_overall_stats;
icnt_display_state_p icnt_display_state;
icnt_get_flit_size_p icnt_get_flit_size;
unsigned g_network_mode;

namespace {

enum { MOST_FLITS = 32 };

struct packet {
    void *data;
    unsigned to, flits;
    unsigned long long pushed, injected;
};

struct subnet {
    rh_network_direct *network;
    std::vector<std::deque<packet> > in, out; // by source, by sink
    std::vector<unsigned> waiting;            // flits of `in`
    std::vector<packet> moving;               // in the network, by payload
    std::vector<unsigned> free;               // of these
    unsigned long long packets, flits, latency, network_latency, latest;
};

char *network_config;
unsigned shaders, memories, flit_size = 32, input_buffer = 9, boundary_buffer = 16, columns;
rh_topology_kind kind;
rh_network_setup network_setup;
unsigned long long now;
subnet subnets[2]; // requests, replies

[[noreturn]] void refuse(const std::string &text) {
    fprintf(stderr, "icnt: %s\n", text.c_str());
    exit(2);
}

void set(const std::string &word) {
    const size_t name_ends = word.find('=');
    const std::string name = word.substr(0, name_ends);
    const std::string value = name_ends == std::string::npos ? "" : word.substr(name_ends + 1);
    char *end;
    const unsigned long number = strtoul(value.c_str(), &end, 10);
    if (name == "allocator") {
        network_setup.allocator = rh_allocator_find(value.c_str());
        if (network_setup.allocator == NULL)
            refuse("-inter_config_file: found '" + word + "', expected an allocator that `rowhold list` names");
        return;
    }
    struct {
        const char *name;
        unsigned *wide;
        uint8_t *narrow;
        bool *flag;
    } const settings[] = {{"columns", &columns, NULL, NULL},
                          {"flit_size", &flit_size, NULL, NULL},
                          {"input_buffer_size", &input_buffer, NULL, NULL},
                          {"boundary_buffer_size", &boundary_buffer, NULL, NULL},
                          {"vcs", NULL, &network_setup.vcs, NULL},
                          {"depth", NULL, &network_setup.depth, NULL},
                          {"queue", NULL, &network_setup.queue, NULL},
                          {"static_vcs", NULL, NULL, &network_setup.static_vcs},
                          {"speculative", NULL, NULL, &network_setup.speculative}};
    for (unsigned i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (name != settings[i].name)
            continue;
        if (value.empty() || *end != '\0' || number < 1 || number > (settings[i].flag != NULL ? 1 : 255))
            refuse("-inter_config_file: found '" + word + "', expected a number from 1 to " +
                   (settings[i].flag != NULL ? "1" : "255") + " behind the =");
        if (settings[i].wide != NULL)
            *settings[i].wide = (unsigned)number;
        else if (settings[i].narrow != NULL)
            *settings[i].narrow = (uint8_t)number;
        else
            *settings[i].flag = true;
        return;
    }
    refuse("-inter_config_file: found '" + word +
           "', expected allocator, columns, vcs, depth, queue, flit_size, input_buffer_size, boundary_buffer_size, "
           "static_vcs or speculative, and =VALUE");
}

void open_subnet(subnet &s, bool replies) {
    rh_error error;
    rh_network_setup setup = network_setup;
    if (!rh_topology_make(&setup.topology, kind, shaders, memories, columns, replies, &error))
        refuse(error.text);
    setup.most_flits = MOST_FLITS;
    s.network = rh_network_direct_open(&setup, &error);
    if (s.network == NULL)
        refuse(error.text);
    s.in.resize(replies ? memories : shaders);
    s.waiting.resize(s.in.size());
    s.out.resize(replies ? shaders : memories);
}

void create(unsigned n_shader, unsigned n_mem) {
    std::istringstream words(network_config);
    std::string word;
    std::getline(words, word, ',');
    kind = rh_topology_find(word.c_str());
    if (kind == RH_TOPOLOGIES) {
        char names[RH_TOPOLOGY_NAMES];
        rh_topology_names(names, sizeof names, false);
        refuse("-inter_config_file: found '" + word + "', expected " + names);
    }
    while (std::getline(words, word, ','))
        set(word);
    shaders = n_shader;
    memories = n_mem;
    open_subnet(subnets[0], false);
    open_subnet(subnets[1], true);
}

void init() {}

// A device's number among the shaders, or among the memories.
unsigned place_of(unsigned device) { return device < shaders ? device : device - shaders; }

unsigned flits_of(unsigned size) { return size == 0 ? 1 : (size + flit_size - 1) / flit_size; }

bool has_buffer(unsigned input, unsigned size) {
    const subnet &s = subnets[input >= shaders];
    return s.waiting[place_of(input)] + flits_of(size) <= input_buffer;
}

void push(unsigned input, unsigned output, void *data, unsigned size) {
    subnet &s = subnets[input >= shaders];
    const packet pushed = {data, place_of(output), flits_of(size), now, 0};
    if (pushed.flits > MOST_FLITS)
        refuse("push: found a packet of " + std::to_string(pushed.flits) + " flits, expected at most 32");
    s.in[place_of(input)].push_back(pushed);
    s.waiting[place_of(input)] += pushed.flits;
}

void *pop(unsigned output) {
    std::deque<packet> &from = subnets[output < shaders].out[place_of(output)];
    if (from.empty())
        return NULL;
    void *data = from.front().data;
    from.pop_front();
    return data;
}

void inject(subnet &s, unsigned source) {
    packet moved = s.in[source].front();
    s.in[source].pop_front();
    s.waiting[source] -= moved.flits;
    moved.injected = now;
    if (s.free.empty()) {
        s.free.push_back((unsigned)s.moving.size());
        s.moving.push_back(moved);
    }
    const unsigned payload = s.free.back();
    s.free.pop_back();
    s.moving[payload] = moved;
    rh_network_message message = rh_network_message();
    message.destination = (uint8_t)moved.to;
    message.flits = (uint8_t)moved.flits;
    message.payload = payload;
    rh_network_direct_offer(s.network, source, &message);
}

void eject(subnet &s, unsigned sink) {
    const unsigned payload = (unsigned)rh_network_direct_ejector(s.network, sink)->message_payload;
    const packet &arrived = s.moving[payload];
    s.out[sink].push_back(arrived);
    s.free.push_back(payload);
    s.packets++;
    s.flits += arrived.flits;
    s.latency += now - arrived.pushed;
    s.network_latency += now - arrived.injected;
    s.latest = now - arrived.pushed > s.latest ? now - arrived.pushed : s.latest;
    rh_network_direct_take(s.network, sink);
}

// One clock of both networks.
void transfer() {
    now++;
    for (unsigned n = 0; n < 2; n++) {
        subnet &s = subnets[n];
        for (unsigned source = 0; source < s.in.size(); source++)
            if (!s.in[source].empty() && rh_network_direct_is_ready(s.network, source))
                inject(s, source);
        const uint64_t messages = rh_network_direct_messages(s.network);
        for (unsigned sink = 0; sink < s.out.size(); sink++)
            if ((messages >> sink & 1) != 0 && s.out[sink].size() < boundary_buffer)
                eject(s, sink);
        rh_network_direct_clock(s.network, true);
    }
}

bool busy() {
    for (unsigned n = 0; n < 2; n++) {
        const subnet &s = subnets[n];
        if (s.free.size() != s.moving.size())
            return true;
        for (unsigned k = 0; k < s.in.size(); k++)
            if (!s.in[k].empty())
                return true;
        for (unsigned k = 0; k < s.out.size(); k++)
            if (!s.out[k].empty())
                return true;
    }
    return false;
}

void display_stats() {
    for (unsigned n = 0; n < 2; n++) {
        const subnet &s = subnets[n];
        const double packets = (double)s.packets, clocks = (double)now * (double)s.in.size();
        printf("%s network of rowhold, %s, %llu clocks\n", n == 0 ? "Request" : "Reply", rh_topology_name(kind), now);
        printf("Packet latency average = %g\n\tmaximum = %llu\n", s.packets != 0 ? (double)s.latency / packets : 0,
               s.latest);
        printf("Network latency average = %g\n", s.packets != 0 ? (double)s.network_latency / packets : 0);
        printf("Accepted packet rate average = %g\n", now != 0 ? packets / clocks : 0);
        printf("Accepted flit rate average = %g\n", now != 0 ? (double)s.flits / clocks : 0);
    }
}

void display_state(FILE *file) {
    for (unsigned n = 0; n < 2; n++)
        fprintf(file, "%s network: %zu packets move\n", n == 0 ? "Request" : "Reply",
                subnets[n].moving.size() - subnets[n].free.size());
}

unsigned get_flit_size() { return flit_size; }

} // namespace

// The options of the local crossbar are taken and not used, for gpgpusim.config may name them.
void icnt_reg_options(class OptionParser *options) {
    static unsigned unused;
    static const char *const names[] = {"-icnt_in_buffer_limit", "-icnt_out_buffer_limit", "-icnt_subnets",
                                        "-icnt_arbiter_algo",    "-icnt_verbose",          "-icnt_grant_cycles"};
    option_parser_register(options, "-network_mode", OPT_INT32, &g_network_mode, "taken, not used", "1");
    option_parser_register(options, "-inter_config_file", OPT_CSTR, &network_config, "topology of rowhold", "crossbar");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        option_parser_register(options, names[i], OPT_UINT32, &unused, "taken, not used", "0");
}

void icnt_wrapper_init() {
    icnt_create = create;
    icnt_init = init;
    icnt_has_buffer = has_buffer;
    icnt_push = push;
    icnt_pop = pop;
    icnt_transfer = transfer;
    icnt_busy = busy;
    icnt_display_stats = display_stats;
    icnt_display_overall_stats = display_stats;
    icnt_display_state = display_state;
    icnt_get_flit_size = get_flit_size;
}
