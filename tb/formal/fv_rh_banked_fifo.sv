// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 RULES=0 bmc=8 induction=1 cover=10 asserts=37 covers=11
// prove: policy QUEUE=8 BANKS=4 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=10 asserts=13 covers=5
// prove: policy_two_buses QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=6 induction=1 cover=12 asserts=13 covers=4
// prove: odd QUEUE=7 BANKS=2 RULES=0 bmc=6 induction=1 cover=12 asserts=37 covers=11
// prove: wide QUEUE=8 BANKS=4 ROW_BITS=3 TIMER_BITS=4 RULES=0 bmc=4 induction=1 cover=12 asserts=37 covers=11
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=30 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 REQUESTS=0 bmc=5 induction=1 cover=12 asserts=30 covers=3
// prove: two_buses QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=30 covers=3
// prove: page QUEUE=4 BANKS=2 CLOSES=1 RULES=0 REQUESTS=0 POLICY=1 PAGE=1 bmc=8 induction=1 cover=20 asserts=25 covers=12 fast=4 fastcover=0
// prove: page_three QUEUE=6 BANKS=2 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 CLOSES=1 RULES=0 REQUESTS=0 POLICY=1 PAGE=1 bmc=6 induction=1 cover=20 asserts=25 covers=12
// prove: page_two_buses QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 CLOSES=1 RULES=0 REQUESTS=0 POLICY=1 PAGE=1 bmc=6 induction=1 cover=20 asserts=25 covers=11
// prove: page_requests QUEUE=4 BANKS=2 CLOSES=1 RULES=0 PAGE=1 bmc=8 induction=1 cover=20 asserts=49 covers=18
// prove: page_rules QUEUE=4 BANKS=2 CLOSES=1 REQUESTS=0 PAGE=1 bmc=6 induction=1 cover=20 asserts=45 covers=12
`define ROWHOLD_DUT rh_banked_fifo
`define ROWHOLD_AUTO (CLOSES != 0)
module fv_rh_banked_fifo #(
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
    parameter bit POLICY = 1'b0,
    parameter bit PAGE = 1'b0,
    localparam int unsigned ORDER = 1,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_banked_fifo.svh"
