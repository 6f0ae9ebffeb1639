// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 RULES=0 bmc=8 induction=1 cover=10 asserts=41 covers=11
// prove: policy QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 COLUMN_BITS=2 TAG_BITS=2 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=16 asserts=23 covers=9
// prove: policy_one_bus QUEUE=4 BANKS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=8 induction=1 cover=13 asserts=23 covers=7
// prove: turn QUEUE=4 BANKS=2 BUSES=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 bmc=15 induction=1 cover=15 asserts=23 covers=7
// prove: progress QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 PART_BITS=1 SUBARRAY_BITS=1 ROW_BITS=2 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 PROGRESS=1 bmc=4 induction=1 cover=14 asserts=24 covers=4
// prove: progress_grain QUEUE=4 BANKS=2 BUSES=2 TIMER_BITS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 PROGRESS=1 EXTRA=1 bmc=9 induction=1 cover=12 asserts=23 covers=4
// prove: progress_wide QUEUE=16 BANKS=8 GROUPS=4 BUSES=2 GRAIN_BITS=2 ROW_BITS=1 COLUMN_BITS=1 TAG_BITS=1 RESPONSES=2 RULES=0 REQUESTS=0 POLICY=1 PROGRESS=1 COVERS=0 bmc=2 induction=1 cover=8 asserts=23 covers=1
// prove: rules QUEUE=8 BANKS=4 GROUPS=2 COLUMN_BITS=2 TAG_BITS=2 REQUESTS=0 bmc=6 induction=1 cover=14 asserts=58 covers=5
// prove: grains QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 COLUMN_BITS=2 TAG_BITS=2 REQUESTS=0 bmc=6 induction=1 cover=14 asserts=58 covers=5
// prove: parts QUEUE=8 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 PART_BITS=1 SUBARRAY_BITS=1 COLUMN_BITS=2 TAG_BITS=2 REQUESTS=0 bmc=5 induction=1 cover=14 asserts=58 covers=5
`define ROWHOLD_DUT rh_fgdram_channel
`define ROWHOLD_AUTO 1'b1
module fv_rh_fgdram_channel #(
    parameter int unsigned QUEUE = 4,  // twice the banks at least: no RDA or WRA for the only entry of a bank
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
    parameter bit PROGRESS = 1'b0,  // with POLICY: how long a request waits, in its place
    parameter int unsigned EXTRA = 0,  // ... column commands of a request minus one, at most
    parameter bit COVERS = 1'b1,       // ... 0: one alone
    localparam int unsigned ORDER = 1,
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
`include "observe_fgdram_channel.svh"
`include "controller.svh"
`include "banked_queue.svh"

  // --- rows, of which the block compares one at arrival alone ---
  if (REQUESTS || POLICY) begin : g_rows
    logic [BANKS-1:0] stays;
    logic [ENTRIES-1:0] same_right, own_right, newest_right;
    assign stays = open_q & ~closing_q;
    for (genvar k = 0; k < ENTRIES; k++) begin : g_entry
      localparam int unsigned B = k / DEPTH;
      localparam int unsigned BEFORE = B * DEPTH + (k + DEPTH - 1) % DEPTH;
      localparam int unsigned AFTER = B * DEPTH + (k + 1) % DEPTH;
      logic is_open;  // the entry's row
      assign is_open         = row_q[k*ROW_BITS+:ROW_BITS] == open_row_q[B*ROW_BITS+:ROW_BITS];
      assign same_right[k]   = !alive[k] || head_q[k]
          || same_q[k] == (row_q[k*ROW_BITS+:ROW_BITS] == row_q[BEFORE*ROW_BITS+:ROW_BITS]);
      assign own_right[k]    = !alive[k] || !head_q[k] || !stays[B] || own_q[B] == is_open;
      assign newest_right[k] = !(count_q[B*C+:C] == '0 && stays[B] && tail_q[AFTER]) || is_open;
    end
    always_comb
      if (started) begin
        inv_closing_A: assert ((closing_q & ~open_q) == '0);
        inv_same_A: assert (&same_right);
        inv_own_A: assert (&own_right);
        inv_newest_A: assert (&newest_right);
      end
  end

  if (POLICY) begin : g_policy
    logic [BANKS-1:0] settled, rd_ok, wr_ok, act_ok, pre_ok, some, wants, head_writes, head_lasts, others;
    logic [BANKS*3-1:0] head_extras;
    logic [BANKS-1:0] now_act_ok, now_pre_ok, calm_settled, calm_rd_ok, calm_wr_ok;  // calm: if refresh has no bus
    logic [BANKS*ROW_BITS-1:0] head_rows;
    mon_legal #(
        .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
        .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
    ) u_legal (
        .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs),
        .settled_o(settled), .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .act_ok_o(now_act_ok), .pre_ok_o(now_pre_ok)
    );
    for (genvar b = 0; b < BANKS; b++) begin : g_head
      logic [I-1:0] behind_head;  // the place behind the head
      localparam int unsigned EB = rh_pkg::log2_up(ENTRIES);
      logic [EB-1:0] head, second;
      assign behind_head    = (32'(heads[b*I+:I]) == DEPTH - 1) ? '0 : heads[b*I+:I] + I'(1);
      assign head           = EB'(b * DEPTH) + EB'(heads[b*I+:I]);
      assign second         = EB'(b * DEPTH) + EB'(behind_head);
      assign some[b]        = count_q[b*C+:C] != '0;
      assign head_writes[b] = write_q[head];
      assign head_extras[b*3+:3] = extra_q[head*3+:3];
      assign head_lasts[b]  = head_extras[b*3+:3] == done_q[b*3+:3];
      assign head_rows[b*ROW_BITS+:ROW_BITS] = row_q[head*ROW_BITS+:ROW_BITS];
      assign others[b]      = count_q[b*C+:C] > C'(1)
          && row_q[second*ROW_BITS+:ROW_BITS] != row_q[head*ROW_BITS+:ROW_BITS];
      assign wants[b]       = some[b] && open_q[b] && !closing_q[b]
          && open_row_q[b*ROW_BITS+:ROW_BITS] == head_rows[b*ROW_BITS+:ROW_BITS];
    end
    if (PROGRESS) begin : g_progress
      logic [BANKS-1:0] short;
      logic [BANKS*3-1:0] behind;  // the head's column commands, behind its next one
      for (genvar b = 0; b < BANKS; b++) begin : g_short
        logic [DEPTH-1:0] fits;
        for (genvar k = 0; k < DEPTH; k++) begin : g_entry
          assign fits[k] = !alive[b*DEPTH+k] || 32'(extra_q[(b*DEPTH+k)*3+:3]) <= EXTRA;
        end
        assign behind[b*3+:3] = some[b] ? head_extras[b*3+:3] - done_q[b*3+:3] : '0;
        assign short[b]       = &fits && (!some[b] || done_q[b*3+:3] <= head_extras[b*3+:3]);
      end
      if (PART_BITS != 0) begin : g_apart  // two banks that share subarrays keep to different ones
        localparam int unsigned U = ROW_BITS - 1;  // the bit of a row that says which
        logic [ENTRIES-1:0] entry_apart;
        logic [BANKS-1:0] row_apart;
        for (genvar k = 0; k < ENTRIES; k++) begin : g_entry
          assign entry_apart[k] = !alive[k] || row_q[k*ROW_BITS+U] == 1'((k / DEPTH) % 2);
        end
        for (genvar b = 0; b < BANKS; b++) begin : g_bank
          assign row_apart[b] = !open_q[b] || open_row_q[b*ROW_BITS+U] == 1'(b % 2);
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
          .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .gaps_i(gaps), .faw_n_i(faw_n), .refresh_i(refresh),
          .obs_i(backend_obs), .accept_i(req_valid_i && req_ready), .req_bank_i(req_bank_i),
          .req_extra_i(req_extra_i), .counts_i(count_q), .wants_i(wants), .writes_i(head_writes), .short_i(short),
          .behind_i(behind), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .writes_q_i(writes_q), .passed_q_i(passed_q),
          .column_next_i(column_next_q), .row_next_i(row_next_q), .col_cmd_i(col_cmd), .col_bank_i(col_bank),
          .col_last_i(col_last)
      );
      assign {act_ok, pre_ok, calm_settled, calm_rd_ok, calm_wr_ok} = '0;
    end else begin : g_turns
      mon_grain #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .GRAIN_BITS(GRAIN_BITS)) u_grain (
          .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some), .wants_i(wants), .writes_i(head_writes),
          .lasts_i(head_lasts), .others_i(others), .rows_i(head_rows), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok),
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
          .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .some_i(some), .wants_i(wants), .writes_i(head_writes),
          .lasts_i(head_lasts), .others_i(others), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok),
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
