// SPDX-License-Identifier: Apache-2.0
// rh_bank_array under any commands, legal or not: what it allows is exactly what the gaps leave open, seen from one
// symbolic bank x, and what it tells the ledger is why. The gaps are spelled here by name, not read from the table of
// timers.
// prove: groups BANKS=4 GROUPS=2 T=3 bmc=6 induction=1 cover=14 asserts=12 covers=10 fast=3 fastcover=0
// prove: one_group BANKS=4 GROUPS=1 T=4 bmc=6 induction=1 cover=16 asserts=12 covers=10
module fv_rh_bank_array #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 2,
    parameter int unsigned T = 3,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 act_i,
    input logic                 pre_i,
    input logic                 ref_i,
    input logic                 rd_i,
    input logic                 wr_i,
    input logic [BANK_BITS-1:0] row_bank_i,
    input logic [BANK_BITS-1:0] col_bank_i,
    input logic [          1:0] row_i,
    input logic [          1:0] next_i
);
  localparam int unsigned SHIFT = $clog2(BANKS / GROUPS);
  localparam int unsigned GROUP_BITS = (GROUPS > 1) ? $clog2(GROUPS) : 1;
  (* anyconst *) logic [rh_pkg::GAPS*T-1:0] gaps;
  (* anyconst *) logic [BANK_BITS-1:0] x;
  (* anyconst *) logic spaced;
  logic [rh_pkg::GAPS*T-1:0] less;
  logic [rh_pkg::GAPS-1:0] positive;
  for (genvar k = 0; k < rh_pkg::GAPS; k++) begin : g_less
    assign less[k*T+:T] = gaps[k*T+:T] - T'(1);
    assign positive[k]  = gaps[k*T+:T] != '0;
  end

  logic [BANKS-1:0] act, pre, open, rd_ok, wr_ok, act_ok, pre_ok, ref_ok, first;
  logic [BANKS*2-1:0] open_row;
  logic [rh_pkg::SETS-1:0] next;
  logic [rh_pkg::CAUSES-1:0] blames, expected;
  logic window_clear, shown;
  logic [rh_pkg::BANK_TIMERS*BANKS*T-1:0] bank_count;
  logic [rh_pkg::GROUP_TIMERS*GROUPS*T-1:0] group_count;
  logic [rh_pkg::CHANNEL_TIMERS*T-1:0] channel_count;
  logic [8*T-1:0] window;
  logic [2:0] window_next;
  assign act = BANKS'(act_i) << row_bank_i;
  assign pre = BANKS'(pre_i) << row_bank_i;

  rh_bank_array #(.BANKS(BANKS), .GROUPS(GROUPS), .ROW_BITS(2), .TIMER_BITS(T)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .less_i(less), .faw_n_i(4'd2), .act_i(act), .pre_i(pre), .rd_i(rd_i), .wr_i(wr_i),
      .col_bank_i(BANKS'(1) << col_bank_i), .ref_i(ref_i), .spaced_i(spaced), .row_i(row_i), .open_o(open),
      .open_row_o(open_row), .rd_ok_o(rd_ok),
      .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok), .ref_ok_o(ref_ok), .first_bank_i(first), .next_i(next),
      .blames_o(blames), .window_clear_o(window_clear), .shown_o(shown), .bank_count_o(bank_count),
      .group_count_o(group_count), .channel_count_o(channel_count), .window_o(window), .window_next_o(window_next)
  );

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- gaps by name, ages of the commands of bank x, of its group, of all ---
  logic [T-1:0] rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp, rrd_s, rrd_l, ccd_s, ccd_l, rtw, wtr_s, wtr_l, rrefd;
  assign rcd_rd = gaps[rh_pkg::GAP_RCD_RD*T+:T];
  assign rcd_wr = gaps[rh_pkg::GAP_RCD_WR*T+:T];
  assign ras    = gaps[rh_pkg::GAP_RAS*T+:T];
  assign rc     = gaps[rh_pkg::GAP_RC*T+:T];
  assign rp     = gaps[rh_pkg::GAP_RP*T+:T];
  assign rtp    = gaps[rh_pkg::GAP_RTP*T+:T];
  assign wtp    = gaps[rh_pkg::GAP_WTP*T+:T];
  assign rrd_s  = gaps[rh_pkg::GAP_RRD_S*T+:T];
  assign rrd_l  = gaps[rh_pkg::GAP_RRD_L*T+:T];
  assign ccd_s  = gaps[rh_pkg::GAP_CCD_S*T+:T];
  assign ccd_l  = gaps[rh_pkg::GAP_CCD_L*T+:T];
  assign rtw    = gaps[rh_pkg::GAP_RTW*T+:T];
  assign wtr_s  = gaps[rh_pkg::GAP_WTR_S*T+:T];
  assign wtr_l  = gaps[rh_pkg::GAP_WTR_L*T+:T];
  assign rrefd  = gaps[rh_pkg::GAP_RREFD*T+:T];

  logic act_x, pre_x, rd_x, wr_x, act_g, col_g, wr_g;
  logic [GROUP_BITS-1:0] g;
  assign g     = GROUP_BITS'(x >> SHIFT);
  assign act_x = act_i & (row_bank_i == x);
  assign pre_x = pre_i & (row_bank_i == x);
  assign rd_x  = rd_i & (col_bank_i == x);
  assign wr_x  = wr_i & (col_bank_i == x);
  assign act_g = act_i & (GROUP_BITS'(row_bank_i >> SHIFT) == g);
  assign col_g = (rd_i | wr_i) & (GROUP_BITS'(col_bank_i >> SHIFT) == g);
  assign wr_g  = wr_i & col_g;

  logic [T-1:0] act_x_age, pre_x_age, rd_x_age, wr_x_age, act_g_age, col_g_age, wr_g_age;
  logic [T-1:0] act_age, ref_age, col_age, rd_age, wr_age;
  mon_age #(.W(T)) u_act_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_x), .age_o(act_x_age));
  mon_age #(.W(T)) u_pre_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(pre_x), .age_o(pre_x_age));
  mon_age #(.W(T)) u_rd_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(rd_x), .age_o(rd_x_age));
  mon_age #(.W(T)) u_wr_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr_x), .age_o(wr_x_age));
  mon_age #(.W(T)) u_act_g (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_g), .age_o(act_g_age));
  mon_age #(.W(T)) u_col_g (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(col_g), .age_o(col_g_age));
  mon_age #(.W(T)) u_wr_g (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr_g), .age_o(wr_g_age));
  mon_age #(.W(T)) u_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_i), .age_o(act_age));
  mon_age #(.W(T)) u_ref (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(ref_i & spaced), .age_o(ref_age));
  mon_age #(.W(T)) u_col (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(rd_i | wr_i), .age_o(col_age));
  mon_age #(.W(T)) u_rd (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(rd_i), .age_o(rd_age));
  mon_age #(.W(T)) u_wr (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr_i), .age_o(wr_age));

  logic open_x;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_x <= 1'b0;
    else if (act_x) open_x <= 1'b1;
    else if (pre_x) open_x <= 1'b0;
  end

  function automatic logic [T-1:0] left(input logic [T-1:0] gap, input logic [T-1:0] age);
    left = (age < gap) ? gap - age : '0;
  endfunction

  // the later of an ACT and a REF that keeps its distance counts
  logic [T-1:0] rrd_s_left;
  logic rrd_over, ccd_over;
  assign rrd_s_left = (ref_age < act_age) ? left(rrefd, ref_age) : left(rrd_s, act_age);
  assign rrd_over   = rrd_s_left == '0 && act_g_age >= rrd_l;
  assign ccd_over   = col_age >= ccd_s && col_g_age >= ccd_l;

  // --- the ledger's question, about bank x ---
  assign first = BANKS'(1) << x;
  always_comb begin
    next = '0;
    expected = '0;
    case (next_i)
      2'd0: begin
        next[rh_pkg::SET_RD] = 1'b1;
        expected[rh_pkg::CAUSE_TURNAROUND] = wr_age < wtr_s || wr_g_age < wtr_l;
        expected[rh_pkg::CAUSE_TCCD] = !ccd_over;
        expected[rh_pkg::CAUSE_TRCD] = act_x_age < rcd_rd;
      end
      2'd1: begin
        next[rh_pkg::SET_WR] = 1'b1;
        expected[rh_pkg::CAUSE_TURNAROUND] = rd_age < rtw;
        expected[rh_pkg::CAUSE_TCCD] = !ccd_over;
        expected[rh_pkg::CAUSE_TRCD] = act_x_age < rcd_wr;
      end
      2'd2: begin
        next[rh_pkg::SET_PRE] = 1'b1;
        expected[rh_pkg::CAUSE_TRAS_TRC] = act_x_age < ras;
        expected[rh_pkg::CAUSE_TWR_TRTP] = rd_x_age < rtp || wr_x_age < wtp;
      end
      default: begin
        next[rh_pkg::SET_ACT] = 1'b1;
        expected[rh_pkg::CAUSE_TRP] = pre_x_age < rp;
        expected[rh_pkg::CAUSE_TRAS_TRC] = act_x_age < rc;
        expected[rh_pkg::CAUSE_TRRD] = !rrd_over;
      end
    endcase
  end

  localparam int unsigned B = BANKS * T;
  localparam int unsigned G = GROUPS * T;
  always_comb begin
    reset_M: assume (started || !rst_ni);
    positive_M: assume (&positive);
    row_M: assume (!(act_i && pre_i) && !(act_i && ref_i) && !(pre_i && ref_i));
    column_M: assume (!(rd_i && wr_i));
    if (started) begin
      // exact: set as soon as the gaps allow, and not before
      rd_ok_A: assert (rd_ok[x] == (open_x && act_x_age >= rcd_rd && ccd_over && wr_age >= wtr_s && wr_g_age >= wtr_l));
      wr_ok_A: assert (wr_ok[x] == (open_x && act_x_age >= rcd_wr && ccd_over && rd_age >= rtw));
      act_ok_A: assert (act_ok[x] == (!open_x && pre_x_age >= rp && act_x_age >= rc && rrd_over && window_clear));
      pre_ok_A: assert (pre_ok[x] == (open_x && act_x_age >= ras && rd_x_age >= rtp && wr_x_age >= wtp));
      ref_ok_A: assert (ref_ok[x] == (!open_x && pre_x_age >= rp && act_x_age >= rc && (!spaced || rrd_over)));
      blames_A: assert (blames == expected);
      // what runs in bank x, its group or the channel is shown, but for the ways to a PRE
      shown_A: assert (shown || (act_x_age >= rcd_rd && act_x_age >= rcd_wr && act_x_age >= ras && act_x_age >= rc
          && pre_x_age >= rp && rrd_over && ccd_over && wr_age >= wtr_s && wr_g_age >= wtr_l && rd_age >= rtw));
      inv_open_A: assert (open[x] == open_x);
      inv_bank_A: assert (bank_count[0*B+x*T+:T] == left(rcd_rd, act_x_age)
          && bank_count[1*B+x*T+:T] == left(rcd_wr, act_x_age)
          && bank_count[2*B+x*T+:T] == left(ras, act_x_age) && bank_count[3*B+x*T+:T] == left(rc, act_x_age)
          && bank_count[4*B+x*T+:T] == left(rp, pre_x_age) && bank_count[5*B+x*T+:T] == left(rtp, rd_x_age)
          && bank_count[6*B+x*T+:T] == left(wtp, wr_x_age));
      inv_group_A: assert (group_count[0*G+g*T+:T] == left(rrd_l, act_g_age)
          && group_count[1*G+g*T+:T] == left(ccd_l, col_g_age)
          && group_count[2*G+g*T+:T] == left(wtr_l, wr_g_age));
      inv_channel_A: assert (channel_count == {left(rtw, rd_age), left(wtr_s, wr_age), left(ccd_s, col_age),
          rrd_s_left});
      inv_ages_A: assert ((ref_age != act_age || ref_age == {T{1'b1}}) && ref_age != '0 && act_age != '0
          && act_x_age != '0);
    end
    if (live) begin
      rd_ok_C: cover (rd_ok[x] && wr_g_age == wtr_l && wtr_l > wtr_s && wtr_l > ccd_l && wtr_l != {T{1'b1}});
      wr_ok_C: cover (wr_ok[x] && rd_age == rtw && rtw > ccd_l && rtw != {T{1'b1}});
      act_ok_C: cover (act_ok[x] && ref_age == rrefd && rrefd > T'(1) && rrefd != {T{1'b1}});
      pre_ok_C: cover (pre_ok[x] && wr_x_age == wtp && wtp > rtp && wtp != {T{1'b1}} && act_x_age > ras);
      ref_ok_C: cover (ref_ok[x] && spaced && act_g_age == rrd_l && rrd_l > rrd_s && rrd_l != {T{1'b1}});
      turnaround_C: cover (blames[rh_pkg::CAUSE_TURNAROUND] && blames[rh_pkg::CAUSE_TRCD]
          && !blames[rh_pkg::CAUSE_TCCD]);
      recovery_C: cover (blames[rh_pkg::CAUSE_TWR_TRTP] && !blames[rh_pkg::CAUSE_TRAS_TRC]);
      trrd_C: cover (blames[rh_pkg::CAUSE_TRRD] && !blames[rh_pkg::CAUSE_TRP] && ref_age == T'(1));
      shown_C: cover (!shown && open_x && wr_x_age < wtp);
      window_C: cover (!window_clear);
    end
  end
endmodule
