// SPDX-License-Identifier: Apache-2.0
// rh_backend under any policy that respects *_ok_o.
// prove: one_bus BANKS=4 GROUPS=2 BUSES=1 TIMER_BITS=3 bmc=8 induction=1 cover=16 asserts=33 covers=26
// prove: two_buses BANKS=4 GROUPS=2 BUSES=2 TIMER_BITS=3 bmc=10 induction=1 cover=16 asserts=33 covers=27
// prove: one_group BANKS=8 GROUPS=1 BUSES=1 TIMER_BITS=4 bmc=8 induction=1 cover=20 asserts=33 covers=20
// prove: refresh BANKS=2 GROUPS=1 BUSES=1 TIMER_BITS=3 COVERS=0 bmc=14 induction=1 cover=14 asserts=33 covers=4
// prove: refresh_groups BANKS=2 GROUPS=2 BUSES=1 TIMER_BITS=3 COVERS=0 bmc=14 induction=1 cover=14 asserts=33 covers=4
// prove: registered BANKS=2 GROUPS=2 BUSES=2 TIMER_BITS=3 REGISTERED=1 COVERS=0 bmc=8 induction=2 cover=15 asserts=33 covers=4
// prove: registered_refresh BANKS=2 GROUPS=1 BUSES=1 TIMER_BITS=3 REGISTERED=1 COVERS=0 bmc=15 induction=2 cover=15 asserts=33 covers=4
// prove: grains BANKS=4 GROUPS=2 BUSES=2 TIMER_BITS=3 GRAIN_BITS=1 bmc=8 induction=1 cover=16 asserts=33 covers=26
// prove: refresh_grains BANKS=4 GROUPS=2 BUSES=2 TIMER_BITS=3 GRAIN_BITS=1 COVERS=0 bmc=12 induction=1 cover=12 asserts=33 covers=4
// prove: beside BANKS=4 GROUPS=2 BUSES=2 TIMER_BITS=3 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 COVERS=0 bmc=8 induction=1 cover=14 asserts=39 covers=7
// prove: stacked BANKS=4 GROUPS=1 BUSES=1 TIMER_BITS=3 SUBARRAY_GROUP_BITS=2 SUBARRAY_BITS=1 STACKED=1 AUTO=1 COVERS=0 bmc=8 induction=1 cover=14 asserts=39 covers=9
// prove: ranks BANKS=4 GROUPS=2 BUSES=2 TIMER_BITS=3 RANK_BITS=1 bmc=8 induction=1 cover=16 asserts=38 covers=27
// prove: refresh_ranks BANKS=4 GROUPS=2 BUSES=1 TIMER_BITS=3 RANK_BITS=1 COVERS=0 bmc=12 induction=1 cover=12 asserts=38 covers=4
module fv_rh_backend #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 2,
    parameter int unsigned BUSES = 1,
    parameter int unsigned TIMER_BITS = 3,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned SOURCE_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter int unsigned WRITE_DRAIN = 0,
    parameter bit AUTO = 1'b0,
    parameter bit COVERS = 1'b1,  // the refresh configurations are deep and small: room for few covers
    localparam int unsigned QUEUE = 2,
    localparam int unsigned ROW_BITS = 2,
    localparam int unsigned COLUMN_BITS = 2,
    localparam int unsigned TAG_BITS = 3,
    localparam int unsigned RESPONSES = 4,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned RESPONSE_BITS = $clog2(RESPONSES),
    localparam int unsigned T = TIMER_BITS
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic                   col_valid_i,
    input logic                   col_write_i,
    input logic                   col_last_i,
    input logic                   col_close_i,
    input logic [  BANK_BITS-1:0] col_number_i,
    input logic [COLUMN_BITS-1:0] col_column_i,
    input logic [   TAG_BITS-1:0] col_tag_i,
    input logic                   row_valid_i,
    input logic [  BANK_BITS-1:0] row_number_i,
    input logic [   ROW_BITS-1:0] row_row_i,
    input logic [      BANKS-1:0] pinned_i,
    input logic                   rsp_ready_i
);
`include "observe_backend.svh"
  (* anyconst *) logic [rh_pkg::T_COUNT*T-1:0] constraints;
  (* anyconst *) logic [3:0] faw_n;
  (* anyconst *) logic [1:0] refresh;
  (* anyconst *) logic [15:0] refi, rfc;

  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, open, closing, act, pre, col_bank, row_bank;
  logic [BANKS*ROW_BITS-1:0] open_row;
  logic column_grant, row_taken, rsp_valid, rsp_write, col_last, row_all, active, booked, timers;
  logic [TAG_BITS-1:0] rsp_tag, col_tag;
  logic [2:0] col_cmd, row_cmd, col_reason, row_reason;
  logic [BANK_BITS-1:0] col_bank_number, row_bank_number;
  logic [COLUMN_BITS-1:0] col_column;
  logic [ROW_BITS-1:0] row_row;
  logic [3:0] cause;
  localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1);
  logic [OCCUPANCY_BITS-1:0] occupancy;
  logic [T-1:0] age_rd, age_wr;

  assign col_bank = BANKS'(1) << col_number_i;
  assign row_bank = BANKS'(1) << row_number_i;

  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .AUTO(AUTO), .OBSERVE(1'b1)
  ) u_dut (
      .load_i(1'b0), .load_state_i(obs),
      .clk_i(clk_i), .rst_ni(rst_ni), .constraints_i(constraints), .faw_n_i(faw_n), .refresh_i(refresh), .refi_i(refi),
      .rfc_i(rfc), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(open), .closing_o(closing),
      .open_row_o(open_row),
      .forward_i(1'b0), .forward_tag_i(TAG_BITS'(0)), .slot_o(),
      .col_valid_i(col_valid_i), .col_write_i(col_write_i), .col_last_i(col_last_i),
      .col_close_i(AUTO & col_close_i), .col_bank_i(col_bank), .pinned_i(pinned_i),
      .col_column_i(col_column_i), .col_tag_i(col_tag_i), .row_valid_i(row_valid_i), .row_bank_i(row_bank),
      .row_row_i(row_row_i), .row_idle_i(1'b0), .first_hit_i(1'b0), .first_write_i(1'b0), .first_bank_i({BANKS{1'b0}}),
      .occupancy_i(OCCUPANCY_BITS'(1)), .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act),
      .pre_o(pre), .rsp_ready_i(rsp_ready_i), .rsp_valid_o(rsp_valid), .rsp_tag_o(rsp_tag), .rsp_write_o(rsp_write),
      .col_cmd_o(col_cmd), .col_bank_o(col_bank_number), .col_column_o(col_column), .col_tag_o(col_tag),
      .col_last_o(col_last), .col_reason_o(col_reason), .row_cmd_o(row_cmd), .row_bank_o(row_bank_number),
      .row_row_o(row_row), .row_all_o(row_all), .row_reason_o(row_reason), .active_o(active), .booked_o(booked),
      .cause_o(cause), .timers_o(timers), .occupancy_o(occupancy), .obs_o(obs)
  );

  logic started;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // Registered commands show what was chosen in the clock before: all that they are held against is of that clock, too.
  logic [BACKEND_BITS-1:0] obs;
  logic watched, watched_rst_n, watched_answer;
  if (REGISTERED != 0) begin : g_before
    logic [BACKEND_BITS-1:0] obs_before;
    logic started_before, rst_n_before, answer_before;
    initial started_before = 1'b0;
    always_ff @(posedge clk_i) begin
      obs_before     <= obs;
      started_before <= started;
      rst_n_before   <= rst_ni;
      answer_before  <= rsp_valid & rsp_ready_i;
    end
    assign backend_obs    = obs_before;
    assign watched        = started_before;
    assign watched_rst_n  = rst_n_before;
    assign watched_answer = answer_before;
  end else begin : g_now
    assign backend_obs    = obs;
    assign watched        = started;
    assign watched_rst_n  = rst_ni;
    assign watched_answer = rsp_valid & rsp_ready_i;
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    // the policy
    column_ok_M: assume (!col_valid_i || (col_write_i ? wr_ok[col_number_i] : rd_ok[col_number_i]));
    row_ok_M: assume (!row_valid_i || row_ok[row_number_i]);
    // it closes no bank that it has a column command for in the same clock, nor may a neighbour's ACT
    apart_M: assume (!col_valid_i || (pinned_i[col_number_i] && !(row_valid_i && row_number_i == col_number_i)));
  end

  mon_lint #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS), .TIMER_BITS(T)) u_lint (
      .constraints_i(constraints), .faw_n_i(faw_n), .refresh_i(refresh), .refi_i(refi), .rfc_i(rfc)
  );
  mon_rules #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .AUTO(AUTO), .COVERS(COVERS)
  ) u_rules (
      .clk_i(clk_i), .rst_ni(watched_rst_n), .started_i(watched), .constraints_i(constraints), .faw_n_i(faw_n),
      .refresh_i(refresh), .refi_i(refi), .rfc_i(rfc), .col_cmd_i(col_cmd), .col_bank_i(col_bank_number),
      .row_cmd_i(row_cmd), .row_bank_i(row_bank_number), .row_all_i(row_all), .obs_i(backend_obs), .age_rd_o(age_rd),
      .age_wr_o(age_wr)
  );

  // --- a column command of either direction has a response slot to itself, in case it is its request's last ---
  logic live, column;
  logic [RESPONSE_BITS:0] used;
  assign live   = watched & watched_rst_n;
  assign column = col_cmd != rh_pkg::CMD_NOP;
  always_ff @(posedge clk_i) begin
    if (!watched_rst_n) used <= '0;
    else used <= used + (RESPONSE_BITS + 1)'(column && col_last) - (RESPONSE_BITS + 1)'(watched_answer);
  end
  always_comb begin
    if (live) begin
      slot_A: assert (!column || used < (RESPONSE_BITS + 1)'(RESPONSES));
      slot_C: cover (used == (RESPONSE_BITS + 1)'(RESPONSES) && watched_answer && open != '0);
    end
    if (watched) inv_used_A: assert (used == response_count_q);
  end

  // --- the clock in which a response may come: behind its data; with grains, whose data end in any order, behind those
  // of the longer kind, so that rh_response gets them in order ---
  logic pushed, write;
  logic [RESPONSE_BITS-1:0] tail;
  logic [T-1:0] rd_done, wr_done, longer, done, over;
  assign rd_done = constraints[rh_pkg::T_RD_DONE*T+:T];
  assign wr_done = constraints[rh_pkg::T_WR_DONE*T+:T];
  assign longer  = (rd_done < wr_done) ? wr_done : rd_done;
  assign write   = col_cmd == rh_pkg::CMD_WR || col_cmd == rh_pkg::CMD_WRA;
  assign done    = (GRAIN_BITS != 0) ? longer : write ? wr_done : rd_done;
  initial pushed = 1'b0;
  always_ff @(posedge clk_i) begin
    pushed <= live & column & col_last;
    tail   <= response_head_q + RESPONSE_BITS'(response_count_q);  // a power of two of slots
    over   <= now_q + done - T'(1) + T'(REGISTERED);
  end
  always_comb if (watched) data_over_A: assert (!pushed || response_done_q[tail*T+:T] == over);

  // --- subarrays that banks share; an ACT that gives way closes nothing but a neighbour that may be closed ---
  if (SUBARRAY_GROUP_BITS != 0) begin : g_parts
    mon_subarray #(
        .BANKS(BANKS), .ROW_BITS(ROW_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
        .STACKED(STACKED)
    ) u_subarray (
        .clk_i(clk_i), .live_i(live), .started_i(watched), .act_i(row_cmd == rh_pkg::CMD_ACT),
        .act_bank_i(row_bank_number), .act_row_i(row_row), .open_i(open_q), .open_row_i(open_row_q)
    );
    logic instead;  // the policy's row command is another bank's
    assign instead = row_reason == rh_pkg::REASON_CONFLICT && row_bank_number != row_number_i;
    always_comb
      if (started && rst_ni && REGISTERED == 0) begin
        own_A: assert (!row_taken || (row_cmd != rh_pkg::CMD_NOP && row_bank_number == row_number_i));
        instead_A: assert (!instead || (row_valid_i && row_cmd == rh_pkg::CMD_PRE && !row_taken && !open[row_number_i]
            && !pinned_i[row_bank_number]));
        instead_C: cover (instead);
      end
  end
endmodule
