// SPDX-License-Identifier: Apache-2.0
// Controller `row_sorter`: each bank serves one request at a time, which it holds in registers of its own; the others
// wait in order of age, each knowing whether its row is the one that its bank serves (rh_row_pool). Those go first, and
// behind the last of them the bank closes and begins with its oldest request. Column commands first; in every second
// one the banks of the oldest that wait go first, else it is round robin. Model: cmodel/controller/rh_row_sorter.c.
// Promises: include/rowhold/rh_controller.h; besides, of the requests that come while their bank serves their row and
// another one waits, at most ROW_JOINS are served with it.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_row_sorter #(
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
        + (QUEUE - QUEUE / 8)                // valid
        + (QUEUE - QUEUE / 8)                // same
        + (QUEUE - QUEUE / 8)                // write
        + BANKS * (QUEUE - QUEUE / 8)        // in_bank
        + (QUEUE - QUEUE / 8) * BANK_BITS    // bank
        + (QUEUE - QUEUE / 8) * ROW_BITS     // row
        + (QUEUE - QUEUE / 8) * COLUMN_BITS  // column
        + (QUEUE - QUEUE / 8) * 3            // len
        + (QUEUE - QUEUE / 8) * TAG_BITS     // tag
        + rh_pkg::log2_up(QUEUE + 1)         // stored
        + BANKS * 5                          // joined
        + BANKS * 3                          // left
        + 3                                  // at
        + BANKS                              // served
        + BANKS                              // served_write
        + BANKS * ROW_BITS                   // served_row
        + BANKS * COLUMN_BITS                // served_column
        + BANKS * 3                          // served_len
        + BANKS * TAG_BITS                   // served_tag
        + BANK_BITS                          // column_next
        + BANK_BITS                          // row_next
        + 1                                  // column_aged
        + 1                                  // row_aged
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

  localparam int unsigned SERVED_BITS = 2 * BANK_BITS + 2 + BANKS * (5 + ROW_BITS + COLUMN_BITS + TAG_BITS);
  localparam int unsigned OWN_BITS = OBS_BITS - PAGE_POLICY_BITS;
  localparam int unsigned POOL_BITS = OWN_BITS - BACKEND_BITS - SERVED_BITS;

  // the request that each bank serves
  logic [BANKS-1:0] served_q, served_write_q, load_served, load_served_write;
  logic [BANKS*ROW_BITS-1:0] served_row_q, load_served_row;
  logic [BANKS*COLUMN_BITS-1:0] served_column_q, load_served_column;  // of its next column command
  logic [BANKS*3-1:0] served_len_q, load_served_len;                  // column commands left, minus one
  logic [BANKS*TAG_BITS-1:0] served_tag_q, load_served_tag;
  // the turns
  logic [BANK_BITS-1:0] column_next, row_next, load_column_next, load_row_next;
  logic column_aged_q, row_aged_q, load_column_aged, load_row_aged;  // the last such command went out of turn, by age

  // the one that moves from the pool to its bank, and what its banks' requests are about
  logic move_write, oldest_write;
  logic [ROW_BITS-1:0] move_row;
  logic [COLUMN_BITS-1:0] move_column;
  logic [2:0] move_len;
  logic [TAG_BITS-1:0] move_tag;
  logic [BANKS-1:0] moves, closes, some, wants, aged, oldest_bank, hit, miss, last, shuts, idle;
  logic [rh_pkg::log2_up(QUEUE+1)-1:0] stored;
  logic [POOL_BITS-1:0] pool_obs;

  // the choice
  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, is_open, closing, act, pre, column_ok, row_legal, column_bank, row_bank;
  logic [BANKS-1:0] aged_columns, aged_rows, aged_hits, aged_misses, first_hit_bank, first_miss_bank, first_bank;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs;
  logic column_aged, row_aged, col_valid, col_last, column_grant, column_issued, row_taken, row_issued;
  logic first_hit, first_write;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;

  assign {load_row_aged, load_column_aged, load_row_next, load_column_next, load_served_tag, load_served_len,
          load_served_column, load_served_row, load_served_write, load_served} = load_state_i[OWN_BITS-1-:SERVED_BITS];

  // --- the requests that wait ---
  rh_row_pool #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_pool (
      .leave_i(column_issued & col_last), .served_i(served_q), .open_i(is_open), .row_i(served_row_q), .moves_o(moves),
      .closes_o(closes), .some_o(some), .wants_o(wants), .aged_o(aged),
      .oldest_bank_o(oldest_bank), .oldest_write_o(oldest_write),
      .write_o(move_write), .row_o(move_row), .column_o(move_column), .len_o(move_len), .tag_o(move_tag),
      .stored_o(stored), .load_i(loads), .load_state_i(load_state_i[BACKEND_BITS+:POOL_BITS]), .obs_o(pool_obs), .*
  );

  // --- the request that each bank serves ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic issue, served_d;
    assign issue    = column_issued & column_bank[b];
    assign last[b]  = served_len_q[b*3+:3] == 3'd0;
    assign hit[b]   = is_open[b] & ~closing[b] & served_q[b];
    assign served_d = moves[b] | (served_q[b] & ~(issue & last[b]));
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
        served_write_q[b]                             <= load_served_write[b];
        served_row_q[b*ROW_BITS+:ROW_BITS]            <= load_served_row[b*ROW_BITS+:ROW_BITS];
        served_column_q[b*COLUMN_BITS+:COLUMN_BITS]   <= load_served_column[b*COLUMN_BITS+:COLUMN_BITS];
        served_len_q[b*3+:3]                          <= load_served_len[b*3+:3];
        served_tag_q[b*TAG_BITS+:TAG_BITS]            <= load_served_tag[b*TAG_BITS+:TAG_BITS];
      end else if (moves[b]) begin
        served_write_q[b]                             <= move_write;
        served_row_q[b*ROW_BITS+:ROW_BITS]            <= move_row;
        served_column_q[b*COLUMN_BITS+:COLUMN_BITS]   <= move_column;
        served_len_q[b*3+:3]                          <= move_len;
        served_tag_q[b*TAG_BITS+:TAG_BITS]            <= move_tag;
      end else if (issue) begin
        served_column_q[b*COLUMN_BITS+:COLUMN_BITS]   <= served_column_q[b*COLUMN_BITS+:COLUMN_BITS] + COLUMN_BITS'(1);
        served_len_q[b*3+:3]                          <= served_len_q[b*3+:3] - 3'd1;
      end
    end
  end

  assign miss = (served_q & ~is_open) | closes;

  // --- choice: column commands first, then row commands, each in turn; by age if the one before went in turn ---
  assign column_ok     = hit & ((served_write_q & wr_ok) | (~served_write_q & rd_ok));
  assign row_legal     = miss & row_ok;
  assign col_valid     = |column_ok;
  assign column_issued = col_valid & column_grant;
  assign row_issued    = row_taken & ~(|idle);  // that PRE is nobody's turn

  assign aged_columns  = aged & {BANKS{~column_aged_q}};
  assign aged_rows     = aged & {BANKS{~row_aged_q}};
  assign column_aged   = |(column_ok & aged_columns);
  assign row_aged      = |(row_legal & aged_rows);
  assign aged_hits     = hit & aged_columns;
  assign aged_misses   = miss & aged_rows;

  rh_round_robin_arbiter #(.N(BANKS)) u_column (
      .set_i(column_ok & (aged_columns | {BANKS{~column_aged}})), .moves_i(column_issued & ~column_aged),
      .grant_o(column_bank), .first_set_i((|aged_hits) ? aged_hits : hit), .first_o(first_hit_bank),
      .load_i(loads), .load_place_i(load_column_next), .place_o(column_next), .*
  );
  rh_round_robin_arbiter #(.N(BANKS)) u_row (
      .set_i(row_legal & (aged_rows | {BANKS{~row_aged}})), .moves_i(row_issued & ~row_aged), .grant_o(row_bank),
      .first_set_i((|aged_misses) ? aged_misses : miss), .first_o(first_miss_bank),
      .load_i(loads), .load_place_i(load_row_next), .place_o(row_next), .*
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {column_aged_q, row_aged_q} <= '0;
    end else if (loads) begin
      {column_aged_q, row_aged_q} <= {load_column_aged, load_row_aged};
    end else begin
      column_aged_q <= column_issued ? column_aged : column_aged_q;
      row_aged_q    <= row_issued ? row_aged : row_aged_q;
    end
  end

  rh_onehot_mux #(.N(BANKS), .W(COLUMN_BITS)) u_col_column (
      .select_i(column_bank), .data_i(served_column_q), .data_o(col_column)
  );
  rh_onehot_mux #(.N(BANKS), .W(TAG_BITS)) u_col_tag (
      .select_i(column_bank), .data_i(served_tag_q), .data_o(col_tag)
  );
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_row_row (.select_i(row_bank), .data_i(served_row_q), .data_o(row_row));
  assign col_last = |(column_bank & last);

  // --- for the ledger: the request that age and turn rank first; without one the oldest that waits ---
  assign first_hit   = (|hit) | (~(|miss) & (|(oldest_bank & is_open)));
  assign first_bank  = (|hit) ? first_hit_bank : (|miss) ? first_miss_bank : oldest_bank;
  assign first_write = (|(hit | miss)) ? |(first_bank & served_q & served_write_q) : oldest_write;

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
      .open_row_o(open_rows), .col_close_i((|(column_bank & shuts)) & col_last), .row_idle_i(|idle),
      .pinned_i(hit | wants), .col_valid_i(col_valid), .col_write_i(|(column_bank & served_write_q)),
      .col_last_i(col_last), .col_bank_i(column_bank), .col_column_i(col_column), .col_tag_i(col_tag),
      .row_valid_i((|row_legal) | (|idle)), .row_bank_i(row_bank | idle), .row_row_i(row_row), .first_hit_i(first_hit),
      .first_write_i(first_write), .first_bank_i(first_bank), .occupancy_i(OCCUPANCY_BITS'(stored)),
      .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act), .pre_o(pre), .load_i(loads),
      .load_state_i(load_state_i[BACKEND_BITS-1:0]), .obs_o(backend_obs), .*
  );

  // --- rows that no request wants: the last hit closes them, or a PRE when no request has a row command ---
  logic [OWN_BITS-1:0] own_obs;
  assign own_obs = {row_aged_q, column_aged_q, row_next, column_next, served_tag_q, served_len_q, served_column_q,
                    served_row_q, served_write_q & served_q, served_q, pool_obs, backend_obs};
  if (CLOSES != 0) begin : g_page
    logic [ROW_BITS-1:0] last_row;
    logic [BANKS-1:0] idle_bank;
    logic [PAGE_POLICY_BITS-1:0] page_obs;
    rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_last_row (.select_i(row_bank), .data_i(open_rows), .data_o(last_row));
    rh_page_policy #(.BANKS(BANKS)) u_page (
        .wanted_i(served_q | some), .more_hits_i(wants), .open_i(is_open), .row_ok_i(row_ok),
        .issued_bank_i(column_bank & {BANKS{column_issued}}),
        .leaving_bank_i(column_bank & last & {BANKS{column_issued}}), .act_i(act), .pre_i(pre),
        .reopens_i(last_row == row_row), .conflict_i(row_issued), .load_i(loads),
        .load_state_i(load_state_i[OBS_BITS-1-:PAGE_POLICY_BITS]), .close_o(shuts), .idle_o(idle_bank),
        .obs_o(page_obs), .*
    );
    assign idle  = idle_bank & {BANKS{~(|row_legal)}};
    assign obs_o = OBSERVE ? {page_obs, own_obs} : OBS_BITS'(0);
  end else begin : g_open_page
    assign {shuts, idle} = '0;
    assign obs_o = OBSERVE ? own_obs : OBS_BITS'(0);  // '0 of so many bits makes Verilator doubt
    logic unused_page;
    assign unused_page = &{1'b0, page_i, page_timeout_i, some, pre, act, open_rows};
  end
endmodule
