// SPDX-License-Identifier: Apache-2.0
// All of `fr_fcfs`, `fr_fcfs_serial` and `most_pending` but their choice of a row: an rh_age_queue above an rh_backend,
// and between them the column command that the queue chooses and the row command of the entry that the policy picks. A
// policy sees the entries whose ACT or PRE is legal (row_ready_o), picks one (row_pick_i), and names the one that it
// ranks first, for the ledger (first_i). SERIAL: behind an ACT rows are compared part by part, and the bank takes no
// command meanwhile (rh_row_search). Promises: include/rowhold/rh_controller.h; besides, only a refresh closes a row
// that a queued request still wants, provided that the pick is ready.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_age_controller #(
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
    parameter bit SERIAL = 1'b0,                     // 1: rows are compared part by part
    parameter bit CLASSES = 1'b0,                    // 1: upper_i counts
    parameter bit ORDERED = 1'b0,                    // 1: later_i counts
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                               // bits of a bank number
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),  // bits of occupancy_o
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
            GRAIN_BITS, RANK_BITS),
    localparam int unsigned AGE_QUEUE_BITS =
        rh_pkg::age_queue_bits(QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS, WRITE_DRAIN),
    localparam int unsigned PAGE_POLICY_BITS = rh_pkg::page_policy_bits(BANKS, CLOSES),
    localparam int unsigned OBS_BITS = BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + (SERIAL ? 3 + BANKS * 4 : 0)
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,   // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,         // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,          // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,           // REF to ACT or REF of the banks refreshed
    input  logic [                          15:0] age_cap_i,
    input  logic [                           7:0] write_high_i,
    input  logic [                           7:0] write_low_i,
    input  logic [                           7:0] write_queue_i,
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
    output logic [                  OBS_BITS-1:0] obs_o,           // the registers, the first of the sum lowest
