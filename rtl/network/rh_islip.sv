// SPDX-License-Identifier: Apache-2.0
// Allocator `islip`: input-first matching from round-robin pointers, which move on first-iteration grants alone.
// Model: cmodel/network/rh_islip.c, which says why. Promises: include/rowhold/rh_allocator.h; besides, a request of an input
// whose R eligible requests stay as they are is granted in clock R x INPUTS of its wait at the latest, x (limit + 1) with a
// hold rule and a limit.
module rh_islip #(
    parameter int unsigned INPUTS = 4,
    parameter int unsigned OUTPUTS = 4,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HOLD = 0,  // 0 none, 1 hold_grant, 2 row_match_hold_grant, 3 hash_match_hold_grant
    parameter int unsigned DESTINATIONS = 4,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned HASH_BITS = 4,
    parameter bit OBSERVE = 1'b1,
    localparam int unsigned DESTINATION_BITS = (DESTINATIONS > 2) ? $clog2(DESTINATIONS) : 1,
    localparam int unsigned BANK_BITS = (BANKS > 2) ? $clog2(BANKS) : 1,
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned HOLD_BITS = (HOLD == 0) ? 1 : PAIRS + 8
        + ((HOLD == 2) ? DESTINATIONS * BANKS * ROW_BITS : 0) + ((HOLD == 3) ? OUTPUTS * HASH_BITS : 0),
    localparam int unsigned INPUT_W = (OUTPUTS > 2) ? $clog2(OUTPUTS) : 1,  // an input's place is an output
    localparam int unsigned OUTPUT_W = (INPUTS > 2) ? $clog2(INPUTS) : 1,
    localparam int unsigned OBS_BITS = ((HOLD == 0) ? 0 : HOLD_BITS) + INPUTS * INPUT_W + OUTPUTS * OUTPUT_W
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
  logic [INPUTS*INPUT_W-1:0] input_place;
  logic [OUTPUTS*OUTPUT_W-1:0] output_place;
  logic [PAIRS-1:0] first;

  rh_input_first #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS)) u_match (
      .request_i(request), .input_place_i({ITERATIONS{input_place}}), .output_place_i({ITERATIONS{output_place}}),
      .first_o(first), .grant_o(grant_o)
  );

  rh_pointers #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_pointers (
      .clk_i(clk_i), .rst_ni(rst_ni), .grant_i(first), .away_i(away), .input_place_o(input_place),
      .output_place_o(output_place)
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
    assign obs_o = {output_place, input_place, hold_obs};
  end else if (OBSERVE) begin : g_observe_bare
    assign obs_o = {output_place, input_place};
  end else begin : g_blind
    assign obs_o = '0;
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, hold_obs};
endmodule
