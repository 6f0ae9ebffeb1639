// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 SOURCE_BITS=1 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=39 covers=11 fast=3 fastcover=0
// prove: policy QUEUE=4 BANKS=2 SOURCE_BITS=2 POLICY=1 bmc=8 induction=1 cover=12 asserts=27 covers=10 fast=3 fastcover=0
// prove: drain QUEUE=4 BANKS=2 SOURCE_BITS=2 WRITE_DRAIN=1 POLICY=1 bmc=6 induction=1 cover=14 asserts=35 covers=16
// prove: policy_sources QUEUE=4 BANKS=2 SOURCE_BITS=3 POLICY=1 bmc=6 induction=1 cover=12 asserts=27 covers=10
// prove: policy_two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 SOURCE_BITS=2 POLICY=1 bmc=6 induction=1 cover=12 asserts=27 covers=10
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 SOURCE_BITS=1 RULES=1 bmc=6 induction=1 cover=12 asserts=35 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 SOURCE_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=35 covers=3
`define ROWHOLD_DUT rh_warp_group
module fv_rh_warp_group #(
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
`include "observe_warp_group.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched, capped} = '0;
  assign ranks = upper;  // then age
  if (POLICY) begin : g_group
    mon_warp_group #(
        .QUEUE(QUEUE), .BANKS(BANKS), .SOURCE_BITS(SOURCE_BITS), .BOUND(WRITE_DRAIN == 0)
    ) u_group (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .valid_i(valid), .wants_i(next_hits), .hits_i(hit_q),
        .served_i(served), .banks_i(bank_q), .sources_i(source_q), .arrives_i(req_valid_i & req_ready),
        .req_source_i(req_source_i), .open_i(open_q), .act_i(row_cmd == rh_pkg::CMD_ACT), .act_bank_i(row_bank),
        .column_i(col_cmd != rh_pkg::CMD_NOP), .last_i(col_last), .bank_i(col_bank), .remaining_i(remaining_q),
        .marked_i(marked_q), .came_i(came_q), .gone_i(gone_q), .gone_warp_i(gone_warp_q),
        .opened_i(opened_q), .upper_o(upper)
    );
  end else begin : g_no_group
    assign upper = marked_q;
  end
endmodule