// end generated
    // the policy: sets of entries, one bit an entry, the oldest lowest
    output logic [               QUEUE-1:0] row_ready_o,     // may be picked
    input  logic [               QUEUE-1:0] row_pick_i,      // one-hot: picked; or 0
    input  logic [               BANKS-1:0] close_i,         // one-hot, if none is picked: its row is closed; or 0
    output logic [               BANKS-1:0] open_o,          // have an open row
    output logic [               BANKS-1:0] row_ok_o,        // may have the row command that they need
    input  logic [               BANKS-1:0] capped_i,        // their hits wait
    input  logic [               QUEUE-1:0] upper_i,         // CLASSES: go before others
    input  logic [         BANKS*BANKS-1:0] later_i,         // ORDERED: bank b goes behind bank c: at b * BANKS + c
    input  logic [               QUEUE-1:0] first_i,         // one-hot: ranked first; or 0
    output logic [               QUEUE-1:0] valid_o,
    output logic [               QUEUE-1:0] oldest_o,        // one-hot, or 0: the oldest that may go
    output logic [               QUEUE-1:0] able_o,          // hold a request that may go
    output logic [               QUEUE-1:0] served_o,        // of a kind that is served, reads or writes
    output logic [               QUEUE-1:0] write_o,
    output logic [               QUEUE-1:0] hit_o,
    output logic [               QUEUE-1:0] next_hit_o,      // hits: of its bank the oldest of these is next
    output logic [         BANKS*QUEUE-1:0] in_bank_o,       // bank b's entries at [b*QUEUE +: QUEUE]
    output logic [      QUEUE*ROW_BITS-1:0] row_o,           // of each entry
    // what the queue does at the edge
    output logic [               QUEUE-1:0] issued_o,        // one-hot: it gets a column command; or 0
    output logic [               BANKS-1:0] issued_bank_o,   // one-hot: a column command goes to this bank; or 0
    output logic [               QUEUE-1:0] leaving_o,       // one-hot: it leaves; or 0
    output logic [               BANKS-1:0] leaving_bank_o,  // one-hot: a hit of this bank leaves; or 0
    output logic [               BANKS-1:0] act_o,           // one-hot: this bank opens; or 0
    output logic [                     1:0] held_o,          // reads, writes wait for the others
    output logic                            turned_o,        // another kind is held in the next clock
    output logic                            arrive_o,        // the request that is offered is taken
    output logic [               QUEUE-1:0] take_o           // places that take what lies above them
);
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1);

  rh_limits #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .SOURCE_BITS(SOURCE_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN),
      .CLOSES(CLOSES)
  ) u_limits ();

  logic [QUEUE-1:0] able, oldest, column, found;
  logic [BANKS-1:0] rd_ok, wr_ok, closing, pre, just_activated, pinned, searched;
  logic [BANKS-1:0] column_bank, row_bank, first_bank, closes, idle, gone;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs;
  logic [AGE_QUEUE_BITS-1:0] queue_obs;
  logic col_write, col_last, column_grant, row_taken, leave, first_hit, first_write, starvation, slot;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;
  logic [COUNT_BITS-1:0] count;

  rh_age_queue #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
      .SERIAL(SERIAL), .CLASSES(CLASSES), .ORDERED(ORDERED), .WRITE_DRAIN(WRITE_DRAIN)
  ) u_queue (
      .rd_ok_i(rd_ok & ~searched), .wr_ok_i(wr_ok & ~searched), .row_ok_i(row_ok_o & ~searched),
      .slot_i(slot), .column_grant_i(column_grant), .open_i(open_o), .open_row_i(open_rows), .act_i(act_o), .pre_i(pre),
      .closing_i(gone), .starvation_o(starvation), .found_i(found), .oldest_o(oldest), .able_o(able),
      .just_activated_o(just_activated),
      .pinned_o(pinned), .column_o(column), .column_bank_o(column_bank), .column_write_o(col_write),
      .column_last_o(col_last), .column_number_o(col_column), .column_tag_o(col_tag), .leave_o(leave), .count_o(count),
      .load_state_i(load_state_i[BACKEND_BITS+:AGE_QUEUE_BITS]), .obs_o(queue_obs), .*
  );
  assign gone           = closing | (leaving_bank_o & closes);  // auto-precharge closes them
  assign able_o         = valid_o & able;
  if (WRITE_DRAIN != 0) begin : g_oldest_able
    rh_first #(.N(QUEUE)) u_oldest_able (.set_i(able_o), .first_o(oldest_o));
    logic unused_oldest;
    assign unused_oldest = ^oldest;
  end else begin : g_oldest
    assign oldest_o = oldest;
  end
  assign issued_o       = column & {QUEUE{column_grant}};
  assign issued_bank_o  = column_bank & {BANKS{column_grant}};
  assign leaving_o      = column & {QUEUE{leave}};
  assign leaving_bank_o = column_bank & {BANKS{leave}};

  // --- the row command of the entry that is picked, or the PRE of the bank that the policy closes ---
  always_comb
    for (int unsigned b = 0; b < BANKS; b++)
      row_bank[b] = close_i[b] | idle[b] | (|(row_pick_i & in_bank_o[b*QUEUE+:QUEUE]));
  rh_onehot_mux #(.N(QUEUE), .W(ROW_BITS)) u_row (.select_i(row_pick_i), .data_i(row_o), .data_o(row_row));

  // --- for the ledger: a row that was opened is the one that the first entry wants, found yet or not ---
  always_comb for (int unsigned b = 0; b < BANKS; b++) first_bank[b] = |(first_i & in_bank_o[b*QUEUE+:QUEUE]);
  assign first_hit   = (|(first_i & hit_o)) | (|(first_bank & (just_activated | (searched & open_o))));
  assign first_write = |(first_i & write_o);

  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .AUTO(CLOSES != 0),
      .FORWARDS(WRITE_DRAIN > 1), .OBSERVE(OBSERVE)
  ) u_backend (
      .forward_i(forward_o & slot), .forward_tag_i(req_tag_i), .slot_o(slot),
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .closing_o(closing), .open_row_o(open_rows),
      .col_close_i((|(column_bank & closes)) & col_last), .pinned_i(pinned | searched), .col_valid_i(|column),
      .col_write_i(col_write), .col_last_i(col_last), .col_bank_i(column_bank), .col_column_i(col_column),
      .col_tag_i(col_tag), .row_valid_i((|row_pick_i) | (|close_i) | (|idle)), .row_bank_i(row_bank),
      .row_row_i(row_row), .row_idle_i(|idle),
      .first_hit_i(first_hit), .first_write_i(first_write), .first_bank_i(first_bank),
      .occupancy_i(OCCUPANCY_BITS'(count)), .column_grant_o(column_grant), .row_taken_o(row_taken),
      .pre_o(pre), .load_state_i(load_state_i[BACKEND_BITS-1:0]), .obs_o(backend_obs), .*
  );

  // --- rows that no entry wants: the last hit closes them, or a PRE when no entry has a row command ---
  localparam int unsigned SHELL_BITS = BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS;
  logic [SHELL_BITS-1:0] shell_obs;
  assign shell_obs[BACKEND_BITS+AGE_QUEUE_BITS-1:0] = {queue_obs, backend_obs};
  if (CLOSES != 0) begin : g_page
    logic [ROW_BITS-1:0] last_row;
    logic [BANKS-1:0] idle_bank, any_hit, more_hits;
    // of each bank it is known beside the choice whether more than one entry hits
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      logic [QUEUE-1:0] seen, twice;  // bit k covers the entries from k up that are combined so far
      always_comb begin
        seen  = hit_o & in_bank_o[b*QUEUE+:QUEUE];
        twice = '0;
        for (int unsigned reach = 1; reach < QUEUE; reach = reach * 2) begin
          twice = twice | (twice >> reach) | (seen & (seen >> reach));
          seen  = seen | (seen >> reach);
        end
      end
      assign any_hit[b]   = seen[0];
      assign more_hits[b] = twice[0];
      logic unused_sets;
      assign unused_sets = ^{seen, twice};
    end
    assign idle = idle_bank & {BANKS{~((|row_pick_i) | (|close_i))}};
    rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_last_row (.select_i(row_bank), .data_i(open_rows), .data_o(last_row));
    rh_page_policy #(.BANKS(BANKS)) u_page (
        .wanted_i(any_hit | {BANKS{starvation}}), .more_hits_i(more_hits), .open_i(open_o), .row_ok_i(row_ok_o),
        .issued_bank_i(issued_bank_o), .leaving_bank_i(leaving_bank_o), .act_i(act_o), .pre_i(pre),
        .reopens_i(last_row == row_row), .conflict_i(row_taken & ~(|idle)),
        .load_state_i(load_state_i[BACKEND_BITS+AGE_QUEUE_BITS+:PAGE_POLICY_BITS]), .close_o(closes),
        .idle_o(idle_bank), .obs_o(shell_obs[BACKEND_BITS+AGE_QUEUE_BITS+:PAGE_POLICY_BITS]), .*
    );
  end else begin : g_open_page
    assign {closes, idle} = '0;
    logic unused_page;
    assign unused_page = &{1'b0, page_i, page_timeout_i, starvation};
  end

  // --- the search, where rows are not compared at once ---
  if (SERIAL) begin : g_search
    localparam int unsigned AT_BITS = $clog2(rh_pkg::SEARCH_CLOCKS);
    localparam int unsigned LEFT_BITS = $clog2(rh_pkg::SEARCH_CLOCKS + 1);
    logic [AT_BITS-1:0] at;
    logic [BANKS*LEFT_BITS-1:0] left;
    rh_row_search #(
        .N(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PARTS(rh_pkg::SEARCH_CLOCKS)
    ) u_search (
        .begin_i(act_o), .known_i(open_o & ~gone), .bank_row_i(open_rows), .in_bank_i(in_bank_o), .row_i(row_o),
        .load_at_i(load_state_i[BACKEND_BITS+AGE_QUEUE_BITS+PAGE_POLICY_BITS+:AT_BITS]),
        .load_left_i(load_state_i[OBS_BITS-1-:BANKS*LEFT_BITS]), .searched_o(searched), .found_o(found),
        .left_o(left), .at_o(at), .*
    );
    assign obs_o = OBSERVE ? {left, at, shell_obs} : OBS_BITS'(0);
  end else begin : g_at_once
    assign {searched, found} = '0;
    assign obs_o = OBSERVE ? shell_obs : OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, closing, row_taken};
endmodule
