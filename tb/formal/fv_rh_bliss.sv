// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 SOURCE_BITS=1 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=44 covers=13 fast=4 fastcover=0
// prove: policy QUEUE=4 BANKS=2 SOURCE_BITS=1 POLICY=1 bmc=8 induction=1 cover=12 asserts=25 covers=10 fast=4 fastcover=0
// prove: drain QUEUE=4 BANKS=2 SOURCE_BITS=1 WRITE_DRAIN=1 POLICY=1 bmc=6 induction=1 cover=14 asserts=33 covers=16
// prove: policy_sources QUEUE=4 BANKS=2 SOURCE_BITS=2 POLICY=1 bmc=6 induction=1 cover=12 asserts=25 covers=10
// prove: policy_two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 SOURCE_BITS=1 POLICY=1 bmc=6 induction=1 cover=12 asserts=25 covers=10
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 SOURCE_BITS=1 RULES=1 bmc=6 induction=1 cover=12 asserts=40 covers=5 fast=3 fastcover=0
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 SOURCE_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=40 covers=5
`define ROWHOLD_DUT rh_bliss
module fv_rh_bliss #(
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
`include "observe_bliss.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched, capped} = '0;
  assign ranks = upper;  // then age
  mon_blacklist #(
      .QUEUE(QUEUE), .BANKS(BANKS), .SOURCE_BITS(SOURCE_BITS)
  ) u_blacklist (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .threshold_i(blacklist_threshold_i),
      .interval_i(clearing_interval_i), .valid_i(valid), .wants_i(next_hits), .banks_i(bank_q), .sources_i(source_q),
      .leaves_i(col_cmd != rh_pkg::CMD_NOP && col_last), .bank_i(col_bank), .listed_i(listed_q),
      .blacklist_i(blacklist_q), .served_i(served_q), .served_source_i(served_source_q), .last_i(last_q),
      .in_a_row_i(in_a_row_q), .clear_left_i(clear_left_q), .upper_o(upper)
  );
endmodule
