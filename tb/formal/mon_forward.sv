// SPDX-License-Identifier: Apache-2.0
// A read that no command answers, beside the two requests that mon_requests follows: it gets its data of a write that
// waits and has the same columns to write. Whatever write waits besides, and has a column of it, is older than that
// one; and that one is answered later.
module mon_forward #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned I = $clog2(RESPONSES)
) (
    input logic                     clk_i,
    input logic                     rst_ni,
    input logic                     started_i,
    input logic                     req_valid_i,
    input logic                     req_ready_i,
    input logic                     req_write_i,
    input logic [    BANK_BITS-1:0] req_bank_i,
    input logic [     ROW_BITS-1:0] req_row_i,
    input logic [  COLUMN_BITS-1:0] req_column_i,
    input logic [              2:0] req_len_i,
    input logic [     TAG_BITS-1:0] req_tag_i,
    input logic                     forward_i,
    input logic [     TAG_BITS-1:0] forward_tag_i,
    input logic                     ends_i,         // a last column command
    input logic                     rsp_valid_i,
    input logic                     rsp_ready_i,
    input logic [     TAG_BITS-1:0] rsp_tag_i,
    // a, b: see mon_track
    input logic [   2*TAG_BITS-1:0] tag_i,
    input logic [              7:0] left_i,
    input logic [              1:0] waiting_i,
    input logic [              1:0] write_i,
    input logic [  2*BANK_BITS-1:0] bank_i,
    input logic [   2*ROW_BITS-1:0] row_i,
    input logic [2*COLUMN_BITS-1:0] next_i,
    input logic                     behind_i,       // b came behind a, and a has column commands to come
    input logic [          2*I-1:0] slot_i          // so many slots are before that of their response
);
  logic live;
  assign live = started_i & rst_ni;

  // the write whose data are given; a write that waits, and has a column of the request offered, or just the same
  logic [1:0] source, shares, fits;
  for (genvar k = 0; k < 2; k++) begin : g_source
    logic [COLUMN_BITS-1:0] first;
    logic [3:0] many, len;
    logic waits;
    assign first     = next_i[k*COLUMN_BITS+:COLUMN_BITS];
    assign many      = left_i[k*4+:4];
    assign len       = {1'b0, req_len_i} + 4'd1;
    assign waits     = (many != 4'd0) & write_i[k] & (bank_i[k*BANK_BITS+:BANK_BITS] == req_bank_i)
        & (row_i[k*ROW_BITS+:ROW_BITS] == req_row_i);
    assign shares[k] = waits & ((32'(COLUMN_BITS'(req_column_i - first)) < 32'(many))
        | (32'(COLUMN_BITS'(first - req_column_i)) < 32'(len)));
    assign fits[k]   = waits & (first == req_column_i) & (many == len);
    assign source[k] = forward_i & (forward_tag_i == tag_i[k*TAG_BITS+:TAG_BITS]);
  end

  // b gets its data of a, and its response is to come
  logic given, taken, answered;
  assign taken    = live & req_valid_i & req_ready_i & (req_tag_i == tag_i[TAG_BITS+:TAG_BITS]);
  assign answered = live & rsp_valid_i & rsp_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) given <= 1'b0;
    else if (taken) given <= source[0];
    else if (answered & (rsp_tag_i == tag_i[TAG_BITS+:TAG_BITS])) given <= 1'b0;
  end

  always_comb begin
    if (live) begin
      read_A: assert (!forward_i || (req_valid_i && !req_write_i));
      source_A: assert ((source & ~fits) == 2'b00);
      youngest_A: assert (!(source[1] && shares[0]) || behind_i);
      later_A: assert (!(given && answered && rsp_tag_i == tag_i[0+:TAG_BITS]));
      youngest_C: cover (source[1] && shares[0] && req_len_i != 3'd0 && req_ready_i);
      waits_C: cover (source[0] && !req_ready_i && ends_i);
      full_C: cover (source[0] && !req_ready_i && !ends_i);
      given_C: cover (given && waiting_i == 2'b11 && rsp_valid_i);
    end
    if (started_i)
      inv_given_A: assert (!given || (waiting_i[1]
          && (left_i[3:0] != 4'd0 || (waiting_i[0] && slot_i[I+:I] < slot_i[0+:I]))));
  end
endmodule
