// SPDX-License-Identifier: Apache-2.0
// Tests of the sc_modules: what shows without an edge, and what is refused.
#include "tb/systemc/rh_sc_bench.h"
#include "tb/systemc/rh_sc_expect.h"
#include "tb/systemc/rh_systemc.h"

namespace {

using rh_sc::expect;
using rh_sc::refusal_of;

/** An allocator's pins of one module and their signals, clocked by hand. */
struct pins {
    rh_allocator_params params = rh_allocator_router();
    rh_sc::allocator_inputs in{"in", params};
    rh_sc::allocator_outputs out{"out", params};
    pins(rh_sc::allocator &dut) {
        in.bind(dut);
        out.bind(dut);
    }
    void clock(bool reset) {
        in.rst_n.write(!reset);
        in.clk.write(false);
        rh_sc::settle();
        in.clk.write(true);
        rh_sc::settle();
    }
};
rh_sc::choice islip() {
    rh_sc::choice wanted;
    wanted.variant = "islip";
    return wanted;
}

void outputs_are_0_before_the_first_reset_and_follow_inputs_after_it() {
    rh_sc::allocator dut("dut", islip(), rh_allocator_router());
    pins p(dut);
    p.in.request[1].write(4);
    p.in.ready.write(31);
    p.clock(false);
    expect<std::uint64_t>("before", p.out.grant[1].read(), 0);
    p.clock(true);
    expect<std::uint64_t>("after", p.out.grant[1].read(), 4);
    p.in.ready.write(27); // no edge
    rh_sc::settle();
    expect<std::uint64_t>("not ready", p.out.grant[1].read(), 0);
}

void a_variant_of_another_kind_is_refused() {
    rh_sc::choice wanted;
    wanted.variant = "fr_fcfs";
    expect("kind", refusal_of([&] { rh_sc::allocator dut("dut", wanted, rh_allocator_router()); }),
           std::string("systemc: found 'fr_fcfs', expected a variant of kind allocator (rowhold list)"));
    rh_allocator_params params = rh_allocator_router();
    params.inputs = 1;
    expect("inputs", refusal_of([&] { rh_sc::allocator dut("dut", islip(), params); }),
           std::string("allocator: found inputs 1, expected 2 to 64"));
}

/* A controller without bank groups whose timers are 8 bits wide. */
void a_configuration_that_a_register_does_not_hold_is_refused() {
    rh_preset preset;
    rh_error error;
    expect("preset", rh_preset_load("gddr3", &preset, &error), true);
    rh_geometry geometry = rh_preset_geometry(&preset, 32);
    rh_sc::choice wanted;
    wanted.variant = "fifo";
    rh_sc::controller dut("dut", wanted, geometry);
    rh_sc::controller_inputs in("in", geometry);
    rh_sc::controller_outputs out("out", geometry);
    in.bind(dut);
    out.bind(dut);
    in.configure(rh_constraints_from_timing(&preset.timing, preset.refresh, &geometry));
    in.ras.write(256);
    in.clk.write(true);
    expect("tRAS", refusal_of([] { rh_sc::settle(); }),
           std::string("dut: found 256 on configuration ras_i, expected a number of 8 bits"));
}

void a_value_that_a_pin_does_not_hold_is_refused() {
    rh_sc::allocator dut("dut", islip(), rh_allocator_router());
    pins p(dut);
    p.clock(true);
    p.in.request[3].write(32); // five outputs
    expect("request", refusal_of([&] { p.clock(false); }),
           std::string("dut: found 32 on input request_i[3], expected a number of 5 bits"));
}

void an_input_that_changes_with_the_edge_is_refused() {
    rh_sc::allocator dut("dut", islip(), rh_allocator_router());
    pins p(dut);
    p.clock(true);
    p.clock(false);
    p.in.ready.write(31);
    p.in.clk.write(false);
    rh_sc::settle();
    p.in.request[0].write(1);
    p.in.clk.write(true);
    expect("request", refusal_of([&] { rh_sc::settle(); }),
           std::string("dut: found grant_o unsettled at the edge, expected inputs that change before it "
                       "(or a row RH_PATH for this output)"));
}

const rh_sc::named_test tests[] = {
    RH_SC_TEST(outputs_are_0_before_the_first_reset_and_follow_inputs_after_it),
    RH_SC_TEST(a_variant_of_another_kind_is_refused),
    RH_SC_TEST(a_configuration_that_a_register_does_not_hold_is_refused),
    RH_SC_TEST(a_value_that_a_pin_does_not_hold_is_refused),
    RH_SC_TEST(an_input_that_changes_with_the_edge_is_refused),
};

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_test(argc, argv, tests);
}
