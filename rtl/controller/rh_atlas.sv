// SPDX-License-Identifier: Apache-2.0
// Controller `atlas`: as `fr_fcfs`, but the source that was served least goes before others. Each column command is
// charged to its source; every quantum_i clocks the sources are ranked by what they have, and give up a part of it: the
// counters have one port, so that a clock charges a command or compares two sources. A request that waits through a
// whole period of waiting_threshold_i clocks is late, and goes before all that are not. An entry carries its source's
// rank, and whether it is behind a better one of its bank: one bank in which that may have changed is looked at anew in
// each clock, so that the choice sees one bit of it. Which bank goes before which is known beside the timers, for rows
// as for columns. Model: cmodel/controller/rh_atlas.c.
// Promises: include/rowhold/rh_controller.h; besides, what is behind in a bank that is settled is what the ranks of its
// entries make it, and a request that waited for twice the period is late.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_atlas #(
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
        + QUEUE * rh_pkg::max(1, SOURCE_BITS)                       // source
        + QUEUE * (1 + rh_pkg::max(1, SOURCE_BITS))                 // entry_rank
        + QUEUE                                                     // aged
        + QUEUE                                                     // behind
        + BANKS                                                     // unsettled
        + BANKS * (1 + rh_pkg::max(1, SOURCE_BITS))                 // bank_rank
        + BANK_BITS                                                 // settle_next
        + 24                                                        // period_left
        + 24                                                        // quantum_left
        + 1                                                         // ranking
        + (1 + 2 * SOURCE_BITS)                                     // turn
        + 28                                                        // held
        + rh_pkg::max(1, SOURCE_BITS)                               // lesser
        + rh_pkg::power(SOURCE_BITS) * rh_pkg::max(1, SOURCE_BITS)  // source_rank
        + rh_pkg::power(SOURCE_BITS) * 28                           // service
        + BANKS                                                     // opened
        + (2 + TIMER_BITS)                                          // charge
        + rh_pkg::max(1, SOURCE_BITS)                               // charge_source
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,        // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,              // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,               // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,                // REF to ACT or REF of the banks refreshed
    input  logic [                          15:0] age_cap_i,
    input  logic [                          23:0] quantum_i,
    input  logic [                           2:0] service_history_i,
    input  logic [                          23:0] waiting_threshold_i,
    input  logic [                           7:0] write_high_i,
    input  logic [                           7:0] write_low_i,
    input  logic [                           7:0] write_queue_i,
    input  logic [                           1:0] page_i,
    input  logic [                          15:0] page_timeout_i,
    input  logic                                  req_valid_i,          // a request is offered
    input  logic                                  req_write_i,          // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,           // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,            // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,         // first column, in column commands
    input  logic [                           2:0] req_len_i,            // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,            // returned with the response
    input  logic [rh_pkg::max(1,SOURCE_BITS)-1:0] req_source_i,         // core or application that sent it
    input  logic                                  rsp_ready_i,          // the response is taken
    output logic                                  req_ready_o,          // the offered request is taken
    output logic                                  rsp_valid_o,          // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,            // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,          // it was a write; meaningful while rsp_valid
    output logic                                  forward_o,
    output logic [                  TAG_BITS-1:0] forward_tag_o,
    output logic [                           2:0] col_cmd_o,
    output logic [                 BANK_BITS-1:0] col_bank_o,           // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,         // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,            // tag of its request; 0 with NOP
    output logic                                  col_last_o,           // last column command of its request
    output logic [                           2:0] col_reason_o,         // why it was chosen
    output logic [                           2:0] row_cmd_o,            // row command of this clock: NOP, ACT, PRE, REF
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,            // row of an ACT; else 0
    output logic                                  row_all_o,            // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,         // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,
    input  logic                                  load_i,               // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,         // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o                 // the registers, the first of the sum lowest
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
  localparam int unsigned R = S + 1;               // of an entry's rank: above the source's 1, or 0 where it is late
  localparam int unsigned T = 2 * SOURCE_BITS + 1; // of the turn: decays, the source, the step
  localparam int unsigned C = TIMER_BITS + 2;      // of a charge
  localparam int unsigned SERVICE = 28;            // of an attained service
  localparam int unsigned SETTLE = rh_pkg::log2_up(BANKS);

  logic [QUEUE-1:0] valid, hit, row_ready, row_pick, able, served, issued, leaving, take;
  logic [1:0] held;
  logic turned;
  logic [BANKS-1:0] issued_bank, leaving_bank, act;
  logic [BANKS*QUEUE-1:0] in_bank;
  logic arrive;
  logic [QUEUE*S-1:0] source_d, source_q, load_source;
  logic [QUEUE*R-1:0] entry_rank_d, entry_rank_q, entry_rank_now, load_entry_rank;
  logic [QUEUE-1:0] aged_d, aged_q, aged_now, load_aged, behind_d, behind_q, behind_now, load_behind;
  logic [BANKS*R-1:0] bank_rank_d, bank_rank_q, load_bank_rank;
  logic [BANKS-1:0] unsettled_d, unsettled_q, load_unsettled, settled, changed_bank;
  logic [SETTLE-1:0] settle_next_d, settle_next_q, load_settle_next, behind_settled;
  logic [23:0] period_left_d, period_left_q, load_period_left, quantum_left_d, quantum_left_q, load_quantum_left;
  logic ranking_d, ranking_q, load_ranking;
  logic [T-1:0] turn_d, turn_q, load_turn;
  logic [SERVICE-1:0] held_d, held_q, load_held;
  logic [S-1:0] lesser_d, lesser_q, load_lesser;
  logic [SOURCES*S-1:0] source_rank_d, source_rank_q, load_source_rank;
  logic [SOURCES*SERVICE-1:0] service_d, service_q, load_service;
  logic [BANKS-1:0] opened_d, opened_q, load_opened;
  logic [C-1:0] charge_d, charge_q, load_charge;
  logic [S-1:0] charge_source_d, charge_source_q, load_charge_source;
  logic [SHELL_BITS-1:0] shell_obs, shell_load;
  assign {
    load_charge_source, load_charge, load_opened, load_service, load_source_rank, load_lesser, load_held, load_turn,
    load_ranking, load_quantum_left, load_period_left, load_settle_next, load_bank_rank, load_unsettled,
    load_behind, load_aged, load_entry_rank,
    load_source, shell_load
  } = load_state_i;

  // --- what each source was served: one port, for the command of the last clock, or else for the ranking ---
  logic [SOURCES-1:0] at;        // the source at the port
  logic [SERVICE-1:0] read, kept;
  logic [SERVICE:0] sum;
  logic charges, steps, ranks, decays, first_step, last_step, last_turn;
  logic [S-1:0] turn_source, step;
  logic [TIMER_BITS-1:0] burst, rp, rcd;
  assign burst = constraints_i[rh_pkg::T_BURST*TIMER_BITS+:TIMER_BITS];
  assign rp    = constraints_i[rh_pkg::T_RP*TIMER_BITS+:TIMER_BITS];
  assign rcd   = constraints_i[rh_pkg::T_RCD_RD*TIMER_BITS+:TIMER_BITS];
  if (SOURCE_BITS > 0) begin : g_sources
    assign turn_source = turn_q[SOURCE_BITS+:SOURCE_BITS];
    assign step        = turn_q[SOURCE_BITS-1:0];
  end else begin : g_one_source
    assign {turn_source, step} = '0;
  end
  assign charges    = |charge_q;
  assign steps      = ranking_q & ~charges;
  assign ranks      = steps & ~turn_q[T-1];
  assign decays     = steps & turn_q[T-1];
  assign first_step = step == '0;
  assign last_step  = step == S'(SOURCES - 1);
  assign last_turn  = turn_q[T-1] & last_step;
  for (genvar i = 0; i < SOURCES; i++) begin : g_at
    assign at[i] = (charges ? charge_source_q : decays ? step : S'(turn_source + step)) == S'(i);
  end
  rh_onehot_mux #(.N(SOURCES), .W(SERVICE)) u_read (.select_i(at), .data_i(service_q), .data_o(read));
  assign kept = read - (read >> service_history_i);
  assign sum  = (SERVICE + 1)'(read) + (SERVICE + 1)'(charge_q);
  for (genvar i = 0; i < SOURCES; i++) begin : g_service
    assign service_d[i*SERVICE+:SERVICE] = ~(at[i] & (charges | decays)) ? service_q[i*SERVICE+:SERVICE]
        : charges ? sum[SERVICE-1:0] | {SERVICE{sum[SERVICE]}} : kept;
  end

  // --- the command of this clock: its data's clocks, and those of PRE and ACT for the first behind an ACT ---
  assign charge_d = ({C{|issued_bank}} & C'(burst)) + ({C{|(issued_bank & opened_q)}} & (C'(rp) + C'(rcd)));
  rh_onehot_mux #(.N(QUEUE), .W(S)) u_charge_source (
      .select_i(issued), .data_i(source_q), .data_o(charge_source_d)
  );
  assign opened_d = (opened_q & ~issued_bank) | act;

  // --- the quantum, and the ranks at its end: how many were served less ---
  logic [SOURCES-1:0] given;     // the source that gets its rank
  for (genvar i = 0; i < SOURCES; i++) begin : g_given
    assign given[i] = ranks & last_step & (turn_source == S'(i));
    assign source_rank_d[i*S+:S] = given[i] ? lesser_d : source_rank_q[i*S+:S];
  end
  assign held_d   = (ranks & first_step) ? read : held_q;
  assign lesser_d = ~ranks ? lesser_q : first_step ? '0 : lesser_q + S'(read < held_q);
  assign turn_d   = ~steps ? turn_q : last_turn ? '0 : turn_q + T'(1);
  assign ranking_d = ranking_q ? ~(steps & last_turn) : (quantum_left_q == 24'd1);
  assign quantum_left_d = ranking_q ? ((steps & last_turn) ? quantum_i : 24'd0)
      : (|quantum_left_q) ? quantum_left_q - 24'd1 : quantum_i;

  // --- the period, and who is late at its end ---
  logic period_ends;
  assign period_ends   = period_left_q == 24'd1;
  assign period_left_d = (|period_left_q[23:1]) ? period_left_q - 24'd1 : waiting_threshold_i;

  // --- an entry's rank ---
  logic [QUEUE-1:0] in_turn, changed;
  logic [S-1:0] arriving_rank, arriving_rank_now;
  logic [SOURCES-1:0] arriving_source;
  logic arriving_in_turn;
  for (genvar k = 0; k < QUEUE; k++) begin : g_rank
    assign in_turn[k] = ranks & last_step & valid[k] & (source_q[k*S+:S] == turn_source);
    assign entry_rank_now[k*R+:S] = in_turn[k] ? lesser_d : entry_rank_q[k*R+:S];
    assign entry_rank_now[k*R+S]  = entry_rank_q[k*R+S] & ~(period_ends & aged_q[k]);
  end
  assign changed  = in_turn | (aged_q & {QUEUE{period_ends}});
  assign aged_now = period_ends ? valid : aged_q;
  for (genvar i = 0; i < SOURCES; i++) begin : g_arriving
    assign arriving_source[i] = req_source_i == S'(i);
  end
  rh_onehot_mux #(.N(SOURCES), .W(S)) u_arriving_rank (
      .select_i(arriving_source), .data_i(source_rank_q), .data_o(arriving_rank)
  );
  assign arriving_in_turn  = |(arriving_source & given);
  assign arriving_rank_now = arriving_in_turn ? lesser_d : arriving_rank;

  // --- the least rank of a bank, and who is behind: of the bank that is looked at anew, and what arrives; of the kind
  // that is served ---
  logic [QUEUE-1:0] of_settled, least;
  logic [QUEUE*R-1:0] goodness;
  logic [R-1:0] least_rank, arriving_least;  // of the bank that is settled, of the one that the request is for
  logic [BANKS-1:0] req_bank, filled;
  logic arriving_alone, arriving_held, arriving_behind, arriving_before, arriving_settled;
  rh_round_robin #(.N(BANKS)) u_settled (.set_i(unsettled_q), .from_i(settle_next_q), .grant_o(settled));
  rh_next_index #(.N(BANKS)) u_settle_next (.onehot_i(settled), .next_o(behind_settled));
  assign settle_next_d = (|unsettled_q) ? behind_settled : settle_next_q;
  assign req_bank      = BANKS'(1) << req_bank_i;
  always_comb begin
    of_settled = '0;
    for (int unsigned b = 0; b < BANKS; b++) begin
      of_settled      = of_settled | (in_bank[b*QUEUE+:QUEUE] & served & {QUEUE{settled[b]}});
      filled[b]       = |(in_bank[b*QUEUE+:QUEUE] & served);
      changed_bank[b] = |(changed & in_bank[b*QUEUE+:QUEUE]);
    end
  end
  assign goodness = ~entry_rank_q;
  rh_max #(.N(QUEUE), .W(R)) u_least (.set_i(of_settled), .number_i(goodness), .best_o(least));
  always_comb begin
    least_rank = '0;  // all of the least have the same
    for (int unsigned k = 0; k < QUEUE; k++) least_rank = least_rank | (entry_rank_q[k*R+:R] & {R{least[k]}});
  end
  rh_onehot_mux #(.N(BANKS), .W(R)) u_arriving_least (
      .select_i(req_bank), .data_i(bank_rank_q), .data_o(arriving_least)
  );
  assign arriving_alone   = ~(|(req_bank & filled));
  assign arriving_held    = req_write_i ? held[1] : held[0];
  assign arriving_behind  = arriving_held | (~arriving_alone & ({1'b1, arriving_rank} > arriving_least));
  assign arriving_before  = ~arriving_held & ~arriving_alone & ({1'b1, arriving_rank} < arriving_least);
  assign arriving_settled = |(req_bank & settled);
  for (genvar b = 0; b < BANKS; b++) begin : g_bank_rank
    assign bank_rank_d[b*R+:R] = (arrive & req_bank[b] & ~arriving_behind) ? {1'b1, arriving_rank_now}
        : (settled[b] & filled[b]) ? least_rank : bank_rank_q[b*R+:R];
  end
  assign behind_now  = (behind_q & ~of_settled) | (of_settled & ~least);
  assign unsettled_d = (unsettled_q & ~settled) | changed_bank | leaving_bank | {BANKS{turned}}
      | (req_bank & {BANKS{arrive & (arriving_before | arriving_in_turn | arriving_settled)}});

  // --- the edge: what lies above each place; both sets are 0 of a place without a request ---
  logic [QUEUE-1:0] aged_stay, behind_stay;
  logic [QUEUE*S-1:0] sources;
  logic [QUEUE*R-1:0] entry_ranks;
  assign sources     = {req_source_i, source_q[QUEUE*S-1:S]};
  assign entry_ranks = {1'b1, arriving_rank_now, entry_rank_now[QUEUE*R-1:R]};
  assign aged_stay   = aged_now & ~leaving;
  assign behind_stay = behind_now & ~leaving;
  assign aged_d   = (aged_stay & ~take) | ({1'b0, aged_stay[QUEUE-1:1]} & take);
  assign behind_d = (behind_stay & ~take) | ({arriving_behind & arrive, behind_stay[QUEUE-1:1]} & take);
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign source_d[k*S+:S]     = take[k] ? sources[k*S+:S] : source_q[k*S+:S];
    assign entry_rank_d[k*R+:R] = take[k] ? entry_ranks[k*R+:R] : entry_rank_now[k*R+:R];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aged_q          <= '0;
      behind_q        <= '0;
      bank_rank_q     <= '0;
      unsettled_q     <= '0;
      settle_next_q   <= '0;
      period_left_q   <= '0;
      quantum_left_q  <= '0;
      ranking_q       <= 1'b0;
      turn_q          <= '0;
      held_q          <= '0;
      lesser_q        <= '0;
      source_rank_q          <= '0;
      service_q       <= '0;
      opened_q        <= '0;
      charge_q        <= '0;
      charge_source_q <= '0;
    end else if (loads) begin
      aged_q          <= load_aged;
      behind_q        <= load_behind;
      bank_rank_q     <= load_bank_rank;
      unsettled_q     <= load_unsettled;
      settle_next_q   <= load_settle_next;
      period_left_q   <= load_period_left;
      quantum_left_q  <= load_quantum_left;
      ranking_q       <= load_ranking;
      turn_q          <= load_turn;
      held_q          <= load_held;
      lesser_q        <= load_lesser;
      source_rank_q          <= load_source_rank;
      service_q       <= load_service;
      opened_q        <= load_opened;
      charge_q        <= load_charge;
      charge_source_q <= load_charge_source;
    end else begin
      aged_q          <= aged_d;
      behind_q        <= behind_d;
      bank_rank_q     <= bank_rank_d;
      unsettled_q     <= unsettled_d;
      settle_next_q   <= settle_next_d;
      period_left_q   <= period_left_d;
      quantum_left_q  <= quantum_left_d;
      ranking_q       <= ranking_d;
      turn_q          <= turn_d;
      held_q          <= held_d;
      lesser_q        <= lesser_d;
      source_rank_q          <= source_rank_d;
      service_q       <= service_d;
      opened_q        <= opened_d;
      charge_q        <= charge_d;
      charge_source_q <= charge_source_d;
    end
  end
  always_ff @(posedge clk_i) begin
    source_q     <= loads ? load_source : source_d;
    entry_rank_q <= loads ? load_entry_rank : entry_rank_d;
  end

  // --- the choice: the least rank of the banks, then age; of a bank who is not behind ---
  logic [QUEUE-1:0] upper, row_first, first;
  logic [BANKS*BANKS-1:0] later;
  logic [BANKS-1:0] row_ok, wants_row, goes;
  logic alone;  // the oldest goes alone, and waits for no bank
  assign upper = ~behind_q;
  assign alone = |(valid & served & ~able);
  for (genvar b = 0; b < BANKS; b++) begin : g_order
    for (genvar c = 0; c < BANKS; c++) begin : g_other
      assign later[b*BANKS+c] = bank_rank_q[c*R+:R] < bank_rank_q[b*R+:R];
    end
    // as row_ready has it, but beside the timers
    assign wants_row[b] = filled[b] & ~(|(hit & served & in_bank[b*QUEUE+:QUEUE]
        & (upper | {QUEUE{~(|(upper & served & in_bank[b*QUEUE+:QUEUE]))}})));
    assign goes[b] = alone | ~(|(row_ok & wants_row & later[b*BANKS+:BANKS]));
  end
  always_comb begin
    row_first = '0;
    for (int unsigned b = 0; b < BANKS; b++)
      row_first = row_first | (row_ready & in_bank[b*QUEUE+:QUEUE] & {QUEUE{goes[b]}});
  end
  rh_first #(.N(QUEUE)) u_row_pick (.set_i(row_first), .first_o(row_pick));
  rh_first #(.N(QUEUE)) u_first (.set_i(able & (upper | {QUEUE{~(|(able & upper))}})), .first_o(first));

  // what else the queue shows is not asked
  /* verilator lint_off PINCONNECTEMPTY */
  rh_age_controller #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN), .CLOSES(CLOSES), .OBSERVE(OBSERVE),
      .CLASSES(1'b1), .ORDERED(1'b1)
  ) u_shell (
      .row_ready_o(row_ready), .row_pick_i(row_pick), .first_i(first), .oldest_o(), .valid_o(valid), .able_o(able),
      .hit_o(hit), .capped_i({BANKS{1'b0}}), .upper_i(upper), .later_i(later), .issued_o(issued),
      .issued_bank_o(issued_bank), .leaving_o(leaving), .act_o(act), .served_o(served), .write_o(), .held_o(held),
      .turned_o(turned), .next_hit_o(), .close_i({BANKS{1'b0}}), .open_o(),
      .row_ok_o(row_ok), .in_bank_o(in_bank), .row_o(), .leaving_bank_o(leaving_bank), .arrive_o(arrive),
      .take_o(take), .load_i(loads),
      .load_state_i(shell_load), .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? {
    charge_source_q, charge_q, opened_q, service_q, source_rank_q, lesser_q, held_q, turn_q, ranking_q,
    quantum_left_q, period_left_q, settle_next_q, bank_rank_q, unsettled_q, behind_q, aged_q,
    entry_rank_q, source_q, shell_obs
  } : OBS_BITS'(0);
endmodule
