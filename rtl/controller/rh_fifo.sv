// SPDX-License-Identifier: Apache-2.0
// Controller `fifo`: one queue; only the oldest request may issue a command. Model: cmodel/controller/rh_fifo.c.
// Promises: include/rowhold/rh_controller.h; besides, column commands come in order of arrival over all banks.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_fifo #(
    parameter int unsigned QUEUE = 32,               // requests stored
    parameter int unsigned BANKS = 4,                // banks of the channel
    parameter int unsigned GROUPS = 1,               // bank groups; at most banks / 2 in a run
    parameter int unsigned BUSES = 1,                // command buses: 1, or 2 (row and column)
    parameter int unsigned ROW_BITS = 12,            // bits of a row number
    parameter int unsigned COLUMN_BITS = 8,          // bits of a column number, in column commands
    parameter int unsigned TAG_BITS = 8,             // bits of a tag
    parameter int unsigned RESPONSES = 16,           // entries of the response FIFO
    parameter int unsigned TIMER_BITS = 8,           // bits of a gap and its counter
    parameter int unsigned REGISTERED = 0,           // 1: commands leave flip-flops, one clock later
    parameter int unsigned GRAIN_BITS = 0,           // log2 of the grains, each with its own data bus
    parameter int unsigned RANK_BITS = 0,            // log2 of the ranks, which share one data bus
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,  // log2 of the banks that share subarrays; 0: none do
    parameter int unsigned SUBARRAY_BITS = 0,        // row bits, the upper ones, that say the subarray
    parameter int unsigned STACKED = 0,              // 1: the banks of a part lie one on the other (SALP)
    parameter bit OBSERVE = 1'b0,                    // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                       // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                               // bits of a bank number
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),  // bits of occupancy_o
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
            GRAIN_BITS, RANK_BITS),
    localparam int unsigned OBS_BITS = BACKEND_BITS
        + QUEUE                       // write
        + QUEUE * BANK_BITS           // bank
        + QUEUE * ROW_BITS            // row
        + QUEUE * COLUMN_BITS         // column
        + QUEUE * 3                   // len
        + QUEUE * TAG_BITS            // tag
        + QUEUE                       // head
        + QUEUE                       // tail
        + rh_pkg::log2_up(QUEUE + 1)  // count
        + 3                           // done
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,  // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,        // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,      // 0 off, 1 all banks, 2 one bank, 3 one of each group
    input  logic [                          15:0] refi_i,         // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,          // REF to ACT or REF of the banks refreshed
    input  logic [                          15:0] age_cap_i,
    input  logic                                  req_valid_i,    // a request is offered
    input  logic                                  req_write_i,    // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,     // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,      // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,   // first column, in column commands
    input  logic [                           2:0] req_len_i,      // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,      // returned with the response
    input  logic                                  rsp_ready_i,    // the response is taken
    output logic                                  req_ready_o,
    output logic                                  rsp_valid_o,    // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,      // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,    // it was a write; meaningful while rsp_valid
    output logic [                           2:0] col_cmd_o,      // column command of this clock: NOP, RD, WR, RDA, WRA
    output logic [                 BANK_BITS-1:0] col_bank_o,     // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,   // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,      // tag of its request; 0 with NOP
    output logic                                  col_last_o,     // last column command of its request
    output logic [                           2:0] col_reason_o,   // why it was chosen
    output logic [                           2:0] row_cmd_o,      // row command of this clock: NOP, ACT, PRE, REF
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,      // row of an ACT; else 0
    output logic                                  row_all_o,      // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,   // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,       // observation: the data bus is booked in this clock
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,    // observation: requests queued as the clock begins
    input  logic                                  load_i,         // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,   // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o           // the registers, the first of the sum lowest
);
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
  rh_controller_contract #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED)
  ) u_contract (.forget_i(loads), .*);
