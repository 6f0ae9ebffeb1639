// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=45 covers=13 fast=4 fastcover=0
// prove: odd QUEUE=5 BANKS=2 REQUESTS=1 bmc=6 induction=1 cover=12 asserts=45 covers=13
// prove: policy QUEUE=4 BANKS=2 POLICY=1 bmc=8 induction=1 cover=10 asserts=26 covers=10 fast=4 fastcover=0
// prove: drain QUEUE=4 BANKS=2 WRITE_DRAIN=1 POLICY=1 bmc=8 induction=1 cover=14 asserts=33 covers=16
// prove: drain_progress QUEUE=2 BANKS=2 TIMER_BITS=2 WRITE_DRAIN=1 PROGRESS=1 bmc=14 induction=12 cover=16 asserts=24 covers=9
// prove: policy_two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 POLICY=1 bmc=6 induction=1 cover=12 asserts=26 covers=10
// prove: policy_ranks QUEUE=4 BANKS=4 GROUPS=2 RANK_BITS=1 POLICY=1 bmc=6 induction=1 cover=12 asserts=26 covers=10
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 RULES=1 bmc=6 induction=1 cover=12 asserts=41 covers=5 fast=3 fastcover=0
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=41 covers=5
`define ROWHOLD_DUT rh_fr_fcfs_cap
module fv_rh_fr_fcfs_cap #(
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
    localparam bit SERIAL = 1'b0,
    localparam int unsigned ORDER = 0,
    localparam bit COLUMNS_RANKED = 1'b0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned R = 1
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_fr_fcfs_cap.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched} = '0;
  assign upper = '1;  // no classes
  mon_hit_cap #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .WRITE_DRAIN(WRITE_DRAIN)
  ) u_hit_cap (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .cap_i(hit_cap_i), .valid_i(valid), .wants_i(wants),
      .served_i(served), .next_hits_i(next_hits), .alone_i(starvation_q), .oldest_i(oldest),
      .banks_i(bank_q), .rows_i(row_q), .open_i(open_q), .column_i(col_cmd != rh_pkg::CMD_NOP), .col_bank_i(col_bank),
      .act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row), .left_i(left_q),
      .capped_i(capped_q), .capped_o(capped)
  );
  assign ranks = '0;  // age alone
endmodule
