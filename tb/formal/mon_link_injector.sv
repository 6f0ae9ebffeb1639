// SPDX-License-Identifier: Apache-2.0
// What counts the places of the links, out of the registers of a packet_injector with one virtual channel.
module mon_link_injector #(
    parameter int unsigned BITS = 1,  // of its observation vector
    parameter int unsigned DESTINATIONS = 2,
    parameter int unsigned QUEUE = 2,
    parameter int unsigned MOST_FLITS = 2,
    parameter int unsigned DEPTH = 2,
    parameter int unsigned BANKS = 1,
    parameter int unsigned ROW_BITS = 1,
    parameter int unsigned PAYLOAD_BITS = 1,
    localparam int unsigned VCS = 1,
    localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic [BITS-1:0] obs_i,
    output logic [B-1:0] credits_o,
    output logic         leaves_o,
    output logic [  7:0] in_flight_o
);
`include "observe_packet_injector.svh"
  assign obs = obs_i;
  assign credits_o   = credits_q;
  assign leaves_o    = leave_valid_q;
  assign in_flight_o = in_flight_q;
endmodule
