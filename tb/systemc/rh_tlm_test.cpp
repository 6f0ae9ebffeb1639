// SPDX-License-Identifier: Apache-2.0
// Tests of the TLM target. Times are worked out by hand from the values of preset gddr3: a clock of
// 1.25 ns, tRCD 12, CL 9, burst 2, WL 4, tRP 13, refresh off; a request is queued with an edge, its first command goes
// out a clock later, and the response is taken at the edge behind the clock in which its data have ended.
#include <cstring>

#include "tb/systemc/rh_tlm_scene.h"

using sc_core::SC_NS;
using sc_core::sc_time;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;

namespace {

using rh_sc::expect;
using rh_sc::initiator;
using rh_sc::with_target;

unsigned char data[4096];
constexpr std::uint64_t next_row = 8 * 4 * 8192; // channels x banks x bytes of a row

void loosely_timed_latencies_are_those_of_the_timing_values() {
    with_target({}, [](initiator &from, rh_sc::target &to) {
        expect<sc_dt::uint64>("miss: 1 + 12 + 9 + 2 + 1 clocks", from.access(tlm::TLM_READ_COMMAND, 0, data, 32),
                              31250);
        expect<sc_dt::uint64>("hit: 1 + 9 + 2 + 1 clocks", from.access(tlm::TLM_READ_COMMAND, 32, data, 32, 31.25),
                              47500);
        expect<sc_dt::uint64>("another row: 1 + 13 + 12 + 9 + 2 + 1",
                              from.access(tlm::TLM_READ_COMMAND, next_row, data, 32, 47.5), 95000);
        expect<sc_dt::uint64>("write of two commands: 1 + 2 + 4 + 2 + 1",
                              from.access(tlm::TLM_WRITE_COMMAND, next_row, data, 64, 95.0), 107500);
        expect<sc_dt::uint64>("between two clocks: waits for the next",
                              from.access(tlm::TLM_READ_COMMAND, 256, data, 1, 200.1), 201250 + 31250);
        expect<std::uint64_t>("requests", to.stats().requests, 5);
        expect<std::uint64_t>("row hits", to.stats().row_hits, 2);
        expect<std::uint64_t>("latencies behind the acceptance: 24 + 12 + 37 + 24", to.stats().read.sum, 97);
        expect<std::uint64_t>("of the write", to.stats().write.sum, 9);
        expect("time has not passed", sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
    });
}

void a_channel_does_not_go_back() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        expect<sc_dt::uint64>("from 100 ns on", from.access(tlm::TLM_READ_COMMAND, 0, data, 32, 100), 131250);
        expect<sc_dt::uint64>("an earlier one behind it: 105 + 13 clocks",
                              from.access(tlm::TLM_READ_COMMAND, 32, data, 32, 0), 131250 + 16250);
        expect<sc_dt::uint64>("another channel", from.access(tlm::TLM_READ_COMMAND, 256, data, 32, 0), 31250);
    });
}

void a_long_transaction_is_cut_over_rows_and_channels() {
    with_target({}, [](initiator &from, rh_sc::target &to) {
        // 512 bytes from 128: 4 commands in channel 0, 8 in channel 1, 4 in channel 2. The 8 take 7 x 2 clocks more.
        expect<sc_dt::uint64>("three channels at once", from.access(tlm::TLM_READ_COMMAND, 128, data, 512),
                              31250 + 7 * 2500);
        expect<std::uint64_t>("requests", to.stats().requests, 3);
        for (unsigned k = 0; k < sizeof data; k++)
            data[k] = static_cast<unsigned char>(k * 7 + k / 256);
        from.access(tlm::TLM_WRITE_COMMAND, next_row - 1000, data, 4000, 1000);
        std::vector<unsigned char> back(4002, 0xee);
        from.access(tlm::TLM_READ_COMMAND, next_row - 1001, back.data(), 4002, 10000);
        expect("data", std::memcmp(back.data() + 1, data, 4000), 0);
        expect("before", int{back.front()}, 0);
        expect("behind", int{back.back()}, 0);
    });
}

void requests_have_the_source_of_their_transaction() {
    rh_preset preset;
    rh_error error;
    expect("gddr3", rh_preset_load("gddr3", &preset, &error), true);
    const rh_sc::space space(preset, "", 8);
    tlm_generic_payload payload;
    rh_sc::source_extension from;
    auto sources = [&] {
        std::string all;
        space.cut(payload, [&](const rh_request &request) { all += std::to_string(request.core) + " "; });
        return all;
    };
    payload.set_data_length(512);
    expect<std::string>("not known", sources(), "65535 65535 ");
    from.core = 27;
    payload.set_extension(&from);
    expect<std::string>("of core 27", sources(), "27 27 ");
    tlm_generic_payload copy;
    copy.deep_copy_from(payload);
    expect<unsigned>("copied", copy.get_extension<rh_sc::source_extension>()->core, 27);
    payload.clear_extension(&from);
}

void phases_come_in_order_at_clock_edges() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        unsigned char one[32] = {1, 2, 3}, two[32];
        from.begin(from.pool.take(tlm::TLM_WRITE_COMMAND, 0, one, 32));
        wait(from.ended);
        // Half a clock later, which is the next clock's.
        expect("accepted", from.begin(from.pool.take(tlm::TLM_READ_COMMAND, 0, two, 32), 0.6), tlm::TLM_ACCEPTED);
        wait(200, SC_NS);
        // WR 13, data end 19. RD may follow at 13 + WL 4 + burst 2 + tWTR 5 = 24, data end 35.
        expect("phases", from.heard.str(),
               std::string("0 begin 0; 1.25 END_REQ 0; 1.25 begin 0; 3.75 END_REQ 0; 25 BEGIN_RESP 0; "
                           "45 BEGIN_RESP 0; "));
        expect("data", std::memcmp(one, two, 32), 0);
    });
}

