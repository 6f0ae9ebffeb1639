// SPDX-License-Identifier: Apache-2.0
// rh_bank_array under any commands, legal or not (but for auto-precharge, as in fv_rh_bank): what it allows is exactly
// what the constraints leave open, seen from one symbolic bank x, its group and its grain or rank, and what it tells
// the ledger is why. Only the activate window knows the commands of other grains; of other ranks nothing does. What is
// allowed follows from the judge's rules (timing.svh), not from the table of timers that the block is made from.
// prove: groups BANKS=4 GROUPS=2 T=3 bmc=6 induction=1 cover=14 asserts=13 covers=11
// prove: one_group BANKS=4 GROUPS=1 T=4 bmc=6 induction=1 cover=16 asserts=13 covers=11
// prove: grains BANKS=4 GROUPS=2 GRAIN_BITS=1 T=3 bmc=6 induction=1 cover=14 asserts=13 covers=15
// prove: auto BANKS=4 GROUPS=2 GRAIN_BITS=1 AUTO=1 T=3 bmc=6 induction=1 cover=14 asserts=13 covers=16
// prove: ranks BANKS=4 GROUPS=2 RANK_BITS=1 T=3 bmc=6 induction=1 cover=14 asserts=13 covers=15
// prove: ranks4 BANKS=8 GROUPS=4 RANK_BITS=2 T=3 bmc=6 induction=1 cover=14 asserts=13 covers=15
module fv_rh_bank_array #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 2,
    parameter int unsigned T = 3,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter bit AUTO = 1'b0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 act_i,
    input logic                 pre_i,
    input logic                 ref_i,
    input logic                 rd_i,
    input logic                 wr_i,
    input logic                 close_i,
    input logic [BANK_BITS-1:0] row_bank_i,
    input logic [BANK_BITS-1:0] col_bank_i,
    input logic [          1:0] row_i,
    input logic [          1:0] next_i
);
  localparam int unsigned SHIFT = $clog2(BANKS / GROUPS);
  localparam int unsigned GRAINS = 2 ** (GRAIN_BITS + RANK_BITS);  // or ranks
  localparam int unsigned RANKS = 2 ** RANK_BITS;
  localparam int unsigned GRAIN_SHIFT = $clog2(BANKS / GRAINS);
  localparam int unsigned GROUP_BITS = (GROUPS > 1) ? $clog2(GROUPS) : 1;
  (* anyconst *) logic [rh_pkg::T_COUNT*T-1:0] constraints_i;
  (* anyconst *) logic [BANK_BITS-1:0] x;
  (* anyconst *) logic spaced;
  logic [rh_pkg::T_COUNT*T-1:0] less;
  logic [rh_pkg::T_COUNT-1:0] positive;
  for (genvar k = 0; k < rh_pkg::T_COUNT; k++) begin : g_less
    assign less[k*T+:T] = constraints_i[k*T+:T] - T'(1);
    assign positive[k]  = constraints_i[k*T+:T] != '0;
  end

  logic [BANKS-1:0] act, pre, open, closing, auto_precharged, rd_ok, wr_ok, act_ok, pre_ok, ref_ok, first;
  logic [BANKS*2-1:0] open_row;
  logic [rh_pkg::SETS-1:0] next;
  logic [rh_pkg::CAUSES-1:0] attribution, expected;
  logic window_clear, shown;
  logic [rh_pkg::BANK_TIMERS*BANKS*T-1:0] bank_count;
  logic [rh_pkg::GROUP_TIMERS*GROUPS*T-1:0] group_count;
  logic [rh_pkg::GRAIN_TIMERS*GRAINS*T-1:0] grain_count;
  logic [RANKS*8*T-1:0] windows;
  logic [RANKS*3-1:0] windows_next;
  assign act = BANKS'(act_i) << row_bank_i;
  assign pre = BANKS'(pre_i) << row_bank_i;

  rh_bank_array #(
      .BANKS(BANKS), .GROUPS(GROUPS), .ROW_BITS(2), .TIMER_BITS(T), .GRAIN_BITS(GRAIN_BITS),
      .RANK_BITS(RANK_BITS), .AUTO(AUTO)
  ) u_dut (
      .load_i(1'b0), .load_open_i(open), .load_closing_i(closing), .load_open_row_i(open_row),
      .load_bank_count_i(bank_count), .load_group_count_i(group_count), .load_grain_count_i(grain_count),
      .load_window_i(windows), .load_window_next_i(windows_next),
      .clk_i(clk_i), .rst_ni(rst_ni), .less_i(less), .faw_n_i(4'd2), .act_i(act), .pre_i(pre), .rd_i(rd_i), .wr_i(wr_i),
      .close_i(close_i), .col_bank_i(BANKS'(1) << col_bank_i), .ref_i(ref_i), .ref_banks_i(BANKS'(1) << row_bank_i),
      .spaced_i(spaced), .row_i(row_i), .open_o(open), .closing_o(closing), .auto_precharged_o(auto_precharged),
      .open_row_o(open_row), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok), .ref_ok_o(ref_ok),
      .first_bank_i(first), .next_i(next), .attribution_o(attribution), .window_clear_o(window_clear), .shown_o(shown),
      .bank_count_o(bank_count), .group_count_o(group_count), .grain_count_o(grain_count), .window_o(windows),
      .window_next_o(windows_next)
  );

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- commands of bank x, of its group, of all; ages, constraints by name ---
  logic act_x, closed_x, rd_x, wr_x, act_g, col_g, rd_g, wr_g, closed_g;
  logic act_n, act_w, ref_n, col_n, rd_n, wr_n, closed_n;
  logic open_x, closing_x, auto_precharged_x;
  logic [GROUP_BITS-1:0] g;
  logic [BANK_BITS-1:0] n;  // the grain or rank of bank x
  assign n     = x >> GRAIN_SHIFT;
  assign act_w = (RANK_BITS != 0) ? act_n : act_i;
  assign act_n = act_i & (row_bank_i >> GRAIN_SHIFT == n);
  assign ref_n = ref_i & spaced & (row_bank_i >> GRAIN_SHIFT == n);
  assign rd_n  = rd_i & (col_bank_i >> GRAIN_SHIFT == n);
  assign wr_n  = wr_i & (col_bank_i >> GRAIN_SHIFT == n);
  assign col_n = rd_n | wr_n;
  assign g     = GROUP_BITS'(x >> SHIFT);
  assign act_x = act_i & (row_bank_i == x);
  assign closed_x = (pre_i & (row_bank_i == x)) | auto_precharged_x;
  assign rd_x  = rd_i & (col_bank_i == x);
  assign wr_x  = wr_i & (col_bank_i == x);
  assign act_g = act_i & (GROUP_BITS'(row_bank_i >> SHIFT) == g);
  assign col_g = (rd_i | wr_i) & (GROUP_BITS'(col_bank_i >> SHIFT) == g);
  assign rd_g  = rd_i & col_g;
  assign wr_g  = wr_i & col_g;
  assign closed_g = pre_i & (GROUP_BITS'(row_bank_i >> SHIFT) == g);
  assign closed_n = pre_i & (row_bank_i >> GRAIN_SHIFT == n);

  function automatic logic [T-1:0] left(input logic [T-1:0] distance, input logic [T-1:0] age);
    left = (age < distance) ? distance - age : '0;
  endfunction

  localparam int unsigned NAMED = T;
`define TIMING_AGES
`define TIMING_ARRAY
`include "timing.svh"
`undef TIMING_AGES
`undef TIMING_ARRAY

  logic [T-1:0] any_act_age, before_age;  // of the channel, with ranks of the rank: the last ACT, the one before
  mon_age #(.W(T)) u_any_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_w), .age_o(any_act_age));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) before_age <= '1;
    else if (act_w) before_age <= (any_act_age == {T{1'b1}}) ? any_act_age : any_act_age + T'(1);
    else if (before_age != {T{1'b1}}) before_age <= before_age + T'(1);
  end

  logic [8*T-1:0] window;
  logic [2:0] window_next;
  assign window      = windows[((RANK_BITS != 0) ? n : '0)*8*T+:8*T];
  assign window_next = windows_next[((RANK_BITS != 0) ? n : '0)*3+:3];

  assign auto_precharged_x = closing_x && act_x_age >= ras && rd_x_age >= rtp && wr_x_age >= wtp;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_x <= 1'b0;
    else if (act_x) open_x <= 1'b1;
    else if (closed_x) open_x <= 1'b0;
    if (!rst_ni) closing_x <= 1'b0;
    else if (AUTO && close_i && (rd_x || wr_x)) closing_x <= 1'b1;
    else if (auto_precharged_x) closing_x <= 1'b0;
  end

  // the later of an ACT and a REF that keeps its distance counts
  logic [T-1:0] rrd_s_left;
  logic rrd_s_over;
  assign rrd_s_left = (ref_n_age < act_n_age) ? left(rrefd, ref_n_age) : left(rrd_s, act_n_age);
  assign rrd_s_over = rrd_s_left == '0;

  // --- the ledger's question, about bank x ---
  assign first = BANKS'(1) << x;
  always_comb begin
    next = '0;
    case (next_i)
      2'd0: begin
        next[rh_pkg::SET_RD] = 1'b1;
        expected = rd_causes;
      end
      2'd1: begin
        next[rh_pkg::SET_WR] = 1'b1;
        expected = wr_causes;
      end
      2'd2: begin
        next[rh_pkg::SET_PRE] = 1'b1;
        expected = pre_causes;
      end
      default: begin
        next[rh_pkg::SET_ACT] = 1'b1;
        expected = act_causes;
        expected[rh_pkg::CAUSE_TRRD] = act_causes[rh_pkg::CAUSE_TRRD] | ~rrd_s_over;
      end
    endcase
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    positive_M: assume (&positive);
    row_M: assume (!(act_i && pre_i) && !(act_i && ref_i) && !(pre_i && ref_i));
    column_M: assume (!(rd_i && wr_i));
    if (AUTO) begin
      close_M: assume (!close_i || (rd_x && rd_ok[x]) || (wr_x && wr_ok[x]) || col_bank_i != x);
      closing_M: assume (!(closing_x || (close_i && (rd_x || wr_x))) || (!act_x && !(pre_i && row_bank_i == x)));
    end
    if (started) begin
      // exact: set as soon as the constraints allow, and not before
      rd_ok_A: assert (rd_ok[x] == (open_x && !closing_x && rd_over));
      wr_ok_A: assert (wr_ok[x] == (open_x && !closing_x && wr_over));
      act_ok_A: assert (act_ok[x] == (!open_x && act_over && rrd_s_over && window_clear));
      window_A: assert (window_clear == (before_age >= constraints_i[rh_pkg::T_FAW*T+:T]));
      auto_precharged_A: assert ({closing[x], auto_precharged[x]} == {closing_x, auto_precharged_x});
      pre_ok_A: assert (pre_ok[x] == (open_x && !closing_x && pre_over));
      ref_ok_A: assert (ref_ok[x] == (!open_x && ref_over && (!spaced || (rrd_s_over && act_g_age >= rrd_l))));
      attribution_A: assert (attribution == expected);
      // what runs in bank x, its group or the channel is shown, but for the ways to a PRE
      shown_A: assert (shown || (shown_over && rrd_s_over));
      inv_open_A: assert (open[x] == open_x);
      inv_timers_A: assert (inv_timers && grain_count[rh_pkg::GRAIN_RRD_S*GRAINS*T+n*T+:T] == rrd_s_left);
      inv_window_A: assert (window_next < 3'd2 && any_act_age <= act_n_age && any_act_age != '0 && before_age != '0
          && window[window_next*T+:T] == left(constraints_i[rh_pkg::T_FAW*T+:T], before_age)
          && window[(window_next^3'd1)*T+:T] == left(constraints_i[rh_pkg::T_FAW*T+:T], any_act_age));
      inv_ages_A: assert ((ref_n_age != act_n_age || ref_n_age == {T{1'b1}}) && ref_n_age != '0 && act_n_age != '0
          && act_x_age != '0);
    end
    if (live) begin
      rd_ok_C: cover (rd_ok[x] && wr_g_age == wtr_l && wtr_l > wtr_s && wtr_l > ccd_l && wtr_l != {T{1'b1}});
      wr_ok_C: cover (wr_ok[x] && rd_n_age == rtw && rtw > ccd_l && rtw != {T{1'b1}});
      act_ok_C: cover (act_ok[x] && ref_n_age == rrefd && rrefd > T'(1) && rrefd != {T{1'b1}});
      pre_ok_C: cover (pre_ok[x] && wr_x_age == wtp && wtp > rtp && wtp != {T{1'b1}} && act_x_age > ras);
      ref_ok_C: cover (ref_ok[x] && spaced && act_g_age == rrd_l && rrd_l > rrd_s && rrd_l != {T{1'b1}});
      turnaround_C: cover (attribution[rh_pkg::CAUSE_TURNAROUND] && attribution[rh_pkg::CAUSE_TRCD]
          && !attribution[rh_pkg::CAUSE_TCCD]);
      recovery_C: cover (attribution[rh_pkg::CAUSE_TWR_TRTP] && !attribution[rh_pkg::CAUSE_TRAS_TRC]);
      trrd_C: cover (attribution[rh_pkg::CAUSE_TRRD] && !attribution[rh_pkg::CAUSE_TRP] && ref_n_age == T'(1));
      shown_C: cover (!shown && open_x && wr_x_age < wtp);
      window_C: cover (!window_clear);
      two_C: cover (window_clear && before_age == constraints_i[rh_pkg::T_FAW*T+:T] && act_n_age < before_age
          && before_age != {T{1'b1}});
    end
  end
  if (GRAINS > 1) begin : g_grains
    logic other;  // a command of this clock is another grain's; the one before was, too
    logic col_before, act_before, act_twice, ref_before;
    assign other = row_bank_i >> GRAIN_SHIFT != n;
    always_ff @(posedge clk_i) begin
      col_before <= (rd_i | wr_i) & ~rd_n & ~wr_n;
      act_before <= act_i & ~act_n;
      act_twice  <= act_i & ~act_n & act_before;
      ref_before <= ref_i & other;
    end
    always_comb
      if (live) begin
        column_apart_C: cover (rd_ok[x] && col_before && ccd_s > T'(1) && col_n_age == ccd_s);
        act_apart_C: cover (act_ok[x] && act_before && rrd_s > T'(1) && act_n_age == rrd_s);
        ref_apart_C: cover (act_ok[x] && ref_before && spaced && rrefd > T'(1) && ref_n_age == rrefd);
        // two ACTs of the last two clocks are others'
        window_all_C: cover (act_n_age == {T{1'b1}} && act_twice && window_clear == (RANK_BITS != 0));
      end
  end
  if (AUTO) begin : g_auto
    always_comb if (live) auto_precharged_C: cover (auto_precharged_x && (closing & ~auto_precharged) != '0
        && wr_x_age == wtp && wtp > T'(2));
  end
endmodule
