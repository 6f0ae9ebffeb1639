// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 RULES=0 bmc=8 induction=1 cover=10 asserts=42 covers=11
// prove: policy QUEUE=6 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=16 asserts=24 covers=9
// prove: policy_one_bus QUEUE=4 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=13 asserts=24 covers=7
// prove: turn QUEUE=4 BANKS=2 BUSES=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=15 induction=1 cover=15 asserts=24 covers=7
// prove: progress QUEUE=6 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 ROW_BITS=2 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 PROGRESS=1 bmc=4 induction=1 cover=14 asserts=25 covers=4
// prove: progress_grain QUEUE=4 BANKS=2 BUSES=2 TIMER_BITS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 PROGRESS=1 EXTRA=1 bmc=9 induction=1 cover=12 asserts=24 covers=4
// prove: progress_wide QUEUE=10 BANKS=8 GROUPS=4 BUSES=2 GRAIN_BITS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 PROGRESS=1 COVERS=0 bmc=2 induction=1 cover=8 asserts=24 covers=1
// prove: rules QUEUE=8 BANKS=4 GROUPS=2 COLUMN_BITS=2 TAG_BITS=2 REQUESTS=0 bmc=6 induction=1 cover=14 asserts=30 covers=5
// prove: grains QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 COLUMN_BITS=2 TAG_BITS=2 REQUESTS=0 bmc=6 induction=1 cover=14 asserts=30 covers=5
// prove: parts QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 COLUMN_BITS=2 TAG_BITS=2 REQUESTS=0 bmc=5 induction=1 cover=14 asserts=30 covers=5
`define ROWHOLD_DUT rh_fgdram_channel
`define ROWHOLD_AUTO 1'b1
module fv_rh_fgdram_channel #(
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
    parameter bit PROGRESS = 1'b0,  // with POLICY: how long a request waits, in its place
    parameter int unsigned EXTRA = 0,  // ... column commands of a request minus one, at most
    parameter bit COVERS = 1'b1,       // ... 0: one alone
    localparam int unsigned ORDER = 1,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_fgdram_channel.svh"