/* The blocking one is queued in clock 1, behind the other, and its RD goes out 2 clocks after that one's, in 15. */
void blocking_accesses_may_run_ahead_of_phases() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        unsigned char one[32], two[32];
        from.begin(from.pool.take(tlm::TLM_READ_COMMAND, 0, one, 32));
        expect<sc_dt::uint64>("behind it", from.access(tlm::TLM_READ_COMMAND, 32, two, 32), 33750);
        wait(200, SC_NS);
        expect("phases", from.heard.str(), std::string("0 begin 0; 1.25 END_REQ 0; 31.25 BEGIN_RESP 0; "));
    });
}

void a_full_controller_delays_the_end_of_a_request() {
    rh_sc::target_setup setup;
    setup.queue = 2;
    setup.channels = 1;
    with_target(setup, [](initiator &from, rh_sc::target &) {
        unsigned char bytes[4][32];
        for (unsigned k = 0; k < 4; k++) {
            from.begin(from.pool.take(tlm::TLM_READ_COMMAND, k * 32, bytes[k], 32));
            wait(from.ended);
        }
        wait(200, SC_NS);
        // The queue of 2 is full until the first RD, clock 13, and then gives one place in each of 13, 15.
        expect("phases", from.heard.str(),
               std::string("0 begin 0; 1.25 END_REQ 0; 1.25 begin 32; 2.5 END_REQ 32; 2.5 begin 64; 17.5 END_REQ 64; "
                           "17.5 begin 96; 20 END_REQ 96; 31.25 BEGIN_RESP 0; 33.75 BEGIN_RESP 32; "
                           "36.25 BEGIN_RESP 64; 38.75 BEGIN_RESP 96; "));
    });
}

void responses_wait_for_the_end_of_the_one_before() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        unsigned char bytes[3][32];
        from.think = sc_time(10, SC_NS);
        for (unsigned k = 0; k < 3; k++) { // three channels answer in three clocks
            from.begin(from.pool.take(tlm::TLM_READ_COMMAND, k * 256, bytes[k], 32));
            wait(from.ended);
        }
        wait(200, SC_NS);
        expect("phases", from.heard.str(),
               std::string("0 begin 0; 1.25 END_REQ 0; 1.25 begin 256; 2.5 END_REQ 256; 2.5 begin 512; "
                           "3.75 END_REQ 512; 31.25 BEGIN_RESP 0; 41.25 BEGIN_RESP 256; 51.25 BEGIN_RESP 512; "));
    });
}

void responses_come_when_the_one_before_is_ended() {
    rh_sc::target_setup setup;
    setup.channels = 1;
    with_target(setup, [](initiator &from, rh_sc::target &) {
        unsigned char bytes[3][32];
        from.hold = true;
        for (unsigned k = 0; k < 3; k++) {
            from.begin(from.pool.take(tlm::TLM_READ_COMMAND, k * 32, bytes[k], 32));
            wait(from.ended);
        }
        for (unsigned k = 0; k < 3; k++) {
            wait(100, SC_NS);
            expect("a response is there", from.held != nullptr, true);
            from.end();
        }
        wait(100, SC_NS);
        expect("phases", from.heard.str().substr(from.heard.str().find("31.25")),
               std::string("31.25 BEGIN_RESP 0; 103.75 end 0; 103.75 BEGIN_RESP 32; 203.75 end 32; "
                           "203.75 BEGIN_RESP 64; 303.75 end 64; "));
    });
}

/* With the first response not ended: that one, one that waits in the target, 16 in the controller (those that wait for
 * their response), 2 in its queue. */
void an_initiator_that_does_not_end_holds_the_controller_up() {
    rh_sc::target_setup setup;
    setup.channels = 1;
    setup.queue = 2;
    with_target(setup, [](initiator &from, rh_sc::target &) {
        unsigned char bytes[32];
        unsigned accepted = 0;
        from.hold = true;
        for (; accepted < 30; accepted++) {
            from.begin(from.pool.take(tlm::TLM_READ_COMMAND, accepted * 32, bytes, 32));
            wait(sc_time(2, sc_core::SC_US), from.ended);
            if (from.ended.triggered() == false)
                break;
        }
        expect("accepted", accepted, 20U);
        for (unsigned k = 0; k < 21; k++) {
            expect("a response is there", from.held != nullptr, true);
            from.end();
            wait(sc_core::SC_ZERO_TIME);
            wait(100, SC_NS);
        }
        expect("no more", from.held != nullptr, false);
    });
}

const rh_sc::named_test tests[] = {
    RH_SC_TEST(loosely_timed_latencies_are_those_of_the_timing_values),
    RH_SC_TEST(a_channel_does_not_go_back),
    RH_SC_TEST(a_long_transaction_is_cut_over_rows_and_channels),
    RH_SC_TEST(requests_have_the_source_of_their_transaction),
    RH_SC_TEST(phases_come_in_order_at_clock_edges),
    RH_SC_TEST(blocking_accesses_may_run_ahead_of_phases),
    RH_SC_TEST(a_full_controller_delays_the_end_of_a_request),
    RH_SC_TEST(responses_wait_for_the_end_of_the_one_before),
    RH_SC_TEST(responses_come_when_the_one_before_is_ended),
    RH_SC_TEST(an_initiator_that_does_not_end_holds_the_controller_up),
};

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_test(argc, argv, tests);
}
