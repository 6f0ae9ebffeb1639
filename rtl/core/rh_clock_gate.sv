// SPDX-License-Identifier: Apache-2.0
// A clock gate, which lets only some edges of a clock pass. A flow can replace it by its library's clock gating cell.
// The latch keeps the gate steady while the clock is high, so no pulse is cut.
// Promise: clk_o rises with clk_i in the clocks in which enable_i is set where they begin, and in no others.
module rh_clock_gate (
    input  logic clk_i,
    input  logic enable_i,
    output logic clk_o
);
  logic is_open;
  always_latch if (!clk_i) is_open = enable_i;
  assign clk_o = clk_i & is_open;
endmodule
