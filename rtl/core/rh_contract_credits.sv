// SPDX-License-Identifier: Apache-2.0
// The contract of a port with credits, beside which it stands in simulation alone.
// Promise: no flit is sent without a credit, and no more credits come back than were used.
module rh_contract_credits #(
    parameter  int unsigned N = 8,  // credits at the reset
    localparam int unsigned B = rh_pkg::log2_up(N + 1)
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         forget_i,   // the registers are loaded
    input logic [B-1:0] credits_i,  // that are here
    input logic         send_i,
    input logic         back_i      // one comes back
);
  rh_limits #(.N(N)) u_limits ();
`ifndef SYNTHESIS
  send_A: assert property (@(posedge clk_i) disable iff (!rst_ni || forget_i) send_i |-> credits_i != '0)
  else $error("found something sent without a credit, expected one before");
  back_A: assert property (@(posedge clk_i) disable iff (!rst_ni || forget_i) back_i |-> credits_i != B'(N))
  else $error("found a credit that comes back while all are here, expected none");
`endif
endmodule
