// SPDX-License-Identifier: Apache-2.0
// The place some steps behind another in a ring of N. A ring of a power of two wraps by itself, any other by a compare.
// Promise: at_o = (from_i + by_i) modulo N, provided that from_i < N and by_i <= N.
module rh_ring #(
    parameter  int unsigned N = 8,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1,
    localparam int unsigned B = $clog2(N + 1)
) (
    input  logic [W-1:0] from_i,
    input  logic [B-1:0] by_i,
    output logic [W-1:0] at_o
);
  rh_limits #(.N(N)) u_limits ();

  if (N == 1) begin : g_one
    logic unused_inputs;
    assign unused_inputs = ^{from_i, by_i};
    assign at_o          = '0;
  end else if ((N & (N - 1)) == 0) begin : g_power
    logic unused_top;  // all steps around: none
    assign unused_top = by_i[B-1];
    assign at_o       = from_i + by_i[W-1:0];
  end else begin : g_any
    logic [W:0] sum;
    assign sum  = {1'b0, from_i} + (W + 1)'(by_i);
    assign at_o = (sum >= (W + 1)'(N)) ? W'(sum - (W + 1)'(N)) : sum[W-1:0];
  end
endmodule
