// SPDX-License-Identifier: Apache-2.0
// Galois LFSR, one step a clock: right by one, XOR the polynomial if a 1 fell out. Numbers: include/rowhold/rh_lfsr.h.
// Promise: value_o is SEED + INDEX x STRIDE (all ones where that is 0) after reset, then every value but 0 in turn.
module rh_lfsr #(
    parameter bit [23:0] POLYNOMIAL = 24'hE10000,
    parameter bit [23:0] SEED = 24'hACE1ED,
    parameter bit [23:0] STRIDE = 24'h7FEB35,
    parameter int unsigned INDEX = 0,  // of the arbiter
    localparam int unsigned BITS = 24,
    localparam bit [BITS-1:0] SUM = SEED + BITS'(INDEX) * STRIDE,
    localparam bit [BITS-1:0] START = (SUM == '0) ? {BITS{1'b1}} : SUM
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    output logic [BITS-1:0] value_o
);
  rh_limits #(.INDEX(INDEX)) u_limits ();
  logic [BITS-1:0] value_d, value_q;

  assign value_o = value_q;
  assign value_d = {1'b0, value_q[BITS-1:1]} ^ (value_q[0] ? POLYNOMIAL : '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) value_q <= START;
    else value_q <= value_d;
  end
endmodule
