// SPDX-License-Identifier: Apache-2.0
// What counts the places of the links, out of the registers of a packet_ejector with one virtual channel.
module mon_link_ejector #(
    parameter int unsigned BITS = 1,  // of its observation vector
    parameter int unsigned DEPTH = 2,
    parameter int unsigned BANKS = 1,
    parameter int unsigned ROW_BITS = 1,
    parameter int unsigned PAYLOAD_BITS = 1,
    localparam int unsigned VCS = 1,
    localparam int unsigned ROW_AFFINE = 0,
    localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic [BITS-1:0] obs_i,
    output logic [B-1:0] count_o,
    output logic         back_o
);
`include "observe_packet_ejector.svh"
  assign obs = obs_i;
  assign count_o = count_q;
  assign back_o  = back_valid_q;
endmodule
