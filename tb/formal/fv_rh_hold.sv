// SPDX-License-Identifier: Apache-2.0
// rh_hold: for any pair, any place of the row memory, and any allocator that grants what stands alone.
// prove: grant3x3 INPUTS=3 OUTPUTS=3 HOLD=1 bmc=6 induction=1 cover=8 asserts=18 covers=6 fast=4
// prove: rows3x2 INPUTS=3 OUTPUTS=2 HOLD=2 bmc=5 induction=1 cover=8 asserts=19 covers=7 fast=4
// prove: rows2x3 INPUTS=2 OUTPUTS=3 HOLD=2 DESTINATIONS=3 BANKS=1 bmc=5 induction=1 cover=8 asserts=19 covers=7
// prove: hash2x3 INPUTS=2 OUTPUTS=3 HOLD=3 bmc=5 induction=1 cover=8 asserts=19 covers=7 fast=4
// prove: hash4x3 INPUTS=4 OUTPUTS=3 HOLD=3 bmc=5 induction=1 cover=8 asserts=19 covers=7
module fv_rh_hold #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned HOLD = 1,
    parameter int unsigned DESTINATIONS = 2,
    parameter int unsigned BANKS = 2,
    localparam int unsigned ROW_BITS = 3,
    localparam int unsigned HASH_BITS = 2,
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned IW = $clog2(INPUTS),
    localparam int unsigned OW = $clog2(OUTPUTS),
    localparam int unsigned DW = (DESTINATIONS > 2) ? $clog2(DESTINATIONS) : 1,
    localparam int unsigned BW = (BANKS > 2) ? $clog2(BANKS) : 1
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [          PAIRS-1:0] request_i,
    input logic [        OUTPUTS-1:0] ready_i,
    input logic [      INPUTS*DW-1:0] destination_i,
    input logic [      INPUTS*BW-1:0] bank_i,
    input logic [INPUTS*ROW_BITS-1:0] row_i,
    input logic [          PAIRS-1:0] grant_i
);
`include "observe_hold.svh"
  (* anyconst *) logic [7:0] limit;
  (* anyconst *) logic [IW-1:0] at_input;
  (* anyconst *) logic [OW-1:0] at_output;
  (* anyconst *) logic [DW-1:0] at_destination;
  (* anyconst *) logic [BW-1:0] at_bank;
  logic [PAIRS-1:0] request, away, eligible;
  logic [OUTPUTS-1:0] held, row_given, row_asked, row_left;
  logic [INPUTS-1:0] column_left, column_given, column_pairs, one_in_row, legal_row, alone_granted, here;
  logic [OUTPUTS-1:0] one_in_column, legal_column, one_asks;
  logic started, live, mine, free, asks, match, known;
  logic [7:0] waited, passed, run;
  logic [OUTPUTS-1:0] owed;
  logic [ROW_BITS-1:0] my_row;

  rh_hold #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
      .HASH_BITS(HASH_BITS)
  ) u_dut (
      .load_i(1'b0), .load_state_i(hold_obs),
      .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(limit), .request_i(request_i), .ready_i(ready_i),
      .destination_i(destination_i), .bank_i(bank_i), .row_i(row_i), .grant_i(grant_i), .request_o(request),
      .away_o(away), .held_o(held), .obs_o(hold_obs)
  );

  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live   = started & rst_ni;

  // --- the pair ---
  assign eligible  = request_i & {INPUTS{ready_i}};
  assign row_asked = eligible[at_input*OUTPUTS+:OUTPUTS];
  assign row_left  = request[at_input*OUTPUTS+:OUTPUTS];
  assign row_given = grant_i[at_input*OUTPUTS+:OUTPUTS];
  assign my_row    = row_i[at_input*ROW_BITS+:ROW_BITS];
  assign asks      = row_asked[at_output];
  assign free      = (row_asked & owed) != '0;
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [OUTPUTS-1:0] given, pairs, asked;
    assign given = grant_i[i*OUTPUTS+:OUTPUTS];
    assign pairs = pair_q[i*OUTPUTS+:OUTPUTS];
    assign asked = request[i*OUTPUTS+:OUTPUTS];
    assign column_left[i]  = request[i*OUTPUTS+at_output];
    assign column_given[i] = grant_i[i*OUTPUTS+at_output];
    assign column_pairs[i] = pair_q[i*OUTPUTS+at_output];
    assign one_in_row[i]   = (pairs & (pairs - 1'b1)) == '0;
    assign legal_row[i]    = (given & (given - 1'b1)) == '0;
    // what the allocators promise: a request that is alone in its row and column is granted
    assign alone_granted[i] = (asked & (asked - 1'b1)) != '0 || (asked & one_asks & ~given) == '0;
    assign here[i] = (destination_i[i*DW+:DW] == at_destination) & (bank_i[i*BW+:BW] == at_bank);
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    logic [INPUTS-1:0] given, pairs, asked;
    for (genvar i = 0; i < INPUTS; i++) begin : g_turn
      assign given[i] = grant_i[i*OUTPUTS+o];
      assign pairs[i] = pair_q[i*OUTPUTS+o];
      assign asked[i] = request[i*OUTPUTS+o];
    end
    assign one_asks[o] = (asked & (asked - 1'b1)) == '0;
    assign one_in_column[o] = (pairs & (pairs - 1'b1)) == '0;
    assign legal_column[o]  = (given & (given - 1'b1)) == '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      mine   <= 1'b0;
      waited <= '0;
      owed   <= '0;
      passed <= '0;
      run    <= '0;
    end else begin
      mine <= row_given[at_output] | (mine & ~ready_i[at_output] & (row_given == '0));
      owed <= owed & ~ready_i;
      if (limit != '0 && request != eligible) begin
        waited <= waited + 8'd1;
        if (waited == limit - 8'd1) begin
          waited <= '0;
          owed   <= '1;
        end
      end
      // clocks in a row, of those in which the pair asks and its output is ready, that turned it away; and clocks in a
      // row that turned any away
      if (!request_i[at_input*OUTPUTS+at_output] || (asks && row_left[at_output])) passed <= '0;
      else if (asks && limit != '0) passed <= passed + 8'd1;
      run <= (limit != '0 && request != eligible) ? run + 8'd1 : '0;
    end
  end

  // --- what the rule remembers: `known` says that it is about this pair in this clock ---
  if (HOLD == 1) begin : g_always
    assign match = 1'b1;
    assign known = 1'b1;
    logic unused_inputs;
    assign unused_inputs = &{1'b0, my_row, here, column_given, column_pairs};
  end else if (HOLD == 2) begin : g_rows
    logic [ROW_BITS-1:0] last_row, row_d;
    logic [INPUTS-1:0] writes;
    always_comb begin
      row_d = '0;
      for (int unsigned i = 0; i < INPUTS; i++) begin
        writes[i] = here[i] & (|grant_i[i*OUTPUTS+:OUTPUTS]);
        if (writes[i]) row_d = row_d | row_i[i*ROW_BITS+:ROW_BITS];
      end
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) last_row <= '0;
      else if (|writes) last_row <= row_d;
    end
    assign known = here[at_input];
    assign match = last_row == my_row;
    always_comb begin
      if (started) inv_stored_A: assert (row_q[(at_destination*BANKS+at_bank)*ROW_BITS+:ROW_BITS] == last_row);
      if (live) other_row_C: cover (mine && asks && known && !match && row_left != row_asked);
    end
    logic unused_inputs;
    assign unused_inputs = &{1'b0, column_given, column_pairs};
  end else begin : g_hashes
    logic [HASH_BITS-1:0] last_hash;
    logic [ROW_BITS-1:0] granted_row;
    always_comb begin
      granted_row = '0;
      for (int unsigned i = 0; i < INPUTS; i++) if (column_given[i]) granted_row = row_i[i*ROW_BITS+:ROW_BITS];
    end
    always_ff @(posedge clk_i) if (|column_given) last_hash <= {granted_row[1], granted_row[2] ^ granted_row[0]};
    assign known = 1'b1;
    assign match = last_hash == {my_row[1], my_row[2] ^ my_row[0]};
    always_comb begin
      if (started) inv_stored_A: assert (column_pairs == '0 || hash_q[at_output*HASH_BITS+:HASH_BITS] == last_hash);
      if (live) other_row_C: cover (mine && asks && !match && row_left != row_asked);
    end
    logic unused_inputs;
    assign unused_inputs = ^here;
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    pair_M: assume (32'(at_input) < INPUTS && 32'(at_output) < OUTPUTS);
    place_M: assume (32'(at_destination) < DESTINATIONS && 32'(at_bank) < BANKS);
    grant_M: assume ((grant_i & ~request) == '0 && (&legal_row) && (&legal_column) && (&alone_granted));
    if (live) begin
      subset_A: assert ((request & ~eligible) == '0);
      away_A: assert (away == (eligible & ~request));
      // nothing is turned away but for a held pair of its row or column
      reason_A: assert (!(asks && !row_left[at_output]) || held[at_output] || (row_left & held) != '0);
      // held: alone in row and column
      alone_A: assert (!(held[at_output] && row_left[at_output])
          || ((row_left & (row_left - 1'b1)) == '0 && (column_left & (column_left - 1'b1)) == '0));
      held_A: assert (!(mine && asks && known && match && !free) || (held[at_output] && row_left[at_output]));
      only_A: assert (!(held[at_output] && row_left[at_output]) || (mine && !free && (match || !known)));
      nobody_A: assert (!held[at_output] || column_left != '0);
      blocked_A: assert (ready_i[at_output] || !held[at_output]);
      limit_A: assert (limit == '0 || (passed <= limit && run <= limit));
      free_A: assert (!(asks && owed[at_output]) || row_left[at_output]);
      all_A: assert (!(&owed) || request == eligible);
      held_C: cover (held[at_output] && row_left[at_output] && row_asked != row_left && away != '0);
      free_C: cover (free && limit == 8'd2 && mine && asks && !row_given[at_output]);
      pending_release_C: cover (passed == 8'd2 && limit == 8'd2 && asks && away != '0);
      kept_C: cover (mine && !ready_i[at_output] && request_i[at_input*OUTPUTS+at_output]);
      lost_C: cover (mine && !ready_i[at_output] && row_given != '0);
      again_C: cover (held[at_output] && row_left[at_output] && waited == 8'd2);
    end
    if (started) begin
      inv_pair_A: assert (pair_q[at_input*OUTPUTS+at_output] == mine);
      inv_rows_A: assert (&one_in_row);
      inv_columns_A: assert (&one_in_column);
      inv_waited_A: assert (waited_q == waited && pending_release_q == owed);
      inv_limit_A: assert (limit == '0 || waited < limit);
      inv_passed_A: assert (passed <= waited || (owed[at_output] && passed <= limit));
      inv_run_A: assert (run <= waited || ((&owed) && run <= limit));
    end
  end
endmodule
