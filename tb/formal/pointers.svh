// SPDX-License-Identifier: Apache-2.0
// The body of the proofs of allocators with round-robin pointers: the contract, and the wait. The proof defines
// ROWHOLD_DUT, declares the parameters and ports, and reads the registers.
localparam int unsigned MAXIMAL = 0;
`include "allocator.svh"

mon_pointers #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD)) u_turns (
    .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .bounded_i(bounded), .pace_i(pace), .run_i(run),
    .row_i(row), .granted_i(granted), .input_i(at_input), .output_i(at_output), .input_place_i(input_place_q),
    .output_place_i(output_place_q)
);
