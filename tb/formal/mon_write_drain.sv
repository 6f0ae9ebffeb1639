// SPDX-License-Identifier: Apache-2.0
// Reads and writes in turn, from what the queue holds: which kind may go, which one has room, that no command is for
// the other kind unless all who may go in the bank's row have a hazard, and that this changes in no other clock than
// the rule says. Requests are counted in the queue itself, and the rule is that of rh_write_drain.h: reads are served
// while they wait and writes do not drain; writes drain from the clock on in which `high` of them wait, as long as more
// than `low` are left.
module mon_write_drain #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned C = $clog2(QUEUE + 1)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic                       started_i,
    input  logic [                7:0] high_i,
    input  logic [                7:0] low_i,
    input  logic [                7:0] places_i,     // for writes; 0: for both
    input  logic [          QUEUE-1:0] valid_i,      // the queue, by entry, the oldest first
    input  logic [          QUEUE-1:0] wants_i,      // the row that is open in its bank
    input  logic [          QUEUE-1:0] writes_i,
    input  logic [QUEUE*BANK_BITS-1:0] banks_i,
    input  logic                       alone_i,      // the oldest goes alone
    input  logic                       req_write_i,
    input  logic                       column_i,     // the policy's column command
    input  logic                       col_write_i,
    input  logic                       col_last_i,
    input  logic [      BANK_BITS-1:0] col_bank_i,
    input  logic                       row_i,        // the policy's row command
    input  logic [      BANK_BITS-1:0] row_bank_i,
    input  logic [            2*C-1:0] waiting_i,    // the block's registers
    input  logic [                1:0] held_i,
    input  logic [                1:0] full_i,
    input  logic [          QUEUE-1:0] hazards_i,
    output logic [          QUEUE-1:0] served_o,     // of a kind that is served
    output logic [          QUEUE-1:0] passing_o,    // may pass older ones of their row
    output logic                       room_o        // for the request offered
);
  logic [C-1:0] reads, writes;
  logic drains, drained, reads_held, writes_held, leaves_read, leaves_write, served_hit, passing_hit, served_row;
  always_comb begin
    reads  = '0;
    writes = '0;
    for (int unsigned k = 0; k < QUEUE; k++) begin
      reads  = reads + C'(valid_i[k] & ~writes_i[k]);
      writes = writes + C'(valid_i[k] & writes_i[k]);
    end
  end
  assign drains       = (high_i != 8'd0) & (32'(writes) >= (drained ? 32'(low_i) + 32'd1 : 32'(high_i)));
  assign reads_held   = drains;
  assign writes_held  = (high_i != 8'd0) & ~drains & (reads != '0);
  assign served_o     = (writes_i & {QUEUE{~writes_held}}) | (~writes_i & {QUEUE{~reads_held}});
  assign passing_o    = served_o & ~hazards_i & {QUEUE{(reads_held | writes_held) & ~alone_i}};
  assign leaves_read  = column_i & col_last_i & ~col_write_i;
  assign leaves_write = column_i & col_last_i & col_write_i;
  assign room_o = (places_i == 8'd0) | (req_write_i ? (32'(writes) < 32'(places_i)) | leaves_write
      : (32'(reads) + 32'(places_i) < QUEUE) | leaves_read);

  // how it was in the clock before
  always_ff @(posedge clk_i) drained <= rst_ni & drains;

  always_comb begin
    served_hit  = 1'b0;
    passing_hit = 1'b0;
    served_row = 1'b0;
    for (int unsigned k = 0; k < QUEUE; k++)
      if (valid_i[k] & served_o[k]) begin
        served_hit = served_hit | (wants_i[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == col_bank_i));
        passing_hit = passing_hit
            | (wants_i[k] & passing_o[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == col_bank_i));
        served_row = served_row | (~wants_i[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == row_bank_i));
      end
  end

  always_comb begin
    marks_M: assume ((high_i == 8'd0 || low_i < high_i) && 32'(places_i) < QUEUE);
    if (started_i) begin
      waiting_A: assert (waiting_i == {writes, reads});
      held_A: assert (held_i == {writes_held, reads_held});
      full_A: assert (full_i == ((places_i == 8'd0) ? 2'b00
          : {32'(writes) >= 32'(places_i), 32'(reads) + 32'(places_i) >= QUEUE}));
      inv_places_A: assert (places_i == 8'd0
          || (32'(writes) <= 32'(places_i) && 32'(reads) + 32'(places_i) <= QUEUE));
      inv_drained_A: assert (!drained || (high_i != 8'd0));
    end
    if (started_i && rst_ni) begin
      // a column command of the kind that is held is for a row that the other kind wants, and may not pass in
      column_kind_A: assert (!column_i || alone_i || !held_i[col_write_i] || (served_hit && !passing_hit));
      row_kind_A: assert (!row_i || alone_i || served_row);
      older_C: cover (column_i && !alone_i && held_i[1] && col_write_i && served_hit);
      passes_C: cover (column_i && !alone_i && held_i[1] && valid_i[0] && wants_i[0] && writes_i[0] && !col_write_i
          && banks_i[0+:BANK_BITS] == col_bank_i);
      begins_C: cover (drains && !drained && reads != '0);
      ends_C: cover (!drains && drained && writes != '0 && reads != '0);
      rest_C: cover (high_i != 8'd0 && !drains && column_i && col_write_i && reads == '0);
      refused_C: cover (!room_o && valid_i != '1);
    end
  end
endmodule
