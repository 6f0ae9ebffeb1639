// SPDX-License-Identifier: Apache-2.0
// Ties rh_age_queue's registers to the rows that are open in the DRAM: an entry in use hits exactly when its row is
// open, except in the clock after the ACT of its bank, or, SERIAL, until the search has been there. Says which is the
// oldest, and which columns come next.
module mon_age_queue #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter bit SERIAL = 1'b0,
    parameter int unsigned WRITE_DRAIN = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned C = $clog2(QUEUE + 1),
    localparam int unsigned OBS_BITS = rh_pkg::age_queue_bits(
        QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS, WRITE_DRAIN
    )
) (
    input  logic                      started_i,
    input  logic [         BANKS-1:0] open_i,     // the DRAM's, before this clock
    input  logic [BANKS*ROW_BITS-1:0] rows_i,
    input  logic [      OBS_BITS-1:0] obs_i,
    input  logic [         QUEUE-1:0] unseen_i,   // SERIAL: the search may still find them
    output logic [         QUEUE-1:0] valid_o,    // in use
    output logic [         QUEUE-1:0] wants_o,    // the row that is open in its bank
    output logic [         QUEUE-1:0] oldest_o,   // one-hot
    output logic [     BANK_BITS-1:0] oldest_bank_o,
    output logic [      ROW_BITS-1:0] oldest_row_o,
    output logic [      TAG_BITS-1:0] oldest_tag_o,
    output logic [QUEUE*COLUMN_BITS-1:0] columns_o  // of each entry's next column command
);
`include "observe_age_queue.svh"
  assign age_queue_obs = obs_i;
  logic [QUEUE-1:0] valid, wants, fresh, member;
  logic [C-1:0] used;

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    logic [BANKS-1:0] mine;
    logic [BANK_BITS-1:0] bank;
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      assign mine[b] = in_bank_q[b*QUEUE+k];
    end
    assign bank      = bank_q[k*BANK_BITS+:BANK_BITS];
    assign valid[k]  = |mine;
    assign member[k] = mine == (valid[k] ? BANKS'(1) << bank : '0);
    assign wants[k]  = valid[k] & open_i[bank] & (rows_i[bank*ROW_BITS+:ROW_BITS] == row_q[k*ROW_BITS+:ROW_BITS]);
    assign fresh[k]  = just_activated_q[bank];
  end
  always_comb begin
    used = '0;
    for (int unsigned k = 0; k < QUEUE; k++) used = used + C'(valid[k]);
  end
  for (genvar k = 0; k < QUEUE; k++) begin : g_column
    assign columns_o[k*COLUMN_BITS+:COLUMN_BITS] = last_column_q[k*COLUMN_BITS+:COLUMN_BITS]
        - COLUMN_BITS'(len_q[k*3+:3]);
  end
  always_comb begin
    oldest_o      = '0;
    oldest_bank_o = '0;
    oldest_row_o  = '0;
    oldest_tag_o  = '0;
    for (int unsigned k = QUEUE; k > 0; k--)
      if (valid[k-1]) begin
        oldest_o      = QUEUE'(1) << (k - 1);
        oldest_bank_o = bank_q[(k-1)*BANK_BITS+:BANK_BITS];
        oldest_row_o  = row_q[(k-1)*ROW_BITS+:ROW_BITS];
        oldest_tag_o  = tag_q[(k-1)*TAG_BITS+:TAG_BITS];
      end
  end
  assign valid_o = valid;
  assign wants_o = wants;

  always_comb
    if (started_i) begin
      valid_A: assert (valid_q == valid);
      member_A: assert (&member);
      hit_A: assert (hit_q == (wants & (SERIAL ? hit_q | ~unseen_i : ~fresh)));
      count_A: assert (count_q == used);
      inv_just_activated_A: assert ((just_activated_q & ~open_i) == '0
          && (just_activated_q & (just_activated_q - BANKS'(1))) == '0);
    end
endmodule
