// SPDX-License-Identifier: Apache-2.0
// An entry is a bank's slot or, above those, an entry of the queue; its place counts the requests before it, a slot's
// request being the first of its bank.
// prove: requests QUEUE=2 BANKS=4 RULES=0 bmc=8 induction=1 cover=12 asserts=39 covers=12
// prove: counted QUEUE=2 BANKS=2 ROW_BITS=1 RULES=0 bmc=8 induction=1 cover=12 asserts=39 covers=12
// prove: odd QUEUE=5 BANKS=2 RULES=0 bmc=6 induction=1 cover=14 asserts=39 covers=12
// prove: policy QUEUE=2 BANKS=4 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=12 asserts=10 covers=5
// prove: policy_two_buses QUEUE=2 BANKS=4 GROUPS=2 BUSES=2 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=6 induction=1 cover=14 asserts=10 covers=4
// prove: rules QUEUE=2 BANKS=4 GROUPS=2 REQUESTS=0 bmc=8 induction=1 cover=14 asserts=30 covers=3
// prove: parts QUEUE=2 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 REQUESTS=0 bmc=8 induction=1 cover=14 asserts=30 covers=3
// prove: two_buses QUEUE=2 BANKS=4 GROUPS=2 BUSES=2 REQUESTS=0 bmc=8 induction=1 cover=14 asserts=30 covers=3
`define ROWHOLD_DUT rh_slot_fifo
module fv_rh_slot_fifo #(
    parameter int unsigned QUEUE = 2,
    parameter int unsigned BANKS = 4,
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
    localparam int unsigned ORDER = 1,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_slot_fifo.svh"
`include "controller.svh"

  if (REQUESTS) begin : g_store
    localparam int unsigned ENTRIES = BANKS + QUEUE;
    localparam int unsigned I = $clog2(QUEUE);
    localparam int unsigned P = rh_pkg::log2_up(QUEUE + 1);
    localparam int unsigned F = 1 + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS;
    localparam int unsigned MOST = 2 ** rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1) - 1;  // that occupancy_o can say
    logic [I-1:0] head;   // the place that head_q says
    logic [I+1:0] reach;  // and, before it wraps, the place behind the youngest request
    logic [QUEUE-1:0] alive;
    logic [ENTRIES*P-1:0] places;
    logic [BANKS*BANK_BITS-1:0] banks;
    logic [2*P-1:0] place;

    always_comb begin
      head = '0;
      for (int unsigned k = 0; k < QUEUE; k++) if (head_q[k]) head = I'(k);
    end
    assign reach = {2'd0, head} + (I + 2)'(count_q);
    for (genvar b = 0; b < BANKS; b++) begin : g_slot
      assign places[b*P+:P]                = '0;
      assign banks[b*BANK_BITS+:BANK_BITS] = BANK_BITS'(b);
    end
    for (genvar k = 0; k < QUEUE; k++) begin : g_place
      logic [P-1:0] behind_head;
      assign behind_head            = P'(k) - P'(head) + ((I'(k) < head) ? P'(QUEUE) : '0);
      assign alive[k]               = 32'(behind_head) < 32'(count_q);
      assign places[(BANKS+k)*P+:P] = behind_head + P'(1);
    end
    for (genvar k = 0; k < 2; k++) begin : g_entry
      mon_store #(
          .ENTRIES(ENTRIES), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
          .TAG_BITS(TAG_BITS), .P(P)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
          .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
          .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
          .live_i({alive, served_q}), .places_i(places), .writes_i({write_q, served_write_q}),
          .banks_i({bank_q, banks}), .rows_i({row_q, served_row_q}), .columns_i({column_q, served_column_q}),
          .lens_i({len_q, served_len_q}), .tags_i({tag_q, served_tag_q}), .place_o(place[k*P+:P])
      );
    end

    // where the head has to be a clock later: in the slot of its bank, if that is or gets empty, else where it is
    logic [BANK_BITS-1:0] goes_to;
    logic leaves, goes, was_goes, was_idle, ran;
    logic [BANK_BITS-1:0] was_to;
    logic [F-1:0] fields, was_fields;
    logic [BANKS-1:0] was_served, left_slot, was_left;
    assign leaves    = col_cmd != rh_pkg::CMD_NOP && col_last;
    assign left_slot = leaves ? BANKS'(1) << col_bank : '0;
    assign goes_to   = bank_q[32'(head)*BANK_BITS+:BANK_BITS];
    assign goes      = count_q != '0 && (!served_q[goes_to] || left_slot[goes_to]);
    assign fields    = {write_q[head], row_q[32'(head)*ROW_BITS+:ROW_BITS],
                        column_q[32'(head)*COLUMN_BITS+:COLUMN_BITS], len_q[32'(head)*3+:3],
                        tag_q[32'(head)*TAG_BITS+:TAG_BITS]};
    initial ran = 1'b0;
    always_ff @(posedge clk_i) begin
      ran        <= started & rst_ni;
      was_goes   <= goes;
      was_to     <= goes_to;
      was_fields <= fields;
      was_served <= served_q;
      was_left   <= left_slot;
      was_idle   <= count_q == '0;
    end

    always_comb
      if (started) begin
        // taken where the queue has an entry or gets one, as long as occupancy_o can say it
        ready_A: assert (req_ready == ((32'(count_q) < QUEUE || goes) && (32'(stored) < MOST || leaves)));
        if (ran) begin
          moved_A: assert (served_q == ((was_served & ~was_left) | (was_goes ? BANKS'(1) << was_to : '0)));
          moved_fields_A: assert (!was_goes || {served_write_q[was_to], served_row_q[32'(was_to)*ROW_BITS+:ROW_BITS],
              served_column_q[32'(was_to)*COLUMN_BITS+:COLUMN_BITS], served_len_q[32'(was_to)*3+:3],
              served_tag_q[32'(was_to)*TAG_BITS+:TAG_BITS]} == was_fields);
        end
        inv_head_A: assert (head_q == QUEUE'(1) << head);
        inv_tail_A: assert (tail_q == QUEUE'(1) << ((32'(reach) >= QUEUE) ? 32'(reach) - QUEUE : 32'(reach)));
        inv_count_A: assert (32'(count_q) <= QUEUE && 32'(stored) <= MOST
            && 32'(stored) == 32'(count_q) + $countones(served_q));
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
            || bank[0+:BANK_BITS] != bank[BANK_BITS+:BANK_BITS] || behind == (place[0+:P] < place[P+:P]));
        inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
        held_C: cover (ran && rst_ni && !was_idle && !was_goes && served_q != {BANKS{1'b1}});
      end
  end

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, wants, lasts;
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
        .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_slot
      assign lasts[b] = served_len_q[b*3+:3] == 3'd0;
      assign wants[b] = open_q[b] & (open_row_q[b*ROW_BITS+:ROW_BITS] == served_row_q[b*ROW_BITS+:ROW_BITS]);
    end
    mon_turns #(
        .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(served_q), .wants_i(wants),
        .writes_i(served_write_q), .lasts_i(lasts), .rows_i(served_row_q), .columns_i(served_column_q),
        .tags_i(served_tag_q), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .act_ok_i(act_ok), .pre_ok_i(pre_ok),
        .col_next_i(column_next_q), .row_next_i(row_next_q),
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
