// SPDX-License-Identifier: Apache-2.0
// rh_age_queue under any backend that keeps its word: ACT of one closed bank, PRE of one open bank, and no command to a
// bank in the clock after its ACT (tRCD and tRAS are at least 2).
// prove: four QUEUE=4 BANKS=2 bmc=8 induction=1 cover=10 asserts=19 covers=9
// prove: eight QUEUE=8 BANKS=4 ROW_BITS=3 bmc=5 induction=1 cover=12 asserts=19 covers=9
module fv_rh_age_queue #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned ROW_BITS = 2,
    localparam int unsigned COLUMN_BITS = 2,
    localparam int unsigned TAG_BITS = 2,
    localparam int unsigned WRITE_DRAIN = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned COUNT_BITS = $clog2(QUEUE + 1)
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic                   req_valid_i,
    input logic                   req_write_i,
    input logic [  BANK_BITS-1:0] req_bank_i,
    input logic [   ROW_BITS-1:0] req_row_i,
    input logic [COLUMN_BITS-1:0] req_column_i,
    input logic [            2:0] req_len_i,
    input logic [   TAG_BITS-1:0] req_tag_i,
    input logic [      BANKS-1:0] rd_ok_i,
    input logic [      BANKS-1:0] wr_ok_i,
    input logic [      BANKS-1:0] row_ok_i,
    input logic                   column_grant_i,
    input logic [      BANKS-1:0] act_i,
    input logic [      BANKS-1:0] pre_i,
    input logic [   ROW_BITS-1:0] act_row_i
);
`include "observe_age_queue.svh"
  logic [BANKS-1:0] open, fresh;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic req_ready, col_write, col_last, leave, arrive;
  (* anyconst *) logic [15:0] age_cap;
  logic [QUEUE-1:0] valid, oldest_dut, able, hit, write, row_ready, column, take;
  logic [BANKS*QUEUE-1:0] in_bank;
  logic [QUEUE*ROW_BITS-1:0] rows;
  logic [BANKS-1:0] col_bank, just_activated_dut;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [COUNT_BITS-1:0] count;

  rh_age_queue #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_dut (
      .load_i(1'b0), .load_state_i(age_queue_obs),
      .clk_i(clk_i), .rst_ni(rst_ni), .age_cap_i(age_cap), .req_valid_i(req_valid_i), .req_write_i(req_write_i),
      .req_bank_i(req_bank_i), .req_row_i(req_row_i), .req_column_i(req_column_i), .req_len_i(req_len_i),
      .req_tag_i(req_tag_i), .req_ready_o(req_ready), .rd_ok_i(rd_ok_i), .wr_ok_i(wr_ok_i), .row_ok_i(row_ok_i),
      .column_grant_i(column_grant_i), .open_i(open), .open_row_i(open_rows), .act_i(act_i), .pre_i(pre_i),
      .closing_i({BANKS{1'b0}}),
      .found_i({QUEUE{1'b0}}), .capped_i({BANKS{1'b0}}), .upper_i({QUEUE{1'b1}}),
      .later_i({BANKS*BANKS{1'b0}}), .write_high_i(8'd0), .write_low_i(8'd0), .write_queue_i(8'd0), .served_o(),
      .held_o(), .turned_o(),
      .valid_o(valid), .oldest_o(oldest_dut), .able_o(able), .hit_o(hit), .next_hit_o(), .write_o(write),
      .in_bank_o(in_bank), .row_o(rows), .row_ready_o(row_ready), .just_activated_o(just_activated_dut),
      .column_o(column), .column_bank_o(col_bank), .column_write_o(col_write), .column_last_o(col_last),
      .column_number_o(col_column), .column_tag_o(col_tag), .leave_o(leave), .arrive_o(arrive), .take_o(take),
      .count_o(count), .obs_o(age_queue_obs)
  );

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- the banks ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    always_ff @(posedge clk_i) begin
      if (!rst_ni) open[b] <= 1'b0;
      else if (act_i[b]) open[b] <= 1'b1;
      else if (pre_i[b]) open[b] <= 1'b0;
      if (act_i[b]) open_rows[b*ROW_BITS+:ROW_BITS] <= act_row_i;
    end
  end
  always_ff @(posedge clk_i) fresh <= rst_ni ? act_i : '0;  // activated in the last clock

  // --- the queue, by entry ---
  logic [QUEUE-1:0] valid_seen, able_seen, wants, oldest, same_row;
  logic [BANK_BITS-1:0] unused_bank;
  logic [ROW_BITS-1:0] unused_row;
  logic [TAG_BITS-1:0] unused_tag;
  logic [QUEUE*COLUMN_BITS-1:0] columns;
  logic [BANK_BITS-1:0] col_number;
  logic [BANKS-1:0] served;
  mon_age_queue #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .SERIAL(1'b0)
  ) u_queue (
      .started_i(started), .open_i(open), .rows_i(open_rows), .obs_i(age_queue_obs), .unseen_i(QUEUE'(0)),
      .valid_o(valid_seen), .wants_o(wants), .oldest_o(oldest), .oldest_bank_o(unused_bank), .oldest_row_o(unused_row),
      .oldest_tag_o(unused_tag), .columns_o(columns)
  );
  always_comb begin
    col_number = '0;
    for (int unsigned b = 0; b < BANKS; b++) if (col_bank[b]) col_number = BANK_BITS'(b);
    served = '0;
    for (int unsigned k = 0; k < QUEUE; k++) if (wants[k] & able_seen[k]) served[bank_q[k*BANK_BITS+:BANK_BITS]] = 1'b1;
  end
  mon_column_choice #(
      .QUEUE(QUEUE), .BANKS(BANKS), .BUSES(2), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_column (
      .live_i(live), .valid_i(valid_seen & able_seen), .upper_i({QUEUE{1'b1}}), .ranks_i({QUEUE{1'b0}}),
      .wants_i(wants & able_seen),
      .writes_i(write_q), .banks_i(bank_q), .columns_i(columns), .lens_i(len_q), .tags_i(tag_q), .rd_ok_i(rd_ok_i),
      .wr_ok_i(wr_ok_i), .row_valid_i(1'b0), .col_valid_i(|column), .col_write_i(col_write), .col_last_i(col_last),
      .col_bank_i(col_number), .col_column_i(col_column), .col_tag_i(col_tag)
  );
  logic oldest_wants, column_own, row_own;
  assign oldest_wants = (wants & oldest) != '0;
  assign column_own   = column == oldest;
  assign row_own      = row_ready == oldest;
  mon_starvation #(.QUEUE(QUEUE)) u_starvation (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .cap_i(age_cap), .valid_i(valid_seen),
      .oldest_i(oldest), .wants_i(oldest_wants), .column_i(|column & column_grant_i), .col_last_i(col_last),
      .col_own_i(column_own),
      .row_i(|row_ready), .row_act_i(1'b1), .row_own_i(row_own),
      .age_left_i(age_left_q), .starvation_i(starvation_q), .able_o(able_seen)
  );
  for (genvar k = 0; k < QUEUE; k++) begin : g_row
    logic [BANK_BITS-1:0] bank;
    assign bank        = bank_q[k*BANK_BITS+:BANK_BITS];
    assign same_row[k] = row_ready[k] == (valid_seen[k] & able_seen[k] & row_ok_i[bank] & ~served[bank]);
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    act_M: assume ((act_i & open) == '0 && (act_i & (act_i - BANKS'(1))) == '0);
    pre_M: assume ((pre_i & ~open) == '0 && (pre_i & (pre_i - BANKS'(1))) == '0);
    column_M: assume (((rd_ok_i | wr_ok_i) & (~open | fresh)) == '0);
    row_M: assume (((row_ok_i | pre_i) & fresh) == '0);
    if (live) begin
      row_ready_A: assert (&same_row);
      ready_A: assert (req_ready == (valid_seen != '1 || leave) && leave == (|column && col_last && column_grant_i));
      rows_A: assert (rows == row_q && valid == valid_seen && oldest_dut == oldest && able == able_seen
          && (write & valid) == write_q && count == COUNT_BITS'($countones(valid_seen)));
      turn_C: cover (valid_seen == '1 && leave && arrive);
      yield_C: cover (valid_seen == '1 && |column && col_last && !column_grant_i && req_valid_i);
      search_C: cover (fresh != '0 && wants == QUEUE'(5));
      close_C: cover (pre_i != '0 && req_valid_i && req_ready && pre_i[req_bank_i]);
    end
  end
  always_comb
    if (started) begin
      just_activated_A: assert (just_activated_q == fresh && just_activated_dut == fresh);
      one_A: assert ((column & (column - QUEUE'(1))) == '0);
    end
endmodule
