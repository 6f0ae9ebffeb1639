// SPDX-License-Identifier: Apache-2.0
// The contract of a queue's port, beside which it stands in simulation alone.
// Promise: a push comes only while there is a free place, and a pop only while there is an entry.
module rh_contract_places (
    input logic clk_i,
    input logic rst_ni,
    input logic forget_i,  // the registers are loaded
    input logic push_i,
    input logic place_i,   // there is a place
    input logic pop_i,
    input logic some_i     // there is something
);
`ifndef SYNTHESIS
  push_A: assert property (@(posedge clk_i) disable iff (!rst_ni || forget_i) push_i |-> place_i)
  else $error("found a push while there is no place, expected none");
  pop_A: assert property (@(posedge clk_i) disable iff (!rst_ni || forget_i) pop_i |-> some_i)
  else $error("found a pop while there is nothing, expected none");
`endif
endmodule
