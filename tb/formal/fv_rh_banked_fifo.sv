// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 RULES=0 bmc=8 induction=1 cover=10 asserts=37 covers=11
// prove: policy QUEUE=8 BANKS=4 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=10 asserts=13 covers=5
// prove: policy_two_buses QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=6 induction=1 cover=12 asserts=13 covers=4
// prove: odd QUEUE=7 BANKS=2 RULES=0 bmc=6 induction=1 cover=12 asserts=37 covers=11
// prove: wide QUEUE=8 BANKS=4 ROW_BITS=3 TIMER_BITS=4 RULES=0 bmc=4 induction=1 cover=12 asserts=37 covers=11
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=58 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 PART_BITS=1 SUBARRAY_BITS=1 REQUESTS=0 bmc=5 induction=1 cover=12 asserts=58 covers=3
// prove: two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=58 covers=3
`define ROWHOLD_DUT rh_banked_fifo
module fv_rh_banked_fifo #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TIMER_BITS = 3,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned PART_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter bit RULES = 1'b1,
    parameter bit REQUESTS = 1'b1,
    parameter bit POLICY = 1'b0,
    localparam int unsigned ORDER = 1,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic                   req_valid_i,
    input logic                   req_write_i,
    input logic [  BANK_BITS-1:0] req_bank_i,
    input logic [   ROW_BITS-1:0] req_row_i,
    input logic [COLUMN_BITS-1:0] req_column_i,
    input logic [            2:0] req_extra_i,
    input logic [   TAG_BITS-1:0] req_tag_i,
    input logic                   rsp_ready_i
);
`include "observe_banked_fifo.svh"
`include "controller.svh"
`include "banked_queue.svh"

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, some, wants, head_writes, head_lasts;
    logic [BANKS*ROW_BITS-1:0] head_rows;
    logic [BANKS*COLUMN_BITS-1:0] head_columns;
    logic [BANKS*TAG_BITS-1:0] head_tags;
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
            .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok),
        .act_ok_o(act_ok), .pre_ok_o(pre_ok)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_head
      logic [I+BANK_BITS-1:0] entry;
      assign entry          = {BANK_BITS'(b), heads[b*I+:I]};
      assign some[b]        = count_q[b*C+:C] != '0;
      assign head_writes[b] = write_q[entry];
      assign head_lasts[b]  = extra_q[entry*3+:3] == done_q[b*3+:3];
      assign head_rows[b*ROW_BITS+:ROW_BITS]          = row_q[entry*ROW_BITS+:ROW_BITS];
      assign head_columns[b*COLUMN_BITS+:COLUMN_BITS] = column_q[entry*COLUMN_BITS+:COLUMN_BITS]
          + COLUMN_BITS'(done_q[b*3+:3]);
      assign head_tags[b*TAG_BITS+:TAG_BITS]          = tag_q[entry*TAG_BITS+:TAG_BITS];
      assign wants[b] = open_q[b] & (open_row_q[b*ROW_BITS+:ROW_BITS] == head_rows[b*ROW_BITS+:ROW_BITS]);
    end
    mon_turns #(
        .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some), .wants_i(wants), .writes_i(head_writes),
        .lasts_i(head_lasts), .rows_i(head_rows), .columns_i(head_columns), .tags_i(head_tags), .rd_ok_i(rd_ok),
        .wr_ok_i(wr_ok), .act_ok_i(act_ok), .pre_ok_i(pre_ok), .col_next_i(column_next_q), .row_next_i(row_next_q),
        .col_valid_i(col_cmd != rh_pkg::CMD_NOP), .col_write_i(col_cmd == rh_pkg::CMD_WR), .col_last_i(col_last),
        .col_bank_i(col_bank), .col_column_i(col_column), .col_tag_i(col_tag),
        .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH),
        .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
    );
    logic unused_settled;
    assign unused_settled = ^settled;
  end
endmodule