// end generated

  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1);

  // one entry: write, bank, row, first column, column commands minus one, tag
  logic [QUEUE-1:0] write_q;
  logic [QUEUE*BANK_BITS-1:0] bank_q;
  logic [QUEUE*ROW_BITS-1:0] row_q;
  logic [QUEUE*COLUMN_BITS-1:0] column_q;
  logic [QUEUE*3-1:0] len_q;
  logic [QUEUE*TAG_BITS-1:0] tag_q;
  logic [QUEUE-1:0] head_q, tail_q;  // one-hot: the oldest entry, and where the next request goes
  logic [COUNT_BITS-1:0] count_d, count_q;
  logic [2:0] done_d, done_q;  // column commands that the head has had

  // the state to load: the twin of obs_o
  logic [QUEUE-1:0] load_write, load_head, load_tail;
  logic [QUEUE*BANK_BITS-1:0] load_bank;
  logic [QUEUE*ROW_BITS-1:0] load_row;
  logic [QUEUE*COLUMN_BITS-1:0] load_column;
  logic [QUEUE*3-1:0] load_len;
  logic [QUEUE*TAG_BITS-1:0] load_tag;
  logic [COUNT_BITS-1:0] load_count;
  logic [2:0] load_done;

  logic [2:0] head_len;
  logic head_write, head_last, some, hit, push, pop, col_valid, column_grant, column_issued, row_valid, row_taken;
  logic [BANK_BITS-1:0] head_bank;
  logic [ROW_BITS-1:0] head_row, open_row;
  logic [COLUMN_BITS-1:0] head_column, head_start;
  logic [TAG_BITS-1:0] head_tag;
  logic [BANKS-1:0] bank, rd_ok, wr_ok, row_ok, is_open, closing, act, pre;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs, backend_load;

  rh_onehot_mux #(.N(QUEUE), .W(BANK_BITS)) u_head_bank (.select_i(head_q), .data_i(bank_q), .data_o(head_bank));
  rh_onehot_mux #(.N(QUEUE), .W(ROW_BITS)) u_head_row (.select_i(head_q), .data_i(row_q), .data_o(head_row));
  rh_onehot_mux #(.N(QUEUE), .W(COLUMN_BITS)) u_head_column (
      .select_i(head_q), .data_i(column_q), .data_o(head_start)
  );
  rh_onehot_mux #(.N(QUEUE), .W(3)) u_head_len (.select_i(head_q), .data_i(len_q), .data_o(head_len));
  rh_onehot_mux #(.N(QUEUE), .W(TAG_BITS)) u_head_tag (.select_i(head_q), .data_i(tag_q), .data_o(head_tag));
  assign head_write  = |(head_q & write_q);
  assign head_column = head_start + COLUMN_BITS'(done_q);
  assign head_last   = head_len == done_q;

  assign {load_done, load_count, load_tail, load_head, load_tag, load_len, load_column, load_row, load_bank,
          load_write, backend_load} = load_state_i;

  assign some = count_q != '0;
  assign bank = BANKS'(1) << head_bank;

  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_open_row (.select_i(bank), .data_i(open_rows), .data_o(open_row));

  assign hit           = (|(bank & is_open)) & (open_row == head_row);
  assign col_valid     = some & hit & (|(bank & (head_write ? wr_ok : rd_ok)));
  assign row_valid     = some & ~hit & (|(bank & row_ok));
  assign column_issued = col_valid & column_grant;

  assign req_ready_o = (count_q != COUNT_BITS'(QUEUE)) | pop;
  assign push        = req_valid_i & req_ready_o;
  assign pop         = column_issued & head_last;

  always_comb begin
    count_d = count_q + COUNT_BITS'(push) - COUNT_BITS'(pop);
    done_d  = pop ? 3'd0 : done_q + 3'(column_issued);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= QUEUE'(1);
      tail_q  <= QUEUE'(1);
      count_q <= '0;
      done_q  <= '0;
    end else if (loads) begin
      head_q  <= load_head;
      tail_q  <= load_tail;
      count_q <= load_count;
      done_q  <= load_done;
    end else begin
      if (pop) head_q <= {head_q[QUEUE-2:0], head_q[QUEUE-1]};
      if (push) tail_q <= {tail_q[QUEUE-2:0], tail_q[QUEUE-1]};
      count_q <= count_d;
      done_q  <= done_d;
    end
  end

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (loads) begin
        write_q[k] <= load_write[k];
        bank_q[k*BANK_BITS+:BANK_BITS] <= load_bank[k*BANK_BITS+:BANK_BITS];
        row_q[k*ROW_BITS+:ROW_BITS] <= load_row[k*ROW_BITS+:ROW_BITS];
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= load_column[k*COLUMN_BITS+:COLUMN_BITS];
        len_q[k*3+:3] <= load_len[k*3+:3];
        tag_q[k*TAG_BITS+:TAG_BITS] <= load_tag[k*TAG_BITS+:TAG_BITS];
      end else if (push & tail_q[k]) begin
        write_q[k] <= req_write_i;
        bank_q[k*BANK_BITS+:BANK_BITS] <= req_bank_i;
        row_q[k*ROW_BITS+:ROW_BITS] <= req_row_i;
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= req_column_i;
        len_q[k*3+:3] <= req_len_i;
        tag_q[k*TAG_BITS+:TAG_BITS] <= req_tag_i;
      end
    end
  end

  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .OBSERVE(OBSERVE)
  ) u_backend (
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(is_open), .closing_o(closing),
      .open_row_o(open_rows), .col_close_i(1'b0), .pinned_i({BANKS{1'b0}}),
      .col_valid_i(col_valid), .col_write_i(head_write), .col_last_i(head_last), .col_bank_i(bank),
      .col_column_i(head_column), .col_tag_i(head_tag), .row_valid_i(row_valid), .row_bank_i(bank),
      .row_row_i(head_row), .first_hit_i(hit), .first_write_i(head_write), .first_bank_i(bank),
      .occupancy_i(OCCUPANCY_BITS'(count_q)), .column_grant_o(column_grant), .row_taken_o(row_taken),
      .act_o(act), .pre_o(pre), .load_i(loads), .load_state_i(backend_load), .obs_o(backend_obs), .*
  );

  if (OBSERVE) begin : g_observe
    assign obs_o = {done_q, count_q, tail_q, head_q, tag_q, len_q, column_q, row_q, bank_q, write_q, backend_obs};
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, closing, age_cap_i, row_taken, act, pre, backend_obs};
endmodule
