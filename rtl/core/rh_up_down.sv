// SPDX-License-Identifier: Apache-2.0
// A count that goes up or down by one. Whether it goes down may be known last in a clock: it selects between two counts
// that are there before, which an adder would not be.
// Promise: next_o = count_i + up_i - down_i, modulo 2^W.
module rh_up_down #(
    parameter int unsigned W = 4
) (
    input  logic [W-1:0] count_i,
    input  logic         up_i,
    input  logic         down_i,
    output logic [W-1:0] next_o
);
  rh_limits #(.W(W)) u_limits ();
  logic [W-1:0] zeros, ones, more, less;  // a bit of those below is 0, is 1

  rh_prefix_or #(.N(W)) u_zeros (.set_i(~count_i << 1), .seen_o(zeros));
  rh_prefix_or #(.N(W)) u_ones (.set_i(count_i << 1), .seen_o(ones));
  assign more   = count_i ^ ~zeros;
  assign less   = count_i ^ ~ones;
  assign next_o = down_i ? (up_i ? count_i : less) : (up_i ? more : count_i);
endmodule
