// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 RULES=0 bmc=8 induction=1 cover=10 asserts=37 covers=11
// prove: odd QUEUE=5 BANKS=2 RULES=0 bmc=6 induction=1 cover=12 asserts=37 covers=11
// prove: wide QUEUE=8 BANKS=4 ROW_BITS=3 TIMER_BITS=4 RULES=0 bmc=4 induction=1 cover=12 asserts=37 covers=11
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=30 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 REQUESTS=0 bmc=5 induction=1 cover=12 asserts=30 covers=3
// prove: two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=30 covers=3
// prove: ranks QUEUE=4 BANKS=4 GROUPS=2 RANK_BITS=1 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=35 covers=3
`define ROWHOLD_DUT rh_fifo
module fv_rh_fifo #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TIMER_BITS = 3,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned SOURCE_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter int unsigned WRITE_DRAIN = 0,
    parameter int unsigned CLOSES = 0,
    parameter bit RULES = 1'b1,
    parameter bit REQUESTS = 1'b1,
    localparam int unsigned ORDER = 2,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned I = $clog2(QUEUE)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_fifo.svh"
`include "controller.svh"

  if (REQUESTS) begin : g_store
    logic [I-1:0] head;   // the place that head_q says
    logic [I+1:0] reach;  // and, before it wraps, the place behind the youngest request
    logic [QUEUE-1:0] alive;
    logic [QUEUE*I-1:0] places;
    logic [2*I-1:0] place;
    logic [QUEUE*COLUMN_BITS-1:0] columns;  // next ones
    logic [QUEUE*3-1:0] lens;             // column commands left, minus one

    always_comb begin
      head = '0;
      for (int unsigned k = 0; k < QUEUE; k++) if (head_q[k]) head = I'(k);
    end
    assign reach = {2'd0, head} + (I + 2)'(count_q);
    for (genvar k = 0; k < QUEUE; k++) begin : g_place
      assign places[k*I+:I] = I'(k) - head + ((I'(k) < head) ? I'(QUEUE) : '0);  // a power of two adds 0
      assign alive[k]       = 32'(places[k*I+:I]) < 32'(count_q);
      assign columns[k*COLUMN_BITS+:COLUMN_BITS] = column_q[k*COLUMN_BITS+:COLUMN_BITS]
          + ((I'(k) == head) ? COLUMN_BITS'(done_q) : '0);
      assign lens[k*3+:3] = len_q[k*3+:3] - ((I'(k) == head) ? done_q : '0);
    end
    for (genvar k = 0; k < 2; k++) begin : g_entry
      mon_store #(
          .ENTRIES(QUEUE), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
          .P(I)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
          .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
          .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
          .live_i(alive), .places_i(places), .writes_i(write_q), .banks_i(bank_q), .rows_i(row_q),
          .columns_i(columns), .lens_i(lens), .tags_i(tag_q), .place_o(place[k*I+:I])
      );
    end

    always_comb
      if (started) begin
        // a full queue takes a request in the clock in which one leaves, none else
        ready_A: assert (req_ready == (stored < 8'(QUEUE) || (col_cmd != rh_pkg::CMD_NOP && col_last)));
        inv_head_A: assert (head_q == QUEUE'(1) << head);
        inv_tail_A: assert (tail_q == QUEUE'(1) << ((32'(reach) >= QUEUE) ? 32'(reach) - QUEUE : 32'(reach)));
        inv_count_A: assert (32'(count_q) <= QUEUE && (count_q != '0 || done_q == '0));
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
            || behind == (place[0+:I] < place[I+:I]));
        inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
      end
  end
endmodule
