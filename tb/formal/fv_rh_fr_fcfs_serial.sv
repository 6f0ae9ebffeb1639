// SPDX-License-Identifier: Apache-2.0
// Until its search is over a bank takes no command but refresh's, whoever wants one.
// prove: requests QUEUE=4 BANKS=2 REQUESTS=1 bmc=12 induction=1 cover=20 asserts=40 covers=11
// prove: odd QUEUE=9 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 REQUESTS=1 bmc=4 induction=1 cover=20 asserts=40 covers=11
// prove: policy QUEUE=4 BANKS=2 POLICY=1 bmc=8 induction=1 cover=24 asserts=21 covers=8
// prove: policy_two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 POLICY=1 bmc=6 induction=1 cover=24 asserts=21 covers=8
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 RULES=1 bmc=6 induction=1 cover=24 asserts=36 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 RULES=1 bmc=6 induction=1 cover=24 asserts=36 covers=3
`define ROWHOLD_DUT rh_fr_fcfs_serial
module fv_rh_fr_fcfs_serial #(
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
    localparam bit PROGRESS = 1'b0,
    localparam bit SERIAL = 1'b1,
    localparam int unsigned ORDER = 0,
    localparam bit COLUMNS_RANKED = 1'b0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned R = 1
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_fr_fcfs_serial.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign ranks = '0;  // age alone
  assign upper = '1;

  // Entries that this clock and the ones that a search still has will come to: parts `at_q` and on, around.
  localparam int unsigned PARTS = rh_pkg::SEARCH_CLOCKS;
  localparam int unsigned PART = (QUEUE + PARTS - 1) / PARTS;
  for (genvar b = 0; b < BANKS; b++) begin : g_search
    assign capped[b] = 1'b0;
    assign searched[b] = left_q[b*4+:4] != 4'd0;
  end
  for (genvar k = 0; k < QUEUE; k++) begin : g_unseen
    logic [2:0] clocks;
    assign clocks    = 3'(k / PART) - at_q;
    assign unseen[k] = {1'b0, clocks} < left_q[bank_q[k*BANK_BITS+:BANK_BITS]*4+:4];
  end

  logic [BANKS-1:0] disturbed;
  for (genvar b = 0; b < BANKS; b++) begin : g_disturbed
    assign disturbed[b] = searched[b] && ((col_cmd != rh_pkg::CMD_NOP && col_bank == BANK_BITS'(b))
        || (row_cmd == rh_pkg::CMD_PRE && row_reason != rh_pkg::REASON_REFRESH && row_bank == BANK_BITS'(b)));
  end
  always_comb if (started && rst_ni) search_A: assert (disturbed == '0);
endmodule
