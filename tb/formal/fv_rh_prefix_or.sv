// SPDX-License-Identifier: Apache-2.0
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=2 covers=2 fast=2
// prove: n33 N=33 bmc=2 induction=1 cover=2 asserts=2 covers=2 fast=2
module fv_rh_prefix_or #(
    parameter int unsigned N = 8
) (
    input logic [N-1:0] set_i
);
  localparam int unsigned W = $clog2(N);
  logic [N-1:0] seen;
  (* anyconst *) logic [W-1:0] at, below;  // any two positions

  rh_prefix_or #(.N(N)) u_dut (.set_i(set_i), .seen_o(seen));

  always_comb begin
    // a bit at or below sets it
    sets_A: assert (!(at < N && below <= at && set_i[below] && !seen[at]));
    // nothing else does: where it begins, the set has a bit
    begins_A: assert ((seen & ~(seen << 1) & ~set_i) == '0);
    far_C: cover (N > 1 && seen[N-1] && set_i == N'(1));
    none_C: cover (seen == '0);
  end
endmodule
