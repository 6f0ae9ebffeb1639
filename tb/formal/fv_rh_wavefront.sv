// SPDX-License-Identifier: Apache-2.0
// rh_wavefront: the contract, a maximal matching, and the wait of any request whose output stays ready: SQUARE clocks,
// x (limit + 1) under hold_grant. Without a limit there is no bound: tb/golden/starving/hold_starves_wavefront.csv.
// prove: bare4x3 INPUTS=4 OUTPUTS=3 HOLD=0 bmc=8 induction=1 cover=8 asserts=9 covers=3 fast=5
// prove: bare3x4 INPUTS=3 OUTPUTS=4 HOLD=0 bmc=8 induction=1 cover=8 asserts=9 covers=3
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=8 induction=1 cover=12 asserts=19 covers=6 fast=5
// prove: hold4x3 INPUTS=4 OUTPUTS=3 HOLD=1 bmc=6 induction=1 cover=12 asserts=19 covers=6
`define ROWHOLD_DUT rh_wavefront
module fv_rh_wavefront #(
    parameter int unsigned INPUTS = 2,
    parameter int unsigned OUTPUTS = 2,
    parameter int unsigned HOLD = 0,
    localparam int unsigned SQUARE = (INPUTS > OUTPUTS) ? INPUTS : OUTPUTS
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic [INPUTS*OUTPUTS-1:0] request_i,
    input logic [       OUTPUTS-1:0] ready_i
);
  localparam int unsigned DESTINATIONS = 1, BANKS = 1, ROW_BITS = 1, HASH_BITS = 1;
  localparam int unsigned ITERATIONS = 1, MAXIMAL = 1;
`include "observe_wavefront.svh"
`include "allocator.svh"

  // clocks waited in vain, and those that can follow: a diagonal stays first for at most `pace` clocks
  logic [11:0] wait_q, target, steps, left;
  assign target = (12'(at_input) + 12'(at_output)) % 12'(SQUARE);
  assign steps  = (target + 12'(SQUARE) - 12'(diagonal_q)) % 12'(SQUARE);
  assign left   = steps * pace + (pace - 12'(run));
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !row[at_output] || granted) wait_q <= '0;
    else wait_q <= wait_q + 12'd1;
  end

  always_comb
    if (live && bounded) begin
      bound_A: assert (!(row[at_output] && !granted) || wait_q + 12'd1 < 12'(SQUARE) * pace);
      slow_C: cover (granted && wait_q + 12'd1 == 12'(SQUARE) * pace && (HOLD == 0 || hold_limit == 8'd1));
    end
  always_comb
    if (started) begin
      inv_diagonal_A: assert (32'(diagonal_q) < SQUARE);
      if (bounded) inv_wait_A: assert (wait_q < 12'(SQUARE) * pace && wait_q + left <= 12'(SQUARE) * pace);
    end
endmodule
