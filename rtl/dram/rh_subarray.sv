// SPDX-License-Identifier: Apache-2.0
// Subarrays that banks share: 2^SUBARRAY_GROUP_BITS neighbouring banks are parts of one bank of the die, and the upper
// SUBARRAY_BITS of a row say its subarray. Side by side (FGDRAM) two different rows of one subarray are never open
// together; stacked (SALP) no two rows of adjacent subarrays. An ACT that is chosen is compared with one neighbour
// alone, so one comparator of a row is enough. If that neighbour's row forbids the ACT, the neighbour's PRE takes its
// place, if the neighbour may be closed. Model: cmodel/dram/rh_subarray.c and give_way in cmodel/dram/rh_backend.c.
// Promise: an ACT that goes out breaks no rule of subarrays.
module rh_subarray #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned SUBARRAY_GROUP_BITS = 1,
    parameter int unsigned SUBARRAY_BITS = 5,
    parameter int unsigned STACKED = 0
) (
    input  logic                      row_valid_i,   // the row command that the policy chose
    input  logic [         BANKS-1:0] row_bank_i,    // one-hot
    input  logic [      ROW_BITS-1:0] row_row_i,
    input  logic [         BANKS-1:0] open_i,
    input  logic [BANKS*ROW_BITS-1:0] open_row_i,
    input  logic [         BANKS-1:0] row_ok_i,      // of an open bank: its PRE is legal
    input  logic [         BANKS-1:0] pinned_i,        // may not be closed for another bank's ACT
    output logic                      gives_way_o,   // it was an ACT that a neighbour's row forbids
    output logic                      row_valid_o,   // what goes out: the same, the neighbour's PRE, or nothing
    output logic [         BANKS-1:0] row_bank_o     // one-hot
);
  rh_limits #(
      .BANKS(BANKS), .ROW_BITS(ROW_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
      .STACKED(STACKED)
  ) u_limits ();
  localparam int unsigned PARTS = 2 ** SUBARRAY_GROUP_BITS;
  localparam int unsigned S = SUBARRAY_BITS;

  logic [BANKS-1:0] neighbour;  // whose open row forbids the row, one-hot or 0

  if (STACKED == 0) begin : g_beside
    logic [BANKS-1:0] other;
    logic [ROW_BITS-1:0] open_row;
    logic shares;
    for (genvar b = 0; b < BANKS; b += 2) begin : g_pair
      assign other[b+:2] = {row_bank_i[b], row_bank_i[b+1]};
    end
    rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_open_row (.select_i(other), .data_i(open_row_i), .data_o(open_row));
    if (S < ROW_BITS) begin : g_rows
      assign shares = (open_row[ROW_BITS-1-:S] == row_row_i[ROW_BITS-1-:S])
          & (open_row[ROW_BITS-S-1:0] != row_row_i[ROW_BITS-S-1:0]);
    end else begin : g_no_rows  // a row a subarray: no two rows share one
      logic unused_rows;
      assign unused_rows = ^{open_row, row_row_i};
      assign shares      = 1'b0;
    end
    assign neighbour = other & open_i & {BANKS{shares}};
  end else begin : g_stacked
    logic lowest, highest;
    logic unused_rows;
    assign unused_rows = ^{open_row_i, row_row_i};  // a row's place in its subarray
    assign lowest  = ~(|row_row_i[ROW_BITS-1-:S]);
    assign highest = &row_row_i[ROW_BITS-1-:S];
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      // above: the row lies in the lowest subarray of the part above this one; below: in the highest of the part below
      logic above, below;
      logic [S-1:0] subarray;
      assign subarray = open_row_i[(b+1)*ROW_BITS-1-:S];
      if (b % PARTS != PARTS - 1) begin : g_above
        assign above = row_bank_i[b+1] & lowest;
      end else begin : g_top
        assign above = 1'b0;
      end
      if (b % PARTS != 0) begin : g_below
        assign below = row_bank_i[b-1] & highest;
      end else begin : g_bottom
        assign below = 1'b0;
      end
      assign neighbour[b] = open_i[b] & ((above & (&subarray)) | (below & ~(|subarray)));
    end
  end

  assign gives_way_o = row_valid_i & ~(|(row_bank_i & open_i)) & (|neighbour);
  assign row_valid_o = gives_way_o ? |(neighbour & row_ok_i & ~pinned_i) : row_valid_i;
  assign row_bank_o  = gives_way_o ? neighbour : row_bank_i;
endmodule
