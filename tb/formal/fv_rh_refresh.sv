// SPDX-License-Identifier: Apache-2.0
// rh_refresh with any banks: they close when asked to, and are touched only while not blocked.
// prove: banks4 BANKS=4 bmc=14 induction=1 cover=14 asserts=17 covers=7
// prove: banks2 BANKS=2 bmc=14 induction=1 cover=14 asserts=17 covers=7
// prove: groups BANKS=4 GROUPS=2 bmc=14 induction=1 cover=14 asserts=17 covers=10
// prove: ranks BANKS=4 GROUPS=2 RANK_BITS=1 bmc=14 induction=1 cover=16 asserts=17 covers=13
// prove: ranks4 BANKS=8 GROUPS=4 RANK_BITS=1 bmc=14 induction=1 cover=18 asserts=17 covers=13
// prove: ranks_alone BANKS=4 GROUPS=4 RANK_BITS=2 bmc=14 induction=1 cover=18 asserts=17 covers=13
module fv_rh_refresh #(
    parameter  int unsigned BANKS = 4,
    parameter  int unsigned GROUPS = 1,
    parameter  int unsigned RANK_BITS = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic [BANKS-1:0] open_i,
    input logic [BANKS-1:0] act_ok_i,
    input logic [BANKS-1:0] pre_ok_i,
    input logic [BANKS-1:0] touch_i
);
  (* anyconst *) logic [1:0] refresh;
  (* anyconst *) logic [15:0] refi, rfc;
  (* anyconst *) logic [BANK_BITS-1:0] x, other;
  logic [BANKS-1:0] blocked, hold, pre, turn;
  logic ref_cmd, all, due;
  logic [BANK_BITS-1:0] bank;
  logic [15:0] timer, busy;

  rh_refresh #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS)) u_dut (
      .load_i(1'b0), .load_timer_i(timer), .load_busy_i(busy), .load_due_i(due), .load_bank_i(bank),
      .clk_i(clk_i), .rst_ni(rst_ni), .refresh_i(refresh), .refi_i(refi), .rfc_i(rfc), .open_i(open_i),
      .act_ok_i(act_ok_i), .pre_ok_i(pre_ok_i), .blocked_o(blocked), .hold_o(hold), .pre_o(pre),
      .ref_o(ref_cmd), .all_o(all),
      .bank_o(bank), .turn_o(turn), .timer_o(timer), .busy_o(busy), .due_o(due)
  );

  logic started, live, ref_bank_all, next_x, blocked_x;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live         = started & rst_ni;
  assign ref_bank_all = ref_cmd & all;

  mon_refresh #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS), .DEEP(1'b1)) u_refresh (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .bank_i(x), .refresh_i(refresh), .refi_i(refi),
      .rfc_i(rfc), .touch_i(live & touch_i[x]), .ref_i(live & ref_cmd),
      .ref_bank_i(bank), .ref_all_i(live & ref_bank_all),
      .ready_i(act_ok_i[x]), .timer_i(timer), .busy_i(busy), .due_i(due), .turn_i(bank),
      .next_o(next_x), .blocked_o(blocked_x)
  );

  always_comb begin
    reset_M: assume (started || !rst_ni);
    refresh_M: assume (rfc != 16'd0 && refi > 16'd1);
    banks_M: assume ((touch_i & blocked) == '0 && (open_i & act_ok_i) == '0 && (pre_ok_i & ~open_i) == '0);
    if (started) turn_A: assert (turn[x] == next_x);
    if (live) begin
      // closing: one bank a clock, only such as may be closed and waits for the refresh; none while refreshing
      close_A: assert (!pre[x] || (pre_ok_i[x] && blocked[x] && due));
      close_one_A: assert (!(pre[x] && pre[other] && x != other));
      close_or_ref_A: assert (!(ref_cmd && pre != '0));
      // exact: blocked, held and refreshed are the banks of the REF, of its rank, and no other
      blocked_A: assert (blocked[x] == blocked_x);
      hold_A: assert (hold[x] == (refresh == 2'd3 && due && (turn & open_i) == '0
          && x >> (BANK_BITS - RANK_BITS) == bank >> (BANK_BITS - RANK_BITS)));
      close_C: cover (pre[x] && x != '0 && refresh == 2'd1 && open_i[0]);
    end
  end
endmodule
