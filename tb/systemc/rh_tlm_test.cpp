// SPDX-License-Identifier: Apache-2.0
// Tests of the TLM target. Times are worked out by hand from the values of preset gddr3: a clock of
// 1.25 ns, tRCD 12, CL 9, burst 2, WL 4, tRP 13, refresh off; a request is queued with an edge, its first command goes
// out a clock later, and the response is taken at the edge behind the clock in which its data have ended.
#include <cstring>
#include <functional>
#include <sstream>

#include <tlm_utils/simple_initiator_socket.h>

#include "tb/systemc/rh_sc_expect.h"
#include "tb/systemc/rh_systemc.h"

using sc_core::SC_NS;
using sc_core::sc_time;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;

namespace {

using rh_sc::expect;
using rh_sc::refusal_of;

/** What a test body says to the target, and what it heard. */
struct initiator : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<initiator> socket{"socket"};
    rh_sc::pool pool;
    std::ostringstream heard; // "TIME PHASE ADDRESS; ..." in ns, what went forwards as well
    std::function<void()> body;
    bool hold = false; // END_RESP is not given by itself
    sc_time think;     // time between BEGIN_RESP and END_RESP, annotated
    sc_core::sc_event ended;
    tlm_generic_payload *held = nullptr;

    SC_HAS_PROCESS(initiator);
    initiator(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_nb_transport_bw(this, &initiator::backwards);
        SC_THREAD(run);
    }
    void run() {
        body();
    }
    void note(const char *phase, const tlm_generic_payload &payload) {
        heard << sc_core::sc_time_stamp().to_seconds() * 1e9 << " " << phase << " " << payload.get_address() << "; ";
    }
    tlm::tlm_sync_enum backwards(tlm_generic_payload &payload, tlm_phase &phase, sc_time &delay) {
        note(phase.get_name(), payload);
        expect("delay backwards", delay, sc_core::SC_ZERO_TIME);
        if (phase == tlm::END_REQ)
            ended.notify(sc_core::SC_ZERO_TIME);
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        expect("response", payload.get_response_string(), std::string("TLM_OK_RESPONSE"));
        if (hold) {
            held = &payload;
            return tlm::TLM_ACCEPTED;
        }
        payload.release();
        phase = tlm::END_RESP;
        delay = think;
        return tlm::TLM_UPDATED;
    }
    tlm::tlm_sync_enum begin(tlm_generic_payload *payload, double delay_ns = 0) {
        tlm_phase phase = tlm::BEGIN_REQ;
        sc_time delay(delay_ns, SC_NS);
        note("begin", *payload);
        return socket->nb_transport_fw(*payload, phase, delay);
    }
    void end() {
        tlm_phase phase = tlm::END_RESP;
        sc_time delay;
        tlm_generic_payload *payload = held;
        held = nullptr;
        note("end", *payload);
        socket->nb_transport_fw(*payload, phase, delay);
        payload->release();
    }
    /** The delay behind a blocking access that began with `delay_ns`, in ps. */
    sc_dt::uint64 access(tlm::tlm_command command, std::uint64_t address, unsigned char *data, unsigned length,
                         double delay_ns = 0) {
        tlm_generic_payload *payload = pool.take(command, address, data, length);
        sc_time delay(delay_ns, SC_NS);
        socket->b_transport(*payload, delay);
        expect("response", payload->get_response_string(), std::string("TLM_OK_RESPONSE"));
        expect("allowed", payload->is_dmi_allowed(), false);
        payload->release();
        return delay.value();
    }
};

/** `body` between an initiator and a target. */
void with_target(const rh_sc::target_setup &setup, const std::function<void(initiator &, rh_sc::target &)> &body) {
    initiator from("initiator");
    rh_sc::target to("target", setup);
    from.socket.bind(to.socket);
    from.body = [&] { body(from, to); };
    sc_core::sc_start();
    expect<std::size_t>("payloads that are still held", from.pool.away(), 0);
}

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

void what_cannot_be_done_gets_its_error_response() {
    with_target({}, [](initiator &from, rh_sc::target &to) {
        expect<std::uint64_t>("bytes of 8 channels, 4 banks, 4096 rows", to.bytes(), 1073741824);
        struct {
            const char *expected;
            tlm::tlm_command command;
            std::uint64_t address;
            unsigned length, width;
            bool enables;
        } rows[] = {
            {"TLM_COMMAND_ERROR_RESPONSE", tlm::TLM_IGNORE_COMMAND, 0, 32, 32, false},
            {"TLM_ADDRESS_ERROR_RESPONSE", tlm::TLM_READ_COMMAND, 1073741824, 1, 1, false},
            {"TLM_ADDRESS_ERROR_RESPONSE", tlm::TLM_WRITE_COMMAND, 1073741800, 32, 32, false},
            {"TLM_ADDRESS_ERROR_RESPONSE", tlm::TLM_READ_COMMAND, ~std::uint64_t{0}, 2, 2, false},
            {"TLM_BYTE_ENABLE_ERROR_RESPONSE", tlm::TLM_WRITE_COMMAND, 0, 32, 32, true},
            {"TLM_BURST_ERROR_RESPONSE", tlm::TLM_READ_COMMAND, 0, 0, 0, false},
            {"TLM_BURST_ERROR_RESPONSE", tlm::TLM_READ_COMMAND, 0, 32, 8, false},
            {"TLM_OK_RESPONSE", tlm::TLM_READ_COMMAND, 1073741792, 32, 32, false},
        };
        unsigned char enables[] = {0xff};
        for (const auto &row : rows) {
            tlm_generic_payload *payload = from.pool.take(row.command, row.address, data, row.length);
            payload->set_streaming_width(row.width);
            payload->set_byte_enable_ptr(row.enables ? enables : nullptr);
            payload->set_byte_enable_length(row.enables ? 1 : 0);
            sc_time delay;
            from.socket->b_transport(*payload, delay);
            expect("blocking", payload->get_response_string(), std::string(row.expected));
            if (payload->is_response_error()) {
                expect("time", delay, sc_core::SC_ZERO_TIME);
                payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
                expect("completed", from.begin(payload), tlm::TLM_COMPLETED);
                expect("phases", payload->get_response_string(), std::string(row.expected));
            }
            payload->release();
        }
        expect<std::uint64_t>("requests", to.stats().requests, 1);
    });
}

