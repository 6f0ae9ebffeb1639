// SPDX-License-Identifier: Apache-2.0
// prove: n5 N=5 bmc=2 induction=1 cover=2 asserts=2 covers=2 fast=2
// prove: n65 N=65 bmc=2 induction=1 cover=2 asserts=2 covers=2
module fv_rh_onehot_index #(
    parameter int unsigned N = 5
) (
    input logic [N-1:0] onehot_i
);
  localparam int unsigned W = $clog2(N);
  logic [W-1:0] index;
  (* anyconst *) logic [W-1:0] at;  // any position

  rh_onehot_index #(.N(N)) u_dut (.onehot_i(onehot_i), .index_o(index));

  always_comb begin
    index_A: assert (!(at < N && onehot_i == N'(1) << at && index != at));
    none_A: assert (!(onehot_i == '0 && index != '0));
    last_C: cover (onehot_i == N'(1) << (N - 1));
    none_C: cover (onehot_i == '0);
  end
endmodule
