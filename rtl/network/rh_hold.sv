// SPDX-License-Identifier: Apache-2.0
// The hold rules around an allocator: the filter before it, the memory of its grants behind it.
// Model and rules: cmodel/network/rh_hold.c, include/rowhold/rh_hold.h.
// Promises: request_o holds only eligible requests; a held pair is alone in its row and column of request_o; away_o are
// the eligible requests that request_o lacks; with a limit N > 0 a request that keeps asking is turned away in at most
// N clocks in a row of those in which its output is ready, and at most N clocks in a row turn any away.
module rh_hold #(
    parameter int unsigned INPUTS = 4,
    parameter int unsigned OUTPUTS = 4,
    parameter int unsigned HOLD = 1,  // 0 none, 1 hold_grant, 2 row_match_hold_grant, 3 hash_match_hold_grant
    parameter int unsigned DESTINATIONS = 4,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned HASH_BITS = 4,
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(DESTINATIONS),
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned HOLD_BITS =
        rh_pkg::hold_bits(INPUTS, OUTPUTS, HOLD, DESTINATIONS, BANKS, ROW_BITS, HASH_BITS),
    localparam int unsigned OBS_BITS = (HOLD == 0) ? 1 : HOLD_BITS  // no vector is empty
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    input  logic [                        7:0] hold_limit_i,
    input  logic [                  PAIRS-1:0] request_i,
    input  logic [                OUTPUTS-1:0] ready_i,
    input  logic [INPUTS*DESTINATION_BITS-1:0] destination_i,
    input  logic [       INPUTS*BANK_BITS-1:0] bank_i,
    input  logic [        INPUTS*ROW_BITS-1:0] row_i,
    input  logic [                  PAIRS-1:0] grant_i,        // what the allocator makes of request_o
    input  logic                               load_i,         // state load: take the state that obs_o shows
    input  logic [               OBS_BITS-1:0] load_state_i,
    output logic [                  PAIRS-1:0] request_o,
    output logic [                  PAIRS-1:0] away_o,
    output logic [                OUTPUTS-1:0] held_o,
    output logic [               OBS_BITS-1:0] obs_o
);
  rh_allocator_limits #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
      .HASH_BITS(HASH_BITS)
  ) u_limits ();
  logic [PAIRS-1:0] eligible;
  assign eligible = request_i & {INPUTS{ready_i}};

  if (HOLD == 0) begin : g_none
    assign request_o = eligible;
    assign away_o    = '0;
    assign held_o    = '0;
    assign obs_o     = '0;
    logic unused_inputs;
    assign unused_inputs = &{1'b0, clk_i, rst_ni, hold_limit_i, destination_i, bank_i, row_i, grant_i, load_i,
        load_state_i};
  end else begin : g_hold
    logic [PAIRS-1:0] pair_d, pair_q, keeps;
    logic [PAIRS-1:0] free;  // the input asks for an output with a pending release
    logic [7:0] waited_d, waited_q, waited_next;
    // pending releases, used in the first clock in which an output is ready
    logic [OUTPUTS-1:0] pending_release_d, pending_release_q;
    logic [INPUTS-1:0] row_held;
    logic [OUTPUTS-1:0] match;  // the row of the output's pair
    logic counts, due;

    // --- filter: a held pair clears the rest of its row and column ---
    assign keeps  = pair_q & eligible & {INPUTS{match}} & ~free;
    assign away_o = eligible & ~request_o;
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_held
      logic [INPUTS-1:0] column;
      for (genvar i = 0; i < INPUTS; i++) begin : g_turn
        assign column[i] = keeps[i*OUTPUTS+o];
      end
      assign held_o[o] = |column;  // a tree, not a chain
    end
    for (genvar i = 0; i < INPUTS; i++) begin : g_filter
      assign free[i*OUTPUTS+:OUTPUTS] = {OUTPUTS{|(eligible[i*OUTPUTS+:OUTPUTS] & pending_release_q)}};
      assign row_held[i] = |keeps[i*OUTPUTS+:OUTPUTS];
      assign request_o[i*OUTPUTS+:OUTPUTS] =
          keeps[i*OUTPUTS+:OUTPUTS] | (eligible[i*OUTPUTS+:OUTPUTS] & ~held_o & {OUTPUTS{~row_held[i]}});
      assign pair_d[i*OUTPUTS+:OUTPUTS] = grant_i[i*OUTPUTS+:OUTPUTS]
          | (pair_q[i*OUTPUTS+:OUTPUTS] & ~ready_i & {OUTPUTS{~(|grant_i[i*OUTPUTS+:OUTPUTS])}});
    end

    // --- memory of pairs, count of the clocks that turned a request away, and pending releases ---
    assign counts      = (hold_limit_i != '0) & (|away_o);
    assign waited_next = waited_q + 8'd1;
    assign due         = counts & (waited_next == hold_limit_i);
    always_comb begin
      waited_d = counts ? waited_next : waited_q;
      pending_release_d   = pending_release_q & ~ready_i;
      if (due) begin
        waited_d = '0;
        pending_release_d   = '1;
      end
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        pair_q   <= '0;
        waited_q <= '0;
        pending_release_q   <= '0;
      end else if (load_i) begin
        pair_q   <= load_state_i[PAIRS-1:0];
        waited_q <= load_state_i[OBS_BITS-OUTPUTS-1-:8];
        pending_release_q   <= load_state_i[OBS_BITS-1-:OUTPUTS];
      end else begin
        pair_q   <= pair_d;
        waited_q <= waited_d;
        pending_release_q   <= pending_release_d;
      end
    end

    if (HOLD == 1) begin : g_always
      assign match = '1;
      assign obs_o   = {pending_release_q, waited_q, pair_q};
      logic unused_inputs;
      assign unused_inputs = &{1'b0, destination_i, bank_i, row_i};
    end else begin : g_match
      logic [PAIRS-1:0] pair_columns, grant_columns;  // of output o at [o*INPUTS +: INPUTS]
      for (genvar o = 0; o < OUTPUTS; o++) begin : g_columns
        for (genvar i = 0; i < INPUTS; i++) begin : g_turn
          assign pair_columns[o*INPUTS+i]  = pair_q[i*OUTPUTS+o];
          assign grant_columns[o*INPUTS+i] = grant_i[i*OUTPUTS+o];
        end
      end

      if (HOLD == 2) begin : g_rows
        localparam int unsigned ROWS = DESTINATIONS * BANKS;
        localparam int unsigned HEAD = DESTINATION_BITS + BANK_BITS + ROW_BITS;
        logic [INPUTS*HEAD-1:0] heads;
        logic [OUTPUTS*ROWS-1:0] written;
        logic [OUTPUTS*ROW_BITS-1:0] new_rows;
        logic [ROWS*ROW_BITS-1:0] rows_q;

        for (genvar i = 0; i < INPUTS; i++) begin : g_head
          assign heads[i*HEAD+:HEAD] = {
            destination_i[i*DESTINATION_BITS+:DESTINATION_BITS], bank_i[i*BANK_BITS+:BANK_BITS],
            row_i[i*ROW_BITS+:ROW_BITS]
          };
        end
        for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
          logic [HEAD-1:0] pair_head, new_head;
          logic [ROWS-1:0] pair_place, new_place;  // one-hot; 0 beyond the memory
          logic [ROW_BITS-1:0] stored_row;
          rh_onehot_mux #(.N(INPUTS), .W(HEAD)) u_pair_head (
              .select_i(pair_columns[o*INPUTS+:INPUTS]), .data_i(heads), .data_o(pair_head)
          );
          rh_onehot_mux #(.N(INPUTS), .W(HEAD)) u_new_head (
              .select_i(grant_columns[o*INPUTS+:INPUTS]), .data_i(heads), .data_o(new_head)
          );
          for (genvar d = 0; d < DESTINATIONS; d++) begin : g_destination
            for (genvar b = 0; b < BANKS; b++) begin : g_bank
              localparam bit [DESTINATION_BITS+BANK_BITS-1:0] PLACE = {DESTINATION_BITS'(d), BANK_BITS'(b)};
              assign pair_place[d*BANKS+b] = pair_head[HEAD-1:ROW_BITS] == PLACE;
              assign new_place[d*BANKS+b]  = new_head[HEAD-1:ROW_BITS] == PLACE;
            end
          end
          rh_onehot_mux #(.N(ROWS), .W(ROW_BITS)) u_stored_row (
              .select_i(pair_place), .data_i(rows_q), .data_o(stored_row)
          );
          // the output's one comparator
          assign match[o] = (|pair_place) & (stored_row == pair_head[ROW_BITS-1:0]);
          assign written[o*ROWS+:ROWS] = new_place & {ROWS{|grant_columns[o*INPUTS+:INPUTS]}};
          assign new_rows[o*ROW_BITS+:ROW_BITS] = new_head[ROW_BITS-1:0];
        end
        for (genvar k = 0; k < ROWS; k++) begin : g_row
          logic [OUTPUTS-1:0] writes;
          logic [ROW_BITS-1:0] new_row;
          for (genvar o = 0; o < OUTPUTS; o++) begin : g_write
            assign writes[o] = written[o*ROWS+k];
          end
          rh_onehot_mux #(.N(OUTPUTS), .W(ROW_BITS)) u_row (.select_i(writes), .data_i(new_rows), .data_o(new_row));
          always_ff @(posedge clk_i) begin
            if (!rst_ni) rows_q[k*ROW_BITS+:ROW_BITS] <= '0;
            else if (load_i) rows_q[k*ROW_BITS+:ROW_BITS] <= load_state_i[PAIRS+k*ROW_BITS+:ROW_BITS];
            else if (|writes) rows_q[k*ROW_BITS+:ROW_BITS] <= new_row;
          end
        end
        assign obs_o = {pending_release_q, waited_q, rows_q, pair_q};
      end else begin : g_hashes
        logic [INPUTS*HASH_BITS-1:0] hashes;
        logic [OUTPUTS*HASH_BITS-1:0] hash_q;
        always_comb begin
          hashes = '0;
          for (int unsigned i = 0; i < INPUTS; i++)
            for (int unsigned b = 0; b < ROW_BITS; b++)
              hashes[i*HASH_BITS+b%HASH_BITS] = hashes[i*HASH_BITS+b%HASH_BITS] ^ row_i[i*ROW_BITS+b];
        end
        for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
          logic [HASH_BITS-1:0] pair_hash, new_hash;
          rh_onehot_mux #(.N(INPUTS), .W(HASH_BITS)) u_pair_hash (
              .select_i(pair_columns[o*INPUTS+:INPUTS]), .data_i(hashes), .data_o(pair_hash)
          );
          rh_onehot_mux #(.N(INPUTS), .W(HASH_BITS)) u_new_hash (
              .select_i(grant_columns[o*INPUTS+:INPUTS]), .data_i(hashes), .data_o(new_hash)
          );
          // the output's one comparator
          assign match[o] = hash_q[o*HASH_BITS+:HASH_BITS] == pair_hash;
          always_ff @(posedge clk_i) begin
            if (load_i) hash_q[o*HASH_BITS+:HASH_BITS] <= load_state_i[PAIRS+o*HASH_BITS+:HASH_BITS];
            else if (|grant_columns[o*INPUTS+:INPUTS]) hash_q[o*HASH_BITS+:HASH_BITS] <= new_hash;
          end
        end
        assign obs_o = {pending_release_q, waited_q, hash_q, pair_q};
        logic unused_inputs;
        assign unused_inputs = &{1'b0, destination_i, bank_i};
      end
    end
  end
endmodule
