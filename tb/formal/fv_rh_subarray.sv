// SPDX-License-Identifier: Apache-2.0
// rh_subarray in any state of the banks, under any row command that is chosen. The rule is spelled here bank by bank:
// subarrays are counted over all banks that share them.
// prove: beside BANKS=4 ROW_BITS=3 SUBARRAY_BITS=2 bmc=2 induction=1 cover=2 asserts=6 covers=5 fast=2
// prove: single_rows BANKS=4 ROW_BITS=2 SUBARRAY_BITS=2 bmc=2 induction=1 cover=2 asserts=3 covers=1 fast=2
// prove: stacked BANKS=8 ROW_BITS=3 SUBARRAY_GROUP_BITS=2 SUBARRAY_BITS=1 STACKED=1 bmc=2 induction=1 cover=2 asserts=6 covers=6 fast=2
// prove: stacked_pairs BANKS=4 ROW_BITS=3 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=2 STACKED=1 bmc=2 induction=1 cover=2 asserts=6 covers=6 fast=2
module fv_rh_subarray #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 3,
    parameter int unsigned SUBARRAY_GROUP_BITS = 1,
    parameter int unsigned SUBARRAY_BITS = 2,
    parameter int unsigned STACKED = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                      row_valid_i,
    input logic [     BANK_BITS-1:0] number_i,    // of the chosen command's bank
    input logic [      ROW_BITS-1:0] row_row_i,
    input logic [         BANKS-1:0] open_i,
    input logic [BANKS*ROW_BITS-1:0] open_row_i,
    input logic [         BANKS-1:0] row_ok_i,
    input logic [         BANKS-1:0] pinned_i
);
  localparam int unsigned PARTS = 2 ** SUBARRAY_GROUP_BITS;
  localparam int unsigned SUBARRAYS = 2 ** SUBARRAY_BITS;  // of a part
  localparam int unsigned ROWS = 2 ** (ROW_BITS - SUBARRAY_BITS);  // of a subarray

  logic gives_way, row_valid;
  logic [BANKS-1:0] bank;
  rh_subarray #(
      .BANKS(BANKS), .ROW_BITS(ROW_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
      .STACKED(STACKED)
  ) u_dut (
      .row_valid_i(row_valid_i), .row_bank_i(BANKS'(1) << number_i), .row_row_i(row_row_i), .open_i(open_i),
      .open_row_i(open_row_i), .row_ok_i(row_ok_i), .pinned_i(pinned_i), .gives_way_o(gives_way),
      .row_valid_o(row_valid), .row_bank_o(bank)
  );

  // the banks whose open row forbids the row: side by side another row of its subarray, stacked one of an adjacent
  // subarray of another part; those in which its PRE is legal and allowed
  logic [BANKS-1:0] forbids, closable;
  logic [31:0] mine, here;
  assign mine = 32'(row_row_i) / ROWS;
  assign here = 32'(number_i) % PARTS * SUBARRAYS + mine;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [ROW_BITS-1:0] row;
    logic [31:0] its, there;
    logic share;
    assign row   = open_row_i[b*ROW_BITS+:ROW_BITS];
    assign its   = 32'(row) / ROWS;
    assign there = b % PARTS * SUBARRAYS + its;
    assign share = open_i[b] && 32'(number_i) != b && 32'(number_i) / PARTS == b / PARTS;
    assign forbids[b] = share
        && (STACKED != 0 ? here == there + 1 || there == here + 1 : mine == its && row != row_row_i);
  end
  assign closable = open_i & row_ok_i & ~pinned_i;

  logic act;  // the chosen command is one
  assign act = row_valid_i && !open_i[number_i];
  always_comb begin
    // no ACT goes out beside a row that forbids it
    act_A: assert (!(row_valid && (bank & ~open_i) != '0) || (act && bank == BANKS'(1) << number_i && forbids == '0));
    // it gives way then, and only then
    way_A: assert (gives_way == (act && forbids != '0));
    // any other command goes out as it was chosen
    same_A: assert (gives_way || (row_valid == row_valid_i && bank == BANKS'(1) << number_i));
    free_C: cover (act && !gives_way && &(open_i | BANKS'(1) << number_i));
  end
  if (STACKED != 0 || ROWS > 1) begin : g_meets
    always_comb begin
      // one row at most forbids it
      one_A: assert ($onehot0(forbids));
      // to the PRE of that bank, in the first clock in which it may
      instead_A: assert (!gives_way || (row_valid == ((forbids & closable) != '0) && (!row_valid || bank == forbids)));
      closable_A: assert (!(gives_way && row_valid) || ($onehot(bank) && (bank & ~closable) == '0));
      pre_C: cover (gives_way && row_valid && bank == BANKS'(1));
      kept_C: cover (gives_way && !row_valid && (forbids & row_ok_i) != '0);
      wait_C: cover (gives_way && !row_valid && (forbids & pinned_i) == '0);
    end
  end
  if (STACKED == 0 && ROWS > 1) begin : g_beside
    always_comb same_row_C: cover (act && !gives_way && number_i == '0 && open_i[1]
        && open_row_i[ROW_BITS+:ROW_BITS] == row_row_i);
  end
  if (STACKED != 0) begin : g_stacked
    always_comb begin
      above_C: cover (gives_way && forbids == BANKS'(2) && number_i == '0);
      end_C: cover (act && !gives_way && number_i == BANK_BITS'(PARTS - 1) && &row_row_i && open_i[PARTS%BANKS]
          && open_row_i[(PARTS%BANKS)*ROW_BITS+:ROW_BITS] == '0);
    end
  end
endmodule
