// SPDX-License-Identifier: Apache-2.0
// Body of an allocator's proof: the block `ROWHOLD_DUT under any limit, its contract for any pair (at_input,
// at_output), and the pace: with a limit at least one clock in `pace` turns no request away. Stands behind the block's
// observe_*.svh; its module has the parameters INPUTS, OUTPUTS, ITERATIONS, HOLD (none or hold_grant), what else an
// allocator has as 1, the ports of fv_rh_islip, and MAXIMAL: matchings are.
localparam int unsigned PAIRS = INPUTS * OUTPUTS;
localparam int unsigned IW = $clog2(INPUTS);
localparam int unsigned OW = $clog2(OUTPUTS);
(* anyconst *) logic [IW-1:0] at_input;
(* anyconst *) logic [OW-1:0] at_output;
logic [INPUTS-1:0] destination_i, bank_i, row_i;  // these rules do not look at them
assign {destination_i, bank_i, row_i} = '0;
`include "dut_allocator.svh"

logic started, live, bounded, granted;
logic [OUTPUTS-1:0] row;
logic [7:0] run;  // clocks in a row that turned a request away
logic [11:0] pace;

initial started = 1'b0;
always_ff @(posedge clk_i) started <= 1'b1;
assign live    = started & rst_ni;
assign bounded = HOLD == 0 || hold_limit != '0;
assign pace    = (HOLD != 0) ? 12'(hold_limit) + 12'd1 : 12'd1;
always_comb reset_M: assume (started || !rst_ni);

mon_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .HOLD(HOLD), .MAXIMAL(MAXIMAL)) u_contract (
    .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .hold_limit_i(hold_limit), .request_i(request_i),
    .ready_i(ready_i), .grant_i(grant), .held_i(held), .pair_i(PAIRS'(pair_q)), .waited_i(8'(waited_q)),
    .pending_release_i(OUTPUTS'(pending_release_q)), .input_i(at_input), .output_i(at_output), .row_o(row),
    .granted_o(granted), .run_o(run)
);
