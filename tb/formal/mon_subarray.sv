// SPDX-License-Identifier: Apache-2.0
// The rule of subarrays, seen from two symbolic banks x and y: no two rows that it forbids are open together. Subarrays
// are counted here over all banks that share them, rows from the ACTs alone; that open_i is what the commands say is
// proven by mon_rules.
module mon_subarray #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned SUBARRAY_GROUP_BITS = 1,
    parameter int unsigned SUBARRAY_BITS = 1,
    parameter int unsigned STACKED = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                      clk_i,
    input logic                      live_i,
    input logic                      started_i,
    input logic                      act_i,
    input logic [     BANK_BITS-1:0] act_bank_i,
    input logic [      ROW_BITS-1:0] act_row_i,
    input logic [         BANKS-1:0] open_i,      // the block's, before this clock
    input logic [BANKS*ROW_BITS-1:0] open_row_i
);
  localparam int unsigned WITHIN = ROW_BITS - SUBARRAY_BITS;  // bits of a row's place in its subarray
  localparam int unsigned S = SUBARRAY_GROUP_BITS + SUBARRAY_BITS;
  (* anyconst *) logic [BANK_BITS-1:0] x, y;
  logic [ROW_BITS-1:0] row_x, row_y;
  logic act_x, act_y;
  assign act_x = live_i && act_i && act_bank_i == x;
  assign act_y = live_i && act_i && act_bank_i == y;
  logic was_open;  // y, in the clock before
  always_ff @(posedge clk_i) begin
    was_open <= live_i & open_i[y];
    if (act_x) row_x <= act_row_i;
    if (act_y) row_y <= act_row_i;
  end

  // the place of a row's subarray among all of the banks that share them, the parts one behind the other
  function automatic logic [S:0] place(input logic [BANK_BITS-1:0] bank, input logic [ROW_BITS-1:0] row);
    place = (S + 1)'(32'(bank) % 2 ** SUBARRAY_GROUP_BITS * 2 ** SUBARRAY_BITS + 32'(row) / 2 ** WITHIN);
  endfunction
  // side by side: two rows of one subarray; stacked: any rows of adjacent ones
  function automatic logic forbidden(input logic [ROW_BITS-1:0] a, input logic [ROW_BITS-1:0] b);
    if (STACKED == 0) forbidden = a != b && 32'(a) / 2 ** WITHIN == 32'(b) / 2 ** WITHIN;
    else forbidden = place(x, a) == place(y, b) + (S + 1)'(1) || place(y, b) == place(x, a) + (S + 1)'(1);
  endfunction

  logic share;
  assign share = x != y && 32'(x) / 2 ** SUBARRAY_GROUP_BITS == 32'(y) / 2 ** SUBARRAY_GROUP_BITS;
  always_comb begin
    if (live_i) begin
      subarray_A: assert (!(share && act_x && open_i[y] && forbidden(act_row_i, row_y)));
      neighbour_C: cover (share && act_x && open_i[y] && !forbidden(act_row_i, row_y));
      closed_C: cover (share && act_x && was_open && !open_i[y] && forbidden(act_row_i, row_y));
    end
    if (started_i) begin
      inv_apart_A: assert (!(share && open_i[x] && open_i[y] && forbidden(row_x, row_y)));
      inv_row_A: assert (!open_i[y] || open_row_i[y*ROW_BITS+:ROW_BITS] == row_y);
      inv_row_x_A: assert (!open_i[x] || open_row_i[x*ROW_BITS+:ROW_BITS] == row_x);
    end
  end
endmodule
