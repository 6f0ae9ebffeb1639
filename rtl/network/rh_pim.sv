// SPDX-License-Identifier: Apache-2.0
// Allocator `pim`: input-first matching in which each arbiter starts at a random place, drawn from an LFSR of its own.
// Model: cmodel/network/rh_pim.c. Promises: include/rowhold/rh_allocator.h; besides, a pair to which both its arbiters'
// places point is granted.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_pim #(
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
        + INPUTS * rh_pkg::LFSR_BITS   // input_random
        + OUTPUTS * rh_pkg::LFSR_BITS  // output_random
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
  localparam int unsigned INPUT_B = INPUT_W + rh_pkg::LFSR_SPARE;  // bits of a register that make a place
  localparam int unsigned OUTPUT_B = OUTPUT_W + rh_pkg::LFSR_SPARE;
  localparam int unsigned RANDOM_BITS = rh_pkg::LFSR_BITS;

  logic [PAIRS-1:0] request, away;
  logic [((HOLD == 0) ? 1 : HOLD_BITS)-1:0] hold_obs, hold_load;  // no vector is empty
  logic [INPUTS*RANDOM_BITS-1:0] input_random, load_input_random;
  logic [OUTPUTS*RANDOM_BITS-1:0] output_random, load_output_random;
  logic [ITERATIONS*INPUTS*INPUT_W-1:0] input_place;
  logic [ITERATIONS*OUTPUTS*OUTPUT_W-1:0] output_place;
  logic [PAIRS-1:0] first;

  // the state to load: the twin of obs_o
  if (HOLD != 0) begin : g_load
    assign {load_output_random, load_input_random, hold_load} = load_state_i;
  end else begin : g_load_bare
    assign hold_load = '0;
    assign {load_output_random, load_input_random} = load_state_i;
  end

  // --- places: the low bits of the register, turned right for later iterations, times the number of places ---
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [RANDOM_BITS-1:0] value;
    rh_lfsr #(.INDEX(i)) u_random (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(loads),
        .load_value_i(load_input_random[i*RANDOM_BITS+:RANDOM_BITS]), .value_o(value)
    );
    assign input_random[i*RANDOM_BITS+:RANDOM_BITS] = value;
    for (genvar n = 0; n < ITERATIONS; n++) begin : g_iteration
      logic [2*RANDOM_BITS-1:0] turned;
      logic [INPUT_B+INPUT_W-1:0] product;
      assign turned  = {value, value} >> (rh_pkg::LFSR_TURN * n % RANDOM_BITS);
      assign product = (INPUT_B + INPUT_W)'(turned[INPUT_B-1:0]) * (INPUT_B + INPUT_W)'(OUTPUTS);
      assign input_place[(n*INPUTS+i)*INPUT_W+:INPUT_W] = product[INPUT_B+:INPUT_W];
      logic unused_bits;
      assign unused_bits = &{1'b0, turned[2*RANDOM_BITS-1:INPUT_B], product[INPUT_B-1:0]};
    end
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    logic [RANDOM_BITS-1:0] value;
    rh_lfsr #(.INDEX(INPUTS + o)) u_random (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(loads),
        .load_value_i(load_output_random[o*RANDOM_BITS+:RANDOM_BITS]), .value_o(value)
    );
    assign output_random[o*RANDOM_BITS+:RANDOM_BITS] = value;
    for (genvar n = 0; n < ITERATIONS; n++) begin : g_iteration
      logic [2*RANDOM_BITS-1:0] turned;
      logic [OUTPUT_B+OUTPUT_W-1:0] product;
      assign turned  = {value, value} >> (rh_pkg::LFSR_TURN * n % RANDOM_BITS);
      assign product = (OUTPUT_B + OUTPUT_W)'(turned[OUTPUT_B-1:0]) * (OUTPUT_B + OUTPUT_W)'(INPUTS);
      assign output_place[(n*OUTPUTS+o)*OUTPUT_W+:OUTPUT_W] = product[OUTPUT_B+:OUTPUT_W];
      logic unused_bits;
      assign unused_bits = &{1'b0, turned[2*RANDOM_BITS-1:OUTPUT_B], product[OUTPUT_B-1:0]};
    end
  end

  rh_input_first #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS)) u_match (
      .request_i(request), .input_place_i(input_place), .output_place_i(output_place), .first_o(first),
      .grant_o(grant_o)
  );

  rh_hold #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
      .HASH_BITS(HASH_BITS)
  ) u_hold (
      .grant_i(grant_o), .request_o(request), .away_o(away), .load_i(loads), .load_state_i(hold_load),
      .obs_o(hold_obs), .*
  );

  if (OBSERVE && HOLD != 0) begin : g_observe
    assign obs_o = {output_random, input_random, hold_obs};
  end else if (OBSERVE) begin : g_observe_bare
    assign obs_o = {output_random, input_random};
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, hold_obs, away, first, input_random, output_random};
endmodule
