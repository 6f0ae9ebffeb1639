// SPDX-License-Identifier: Apache-2.0
// Tests of the TLM target before the closed loop. Times are worked out by hand from the values of preset gddr3 (a clock
// of 1.25 ns, tRCD 12, CL 9, burst 2, WL 4, refresh off), the clock enables, and the registers on a packet's way: the
// injector, the router's buffer, its grant, its link, the ejector's buffer and its message are a clock of the network
// each. Streams are compared with rh_loop_run, request by request.
#include <algorithm>
#include <cstring>

#include "tb/systemc/rh_tlm_scene.h"

using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

using rh_sc::expect;
using rh_sc::initiator;
using rh_sc::refusal_of;

unsigned char data[4096];

/** An initiator on each core; `body` talks through that of core `core`. */
void with_network(const rh_sc::network_setup &setup, unsigned core,
                  const std::function<void(initiator &, initiator &, rh_sc::network_target &)> &body) {
    rh_sc::network_target to("network", setup);
    std::vector<std::unique_ptr<initiator>> all;
    for (unsigned k = 0; k < to.cores(); k++) {
        all.push_back(std::make_unique<initiator>(("initiator" + std::to_string(k)).c_str()));
        all.back()->socket.bind(to.socket(k));
        all.back()->body = [] {};
    }
    all[core]->body = [&] { body(*all[core], *all[0], to); };
    sc_core::sc_start();
    for (const auto &one : all)
        expect<std::size_t>("payloads that are still held", one->pool.away(), 0);
}

/* Four cores, two controllers, one clock for all. */
rh_sc::network_setup one_clock() {
    rh_sc::network_setup setup;
    setup.loop.cores = 4;
    setup.loop.controllers = 2;
    setup.loop.core_mhz = setup.loop.network_mhz = 800; // gddr3's
    setup.loop.judge = true;
    return setup;
}

/* Clocks of 325:650:800 MHz. Cores tick first in clock 2; the network does not in clocks 0, 5 and 10 of each 16.
 * Read: issued in 2, ticks 3 4 6 7 8 9, accepted in 10, ACT 11, RD 23, response 23 + 9 + 2 = 34, two flits: ticks 35 36
 * 38 39 40 41 43, at the core in 44. */
void a_read_in_an_empty_system_by_hand() {
    with_network({}, 3, [](initiator &from, initiator &, rh_sc::network_target &to) {
        expect("cores", to.cores(), 28U);
        expect<std::uint64_t>("bytes of 8 channels", to.bytes(), 1073741824);
        from.begin(from.pool.take(tlm::TLM_READ_COMMAND, 256, data, 32));
        wait(200, SC_NS);
        expect("phases", from.heard.str(), std::string("0 begin 256; 3.75 END_REQ 256; 56.25 BEGIN_RESP 256; "));
        const rh_loop_stats &stats = to.finish();
        expect<std::uint64_t>("round trip", stats.round_trip.sum, 44 - 2);
        expect<std::uint64_t>("answered", stats.count.answered, 1);
    });
}

/* Two flits: ticks 3 4 6 7 8 9 11, accepted in 12, ACT 13, WR 25, response 25 + 4 + 2 = 31, one flit: ticks 33 34 35 36
 * 38 39, at the core in 40. */
void a_write_in_an_empty_system_by_hand() {
    with_network({}, 3, [](initiator &from, initiator &, rh_sc::network_target &) {
        from.begin(from.pool.take(tlm::TLM_WRITE_COMMAND, 256, data, 32));
        wait(200, SC_NS);
        expect("phases", from.heard.str(), std::string("0 begin 256; 3.75 END_REQ 256; 51.25 BEGIN_RESP 256; "));
    });
}

/* The same times. The second is called in clock 80, in which cores do not tick; they do in 81, which is 17 in 32: ticks
 * 82 83 84 86 87 88, accepted in 89, RD 90 of the open row, response 101, ticks 102 103 104 105 107 108 109, at the
 * core in 110. */
