// SPDX-License-Identifier: Apache-2.0
// Input-first separable matching. Every input keeps the first of its requests at or after its place, every output
// grants the first of the inputs that kept it at or after its place; an instance of the next iteration matches what is
// left. Model: cmodel/network/rh_input_first.c.
// Promises: at most one grant a row and a column, only to requests; first_o are those of the first iteration, and there
// is one if there is a request.
module rh_input_first #(
    parameter int unsigned INPUTS = 4,
    parameter int unsigned OUTPUTS = 4,
    parameter int unsigned ITERATIONS = 1,  // this one and those behind it
    localparam int unsigned INPUT_W = rh_pkg::log2_up(OUTPUTS),  // an input's place is an output
    localparam int unsigned OUTPUT_W = rh_pkg::log2_up(INPUTS)
) (
    input  logic [            INPUTS*OUTPUTS-1:0] request_i,       // of input i at [i*OUTPUTS +: OUTPUTS]
    input  logic [ ITERATIONS*INPUTS*INPUT_W-1:0] input_place_i,   // iteration n, input i at (n*INPUTS + i)*INPUT_W
    input  logic [ITERATIONS*OUTPUTS*OUTPUT_W-1:0] output_place_i,
    output logic [            INPUTS*OUTPUTS-1:0] first_o,
    output logic [            INPUTS*OUTPUTS-1:0] grant_o
);
  rh_allocator_limits #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS)) u_limits ();
  logic [INPUTS*OUTPUTS-1:0] kept, kept_columns, first_columns;  // columns: of output o at [o*INPUTS +: INPUTS]

  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    rh_round_robin #(.N(OUTPUTS)) u_keep (
        .set_i(request_i[i*OUTPUTS+:OUTPUTS]), .from_i(input_place_i[i*INPUT_W+:INPUT_W]),
        .grant_o(kept[i*OUTPUTS+:OUTPUTS])
    );
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_turn
      assign kept_columns[o*INPUTS+i] = kept[i*OUTPUTS+o];
      assign first_o[i*OUTPUTS+o]     = first_columns[o*INPUTS+i];
    end
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    rh_round_robin #(.N(INPUTS)) u_grant (
        .set_i(kept_columns[o*INPUTS+:INPUTS]), .from_i(output_place_i[o*OUTPUT_W+:OUTPUT_W]),
        .grant_o(first_columns[o*INPUTS+:INPUTS])
    );
  end

  if (ITERATIONS > 1) begin : g_more
    logic [INPUTS*OUTPUTS-1:0] left, later, later_first;
    for (genvar i = 0; i < INPUTS; i++) begin : g_left
      for (genvar o = 0; o < OUTPUTS; o++) begin : g_pair
        // an output that was kept is granted
        assign left[i*OUTPUTS+o] = request_i[i*OUTPUTS+o] & ~(|first_o[i*OUTPUTS+:OUTPUTS])
            & ~(|kept_columns[o*INPUTS+:INPUTS]);
      end
    end
    rh_input_first #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS - 1)) u_next (
        .request_i(left), .input_place_i(input_place_i[ITERATIONS*INPUTS*INPUT_W-1:INPUTS*INPUT_W]),
        .output_place_i(output_place_i[ITERATIONS*OUTPUTS*OUTPUT_W-1:OUTPUTS*OUTPUT_W]), .first_o(later_first),
        .grant_o(later)
    );
    assign grant_o = first_o | later;
    logic unused_first;
    assign unused_first = ^later_first;
  end else begin : g_last
    assign grant_o = first_o;
  end
endmodule
