// SPDX-License-Identifier: Apache-2.0
// The output of a destination, one-hot. Promise: way_o is the word of destination_i, and 0 where there is none.
module rh_router_way #(
    parameter int unsigned DESTINATIONS = 8,
    parameter int unsigned OUTPUTS = 5,
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(DESTINATIONS)
) (
    input  logic [    DESTINATION_BITS-1:0] destination_i,
    input  logic [DESTINATIONS*OUTPUTS-1:0] ways_i,         // of destination d at [d*OUTPUTS +: OUTPUTS], one-hot
    output logic [             OUTPUTS-1:0] way_o
);
  rh_router_limits #(.DESTINATIONS(DESTINATIONS), .OUTPUTS(OUTPUTS)) u_limits ();
  logic [DESTINATIONS-1:0] goes;
  for (genvar d = 0; d < DESTINATIONS; d++) begin : g_goes
    assign goes[d] = destination_i == DESTINATION_BITS'(d);
  end
  rh_onehot_mux #(.N(DESTINATIONS), .W(OUTPUTS)) u_way (.select_i(goes), .data_i(ways_i), .data_o(way_o));
endmodule
