// SPDX-License-Identifier: Apache-2.0
// One-hot to binary, log2(N) levels. Promise: index_o is the position of the one bit of onehot_i; 0 when onehot_i is 0.
module rh_onehot_index #(
    parameter  int unsigned N = 8,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1
) (
    input  logic [N-1:0] onehot_i,
    output logic [W-1:0] index_o
);
  rh_limits #(.N(N)) u_limits ();

  // positions with bit b of the index set
  function automatic [N-1:0] counted(input int unsigned b);
    counted = '0;
    for (int unsigned k = 0; k < N; k++) counted[k] = ((k >> b) & 1) != 0;
  endfunction

  for (genvar b = 0; b < W; b++) begin : g_bit
    localparam bit [N-1:0] COUNTED = counted(b);
    assign index_o[b] = |(onehot_i & COUNTED);
  end
endmodule
