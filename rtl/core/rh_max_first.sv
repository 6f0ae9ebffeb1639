// SPDX-License-Identifier: Apache-2.0
// The member of a set with the greatest number; of several the lowest.
// Promise: best_o is one-hot in set_i (0 when set_i is 0); no member has a greater number, no lower one the same.
module rh_max_first #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 4
) (
    input  logic [  N-1:0] set_i,
    input  logic [N*W-1:0] number_i,  // number k at [k*W +: W]
    output logic [  N-1:0] best_o
);
  rh_limits #(.N(N), .W(W)) u_limits ();
  logic [N-1:0] best;

  rh_max #(.N(N), .W(W)) u_max (.set_i(set_i), .number_i(number_i), .best_o(best));
  rh_first #(.N(N)) u_first (.set_i(best), .first_o(best_o));
endmodule
