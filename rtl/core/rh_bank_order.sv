// SPDX-License-Identifier: Apache-2.0
// Which bank goes behind which: of each bank the first member of its set counts, by its rank, the least first. It is
// known beside the timers, so that behind them one bit for each other bank is left to look at.
// Promise: later_o has bank b behind bank c where both have members and that of c has the lesser rank, or where
// behind_i has b and not c.
module rh_bank_order #(
    parameter int unsigned QUEUE = 32,
    parameter int unsigned BANKS = 4,
    parameter int unsigned W = 5  // bits of a rank
) (
    input  logic [BANKS*QUEUE-1:0] set_i,     // bank b's members at [b*QUEUE +: QUEUE]
    input  logic [    QUEUE*W-1:0] rank_i,
    input  logic [      BANKS-1:0] behind_i,  // behind all banks that are not
    output logic [BANKS*BANKS-1:0] later_o    // bank b goes behind bank c: at b * BANKS + c
);
  rh_limits #(.QUEUE(QUEUE), .BANKS(BANKS), .W(W)) u_limits ();
  logic [BANKS*QUEUE-1:0] first;
  logic [BANKS*(W+1)-1:0] rank;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    rh_first #(.N(QUEUE)) u_first (.set_i(set_i[b*QUEUE+:QUEUE]), .first_o(first[b*QUEUE+:QUEUE]));
    rh_onehot_mux #(.N(QUEUE), .W(W)) u_rank (
        .select_i(first[b*QUEUE+:QUEUE]), .data_i(rank_i), .data_o(rank[b*(W+1)+:W])
    );
    assign rank[b*(W+1)+W] = behind_i[b];
    for (genvar c = 0; c < BANKS; c++) begin : g_other
      assign later_o[b*BANKS+c] = rank[c*(W+1)+:W+1] < rank[b*(W+1)+:W+1];
    end
  end
endmodule
