// SPDX-License-Identifier: Apache-2.0
// Turns of `fgdram_channel`, seen from one symbolic bank x and its grain: on the column bus no grain is passed whose
// offer may contend, in a grain no bank whose head may go, on the row bus no bank whose ACT or PRE is legal. The
// pointers move behind the winner, in no other clock; that of the row bus behind the bank that has offered.
module mon_grain_turns #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned BUSES = 2,
    parameter int unsigned GRAIN_BITS = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned GRAINS = 2 ** GRAIN_BITS,
    localparam int unsigned B = BANKS / GRAINS,                // banks of a grain
    localparam int unsigned B_BITS = rh_pkg::log2_up(B),
    localparam int unsigned GRAIN_INDEX_BITS = rh_pkg::log2_up(GRAINS),
    localparam int unsigned P = rh_pkg::FGDRAM_TURN_BITS
) (
    input logic                        clk_i,
    input logic                        rst_ni,
    input logic                        started_i,
    // the heads, by bank
    input logic [           BANKS-1:0] some_i,
    input logic [           BANKS-1:0] wants_i,      // there is one, and its row is open and stays so
    input logic [           BANKS-1:0] writes_i,
    input logic [           BANKS-1:0] lasts_i,
    input logic [           BANKS-1:0] others_i,     // there is a request behind it, to another row
    // legal now; row commands: but for refresh, which may have their bus
    input logic [           BANKS-1:0] rd_ok_i,
    input logic [           BANKS-1:0] wr_ok_i,
    input logic [           BANKS-1:0] row_ok_i,
    input logic                        refreshes_i,
    // registers
    input logic [          GRAINS-1:0] writes_q_i,
    input logic [        P*GRAINS-1:0] passed_q_i,
    input logic [   GRAINS*B_BITS-1:0] column_next_i,
    input logic [GRAIN_INDEX_BITS-1:0] grain_next_i,
    input logic [       BANK_BITS-1:0] row_next_i,
    input logic                        column_i,     // a column command
    input logic [       BANK_BITS-1:0] col_bank_i,
    input logic                        row_valid_i,  // the policy's, not refresh's
    input logic [       BANK_BITS-1:0] row_bank_i
);
  localparam logic [P-1:0] TURN = P'(rh_pkg::FGDRAM_TURN);

  (* anyconst *) logic [BANK_BITS-1:0] x;
  logic live;
  assign live = started_i & rst_ni;

  // --- what each grain offers: heads of its direction; those that close their row first ---
  logic [BANKS-1:0] choice;
  logic [GRAINS-1:0] offers, closes, contend;
  for (genvar g = 0; g < GRAINS; g++) begin : g_grain
    logic [B-1:0] hits_wr, hits_rd, ready, finishes;
    logic turns, write;
    assign hits_wr  = wants_i[g*B+:B] & writes_i[g*B+:B];
    assign hits_rd  = wants_i[g*B+:B] & ~writes_i[g*B+:B];
    assign turns    = (writes_q_i[g] ? (|hits_rd) : (|hits_wr))
        & (~(writes_q_i[g] ? (|hits_wr) : (|hits_rd)) | (passed_q_i[g*P+:P] == TURN));
    assign write    = writes_q_i[g] ^ turns;
    assign ready    = write ? hits_wr & wr_ok_i[g*B+:B] : hits_rd & rd_ok_i[g*B+:B];
    assign finishes = ready & lasts_i[g*B+:B] & others_i[g*B+:B];
    assign offers[g] = |ready;
    assign closes[g] = |finishes;
    assign choice[g*B+:B] = closes[g] ? finishes : ready;
  end
  assign contend = (|closes) ? closes : offers;

  // --- steps from the pointers to the winner, and to x or its grain ---
  logic [GRAIN_INDEX_BITS-1:0] n, winner, grain_far, grain_far_x;
  logic [B_BITS-1:0] next, bank_far, bank_far_x;
  assign n           = (GRAINS == 1) ? '0 : GRAIN_INDEX_BITS'(x / B);
  assign winner      = (GRAINS == 1) ? '0 : GRAIN_INDEX_BITS'(col_bank_i / B);
  assign grain_far   = winner - grain_next_i;
  assign grain_far_x = n - grain_next_i;
  assign next        = column_next_i[n*B_BITS+:B_BITS];
  assign bank_far    = B_BITS'(col_bank_i % B) - next;
  assign bank_far_x  = B_BITS'(x % B) - next;

  // the turn of the row bus walks from grain to grain: place k * GRAINS + g is bank k of grain g
  logic [BANK_BITS-1:0] place, place_x, row_far, row_far_x, first;
  logic [BANKS-1:0] rows, row_places;
  logic bus;
  assign rows = some_i & ~wants_i & row_ok_i;
  for (genvar b = 0; b < BANKS; b++) begin : g_place
    assign row_places[b%B*GRAINS+b/B] = rows[b];
  end
  assign place     = BANK_BITS'(row_bank_i % B * GRAINS + row_bank_i / B);
  assign place_x   = BANK_BITS'(x % B * GRAINS + x / B);
  assign row_far   = place - row_next_i;
  assign row_far_x = place_x - row_next_i;
  assign bus       = BUSES == 2 || !column_i;
  always_comb begin
    first = '0;
    for (int unsigned k = BANKS; k > 0; k--)
      if (row_places[BANK_BITS'(row_next_i+BANK_BITS'(k-1))]) first = row_next_i + BANK_BITS'(k - 1);
  end

  // --- where the pointers must be ---
  logic [GRAIN_INDEX_BITS-1:0] grain_turn;
  logic [B_BITS-1:0] bank_turn;  // of x's grain
  logic [BANK_BITS-1:0] row_turn;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      grain_turn <= '0;
      bank_turn  <= '0;
      row_turn   <= '0;
    end else begin
      if (column_i) grain_turn <= (GRAINS == 1) ? '0 : winner + GRAIN_INDEX_BITS'(1);
      if (column_i && winner == n) bank_turn <= B_BITS'(col_bank_i % B) + B_BITS'(1);
      if ((|rows) && bus) row_turn <= first + BANK_BITS'(1);
    end
  end

  always_comb begin
    if (live) begin
      grain_turn_A: assert (!contend[n] || (column_i && grain_far <= grain_far_x));
      bank_turn_A: assert (!(column_i && winner == n && choice[x]) || bank_far <= bank_far_x);
      chosen_A: assert (!column_i || (contend[winner] && choice[col_bank_i]));
      row_turn_A: assert (!rows[x] || !bus || refreshes_i || (row_valid_i && row_far <= row_far_x));
      row_chosen_A: assert (!row_valid_i || rows[row_bank_i]);
      bank_passed_C: cover (column_i && winner == n && choice[x] && col_bank_i != x);
      row_around_C: cover (row_valid_i && place < row_next_i);
      row_passed_C: cover (row_valid_i && rows[x] && row_bank_i != x);
    end
    if (started_i) begin
      grain_pointer_A: assert (grain_next_i == grain_turn);
      bank_pointer_A: assert (next == bank_turn);
      row_pointer_A: assert (row_next_i == row_turn);
    end
  end
  if (GRAINS > 1) begin : g_grains_covers
    always_comb
      if (live) begin
        grain_passed_C: cover (contend[n] && closes == '0 && column_i && winner != n);
        closes_over_C: cover (offers[n] && column_i && winner != n && grain_far_x < grain_far);
      end
  end
endmodule
