// SPDX-License-Identifier: Apache-2.0
// The row command, seen from one symbolic entry y: over the banks in which no request wants the open row, the request
// of the highest rank whose ACT or PRE is legal goes, of equals the oldest. So no PRE closes a row that is still
// wanted.
module mon_row_choice #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned R = 1,
    parameter bit RANKED = 1'b0,  // the ranks differ
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned Y = $clog2(QUEUE)
) (
    input logic                       live_i,
    input logic [          QUEUE-1:0] valid_i,     // the queue, by entry, the oldest first
    input logic [          QUEUE-1:0] wants_i,     // the row that is open in its bank
    input logic [QUEUE*BANK_BITS-1:0] banks_i,
    input logic [ QUEUE*ROW_BITS-1:0] rows_i,
    input logic [        QUEUE*R-1:0] ranks_i,
    input logic [          BANKS-1:0] act_ok_i,    // legal now
    input logic [          BANKS-1:0] pre_ok_i,
    input logic                       col_valid_i,
    input logic                       row_valid_i, // the policy's, not refresh's
    input logic                       row_act_i,
    input logic [      BANK_BITS-1:0] row_bank_i,
    input logic [       ROW_BITS-1:0] row_row_i
);
  (* anyconst *) logic [Y-1:0] y;
  logic [BANK_BITS-1:0] bank;
  logic [R-1:0] rank;
  logic [QUEUE-1:0] in_mine, in_chosen, ahead;  // ahead: y or of a higher rank
  logic candidate, best;
  assign bank = banks_i[y*BANK_BITS+:BANK_BITS];
  assign rank = ranks_i[y*R+:R];
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign in_mine[k]   = banks_i[k*BANK_BITS+:BANK_BITS] == bank;
    assign in_chosen[k] = banks_i[k*BANK_BITS+:BANK_BITS] == row_bank_i;
    assign ahead[k]     = valid_i[k] & ((ranks_i[k*R+:R] > rank) | ((ranks_i[k*R+:R] == rank) & (k <= 32'(y))));
  end
  assign candidate = valid_i[y] & ((wants_i & in_mine) == '0) & (act_ok_i[bank] | pre_ok_i[bank]);
  assign best      = valid_i[y] & ((ahead & in_mine) == (QUEUE'(1) << y));  // of its bank

  always_comb begin
    entry_M: assume (32'(y) < QUEUE);
    if (live_i) begin
      row_choice_A: assert (!candidate || (BUSES == 1 && col_valid_i) || (row_valid_i && (ahead & in_chosen) != '0));
      row_legal_A: assert (!row_valid_i || (row_act_i ? act_ok_i[row_bank_i] : pre_ok_i[row_bank_i]));
      wanted_A: assert (!row_valid_i || (valid_i & in_chosen) != '0);
      keep_A: assert (!row_valid_i || (wants_i & in_chosen) == '0);
      best_row_A: assert (!(row_valid_i && row_act_i && best && bank == row_bank_i)
          || row_row_i == rows_i[y*ROW_BITS+:ROW_BITS]);
      loses_C: cover (candidate && row_valid_i && bank != row_bank_i);
      younger_C: cover (row_valid_i && !row_act_i && candidate && best && bank == row_bank_i && y != '0);
      kept_C: cover (wants_i[y] && pre_ok_i[bank] && !col_valid_i && !row_valid_i);
    end
  end
  if (RANKED) begin : g_ranked
    always_comb
      if (live_i) begin
        ranked_C: cover (row_valid_i && candidate && best && bank == row_bank_i && row_act_i
            && (valid_i & ~ahead & ((QUEUE'(1) << y) - 1) & ~in_mine) != '0);
        tie_C: cover (row_valid_i && candidate && bank != row_bank_i && (ahead & in_mine) == (QUEUE'(1) << y)
            && rank == R'(2));
      end
  end
endmodule
