// SPDX-License-Identifier: Apache-2.0
// rh_islip: the contract, and the wait of any request whose input's R eligible requests stay as they are: R x INPUTS
// clocks, x (limit + 1) under hold_grant. Without a limit there is no bound: tb/unit/starving/hold_starves_islip.csv.
// prove: bare3x3 INPUTS=3 OUTPUTS=3 HOLD=0 bmc=6 induction=1 cover=10 asserts=8 covers=2 fast=5
// prove: bare4x3 INPUTS=4 OUTPUTS=3 HOLD=0 bmc=5 induction=1 cover=10 asserts=8 covers=2
// prove: twice3x3 INPUTS=3 OUTPUTS=3 ITERATIONS=2 HOLD=0 bmc=6 induction=1 cover=10 asserts=8 covers=2
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=6 induction=1 cover=12 asserts=18 covers=5
`define ROWHOLD_DUT rh_islip
module fv_rh_islip #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic [INPUTS*OUTPUTS-1:0] request_i,
    input logic [       OUTPUTS-1:0] ready_i
);
  localparam int unsigned DESTINATIONS = 1, BANKS = 1, ROW_BITS = 1, HASH_BITS = 1;
`include "observe_islip.svh"
`include "pointers.svh"
endmodule
