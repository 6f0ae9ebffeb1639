// SPDX-License-Identifier: Apache-2.0
// Controller `fr_fcfs_cap`: as `fr_fcfs`, but after hit_cap_i column commands of a row before an older request of their
// bank the bank's oldest request is next. A counter a bank runs down with them, and a flop says that it has, so that
// the choice begins with one more bit a bank. Model: cmodel/controller/rh_fr_fcfs_cap.c.
// Promises: include/rowhold/rh_controller.h; besides, no more than hit_cap_i column commands of a row go before an
// older request of their bank, and the ACT behind them is for that bank's oldest request.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_fr_fcfs_cap #(
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
        + BANKS * 8  // left
        + BANKS      // capped
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,   // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,         // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,          // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,           // REF to ACT or REF of the banks refreshed
    input  logic [                          15:0] age_cap_i,
    input  logic [                           7:0] hit_cap_i,
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

  localparam int unsigned SHELL_BITS = BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS;
  localparam int unsigned CAP_BITS = 8;

  logic [QUEUE-1:0] row_ready, row_pick, oldest, hit, next_hit, served, asks;
  logic [BANKS*QUEUE-1:0] in_bank;
  logic [BANKS-1:0] act, issued_bank, oldest_hit, passes, capped, capped_d, capped_q, load_capped;
  logic [BANKS*CAP_BITS-1:0] left_d, left_q, load_left;
  logic [SHELL_BITS-1:0] shell_obs, shell_load;
  assign {load_capped, load_left, shell_load} = load_state_i;

  // --- a column command passes an older request of its bank where the bank's oldest that is served is no hit ---
  assign asks = served | next_hit;  // all, where reads and writes are served alike
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    rh_first_value #(.N(QUEUE)) u_oldest_hit (
        .set_i(in_bank[b*QUEUE+:QUEUE] & asks), .value_i(hit), .value_o(oldest_hit[b])
    );
    // its hits wait behind an older request, which there is as long as reads and writes are served alike
    if (WRITE_DRAIN != 0) begin : g_passed
      assign capped[b] = capped_q[b] & ~oldest_hit[b];
    end else begin : g_some
      assign capped[b] = capped_q[b];
    end
    assign passes[b] = issued_bank[b] & ~oldest_hit[b] & (|left_q[b*CAP_BITS+:CAP_BITS]);
    assign left_d[b*CAP_BITS+:CAP_BITS] = act[b] ? hit_cap_i : left_q[b*CAP_BITS+:CAP_BITS] - CAP_BITS'(passes[b]);
    assign capped_d[b] = ~act[b] & (capped_q[b] | (passes[b] & (left_q[b*CAP_BITS+:CAP_BITS] == CAP_BITS'(1))));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {capped_q, left_q} <= '0;
    else if (loads) {capped_q, left_q} <= {load_capped, load_left};
    else {capped_q, left_q} <= {capped_d, left_d};
  end

  // the oldest request whose bank has no hit that may go, and may take its ACT or PRE
  rh_first #(.N(QUEUE)) u_row_pick (.set_i(row_ready), .first_o(row_pick));

  // age alone ranks: what else the queue shows is not asked
  /* verilator lint_off PINCONNECTEMPTY */
  rh_age_controller #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN), .CLOSES(CLOSES), .OBSERVE(OBSERVE)
  ) u_shell (
      .row_ready_o(row_ready), .row_pick_i(row_pick), .first_i(oldest), .oldest_o(oldest), .valid_o(), .able_o(),
      .hit_o(hit), .capped_i(capped), .upper_i({QUEUE{1'b1}}), .later_i({BANKS*BANKS{1'b0}}), .leaving_o(),
      .act_o(act), .issued_o(), .issued_bank_o(issued_bank), .served_o(served), .write_o(), .held_o(), .turned_o(),
      .next_hit_o(next_hit), .close_i({BANKS{1'b0}}), .open_o(), .row_ok_o(),
      .in_bank_o(in_bank), .row_o(), .leaving_bank_o(), .arrive_o(), .take_o(), .load_i(loads),
      .load_state_i(shell_load),
      .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? {capped_q, left_q, shell_obs} : OBS_BITS'(0);
endmodule
