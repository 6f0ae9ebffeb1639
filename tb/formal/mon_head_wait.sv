// SPDX-License-Identifier: Apache-2.0
// How long a request of `fgdram_channel` waits: the last column command of the k-th request of a bank goes out within
// k x `service` clocks of its acceptance (docs/rh_fgdram_channel.md says why). Seen from one symbolic bank x and one
// request to it. The invariant is a sum that falls in every clock: the clocks waited, and the most that are left, which
// `left` reads from the timers, the pointers and the turn. For two buses, grains of two banks, each grain a bank group.
module mon_head_wait #(
    parameter int unsigned QUEUE = 8,
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 2,
    parameter int unsigned BUSES = 2,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TIMER_BITS = 3,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 1,
    parameter int unsigned DEPTH = 2,        // requests of a bank, at most
    parameter int unsigned EXTRA = 1,        // column commands of a request minus one, at most
    parameter bit COVERS = 1'b1,             // 0: one alone
    localparam int unsigned RANK_BITS = 0,
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned GRAINS = 2 ** GRAIN_BITS,
    localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1),
    localparam int unsigned P = rh_pkg::FGDRAM_TURN_BITS,
    localparam int unsigned OBS_BITS = rh_pkg::backend_bits(
        QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
        GRAIN_BITS, RANK_BITS)
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic                      started_i,
    input logic [rh_pkg::T_COUNT*T-1:0] constraints_i,
    input logic [               3:0] faw_n_i,
    input logic [               1:0] refresh_i,
    input logic [      OBS_BITS-1:0] obs_i,
    input logic                      accept_i,      // a request is taken
    input logic [     BANK_BITS-1:0] req_bank_i,
    input logic [               2:0] req_len_i,
    // the heads, by bank
    input logic [       BANKS*C-1:0] counts_i,      // requests queued
    input logic [         BANKS-1:0] wants_i,       // there is a head, and its row is open and stays so
    input logic [         BANKS-1:0] writes_i,
    input logic [         BANKS-1:0] short_i,       // no entry, or head, of more than EXTRA + 1 column commands
    input logic [       BANKS*3-1:0] behind_i,      // column commands of the head behind its next one
    input logic [         BANKS-1:0] rd_ok_i,
    input logic [         BANKS-1:0] wr_ok_i,
    // registers
    input logic [        GRAINS-1:0] writes_q_i,
    input logic [      P*GRAINS-1:0] passed_q_i,
    input logic [        GRAINS-1:0] column_next_i,
    input logic [     BANK_BITS-1:0] row_next_i,
    input logic [               2:0] col_cmd_i,
    input logic [     BANK_BITS-1:0] col_bank_i,
    input logic                      col_last_i
);
`include "observe_backend.svh"
  assign backend_obs = obs_i;
  localparam int unsigned W = T + BANK_BITS + 4 + $clog2(DEPTH * (EXTRA + 1));  // bits of a sum
  localparam logic [P-1:0] TURN = P'(rh_pkg::FGDRAM_TURN);
  localparam logic [W-1:0] LOSE = W'(GRAINS - 1);  // clocks in which the other grains may have the column bus

  logic [rh_pkg::T_COUNT*W-1:0] distance;
  for (genvar k = 0; k < rh_pkg::T_COUNT; k++) begin : g_gap
    assign distance[k*W+:W] = W'(constraints_i[k*T+:T]);
  end
  function automatic logic [W-1:0] most(input logic [W-1:0] a, input logic [W-1:0] b);
    most = (a > b) ? a : b;
  endfunction

  // --- the bound ---
  logic [W-1:0] act, ccd, rrd, rc, rp, step, turnaround, column, row_turn, close, activate, rcd, service;
  assign act = distance[rh_pkg::T_ACT_BUS*W+:W];
  assign ccd = distance[rh_pkg::T_CCD_L*W+:W];
  assign rrd = distance[rh_pkg::T_RRD_L*W+:W];
  assign rc  = distance[rh_pkg::T_RC*W+:W];
  assign rp  = distance[rh_pkg::T_RP*W+:W];
  always_comb begin
    rcd        = most(distance[rh_pkg::T_RCD_RD*W+:W], distance[rh_pkg::T_RCD_WR*W+:W]);
    close      = most(distance[rh_pkg::T_RAS*W+:W], most(distance[rh_pkg::T_RTP*W+:W], distance[rh_pkg::T_WTP*W+:W]));
    // one column command of a grain behind another: in one direction, in the other one
    step       = ccd + LOSE;
    turnaround = most(ccd, most(distance[rh_pkg::T_RTW*W+:W], distance[rh_pkg::T_WTR_L*W+:W])) + LOSE;
    // TURN of the other direction pass a head that hits, then it is its direction's turn, and one more may close a row
    column     = most(rcd + LOSE, turnaround) + W'(rh_pkg::FGDRAM_TURN) * step + turnaround;
    // the other banks have the row bus once each
    row_turn   = W'(BANKS) * act - W'(1);
    // the neighbour's ACT goes before, then tRRD, and all the other banks' row commands
    activate   = W'(GRAINS) * act - W'(1) + rrd + row_turn;
    service    = most(close + row_turn + rp, rc) + activate + rcd + W'(EXTRA + 1) * column;
  end

  // --- what is assumed, besides the lint ---
  always_comb begin
    refresh_M: assume (refresh_i == 2'd0);
    slot_M: assume (32'(response_count_q) < RESPONSES);
    len_M: assume (32'(req_len_i) <= EXTRA);
    // the column bus has a slot for each grain
    grains_M: assume (ccd >= W'(GRAINS));
    // who closes a row isn't back before its neighbour has gone
    back_rd_M: assume (distance[rh_pkg::T_RTP*W+:W] + rp + distance[rh_pkg::T_RCD_RD*W+:W] > step);
    back_wr_M: assume (distance[rh_pkg::T_WTP*W+:W] + rp + distance[rh_pkg::T_RCD_WR*W+:W] > step);
    // who opens a row doesn't do so again before half the banks have had the row bus
    again_M: assume (rc >= rrd + W'(GRAINS) * act);
    // the activate window never binds
    window_M: assume (distance[rh_pkg::T_FAW*W+:W] <= W'(faw_n_i) * act);
  end

  // --- bank x, its neighbour y, their grain n ---
  (* anyconst *) logic [BANK_BITS-1:0] x;
  logic [BANK_BITS-1:0] y, n, place, far;
  logic live, column_here, mine, write, write_n, turns, serves;
  assign y           = x ^ BANK_BITS'(1);
  assign n           = x >> 1;
  assign place       = (BANK_BITS'(x[0]) << GRAIN_BITS) | n;  // in the turn of the row bus
  assign far         = place - row_next_i;                    // others may go before it
  assign live        = started_i & rst_ni;
  assign column_here = (col_cmd_i != rh_pkg::CMD_NOP) & (col_bank_i >> 1 == n);
  assign mine        = column_here & (col_bank_i == x);
  assign write       = writes_i[x];

  // the grain serves x's direction in this clock; column commands that have passed a head of the other one
  logic [P-1:0] passed;
  logic own_hits, other_hits, offers;
  assign write_n    = writes_q_i[n];
  assign own_hits   = (wants_i[x] & (writes_i[x] == write_n)) | (wants_i[y] & (writes_i[y] == write_n));
  assign other_hits = (wants_i[x] & (writes_i[x] != write_n)) | (wants_i[y] & (writes_i[y] != write_n));
  assign turns      = other_hits & (~own_hits | (passed_q_i[n*P+:P] == TURN));
  assign serves     = (write_n ^ turns) == write;
  assign passed     = turns ? '0 : passed_q_i[n*P+:P];
  assign offers     = (wants_i[x] && serves && (write ? wr_ok_i[x] : rd_ok_i[x]))
      || (wants_i[y] && (write_n ^ turns) == writes_i[y] && (writes_i[y] ? wr_ok_i[y] : rd_ok_i[y]));

  // clocks in which the grain has offered, and another one has had the bus
  logic [GRAIN_BITS:0] lost;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !offers || column_here) lost <= '0;
    else lost <= lost + (GRAIN_BITS + 1)'(1);
  end
  function automatic logic [W-1:0] until_out(input logic [W-1:0] timer, input logic [W-1:0] had);
    until_out = (timer != '0) ? timer + LOSE : LOSE - had;
  endfunction

  // y has closed its row before x, in x's direction, since x could go
  logic settled, passed_by_close;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || mine || !wants_i[x]) passed_by_close <= 1'b0;
    else if (column_here && settled && col_cmd_i == (write ? rh_pkg::CMD_WRA : rh_pkg::CMD_RDA))
      passed_by_close <= 1'b1;
  end

  // --- the most that is left for the head of x: clocks until its next column command ---
  logic [W-1:0] rcd_x, rcd_y, ccd_n, turn_x, turn_y, out_x, out_y, hit_left;
  always_comb begin
    rcd_x  = W'(write ? rcd_wr_q[x*T+:T] : rcd_rd_q[x*T+:T]);
    rcd_y  = W'(write ? rcd_rd_q[y*T+:T] : rcd_wr_q[y*T+:T]);  // of a head of the other direction
    ccd_n  = W'(ccd_l_q[n*T+:T]);
    turn_x = W'(write ? rtw_q[n*T+:T] : wtr_l_q[n*T+:T]);
    turn_y = W'(write ? wtr_l_q[n*T+:T] : rtw_q[n*T+:T]);
    out_x  = until_out(most(ccd_n, turn_x), W'(lost));
    out_y  = until_out(most(rcd_y, most(ccd_n, turn_y)), W'(lost));
    settled = wants_i[x] && rcd_x == '0;
    if (!settled) hit_left = rcd_x + column;
    else if (!serves) hit_left = out_y + W'(TURN - passed) * step + turnaround;
    else if (passed_by_close) hit_left = out_x;
    else if (column_next_i[n] == x[0]) hit_left = out_x + step;
    else hit_left = out_x + step + step;
  end

  // the row bus: how long a legal command waits; the PRE, the ACT
  logic [W-1:0] bus, timers, row_x, rrd_n, neighbour, ready, act_left, miss_left, left;
  always_comb begin
    bus    = W'(far) * act + W'(act_bus_q);
    timers = W'(most(W'(ras_q[x*T+:T]), most(W'(rtp_q[x*T+:T]), W'(wtp_q[x*T+:T]))));
    row_x  = most(W'(rp_q[x*T+:T]), W'(rc_q[x*T+:T]));
    rrd_n  = W'(rrd_l_q[n*T+:T]);
    // when it is the neighbour's turn, if that is before x's
    neighbour = bus - W'(GRAINS) * act;
    if (rrd_n != '0) act_left = rrd_n + row_turn;
    else if (32'(far) < GRAINS || W'(rc_q[y*T+:T]) > neighbour) act_left = bus;
    else act_left = neighbour + rrd + row_turn;
    ready = timers + rp;
    if (!closing_q[x]) ready = ((timers != '0) ? timers + row_turn : bus) + rp;
    if (open_q[x]) miss_left = most(ready, W'(rc_q[x*T+:T])) + activate;
    else if (row_x != '0) miss_left = row_x + activate;
    else miss_left = act_left;
    left = (wants_i[x] ? hit_left : miss_left + rcd + column) + W'(behind_i[x*3+:3]) * column;
  end

  // --- clocks that the bound leaves to the head of x, and to a request: how many of its bank go with it or before ---
  (* anyseq *) logic follow;
  logic [C-1:0] ahead, behind_it;
  logic [W-1:0] due, rest, others, all;  // the service of those before it; of as many as fit
  logic leaves, had;       // the head was there in the clock before
  logic [W-1:0] had_left;  // what was left then
  assign leaves    = mine & col_last_i;
  assign behind_it = counts_i[x*C+:C] + C'(1) - C'(leaves);  // the place of a request that comes now
  always_comb begin
    others = '0;
    for (int unsigned k = 1; k < DEPTH; k++) if (32'((ahead == '0) ? behind_it : ahead) > k) others = others + service;
  end
  assign all = W'(DEPTH) * service;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || leaves || counts_i[x*C+:C] == '0) due <= service - W'(1);
    else due <= due - W'(1);
    if (!rst_ni) ahead <= '0;
    else if (ahead != '0) ahead <= ahead - C'(leaves);
    else if (accept_i && follow && req_bank_i == x) ahead <= behind_it;
    had      <= rst_ni && counts_i[x*C+:C] != '0 && !leaves;
    had_left <= left;
    rest     <= ((ahead == '0) ? others + service : rest) - W'(1);
  end

  always_comb begin
    if (started_i) begin
      wait_A: assert (ahead == '0 || rest < all);
      falls_A: assert (!had || left < had_left);
      inv_had_A: assert (!had || counts_i[x*C+:C] != '0);
      inv_left_A: assert (counts_i[x*C+:C] == '0 || (left <= due && due < service));
      inv_rest_A: assert (ahead == '0 || rest >= due + others);
      inv_ahead_A: assert (ahead <= counts_i[x*C+:C] && 32'(ahead) <= DEPTH);
    end
    if (live) last_C: cover (ahead == C'(1) && counts_i[x*C+:C] == C'(1) && leaves);
  end
  if (COVERS) begin : g_covers
    always_comb
      if (live) begin
        neighbour_C: cover (!wants_i[x] && counts_i[x*C+:C] != '0 && !open_q[x] && row_x == '0 && rrd_n == '0
            && 32'(far) >= GRAINS && rc_q[y*T+:T] == '0);
        close_C: cover (passed_by_close && mine);
        lost_C: cover (32'(lost) == GRAINS - 1 && mine);
      end
  end

  // --- no timer is beyond its constraint; in a grain the longer kind of a constraint covers the shorter ---
  logic [BANKS-1:0] bank_fits;
  logic [GRAINS-1:0] grain_fits, recent;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    assign bank_fits[b] = rcd_rd_q[b*T+:T] < constraints_i[rh_pkg::T_RCD_RD*T+:T]
        && rcd_wr_q[b*T+:T] < constraints_i[rh_pkg::T_RCD_WR*T+:T] && ras_q[b*T+:T] < constraints_i[rh_pkg::T_RAS*T+:T]
        && rc_q[b*T+:T] < constraints_i[rh_pkg::T_RC*T+:T] && rp_q[b*T+:T] < constraints_i[rh_pkg::T_RP*T+:T]
        && rtp_q[b*T+:T] < constraints_i[rh_pkg::T_RTP*T+:T] && wtp_q[b*T+:T] < constraints_i[rh_pkg::T_WTP*T+:T];
  end
  for (genvar g = 0; g < GRAINS; g++) begin : g_grain
    assign grain_fits[g] = rrd_l_q[g*T+:T] < constraints_i[rh_pkg::T_RRD_L*T+:T] && rrd_s_q[g*T+:T] <= rrd_l_q[g*T+:T]
        && ccd_l_q[g*T+:T] < constraints_i[rh_pkg::T_CCD_L*T+:T] && ccd_s_q[g*T+:T] <= ccd_l_q[g*T+:T]
        && burst_q[g*T+:T] <= ccd_l_q[g*T+:T] && wtr_l_q[g*T+:T] < constraints_i[rh_pkg::T_WTR_L*T+:T]
        && wtr_s_q[g*T+:T] <= wtr_l_q[g*T+:T] && rtw_q[g*T+:T] < constraints_i[rh_pkg::T_RTW*T+:T];
    // another grain that went while n has lost
    assign recent[g] = BANK_BITS'(g) != n && W'(ccd_l_q[g*T+:T]) + W'(lost) >= ccd;
  end
  logic [GRAIN_BITS:0] recents;
  always_comb begin
    recents = '0;
    for (int unsigned g = 0; g < GRAINS; g++) recents = recents + (GRAIN_BITS + 1)'(recent[g]);
  end

  // the window: the k-th last ACT lies k x act back
  logic [7:0] spaced;
  for (genvar k = 0; k < 8; k++) begin : g_window
    logic [3:0] at;  // as mon_window has it
    assign at = (window_next_q > 3'(k)) ? {1'b0, window_next_q} - 4'(k + 1)
        : {1'b0, window_next_q} + faw_n_i - 4'(k + 1);
    assign spaced[k] = 4'(k) >= faw_n_i || window_q[at[2:0]*T+:T] == '0
        || W'(window_q[at[2:0]*T+:T]) + W'(k + 1) * act <= distance[rh_pkg::T_FAW*W+:W] + W'(act_bus_q);
  end

  // y has to come back: clocks before its next column command of x's direction
  logic [W-1:0] back, back_rcd;
  always_comb begin
    back_rcd = write ? distance[rh_pkg::T_RCD_WR*W+:W] : distance[rh_pkg::T_RCD_RD*W+:W];
    if (closing_q[y]) back = W'(write ? wtp_q[y*T+:T] : rtp_q[y*T+:T]) + rp + back_rcd;
    else if (!open_q[y]) back = W'(rp_q[y*T+:T]) + back_rcd;
    else back = W'(write ? rcd_wr_q[y*T+:T] : rcd_rd_q[y*T+:T]);
  end

  always_comb
    if (started_i) begin
      inv_banks_A: assert (&bank_fits);
      inv_grains_A: assert (&grain_fits);
      inv_passed_A: assert (passed_q_i[n*P+:P] <= TURN);
      inv_lost_A: assert (32'(lost) < GRAINS && recents >= lost);
      inv_back_A: assert (!passed_by_close
          || (settled && write_n == write && passed_q_i[n*P+:P] == '0 && back > out_x));
      inv_rrd_A: assert (rrd_n == '0 || W'(rc_q[x*T+:T]) + rrd >= rrd_n + rc || W'(rc_q[y*T+:T]) + rrd >= rrd_n + rc);
      inv_act_bus_A: assert (W'(act_bus_q) < act);
      inv_window_A: assert ({1'b0, window_next_q} < faw_n_i && &spaced);
      inv_refresh_A: assert (!refresh_due_q && refresh_busy_q == '0);
      inv_short_A: assert (&short_i);
    end
endmodule
