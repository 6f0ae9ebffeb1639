// SPDX-License-Identifier: Apache-2.0
// prove: n8 N=8 bmc=2 induction=1 cover=2 asserts=4 covers=3 fast=2
// prove: n16 N=16 bmc=2 induction=1 cover=2 asserts=4 covers=3
module fv_rh_round_robin #(
    parameter int unsigned N = 8,  // a power of two
    localparam int unsigned W = $clog2(N)
) (
    input logic [N-1:0] set_i,
    input logic [W-1:0] from_i
);
  logic [N-1:0] grant;
  (* anyconst *) logic [W-1:0] at, other;  // any two positions

  rh_round_robin #(.N(N)) u_dut (.set_i(set_i), .from_i(from_i), .grant_o(grant));

  // steps from the start, around the end
  logic [W-1:0] steps_at, steps_other;
  assign steps_at    = at - from_i;
  assign steps_other = other - from_i;

  always_comb begin
    member_A: assert ((grant & ~set_i) == '0);
    some_A: assert ((set_i == '0) == (grant == '0));
    one_A: assert (!(at != other && grant[at] && grant[other]));
    nearest_A: assert (!(grant[at] && set_i[other] && steps_other < steps_at));
    start_C: cover (grant[at] && at == from_i && set_i[other] && other < at);
    around_C: cover (grant[at] && at < from_i && set_i[other] && other != at);
    none_C: cover (set_i == '0);
  end
endmodule
