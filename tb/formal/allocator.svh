// SPDX-License-Identifier: Apache-2.0
// What the proofs of allocators share: the start, where the registers of the hold rule stand, and the pace: with a limit at
// least one clock in `pace` turns no request away. The proof declares HOLD, PAIRS, OBS_BITS, limit.
logic started, live, bounded;
logic [OBS_BITS-1:0] obs;
logic [PAIRS-1:0] pair;
logic [7:0] waited;
logic [11:0] pace;

initial started = 1'b0;
always_ff @(posedge clk_i) started <= 1'b1;
assign live    = started & rst_ni;
assign bounded = HOLD == 0 || limit != '0;
assign pace    = (HOLD != 0) ? 12'(limit) + 12'd1 : 12'd1;
always_comb reset_M: assume (started || !rst_ni);

if (HOLD != 0) begin : g_registers
  assign {waited, pair} = obs[PAIRS+7:0];
end else begin : g_no_registers
  assign waited = '0;
  assign pair   = '0;
end
