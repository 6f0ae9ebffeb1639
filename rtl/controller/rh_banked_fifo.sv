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
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS                       // write
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * ROW_BITS            // row
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * COLUMN_BITS         // column
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * 3                   // len
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * TAG_BITS            // tag
        + BANKS * rh_pkg::max(1, QUEUE / BANKS)                       // head
        + BANKS * rh_pkg::max(1, QUEUE / BANKS)                       // tail
        + BANKS * rh_pkg::log2_up(rh_pkg::max(1, QUEUE / BANKS) + 1)  // count
        + BANKS * 3                                                   // done
        + (CLOSES != 0 ? rh_pkg::max(1, QUEUE / BANKS) * BANKS : 0)   // same
        + BANK_BITS                                                   // column_next
        + BANK_BITS                                                   // row_next
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

  localparam int unsigned SHELL_BITS = OBS_BITS - 2 * BANK_BITS;

  logic [BANKS-1:0] hit, miss, column_ready, row_ready, column_pick, row_pick, first_hit, first_miss;
  logic [BANK_BITS-1:0] column_next, row_next;
  logic column_issued, row_taken;
  logic [SHELL_BITS-1:0] shell_obs;

  // each bus takes turns among the banks that may use it; for the ledger, the hit or else the miss whose turn is next
  rh_round_robin_arbiter #(.N(BANKS)) u_column (
      .set_i(column_ready), .moves_i(column_issued), .grant_o(column_pick), .first_set_i(hit), .first_o(first_hit),
      .load_i(loads), .load_place_i(load_state_i[SHELL_BITS+:BANK_BITS]), .place_o(column_next), .*
  );
  rh_round_robin_arbiter #(.N(BANKS)) u_row (
      .set_i(row_ready), .moves_i(row_taken), .grant_o(row_pick), .first_set_i(miss), .first_o(first_miss),
      .load_i(loads), .load_place_i(load_state_i[SHELL_BITS+BANK_BITS+:BANK_BITS]), .place_o(row_next), .*
  );

  // nothing lies before these FIFOs
  /* verilator lint_off PINCONNECTEMPTY */
  rh_fifo_controller #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .CLOSES(CLOSES), .OBSERVE(OBSERVE), .BANKED(1'b1)
  ) u_shell (
      .hit_o(hit), .miss_o(miss), .column_ready_o(column_ready), .row_ready_o(row_ready), .column_pick_i(column_pick),
      .row_pick_i(row_pick), .first_i((|hit) ? first_hit : first_miss), .column_issued_o(column_issued),
      .row_taken_o(row_taken), .stored_i({OCCUPANCY_BITS{1'b0}}), .before_bank_i({BANKS{1'b0}}), .before_write_i(1'b0),
      .full_o(), .leaving_o(), .head_o(), .tail_o(), .load_i(loads), .load_state_i(load_state_i[SHELL_BITS-1:0]),
      .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? {row_next, column_next, shell_obs} : OBS_BITS'(0);
endmodule
