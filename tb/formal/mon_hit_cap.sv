// SPDX-License-Identifier: Apache-2.0
// The cap on hits: behind an ACT no more than `cap` column commands of its row go before an older request of the bank,
// and then the bank's oldest is next. They are counted here, upwards, by what the queue holds and what goes out. With
// WRITE_DRAIN that is so among the requests of the kind that is served: hits wait as long as an older one of
// these does.
module mon_hit_cap #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned WRITE_DRAIN = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic                       started_i,
    input  logic [                7:0] cap_i,
    input  logic [          QUEUE-1:0] valid_i,     // the queue, by entry, the oldest first
    input  logic [          QUEUE-1:0] wants_i,     // the row that is open in its bank
    input  logic [          QUEUE-1:0] served_i,    // of a kind that may go
    input  logic [          QUEUE-1:0] next_hits_i, // of its bank the oldest of these is next
    input  logic                       alone_i,     // the oldest goes alone
    input  logic [          QUEUE-1:0] oldest_i,
    input  logic [QUEUE*BANK_BITS-1:0] banks_i,
    input  logic [ QUEUE*ROW_BITS-1:0] rows_i,
    input  logic [          BANKS-1:0] open_i,
    input  logic                       column_i,    // a column command
    input  logic [      BANK_BITS-1:0] col_bank_i,
    input  logic                       act_i,
    input  logic [      BANK_BITS-1:0] row_bank_i,
    input  logic [       ROW_BITS-1:0] row_row_i,
    input  logic [        BANKS*8-1:0] left_i,      // the block's registers
    input  logic [          BANKS-1:0] capped_i,
    output logic [          BANKS-1:0] capped_o     // their hits wait
);
  logic [BANKS-1:0] passes, acts, waits, opened, next, reached, left, shut;  // opened: since reset
  logic [BANKS-1:0] had;  // their cap
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [7:0] passed;
    logic [QUEUE-1:0] mine, asks, oldest;
    logic [ROW_BITS-1:0] oldest_row;
    for (genvar k = 0; k < QUEUE; k++) begin : g_entry
      assign mine[k] = valid_i[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == BANK_BITS'(b));
    end
    assign asks   = mine & ((WRITE_DRAIN != 0 && alone_i) ? oldest_i : served_i | next_hits_i);
    assign oldest = asks & (~asks + QUEUE'(1));
    always_comb begin
      oldest_row = '0;
      for (int unsigned k = 0; k < QUEUE; k++) if (oldest[k]) oldest_row = rows_i[k*ROW_BITS+:ROW_BITS];
    end
    assign waits[b]    = (oldest & ~wants_i) != '0;  // an older request than any hit
    assign passes[b]   = column_i & (col_bank_i == BANK_BITS'(b)) & waits[b];
    assign acts[b]     = act_i & (row_bank_i == BANK_BITS'(b));
    assign had[b]      = (cap_i != 8'd0) & opened[b] & (passed >= cap_i);
    assign capped_o[b] = had[b] & (WRITE_DRAIN == 0 || waits[b]);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) {opened[b], passed} <= 9'd0;
      else if (acts[b]) {opened[b], passed} <= 9'h100;
      else if (passes[b] && passed != 8'hff) passed <= passed + 8'd1;
    end

    assign next[b]    = row_row_i == oldest_row;
    assign reached[b] = capped_o[b] & ((mine & wants_i) != '0);
    assign left[b]    = left_i[b*8+:8] == ((opened[b] && passed < cap_i) ? cap_i - passed : 8'd0);
    assign shut[b]    = ~open_i[b] & (passed == 8'd0);
  end

  always_comb begin
    if (started_i) begin
      capped_A: assert (capped_i == had);
      inv_left_A: assert (&left);
      inv_opened_A: assert (&(opened | shut));
      if (WRITE_DRAIN == 0) inv_waits_A: assert ((capped_i & ~waits) == '0);
    end
    if (started_i && rst_ni) begin
      bound_A: assert ((passes & capped_o) == '0);
      next_A: assert ((acts & capped_o & ~next) == '0);
      reached_C: cover (reached != '0);
      uncapped_C: cover (cap_i == 8'd0 && passes != '0);
    end
  end
endmodule
