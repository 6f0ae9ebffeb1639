// SPDX-License-Identifier: Apache-2.0
// One-hot to binary. Promise: index_o is the position of the one bit of onehot_i; 0 when onehot_i is 0.
module rh_onehot_index #(
    parameter  int unsigned N = 8,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1
) (
    input  logic [N-1:0] onehot_i,
    output logic [W-1:0] index_o
);
  always_comb begin
    index_o = '0;
    for (int unsigned k = 0; k < N; k++) if (onehot_i[k]) index_o = index_o | W'(k);
  end
endmodule
