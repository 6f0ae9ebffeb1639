// SPDX-License-Identifier: Apache-2.0
// Controller `row_sorter`: requests are sorted by row, once, in the clock after they came: into up to four lists a bank
// over one pool of entries. Each bank serves its lists in the order in which they began; column commands first, round
// robin over the banks. Four row comparators. Model: cmodel/controller/rh_row_sorter.c.
// Promises: include/rowhold/rh_controller.h; besides, a list that is served takes at most ROW_JOINS more requests while
// another of its bank waits.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_row_sorter #(
    parameter int unsigned QUEUE = 32,         // requests stored
    parameter int unsigned BANKS = 4,          // banks of the channel
    parameter int unsigned GROUPS = 1,         // bank groups; at most banks / 2 in a run
    parameter int unsigned BUSES = 1,          // command buses: 1, or 2 (row and column)
    parameter int unsigned ROW_BITS = 12,      // bits of a row number
    parameter int unsigned COLUMN_BITS = 8,    // bits of a column number, in column commands
    parameter int unsigned TAG_BITS = 8,       // bits of a tag
    parameter int unsigned RESPONSES = 16,     // entries of the response FIFO
    parameter int unsigned TIMER_BITS = 8,     // bits of a gap and its counter
    parameter int unsigned REGISTERED = 0,     // 1: commands leave flip-flops, one clock later
    parameter int unsigned GRAIN_BITS = 0,     // log2 of the grains, each with its own data bus
    parameter int unsigned RANK_BITS = 0,      // log2 of the ranks, which share one data bus
    parameter int unsigned PART_BITS = 0,      // log2 of the banks that share subarrays; 0: none do
    parameter int unsigned SUBARRAY_BITS = 0,  // row bits, the upper ones, that say the subarray
    parameter int unsigned STACKED = 0,        // 1: the banks of a part lie one on the other (SALP)
    parameter bit OBSERVE = 1'b0,              // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                 // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                               // bits of a bank number
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),  // bits of occupancy_o
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
            GRAIN_BITS, RANK_BITS),
    localparam int unsigned OBS_BITS = BACKEND_BITS
        + QUEUE                               // valid
        + QUEUE                               // write
        + QUEUE * COLUMN_BITS                 // column
        + QUEUE * 3                           // extra
        + QUEUE * TAG_BITS                    // tag
        + QUEUE * rh_pkg::log2_up(QUEUE)      // next
        + 1                                   // fresh
        + BANK_BITS                           // fresh_bank
        + ROW_BITS                            // fresh_row
        + rh_pkg::log2_up(QUEUE)              // fresh_entry
        + BANKS * 4 * ROW_BITS                // row
        + BANKS * 4 * rh_pkg::log2_up(QUEUE)  // head
        + BANKS * 4 * rh_pkg::log2_up(QUEUE)  // tail
        + BANKS * 4                           // used
        + BANKS * 4                           // oldest
        + BANKS * 5                           // joined
        + BANKS * 3                           // done
        + BANKS                               // fits
        + BANK_BITS                           // column_next
        + BANK_BITS                           // row_next
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    input  logic [rh_pkg::GAPS*TIMER_BITS-1:0] gaps_i,        // gap g at [rh_pkg::GAP_g * TIMER_BITS +: TIMER_BITS]
    input  logic [                        3:0] faw_n_i,       // N of the activate window, 1 to 8
    input  logic [                        1:0] refresh_i,     // 0 off, 1 all banks, 2 one bank, 3 one of each group
    input  logic [                       15:0] refi_i,        // clocks between refreshes falling due
    input  logic [                       15:0] rfc_i,         // REF to ACT or REF of the banks refreshed
    input  logic [                       15:0] age_cap_i,
    input  logic                               req_valid_i,   // a request is offered
    input  logic                               req_write_i,   // write, else read
    input  logic [              BANK_BITS-1:0] req_bank_i,    // flat bank number
    input  logic [               ROW_BITS-1:0] req_row_i,     // row of the bank
    input  logic [            COLUMN_BITS-1:0] req_column_i,  // first column, in column commands
    input  logic [                        2:0] req_extra_i,   // column commands minus one
    input  logic [               TAG_BITS-1:0] req_tag_i,     // returned with the response
    input  logic                               rsp_ready_i,   // the response is taken
    output logic                               req_ready_o,   // the offered request is accepted; may depend on req_bank
    output logic                               rsp_valid_o,   // a request's last data beat has ended
    output logic [               TAG_BITS-1:0] rsp_tag_o,     // its tag; meaningful while rsp_valid
    output logic                               rsp_write_o,   // it was a write; meaningful while rsp_valid
    output logic [                        2:0] col_cmd_o,     // column command of this clock: NOP, RD, WR, RDA, WRA
    output logic [              BANK_BITS-1:0] col_bank_o,    // its bank; 0 with NOP
    output logic [            COLUMN_BITS-1:0] col_column_o,  // its column; 0 with NOP
    output logic [               TAG_BITS-1:0] col_tag_o,     // tag of its request; 0 with NOP
    output logic                               col_last_o,    // last column command of its request
    output logic [                        2:0] col_reason_o,  // why it was chosen
    output logic [                        2:0] row_cmd_o,     // row command of this clock: NOP, ACT, PRE, REF
    output logic [              BANK_BITS-1:0] row_bank_o,
    output logic [               ROW_BITS-1:0] row_row_o,     // row of an ACT; else 0
    output logic                               row_all_o,     // REF of all banks of a rank
    output logic [                        2:0] row_reason_o,  // why it was chosen
    output logic                               active_o,
    output logic                               booked_o,      // observation: the data bus is booked in this clock
    output logic [                        3:0] cause_o,
    output logic                               timers_o,
    output logic [         OCCUPANCY_BITS-1:0] occupancy_o,   // observation: requests queued at the start of the clock
    input  logic                               load_i,        // the registers take load_state_i at the edge
    input  logic [               OBS_BITS-1:0] load_state_i,  // as obs_o
    output logic [               OBS_BITS-1:0] obs_o          // the registers, the first of the sum lowest
);
  rh_limits #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .PART_BITS(PART_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
      .STACKED(STACKED)
  ) u_limits ();
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
`ifndef SYNTHESIS
  rh_contract_offer #(
      .W($bits({req_write_i, req_bank_i, req_row_i, req_column_i, req_extra_i, req_tag_i})), .STAYS(1'b0)
  ) u_req_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(loads), .valid_i(req_valid_i), .ready_i(req_ready_o),
      .offer_i({req_write_i, req_bank_i, req_row_i, req_column_i, req_extra_i, req_tag_i})
  );
  rh_contract_offer #(
      .W($bits({rsp_tag_o, rsp_write_o})), .STAYS(1'b1)
  ) u_rsp_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(loads), .valid_i(rsp_valid_o), .ready_i(rsp_ready_i),
      .offer_i({rsp_tag_o, rsp_write_o})
  );
`endif
// end generated

  localparam int unsigned LISTS = rh_pkg::ROW_LISTS;
  localparam int unsigned JOINS_BITS = rh_pkg::ROW_JOINS_BITS;
  localparam int unsigned E = rh_pkg::log2_up(QUEUE);  // bits of an entry's number

  // the entries
  logic [QUEUE-1:0] valid_d, valid_q, write_q, load_valid, load_write;
  logic [QUEUE*COLUMN_BITS-1:0] column_q, load_column;
  logic [QUEUE*3-1:0] extra_q, load_extra;
  logic [QUEUE*TAG_BITS-1:0] tag_q, load_tag;
  logic [QUEUE*E-1:0] next_q, load_next;
  // the request that arrived last, while it is in no list
  logic fresh_d, fresh_q, load_fresh;
  logic [BANK_BITS-1:0] fresh_bank_q, load_fresh_bank;
  logic [ROW_BITS-1:0] fresh_row_q, load_fresh_row;
  logic [E-1:0] fresh_entry_d, fresh_entry_q, load_fresh_entry;
  // the lists
  logic [BANKS*LISTS*ROW_BITS-1:0] row_q, load_row;
  logic [BANKS*LISTS*E-1:0] head_q, tail_q, load_head, load_tail;
  logic [BANKS*LISTS-1:0] used_q, oldest_q, load_used, load_oldest;
  logic [BANKS*JOINS_BITS-1:0] joined_q, load_joined;
  logic [BANKS*3-1:0] done_q, load_done;  // column commands that the bank's first request has had
  logic [BANKS-1:0] fits_q, load_fits;
  logic [BANK_BITS-1:0] column_next_d, column_next_q, row_next_d, row_next_q, load_column_next, load_row_next;

  // each bank's list that is served, and its first request
  logic [BANKS-1:0] some, hit, head_write, head_last;
  logic [BANKS*QUEUE-1:0] head_at;  // one-hot in each bank
  logic [BANKS*E-1:0] head_entry;
  logic [BANKS*ROW_BITS-1:0] served_row;

  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, is_open, closing, act, pre, column_ok, row_legal, column_bank, row_bank;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs, backend_load;
  logic col_valid, col_write, col_last, column_grant, column_issued, row_taken, leave, push, full, sorted;
  logic [COLUMN_BITS-1:0] col_column, col_start;
  logic [2:0] col_done;
  logic [TAG_BITS-1:0] col_tag;
  logic [E-1:0] col_next, col_entry, free_entry, joined_tail;
  logic [ROW_BITS-1:0] row_row;
  logic [BANK_BITS-1:0] column_index, row_index;
  logic first_hit, first_write;
  logic [OCCUPANCY_BITS-1:0] stored;  // requests queued
  logic [BANKS-1:0] first_hit_bank, first_miss_bank, first_bank;
  logic [QUEUE-1:0] column_at, free_at, take;

  assign {load_row_next, load_column_next, load_fits, load_done, load_joined, load_oldest, load_used, load_tail,
          load_head, load_row, load_fresh_entry, load_fresh_row, load_fresh_bank, load_fresh, load_next, load_tag,
          load_extra, load_column, load_write, load_valid, backend_load} = load_state_i;

  // --- sorting: the row of the request that came last, with those of its bank's lists ---
  logic [BANKS-1:0] fresh_bank;
  logic [LISTS*ROW_BITS-1:0] its_rows;
  logic [LISTS-1:0] its_used, its_oldest, same, joins, begins;
  logic its_sealed;
  logic [BANKS-1:0] sealed;  // the list that is served takes no request any more

  assign fresh_bank = BANKS'(fresh_q) << fresh_bank_q;
  rh_onehot_mux #(.N(BANKS), .W(LISTS * ROW_BITS)) u_its_rows (
      .select_i(fresh_bank), .data_i(row_q), .data_o(its_rows)
  );
  rh_onehot_mux #(.N(BANKS), .W(LISTS)) u_its_used (.select_i(fresh_bank), .data_i(used_q), .data_o(its_used));
  rh_onehot_mux #(.N(BANKS), .W(LISTS)) u_its_oldest (
      .select_i(fresh_bank), .data_i(oldest_q), .data_o(its_oldest)
  );
  assign its_sealed = |(fresh_bank & sealed);

  for (genvar i = 0; i < LISTS; i++) begin : g_same
    assign same[i] = its_rows[i*ROW_BITS+:ROW_BITS] == fresh_row_q;
  end
  assign joins  = same & its_used & ~(its_oldest & {LISTS{its_sealed}});
  // the list behind the last one; of a bank without any the one that would be served
  assign begins = ((its_used == '0) ? its_oldest : {its_used[LISTS-2:0], its_used[LISTS-1]} & ~its_used)
      & {LISTS{~(|joins)}};
  assign sorted = (|joins) | (|begins);

  logic [BANKS*LISTS-1:0] joins_at;
  always_comb for (int unsigned b = 0; b < BANKS; b++) joins_at[b*LISTS+:LISTS] = joins & {LISTS{fresh_bank[b]}};
  rh_onehot_mux #(.N(BANKS * LISTS), .W(E)) u_joined_tail (
      .select_i(joins_at), .data_i(tail_q), .data_o(joined_tail)
  );

  // --- the lists of each bank, and the first request of the one that is served ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [E-1:0] entry;
    logic [2:0] last_extra;

    rh_row_lists #(.N(QUEUE), .ROW_BITS(ROW_BITS)) u_lists (
        .clk_i(clk_i), .rst_ni(rst_ni), .joins_i(joins & {LISTS{fresh_bank[b]}}),
        .begins_i(begins & {LISTS{fresh_bank[b]}}), .same_i(same), .fresh_row_i(fresh_row_q),
        .fresh_entry_i(fresh_entry_q), .act_i(act[b]), .issue_i(column_issued & column_bank[b]), .last_i(head_last[b]),
        .next_i(col_next), .load_i(loads), .load_row_i(load_row[b*LISTS*ROW_BITS+:LISTS*ROW_BITS]),
        .load_head_i(load_head[b*LISTS*E+:LISTS*E]), .load_tail_i(load_tail[b*LISTS*E+:LISTS*E]),
        .load_used_i(load_used[b*LISTS+:LISTS]), .load_oldest_i(load_oldest[b*LISTS+:LISTS]),
        .load_joined_i(load_joined[b*JOINS_BITS+:JOINS_BITS]), .load_done_i(load_done[b*3+:3]),
        .load_fits_i(load_fits[b]), .sealed_o(sealed[b]), .served_row_o(served_row[b*ROW_BITS+:ROW_BITS]),
        .served_head_o(entry), .row_o(row_q[b*LISTS*ROW_BITS+:LISTS*ROW_BITS]),
        .head_o(head_q[b*LISTS*E+:LISTS*E]), .tail_o(tail_q[b*LISTS*E+:LISTS*E]),
        .used_o(used_q[b*LISTS+:LISTS]), .oldest_o(oldest_q[b*LISTS+:LISTS]),
        .joined_o(joined_q[b*JOINS_BITS+:JOINS_BITS]), .done_o(done_q[b*3+:3]), .fits_o(fits_q[b])
    );
    for (genvar k = 0; k < QUEUE; k++) begin : g_at
      assign head_at[b*QUEUE+k] = entry == E'(k);
    end
    rh_onehot_mux #(.N(QUEUE), .W(3)) u_extra (
        .select_i(head_at[b*QUEUE+:QUEUE]), .data_i(extra_q), .data_o(last_extra)
    );

    assign head_entry[b*E+:E] = entry;
    assign head_write[b]      = |(head_at[b*QUEUE+:QUEUE] & write_q);
    assign head_last[b]       = last_extra == done_q[b*3+:3];
    assign some[b]            = |used_q[b*LISTS+:LISTS];
    assign hit[b]             = is_open[b] & fits_q[b];
  end

  // --- the entries: a full queue's arriving request takes the one that becomes free ---
  assign full        = &valid_q;
  assign leave       = column_issued & col_last;
  assign req_ready_o = (~full | leave) & (~fresh_q | sorted);
  assign push        = req_valid_i & req_ready_o;

  rh_first #(.N(QUEUE)) u_free (.set_i(~valid_q), .first_o(free_at));
  rh_onehot_index #(.N(QUEUE)) u_free_entry (.onehot_i(free_at), .index_o(free_entry));
  rh_onehot_mux #(.N(BANKS), .W(QUEUE)) u_column_at (
      .select_i(column_bank), .data_i(head_at), .data_o(column_at)
  );
  rh_onehot_mux #(.N(BANKS), .W(E)) u_col_entry (
      .select_i(column_bank), .data_i(head_entry), .data_o(col_entry)
  );

  always_comb begin
    take          = full ? column_at : free_at;
    valid_d       = (valid_q & ~(column_at & {QUEUE{leave}})) | (take & {QUEUE{push}});
    fresh_d       = push | (fresh_q & ~sorted);
    fresh_entry_d = full ? col_entry : free_entry;
  end

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (loads) begin
        write_q[k] <= load_write[k];
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= load_column[k*COLUMN_BITS+:COLUMN_BITS];
        extra_q[k*3+:3] <= load_extra[k*3+:3];
        tag_q[k*TAG_BITS+:TAG_BITS] <= load_tag[k*TAG_BITS+:TAG_BITS];
      end else if (push & take[k]) begin
        write_q[k] <= req_write_i;
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= req_column_i;
        extra_q[k*3+:3] <= req_extra_i;
        tag_q[k*TAG_BITS+:TAG_BITS] <= req_tag_i;
      end
      if (loads) next_q[k*E+:E] <= load_next[k*E+:E];
      else if ((|joins) & (joined_tail == E'(k))) next_q[k*E+:E] <= fresh_entry_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (loads) begin
      fresh_bank_q  <= load_fresh_bank;
      fresh_row_q   <= load_fresh_row;
      fresh_entry_q <= load_fresh_entry;
    end else if (push) begin
      fresh_bank_q  <= req_bank_i;
      fresh_row_q   <= req_row_i;
      fresh_entry_q <= fresh_entry_d;
    end
  end

  // --- choice: column commands first, then row commands, each round robin ---
  assign column_ok     = some & hit & ((head_write & wr_ok) | (~head_write & rd_ok));
  assign row_legal     = some & ~hit & row_ok;
  assign col_valid     = |column_ok;
  assign column_issued = col_valid & column_grant;

  rh_round_robin #(.N(BANKS)) u_column (.set_i(column_ok), .from_i(column_next_q), .grant_o(column_bank));
  rh_round_robin #(.N(BANKS)) u_row_turn (.set_i(row_legal), .from_i(row_next_q), .grant_o(row_bank));
  rh_onehot_mux #(.N(QUEUE), .W(COLUMN_BITS)) u_col_column (
      .select_i(column_at), .data_i(column_q), .data_o(col_start)
  );
  rh_onehot_mux #(.N(BANKS), .W(3)) u_col_done (.select_i(column_bank), .data_i(done_q), .data_o(col_done));
  assign col_column = col_start + COLUMN_BITS'(col_done);
  rh_onehot_mux #(.N(QUEUE), .W(TAG_BITS)) u_col_tag (.select_i(column_at), .data_i(tag_q), .data_o(col_tag));
  rh_onehot_mux #(.N(QUEUE), .W(E)) u_col_next (.select_i(column_at), .data_i(next_q), .data_o(col_next));
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_row_row (.select_i(row_bank), .data_i(served_row), .data_o(row_row));
  assign col_write = |(column_bank & head_write);
  assign col_last  = |(column_bank & head_last);

  // a binary pointer moves behind the bank that issued
  rh_onehot_index #(.N(BANKS)) u_column_index (.onehot_i(column_bank), .index_o(column_index));
  rh_onehot_index #(.N(BANKS)) u_row_index (.onehot_i(row_bank), .index_o(row_index));
  assign column_next_d = column_issued ? column_index + BANK_BITS'(1) : column_next_q;
  assign row_next_d    = row_taken ? row_index + BANK_BITS'(1) : row_next_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {valid_q, fresh_q, column_next_q, row_next_q} <= '0;
    end else if (loads) begin
      valid_q       <= load_valid;
      fresh_q       <= load_fresh;
      column_next_q <= load_column_next;
      row_next_q    <= load_row_next;
    end else begin
      valid_q       <= valid_d;
      fresh_q       <= fresh_d;
      column_next_q <= column_next_d;
      row_next_q    <= row_next_d;
    end
  end

  // --- for the ledger: the head that the round robins rank first; without one the request that came last ---
  if (OBSERVE) begin : g_rank
    logic [OCCUPANCY_BITS-1:0] occupancy;
    always_comb begin
      occupancy = '0;
      for (int unsigned k = 0; k < QUEUE; k++) occupancy = occupancy + OCCUPANCY_BITS'(valid_q[k]);
    end
    rh_round_robin #(.N(BANKS)) u_first_hit (
        .set_i(some & hit), .from_i(column_next_q), .grant_o(first_hit_bank)
    );
    rh_round_robin #(.N(BANKS)) u_first_miss (
        .set_i(some & ~hit), .from_i(row_next_q), .grant_o(first_miss_bank)
    );
    assign first_hit   = |(some & hit);
    assign first_bank  = first_hit ? first_hit_bank : (|some) ? first_miss_bank : fresh_bank;
    assign first_write = |(first_bank & head_write);
    assign stored      = occupancy;
  end else begin : g_no_rank
    assign first_hit_bank  = '0;
    assign first_miss_bank = '0;
    assign first_hit       = 1'b0;
    assign first_bank      = '0;
    assign first_write     = 1'b0;
    assign stored          = '0;
  end

  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .PART_BITS(PART_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
      .STACKED(STACKED), .OBSERVE(OBSERVE)
  ) u_backend (
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(is_open), .closing_o(closing),
      .open_row_o(open_rows), .col_close_i(1'b0), .kept_i(some & hit),
      .col_valid_i(col_valid), .col_write_i(col_write), .col_last_i(col_last), .col_bank_i(column_bank),
      .col_column_i(col_column), .col_tag_i(col_tag), .row_valid_i(|row_legal), .row_bank_i(row_bank),
      .row_row_i(row_row), .first_hit_i(first_hit), .first_write_i(first_write), .first_bank_i(first_bank),
      .occupancy_i(stored), .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act), .pre_o(pre),
      .load_i(loads), .load_state_i(backend_load), .obs_o(backend_obs), .*
  );

  if (OBSERVE) begin : g_observe
    assign obs_o = {row_next_q, column_next_q, fits_q, done_q, joined_q, oldest_q, used_q, tail_q, head_q, row_q,
                    fresh_entry_q, fresh_row_q, fresh_bank_q, fresh_q, next_q, tag_q, extra_q, column_q, write_q,
                    valid_q, backend_obs};
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);  // '0 of so many bits makes Verilator doubt
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, closing, age_cap_i, pre, open_rows, backend_obs, first_hit_bank, first_miss_bank,
      col_done, head_q, joined_q};
endmodule
