// SPDX-License-Identifier: Apache-2.0
// Policy of `fgdram_channel`, seen from one symbolic bank x and its grain: which column commands close their row, that
// these go first, that a head which hits lets no more than FGDRAM_TURN of the other direction past, and that row
// commands leave open the rows of heads.
module mon_grain #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned GRAIN_BITS = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned GRAINS = 2 ** GRAIN_BITS
) (
    input logic                                 clk_i,
    input logic                                 rst_ni,
    input logic                                 started_i,
    // the heads, by bank
    input logic [                    BANKS-1:0] some_i,
    input logic [                    BANKS-1:0] wants_i,     // there is one, and its row is open and stays so
    input logic [                    BANKS-1:0] writes_i,
    input logic [                    BANKS-1:0] lasts_i,
    input logic [                    BANKS-1:0] others_i,    // there is a request behind it, to another row
    input logic [           BANKS*ROW_BITS-1:0] rows_i,
    // legal now
    input logic [                    BANKS-1:0] rd_ok_i,
    input logic [                    BANKS-1:0] wr_ok_i,
    // registers, by grain
    input logic [                   GRAINS-1:0] writes_q_i,
    input logic [rh_pkg::FGDRAM_TURN_BITS*GRAINS-1:0] passed_q_i,
    input logic [                          2:0] col_cmd_i,
    input logic [                BANK_BITS-1:0] col_bank_i,
    input logic                                 col_last_i,
    input logic                                 row_valid_i, // the policy's, not refresh's
    input logic                                 row_act_i,
    input logic [                BANK_BITS-1:0] row_bank_i,
    input logic [                 ROW_BITS-1:0] row_row_i
);
  localparam int unsigned GRAIN_SHIFT = BANK_BITS - GRAIN_BITS;  // bank to grain
  localparam int unsigned P = rh_pkg::FGDRAM_TURN_BITS;
  localparam logic [P-1:0] TURN = P'(rh_pkg::FGDRAM_TURN);

  (* anyconst *) logic [BANK_BITS-1:0] x;
  logic [BANK_BITS-1:0] n;  // its grain
  assign n = x >> GRAIN_SHIFT;

  logic live, column, close, write, here, finishes, kin;
  assign live   = started_i & rst_ni;
  assign column = col_cmd_i != rh_pkg::CMD_NOP;
  assign close  = col_cmd_i == rh_pkg::CMD_RDA || col_cmd_i == rh_pkg::CMD_WRA;
  assign write  = col_cmd_i == rh_pkg::CMD_WR || col_cmd_i == rh_pkg::CMD_WRA;
  assign here   = column & (col_bank_i >> GRAIN_SHIFT == n);
  assign kin    = write == writes_i[x];  // of the direction of x's head
  assign finishes = wants_i[x] & lasts_i[x] & others_i[x] & (writes_i[x] ? wr_ok_i[x] : rd_ok_i[x]);

  // column commands of the grain, of the other direction, since the head of x hits and none of its own direction went
  logic [P-1:0] waits;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !wants_i[x] || (here && kin)) waits <= '0;
    else if (here) waits <= waits + P'(1);
  end

  always_comb begin
    if (live) begin
      column_legal_A: assert (!column || (wants_i[col_bank_i] && write == writes_i[col_bank_i]
          && (write ? wr_ok_i[col_bank_i] : rd_ok_i[col_bank_i])));
      close_A: assert (!column || close == (col_last_i && others_i[col_bank_i]));
      close_first_A: assert (!(here && kin && finishes) || close);
      limit_A: assert (!(here && !kin && wants_i[x]) || waits < TURN);
      keep_A: assert (!row_valid_i || !wants_i[row_bank_i]);
      head_row_A: assert (!(row_valid_i && row_act_i && row_bank_i == x)
          || (some_i[x] && row_row_i == rows_i[x*ROW_BITS+:ROW_BITS]));
      close_C: cover (close && col_bank_i == x && write);
      last_C: cover (here && col_bank_i == x && col_last_i && !close);
      close_first_C: cover (here && kin && finishes && col_bank_i != x);
      limit_C: cover (here && kin && wants_i[x] && waits == TURN);
    end
  end

  // the grain's own count is no less; of the other direction it begins with 0 and the first command ends the wait
  logic [P-1:0] passed;
  assign passed = passed_q_i[n*P+:P];
  always_comb
    if (started_i) begin
      inv_passed_A: assert (passed <= TURN);
      inv_waits_A: assert (waits == '0 || ((writes_q_i[n] == writes_i[x]) ? passed == '0 : waits <= passed));
    end
endmodule
