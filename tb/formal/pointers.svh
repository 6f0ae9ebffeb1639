// SPDX-License-Identifier: Apache-2.0
// The body of the proofs of allocators with round-robin pointers: the contract, and the wait. The proof defines ROWHOLD_DUT and
// declares the parameters and ports.
(* anyconst *) logic [7:0] limit;
(* anyconst *) logic [IW-1:0] at_input;
(* anyconst *) logic [OW-1:0] at_output;
logic [PAIRS-1:0] grant;
logic [OUTPUTS-1:0] held, row;
logic granted;
`include "allocator.svh"

`ROWHOLD_DUT #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(1), .BANKS(1),
    .ROW_BITS(1), .OBSERVE(1'b1)
) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(limit), .request_i(request_i), .ready_i(ready_i),
    .destination_i({INPUTS{1'b0}}), .bank_i({INPUTS{1'b0}}), .row_i({INPUTS{1'b0}}), .grant_o(grant), .held_o(held),
    .obs_o(obs)
);
mon_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD)) u_contract (
    .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .hold_limit_i(limit), .request_i(request_i),
    .ready_i(ready_i), .grant_i(grant), .held_i(held), .pair_i(pair), .waited_i(waited), .input_i(at_input),
    .output_i(at_output), .row_o(row), .granted_o(granted)
);
mon_pointers #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD)) u_turns (
    .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .bounded_i(bounded), .pace_i(pace), .waited_i(waited),
    .row_i(row), .granted_i(granted), .input_i(at_input), .output_i(at_output),
    .input_place_i(obs[OWN+INPUTS*OW-1:OWN]), .output_place_i(obs[OBS_BITS-1:OWN+INPUTS*OW])
);
