// SPDX-License-Identifier: Apache-2.0
// The pool of `fgdram_channel`: the requests that wait behind the heads of all banks, each with the number of the entry
// behind it (`next`, unless it is the youngest of its bank). The heads begin these lists, so an entry is read once,
// when it becomes a head, and nothing is searched but for a free entry. Model: cmodel/controller/rh_fgdram_grain.c.
// Promise: an entry keeps its request until take_i names it, provided that nobody waits in a full pool.
module rh_fgdram_pool #(
    parameter int unsigned N = 28,  // entries
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    localparam int unsigned E = rh_pkg::log2_up(N),  // bits of an entry's number
    localparam int unsigned W = 1 + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS + E + 1,  // bits of an entry
    localparam int unsigned OBS_BITS = N * (1 + W)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // a request that arrives is written into entry free_o before it is known whether it waits there
    input  logic                     arrives_i,
    input  logic                     waits_i,
    input  logic                     links_i,       // it does, behind entry tail_i
    input  logic [            E-1:0] tail_i,        // the youngest request of its bank, where one is here
    input  logic                     req_same_i,
    input  logic                     req_write_i,
    input  logic [     ROW_BITS-1:0] req_row_i,
    input  logic [  COLUMN_BITS-1:0] req_column_i,
    input  logic [              2:0] req_len_i,
    input  logic [     TAG_BITS-1:0] req_tag_i,
    // entry next_i becomes a head
    input  logic                     take_i,
    input  logic [            E-1:0] next_i,
    output logic                     full_o,
    output logic [            E-1:0] free_o,
    output logic [     ROW_BITS-1:0] tail_row_o,    // of entry tail_i
    // of entry next_i
    output logic                     write_o,
    output logic [     ROW_BITS-1:0] row_o,
    output logic [  COLUMN_BITS-1:0] column_o,
    output logic [              2:0] len_o,
    output logic [     TAG_BITS-1:0] tag_o,
    output logic [            E-1:0] next_o,
    output logic                     same_o,
    input  logic                     load_i,
    input  logic [     OBS_BITS-1:0] load_state_i,
    output logic [     OBS_BITS-1:0] obs_o          // what entries are used, lowest; then their fields
);
  rh_limits #(.N(N), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)) u_limits ();

  logic [N-1:0] used_d, used_q, write_q, same_q, free_at, tail_at, next_at, load_used, load_write, load_same;
  logic [N*ROW_BITS-1:0] row_q, load_row;
  logic [N*COLUMN_BITS-1:0] column_q, load_column;
  logic [N*3-1:0] len_q, load_len;
  logic [N*TAG_BITS-1:0] tag_q, load_tag;
  logic [N*E-1:0] next_q, load_next;
  logic [N*W-1:0] words;

  assign {load_same, load_next, load_tag, load_len, load_column, load_row, load_write, load_used} = load_state_i;
  assign obs_o = {same_q, next_q, tag_q, len_q, column_q, row_q, write_q, used_q};

  assign full_o = &used_q;
  rh_first #(.N(N)) u_free_at (.set_i(~used_q), .first_o(free_at));
  rh_onehot_index #(.N(N)) u_free (.onehot_i(free_at), .index_o(free_o));
  rh_onehot_mux #(.N(N), .W(ROW_BITS)) u_tail_row (.select_i(tail_at), .data_i(row_q), .data_o(tail_row_o));
  rh_onehot_mux #(.N(N), .W(W)) u_word (
      .select_i(next_at), .data_i(words), .data_o({same_o, next_o, tag_o, len_o, column_o, row_o, write_o})
  );

  always_comb used_d = (used_q & ~(next_at & {N{take_i}})) | (free_at & {N{waits_i}});

  always_ff @(posedge clk_i) begin
    if (!rst_ni) used_q <= '0;
    else if (load_i) used_q <= load_used;
    else used_q <= used_d;
  end

  for (genvar k = 0; k < N; k++) begin : g_entry
    assign tail_at[k]    = tail_i == E'(k);
    assign next_at[k]    = next_i == E'(k);
    assign words[k*W+:W] = {same_q[k], next_q[k*E+:E], tag_q[k*TAG_BITS+:TAG_BITS], len_q[k*3+:3],
                            column_q[k*COLUMN_BITS+:COLUMN_BITS], row_q[k*ROW_BITS+:ROW_BITS], write_q[k]};
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        write_q[k] <= load_write[k];
        row_q[k*ROW_BITS+:ROW_BITS] <= load_row[k*ROW_BITS+:ROW_BITS];
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= load_column[k*COLUMN_BITS+:COLUMN_BITS];
        len_q[k*3+:3] <= load_len[k*3+:3];
        tag_q[k*TAG_BITS+:TAG_BITS] <= load_tag[k*TAG_BITS+:TAG_BITS];
      end else if (arrives_i & free_at[k]) begin
        write_q[k] <= req_write_i;
        row_q[k*ROW_BITS+:ROW_BITS] <= req_row_i;
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= req_column_i;
        len_q[k*3+:3] <= req_len_i;
        tag_q[k*TAG_BITS+:TAG_BITS] <= req_tag_i;
      end
      if (load_i) begin
        next_q[k*E+:E] <= load_next[k*E+:E];
        same_q[k]      <= load_same[k];
      end else if (links_i & tail_at[k]) begin
        next_q[k*E+:E] <= free_o;
        same_q[k]      <= req_same_i;
      end
    end
  end
`ifndef SYNTHESIS
  rh_contract_places u_wait_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(waits_i), .place_i(!full_o), .pop_i(take_i),
      .some_i(|used_q)
  );
`endif
endmodule
