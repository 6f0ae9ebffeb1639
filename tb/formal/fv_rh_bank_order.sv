// SPDX-License-Identifier: Apache-2.0
// prove: b4 QUEUE=6 BANKS=4 W=3 bmc=2 induction=1 cover=2 asserts=3 covers=2 fast=2
// prove: b2 QUEUE=8 BANKS=2 W=4 bmc=2 induction=1 cover=2 asserts=3 covers=2
module fv_rh_bank_order #(
    parameter int unsigned QUEUE = 6,
    parameter int unsigned BANKS = 4,
    parameter int unsigned W = 3
) (
    input logic [BANKS*QUEUE-1:0] set_i,
    input logic [    QUEUE*W-1:0] rank_i,
    input logic [      BANKS-1:0] behind_i
);
  localparam int unsigned B = $clog2(BANKS);
  logic [BANKS*BANKS-1:0] later;
  (* anyconst *) logic [B-1:0] mine, other;  // any two banks

  rh_bank_order #(.QUEUE(QUEUE), .BANKS(BANKS), .W(W)) u_dut (
      .set_i(set_i), .rank_i(rank_i), .behind_i(behind_i), .later_o(later)
  );

  logic [QUEUE-1:0] of_mine, of_other;
  logic [W-1:0] rank_mine, rank_other;  // of their first members
  logic is_later, both;
  assign of_mine  = set_i[mine*QUEUE+:QUEUE];
  assign of_other = set_i[other*QUEUE+:QUEUE];
  assign is_later = later[mine*BANKS+32'(other)];
  assign both     = (of_mine != '0) & (of_other != '0);
  always_comb begin
    rank_mine  = '0;
    rank_other = '0;
    for (int unsigned k = QUEUE; k > 0; k--) begin
      if (of_mine[k-1]) rank_mine = rank_i[(k-1)*W+:W];
      if (of_other[k-1]) rank_other = rank_i[(k-1)*W+:W];
    end
  end

  always_comb begin
    later_A: assert (!(both && behind_i[mine] == behind_i[other]) || is_later == (rank_other < rank_mine));
    behind_A: assert (!(behind_i[mine] && !behind_i[other]) || is_later);
    before_A: assert (!(!behind_i[mine] && behind_i[other]) || !is_later);
    ranked_C: cover (both && is_later && behind_i[mine] == behind_i[other] && !of_mine[0] && !of_other[0]);
    tie_C: cover (both && !is_later && rank_mine == rank_other && mine != other);
  end
endmodule
