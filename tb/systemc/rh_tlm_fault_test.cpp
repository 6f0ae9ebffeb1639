// SPDX-License-Identifier: Apache-2.0
// Tests of the TLM target: what is refused, and with what.
#include <cstring>

#include "tb/systemc/rh_tlm_scene.h"

using sc_core::SC_NS;
using sc_core::sc_time;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;

namespace {

using rh_sc::expect;
using rh_sc::initiator;
using rh_sc::refusal_of;
using rh_sc::with_target;

unsigned char data[32];

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
        payload->set_data_ptr(nullptr);
        expect("nowhere", from.socket->transport_dbg(*payload), 0U);
        payload->set_data_ptr(out);
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
    setup.queue = 256 + 32;
    expect("queue", refusal_of([&] { rh_sc::target four("four", setup); }),
           std::string("queue: found 288, expected 2 to 128"));
}

void phases_that_are_the_targets_are_refused() {
    with_target({}, [](initiator &from, rh_sc::target &) {
        unsigned char bytes[32];
        tlm_generic_payload *payload = from.pool.take(tlm::TLM_READ_COMMAND, 0, bytes, 32);
        const struct {
            tlm_phase phase;
            const char *name;
        } rows[] = {{tlm::END_REQ, "END_REQ"},
                    {tlm::BEGIN_RESP, "BEGIN_RESP"},
                    {tlm::UNINITIALIZED_PHASE, "UNINITIALIZED_PHASE"}};
        for (const auto &row : rows) {
            tlm_phase phase = row.phase;
            sc_time delay;
            expect("phase", refusal_of([&] { from.socket->nb_transport_fw(*payload, phase, delay); }),
                   std::string("target: found ") + row.name + " forwards, expected BEGIN_REQ or END_RESP");
        }
        payload->release();
    });
}

void a_transaction_in_flight_is_not_begun_again() {
    with_target({}, [](initiator &from, rh_sc::target &to) {
        unsigned char bytes[32];
        tlm_generic_payload *payload = from.pool.take(tlm::TLM_READ_COMMAND, 0, bytes, 32);
        payload->acquire(); // for the second time that it goes
        from.begin(payload);
        wait(from.ended);
        expect("again", refusal_of([&] { from.begin(payload); }),
               std::string("target: found BEGIN_REQ of a transaction before its END_RESP, expected it after that"));
        wait(200, SC_NS);
        from.begin(payload); // it is over: the same one may go again
        wait(200, SC_NS);
        expect<std::uint64_t>("requests", to.stats().requests, 2);
    });
}

/* The line comes out of the target's process, and so out of sc_start. */
void an_answer_with_another_phase_is_refused() {
    rh_sc::target_setup setup;
    expect("phase", refusal_of([&] {
               with_target(setup, [](initiator &from, rh_sc::target &) {
                   static unsigned char bytes[32];
                   from.answer = tlm::BEGIN_REQ;
                   from.begin(from.pool.take(tlm::TLM_READ_COMMAND, 0, bytes, 32));
                   wait(200, SC_NS);
               });
           }),
           std::string("target: found BEGIN_REQ behind BEGIN_RESP, expected END_RESP"));
}

void a_delay_to_the_end_of_time_is_refused() {
    with_target({}, [](initiator &from, rh_sc::target &to) {
        unsigned char bytes[32];
        tlm_generic_payload *payload = from.pool.take(tlm::TLM_READ_COMMAND, 0, bytes, 32);
        sc_time delay = sc_core::sc_max_time();
        const std::string said = "target: found a delay of " + delay.to_string() + ", expected time to end behind it";
        expect("blocking", refusal_of([&] { from.socket->b_transport(*payload, delay); }), said);
        tlm_phase phase = tlm::BEGIN_REQ;
        expect("phases", refusal_of([&] { from.socket->nb_transport_fw(*payload, phase, delay); }), said);
        delay = sc_time(1, sc_core::SC_SEC);
        from.socket->b_transport(*payload, delay);
        expect<sc_dt::uint64>("a second later", delay.value(), 1000000000000 + 31250);
        expect<std::uint64_t>("requests", to.stats().requests, 1);
        payload->release();
    });
}

void a_time_resolution_that_no_clock_fits_is_refused() {
    sc_core::sc_set_time_resolution(1, SC_NS);
    expect("resolution", refusal_of([] { rh_sc::target one("one", rh_sc::target_setup()); }),
           std::string("time resolution: found 1 ns, expected one that holds the clock of 1250 ps"));
}

void a_finer_time_resolution_changes_nothing() {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    with_target({}, [](initiator &from, rh_sc::target &to) {
        unsigned char bytes[32];
        expect("period", to.period(), sc_time(1250, sc_core::SC_PS));
        expect<sc_dt::uint64>("a miss, in fs", from.access(tlm::TLM_READ_COMMAND, 0, bytes, 32), 31250000);
    });
}

const rh_sc::named_test tests[] = {
    RH_SC_TEST(what_cannot_be_done_gets_its_error_response),
    RH_SC_TEST(direct_memory_is_refused_for_every_address),
    RH_SC_TEST(debug_accesses_take_no_time_and_end_with_the_memory),
    RH_SC_TEST(a_broken_protocol_is_an_error),
    RH_SC_TEST(unknown_names_are_refused),
    RH_SC_TEST(phases_that_are_the_targets_are_refused),
    RH_SC_TEST(a_transaction_in_flight_is_not_begun_again),
    RH_SC_TEST(an_answer_with_another_phase_is_refused),
    RH_SC_TEST(a_delay_to_the_end_of_time_is_refused),
    RH_SC_TEST(a_time_resolution_that_no_clock_fits_is_refused),
    RH_SC_TEST(a_finer_time_resolution_changes_nothing),
};

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_test(argc, argv, tests);
}
