// SPDX-License-Identifier: Apache-2.0
// Allocator `separable`: input-first matching from round-robin pointers, which move on every grant, of whatever
// iteration. Model: cmodel/network/rh_separable.c. Promises: include/rowhold/rh_allocator.h; besides, with one
// iteration, the bound of rh_islip.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_separable #(
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
        + INPUTS * rh_pkg::log2_up(OUTPUTS)  // input_place
        + OUTPUTS * rh_pkg::log2_up(INPUTS)  // output_place
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

  localparam int unsigned INPUT_W = rh_pkg::log2_up(OUTPUTS);  // an input's place is an output
  localparam int unsigned OUTPUT_W = rh_pkg::log2_up(INPUTS);

  logic [PAIRS-1:0] request, away;
  logic [((HOLD == 0) ? 1 : HOLD_BITS)-1:0] hold_obs, hold_load;  // no vector is empty
  logic [INPUTS*INPUT_W-1:0] input_place, load_input_place;
  logic [OUTPUTS*OUTPUT_W-1:0] output_place, load_output_place;
  logic [PAIRS-1:0] first;

  // the state to load: the twin of obs_o
  if (HOLD != 0) begin : g_load
    assign {load_output_place, load_input_place, hold_load} = load_state_i;
  end else begin : g_load_bare
    assign hold_load = '0;
    assign {load_output_place, load_input_place} = load_state_i;
  end

  rh_input_first #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS)) u_match (
      .request_i(request), .input_place_i({ITERATIONS{input_place}}), .output_place_i({ITERATIONS{output_place}}),
      .first_o(first), .grant_o(grant_o)
  );

  rh_pointers #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_pointers (
      .clk_i(clk_i), .rst_ni(rst_ni), .grant_i(grant_o), .away_i(away), .load_i(loads),
      .load_input_place_i(load_input_place), .load_output_place_i(load_output_place), .input_place_o(input_place),
      .output_place_o(output_place)
  );

  rh_hold #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
      .HASH_BITS(HASH_BITS)
  ) u_hold (
      .grant_i(grant_o), .request_o(request), .away_o(away), .load_i(loads), .load_state_i(hold_load),
      .obs_o(hold_obs), .*
  );

  if (OBSERVE && HOLD != 0) begin : g_observe
    assign obs_o = {output_place, input_place, hold_obs};
  end else if (OBSERVE) begin : g_observe_bare
    assign obs_o = {output_place, input_place};
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, hold_obs, first};
endmodule
