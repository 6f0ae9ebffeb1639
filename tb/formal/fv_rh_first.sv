// SPDX-License-Identifier: Apache-2.0
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=3 covers=3 fast=2
// prove: n33 N=33 bmc=2 induction=1 cover=2 asserts=3 covers=3 fast=2
// prove: n64 N=64 bmc=2 induction=1 cover=2 asserts=3 covers=3
module fv_rh_first #(
    parameter int unsigned N = 8
) (
    input logic [N-1:0] set_i
);
  localparam int unsigned W = $clog2(N);
  logic [N-1:0] first;
  (* anyconst *) logic [W-1:0] at, below;  // any two positions

  rh_first #(.N(N)) u_dut (.set_i(set_i), .first_o(first));

  logic places;
  assign places = (at < N) & (below < at);

  always_comb begin
    // a bit of the answer is a bit of the set
    member_A: assert ((first & ~set_i) == '0);
    // nothing of the set stands below the answer; so there is at most one answer
    lowest_A: assert (!(places && first[at] && set_i[below]));
    // a set has an answer
    some_A: assert ((set_i == '0) == (first == '0));
    last_C: cover (first[N-1]);
    shadowed_C: cover (places && set_i[at] && first[below]);
    none_C: cover (first == '0);
  end
endmodule
