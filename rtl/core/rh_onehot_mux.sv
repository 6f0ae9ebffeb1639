// SPDX-License-Identifier: Apache-2.0
// AND-OR multiplexer, log2(N) levels. Promise: with one-hot select_i, data_o is the selected word; with select_i = 0 it is 0.
module rh_onehot_mux #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 8
) (
    input  logic [  N-1:0] select_i,
    input  logic [N*W-1:0] data_i,    // word k at [k*W +: W]
    output logic [  W-1:0] data_o
);
  rh_limits #(.N(N), .W(W)) u_limits ();
  logic [N-1:0] picked;

  always_comb begin
    for (int unsigned b = 0; b < W; b++) begin
      for (int unsigned k = 0; k < N; k++) picked[k] = data_i[k*W+b] & select_i[k];
      data_o[b] = |picked;
    end
  end
endmodule
