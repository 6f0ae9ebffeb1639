// SPDX-License-Identifier: Apache-2.0
// rh_separable: the contract, and with one iteration the wait that fv_rh_islip proves. With two there is no bound:
// tb/unit/starving/separable_starves.csv.
// prove: bare3x3 INPUTS=3 OUTPUTS=3 HOLD=0 bmc=6 induction=1 cover=10 asserts=8 covers=2 fast=5
// prove: bare3x4 INPUTS=3 OUTPUTS=4 HOLD=0 bmc=5 induction=1 cover=10 asserts=8 covers=2
// prove: hold3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=6 induction=1 cover=12 asserts=18 covers=5
`define ROWHOLD_DUT rh_separable
module fv_rh_separable #(
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
`include "observe_separable.svh"
`include "pointers.svh"
endmodule