void direct_memory_is_refused_for_every_address() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        tlm_generic_payload *payload = from.pool.take(tlm::TLM_READ_COMMAND, 4096, data, 32);
        tlm::tlm_dmi dmi;
        payload->set_dmi_allowed(true);
        expect("granted", from.socket->get_direct_mem_ptr(*payload, dmi), false);
        expect("allowed", payload->is_dmi_allowed(), false);
        expect("read or write", dmi.is_none_allowed(), true);
        expect<std::uint64_t>("from", dmi.get_start_address(), 0);
        expect<std::uint64_t>("to", dmi.get_end_address(), ~std::uint64_t{0});
        payload->set_dmi_allowed(true);
        sc_time delay;
        from.socket->b_transport(*payload, delay);
        expect("allowed behind a transport", payload->is_dmi_allowed(), false);
        payload->release();
    });
}

void debug_accesses_take_no_time_and_end_with_the_memory() {
    with_target({}, [](initiator &from, rh_sc::target &to) {
        unsigned char in[64], out[64] = {};
        std::memset(in, 0x5a, sizeof in);
        tlm_generic_payload *payload = from.pool.take(tlm::TLM_WRITE_COMMAND, 1073741824 - 40, in, 64);
        expect("written", from.socket->transport_dbg(*payload), 40U);
        payload->set_read();
        payload->set_data_ptr(out);
        expect("read", from.socket->transport_dbg(*payload), 40U);
        expect("last", int{out[39]}, 0x5a);
        expect("behind", int{out[40]}, 0);
        payload->set_address(1073741824);
        expect("outside", from.socket->transport_dbg(*payload), 0U);
        payload->set_command(tlm::TLM_IGNORE_COMMAND);
        payload->set_address(0);
        expect("ignored", from.socket->transport_dbg(*payload), 0U);
        payload->release();
        from.access(tlm::TLM_READ_COMMAND, 1073741824 - 32, out, 32);
        expect("by a transport", int{out[31]}, 0x5a);
        expect<std::uint64_t>("requests", to.stats().requests, 1);
    });
}

void a_broken_protocol_is_an_error() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        unsigned char bytes[32];
        tlm_generic_payload plain, *managed = from.pool.take(tlm::TLM_READ_COMMAND, 0, bytes, 32);
        expect("no memory manager", refusal_of([&] { from.begin(&plain); }),
               std::string("target: found a payload without a memory manager, expected one in nb_transport_fw"));
        tlm_phase phase = tlm::END_RESP;
        sc_time delay;
        expect("END_RESP alone", refusal_of([&] { from.socket->nb_transport_fw(*managed, phase, delay); }),
               std::string("target: found END_RESP of a transaction without BEGIN_RESP, expected it after that"));
        from.begin(managed);
        tlm_generic_payload *second = from.pool.take(tlm::TLM_READ_COMMAND, 0, bytes, 32);
        expect("two BEGIN_REQ", refusal_of([&] { from.begin(second); }),
               std::string("target: found BEGIN_REQ before END_REQ of the request ahead, expected it after that"));
        second->release();
        wait(100, SC_NS);
    });
}

void unknown_names_are_refused() {
    rh_sc::target_setup setup;
    setup.controller = "fr_fcsf";
    expect("controller", refusal_of([&] { rh_sc::target one("one", setup); }),
           std::string("systemc: found 'fr_fcsf', expected a variant of kind controller (rowhold list)"));
    setup = {};
    setup.preset = "gddr33";
    expect("preset", refusal_of([&] { rh_sc::target two("two", setup); }).substr(0, 22),
           std::string("preset: found 'gddr33'"));
    setup = {};
    setup.queue = 1;
    expect("queue", refusal_of([&] { rh_sc::target three("three", setup); }),
           std::string("geometry: found queue 1, expected 2 to 128"));
}

const rh_sc::named_test tests[] = {
    RH_SC_TEST(loosely_timed_latencies_are_those_of_the_timing_values),
    RH_SC_TEST(a_channel_does_not_go_back),
    RH_SC_TEST(a_long_transaction_is_cut_over_rows_and_channels),
    RH_SC_TEST(phases_come_in_order_at_clock_edges),
    RH_SC_TEST(blocking_accesses_may_run_ahead_of_phases),
    RH_SC_TEST(a_full_controller_delays_the_end_of_a_request),
    RH_SC_TEST(responses_wait_for_the_end_of_the_one_before),
    RH_SC_TEST(responses_come_when_the_one_before_is_ended),
    RH_SC_TEST(an_initiator_that_does_not_end_holds_the_controller_up),
    RH_SC_TEST(what_cannot_be_done_gets_its_error_response),
    RH_SC_TEST(direct_memory_is_refused_for_every_address),
    RH_SC_TEST(debug_accesses_take_no_time_and_end_with_the_memory),
    RH_SC_TEST(a_broken_protocol_is_an_error),
    RH_SC_TEST(unknown_names_are_refused),
};

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_test(argc, argv, tests);
}
