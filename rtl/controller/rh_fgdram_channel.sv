// SPDX-License-Identifier: Apache-2.0
// Controller `fgdram_channel`: grains behind one command channel, each of which holds the oldest request (the head) of
// its banks (rh_fgdram_grain). A pool holds the requests behind the heads (rh_fgdram_pool). There are an arbiter for
// the column bus and one for the row bus. Rows are compared once, at arrival. Model:
// cmodel/controller/rh_fgdram_channel.c. Promises: include/rowhold/rh_controller.h; besides, each bank serves its
// requests in order of arrival.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_fgdram_channel #(
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
    localparam int unsigned OBS_BITS = BACKEND_BITS
        + BANKS                                                                                             // some
        + BANKS                                                                                             // write
        + BANKS * ROW_BITS                                                                                  // row
        + BANKS * COLUMN_BITS                                                                               // column
        + BANKS * 3                                                                                         // len
        + BANKS * TAG_BITS                                                                                  // tag
        + BANKS * 3                                                                                         // done
        + BANKS                                                                                             // own
        + BANKS                                                                                             // more
        + BANKS * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS + 1) - BANKS)                                    // next
        + BANKS                                                                                             // same
        + BANKS * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS + 1) - BANKS)                                    // tail
        + rh_pkg::max(QUEUE, BANKS + 1) - BANKS                                                             // used
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS)
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * ROW_BITS                                                // pool_row
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * COLUMN_BITS
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * 3                                                       // pool_len
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * TAG_BITS                                                // pool_tag
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS + 1) - BANKS)  // pool_next
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS)                                                           // pool_same
        + rh_pkg::power(GRAIN_BITS)                                                                         // writes
        + rh_pkg::power(GRAIN_BITS) * 4                                                                     // passed
        + rh_pkg::power(GRAIN_BITS) * rh_pkg::log2_up(BANKS / rh_pkg::power(GRAIN_BITS))
        + rh_pkg::log2_up(rh_pkg::power(GRAIN_BITS))
        + BANK_BITS                                                                                         // row_next
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,  // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,        // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,      // 0 off, 1 all banks, 2 one bank, 3 one of each group
    input  logic [                          15:0] refi_i,         // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,          // REF to ACT or REF of the banks refreshed
    input  logic                                  req_valid_i,    // a request is offered
    input  logic                                  req_write_i,    // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,     // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,      // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,   // first column, in column commands
    input  logic [                           2:0] req_len_i,      // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,      // returned with the response
    input  logic                                  rsp_ready_i,    // the response is taken
    output logic                                  req_ready_o,    // the offered request is taken
    output logic                                  rsp_valid_o,    // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,      // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,    // it was a write; meaningful while rsp_valid
    output logic                                  forward_o,      // the read that is offered is answered from the queue
    output logic [                  TAG_BITS-1:0] forward_tag_o,
    output logic [                           2:0] col_cmd_o,      // column command of this clock: NOP, RD, WR, RDA, WRA
    output logic [                 BANK_BITS-1:0] col_bank_o,     // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,   // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,      // tag of its request; 0 with NOP
    output logic                                  col_last_o,     // last column command of its request
    output logic [                           2:0] col_reason_o,   // why it was chosen
    output logic [                           2:0] row_cmd_o,      // row command of this clock: NOP, ACT, PRE, REF
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,      // row of an ACT; else 0
    output logic                                  row_all_o,      // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,   // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,       // observation: the data bus is booked in this clock
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,    // observation: requests queued as the clock begins
    input  logic                                  load_i,         // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,   // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o           // the registers, the first of the sum lowest
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

  localparam int unsigned N = rh_pkg::max(QUEUE, BANKS + 1) - BANKS;  // entries of the pool
  localparam int unsigned E = rh_pkg::log2_up(N);
  localparam int unsigned GRAINS = rh_pkg::power(GRAIN_BITS);
  localparam int unsigned B = BANKS / GRAINS;  // banks of a grain
  localparam int unsigned B_BITS = rh_pkg::log2_up(B);
  localparam int unsigned GRAIN_INDEX_BITS = rh_pkg::log2_up(GRAINS);
  localparam int unsigned PASSED_BITS = rh_pkg::FGDRAM_TURN_BITS;
  localparam int unsigned POOL_BITS = N * (3 + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS + E);

  // registers of the grains
  logic [BANKS-1:0] some_q, write_q, own_q, more_q, same_q;
  logic [BANKS*ROW_BITS-1:0] row_q;
  logic [BANKS*COLUMN_BITS-1:0] column_q;
  logic [BANKS*3-1:0] len_q, done_q;
  logic [BANKS*TAG_BITS-1:0] tag_q;
  logic [BANKS*E-1:0] next_q, tail_q;
  logic [GRAINS-1:0] writes_q;
  logic [GRAINS*PASSED_BITS-1:0] passed_q;
  logic [GRAINS*B_BITS-1:0] column_next_q;
  // of the pool, and of the turns of the buses
  logic [POOL_BITS-1:0] pool_obs, load_pool;
  logic [GRAIN_INDEX_BITS-1:0] grain_next;
  logic [BANK_BITS-1:0] row_next;

  // the state to load: the twin of obs_o
  logic [BANKS-1:0] load_some, load_write, load_own, load_more, load_same;
  logic [BANKS*ROW_BITS-1:0] load_row;
  logic [BANKS*COLUMN_BITS-1:0] load_column;
  logic [BANKS*3-1:0] load_len, load_done;
  logic [BANKS*TAG_BITS-1:0] load_tag;
  logic [BANKS*E-1:0] load_next, load_tail;
  logic [GRAINS-1:0] load_writes;
  logic [GRAINS*PASSED_BITS-1:0] load_passed;
  logic [GRAINS*B_BITS-1:0] load_column_next;
  logic [GRAIN_INDEX_BITS-1:0] load_grain_next;
  logic [BANK_BITS-1:0] load_row_next;

  // what the grains show
  logic [BANKS-1:0] hit, waits, offer_bank, grain_first;
  logic [GRAINS-1:0] offer, close, writes, last, more;
  logic [GRAINS*COLUMN_BITS-1:0] column;
  logic [GRAINS*TAG_BITS-1:0] tag;
  logic [GRAINS*E-1:0] follower;

  // what the pool shows: the entry that becomes a head
  logic full, pool_write, pool_same;
  logic [E-1:0] free_entry, pool_next, tail_entry, next_entry;
  logic [ROW_BITS-1:0] pool_row, head_row, tail_row;
  logic [COLUMN_BITS-1:0] pool_column;
  logic [2:0] pool_len;
  logic [TAG_BITS-1:0] pool_tag;

  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, is_open, closing, act, pre, column_bank, row_bank, req_bank;
  logic [BANKS-1:0] row_legal;
  logic [BANKS-1:0] row_places, row_place, miss_places, miss_place;  // place k * GRAINS + g is bank k of grain g
  logic [GRAINS-1:0] grain, hits, hit_grain;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs, backend_load;
  logic col_valid, column_grant, column_issued, row_taken, push, req_same, behind_tail;
  logic [COLUMN_BITS-1:0] col_column;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row, newest_row;
  logic [OCCUPANCY_BITS-1:0] stored;  // requests queued
  logic [BANKS-1:0] first_hit, first_miss, first_bank;

  assign {load_row_next, load_grain_next, load_column_next, load_passed, load_writes, load_pool, load_tail, load_same,
          load_next, load_more, load_own, load_done, load_tag, load_len, load_column, load_row, load_write, load_some,
          backend_load} = load_state_i;

  // --- arrival: the one comparator of rows, with the youngest of the bank: in the pool, or its head, gone or not. Of a
  // bank that is empty and closed nothing is known to compare with. A head is free, or the pool has an entry ---
  assign req_bank    = BANKS'(1) << req_bank_i;
  assign req_ready_o = ~full | ~(|(req_bank & some_q));
  assign push        = req_valid_i & req_ready_o;
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_head_row (.select_i(req_bank), .data_i(row_q), .data_o(head_row));
  rh_onehot_mux #(.N(BANKS), .W(E)) u_tail (.select_i(req_bank), .data_i(tail_q), .data_o(tail_entry));
  assign behind_tail = |(req_bank & more_q);
  assign newest_row  = behind_tail ? tail_row : head_row;
  assign req_same    = (newest_row == req_row_i) & (|(req_bank & (some_q | is_open)));

  rh_fgdram_pool #(.N(N), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)) u_pool (
      .clk_i(clk_i), .rst_ni(rst_ni), .arrives_i(push), .waits_i(|waits), .links_i(push & behind_tail),
      .tail_i(tail_entry), .req_same_i(req_same), .req_write_i(req_write_i), .req_row_i(req_row_i),
      .req_column_i(req_column_i), .req_len_i(req_len_i), .req_tag_i(req_tag_i),
      .take_i(column_issued & (|(grain & last & more))),
      .next_i(next_entry), .full_o(full), .free_o(free_entry), .tail_row_o(tail_row), .write_o(pool_write),
      .row_o(pool_row), .column_o(pool_column), .len_o(pool_len), .tag_o(pool_tag), .next_o(pool_next),
      .same_o(pool_same), .load_i(loads), .load_state_i(load_pool), .obs_o(pool_obs)
  );

  for (genvar g = 0; g < GRAINS; g++) begin : g_grain
    rh_fgdram_grain #(
        .N(N), .BANKS(B), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
    ) u_grain (
        .clk_i(clk_i), .rst_ni(rst_ni), .rd_ok_i(rd_ok[g*B+:B]), .wr_ok_i(wr_ok[g*B+:B]),
        .stays_open_i(is_open[g*B+:B] & ~closing[g*B+:B]), .act_i(act[g*B+:B]), .push_i(req_bank[g*B+:B] & {B{push}}),
        .req_same_i(req_same), .req_write_i(req_write_i), .req_row_i(req_row_i), .req_column_i(req_column_i),
        .req_len_i(req_len_i), .req_tag_i(req_tag_i), .free_i(free_entry), .issued_i(column_issued & grain[g]),
        .pool_write_i(pool_write), .pool_row_i(pool_row), .pool_column_i(pool_column), .pool_len_i(pool_len),
        .pool_tag_i(pool_tag), .pool_next_i(pool_next), .pool_same_i(pool_same),
        .load_i(loads), .load_some_i(load_some[g*B+:B]), .load_write_i(load_write[g*B+:B]),
        .load_row_i(load_row[g*B*ROW_BITS+:B*ROW_BITS]), .load_column_i(load_column[g*B*COLUMN_BITS+:B*COLUMN_BITS]),
        .load_len_i(load_len[g*B*3+:B*3]), .load_tag_i(load_tag[g*B*TAG_BITS+:B*TAG_BITS]),
        .load_done_i(load_done[g*B*3+:B*3]), .load_own_i(load_own[g*B+:B]), .load_more_i(load_more[g*B+:B]),
        .load_next_i(load_next[g*B*E+:B*E]), .load_same_i(load_same[g*B+:B]), .load_tail_i(load_tail[g*B*E+:B*E]),
        .load_writes_i(load_writes[g]), .load_passed_i(load_passed[g*PASSED_BITS+:PASSED_BITS]),
        .load_turn_i(load_column_next[g*B_BITS+:B_BITS]), .waits_o(waits[g*B+:B]), .hit_o(hit[g*B+:B]),
        .offer_o(offer[g]), .close_o(close[g]), .write_o(writes[g]), .bank_o(offer_bank[g*B+:B]), .last_o(last[g]),
        .column_o(column[g*COLUMN_BITS+:COLUMN_BITS]), .tag_o(tag[g*TAG_BITS+:TAG_BITS]), .more_o(more[g]),
        .next_o(follower[g*E+:E]), .first_o(grain_first[g*B+:B]),
        .obs_some_o(some_q[g*B+:B]), .obs_write_o(write_q[g*B+:B]), .obs_row_o(row_q[g*B*ROW_BITS+:B*ROW_BITS]),
        .obs_column_o(column_q[g*B*COLUMN_BITS+:B*COLUMN_BITS]), .obs_len_o(len_q[g*B*3+:B*3]),
        .obs_tag_o(tag_q[g*B*TAG_BITS+:B*TAG_BITS]), .obs_done_o(done_q[g*B*3+:B*3]), .obs_own_o(own_q[g*B+:B]),
        .obs_more_o(more_q[g*B+:B]), .obs_next_o(next_q[g*B*E+:B*E]), .obs_same_o(same_q[g*B+:B]),
        .obs_tail_o(tail_q[g*B*E+:B*E]), .obs_writes_o(writes_q[g]),
        .obs_passed_o(passed_q[g*PASSED_BITS+:PASSED_BITS]), .obs_turn_o(column_next_q[g*B_BITS+:B_BITS])
    );
    assign column_bank[g*B+:B] = offer_bank[g*B+:B] & {B{grain[g]}};
  end

  // --- the column bus: grains that close a row first ---
  assign col_valid     = |offer;
  assign column_issued = col_valid & column_grant;
  rh_round_robin_arbiter #(.N(GRAINS)) u_column (
      .set_i((|close) ? close : offer), .moves_i(column_issued), .grant_o(grain), .first_set_i(hits),
      .first_o(hit_grain), .load_i(loads), .load_place_i(load_grain_next), .place_o(grain_next), .*
  );
  rh_onehot_mux #(.N(GRAINS), .W(COLUMN_BITS)) u_col_column (
      .select_i(grain), .data_i(column), .data_o(col_column)
  );
  rh_onehot_mux #(.N(GRAINS), .W(TAG_BITS)) u_col_tag (.select_i(grain), .data_i(tag), .data_o(col_tag));
  rh_onehot_mux #(.N(GRAINS), .W(E)) u_next_entry (.select_i(grain), .data_i(follower), .data_o(next_entry));

  // --- the row bus: the turn walks from grain to grain. It moves behind the bank that has offered, though its ACT may
  // give way to a neighbour's row, or refresh take the bus; a column command on the one bus does not move it ---
  assign row_legal = some_q & ~hit & row_ok;
  for (genvar b = 0; b < BANKS; b++) begin : g_place
    assign row_places[b%B*GRAINS+b/B]  = row_legal[b];
    assign row_bank[b]                 = row_place[b%B*GRAINS+b/B];
    assign miss_places[b%B*GRAINS+b/B] = some_q[b] & ~hit[b];
    assign first_miss[b]               = miss_place[b%B*GRAINS+b/B];
    assign first_hit[b]                = grain_first[b] & hit_grain[b/B];
  end
  rh_round_robin_arbiter #(.N(BANKS)) u_row (
      .set_i(row_places), .moves_i((|row_legal) & ((BUSES == 2) | ~column_issued)), .grant_o(row_place),
      .first_set_i(miss_places), .first_o(miss_place), .load_i(loads), .load_place_i(load_row_next), .place_o(row_next),
      .*
  );
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_row_row (.select_i(row_bank), .data_i(row_q), .data_o(row_row));

  // --- for the ledger: the head that the turns rank first; the lowest bits of the pool are those of used entries ---
  for (genvar g = 0; g < GRAINS; g++) begin : g_hits
    assign hits[g] = |hit[g*B+:B];
  end
  assign first_bank = (|hits) ? first_hit : first_miss;
  always_comb begin
    stored = '0;
    for (int unsigned b = 0; b < BANKS; b++) stored = stored + OCCUPANCY_BITS'(some_q[b]);
    for (int unsigned k = 0; k < N; k++) stored = stored + OCCUPANCY_BITS'(pool_obs[k]);
  end

  // every read goes to the DRAM
  logic unused_slot;
  assign {forward_o, forward_tag_o} = '0;
  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .AUTO(1'b1), .OBSERVE(OBSERVE)
  ) u_backend (
      .forward_i(1'b0), .forward_tag_i(TAG_BITS'(0)), .slot_o(unused_slot),
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(is_open), .closing_o(closing),
      .open_row_o(open_rows), .col_close_i(|close), .row_idle_i(1'b0), .pinned_i(hit), .col_valid_i(col_valid),
      .col_write_i(|(grain & writes)), .col_last_i(|(grain & last)), .col_bank_i(column_bank),
      .col_column_i(col_column), .col_tag_i(col_tag), .row_valid_i(|row_legal), .row_bank_i(row_bank),
      .row_row_i(row_row), .first_hit_i(|hits), .first_write_i(|(first_bank & write_q)), .first_bank_i(first_bank),
      .occupancy_i(stored), .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act), .pre_o(pre),
      .load_i(loads), .load_state_i(backend_load), .obs_o(backend_obs), .*
  );

  assign obs_o = OBSERVE ? {row_next, grain_next, column_next_q, passed_q, writes_q, pool_obs, tail_q, same_q, next_q,
                            more_q, own_q, done_q, tag_q, len_q, column_q, row_q, write_q, some_q, backend_obs}
                         : OBS_BITS'(0);

  logic unused_signals;
  assign unused_signals = &{1'b0, open_rows, row_taken, pre};
endmodule
