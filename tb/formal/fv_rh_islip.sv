// SPDX-License-Identifier: Apache-2.0
// rh_islip: the contract, and the wait of any request whose input's R eligible requests stay as they are: R x INPUTS clocks,
// x (limit + 1) under hold_grant. Without a limit there is no bound: tb/golden/starving/hold_starves_islip.csv.
// prove: bare3x3 INPUTS=3 OUTPUTS=3 HOLD=0 bmc=6 induction=1 cover=10 asserts=8 covers=2 fast=5
// prove: bare4x3 INPUTS=4 OUTPUTS=3 HOLD=0 bmc=5 induction=1 cover=10 asserts=8 covers=2
// prove: twice3x3 INPUTS=3 OUTPUTS=3 ITERATIONS=2 HOLD=0 bmc=6 induction=1 cover=10 asserts=8 covers=2
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=6 induction=1 cover=12 asserts=15 covers=5
module fv_rh_islip #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0,
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned IW = $clog2(INPUTS),
    localparam int unsigned OW = $clog2(OUTPUTS),
    localparam int unsigned OWN = (HOLD != 0) ? PAIRS + 8 : 0,  // where its own fields begin
    localparam int unsigned OBS_BITS = OWN + INPUTS * OW + OUTPUTS * IW
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

  rh_islip #(
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
  mon_pointers #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD)) u_turns (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .bounded_i(bounded), .pace_i(pace), .waited_i(waited),
      .row_i(row), .granted_i(granted), .input_i(at_input), .output_i(at_output),
      .input_place_i(obs[OWN+INPUTS*OW-1:OWN]), .output_place_i(obs[OBS_BITS-1:OWN+INPUTS*OW])
  );
endmodule
