// SPDX-License-Identifier: Apache-2.0
// Round-robin pointers of an input-first matching, one an input and one an output.
// Promises: on a grant the input's pointer moves behind the output and the output's behind the input, unless the hold
// rule turned a request of that input or output away; no other moves. Each is below its number of places.
module rh_pointers #(
    parameter int unsigned INPUTS = 4,
    parameter int unsigned OUTPUTS = 4,
    localparam int unsigned INPUT_W = rh_pkg::log2_up(OUTPUTS),
    localparam int unsigned OUTPUT_W = rh_pkg::log2_up(INPUTS)
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [  INPUTS*OUTPUTS-1:0] grant_i,  // at most one a row and a column
    input  logic [  INPUTS*OUTPUTS-1:0] away_i,
    input  logic                        load_i,   // state load: take these
    input  logic [  INPUTS*INPUT_W-1:0] load_input_place_i,
    input  logic [OUTPUTS*OUTPUT_W-1:0] load_output_place_i,
    output logic [  INPUTS*INPUT_W-1:0] input_place_o,
    output logic [OUTPUTS*OUTPUT_W-1:0] output_place_o
);
  rh_allocator_limits #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_limits ();
  logic [INPUTS*OUTPUTS-1:0] moves;
  logic [OUTPUTS-1:0] away_outputs;
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_away
    logic [INPUTS-1:0] column;
    for (genvar i = 0; i < INPUTS; i++) begin : g_turn
      assign column[i] = away_i[i*OUTPUTS+o];
    end
    assign away_outputs[o] = |column;
  end

  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [OUTPUTS-1:0] move, behind;
    logic [INPUT_W-1:0] place_d, place_q, next_place;
    assign move   = grant_i[i*OUTPUTS+:OUTPUTS] & ~away_outputs & {OUTPUTS{~(|away_i[i*OUTPUTS+:OUTPUTS])}};
    assign moves[i*OUTPUTS+:OUTPUTS] = move;
    assign behind = {move[OUTPUTS-2:0], move[OUTPUTS-1]};
    rh_onehot_index #(.N(OUTPUTS)) u_next (.onehot_i(behind), .index_o(next_place));
    assign place_d = (|move) ? next_place : place_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else if (load_i) place_q <= load_input_place_i[i*INPUT_W+:INPUT_W];
      else place_q <= place_d;
    end
    assign input_place_o[i*INPUT_W+:INPUT_W] = place_q;
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    logic [INPUTS-1:0] move, behind;
    logic [OUTPUT_W-1:0] place_d, place_q, next_place;
    for (genvar i = 0; i < INPUTS; i++) begin : g_turn
      assign move[i] = moves[i*OUTPUTS+o];
    end
    assign behind = {move[INPUTS-2:0], move[INPUTS-1]};
    rh_onehot_index #(.N(INPUTS)) u_next (.onehot_i(behind), .index_o(next_place));
    assign place_d = (|move) ? next_place : place_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else if (load_i) place_q <= load_output_place_i[o*OUTPUT_W+:OUTPUT_W];
      else place_q <= place_d;
    end
    assign output_place_o[o*OUTPUT_W+:OUTPUT_W] = place_q;
  end
endmodule
