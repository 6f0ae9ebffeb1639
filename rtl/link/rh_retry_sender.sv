// SPDX-License-Identifier: Apache-2.0
// The sender of a link with retry. A transfer is kept in the retry buffer until the receiver has given it out. Of the
// buffer's entries, the oldest first, `accepted` have arrived right and `sent` are under way or there; a rejected one
// is the first that is not accepted: it and all behind it are sent again, the first of them marked by restart.
// Promise: the pins carry an entry with its CRC; entries are sent in order, and again after a rejection.
module rh_retry_sender #(
    parameter int unsigned WORDS = 4,
    parameter int unsigned CRC_BITS = 10,
    parameter int unsigned BUFFER = 4,
    localparam int unsigned DATA_BITS = WORDS * 64,
    localparam int unsigned INDEX_BITS = rh_pkg::log2_up(BUFFER),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(BUFFER + 1)
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic                        valid_i,
    input  logic [       DATA_BITS-1:0] data_i,
    output logic                        ready_o,
    input  logic                        accept_i,        // answers: the next transfer arrived right,
    input  logic                        reject_i,        // or wrong,
    input  logic                        taken_i,         // and the oldest was given out
    // state load: take the registers that the outputs of these names show
    input  logic                        load_i,
    input  logic                        load_wire_valid_i,
    input  logic                        load_wire_restart_i,
    input  logic [       DATA_BITS-1:0] load_wire_data_i,
    input  logic [        CRC_BITS-1:0] load_wire_crc_i,
    input  logic [                15:0] load_retries_i,
    input  logic [BUFFER*DATA_BITS-1:0] load_stored_i,
    input  logic [      INDEX_BITS-1:0] load_oldest_i,
    input  logic [      COUNT_BITS-1:0] load_count_i,
    input  logic [      COUNT_BITS-1:0] load_accepted_i,
    input  logic [      COUNT_BITS-1:0] load_sent_i,
    output logic                        wire_valid_o,    // the pins
    output logic                        wire_restart_o,  // sent again, after a rejection
    output logic [       DATA_BITS-1:0] wire_data_o,
    output logic [        CRC_BITS-1:0] wire_crc_o,
    output logic [                15:0] retries_o,
    output logic [BUFFER*DATA_BITS-1:0] stored_o,        // observation
    output logic [      INDEX_BITS-1:0] oldest_o,
    output logic [      COUNT_BITS-1:0] count_o,
    output logic [      COUNT_BITS-1:0] accepted_o,
    output logic [      COUNT_BITS-1:0] sent_o
);
  rh_link_limits #(.WORDS(WORDS), .CRC_BITS(CRC_BITS), .BUFFER(BUFFER)) u_limits ();
  localparam logic [COUNT_BITS-1:0] FULL = COUNT_BITS'(BUFFER);

  logic [BUFFER*DATA_BITS-1:0] stored_q;
  logic [DATA_BITS-1:0] wire_data_d, wire_data_q;
  logic [CRC_BITS-1:0] wire_crc_d, wire_crc_q;
  logic [INDEX_BITS-1:0] oldest_d, oldest_q, behind, tail, next_at;
  logic [COUNT_BITS-1:0] count_d, count_q, accepted_d, accepted_q, sent_d, sent_q, from;
  logic [15:0] retries_d, retries_q;
  logic wire_valid_d, wire_valid_q, wire_restart_d, wire_restart_q, push, counts;

  rh_ring #(.N(BUFFER)) u_behind (.from_i(oldest_q), .by_i(COUNT_BITS'(1)), .at_o(behind));
  rh_ring #(.N(BUFFER)) u_tail (.from_i(oldest_q), .by_i(count_q), .at_o(tail));
  rh_ring #(.N(BUFFER)) u_next (.from_i(oldest_q), .by_i(from), .at_o(next_at));
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_crc (.data_i(wire_data_d), .crc_o(wire_crc_d));

  assign ready_o = (count_q != FULL) | taken_i;
  assign push    = valid_i & ready_o;
  assign from    = reject_i ? accepted_q : sent_q;
  assign counts  = reject_i & (retries_q != '1);

  always_comb begin
    wire_valid_d   = from != count_q;
    wire_restart_d = reject_i;
    wire_data_d    = stored_q[next_at*DATA_BITS+:DATA_BITS];
    oldest_d       = taken_i ? behind : oldest_q;
    count_d        = count_q + COUNT_BITS'(push) - COUNT_BITS'(taken_i);
    accepted_d     = accepted_q + COUNT_BITS'(accept_i) - COUNT_BITS'(taken_i);
    sent_d         = from + COUNT_BITS'(wire_valid_d) - COUNT_BITS'(taken_i);
    retries_d      = retries_q + 16'(counts);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wire_valid_q   <= 1'b0;
      wire_restart_q <= 1'b0;
      oldest_q       <= '0;
      count_q        <= '0;
      accepted_q     <= '0;
      sent_q         <= '0;
      retries_q      <= '0;
    end else if (load_i) begin
      wire_valid_q   <= load_wire_valid_i;
      wire_restart_q <= load_wire_restart_i;
      oldest_q       <= load_oldest_i;
      count_q        <= load_count_i;
      accepted_q     <= load_accepted_i;
      sent_q         <= load_sent_i;
      retries_q      <= load_retries_i;
    end else begin
      wire_valid_q   <= wire_valid_d;
      wire_restart_q <= wire_restart_d;
      oldest_q       <= oldest_d;
      count_q        <= count_d;
      accepted_q     <= accepted_d;
      sent_q         <= sent_d;
      retries_q      <= retries_d;
    end
    wire_data_q <= wire_data_d;
    wire_crc_q  <= wire_crc_d;
    if (load_i) wire_data_q <= load_wire_data_i;
    if (load_i) wire_crc_q <= load_wire_crc_i;
  end

  for (genvar k = 0; k < BUFFER; k++) begin : g_entry
    always_ff @(posedge clk_i)
      if (load_i) stored_q[k*DATA_BITS+:DATA_BITS] <= load_stored_i[k*DATA_BITS+:DATA_BITS];
      else if (push & (tail == INDEX_BITS'(k))) stored_q[k*DATA_BITS+:DATA_BITS] <= data_i;
  end

  assign wire_valid_o   = wire_valid_q;
  assign wire_restart_o = wire_restart_q;
  assign wire_data_o    = wire_data_q;
  assign wire_crc_o     = wire_crc_q;
  assign retries_o      = retries_q;
  assign stored_o       = stored_q;
  assign oldest_o       = oldest_q;
  assign count_o        = count_q;
  assign accepted_o     = accepted_q;
  assign sent_o         = sent_q;
`ifndef SYNTHESIS
  rh_contract_places u_taken_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(push), .place_i(ready_o), .pop_i(taken_i),
      .some_i(count_q != '0)
  );
`endif
endmodule
