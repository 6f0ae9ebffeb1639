// SPDX-License-Identifier: Apache-2.0
// The member of a set with the greatest number; of several the lowest. Digit by digit (two bits) from the top, without
// comparators: if a member's digit reaches a value, those whose digit does not fall out. The three values are looked at
// side by side, so a digit costs the time of one bit.
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
  logic [N-1:0] left, high, low, reach1, reach2, reach3;

  always_comb begin
    left = set_i;
    high = '0;
    low  = '0;
    for (int unsigned b = (W - 1) / 2 * 2 + 2; b > 0; b -= 2) begin  // digit: bits b-1 and b-2; an odd W has no top bit
      for (int unsigned k = 0; k < N; k++) begin
        high[k] = (b <= W) & number_i[k*W+((b<=W)?b-1:0)];
        low[k]  = number_i[k*W+b-2];
      end
      reach1 = high | low;
      reach2 = high;
      reach3 = high & low;
      left = left & (reach1 | {N{~|(left & reach1)}}) & (reach2 | {N{~|(left & reach2)}})
          & (reach3 | {N{~|(left & reach3)}});
    end
  end

  rh_first #(.N(N)) u_first (.set_i(left), .first_o(best_o));
endmodule
