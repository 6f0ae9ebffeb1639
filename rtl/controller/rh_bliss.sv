// SPDX-License-Identifier: Apache-2.0
// Controller `bliss`: as `fr_fcfs`, but a source of which blacklist_threshold_i requests left one behind the other is
// blacklisted until the list is cleared, every clearing_interval_i clocks; requests of other sources go before its own.
// Each entry has its source and a flop that says that the source is listed: the flop is set when the source is, and
// when the request arrives, so that the choice begins with a bit. What left is counted in the clock behind, off the
// path of the choice. Model: cmodel/controller/rh_bliss.c.
// Promises: include/rowhold/rh_controller.h; besides, a bank in which a request of a source waits that is not listed
// has the command that this one wants, and goes before banks without one.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_bliss #(
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
    localparam int unsigned AGE_QUEUE_BITS =
        rh_pkg::age_queue_bits(QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS, WRITE_DRAIN),
    localparam int unsigned PAGE_POLICY_BITS = rh_pkg::page_policy_bits(BANKS, CLOSES),
    localparam int unsigned OBS_BITS = BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS
        + QUEUE * rh_pkg::max(1, SOURCE_BITS)  // source
        + QUEUE                                // listed
        + rh_pkg::power(SOURCE_BITS)           // blacklist
        + 1                                    // served
        + rh_pkg::max(1, SOURCE_BITS)          // served_source
        + rh_pkg::max(1, SOURCE_BITS)          // last
        + 8                                    // in_a_row
        + 16                                   // clear_left
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,
    input  logic [                           3:0] faw_n_i,                // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,                 // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,                  // REF to ACT or REF of the banks refreshed
    input  logic [                          15:0] age_cap_i,
    input  logic [                           7:0] blacklist_threshold_i,
    input  logic [                          15:0] clearing_interval_i,
    input  logic [                           7:0] write_high_i,
    input  logic [                           7:0] write_low_i,
    input  logic [                           7:0] write_queue_i,
    input  logic [                           1:0] page_i,
    input  logic [                          15:0] page_timeout_i,
    input  logic                                  req_valid_i,            // a request is offered
    input  logic                                  req_write_i,            // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,             // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,              // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,           // first column, in column commands
    input  logic [                           2:0] req_len_i,              // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,              // returned with the response
    input  logic [rh_pkg::max(1,SOURCE_BITS)-1:0] req_source_i,           // core or application that sent it
    input  logic                                  rsp_ready_i,            // the response is taken
    output logic                                  req_ready_o,            // the offered request is taken
    output logic                                  rsp_valid_o,            // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,              // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,            // it was a write; meaningful while rsp_valid
    output logic                                  forward_o,
    output logic [                  TAG_BITS-1:0] forward_tag_o,
    output logic [                           2:0] col_cmd_o,
    output logic [                 BANK_BITS-1:0] col_bank_o,             // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,           // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,              // tag of its request; 0 with NOP
    output logic                                  col_last_o,             // last column command of its request
    output logic [                           2:0] col_reason_o,           // why it was chosen
    output logic [                           2:0] row_cmd_o,
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,              // row of an ACT; else 0
    output logic                                  row_all_o,              // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,           // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,
    input  logic                                  load_i,                 // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,           // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o                   // the registers, the first of the sum lowest
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

  localparam int unsigned SHELL_BITS = BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS;
  localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS);
  localparam int unsigned SOURCES = rh_pkg::power(SOURCE_BITS);

  logic [QUEUE-1:0] valid, row_ready, row_upper, row_oldest, row_first, row_pick, able, first, leaving, take, upper;
  logic [QUEUE-1:0] listed_d, listed_q, load_listed, same, listed_now;
  logic [QUEUE*S-1:0] source_d, source_q, load_source, sources;
  logic [SOURCES-1:0] blacklist_d, blacklist_q, load_blacklist, adds_source;
  logic [2**S-1:0] lists;
  logic served_d, served_q, load_served, repeats, adds, clears;
  logic [S-1:0] served_source_d, served_source_q, load_served_source, last_d, last_q, load_last;
  logic [7:0] in_a_row_d, in_a_row_q, load_in_a_row, counted;
  logic [15:0] clear_left_d, clear_left_q, load_clear_left;
  logic [SHELL_BITS-1:0] shell_obs, shell_load;
  assign {
    load_clear_left, load_in_a_row, load_last, load_served_source, load_served, load_blacklist, load_listed,
    load_source, shell_load
  } = load_state_i;

  // --- what left in the last clock is counted ---
  assign repeats     = last_q == served_source_q;
  assign counted     = repeats ? in_a_row_q + 8'd1 : 8'd1;
  assign adds        = served_q & (|blacklist_threshold_i) & (counted >= blacklist_threshold_i);
  assign in_a_row_d  = !served_q ? in_a_row_q : adds ? 8'd0 : counted;
  assign last_d      = served_q ? served_source_q : last_q;
  assign adds_source = adds ? SOURCES'(1) << served_source_q : '0;
  assign clears       = clear_left_q == 16'd1;
  assign clear_left_d = (|clear_left_q[15:1]) ? clear_left_q - 16'd1 : clearing_interval_i;
  assign blacklist_d  = clears ? '0 : blacklist_q | adds_source;

  // --- an entry's source, and whether it is listed ---
  assign served_d = |leaving;
  rh_onehot_mux #(.N(QUEUE), .W(S)) u_served (.select_i(leaving), .data_i(source_q), .data_o(served_source_d));
  assign sources = {req_source_i, source_q[QUEUE*S-1:S]};
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign same[k] = source_q[k*S+:S] == served_source_q;
    assign source_d[k*S+:S] = take[k] ? sources[k*S+:S] : source_q[k*S+:S];
  end
  assign lists      = (2**S)'(blacklist_d);
  assign listed_now = clears ? '0 : listed_q | (same & {QUEUE{adds}});
  assign listed_d   = (listed_now & ~take) | ({lists[req_source_i], listed_now[QUEUE-1:1]} & take);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      blacklist_q  <= '0;
      listed_q     <= '0;
      served_q     <= 1'b0;
      served_source_q <= '0;
      in_a_row_q   <= '0;
      last_q       <= '0;
      clear_left_q <= '0;
    end else if (loads) begin
      blacklist_q  <= load_blacklist;
      listed_q     <= load_listed;
      served_q     <= load_served;
      served_source_q <= load_served_source;
      in_a_row_q   <= load_in_a_row;
      last_q       <= load_last;
      clear_left_q <= load_clear_left;
    end else begin
      blacklist_q  <= blacklist_d;
      listed_q     <= listed_d;
      served_q     <= served_d;
      served_source_q <= served_source_d;
      in_a_row_q   <= in_a_row_d;
      last_q       <= last_d;
      clear_left_q <= clear_left_d;
    end
  end
  always_ff @(posedge clk_i) source_q <= loads ? load_source : source_d;

  // --- the choice: sources that are not listed first, then age ---
  assign upper     = ~listed_q;
  assign row_upper = row_ready & upper;
  rh_first #(.N(QUEUE)) u_row_pick (.set_i(row_ready), .first_o(row_oldest));
  rh_first #(.N(QUEUE)) u_row_upper (.set_i(row_upper), .first_o(row_first));
  assign row_pick = (|row_upper) ? row_first : row_oldest;
  rh_first #(.N(QUEUE)) u_first (.set_i(able & (upper | {QUEUE{~(|(able & upper))}})), .first_o(first));

  // what else the queue shows is not asked
  /* verilator lint_off PINCONNECTEMPTY */
  rh_age_controller #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN), .CLOSES(CLOSES), .OBSERVE(OBSERVE),
      .CLASSES(1'b1)
  ) u_shell (
      .row_ready_o(row_ready), .row_pick_i(row_pick), .first_i(first), .oldest_o(), .valid_o(valid), .able_o(able),
      .hit_o(), .capped_i({BANKS{1'b0}}), .upper_i(upper), .later_i({BANKS*BANKS{1'b0}}), .leaving_o(leaving),
      .act_o(), .issued_o(), .issued_bank_o(), .served_o(), .write_o(), .held_o(), .turned_o(),
      .next_hit_o(), .close_i({BANKS{1'b0}}), .open_o(), .row_ok_o(), .in_bank_o(), .row_o(),
      .leaving_bank_o(), .arrive_o(), .take_o(take), .load_i(loads), .load_state_i(shell_load), .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? {
    clear_left_q, in_a_row_q, last_q, served_source_q, served_q, blacklist_q,
    listed_q & valid,
    source_q, shell_obs
  } : OBS_BITS'(0);
endmodule
