// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=40 covers=11
// prove: odd QUEUE=5 BANKS=2 REQUESTS=1 bmc=6 induction=1 cover=12 asserts=40 covers=11
// prove: policy QUEUE=4 BANKS=2 POLICY=1 bmc=8 induction=1 cover=10 asserts=21 covers=10
// prove: policy_two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 POLICY=1 bmc=6 induction=1 cover=12 asserts=21 covers=10
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 RULES=1 bmc=6 induction=1 cover=12 asserts=36 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=36 covers=3
// prove: progress QUEUE=2 BANKS=2 TIMER_BITS=2 PROGRESS=1 bmc=14 induction=12 cover=16 asserts=13 covers=1
`define ROWHOLD_DUT rh_most_pending
module fv_rh_most_pending #(
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
    localparam int unsigned R = $clog2(QUEUE + 1)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_most_pending.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched, capped} = '0;
  assign upper = '1;  // no classes
  // requests queued to the row of each entry, counted anew
  logic [QUEUE-1:0] exact;
  for (genvar k = 0; k < QUEUE; k++) begin : g_count
    logic [R-1:0] sum;
    always_comb begin
      sum = '0;
      for (int unsigned j = 0; j < QUEUE; j++)
        sum = sum + R'(valid[j] && bank_q[j*BANK_BITS+:BANK_BITS] == bank_q[k*BANK_BITS+:BANK_BITS]
            && row_q[j*ROW_BITS+:ROW_BITS] == row_q[k*ROW_BITS+:ROW_BITS]);
    end
    assign ranks[k*R+:R] = sum;
    assign exact[k]      = ~valid[k] | (pending_q[k*R+:R] == sum);
  end
  always_comb if (started) pending_A: assert (&exact);
endmodule
