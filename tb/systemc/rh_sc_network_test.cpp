// SPDX-License-Identifier: Apache-2.0
// Tests of the request system behind pins: a read clock by clock, and what is refused.
#include "tb/systemc/rh_sc_expect.h"
#include "tb/systemc/rh_sc_network_bench.h"

namespace {

using rh_sc::expect;
using rh_sc::refusal_of;

/* Four cores, two controllers, one clock for all; no refresh. */
rh_sc::network_setup one_clock() {
    rh_sc::network_setup setup;
    setup.queue = 8;
    setup.refresh = false;
    setup.loop.cores = 4;
    setup.loop.controllers = 2;
    setup.loop.core_mhz = setup.loop.network_mhz = 800; // gddr3's
    return setup;
}

std::vector<rh_sc::choice> model() {
    return std::vector<rh_sc::choice>(1);
}

void offer(rh_sc::network_bench &bench, unsigned core, unsigned slot, bool valid) {
    bench.in().valid[core].write(valid);
    bench.in().controller[core].write(1);
    bench.in().bank[core].write(2);
    bench.in().row[core].write(77);
    bench.in().slot[core].write(static_cast<std::uint8_t>(slot));
}

void outputs_are_0_before_the_first_reset() {
    rh_sc::network_bench bench(one_clock(), model());
    bench.clock(false);
    expect("tick", bench.out().core_tick.read(), false);
    expect("ready", bench.out().core_ready[0].read(), false);
    bench.clock(true);
    expect("tick", bench.out().core_tick.read(), true);
    expect("ready", bench.out().core_ready[0].read(), true);
}

/* Issued in clock 0. The injector's queue and link, the router's buffer, grant and link, the ejector's buffer and its
 * message are a clock each, so the controller accepts it in clock 7: ACT 8, RD 8 + 12 (tRCD), the response 9 (CL) + 2
 * (burst) clocks later. Its packet of two flits goes through the same seven registers, and needs a clock more for the
 * second flit: 31 + 8. Tag: no further column command, core 3, slot 5. */
void a_read_by_hand() {
    rh_sc::network_bench bench(one_clock(), model());
    std::string seen;
    auto note = [&](const char *what, std::uint64_t clock) { seen += what + (" " + std::to_string(clock)) + "; "; };
    bench.clock(true);
    for (std::uint64_t clock = 0; clock < 50; clock++) {
        const rh_sc::request_system_outputs &out = bench.out();
        offer(bench, 3, 5, clock == 0);
        if (out.row_cmd[1].read() == RH_ACT)
            note("ACT", clock);
        if (out.col_cmd[1].read() == RH_RD)
            note("RD", clock);
        if (out.rsp_valid[1].read())
            note("response", clock);
        if (out.reply_valid[3].read()) {
            note("reply", clock);
            expect<std::uint64_t>("tag", out.reply_tag[3].read(), 3 << 6 | 5);
        }
        expect<std::uint64_t>("the other controller", out.row_cmd[0].read(), RH_NOP);
        bench.clock(false);
    }
    expect("clocks", seen, std::string("ACT 8; RD 20; response 31; reply 39; "));
}

void a_slot_in_flight_is_refused() {
    rh_sc::network_bench bench(one_clock(), model());
    bench.clock(true);
    offer(bench, 2, 9, true);
    bench.clock(false);
    expect("refusal", refusal_of([&] { bench.clock(false); }),
           std::string("model: core 2: found slot 9 for a request, expected one that is not in flight"));
}

void a_request_that_no_channel_could_take_is_refused() {
    rh_sc::network_bench bench(one_clock(), model());
    bench.clock(true);
    offer(bench, 2, 0, true);
    bench.in().controller[2].write(2);
    const std::string text = refusal_of([&] { bench.clock(false); });
    expect("refusal", text.substr(0, 7), std::string("model: "));
    expect("channel", text.find("channel") != std::string::npos, true);
}

void a_number_that_does_not_fit_its_pin_is_refused() {
    rh_sc::network_bench bench(one_clock(), model());
    bench.clock(true);
    bench.in().slot[1].write(64);
    expect("refusal", refusal_of([&] { bench.clock(false); }),
           std::string("model: found 64 on core_slot_i[1], expected a number of 6 bits"));
}

void a_setup_that_does_not_fit_is_refused() {
    rh_sc::network_setup setup = one_clock();
    setup.controller = "frfcfs";
    const std::string said = refusal_of([&] { rh_sc::network_bench bench(setup, model()); });
    expect("controller", said.substr(0, said.find(',', said.find("one of"))) + said.substr(said.rfind(" (")),
           std::string("controller: found 'frfcfs', expected one of fifo (near: fr_fcfs)")); // between them all others
}

} // namespace

int sc_main(int argc, char **argv) {
    static const rh_sc::named_test tests[] = {
        RH_SC_TEST(outputs_are_0_before_the_first_reset),
        RH_SC_TEST(a_read_by_hand),
        RH_SC_TEST(a_slot_in_flight_is_refused),
        RH_SC_TEST(a_request_that_no_channel_could_take_is_refused),
        RH_SC_TEST(a_number_that_does_not_fit_its_pin_is_refused),
        RH_SC_TEST(a_setup_that_does_not_fit_is_refused),
    };
    return rh_sc::run_test(argc, argv, tests);
}
