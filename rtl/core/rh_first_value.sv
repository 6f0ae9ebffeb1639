// SPDX-License-Identifier: Apache-2.0
// The value bit of the lowest member of a set, in log2(N) levels.
// Promise: value_o is value_i[k] for the lowest k with set_i[k]; 0 when set_i is 0.
module rh_first_value #(
    parameter int unsigned N = 8
) (
    input  logic [N-1:0] set_i,
    input  logic [N-1:0] value_i,
    output logic         value_o
);
  rh_limits #(.N(N)) u_limits ();
  logic [N-1:0] seen, value;  // bit k covers the positions from k up that are combined so far

  always_comb begin
    seen  = set_i;
    value = value_i & set_i;
    for (int unsigned reach = 1; reach < N; reach = reach * 2) begin
      value = value | (~seen & (value >> reach));
      seen  = seen | (seen >> reach);
    end
  end

  assign value_o = value[0];

  logic unused_seen;
  assign unused_seen = ^seen;
endmodule
