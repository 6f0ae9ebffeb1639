// SPDX-License-Identifier: Apache-2.0
// Oldest ready first, seen from one symbolic entry y: of the banks' oldest requests to an open row, the oldest whose
// column command is legal goes, an upper one before others, and RANKED, of these, one of a higher rank before others;
// on one command bus it goes before a row command.
module mon_column_choice #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned BUSES = 1,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned R = 1,
    parameter bit RANKED = 1'b0,  // the ranks differ
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned Y = $clog2(QUEUE)
) (
    input logic                         live_i,
    input logic [            QUEUE-1:0] valid_i,     // the queue, by entry, the oldest first
    input logic [            QUEUE-1:0] wants_i,     // the row that is open in its bank
    input logic [            QUEUE-1:0] upper_i,     // go before the others; one bank's wants are all upper, or none
    input logic [          QUEUE*R-1:0] ranks_i,
    input logic [            QUEUE-1:0] writes_i,
    input logic [  QUEUE*BANK_BITS-1:0] banks_i,
    input logic [QUEUE*COLUMN_BITS-1:0] columns_i,
    input logic [          QUEUE*3-1:0] lens_i,
    input logic [   QUEUE*TAG_BITS-1:0] tags_i,
    input logic [            BANKS-1:0] rd_ok_i,     // legal now
    input logic [            BANKS-1:0] wr_ok_i,
    input logic                         row_valid_i, // the policy issues a row command
    input logic                         col_valid_i,
    input logic                         col_write_i,
    input logic                         col_last_i,
    input logic [        BANK_BITS-1:0] col_bank_i,
    input logic [      COLUMN_BITS-1:0] col_column_i,
    input logic [         TAG_BITS-1:0] col_tag_i
);
  (* anyconst *) logic [Y-1:0] y;
  logic [BANK_BITS-1:0] bank;
  // ahead of y, of y's bank, of the bank that gets the command, and its oldest that wants the row
  logic [QUEUE-1:0] former, older, in_mine, in_chosen, heads;
  assign bank   = banks_i[y*BANK_BITS+:BANK_BITS];
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign in_mine[k]   = banks_i[k*BANK_BITS+:BANK_BITS] == bank;
    assign in_chosen[k] = banks_i[k*BANK_BITS+:BANK_BITS] == col_bank_i;
    assign older[k]     = k < 32'(y);
    if (RANKED) begin : g_ranked
      logic [R-1:0] rank, of_y;
      assign rank = ranks_i[k*R+:R];
      assign of_y = ranks_i[y*R+:R];
      assign former[k] = (upper_i[k] & ~upper_i[y])
          | ((upper_i[k] == upper_i[y]) & ((rank > of_y) | ((rank == of_y) & older[k])));
      assign heads[k] = wants_i[k] & ((wants_i & in_chosen & QUEUE'((64'd1 << k) - 64'd1)) == '0);
    end else begin : g_by_age
      assign former[k] = (upper_i[k] & ~upper_i[y]) | ((upper_i[k] == upper_i[y]) & older[k]);
      assign heads[k]  = wants_i[k];
    end
  end

  logic oldest, ready;  // of the bank's requests to the open row; and its command is legal
  assign oldest = wants_i[y] & ((wants_i & older & in_mine) == '0);
  assign ready  = oldest & (writes_i[y] ? wr_ok_i[bank] : rd_ok_i[bank]);

  always_comb begin
    entry_M: assume (32'(y) < QUEUE);
    if (live_i) begin
      oldest_ready_A: assert (!ready || (col_valid_i && (heads & (former | (QUEUE'(1) << y)) & in_chosen) != '0));
      column_first_A: assert (BUSES == 2 || !ready || !row_valid_i);
      column_legal_A: assert (!col_valid_i || ((col_write_i ? wr_ok_i[col_bank_i] : rd_ok_i[col_bank_i])
          && (wants_i & in_chosen) != '0));
      carried_A: assert (!(col_valid_i && oldest && bank == col_bank_i) || (col_write_i == writes_i[y]
          && col_column_i == columns_i[y*COLUMN_BITS+:COLUMN_BITS] && col_tag_i == tags_i[y*TAG_BITS+:TAG_BITS]
          && col_last_i == (lens_i[y*3+:3] == 3'd0)));
      overtake_C: cover (col_valid_i && ready && valid_i[0] && !wants_i[0] && bank == col_bank_i);
      illegal_C: cover (oldest && !ready && writes_i[y] && col_valid_i && bank != col_bank_i && y == '0);
      elder_C: cover (ready && col_valid_i && bank != col_bank_i);
    end
  end
  if (RANKED) begin : g_cover
    always_comb
      if (live_i) ranked_C: cover (ready && col_valid_i && bank != col_bank_i && (heads & in_chosen & older) == '0
          && (heads & in_chosen & upper_i) == '0 && !upper_i[y]);
  end else begin : g_no_ranks
    logic unused_ranks;
    assign unused_ranks = ^ranks_i;
  end
endmodule
