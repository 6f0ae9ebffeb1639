// SPDX-License-Identifier: Apache-2.0
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=1 covers=2 fast=2
// prove: n33 N=33 bmc=2 induction=1 cover=2 asserts=1 covers=2
module fv_rh_prefix_or #(
    parameter int unsigned N = 8
) (
    input logic [N-1:0] set_i
);
  localparam int unsigned W = $clog2(N);
  logic [N-1:0] seen;
  (* anyconst *) logic [W-1:0] at;  // any position

  rh_prefix_or #(.N(N)) u_dut (.set_i(set_i), .seen_o(seen));

  logic some;  // at or below
  assign some = (set_i & ((N'(2) << at) - N'(1))) != '0;

  always_comb begin
    seen_A: assert (at >= N || seen[at] == some);
    first_C: cover (at < N && seen == N'(1) << (N - 1));
    none_C: cover (seen == '0);
  end
endmodule
