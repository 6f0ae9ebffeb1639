// SPDX-License-Identifier: Apache-2.0
// Galois LFSR, one step a clock: right by one, XOR the polynomial if a 1 fell out. Numbers: cmodel/network/rh_lfsr.h.
// Promise: value_o is LFSR_SEED + INDEX x LFSR_STRIDE (all ones where that is 0) after reset, then every value but 0 in
// turn.
module rh_lfsr #(
    parameter int unsigned INDEX = 0,  // of the arbiter
    localparam int unsigned BITS = rh_pkg::LFSR_BITS,
    localparam bit [BITS-1:0] SUM = rh_pkg::LFSR_SEED + BITS'(INDEX) * rh_pkg::LFSR_STRIDE,
    localparam bit [BITS-1:0] START = (SUM == '0) ? {BITS{1'b1}} : SUM
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            load_i,  // state load: take load_value_i
    input  logic [BITS-1:0] load_value_i,
    output logic [BITS-1:0] value_o
);
  rh_limits #(.INDEX(INDEX)) u_limits ();
  logic [BITS-1:0] value_d, value_q;

  assign value_o = value_q;
  assign value_d = {1'b0, value_q[BITS-1:1]} ^ (value_q[0] ? rh_pkg::LFSR_POLYNOMIAL : '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) value_q <= START;
    else if (load_i) value_q <= load_value_i;
    else value_q <= value_d;
  end
endmodule
