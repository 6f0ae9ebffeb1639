// SPDX-License-Identifier: Apache-2.0
// Controller `fr_fcfs`: first ready, first come first served. Hits before misses, then age; a pending hit keeps its row
// open. Model: cmodel/controller/rh_fr_fcfs.c.
// Promises: include/rowhold/rh_controller.h; besides, only a refresh closes a row that a queued request still wants.
module rh_fr_fcfs #(
    parameter int unsigned QUEUE = 32,
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    parameter int unsigned RESPONSES = 16,
    parameter int unsigned TIMER_BITS = 8,
    parameter bit OBSERVE = 1'b1,
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned OCCUPANCY_BITS = $clog2(QUEUE + 1),
    localparam int unsigned QUEUE_BITS = rh_pkg::age_queue_bits(QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS),
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(BANKS, GROUPS, ROW_BITS, TAG_BITS, RESPONSES, TIMER_BITS),
    localparam int unsigned OBS_BITS = BACKEND_BITS + QUEUE_BITS
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic [rh_pkg::GAPS*T-1:0] gaps_i,
    input  logic [               3:0] faw_n_i,
    input  logic [               1:0] refresh_i,
    input  logic [              15:0] refi_i,
    input  logic [              15:0] rfc_i,
    input  logic                      req_valid_i,
    input  logic                      req_write_i,
    input  logic [     BANK_BITS-1:0] req_bank_i,
    input  logic [      ROW_BITS-1:0] req_row_i,
    input  logic [   COLUMN_BITS-1:0] req_column_i,
    input  logic [               2:0] req_extra_i,
    input  logic [      TAG_BITS-1:0] req_tag_i,
    input  logic                      rsp_ready_i,
    output logic                      req_ready_o,
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
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS),
      .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS)
  ) u_limits ();
  logic [QUEUE-1:0] valid, hit, write, row_ready, row_pick, column, shift, place, first;
  logic [BANKS*QUEUE-1:0] in_bank;
  logic [QUEUE*ROW_BITS-1:0] rows;
  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, open, act, pre, opened, column_bank, row_bank, first_bank;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs;
  logic [QUEUE_BITS-1:0] queue_obs;
  logic col_valid, col_write, col_last, row_taken, leave, arrive, first_hit, first_write;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;
  logic [OCCUPANCY_BITS-1:0] count;

  rh_age_queue #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_queue (
      .clk_i(clk_i), .rst_ni(rst_ni), .req_valid_i(req_valid_i), .req_write_i(req_write_i), .req_bank_i(req_bank_i),
      .req_row_i(req_row_i), .req_column_i(req_column_i), .req_extra_i(req_extra_i), .req_tag_i(req_tag_i),
      .req_ready_o(req_ready_o), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .row_ok_i(row_ok), .open_i(open),
      .open_row_i(open_rows), .act_i(act), .pre_i(pre), .valid_o(valid), .hit_o(hit), .write_o(write),
      .in_bank_o(in_bank), .row_o(rows), .row_ready_o(row_ready), .opened_o(opened), .column_o(column),
      .column_bank_o(column_bank), .column_write_o(col_write), .column_last_o(col_last),
      .column_number_o(col_column), .column_tag_o(col_tag), .leave_o(leave), .arrive_o(arrive), .shift_o(shift),
      .place_o(place), .count_o(count), .obs_o(queue_obs)
  );
  assign col_valid = |column;

  // the oldest request whose bank has no hit and may take its ACT or PRE
  rh_first #(.N(QUEUE)) u_row_pick (.set_i(row_ready), .first_o(row_pick));
  always_comb for (int unsigned b = 0; b < BANKS; b++) row_bank[b] = |(row_pick & in_bank[b*QUEUE+:QUEUE]);
  rh_onehot_mux #(.N(QUEUE), .W(ROW_BITS)) u_row (.select_i(row_pick), .data_i(rows), .data_o(row_row));

  // for the ledger: no column command is ready where it asks, so age alone ranks
  assign first = {{(QUEUE - 1) {1'b0}}, valid[0]};
  always_comb for (int unsigned b = 0; b < BANKS; b++) first_bank[b] = |(first & in_bank[b*QUEUE+:QUEUE]);
  assign first_hit   = (|(first & hit)) | (|(first_bank & opened));
  assign first_write = |(first & write);

  rh_backend #(
      .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .OCCUPANCY_BITS(OCCUPANCY_BITS), .OBSERVE(OBSERVE)
  ) u_backend (
      .clk_i(clk_i), .rst_ni(rst_ni), .gaps_i(gaps_i), .faw_n_i(faw_n_i), .refresh_i(refresh_i), .refi_i(refi_i),
      .rfc_i(rfc_i), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(open), .open_row_o(open_rows),
      .col_valid_i(col_valid), .col_write_i(col_write), .col_last_i(col_last), .col_bank_i(column_bank),
      .col_column_i(col_column), .col_tag_i(col_tag), .row_valid_i(|row_pick), .row_bank_i(row_bank),
      .row_row_i(row_row), .first_hit_i(first_hit), .first_write_i(first_write), .first_bank_i(first_bank),
      .occupancy_i(count), .row_taken_o(row_taken), .act_o(act), .pre_o(pre), .rsp_ready_i(rsp_ready_i),
      .rsp_valid_o(rsp_valid_o), .rsp_tag_o(rsp_tag_o), .rsp_write_o(rsp_write_o), .col_cmd_o(col_cmd_o),
      .col_bank_o(col_bank_o), .col_column_o(col_column_o), .col_tag_o(col_tag_o), .col_last_o(col_last_o),
      .col_reason_o(col_reason_o), .row_cmd_o(row_cmd_o), .row_bank_o(row_bank_o), .row_row_o(row_row_o),
      .row_all_o(row_all_o), .row_reason_o(row_reason_o), .active_o(active_o), .booked_o(booked_o),
      .cause_o(cause_o), .timers_o(timers_o), .occupancy_o(occupancy_o), .obs_o(backend_obs)
  );

  if (OBSERVE) begin : g_observe
    assign obs_o = {queue_obs, backend_obs};
  end else begin : g_blind
    assign obs_o = '0;
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, row_taken, leave, arrive, shift, place, valid, backend_obs, queue_obs};
endmodule
