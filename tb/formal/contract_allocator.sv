// SPDX-License-Identifier: Apache-2.0
// prove: bare3x2 INPUTS=3 OUTPUTS=2 HOLD=0 bmc=10 induction=none cover=8 asserts=5 covers=1
// bounded bare3x2: the allocator's own invariants belong to a proof of that allocator
// prove: hold2x3 INPUTS=2 OUTPUTS=3 HOLD=1 bmc=10 induction=none cover=10 asserts=15 covers=4
// bounded hold2x3: the allocator's own invariants belong to a proof of that allocator
// The contract of an allocator that has no proof of its own; ROWHOLD_DUT names it. Its priorities are not known here,
// so the contract is followed to a stated depth, and there is no bound on waiting.
module contract_allocator #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 2,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0,
    localparam int unsigned MAXIMAL = 0
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic [INPUTS*OUTPUTS-1:0] request_i,
    input logic [       OUTPUTS-1:0] ready_i
);
  localparam int unsigned DESTINATIONS = 1, BANKS = 1, ROW_BITS = 1, HASH_BITS = 1;
`include "observe_hold.svh"
  logic [(HOLD_BITS > 0 ? HOLD_BITS : 1)-1:0] obs;  // the part of the observation vector that is known
  assign hold_obs = obs;
`include "allocator.svh"
endmodule
