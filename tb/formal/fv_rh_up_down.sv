// SPDX-License-Identifier: Apache-2.0
// prove: w1 W=1 bmc=2 induction=1 cover=2 asserts=1 covers=4 fast=2
// prove: w4 W=4 bmc=2 induction=1 cover=2 asserts=1 covers=4 fast=2
module fv_rh_up_down #(
    parameter int unsigned W = 4
) (
    input logic [W-1:0] count_i,
    input logic         up_i,
    input logic         down_i
);
  logic [W-1:0] next;

  rh_up_down #(.W(W)) u_dut (.count_i(count_i), .up_i(up_i), .down_i(down_i), .next_o(next));

  always_comb begin
    next_A: assert (next == count_i + W'(up_i) - W'(down_i));
    over_C: cover (up_i && !down_i && count_i == '1);
    under_C: cover (!up_i && down_i && count_i == '0);
    both_C: cover (up_i && down_i && count_i != '0);
    stays_C: cover (!up_i && !down_i && count_i != '0);
  end
endmodule
