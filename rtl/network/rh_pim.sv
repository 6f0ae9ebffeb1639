// SPDX-License-Identifier: Apache-2.0
// Allocator `pim`: input-first matching in which each arbiter starts at a random place, drawn from an LFSR of its own.
// Model: cmodel/network/rh_pim.c. Promises: include/rowhold/rh_allocator.h; besides, a pair to which both its arbiters' places
// point is granted.
module rh_pim #(
    parameter int unsigned INPUTS = 4,
    parameter int unsigned OUTPUTS = 4,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0,  // 0 none, 1 hold_grant, 2 row_match_hold_grant, 3 hash_match_hold_grant
    parameter int unsigned DESTINATIONS = 4,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned HASH_BITS = 4,
    parameter bit OBSERVE = 1'b1,
    parameter bit [23:0] POLYNOMIAL = 24'hE10000,  // include/rowhold/rh_lfsr.h
    parameter bit [23:0] SEED = 24'hACE1ED,
    parameter bit [23:0] STRIDE = 24'h7FEB35,
    localparam int unsigned RANDOM_BITS = 24,
    localparam int unsigned TURN = 7,  // bits between the places of two iterations
    localparam int unsigned DESTINATION_BITS = (DESTINATIONS > 2) ? $clog2(DESTINATIONS) : 1,
    localparam int unsigned BANK_BITS = (BANKS > 2) ? $clog2(BANKS) : 1,
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned HOLD_BITS = (HOLD == 0) ? 1 : PAIRS + 8
        + ((HOLD == 2) ? DESTINATIONS * BANKS * ROW_BITS : 0) + ((HOLD == 3) ? OUTPUTS * HASH_BITS : 0),
    localparam int unsigned INPUT_W = (OUTPUTS > 2) ? $clog2(OUTPUTS) : 1,  // an input's place is an output
    localparam int unsigned OUTPUT_W = (INPUTS > 2) ? $clog2(INPUTS) : 1,
    localparam int unsigned INPUT_B = INPUT_W + 6,  // bits of a register that make a place
    localparam int unsigned OUTPUT_B = OUTPUT_W + 6,
    localparam int unsigned OBS_BITS = ((HOLD == 0) ? 0 : HOLD_BITS) + (INPUTS + OUTPUTS) * RANDOM_BITS
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    input  logic [                        7:0] hold_limit_i,
    input  logic [                  PAIRS-1:0] request_i,      // of input i at [i*OUTPUTS +: OUTPUTS]
    input  logic [                OUTPUTS-1:0] ready_i,
    input  logic [INPUTS*DESTINATION_BITS-1:0] destination_i,
    input  logic [       INPUTS*BANK_BITS-1:0] bank_i,
    input  logic [        INPUTS*ROW_BITS-1:0] row_i,
    output logic [                  PAIRS-1:0] grant_o,
    output logic [                OUTPUTS-1:0] held_o,
    output logic [               OBS_BITS-1:0] obs_o
);
  if (ITERATIONS < 1 || ITERATIONS > 8) begin : g_bad_iterations
    $error("ITERATIONS: found %0d, expected 1 to 8", ITERATIONS);
  end

  logic [PAIRS-1:0] request, away;
  logic [HOLD_BITS-1:0] hold_obs;
  logic [INPUTS*RANDOM_BITS-1:0] input_random;
  logic [OUTPUTS*RANDOM_BITS-1:0] output_random;
  logic [ITERATIONS*INPUTS*INPUT_W-1:0] input_place;
  logic [ITERATIONS*OUTPUTS*OUTPUT_W-1:0] output_place;
  logic [PAIRS-1:0] first;

  // --- places: the low bits of the register, turned right for later iterations, times the number of places ---
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [RANDOM_BITS-1:0] value;
    rh_lfsr #(.POLYNOMIAL(POLYNOMIAL), .SEED(SEED), .STRIDE(STRIDE), .INDEX(i)) u_random (
        .clk_i(clk_i), .rst_ni(rst_ni), .value_o(value)
    );
    assign input_random[i*RANDOM_BITS+:RANDOM_BITS] = value;
    for (genvar n = 0; n < ITERATIONS; n++) begin : g_iteration
      logic [2*RANDOM_BITS-1:0] turned;
      logic [INPUT_B+INPUT_W-1:0] product;
      assign turned  = {value, value} >> (TURN * n % RANDOM_BITS);
      assign product = (INPUT_B + INPUT_W)'(turned[INPUT_B-1:0]) * (INPUT_B + INPUT_W)'(OUTPUTS);
      assign input_place[(n*INPUTS+i)*INPUT_W+:INPUT_W] = product[INPUT_B+:INPUT_W];
      logic unused_bits;
      assign unused_bits = &{1'b0, turned[2*RANDOM_BITS-1:INPUT_B], product[INPUT_B-1:0]};
    end
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    logic [RANDOM_BITS-1:0] value;
    rh_lfsr #(.POLYNOMIAL(POLYNOMIAL), .SEED(SEED), .STRIDE(STRIDE), .INDEX(INPUTS + o)) u_random (
        .clk_i(clk_i), .rst_ni(rst_ni), .value_o(value)
    );
    assign output_random[o*RANDOM_BITS+:RANDOM_BITS] = value;
    for (genvar n = 0; n < ITERATIONS; n++) begin : g_iteration
      logic [2*RANDOM_BITS-1:0] turned;
      logic [OUTPUT_B+OUTPUT_W-1:0] product;
      assign turned  = {value, value} >> (TURN * n % RANDOM_BITS);
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
      .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit_i), .request_i(request_i), .ready_i(ready_i),
      .destination_i(destination_i), .bank_i(bank_i), .row_i(row_i), .grant_i(grant_o), .request_o(request),
      .away_o(away), .held_o(held_o), .obs_o(hold_obs)
  );

  if (OBSERVE && HOLD != 0) begin : g_observe
    assign obs_o = {output_random, input_random, hold_obs};
  end else if (OBSERVE) begin : g_observe_bare
    assign obs_o = {output_random, input_random};
  end else begin : g_blind
    assign obs_o = '0;
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, hold_obs, away, first, input_random, output_random};
endmodule
