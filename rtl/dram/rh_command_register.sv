// SPDX-License-Identifier: Apache-2.0
// The command register: with REGISTERED, commands come out of flip-flops, one clock after the choice, and the stall
// ledger's outputs of that clock come with them. Model: cmodel/dram/rh_command_register.c. Promise: the outputs are the
// inputs of the clock before; after reset they are NOP and 0.
module rh_command_register #(
    parameter int unsigned W = 8
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [W-1:0] chosen_i,  // of this clock
    input  logic         load_i,    // state load: take load_shown_i
    input  logic [W-1:0] load_shown_i,
    output logic [W-1:0] shown_o    // of the clock before
);
  rh_limits #(.W(W)) u_limits ();
  logic [W-1:0] shown_q;

  assign shown_o = shown_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) shown_q <= '0;
    else if (load_i) shown_q <= load_shown_i;
    else shown_q <= chosen_i;
  end
endmodule
