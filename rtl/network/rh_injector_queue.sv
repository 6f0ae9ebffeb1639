// SPDX-License-Identifier: Apache-2.0
// The messages that wait in an injector: a ring of which the oldest is seen.
// Model: cmodel/network/rh_packet_injector.c.
// Promise: they come to the front in the order in which they came, provided that none comes while there is no place.
module rh_injector_queue #(
    parameter int unsigned DESTINATIONS = 8,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned PAYLOAD_BITS = 32,
    parameter int unsigned QUEUE = 8,
    parameter int unsigned MOST_FLITS = 5,
    localparam int unsigned W =  // bits of a message
        rh_pkg::log2_up(DESTINATIONS) + rh_pkg::log2_up(BANKS) + ROW_BITS + PAYLOAD_BITS
        + rh_pkg::log2_up(MOST_FLITS + 1),
    localparam int unsigned INDEX_BITS = rh_pkg::log2_up(QUEUE),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  push_i,           // only while there is a place
    input  logic [         W-1:0] message_i,
    input  logic                  pop_i,            // only while there is one
    input  logic                  load_i,           // state load: take these
    input  logic [   QUEUE*W-1:0] load_messages_i,
    input  logic [INDEX_BITS-1:0] load_first_i,
    input  logic [COUNT_BITS-1:0] load_count_i,
    output logic                  has_o,            // there is one,
    output logic                  full_o,           // there is no place
    output logic [         W-1:0] front_o,
    output logic [   QUEUE*W-1:0] messages_o,
    output logic [INDEX_BITS-1:0] first_o,
    output logic [COUNT_BITS-1:0] count_o
);
  rh_injector_limits #(
      .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .QUEUE(QUEUE),
      .MOST_FLITS(MOST_FLITS)
  ) u_limits ();
  logic [QUEUE*W-1:0] messages_q;
  logic [INDEX_BITS-1:0] first_d, first_q, behind, free;
  logic [COUNT_BITS-1:0] count_d, count_q;

  rh_ring #(.N(QUEUE)) u_behind (.from_i(first_q), .by_i(COUNT_BITS'(1)), .at_o(behind));
  rh_ring #(.N(QUEUE)) u_free (.from_i(first_q), .by_i(count_q), .at_o(free));

  assign first_d = pop_i ? behind : first_q;
  assign count_d = count_q + COUNT_BITS'(push_i) - COUNT_BITS'(pop_i);
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
  for (genvar k = 0; k < QUEUE; k++) begin : g_message
    always_ff @(posedge clk_i)
      if (load_i) messages_q[k*W+:W] <= load_messages_i[k*W+:W];
      else if (push_i & (free == INDEX_BITS'(k))) messages_q[k*W+:W] <= message_i;
  end

  // one-hot: an index times W would become a shifter of all bits
  logic [QUEUE-1:0] front_at;
  for (genvar k = 0; k < QUEUE; k++) begin : g_at
    assign front_at[k] = first_q == INDEX_BITS'(k);
  end
  rh_onehot_mux #(.N(QUEUE), .W(W)) u_front (.select_i(front_at), .data_i(messages_q), .data_o(front_o));
  assign has_o      = count_q != '0;
  assign full_o     = count_q == COUNT_BITS'(QUEUE);
  assign messages_o = messages_q;
  assign first_o    = first_q;
  assign count_o    = count_q;
`ifndef SYNTHESIS
  rh_contract_places u_push_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(push_i), .place_i(!full_o), .pop_i(pop_i),
      .some_i(has_o)
  );
`endif
endmodule
