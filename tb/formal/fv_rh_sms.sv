// SPDX-License-Identifier: Apache-2.0
// Two requests that are followed are of one FIFO of sources, or of two banks: only these have an order. Each alone is
// any request.
// prove: requests QUEUE=8 BANKS=2 SOURCE_BITS=1 RULES=0 bmc=8 induction=1 cover=14 asserts=45 covers=12
// prove: one_source QUEUE=8 BANKS=2 SOURCE_BITS=0 RULES=0 bmc=6 induction=1 cover=14 asserts=44 covers=11
// prove: folded QUEUE=8 BANKS=2 ROW_BITS=1 SOURCE_BITS=2 RULES=0 bmc=6 induction=1 cover=14 asserts=45 covers=12
// prove: odd QUEUE=12 BANKS=2 ROW_BITS=1 SOURCE_BITS=1 RULES=0 bmc=4 induction=1 cover=14 asserts=43 covers=12
// prove: batches QUEUE=8 BANKS=2 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 SOURCE_BITS=1 RULES=0 REQUESTS=0 BATCHES=1 bmc=8 induction=1 cover=16 asserts=19 covers=8
// prove: four_fifos QUEUE=16 BANKS=2 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 SOURCE_BITS=2 RULES=0 REQUESTS=0 BATCHES=1 bmc=6 induction=1 cover=16 asserts=19 covers=8
// prove: policy QUEUE=16 BANKS=4 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 SOURCE_BITS=1 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=14 asserts=19 covers=5
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 SOURCE_BITS=1 REQUESTS=0 bmc=6 induction=1 cover=14 asserts=30 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 REQUESTS=0 bmc=5 induction=1 cover=14 asserts=30 covers=3
`define ROWHOLD_DUT rh_sms
module fv_rh_sms #(
    parameter int unsigned QUEUE = 8,
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
    parameter bit BATCHES = 1'b0,
    parameter bit POLICY = 1'b0,
    localparam int unsigned ORDER = 1,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_sms.svh"
`include "controller.svh"

  // --- the FIFOs of sources, then those of banks ---
  localparam int unsigned FIFOS = rh_pkg::source_fifos(QUEUE, SOURCE_BITS), F = rh_pkg::log2_up(FIFOS);
  localparam int unsigned DEPTH = rh_pkg::source_depth(QUEUE, SOURCE_BITS);
  localparam int unsigned BANK_DEPTH = rh_pkg::max(1, QUEUE / 2 / BANKS);
  localparam int unsigned WAITING = FIFOS * DEPTH, AT_BANKS = BANKS * BANK_DEPTH, ENTRIES = WAITING + AT_BANKS;
  localparam int unsigned I = rh_pkg::log2_up(DEPTH), BI = rh_pkg::log2_up(BANK_DEPTH);
  localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1), BC = rh_pkg::log2_up(BANK_DEPTH + 1);
  localparam int unsigned N = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1);
  logic [FIFOS*I-1:0] source_heads;
  logic [WAITING*I-1:0] source_ahead;
  logic [WAITING-1:0] source_live;
  logic [BANKS*BI-1:0] bank_heads;
  logic [AT_BANKS*BI-1:0] bank_ahead;
  logic [AT_BANKS-1:0] bank_live;
  logic [BANKS-1:0] bank_full;
  logic [F-1:0] fifo;  // that of the request offered
  logic [FIFOS*8-1:0] requests, counted;
  logic [7:0] all;
  assign fifo = F'(32'(req_source_i) & (FIFOS - 1));
  for (genvar b = 0; b < BANKS; b++) begin : g_full
    assign bank_full[b] = 32'(count_q[b*BC+:BC]) == BANK_DEPTH;
  end
  always_comb begin
    all = '0;
    for (int unsigned f = 0; f < FIFOS; f++) begin
      requests[f*8+:8] = 8'(requests_q[f*N+:N]);
      counted[f*8+:8]  = 8'(source_count_q[f*C+:C]);
      for (int unsigned k = 0; k < AT_BANKS; k++)
        if (bank_live[k] && owner_q[k*F+:F] == F'(f)) counted[f*8+:8] = counted[f*8+:8] + 8'd1;
      all = all + counted[f*8+:8];
    end
  end

  if (REQUESTS || BATCHES || POLICY) begin : g_rings
    mon_ring #(.FIFOS(FIFOS), .DEPTH(DEPTH)) u_sources (
        .started_i(started), .head_i(source_head_q), .tail_i(source_tail_q), .count_i(source_count_q),
        .head_o(source_heads), .live_o(source_live), .ahead_o(source_ahead)
    );
    mon_ring #(.FIFOS(BANKS), .DEPTH(BANK_DEPTH)) u_banks (
        .started_i(started), .head_i(head_q), .tail_i(tail_q), .count_i(count_q), .head_o(bank_heads),
        .live_o(bank_live), .ahead_o(bank_ahead)
    );
    logic [BANKS-1:0] begun;  // a bank without a request has begun none
    logic [AT_BANKS-1:0] owned;
    logic [FIFOS-1:0] drained;
    for (genvar b = 0; b < BANKS; b++) begin : g_done
      assign begun[b] = count_q[b*BC+:BC] != '0 || done_q[b*3+:3] == '0;
    end
    for (genvar k = 0; k < AT_BANKS; k++) begin : g_owned
      assign owned[k] = ~bank_live[k] | (32'(owner_q[k*F+:F]) < FIFOS);
    end
    for (genvar f = 0; f < FIFOS; f++) begin : g_drained
      assign drained[f] = ~drains_q[f] | (source_count_q[f*C+:C] != '0 && (|ends_q[f*DEPTH+:DEPTH]));
    end
    always_comb
      if (started) begin
        requests_A: assert (requests == counted && 8'(stored_q) == all);
        inv_done_A: assert (&begun);
        if (FIFOS == 1) inv_owner_A: assert (&owned);
        inv_drained_A: assert ((&drained) && (drains_q & (drains_q - FIFOS'(1))) == '0
            && (ends_q & ~source_live) == '0);
      end
  end else begin : g_no_rings
    assign {source_heads, source_ahead, source_live, bank_heads, bank_ahead, bank_live} = '0;
  end

  if (REQUESTS) begin : g_store
    localparam int unsigned P = rh_pkg::log2_up(DEPTH + BANK_DEPTH);
    logic [ENTRIES*P-1:0] places;
    logic [AT_BANKS*BANK_BITS-1:0] banks;
    logic [AT_BANKS*COLUMN_BITS-1:0] columns;  // next ones
    logic [AT_BANKS*3-1:0] lens;               // column commands left, minus one
    logic [ENTRIES*F-1:0] fifos;
    logic [2*P-1:0] place;
    logic [2*F-1:0] of_fifo;
    logic [1:0] kept;
    for (genvar k = 0; k < AT_BANKS; k++) begin : g_at_bank
      localparam int unsigned B = k / BANK_DEPTH;
      logic first;
      assign first                             = bank_ahead[k*BI+:BI] == '0;
      assign places[k*P+:P]                    = P'(bank_ahead[k*BI+:BI]);
      assign banks[k*BANK_BITS+:BANK_BITS]     = BANK_BITS'(B);
      assign columns[k*COLUMN_BITS+:COLUMN_BITS] = column_q[k*COLUMN_BITS+:COLUMN_BITS]
          + (first ? COLUMN_BITS'(done_q[B*3+:3]) : '0);
      assign lens[k*3+:3]                      = len_q[k*3+:3] - (first ? done_q[B*3+:3] : '0);
      assign fifos[k*F+:F]                     = owner_q[k*F+:F];
    end
    for (genvar k = 0; k < WAITING; k++) begin : g_waiting
      assign places[(AT_BANKS+k)*P+:P] = P'(source_ahead[k*I+:I]) + P'(BANK_DEPTH);
      assign fifos[(AT_BANKS+k)*F+:F]  = F'(k / DEPTH);
    end
    for (genvar k = 0; k < 2; k++) begin : g_entry
      logic [ENTRIES-1:0] right;
      mon_store #(
          .ENTRIES(ENTRIES), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
          .P(P)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]), .write_i(write[k]),
          .bank_i(bank[k*BANK_BITS+:BANK_BITS]), .row_i(row[k*ROW_BITS+:ROW_BITS]),
          .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]), .live_i({source_live, bank_live}), .places_i(places),
          .writes_i({source_write_q, write_q}), .banks_i({source_bank_q, banks}), .rows_i({source_row_q, row_q}),
          .columns_i({source_column_q, columns}), .lens_i({source_len_q, lens}), .tags_i({source_tag_q, tag_q}),
          .place_o(place[k*P+:P])
      );
      always_ff @(posedge clk_i)
        if (req_valid_i && req_ready && req_tag_i == tag[k*TAG_BITS+:TAG_BITS]) of_fifo[k*F+:F] <= fifo;
      for (genvar e = 0; e < ENTRIES; e++) begin : g_fifo
        logic alive;
        logic [TAG_BITS-1:0] entry_tag;
        if (e < AT_BANKS) begin : g_bank
          assign {alive, entry_tag} = {bank_live[e], tag_q[e*TAG_BITS+:TAG_BITS]};
        end else begin : g_source
          assign {alive, entry_tag} = {source_live[e-AT_BANKS], source_tag_q[(e-AT_BANKS)*TAG_BITS+:TAG_BITS]};
        end
        assign right[e] = ~alive | (entry_tag != tag[k*TAG_BITS+:TAG_BITS])
            | (fifos[e*F+:F] == of_fifo[k*F+:F]);
      end
      assign kept[k] = &right;
    end

    logic [FIFOS-1:0] full;
    logic [BANK_BITS-1:0] goes_to;
    logic moves, same_bank;
    always_comb begin
      goes_to = '0;
      for (int unsigned f = 0; f < FIFOS; f++)
        if (drains_q[f])
          goes_to = source_bank_q[(f*DEPTH+32'(source_heads[f*I+:I]))*BANK_BITS+:BANK_BITS];
    end
    for (genvar f = 0; f < FIFOS; f++) begin : g_source_full
      assign full[f] = 32'(source_count_q[f*C+:C]) == DEPTH;
    end
    assign moves     = drains_q != '0 && !bank_full[goes_to];
    assign same_bank = bank[0+:BANK_BITS] == bank[BANK_BITS+:BANK_BITS];
    always_comb begin
      sources_M: assume (!(req_valid_i && req_ready && req_tag_i == tag[TAG_BITS+:TAG_BITS] && left[3:0] != 4'd0
          && bank[0+:BANK_BITS] == req_bank_i && of_fifo[0+:F] != fifo));
      if (started) begin
        // a full FIFO takes a request in the clock in which its head goes to its bank, and in no other
        ready_A: assert (req_ready == (!full[fifo] || (moves && drains_q[fifo])));
        if (FIFOS > 1) inv_fifo_A: assert (&kept);
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0 || !same_bank
            || of_fifo[0+:F] != of_fifo[F+:F] || behind == (place[0+:P] < place[P+:P]));
        if (FIFOS > 1)
          inv_sources_A: assert (!behind || left[7:4] == 4'd0 || !same_bank || of_fifo[0+:F] == of_fifo[F+:F]);
        inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
        if (FIFOS > 1)
          overtakes_C: cover (left[3:0] != 4'd0 && left[7:4] != 4'd0 && same_bank && !behind
              && of_fifo[0+:F] != of_fifo[F+:F] && place[0+:P] > place[P+:P] && rst_ni);
      end
    end
  end

  if (BATCHES) begin : g_batches
    logic [WAITING*(BANK_BITS+ROW_BITS)-1:0] where;
    for (genvar k = 0; k < WAITING; k++) begin : g_where
      assign where[k*(BANK_BITS+ROW_BITS)+:BANK_BITS+ROW_BITS] =
          {source_bank_q[k*BANK_BITS+:BANK_BITS], source_row_q[k*ROW_BITS+:ROW_BITS]};
    end
    mon_batches #(
        .BANKS(BANKS), .ROW_BITS(ROW_BITS), .FIFOS(FIFOS), .DEPTH(DEPTH)
    ) u_batches (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .age_i(batch_age_i), .rush_i(batch_rush_i),
        .shortest_i(shortest_first_i), .taken_i(req_valid_i && req_ready), .fifo_i(fifo),
        .place_i({req_bank_i, req_row_i}), .count_i(source_count_q), .head_i(source_heads), .live_i(source_live),
        .ahead_i(source_ahead), .places_i(where), .ends_i(ends_q), .full_i(bank_full),
        .requests_i(counted), .stored_i(all), .ages_i(age_left_q), .drains_i(drains_q), .turn_i(turn_q),
        .random_i(random_q)
    );
  end

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, some, wants, head_writes, head_lasts;
    logic [BANKS*ROW_BITS-1:0] head_rows;
    logic [BANKS*COLUMN_BITS-1:0] head_columns;
    logic [BANKS*TAG_BITS-1:0] head_tags;
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
        .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_head
      logic [31:0] entry;
      assign entry          = b * BANK_DEPTH + 32'(bank_heads[b*BI+:BI]);
      assign some[b]        = count_q[b*BC+:BC] != '0;
      assign head_writes[b] = write_q[entry];
      assign head_lasts[b]  = len_q[entry*3+:3] == done_q[b*3+:3];
      assign head_rows[b*ROW_BITS+:ROW_BITS]          = row_q[entry*ROW_BITS+:ROW_BITS];
      assign head_columns[b*COLUMN_BITS+:COLUMN_BITS] = column_q[entry*COLUMN_BITS+:COLUMN_BITS]
          + COLUMN_BITS'(done_q[b*3+:3]);
      assign head_tags[b*TAG_BITS+:TAG_BITS]          = tag_q[entry*TAG_BITS+:TAG_BITS];
      assign wants[b] = open_q[b] & (open_row_q[b*ROW_BITS+:ROW_BITS] == head_rows[b*ROW_BITS+:ROW_BITS]);
    end
    mon_turns #(
        .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some), .wants_i(wants), .writes_i(head_writes),
        .lasts_i(head_lasts), .rows_i(head_rows), .columns_i(head_columns), .tags_i(head_tags), .rd_ok_i(rd_ok),
        .wr_ok_i(wr_ok), .act_ok_i(act_ok), .pre_ok_i(pre_ok), .col_next_i(column_next_q), .row_next_i(row_next_q),
        .col_first_i({BANKS{1'b0}}), .row_first_i({BANKS{1'b0}}),
        .col_valid_i(col_cmd != rh_pkg::CMD_NOP), .col_write_i(col_cmd == rh_pkg::CMD_WR), .col_last_i(col_last),
        .col_bank_i(col_bank), .col_column_i(col_column), .col_tag_i(col_tag),
        .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH),
        .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
    );
    logic unused_settled;
    assign unused_settled = ^settled;
  end
endmodule
