// SPDX-License-Identifier: Apache-2.0
// The row lists of one bank of `row_sorter`: the row, first and last entry of each, and which of them is served: the
// one that began first. Model: cmodel/controller/rh_row_sorter.c.
// Promises: the lists that hold a request are a run in the ring of lists; the one that is served takes at most
// ROW_JOINS more requests while another waits.
module rh_row_lists #(
    parameter int unsigned N = 32,  // entries of all banks
    parameter int unsigned ROW_BITS = 12,
    localparam int unsigned ENTRY_BITS = rh_pkg::log2_up(N),
    localparam int unsigned LISTS = rh_pkg::ROW_LISTS,
    localparam int unsigned JOINS_BITS = rh_pkg::ROW_JOINS_BITS
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // sorting: the request of this row and entry joins a list, begins one, or neither
    input  logic [           LISTS-1:0] joins_i,
    input  logic [           LISTS-1:0] begins_i,
    input  logic [           LISTS-1:0] same_i,         // lists whose row it is
    input  logic [        ROW_BITS-1:0] fresh_row_i,
    input  logic [      ENTRY_BITS-1:0] fresh_entry_i,
    // service
    input  logic                        act_i,          // the row of row_o is opened
    input  logic                        issue_i,        // the next column command of the first request goes out
    input  logic                        last_i,         // that is its last
    input  logic [      ENTRY_BITS-1:0] next_i,         // the entry behind it; meaningful where there is one
    // transplant: take the registers that the outputs of these names show
    input  logic                        load_i,
    input  logic [  LISTS*ROW_BITS-1:0] load_row_i,
    input  logic [LISTS*ENTRY_BITS-1:0] load_head_i,
    input  logic [LISTS*ENTRY_BITS-1:0] load_tail_i,
    input  logic [           LISTS-1:0] load_used_i,
    input  logic [           LISTS-1:0] load_oldest_i,
    input  logic [      JOINS_BITS-1:0] load_joined_i,
    input  logic [                 2:0] load_done_i,
    input  logic                        load_fits_i,
    output logic                        sealed_o,       // the list that is served takes no request any more
    output logic [        ROW_BITS-1:0] served_row_o,
    output logic [      ENTRY_BITS-1:0] served_head_o,  // the bank's first request; meaningful where there is one
    // registers
    output logic [  LISTS*ROW_BITS-1:0] row_o,
    output logic [LISTS*ENTRY_BITS-1:0] head_o,
    output logic [LISTS*ENTRY_BITS-1:0] tail_o,
    output logic [           LISTS-1:0] used_o,         // lists with a request
    output logic [           LISTS-1:0] oldest_o,       // one-hot: the list that is served
    output logic [      JOINS_BITS-1:0] joined_o,       // requests that joined it while another waited
    output logic [                 2:0] done_o,         // column commands that its first request has had
    output logic                        fits_o          // the last ACT was for its row
);
  rh_limits #(.N(N), .ROW_BITS(ROW_BITS)) u_limits ();

  logic [LISTS*ROW_BITS-1:0] row_q;
  logic [LISTS*ENTRY_BITS-1:0] head_q, tail_q;
  logic [LISTS-1:0] used_d, used_q, oldest_d, oldest_q;
  logic [JOINS_BITS-1:0] joined_d, joined_q;
  logic [2:0] done_d, done_q;
  logic fits_d, fits_q;
  logic [ENTRY_BITS-1:0] last_entry;
  logic alone, leave, grows, rest, ends, turn;

  rh_onehot_mux #(.N(LISTS), .W(ENTRY_BITS)) u_head (.select_i(oldest_q), .data_i(head_q), .data_o(served_head_o));
  rh_onehot_mux #(.N(LISTS), .W(ENTRY_BITS)) u_tail (.select_i(oldest_q), .data_i(tail_q), .data_o(last_entry));
  rh_onehot_mux #(.N(LISTS), .W(ROW_BITS)) u_row (.select_i(oldest_q), .data_i(row_q), .data_o(served_row_o));

  assign sealed_o = joined_q == JOINS_BITS'(rh_pkg::ROW_JOINS);
  assign alone    = served_head_o == last_entry;
  assign leave    = issue_i & last_i;
  assign grows  = |(joins_i & oldest_q);
  assign rest   = |(used_q & ~oldest_q);
  // an empty list stays while no other waits: its row is the open one
  assign ends     = leave & alone & ~grows;
  assign turn     = ends & (rest | (|begins_i));

  always_comb begin
    used_d   = (used_q & ~(oldest_q & {LISTS{ends}})) | begins_i;
    oldest_d = turn ? {oldest_q[LISTS-2:0], oldest_q[LISTS-1]} : oldest_q;
    joined_d = turn ? '0 : joined_q + {{(JOINS_BITS - 1) {1'b0}}, grows & rest};
    done_d   = leave ? 3'd0 : done_q + 3'(issue_i);
    fits_d   = act_i | (fits_q & ~turn & ~(|(begins_i & oldest_q & ~same_i)));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q   <= '0;
      oldest_q <= LISTS'(1);
      joined_q <= '0;
      done_q   <= '0;
      fits_q   <= '0;
    end else if (load_i) begin
      used_q   <= load_used_i;
      oldest_q <= load_oldest_i;
      joined_q <= load_joined_i;
      done_q   <= load_done_i;
      fits_q   <= load_fits_i;
    end else begin
      used_q   <= used_d;
      oldest_q <= oldest_d;
      joined_q <= joined_d;
      done_q   <= done_d;
      fits_q   <= fits_d;
    end
  end

  for (genvar i = 0; i < LISTS; i++) begin : g_list
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        row_q[i*ROW_BITS+:ROW_BITS]      <= load_row_i[i*ROW_BITS+:ROW_BITS];
        head_q[i*ENTRY_BITS+:ENTRY_BITS] <= load_head_i[i*ENTRY_BITS+:ENTRY_BITS];
        tail_q[i*ENTRY_BITS+:ENTRY_BITS] <= load_tail_i[i*ENTRY_BITS+:ENTRY_BITS];
      end else begin
        if (begins_i[i]) row_q[i*ROW_BITS+:ROW_BITS] <= fresh_row_i;
        if (begins_i[i] | joins_i[i]) tail_q[i*ENTRY_BITS+:ENTRY_BITS] <= fresh_entry_i;
        if (begins_i[i] | (leave & oldest_q[i]))
          head_q[i*ENTRY_BITS+:ENTRY_BITS] <= (begins_i[i] | alone) ? fresh_entry_i : next_i;
      end
    end
  end

  assign row_o    = row_q;
  assign head_o   = head_q;
  assign tail_o   = tail_q;
  assign used_o   = used_q;
  assign oldest_o = oldest_q;
  assign joined_o = joined_q;
  assign done_o   = done_q;
  assign fits_o   = fits_q;
endmodule
