// SPDX-License-Identifier: Apache-2.0
// Round-robin choice: the first set bit at or after position from_i, wrapping around.
// Promise: grant_o is one-hot in set_i, or 0 when set_i is 0; no member of set_i lies between from_i and the grant.
module rh_round_robin #(
    parameter  int unsigned N = 8,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1
) (
    input  logic [N-1:0] set_i,
    input  logic [W-1:0] from_i,
    output logic [N-1:0] grant_o
);
  rh_limits #(.N(N)) u_limits ();
  logic [N-1:0] above, first_above, first_any;

  assign above = set_i & ({N{1'b1}} << from_i);

  rh_first #(.N(N)) u_above (.set_i(above), .first_o(first_above));
  rh_first #(.N(N)) u_any (.set_i(set_i), .first_o(first_any));

  assign grant_o = (|above) ? first_above : first_any;
endmodule