void blocking_accesses_take_the_time_of_phases() {
    with_network({}, 27, [](initiator &from, initiator &, rh_sc::network_target &) {
        expect<sc_dt::uint64>("read", from.access(tlm::TLM_READ_COMMAND, 256, data, 32), 56250);
        expect<sc_dt::uint64>("read of the open row", from.access(tlm::TLM_READ_COMMAND, 288, data, 32, 100), 138750);
        expect("time has not passed", sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
    });
}

/* A queue of 2 and writes of two flits: a message is in the queue until its second flit has left. Issued in 0 and 1;
 * the first is out at the end of 2, the second at the end of 4. */
void a_full_injection_queue_withholds_the_end_of_a_request() {
    rh_sc::network_setup setup = one_clock();
    setup.loop.network.queue = 2;
    with_network(setup, 1, [](initiator &from, initiator &, rh_sc::network_target &) {
        for (unsigned k = 0; k < 4; k++) {
            from.begin(from.pool.take(tlm::TLM_WRITE_COMMAND, 32 * k, data, 32));
            wait(from.ended);
        }
        expect("phases", from.heard.str(),
               std::string("0 begin 0; 1.25 END_REQ 0; 1.25 begin 32; 2.5 END_REQ 32; 2.5 begin 64; 5 END_REQ 64; "
                           "5 begin 96; 7.5 END_REQ 96; "));
        wait(400, SC_NS);
    });
}

/* Accepted in 7, 8, 9; RD in 20, 22, 24; responses in 31, 33, 35; at the core 8 clocks later: 39, 41, 43. The first
 * response is not ended before 100.6 ns. So the second waits in the socket, and the third in the network until clock
 * 80 + 1, which begins at 101.25 ns: round trips 39, 40 and 80 - 2. */
void a_core_that_does_not_end_a_response_holds_the_next_in_the_network() {
    with_network(one_clock(), 2, [](initiator &from, initiator &, rh_sc::network_target &to) {
        from.hold = true;
        for (unsigned k = 0; k < 3; k++) {
            from.begin(from.pool.take(tlm::TLM_READ_COMMAND, 32 * k, data, 32));
            wait(from.ended);
        }
        wait(sc_time(100.6, SC_NS) - sc_core::sc_time_stamp());
        for (unsigned k = 0; k < 3; k++) {
            expect("a response is there", from.held != nullptr, true);
            from.end();
            wait(50, SC_NS);
        }
        expect("phases", from.heard.str().substr(from.heard.str().find("50 ")),
               std::string("50 BEGIN_RESP 0; 100.6 end 0; 100.6 BEGIN_RESP 32; 150.6 end 32; 150.6 BEGIN_RESP 64; "
                           "200.6 end 64; "));
        expect<std::uint64_t>("round trips", to.finish().round_trip.sum, 39 + 40 + 78);
    });
}

/* 512 bytes are 8 column commands in each of two channels: two requests, issued in 0 and 1. RD of the first in 20, 22,
 * .. 34, its response in 34 + 9 + 2 = 45, its first flit at the core 7 clocks later, 8 of data behind it: 60. The
 * second is a clock behind; its 9 flits follow on the same link: 69. */
void a_long_transaction_is_issued_request_by_request() {
    with_network(one_clock(), 2, [](initiator &from, initiator &, rh_sc::network_target &) {
        from.begin(from.pool.take(tlm::TLM_READ_COMMAND, 256, data, 512));
        wait(from.ended);
        expect("accepted", sc_core::sc_time_stamp(), sc_time(2.5, SC_NS));
        wait(400, SC_NS);
        expect("phases", from.heard.str(), std::string("0 begin 256; 2.5 END_REQ 256; 87.5 BEGIN_RESP 256; "));
    });
}

void bytes_are_the_same_for_all_cores() {
    with_network({}, 5, [](initiator &from, initiator &other, rh_sc::network_target &to) {
        unsigned char back[1002];
        for (unsigned k = 0; k < sizeof data; k++)
            data[k] = static_cast<unsigned char>(k * 7 + k / 256);
        from.access(tlm::TLM_WRITE_COMMAND, 5000, data, 1000);
        other.access(tlm::TLM_READ_COMMAND, 4999, back, 1002);
        expect("data", std::memcmp(back + 1, data, 1000), 0);
        expect("before", int{back[0]}, 0);
        expect("behind", int{back[1001]}, 0);
        tlm::tlm_generic_payload *payload = other.pool.take(tlm::TLM_READ_COMMAND, 5000, back, 8);
        expect("debug", other.socket->transport_dbg(*payload), 8U);
        expect("debug's data", std::memcmp(back, data, 8), 0);
        payload->set_address(to.bytes());
        expect("outside", other.begin(payload), tlm::TLM_COMPLETED);
        expect("outside", payload->get_response_string(), std::string("TLM_ADDRESS_ERROR_RESPONSE"));
        payload->release();
    });
}

/** Clocks of one request: issue, and reply at the core. */
struct trip {
    std::uint64_t issued, replied;
    bool operator<(const trip &other) const {
        return issued < other.issued;
    }
};

/** One core of a stream: it begins a request when it may, and notes the times. */
struct stream_core : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<stream_core> socket{"socket"};
    rh_sc::pool pool;
    std::vector<rh_request> requests;
    const rh_map *map = nullptr;
    unsigned command_bytes = 0;
    std::vector<sc_time> accepted;
    std::vector<sc_time> replied;
    std::unordered_map<tlm::tlm_generic_payload *, std::size_t> number;
    sc_core::sc_event ended;

    SC_HAS_PROCESS(stream_core);
    stream_core(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_nb_transport_bw(this, &stream_core::backwards);
        SC_THREAD(run);
    }
    void run() {
        replied.resize(requests.size());
        for (std::size_t k = 0; k < requests.size(); k++) {
            const rh_request &r = requests[k];
            struct rh_map_place place = {r.channel, r.bank, r.row, r.column};
            tlm::tlm_generic_payload *payload =
                pool.take(r.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, rh_map_address(map, &place), data,
                          r.commands * command_bytes);
            number[payload] = k;
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_time delay;
            socket->nb_transport_fw(*payload, phase, delay);
            wait(ended);
        }
    }
    tlm::tlm_sync_enum backwards(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase, sc_time &) {
        if (phase == tlm::END_REQ) {
            accepted.push_back(sc_core::sc_time_stamp());
            ended.notify(sc_core::SC_ZERO_TIME);
            return tlm::TLM_ACCEPTED;
        }
        replied[number[&payload]] = sc_core::sc_time_stamp();
        payload.release();
        phase = tlm::END_RESP;
        return tlm::TLM_UPDATED;
    }
};

