// SPDX-License-Identifier: Apache-2.0
// The lowest set bit of a vector, one-hot, in log2(N) levels.
// Promise: first_o has exactly the lowest set bit of set_i, and is 0 when set_i is 0.
module rh_first #(
    parameter int unsigned N = 8
) (
    input  logic [N-1:0] set_i,
    output logic [N-1:0] first_o
);
  rh_limits #(.N(N)) u_limits ();
  logic [N-1:0] seen;

  rh_prefix_or #(.N(N)) u_seen (.set_i(set_i), .seen_o(seen));

  assign first_o = set_i & ~(seen << 1);
endmodule
