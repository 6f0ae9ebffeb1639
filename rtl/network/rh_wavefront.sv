// SPDX-License-Identifier: Apache-2.0
// Allocator `wavefront`: the matrix, padded to a square, is taken diagonal by diagonal; the first diagonal rotates, in
// clocks that leave a request.
// Model: cmodel/network/rh_wavefront.c. The columns are rotated so that the first diagonal is number 0; then every step
// looks at a fixed diagonal, and the free columns, seen from the rows, move on by one: no feedback. Two gates a
// diagonal set the path. Promises: include/rowhold/rh_allocator.h; besides, no eligible request is left whose input and
// output are both free, and a request whose output stays ready is granted in clock SQUARE of its wait at the latest, x
// (limit + 1) with a hold rule.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_wavefront #(
    parameter int unsigned INPUTS = 4,        // inputs
    parameter int unsigned OUTPUTS = 4,       // outputs
    parameter int unsigned ITERATIONS = 1,    // rounds of matching a clock; wavefront needs one and has one
    parameter int unsigned HOLD = 0,          // 0 none, 1 hold_grant, 2 row_match_hold_grant, 3 hash_match_hold_grant
    parameter int unsigned DESTINATIONS = 4,  // memory controllers a request can go to; a crossbar: outputs
    parameter int unsigned BANKS = 4,         // banks of a destination
    parameter int unsigned ROW_BITS = 12,     // bits of a row number
    parameter int unsigned HASH_BITS = 4,     // bits of a row's hash
    parameter bit OBSERVE = 1'b0,             // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(DESTINATIONS),  // bits of a destination
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                // bits of a bank number
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,                          // pair (i, o) at i * OUTPUTS + o
    localparam int unsigned HOLD_BITS =
        rh_pkg::hold_bits(INPUTS, OUTPUTS, HOLD, DESTINATIONS, BANKS, ROW_BITS, HASH_BITS),
    localparam int unsigned OBS_BITS = HOLD_BITS
        + rh_pkg::log2_up(rh_pkg::max(INPUTS, OUTPUTS))  // diagonal
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    input  logic [                        7:0] hold_limit_i,   // most clocks in a row that turn requests away; 0: any
    input  logic [                  PAIRS-1:0] request_i,      // what each input asks for, a bit an output
    input  logic [                OUTPUTS-1:0] ready_i,        // outputs that take a grant in this clock
    input  logic [INPUTS*DESTINATION_BITS-1:0] destination_i,  // where the packet at the head of the input goes
    input  logic [       INPUTS*BANK_BITS-1:0] bank_i,         // its bank there
    input  logic [        INPUTS*ROW_BITS-1:0] row_i,          // its row
    output logic [                  PAIRS-1:0] grant_o,        // what each input is granted: one output or none
    output logic [                OUTPUTS-1:0] held_o,         // outputs whose grant the hold rule kept
    input  logic                               load_i,         // the registers take load_state_i at the edge
    input  logic [               OBS_BITS-1:0] load_state_i,   // as obs_o
    output logic [               OBS_BITS-1:0] obs_o           // the registers, the first of the sum lowest
);
  rh_allocator_limits #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(DESTINATIONS),
      .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_BITS(HASH_BITS)
  ) u_limits ();
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
// end generated

  localparam int unsigned SQUARE = rh_pkg::max(INPUTS, OUTPUTS);
  localparam int unsigned W = rh_pkg::log2_up(SQUARE);

  logic [PAIRS-1:0] request, away;
  logic [((HOLD == 0) ? 1 : HOLD_BITS)-1:0] hold_obs, hold_load;  // no vector is empty
  logic [W-1:0] diagonal_d, diagonal_q, load_diagonal;
  logic [INPUTS*SQUARE-1:0] rotated, granted;  // of input i and output (o + diagonal) modulo SQUARE at i*SQUARE + o

  // the state to load: the twin of obs_o
  if (HOLD != 0) begin : g_load
    assign {load_diagonal, hold_load} = load_state_i;
  end else begin : g_load_bare
    assign hold_load     = '0;
    assign load_diagonal = load_state_i;
  end

  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [SQUARE-1:0] asked, given;
    logic [2*SQUARE-1:0] there, back;
    always_comb begin
      asked              = '0;
      asked[OUTPUTS-1:0] = request[i*OUTPUTS+:OUTPUTS];
    end
    assign there = {asked, asked} >> diagonal_q;
    assign rotated[i*SQUARE+:SQUARE] = there[SQUARE-1:0];
    assign back  = {granted[i*SQUARE+:SQUARE], granted[i*SQUARE+:SQUARE]} << diagonal_q;
    assign given = back[2*SQUARE-1:SQUARE];
    assign grant_o[i*OUTPUTS+:OUTPUTS] = given[OUTPUTS-1:0];
    logic unused_bits;
    assign unused_bits = &{1'b0, there[2*SQUARE-1:SQUARE], back[SQUARE-1:0], given};
  end

  logic [INPUTS-1:0] row_free, here, give;
  // of the column that row i meets on this diagonal; rows beyond the inputs ask for nothing
  logic [SQUARE-1:0] column_free;
  always_comb begin
    row_free    = '1;
    column_free = '1;
    granted     = '0;
    here        = '0;
    give        = '0;
    for (int unsigned step = 0; step < SQUARE; step++) begin
      for (int unsigned i = 0; i < INPUTS; i++) here[i] = rotated[i*SQUARE+(step+SQUARE-i)%SQUARE];
      give = here & row_free & column_free[INPUTS-1:0];
      for (int unsigned i = 0; i < INPUTS; i++) granted[i*SQUARE+(step+SQUARE-i)%SQUARE] = give[i];
      row_free    = row_free & ~give;
      column_free[INPUTS-1:0] = column_free[INPUTS-1:0] & ~give;
      column_free = {column_free[SQUARE-2:0], column_free[SQUARE-1]};
    end
  end

  // --- the first diagonal moves on when a request is left, unless the hold rule turned one of its own away ---
  logic [INPUTS-1:0] away_first;
  logic left;
  assign left = |((request | away) & ~grant_o);
  for (genvar i = 0; i < INPUTS; i++) begin : g_away
    logic [SQUARE-1:0] row_away;
    logic [2*SQUARE-1:0] there;
    always_comb begin
      row_away              = '0;
      row_away[OUTPUTS-1:0] = away[i*OUTPUTS+:OUTPUTS];
    end
    assign there = {row_away, row_away} >> diagonal_q;
    assign away_first[i] = there[(SQUARE-i)%SQUARE];
    logic unused_bits;
    assign unused_bits = ^there;
  end
  always_comb begin
    diagonal_d = diagonal_q;
    if (left & !(|away_first)) diagonal_d = (diagonal_q == W'(SQUARE - 1)) ? '0 : diagonal_q + W'(1);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) diagonal_q <= '0;
    else if (loads) diagonal_q <= load_diagonal;
    else diagonal_q <= diagonal_d;
  end

  rh_hold #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
      .HASH_BITS(HASH_BITS)
  ) u_hold (
      .grant_i(grant_o), .request_o(request), .away_o(away), .load_i(loads), .load_state_i(hold_load),
      .obs_o(hold_obs), .*
  );

  if (OBSERVE && HOLD != 0) begin : g_observe
    assign obs_o = {diagonal_q, hold_obs};
  end else if (OBSERVE) begin : g_observe_bare
    assign obs_o = diagonal_q;
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, hold_obs};
endmodule
