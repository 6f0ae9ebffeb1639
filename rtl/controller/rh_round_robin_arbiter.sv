// SPDX-License-Identifier: Apache-2.0
// A turn: a round robin that goes on behind the last grant that was used. For the ledger there is a second choice from
// the same place: the member of another set that the turn comes to first.
// Promises: grant_o and first_o are the choices of rh_round_robin from place_o; with moves_i, place_o moves behind the
// grant, provided that there is one.
module rh_round_robin_arbiter #(
    parameter  int unsigned N = 8,
    localparam int unsigned W = (N > 1) ? $clog2(N) : 1
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [N-1:0] set_i,
    input  logic         moves_i,        // the grant is used
    output logic [N-1:0] grant_o,        // one-hot, or 0
    input  logic [N-1:0] first_set_i,
    output logic [N-1:0] first_o,        // one-hot, or 0
    input  logic         load_i,
    input  logic [W-1:0] load_place_i,
    output logic [W-1:0] place_o
);
  rh_limits #(.N(N)) u_limits ();
  logic [W-1:0] place_q, behind;
  rh_round_robin #(.N(N)) u_grant (.set_i(set_i), .from_i(place_q), .grant_o(grant_o));
  rh_round_robin #(.N(N)) u_first (.set_i(first_set_i), .from_i(place_q), .grant_o(first_o));
  rh_next_index #(.N(N)) u_next (.onehot_i(grant_o), .next_o(behind));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) place_q <= '0;
    else if (load_i) place_q <= load_place_i;
    else if (moves_i) place_q <= behind;
  end
  assign place_o = place_q;
endmodule
