// SPDX-License-Identifier: Apache-2.0
// The place behind a one-hot choice, wrapping, from which a round robin goes on. Promise: next_o is (position + 1)
// modulo N; 0 where nothing was chosen.
module rh_next_index #(
    parameter  int unsigned N = 4,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1
) (
    input  logic [N-1:0] onehot_i,
    output logic [W-1:0] next_o
);
  rh_limits #(.N(N)) u_limits ();
  if (N == 1) begin : g_one
    assign next_o = '0;
    logic unused_choice;
    assign unused_choice = onehot_i;
  end else begin : g_many
    logic [N-1:0] behind;
    assign behind = {onehot_i[N-2:0], onehot_i[N-1]};
    rh_onehot_index #(.N(N)) u_index (.onehot_i(behind), .index_o(next_o));
  end
endmodule