void note_trip(void *user, const rh_loop_trip *of) {
    static_cast<std::vector<trip> *>(user)[of->seen.core].push_back({of->issued, of->replied});
}

/* Both run the requests; the clocks of every one are compared. */
void compare(const char *stream, rh_sc::network_setup setup, unsigned count) {
    rh_error error = {};
    rh_preset preset;
    rh_stream_setup wanted = {};
    wanted.synthetic = rh_synthetic_find(stream);
    wanted.stream = stream;
    wanted.requests = count;
    wanted.channels = 8;
    wanted.seed = 3;
    wanted.stream_cores = 28;
    expect("preset", rh_preset_load(setup.preset.c_str(), &preset, &error), true);
    rh_sc::network_target to("network", setup);
    rh_core_streams *streams =
        rh_core_streams_open(rh_stream_open(&wanted, &preset, &error), to.cores(), 0, false, &error);
    std::vector<std::unique_ptr<stream_core>> cores;
    for (unsigned core = 0; core < to.cores(); core++) {
        cores.push_back(std::make_unique<stream_core>(("core" + std::to_string(core)).c_str()));
        stream_core &one = *cores.back();
        one.socket.bind(to.socket(core));
        one.map = &to.map();
        one.command_bytes = rh_preset_command_bytes(&preset);
        std::uint64_t gap;
        for (const rh_request *r; (r = rh_core_streams_front(streams, core, &gap)) != nullptr;
             rh_core_streams_take(streams, core))
            one.requests.push_back(*r);
    }
    sc_core::sc_start();

    std::vector<std::vector<trip>> trips(to.cores());
    rh_loop_setup plain = setup.loop;
    plain.preset = &preset;
    plain.ops = rh_controller_find(setup.controller.c_str());
    plain.geometry = rh_preset_geometry(&preset, setup.queue);
    plain.replied = note_trip;
    plain.replied_user = trips.data();
    rh_loop *loop = rh_loop_open(&plain, &error);
    expect("the C model's run", rh_loop_run(loop, streams, &error), RH_SYSTEM_DONE);
    std::uint64_t compared = 0, wrong = 0, waits = 0;
    for (unsigned core = 0; core < to.cores(); core++) {
        const stream_core &one = *cores[core];
        std::sort(trips[core].begin(), trips[core].end());
        expect("requests of a core", trips[core].size(), one.requests.size());
        for (std::size_t k = 0; k < std::min(trips[core].size(), one.accepted.size()); k++, compared++) {
            const trip &t = trips[core][k];
            bool same = one.accepted[k] == to.period() * static_cast<double>(t.issued + 1) &&
                        one.replied[k] == to.period() * static_cast<double>(t.replied + 1);
            if (!same && wrong++ == 0)
                std::cerr << "core " << core << ", request " << k << ": found END_REQ " << one.accepted[k]
                          << ", BEGIN_RESP " << one.replied[k] << ", expected the edges behind clocks " << t.issued
                          << ", " << t.replied << "\n";
            waits += k != 0 && t.issued > trips[core][k - 1].issued + 3; // a core ticks every third clock at least
        }
        expect<std::size_t>("payloads that are still held", one.pool.away(), 0);
    }
    expect<std::uint64_t>("requests with other clocks", wrong, 0);
    expect<std::uint64_t>("requests", compared, count);
    expect("requests that waited are many", waits > count / 8, true);
    const rh_loop_stats &stats = to.finish(), &expected = *rh_loop_stats_of(loop);
    expect<std::uint64_t>("round trips", stats.round_trip.sum, expected.round_trip.sum);
    expect<std::uint64_t>("clocks", stats.cycles, expected.cycles);
    expect<std::uint64_t>("flits", stats.count.request_flits + stats.count.reply_flits,
                          expected.count.request_flits + expected.count.reply_flits);
    expect("Jain's index", stats.jain_index, expected.jain_index);
    rh_loop_close(loop);
    rh_core_streams_close(streams);
}