`include "controller.svh"

  localparam int unsigned POOL = rh_pkg::max(QUEUE, BANKS + 1) - BANKS;
  localparam int unsigned E = rh_pkg::log2_up(POOL);
  localparam int unsigned DEPTH = POOL + 1;  // requests of a bank, at most
  localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1);

  // --- the requests behind the heads: bank b's s-th stands at b x POOL + s ---
  logic [BANKS*POOL-1:0] on;         // there is one
  logic [BANKS*POOL*E-1:0] entries;  // it is this one
  logic [BANKS*C-1:0] counts;        // requests of a bank
  if (REQUESTS || POLICY) begin : g_lists
    logic [BANKS*POOL-1:0] known, same_right;
    logic [BANKS-1:0] ended, idle, own_right, newest_right;
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      logic stays, is_open;  // the head's row
      assign stays   = open_q[b] & ~closing_q[b];
      assign is_open = row_q[b*ROW_BITS+:ROW_BITS] == open_row_q[b*ROW_BITS+:ROW_BITS];
      for (genvar s = 0; s < POOL; s++) begin : g_step
        localparam int unsigned A = b * POOL + s;
        logic same;
        logic [ROW_BITS-1:0] former;
        if (s == 0) begin : g_head
          assign on[A]           = more_q[b];
          assign entries[A*E+:E] = next_q[b*E+:E];
          assign same            = same_q[b];
          assign former          = row_q[b*ROW_BITS+:ROW_BITS];
        end else begin : g_next
          logic [E-1:0] last;
          assign last            = entries[(A-1)*E+:E];
          assign on[A]           = on[A-1] && last != tail_q[b*E+:E];
          assign entries[A*E+:E] = pool_next_q[32'(last)*E+:E];
          assign same            = pool_same_q[last];
          assign former          = pool_row_q[32'(last)*ROW_BITS+:ROW_BITS];
        end
        assign known[A]     = !on[A] || 32'(entries[A*E+:E]) < POOL;
        assign same_right[A] = !on[A]
            || same == (pool_row_q[32'(entries[A*E+:E])*ROW_BITS+:ROW_BITS] == former);
      end
      assign ended[b]        = !on[b*POOL+POOL-1] || entries[(b*POOL+POOL-1)*E+:E] == tail_q[b*E+:E];
      assign idle[b]         = some_q[b] || (!more_q[b] && done_q[b*3+:3] == '0);
      assign own_right[b]    = !some_q[b] || !stays || own_q[b] == is_open;
      assign newest_right[b] = some_q[b] || !stays || is_open;
      always_comb begin
        counts[b*C+:C] = C'(some_q[b]);
        for (int unsigned s = 0; s < POOL; s++) counts[b*C+:C] = counts[b*C+:C] + C'(on[b*POOL+s]);
      end
    end
    logic [POOL-1:0] once;  // a used entry is in one place of one list, a free one in none
    for (genvar k = 0; k < POOL; k++) begin : g_once
      logic [BANKS*POOL-1:0] claims;
      for (genvar a = 0; a < BANKS * POOL; a++) begin : g_claim
        assign claims[a] = on[a] && entries[a*E+:E] == E'(k);
      end
      assign once[k] = (claims & (claims - (BANKS * POOL)'(1))) == '0 && (claims != '0) == used_q[k];
    end
    always_comb
      if (started) begin
        inv_ended_A: assert (&ended);
        inv_inside_A: assert (&known);
        inv_once_A: assert (&once);
        inv_idle_A: assert (&idle);
        // rows, of which the block compares one at arrival alone
        inv_closing_A: assert ((closing_q & ~open_q) == '0);
        inv_same_A: assert (&same_right);
        inv_own_A: assert (&own_right);
        inv_newest_A: assert (&newest_right);
      end
  end else begin : g_no_lists
    assign {on, entries, counts} = '0;
  end

  if (REQUESTS) begin : g_store
    localparam int unsigned ENTRIES = BANKS + POOL;  // the heads, then the pool
    localparam int unsigned P = rh_pkg::log2_up(DEPTH);
    logic [ENTRIES*P-1:0] places;
    logic [ENTRIES*BANK_BITS-1:0] banks;
    logic [BANKS*COLUMN_BITS-1:0] columns;  // next ones of the heads
    logic [BANKS*3-1:0] lens;             // their column commands left, minus one
    logic [2*P-1:0] place;
    for (genvar b = 0; b < BANKS; b++) begin : g_head
      assign places[b*P+:P]                      = '0;
      assign banks[b*BANK_BITS+:BANK_BITS]       = BANK_BITS'(b);
      assign columns[b*COLUMN_BITS+:COLUMN_BITS] = column_q[b*COLUMN_BITS+:COLUMN_BITS]
          + COLUMN_BITS'(done_q[b*3+:3]);
      assign lens[b*3+:3]                      = len_q[b*3+:3] - done_q[b*3+:3];
    end
    for (genvar k = 0; k < POOL; k++) begin : g_entry
      always_comb begin
        places[(BANKS+k)*P+:P] = '0;
        banks[(BANKS+k)*BANK_BITS+:BANK_BITS] = '0;
        for (int unsigned a = 0; a < BANKS * POOL; a++)
          if (on[a] && entries[a*E+:E] == E'(k)) begin
            places[(BANKS+k)*P+:P] = P'(a % POOL + 1);
            banks[(BANKS+k)*BANK_BITS+:BANK_BITS] = BANK_BITS'(a / POOL);
          end
      end
    end
    for (genvar k = 0; k < 2; k++) begin : g_followed
      mon_store #(
          .ENTRIES(ENTRIES), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
          .TAG_BITS(TAG_BITS), .P(P)
      ) u_store (
          .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
          .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
          .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
          .live_i({used_q, some_q}), .places_i(places), .writes_i({pool_write_q, write_q}), .banks_i(banks),
          .rows_i({pool_row_q, row_q}), .columns_i({pool_column_q, columns}), .lens_i({pool_len_q, lens}),
          .tags_i({pool_tag_q, tag_q}), .place_o(place[k*P+:P])
      );
    end
    always_comb
      if (started) begin
        // a bank without a request takes one, however full the pool; the others while there is a free entry
        ready_A: assert (req_ready == (!some_q[req_bank_i] || used_q != '1));
        inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
            || bank[0+:BANK_BITS] != bank[BANK_BITS+:BANK_BITS] || behind == (place[0+:P] < place[P+:P]));
        inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
      end
  end

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, wants, lasts, others;
    logic [BANKS-1:0] now_act_ok, now_pre_ok, calm_settled, calm_rd_ok, calm_wr_ok;  // calm: if refresh has no bus
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
        .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(now_act_ok), .pre_ok_o(now_pre_ok)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_head
      assign lasts[b]  = len_q[b*3+:3] == done_q[b*3+:3];
      assign others[b] = more_q[b]
          && pool_row_q[32'(next_q[b*E+:E])*ROW_BITS+:ROW_BITS] != row_q[b*ROW_BITS+:ROW_BITS];
      assign wants[b]  = some_q[b] && open_q[b] && !closing_q[b]
          && open_row_q[b*ROW_BITS+:ROW_BITS] == row_q[b*ROW_BITS+:ROW_BITS];
    end
    if (PROGRESS) begin : g_progress
      logic [BANKS-1:0] short;
      logic [POOL-1:0] fits;
      logic [BANKS*3-1:0] behind;  // the head's column commands, behind its next one
      for (genvar k = 0; k < POOL; k++) begin : g_fits
        assign fits[k] = !used_q[k] || 32'(pool_len_q[k*3+:3]) <= EXTRA;
      end
      for (genvar b = 0; b < BANKS; b++) begin : g_short
        assign behind[b*3+:3] = some_q[b] ? len_q[b*3+:3] - done_q[b*3+:3] : '0;
        assign short[b]       = &fits
            && (!some_q[b] || (32'(len_q[b*3+:3]) <= EXTRA && done_q[b*3+:3] <= len_q[b*3+:3]));
      end
      if (SUBARRAY_GROUP_BITS != 0) begin : g_apart  // two banks that share subarrays keep to different ones
        localparam int unsigned U = ROW_BITS - 1;  // the bit of a row that says which
        logic [BANKS*POOL-1:0] entry_apart;
        logic [BANKS-1:0] row_apart;
        for (genvar a = 0; a < BANKS * POOL; a++) begin : g_entry
          assign entry_apart[a] = !on[a]
              || pool_row_q[32'(entries[a*E+:E])*ROW_BITS+U] == 1'((a / POOL) % 2);
        end
        for (genvar b = 0; b < BANKS; b++) begin : g_bank
          assign row_apart[b] = (!open_q[b] || open_row_q[b*ROW_BITS+U] == 1'(b % 2))
              && (!some_q[b] || row_q[b*ROW_BITS+U] == 1'(b % 2));
        end
        always_comb begin
          apart_M: assume (req_row_i[U] == req_bank_i[0]);
          if (started) inv_apart_A: assert (&entry_apart && &row_apart);
        end
      end
      mon_head_wait #(
          .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS),
          .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T),
          .REGISTERED(REGISTERED), .GRAIN_BITS(GRAIN_BITS), .DEPTH(DEPTH), .EXTRA(EXTRA), .COVERS(COVERS)
      ) u_wait (
          .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .constraints_i(constraints), .faw_n_i(faw_n),
          .refresh_i(refresh), .obs_i(backend_obs), .accept_i(req_valid_i && req_ready), .req_bank_i(req_bank_i),
          .req_len_i(req_len_i), .counts_i(counts), .wants_i(wants), .writes_i(write_q), .short_i(short),
          .behind_i(behind), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .writes_q_i(writes_q), .passed_q_i(passed_q),
          .column_next_i(column_next_q), .row_next_i(row_next_q), .col_cmd_i(col_cmd), .col_bank_i(col_bank),
          .col_last_i(col_last)
      );
      assign {act_ok, pre_ok, calm_settled, calm_rd_ok, calm_wr_ok} = '0;
    end else begin : g_turns
      mon_grain #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .GRAIN_BITS(GRAIN_BITS)) u_grain (
          .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some_q), .wants_i(wants), .writes_i(write_q),
          .lasts_i(lasts), .others_i(others), .rows_i(row_q), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok),
          .writes_q_i(writes_q), .passed_q_i(passed_q), .col_cmd_i(col_cmd), .col_bank_i(col_bank),
          .col_last_i(col_last), .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH),
          .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
      );
      mon_legal #(
          .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
          .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
          .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
      ) u_calm (
          .refresh_i(refresh), .refreshes_i(1'b0), .obs_i(backend_obs), .settled_o(calm_settled), .rd_ok_o(calm_rd_ok),
          .wr_ok_o(calm_wr_ok), .act_ok_o(act_ok), .pre_ok_o(pre_ok)
      );
      mon_grain_turns #(.BANKS(BANKS), .BUSES(BUSES), .GRAIN_BITS(GRAIN_BITS)) u_turns (
          .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some_q), .wants_i(wants), .writes_i(write_q),
          .lasts_i(lasts), .others_i(others), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok),
          .row_ok_i(act_ok | (pre_ok & ~closing_q)), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH),
          .writes_q_i(writes_q), .passed_q_i(passed_q), .column_next_i(column_next_q), .grain_next_i(grain_next_q),
          .row_next_i(row_next_q),
          .column_i(col_cmd != rh_pkg::CMD_NOP), .col_bank_i(col_bank),
          .row_valid_i(row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH), .row_bank_i(row_bank)
      );
    end
    logic unused_legal;
    assign unused_legal = ^{settled, now_act_ok, now_pre_ok, calm_settled, calm_rd_ok, calm_wr_ok};
  end
endmodule
