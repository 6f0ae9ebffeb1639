// SPDX-License-Identifier: Apache-2.0
// Round robin over the banks' heads, seen from one symbolic bank x: no bank is passed whose head could go, but by one
// that goes out of turn; columns go before rows on one bus, and a pointer moves past the bank that issued in its turn,
// in no other clock.
module mon_turns #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                         clk_i,
    input logic                         rst_ni,
    input logic                         started_i,
    // the heads, by bank
    input logic [            BANKS-1:0] some_i,
    input logic [            BANKS-1:0] wants_i,     // the row that is open in its bank
    input logic [            BANKS-1:0] writes_i,
    input logic [            BANKS-1:0] lasts_i,
    input logic [   BANKS*ROW_BITS-1:0] rows_i,
    input logic [BANKS*COLUMN_BITS-1:0] columns_i,
    input logic [   BANKS*TAG_BITS-1:0] tags_i,
    // legal now
    input logic [            BANKS-1:0] rd_ok_i,
    input logic [            BANKS-1:0] wr_ok_i,
    input logic [            BANKS-1:0] act_ok_i,
    input logic [            BANKS-1:0] pre_ok_i,
    // the pointers: the bank whose turn it is
    input logic [        BANK_BITS-1:0] col_next_i,
    input logic [        BANK_BITS-1:0] row_next_i,
    // banks that go out of turn, before the others
    input logic [            BANKS-1:0] col_first_i,
    input logic [            BANKS-1:0] row_first_i,
    input logic                         col_valid_i,
    input logic                         col_write_i,
    input logic                         col_last_i,
    input logic [        BANK_BITS-1:0] col_bank_i,
    input logic [      COLUMN_BITS-1:0] col_column_i,
    input logic [         TAG_BITS-1:0] col_tag_i,
    input logic                         row_valid_i, // the policy's, not refresh's
    input logic                         row_act_i,
    input logic [        BANK_BITS-1:0] row_bank_i,
    input logic [         ROW_BITS-1:0] row_row_i
);
  (* anyconst *) logic [BANK_BITS-1:0] x;
  logic live, ready, candidate, bus;
  logic [BANK_BITS-1:0] col_far, row_far, col_far_x, row_far_x;  // steps from the pointer
  assign live      = started_i & rst_ni;
  assign ready     = some_i[x] & wants_i[x] & (writes_i[x] ? wr_ok_i[x] : rd_ok_i[x]);
  assign candidate = some_i[x] & ~wants_i[x] & (act_ok_i[x] | pre_ok_i[x]);
  assign bus       = BUSES == 2 || !col_valid_i;
  assign col_far   = col_bank_i - col_next_i;
  assign row_far   = row_bank_i - row_next_i;
  assign col_far_x = x - col_next_i;
  assign row_far_x = x - row_next_i;

  // where the pointers must be, from the commands alone
  logic [BANK_BITS-1:0] col_turn, row_turn;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      col_turn <= '0;
      row_turn <= '0;
    end else begin
      if (col_valid_i && !col_first_i[col_bank_i]) col_turn <= col_bank_i + BANK_BITS'(1);
      if (row_valid_i && !row_first_i[row_bank_i]) row_turn <= row_bank_i + BANK_BITS'(1);
    end
  end

  always_comb begin
    if (live) begin
      column_turn_A: assert (!ready || (col_valid_i
          && {~col_first_i[col_bank_i], col_far} <= {~col_first_i[x], col_far_x}));
      row_turn_A: assert (!candidate || !bus || (row_valid_i
          && {~row_first_i[row_bank_i], row_far} <= {~row_first_i[x], row_far_x}));
      column_first_A: assert (BUSES == 2 || !ready || !row_valid_i);
      column_legal_A: assert (!col_valid_i || ((col_write_i ? wr_ok_i[col_bank_i] : rd_ok_i[col_bank_i])
          && some_i[col_bank_i] && wants_i[col_bank_i]));
      carried_A: assert (!(col_valid_i && col_bank_i == x) || (col_write_i == writes_i[x] && col_last_i == lasts_i[x]
          && col_column_i == columns_i[x*COLUMN_BITS+:COLUMN_BITS] && col_tag_i == tags_i[x*TAG_BITS+:TAG_BITS]));
      row_legal_A: assert (!row_valid_i
          || ((row_act_i ? act_ok_i[row_bank_i] : pre_ok_i[row_bank_i]) && some_i[row_bank_i]));
      keep_A: assert (!row_valid_i || !wants_i[row_bank_i]);
      head_row_A: assert (!(row_valid_i && row_act_i && row_bank_i == x) || row_row_i == rows_i[x*ROW_BITS+:ROW_BITS]);
      around_C: cover (col_valid_i && col_bank_i < col_next_i && ready && x == '0);
      passed_C: cover (ready && col_bank_i > x && col_far < col_far_x);
      row_around_C: cover (row_valid_i && row_bank_i < row_next_i);
      row_passed_C: cover (candidate && row_valid_i && row_bank_i > x && row_far < row_far_x);
    end
  end
  if (BUSES == 1) begin : g_bus_cover
    always_comb waits_C: cover (live && candidate && !row_valid_i && col_valid_i && col_next_i != row_next_i);
  end
  always_comb
    if (started_i) begin
      column_pointer_A: assert (col_next_i == col_turn);
      row_pointer_A: assert (row_next_i == row_turn);
    end
endmodule
