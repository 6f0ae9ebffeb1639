// SPDX-License-Identifier: Apache-2.0
// The queue of one bank: a ring whose head and tail are sets of one entry, and a count of the column commands that the
// head has had. An entry is written once. Models: cmodel/controller/rh_banked_fifo.c and rh_fgdram_grain.c.
// Promise: requests leave in order of arrival, provided that nobody pushes into a full queue whose head stays.
module rh_bank_queue #(
    parameter int unsigned N = 8,  // entries
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(N + 1)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     push_i,
    input  logic                     issue_i,        // the head's next column command goes out
    input  logic                     req_write_i,
    input  logic [     ROW_BITS-1:0] req_row_i,
    input  logic [  COLUMN_BITS-1:0] req_column_i,
    input  logic [              2:0] req_extra_i,
    input  logic [     TAG_BITS-1:0] req_tag_i,
    // transplant: take the registers that the outputs of these names show
    input  logic                     load_i,
    input  logic [            N-1:0] load_write_i,
    input  logic [   N*ROW_BITS-1:0] load_row_i,
    input  logic [N*COLUMN_BITS-1:0] load_column_i,
    input  logic [          N*3-1:0] load_extra_i,
    input  logic [   N*TAG_BITS-1:0] load_tag_i,
    input  logic [            N-1:0] load_head_i,
    input  logic [            N-1:0] load_tail_i,
    input  logic [   COUNT_BITS-1:0] load_count_i,
    input  logic [              2:0] load_done_i,
    output logic                     some_o,
    output logic                     full_o,
    output logic                     pop_o,          // the head leaves
    // the head; meaningful with some_o
    output logic                     head_write_o,
    output logic [     ROW_BITS-1:0] head_row_o,
    output logic [  COLUMN_BITS-1:0] head_column_o,
    output logic [     TAG_BITS-1:0] head_tag_o,
    output logic                     head_last_o,    // its next column command is its last
    // registers
    output logic [            N-1:0] write_o,
    output logic [   N*ROW_BITS-1:0] row_o,
    output logic [N*COLUMN_BITS-1:0] column_o,
    output logic [          N*3-1:0] extra_o,
    output logic [   N*TAG_BITS-1:0] tag_o,
    output logic [            N-1:0] head_o,         // one-hot: the oldest entry
    output logic [            N-1:0] tail_o,         // one-hot: where the next request goes
    output logic [   COUNT_BITS-1:0] count_o,
    output logic [              2:0] done_o          // column commands that the head has had
);
  rh_limits #(.N(N), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)) u_limits ();

  logic [N-1:0] write_q, head_q, tail_q;
  logic [N*ROW_BITS-1:0] row_q;
  logic [N*COLUMN_BITS-1:0] column_q;
  logic [N*3-1:0] extra_q;
  logic [N*TAG_BITS-1:0] tag_q;
  logic [COUNT_BITS-1:0] count_d, count_q;
  logic [2:0] done_d, done_q, last_extra;

  rh_onehot_mux #(.N(N), .W(ROW_BITS)) u_row (.select_i(head_q), .data_i(row_q), .data_o(head_row_o));
  rh_onehot_mux #(.N(N), .W(COLUMN_BITS)) u_column (.select_i(head_q), .data_i(column_q), .data_o(head_column_o));
  rh_onehot_mux #(.N(N), .W(3)) u_extra (.select_i(head_q), .data_i(extra_q), .data_o(last_extra));
  rh_onehot_mux #(.N(N), .W(TAG_BITS)) u_tag (.select_i(head_q), .data_i(tag_q), .data_o(head_tag_o));

  assign some_o       = count_q != '0;
  assign full_o       = count_q == COUNT_BITS'(N);
  assign head_write_o = |(head_q & write_q);
  assign head_last_o  = last_extra == done_q;
  assign pop_o        = issue_i & head_last_o;

  always_comb begin
    count_d = count_q + COUNT_BITS'(push_i) - COUNT_BITS'(pop_o);
    done_d  = pop_o ? 3'd0 : done_q + 3'(issue_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= N'(1);
      tail_q  <= N'(1);
      count_q <= '0;
      done_q  <= '0;
    end else if (load_i) begin
      head_q  <= load_head_i;
      tail_q  <= load_tail_i;
      count_q <= load_count_i;
      done_q  <= load_done_i;
    end else begin
      // a rotation by one, of a ring of one entry too
      if (pop_o) head_q <= (head_q << 1) | (head_q >> (N - 1));
      if (push_i) tail_q <= (tail_q << 1) | (tail_q >> (N - 1));
      count_q <= count_d;
      done_q  <= done_d;
    end
  end

  for (genvar k = 0; k < N; k++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        write_q[k] <= load_write_i[k];
        row_q[k*ROW_BITS+:ROW_BITS] <= load_row_i[k*ROW_BITS+:ROW_BITS];
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= load_column_i[k*COLUMN_BITS+:COLUMN_BITS];
        extra_q[k*3+:3] <= load_extra_i[k*3+:3];
        tag_q[k*TAG_BITS+:TAG_BITS] <= load_tag_i[k*TAG_BITS+:TAG_BITS];
      end else if (push_i & tail_q[k]) begin
        write_q[k] <= req_write_i;
        row_q[k*ROW_BITS+:ROW_BITS] <= req_row_i;
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= req_column_i;
        extra_q[k*3+:3] <= req_extra_i;
        tag_q[k*TAG_BITS+:TAG_BITS] <= req_tag_i;
      end
    end
  end

  assign write_o  = write_q;
  assign row_o    = row_q;
  assign column_o = column_q;
  assign extra_o  = extra_q;
  assign tag_o    = tag_q;
  assign head_o   = head_q;
  assign tail_o   = tail_q;
  assign count_o  = count_q;
  assign done_o   = done_q;
`ifndef SYNTHESIS
  rh_contract_places u_push_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(push_i), .place_i(!full_o || pop_o), .pop_i(issue_i),
      .some_i(some_o)
  );
`endif
endmodule
