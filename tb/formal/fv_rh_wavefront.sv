// SPDX-License-Identifier: Apache-2.0
// rh_wavefront: the contract, a maximal matching, and the wait of any request whose output stays ready: SQUARE clocks,
// x (limit + 1) under hold_grant. Without a limit there is no bound: tb/unit/starving/hold_starves_wavefront.csv.
// Without a hold rule it is enough that the output is ready SQUARE times, while no request to another is left.
// prove: bare4x3 INPUTS=4 OUTPUTS=3 HOLD=0 bmc=8 induction=1 cover=8 asserts=11 covers=4 fast=5
// prove: bare3x4 INPUTS=3 OUTPUTS=4 HOLD=0 bmc=8 induction=1 cover=8 asserts=11 covers=4
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=8 induction=1 cover=12 asserts=19 covers=6
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

  // --- the first diagonal does not move but for a request that is left ---
  logic [INPUTS*OUTPUTS-1:0] left_of_all, left_of_mine;
  logic was_ready;
  logic [11:0] lost_q;  // clocks that left this request, of those in which its output was ready
  assign left_of_all  = request_i & {INPUTS{ready_i}} & ~grant;
  assign left_of_mine = left_of_all & {INPUTS{OUTPUTS'(1) << at_output}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni || granted || left_of_all != left_of_mine || !request_i[at_input*OUTPUTS+at_output]) lost_q <= '0;
    else if (row[at_output]) lost_q <= lost_q + 12'd1;
    was_ready <= ready_i[at_output];
  end
  if (HOLD == 0) begin : g_blinks
    always_comb
      if (started) begin
        inv_step_A: assert (lost_q + steps < 12'(SQUARE));
        blinks_A: assert (lost_q < 12'(SQUARE));
      end
    always_comb
      if (live) blinks_C: cover (granted && lost_q == 12'd2 && !was_ready);
  end else begin : g_no_blinks
    logic unused_lost;
    assign unused_lost = ^{lost_q, was_ready};
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
