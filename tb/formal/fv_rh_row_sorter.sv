// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=3 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=2 RESPONSES=2 RULES=0 bmc=8 induction=1 cover=14 asserts=43 covers=11
// prove: sorts QUEUE=3 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 SORTS=1 bmc=8 induction=1 cover=14 asserts=12 covers=2
// prove: policy QUEUE=4 BANKS=4 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=14 asserts=15 covers=5
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 REQUESTS=0 bmc=4 induction=1 cover=12 asserts=58 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 PART_BITS=1 SUBARRAY_BITS=1 REQUESTS=0 bmc=6 induction=1 cover=12 asserts=58 covers=3
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
    parameter int unsigned PART_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter bit RULES = 1'b1,
    parameter bit REQUESTS = 1'b1,
    parameter bit POLICY = 1'b0,
    parameter bit SORTS = 1'b0,
    localparam int unsigned ORDER = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic                   req_valid_i,
    input logic                   req_write_i,
    input logic [  BANK_BITS-1:0] req_bank_i,
    input logic [   ROW_BITS-1:0] req_row_i,
    input logic [COLUMN_BITS-1:0] req_column_i,
    input logic [            2:0] req_extra_i,
    input logic [   TAG_BITS-1:0] req_tag_i,
    input logic                   rsp_ready_i
);
`include "observe_row_sorter.svh"
`include "controller.svh"

  localparam int unsigned E = rh_pkg::log2_up(QUEUE);
  localparam int unsigned LISTS = BANKS * 4;
  localparam int unsigned STEPS = LISTS * QUEUE;
  localparam int unsigned P = E + 3;  // a place: steps of lists behind the one that is served, then of entries

  logic [LISTS*2-1:0] ranks;           // of each list: steps behind the one that is served
  logic [STEPS-1:0] on;                // list l has an s-th entry, at l x QUEUE + s
  logic [STEPS*E-1:0] entries;         // it is this one
  logic [BANKS*E-1:0] firsts;          // of the list that is served
  logic [BANKS*ROW_BITS-1:0] firsts_row;
  logic [BANKS-1:0] some, sealed;
  logic [BANKS-1:0] apart;
  if (REQUESTS || POLICY || SORTS) begin : g_banks
    logic [BANKS-1:0] one, run, counted, fits, idle;
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      logic [3:0] used, at, dup;
      logic [1:0] first;
      assign used  = used_q[b*4+:4];
      assign at    = oldest_q[b*4+:4];
      assign first = {at[3] | at[2], at[3] | at[1]};
      assign one[b]     = at == 4'd1 << first;
      assign run[b]     = used == 4'd0 || ((used & at) != 4'd0 && (used & ~at & ~{used[2:0], used[3]}) == 4'd0);
      assign some[b]    = used != 4'd0;
      assign sealed[b]  = joined_q[b*5+:5] == 5'd16;
      assign counted[b] = joined_q[b*5+:5] <= 5'd16 && (joined_q[b*5+:5] == 5'd0 || (used & ~at) != 4'd0);
      assign idle[b]    = some[b] || done_q[b*3+:3] == 3'd0;
      assign firsts[b*E+:E]                   = head_q[(b*4+32'(first))*E+:E];
      assign firsts_row[b*ROW_BITS+:ROW_BITS] = row_q[(b*4+32'(first))*ROW_BITS+:ROW_BITS];
      assign fits[b] = !open_q[b] || !fits_q[b]
          || open_row_q[b*ROW_BITS+:ROW_BITS] == firsts_row[b*ROW_BITS+:ROW_BITS];
      for (genvar i = 0; i < 4; i++) begin : g_rank
        assign ranks[(b*4+i)*2+:2] = 2'(i) - first;
        // another list of the same row: but the one that is served, and that takes no more
        logic [3:0] twin;
        for (genvar j = 0; j < 4; j++) begin : g_twin
          assign twin[j] = j != i && used[i] && used[j] && !(sealed[b] && (at[i] || at[j]))
              && row_q[(b*4+i)*ROW_BITS+:ROW_BITS] == row_q[(b*4+j)*ROW_BITS+:ROW_BITS];
        end
        assign dup[i] = |twin;
      end
      assign apart[b] = dup == 4'd0;
    end
    always_comb
      if (started) begin
        inv_one_A: assert (&one);
        inv_run_A: assert (&run);
        inv_joined_A: assert (&counted);
        inv_done_A: assert (&idle);
        inv_fits_A: assert (&fits);
      end
  end else begin : g_no_banks
    assign {ranks, firsts, firsts_row, some, sealed, apart} = '0;
  end

  if (REQUESTS || SORTS) begin : g_lists
    logic [LISTS-1:0] ended;
    logic [STEPS-1:0] inside;
    for (genvar l = 0; l < LISTS; l++) begin : g_list
      for (genvar s = 0; s < QUEUE; s++) begin : g_step
        localparam int unsigned A = l * QUEUE + s;
        if (s == 0) begin : g_head
          assign on[A]             = used_q[l];
          assign entries[A*E+:E]   = head_q[l*E+:E];
        end else begin : g_next
          assign on[A]             = on[A-1] && entries[(A-1)*E+:E] != tail_q[l*E+:E];
          assign entries[A*E+:E]   = next_q[32'(entries[(A-1)*E+:E])*E+:E];
        end
        assign inside[A] = !on[A] || 32'(entries[A*E+:E]) < QUEUE;
      end
      assign ended[l] = !on[l*QUEUE+QUEUE-1] || entries[(l*QUEUE+QUEUE-1)*E+:E] == tail_q[l*E+:E];
    end
    logic [QUEUE-1:0] once;  // an entry with a request is in one place of one list, or the one that came last
    for (genvar k = 0; k < QUEUE; k++) begin : g_once
      logic [STEPS:0] claims;
      for (genvar a = 0; a < STEPS; a++) begin : g_claim
        assign claims[a] = on[a] && entries[a*E+:E] == E'(k);
      end
      assign claims[STEPS] = fresh_q && fresh_entry_q == E'(k);
      assign once[k]       = (claims & (claims - (STEPS + 1)'(1))) == '0 && (claims != '0) == valid_q[k];
    end
    always_comb
      if (started) begin
        inv_apart_A: assert (&apart);
        inv_ended_A: assert (&ended);
        inv_inside_A: assert (&inside && (!fresh_q || 32'(fresh_entry_q) < QUEUE));
        inv_once_A: assert (&once);
      end
  end else begin : g_no_lists
    assign {on, entries} = '0;
  end

  if (REQUESTS) begin : g_store
    logic [QUEUE*P-1:0] places;
    logic [QUEUE*BANK_BITS-1:0] banks;
    logic [QUEUE*ROW_BITS-1:0] its_rows;
    logic [QUEUE*COLUMN_BITS-1:0] columns;  // next ones
    logic [QUEUE*3-1:0] extras;             // column commands left, minus one
    logic [2*P-1:0] place;
    logic [3:0] takes;
    for (genvar k = 0; k < QUEUE; k++) begin : g_fields
      logic [P-1:0] at;
      logic [BANK_BITS-1:0] in;
      logic [ROW_BITS-1:0] of;
      logic first;
      always_comb begin
        at = {3'd4, E'(0)};
        in = fresh_bank_q;
        of = fresh_row_q;
        for (int unsigned l = 0; l < LISTS; l++)
          for (int unsigned s = 0; s < QUEUE; s++)
            if (on[l*QUEUE+s] && entries[(l*QUEUE+s)*E+:E] == E'(k)) begin
              at = {1'b0, ranks[l*2+:2], E'(s)};
              in = BANK_BITS'(l / 4);
              of = row_q[l*ROW_BITS+:ROW_BITS];
            end
      end
      assign first                               = at == '0;
      assign places[k*P+:P]                      = at;
      assign banks[k*BANK_BITS+:BANK_BITS]       = in;
      assign its_rows[k*ROW_BITS+:ROW_BITS]      = of;
      assign columns[k*COLUMN_BITS+:COLUMN_BITS] = column_q[k*COLUMN_BITS+:COLUMN_BITS]
          + (first ? COLUMN_BITS'(done_q[32'(in)*3+:3]) : '0);
      assign extras[k*3+:3]                      = extra_q[k*3+:3] - (first ? done_q[32'(in)*3+:3] : 3'd0);
    end
    for (genvar k = 0; k < 2; k++) begin : g_entry
      mon_store #(
          .ENTRIES(QUEUE), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
          .P(P)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
          .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
          .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
          .live_i(valid_q), .places_i(places), .writes_i(write_q), .banks_i(banks), .rows_i(its_rows),
          .columns_i(columns), .extras_i(extras), .tags_i(tag_q), .place_o(place[k*P+:P])
      );
    end
    for (genvar i = 0; i < 4; i++) begin : g_takes
      assign takes[i] = !used_q[32'(fresh_bank_q)*4+i]
          || (row_q[(32'(fresh_bank_q)*4+i)*ROW_BITS+:ROW_BITS] == fresh_row_q
          && !(oldest_q[32'(fresh_bank_q)*4+i] && sealed[fresh_bank_q]));
    end
    always_comb
      if (started) begin
        // a full queue takes a request in the clock in which one leaves, none else; none while one finds no list
        ready_A: assert (req_ready == ((stored < 8'(QUEUE) || (col_cmd != rh_pkg::CMD_NOP && col_last))
            && (!fresh_q || takes != '0)));
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
            || bank[0+:BANK_BITS] != bank[BANK_BITS+:BANK_BITS] || row[0+:ROW_BITS] != row[ROW_BITS+:ROW_BITS]
            || behind == (place[0+:P] < place[P+:P]));
        inv_alone_A: assert (!behind || left[3:0] != 4'd0);
      end
  end

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, head_writes, head_lasts;
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
      logic [E-1:0] entry;
      assign entry          = firsts[b*E+:E];
      assign head_writes[b] = write_q[entry];
      assign head_lasts[b]  = extra_q[32'(entry)*3+:3] == done_q[b*3+:3];
      assign head_columns[b*COLUMN_BITS+:COLUMN_BITS] = column_q[32'(entry)*COLUMN_BITS+:COLUMN_BITS]
          + COLUMN_BITS'(done_q[b*3+:3]);
      assign head_tags[b*TAG_BITS+:TAG_BITS]          = tag_q[32'(entry)*TAG_BITS+:TAG_BITS];
    end
    mon_turns #(
        .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some), .wants_i(open_q & fits_q),
        .writes_i(head_writes), .lasts_i(head_lasts), .rows_i(firsts_row), .columns_i(head_columns),
        .tags_i(head_tags), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .act_ok_i(act_ok), .pre_ok_i(pre_ok),
        .col_next_i(column_next_q), .row_next_i(row_next_q),
        .col_valid_i(col_cmd != rh_pkg::CMD_NOP), .col_write_i(col_cmd == rh_pkg::CMD_WR), .col_last_i(col_last),
        .col_bank_i(col_bank), .col_column_i(col_column), .col_tag_i(col_tag),
        .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH),
        .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
    );
    logic unused_settled;
    assign unused_settled = ^settled;
  end

  if (SORTS) begin : g_sorts
    // One symbolic bank: how many requests have joined the list that is served while another waited? Seen from where
    // the lists end. And the list that is served is the next one of the ring, when none of it is left.
    (* anyconst *) logic [BANK_BITS-1:0] x;
    logic [3:0] served, was_served, lists, was_lists;
    logic [E-1:0] last, was_last;
    logic [7:0] passed, was_passed;
    logic ran;
    assign served = oldest_q[32'(x)*4+:4];
    assign lists  = used_q[32'(x)*4+:4];
    always_comb begin
      last = '0;
      for (int unsigned i = 0; i < 4; i++) if (served[i]) last = last | tail_q[(32'(x)*4+i)*E+:E];
      passed = was_passed;
      if (served != was_served) passed = '0;
      else if ((was_lists & ~served) != '0 && last != was_last) passed = was_passed + 8'd1;
      if (!ran) passed = '0;
    end
    initial ran = 1'b0;
    always_ff @(posedge clk_i) begin
      ran        <= started & rst_ni;
      was_passed <= passed;
      was_served <= served;
      was_lists  <= lists;
      was_last   <= last;
    end
    always_comb
      if (started) begin
        passed_A: assert (passed <= 8'd16);
        inv_passed_A: assert (passed == 8'(joined_q[32'(x)*5+:5]));
        if (ran) turn_A: assert (served == was_served || ((was_lists & ~was_served) == '0 ? lists != '0 : 1'b1)
            && served == {was_served[2:0], was_served[3]} && !fits_q[x]);
        joins_C: cover (passed == 8'd1);
        turn_C: cover (ran && served == 4'd4);
      end
  end
endmodule
