// SPDX-License-Identifier: Apache-2.0
// The contract of a port with valid and ready, beside which it stands in simulation alone.
// Promise: an offer that was not taken comes again unchanged. The side that offers may pause in between, because it may
// run on another clock.
module rh_contract_offer #(
    parameter int unsigned W = 1,  // bits of what is offered
    parameter bit STAYS = 1'b0     // 1: who offers has this clock and does not pause
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         forget_i,  // the registers are loaded
    input logic         valid_i,
    input logic         ready_i,
    input logic [W-1:0] offer_i
);
  rh_limits #(.W(W)) u_limits ();
`ifndef SYNTHESIS
  logic waits_q;
  logic [W-1:0] offer_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || forget_i) waits_q <= 1'b0;
    else if (valid_i) waits_q <= !ready_i;
    offer_q <= offer_i;
    if (!valid_i) offer_q <= offer_q;
  end
  same_A: assert property (@(posedge clk_i) disable iff (!rst_ni || forget_i) waits_q && valid_i |-> offer_i == offer_q)
  else $error("found another offer before the last was taken, expected the same");
  if (STAYS) begin : g_stays
    stays_A: assert property (@(posedge clk_i) disable iff (!rst_ni || forget_i) waits_q |-> valid_i)
    else $error("found no offer although the last was not taken, expected the same");
  end
`endif
endmodule
