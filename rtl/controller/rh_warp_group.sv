// SPDX-License-Identifier: Apache-2.0
// Controller `warp_group`: as `fr_fcfs`, but the requests of a warp finish together. Those of one warp are a group; one
// group at a time is marked, and goes before all others. When nothing of it is left, the group with the fewest requests
// in the queue is marked, and one of which more follow behind the whole ones. An entry carries both: a request that
// arrived in the last clock adds one to the others of its warp, and gives them its upper bit; one that left takes one
// away, so that nothing is summed up, and who arrives and leaves in this clock is asked nothing. What is marked is a
// flop an entry, with which the choice begins. A bank that has opened a row serves it once before it closes. Model:
// cmodel/controller/rh_warp_group.c. Promises: include/rowhold/rh_controller.h; besides, a bank in which a marked
// request waits has the command that this one wants, but for the first one behind an ACT, and no request is marked but
// when no marked one is left.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_warp_group #(
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
        + QUEUE * rh_pkg::log2_up(QUEUE + 2)   // remaining
        + QUEUE                                // marked
        + 1                                    // came
        + 1                                    // gone
        + (rh_pkg::max(2, SOURCE_BITS) - 1)    // gone_warp
        + BANKS                                // opened
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
    input  logic [rh_pkg::max(1,SOURCE_BITS)-1:0] req_source_i,    // core or application that sent it
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
  localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS);
  localparam int unsigned I = rh_pkg::max(2, SOURCE_BITS) - 1;  // of a source, those that say the warp
  localparam int unsigned N = rh_pkg::log2_up(QUEUE + 2);       // of a number of requests

  logic [QUEUE-1:0] valid, able, served, hit, row_ready, row_upper, row_oldest, row_first, row_pick, first, leaving;
  logic [QUEUE-1:0] take, upper;
  logic [BANKS-1:0] act, issued_bank, is_open;
  logic [BANKS*QUEUE-1:0] in_bank;
  logic arrive;
  logic [QUEUE*S-1:0] source_d, source_q, load_source, sources;
  logic [QUEUE*N-1:0] remaining_d, remaining_q, remaining_now, load_remaining, remainings;
  logic [QUEUE-1:0] marked_d, marked_q, marked_stay, load_marked;
  logic came_d, came_q, load_came, gone_d, gone_q, load_gone;
  logic [I-1:0] gone_warp_d, gone_warp_q, load_gone_warp;
  logic [BANKS-1:0] opened_d, opened_q, load_opened;
  logic [SHELL_BITS-1:0] shell_obs, shell_load;
  assign {load_opened, load_gone_warp, load_gone, load_came, load_marked, load_remaining, load_source, shell_load} =
      load_state_i;

  // --- how many of its group there are: one fewer for what left in the last clock, one more for what arrived, in the
  // highest place; which says, too, whether more follow ---
  logic [QUEUE-1:0] of_arriving;
  logic [QUEUE*S-1:0] source_now;
  logic [QUEUE*I-1:0] warp;
  logic [N-1:0] arriving_remaining;
  assign came_d = arrive;
  assign gone_d = |leaving;
  rh_onehot_mux #(.N(QUEUE), .W(I)) u_gone_warp (.select_i(leaving), .data_i(warp), .data_o(gone_warp_d));
  for (genvar k = 0; k < QUEUE; k++) begin : g_remaining
    logic fewer, more;
    assign warp[k*I+:I]   = source_q[k*S+:I];
    assign fewer          = gone_q & (warp[k*I+:I] == gone_warp_q);
    assign of_arriving[k] = valid[k] & (warp[k*I+:I] == req_source_i[I-1:0]);
    if (k == QUEUE - 1) begin : g_newest
      assign more = 1'b0;
    end else begin : g_other
      assign more = came_q & valid[k] & (warp[k*I+:I] == warp[(QUEUE-1)*I+:I]);
    end
    assign remaining_now[k*N+:N] = remaining_q[k*N+:N] + N'(more) - N'(fewer);
    assign source_now[k*S+:S]    = more ? source_q[(QUEUE-1)*S+:S] : source_q[k*S+:S];
  end
  // all entries of a group have the same number
  always_comb begin
    arriving_remaining = '0;
    for (int unsigned k = 0; k < QUEUE; k++)
      arriving_remaining = arriving_remaining | (remaining_now[k*N+:N] & {N{of_arriving[k]}});
    arriving_remaining = arriving_remaining + N'(1);
  end

  // --- the next group: a whole one, the fewest requests, then one that hits, then the oldest; of those that are served
  // ---
  logic begins;
  logic [QUEUE-1:0] next_first, chosen;
  logic [I-1:0] next_warp;
  logic [QUEUE*(N+2)-1:0] goodness;
  for (genvar k = 0; k < QUEUE; k++) begin : g_chosen
    assign goodness[k*(N+2)+:N+2] = {(SOURCE_BITS > 1) & ~source_q[k*S+S-1], ~remaining_q[k*N+:N], hit[k]};
    assign chosen[k] = valid[k] & served[k] & (warp[k*I+:I] == next_warp);
  end
  rh_max_first #(.N(QUEUE), .W(N + 2)) u_next (.set_i(valid & served), .number_i(goodness), .best_o(next_first));
  rh_onehot_mux #(.N(QUEUE), .W(I)) u_next_warp (.select_i(next_first), .data_i(warp), .data_o(next_warp));
  assign begins = ~(|(marked_q & served)) & (|(valid & served));

  // --- the edge: what lies above each place; marked_q is 0 of a place without a request ---
  assign sources     = {req_source_i, source_now[QUEUE*S-1:S]};
  assign remainings  = {arriving_remaining, remaining_now[QUEUE*N-1:N]};
  assign marked_stay = (marked_q | (chosen & {QUEUE{begins}})) & ~leaving;
  assign marked_d    = (marked_stay & ~take) | ({1'b0, marked_stay[QUEUE-1:1]} & take);
  assign opened_d    = (opened_q & is_open & ~issued_bank) | act;
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign source_d[k*S+:S]    = take[k] ? sources[k*S+:S] : source_now[k*S+:S];
    assign remaining_d[k*N+:N] = take[k] ? remainings[k*N+:N] : remaining_now[k*N+:N];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked_q      <= '0;
      came_q        <= 1'b0;
      gone_q        <= 1'b0;
      gone_warp_q <= '0;
      opened_q      <= '0;
    end else if (loads) begin
      marked_q      <= load_marked;
      came_q        <= load_came;
      gone_q        <= load_gone;
      gone_warp_q <= load_gone_warp;
      opened_q      <= load_opened;
    end else begin
      marked_q      <= marked_d;
      came_q        <= came_d;
      gone_q        <= gone_d;
      gone_warp_q <= gone_warp_d;
      opened_q      <= opened_d;
    end
  end
  always_ff @(posedge clk_i) begin
    source_q    <= loads ? load_source : source_d;
    remaining_q <= loads ? load_remaining : remaining_d;
  end

  // --- the choice: the group first, and banks that have not served the row that they opened; then age ---
  always_comb begin
    upper = marked_q;
    for (int unsigned b = 0; b < BANKS; b++) if (opened_q[b] & is_open[b]) upper = upper | in_bank[b*QUEUE+:QUEUE];
  end
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
      .hit_o(hit), .capped_i({BANKS{1'b0}}), .upper_i(upper), .later_i({BANKS*BANKS{1'b0}}), .leaving_o(leaving),
      .act_o(act), .issued_o(), .issued_bank_o(issued_bank), .served_o(served), .write_o(), .held_o(), .turned_o(),
      .next_hit_o(), .close_i({BANKS{1'b0}}), .open_o(is_open), .row_ok_o(), .in_bank_o(in_bank), .row_o(),
      .leaving_bank_o(), .arrive_o(arrive), .take_o(take), .load_i(loads), .load_state_i(shell_load),
      .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? {
    opened_q, gone_warp_q, gone_q, came_q, marked_q, remaining_q, source_q, shell_obs
  } : OBS_BITS'(0);
endmodule
