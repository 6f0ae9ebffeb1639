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
  (* anyconst *) logic [rh_pkg::T_COUNT*T-1:0] constraints_i;
  logic [T_COUNT*T-1:0] less;
  logic [rh_pkg::T_COUNT-1:0] positive;
  for (genvar k = 0; k < T_COUNT; k++) begin : g_less
    assign less[k*T+:T] = constraints_i[rh_pkg::bank_constraint(k)*T+:T] - T'(1);
  end
  for (genvar k = 0; k < rh_pkg::T_COUNT; k++) begin : g_positive
    assign positive[k] = constraints_i[k*T+:T] != '0;
  end

  logic open, closing, auto_precharged, rd_ok, wr_ok, act_ok, pre_ok, ref_ok;
  logic [2:0] row;
  logic [T_COUNT-1:0] runs;
  logic [T_COUNT*T-1:0] bank_count;
  rh_bank #(.ROW_BITS(3), .TIMER_BITS(T), .AUTO(AUTO)) u_dut (
      .load_i(1'b0), .load_open_i(open), .load_closing_i(closing), .load_row_i(row), .load_count_i(bank_count),
      .clk_i(clk_i), .rst_ni(rst_ni), .less_i(less), .act_i(act_i), .pre_i(pre_i), .rd_i(rd_i), .wr_i(wr_i),
      .close_i(close_i), .row_i(row_i), .open_o(open), .closing_o(closing), .auto_precharged_o(auto_precharged),
      .row_o(row), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok), .ref_ok_o(ref_ok),
      .runs_o(runs), .count_o(bank_count)
  );

  logic is_open, is_closing, shuts, closes;
  logic started;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  function automatic logic [T-1:0] left(input logic [T-1:0] distance, input logic [T-1:0] age);
    left = (age < distance) ? distance - age : '0;
  endfunction

  // a channel of one bank, to whose group and grain nothing happens: what is left of its rules is the bank's
  localparam int unsigned BANKS = 1, GROUPS = 1, GRAINS = 1, x = 0, g = 0, n = 0, NAMED = T;
  logic [rh_pkg::GROUP_TIMERS*T-1:0] group_count;
  logic [rh_pkg::GRAIN_TIMERS*T-1:0] grain_count;
  logic act_x, closed_x, rd_x, wr_x, act_g, closed_g, col_g, rd_g, wr_g, act_n, closed_n, col_n, rd_n, wr_n, ref_n;
  assign {act_x, closed_x, rd_x, wr_x} = {act_i, closes, rd_i, wr_i};
  assign {group_count, grain_count, act_g, closed_g, col_g, rd_g, wr_g} = '0;
  assign {act_n, closed_n, col_n, rd_n, wr_n, ref_n} = '0;
`define TIMING_AGES
`define TIMING_ARRAY
`include "timing.svh"
`undef TIMING_AGES
`undef TIMING_ARRAY

  // auto-precharge, by the clocks since the commands: a PRE of its own, in the first clock that one would be legal
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

  assign shuts  = is_closing && act_x_age >= ras && rd_x_age >= rtp && wr_x_age >= wtp;
  assign closes = pre_i | shuts;

  logic [T_COUNT-1:0] running;
  for (genvar k = 0; k < T_COUNT; k++) begin : g_running
    assign running[k] = bank_count[k*T+:T] != '0;
  end

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
      rd_ok_A: assert (rd_ok == (is_open && !is_closing && rd_over));
      wr_ok_A: assert (wr_ok == (is_open && !is_closing && wr_over));
      act_ok_A: assert ({act_ok, ref_ok} == {!is_open && act_over, !is_open && ref_over});
      pre_ok_A: assert (pre_ok == (is_open && !is_closing && pre_over));
      row_A: assert (!is_open || row == last_row);
      inv_open_A: assert (open == is_open);
      auto_precharged_A: assert ({closing, auto_precharged} == {is_closing, shuts});
      inv_left_A: assert (act_x_age != '0 && inv_timers);
      runs_A: assert (runs == running);
      rd_ok_C: cover (rst_ni && rd_ok && !wr_ok && act_x_age == rcd_rd && rcd_rd > T'(2));
      wr_ok_C: cover (rst_ni && wr_ok && !rd_ok && act_x_age == rcd_wr && rcd_wr > T'(2));
      act_ok_C: cover (rst_ni && act_ok && act_x_age == rc && rc != LONG && closed_x_age > rp);
      pre_ok_C: cover (rst_ni && pre_ok && wr_x_age == wtp && wtp != LONG && rd_x_age > rtp && rd_x_age != LONG);
      row_C: cover (rst_ni && is_open && row == 3'd5 && act_x_age == T'(4));
    end
  end
  if (AUTO) begin : g_auto
    always_comb
      if (started) begin
        inv_closing_A: assert (!is_closing || is_open);
        auto_precharged_ras_C: cover (rst_ni && shuts && act_x_age == ras && rd_x_age > rtp && ras != LONG);
        auto_precharged_rtp_C: cover (rst_ni && shuts && rd_x_age == rtp && act_x_age > ras && wr_x_age == LONG
            && rtp != LONG);
        auto_precharged_wtp_C: cover (rst_ni && shuts && wr_x_age == wtp && act_x_age > ras && rd_x_age > rtp
            && wtp != LONG);
        again_C: cover (rst_ni && act_ok && closed_x_age == rp && rp > T'(2) && rp != LONG && act_x_age > rc
            && rd_x_age < wr_x_age);
      end
  end
endmodule
