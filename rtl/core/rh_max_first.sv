// SPDX-License-Identifier: Apache-2.0
// The member of a set with the greatest number; of several the lowest. Bit by bit from the top, without comparators.
// Promise: best_o is one-hot in set_i (0 when set_i is 0); no member has a greater number, no lower one the same.
module rh_max_first #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 4
) (
    input  logic [  N-1:0] set_i,
    input  logic [N*W-1:0] number_i,  // number k at [k*W +: W]
    output logic [  N-1:0] best_o
);
  logic [N-1:0] left, ones;

  always_comb begin
    left = set_i;
    ones = '0;
    for (int unsigned b = W; b > 0; b--) begin
      for (int unsigned k = 0; k < N; k++) ones[k] = left[k] & number_i[k*W+b-1];
      if (|ones) left = ones;
    end
  end

  rh_first #(.N(N)) u_first (.set_i(left), .first_o(best_o));
endmodule
