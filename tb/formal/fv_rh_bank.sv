// SPDX-License-Identifier: Apache-2.0
// rh_bank under any commands, legal or not; but an RDA or a WRA is legal, and so is what follows until it closes the
// row: no ACT, no PRE. It closes the row in the first clock that tRAS, tRTP and write recovery allow, and tRP counts
// from that clock.
// prove: t3 T=3 bmc=8 induction=1 cover=12 asserts=9 covers=5 fast=5
// prove: t5 T=5 bmc=8 induction=1 cover=14 asserts=9 covers=5
// prove: auto T=3 AUTO=1 bmc=8 induction=1 cover=14 asserts=10 covers=9 fast=5
// prove: auto5 T=5 AUTO=1 bmc=8 induction=1 cover=16 asserts=10 covers=9
module fv_rh_bank #(
    parameter int unsigned T = 3,
    parameter bit AUTO = 1'b0
) (
    input logic       clk_i,
    input logic       rst_ni,
    input logic       act_i,
    input logic       pre_i,
    input logic       rd_i,
    input logic       wr_i,
    input logic       close_i,
    input logic [2:0] row_i
);
  localparam int unsigned T_COUNT = rh_pkg::BANK_TIMERS;
  localparam logic [T-1:0] LONG = {T{1'b1}};
  (* anyconst *) logic [T_COUNT*T-1:0] gaps;
  logic [T_COUNT*T-1:0] less;
  logic [T_COUNT-1:0] positive;
  for (genvar k = 0; k < T_COUNT; k++) begin : g_less
    assign less[k*T+:T] = gaps[k*T+:T] - T'(1);
    assign positive[k]  = gaps[k*T+:T] != '0;
  end

  logic open, closing, auto_precharged, rd_ok, wr_ok, act_ok, pre_ok, ref_ok;
  logic [2:0] row;
  logic [T-1:0] rcd_rd_left, rcd_wr_left, ras_left, rc_left, rp_left, rtp_left, wtp_left;
  logic [T_COUNT-1:0] runs;
  logic [T_COUNT*T-1:0] left_all;
  assign {wtp_left, rtp_left, rp_left, rc_left, ras_left, rcd_wr_left, rcd_rd_left} = left_all;
  rh_bank #(.ROW_BITS(3), .TIMER_BITS(T), .AUTO(AUTO)) u_dut (
      .load_i(1'b0), .load_open_i(open), .load_closing_i(closing), .load_row_i(row), .load_count_i(left_all),
      .clk_i(clk_i), .rst_ni(rst_ni), .less_i(less), .act_i(act_i), .pre_i(pre_i), .rd_i(rd_i), .wr_i(wr_i),
      .close_i(close_i), .row_i(row_i), .open_o(open), .closing_o(closing), .auto_precharged_o(auto_precharged),
      .row_o(row), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok), .ref_ok_o(ref_ok),
      .runs_o(runs), .count_o(left_all)
  );

  logic started;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  logic [T-1:0] act_age, pre_age, rd_age, wr_age, rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp;
  assign {wtp, rtp, rp, rc, ras, rcd_wr, rcd_rd} = gaps;
  mon_age #(.W(T)) u_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_i), .age_o(act_age));
  mon_age #(.W(T)) u_pre (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(closes), .age_o(pre_age));
  mon_age #(.W(T)) u_rd (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(rd_i), .age_o(rd_age));
  mon_age #(.W(T)) u_wr (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr_i), .age_o(wr_age));

  // auto-precharge, by the clocks since the commands: a PRE of its own, in the first clock that one would be legal
  logic is_open, is_closing, shuts, closes;
  logic [2:0] last_row;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) is_open <= 1'b0;
    else if (act_i) is_open <= 1'b1;
    else if (closes) is_open <= 1'b0;
    if (!rst_ni) is_closing <= 1'b0;
    else if (AUTO && close_i) is_closing <= 1'b1;
    else if (shuts) is_closing <= 1'b0;
    if (act_i) last_row <= row_i;
  end

  assign shuts  = is_closing && act_age >= ras && rd_age >= rtp && wr_age >= wtp;
  assign closes = pre_i | shuts;

  function automatic logic [T-1:0] left(input logic [T-1:0] gap, input logic [T-1:0] age);
    left = (age < gap) ? gap - age : '0;
  endfunction

  always_comb begin
    reset_M: assume (started || !rst_ni);
    positive_M: assume (&positive);
    one_M: assume (!(act_i && pre_i));
    if (AUTO) begin
      close_M: assume (!close_i || (((rd_i && rd_ok) || (wr_i && wr_ok)) && !act_i && !pre_i));
      closing_M: assume (!(is_closing && (act_i || pre_i)));
    end
    if (started) begin
      // exact: set as soon as the rules allow, and not before
      rd_ok_A: assert (rd_ok == (is_open && !is_closing && act_age >= rcd_rd));
      wr_ok_A: assert (wr_ok == (is_open && !is_closing && act_age >= rcd_wr));
      act_ok_A: assert ({act_ok, ref_ok} == {2{!is_open && pre_age >= rp && act_age >= rc}});
      pre_ok_A: assert (pre_ok == (is_open && !is_closing && act_age >= ras && rd_age >= rtp && wr_age >= wtp));
      row_A: assert (!is_open || row == last_row);
      inv_open_A: assert (open == is_open);
      auto_precharged_A: assert ({closing, auto_precharged} == {is_closing, shuts});
      inv_left_A: assert (act_age != '0
          && rcd_rd_left == left(rcd_rd, act_age) && rcd_wr_left == left(rcd_wr, act_age)
          && ras_left == left(ras, act_age) && rc_left == left(rc, act_age) && rp_left == left(rp, pre_age)
          && rtp_left == left(rtp, rd_age) && wtp_left == left(wtp, wr_age));
      runs_A: assert (runs == {wtp_left != '0, rtp_left != '0, rp_left != '0, rc_left != '0, ras_left != '0,
                               rcd_wr_left != '0, rcd_rd_left != '0});
      rd_ok_C: cover (rst_ni && rd_ok && !wr_ok && act_age == rcd_rd && rcd_rd > T'(2));
      wr_ok_C: cover (rst_ni && wr_ok && !rd_ok && act_age == rcd_wr && rcd_wr > T'(2));
      act_ok_C: cover (rst_ni && act_ok && act_age == rc && rc != LONG && pre_age > rp);
      pre_ok_C: cover (rst_ni && pre_ok && wr_age == wtp && wtp != LONG && rd_age > rtp && rd_age != LONG);
      row_C: cover (rst_ni && is_open && row == 3'd5 && act_age == T'(4));
    end
  end
  if (AUTO) begin : g_auto
    always_comb
      if (started) begin
        inv_closing_A: assert (!is_closing || is_open);
        auto_precharged_ras_C: cover (rst_ni && shuts && act_age == ras && rd_age > rtp && ras != LONG);
        auto_precharged_rtp_C: cover (rst_ni && shuts && rd_age == rtp && act_age > ras && wr_age == LONG
            && rtp != LONG);
        auto_precharged_wtp_C: cover (rst_ni && shuts && wr_age == wtp && act_age > ras && rd_age > rtp && wtp != LONG);
        again_C: cover (rst_ni && act_ok && pre_age == rp && rp > T'(2) && rp != LONG && act_age > rc
            && rd_age < wr_age);
      end
  end
endmodule
