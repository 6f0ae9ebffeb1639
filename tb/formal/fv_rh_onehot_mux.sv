// SPDX-License-Identifier: Apache-2.0
// prove: n5 N=5 W=4 bmc=2 induction=1 cover=2 asserts=2 covers=2 fast=2
// prove: n16 N=16 W=12 bmc=2 induction=1 cover=2 asserts=2 covers=2
module fv_rh_onehot_mux #(
    parameter int unsigned N = 5,
    parameter int unsigned W = 4
) (
    input logic [  N-1:0] select_i,
    input logic [N*W-1:0] data_i
);
  logic [W-1:0] data;
  (* anyconst *) logic [$clog2(N)-1:0] at;  // any position

  rh_onehot_mux #(.N(N), .W(W)) u_dut (.select_i(select_i), .data_i(data_i), .data_o(data));

  always_comb begin
    selected_A: assert (!(at < N && select_i == N'(1) << at && data != data_i[at*W+:W]));
    none_A: assert (!(select_i == '0 && data != '0));
    last_C: cover (select_i == N'(1) << (N - 1) && data == '1 && data_i[0+:W] == '0);
    none_C: cover (select_i == '0 && data_i == '1);
  end
endmodule
