// SPDX-License-Identifier: Apache-2.0
// prove: n5 N=5 bmc=2 induction=1 cover=2 asserts=2 covers=3 fast=2
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=2 covers=3 fast=2
// prove: n127 N=127 bmc=2 induction=1 cover=2 asserts=2 covers=3
module fv_rh_ring #(
    parameter int unsigned N = 5,
    localparam int unsigned W = $clog2(N),
    localparam int unsigned B = $clog2(N + 1)
) (
    input logic [W-1:0] from_i,
    input logic [B-1:0] by_i
);
  logic [W-1:0] at;

  rh_ring #(.N(N)) u_dut (.from_i(from_i), .by_i(by_i), .at_o(at));

  always_comb begin
    from_M: assume (32'(from_i) < N);
    by_M: assume (32'(by_i) <= N);
    inside_A: assert (32'(at) < N);
    modulo_A: assert (32'(at) == (32'(from_i) + 32'(by_i)) % N);
    wrap_C: cover (32'(from_i) == N - 1 && 32'(by_i) == 1);
    around_C: cover (32'(by_i) == N && at != '0);
    straight_C: cover (from_i != '0 && by_i != '0 && at > from_i);
  end
endmodule
