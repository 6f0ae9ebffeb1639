// SPDX-License-Identifier: Apache-2.0
// Controller `par_bs`: as `fr_fcfs`, but in batches. The marking_cap_i oldest requests of each source and bank are
// marked; a bank in which a marked request waits has the command that these want. Then hits go first, then requests of
// the source with the least rank, then the oldest. When no marked request is left the next batch is marked, and its
// sources get their ranks, one every two clocks: least is the one with the fewest marked requests in the bank where it
// has most, of equals that with the fewest in all. An entry carries how many of its source and bank are ahead of it, so
// that marking is one comparison with the cap, and its source's rank, so that nothing is looked up by source: neither
// is on the path of the choice. Model: cmodel/controller/rh_par_bs.c.
// Promises: include/rowhold/rh_controller.h; besides, a bank in which a marked request waits has the command that this
// one wants, and no request is marked but when a batch begins.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_par_bs #(
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
        + QUEUE * rh_pkg::max(1, SOURCE_BITS)                                                // source
        + QUEUE * rh_pkg::log2_up(QUEUE + 1)                                                 // ahead
        + QUEUE * rh_pkg::log2_up(rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS)))            // source_rank
        + QUEUE                                                                              // marked
        + QUEUE                                                                              // ranked
        + rh_pkg::max(1, SOURCE_BITS)                                                        // left_source
        + rh_pkg::log2_up(QUEUE + 1)                                                         // left_ahead
        + BANKS                                                                              // left_bank
        + 1                                                                                  // counts
        + 1                                                                                  // places
        + rh_pkg::max(1, SOURCE_BITS)                                                        // turn
        + (4 + rh_pkg::log2_up(QUEUE + 1))                                                   // load
        + rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS))                                     // taken
        + rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS)) * (4 + rh_pkg::log2_up(QUEUE + 1))  // loads
        + (WRITE_DRAIN != 0 ? 1 : 0)                                                         // left_write
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,   // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,         // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,          // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,           // REF to ACT or REF of the banks refreshed
    input  logic [                          15:0] age_cap_i,
    input  logic [                           3:0] marking_cap_i,
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
  localparam int unsigned RANKS = rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS));  // sources that can have one
  localparam int unsigned R = rh_pkg::log2_up(RANKS);
  localparam int unsigned N = rh_pkg::log2_up(QUEUE + 1);  // of a number of requests
  localparam int unsigned MOST = 4;                        // of the most that a bank has
  localparam int unsigned L = MOST + N;                    // of a load

  localparam int unsigned K = WRITE_DRAIN != 0 ? 1 : 0;    // bits of a kind

  logic [QUEUE-1:0] valid, able, served, write, hit, next_hit, row_ready, row_pick, first, leaving, take;
  logic [BANKS-1:0] leaving_bank;
  logic [BANKS*QUEUE-1:0] in_bank;
  logic [QUEUE*S-1:0] source_d, source_q, load_source;
  logic [QUEUE*N-1:0] ahead_d, ahead_q, ahead_now, load_ahead;
  logic [QUEUE*R-1:0] source_rank_d, source_rank_q, source_rank_now, load_source_rank;
  logic [QUEUE-1:0] marked_d, marked_q, marked_now, load_marked, ranked_d, ranked_q, ranked_now, load_ranked;
  logic [S-1:0] left_source_d, left_source_q, load_left_source;
  logic [N-1:0] left_ahead_d, left_ahead_q, load_left_ahead;
  logic [BANKS-1:0] left_bank_d, left_bank_q, load_left_bank;
  logic counts_d, counts_q, load_counts, places_d, places_q, load_places;
  logic [S-1:0] turn_d, turn_q, load_turn, next_turn;
  logic [L-1:0] load_d, load_q, load_load;
  logic [RANKS-1:0] taken_d, taken_q, load_taken;
  logic [RANKS*L-1:0] loads_d, loads_q, load_loads;
  logic left_write_d, left_write_q, load_left_write;
  logic [SHELL_BITS-1:0] shell_obs, shell_load;
  assign {
    load_left_write,
    load_loads, load_taken, load_load, load_turn, load_places, load_counts, load_left_bank, load_left_ahead,
    load_left_source, load_ranked, load_marked, load_source_rank, load_ahead, load_source, shell_load
  } = (OBS_BITS + 1 - K)'(load_state_i);

  // --- how many of its source and bank are ahead of each; what left in the last clock is counted now; where reads and
  // writes are served in turn they are counted apart ---
  logic [QUEUE-1:0] with_left, with_arriving, of_arriving, of_left_kind, of_arriving_kind, fits;
  logic kinds;
  assign kinds            = WRITE_DRAIN != 0 ? |write_high_i : 1'b0;
  assign of_left_kind     = ~(write ^ {QUEUE{left_write_q}}) | {QUEUE{~kinds}};
  assign of_arriving_kind = ~(write ^ {QUEUE{req_write_i}}) | {QUEUE{~kinds}};
  assign left_write_d     = WRITE_DRAIN != 0 ? |(leaving & write) : 1'b0;
  logic begins, arrive;
  logic [N-1:0] arriving_ahead;
  always_comb begin
    with_left     = '0;
    with_arriving = '0;
    for (int unsigned b = 0; b < BANKS; b++) begin
      if (left_bank_q[b]) with_left = with_left | in_bank[b*QUEUE+:QUEUE];
      if (req_bank_i == BANK_BITS'(b)) with_arriving = with_arriving | in_bank[b*QUEUE+:QUEUE];
    end
  end
  for (genvar k = 0; k < QUEUE; k++) begin : g_ahead
    logic fewer;
    assign fewer = with_left[k] & of_left_kind[k] & (source_q[k*S+:S] == left_source_q)
        & (ahead_q[k*N+:N] > left_ahead_q);
    assign ahead_now[k*N+:N] = ahead_q[k*N+:N] - N'(fewer);
    assign of_arriving[k] = valid[k] & (source_q[k*S+:S] == req_source_i);
    assign fits[k] = (marking_cap_i == 4'd0) | (32'(ahead_now[k*N+:N]) < 32'(marking_cap_i));
  end
  assign arriving_ahead = N'($countones(with_arriving & of_arriving & of_arriving_kind));
  assign left_bank_d = leaving_bank;
  rh_onehot_mux #(.N(QUEUE), .W(S)) u_left_source (.select_i(leaving), .data_i(source_q), .data_o(left_source_d));
  rh_onehot_mux #(.N(QUEUE), .W(N)) u_left_ahead (.select_i(leaving), .data_i(ahead_now), .data_o(left_ahead_d));

  // --- the batch: of those that are served ---
  assign begins     = ~(|(marked_q & served)) & (|(valid & served));
  assign marked_now = marked_q | (valid & served & fits & {QUEUE{begins}});

  // --- the ranks of its sources, in turn: first the load of one is counted, then it gets its rank ---
  logic [QUEUE-1:0] in_turn, counted, most_first, without, next_first;
  logic [MOST-1:0] most;
  logic [N-1:0] total;
  logic [QUEUE*MOST-1:0] capped;
  logic [RANKS-1:0] no_more, at;  // ranks of a load that is no greater; the first of the others
  logic [R-1:0] place, arriving_rank;
  for (genvar k = 0; k < QUEUE; k++) begin : g_turn
    assign in_turn[k] = valid[k] & (source_q[k*S+:S] == turn_q);
    if (N > MOST) begin : g_capped  // 15 and more are alike
      assign capped[k*MOST+:MOST] = ahead_q[k*N+:MOST] | {MOST{|ahead_q[k*N+MOST+:N-MOST]}};
    end else begin : g_whole
      assign capped[k*MOST+:MOST] = MOST'(ahead_q[k*N+:N]);
    end
  end
  assign counted = in_turn & marked_q;
  assign total   = N'($countones(counted));
  rh_max_first #(.N(QUEUE), .W(MOST)) u_most (.set_i(counted), .number_i(capped), .best_o(most_first));
  rh_onehot_mux #(.N(QUEUE), .W(MOST)) u_most_ahead (.select_i(most_first), .data_i(capped), .data_o(most));
  assign load_d = {L{counts_q}} & {most, total};
  assign without = marked_q & ~ranked_q & ~(in_turn & {QUEUE{places_q}});
  rh_first #(.N(QUEUE)) u_next (.set_i(without), .first_o(next_first));
  rh_onehot_mux #(.N(QUEUE), .W(S)) u_next_turn (.select_i(next_first), .data_i(source_q), .data_o(next_turn));
  assign turn_d   = counts_q ? turn_q : next_turn;
  // where a batch begins nobody has a rank, and without kinds nobody is without one
  assign counts_d = ~counts_q & (|without) & ~(begins & (WRITE_DRAIN != 0));
  assign places_d = counts_q & ~begins;

  for (genvar i = 0; i < RANKS; i++) begin : g_load
    assign no_more[i] = taken_q[i] & (loads_q[i*L+:L] <= load_q);
    if (i == 0) begin : g_first
      assign at[i] = ~no_more[i];
      assign loads_d[i*L+:L] = (places_q & at[i]) ? load_q : loads_q[i*L+:L];
    end else begin : g_behind
      assign at[i] = ~no_more[i] & no_more[i-1];
      assign loads_d[i*L+:L] = (~places_q | no_more[i]) ? loads_q[i*L+:L] : at[i] ? load_q : loads_q[(i-1)*L+:L];
    end
  end
  assign taken_d = begins ? '0 : places_q ? RANKS'({taken_q, 1'b1}) : taken_q;
  rh_onehot_index #(.N(RANKS)) u_place (.onehot_i(at), .index_o(place));

  for (genvar k = 0; k < QUEUE; k++) begin : g_rank
    logic later;
    assign later = ranked_q[k] & (source_rank_q[k*R+:R] >= place);
    assign source_rank_now[k*R+:R] = begins ? '0 : ~places_q ? source_rank_q[k*R+:R] : in_turn[k] ? place
        : source_rank_q[k*R+:R] + R'(later);
    assign ranked_now[k] = ~begins & (ranked_q[k] | (places_q & in_turn[k]));
  end
  // all entries of a source have the same rank
  always_comb begin
    arriving_rank = '0;
    for (int unsigned k = 0; k < QUEUE; k++)
      arriving_rank = arriving_rank | (source_rank_now[k*R+:R] & {R{of_arriving[k]}});
  end

  // --- the edge: what lies above each place ---
  logic [QUEUE-1:0] marked_stay, ranked_stay;
  logic [QUEUE*S-1:0] sources;
  logic [QUEUE*N-1:0] aheads;
  logic [QUEUE*R-1:0] ranks;
  assign sources  = {req_source_i, source_q[QUEUE*S-1:S]};
  assign aheads   = {arriving_ahead, ahead_now[QUEUE*N-1:N]};
  assign ranks    = {arriving_rank, source_rank_now[QUEUE*R-1:R]};
  // both are 0 of a place without a request
  assign marked_stay = marked_now & ~leaving;
  assign ranked_stay = ranked_now & ~leaving;
  assign marked_d = (marked_stay & ~take) | ({1'b0, marked_stay[QUEUE-1:1]} & take);
  assign ranked_d = (ranked_stay & ~take) | ({|(ranked_now & of_arriving) & arrive, ranked_stay[QUEUE-1:1]} & take);
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign source_d[k*S+:S] = take[k] ? sources[k*S+:S] : source_q[k*S+:S];
    assign ahead_d[k*N+:N]  = take[k] ? aheads[k*N+:N] : ahead_now[k*N+:N];
    assign source_rank_d[k*R+:R]   = take[k] ? ranks[k*R+:R] : source_rank_now[k*R+:R];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked_q      <= '0;
      ranked_q      <= '0;
      left_source_q <= '0;
      left_ahead_q  <= '0;
      left_bank_q   <= '0;
      left_write_q  <= 1'b0;
      counts_q      <= 1'b0;
      places_q      <= 1'b0;
      turn_q        <= '0;
      load_q        <= '0;
      taken_q       <= '0;
    end else if (loads) begin
      marked_q      <= load_marked;
      ranked_q      <= load_ranked;
      left_source_q <= load_left_source;
      left_ahead_q  <= load_left_ahead;
      left_bank_q   <= load_left_bank;
      left_write_q  <= load_left_write;
      counts_q      <= load_counts;
      places_q      <= load_places;
      turn_q        <= load_turn;
      load_q        <= load_load;
      taken_q       <= load_taken;
    end else begin
      marked_q      <= marked_d;
      ranked_q      <= ranked_d;
      left_source_q <= left_source_d;
      left_ahead_q  <= left_ahead_d;
      left_bank_q   <= left_bank_d;
      left_write_q  <= left_write_d;
      counts_q      <= counts_d;
      places_q      <= places_d;
      turn_q        <= turn_d;
      load_q        <= load_d;
      taken_q       <= taken_d;
    end
  end
  always_ff @(posedge clk_i) begin
    source_q <= loads ? load_source : source_d;
    ahead_q  <= loads ? load_ahead : ahead_d;
    source_rank_q   <= loads ? load_source_rank : source_rank_d;
    loads_q  <= loads ? load_loads : loads_d;
  end

  // --- the choice: the batch first, then the least rank, then age ---
  logic [BANKS-1:0] no_marked_hit;
  logic [BANKS*BANKS-1:0] later;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    assign no_marked_hit[b] = ~(|(hit & marked_q & served & in_bank[b*QUEUE+:QUEUE]));
  end
  rh_bank_order #(.QUEUE(QUEUE), .BANKS(BANKS), .W(R)) u_order (
      .set_i({BANKS{next_hit}} & in_bank), .rank_i(source_rank_q), .behind_i(no_marked_hit), .later_o(later)
  );
  logic [QUEUE*(R+1)-1:0] goodness;
  for (genvar k = 0; k < QUEUE; k++) begin : g_goodness
    assign goodness[k*(R+1)+:R+1] = {marked_q[k], ~source_rank_q[k*R+:R]};
  end
  rh_max_first #(.N(QUEUE), .W(R + 1)) u_row_pick (.set_i(row_ready), .number_i(goodness), .best_o(row_pick));
  rh_first #(.N(QUEUE)) u_first (.set_i(able & (marked_q | {QUEUE{~(|(able & marked_q))}})), .first_o(first));

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
      .hit_o(hit), .capped_i({BANKS{1'b0}}), .upper_i(marked_q), .later_i(later), .leaving_o(leaving),
      .act_o(), .issued_o(), .issued_bank_o(), .served_o(served), .write_o(write), .held_o(), .turned_o(),
      .next_hit_o(next_hit), .close_i({BANKS{1'b0}}), .open_o(), .row_ok_o(),
      .in_bank_o(in_bank), .row_o(), .leaving_bank_o(leaving_bank), .arrive_o(arrive), .take_o(take), .load_i(loads),
      .load_state_i(shell_load),
      .obs_o(shell_obs), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign obs_o = OBSERVE ? OBS_BITS'({
    left_write_q,
    loads_q, taken_q, load_q, turn_q, places_q, counts_q, left_bank_q, left_ahead_q, left_source_q, ranked_q,
    marked_q, source_rank_q, ahead_q, source_q, shell_obs
  }) : OBS_BITS'(0);
endmodule
