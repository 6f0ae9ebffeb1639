// SPDX-License-Identifier: Apache-2.0
// AND-OR multiplexer. Promise: with one-hot select_i, data_o is the selected word; with select_i = 0 it is 0.
module rh_onehot_mux #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 8
) (
    input  logic [  N-1:0] select_i,
    input  logic [N*W-1:0] data_i,    // word k at [k*W +: W]
    output logic [  W-1:0] data_o
);
  always_comb begin
    data_o = '0;
    for (int unsigned k = 0; k < N; k++) data_o = data_o | (data_i[k*W+:W] & {W{select_i[k]}});
  end
endmodule
