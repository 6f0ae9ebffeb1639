// SPDX-License-Identifier: Apache-2.0
// The buffer of a virtual channel: a ring of flits of which the oldest three are seen.
// Promise: flits leave in the order in which they came, each once, provided that none comes while there is no place.
module rh_flit_buffer #(
    parameter int unsigned DEPTH = 8,
    parameter int unsigned DESTINATIONS = 8,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned PAYLOAD_BITS = 32,
    localparam int unsigned W =  // bits of a flit
        1 + rh_pkg::log2_up(DESTINATIONS) + rh_pkg::log2_up(BANKS) + ROW_BITS + PAYLOAD_BITS,
    localparam int unsigned INDEX_BITS = rh_pkg::log2_up(DEPTH),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  push_i,        // only while there is a place
    input  logic [         W-1:0] flit_i,
    input  logic                  pop_i,         // only while there is one
    input  logic                  load_i,        // state load: take these
    input  logic [   DEPTH*W-1:0] load_flits_i,
    input  logic [INDEX_BITS-1:0] load_first_i,
    input  logic [COUNT_BITS-1:0] load_count_i,
    output logic [         W-1:0] front_o,
    output logic [         W-1:0] second_o,
    output logic [         W-1:0] third_o,
    output logic [   DEPTH*W-1:0] flits_o,
    output logic [INDEX_BITS-1:0] first_o,
    output logic [COUNT_BITS-1:0] count_o
);
  rh_router_limits #(
      .DEPTH(DEPTH), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
  ) u_limits ();
  logic [DEPTH*W-1:0] flits_q;
  logic [INDEX_BITS-1:0] first_d, first_q, behind, free;
  logic [COUNT_BITS-1:0] count_d, count_q;

  rh_ring #(.N(DEPTH)) u_behind (.from_i(first_q), .by_i(COUNT_BITS'(1)), .at_o(behind));
  rh_ring #(.N(DEPTH)) u_free (.from_i(first_q), .by_i(count_q), .at_o(free));

  rh_up_down #(.W(COUNT_BITS)) u_count (.count_i(count_q), .up_i(push_i), .down_i(pop_i), .next_o(count_d));
  assign first_d = pop_i ? behind : first_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= '0;
      count_q <= '0;
    end else if (load_i) begin
      first_q <= load_first_i;
      count_q <= load_count_i;
    end else begin
      first_q <= first_d;
      count_q <= count_d;
    end
  end
  for (genvar k = 0; k < DEPTH; k++) begin : g_flit
    always_ff @(posedge clk_i)
      if (load_i) flits_q[k*W+:W] <= load_flits_i[k*W+:W];
      else if (push_i & (free == INDEX_BITS'(k))) flits_q[k*W+:W] <= flit_i;
  end

  // one-hot: an index times W would become a shifter of all bits
  logic [DEPTH-1:0] front_at, second_at, third_at;
  for (genvar k = 0; k < DEPTH; k++) begin : g_at
    assign front_at[k] = first_q == INDEX_BITS'(k);
  end
  assign second_at = {front_at[DEPTH-2:0], front_at[DEPTH-1]};
  assign third_at  = {second_at[DEPTH-2:0], second_at[DEPTH-1]};
  rh_onehot_mux #(.N(DEPTH), .W(W)) u_front (.select_i(front_at), .data_i(flits_q), .data_o(front_o));
  rh_onehot_mux #(.N(DEPTH), .W(W)) u_second (.select_i(second_at), .data_i(flits_q), .data_o(second_o));
  rh_onehot_mux #(.N(DEPTH), .W(W)) u_third (.select_i(third_at), .data_i(flits_q), .data_o(third_o));
  assign flits_o  = flits_q;
  assign first_o  = first_q;
  assign count_o  = count_q;
`ifndef SYNTHESIS
  rh_contract_places u_push_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(push_i), .place_i(count_q != COUNT_BITS'(DEPTH)),
      .pop_i(pop_i), .some_i(count_q != '0)
  );
`endif
endmodule
