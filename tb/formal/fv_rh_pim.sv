// SPDX-License-Identifier: Apache-2.0
// rh_pim: the contract, and that a pair to which both its arbiters' places point is granted whatever else is asked for.
// Chance says when that is: tb/unit/starving/pim_waits.csv.
// prove: bare3x3 INPUTS=3 OUTPUTS=3 HOLD=0 bmc=4 induction=1 cover=8 asserts=8 covers=2 fast=3
// prove: twice4x2 INPUTS=4 OUTPUTS=2 ITERATIONS=2 HOLD=0 bmc=4 induction=1 cover=8 asserts=8 covers=2
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=4 induction=1 cover=12 asserts=17 covers=5
`define ROWHOLD_DUT rh_pim
module fv_rh_pim #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic [INPUTS*OUTPUTS-1:0] request_i,
    input logic [       OUTPUTS-1:0] ready_i
);
  localparam int unsigned DESTINATIONS = 1, BANKS = 1, ROW_BITS = 1, HASH_BITS = 1;
  localparam int unsigned MAXIMAL = 0;
`include "observe_pim.svh"
`include "allocator.svh"

  // the places of the pair's arbiters in the first iteration: bits of their registers times the number of places
  logic [23:0] input_random, output_random;
  logic [11:0] input_place, output_place;
  assign input_random  = input_random_q[24*at_input+:24];
  assign output_random = output_random_q[24*at_output+:24];
  assign input_place   = (12'(input_random[OW+5:0]) * 12'(OUTPUTS)) >> (OW + 6);
  assign output_place  = (12'(output_random[IW+5:0]) * 12'(INPUTS)) >> (IW + 6);

  // --- the registers follow their polynomial, and are never 0, where they would stay ---
  logic [23:0] last_q;
  always_ff @(posedge clk_i)
    last_q <= rst_ni ? (input_random >> 1) ^ (input_random[0] ? 24'hE10000 : 24'd0)
        : 24'(32'hACE1ED + 32'(at_input) * 32'h7FEB35);

  always_comb begin
    if (live) begin
      if (HOLD == 0) begin
        pointed_A: assert (!(row[at_output] && 12'(at_output) == input_place && 12'(at_input) == output_place)
            || granted);
      end
      pointed_C: cover (granted && row == {OUTPUTS{1'b1}} && 12'(at_output) == input_place
          && 12'(at_input) == output_place);
    end
    if (started) begin
      random_A: assert (input_random == last_q);
      inv_random_A: assert (input_random != '0 && output_random != '0);
    end
  end
endmodule
