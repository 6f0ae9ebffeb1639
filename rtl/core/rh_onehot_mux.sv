// SPDX-License-Identifier: Apache-2.0
// AND-OR multiplexer, log2(N) levels. Promise: with one-hot select_i, data_o is the selected word; with select_i = 0 it
// is 0.
module rh_onehot_mux #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 8
) (
    input  logic [  N-1:0] select_i,
    input  logic [N*W-1:0] data_i,    // word k at [k*W +: W]
    output logic [  W-1:0] data_o
);
  rh_limits #(.N(N), .W(W)) u_limits ();
  logic [N*W-1:0] picked;  // word k covers the words from k up that are combined so far

  // whole words: a bit at a time would unroll into N x W statements, which Verilator and the compiler take minutes for
  always_comb begin
    for (int unsigned k = 0; k < N; k++) picked[k*W+:W] = data_i[k*W+:W] & {W{select_i[k]}};
    for (int unsigned reach = 1; reach < N; reach = reach * 2) picked = picked | (picked >> (reach * W));
  end

  assign data_o = picked[W-1:0];

  logic unused_picked;
  assign unused_picked = ^picked;
endmodule
