// SPDX-License-Identifier: Apache-2.0
// Reads rh_age_queue's observation vector by entry, and ties it to the rows that are open in the DRAM: the entries in use
// are the lowest ones, and an entry hits exactly when its row is open, except in the clock after the ACT of its bank.
module mon_age_queue #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned C = $clog2(QUEUE + 1),
    localparam int unsigned OBS_BITS = rh_pkg::age_queue_bits(QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS)
) (
    input  logic                         started_i,
    input  logic [            BANKS-1:0] open_i,     // the DRAM's, before this clock
    input  logic [   BANKS*ROW_BITS-1:0] rows_i,
    input  logic [         OBS_BITS-1:0] obs_i,
    output logic [            QUEUE-1:0] valid_o,
    output logic [            QUEUE-1:0] wants_o,    // the row that is open in its bank
    output logic [            QUEUE-1:0] writes_o,
    output logic [  QUEUE*BANK_BITS-1:0] banks_o,
    output logic [   QUEUE*ROW_BITS-1:0] rows_o,
    output logic [QUEUE*COLUMN_BITS-1:0] columns_o,
    output logic [          QUEUE*3-1:0] extras_o,
    output logic [   QUEUE*TAG_BITS-1:0] tags_o,
    output logic [            BANKS-1:0] opened_o    // activated in the last clock
);
  logic [BANKS*QUEUE-1:0] in_bank;
  logic [QUEUE-1:0] hit, valid, wants, fresh, member;
  logic [C-1:0] count, used;
  assign {opened_o, count, tags_o, extras_o, columns_o, rows_o, banks_o, in_bank, writes_o, hit} = obs_i;

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    logic [BANKS-1:0] mine;
    logic [BANK_BITS-1:0] bank;
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      assign mine[b] = in_bank[b*QUEUE+k];
    end
    assign bank      = banks_o[k*BANK_BITS+:BANK_BITS];
    assign valid[k]  = |mine;
    assign member[k] = mine == (valid[k] ? BANKS'(1) << bank : '0);
    assign wants[k]  = valid[k] & open_i[bank] & (rows_i[bank*ROW_BITS+:ROW_BITS] == rows_o[k*ROW_BITS+:ROW_BITS]);
    assign fresh[k]  = opened_o[bank];
  end
  always_comb begin
    used = '0;
    for (int unsigned k = 0; k < QUEUE; k++) used = used + C'(valid[k]);
  end
  assign valid_o = valid;
  assign wants_o = wants;

  always_comb
    if (started_i) begin
      prefix_A: assert ((valid & (valid + QUEUE'(1))) == '0);
      member_A: assert (&member);
      hit_A: assert (hit == (wants & ~fresh));
      count_A: assert (count == used);
      inv_opened_A: assert ((opened_o & ~open_i) == '0 && (opened_o & (opened_o - BANKS'(1))) == '0);
    end
endmodule
