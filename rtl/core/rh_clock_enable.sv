// SPDX-License-Identifier: Apache-2.0
// A clock enable: it says in which clocks of the fastest clock a slower one ticks too. An accumulator adds the slow
// clock's rate in each clock and ticks when it reaches the fastest clock's. Model: cmodel/network/rh_clock_enable.h.
// Promise: with 0 < rate_i <= fastest_i, both steady, of any fastest_i clocks in a row exactly rate_i are ticks.
module rh_clock_enable #(
    parameter int unsigned W = 16  // bits of a rate
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [W-1:0] rate_i,     // both in any unit
    input  logic [W-1:0] fastest_i,
    output logic         tick_o,     // the slow clock ticks in this clock
    output logic [W-1:0] obs_o       // the sum
);
  rh_limits #(.W(W)) u_limits ();
  logic [W-1:0] sum_d, sum_q;
  logic [W:0] sum, rest;  // sum below twice the fastest, rest below 0 where it is not reached

  assign sum    = {1'b0, sum_q} + {1'b0, rate_i};
  assign rest   = sum - {1'b0, fastest_i};
  assign tick_o = !rest[W];
  assign sum_d  = tick_o ? rest[W-1:0] : sum[W-1:0];
  assign obs_o  = sum_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) sum_q <= '0;
    else sum_q <= sum_d;
  end
endmodule
