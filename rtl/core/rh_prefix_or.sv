// SPDX-License-Identifier: Apache-2.0
// Prefix OR of a vector in log2(N) levels (no ripple).
// Promise: seen_o[k] is set exactly when some bit at or below k of set_i is.
module rh_prefix_or #(
    parameter int unsigned N = 8
) (
    input  logic [N-1:0] set_i,
    output logic [N-1:0] seen_o
);
  rh_limits #(.N(N)) u_limits ();
  always_comb begin
    seen_o = set_i;
    for (int unsigned reach = 1; reach < N; reach = reach * 2) seen_o = seen_o | (seen_o << reach);
  end
endmodule
