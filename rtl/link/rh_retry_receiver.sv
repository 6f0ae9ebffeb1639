// SPDX-License-Identifier: Apache-2.0
// The receiver of a link with retry: a transfer whose CRC is right is kept until it is taken; one whose CRC is wrong is
// rejected, and the transfers behind it are dropped until the sender begins again. The receiver has room for as many
// transfers as the sender's buffer holds. Promise: every transfer that is delivered arrived with the right CRC (with
// bypass: with any CRC), in order and once.
module rh_retry_receiver #(
    parameter int unsigned WORDS = 4,
    parameter int unsigned CRC_BITS = 10,
    parameter int unsigned BUFFER = 4,
    localparam int unsigned DATA_BITS = WORDS * 64,
    localparam int unsigned INDEX_BITS = rh_pkg::log2_up(BUFFER),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(BUFFER + 1)
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic                        bypass_i,
    input  logic                        pins_valid_i,
    input  logic                        pins_restart_i,
    input  logic [       DATA_BITS-1:0] pins_data_i,
    input  logic [        CRC_BITS-1:0] pins_crc_i,
    output logic                        valid_o,
    output logic [       DATA_BITS-1:0] data_o,
    input  logic                        ready_i,
    // state load: take the registers that the outputs of these names show
    input  logic                        load_i,
    input  logic [BUFFER*DATA_BITS-1:0] load_kept_i,
    input  logic [      INDEX_BITS-1:0] load_kept_head_i,
    input  logic [      COUNT_BITS-1:0] load_kept_count_i,
    input  logic                        load_waiting_i,
    input  logic                        load_accept_i,
    input  logic                        load_reject_i,
    input  logic                        load_taken_i,
    output logic                        accept_o,        // answers, of the clock before
    output logic                        reject_o,
    output logic                        taken_o,
    output logic [BUFFER*DATA_BITS-1:0] kept_o,          // observation
    output logic [      INDEX_BITS-1:0] kept_head_o,
    output logic [      COUNT_BITS-1:0] kept_count_o,
    output logic                        waiting_o
);
  rh_link_limits #(.WORDS(WORDS), .CRC_BITS(CRC_BITS), .BUFFER(BUFFER)) u_limits ();

  logic [BUFFER*DATA_BITS-1:0] kept_q;
  logic [CRC_BITS-1:0] crc;
  logic [INDEX_BITS-1:0] head_d, head_q, behind, tail;
  logic [COUNT_BITS-1:0] count_d, count_q;
  logic waiting_d, waiting_q, accept_d, accept_q, reject_d, reject_q, taken_d, taken_q, listens, right;

  rh_ring #(.N(BUFFER)) u_behind (.from_i(head_q), .by_i(COUNT_BITS'(1)), .at_o(behind));
  rh_ring #(.N(BUFFER)) u_tail (.from_i(head_q), .by_i(count_q), .at_o(tail));
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_crc (.data_i(pins_data_i), .crc_o(crc));

  assign listens = pins_valid_i & (~waiting_q | pins_restart_i);
  assign right   = bypass_i | (crc == pins_crc_i);

  always_comb begin
    accept_d  = listens & right;
    reject_d  = listens & ~right;
    taken_d   = valid_o & ready_i;
    waiting_d = listens ? ~right : waiting_q;
    head_d    = taken_d ? behind : head_q;
    count_d   = count_q + COUNT_BITS'(accept_d) - COUNT_BITS'(taken_d);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      accept_q  <= 1'b0;
      reject_q  <= 1'b0;
      taken_q   <= 1'b0;
      head_q    <= '0;
      count_q   <= '0;
    end else if (load_i) begin
      waiting_q <= load_waiting_i;
      accept_q  <= load_accept_i;
      reject_q  <= load_reject_i;
      taken_q   <= load_taken_i;
      head_q    <= load_kept_head_i;
      count_q   <= load_kept_count_i;
    end else begin
      waiting_q <= waiting_d;
      accept_q  <= accept_d;
      reject_q  <= reject_d;
      taken_q   <= taken_d;
      head_q    <= head_d;
      count_q   <= count_d;
    end
  end

  for (genvar k = 0; k < BUFFER; k++) begin : g_entry
    always_ff @(posedge clk_i)
      if (load_i) kept_q[k*DATA_BITS+:DATA_BITS] <= load_kept_i[k*DATA_BITS+:DATA_BITS];
      else if (accept_d & (tail == INDEX_BITS'(k))) kept_q[k*DATA_BITS+:DATA_BITS] <= pins_data_i;
  end

  assign valid_o      = count_q != '0;
  assign data_o       = kept_q[head_q*DATA_BITS+:DATA_BITS];
  assign accept_o     = accept_q;
  assign reject_o     = reject_q;
  assign taken_o      = taken_q;
  assign kept_o       = kept_q;
  assign kept_head_o  = head_q;
  assign kept_count_o = count_q;
  assign waiting_o    = waiting_q;
`ifndef SYNTHESIS
  rh_contract_places u_pins_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(accept_d), .place_i(count_q != COUNT_BITS'(BUFFER)),
      .pop_i(taken_d), .some_i(count_q != '0)
  );
`endif
endmodule
