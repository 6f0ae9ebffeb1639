// SPDX-License-Identifier: Apache-2.0
// Ties a followed request to a controller's queue: while it has column commands to come, exactly one live entry has its
// tag and holds what the request still needs; else none.
module mon_store #(
    parameter int unsigned ENTRIES = 4,
    parameter int unsigned BANK_BITS = 2,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned P = 3
) (
    input  logic                           started_i,
    input  logic [           TAG_BITS-1:0] tag_i,
    input  logic [                    3:0] left_i,
    input  logic                           write_i,
    input  logic [          BANK_BITS-1:0] bank_i,
    input  logic [           ROW_BITS-1:0] row_i,
    input  logic [        COLUMN_BITS-1:0] next_i,
    // the queue, by entry
    input  logic [            ENTRIES-1:0] live_i,
    input  logic [          ENTRIES*P-1:0] places_i,   // requests ahead in the same queue
    input  logic [            ENTRIES-1:0] writes_i,
    input  logic [  ENTRIES*BANK_BITS-1:0] banks_i,
    input  logic [   ENTRIES*ROW_BITS-1:0] rows_i,
    input  logic [ENTRIES*COLUMN_BITS-1:0] columns_i,
    input  logic [          ENTRIES*3-1:0] lens_i,
    input  logic [   ENTRIES*TAG_BITS-1:0] tags_i,
    output logic [                  P-1:0] place_o     // of the request
);
  logic [ENTRIES-1:0] has, apart, right;

  for (genvar k = 0; k < ENTRIES; k++) begin : g_entry
    assign has[k]   = live_i[k] & (tags_i[k*TAG_BITS+:TAG_BITS] == tag_i);
    assign apart[k] = has == (ENTRIES'(1) << k);  // the only one
    assign right[k] = ~has[k] | ((writes_i[k] == write_i) & (banks_i[k*BANK_BITS+:BANK_BITS] == bank_i)
        & (rows_i[k*ROW_BITS+:ROW_BITS] == row_i) & (columns_i[k*COLUMN_BITS+:COLUMN_BITS] == next_i)
        & ({1'b0, lens_i[k*3+:3]} + 4'd1 == left_i));
  end

  always_comb begin
    place_o = '0;
    for (int unsigned k = 0; k < ENTRIES; k++) if (has[k]) place_o = place_o | places_i[k*P+:P];
  end

  always_comb
    if (started_i) begin
      inv_entry_A: assert ((left_i != 4'd0) ? |apart : has == '0);
      inv_fields_A: assert (&right);
    end
endmodule
