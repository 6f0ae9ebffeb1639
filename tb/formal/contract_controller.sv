// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 RULES=0 bmc=12 induction=none cover=20 asserts=27 covers=11
// bounded requests: the queue's own invariants belong to a proof of that controller
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 REQUESTS=0 bmc=6 induction=1 cover=24 asserts=30 covers=3
// The contract of a controller that has no proof of its own; ROWHOLD_DUT names it. The rules are inductive for any
// policy; what the queue holds is not known here, so requests are followed to a stated depth.
module contract_controller #(
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
    parameter bit RULES = 1'b1,
    parameter bit REQUESTS = 1'b1,
    localparam int unsigned ORDER = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_backend.svh"
  logic [BACKEND_BITS-1:0] obs;  // the part of the observation vector that is known
  assign backend_obs = obs;
`include "policy_settings.svh"
`include "controller.svh"

endmodule
