// SPDX-License-Identifier: Apache-2.0
// Controller `slot_fifo`: one queue in order of arrival, whose head moves into its bank's slot and holds up those
// behind it while that is full. The banks serve their slots: column commands first, round robin. One row comparator a
// bank. Model: cmodel/controller/rh_slot_fifo.c.
// Promises: include/rowhold/rh_controller.h; besides, each bank serves its requests in order of arrival.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_slot_fifo #(
    parameter int unsigned QUEUE = 32,               // requests stored
    parameter int unsigned BANKS = 4,                // banks of the channel
    parameter int unsigned GROUPS = 1,               // bank groups; at most banks / 2 in a run
    parameter int unsigned BUSES = 1,                // command buses: 1, or 2 (row and column)
    parameter int unsigned ROW_BITS = 12,            // bits of a row number
    parameter int unsigned COLUMN_BITS = 8,          // bits of a column number, in column commands
    parameter int unsigned TAG_BITS = 8,             // bits of a tag
    parameter int unsigned RESPONSES = 16,           // entries of the response FIFO
    parameter int unsigned TIMER_BITS = 8,           // bits of a timing constraint and its counter
    parameter int unsigned REGISTERED = 0,           // 1: commands leave flip-flops, one clock later
    parameter int unsigned GRAIN_BITS = 0,           // log2 of the grains, each with its own data bus
    parameter int unsigned RANK_BITS = 0,            // log2 of the ranks, which share one data bus
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,  // log2 of the banks that share subarrays; 0: none do
    parameter int unsigned SUBARRAY_BITS = 0,        // row bits, the upper ones, that say the subarray
    parameter int unsigned SOURCE_BITS = 5,
    parameter int unsigned STACKED = 0,              // 1: the banks of a part lie one on the other (SALP)
    parameter int unsigned WRITE_DRAIN = 0,          // 1: writes wait and drain; 2: and answer their reads
    parameter int unsigned CLOSES = 0,
    parameter bit OBSERVE = 1'b0,                    // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                       // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                               // bits of a bank number
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),  // bits of occupancy_o
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
            GRAIN_BITS, RANK_BITS),
    localparam int unsigned PAGE_POLICY_BITS = rh_pkg::page_policy_bits(BANKS, CLOSES),
    localparam int unsigned OBS_BITS = BACKEND_BITS + PAGE_POLICY_BITS
        + QUEUE                       // write
        + QUEUE * BANK_BITS           // bank
        + QUEUE * ROW_BITS            // row
        + QUEUE * COLUMN_BITS         // column
        + QUEUE * 3                   // len
        + QUEUE * TAG_BITS            // tag
        + QUEUE                       // head
        + QUEUE                       // tail
        + rh_pkg::log2_up(QUEUE + 1)  // count
        + BANKS                       // served
        + BANKS                       // served_write
        + BANKS * ROW_BITS            // served_row
        + BANKS * COLUMN_BITS         // served_column
        + BANKS * 3                   // served_len
        + BANKS * TAG_BITS            // served_tag
        + BANK_BITS                   // column_next
        + BANK_BITS                   // row_next
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,   // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,         // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,          // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,           // REF to ACT or REF of the banks refreshed
    input  logic [                           1:0] page_i,
    input  logic [                          15:0] page_timeout_i,
    input  logic                                  req_valid_i,     // a request is offered
    input  logic                                  req_write_i,     // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,      // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,       // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,    // first column, in column commands
    input  logic [                           2:0] req_len_i,       // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,       // returned with the response
    input  logic                                  rsp_ready_i,     // the response is taken
    output logic                                  req_ready_o,     // the offered request is taken
    output logic                                  rsp_valid_o,     // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,       // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,     // it was a write; meaningful while rsp_valid
    output logic                                  forward_o,
    output logic [                  TAG_BITS-1:0] forward_tag_o,
    output logic [                           2:0] col_cmd_o,
    output logic [                 BANK_BITS-1:0] col_bank_o,      // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,    // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,       // tag of its request; 0 with NOP
    output logic                                  col_last_o,      // last column command of its request
    output logic [                           2:0] col_reason_o,    // why it was chosen
    output logic [                           2:0] row_cmd_o,       // row command of this clock: NOP, ACT, PRE, REF
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,       // row of an ACT; else 0
    output logic                                  row_all_o,       // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,    // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,        // observation: the data bus is booked in this clock
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,     // observation: requests queued as the clock begins
    input  logic                                  load_i,          // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,    // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o            // the registers, the first of the sum lowest
);
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
  rh_controller_contract #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .SOURCE_BITS(SOURCE_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN),
      .CLOSES(CLOSES)
  ) u_contract (.forget_i(loads), .*);
