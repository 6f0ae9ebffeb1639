// SPDX-License-Identifier: Apache-2.0
// rh_pim: the contract, and that a pair to which both its arbiters' places point is granted whatever else is asked for. Chance says
// when that is: tb/golden/starving/pim_waits.csv.
// prove: bare3x3 INPUTS=3 OUTPUTS=3 HOLD=0 bmc=4 induction=1 cover=8 asserts=8 covers=2 fast=3
// prove: twice4x2 INPUTS=4 OUTPUTS=2 ITERATIONS=2 HOLD=0 bmc=4 induction=1 cover=8 asserts=8 covers=2
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=4 induction=1 cover=12 asserts=14 covers=5
module fv_rh_pim #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0,
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned IW = $clog2(INPUTS),
    localparam int unsigned OW = $clog2(OUTPUTS),
    localparam int unsigned OWN = (HOLD != 0) ? PAIRS + 8 : 0,  // where its own fields begin
    localparam int unsigned OBS_BITS = OWN + (INPUTS + OUTPUTS) * 24
) (
    input logic               clk_i,
    input logic               rst_ni,
    input logic [  PAIRS-1:0] request_i,
    input logic [OUTPUTS-1:0] ready_i
);
  (* anyconst *) logic [7:0] limit;
  (* anyconst *) logic [IW-1:0] at_input;
  (* anyconst *) logic [OW-1:0] at_output;
  logic [PAIRS-1:0] grant;
  logic [OUTPUTS-1:0] held, row;
  logic granted;
`include "allocator.svh"

  rh_pim #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(1), .BANKS(1),
      .ROW_BITS(1), .OBSERVE(1'b1)
  ) u_dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(limit), .request_i(request_i), .ready_i(ready_i),
      .destination_i({INPUTS{1'b0}}), .bank_i({INPUTS{1'b0}}), .row_i({INPUTS{1'b0}}), .grant_o(grant), .held_o(held),
      .obs_o(obs)
  );
  mon_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD)) u_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .hold_limit_i(limit), .request_i(request_i),
      .ready_i(ready_i), .grant_i(grant), .held_i(held), .pair_i(pair), .waited_i(waited), .input_i(at_input),
      .output_i(at_output), .row_o(row), .granted_o(granted)
  );

  // the places of the pair's arbiters in the first iteration: bits of their registers times the number of places
  logic [23:0] input_random, output_random;
  logic [11:0] input_place, output_place;
  assign input_random  = obs[OWN+24*at_input+:24];
  assign output_random = obs[OWN+24*INPUTS+24*at_output+:24];
  assign input_place   = (12'(input_random[OW+5:0]) * 12'(OUTPUTS)) >> (OW + 6);
  assign output_place  = (12'(output_random[IW+5:0]) * 12'(INPUTS)) >> (IW + 6);

  // --- the registers follow their polynomial, and are never 0, where they would stay ---
  logic [23:0] last_q;
  always_ff @(posedge clk_i) last_q <= rst_ni ? (input_random >> 1) ^ (input_random[0] ? 24'hE10000 : 24'd0) : 24'(32'hACE1ED + 32'(at_input) * 32'h7FEB35);

  always_comb begin
    if (live) begin
      if (HOLD == 0) begin
        pointed_A: assert (!(row[at_output] && 12'(at_output) == input_place && 12'(at_input) == output_place) || granted);
      end
      pointed_C: cover (granted && row == {OUTPUTS{1'b1}} && 12'(at_output) == input_place && 12'(at_input) == output_place);
    end
    if (started) begin
      random_A: assert (input_random == last_q);
      inv_random_A: assert (input_random != '0 && output_random != '0);
    end
  end
endmodule
