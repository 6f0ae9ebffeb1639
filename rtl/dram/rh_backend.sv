// SPDX-License-Identifier: Apache-2.0
// What every controller has below its policy: bank and bus timers, refresh, response FIFO, command outputs, stall ledger.
// The policy reads *_ok_o, makes its choice, and hands it back in the same clock. Model: cmodel/dram/rh_backend.c.
// Promise: no command that breaks a gap, one command a clock and bus, provided that the choice respects *_ok_o.
module rh_backend #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    parameter int unsigned RESPONSES = 16,
    parameter int unsigned TIMER_BITS = 8,
    parameter int unsigned OCCUPANCY_BITS = 6,
    parameter bit OBSERVE = 1'b1,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned RESPONSE_BITS = $clog2(RESPONSES),
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned OBS_BITS =
        rh_pkg::backend_bits(BANKS, GROUPS, ROW_BITS, TAG_BITS, RESPONSES, TIMER_BITS)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic [rh_pkg::GAPS*T-1:0] gaps_i,         // configuration: see tables/controller_config.def
    input  logic [               3:0] faw_n_i,
    input  logic [               1:0] refresh_i,
    input  logic [              15:0] refi_i,
    input  logic [              15:0] rfc_i,
    // what is legal now; bank sets are one bit a bank
    output logic [         BANKS-1:0] rd_ok_o,
    output logic [         BANKS-1:0] wr_ok_o,
    output logic [         BANKS-1:0] row_ok_o,       // ACT of a closed, PRE of an open bank
    output logic [         BANKS-1:0] open_o,
    output logic [BANKS*ROW_BITS-1:0] open_row_o,
    // the policy's choice
    input  logic                      col_valid_i,
    input  logic                      col_write_i,
    input  logic                      col_last_i,
    input  logic [         BANKS-1:0] col_bank_i,     // one-hot
    input  logic [   COLUMN_BITS-1:0] col_column_i,
    input  logic [      TAG_BITS-1:0] col_tag_i,
    input  logic                      row_valid_i,
    input  logic [         BANKS-1:0] row_bank_i,     // one-hot
    input  logic [      ROW_BITS-1:0] row_row_i,
    input  logic                      first_hit_i,    // the request ranked first, for the ledger
    input  logic                      first_write_i,
    input  logic [         BANKS-1:0] first_bank_i,   // one-hot
    input  logic [OCCUPANCY_BITS-1:0] occupancy_i,
    // what happened
    output logic                      row_taken_o,    // the policy's row command goes out
    output logic [         BANKS-1:0] act_o,          // bank that is activated in this clock
    output logic [         BANKS-1:0] pre_o,          // bank that is precharged in this clock
    // responses, commands, observation: tables/controller_ports.def
    input  logic                      rsp_ready_i,
    output logic                      rsp_valid_o,
    output logic [      TAG_BITS-1:0] rsp_tag_o,
    output logic                      rsp_write_o,
    output logic [               2:0] col_cmd_o,
    output logic [     BANK_BITS-1:0] col_bank_o,
    output logic [   COLUMN_BITS-1:0] col_column_o,
    output logic [      TAG_BITS-1:0] col_tag_o,
    output logic                      col_last_o,
    output logic [               2:0] col_reason_o,
    output logic [               2:0] row_cmd_o,
    output logic [     BANK_BITS-1:0] row_bank_o,
    output logic [      ROW_BITS-1:0] row_row_o,
    output logic                      row_all_o,
    output logic [               2:0] row_reason_o,
    output logic                      active_o,
    output logic                      booked_o,
    output logic [               3:0] cause_o,
    output logic                      timers_o,
    output logic [OCCUPANCY_BITS-1:0] occupancy_o,
    output logic [      OBS_BITS-1:0] obs_o
);
  rh_limits #(
      .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .OCCUPANCY_BITS(OCCUPANCY_BITS)
  ) u_limits ();
  localparam int unsigned PER_GROUP = BANKS / GROUPS;

  logic [rh_pkg::GAPS*T-1:0] less;
  logic [BANKS*T-1:0] rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp;
  logic [GROUPS*T-1:0] rrd_l, ccd_l, wtr_l;
  logic [T-1:0] rrd_s, ccd_s, wtr_s, rtw, burst;
  logic [GROUPS-1:0] rrd_l_runs, ccd_l_runs, wtr_l_runs;
  logic rrd_s_runs, ccd_s_runs, wtr_s_runs, rtw_runs, burst_runs, window_clear;
  logic [8*T-1:0] window;
  logic [2:0] window_next;
  logic [BANKS-1:0] bank_rd_ok, bank_wr_ok, bank_act_ok, bank_pre_ok, group_rrd, group_ccd, group_wtr;
  logic [BANKS-1:0] blocked, refresh_pre, refresh_act_ok, refresh_pre_ok;
  logic refresh_ref, refresh_all, refresh_cmd, refresh_spaced, act_bus, act_bus_left, row_free, column_free, rd_base, wr_base, act_base, slot;
  logic [15:0] refresh_timer, refresh_busy;
  logic refresh_due;
  logic [BANK_BITS-1:0] refresh_bank, row_index;
  logic rd, wr, row_open;
  logic [BANKS-1:0] row_bank;
  logic [RESPONSES*TAG_BITS-1:0] response_tag;
  logic [RESPONSES*T-1:0] response_done;
  logic [RESPONSES-1:0] response_write;
  logic [RESPONSE_BITS-1:0] response_head;
  logic [RESPONSE_BITS:0] response_count, response_mature;
  logic [T-1:0] now;

  for (genvar k = 0; k < rh_pkg::GAPS; k++) begin : g_less
    assign less[k*T+:T] = gaps_i[k*T+:T] - T'(1);
  end

  // --- what is legal ---
  assign refresh_cmd = refresh_ref | (|refresh_pre);
  assign row_free    = ~refresh_cmd & ~act_bus;
  assign column_free = (BUSES == 2) | row_free;
  assign rd_base     = column_free & slot & ~ccd_s_runs & ~burst_runs & ~wtr_s_runs;
  assign wr_base     = column_free & slot & ~ccd_s_runs & ~burst_runs & ~rtw_runs;
  assign act_base    = row_free & ~rrd_s_runs & window_clear;
  assign rd_ok_o     = bank_rd_ok & ~blocked & ~group_ccd & ~group_wtr & {BANKS{rd_base}};
  assign wr_ok_o     = bank_wr_ok & ~blocked & ~group_ccd & {BANKS{wr_base}};
  assign row_ok_o    = ~blocked & ((bank_act_ok & ~group_rrd & {BANKS{act_base}}) | (bank_pre_ok & {BANKS{row_free}}));

  // --- what is issued ---
  assign rd          = col_valid_i & ~col_write_i;
  assign wr          = col_valid_i & col_write_i;
  assign row_taken_o = row_valid_i & ((BUSES == 2) | ~col_valid_i);
  assign row_open    = |(row_bank_i & open_o);
  assign act_o       = row_bank_i & {BANKS{row_taken_o & ~row_open}};
  assign pre_o       = refresh_pre | (row_bank_i & {BANKS{row_taken_o & row_open}});
  assign row_bank    = (|refresh_pre) ? refresh_pre : row_bank_i & {BANKS{row_taken_o}};

  rh_onehot_index #(.N(BANKS)) u_col_bank (
      .onehot_i(col_bank_i & {BANKS{col_valid_i}}), .index_o(col_bank_o)
  );
  rh_onehot_index #(.N(BANKS)) u_row_bank (.onehot_i(row_bank), .index_o(row_index));

  always_comb begin
    col_cmd_o = rh_pkg::CMD_NOP;
    if (rd) col_cmd_o = rh_pkg::CMD_RD;
    if (wr) col_cmd_o = rh_pkg::CMD_WR;
    col_reason_o = col_valid_i ? rh_pkg::REASON_HIT : rh_pkg::REASON_NONE;
    col_column_o = col_column_i & {COLUMN_BITS{col_valid_i}};
    col_tag_o    = col_tag_i & {TAG_BITS{col_valid_i}};
    col_last_o   = col_last_i & col_valid_i;

    row_cmd_o    = rh_pkg::CMD_NOP;
    row_reason_o = rh_pkg::REASON_NONE;
    row_row_o    = row_row_i & {ROW_BITS{row_taken_o & ~row_open}};
    row_bank_o   = row_index;
    row_all_o    = refresh_ref & refresh_all;
    if (refresh_cmd) begin
      row_cmd_o    = refresh_ref ? rh_pkg::CMD_REF : rh_pkg::CMD_PRE;
      row_reason_o = rh_pkg::REASON_REFRESH;
      if (refresh_ref) row_bank_o = refresh_all ? '0 : refresh_bank;
    end else if (row_taken_o) begin
      row_cmd_o    = row_open ? rh_pkg::CMD_PRE : rh_pkg::CMD_ACT;
      row_reason_o = row_open ? rh_pkg::REASON_CONFLICT : rh_pkg::REASON_OPEN;
    end
  end

  // --- banks, groups, channel ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    rh_bank #(.ROW_BITS(ROW_BITS), .TIMER_BITS(T)) u_bank (
        .clk_i(clk_i), .rst_ni(rst_ni), .less_i(less[0+:(rh_pkg::GAP_WTP+1)*T]),
        .act_i(act_o[b]), .pre_i(pre_o[b]), .rd_i(rd & col_bank_i[b]), .wr_i(wr & col_bank_i[b]),
        .row_i(row_row_i), .open_o(open_o[b]), .row_o(open_row_o[b*ROW_BITS+:ROW_BITS]),
        .rd_ok_o(bank_rd_ok[b]), .wr_ok_o(bank_wr_ok[b]), .act_ok_o(bank_act_ok[b]), .pre_ok_o(bank_pre_ok[b]),
        .rcd_rd_o(rcd_rd[b*T+:T]), .rcd_wr_o(rcd_wr[b*T+:T]), .ras_o(ras[b*T+:T]), .rc_o(rc[b*T+:T]),
        .rp_o(rp[b*T+:T]), .rtp_o(rtp[b*T+:T]), .wtp_o(wtp[b*T+:T])
    );
    assign group_rrd[b] = rrd_l_runs[b/PER_GROUP];
    assign group_ccd[b] = ccd_l_runs[b/PER_GROUP];
    assign group_wtr[b] = wtr_l_runs[b/PER_GROUP];
  end

  for (genvar g = 0; g < GROUPS; g++) begin : g_group
    rh_timer #(.W(T)) u_rrd_l (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(|act_o[g*PER_GROUP+:PER_GROUP]),
        .less_one_i(less[rh_pkg::GAP_RRD_L*T+:T]), .count_o(rrd_l[g*T+:T]), .running_o(rrd_l_runs[g])
    );
    rh_timer #(.W(T)) u_ccd_l (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(col_valid_i & (|col_bank_i[g*PER_GROUP+:PER_GROUP])),
        .less_one_i(less[rh_pkg::GAP_CCD_L*T+:T]), .count_o(ccd_l[g*T+:T]), .running_o(ccd_l_runs[g])
    );
    rh_timer #(.W(T)) u_wtr_l (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(wr & (|col_bank_i[g*PER_GROUP+:PER_GROUP])),
        .less_one_i(less[rh_pkg::GAP_WTR_L*T+:T]), .count_o(wtr_l[g*T+:T]), .running_o(wtr_l_runs[g])
    );
  end

  // an ACT waits for tRRD and tRREFD, a REF that keeps its distance too: one timer counts both
  rh_timer #(.W(T)) u_rrd_s (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i((|act_o) | (refresh_ref & refresh_spaced)),
      .less_one_i(refresh_ref ? less[rh_pkg::GAP_RREFD*T+:T] : less[rh_pkg::GAP_RRD_S*T+:T]),
      .count_o(rrd_s), .running_o(rrd_s_runs)
  );
  rh_timer #(.W(1)) u_act_bus (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(|act_o), .less_one_i(|less[rh_pkg::GAP_ACT_BUS*T+:T]),
      .count_o(act_bus_left), .running_o(act_bus)
  );
  rh_timer #(.W(T)) u_ccd_s (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(col_valid_i), .less_one_i(less[rh_pkg::GAP_CCD_S*T+:T]),
      .count_o(ccd_s), .running_o(ccd_s_runs)
  );
  rh_timer #(.W(T)) u_wtr_s (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(wr), .less_one_i(less[rh_pkg::GAP_WTR_S*T+:T]),
      .count_o(wtr_s), .running_o(wtr_s_runs)
  );
  rh_timer #(.W(T)) u_rtw (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(rd), .less_one_i(less[rh_pkg::GAP_RTW*T+:T]),
      .count_o(rtw), .running_o(rtw_runs)
  );
  rh_timer #(.W(T)) u_burst (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(col_valid_i), .less_one_i(less[rh_pkg::GAP_BURST*T+:T]),
      .count_o(burst), .running_o(burst_runs)
  );
  rh_window #(.TIMER_BITS(T), .DEPTH(8)) u_window (
      .clk_i(clk_i), .rst_ni(rst_ni), .act_i(|act_o), .n_i(faw_n_i), .less_one_i(less[rh_pkg::GAP_FAW*T+:T]),
      .clear_o(window_clear), .window_o(window), .next_o(window_next)
  );

  // a refresh waits while the row bus is in an ACT; a one-bank REF also keeps tRRD where tRREFD is more than one clock
  assign refresh_spaced = ~refresh_all & (|less[rh_pkg::GAP_RREFD*T+:T]);
  assign refresh_pre_ok = bank_pre_ok & {BANKS{~act_bus}};
  assign refresh_act_ok = bank_act_ok & {BANKS{~act_bus & ~(refresh_spaced & rrd_s_runs)}}
      & ~(group_rrd & {BANKS{refresh_spaced}});

  rh_refresh #(.BANKS(BANKS)) u_refresh (
      .clk_i(clk_i), .rst_ni(rst_ni), .refresh_i(refresh_i), .refi_i(refi_i), .rfc_i(rfc_i),
      .open_i(open_o), .act_ok_i(refresh_act_ok), .pre_ok_i(refresh_pre_ok), .blocked_o(blocked), .pre_o(refresh_pre),
      .ref_o(refresh_ref), .all_o(refresh_all), .bank_o(refresh_bank),
      .timer_o(refresh_timer), .busy_o(refresh_busy), .due_o(refresh_due)
  );

  rh_response #(.RESPONSES(RESPONSES), .TAG_BITS(TAG_BITS), .TIMER_BITS(T)) u_response (
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(col_valid_i & col_last_i), .write_i(col_write_i), .tag_i(col_tag_i),
      .rd_less_i(less[rh_pkg::GAP_RD_DONE*T+:T]), .wr_less_i(less[rh_pkg::GAP_WR_DONE*T+:T]), .slot_o(slot),
      .valid_o(rsp_valid_o), .ready_i(rsp_ready_i), .tag_o(rsp_tag_o), .write_o(rsp_write_o),
      .tags_o(response_tag), .done_o(response_done), .writes_o(response_write), .head_o(response_head),
      .count_o(response_count), .mature_o(response_mature), .now_o(now)
  );

  // --- observation ---
  if (OBSERVE) begin : g_observe
    logic [BANKS-1:0] rcd_rd_runs, rcd_wr_runs, ras_runs, rc_runs, rp_runs, to_pre_runs;

    for (genvar b = 0; b < BANKS; b++) begin : g_runs
      assign rcd_rd_runs[b] = |rcd_rd[b*T+:T];
      assign rcd_wr_runs[b] = |rcd_wr[b*T+:T];
      assign ras_runs[b]    = |ras[b*T+:T];
      assign rc_runs[b]     = |rc[b*T+:T];
      assign rp_runs[b]     = |rp[b*T+:T];
      assign to_pre_runs[b] = (|rtp[b*T+:T]) | (|wtp[b*T+:T]);
    end

    rh_ledger #(.BUSES(BUSES)) u_ledger (
        .active_i(active_o), .booked_i(booked_o),
        .blocked_i(|(first_bank_i & blocked)), .open_i(|(first_bank_i & open_o)),
        .hit_i(first_hit_i), .write_i(first_write_i), .slot_i(slot), .rtw_i(rtw_runs),
        .wtr_i(wtr_s_runs | (|(first_bank_i & group_wtr))), .ccd_i(ccd_s_runs | (|(first_bank_i & group_ccd))),
        .rcd_rd_i(|(first_bank_i & rcd_rd_runs)), .rcd_wr_i(|(first_bank_i & rcd_wr_runs)),
        .ras_i(|(first_bank_i & ras_runs)), .rc_i(|(first_bank_i & rc_runs)), .rp_i(|(first_bank_i & rp_runs)),
        .to_pre_i(|(first_bank_i & to_pre_runs)), .window_i(~window_clear),
        .rrd_i(rrd_s_runs | (|(first_bank_i & group_rrd))), .row_issued_i(refresh_cmd | row_taken_o | act_bus),
        .row_own_i(|(first_bank_i & row_bank)), .cause_o(cause_o)
    );

    assign booked_o    = col_valid_i | burst_runs;
    assign active_o    = booked_o | (occupancy_i != '0);
    assign occupancy_o = occupancy_i;
    assign timers_o    = (|rcd_rd) | (|rcd_wr) | (|ras) | (|rc) | (|rp) | (|rrd_l) | (|ccd_l) | (|wtr_l)
        | rrd_s_runs | ccd_s_runs | wtr_s_runs | rtw_runs;
    assign obs_o = {
      now, response_mature, response_count, response_head, response_write, response_done, response_tag,
      act_bus_left, refresh_bank, refresh_due, refresh_busy, refresh_timer, window_next, window, burst, rtw, wtr_s, ccd_s, rrd_s,
      wtr_l, ccd_l, rrd_l, open_row_o, open_o, wtp, rtp, rp, rc, ras, rcd_wr, rcd_rd
    };
  end else begin : g_blind
    logic unused_observation;
    assign unused_observation = &{1'b0, rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp, rrd_l, ccd_l, wtr_l, rrd_s, ccd_s,
      wtr_s, rtw, burst, act_bus_left, window, window_next, refresh_timer, refresh_busy, refresh_due, response_tag, response_done,
      response_write, response_head, response_count, response_mature, now, first_hit_i, first_write_i, first_bank_i,
      occupancy_i};
    assign booked_o    = 1'b0;
    assign active_o    = 1'b0;
    assign occupancy_o = '0;
    assign timers_o    = 1'b0;
    assign cause_o     = '0;
    assign obs_o       = '0;
  end
endmodule
