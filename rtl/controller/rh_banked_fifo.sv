// SPDX-License-Identifier: Apache-2.0
// Controller `banked_fifo`: one queue a bank; each bank's head may issue, column commands first, round robin over
// banks. One row comparator a bank. Model: cmodel/controller/rh_banked_fifo.c.
// Promises: include/rowhold/rh_controller.h; besides, each bank serves its requests in order of arrival.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_banked_fifo #(
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
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS                       // write
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * ROW_BITS            // row
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * COLUMN_BITS         // column
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * 3                   // len
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * TAG_BITS            // tag
        + BANKS * rh_pkg::max(1, QUEUE / BANKS)                       // head
        + BANKS * rh_pkg::max(1, QUEUE / BANKS)                       // tail
        + BANKS * rh_pkg::log2_up(rh_pkg::max(1, QUEUE / BANKS) + 1)  // count
        + BANKS * 3                                                   // done
        + BANK_BITS                                                   // column_next
        + BANK_BITS                                                   // row_next
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

  localparam int unsigned DEPTH = rh_pkg::max(1, QUEUE / BANKS);  // entries a bank
  localparam int unsigned ENTRIES = DEPTH * BANKS;
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1);

  logic [ENTRIES-1:0] write_q;
  logic [ENTRIES*ROW_BITS-1:0] row_q;
  logic [ENTRIES*COLUMN_BITS-1:0] column_q;
  logic [ENTRIES*3-1:0] len_q;
  logic [ENTRIES*TAG_BITS-1:0] tag_q;
  logic [ENTRIES-1:0] head_q, tail_q;  // one-hot in each bank: its oldest entry, and where its next request goes
  logic [BANKS*COUNT_BITS-1:0] count_q;
  logic [BANKS*3-1:0] done_q;  // column commands that the bank's head has had
  logic [BANK_BITS-1:0] column_next_d, column_next_q, row_next_d, row_next_q;

  // the state to load: the twin of obs_o
  logic [ENTRIES-1:0] load_write, load_head, load_tail;
  logic [ENTRIES*ROW_BITS-1:0] load_row;
  logic [ENTRIES*COLUMN_BITS-1:0] load_column;
  logic [ENTRIES*3-1:0] load_len;
  logic [ENTRIES*TAG_BITS-1:0] load_tag;
  logic [BANKS*COUNT_BITS-1:0] load_count;
  logic [BANKS*3-1:0] load_done;
  logic [BANK_BITS-1:0] load_column_next, load_row_next;

  // each bank's head
  logic [BANKS-1:0] some, full, leaving, hit, head_write, head_last;
  logic [BANKS*ROW_BITS-1:0] head_row;
  logic [BANKS*COLUMN_BITS-1:0] head_column;
  logic [BANKS*3-1:0] head_done;
  logic [BANKS*TAG_BITS-1:0] head_tag;
  logic [BANKS*OCCUPANCY_BITS-1:0] sums;

  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, is_open, closing, act, pre, column_ok, row_legal, column_bank, row_bank;
  logic [BANKS-1:0] req_bank;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs, backend_load;
  logic col_valid, col_write, col_last, column_grant, column_issued, row_taken, push;
  logic [COLUMN_BITS-1:0] col_column, col_start;
  logic [2:0] col_done;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;
  logic [BANK_BITS-1:0] column_index, row_index;
  logic first_hit, first_write;
  logic [OCCUPANCY_BITS-1:0] stored;  // requests queued
  logic [BANKS-1:0] first_hit_bank, first_miss_bank, first_bank;

  assign {load_row_next, load_column_next, load_done, load_count, load_tail, load_head, load_tag, load_len,
          load_column, load_row, load_write, backend_load} = load_state_i;

  assign req_bank    = BANKS'(1) << req_bank_i;
  assign req_ready_o = ~(|(req_bank & full & ~leaving));
  assign push        = req_valid_i & req_ready_o;

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [DEPTH-1:0] write;
    logic [DEPTH*ROW_BITS-1:0] row;
    logic [DEPTH*COLUMN_BITS-1:0] column;
    logic [DEPTH*3-1:0] len;
    logic [DEPTH*TAG_BITS-1:0] tag;
    logic [DEPTH-1:0] head, tail;
    logic [2:0] last_len;
    logic [COUNT_BITS-1:0] count, count_d;
    logic [2:0] done, done_d;
    logic push_here, issue_here, pop_here;

    assign push_here  = push & req_bank[b];
    assign issue_here = column_issued & column_bank[b];
    assign pop_here   = issue_here & head_last[b];
    assign leaving[b] = pop_here;

    rh_onehot_mux #(.N(DEPTH), .W(ROW_BITS)) u_row (
        .select_i(head), .data_i(row), .data_o(head_row[b*ROW_BITS+:ROW_BITS])
    );
    rh_onehot_mux #(.N(DEPTH), .W(COLUMN_BITS)) u_column (
        .select_i(head), .data_i(column), .data_o(head_column[b*COLUMN_BITS+:COLUMN_BITS])
    );
    rh_onehot_mux #(.N(DEPTH), .W(3)) u_len (.select_i(head), .data_i(len), .data_o(last_len));
    rh_onehot_mux #(.N(DEPTH), .W(TAG_BITS)) u_tag (
        .select_i(head), .data_i(tag), .data_o(head_tag[b*TAG_BITS+:TAG_BITS])
    );

    assign some[b]       = count != '0;
    assign full[b]       = count == COUNT_BITS'(DEPTH);
    assign head_write[b] = |(head & write);
    assign head_last[b]  = last_len == done;
    assign head_done[b*3+:3] = done;
    // the comparator
    assign hit[b] = is_open[b] & (open_rows[b*ROW_BITS+:ROW_BITS] == head_row[b*ROW_BITS+:ROW_BITS]);

    always_comb begin
      count_d = count + COUNT_BITS'(push_here) - COUNT_BITS'(pop_here);
      done_d  = pop_here ? 3'd0 : done + 3'(issue_here);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        head  <= DEPTH'(1);
        tail  <= DEPTH'(1);
        count <= '0;
        done  <= '0;
      end else if (loads) begin
        head  <= load_head[b*DEPTH+:DEPTH];
        tail  <= load_tail[b*DEPTH+:DEPTH];
        count <= load_count[b*COUNT_BITS+:COUNT_BITS];
        done  <= load_done[b*3+:3];
      end else begin
        // a rotation by one, of a ring of one entry too
        if (pop_here) head <= (head << 1) | (head >> (DEPTH - 1));
        if (push_here) tail <= (tail << 1) | (tail >> (DEPTH - 1));
        count <= count_d;
        done  <= done_d;
      end
    end

    for (genvar k = 0; k < DEPTH; k++) begin : g_entry
      always_ff @(posedge clk_i) begin
        if (loads) begin
          write[k] <= load_write[b*DEPTH+k];
          row[k*ROW_BITS+:ROW_BITS] <= load_row[(b*DEPTH+k)*ROW_BITS+:ROW_BITS];
          column[k*COLUMN_BITS+:COLUMN_BITS] <= load_column[(b*DEPTH+k)*COLUMN_BITS+:COLUMN_BITS];
          len[k*3+:3] <= load_len[(b*DEPTH+k)*3+:3];
          tag[k*TAG_BITS+:TAG_BITS] <= load_tag[(b*DEPTH+k)*TAG_BITS+:TAG_BITS];
        end else if (push_here & tail[k]) begin
          write[k] <= req_write_i;
          row[k*ROW_BITS+:ROW_BITS] <= req_row_i;
          column[k*COLUMN_BITS+:COLUMN_BITS] <= req_column_i;
          len[k*3+:3] <= req_len_i;
          tag[k*TAG_BITS+:TAG_BITS] <= req_tag_i;
        end
      end
    end

    assign write_q[b*DEPTH+:DEPTH]                           = write;
    assign row_q[b*DEPTH*ROW_BITS+:DEPTH*ROW_BITS]           = row;
    assign column_q[b*DEPTH*COLUMN_BITS+:DEPTH*COLUMN_BITS]  = column;
    assign len_q[b*DEPTH*3+:DEPTH*3]                       = len;
    assign tag_q[b*DEPTH*TAG_BITS+:DEPTH*TAG_BITS]           = tag;
    assign head_q[b*DEPTH+:DEPTH]                            = head;
    assign tail_q[b*DEPTH+:DEPTH]                            = tail;
    assign count_q[b*COUNT_BITS+:COUNT_BITS]                 = count;
    assign done_q[b*3+:3]                                    = done;
    assign sums[b*OCCUPANCY_BITS+:OCCUPANCY_BITS]            = OCCUPANCY_BITS'(count);
  end

  // --- choice: column commands first, then row commands, each round robin ---
  assign column_ok     = some & hit & ((head_write & wr_ok) | (~head_write & rd_ok));
  assign row_legal     = some & ~hit & row_ok;
  assign col_valid     = |column_ok;
  assign column_issued = col_valid & column_grant;

  rh_round_robin #(.N(BANKS)) u_column (.set_i(column_ok), .from_i(column_next_q), .grant_o(column_bank));
  rh_round_robin #(.N(BANKS)) u_row (.set_i(row_legal), .from_i(row_next_q), .grant_o(row_bank));
  rh_onehot_mux #(.N(BANKS), .W(COLUMN_BITS)) u_col_column (
      .select_i(column_bank), .data_i(head_column), .data_o(col_start)
  );
  rh_onehot_mux #(.N(BANKS), .W(3)) u_col_done (.select_i(column_bank), .data_i(head_done), .data_o(col_done));
  assign col_column = col_start + COLUMN_BITS'(col_done);
  logic unused_done;  // its upper bits, where a row has fewer columns
  assign unused_done = &{1'b0, col_done};
  rh_onehot_mux #(.N(BANKS), .W(TAG_BITS)) u_col_tag (.select_i(column_bank), .data_i(head_tag), .data_o(col_tag));
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_row_row (.select_i(row_bank), .data_i(head_row), .data_o(row_row));
  assign col_write = |(column_bank & head_write);
  assign col_last  = |(column_bank & head_last);

  // a binary pointer moves behind the bank that issued
  rh_onehot_index #(.N(BANKS)) u_column_index (.onehot_i(column_bank), .index_o(column_index));
  rh_onehot_index #(.N(BANKS)) u_row_index (.onehot_i(row_bank), .index_o(row_index));
  assign column_next_d = column_issued ? column_index + BANK_BITS'(1) : column_next_q;
  assign row_next_d    = row_taken ? row_index + BANK_BITS'(1) : row_next_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      column_next_q <= '0;
      row_next_q    <= '0;
    end else if (loads) begin
      column_next_q <= load_column_next;
      row_next_q    <= load_row_next;
    end else begin
      column_next_q <= column_next_d;
      row_next_q    <= row_next_d;
    end
  end

  // --- for the ledger: the head that the round robins rank first ---
  always_comb begin
    stored = '0;
    for (int unsigned b = 0; b < BANKS; b++) stored = stored + sums[b*OCCUPANCY_BITS+:OCCUPANCY_BITS];
  end
  rh_round_robin #(.N(BANKS)) u_first_hit (.set_i(some & hit), .from_i(column_next_q), .grant_o(first_hit_bank));
  rh_round_robin #(.N(BANKS)) u_first_miss (.set_i(some & ~hit), .from_i(row_next_q), .grant_o(first_miss_bank));
  assign first_hit   = |(some & hit);
  assign first_bank  = first_hit ? first_hit_bank : first_miss_bank;
  assign first_write = |(first_bank & head_write);

  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .OBSERVE(OBSERVE)
  ) u_backend (
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(is_open), .closing_o(closing),
      .open_row_o(open_rows), .col_close_i(1'b0), .pinned_i(some & hit),
      .col_valid_i(col_valid), .col_write_i(col_write), .col_last_i(col_last), .col_bank_i(column_bank),
      .col_column_i(col_column), .col_tag_i(col_tag), .row_valid_i(|row_legal), .row_bank_i(row_bank),
      .row_row_i(row_row), .first_hit_i(first_hit), .first_write_i(first_write), .first_bank_i(first_bank),
      .occupancy_i(stored), .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act), .pre_o(pre),
      .load_i(loads), .load_state_i(backend_load), .obs_o(backend_obs), .*
  );

  assign obs_o = OBSERVE ? {row_next_q, column_next_q, done_q, count_q, tail_q, head_q, tag_q, len_q, column_q, row_q,
                            write_q, backend_obs} : OBS_BITS'(0);

  logic unused_signals;
  assign unused_signals = &{1'b0, closing, age_cap_i, act, pre};
endmodule
