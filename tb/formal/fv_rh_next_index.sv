// SPDX-License-Identifier: Apache-2.0
// prove: n5 N=5 bmc=2 induction=1 cover=2 asserts=2 covers=2 fast=2
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=2 covers=2 fast=2
module fv_rh_next_index #(
    parameter int unsigned N = 5,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1
) (
    input logic [N-1:0] onehot_i,
    input logic [W-1:0] chosen_i
);
  logic [W-1:0] next;

  rh_next_index #(.N(N)) u_dut (.onehot_i(onehot_i), .next_o(next));

  always_comb begin
    chosen_M: assume (32'(chosen_i) < N && (onehot_i == '0 || onehot_i == (N'(1) << chosen_i)));
    next_A: assert (onehot_i == '0 || 32'(next) == (32'(chosen_i) + 1) % N);
    none_A: assert (onehot_i != '0 || next == '0);
    wrap_C: cover (onehot_i[N-1] && next == '0);
    none_C: cover (onehot_i == '0);
  end
endmodule
