// SPDX-License-Identifier: Apache-2.0
// prove: gate bmc=12 induction=2 cover=12 asserts=3 covers=4 fast=10
// Time goes in steps of step_i, in each of which the clock and its enable are anything: so enable_i may change while
// the clock is high, and as often as it likes while it is low.
module fv_rh_clock_gate (
    input logic step_i,
    input logic clk_i,
    input logic enable_i
);
  logic clk;
  rh_clock_gate u_dut (.clk_i(clk_i), .enable_i(enable_i), .clk_o(clk));

  // the step before
  logic started, clk_was_high, was_enabled, was_high;
  initial started = 1'b0;
  always_ff @(posedge step_i) begin
    started      <= 1'b1;
    clk_was_high <= clk_i;
    was_enabled  <= enable_i;
    was_high     <= clk;
  end

  always_comb begin
    if (started) begin
      // the promise: an edge passes exactly where enable_i was set when the clock was last low
      edge_A: assert (!clk_i || clk_was_high || clk == was_enabled);
      // and the pulse behind it is as long as the clock's: neither cut nor begun late
      whole_A: assert (!clk_i || !clk_was_high || clk == was_high);
      low_A: assert (clk_i || !clk);
      passes_C: cover (clk_i && !clk_was_high && clk);
      stops_C: cover (clk_i && !clk_was_high && !clk && enable_i);
      steady_C: cover (clk_i && clk_was_high && clk && !enable_i && was_enabled);
      closed_C: cover (clk_i && clk_was_high && !clk && enable_i && was_enabled);
    end
  end
endmodule
