// SPDX-License-Identifier: Apache-2.0
// Of a set the member at a pointer, or the fewest steps behind it, around the end; none of the empty set.
module mon_nearest #(
    parameter  int unsigned N = 2,
    localparam int unsigned W = rh_pkg::log2_up(N)
) (
    input  logic [N-1:0] set_i,
    input  logic [W-1:0] from_i,
    output logic [N-1:0] nearest_o
);
  always_comb begin
    nearest_o = '0;
    for (int unsigned k = N; k > 0; k--)  // the nearest comes last
      if (set_i[(32'(from_i)+k-1)%N]) nearest_o = N'(1) << ((32'(from_i) + k - 1) % N);
  end
endmodule
