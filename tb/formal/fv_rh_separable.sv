// SPDX-License-Identifier: Apache-2.0
// rh_separable: the contract, and with one iteration the wait that fv_rh_islip proves. With two there is no bound:
// tb/golden/starving/separable_starves.csv.
// prove: bare3x3 INPUTS=3 OUTPUTS=3 HOLD=0 bmc=6 induction=1 cover=10 asserts=8 covers=2 fast=5
// prove: bare3x4 INPUTS=3 OUTPUTS=4 HOLD=0 bmc=5 induction=1 cover=10 asserts=8 covers=2
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=6 induction=1 cover=12 asserts=15 covers=5
module fv_rh_separable #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
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

  rh_separable #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(1), .HOLD(HOLD), .DESTINATIONS(1), .BANKS(1),
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
