// SPDX-License-Identifier: Apache-2.0
// The part of a controller below its policy: a bank array behind a command channel, refresh, response FIFO, stall
// ledger. In a clock (1) timers, buses, refresh and response slots say which commands are legal (*_ok_o); (2) the
// policy chooses among them, and hands the choice back (col_*_i, row_*_i) with the request that it ranks first
// (first_*_i); (3) the channel says what goes out of this choice and of what refresh asks for. Refresh's command is
// known as late as the choice itself, so *_ok_o leave it out, and the choice is dropped if refresh takes the bus:
// column_grant_o and row_taken_o say what went out; (4) at the edge the timers of what went out are loaded. Model:
// cmodel/dram/rh_backend.c.
// Promise: no command breaks a timing constraint, and one command at most goes out in a clock on each bus, provided
// that the choice respects *_ok_o.
module rh_backend #(
    parameter int unsigned QUEUE = 32,       // requests that the policy stores
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    parameter int unsigned RESPONSES = 16,
    parameter int unsigned TIMER_BITS = 8,
    parameter int unsigned REGISTERED = 0,   // 1: commands come out of flip-flops, one clock later
    parameter int unsigned GRAIN_BITS = 0,   // grains, each with its own data bus: 2^GRAIN_BITS
    parameter int unsigned RANK_BITS = 0,    // ranks, which share one data bus: 2^RANK_BITS
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,    // subarrays that banks share: see rh_subarray
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter bit AUTO = 1'b0,               // 1: the policy has RDA and WRA
    parameter bit FORWARDS = 1'b0,           // 1: the policy answers reads itself: forward_i counts
    parameter bit OBSERVE = 1'b0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),
    localparam int unsigned RESPONSE_BITS = $clog2(RESPONSES),
    localparam int unsigned RESPONSE_COUNT_BITS = $clog2(RESPONSES + 1),
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned OBS_BITS = rh_pkg::backend_bits(
        QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
        GRAIN_BITS, RANK_BITS)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic [rh_pkg::T_COUNT*T-1:0] constraints_i,         // configuration: see tables/controller_config.def
    input  logic [               3:0] faw_n_i,
    input  logic [               1:0] refresh_i,
    input  logic [              15:0] refi_i,
    input  logic [              15:0] rfc_i,
    // what is legal now, if refresh does not take the bus; bank sets are one bit a bank
    output logic [         BANKS-1:0] rd_ok_o,
    output logic [         BANKS-1:0] wr_ok_o,
    output logic [         BANKS-1:0] row_ok_o,       // ACT of a closed, PRE of an open bank
    output logic [         BANKS-1:0] open_o,
    output logic [         BANKS-1:0] closing_o,      // of these, auto-precharge waits to close them
    output logic [BANKS*ROW_BITS-1:0] open_row_o,
    // the policy's choice
    input  logic                      col_valid_i,
    input  logic                      col_write_i,
    input  logic                      col_last_i,
    input  logic                      col_close_i,    // RDA or WRA; needs AUTO
    input  logic [         BANKS-1:0] col_bank_i,     // one-hot
    input  logic [   COLUMN_BITS-1:0] col_column_i,
    input  logic [      TAG_BITS-1:0] col_tag_i,
    input  logic                      forward_i,      // a read takes a slot, unless a last column command does
    input  logic [      TAG_BITS-1:0] forward_tag_i,
    input  logic                      row_valid_i,
    input  logic [         BANKS-1:0] row_bank_i,     // one-hot
    input  logic [      ROW_BITS-1:0] row_row_i,
    input  logic                      row_idle_i,     // it is the PRE of a row that nobody wants
    input  logic [         BANKS-1:0] pinned_i,         // another bank's ACT may not have these closed (subarrays)
    input  logic                      first_hit_i,    // the request ranked first, for the ledger
    input  logic                      first_write_i,
    input  logic [         BANKS-1:0] first_bank_i,   // one-hot
    input  logic [OCCUPANCY_BITS-1:0] occupancy_i,
    // what happened
    output logic                      slot_o,         // a response slot is free
    output logic                      column_grant_o, // the policy's column command goes out, if it chose one
    output logic                      row_taken_o,    // the policy's row command goes out, itself
    output logic [         BANKS-1:0] act_o,          // bank that is activated in this clock
    output logic [         BANKS-1:0] pre_o,          // bank that is precharged in this clock
    // state load: take the state that obs_o shows
    input  logic                      load_i,
    input  logic [      OBS_BITS-1:0] load_state_i,
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
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED)
  ) u_limits ();
  localparam int unsigned GRAINS = 2 ** GRAIN_BITS;
  localparam int unsigned RANKS = 2 ** RANK_BITS;
  localparam int unsigned PORT_BITS = 21 + OCCUPANCY_BITS + 2 * BANK_BITS + ROW_BITS + COLUMN_BITS + TAG_BITS;
  localparam int unsigned ARRAY_BITS = OBS_BITS - ((REGISTERED != 0) ? PORT_BITS : 0);

  logic [rh_pkg::T_COUNT*T-1:0] less;
  logic [BANKS-1:0] bank_rd_ok, bank_wr_ok, bank_act_ok, bank_pre_ok, bank_ref_ok, row_own;
  logic [BANKS-1:0] rd_free, wr_free, rd_turns, wr_turns;
  logic [BANKS-1:0] auto_precharged, row_bank_out;
  logic rd, wr, close, row_free, row_issued, act_bus, slot, booked, refresh_spaced, gives_way, row_valid, row_taken;
  logic [BANKS-1:0] hold;  // no ACT: a REF of one bank of every group is about to go
  logic [rh_pkg::BANK_TIMERS*BANKS*T-1:0] bank_count;
  logic [rh_pkg::GROUP_TIMERS*GROUPS*T-1:0] group_count;
  logic [rh_pkg::GRAIN_TIMERS*GRAINS*RANKS*T-1:0] grain_count;
  logic [GRAINS*T-1:0] burst;
  logic [RANKS*8*T-1:0] window;
  logic [RANKS*3-1:0] window_next;
  logic [rh_pkg::log2_up(RANKS)-1:0] rank;
  logic [T-1:0] rank_rd, rank_wr;
  logic window_clear, shown;
  logic [rh_pkg::SETS-1:0] wanted;  // command that the first request waits for
  logic [rh_pkg::CAUSES-1:0] attribution;
  logic [BANKS-1:0] blocked, refresh_pre, refresh_turn;
  logic refresh_ref, refresh_all, refresh_due;
  logic [15:0] refresh_timer, refresh_busy;
  logic [BANK_BITS-1:0] refresh_bank;
  logic [RESPONSES*TAG_BITS-1:0] response_tag;
  logic [RESPONSES*T-1:0] response_done;
  logic [RESPONSES-1:0] response_write;
  logic [RESPONSE_BITS-1:0] response_head;
  logic [RESPONSE_COUNT_BITS-1:0] response_count, response_mature;
  logic [T-1:0] now, rd_less, wr_less, rd_done, wr_done;
  // the ports in the clock of the choice
  logic [2:0] col_cmd, col_reason, row_cmd, row_reason;
  logic [BANK_BITS-1:0] col_bank, row_bank;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;
  logic col_last, row_all, active, shown_booked, shown_timers;
  logic [3:0] cause;
  logic [OCCUPANCY_BITS-1:0] occupancy;
  logic [PORT_BITS-1:0] ports, shown_ports;
  logic [ARRAY_BITS-1:0] array_obs;

  // --- the state to load: the twin of array_obs ---
  logic [rh_pkg::BANK_TIMERS*BANKS*T-1:0] load_bank_count;
  logic [rh_pkg::GROUP_TIMERS*GROUPS*T-1:0] load_group_count;
  logic [rh_pkg::GRAIN_TIMERS*GRAINS*RANKS*T-1:0] load_grain_count;
  logic [BANKS-1:0] load_open, load_closing;
  logic [BANKS*ROW_BITS-1:0] load_open_row;
  logic [GRAINS*T-1:0] load_burst;
  logic [RANKS*8*T-1:0] load_window;
  logic [RANKS*3-1:0] load_window_next;
  logic [rh_pkg::log2_up(RANKS)-1:0] load_rank;
  logic [T-1:0] load_rank_rd, load_rank_wr, load_now;
  logic [15:0] load_timer, load_busy;
  logic load_due, load_act_bus;
  logic [BANK_BITS-1:0] load_bank;
  logic [RESPONSES*TAG_BITS-1:0] load_tags;
  logic [RESPONSES*T-1:0] load_done;
  logic [RESPONSES-1:0] load_writes;
  logic [RESPONSE_BITS-1:0] load_head;
  logic [RESPONSE_COUNT_BITS-1:0] load_count, load_mature;
  assign {
    load_now, load_mature, load_count, load_head, load_writes, load_done, load_tags, load_act_bus,
    load_bank, load_due, load_busy, load_timer, load_window_next, load_window, load_rank_wr, load_rank_rd, load_rank,
    load_burst, load_grain_count, load_group_count, load_open_row, load_closing, load_open, load_bank_count
  } = load_state_i[ARRAY_BITS-1:0];

  for (genvar k = 0; k < rh_pkg::T_COUNT; k++) begin : g_less
    assign less[k*T+:T] = constraints_i[k*T+:T] - T'(1);
  end

  // the DRAM sees a registered command one clock later, so its data end one clock later
  assign rd_done = (REGISTERED != 0) ? constraints_i[rh_pkg::T_RD_DONE*T+:T] : less[rh_pkg::T_RD_DONE*T+:T];
  assign wr_done = (REGISTERED != 0) ? constraints_i[rh_pkg::T_WR_DONE*T+:T] : less[rh_pkg::T_WR_DONE*T+:T];
  // responses come in the order of the commands, and data of two grains may not, nor reads that no command answers:
  // each waits for the longer kind
  if (GRAINS == 1 && !FORWARDS) begin : g_in_order
    assign rd_less = rd_done;
    assign wr_less = wr_done;
  end else begin : g_longer
    assign rd_less = (rd_done > wr_done) ? rd_done : wr_done;
    assign wr_less = rd_less;
  end

  // --- what is legal: the constraints, the buses, the banks that refresh blocks, and a slot for the response ---
  assign rd_ok_o  = bank_rd_ok & ~blocked & rd_free & {BANKS{slot}};
  assign wr_ok_o  = bank_wr_ok & ~blocked & wr_free & {BANKS{slot}};
  assign row_ok_o = ((bank_act_ok & ~hold) | bank_pre_ok) & ~blocked & {BANKS{row_free}};
  // a one-bank REF keeps its distance to the ACTs of other banks where tRREFD is more than one clock
  assign refresh_spaced = ~refresh_all & (|less[rh_pkg::T_RREFD*T+:T]);

  rh_bank_array #(
      .BANKS(BANKS), .GROUPS(GROUPS), .ROW_BITS(ROW_BITS), .TIMER_BITS(T), .GRAIN_BITS(GRAIN_BITS),
      .RANK_BITS(RANK_BITS), .AUTO(AUTO)
  ) u_array (
      .clk_i(clk_i), .rst_ni(rst_ni), .less_i(less), .faw_n_i(faw_n_i),
      .act_i(act_o), .pre_i(pre_o), .rd_i(rd), .wr_i(wr), .close_i(close), .col_bank_i(col_bank_i),
      .ref_i(refresh_ref), .ref_banks_i(refresh_turn), .spaced_i(refresh_spaced), .row_i(row_row),
      .load_i(load_i), .load_open_i(load_open), .load_closing_i(load_closing), .load_open_row_i(load_open_row),
      .load_bank_count_i(load_bank_count), .load_group_count_i(load_group_count),
      .load_grain_count_i(load_grain_count), .load_window_i(load_window), .load_window_next_i(load_window_next),
      .open_o(open_o),
      .closing_o(closing_o), .auto_precharged_o(auto_precharged), .open_row_o(open_row_o),
      .rd_ok_o(bank_rd_ok), .wr_ok_o(bank_wr_ok), .act_ok_o(bank_act_ok),
      .pre_ok_o(bank_pre_ok), .ref_ok_o(bank_ref_ok),
      .first_bank_i(first_bank_i), .next_i(wanted), .attribution_o(attribution), .window_clear_o(window_clear),
      .shown_o(shown), .bank_count_o(bank_count), .group_count_o(group_count), .grain_count_o(grain_count),
      .window_o(window), .window_next_o(window_next)
  );

  rh_command_channel #(
      .BANKS(BANKS), .BUSES(BUSES), .DATA_BUSES(GRAINS), .RANKS(RANKS), .ROW_BITS(ROW_BITS),
      .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .TIMER_BITS(T)
  ) u_channel (
      .clk_i(clk_i), .rst_ni(rst_ni), .act_less_i(less[rh_pkg::T_ACT_BUS*T+:T]),
      .burst_less_i(less[rh_pkg::T_BURST*T+:T]), .rank_rd_less_i(less[rh_pkg::T_RANK_RD*T+:T]),
      .rank_wr_less_i(less[rh_pkg::T_RANK_WR*T+:T]), .rank_rtw_less_i(less[rh_pkg::T_RANK_RTW*T+:T]),
      .rank_wtr_less_i(less[rh_pkg::T_RANK_WTR*T+:T]),
      .load_i(load_i), .load_act_bus_i(load_act_bus), .load_burst_i(load_burst), .load_rank_i(load_rank),
      .load_rank_rd_i(load_rank_rd), .load_rank_wr_i(load_rank_wr),
      .refresh_pre_i(refresh_pre), .refresh_ref_i(refresh_ref), .refresh_all_i(refresh_all),
      .refresh_bank_i(refresh_bank),
      .col_valid_i(col_valid_i), .col_write_i(col_write_i), .col_last_i(col_last_i), .col_close_i(col_close_i),
      .col_bank_i(col_bank_i), .col_column_i(col_column_i), .col_tag_i(col_tag_i), .row_valid_i(row_valid),
      .row_bank_i(row_bank_out),
      .row_row_i(row_row_i), .row_idle_i(row_idle_i), .open_i(open_o),
      .act_bus_o(act_bus), .row_free_o(row_free), .rd_free_o(rd_free),
      .wr_free_o(wr_free), .rd_turns_o(rd_turns), .wr_turns_o(wr_turns),
      .column_grant_o(column_grant_o), .row_taken_o(row_taken), .row_issued_o(row_issued), .row_own_o(row_own),
      .act_o(act_o), .pre_o(pre_o), .rd_o(rd),
      .wr_o(wr), .close_o(close), .col_cmd_o(col_cmd), .col_bank_o(col_bank), .col_column_o(col_column),
      .col_tag_o(col_tag), .col_last_o(col_last), .col_reason_o(col_reason), .row_cmd_o(row_cmd),
      .row_bank_o(row_bank), .row_row_o(row_row), .row_all_o(row_all), .row_reason_o(row_reason), .booked_o(booked),
      .burst_o(burst), .rank_o(rank), .rank_rd_o(rank_rd), .rank_wr_o(rank_wr)
  );

  // --- subarrays that banks share: the ACT that is chosen may give way to a neighbour's PRE ---
  if (SUBARRAY_GROUP_BITS != 0) begin : g_parts
    rh_subarray #(
        .BANKS(BANKS), .ROW_BITS(ROW_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
        .STACKED(STACKED)
    ) u_subarray (
        .row_valid_i(row_valid_i), .row_bank_i(row_bank_i), .row_row_i(row_row_i), .open_i(open_o),
        .open_row_i(open_row_o), .row_ok_i(row_ok_o), .pinned_i(pinned_i), .gives_way_o(gives_way),
        .row_valid_o(row_valid), .row_bank_o(row_bank_out)
    );
  end else begin : g_no_parts
    logic unused_pinned;
    assign unused_pinned  = ^pinned_i;
    assign gives_way    = 1'b0;
    assign row_valid    = row_valid_i;
    assign row_bank_out = row_bank_i;
  end
  assign row_taken_o = row_taken & ~gives_way;

  rh_refresh #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS)) u_refresh (
      .clk_i(clk_i), .rst_ni(rst_ni), .refresh_i(refresh_i), .refi_i(refi_i), .rfc_i(rfc_i),
      .open_i(open_o), .act_ok_i(bank_ref_ok & {BANKS{~act_bus}}), .pre_ok_i(bank_pre_ok & {BANKS{~act_bus}}),
      .load_i(load_i), .load_timer_i(load_timer), .load_busy_i(load_busy), .load_due_i(load_due),
      .load_bank_i(load_bank), .blocked_o(blocked), .hold_o(hold), .pre_o(refresh_pre),
      .ref_o(refresh_ref), .all_o(refresh_all), .bank_o(refresh_bank), .turn_o(refresh_turn),
      .timer_o(refresh_timer), .busy_o(refresh_busy), .due_o(refresh_due)
  );

  logic ends, push, push_write;  // a request's last column command goes out
  logic [TAG_BITS-1:0] push_tag;
  assign ends   = (rd | wr) & col_last_i;
  assign slot_o = slot;
  if (FORWARDS) begin : g_forwards
    assign push       = ends | forward_i;
    assign push_write = ends & col_write_i;
    assign push_tag   = ends ? col_tag_i : forward_tag_i;
  end else begin : g_commands
    assign push       = ends;
    assign push_write = col_write_i;
    assign push_tag   = col_tag_i;
    logic unused_forward;
    assign unused_forward = ^{forward_i, forward_tag_i};
  end
  rh_response #(.RESPONSES(RESPONSES), .TAG_BITS(TAG_BITS), .TIMER_BITS(T)) u_response (
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(push), .write_i(push_write), .tag_i(push_tag),
      .rd_less_i(rd_less), .wr_less_i(wr_less), .load_i(load_i), .load_tags_i(load_tags), .load_done_i(load_done),
      .load_writes_i(load_writes), .load_head_i(load_head), .load_count_i(load_count), .load_mature_i(load_mature),
      .load_now_i(load_now), .slot_o(slot),
      .valid_o(rsp_valid_o), .ready_i(rsp_ready_i), .tag_o(rsp_tag_o), .write_o(rsp_write_o),
      .tags_o(response_tag), .done_o(response_done), .writes_o(response_write), .head_o(response_head),
      .count_o(response_count), .mature_o(response_mature), .now_o(now)
  );

  // --- observation ---
  if (OBSERVE) begin : g_observe
    logic first_open, refresh_cmd;
    assign first_open  = |(first_bank_i & open_o);
    assign refresh_cmd = refresh_ref | (|refresh_pre);

    always_comb begin
      wanted = '0;
      wanted[rh_pkg::SET_RD]  = first_hit_i & ~first_write_i;
      wanted[rh_pkg::SET_WR]  = first_hit_i & first_write_i;
      wanted[rh_pkg::SET_PRE] = ~first_hit_i & first_open;
      wanted[rh_pkg::SET_ACT] = ~first_hit_i & ~first_open;
    end

    rh_ledger #(.BUSES(BUSES)) u_ledger (
        .active_i(active), .booked_i(shown_booked), .next_i(wanted), .attribution_i(attribution),
        .blocked_i((|(first_bank_i & blocked)) | ((|(first_bank_i & hold)) & wanted[rh_pkg::SET_ACT])), .slot_i(slot),
        .window_i(~window_clear), .turns_i(|(first_bank_i & (first_write_i ? wr_turns : rd_turns))),
        .subarray_i(gives_way & ~refresh_cmd & (|(first_bank_i & row_bank_i))), .row_issued_i(row_issued),
        .row_own_i(|(first_bank_i & (row_own | auto_precharged))), .cause_o(cause)
    );

    assign shown_booked = booked;
    assign active       = shown_booked | (occupancy_i != '0);
    assign occupancy    = occupancy_i;
    assign shown_timers = shown;
    assign array_obs = {
      now, response_mature, response_count, response_head, response_write, response_done, response_tag, act_bus,
      refresh_bank, refresh_due, refresh_busy, refresh_timer, window_next, window, rank_wr, rank_rd, rank, burst,
      grain_count, group_count, open_row_o, closing_o, open_o, bank_count
    };
  end else begin : g_blind
    logic unused_observation;
    assign unused_observation = &{1'b0, bank_count, group_count, grain_count, burst, rank, rank_rd, rank_wr, rd_turns,
        wr_turns, window, window_next, auto_precharged, window_clear, shown, booked, attribution, row_issued, row_own,
        refresh_timer,
        refresh_busy, refresh_due, response_tag, response_done, response_write, response_head, response_count,
        response_mature, now, first_hit_i, first_write_i, occupancy_i};
    assign wanted         = '0;
    assign shown_booked = 1'b0;
    assign active       = 1'b0;
    assign occupancy    = '0;
    assign shown_timers = 1'b0;
    assign cause        = '0;
    assign array_obs    = '0;
  end

  // --- the ports ---
  assign ports = {occupancy, shown_timers, cause, shown_booked, active, row_reason, row_all, row_row, row_bank, row_cmd,
                  col_reason, col_last, col_tag, col_column, col_bank, col_cmd};
  assign {occupancy_o, timers_o, cause_o, booked_o, active_o, row_reason_o, row_all_o, row_row_o, row_bank_o, row_cmd_o,
          col_reason_o, col_last_o, col_tag_o, col_column_o, col_bank_o, col_cmd_o} = shown_ports;
  if (REGISTERED != 0) begin : g_registered
    rh_command_register #(.W(PORT_BITS)) u_register (
        .clk_i(clk_i), .rst_ni(rst_ni), .chosen_i(ports), .load_i(load_i),
        .load_shown_i(load_state_i[OBS_BITS-1:ARRAY_BITS]), .shown_o(shown_ports)
    );
    assign obs_o = OBSERVE ? {shown_ports, array_obs} : '0;
  end else begin : g_at_once
    assign shown_ports = ports;
    assign obs_o       = array_obs;
  end
endmodule
