// SPDX-License-Identifier: Apache-2.0
// The members of a set that have the greatest number. Digit by digit (two bits) from the top, without comparators: if a
// member's digit reaches a value, those whose digit does not fall out. The three values are looked at side by side, so
// a digit costs the time of one bit.
// Promise: best_o is a part of set_i (0 when set_i is 0); its members have one number, and no other one has as great.
module rh_max #(
    parameter int unsigned N = 8,
    parameter int unsigned W = 4
) (
    input  logic [  N-1:0] set_i,
    input  logic [N*W-1:0] number_i,  // number k at [k*W +: W]
    output logic [  N-1:0] best_o
);
  rh_limits #(.N(N), .W(W)) u_limits ();
  logic [N-1:0] high, low, reach1, reach2, reach3;

  always_comb begin
    best_o = set_i;
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
      best_o = best_o & (reach1 | {N{~|(best_o & reach1)}}) & (reach2 | {N{~|(best_o & reach2)}})
          & (reach3 | {N{~|(best_o & reach3)}});
    end
  end
endmodule
