// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=39 covers=11 fast=4 fastcover=0
// prove: odd QUEUE=5 BANKS=2 REQUESTS=1 bmc=6 induction=1 cover=12 asserts=39 covers=11
// prove: policy QUEUE=4 BANKS=2 POLICY=1 bmc=8 induction=1 cover=10 asserts=20 covers=8 fast=4 fastcover=0
// prove: policy_two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 POLICY=1 bmc=6 induction=1 cover=12 asserts=20 covers=8
// prove: policy_ranks QUEUE=4 BANKS=4 GROUPS=2 RANK_BITS=1 POLICY=1 bmc=6 induction=1 cover=12 asserts=20 covers=8
// prove: drain QUEUE=4 BANKS=2 WRITE_DRAIN=1 POLICY=1 bmc=8 induction=1 cover=14 asserts=28 covers=14
// prove: drain_requests QUEUE=4 BANKS=2 WRITE_DRAIN=1 REQUESTS=1 bmc=8 induction=1 cover=14 asserts=47 covers=18
// prove: forward QUEUE=4 BANKS=2 WRITE_DRAIN=2 REQUESTS=1 bmc=8 induction=1 cover=14 asserts=52 covers=22
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 RULES=1 bmc=6 induction=1 cover=12 asserts=35 covers=3 fast=3 fastcover=0
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=35 covers=3
// prove: page QUEUE=3 BANKS=2 CLOSES=1 POLICY=1 PAGE=1 bmc=8 induction=1 cover=20 asserts=31 covers=15 fast=4 fastcover=0
// prove: page_two_buses QUEUE=2 BANKS=4 GROUPS=2 BUSES=2 CLOSES=1 POLICY=1 PAGE=1 bmc=6 induction=1 cover=20 asserts=31 covers=15
// prove: page_requests QUEUE=3 BANKS=2 CLOSES=1 REQUESTS=1 PAGE=1 bmc=8 induction=1 cover=20 asserts=50 covers=18
// prove: page_rules QUEUE=3 BANKS=2 CLOSES=1 RULES=1 PAGE=1 bmc=6 induction=1 cover=20 asserts=46 covers=12
// prove: page_progress QUEUE=2 BANKS=2 TIMER_BITS=2 CLOSES=1 PROGRESS=1 bmc=14 induction=12 cover=16 asserts=12 covers=1
// prove: progress QUEUE=2 BANKS=2 TIMER_BITS=2 PROGRESS=1 bmc=14 induction=12 cover=16 asserts=12 covers=1
// prove: drain_progress QUEUE=2 BANKS=2 TIMER_BITS=2 WRITE_DRAIN=1 PROGRESS=1 bmc=14 induction=12 cover=16 asserts=19 covers=7
// prove: progress_two_buses QUEUE=3 BANKS=4 GROUPS=2 BUSES=2 TIMER_BITS=2 PROGRESS=1 bmc=12 induction=12 cover=16 asserts=12 covers=1
`define ROWHOLD_DUT rh_fr_fcfs
`define ROWHOLD_AUTO (CLOSES != 0)
module fv_rh_fr_fcfs #(
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
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned SOURCE_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter int unsigned WRITE_DRAIN = 0,
    parameter int unsigned CLOSES = 0,
    parameter bit RULES = 1'b0,
    parameter bit REQUESTS = 1'b0,
    parameter bit POLICY = 1'b0,
    parameter bit PROGRESS = 1'b0,
    parameter bit PAGE = 1'b0,
    localparam bit SERIAL = 1'b0,
    localparam int unsigned ORDER = 0,
    localparam bit COLUMNS_RANKED = 1'b0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned R = 1
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_fr_fcfs.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched, capped} = '0;
  assign upper = '1;  // no classes
  assign ranks = '0;  // age alone
  if (PAGE) begin : g_page
    mon_page #(
        .QUEUE(QUEUE), .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS)
    ) u_page (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .page_i(page_i), .timeout_i(page_timeout_i),
        .valid_i(valid), .wants_i(wants), .banks_i(bank_q), .open_i(open_q), .closing_i(closing_q), .rows_i(open_row_q),
        .pre_ok_i(pre_ok), .alone_i(starvation_q), .column_i(col_cmd != rh_pkg::CMD_NOP),
        .col_auto_i(col_cmd == rh_pkg::CMD_RDA || col_cmd == rh_pkg::CMD_WRA), .col_last_i(col_last),
        .col_bank_i(col_bank), .act_i(row_cmd == rh_pkg::CMD_ACT), .pre_i(row_cmd == rh_pkg::CMD_PRE),
        .idle_i(row_reason == rh_pkg::REASON_IDLE), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH),
        .row_bank_i(row_bank), .row_row_i(row_row), .idle_left_i(idle_left_q), .timed_out_i(timed_out_q),
        .tendency_i(tendency_q), .unjudged_i(unjudged_q)
    );
  end
endmodule
