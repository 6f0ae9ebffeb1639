// SPDX-License-Identifier: Apache-2.0
// The wait of a request under round-robin pointers, input first, while its input's eligible requests stay as they are.
// Its input serves them in turn from its pointer; each waits for at most INPUTS grants of its output. So what is left
// is known from the pointers: `turns` requests are served first, the one served now waits for `steps` others.
module mon_pointers #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned HOLD = 0,
    localparam int unsigned IW = $clog2(INPUTS),
    localparam int unsigned OW = $clog2(OUTPUTS)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  started_i,
    input logic                  bounded_i,
    input logic [          11:0] pace_i,     // at least one clock in so many turns no request away
    input logic [           7:0] run_i,      // clocks in a row that did
    input logic [   OUTPUTS-1:0] row_i,      // eligible requests of the input
    input logic                  granted_i,
    input logic [        IW-1:0] input_i,
    input logic [        OW-1:0] output_i,
    input logic [ INPUTS*OW-1:0] input_place_i,
    input logic [OUTPUTS*IW-1:0] output_place_i
);
  logic [OUTPUTS-1:0] row_q, next;
  logic [13:0] wait_q, requests, turns, steps, left, most;
  logic [OW-1:0] from;
  logic [IW-1:0] output_from;
  logic [INPUTS*OW-1:0] places;
  logic live, vain;

  assign live   = started_i & rst_ni;
  assign vain   = row_i[output_i] & ~granted_i;
  assign places = input_place_i;
  assign from   = places[input_i*OW+:OW];

  rh_round_robin #(.N(OUTPUTS)) u_next (.set_i(row_q), .from_i(from), .grant_o(next));
  rh_onehot_mux #(.N(OUTPUTS), .W(IW)) u_from (.select_i(next), .data_i(output_place_i), .data_o(output_from));

  always_comb begin
    requests = '0;
    turns    = '0;
    for (int unsigned o = 0; o < OUTPUTS; o++) begin
      requests = requests + 14'(row_q[o]);
      if (row_q[o]
          && ((from <= output_i) ? (OW'(o) >= from && OW'(o) < output_i) : (OW'(o) >= from || OW'(o) < output_i)))
        turns = turns + 14'd1;
    end
    steps = (input_i >= output_from) ? 14'(input_i) - 14'(output_from) : 14'(input_i) + 14'(INPUTS) - 14'(output_from);
    left  = (turns * 14'(INPUTS) + steps) * 14'(pace_i) + (14'(pace_i) - 14'(run_i));
    most  = requests * 14'(INPUTS) * 14'(pace_i);
  end

  always_ff @(posedge clk_i) begin
    row_q <= row_i;
    if (!rst_ni || !vain) wait_q <= '0;
    else if (row_i != row_q) wait_q <= 14'd1;
    else wait_q <= wait_q + 14'd1;
  end

  // places below their number
  logic [INPUTS-1:0] input_legal;
  logic [OUTPUTS-1:0] output_legal;
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    assign input_legal[i] = 32'(input_place_i[i*OW+:OW]) < OUTPUTS;
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    assign output_legal[o] = 32'(output_place_i[o*IW+:IW]) < INPUTS;
  end

  always_comb
    if (live && bounded_i) begin
      bound_A: assert (wait_q == '0 || wait_q < most);
      slow_C: cover (granted_i && wait_q == 14'd3 + 14'(HOLD) && row_i == row_q && (HOLD == 0 || pace_i == 12'd2));
    end
  always_comb
    if (started_i) begin
      inv_places_A: assert (&input_legal && &output_legal);
      if (bounded_i) inv_wait_A: assert (wait_q == '0 || (wait_q < most && wait_q + left <= most));
    end
endmodule