// end generated

  localparam int unsigned W = 1 + BANK_BITS + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS;  // bits of an entry
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1);
  localparam int unsigned OWN_BITS = OBS_BITS - PAGE_POLICY_BITS;
  localparam bit COUNTED = QUEUE + BANKS < 2 ** OCCUPANCY_BITS;  // occupancy_o can say that all places are taken

  // the queue, field by field
  logic [QUEUE-1:0] write, load_write;
  logic [QUEUE*BANK_BITS-1:0] bank, load_bank;
  logic [QUEUE*ROW_BITS-1:0] row, load_row;
  logic [QUEUE*COLUMN_BITS-1:0] column, load_column;  // the first
  logic [QUEUE*3-1:0] len, load_len;                  // column commands minus one
  logic [QUEUE*TAG_BITS-1:0] tag, load_tag;
  logic [QUEUE*W-1:0] words;
  logic [QUEUE-1:0] head_q, tail_q, load_head, load_tail;  // one-hot: the oldest entry, and where the next one goes
  logic [COUNT_BITS-1:0] count_q, load_count;

  // the slots
  logic [BANKS-1:0] served_q, served_write_q, load_served, load_served_write;
  logic [BANKS*ROW_BITS-1:0] served_row_q, load_served_row;
  logic [BANKS*COLUMN_BITS-1:0] served_column_q, load_served_column;  // of its next column command
  logic [BANKS*3-1:0] served_len_q, load_served_len;                  // column commands left, minus one
  logic [BANKS*TAG_BITS-1:0] served_tag_q, load_served_tag;
  logic [BANK_BITS-1:0] column_next, row_next, load_column_next, load_row_next;

  // the head of the queue, and where it goes
  logic head_write;
  logic [BANK_BITS-1:0] head_bank;
  logic [ROW_BITS-1:0] head_row;
  logic [COLUMN_BITS-1:0] head_column;
  logic [2:0] head_len;
  logic [TAG_BITS-1:0] head_tag;
  logic [BANKS-1:0] head_at, leaving, moves;
  logic push, pop;
  logic [OCCUPANCY_BITS-1:0] stored;  // requests queued, those in slots included

  // the choice
  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, is_open, closing, act, pre, hit, miss, last, column_ready, row_ready;
  logic [BANKS-1:0] column_pick, row_pick, first_hit, first_miss, first_bank, in_row, closes, idle;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs;
  logic col_valid, col_last, column_grant, column_issued, row_taken, row_issued;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;

  assign {load_row_next, load_column_next, load_served_tag, load_served_len, load_served_column, load_served_row,
          load_served_write, load_served, load_count, load_tail, load_head, load_tag, load_len, load_column, load_row,
          load_bank, load_write} = load_state_i[OWN_BITS-1:BACKEND_BITS];

  // --- the queue: a place may be taken in the clock in which its request moves on ---
  assign head_at     = BANKS'(1) << head_bank;
  assign leaving     = column_pick & last & {BANKS{column_issued}};
  assign moves       = head_at & (~served_q | leaving) & {BANKS{count_q != '0}};
  assign pop         = |moves;
  assign req_ready_o = (count_q != COUNT_BITS'(QUEUE) | pop) & (COUNTED | ~(&stored) | (|leaving));
  assign push        = req_valid_i & req_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {head_q, tail_q, count_q} <= {QUEUE'(1), QUEUE'(1), COUNT_BITS'(0)};
    end else if (loads) begin
      {head_q, tail_q, count_q} <= {load_head, load_tail, load_count};
    end else begin
      if (pop) head_q <= {head_q[QUEUE-2:0], head_q[QUEUE-1]};
      if (push) tail_q <= {tail_q[QUEUE-2:0], tail_q[QUEUE-1]};
      count_q <= count_q + COUNT_BITS'(push) - COUNT_BITS'(pop);
    end
  end

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    logic [W-1:0] word_q;
    always_ff @(posedge clk_i) begin
      if (loads) begin
        word_q <= {load_tag[k*TAG_BITS+:TAG_BITS], load_len[k*3+:3], load_column[k*COLUMN_BITS+:COLUMN_BITS],
                   load_row[k*ROW_BITS+:ROW_BITS], load_bank[k*BANK_BITS+:BANK_BITS], load_write[k]};
      end else if (push & tail_q[k]) begin
        word_q <= {req_tag_i, req_len_i, req_column_i, req_row_i, req_bank_i, req_write_i};
      end
    end
    assign words[k*W+:W] = word_q;
    assign {tag[k*TAG_BITS+:TAG_BITS], len[k*3+:3], column[k*COLUMN_BITS+:COLUMN_BITS], row[k*ROW_BITS+:ROW_BITS],
            bank[k*BANK_BITS+:BANK_BITS], write[k]} = word_q;
  end

  rh_onehot_mux #(.N(QUEUE), .W(W)) u_head (
      .select_i(head_q), .data_i(words), .data_o({head_tag, head_len, head_column, head_row, head_bank, head_write})
  );

  // --- the slots ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic issue, served_d;
    assign issue    = column_issued & column_pick[b];
    assign last[b]  = served_len_q[b*3+:3] == 3'd0;
    assign served_d = moves[b] | (served_q[b] & ~leaving[b]);
    // the comparator
    assign in_row[b] = open_rows[b*ROW_BITS+:ROW_BITS] == served_row_q[b*ROW_BITS+:ROW_BITS];
    assign hit[b]    = served_q[b] & is_open[b] & ~closing[b] & in_row[b];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        served_q[b] <= 1'b0;
      end else if (loads) begin
        served_q[b] <= load_served[b];
      end else begin
        served_q[b] <= served_d;
      end
    end
    always_ff @(posedge clk_i) begin
      if (loads) begin
        served_write_q[b]                           <= load_served_write[b];
        served_row_q[b*ROW_BITS+:ROW_BITS]          <= load_served_row[b*ROW_BITS+:ROW_BITS];
        served_column_q[b*COLUMN_BITS+:COLUMN_BITS] <= load_served_column[b*COLUMN_BITS+:COLUMN_BITS];
        served_len_q[b*3+:3]                        <= load_served_len[b*3+:3];
        served_tag_q[b*TAG_BITS+:TAG_BITS]          <= load_served_tag[b*TAG_BITS+:TAG_BITS];
      end else if (moves[b]) begin
        served_write_q[b]                           <= head_write;
        served_row_q[b*ROW_BITS+:ROW_BITS]          <= head_row;
        served_column_q[b*COLUMN_BITS+:COLUMN_BITS] <= head_column;
        served_len_q[b*3+:3]                        <= head_len;
        served_tag_q[b*TAG_BITS+:TAG_BITS]          <= head_tag;
      end else if (issue) begin
        served_column_q[b*COLUMN_BITS+:COLUMN_BITS] <= served_column_q[b*COLUMN_BITS+:COLUMN_BITS] + COLUMN_BITS'(1);
        served_len_q[b*3+:3]                        <= served_len_q[b*3+:3] - 3'd1;
      end
    end
  end

  always_comb begin
    stored = OCCUPANCY_BITS'(count_q);
    for (int unsigned b = 0; b < BANKS; b++) stored = stored + OCCUPANCY_BITS'(served_q[b]);
  end

  // --- the choice: each bus takes turns among the banks that may use it ---
  assign miss          = served_q & ~hit;
  assign column_ready  = hit & ((served_write_q & wr_ok) | (~served_write_q & rd_ok));
  assign row_ready     = miss & row_ok;
  assign col_valid     = |column_ready;
  assign column_issued = col_valid & column_grant;
  assign row_issued    = row_taken & ~(|idle);  // that PRE is nobody's turn
  rh_round_robin_arbiter #(.N(BANKS)) u_column (
      .set_i(column_ready), .moves_i(column_issued), .grant_o(column_pick), .first_set_i(hit), .first_o(first_hit),
      .load_i(loads), .load_place_i(load_column_next), .place_o(column_next), .*
  );
  rh_round_robin_arbiter #(.N(BANKS)) u_row (
      .set_i(row_ready), .moves_i(row_issued), .grant_o(row_pick), .first_set_i(miss), .first_o(first_miss),
      .load_i(loads), .load_place_i(load_row_next), .place_o(row_next), .*
  );
  rh_onehot_mux #(.N(BANKS), .W(COLUMN_BITS)) u_col_column (
      .select_i(column_pick), .data_i(served_column_q), .data_o(col_column)
  );
  rh_onehot_mux #(.N(BANKS), .W(TAG_BITS)) u_col_tag (
      .select_i(column_pick), .data_i(served_tag_q), .data_o(col_tag)
  );
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_row_row (.select_i(row_pick), .data_i(served_row_q), .data_o(row_row));
  assign col_last = |(column_pick & last);

  // for the ledger: the hit or else the miss whose turn is next; where all slots are empty, the head of the queue
  assign first_bank = (|hit) ? first_hit : (|served_q) ? first_miss : head_at;

  // every read goes to the DRAM
  logic unused_slot;
  assign {forward_o, forward_tag_o} = '0;
  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .AUTO(CLOSES != 0), .OBSERVE(OBSERVE)
  ) u_backend (
      .forward_i(1'b0), .forward_tag_i(TAG_BITS'(0)), .slot_o(unused_slot),
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(is_open), .closing_o(closing),
      .open_row_o(open_rows), .col_close_i((|(column_pick & closes)) & col_last), .row_idle_i(|idle), .pinned_i(hit),
      .col_valid_i(col_valid), .col_write_i(|(column_pick & served_write_q)), .col_last_i(col_last),
      .col_bank_i(column_pick), .col_column_i(col_column), .col_tag_i(col_tag), .row_valid_i((|row_ready) | (|idle)),
      .row_bank_i(row_pick | idle), .row_row_i(row_row), .first_hit_i((|hit) | (~(|served_q) & (|(head_at & is_open)))),
      .first_write_i((|served_q) ? |(first_bank & served_write_q) : head_write), .first_bank_i(first_bank),
      .occupancy_i(stored), .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act), .pre_o(pre),
      .load_i(loads), .load_state_i(load_state_i[BACKEND_BITS-1:0]), .obs_o(backend_obs), .*
  );

  // --- rows that no request wants: the last hit closes them, or a PRE when no slot has a row command ---
  logic [OWN_BITS-1:0] own_obs;
  assign own_obs = {row_next, column_next, served_tag_q, served_len_q, served_column_q, served_row_q,
                    served_write_q & served_q, served_q, count_q, tail_q, head_q, tag, len, column, row, bank, write,
                    backend_obs};
  if (CLOSES != 0) begin : g_page
    // one more comparator: the head of the queue with the slot that it waits for
    logic [ROW_BITS-1:0] waits_for;
    logic [BANKS-1:0] idle_bank;
    logic [PAGE_POLICY_BITS-1:0] page_obs;
    logic more;
    assign more = (|count_q) & (head_row == waits_for);
    rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_waits_for (
        .select_i(head_at), .data_i(served_row_q), .data_o(waits_for)
    );
    rh_page_policy #(.BANKS(BANKS)) u_page (
        .wanted_i(served_q), .more_hits_i(head_at & {BANKS{more}}), .open_i(is_open),
        .row_ok_i(row_ok), .issued_bank_i(column_pick & {BANKS{column_issued}}), .leaving_bank_i(leaving),
        .act_i(act), .pre_i(pre), .reopens_i(|(row_pick & in_row)), .conflict_i(row_issued),
        .load_i(loads), .load_state_i(load_state_i[OBS_BITS-1-:PAGE_POLICY_BITS]), .close_o(closes),
        .idle_o(idle_bank), .obs_o(page_obs), .*
    );
    assign idle  = idle_bank & {BANKS{~(|row_ready)}};
    assign obs_o = OBSERVE ? {page_obs, own_obs} : OBS_BITS'(0);
  end else begin : g_open_page
    assign {closes, idle} = '0;
    assign obs_o = OBSERVE ? own_obs : OBS_BITS'(0);
    logic unused_page;
    assign unused_page = &{1'b0, page_i, page_timeout_i, act, pre};
  end
endmodule
