// SPDX-License-Identifier: Apache-2.0
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=2 covers=3 fast=2
// prove: n33 N=33 bmc=2 induction=1 cover=2 asserts=2 covers=3 fast=2
module fv_rh_first_value #(
    parameter int unsigned N = 8
) (
    input logic [N-1:0] set_i,
    input logic [N-1:0] value_i
);
  localparam int unsigned W = $clog2(N);
  logic value;
  (* anyconst *) logic [W-1:0] at;  // any position

  rh_first_value #(.N(N)) u_dut (.set_i(set_i), .value_i(value_i), .value_o(value));

  logic lowest;  // `at` is the lowest member
  assign lowest = (at < N) & set_i[at] & ((set_i & ((N'(1) << at) - N'(1))) == '0);

  always_comb begin
    value_A: assert (!lowest || value == value_i[at]);
    empty_A: assert (set_i != '0 || !value);
    one_C: cover (lowest && at == W'(N - 1) && value);
    zero_C: cover (lowest && at == '0 && !value && value_i != '0);
    empty_C: cover (set_i == '0 && value_i != '0);
  end
endmodule
