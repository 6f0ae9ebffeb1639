// SPDX-License-Identifier: Apache-2.0
// What counts the places of the links, out of the registers of a vc_router with one virtual channel.
module mon_link_router #(
    parameter int unsigned BITS = 1,  // of its observation vector
    parameter int unsigned INPUTS = 2,
    parameter int unsigned OUTPUTS = 2,
    parameter int unsigned DESTINATIONS = 2,
    parameter int unsigned DEPTH = 2,
    parameter int unsigned BANKS = 1,
    parameter int unsigned ROW_BITS = 1,
    parameter int unsigned PAYLOAD_BITS = 1,
    localparam int unsigned VCS = 1,
    localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic [BITS-1:0] obs_i,
    output logic [ INPUTS*B-1:0] count_o,
    output logic [   INPUTS-1:0] back_o,
    output logic [OUTPUTS*B-1:0] credits_o,
    output logic [  OUTPUTS-1:0] leaves_o
);
`include "observe_vc_router.svh"
  assign obs = obs_i;
  assign count_o   = count_q;
  assign back_o    = back_valid_q;
  assign credits_o = credits_q;
  assign leaves_o  = leave_valid_q;
endmodule
