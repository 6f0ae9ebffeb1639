// SPDX-License-Identifier: Apache-2.0
// Round-robin pointers of an input-first matching, one an input and one an output.
// Promises: on a grant the input's pointer moves behind the output unless the hold rule turned a request of that input away, the
// output's behind the input unless it turned one of that output away; no other moves. Each is below its number of places.
module rh_pointers #(
    parameter int unsigned INPUTS = 4,
    parameter int unsigned OUTPUTS = 4,
    localparam int unsigned INPUT_W = (OUTPUTS > 2) ? $clog2(OUTPUTS) : 1,
    localparam int unsigned OUTPUT_W = (INPUTS > 2) ? $clog2(INPUTS) : 1
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [  INPUTS*OUTPUTS-1:0] grant_i,  // at most one a row and a column
    input  logic [  INPUTS*OUTPUTS-1:0] away_i,
    output logic [  INPUTS*INPUT_W-1:0] input_place_o,
    output logic [OUTPUTS*OUTPUT_W-1:0] output_place_o
);
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [OUTPUTS-1:0] grant, behind;
    logic [INPUT_W-1:0] place_d, place_q, next;
    assign grant  = grant_i[i*OUTPUTS+:OUTPUTS];
    assign behind = {grant[OUTPUTS-2:0], grant[OUTPUTS-1]};
    rh_onehot_index #(.N(OUTPUTS)) u_next (.onehot_i(behind), .index_o(next));
    assign place_d = ((|grant) & ~(|away_i[i*OUTPUTS+:OUTPUTS])) ? next : place_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else place_q <= place_d;
    end
    assign input_place_o[i*INPUT_W+:INPUT_W] = place_q;
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    logic [INPUTS-1:0] grant, away, behind;
    logic [OUTPUT_W-1:0] place_d, place_q, next;
    for (genvar i = 0; i < INPUTS; i++) begin : g_turn
      assign grant[i] = grant_i[i*OUTPUTS+o];
      assign away[i]  = away_i[i*OUTPUTS+o];
    end
    assign behind = {grant[INPUTS-2:0], grant[INPUTS-1]};
    rh_onehot_index #(.N(INPUTS)) u_next (.onehot_i(behind), .index_o(next));
    assign place_d = ((|grant) & ~(|away)) ? next : place_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else place_q <= place_d;
    end
    assign output_place_o[o*OUTPUT_W+:OUTPUT_W] = place_q;
  end
endmodule
