// SPDX-License-Identifier: Apache-2.0
// A place holds a request that waits; 0 is the oldest. An entry is a bank's own request or, above those, a place.
// prove: requests QUEUE=4 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=2 RESPONSES=2 REQUESTS=1 bmc=8 induction=1 cover=20 asserts=42 covers=11
// prove: odd QUEUE=9 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=2 RESPONSES=2 REQUESTS=1 bmc=4 induction=1 cover=20 asserts=42 covers=11
// prove: sorts QUEUE=9 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=2 RESPONSES=2 SORTS=1 bmc=12 induction=1 cover=20 asserts=13 covers=3
// prove: policy QUEUE=4 BANKS=4 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 POLICY=1 bmc=12 induction=1 cover=20 asserts=12 covers=6
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 RULES=1 bmc=4 induction=1 cover=20 asserts=30 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 RULES=1 bmc=6 induction=1 cover=20 asserts=30 covers=3
`define ROWHOLD_DUT rh_row_sorter
module fv_rh_row_sorter #(
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
    parameter bit RULES = 1'b0,
    parameter bit REQUESTS = 1'b0,
    parameter bit POLICY = 1'b0,
    parameter bit SORTS = 1'b0,
    localparam int unsigned ORDER = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_row_sorter.svh"
`include "controller.svh"

  localparam int unsigned N = QUEUE - QUEUE / 8;  // places
  localparam int unsigned PARTS = rh_pkg::ROW_PARTS;
  localparam int unsigned PART = (N + PARTS - 1) / PARTS;
  localparam int unsigned OLDEST = (N + rh_pkg::ROW_AGED - 1) / rh_pkg::ROW_AGED;

  logic [BANKS-1:0] serves, searched, sealed, some, closes;
  logic [N-1:0] wants;  // its row is the one that its bank serves, or served last
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    assign serves[b]   = served_q[b] | open_q[b];
    assign searched[b] = left_q[b*3+:3] != 3'd0;
    assign sealed[b]   = joined_q[b*5+:5] == 5'(rh_pkg::ROW_JOINS);
    assign some[b]     = in_bank_q[b*N+:N] != '0;
    assign closes[b]   = open_q[b] & ~served_q[b] & ~searched[b] & some[b] & (in_bank_q[b*N+:N] & same_q) == '0;
  end
  for (genvar k = 0; k < N; k++) begin : g_wants
    assign wants[k] = valid_q[k]
        && row_q[k*ROW_BITS+:ROW_BITS] == served_row_q[32'(bank_q[k*BANK_BITS+:BANK_BITS])*ROW_BITS+:ROW_BITS];
  end

  if (REQUESTS || SORTS) begin : g_marks
    logic [BANKS*N-1:0] in_bank;
    logic [BANKS-1:0] counted, fits;
    logic [N-1:0] missed, passed_over;
    logic [7:0] used;
    for (genvar b = 0; b < BANKS; b++) begin : g_count
      assign counted[b] = joined_q[b*5+:5] <= 5'(rh_pkg::ROW_JOINS)
          && (!searched[b] || 32'(joined_q[b*5+:5]) + 32'(left_q[b*3+:3]) <= PARTS);
      assign fits[b]    = !open_q[b]
          || open_row_q[b*ROW_BITS+:ROW_BITS] == served_row_q[b*ROW_BITS+:ROW_BITS];
      for (genvar k = 0; k < N; k++) begin : g_in
        assign in_bank[b*N+k] = valid_q[k] && bank_q[k*BANK_BITS+:BANK_BITS] == BANK_BITS'(b);
      end
    end
    for (genvar k = 0; k < N; k++) begin : g_mark
      logic [BANK_BITS-1:0] in;
      logic [3:0] clocks;  // until the search comes to its part
      logic unseen;
      logic [N-1:0] younger;
      assign in     = bank_q[k*BANK_BITS+:BANK_BITS];
      assign clocks = 4'(k / PART) - {1'b0, at_q} + ((3'(k / PART) < at_q) ? 4'(PARTS) : 4'd0);
      assign unseen = clocks < {1'b0, left_q[32'(in)*3+:3]};
      assign missed[k] = wants[k] & ~same_q[k] & serves[in] & ~(unseen | sealed[in]);
      for (genvar j = 0; j < N; j++) begin : g_younger
        assign younger[j] = j > k && valid_q[j] && same_q[j] && bank_q[j*BANK_BITS+:BANK_BITS] == in;
      end
      assign passed_over[k] = wants[k] & ~same_q[k] & serves[in] & ~searched[in] & (younger != '0);
    end
    always_comb begin
      used = 8'd0;
      for (int unsigned k = 0; k < N; k++) used = used + 8'(valid_q[k]);
      for (int unsigned b = 0; b < BANKS; b++) used = used + 8'(served_q[b]);
    end
    always_comb
      if (started) begin
        member_A: assert (in_bank_q == in_bank);
        inv_count_A: assert (8'(stored_q) == used && used <= 8'(QUEUE));
        inv_at_A: assert (32'(at_q) < PARTS);
        inv_joined_A: assert (&counted);
        inv_fits_A: assert (&fits);
        // what is marked has the row of its bank; what has it and is not marked: the search still comes to it, or it
        // came when no more could join, and then no younger one is marked
        same_A: assert ((same_q & ~wants) == '0);
        missed_A: assert (missed == '0);
        passed_over_A: assert (passed_over == '0);
      end
  end

  if (REQUESTS) begin : g_store
    localparam int unsigned ENTRIES = BANKS + N;
    localparam int unsigned P = rh_pkg::log2_up(N + 1);
    logic [ENTRIES*P-1:0] places;
    logic [BANKS*BANK_BITS-1:0] banks;
    logic [2*P-1:0] place;
    logic [BANKS-1:0] moves;
    for (genvar b = 0; b < BANKS; b++) begin : g_served
      assign places[b*P+:P]                = '0;
      assign banks[b*BANK_BITS+:BANK_BITS] = BANK_BITS'(b);
      assign moves[b] = ~served_q[b] & some[b] & ~(open_q[b] & (searched[b] | closes[b]));
    end
    for (genvar k = 0; k < N; k++) begin : g_place
      assign places[(BANKS+k)*P+:P] = P'(k + 1);
    end
    for (genvar k = 0; k < 2; k++) begin : g_entry
      mon_store #(
          .ENTRIES(ENTRIES), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
          .TAG_BITS(TAG_BITS), .P(P)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
          .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
          .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
          .live_i({valid_q, served_q}), .places_i(places), .writes_i({write_q, served_write_q}),
          .banks_i({bank_q, banks}), .rows_i({row_q, served_row_q}), .columns_i({column_q, served_column_q}),
          .lens_i({len_q, served_len_q}), .tags_i({tag_q, served_tag_q}), .place_o(place[k*P+:P])
      );
    end
    always_comb
      if (started) begin
        // a full queue takes a request in the clock in which one leaves, full places in that in which one moves
        ready_A: assert (req_ready == ((stored < 8'(QUEUE) || (col_cmd != rh_pkg::CMD_NOP && col_last))
            && (!(&valid_q) || moves != '0)));
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
            || bank[0+:BANK_BITS] != bank[BANK_BITS+:BANK_BITS] || row[0+:ROW_BITS] != row[ROW_BITS+:ROW_BITS]
            || behind == (place[0+:P] < place[P+:P]));
        inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
      end
  end

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, lasts;
    logic [BANKS-1:0] aged, col_first, row_first;
    logic col_went, row_went;  // the last such command went out of turn
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
        .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_last
      assign lasts[b] = served_len_q[b*3+:3] == 3'd0;
      assign aged[b]  = in_bank_q[b*N+:OLDEST] != '0;
    end
    mon_turns #(
        .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(served_q | closes), .wants_i(open_q & served_q),
        .writes_i(served_write_q), .lasts_i(lasts), .rows_i(served_row_q), .columns_i(served_column_q),
        .tags_i(served_tag_q), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .act_ok_i(act_ok), .pre_ok_i(pre_ok),
        .col_next_i(column_next_q), .row_next_i(row_next_q), .col_first_i(col_first), .row_first_i(row_first),
        .col_valid_i(col_cmd != rh_pkg::CMD_NOP), .col_write_i(col_cmd == rh_pkg::CMD_WR), .col_last_i(col_last),
        .col_bank_i(col_bank), .col_column_i(col_column), .col_tag_i(col_tag),
        .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH),
        .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
    );
    // out of turn goes at most every second command
    assign col_first = col_went ? '0 : aged;
    assign row_first = row_went ? '0 : aged;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        col_went <= 1'b0;
        row_went <= 1'b0;
      end else begin
        if (col_cmd != rh_pkg::CMD_NOP) col_went <= col_first[col_bank];
        if (row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH) row_went <= row_first[row_bank];
      end
    end
    always_comb
      if (started) begin
        column_aged_A: assert (column_aged_q == col_went);
        row_aged_A: assert (row_aged_q == row_went);
        aged_C: cover (rst_ni && col_cmd != rh_pkg::CMD_NOP && col_first[col_bank] && col_bank != column_next_q);
      end
    logic unused_settled;
    assign unused_settled = ^settled;
  end

  if (SORTS) begin : g_sorts
    // Who moves: the oldest of those whose bank has no request, and is closed or serves their row and knows all of it.
    localparam int unsigned F = 1 + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS;
    logic [N-1:0] able, former;
    logic [BANKS-1:0] goes, was_goes, was_served, was_serves;
    logic [F-1:0] fields, was_fields;
    logic ran;
    always_comb begin
      goes   = '0;
      fields = '0;
      former = '0;  // wants the same row and is older than the one that goes on with it
      for (int unsigned k = 0; k < N; k++)
        able[k] = valid_q[k] && !served_q[bank_q[k*BANK_BITS+:BANK_BITS]] && (!open_q[bank_q[k*BANK_BITS+:BANK_BITS]]
            || (same_q[k] && !searched[bank_q[k*BANK_BITS+:BANK_BITS]]));
      for (int unsigned k = N; k > 0; k--)
        if (able[k-1]) begin
          goes   = BANKS'(1) << bank_q[(k-1)*BANK_BITS+:BANK_BITS];
          fields = {write_q[k-1], row_q[(k-1)*ROW_BITS+:ROW_BITS], column_q[(k-1)*COLUMN_BITS+:COLUMN_BITS],
                    len_q[(k-1)*3+:3], tag_q[(k-1)*TAG_BITS+:TAG_BITS]};
          former = '0;
          for (int unsigned j = 0; j < k - 1; j++)
            former[j] = wants[j] && bank_q[j*BANK_BITS+:BANK_BITS] == bank_q[(k-1)*BANK_BITS+:BANK_BITS];
          if (!open_q[bank_q[(k-1)*BANK_BITS+:BANK_BITS]]) former = '0;
        end
    end
    initial ran = 1'b0;
    always_ff @(posedge clk_i) begin
      ran        <= started & rst_ni;
      was_goes   <= goes;
      was_fields <= fields;
      was_served <= served_q;
      was_serves <= serves;
    end
    logic [BANKS-1:0] right, wanted;
    for (genvar b = 0; b < BANKS; b++) begin : g_goes
      assign right[b] = !was_goes[b] || {served_write_q[b], served_row_q[b*ROW_BITS+:ROW_BITS],
          served_column_q[b*COLUMN_BITS+:COLUMN_BITS], served_len_q[b*3+:3], served_tag_q[b*TAG_BITS+:TAG_BITS]}
          == was_fields;
      assign wanted[b] = (in_bank_q[b*N+:N] & wants & (same_q | {N{~sealed[b]}})) != '0;
    end

    // One symbolic bank: requests that come while another waits, and go before it as their row is the one served.
    (* anyconst *) logic [BANK_BITS-1:0] x;
    logic joins, came;  // the youngest came to x in the clock before, where another waited that was not marked
    logic [7:0] passed, was_passed;
    assign joins  = came & valid_q[N-1] & same_q[N-1];
    assign passed = (!ran || (served_q[x] && !was_serves[x])) ? 8'd0 : was_passed + 8'(joins);
    always_ff @(posedge clk_i) begin
      came       <= req_valid_i && req_ready && req_bank_i == x && (in_bank_q[32'(x)*N+:N] & ~same_q) != '0;
      was_passed <= passed;
    end
    always_comb
      if (started) begin
        if (ran) moved_A: assert ((served_q & ~was_served) == was_goes && &right);
        turn_A: assert (former == '0);
        // but for refresh a row is closed when nobody wants it, or when no more may join
        kept_A: assert (!(row_cmd == rh_pkg::CMD_PRE && row_reason != rh_pkg::REASON_REFRESH && rst_ni)
            || !(served_q[row_bank] || wanted[row_bank]));
        passed_A: assert (passed <= 8'(rh_pkg::ROW_JOINS));
        inv_passed_A: assert (passed == 8'(joined_q[32'(x)*5+:5]));
        joins_C: cover (passed == 8'd1);
        found_C: cover (same_q[1:0] == 2'b10 && valid_q[0] && came);
        turn_C: cover (ran && was_goes[x] && !was_serves[x] && wants[0] && rst_ni);
      end
  end
endmodule