void random_requests_of_28_cores_have_the_clocks_of_the_closed_loop() {
    compare("core_random", {}, 8000);
}

void a_stencil_on_a_mesh_has_the_clocks_of_the_closed_loop() {
    rh_sc::network_setup setup;
    setup.controller = "banked_fifo";
    setup.loop.topology = RH_TOPOLOGY_mesh;
    setup.loop.network.hold = 1;
    compare("core_stencil", setup, 4000);
}

/* Its network is faster than the memory. */
void a_hot_bank_on_a_ring_has_the_clocks_of_the_closed_loop() {
    rh_sc::network_setup setup;
    setup.loop.topology = RH_TOPOLOGY_ring;
    setup.loop.network_mhz = 1132;
    setup.loop.outstanding = 4;
    compare("core_hot_bank", setup, 4000);
}

void what_does_not_fit_is_refused() {
    rh_sc::network_setup setup;
    setup.controller = "fr_fcsf";
    const std::string said = refusal_of([&] { rh_sc::network_target one("one", setup); });
    expect("controller", said.substr(0, said.find(',', said.find("one of"))) + said.substr(said.rfind(" (")),
           std::string("controller: found 'fr_fcsf', expected one of fifo (near: fr_fcfs)")); // between them all others
    setup = {};
    setup.queue = 256 + 32;
    expect("queue", refusal_of([&] { rh_sc::network_target two("two", setup); }),
           std::string("queue: found 288, expected 2 to 128"));
    setup = {};
    setup.loop.outstanding = 65;
    expect("outstanding", refusal_of([&] { rh_sc::network_target three("three", setup); }),
           std::string("outstanding: found 65, expected at most 64"));
}

const rh_sc::named_test tests[] = {
    RH_SC_TEST(a_read_in_an_empty_system_by_hand),
    RH_SC_TEST(a_write_in_an_empty_system_by_hand),
    RH_SC_TEST(blocking_accesses_take_the_time_of_phases),
    RH_SC_TEST(a_full_injection_queue_withholds_the_end_of_a_request),
    RH_SC_TEST(a_core_that_does_not_end_a_response_holds_the_next_in_the_network),
    RH_SC_TEST(a_long_transaction_is_issued_request_by_request),
    RH_SC_TEST(bytes_are_the_same_for_all_cores),
    RH_SC_TEST(random_requests_of_28_cores_have_the_clocks_of_the_closed_loop),
    RH_SC_TEST(a_stencil_on_a_mesh_has_the_clocks_of_the_closed_loop),
    RH_SC_TEST(a_hot_bank_on_a_ring_has_the_clocks_of_the_closed_loop),
    RH_SC_TEST(what_does_not_fit_is_refused),
};

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_test(argc, argv, tests);
}
