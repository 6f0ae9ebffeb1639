// SPDX-License-Identifier: Apache-2.0
// prove: n8 N=8 W=4 bmc=2 induction=1 cover=2 asserts=4 covers=2 fast=2
// prove: n12 N=12 W=7 bmc=2 induction=1 cover=2 asserts=4 covers=2
module fv_rh_max #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 4
) (
    input logic [  N-1:0] set_i,
    input logic [N*W-1:0] number_i
);
  localparam int unsigned I = $clog2(N);
  logic [N-1:0] best;
  (* anyconst *) logic [I-1:0] at, other;  // any two positions

  rh_max #(.N(N), .W(W)) u_dut (.set_i(set_i), .number_i(number_i), .best_o(best));

  logic [W-1:0] number_at, number_other;
  assign number_at    = number_i[at*W+:W];
  assign number_other = number_i[other*W+:W];

  logic places;
  assign places = (at < N) & (other < N);

  always_comb begin
    member_A: assert ((best & ~set_i) == '0);
    some_A: assert ((set_i == '0) == (best == '0));
    greatest_A: assert (!(places && best[at] && set_i[other] && number_other > number_at));
    all_A: assert (!(places && best[at] && set_i[other] && number_other == number_at && !best[other]));
    outsider_C: cover (places && best[at] && !set_i[other] && number_other > number_at);
    tie_C: cover (places && best[at] && best[other] && other != at && number_at != '0);
  end
endmodule
