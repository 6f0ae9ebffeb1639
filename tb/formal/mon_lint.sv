// SPDX-License-Identifier: Apache-2.0
// Assumes that a configuration passes the timing lint (rh_timing_lint), in terms of constraints.
module mon_lint #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned TIMER_BITS = 3,
    localparam int unsigned T = TIMER_BITS
) (
    input logic [rh_pkg::T_COUNT*T-1:0] constraints_i,
    input logic [               3:0] faw_n_i,
    input logic [               1:0] refresh_i,
    input logic [              15:0] refi_i,
    input logic [              15:0] rfc_i
);
  // room for any sum here
  localparam int unsigned S = T + 3;
  localparam int unsigned NAMED = S;
`include "timing.svh"

  // As rh_timing_lint: ACTs of banks that the REF is not for may stand before its PRE and before the REF; in a rank
  // that refreshes one bank of every group no ACT comes behind the clock in which the last bank closes.
  localparam bit RANKS = RANK_BITS != 0;
  logic [S-1:0] longest, rest, close, precharged, held, closing;
  assign longest = (ras > wtp) ? ((ras > rtp) ? ras : rtp) : ((wtp > rtp) ? wtp : rtp);
  assign rest    = act_bus - S'(1);
  assign close   = longest + ((RANKS || refresh_i >= 2'd2) ? rest : S'(0));
  always_comb begin
    precharged = (refresh_i == 2'd3 && rrefd > S'(1) && rrd_l - S'(1) > rp) ? rrd_l - S'(1) : rp;
    held = RANKS ? rest : S'(0);
    if (refresh_i == 2'd2 && rrefd > S'(1)) held = held + ((rrd_l > rrd_s) ? rrd_l + rrd_s - S'(2) : rrd_l - S'(1));
    else if (refresh_i == 2'd2) held = rest;
  end
  assign closing = ((close + precharged > rc) ? close + precharged : rc) + held;

  // ranks: from the last data of one to the first of the other lie tRTRS clocks
  if (RANKS) begin : g_ranks
    always_comb begin
      apart_M: assume (rank_rd >= burst && rank_wr == rank_rd);
      rtw_M: assume (rank_rtw == ((rd_done + rank_rd > wr_done) ? rd_done + rank_rd - wr_done : S'(1)));
      wtr_M: assume (rank_wtr == ((wr_done + rank_rd > rd_done) ? wr_done + rank_rd - rd_done : S'(1)));
    end
  end

  logic [rh_pkg::T_COUNT-1:0] positive;
  for (genvar k = 0; k < rh_pkg::T_COUNT; k++) begin : g_gap
    assign positive[k] = constraints_i[k*T+:T] != '0;
  end
  always_comb begin
    positive_M: assume (&positive);
    least_M: assume (rcd_rd >= S'(2) && rcd_wr >= S'(2) && ras >= S'(2));
    row_cycle_M: assume (rc >= ras + rp);
    long_M: assume (rrd_l >= rrd_s && ccd_l >= ccd_s && wtr_l >= wtr_s);
    // rd_done = CL + tBURST with CL >= 1; wr_done = WL + tBURST, and the response logic needs two clocks
    data_M: assume (ccd_s >= burst && rd_done > burst && wr_done >= burst && wr_done >= S'(2));
    turnaround_M: assume (rtw >= ccd_s && rtw + wr_done >= rd_done + burst && wtr_s >= wr_done && wtp >= wr_done);
    order_M: assume (rtw + wr_done > rd_done && wtr_s + rd_done > wr_done);
    act_bus_M: assume (act_bus <= S'(2) && rrd_s >= act_bus);
    rrefd_M: assume (refresh_i < 2'd2 || rfc_i >= 16'(rrefd));
    window_M: assume (faw_n_i >= 4'd1 && faw_n_i <= 4'd8);
    refresh_M: assume (rfc_i != 16'd0);
    refi_M: assume (refresh_i == 2'd0 ? refi_i != 16'd0 : {1'b0, refi_i} >=
        {1'b0, rfc_i} + 17'(closing)
        + ((refresh_i == 2'd1) ? 17'(4 * (BANKS >> RANK_BITS))
           : (refresh_i == 2'd2) ? 17'd4 : 17'(4 * (GROUPS >> RANK_BITS))));
  end
endmodule
