// SPDX-License-Identifier: Apache-2.0
// Controller `sms`: a FIFO a source forms batches of one row; a batch scheduler picks one after the other, of the
// source with the fewest requests or of the next in turn; a FIFO a bank serves its requests in order. One row
// comparator a FIFO of sources, and one a bank. Model: cmodel/controller/rh_sms.c.
// Promises: include/rowhold/rh_controller.h, with order in a row within a source alone; besides, each bank serves the
// requests of a source in order of arrival.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_sms #(
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
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * ROW_BITS
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * COLUMN_BITS
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * 3
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * TAG_BITS
        + BANKS * rh_pkg::max(1, QUEUE / 2 / BANKS)
        + BANKS * rh_pkg::max(1, QUEUE / 2 / BANKS)
        + BANKS * rh_pkg::log2_up(rh_pkg::max(1, QUEUE / 2 / BANKS) + 1)
        + BANKS * 3
        + (CLOSES != 0 ? rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS : 0)
        + BANK_BITS
        + BANK_BITS
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * rh_pkg::log2_up(rh_pkg::source_fifos(QUEUE, SOURCE_BITS))
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * BANK_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * ROW_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * COLUMN_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * 3
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * TAG_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::log2_up(rh_pkg::source_depth(QUEUE, SOURCE_BITS) + 1)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * 8
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * OCCUPANCY_BITS
        + OCCUPANCY_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS)
        + rh_pkg::log2_up(rh_pkg::source_fifos(QUEUE, SOURCE_BITS))
        + rh_pkg::LFSR_BITS
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,     // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,           // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,            // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,             // REF to ACT or REF of the banks refreshed
    input  logic [                           7:0] batch_age_i,
    input  logic [                           7:0] batch_rush_i,
    input  logic [                           7:0] shortest_first_i,
    input  logic [                           1:0] page_i,
    input  logic [                          15:0] page_timeout_i,
    input  logic                                  req_valid_i,       // a request is offered
    input  logic                                  req_write_i,       // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,        // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,         // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,      // first column, in column commands
    input  logic [                           2:0] req_len_i,         // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,         // returned with the response
    input  logic [rh_pkg::max(1,SOURCE_BITS)-1:0] req_source_i,      // core or application that sent it
    input  logic                                  rsp_ready_i,       // the response is taken
    output logic                                  req_ready_o,       // the offered request is taken
    output logic                                  rsp_valid_o,       // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,         // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,       // it was a write; meaningful while rsp_valid
    output logic                                  forward_o,
    output logic [                  TAG_BITS-1:0] forward_tag_o,
    output logic [                           2:0] col_cmd_o,
    output logic [                 BANK_BITS-1:0] col_bank_o,        // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,      // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,         // tag of its request; 0 with NOP
    output logic                                  col_last_o,        // last column command of its request
    output logic [                           2:0] col_reason_o,      // why it was chosen
    output logic [                           2:0] row_cmd_o,         // row command of this clock: NOP, ACT, PRE, REF
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,         // row of an ACT; else 0
    output logic                                  row_all_o,         // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,      // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,       // observation: requests queued as the clock begins
    input  logic                                  load_i,            // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,      // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o              // the registers, the first of the sum lowest
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

  localparam int unsigned FIFOS = rh_pkg::source_fifos(QUEUE, SOURCE_BITS);  // sources share them if there are more
  localparam int unsigned DEPTH = rh_pkg::source_depth(QUEUE, SOURCE_BITS);
  localparam int unsigned ENTRIES = FIFOS * DEPTH;
  localparam int unsigned F = rh_pkg::log2_up(FIFOS);
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1);
  localparam int unsigned W = 1 + BANK_BITS + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS;  // bits of an entry
  localparam int unsigned BANK_DEPTH = rh_pkg::max(1, QUEUE / 2 / BANKS);
  localparam int unsigned AT_BANKS = BANKS * BANK_DEPTH;
  localparam int unsigned SHELL_BITS = BACKEND_BITS + BANKS * (rh_pkg::log2_up(BANK_DEPTH + 1) + 3)
      + AT_BANKS * (1 + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS + 2 + (CLOSES != 0 ? 1 : 0)) + PAGE_POLICY_BITS;

  // the registers, field by field
  logic [ENTRIES-1:0] write, load_write;
  logic [ENTRIES*BANK_BITS-1:0] bank, load_bank;
  logic [ENTRIES*ROW_BITS-1:0] row, load_row;
  logic [ENTRIES*COLUMN_BITS-1:0] column, load_column;  // the first
  logic [ENTRIES*3-1:0] len, load_len;                  // column commands minus one
  logic [ENTRIES*TAG_BITS-1:0] tag, load_tag;
  logic [ENTRIES-1:0] head, tail, load_head, load_tail;  // one-hot in a FIFO: its oldest, and where its next one goes
  logic [ENTRIES-1:0] ends, load_ends;                   // the last entry of a closed batch
  logic [FIFOS*COUNT_BITS-1:0] count, load_count;
  logic [FIFOS*8-1:0] age, load_age;                           // clocks for which its youngest batch takes requests
  logic [FIFOS*OCCUPANCY_BITS-1:0] requests, load_requests;    // of its sources, in all stages
  logic [OCCUPANCY_BITS-1:0] stored_q, load_stored;            // in all stages
  logic [FIFOS-1:0] drains_q, drains_d, load_drains;           // the FIFO whose batch goes to its bank
  logic [F-1:0] turn, load_turn;
  logic [rh_pkg::LFSR_BITS-1:0] random, load_random;
  logic [AT_BANKS*F-1:0] owner, load_owner;                    // of each entry of a bank: the FIFO that it came from
  logic [BANK_BITS-1:0] column_next, row_next, load_column_next, load_row_next;
  logic [SHELL_BITS-1:0] shell_obs, load_shell;
  assign {load_random, load_turn, load_drains, load_stored, load_requests, load_age, load_count, load_ends, load_tail,
          load_head, load_tag, load_len, load_column, load_row, load_bank, load_write, load_owner, load_row_next,
          load_column_next, load_shell} = load_state_i;

  // sets of FIFOs
  logic [FIFOS-1:0] req_fifo, some, full, closed, pops, picked, leaves, fits, ready, shortest, in_turn;
  logic [FIFOS-1:0] from_turn, first, next_first;
  logic [FIFOS-1:0] head_last;  // its head is the last of a batch
  logic [FIFOS*W-1:0] heads;
  logic [FIFOS*BANKS-1:0] head_banks;  // one-hot
  logic push, picks, moves, rush, by_length;
  // the FIFOs of banks, and the request that goes there
  logic [BANKS-1:0] hit, miss, column_ready, row_ready, column_pick, row_pick, first_hit, first_miss, before_bank;
  logic [BANKS-1:0] bank_full, leaving;
  logic [BANK_BITS-1:0] req_bank;
  logic [ROW_BITS-1:0] req_row;
  logic [COLUMN_BITS-1:0] req_column;
  logic [2:0] req_len;
  logic [TAG_BITS-1:0] req_tag;
  logic req_write, column_issued, row_taken;

  // --- the FIFOs of sources: a request joins the youngest batch of its FIFO, or closes it ---
  assign req_fifo    = FIFOS'(1) << (32'(req_source_i) & (FIFOS - 1));
  assign req_ready_o = ~(|(req_fifo & full & ~pops));
  assign push        = req_valid_i & req_ready_o;
  assign pops        = drains_q & fits;

  for (genvar f = 0; f < FIFOS; f++) begin : g_fifo
    logic [DEPTH-1:0] head_q, tail_q, ends_q, ends_d, youngest;
    logic [COUNT_BITS-1:0] count_q;
    logic [7:0] age_q, age_d;
    logic [DEPTH*W-1:0] words;
    logic [DEPTH*(BANK_BITS+ROW_BITS)-1:0] places;
    logic [BANK_BITS-1:0] youngest_bank;
    logic [ROW_BITS-1:0] youngest_row;
    logic [COUNT_BITS-1:0] more, less;
    logic arrives, same, takes, begins, ages;

    // rotations by one, of a ring of one entry too
    assign youngest = (tail_q >> 1) | (tail_q << (DEPTH - 1));
    assign arrives  = push & req_fifo[f];
    assign closed[f] = |ends_q;
    rh_onehot_mux #(.N(DEPTH), .W(BANK_BITS + ROW_BITS)) u_youngest (
        .select_i(youngest), .data_i(places), .data_o({youngest_bank, youngest_row})
    );
    // the comparator
    assign same   = {youngest_bank, youngest_row} == {req_bank_i, req_row_i};
    assign takes  = some[f] & ~(|(ends_q & youngest)) & (age_q != 8'd0) & ~(picked[f] & ~closed[f]);
    assign begins = arrives & ~(takes & same);
    assign ends_d = (ends_q | (youngest & {DEPTH{(begins & some[f]) | (picked[f] & ~closed[f])}}))
        & ~(head_q & {DEPTH{pops[f]}});
    assign more   = count_q + COUNT_BITS'(1);
    assign less   = count_q - COUNT_BITS'(1);
    assign ages   = some[f] & (age_q != 8'd0);
    assign age_d  = begins ? batch_age_i : age_q - 8'(ages);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {head_q, tail_q, ends_q, count_q, age_q} <= {DEPTH'(1), DEPTH'(1), DEPTH'(0), COUNT_BITS'(0), 8'd0};
      end else if (loads) begin
        {head_q, tail_q, ends_q} <= {load_head[f*DEPTH+:DEPTH], load_tail[f*DEPTH+:DEPTH], load_ends[f*DEPTH+:DEPTH]};
        {count_q, age_q} <= {load_count[f*COUNT_BITS+:COUNT_BITS], load_age[f*8+:8]};
      end else begin
        if (pops[f]) head_q <= (head_q << 1) | (head_q >> (DEPTH - 1));
        if (arrives) tail_q <= (tail_q << 1) | (tail_q >> (DEPTH - 1));
        if (arrives ^ pops[f]) count_q <= arrives ? more : less;
        {ends_q, age_q} <= {ends_d, age_d};
      end
    end
    assign {head[f*DEPTH+:DEPTH], tail[f*DEPTH+:DEPTH], ends[f*DEPTH+:DEPTH]} = {head_q, tail_q, ends_q};
    assign {count[f*COUNT_BITS+:COUNT_BITS], age[f*8+:8]} = {count_q, age_q};

    for (genvar k = f * DEPTH; k < (f + 1) * DEPTH; k++) begin : g_entry
      logic [W-1:0] word_q;
      always_ff @(posedge clk_i) begin
        if (loads) begin
          word_q <= {load_tag[k*TAG_BITS+:TAG_BITS], load_len[k*3+:3], load_column[k*COLUMN_BITS+:COLUMN_BITS],
                     load_row[k*ROW_BITS+:ROW_BITS], load_bank[k*BANK_BITS+:BANK_BITS], load_write[k]};
        end else if (arrives & tail[k]) begin
          word_q <= {req_tag_i, req_len_i, req_column_i, req_row_i, req_bank_i, req_write_i};
        end
      end
      assign words[(k-f*DEPTH)*W+:W] = word_q;
      assign {tag[k*TAG_BITS+:TAG_BITS], len[k*3+:3], column[k*COLUMN_BITS+:COLUMN_BITS],
              row[k*ROW_BITS+:ROW_BITS], bank[k*BANK_BITS+:BANK_BITS], write[k]} = word_q;
      assign places[(k-f*DEPTH)*(BANK_BITS+ROW_BITS)+:BANK_BITS+ROW_BITS] =
          {bank[k*BANK_BITS+:BANK_BITS], row[k*ROW_BITS+:ROW_BITS]};
    end

    rh_onehot_mux #(.N(DEPTH), .W(W)) u_head (.select_i(head_q), .data_i(words), .data_o(heads[f*W+:W]));
    assign head_banks[f*BANKS+:BANKS] = BANKS'(1) << heads[f*W+1+:BANK_BITS];
    assign head_last[f] = |(ends_q & head_q);
    assign some[f]      = count_q != '0;
    assign full[f]      = count_q == COUNT_BITS'(DEPTH);
    assign fits[f]      = some[f] & ~(|(head_banks[f*BANKS+:BANKS] & bank_full));
    assign ready[f]     = fits[f] & (closed[f] | full[f] | (age_q == 8'd0) | rush);
  end

  // --- requests of each FIFO's sources, and of all; what leaves is known late, so that all else is worked out before
  // ---
  logic [BANKS*FIFOS-1:0] owners;  // of the banks' heads, one-hot
  logic [AT_BANKS-1:0] bank_head, bank_tail;
  logic [F-1:0] draining;
  logic [OCCUPANCY_BITS-1:0] stored_more, stored_less;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic arrives;
    assign arrives = moves & (req_bank == BANK_BITS'(b));
    for (genvar k = b * BANK_DEPTH; k < (b + 1) * BANK_DEPTH; k++) begin : g_entry
      logic [F-1:0] owner_q;
      always_ff @(posedge clk_i) begin
        if (loads) owner_q <= load_owner[k*F+:F];
        else if (arrives & bank_tail[k]) owner_q <= draining;
      end
      assign owner[k*F+:F] = owner_q;
    end
    logic [F-1:0] head_owner;
    rh_onehot_mux #(.N(BANK_DEPTH), .W(F)) u_owner (
        .select_i(bank_head[b*BANK_DEPTH+:BANK_DEPTH]), .data_i(owner[b*BANK_DEPTH*F+:BANK_DEPTH*F]),
        .data_o(head_owner)
    );
    assign owners[b*FIFOS+:FIFOS] = FIFOS'(1) << head_owner;
  end
  rh_onehot_mux #(.N(BANKS), .W(FIFOS)) u_leaving (.select_i(leaving), .data_i(owners), .data_o(leaves));
  rh_onehot_index #(.N(FIFOS)) u_draining (.onehot_i(drains_q), .index_o(draining));
  for (genvar f = 0; f < FIFOS; f++) begin : g_requests
    logic [OCCUPANCY_BITS-1:0] requests_q, more, less;
    logic arrives;
    assign arrives = push & req_fifo[f];
    assign more    = requests_q + OCCUPANCY_BITS'(1);
    assign less    = requests_q - OCCUPANCY_BITS'(1);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) requests_q <= '0;
      else if (loads) requests_q <= load_requests[f*OCCUPANCY_BITS+:OCCUPANCY_BITS];
      else if (arrives ^ leaves[f]) requests_q <= arrives ? more : less;
    end
    assign requests[f*OCCUPANCY_BITS+:OCCUPANCY_BITS] = requests_q;
  end

  // --- the batch scheduler: with this chance the fewest requests, else the turn; then the batch goes to its bank ---
  logic [7:0] chance;
  localparam int unsigned L = OCCUPANCY_BITS + 1;
  logic [FIFOS*L-1:0] length;
  logic [FIFOS*FIFOS-1:0] longer, behind;  // at f * FIFOS + g: f goes behind g, which is above it; behind any g
  for (genvar i = 0; i < 8; i++) begin : g_chance
    assign chance[i] = random[3*i];
  end
  assign rush      = 8'(stored_q) < batch_rush_i;
  assign by_length = (shortest_first_i != 8'd0) & (chance <= shortest_first_i);
  // beside who is ready, each two FIFOs are compared: the fewest requests first, then from the turn on, then the lower
  assign from_turn = {FIFOS{1'b1}} << turn;
  for (genvar f = 0; f < FIFOS; f++) begin : g_length
    assign length[f*L+:L]   = {requests[f*OCCUPANCY_BITS+:OCCUPANCY_BITS], ~from_turn[f]};
    for (genvar g = 0; g < FIFOS; g++) begin : g_other
      assign longer[f*FIFOS+g] = (g > f) & (length[g*L+:L] < length[f*L+:L]);
      assign behind[f*FIFOS+g] = (g > f) ? longer[f*FIFOS+g] : (g < f) & ~longer[g*FIFOS+f];
    end
    assign shortest[f] = ready[f] & ~(|(ready & behind[f*FIFOS+:FIFOS]));
  end
  assign picks  = ~(|drains_q) & (|ready);
  assign picked = (by_length ? shortest : in_turn) & {FIFOS{picks}};
  rh_round_robin_arbiter #(.N(FIFOS)) u_turn (
      .set_i(ready), .moves_i(picks & ~by_length), .grant_o(in_turn), .first_set_i(some),
      .first_o(first), .load_i(loads), .load_place_i(load_turn), .place_o(turn), .*
  );
  // a step a pick: between them it is loaded with itself
  rh_lfsr u_random (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(loads | ~picks), .load_value_i(loads ? load_random : random),
      .value_o(random)
  );
  assign stored_more = stored_q + OCCUPANCY_BITS'(1);
  assign stored_less = stored_q - OCCUPANCY_BITS'(1);
  assign moves    = |pops;
  assign drains_d = picks ? picked : drains_q & ~(head_last & pops);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {drains_q, stored_q} <= '0;
    else if (loads) {drains_q, stored_q} <= {load_drains, load_stored};
    else {drains_q, stored_q} <= {drains_d, (push == (|leaving)) ? stored_q : push ? stored_more : stored_less};
  end

  // --- the FIFOs of banks; for the ledger, where they are empty, what drains or else the turn ---
  logic [FIFOS-1:0] writes;
  rh_onehot_mux #(.N(FIFOS), .W(W)) u_drains (
      .select_i(drains_q), .data_i(heads), .data_o({req_tag, req_len, req_column, req_row, req_bank, req_write})
  );
  assign next_first = (|drains_q) ? drains_q : first;
  rh_onehot_mux #(.N(FIFOS), .W(BANKS)) u_before (.select_i(next_first), .data_i(head_banks), .data_o(before_bank));
  for (genvar f = 0; f < FIFOS; f++) begin : g_write
    assign writes[f] = heads[f*W];
  end

  rh_round_robin_arbiter #(.N(BANKS)) u_column (
      .set_i(column_ready), .moves_i(column_issued), .grant_o(column_pick), .first_set_i(hit), .first_o(first_hit),
      .load_i(loads), .load_place_i(load_column_next), .place_o(column_next), .*
  );
  rh_round_robin_arbiter #(.N(BANKS)) u_row (
      .set_i(row_ready), .moves_i(row_taken), .grant_o(row_pick), .first_set_i(miss), .first_o(first_miss),
      .load_i(loads), .load_place_i(load_row_next), .place_o(row_next), .*
  );
  // a request goes there when there is room
  /* verilator lint_off PINCONNECTEMPTY */
  rh_fifo_controller #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .CLOSES(CLOSES), .OBSERVE(OBSERVE), .BANKED(1'b1), .STAGED(1'b1)
  ) u_shell (
      .req_valid_i(moves), .req_write_i(req_write), .req_bank_i(req_bank), .req_row_i(req_row),
      .req_column_i(req_column), .req_len_i(req_len), .req_tag_i(req_tag), .req_ready_o(), .hit_o(hit),
      .miss_o(miss), .column_ready_o(column_ready), .row_ready_o(row_ready), .column_pick_i(column_pick),
      .row_pick_i(row_pick), .first_i((|hit) ? first_hit : first_miss), .column_issued_o(column_issued),
      .row_taken_o(row_taken), .stored_i(stored_q), .before_bank_i(before_bank),
      .before_write_i(|(next_first & writes)), .full_o(bank_full), .leaving_o(leaving), .head_o(bank_head),
      .tail_o(bank_tail), .load_i(loads), .load_state_i(load_shell), .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? {random, turn, drains_q, stored_q, requests, age, count, ends, tail, head, tag, len, column,
                            row, bank, write, owner, row_next, column_next, shell_obs}
                         : OBS_BITS'(0);
endmodule