`include "controller.svh"

  // --- the queues: where their entries are in their order, and the two requests that are followed ---
  localparam int unsigned DEPTH = QUEUE / BANKS;  // with REQUESTS, POLICY or PAGE more than 1
  localparam int unsigned ENTRIES = DEPTH * BANKS;
  localparam int unsigned I = rh_pkg::log2_up(DEPTH);
  localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1);

  logic [BANKS*I-1:0] heads;     // the places that the sets of one in head_q say
  logic [ENTRIES*I-1:0] places;  // of each entry, behind its bank's head
  logic [ENTRIES-1:0] alive;
  if (REQUESTS || POLICY || PAGE) begin : g_heads
    logic [BANKS-1:0] one, follows, legal;
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      logic [I-1:0] head;
      always_comb begin
        head = '0;
        for (int unsigned k = 0; k < DEPTH; k++) if (head_q[b*DEPTH+k]) head = I'(k);
      end
      assign heads[b*I+:I] = head;
      assign one[b]        = head_q[b*DEPTH+:DEPTH] == DEPTH'(1) << head;
    end
    for (genvar k = 0; k < ENTRIES; k++) begin : g_place
      assign places[k*I+:I] = I'(k % DEPTH) - heads[(k/DEPTH)*I+:I]
          + ((I'(k % DEPTH) < heads[(k/DEPTH)*I+:I]) ? I'(DEPTH) : '0);  // a power of two adds 0
      assign alive[k]       = C'(places[k*I+:I]) < count_q[(k/DEPTH)*C+:C];
    end
    for (genvar b = 0; b < BANKS; b++) begin : g_count
      logic [I+1:0] reach;  // before it wraps, the place behind the bank's youngest request
      assign reach      = {2'd0, heads[b*I+:I]} + (I + 2)'(count_q[b*C+:C]);
      assign follows[b] = tail_q[b*DEPTH+:DEPTH]
          == DEPTH'(1) << ((32'(reach) >= DEPTH) ? 32'(reach) - DEPTH : 32'(reach));
      assign legal[b]   = count_q[b*C+:C] <= C'(DEPTH) && (count_q[b*C+:C] != '0 || done_q[b*3+:3] == '0);
    end
    always_comb
      if (started) begin
        inv_head_A: assert (&one);
        inv_tail_A: assert (&follows);
        inv_count_A: assert (&legal);
      end
  end else begin : g_no_heads
    assign {heads, places, alive} = '0;
  end

  if (REQUESTS) begin : g_store
    logic [ENTRIES*BANK_BITS-1:0] banks;
    logic [2*I-1:0] place;
    logic [BANKS-1:0] full;
    logic [ENTRIES*COLUMN_BITS-1:0] columns;  // next ones
    logic [ENTRIES*3-1:0] lens;             // column commands left, minus one

    for (genvar k = 0; k < ENTRIES; k++) begin : g_fields
      assign banks[k*BANK_BITS+:BANK_BITS]       = BANK_BITS'(k / DEPTH);
      assign columns[k*COLUMN_BITS+:COLUMN_BITS] = column_q[k*COLUMN_BITS+:COLUMN_BITS]
          + ((places[k*I+:I] == '0) ? COLUMN_BITS'(done_q[(k/DEPTH)*3+:3]) : '0);
      assign lens[k*3+:3]                      = len_q[k*3+:3]
          - ((places[k*I+:I] == '0) ? done_q[(k/DEPTH)*3+:3] : '0);
    end
    for (genvar b = 0; b < BANKS; b++) begin : g_full
      assign full[b] = count_q[b*C+:C] == C'(DEPTH);
    end
    for (genvar k = 0; k < 2; k++) begin : g_entry
      mon_store #(
          .ENTRIES(ENTRIES), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
          .P(I)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
          .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
          .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
          .live_i(alive), .places_i(places), .writes_i(write_q), .banks_i(banks), .rows_i(row_q),
          .columns_i(columns), .lens_i(lens), .tags_i(tag_q), .place_o(place[k*I+:I])
      );
    end

    always_comb
      if (started) begin
        // a bank's full queue takes a request in the clock in which one of it leaves, none else
        ready_A: assert (req_ready == (!full[req_bank_i]
            || (col_cmd != rh_pkg::CMD_NOP && col_last && col_bank == req_bank_i)));
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
            || bank[0+:BANK_BITS] != bank[BANK_BITS+:BANK_BITS] || behind == (place[0+:I] < place[I+:I]));
        inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
      end
  end

  // --- what each head wants, and what is legal ---
  logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_legal, pre_ok, some, wants, head_writes, head_lasts;
  logic [BANKS*ROW_BITS-1:0] head_rows;
  logic [BANKS*COLUMN_BITS-1:0] head_columns;
  logic [BANKS*TAG_BITS-1:0] head_tags;
  assign pre_ok = pre_legal & ~closing_q;
  if (POLICY || PAGE) begin : g_legal
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
        .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_legal)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_head
      logic [rh_pkg::log2_up(ENTRIES)-1:0] entry;
      assign entry          = $bits(entry)'(b * DEPTH) + $bits(entry)'(heads[b*I+:I]);
      assign some[b]        = count_q[b*C+:C] != '0;
      assign head_writes[b] = write_q[entry];
      assign head_lasts[b]  = len_q[entry*3+:3] == done_q[b*3+:3];
      assign head_rows[b*ROW_BITS+:ROW_BITS]          = row_q[entry*ROW_BITS+:ROW_BITS];
      assign head_columns[b*COLUMN_BITS+:COLUMN_BITS] = column_q[entry*COLUMN_BITS+:COLUMN_BITS]
          + COLUMN_BITS'(done_q[b*3+:3]);
      assign head_tags[b*TAG_BITS+:TAG_BITS]          = tag_q[entry*TAG_BITS+:TAG_BITS];
      assign wants[b] = open_q[b] & ~closing_q[b]
          & (open_row_q[b*ROW_BITS+:ROW_BITS] == head_rows[b*ROW_BITS+:ROW_BITS]);
    end
  end else begin : g_no_legal
    assign {settled, rd_ok, wr_ok, act_ok, pre_legal, some, wants, head_writes, head_lasts} = '0;
    assign {head_rows, head_columns, head_tags} = '0;
  end

  if (POLICY) begin : g_policy
    mon_turns #(
        .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some), .wants_i(wants), .writes_i(head_writes),
        .lasts_i(head_lasts), .rows_i(head_rows), .columns_i(head_columns), .tags_i(head_tags), .rd_ok_i(rd_ok),
        .wr_ok_i(wr_ok), .act_ok_i(act_ok), .pre_ok_i(pre_ok), .col_next_i(column_next_q), .row_next_i(row_next_q),
        .col_first_i({BANKS{1'b0}}), .row_first_i({BANKS{1'b0}}),
        .col_valid_i(col_cmd != rh_pkg::CMD_NOP),
        .col_write_i(col_cmd == rh_pkg::CMD_WR || col_cmd == rh_pkg::CMD_WRA), .col_last_i(col_last),
        .col_bank_i(col_bank), .col_column_i(col_column), .col_tag_i(col_tag),
        .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH
            && row_reason != rh_pkg::REASON_IDLE),
        .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
    );
  end

  // a FIFO shows the page policy its head, and the request behind it where that is of the head's row
  if (PAGE) begin : g_page
    logic [ENTRIES-1:0] shown, in_open_row, same;
    logic [ENTRIES*BANK_BITS-1:0] banks;
    for (genvar k = 0; k < ENTRIES; k++) begin : g_shown
      localparam int unsigned BEFORE = (k % DEPTH == 0) ? k + DEPTH - 1 : k - 1;
      logic [ROW_BITS-1:0] entry_row, open_row;
      assign entry_row      = row_q[k*ROW_BITS+:ROW_BITS];
      assign open_row       = open_row_q[(k/DEPTH)*ROW_BITS+:ROW_BITS];
      assign in_open_row[k] = open_q[k/DEPTH] & ~closing_q[k/DEPTH] & (open_row == entry_row);
      assign shown[k]       = alive[k] & (places[k*I+:I] == '0
          || (places[k*I+:I] == I'(1) && entry_row == head_rows[(k/DEPTH)*ROW_BITS+:ROW_BITS]));
      assign same[k]        = !alive[k] || places[k*I+:I] == '0
          || same_q[k] == (entry_row == row_q[BEFORE*ROW_BITS+:ROW_BITS]);
      assign banks[k*BANK_BITS+:BANK_BITS] = BANK_BITS'(k / DEPTH);
    end
    mon_page #(
        .QUEUE(ENTRIES), .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS)
    ) u_page (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .page_i(page_i), .timeout_i(page_timeout_i),
        .valid_i(shown), .wants_i(in_open_row), .banks_i(banks), .open_i(open_q), .closing_i(closing_q),
        .rows_i(open_row_q), .pre_ok_i(pre_ok), .alone_i(1'b0), .column_i(col_cmd != rh_pkg::CMD_NOP),
        .col_auto_i(col_cmd == rh_pkg::CMD_RDA || col_cmd == rh_pkg::CMD_WRA), .col_last_i(col_last),
        .col_bank_i(col_bank), .act_i(row_cmd == rh_pkg::CMD_ACT), .pre_i(row_cmd == rh_pkg::CMD_PRE),
        .idle_i(row_reason == rh_pkg::REASON_IDLE), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH),
        .row_bank_i(row_bank), .row_row_i(row_row), .idle_left_i(idle_left_q), .timed_out_i(timed_out_q),
        .tendency_i(tendency_q), .unjudged_i(unjudged_q)
    );
    always_comb if (started) inv_same_A: assert (&same);
  end
endmodule
